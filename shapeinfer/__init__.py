"""Static shape-and-type inference for ONNX models: lint, annotate, pre-flight."""

from __future__ import annotations

from shapeinfer.version import __version__ as __version__

# typing itself costs more to import than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.jobs.annotate import annotate
    from shapeinfer.jobs.compat import infer_shapes, infer_shapes_path
    from shapeinfer.jobs.cost import ModelCost, cost
    from shapeinfer.jobs.infer import Result, infer
    from shapeinfer.jobs.preflight.check import check
    from shapeinfer.jobs.sources import UnknownName
    from shapeinfer.jobs.targets import targets
    from shapeinfer.linter.lint import lint
    from shapeinfer.model.protobuf.wire import DamagedModel

__all__ = [
    "DamagedModel",
    "ModelCost",
    "Result",
    "UnknownName",
    "annotate",
    "check",
    "cost",
    "infer",
    "infer_shapes",
    "infer_shapes_path",
    "lint",
    "targets",
]

# Name -> module. Importing shapeinfer loads neither onnx nor networkx nor pydantic; using it may.
_HOMES = {
    "DamagedModel": "shapeinfer.model.protobuf.wire",
    "ModelCost": "shapeinfer.jobs.cost",
    "Result": "shapeinfer.jobs.infer",
    "UnknownName": "shapeinfer.jobs.sources",
    "annotate": "shapeinfer.jobs.annotate",
    "check": "shapeinfer.jobs.preflight.check",
    "cost": "shapeinfer.jobs.cost",
    "infer": "shapeinfer.jobs.infer",
    "lint": "shapeinfer.linter.lint",
    "targets": "shapeinfer.jobs.targets",
    "infer_shapes": "shapeinfer.jobs.compat",
    "infer_shapes_path": "shapeinfer.jobs.compat",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'shapeinfer' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
