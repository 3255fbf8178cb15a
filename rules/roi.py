"""MaxRoiPool, RoiAlign: a small picture for each region of interest.

Version  What changed
1, 10    the first versions of MaxRoiPool and RoiAlign
16       RoiAlign: ``coordinate_transformation_mode``
22       only more element types
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT16
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Condition,
    Dim,
    TensorFact,
    any_of,
    at_least,
    const,
    equal,
    is_ranked,
    rule,
    tensor,
)
from shapeinfer.shapes.index import require_places
from shapeinfer.shapes.inputs import loaded_rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


@rule("MaxRoiPool", versions=(1, 22))
def max_roi_pool(call: Call, X: TensorFact, rois: TensorFact) -> TensorFact:
    pooled = call.ints("pooled_shape") or ()
    if len(pooled) != 2 or any(size < 1 for size in pooled):
        raise call.fail(
            codes.LIST_LENGTH,
            "pooled_shape is {pooled}, needed a height and a width of at least 1",
            pooled=pooled,
        )
    scale = call.float("spatial_scale", 1.0)
    if scale <= 0:
        call.error(
            codes.RUNTIME_DIFFERS,
            "spatial_scale is {scale}, and ONNX Runtime needs more than 0",
            scale=f"{scale:g}",
        )
    # Its loader looks at ranks if it knows both.
    regions = _regions(call, rois, 5, seen=is_ranked(X))
    _require_batch(call, X, regions)
    return tensor(0, (regions, _channels(call, X, seen=is_ranked(rois)), *pooled))


@rule("RoiAlign", versions=(10, 16, 22))
def roi_align(call: Call, X: TensorFact, rois: TensorFact, batch_indices: TensorFact) -> TensorFact:
    height, width = call.int("output_height", 1), call.int("output_width", 1)
    if height < 0 or width < 0:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "the output is {height} by {width}, needed sizes",
            height=height,
            width=width,
        )
    ratio = call.int("sampling_ratio", 0)
    if ratio < 0:
        call.error(codes.VALUE_NOT_ALLOWED, "sampling_ratio is {ratio}, needed 0 or more", ratio=ratio)
    channels = _channels(call, X)
    regions = _regions(call, rois, 4, most=2)
    _require_batch(call, X, regions)
    call.rank(batch_indices, "batch_indices", at_least=1, at_most=1)
    if batch_indices.shape is not None:
        regions = call.require_equal(
            regions, batch_indices.shape[0], codes.SIZE_MISMATCH,
            "rois has {regions} regions and batch_indices {have} elements, "
            "needed the same number; rois is {rois}",
            regions=regions, have=batch_indices.shape[0], rois=rois,
        )  # fmt: skip
    if height and width:
        _require_work(call, X, regions, channels, ratio)
    if X.shape is not None:
        require_places(call, batch_indices, ZERO, X.shape[0] - 1, "batch_indices")
    return tensor(0, (regions, channels, height, width))


# Of more points for each place of the output no machine holds the weights.
_MOST_POINTS = 2**20


def _require_work(call: Call, X: TensorFact, regions: Dim, channels: Dim, ratio: int) -> None:
    """What is looked at where there are regions and channels."""
    nothing = [equal(size, ZERO) for size in (regions, channels) if not size.value]
    if ratio >= _MOST_POINTS:
        _require_one(
            call, nothing, "sampling_ratio is {ratio}, and ONNX Runtime takes less than {most}",
            ratio=ratio, most=_MOST_POINTS,
        )  # fmt: skip
    for size in (X.shape or ())[2:] if X.elem_type == FLOAT16 else ():
        places = at_least(size, ONE)
        _require_one(call, [places, *nothing], "X is {X}, at which ONNX Runtime's process ends", X=X)


def _require_one(call: Call, ways: Sequence[Condition], message: str, **args: object) -> None:
    if ways:
        call.require(any_of(*ways), codes.RUNTIME_DIFFERS, message, **args)
    else:
        call.error(codes.RUNTIME_DIFFERS, message, **args)


def _channels(call: Call, X: TensorFact, *, seen: bool = True) -> Dim:
    loaded_rank(call, X, "X", 4, 4, None, seen=seen)
    return call.fresh("the input's rank is unknown") if X.shape is None else X.shape[1]


def _require_batch(call: Call, X: TensorFact, regions: Dim) -> None:
    """Every region is one of a picture: without pictures there are none."""
    if X.shape:
        call.require(
            any_of(at_least(X.shape[0], ONE), equal(regions, ZERO)), codes.INDEX_OUT_OF_RANGE,
            "X has no pictures beside {regions} regions, needed 1 or more; X is {X}", regions=regions, X=X,
        )  # fmt: skip


def _regions(call: Call, rois: TensorFact, width: int, most: int | None = None, *, seen: bool = True) -> Dim:
    """The number of regions, each a row of that many numbers; the kernel takes ranks up to ``most``.
    ``seen``: the loader looks at the rank."""
    loaded_rank(call, rois, "rois", 2, 2, most, seen=seen)
    if rois.shape is None:
        return call.fresh("the rank of rois is unknown")
    call.require(
        equal(rois.shape[1], const(width)), codes.SIZE_MISMATCH,
        "axis 1 of rois has {have}, needed {width}; rois is {rois}",
        have=rois.shape[1], width=width, rois=rois,
    )  # fmt: skip
    return rois.shape[0]
