"""Static shape-and-type inference for ONNX models: lint, annotate, pre-flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapeinfer.compat import infer_shapes, infer_shapes_path

__version__ = "0.1.0"

__all__ = ["infer_shapes", "infer_shapes_path"]

# Name -> module. Importing shapeinfer loads neither onnx nor networkx nor pydantic; using it may.
_HOMES = {
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
