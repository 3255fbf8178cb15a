"""Pad: elements added, or with a negative count removed, at both ends of axes.

Version  What changed
1        ``paddings``, ``mode`` and ``value`` are attributes
2        ``paddings`` is called ``pads``
11       ``pads`` and ``constant_value`` are inputs
18       ``axes`` says which axes are meant
19       mode ``wrap`` (the runtime accepts it before)
13, 21-  only more element types

Differences, beyond "no size below zero": the runtime. It reflects only what there is (at most size - 1
elements), edge and wrap need an element to repeat, and wrap refuses an empty tensor even where nothing is
added. It takes ``pads`` of shape [1, n], and of an axis that ``axes`` names twice the later pads.
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import INT32
from shapeinfer.facts.scalar import ANY, Scalar
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    TensorFact,
    codes,
    const,
    divides,
    equal,
    is_declared,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import each, entries
from shapeinfer.shapes.layers.padding import padded
from shapeinfer.shapes.lists import is_stored, require_count, require_length


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
    return padded(call, data, pairs, scalar.from_number(call.float("value", 0.0)))


def _pad_by_input(
    call: Call, data: TensorFact, pads: TensorFact, constant_value: TensorFact | None, axes: TensorFact | None
) -> TensorFact:
    value: Scalar = ZERO
    if constant_value is not None:
        value = each(constant_value)
        _check_value(call, constant_value)
    _require_rank(call, data, pads)
    if axes is not None:
        call.rank(axes, "axes", at_least=1, at_most=1)
        if axes.elem_type == INT32 and is_stored(axes) and data.shape is not None:
            call.refuse_ranked(
                "axes are stored as i32, and ONNX Runtime reads i64 only when it loads a model"
            )
    _require_two_each(call, data, pads, axes)
    amounts = entries(pads)
    count = data.rank if axes is None else None if axes.shape is None else axes.shape[0].value
    if amounts is not None:
        _check_length(call, data, len(amounts), None if count is None else 2 * count, "pads")
        count = len(amounts) // 2
    if data.shape is None:
        open_rank = count if axes is None else None
        return tensor(
            0, None if open_rank is None else call.fresh_shape(open_rank, "the input's rank is not known")
        )
    named = None if axes is None else axes.as_ints()
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
    return padded(call, data, tuple(pairs), value)


def _require_rank(call: Call, data: TensorFact, pads: TensorFact) -> None:
    """A list, or one row of it, which the runtime accepts where no loader looks at it."""
    if call.rank(pads, "pads", at_least=1, at_most=2) != 2 or pads.shape is None:
        return
    if is_stored(pads) and is_declared(data):
        call.error(codes.WRONG_RANK, "pads has rank 2, needed 1; pads is {pads}", pads=pads)
        return
    call.require(
        equal(pads.shape[0], ONE), codes.WRONG_RANK,
        "pads has rank 2, needed 1 (the runtime accepts one row); pads is {pads}", pads=pads,
    )  # fmt: skip
    call.warn(codes.WRONG_RANK, "pads has rank 2, needed 1; the runtime treats it as {pads}", pads=pads)


def _require_two_each(call: Call, data: TensorFact, pads: TensorFact, axes: TensorFact | None) -> None:
    """Two entries for each axis that is padded."""
    if data.shape is not None and axes is None:
        require_count(call, pads, "pads", 2 * len(data.shape), "two for each axis")
    elif axes is not None and axes.shape is not None and len(axes.shape) == 1:
        count = None if pads.shape is None else product(pads.shape).value
        if count is None:
            require_count(call, pads, "pads", 2 * axes.shape[0], "two for each of axes")
        elif not count % 2:
            require_length(call, axes, "axes", count // 2, "one for each two of pads")
    elif axes is None and pads.shape is not None:
        have = product(pads.shape)
        call.require(
            divides(const(2), have), codes.LIST_LENGTH, "pads has {have} entries, needed an even number",
            have=have,
        )  # fmt: skip


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
