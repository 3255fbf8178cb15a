"""Static shape-and-type inference for ONNX models: lint, annotate, pre-flight."""

from __future__ import annotations

# typing itself costs more to import than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.annotator import annotate
    from shapeinfer.compat import infer_shapes, infer_shapes_path
    from shapeinfer.linter import lint
    from shapeinfer.model.wire import DamagedModel
    from shapeinfer.preflight import UnknownName, check
    from shapeinfer.result import Result, infer

__version__ = "0.1.0"

__all__ = [
    "DamagedModel",
    "Result",
    "UnknownName",
    "annotate",
    "check",
    "infer",
    "infer_shapes",
    "infer_shapes_path",
    "lint",
]

# Name -> module. Importing shapeinfer loads neither onnx nor networkx nor pydantic; using it may.
_HOMES = {
    "DamagedModel": "shapeinfer.model.wire",
    "Result": "shapeinfer.result",
    "UnknownName": "shapeinfer.preflight",
    "annotate": "shapeinfer.annotator",
    "check": "shapeinfer.preflight",
    "infer": "shapeinfer.result",
    "lint": "shapeinfer.linter",
    "infer_shapes": "shapeinfer.compat",
    "infer_shapes_path": "shapeinfer.compat",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'shapeinfer' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
