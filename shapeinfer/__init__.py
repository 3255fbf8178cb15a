"""Static shape-and-type inference for ONNX models: lint, annotate, pre-flight."""

from __future__ import annotations

from shapeinfer.version import __version__ as __version__

# typing itself costs more to import than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.contracts.contract import Contract
    from shapeinfer.dims import Dim
    from shapeinfer.facts.fact import Fact, TensorFact
    from shapeinfer.jobs.annotate import annotate, annotated_pieces
    from shapeinfer.jobs.compat import (
        infer_function_output_types,
        infer_node_outputs,
        infer_shapes,
        infer_shapes_path,
    )
    from shapeinfer.jobs.contract import contract
    from shapeinfer.jobs.cost import ModelCost, cost
    from shapeinfer.jobs.diff import Change, diff
    from shapeinfer.jobs.edited.session import Session
    from shapeinfer.jobs.infer import Result, infer
    from shapeinfer.jobs.preflight.check import check
    from shapeinfer.jobs.show import show
    from shapeinfer.jobs.sources import UnknownName
    from shapeinfer.jobs.targets import targets
    from shapeinfer.linter.lint import lint
    from shapeinfer.linter.many import lint_many
    from shapeinfer.model.protobuf.wire import Chunked, DamagedModel
    from shapeinfer.model.read import read_buffer
    from shapeinfer.render.format import merged
    from shapeinfer.reporting import report_data, report_html
    from shapeinfer.reports.diagnostic import Diagnostic, Interface, Report

__all__ = [
    "Change",
    "Chunked",
    "Contract",
    "DamagedModel",
    "Diagnostic",
    "Dim",
    "Fact",
    "Interface",
    "ModelCost",
    "Report",
    "Result",
    "Session",
    "TensorFact",
    "UnknownName",
    "annotate",
    "annotated_pieces",
    "check",
    "contract",
    "cost",
    "diff",
    "infer",
    "infer_function_output_types",
    "infer_node_outputs",
    "infer_shapes",
    "infer_shapes_path",
    "lint",
    "lint_many",
    "merged",
    "read_buffer",
    "report_data",
    "report_html",
    "show",
    "targets",
]

# Name -> module. Importing shapeinfer loads neither onnx nor networkx nor pydantic; using it may.
_HOMES = {
    "Change": "shapeinfer.jobs.diff",
    "Chunked": "shapeinfer.model.protobuf.wire",
    "Contract": "shapeinfer.contracts.contract",
    "DamagedModel": "shapeinfer.model.protobuf.wire",
    "Diagnostic": "shapeinfer.reports.diagnostic",
    "Dim": "shapeinfer.dims",
    "Fact": "shapeinfer.facts.fact",
    "Interface": "shapeinfer.reports.diagnostic",
    "ModelCost": "shapeinfer.jobs.cost",
    "Report": "shapeinfer.reports.diagnostic",
    "Result": "shapeinfer.jobs.infer",
    "Session": "shapeinfer.jobs.edited.session",
    "TensorFact": "shapeinfer.facts.fact",
    "UnknownName": "shapeinfer.jobs.sources",
    "annotate": "shapeinfer.jobs.annotate",
    "annotated_pieces": "shapeinfer.jobs.annotate",
    "check": "shapeinfer.jobs.preflight.check",
    "contract": "shapeinfer.jobs.contract",
    "cost": "shapeinfer.jobs.cost",
    "diff": "shapeinfer.jobs.diff",
    "infer": "shapeinfer.jobs.infer",
    "infer_function_output_types": "shapeinfer.jobs.compat",
    "infer_node_outputs": "shapeinfer.jobs.compat",
    "infer_shapes": "shapeinfer.jobs.compat",
    "infer_shapes_path": "shapeinfer.jobs.compat",
    "lint": "shapeinfer.linter.lint",
    "lint_many": "shapeinfer.linter.many",
    "merged": "shapeinfer.render.format",
    "read_buffer": "shapeinfer.model.read",
    "report_data": "shapeinfer.reporting",
    "report_html": "shapeinfer.reporting",
    "show": "shapeinfer.jobs.show",
    "targets": "shapeinfer.jobs.targets",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'shapeinfer' has no attribute {name!r}")
    import importlib

    found = globals()[name] = getattr(importlib.import_module(home), name)
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
