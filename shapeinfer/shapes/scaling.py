"""Sizes times float scales, as Resize and Upsample compute them: in float32, then rounded down."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

from shapeinfer import codes
from shapeinfer.rule import ZERO, Call, Dim, TensorFact, const, maximum
from shapeinfer.scalar import Ratio, Scalar, number

TYPE_CHECKING = False  # fractions is slow to import
if TYPE_CHECKING:
    from fractions import Fraction

_REASON = "a size is multiplied by a float that does not hold it exactly"
# A size times such a numerator stays below 2**24, up to which float32 holds every integer.
_SMALL_NUMERATOR = 256


def scaled_sizes(
    call: Call, X: TensorFact, axes: Sequence[int], scales: Sequence[Scalar], *, least: int
) -> list[Dim]:
    """X's sizes with those of some axes scaled. ``least`` is 1 where nothing may shrink, else 0."""
    assert X.shape is not None  # asked by the caller
    shape = list(X.shape)
    for axis, scale in zip(axes, scales, strict=True):
        value = number(scale)
        if value is not None and (value <= 0 or value < least):
            call.error(
                codes.VALUE_NOT_ALLOWED, "the scale of axis {axis} is {scale}, needed {need}; X is {X}",
                axis=axis, scale=f"{float(value):g}", need="1 or more" if least else "more than 0", X=X,
            )  # fmt: skip
            shape[axis] = call.blamed()
        else:
            shape[axis] = scaled(call, shape[axis], scale)
    return shape


def scaled(call: Call, size: Dim, scale: Scalar) -> Dim:
    """``floor(float32(size) * scale)``."""
    if isinstance(scale, Dim):
        return size * scale
    value = number(scale)
    if value is not None:
        return _times_number(call, size, value)
    if not isinstance(scale, Ratio):
        return ZERO if size.value == 0 else call.fresh("the scale is computed from data")
    if scale.exact:
        return (size * scale.num) // scale.den
    if scale.den == size:
        # (wanted / size) * size, twice rounded, may end just below what was wanted.
        return call.fresh(_REASON, maximum(scale.num - 1, ZERO), scale.num)
    return call.fresh(_REASON)


def _times_number(call: Call, size: Dim, scale: Fraction) -> Dim:
    if size.value is not None:
        return const(math.floor(as_float32(as_float32(size.value) * float(scale))))
    num, den = scale.numerator, scale.denominator
    if num <= _SMALL_NUMERATOR and den & (den - 1) == 0:
        return (size * num) // den
    return call.fresh(_REASON, size * math.floor(scale), size * math.ceil(scale))


def as_float32(value: float) -> float:
    """The float32 next to a number."""
    return float(struct.unpack("f", struct.pack("f", value))[0])
