"""ONNX Runtime's internal layout NHWC: ONNX's operators on images whose channels stand behind.

Version  What changed
others   as ONNX's own operators of the same name and version

Data and results are (batch, ..., channels), weights as ever. Nobody writes these but the runtime, into
models that it optimised for one device; sizes that Resize, MaxUnpool and transposed convolutions make are
left open.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, Dim, Shape, TensorFact, const, rule, tensor
from shapeinfer.shapes.inputs import sizes
from shapeinfer.shapes.layers.convolution import convolution
from shapeinfer.shapes.layers.layout import channels_behind, channels_first, globally_pooled, pooled

_OPEN = "the runtime's own layout: its size is not followed"


@rule("Conv", versions=(1, 11), domain="com.ms.internal.nhwc")
def conv(call: Call, X: TensorFact, W: TensorFact, B: TensorFact | None = None) -> TensorFact:
    return tensor(0, channels_behind(convolution(call, channels_first(X), W, B)))


@rule("QLinearConv", versions=(10,), domain="com.ms.internal.nhwc")
def qlinear_conv(
    call: Call,
    x: TensorFact,
    x_scale: TensorFact,
    x_zero_point: TensorFact,
    w: TensorFact,
    w_scale: TensorFact,
    w_zero_point: TensorFact,
    y_scale: TensorFact,
    y_zero_point: TensorFact,
    B: TensorFact | None = None,
) -> TensorFact:
    return tensor(0, channels_behind(convolution(call, channels_first(x), w, B, empty_window=True)))


@rule("QLinearConvTranspose", versions=(1,), domain="com.ms.internal.nhwc")
@rule("ConvTranspose", versions=(1, 11), domain="com.ms.internal.nhwc")
def conv_transpose(call: Call, X: TensorFact, *others: TensorFact | None) -> TensorFact:
    # The weight follows at once, or after X's scale and zero point.
    W = others[2] if call.op_type == "QLinearConvTranspose" else others[0]
    group = call.int("group", 1)
    known = None if W is None or W.shape is None else W.shape
    features = call.fresh("the weight's rank is unknown") if known is None else known[1] * group
    if X.shape is None:
        return tensor(0)
    return tensor(0, (X.shape[0], *call.fresh_shape(len(X.shape) - 2, _OPEN), features))


@rule("AveragePool", versions=(7, 10, 11, 19), domain="com.ms.internal.nhwc")
@rule("LpPool", versions=(11, 18), domain="com.ms.internal.nhwc")
def pool(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, channels_behind(pooled(call, channels_first(X))))


@rule("MaxPool", versions=(1, 8, 10, 11, 12), domain="com.ms.internal.nhwc")
def max_pool(call: Call, X: TensorFact) -> tuple[TensorFact, TensorFact]:
    shape = channels_behind(pooled(call, channels_first(X)))
    return tensor(0, shape), tensor(0, shape)


@rule("QLinearAveragePool", versions=(1,), domain="com.ms.internal.nhwc")
def qlinear_average_pool(call: Call, X: TensorFact, *_: TensorFact | None) -> TensorFact:
    return tensor(0, channels_behind(pooled(call, channels_first(X))))


@rule(("GlobalAveragePool", "GlobalMaxPool"), versions=(1,), domain="com.ms.internal.nhwc")
@rule("GlobalLpPool", versions=(2,), domain="com.ms.internal.nhwc")
def global_pool(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, channels_behind(globally_pooled(call, channels_first(X))))


@rule("BatchNormalization", versions=(7, 9, 14, 15), domain="com.ms.internal.nhwc")
def batch_normalization(
    call: Call, X: TensorFact, scale: TensorFact, *_: TensorFact | None
) -> tuple[TensorFact, ...]:
    return tensor(0, X.shape), *(tensor(0, scale.shape),) * 4


@rule("InstanceNormalization", versions=(6,), domain="com.ms.internal.nhwc")
@rule("LRN", versions=(1, 13), domain="com.ms.internal.nhwc")
def same_shape(call: Call, X: TensorFact, *_: TensorFact | None) -> TensorFact:
    return tensor(0, X.shape)


@rule("MaxUnpool", versions=(9, 11), domain="com.ms.internal.nhwc")
@rule("Resize", versions=(11, 13, 18, 19), domain="com.ms.internal.nhwc")
def resized(call: Call, X: TensorFact, *_: TensorFact | None) -> TensorFact:
    if X.shape is None or len(X.shape) < 3:
        return tensor(0, X.shape)
    return tensor(0, (X.shape[0], *call.fresh_shape(len(X.shape) - 2, _OPEN), X.shape[-1]))


@rule("GridSample", versions=(16, 20), domain="com.ms.internal.nhwc")
def grid_sample(call: Call, X: TensorFact, grid: TensorFact) -> TensorFact:
    if X.shape is None or grid.shape is None:
        return tensor(0)
    return tensor(0, (X.shape[0], *grid.shape[1:-1], X.shape[-1]))


@rule("DepthToSpace", versions=(1, 11, 13), domain="com.ms.internal.nhwc")
def depth_to_space(call: Call, input: TensorFact) -> TensorFact:
    size = _block(call)
    batch, height, width, depth = sizes(call, input, 4, "input")
    return tensor(0, (batch, height * size, width * size, _parts(call, depth, size * size)))


@rule("SpaceToDepth", versions=(1, 13), domain="com.ms.internal.nhwc")
def space_to_depth(call: Call, input: TensorFact) -> TensorFact:
    size = _block(call)
    batch, height, width, depth = sizes(call, input, 4, "input")
    shape: Shape = (batch, _parts(call, height, size), _parts(call, width, size), depth * (size * size))
    return tensor(0, shape)


def _block(call: Call) -> int:
    size = call.int("blocksize")
    if size < 1:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "blocksize is {size}, needed at least 1", size=size)
    return size


def _parts(call: Call, size: Dim, parts: int) -> Dim:
    return call.require_divides(
        const(parts),
        size,
        codes.NOT_DIVISIBLE,
        "an axis has {size}, needed a multiple of {parts}",
        size=size,
        parts=parts,
    )
