"""ONNX Runtime as it was published: wheels fetched by pip, unpacked beside each other, and asked.

A wheel is imported in a process of its own, so that releases do not meet and a crash costs one answer.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

CHILD = Path(__file__).resolve().with_name("wheel_child.py")
# Releases before 1.19 were built for numpy 1 and can't be imported beside numpy 2; later ones take both.
NUMPY = "numpy==1.26.4"


class Wheel:
    """One published release: the wheel's name and hash, and the folder that holds it unpacked."""

    def __init__(self, version: str, file: str, sha256: str, folder: Path, numpy: Path) -> None:
        self.version = version
        self.file = file
        self.sha256 = sha256
        self.folder = folder
        self.numpy = numpy

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """The environment in which Python imports this release."""
        path = os.pathsep.join((str(self.folder), str(self.numpy)))
        return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **more}

    def dump(self, more: Mapping[str, str] | None = None) -> dict[str, object]:
        """What ``wheel_child.py dump`` answers. SystemExit with its words if the wheel can't be asked."""
        done = subprocess.run(
            [sys.executable, str(CHILD), "dump"],
            env=self.environment(more or {}), capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"{self.file}: {done.stderr.strip()[-2000:] or done.returncode}")
        answer: dict[str, object] = json.loads(done.stdout)
        return answer

    def load(self, models: Iterable[bytes | Path]) -> Iterator[str | None]:
        """For each model None if a session can be made of it on the CPU, else the error's words."""
        child: subprocess.Popen[str] | None = None
        try:
            for model in models:
                if child is None:
                    child = self._loader()
                assert child.stdin is not None and child.stdout is not None  # both are pipes
                encoded = "" if isinstance(model, Path) else base64.b64encode(model).decode()
                line = str(model) if isinstance(model, Path) else f"base64:{encoded}"
                child.stdin.write(line + "\n")
                child.stdin.flush()
                answer = child.stdout.readline()
                if answer:
                    said: str | None = json.loads(answer)
                    yield said
                else:
                    yield f"the process ended with {child.wait()}"
                    child = None
        finally:
            if child is not None:
                assert child.stdin is not None
                child.stdin.close()
                child.wait()

    def _loader(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(CHILD), "load"],
            env=self.environment({}), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip


def fetch(version: str, cache: Path, package: str = "onnxruntime") -> Wheel:
    """The wheel of a release for this interpreter, from the cache or by pip. SystemExit if pip fails."""
    cache.mkdir(parents=True, exist_ok=True)
    numpy = cache / "numpy"
    if not numpy.exists():
        _pip("install", "--no-deps", "--target", str(numpy), NUMPY)
    found = sorted(cache.glob(f"{package.replace('-', '_')}-{version}-*.whl"))
    if not found:
        _pip("download", "--no-deps", "--only-binary=:all:", "--dest", str(cache), f"{package}=={version}")
        found = sorted(cache.glob(f"{package.replace('-', '_')}-{version}-*.whl"))
    folder = cache / f"{package}-{version}"
    if not folder.exists():
        _pip("install", "--no-deps", "--no-compile", "--target", str(folder), str(found[0]))
    digest = hashlib.sha256(found[0].read_bytes()).hexdigest()
    return Wheel(version, found[0].name, digest, folder, numpy)


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    if subprocess.run(command, check=False).returncode:
        raise SystemExit(f"pip failed: {' '.join(arguments)}")
