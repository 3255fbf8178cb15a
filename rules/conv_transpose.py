"""ConvTranspose: the convolution that goes the other way, from few sizes to more.

Version  What changed
1        the first version
11       ``auto_pad`` SAME_* makes sizes times strides
22       only more element types

Differences: the specification makes SAME_* the size times the stride. The runtime never pads by less
than nothing, so a window smaller than the stride gives less: a warning, and the runtime's size. It
refuses an ``output_shape`` that no padding gives, any size below 1, and an empty axis beside
``output_shape`` or ``output_padding``. Of ``output_padding`` the specification asks to be less than stride
or dilation, the runtime less than the stride: a warning between the two.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    REFUTED,
    Call,
    Dim,
    Refused,
    Shape,
    TensorFact,
    at_least,
    const,
    is_ranked,
    minimum,
    rule,
    tensor,
)
from shapeinfer.shapes.layers.window import (
    Geometry,
    geometry,
    is_sized,
    kernel_of,
    list_of,
    require_channels,
    require_groups,
    require_vector,
    spatial_axes,
    spatial_sizes,
)


@rule("ConvTranspose", versions=(1, 11, 22))
def conv_transpose(call: Call, X: TensorFact, W: TensorFact, B: TensorFact | None = None) -> TensorFact:
    axes = spatial_axes(call, X, W)
    group = call.int("group", 1)
    features = call.fresh("the weight's rank is unknown") if W.shape is None else W.shape[1] * group
    if W.shape is not None:
        require_groups(call, W.shape[0], group, "the channels of W", W)
        if X.shape is not None:
            require_channels(call, X, X.shape[1], W.shape[0], "axis 0 of W", W)
    require_vector(call, B, features, "B", "one for each output channel")
    if axes is None:
        return tensor(0)
    batch = call.fresh("the input's rank is unknown") if X.shape is None else X.shape[0]
    seen = is_ranked(X) and is_ranked(W)
    kernel = kernel_of(call, W, axes, seen=seen)
    g = geometry(call, axes, window=W, seen=seen, signed=True)
    counted = seen and call.loading and is_sized(call, W)
    sizes = _sizes(call, X, spatial_sizes(call, X, axes), kernel, g, counted=counted)
    return tensor(0, (batch, features, *sizes))


def _sizes(call: Call, X: TensorFact, sizes: Shape, kernel: Shape, g: Geometry, *, counted: bool) -> Shape:
    axes = len(sizes)
    extra = list_of(call, "output_padding", axes, 0, least=0, seen=counted)
    wanted = _wanted(call, axes, counted=counted)
    for axis in range(axes):
        most = max(g.strides[axis], g.dilations[axis])
        if extra[axis] >= most:
            call.error(
                codes.VALUE_NOT_ALLOWED,
                "output_padding is {extra}, needed less than the {most} of stride and dilation on each axis",
                extra=extra, most=most,
            )  # fmt: skip
        elif extra[axis] >= g.strides[axis]:
            call.error(
                codes.RUNTIME_DIFFERS,
                "output_padding is {extra}, which ONNX Runtime takes if less than the strides {strides}",
                extra=extra, strides=g.strides,
            )  # fmt: skip
    out = []
    for axis, (size, k, want) in enumerate(zip(sizes, kernel, wanted, strict=True)):
        if axes > 2:
            call.require_at_least(
                size, 1, codes.RUNTIME_DIFFERS,
                "axis {axis} of X has {size}, where ONNX Runtime crashes with more than 2 spatial axes; "
                "X is {X}",
                axis=axis + 2, size=size, X=X,
            )  # fmt: skip
        full = (size - 1) * g.strides[axis] + g.covered(k, axis) + extra[axis]
        if want is not None or extra[axis]:
            call.require_at_least(
                size, 1, codes.EMPTY_REDUCTION, "axis {axis} of X has {size}, needed at least 1; X is {X}",
                axis=axis + 2, size=size, X=X,
            )  # fmt: skip
        if want is not None:
            out.append(_as_wanted(call, X, axis, full + (g.strides[axis] - 1 - extra[axis]), want))
        else:
            out.append(_at_least_one(call, X, axis, _padded(call, size, full, g, axis)))
    return tuple(out)


def _wanted(call: Call, axes: int, *, counted: bool) -> tuple[int | None, ...]:
    """The spatial sizes that ``output_shape`` asks for; None where it leaves a size open.

    The kernel takes an empty list for none, -1 for an open size, and one entry for each axis, of which it
    reads the spatial ones. What a loader counts (``counted``) it refuses."""
    given = call.ints("output_shape")
    if given is None:
        return (None,) * axes
    if len(given) != axes:
        runs = len(given) in (0, axes + 2)
        report = call.error if not runs else call.refuse_load if counted else call.warn
        report(
            codes.LIST_LENGTH,
            "output_shape {given} has {have} entries, needed {axes}, one for each spatial axis",
            given=given, have=len(given), axes=axes,
        )  # fmt: skip
        if report != call.warn:
            raise Refused
    wanted = given[-axes:] if given else (-1,) * axes
    if min(given, default=0) < 0:
        runs = min(wanted) >= -1
        report = call.error if not runs else call.refuse_load if counted else call.warn
        report(codes.VALUE_NOT_ALLOWED, "output_shape is {given}, needed none below 0", given=given)
    for size in dict.fromkeys(wanted):
        if size == 0:
            call.error(
                codes.RUNTIME_DIFFERS,
                "output_shape is {given}, and ONNX Runtime needs 1 or more",
                given=given,
            )
    return tuple(None if size == -1 else max(size, 0) for size in wanted)


def _as_wanted(call: Call, X: TensorFact, axis: int, most: Dim, wanted: int) -> Dim:
    call.require_at_least(
        most, const(wanted), codes.VALUE_NOT_ALLOWED,
        "output_shape is {given}, needed at most {most} on axis {axis}; X is {X}",
        given=call.ints("output_shape"), most=most, axis=axis + 2, X=X,
    )  # fmt: skip
    return const(wanted)


def _padded(call: Call, size: Dim, full: Dim, g: Geometry, axis: int) -> Dim:
    if not g.same:
        return full - g.padding(axis)
    same = size * g.strides[axis]
    if at_least(full, same).verdict() is REFUTED:
        call.warn(
            codes.RUNTIME_DIFFERS, "auto_pad is {auto_pad}: axis {axis} is {same}, in ONNX Runtime {full}",
            auto_pad=g.auto_pad, axis=axis + 2, same=same, full=full,
        )  # fmt: skip
    return minimum(full, same)


def _at_least_one(call: Call, X: TensorFact, axis: int, size: Dim) -> Dim:
    constant = size.constant_term()
    verdict = call.require_at_least(
        size - constant, 1 - constant, codes.NEGATIVE_SIZE,
        "axis {axis} comes out as {size}, needed at least 1; X is {X}",
        axis=axis + 2, size=size, X=X,
    )  # fmt: skip
    return call.blamed() if verdict is REFUTED else size
