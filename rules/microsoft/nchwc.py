"""ONNX Runtime's internal layout NCHWc: convolutions and pooling of images whose channels stand in blocks.

Version  What changed
1        com.microsoft.nchwc

Shapes read as NCHW, with the channels rounded up to the machine's block: 16 at most. A model with these
operators runs where it was optimised, and nowhere else.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    PROVED,
    ZERO,
    Call,
    Condition,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    ceildiv,
    const,
    divides,
    equal,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import require_shape, sizes
from shapeinfer.shapes.layers.convolution import convolution
from shapeinfer.shapes.layers.layout import channels_behind, channels_first, globally_pooled, pooled

# Blocks are as wide as the machine's registers.
_SMALLEST_BLOCK, _LARGEST_BLOCK = 8, 16
_TRANSFORMATIONS = ("asymmetric", "half_pixel", "align_corners")


def _images(call: Call, X: TensorFact) -> Shape:
    """The sizes of X, whose channels have to be whole blocks."""
    shape = sizes(call, X, 4, "X")
    _require_blocks(call, "X", "channels", shape[1], X)
    return shape


def _require_blocks(call: Call, name: str, what: str, size: Dim, fact: TensorFact) -> None:
    call.require(
        divides(const(_SMALLEST_BLOCK), size), codes.RUNTIME_DIFFERS,
        "{name} has {size} {what}, and ONNX Runtime needs whole blocks of 8 or 16; {name} is {fact}",
        name=name, size=size, what=what, fact=fact,
    )  # fmt: skip


@rule("Conv", versions=(1,), domain="com.microsoft.nchwc")
def conv(
    call: Call, X: TensorFact, W: TensorFact, B: TensorFact | None = None, Sum: TensorFact | None = None
) -> TensorFact:
    _, channels, _, _ = sizes(call, X, 4, "X")
    features, _, _, _ = sizes(call, W, 4, "W")
    _require_blocks(call, "W", "filters", features, W)
    if channels.value is None or channels.value >= _LARGEST_BLOCK:
        need = any_of(divides(const(_SMALLEST_BLOCK), channels), at_least(const(_LARGEST_BLOCK), channels))
        call.require(
            need, codes.RUNTIME_DIFFERS,
            "X has {channels} channels, and ONNX Runtime needs fewer than a block of 16, or whole blocks; "
            "X is {X}",
            channels=channels, X=X,
        )  # fmt: skip
    for count, name, fact in ((channels, "X", X), (features, "W", W)):
        call.require_at_least(
            count, 1, codes.CHANNEL_MISMATCH,
            "{name} has {count} channels, needed at least 1; {name} is {fact}",
            count=count, name=name, fact=fact,
        )  # fmt: skip
    shape = convolution(call, X, W, B, empty_window=True)
    if shape is not None:
        require_shape(call, Sum, shape, "Sum")
    return tensor(0, shape)


@rule(("MaxPool", "AveragePool"), versions=(1,), domain="com.microsoft.nchwc")
def pool(call: Call, X: TensorFact) -> TensorFact:
    _images(call, X)
    shape = pooled(call, X)
    if shape is not None and len(shape) == 4:
        call.require(
            any_of(_has_rows(call, X, shape), *_alone(call, shape)), codes.RUNTIME_DIFFERS,
            "axis 2 of the result has {height}, and ONNX Runtime dies if the window has no place; X is {X}",
            height=shape[2], X=X,
        )  # fmt: skip
    return tensor(0, shape)


def _has_rows(call: Call, X: TensorFact, shape: Shape) -> Condition:
    """The result has a row, where the runtime divides toward zero."""
    kernel = (call.ints("kernel_shape") or (1,))[0]
    stride, dilation = ((call.ints(name) or (1,))[0] for name in ("strides", "dilations"))
    same = call.string("auto_pad", "NOTSET").startswith("SAME")
    if X.shape is None or (same and dilation == 1):
        return at_least(shape[2], ONE)
    covered = (kernel - 1) * dilation + 1
    if same:  # the runtime forgets the dilation when it pads
        return at_least(ceildiv(X.shape[2], stride) * stride, const(covered - kernel + 1))
    pads = call.ints("pads") or (0, 0, 0, 0)
    if call.string("auto_pad", "NOTSET") == "VALID":
        pads = (0, 0, 0, 0)
    most = at_least(X.shape[2], const(covered - pads[0] - pads[2] + 1 - stride))
    # A row that begins behind the input is taken back.
    return all_of(most, at_least(shape[2], ONE)) if call.int("ceil_mode", 0) else most


def _alone(call: Call, shape: Shape) -> list[Condition]:
    """One column that is as wide as the input is computed without rows too."""
    steps = [(call.ints(name) or (1, 1))[:2] == (1, 1) for name in ("strides", "dilations")]
    auto_pad = call.string("auto_pad", "NOTSET")
    padded = auto_pad.startswith("SAME") or (auto_pad != "VALID" and any(call.ints("pads") or ()))
    plain = all(steps) and not padded
    return [equal(shape[3], ONE)] if plain else []


@rule(("GlobalMaxPool", "GlobalAveragePool"), versions=(1,), domain="com.microsoft.nchwc")
def global_pool(call: Call, X: TensorFact) -> TensorFact:
    batch, channels, _, width = _images(call, X)
    if not batch.value:  # else an elementless axis is refused below
        call.require(
            any_of(at_least(width, ONE), equal(channels, ZERO)), codes.RUNTIME_DIFFERS,
            "axis 3 of X has {width}, and ONNX Runtime dies without columns, even if the batch is empty; "
            "X is {X}", width=width, X=X,
        )  # fmt: skip
    return tensor(0, globally_pooled(call, X))


@rule("ReorderInput", versions=(1,), domain="com.microsoft.nchwc")
def reorder_input(call: Call, X: TensorFact) -> TensorFact:
    last = bool(call.int("channels_last", 0))
    batch, channels, *rest = sizes(call, channels_first(X, last=last), 4, "X")
    call.require(
        divides(const(4), channels), codes.NOT_DIVISIBLE,
        "X has {channels} channels, needed a multiple of 4; X is {X}", channels=channels, X=X,
    )  # fmt: skip
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
    batch, stored, *rest = _images(call, X)
    if stored.value is None or not channels <= stored.value < channels + _LARGEST_BLOCK:
        message = (
            "channels is {channels} and X has {stored}, needed as many, rounded up to whole blocks; X is {X}"
        )
        args: dict[str, object] = {"channels": channels, "stored": stored, "X": X}
        call.require_at_least(stored, channels, codes.CHANNEL_MISMATCH, message, **args)
        most = const(channels + _LARGEST_BLOCK - 1)
        call.require_at_least(most, stored, codes.CHANNEL_MISMATCH, message, **args)
    return tensor(
        0, channels_behind((batch, const(channels), *rest), last=bool(call.int("channels_last", 0)))
    )


@rule("Upsample", versions=(1,), domain="com.microsoft.nchwc")
def upsample(call: Call, X: TensorFact) -> TensorFact:
    scales = call.ints("scales") or ()
    shape = _images(call, X)
    mode = call.string("mode", "nearest")
    if mode not in ("nearest", "linear"):
        call.error(codes.VALUE_NOT_ALLOWED, "mode is {mode!r}, needed nearest or linear", mode=mode)
    needed = _TRANSFORMATIONS if mode == "linear" else _TRANSFORMATIONS[:1]
    transformation = call.string("coordinate_transformation_mode", "asymmetric")
    if transformation not in needed:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "coordinate_transformation_mode is {value!r} beside the mode {mode}, needed one of {needed}",
            value=transformation, mode=mode, needed=needed,
        )  # fmt: skip
    if len(scales) != 4:
        raise call.fail(codes.LIST_LENGTH, "scales is {scales}, needed 4 of them", scales=scales)
    if scales[:2] != (1, 1) or min(scales) < 1:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "scales is {scales}, needed 1 for batch and channels, and no less behind", scales=scales,
        )  # fmt: skip
    return tensor(0, [size * scale for size, scale in zip(shape, scales, strict=True)])
