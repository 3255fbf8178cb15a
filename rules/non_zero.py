"""NonZero: the positions of all elements that are not zero, one column each.

Version  What changed
9        shape [rank, count]
13       only more element types

Differences: of a rank-0 input the runtime makes [1, count], the specification [0, count].
"""

from __future__ import annotations

from shapeinfer.facts.elements import Elements, indices, of, ranged
from shapeinfer.facts.scalar import Scalar, Span, high_of, low_of, number, span
from shapeinfer.rule import (
    PROVED,
    REFUTED,
    UNKNOWN,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    Verdict,
    codes,
    const,
    equal,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import each, entries, small, within


@rule("NonZero", versions=(9, 13))
def non_zero(call: Call, X: TensorFact) -> TensorFact:
    if X.shape is None:
        reason = "how many elements are not zero depends on data"
        return tensor(
            0, (call.fresh("the input's rank is not known"), call.fresh(reason)), within(span(ZERO, None))
        )
    rank = len(X.shape)
    if not rank:
        call.warn(
            codes.RUNTIME_DIFFERS, "X has rank 0: the runtime makes one row of it, the specification none"
        )
    verdicts = [_is_zero(item) for item in entries(X) or ()]
    static = small(X.shape)
    if static is not None and UNKNOWN not in verdicts:
        return _known(static, [v is REFUTED for v in verdicts])
    alike = _is_zero(each(X)) if static is None else UNKNOWN
    if alike is not UNKNOWN:
        return _all_or_none(X.shape, chosen=alike is REFUTED)
    low = sum(1 for v in verdicts if v is REFUTED)
    high = X.count() if static is None else const(sum(1 for v in verdicts if v is not PROVED))
    count = call.fresh("how many elements are not zero depends on data", const(low), high)
    return tensor(0, (max(rank, 1), count), within(span(ZERO, _last(X.shape))))


def _all_or_none(shape: Shape, *, chosen: bool) -> TensorFact:
    """Of a tensor in which no element is zero, or each one: exporters write ``arange(n)`` as the positions in
    n ones."""
    rows = max(len(shape), 1)
    if not chosen:
        return tensor(0, (rows, 0))
    count = product(shape)
    if len(shape) != 1:
        return tensor(0, (rows, count), within(span(ZERO, _last(shape))))
    return tensor(0, (rows, count), ranged(Span(ZERO, count - 1, attained=True)))


def _is_zero(item: Scalar) -> Verdict:
    if isinstance(item, Dim):
        return equal(item, ZERO).verdict()
    if number(item) is not None:
        return PROVED if number(item) == 0 else REFUTED
    low, high = low_of(item), high_of(item)
    if low is not None and low.lo is not None and low.lo > 0:
        return REFUTED
    return REFUTED if high is not None and high.hi is not None and high.hi < 0 else UNKNOWN


def _last(shape: Shape) -> Dim | None:
    """The highest position on any axis, if one bound holds for all."""
    shape = shape or (const(1),)
    if len(shape) == 1:
        return shape[0] - 1
    sizes = [d.hi for d in shape]
    known = [size for size in sizes if size is not None]
    return const(max(known) - 1) if len(known) == len(sizes) else None


def _known(static: tuple[int, ...], chosen: list[bool]) -> TensorFact:
    columns = [index or (0,) for index, keep in zip(indices(static), chosen, strict=True) if keep]
    rows = max(len(static), 1)
    items = [const(column[row]) for row in range(rows) for column in columns]
    elements: Elements | None = of(items, (rows, len(columns)))
    return tensor(0, (rows, len(columns)), elements)
