"""Sizes times float scales, as Resize and Upsample compute them: in float32, then rounded down."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import scales
from shapeinfer.dims.float32 import as_float32 as as_float32  # noqa: PLC0414 (re-exported for rules)
from shapeinfer.facts.elem_type import INT8, INT32, UINT8
from shapeinfer.facts.scalar import Ratio, Scalar, number
from shapeinfer.rule import (
    ONE,
    PROVED,
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
    maximum,
)

TYPE_CHECKING = False  # fractions is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

_REASON = "a size is multiplied by a float that does not hold it exactly"
# A size times such a numerator stays below 2**24, up to which float32 holds every integer.
_SMALL_NUMERATOR = 256


class Change:
    """What happens to an axis: the conditions that it keeps its size, and that it does not shrink.

    None where nothing can be said."""

    __slots__ = ("grows", "kept")

    def __init__(self, kept: Condition | None, grows: Condition | None) -> None:
        self.kept = kept
        self.grows = grows

    @staticmethod
    def between(old: Dim, new: Dim) -> Change:
        """From one size to another."""
        return Change(equal(new, old), at_least(new, old))

    @staticmethod
    def by(scale: Scalar) -> Change:
        """By a scale."""
        value = number(scale)
        if value is not None:
            return Change.between(const(value.denominator), const(value.numerator))
        if isinstance(scale, Ratio):
            return Change.between(scale.den, scale.num)
        return Change.between(ONE, scale) if isinstance(scale, Dim) else UNKNOWN_CHANGE


UNKNOWN_CHANGE = Change(None, None)
UNCHANGED = Change.between(ONE, ONE)


def require_kernel(
    call: Call, X: TensorFact, changes: Sequence[Change], made: Sequence[Dim] = (), *, smooth: bool = False
) -> None:
    """State what interpolation between neighbours needs: ONNX Runtime has kernels for two axes (linear: also
    for three), before which others keep their size; for images also with the channels last. ``made`` are the
    sizes that come out, as far as they are known."""
    mode, rank = call.string("mode", "nearest"), len(changes)
    if mode == "cubic" and not smooth and X.elem_type in (INT8, UINT8, INT32):
        _require_floats(call, X, changes, made)
    if mode not in ("linear", "cubic") or rank == 2 or (rank == 3 and mode == "linear"):
        return
    layouts = [[c.kept for c in changes[:2]]]
    if rank == 4:
        layouts.append([changes[0].kept, changes[3].kept])
        if mode == "cubic" and not smooth:
            layouts[1] += [c.grows for c in changes[1:3]]
    elif rank != 5 or mode == "cubic":
        call.error(
            codes.RUNTIME_DIFFERS,
            "mode is {mode} and X has rank {rank}, for which ONNX Runtime has no kernel",
            mode=mode, rank=rank,
        )  # fmt: skip
        return
    known = [[need for need in layout if need is not None] for layout in layouts]
    if all(known):
        call.require(
            any_of(*(all_of(*needs) for needs in known)), codes.RUNTIME_DIFFERS,
            "mode is {mode}, for which ONNX Runtime has no kernel unless {which} keep their size; X is {X}",
            mode=mode, X=X, which="axes 0 and 1" if rank == 5 else "axes 0 and 1, or 0 and 3 (which are "
            "channels, and nothing shrinks in mode cubic),",
        )  # fmt: skip


def _require_floats(call: Call, X: TensorFact, changes: Sequence[Change], made: Sequence[Dim]) -> None:
    """The cubic kernel writes floats, whatever integers it reads, where it has something to write; but not
    the one for channels that stand last."""
    kept = [change.kept for change in changes]
    needs = [need for need in kept if need is not None]
    if len(needs) < len(kept):
        return
    sizes = dict.fromkeys([*(X.shape or ()), *made])
    ways = [all_of(*needs), *(equal(size, ZERO) for size in sizes if not size.value)]
    grows = [change.grows for change in changes[1:3] if change.grows is not None]
    if len(needs) == 4 and len(grows) == 2 and needs[1].verdict() is not PROVED:
        ways.append(all_of(needs[0], needs[3], *grows))
    call.require(
        any_of(*ways), codes.RUNTIME_DIFFERS,
        "mode is cubic and X is {X}, and ONNX Runtime has no kernel for this but of f32", X=X,
    )  # fmt: skip


def scaled_sizes(
    call: Call, X: TensorFact, axes: Sequence[int], scales: Sequence[Scalar], *, least: int
) -> list[Dim]:
    """X's sizes with those of some axes scaled. ``least`` is 1 where nothing may shrink, else 0."""
    assert X.shape is not None  # checked by the caller
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
            if isinstance(scale, Ratio):
                _require_positive(call, axis, scale, X, least)
            shape[axis] = scaled(call, shape[axis], scale)
    return shape


def _require_positive(call: Call, axis: int, scale: Ratio, X: TensorFact, least: int) -> None:
    """A scale that is computed is more than 0, or 1 or more where nothing may shrink."""
    call.require_at_least(
        scale.num, scale.den if least else ONE, codes.VALUE_NOT_ALLOWED,
        "the scale of axis {axis} is {num} over {den}, needed {need}; X is {X}",
        axis=axis, num=scale.num, den=scale.den, need="1 or more" if least else "more than 0", X=X,
    )  # fmt: skip


def scaled(call: Call, size: Dim, scale: Scalar) -> Dim:
    """``floor(float32(size) * scale)``."""
    if isinstance(scale, Dim):
        return size * scale
    value = number(scale)
    if value is not None:
        return _times_number(size, value)
    if not isinstance(scale, Ratio):
        return ZERO if size.value == 0 else call.fresh("the scale is computed from data")
    if scale.exact:
        return (size * scale.num) // scale.den
    if scale.den == size:
        # (wanted / size) * size, twice rounded, may end just below what was wanted.
        return call.fresh(_REASON, maximum(scale.num - 1, ZERO), scale.num)
    return call.fresh(_REASON)


def _times_number(size: Dim, scale: Fraction) -> Dim:
    num, den = scale.numerator, scale.denominator
    if size.value is None and num <= _SMALL_NUMERATOR and den & (den - 1) == 0:
        return (size * num) // den
    return scales.scaled(size, num, den)
