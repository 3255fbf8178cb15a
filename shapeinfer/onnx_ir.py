"""Shape inference as a pass over an ``onnx_ir.Model``, in place of ``onnx_ir``'s own.

It needs the package ``onnx-ir``, which nothing else here imports unless it is handed such a model.
"""

from __future__ import annotations

import onnx_ir as ir

from shapeinfer.jobs.annotate import annotated_proto, fixed
from shapeinfer.jobs.edited.ir import without_weights
from shapeinfer.jobs.infer import infer
from shapeinfer.model.read import read_proto

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class ShapeInferencePass(ir.passes.InPlacePass):
    """Write the inferred types and shapes to the values of a model, its bodies and its functions.

    Weights are neither read nor changed, and values whose shape is not known keep what they have. With
    ``expressions=False`` only integers and plain names are written. ``dims`` fixes sizes of the inputs; a
    model that can't run with them raises :class:`shapeinfer.jobs.annotate.Refused`, a name that it does not
    have :class:`shapeinfer.UnknownName` (both ValueErrors). Mistakes in a model do not raise. The result's
    ``modified`` tells whether any type or shape changed.
    """

    def __init__(self, *, expressions: bool = True, dims: Mapping[str, int] | None = None) -> None:
        super().__init__()
        self.expressions = expressions
        self.dims = dims

    def call(self, model: ir.Model) -> ir.passes.PassResult:
        """Annotate the model in place."""
        proto = without_weights(model)
        result = fixed(read_proto(proto), self.dims) if self.dims else infer(proto)
        annotated = ir.from_proto(annotated_proto(proto, result, expressions=self.expressions))
        modified = False
        for graph, other in zip(_regions(model), _regions(annotated), strict=True):
            inferred = {value.name: value for value in _values(other)}
            for value in _values(graph):
                found = inferred.get(value.name)
                if found is not None:
                    modified = _take(value, found) or modified
        return ir.passes.PassResult(model, modified)


def _regions(model: ir.Model) -> Iterator[ir.Graph | ir.Function]:
    """All graphs and functions, in an order that serializing keeps."""
    yield from model.graphs()
    yield from model.functions.values()


def _values(region: ir.Graph | ir.Function) -> Iterator[ir.Value]:
    yield from region.inputs
    for node in region:
        yield from node.outputs


def _take(value: ir.Value, found: ir.Value) -> bool:
    """Give a value the type and shape that are found; whether that changed it."""
    changed = False
    if found.type is not None and value.type != found.type:
        value.type = found.type
        changed = True
    if found.shape is not None and value.shape != found.shape:
        value.shape = found.shape
        changed = True
    return changed
