"""CenterCropPad: each axis cropped or padded to a given size.

Version  What changed
18       ``shape`` holds one size for each of ``axes``, or for all

Differences: the runtime, where this is a function of other operators, takes a single size for all axes
unless it is stored, and makes nothing of a size below 0.
"""

from __future__ import annotations

import math

from shapeinfer.facts.elem_type import INT32, bits
from shapeinfer.facts.scalar import ANY, Scalar, high_of, low_of
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Dim,
    TensorFact,
    any_of,
    codes,
    const,
    equal,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import entries

_MOST_BYTES = 2**63 - 1


@rule("CenterCropPad", versions=(18,))
def center_crop_pad(call: Call, input_data: TensorFact, shape: TensorFact) -> TensorFact:
    rank = call.rank(shape, "shape", at_most=1)
    if rank == 0:
        call.warn(codes.WRONG_RANK, "shape has rank 0, needed 1 (the runtime uses it for all axes)")
    if shape.elem_type == INT32:
        call.error(codes.RUNTIME_DIFFERS, "shape is i32, and ONNX Runtime computes with i64 only")
    if input_data.rank == 0:
        call.error(codes.RUNTIME_DIFFERS, "input_data has rank 0, and ONNX Runtime needs an axis to pad")
    axes, sizes = call.ints("axes"), entries(shape)
    if input_data.shape is None:
        open_rank = None if axes is not None or sizes is None or len(sizes) == 1 else len(sizes)
        return tensor(
            0, None if open_rank is None else call.fresh_shape(open_rank, "the input's rank is not known")
        )
    places = call.axes(range(len(input_data.shape)) if axes is None else axes, len(input_data.shape))
    _require_count(call, shape, len(places))
    wanted: tuple[Scalar, ...] = (ANY,) * len(places) if sizes is None else sizes
    if len(wanted) != len(places):
        stored = shape.elements is not None and shape.elements.stored
        wanted = _one_for_all(call, wanted, len(places), stored=stored)
    out = list(input_data.shape)
    for axis, size in zip(places, wanted, strict=True):
        out[axis] = _size(call, size)
    if any(_is_misread(d.value or 0) for d in out):
        _require_room(call, input_data, out)
    # What is padded is compared with 0, which goes wrong for some numbers of 64 bits (scalar.unless_misread).
    # What is cut is counted in double precision, where the largest numbers have no end.
    out = [call.fresh("the size is too large") if _is_misread(d.value or 0) else d for d in out]
    return tensor(0, out)


def _require_room(call: Call, data: TensorFact, out: list[Dim]) -> None:
    """No runtime counts more bytes than an int64 holds."""
    known = [d.value for d in out if d.value is not None and d.value > 0]
    count = math.prod(known) * ((bits(data.elem_type) or 8) // 8 or 1)
    if len(known) == len(out) and count > _MOST_BYTES:
        call.error(
            codes.SIZE_LIMIT, "the result is {sizes}, and has more than 2**63 - 1 bytes", sizes=tuple(out)
        )


def _is_misread(size: int) -> bool:
    return 2**31 <= size < 2**32 or size > 2**53


def _require_count(call: Call, shape: TensorFact, count: int) -> None:
    """One size for each axis, or one for all; stated where their number is a symbol."""
    if shape.shape is None or len(shape.shape) != 1 or shape.shape[0].value is not None:
        return
    have = shape.shape[0]
    call.require(
        any_of(equal(have, const(count)), equal(have, ONE)), codes.LIST_LENGTH,
        "shape holds {have} sizes, needed {count}, one for each axis", have=have, count=count,
    )  # fmt: skip


def _one_for_all(call: Call, sizes: tuple[Scalar, ...], count: int, *, stored: bool) -> tuple[Scalar, ...]:
    message = "shape holds {count} sizes, needed {axes}, one for each axis"
    if len(sizes) != 1:
        raise call.fail(codes.LIST_LENGTH, message, count=len(sizes), axes=count)
    if not (stored and call.refuse_load(codes.LIST_LENGTH, message, count=1, axes=count)):
        more = " (the runtime accepts one for all)"
        call.warn(codes.LIST_LENGTH, message + more, count=len(sizes), axes=count)
    return sizes * count


def _size(call: Call, size: Scalar) -> Dim:
    if not isinstance(size, Dim):
        low = low_of(size)
        low = ZERO if low is None or low.lo is None or low.lo < 0 else low
        return call.fresh("the size is computed from data", low, high_of(size))
    if size.hi is not None and size.hi < 0:
        call.warn(codes.NEGATIVE_SIZE, "shape has the size {size}, needed 0 or more", size=size)
        return call.blamed()
    return size
