"""Resize: axes made longer or shorter by interpolation.

Version  What changed
10       ``scales``
11       ``roi``, and ``sizes`` instead of ``scales`` (which is then empty); more modes
13       both are optional; exactly one of them is given (the runtime takes empty scales beside sizes)
18       ``axes``; ``keep_aspect_ratio_policy``; ``antialias``
19       ``half_pixel_symmetric``

The runtime is followed. It multiplies sizes and scales in float32 (1.3 times 10 is 13), and does not
look at ``roi`` for the size in mode tf_crop_and_resize, as the specification's formula does. An axis can
be made empty only if it is, and one that is stays so. It takes coordinate modes of later opsets.
"""

from __future__ import annotations

import math

from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.facts.scalar import ANY, Scalar, high_of, low_of, number
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    codes,
    const,
    divides,
    equal,
    is_ranked,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import entries
from shapeinfer.shapes.layers.scaling import (
    UNCHANGED,
    UNKNOWN_CHANGE,
    Change,
    as_float32,
    require_kernel,
    scaled_sizes,
)
from shapeinfer.shapes.lists import is_stored, require_count, require_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_COORDINATES = (
    "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
    "tf_half_pixel_for_nn", "tf_crop_and_resize",
)  # fmt: skip
# A larger size is an overflow, which is told of numbers alone.
_LARGEST = 2**63 - 1
_UNSCALABLE = "axis {axis} of X is {size} and is to become {target}, needed both above 0 or both 0; X is {X}"
_ROUNDINGS = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
_POLICIES = ("stretch", "not_larger", "not_smaller")


@rule("Resize", versions=(10,))
def resize_10(call: Call, X: TensorFact, scales: TensorFact) -> TensorFact:
    if call.string("mode", "nearest") == "cubic":
        call.warn(
            codes.VALUE_NOT_ALLOWED,
            "mode is cubic, which exists only since opset 11 (the runtime accepts it)",
        )
    _check_modes(call)
    return _by_scales(call, X, scales, None)


@rule("Resize", versions=(11,))
def resize_11(
    call: Call, X: TensorFact, roi: TensorFact, scales: TensorFact, sizes: TensorFact | None = None
) -> TensorFact:
    _check_modes(call)
    if sizes is None:
        return _cropped(call, X, roi, _by_scales(call, X, scales, None))
    _require_none(call, scales)
    if _is_empty(scales) is False:
        raise call.fail(
            codes.INPUT_COUNT,
            "both scales and sizes are given, needed scales to be empty; scales is {scales}",
            scales=scales,
        )
    return _cropped(call, X, roi, _by_sizes(call, X, sizes, None), by_sizes=True)


@rule("Resize", versions=(13, 18, 19))
def resize_13(
    call: Call,
    X: TensorFact,
    roi: TensorFact | None = None,
    scales: TensorFact | None = None,
    sizes: TensorFact | None = None,
) -> TensorFact:
    _check_modes(call)
    if scales is not None and sizes is not None and _is_empty(scales) is not False:
        both = "both scales and sizes are given, needed one of them (a loader takes stored scales, empty)"
        if not is_stored(scales) and is_ranked(X):
            call.refuse_load(codes.INPUT_COUNT, both)
        call.warn(
            codes.INPUT_COUNT,
            "both scales and sizes are given, needed one of them (the runtime accepts empty scales)",
        )
        _require_none(call, scales)
        scales = None
    if (scales is None) == (sizes is None):
        raise call.fail(
            codes.INPUT_COUNT, "scales and sizes: {what} given, needed one",
            what="none is" if scales is None else "both are",
        )  # fmt: skip
    # An empty list of axes is for the runtime as none.
    axes = call.ints("axes") or None
    if scales is not None:
        if call.string("keep_aspect_ratio_policy", "stretch") != "stretch":
            raise call.fail(
                codes.VALUE_NOT_ALLOWED, "keep_aspect_ratio_policy is {policy!r} beside scales, needed sizes",
                policy=call.string("keep_aspect_ratio_policy", "stretch"),
            )  # fmt: skip
        return _cropped(call, X, roi, _by_scales(call, X, scales, axes))
    assert sizes is not None  # exactly one of the two is
    return _cropped(call, X, roi, _by_sizes(call, X, sizes, axes), by_sizes=True)


def _require_none(call: Call, scales: TensorFact) -> None:
    """Beside sizes there are no scales."""
    if scales.shape and product(scales.shape).value is None:
        call.require(
            equal(product(scales.shape), ZERO), codes.INPUT_COUNT,
            "both scales and sizes are given, needed scales to be empty; scales is {scales}", scales=scales,
        )  # fmt: skip


def _check_modes(call: Call) -> None:
    checked: list[tuple[str, str, tuple[str, ...]]] = [("mode", "nearest", ("nearest", "linear", "cubic"))]
    if call.version >= 11:
        checked.append(("coordinate_transformation_mode", "half_pixel", _COORDINATES))
        if call.string("mode", "nearest") == "nearest":
            checked.append(("nearest_mode", "round_prefer_floor", _ROUNDINGS))
    if call.version >= 18:
        checked.append(("keep_aspect_ratio_policy", "stretch", _POLICIES))
    for name, default, allowed in checked:
        value = call.string(name, default)
        if name == "nearest_mode" and not value:
            call.warn(
                codes.VALUE_NOT_ALLOWED, "{name} is {value!r}, needed one of {allowed} (the "
                "runtime accepts it)",
                name=name, value=value, allowed=allowed,
            )  # fmt: skip
        elif value not in allowed:
            raise call.fail(
                codes.VALUE_NOT_ALLOWED, "{name} is {value!r}, needed one of {allowed}",
                name=name, value=value, allowed=allowed,
            )  # fmt: skip
    _check_weights(call)
    coordinates = call.string("coordinate_transformation_mode", "half_pixel")
    if (coordinates == "half_pixel_symmetric" and call.version < 19) or (
        coordinates == "tf_half_pixel_for_nn" and call.version > 11
    ):
        call.warn(
            codes.VALUE_NOT_ALLOWED, "coordinate_transformation_mode is {mode}, which Resize-{version} "
            "does not have (the runtime accepts it)",
            mode=coordinates, version=call.version,
        )  # fmt: skip


def _check_weights(call: Call) -> None:
    """Attributes that say how neighbours are weighed, where there are none to be weighed."""
    mode, smooth = call.string("mode", "nearest"), call.version >= 18 and call.int("antialias", 0) != 0
    if smooth and mode == "nearest":
        call.error(codes.RUNTIME_DIFFERS, "antialias is set for mode nearest, which ONNX Runtime refuses")
    if call.version >= 11 and call.int("exclude_outside", 0) and mode != "cubic" and not smooth:
        call.error(
            codes.RUNTIME_DIFFERS,
            "exclude_outside is set for mode {mode}, which ONNX Runtime refuses",
            mode=mode,
        )


def _is_empty(fact: TensorFact) -> bool | None:
    """Whether an input holds no elements; None if that is not known."""
    count = fact.count()
    return None if count is None or count.value is None else count.value == 0


def _places(
    call: Call, X: TensorFact, axes: Sequence[int] | None, count: int | None, name: str
) -> tuple[int, ...] | None:
    """The axes that are resized, from the front; as many as the list has entries."""
    rank = X.rank
    if rank is None:
        return None
    places = tuple(range(rank)) if axes is None else call.axes(axes, rank)
    if count is not None and count != len(places):
        raise call.fail(
            codes.LIST_LENGTH, "{name} has {count} entries, needed {need}: one for each axis; X is {X}",
            name=name, count=count, need=len(places), X=X,
        )  # fmt: skip
    return places


def _by_scales(call: Call, X: TensorFact, scales: TensorFact, axes: Sequence[int] | None) -> TensorFact:
    if _is_empty(scales):
        raise call.fail(codes.LIST_LENGTH, "scales is empty and sizes is not given, needed one of them")
    factors = entries(scales)
    # Of nothing the kernels before version 18 look at no stored scales behind those of the axes.
    ignores = call.version < 18 and is_stored(scales) and axes is None and ZERO in (X.shape or ())
    if ignores and factors is not None and len(factors) > len(X.shape or ()):
        return _by_another_number(call, X, "scales", len(factors))
    places = _places(call, X, axes, None if factors is None else len(factors), "scales")
    if places is None or X.shape is None:
        open_rank = None if axes is not None or factors is None else len(factors)
        return tensor(
            0, None if open_rank is None else call.fresh_shape(open_rank, "the input's rank is not known")
        )
    require_count(call, scales, "scales", len(places), "one for each axis")
    scales_of = (ANY,) * len(places) if factors is None else factors
    made = scaled_sizes(call, X, places, scales_of, least=0)
    changes = {axis: Change.by(scale) for axis, scale in zip(places, scales_of, strict=True)}
    _require_kernel(call, X, changes, made)
    return tensor(0, made)


def _require_kernel(
    call: Call, X: TensorFact, changes: Mapping[int, Change], made: Sequence[Dim] = ()
) -> None:
    assert X.shape is not None  # checked by the caller
    smooth = call.version >= 18 and call.int("antialias", 0) != 0
    require_kernel(call, X, [changes.get(a, UNCHANGED) for a in range(len(X.shape))], made, smooth=smooth)


def _cropped(
    call: Call, X: TensorFact, roi: TensorFact | None, resized: TensorFact, *, by_sizes: bool = False
) -> TensorFact:
    """States what cropping needs; the runtime's size is the one without it."""
    if call.string("coordinate_transformation_mode", "half_pixel") != "tf_crop_and_resize" or roi is None:
        return resized
    count = roi.count()
    if roi.elem_type != FLOAT and count is not None:
        call.require(
            equal(count, ZERO), codes.RUNTIME_DIFFERS, "roi is {roi}, and ONNX Runtime reads it as f32",
            roi=roi,
        )  # fmt: skip
    _require_roi(call, X, roi, resized)
    bounds = entries(roi)
    half = 0 if bounds is None else len(bounds) // 2
    if not by_sizes and (
        bounds is None
        or any(number(b) != 0 for b in bounds[:half])
        or any(number(b) != 1 for b in bounds[half:])
    ):
        call.warn(
            codes.RUNTIME_DIFFERS, "the runtime does not scale the size by the region, as the "
            "specification's formula does; roi is {roi}",
            roi=roi,
        )  # fmt: skip
    return resized


def _require_roi(call: Call, X: TensorFact, roi: TensorFact | None, resized: TensorFact) -> None:
    """Two bounds for each axis; the runtime does not look where it has nothing to compute."""
    count = None if roi is None else roi.count()
    need = {2 * n for n in (X.rank, len(call.ints("axes") or ()) or None) if n is not None}
    made = resized.count()
    if count is None or not need or count.value in need or made is None:
        return
    fitting = () if count.value is not None else [equal(count, const(n)) for n in sorted(need)]
    call.require(
        any_of(equal(made, ZERO), *fitting), codes.LIST_LENGTH,
        "roi has {count} entries, needed {need}: two for each axis; X is {X}",
        count=count, need=max(need), X=X,
    )  # fmt: skip


def _by_sizes(call: Call, X: TensorFact, sizes: TensorFact, axes: Sequence[int] | None) -> TensorFact:
    wanted = entries(sizes)
    if call.version >= 13:
        require_list(call, sizes, "sizes", seen=is_ranked(X))
    may_be_fewer = axes is None and _takes_fewer(call)
    others = X.shape[len(wanted) :] if wanted and X.shape is not None and axes is None else ()
    # A kernel takes fewer where it looks for the largest scale, or where the other axes hold nothing.
    if wanted and others and (ZERO in others or (may_be_fewer and not call.loading)):
        return _by_another_number(call, X, "sizes", len(wanted))
    places = _places(call, X, axes, None if wanted is None else len(wanted), "sizes")
    if wanted is not None and not wanted:
        raise call.fail(codes.LIST_LENGTH, "sizes is empty, and ONNX Runtime needs sizes or scales")
    if places is None or X.shape is None:
        if (count := sizes.count()) is not None and count.value is None:
            call.require_at_least(
                count, ONE, codes.LIST_LENGTH, "sizes is empty, and ONNX Runtime needs sizes or scales"
            )
        open_rank = None if axes is not None or wanted is None or may_be_fewer else len(wanted)
        return tensor(
            0, None if open_rank is None else call.fresh_shape(open_rank, "the input's rank is not known")
        )
    _require_number_of_sizes(call, X, sizes, len(places))
    require_count(call, sizes, "sizes", len(places), "one for each axis")
    targets: Sequence[Scalar] = (ANY,) * len(places) if wanted is None else wanted
    shape = list(X.shape)
    policy = call.string("keep_aspect_ratio_policy", "stretch") if call.version >= 18 else "stretch"
    if policy != "stretch":
        return tensor(0, _kept_in_ratio(call, X, axes, places, targets, policy))
    changes = {}
    for axis, target in zip(places, targets, strict=True):
        if isinstance(target, Dim):
            _require_size(call, X, axis, target)
            changes[axis] = Change.between(shape[axis], target)
        else:
            changes[axis] = UNKNOWN_CHANGE
        shape[axis] = _size(call, target)
    _require_kernel(call, X, changes)
    return tensor(0, shape)


def _by_another_number(call: Call, X: TensorFact, name: str, count: int) -> TensorFact:
    """What a kernel makes of another number of sizes or scales than there are axes, which a loader that knows
    the rank refuses."""
    message = (
        "{name} has {count} entries, needed {need}: ONNX Runtime runs it only where it does not know the "
        "rank at load; X is {X}"
    )
    args = {"name": name, "count": count, "need": X.rank, "X": X}
    if not call.refuse_load(codes.RUNTIME_DIFFERS, message, **args):
        call.warn(codes.LIST_LENGTH, message, **args)
    return tensor(0, call.fresh_shape(X.rank or 0, "the list has another length than X has axes"))


def _takes_fewer(call: Call) -> bool:
    """Whether a kernel takes fewer sizes than there are axes: it looks for the largest scale. A loader that
    knows the rank refuses them."""
    return call.version >= 18 and call.string("keep_aspect_ratio_policy", "stretch") == "not_smaller"


def _require_number_of_sizes(call: Call, X: TensorFact, sizes: TensorFact, need: int) -> None:
    """How many sizes there are is a number where the runtime loads the model, or it counts none."""
    if not need or not is_ranked(X):
        return
    length = sizes.shape[0] if sizes.shape else None
    if length is None and sizes.shape is not None:
        return
    if length is None or length.value is None:
        call.refuse_ranked(
            "sizes has {length} entries, and ONNX Runtime takes what is no number for 0 at load",
            length="?" if length is None else length,
        )  # fmt: skip


def _kept_in_ratio(
    call: Call,
    X: TensorFact,
    axes: Sequence[int] | None,
    places: Sequence[int],
    targets: Sequence[Scalar],
    policy: str,
) -> Shape:
    """The sizes where one scale serves for all. The runtime leaves axes that count from the back as they
    are: it looks for the numbers of others in ``axes``."""
    assert X.shape is not None  # checked by the caller
    wanted = dict(zip(places, targets, strict=True))
    missed = {place for place, axis in zip(places, axes or (), strict=False) if axis < 0}
    for axis, target in wanted.items():
        _require_kept_size(call, X, axis, target, "not_smaller" if axis in missed else policy)
    if missed:
        call.warn(
            codes.RUNTIME_DIFFERS, "keep_aspect_ratio_policy is {policy!r} and axes is {axes}: ONNX Runtime "
            "leaves axes that count from the back as they are",
            policy=policy, axes=axes,
        )  # fmt: skip
    found = [axis for axis in places if axis not in missed]
    _require_kernel(call, X, dict.fromkeys(found, UNKNOWN_CHANGE))
    shape = list(X.shape)
    kept = _keeping_ratio(call, [shape[a] for a in found], [wanted[a] for a in found], policy)
    for axis, size in zip(found, kept, strict=True):
        shape[axis] = size
    return tuple(shape)


def _require_size(call: Call, X: TensorFact, axis: int, target: Dim) -> None:
    """An axis becomes empty only if it is, and something only if it is not."""
    assert X.shape is not None  # checked by the caller
    size = X.shape[axis]
    if target == size or (target.lo is not None and target.lo >= 0 and _multiple(target, size)):
        return
    some, none = (
        all_of(at_least(size, ONE), at_least(target, ONE)),
        all_of(equal(size, ZERO), equal(target, ZERO)),
    )
    call.require(
        any_of(some, none), codes.VALUE_NOT_ALLOWED, _UNSCALABLE, axis=axis, size=size, target=target, X=X
    )


def _require_kept_size(call: Call, X: TensorFact, axis: int, target: Scalar, policy: str) -> None:
    """With one scale for all, the largest one may make something of a target of 0."""
    assert X.shape is not None  # checked by the caller
    if not isinstance(target, Dim):
        return
    if policy == "not_larger":
        _require_size(call, X, axis, target)
        return
    size = X.shape[axis]
    call.require(
        any_of(at_least(size, ONE), equal(target, ZERO)), codes.VALUE_NOT_ALLOWED, _UNSCALABLE,
        axis=axis, size=size, target=target, X=X,
    )  # fmt: skip


def _multiple(target: Dim, size: Dim) -> bool:
    """Whether target is a constant times size, so that both are 0 or neither."""
    if size.value is not None or divides(size, target).verdict() is REFUTED:
        return False
    factor = (target // size).value
    return factor is not None and factor > 0 and target == size * factor


def _size(call: Call, target: Scalar) -> Dim:
    if isinstance(target, Dim):
        return call.blamed() if target.hi is not None and target.hi < 0 else target
    low = low_of(target)
    low = ZERO if low is None or low.lo is None or low.lo < 0 else low
    return call.fresh("the size is computed from data", low, high_of(target))


def _keeping_ratio(call: Call, sizes: Sequence[Dim], targets: Sequence[Scalar], policy: str) -> list[Dim]:
    """Sizes scaled by one factor, so that none is larger (or smaller) than wanted; in float32."""
    have = [size.value for size in sizes]
    want = [target.value if isinstance(target, Dim) else None for target in targets]
    known = [(h, w) for h, w in zip(have, want, strict=True) if h and w is not None]
    factors = [as_float32(as_float32(w) / as_float32(h)) for h, w in known]
    if have and len(known) == len(have):
        factor = min(factors) if policy == "not_larger" else max(factors)
        return [_scaled(h, factor) for h, _ in known]
    reason = "one scale for all axes is computed from their sizes"
    if policy == "not_larger":
        # At least the wanted size, rounded: the bound holds for the exact factor, so one more for floats.
        return [
            call.fresh(reason, high=target + 1 if isinstance(target, Dim) else None) for target in targets
        ]
    # Where a size and its target may both be 0, their ratio is no number.
    is_defined = all(
        _least(size) >= 1 or _least(target) >= 1 for size, target in zip(sizes, targets, strict=True)
    )
    factor = max(factors) if is_defined and factors else 0
    made = [ZERO if h is None else _scaled(h, factor) for h in have]
    return [least if (least.value or 0) > _LARGEST else call.fresh(reason, least) for least in made]


def _least(size: Scalar) -> int:
    """What a size is at least, as far as it is known."""
    return (size.lo or 0) if isinstance(size, Dim) else 0


def _scaled(size: int, factor: float) -> Dim:
    """The size times the factor, in float32 and rounded."""
    return const(math.floor(as_float32(factor * as_float32(size)) + 0.5))
