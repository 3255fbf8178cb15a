# shapeinfer as a container: docker build -t shapeinfer . && docker run --rm -v "$PWD:/models:ro" shapeinfer lint .
FROM python:3.12-slim AS build
COPY . /source
RUN python -m venv /opt/shapeinfer && /opt/shapeinfer/bin/pip install --no-cache-dir "/source[remote]"

FROM python:3.12-slim
COPY --from=build /opt/shapeinfer /opt/shapeinfer
RUN useradd --create-home --uid 1000 lint
USER lint
WORKDIR /models
ENV PATH=/opt/shapeinfer/bin:$PATH PYTHONDONTWRITEBYTECODE=1
ENTRYPOINT ["shapeinfer"]
CMD ["--help"]
