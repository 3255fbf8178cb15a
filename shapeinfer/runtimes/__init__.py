"""Which releases of a runtime load a model, by tables generated from the published wheels.

This wing knows what each release supports and how the runtime decides. It must not know formats, and its
tables are imported only if a target is given. Begin with ``match.py``, whose docstring explains the decision,
then ``obstacles.py``; ``onnxruntime_data.py`` and ``newest.py`` are generated.
"""
