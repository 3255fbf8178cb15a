"""Scales and zero points: one for a whole tensor, or one for each element of an axis."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, ZERO, Call, Dim, TensorFact, any_of, at_least, ceildiv, const, equal, product
from shapeinfer.shapes.lists import is_stored


def require_one_or_each(call: Call, fact: TensorFact | None, size: Dim | None, name: str) -> None:
    """A scalar or a vector of one element; with ``size`` also a vector of that many."""
    if fact is None:
        return
    call.rank(fact, name, at_most=1)
    if not fact.shape:
        return
    have = fact.shape[0]
    if size is None:
        message = "{name} has {have} elements, needed 1; {name} is {fact}"
        call.require(equal(have, ONE), codes.PARAMETER_SIZE, message, name=name, have=have, fact=fact)
        return
    call.require(
        any_of(equal(have, ONE), equal(have, size)), codes.PARAMETER_SIZE,
        "{name} has {have} elements, needed 1 or {size}; {name} is {fact}",
        name=name, have=have, size=size, fact=fact,
    )  # fmt: skip


def require_stored_some(call: Call, fact: TensorFact, name: str) -> None:
    """What is stored has elements: a kernel reads the first when it is made."""
    if is_stored(fact) and ZERO in (fact.shape or ()):
        call.error(
            codes.RUNTIME_DIFFERS, "{name} is {fact}, stored, at which ONNX Runtime's process ends",
            name=name, fact=fact,
        )  # fmt: skip


def require_scales(
    call: Call, x: TensorFact, scale: TensorFact, zero_point: TensorFact | None, names: tuple[str, str, str]
) -> None:
    """Scale and zero point of a quantized tensor: of the whole tensor, of each place on an axis, or of
    each block of ``block_size`` on an axis. ``names`` are those of x, scale and zero point."""
    block = call.int("block_size", 0)
    if block < 0:
        call.error(codes.VALUE_NOT_ALLOWED, "block_size is {block}, needed at least 0", block=block)
    elif block > 0:
        _require_blocks(call, x, scale, block, names)
    else:
        _require_places(call, x, scale, names)
    if zero_point is not None:
        _require_alike(call, scale, zero_point, names, blocks=block > 0)


def _require_places(call: Call, x: TensorFact, scale: TensorFact, names: tuple[str, str, str]) -> None:
    call.rank(scale, names[1], at_most=1)
    if x.shape is None or not scale.shape or scale.shape[0].value == 1:
        return
    have, rank, axis = scale.shape[0], len(x.shape), call.int("axis", 1)
    args = {"name": names[1], "have": have, "axis": axis, "x_name": names[0], "x": x}
    if not -rank <= axis < rank:
        call.require(
            equal(have, ONE), codes.AXIS_OUT_OF_RANGE,
            "{name} has {have} elements for axis {axis}, needed an axis of {x_name}; {x_name} is {x}", **args,
        )  # fmt: skip
        return
    call.require(
        any_of(equal(have, ONE), equal(have, x.shape[axis])), codes.PARAMETER_SIZE,
        "{name} has {have} elements, needed 1 or the {need} of axis {axis}; {x_name} is {x}",
        need=x.shape[axis], **args,
    )  # fmt: skip


def _require_blocks(
    call: Call, x: TensorFact, scale: TensorFact, block: int, names: tuple[str, str, str]
) -> None:
    if x.shape is None or scale.shape is None:
        return
    message = "{name} is {what} beside block_size {block}, which ONNX Runtime refuses"
    if not scale.shape:
        call.error(codes.RUNTIME_DIFFERS, message, name=names[1], what="a scalar", block=block)
        return
    if len(scale.shape) == 1:
        call.require(
            any_of(at_least(scale.shape[0], const(2)), equal(scale.shape[0], ZERO)), codes.RUNTIME_DIFFERS,
            message, name=names[1], what="of one element", block=block,
        )  # fmt: skip
    rank = len(x.shape)
    call.rank(scale, names[1], at_least=rank, at_most=rank)
    blocked = call.axis(call.int("axis", 1), rank)
    for axis, (have, size) in enumerate(zip(scale.shape, x.shape, strict=True)):
        need = ceildiv(size, block) if axis == blocked else size
        call.require(
            equal(have, need), codes.PARAMETER_SIZE,
            "axis {axis} of {name} has {have}, needed {need}; {name} is {scale}, {x_name} is {x}",
            axis=axis, name=names[1], have=have, need=need, scale=scale, x_name=names[0], x=x,
        )  # fmt: skip


def _require_alike(
    call: Call, scale: TensorFact, zero_point: TensorFact, names: tuple[str, str, str], *, blocks: bool
) -> None:
    """The zero point has the scale's shape; of one element either may be a scalar."""
    if scale.shape is None or zero_point.shape is None:
        return
    if not blocks:
        call.rank(zero_point, names[2], at_most=1)
    if blocks and len(scale.shape) != len(zero_point.shape):
        raise call.fail(
            codes.PARAMETER_SIZE, "{name} is {zero_point}, needed the shape of {scale_name}; that is {scale}",
            name=names[2], zero_point=zero_point, scale_name=names[1], scale=scale,
        )  # fmt: skip
    for axis, (one, other) in enumerate(zip(zero_point.shape, scale.shape, strict=True)) if blocks else ():
        call.require_equal(
            one, other, codes.PARAMETER_SIZE,
            "axis {axis} of {name} has {have}, needed the {need} of {scale_name}; {name} is {zero_point}",
            axis=axis, name=names[2], have=one, need=other, scale_name=names[1], zero_point=zero_point,
        )  # fmt: skip
    if blocks:
        return
    have, need = product(zero_point.shape), product(scale.shape)
    call.require(
        equal(have, need), codes.PARAMETER_SIZE,
        "{name} has {have} elements, needed the {need} of {scale_name}; {name} is {zero_point}",
        name=names[2], have=have, need=need, scale_name=names[1], zero_point=zero_point,
    )  # fmt: skip
