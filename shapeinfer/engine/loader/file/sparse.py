"""Checks of sparse initializers, which ONNX Runtime makes dense when it reads a model, needed or not."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import WARNING
from shapeinfer.engine.loader.file.survey import Survey
from shapeinfer.engine.run import Placed
from shapeinfer.facts.elem_type import INT8, INT16, INT32, INT64
from shapeinfer.model.structure import Graph, SparseTensor
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_INDEX_TYPES = (INT8, INT16, INT32, INT64)


def sparse_tensors(survey: Survey) -> Iterator[Placed[Finding]]:
    """Sparse initializers whose values or indices do not fit their dims. In a body it was not tried."""
    for region in survey.regions:
        if not isinstance(region.graph, Graph):
            continue
        for name, sparse in region.graph.sparse_initializers.items():
            wrong = _mistake(sparse)
            if wrong is not None:
                severity = None if region is survey.main else WARNING
                message = "sparse initializer {name!r} {wrong}"
                yield region.found(codes.PAYLOAD, message, None, severity, name=name, wrong=wrong)


def _mistake(sparse: SparseTensor) -> str | None:
    """What does not fit; None if nothing is known to be wrong."""
    values, indices, dims = sparse.values, sparse.indices, sparse.dims
    if len(values.dims) != 1:
        return f"has values of rank {len(values.dims)}, needed 1"
    if dims and min(dims) < 0:
        return f"has the dims {dims}, needed none below 0"
    count = values.dims[0]
    if not count:
        return None
    if indices.elem_type not in _INDEX_TYPES:
        return "has indices that are no integers"
    if indices.dims not in ((count,), (count, len(dims))):
        return f"has indices of shape {indices.dims} for {count} values"
    for what, tensor in (("values", values), ("indices", indices)):
        mismatch = tensor.payload_mismatch()
        if mismatch is not None:
            return f"needs {mismatch[0]} of its {what}, holds {mismatch[1]}"
    return _out_of_range(sparse)


def _out_of_range(sparse: SparseTensor) -> str | None:
    bounds = sparse.indices.bounds()
    size = 1
    for dim in sparse.dims:
        size *= dim
    if bounds is None:
        return None
    if bounds[0] < 0 or (len(sparse.indices.dims) == 1 and bounds[1] >= size):
        return f"has indices from {bounds[0]} to {bounds[1]}, needed 0 to {size - 1}"
    return None
