"""ONNX Runtime's internal layout NCHWc: convolutions and pooling of images whose channels stand in blocks.

Version  What changed
1        com.microsoft.nchwc

Shapes read as NCHW, with the channels rounded up to the machine's block: 16 at most. A model with these
operators runs where it was optimised, and nowhere else.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import PROVED, Call, Dim, TensorFact, const, divides, rule, tensor
from shapeinfer.shapes.layers.caches import sizes
from shapeinfer.shapes.layers.convolution import convolution
from shapeinfer.shapes.layers.layout import channels_behind, channels_first, globally_pooled, pooled

_LARGEST_BLOCK = 16


@rule("Conv", versions=(1,), domain="com.microsoft.nchwc")
def conv(
    call: Call, X: TensorFact, W: TensorFact, B: TensorFact | None = None, Sum: TensorFact | None = None
) -> TensorFact:
    return tensor(0, convolution(call, X, W, None))


@rule(("MaxPool", "AveragePool"), versions=(1,), domain="com.microsoft.nchwc")
def pool(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, pooled(call, X))


@rule(("GlobalMaxPool", "GlobalAveragePool"), versions=(1,), domain="com.microsoft.nchwc")
def global_pool(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, globally_pooled(call, X))


@rule("ReorderInput", versions=(1,), domain="com.microsoft.nchwc")
def reorder_input(call: Call, X: TensorFact) -> TensorFact:
    last = bool(call.int("channels_last", 0))
    batch, channels, *rest = sizes(call, channels_first(X, last=last), 4, "X")
    return tensor(0, (batch, _blocks(call, channels), *rest))


def _blocks(call: Call, channels: Dim) -> Dim:
    """The channels rounded up to whole blocks, which are 8 or 16 wide."""
    if divides(const(_LARGEST_BLOCK), channels).verdict() is PROVED:
        return channels
    return call.fresh(
        "the machine tells how many channels are a block", channels, channels + (_LARGEST_BLOCK - 1)
    )


@rule("ReorderOutput", versions=(1,), domain="com.microsoft.nchwc")
def reorder_output(call: Call, X: TensorFact) -> TensorFact:
    channels = call.int("channels", 0)
    if channels < 1:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "channels is {channels}, needed at least 1", channels=channels
        )
    batch, _, *rest = sizes(call, X, 4, "X")
    return tensor(
        0, channels_behind((batch, const(channels), *rest), last=bool(call.int("channels_last", 0)))
    )


@rule("Upsample", versions=(1,), domain="com.microsoft.nchwc")
def upsample(call: Call, X: TensorFact) -> TensorFact:
    scales = call.ints("scales") or ()
    shape = sizes(call, X, 4, "X")
    if len(scales) != 4:
        raise call.fail(codes.LIST_LENGTH, "scales is {scales}, needed 4 of them", scales=scales)
    return tensor(0, [size * scale for size, scale in zip(shape, scales, strict=True)])
