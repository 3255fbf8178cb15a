"""Pad: elements added, or with a negative count removed, at both ends of axes.

Version  What changed
1        ``paddings``, ``mode`` and ``value`` are attributes
2        ``paddings`` is called ``pads``
11       ``pads`` and ``constant_value`` are inputs
18       ``axes`` says which axes are meant
19       mode ``wrap`` (the runtime takes it before)
13, 21-  only more element types

Whom we follow, beyond "no size below zero": the runtime. It reflects only what there is (at most size - 1
elements), edge and wrap need an element to repeat, and wrap refuses an empty tensor even where nothing is
added. It takes ``pads`` of shape [1, n], and of an axis that ``axes`` names twice the later pads.
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import INT32
from shapeinfer.facts.elements import Elements, indices, strides
from shapeinfer.facts.scalar import ANY, Scalar, high_of, low_of
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    TensorFact,
    any_of,
    at_least,
    codes,
    const,
    equal,
    minimum,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import each, entries, gathered, made, small, within
from shapeinfer.shapes.lists import is_stored, require_length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

Pairs = tuple[tuple[Scalar, Scalar], ...]

_TOO_LARGE = (
    "mode {mode} adds {pad} to axis {axis}, which has {kept}, needed 1 or more to repeat; data is {data}",
    "mode {mode} adds {pad} to axis {axis}, which has {kept}, needed at most {most}; data is {data}",
)
_REASON = "how much is padded is computed from data"


@rule("Pad", versions=(1,))
def pad_1(call: Call, data: TensorFact) -> TensorFact:
    return _pad_by_attribute(call, data, call.ints("paddings") or (), "paddings")


@rule("Pad", versions=(2,))
def pad_2(call: Call, data: TensorFact) -> TensorFact:
    return _pad_by_attribute(call, data, call.ints("pads") or (), "pads")


@rule("Pad", versions=(11, 13))
def pad_11(
    call: Call, data: TensorFact, pads: TensorFact, constant_value: TensorFact | None = None
) -> TensorFact:
    return _pad_by_input(call, data, pads, constant_value, None)


@rule("Pad", versions=(18, 19, 21, 23, 24, 25))
def pad_18(
    call: Call,
    data: TensorFact,
    pads: TensorFact,
    constant_value: TensorFact | None = None,
    axes: TensorFact | None = None,
) -> TensorFact:
    return _pad_by_input(call, data, pads, constant_value, axes)


def _pad_by_attribute(call: Call, data: TensorFact, pads: tuple[int, ...], name: str) -> TensorFact:
    _check_length(call, data, len(pads), None if data.rank is None else 2 * data.rank, name)
    half = len(pads) // 2
    pairs = tuple((const(b), const(e)) for b, e in zip(pads[:half], pads[half:], strict=True))
    return _pad(call, data, pairs, scalar.from_number(call.float("value", 0.0)))


def _pad_by_input(
    call: Call, data: TensorFact, pads: TensorFact, constant_value: TensorFact | None, axes: TensorFact | None
) -> TensorFact:
    value: Scalar = ZERO
    if constant_value is not None:
        value = each(constant_value)
        _check_value(call, constant_value)
    rank = call.rank(pads, "pads", at_least=1, at_most=2)
    if rank == 2 and pads.shape is not None:
        if is_stored(pads):
            call.error(codes.WRONG_RANK, "pads has rank 2, needed 1; pads is {pads}", pads=pads)
        else:
            call.require(
                equal(pads.shape[0], ONE), codes.WRONG_RANK,
                "pads has rank 2, needed 1 (the runtime takes one row); pads is {pads}", pads=pads,
            )  # fmt: skip
            call.warn(
                codes.WRONG_RANK, "pads has rank 2, needed 1; the runtime takes it as {pads}", pads=pads
            )
    if axes is not None:
        call.rank(axes, "axes", at_least=1, at_most=1)
        if axes.elem_type == INT32 and is_stored(axes) and data.shape is not None:
            call.error(
                codes.RUNTIME_DIFFERS,
                "axes are stored as i32, and ONNX Runtime reads i64 only when it loads a model",
            )
    if data.shape is not None and axes is None:
        require_length(call, pads, "pads", 2 * len(data.shape), "two for each axis")
    elif axes is not None and axes.shape is not None and len(axes.shape) == 1:
        require_length(call, pads, "pads", 2 * axes.shape[0], "two for each of axes")
    amounts = entries(pads)
    named = None if axes is None else axes.as_ints()
    count = data.rank if axes is None else None if axes.shape is None else axes.shape[0].value
    if amounts is not None:
        _check_length(call, data, len(amounts), None if count is None else 2 * count, "pads")
        count = len(amounts) // 2
    if data.shape is None:
        open_rank = count if axes is None else None
        return tensor(
            0, None if open_rank is None else call.fresh_shape(open_rank, "the input's rank is not known")
        )
    if axes is not None and named is None:
        return tensor(0, call.fresh_shape(len(data.shape), "which axes are padded is computed from data"))
    places = (
        range(len(data.shape)) if named is None else [call.axis(a, len(data.shape), "axes") for a in named]
    )
    if len(set(places)) < len(places):
        call.warn(
            codes.DUPLICATE_AXIS, "axes {axes} names an axis twice, and the later pads are taken", axes=named
        )
    pairs: list[tuple[Scalar, Scalar]] = [(ZERO, ZERO)] * len(data.shape)
    for i, axis in enumerate(places):
        pairs[axis] = (ANY, ANY) if amounts is None else (amounts[i], amounts[i + len(places)])
    return _pad(call, data, tuple(pairs), value)


def _check_length(call: Call, data: TensorFact, length: int, need: int | None, name: str) -> None:
    if length % 2 or (need is not None and length != need):
        raise call.fail(
            codes.LIST_LENGTH, "{name} has {length} entries, needed {need}: two for each axis; data "
            "is {data}",
            name=name, length=length, need="an even number" if need is None else need, data=data,
        )  # fmt: skip


def _check_value(call: Call, constant_value: TensorFact) -> None:
    count = constant_value.count()
    if count is not None:
        call.require_equal(
            count, ONE, codes.PARAMETER_SIZE, "constant_value holds {count} elements, needed 1; it is "
            "{value}",
            count=count, value=constant_value,
        )  # fmt: skip


def _pad(call: Call, data: TensorFact, pairs: Pairs, value: Scalar) -> TensorFact:
    mode = call.string("mode", "constant")
    if mode not in ("constant", "reflect", "edge", "wrap"):
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "mode is {mode!r}, needed constant, reflect, edge or wrap", mode=mode
        )
    if mode == "wrap" and call.version < 19:
        call.warn(
            codes.VALUE_NOT_ALLOWED,
            "mode is 'wrap', which comes in with opset 19 only (the runtime takes it)",
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
    return tensor(0, shape, _elements(data, shape, pairs, mode, value))


def _padded(call: Call, data: TensorFact, axis: int, pair: tuple[Scalar, Scalar], mode: str) -> Dim:
    """The size of an axis with what is added at both ends."""
    assert data.shape is not None  # asked by the caller
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
    assert data.shape is not None  # asked by the caller
    if ZERO in data.shape and (data.shape[axis].value != 0 or not _surely_grows(begin, end)):
        return  # of an empty tensor the runtime asks only that no empty axis grows
    kept = data.shape[axis] + minimum(begin, ZERO) + minimum(end, ZERO)
    if begin.hi is not None and begin.hi <= 0 and end.hi is not None and end.hi <= 0:
        call.require_at_least(
            kept, 1, codes.RUNTIME_DIFFERS,
            "the pads leave {kept} of axis {axis}, and the runtime needs 1 or more in mode {mode}; data "
            "is {data}",
            kept=kept, axis=axis, mode=mode, data=data,
        )  # fmt: skip
        return
    spare = 1 if mode == "reflect" else 0
    for pad in _to_check(begin, end, mode):
        need = at_least(kept, pad + 1) if spare else at_least(kept, ONE)
        call.require(
            any_of(need, equal(pad, ZERO)), codes.PAD_TOO_LARGE, _TOO_LARGE[spare],
            pad=pad, axis=axis, mode=mode, kept=kept, most=kept - 1, data=data,
        )  # fmt: skip


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
