"""Padding: elements added, or with a negative count removed, at both ends of each axis."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import bits
from shapeinfer.facts.elements import Elements, indices, strides
from shapeinfer.facts.scalar import Scalar, high_of, low_of
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Condition,
    Dim,
    TensorFact,
    all_of,
    any_of,
    at_least,
    const,
    equal,
    may_be_empty,
    minimum,
    product,
    tensor,
)
from shapeinfer.shapes.contents import each, gathered, made, small, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

Pairs = tuple[tuple[Scalar, Scalar], ...]

_TOO_LARGE = (
    "mode {mode} adds {pad} to axis {axis}, which has {kept}, needed 1 or more to repeat; data is {data}",
    "mode {mode} adds {pad} to axis {axis}, which has {kept}, needed at most {most}; data is {data}",
)
# Of an axis with so much padding it is asked whether 64 bits can count what comes out.
_LONG = 2**40
_REASON = "the padding is computed from data"


def padded(call: Call, data: TensorFact, pairs: Pairs, value: Scalar) -> TensorFact:
    """data with the padding of each axis, by the attribute ``mode``; ``value`` is what a constant is."""
    mode = call.string("mode", "constant")
    if mode not in ("constant", "reflect", "edge", "wrap"):
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "mode is {mode!r}, needed constant, reflect, edge or wrap", mode=mode
        )
    if mode == "wrap" and not call.domain and call.version < 19:
        call.warn(
            codes.VALUE_NOT_ALLOWED,
            "mode is 'wrap', which exists only since opset 19 (the runtime accepts it)",
        )
    if data.shape is None:
        return tensor(0, call.fresh_shape(len(pairs), "the input's rank is not known"))
    if not data.shape:
        call.error(
            codes.RUNTIME_DIFFERS,
            "data has rank 0, which the runtime does not pad; data is {data}",
            data=data,
        )
        return tensor(0, ())
    if mode == "wrap":
        count = product(data.shape)
        call.require_at_least(
            count, 1, codes.RUNTIME_DIFFERS,
            "data holds {count} elements, and the runtime wraps 1 or more; data "
            "is {data}", count=count, data=data,
        )  # fmt: skip
    shape = tuple(_padded(call, data, axis, pair, mode) for axis, pair in enumerate(pairs))
    _require_countable(call, data, shape)
    return tensor(0, shape, _elements(data, shape, pairs, mode, value))


def _require_countable(call: Call, data: TensorFact, shape: tuple[Dim, ...]) -> None:
    """64 bits can count the bytes, where an open size has so much padding that they may not.

    (The engine refuses sizes that are numbers.)"""
    if not any(size.value is None and size.constant_term() >= _LONG for size in shape):
        return
    most = 2**66 // (bits(data.elem_type) or 8) - 1
    call.require_at_least(
        const(most), product(shape), codes.SIZE_LIMIT,
        "the result has the sizes {shape}, an overflow: 64 bits can't count its bytes", shape=shape,
    )  # fmt: skip


def _padded(call: Call, data: TensorFact, axis: int, pair: tuple[Scalar, Scalar], mode: str) -> Dim:
    """The size of an axis with what is added at both ends."""
    assert data.shape is not None  # checked by the caller
    size, (begin, end) = data.shape[axis], pair
    if not isinstance(begin, Dim) or not isinstance(end, Dim):
        return _between(call, size, begin, end)
    if begin.value == 0 and end.value == 0:
        return size
    total = size + begin + end
    verdict = call.require_at_least(
        total, ZERO, codes.NEGATIVE_SIZE,
        "axis {axis} of data is {size}, and {begin} and {end} added leave {total}, needed 0 or more; "
        "data is {data}",
        axis=axis, size=size, begin=begin, end=end, total=total, data=data,
    )  # fmt: skip
    if verdict is REFUTED:
        return call.blamed()
    if mode != "constant":
        _require_source(call, data, axis, begin, end, mode)
    return total


def _between(call: Call, size: Dim, begin: Scalar, end: Scalar) -> Dim:
    low, high = low_of(scalar.add(begin, end)), high_of(scalar.add(begin, end))
    if low is None or (size + low).lo is None or ((size + low).lo or 0) < 0:
        return call.fresh(_REASON, high=None if high is None else size + high)
    return call.fresh(_REASON, size + low, None if high is None else size + high)


def _require_source(call: Call, data: TensorFact, axis: int, begin: Dim, end: Dim, mode: str) -> None:
    """What is repeated or mirrored is there, after removing what negative pads remove."""
    assert data.shape is not None  # checked by the caller
    if ZERO in data.shape and (data.shape[axis].value != 0 or not _surely_grows(begin, end)):
        # Of an empty tensor the runtime asks only that no empty axis grows.
        if data.shape[axis].value == 0:
            call.require(
                equal(begin + end, ZERO), codes.PAD_TOO_LARGE, _TOO_LARGE[0],
                pad=begin + end, axis=axis, mode=mode, kept=ZERO, data=data,
            )  # fmt: skip
        return
    kept = data.shape[axis] + minimum(begin, ZERO) + minimum(end, ZERO)
    if begin.hi is not None and begin.hi <= 0 and end.hi is not None and end.hi <= 0:
        call.require(
            _unless_empty(at_least(kept, ONE), data, axis, grows=False), codes.RUNTIME_DIFFERS,
            "the pads leave {kept} of axis {axis}, and the runtime needs 1 or more in mode {mode}; data "
            "is {data}",
            kept=kept, axis=axis, mode=mode, data=data,
        )  # fmt: skip
        return
    spare = 1 if mode == "reflect" else 0
    for pad in _to_check(begin, end, mode):
        need = at_least(kept, pad + 1) if spare else at_least(kept, ONE)
        grows = _surely_grows(begin, end)
        need = _unless_empty(any_of(need, equal(pad, ZERO)), data, axis, grows=grows)
        call.require(
            need, codes.PAD_TOO_LARGE, _TOO_LARGE[spare],
            pad=pad, axis=axis, mode=mode, kept=kept, most=kept - 1, data=data,
        )  # fmt: skip


def _unless_empty(need: Condition, data: TensorFact, axis: int, *, grows: bool) -> Condition:
    """Of an empty tensor the runtime asks only that no empty axis grows."""
    assert data.shape is not None  # checked by the caller
    own = at_least(data.shape[axis], ONE)

    def is_empty(size: Dim) -> Condition:
        return all_of(equal(size, ZERO), own) if grows else equal(size, ZERO)

    others = [size for at, size in enumerate(data.shape) if at != axis or not grows]
    return any_of(need, *(is_empty(size) for size in others if may_be_empty(size)))


def _surely_grows(begin: Dim, end: Dim) -> bool:
    total = begin + end
    return total.lo is not None and total.lo > 0


def _to_check(begin: Dim, end: Dim, mode: str) -> list[Dim]:
    """The pads that need a source: of constants the larger one says all, and so does any but in reflect."""
    pads = [pad for pad in dict.fromkeys((begin, end)) if pad.hi is None or pad.hi > 0]
    known = [pad for pad in pads if pad.value is not None]
    if known and mode != "reflect":
        return known[:1]
    most = max((pad.value for pad in known if pad.value is not None), default=None)
    return [pad for pad in pads if pad.value is None or pad.value == most]


def _elements(
    data: TensorFact, shape: tuple[Dim, ...], pairs: Pairs, mode: str, value: Scalar
) -> Elements | None:
    if data.elements is None or data.shape is None:
        return None
    static, out = small(data.shape), small(shape)
    known = [(b.value, e.value) for b, e in pairs if isinstance(b, Dim) and isinstance(e, Dim)]
    exact = [(b, e) for b, e in known if b is not None and e is not None]
    if static is None or out is None or len(exact) < len(pairs) or data.elements.items is None:
        whole = scalar.join(each(data), value) if mode == "constant" else each(data)
        return within(whole)
    spans = [(max(0, -b), n - max(0, -e)) for n, (b, e) in zip(static, exact, strict=True)]
    begins = [b for b, _ in exact]
    if mode != "constant":
        if any(high <= low for low, high in spans):
            return None
        place = _PLACES[mode]
        return gathered(
            data, shape,
            lambda index: tuple(place(i - b, *span) for i, b, span in zip(index, begins, spans, strict=True)),
        )  # fmt: skip
    return _constant(data.elements.items, static, out, begins, spans, value)


def _constant(
    items: Sequence[Scalar],
    static: tuple[int, ...],
    out: tuple[int, ...],
    begins: Sequence[int],
    spans: Sequence[tuple[int, int]],
    value: Scalar,
) -> Elements | None:
    steps, padded = strides(static), []
    for index in indices(out):
        at = [i - b for i, b in zip(index, begins, strict=True)]
        inside = all(low <= i < high for i, (low, high) in zip(at, spans, strict=True))
        padded.append(items[sum(i * s for i, s in zip(at, steps, strict=True))] if inside else value)
    return made(padded, out)


def _edge(i: int, low: int, high: int) -> int:
    return min(max(i, low), high - 1)


def _reflect(i: int, low: int, high: int) -> int:
    return 2 * low - i if i < low else 2 * (high - 1) - i if i >= high else i


def _wrap(i: int, low: int, high: int) -> int:
    return low + (i - low) % (high - low)


_PLACES = {"edge": _edge, "reflect": _reflect, "wrap": _wrap}
