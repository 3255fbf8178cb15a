"""CropAndResize and GridSample of com.microsoft, and DynamicTimeWarping: sampling of images and paths.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import DOUBLE, FLOAT, FLOAT16
from shapeinfer.rule import (
    ONE,
    PROVED,
    ZERO,
    Call,
    TensorFact,
    at_least,
    const,
    equal,
    is_declared,
    maximum,
    rule,
    tensor,
)
from shapeinfer.shapes.index import require_places
from shapeinfer.shapes.inputs import require_shape, sizes


@rule("CropAndResize", versions=(1,), domain="com.microsoft")
def crop_and_resize(
    call: Call, X: TensorFact, rois: TensorFact, batch_indices: TensorFact, crop_size: TensorFact
) -> TensorFact:
    rank = call.rank(X, "X", at_least=4)
    if rank is not None and rank > 4:
        # Only a loader that knows all ranks looks at further axes.
        seen = all(map(is_declared, (X, rois, batch_indices, crop_size)))
        message, args = "X has rank {rank}, needed 4; X is {X}", {"rank": rank, "X": X}
        if not seen or not call.refuse_load(codes.WRONG_RANK, message, **args):
            call.warn(codes.WRONG_RANK, message + " (ONNX Runtime reads the first 4 axes)", **args)
    shape = call.fresh_shape(4, "the rank of X is unknown") if X.shape is None else X.shape
    batch, channels = shape[:2]
    require_places(call, batch_indices, ZERO, batch - 1, "batch_indices")
    (boxes, _) = sizes(call, rois, 2, "rois")
    require_shape(call, rois, (boxes, const(4)), "rois")
    require_shape(call, batch_indices, (boxes,), "batch_indices")
    require_shape(call, crop_size, (const(2),), "crop_size")
    wanted = crop_size.as_dims()
    if wanted is None:
        wanted = call.fresh_shape(2, "crop_size is computed from data")
    for size in wanted:
        call.require_at_least(
            size, 1, codes.VALUE_NOT_ALLOWED, "crop_size holds {size}, needed at least 1", size=size
        )
    return tensor(0, (boxes, channels, *wanted))


@rule("DynamicTimeWarping", versions=(1,), domain="com.microsoft")
def dynamic_time_warping(call: Call, input: TensorFact) -> TensorFact:
    """A path of (2, x) through a matrix: each step goes on in one direction or in both."""
    call.rank(input, "input", at_least=2, at_most=3)
    shape = input.shape
    if shape is None:
        return tensor(0, (const(2), call.fresh("the path depends on data")))
    if len(shape) == 3:
        call.require(
            equal(shape[0], ONE),
            codes.SIZE_MISMATCH,
            "input has {first} on axis 0, needed 1; input is {input}",
            first=shape[0],
            input=input,
        )
    rows, columns = shape[-2], shape[-1]
    low = ZERO
    if ZERO in (rows, columns):
        return tensor(0, (const(2), ZERO))
    if at_least(rows, ONE).verdict() is PROVED and at_least(columns, ONE).verdict() is PROVED:
        low = maximum(rows, columns)
    return tensor(0, (const(2), call.fresh("the path depends on data", low, rows + columns)))


# Types that an output of GridSample may have; 0 is an unknown one.
_SAMPLED = (0, FLOAT16, FLOAT, DOUBLE)


@rule("GridSample", versions=(1,), domain="com.microsoft")
def grid_sample(call: Call, X: TensorFact, Grid: TensorFact) -> TensorFact:
    if X.elem_type not in _SAMPLED:
        call.error(codes.TYPE_NOT_ALLOWED, "X is {X}, needed f16, f32 or f64, which the output may be", X=X)
    batch, channels, *places = sizes(call, X, 4, "X")
    for axis, size in enumerate(places):
        call.require_at_least(
            size, 1, codes.EMPTY_REDUCTION, "axis {axis} of X has {size}, needed at least 1; X is {X}",
            axis=axis + 2, size=size, X=X,
        )  # fmt: skip
    _, height, width, _ = sizes(call, Grid, 4, "Grid")
    require_shape(call, Grid, (batch, height, width, const(2)), "Grid")
    return tensor(X.elem_type, (batch, channels, height, width))
