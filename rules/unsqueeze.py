"""Unsqueeze: new axes of size 1.

Version  What changed
1        ``axes`` is an attribute, counted in the output from the front (the runtime counts either way)
11       negative axes count from the back of the output
13       ``axes`` is an input
21-      only more element types

Differences: the runtime takes a rank-0 ``axes`` as a list of one, and so do we.
"""

from __future__ import annotations

from shapeinfer.rule import ONE, UNSQUEEZED, Call, TensorFact, const, rule, tensor
from shapeinfer.shapes.contents import entries, reshaped
from shapeinfer.shapes.index import require_different_axes
from shapeinfer.shapes.lists import MOST_AXES, as_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass


@rule("Unsqueeze", versions=(1, 11))
def unsqueeze_1(call: Call, data: TensorFact) -> TensorFact:
    return _unsqueeze(call, data, call.ints("axes") or ())


@rule("Unsqueeze", versions=(13, 21, 23, 24, 25))
def unsqueeze_13(call: Call, data: TensorFact, axes: TensorFact) -> TensorFact:
    axes = as_list(call, axes, "axes", least=0)
    known = axes.as_ints()
    if known is not None:
        return _unsqueeze(call, data, known)
    count = axes.count()
    if count is not None and count.value is not None and data.shape is not None:
        require_different_axes(call, entries(axes) or (), len(data.shape) + count.value)
    if count is None or count.value is None or count.value > MOST_AXES or data.shape is None:
        return tensor(0, None, None if data.elements is None else data.elements.spread())
    sizes = set(data.shape)
    rank = len(data.shape) + count.value
    # Where all sizes are 1 it does not matter where the new ones stand.
    shape = (ONE,) * rank if sizes <= {const(1)} else call.fresh_shape(rank, UNSQUEEZED)
    return tensor(0, shape, reshaped(data, shape))


def _unsqueeze(call: Call, data: TensorFact, axes: tuple[int, ...]) -> TensorFact:
    if data.shape is None:
        return tensor(0, None, reshaped(data, None))
    rank = len(data.shape) + len(axes)
    new = set(call.axes(axes, rank))
    rest = iter(data.shape)
    shape = tuple(ONE if axis in new else next(rest) for axis in range(rank))
    return tensor(0, shape, reshaped(data, shape))
