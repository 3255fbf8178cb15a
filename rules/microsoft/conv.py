"""Convolutions and pooling of com.microsoft: fused with an activation and a sum, or with channels behind.

Version  What changed
1        com.microsoft

The sum Z of FusedConv has just the result's shape: it is not broadcast. NhwcConv, NhwcFusedConv,
NhwcMaxPool and, with ``channels_last``, QLinearConv read (batch, ..., channels); filters stay as they
are. ConvTransposeWithDynamicPads takes its padding from an input.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    ONE,
    PROVED,
    REFUTED,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    any_of,
    at_least,
    const,
    equal,
    is_ranked,
    minimum,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import entries
from shapeinfer.shapes.inputs import require_shape
from shapeinfer.shapes.layers.convolution import convolution
from shapeinfer.shapes.layers.layout import channels_behind, channels_first, pooled
from shapeinfer.shapes.layers.quantize import require_one_or_each, require_stored_some
from shapeinfer.shapes.layers.window import (
    Geometry,
    geometry,
    kernel_of,
    require_channels,
    require_groups,
    require_vector,
    spatial_axes,
    spatial_sizes,
)


@rule("FusedConv", versions=(1,), domain="com.microsoft")
def fused_conv(
    call: Call, X: TensorFact, W: TensorFact, B: TensorFact | None = None, Z: TensorFact | None = None
) -> TensorFact:
    shape = convolution(call, X, W, B)
    if shape is not None and Z is not None:
        _require_sum(call, Z, shape)
    return tensor(0, shape)


def _require_sum(call: Call, Z: TensorFact, shape: Shape) -> None:
    """What is added has the result's shape, unless nothing comes out."""
    # Spatial sizes are at least 1.
    unless = [equal(size, ZERO) for size in shape[:2]]
    if any(way.verdict() is PROVED for way in unless) or Z.shape is None:
        return
    if len(Z.shape) != len(shape):
        call.require(
            any_of(*unless), codes.WRONG_RANK, "Z has rank {rank}, needed {need}; Z is {Z}",
            rank=len(Z.shape), need=len(shape), Z=Z,
        )  # fmt: skip
        return
    for axis, (have, need) in enumerate(zip(Z.shape, shape, strict=True)):
        call.require(
            any_of(equal(have, need), *unless), codes.SIZE_MISMATCH,
            "Z has {have} on axis {axis}, needed {need}; Z is {Z}", have=have, axis=axis, need=need, Z=Z,
        )  # fmt: skip


@rule("NhwcFusedConv", versions=(1,), domain="com.microsoft")
def nhwc_fused_conv(
    call: Call, X: TensorFact, W: TensorFact, B: TensorFact | None = None, Z: TensorFact | None = None
) -> TensorFact:
    shape = channels_behind(convolution(call, channels_first(X), W, B))
    if shape is not None:
        require_shape(call, Z, shape, "Z")
    return tensor(0, shape)


@rule("NhwcConv", versions=(1,), domain="com.microsoft")
def nhwc_conv(call: Call, X: TensorFact, W: TensorFact, B: TensorFact | None = None) -> TensorFact:
    weight = channels_first(W)
    return tensor(0, channels_behind(convolution(call, channels_first(X), weight, B)))


@rule("QLinearConv", versions=(1,), domain="com.microsoft")
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
    last = bool(call.int("channels_last", 0))
    features = None if not w.shape else w.shape[0]
    for name, fact in (("x_scale", x_scale), ("x_zero_point", x_zero_point),
                       ("y_scale", y_scale), ("y_zero_point", y_zero_point)):  # fmt: skip
        require_one_or_each(call, fact, None, name)
    if features is not None:
        require_one_or_each(call, w_scale, features, "w_scale")
        require_one_or_each(call, w_zero_point, features, "w_zero_point")
    require_stored_some(call, w_zero_point, "w_zero_point")
    shape = convolution(call, channels_first(x, last=last), w, B, empty_window=True)
    return tensor(0, channels_behind(shape, last=last))


@rule("NhwcMaxPool", versions=(1,), domain="com.microsoft")
def nhwc_max_pool(call: Call, x: TensorFact) -> TensorFact:
    return tensor(0, channels_behind(pooled(call, channels_first(x))))


@rule("MaxpoolWithMask", versions=(1,), domain="com.microsoft")
def max_pool_with_mask(call: Call, X: TensorFact, M: TensorFact) -> TensorFact:
    if X.shape is not None and M.shape is not None:
        call.rank(M, "M", at_least=len(X.shape), at_most=len(X.shape))
        for axis, (have, need) in enumerate(zip(M.shape, X.shape, strict=True)):
            # Batches and channels of the mask are used over and over.
            fits = equal(have, need)
            if axis < 2:
                fits = any_of(at_least(have, ONE), *(equal(size, ZERO) for size in X.shape[:2]))
            call.require(
                fits, codes.SIZE_MISMATCH, "M has {have} on axis {axis}, needed {need}; M is {M}, X is {X}",
                have=have, axis=axis, need=need, M=M, X=X,
            )  # fmt: skip
    if not call.has("kernel_shape"):
        call.error(codes.VALUE_NOT_ALLOWED, "kernel_shape is left out, needed the sizes of the window")
    return tensor(0, pooled(call, X))


@rule("ConvTransposeWithDynamicPads", versions=(1,), domain="com.microsoft")
def conv_transpose_with_dynamic_pads(
    call: Call, X: TensorFact, W: TensorFact, Pads: TensorFact | None = None, B: TensorFact | None = None
) -> TensorFact:
    axes = spatial_axes(call, X, W)
    group = call.int("group", 1)
    features = call.fresh("the weight's rank is unknown") if W.shape is None else W.shape[1] * group
    if W.shape is not None:
        require_groups(call, W.shape[0], group, "the channels of W", W)
        if X.shape is not None:
            require_channels(call, X, X.shape[1], W.shape[0], "axis 0 of W", W)
    require_vector(call, B, features, "B", "one for each output channel")
    if Pads is None:
        call.error(codes.VALUE_NOT_ALLOWED, "Pads is left out, and ONNX Runtime needs it")
    if axes is None:
        return tensor(0)
    batch = call.fresh("the input's rank is unknown") if X.shape is None else X.shape[0]
    pads = None if Pads is None else _pads(call, Pads, axes)
    kernel = kernel_of(call, W, axes, seen=is_ranked(X) and is_ranked(W))
    g = geometry(call, axes, empty_is_default=True)
    sizes = [
        _size(call, axis, size, k, g, pads)
        for axis, (size, k) in enumerate(zip(spatial_sizes(call, X, axes), kernel, strict=True))
    ]
    return tensor(0, (batch, features, *sizes))


def _pads(call: Call, Pads: TensorFact, axes: int) -> tuple[Scalar, ...] | None:
    """The padding in front of every axis, then behind; None where it is computed from data."""
    call.rank(Pads, "Pads", at_least=1, at_most=1)
    require_shape(call, Pads, (const(2 * axes),), "Pads")
    found = entries(Pads)
    for amount in dict.fromkeys(found or ()):
        if isinstance(amount, Dim):
            call.require_at_least(
                amount, 0, codes.VALUE_NOT_ALLOWED, "Pads holds {amount}, needed 0 or more", amount=amount
            )
    return found


def _where_seen(call: Call, made: Dim, full: Dim, axis: int, pads: tuple[Scalar, ...]) -> Dim:
    """The size that auto_pad makes, if a loader, which takes the padding for what is used, infers the same: a
    Shape of it may be computed then."""
    known = [pad for pad in pads[axis :: max(len(pads) // 2, 1)] if isinstance(pad, Dim)]
    seen = full - sum(known, ZERO)
    if len(known) == 2 and equal(made, seen).verdict() is not PROVED:
        call.warn(
            codes.RUNTIME_DIFFERS,
            "Pads is given beside auto_pad, by which ONNX Runtime makes {made} of axis {axis}, and "
            "infers {seen} when it loads the model", made=made, axis=axis + 2, seen=seen,
        )  # fmt: skip
        return call.fresh("a loader infers another size")
    return made


def _size(call: Call, axis: int, size: Dim, k: Dim, g: Geometry, pads: tuple[Scalar, ...] | None) -> Dim:
    extra = call.ints("output_padding")
    if extra and len(extra) != len(g.strides):
        raise call.fail(
            codes.LIST_LENGTH, "output_padding has {have} entries, needed {need}",
            have=len(extra), need=len(g.strides),
        )  # fmt: skip
    more = extra[axis] if extra else 0
    most = max(g.strides[axis], g.dilations[axis])
    if not 0 <= more < most:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "output_padding is {extra}, needed less than the {most} of stride and dilation on each axis",
            extra=extra, most=most,
        )  # fmt: skip
    elif more >= g.strides[axis]:
        call.error(
            codes.RUNTIME_DIFFERS,
            "output_padding is {extra}, which ONNX Runtime takes if less than the strides {strides}",
            extra=extra, strides=g.strides,
        )  # fmt: skip
    if more:
        call.require_at_least(
            size, 1, codes.EMPTY_REDUCTION, "axis {axis} of X has {size}, needed at least 1",
            axis=axis + 2, size=size,
        )  # fmt: skip
    full = (size - 1) * g.strides[axis] + g.covered(k, axis) + more
    if g.same:
        call.require_at_least(
            size, 1, codes.NEGATIVE_SIZE, "axis {axis} of X has {size}, needed at least 1",
            axis=axis + 2, size=size,
        )  # fmt: skip
        made = minimum(full, size * g.strides[axis])
        return _where_seen(call, made, full, axis, pads) if pads is not None else made
    if pads is None or len(pads) < 2 * len(g.strides):
        return call.fresh("the padding is computed from data", ONE, full)
    begin, end = pads[axis], pads[axis + len(g.strides)]
    if not isinstance(begin, Dim) or not isinstance(end, Dim):
        return call.fresh("the padding is computed from data", ONE, full)
    made = full - begin - end
    constant = made.constant_term()
    verdict = call.require_at_least(
        made - constant, 1 - constant, codes.NEGATIVE_SIZE,
        "axis {axis} comes out as {size}, needed at least 1", axis=axis + 2, size=made,
    )  # fmt: skip
    return call.blamed() if verdict is REFUTED else made
