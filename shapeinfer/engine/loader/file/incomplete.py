"""Models that lack what a runtime needs of every model, whatever its nodes are."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.run import Placed
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapeinfer.model.structure import Model


def incomplete(model: Model) -> Iterator[Placed[Finding]]:
    """What is missing: the IR version, imports of opsets, and outputs, without which no run is possible.
    Nothing is said of a file without a graph."""
    if model.graph is None:
        return
    if not model.states_ir_version:
        yield Placed(Finding.of(codes.INCOMPLETE, "the file states no IR version"), ())
    if not model.opset_imports:
        yield Placed(Finding.of(codes.MISSING_OPSET, "the model imports no opset", domain="ai.onnx"), ())
    if not model.graph.outputs:
        yield Placed(Finding.of(codes.INCOMPLETE, "the main graph has no outputs"), ())
