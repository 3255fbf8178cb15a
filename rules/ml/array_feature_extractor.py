"""ArrayFeatureExtractor: columns of X, by index.

Version  What changed
1        introduced

Differences: the runtime counts every element of Y as an index and gives a rank-1 X an axis more
([1, k]). It refuses no index at all, which the specification does not forbid.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    TensorFact,
    all_of,
    at_least,
    const,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import gathered
from shapeinfer.shapes.index import require_nonempty_axis
from shapeinfer.shapes.layers.rows import demand


@rule("ArrayFeatureExtractor", versions=(1,), domain="ai.onnx.ml")
def array_feature_extractor(call: Call, X: TensorFact, Y: TensorFact) -> TensorFact:
    call.rank(X, "X", at_least=1)
    count = call.fresh("the number of indices is not known") if Y.shape is None else product(Y.shape)
    demand(
        call, at_least(count, ONE), "Y holds {count} indices, needed at least 1; Y is {Y}", count=count, Y=Y
    )
    if X.shape is None:
        return tensor(0)
    _require_inside(call, X, Y)
    shape = (ONE, count) if len(X.shape) == 1 else (*X.shape[:-1], count)
    chosen = Y.as_ints()
    if chosen is None or X.elements is None:
        return tensor(0, shape)
    short = len(X.shape) == 1
    return tensor(
        0, shape, gathered(X, shape, lambda i: (chosen[i[-1]],) if short else (*i[:-1], chosen[i[-1]]))
    )


def _require_inside(call: Call, X: TensorFact, Y: TensorFact) -> None:
    """Indices count from the front only. The largest constant speaks for all constants."""
    if not X.shape:
        return
    size = X.shape[-1]
    if Y.elements is None:
        # There is an index: none at all is refused.
        require_nonempty_axis(call, (), size, len(X.shape) - 1, X, name="Y")
    known = [i for i in (None if Y.elements is None else Y.elements.some_dims()) or () if i is not None]
    constants = [i.value for i in known if i.value is not None]
    largest = [const(max(constants))] if constants else []
    smallest = [const(min(constants))] if constants and min(constants) < 0 else []
    for index in dict.fromkeys((*smallest, *largest, *(i for i in known if i.value is None))):
        call.require(
            all_of(at_least(index, ZERO), at_least(size, index + 1)),
            codes.INDEX_OUT_OF_RANGE,
            "Y holds {index}, needed 0 to {last} for the last axis of X of size {size}",
            index=index,
            last=size - 1,
            size=size,
        )
