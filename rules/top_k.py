"""TopK: the k largest or smallest elements along an axis, and where they stand.

Version  What changed
1        ``k`` is an attribute, above 0
10       ``K`` is an input, a list of one
11       ``largest``, ``sorted``
24       only more element types

The runtime keeps 32 bits of the attribute, and of K where no loader compares it with a size. A K of 0 gives
an empty result in it, where the specification says "positive".
"""

from __future__ import annotations

from shapeinfer.facts.elements import Elements
from shapeinfer.facts.scalar import ANY, Scalar, high_of, low_of, span
from shapeinfer.rule import ONE, REFUTED, ZERO, Call, Dim, TensorFact, codes, const, is_ranked, rule, tensor
from shapeinfer.shapes.contents import entries, within
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.inputs import read_axis
from shapeinfer.shapes.lists import is_stored

Outputs = tuple[TensorFact, TensorFact]


@rule("TopK", versions=(1,))
def top_k_1(call: Call, X: TensorFact) -> Outputs:
    k = call.int("k")
    if k < 1:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "k is {k}, needed 1 or more", k=k)
    seen = as_int32(k)
    if seen != k:
        call.warn(
            codes.VALUE_NOT_ALLOWED, "k is {k}, needed at most 2147483647: ONNX Runtime reads it as {seen}",
            k=k, seen=seen,
        )  # fmt: skip
    return _top(call, X, const(seen))


@rule("TopK", versions=(10, 11, 24))
def top_k_10(call: Call, X: TensorFact, K: TensorFact) -> Outputs:
    call.rank(K, "K", at_least=1, at_most=1)
    if K.shape is not None:
        call.require_equal(
            K.shape[0],
            ONE,
            codes.PARAMETER_SIZE,
            "K holds {count} elements, needed 1; K is {K}",
            count=K.shape[0],
            K=K,
        )
    items = entries(K)
    k = items[0] if items else ANY
    if isinstance(k, Dim) and k.value is not None and k.value >= 2**31 and not _is_compared(call, X, K):
        call.warn(
            codes.VALUE_NOT_ALLOWED, "K is {k}, needed at most 2147483647: ONNX Runtime reads 32 bits of it",
            k=k,
        )  # fmt: skip
        k = const(k.value % 2**32)
    return _top(call, X, k)


def _is_compared(call: Call, X: TensorFact, K: TensorFact) -> bool:
    """Whether a loader compares all of K with the size of X, both of which it knows then."""
    axis = call.int("axis", -1)
    if not (is_stored(K) and call.loading and is_ranked(X)) or X.shape is None:
        return False
    return -len(X.shape) <= axis < len(X.shape) and X.shape[axis].value is not None


def _top(call: Call, X: TensorFact, k: Scalar) -> Outputs:
    rank = call.rank(X, "X", at_least=1)
    spread = None if X.elements is None else X.elements.spread()
    if isinstance(k, Dim):
        call.require_at_least(k, ZERO, codes.NEGATIVE_SIZE, "K is {k}, needed 0 or more", k=k)
    if rank is None or X.shape is None:
        return tensor(0, None, spread), tensor(0, None, within(span(ZERO, None)))
    axis = call.axis(read_axis(call, X, -1), rank)
    size = X.shape[axis]
    shape = (*X.shape[:axis], _count(call, X, axis, k), *X.shape[axis + 1 :])
    places: Elements | None = within(span(ZERO, size - 1))
    return tensor(0, shape, spread), tensor(0, shape, places)


def _count(call: Call, X: TensorFact, axis: int, k: Scalar) -> Dim:
    assert X.shape is not None  # checked by the caller
    size = X.shape[axis]
    if not isinstance(k, Dim):
        low, high = low_of(k), high_of(k)
        low = ZERO if low is None or low.lo is None or low.lo < 0 else low
        return call.fresh("K is computed from data", low, size if high is None else high)
    verdict = call.require_at_least(
        size, k, codes.SIZE_LIMIT, "K is {k}, axis {axis} of X is {size}, needed at least as many; X is {X}",
        k=k, axis=axis, size=size, X=X,
    )  # fmt: skip
    return call.blamed() if verdict is REFUTED or (k.hi is not None and k.hi < 0) else k
