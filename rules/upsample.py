"""Upsample: axes made longer; Resize's first name.

Version  What changed
1        ``height_scale`` and ``width_scale`` of an image
7        ``scales``, one for each axis
9        ``scales`` is an input
10       deprecated: Resize took over
"""

from __future__ import annotations

from shapeinfer.facts.scalar import Scalar, from_number
from shapeinfer.rule import ZERO, Call, TensorFact, any_of, codes, equal, is_ranked, rule, tensor
from shapeinfer.shapes.contents import entries
from shapeinfer.shapes.layers.scaling import UNKNOWN_CHANGE, Change, require_kernel, scaled_sizes
from shapeinfer.shapes.lists import require_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


@rule("Upsample", versions=(1,))
def upsample_1(call: Call, X: TensorFact) -> TensorFact:
    _check_mode(call, ("nearest", "bilinear"))
    call.rank(X, "X", at_least=4, at_most=4)
    if X.shape is None:
        return tensor(0, call.fresh_shape(4, "the input's shape is not known"))
    scales = [from_number(call.float(name)) for name in ("height_scale", "width_scale")]
    return tensor(0, scaled_sizes(call, X, (2, 3), scales, least=1))


@rule("Upsample", versions=(7,))
def upsample_7(call: Call, X: TensorFact) -> TensorFact:
    return _upsample(call, X, [from_number(s) for s in call.floats("scales") or ()])


@rule("Upsample", versions=(9, 10))
def upsample_9(call: Call, X: TensorFact, scales: TensorFact) -> TensorFact:
    if X.rank is not None:
        require_count(call, scales, "scales", X.rank, "one for each axis")
    return _upsample(call, X, entries(scales))


def _check_mode(call: Call, allowed: tuple[str, ...]) -> None:
    mode = call.string("mode", "nearest")
    if mode == "cubic":
        call.warn(
            codes.VALUE_NOT_ALLOWED,
            "mode is cubic, needed one of {allowed} (the runtime accepts it)",
            allowed=allowed,
        )
    elif mode not in allowed:
        call.error(
            codes.VALUE_NOT_ALLOWED, "mode is {mode!r}, needed one of {allowed}", mode=mode, allowed=allowed
        )


def _upsample(call: Call, X: TensorFact, scales: Sequence[Scalar] | None) -> TensorFact:
    _check_mode(call, ("nearest", "linear"))
    if X.shape is None:
        return tensor(
            0, None if scales is None else call.fresh_shape(len(scales), "the input's rank is not known")
        )
    if scales is None:
        if ZERO not in X.shape:
            require_kernel(call, X, [UNKNOWN_CHANGE] * len(X.shape))
        return tensor(0, call.fresh_shape(len(X.shape), "the scales are computed from data"))
    if len(scales) != len(X.shape):
        return _of_other_rank(call, X, len(scales))
    require_kernel(call, X, [Change.by(scale) for scale in scales])
    return tensor(0, scaled_sizes(call, X, range(len(X.shape)), scales, least=1))


def _of_other_rank(call: Call, X: TensorFact, count: int) -> TensorFact:
    """What comes out where ``scales`` has ``count`` entries and X has another rank: the kernel looks at
    nothing beside no elements, and a loader at the ranks alone."""
    assert X.shape is not None  # checked by the caller
    message = "scales has {count} entries, needed {rank}: one for each axis; X is {X}"
    said = {"count": count, "rank": len(X.shape), "X": X}
    if not X.shape or (call.loading and is_ranked(X)):
        raise call.fail(codes.LIST_LENGTH, message, **said)
    if ZERO in X.shape:
        call.warn(codes.LIST_LENGTH, message, **said)
    else:
        call.require(any_of(*(equal(size, ZERO) for size in X.shape)), codes.LIST_LENGTH, message, **said)
    return tensor(0)
