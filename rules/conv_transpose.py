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
from shapeinfer.rule import REFUTED, Call, Dim, Shape, TensorFact, at_least, const, minimum, rule, tensor
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
    kernel = kernel_of(call, W, axes)
    sizes = _sizes(call, X, spatial_sizes(call, X, axes), kernel, geometry(call, axes))
    return tensor(0, (batch, features, *sizes))


def _sizes(call: Call, X: TensorFact, sizes: Shape, kernel: Shape, g: Geometry) -> Shape:
    axes = len(sizes)
    extra = _given(call, "output_padding", axes) or (0,) * axes
    wanted = _given(call, "output_shape", axes)
    for axis in range(axes):
        most = max(g.strides[axis], g.dilations[axis])
        if not 0 <= extra[axis] < most:
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
    if wanted is not None and min(wanted, default=0) < 0:
        call.error(codes.VALUE_NOT_ALLOWED, "output_shape is {wanted}, needed none below 0", wanted=wanted)
        wanted = tuple(max(size, 0) for size in wanted)
    out = []
    for axis, (size, k) in enumerate(zip(sizes, kernel, strict=True)):
        if axes > 2:
            call.require_at_least(
                size, 1, codes.RUNTIME_DIFFERS,
                "axis {axis} of X has {size}, where ONNX Runtime crashes with more than 2 spatial axes; "
                "X is {X}",
                axis=axis + 2, size=size, X=X,
            )  # fmt: skip
        full = (size - 1) * g.strides[axis] + g.covered(k, axis) + extra[axis]
        if wanted is not None or extra[axis]:
            call.require_at_least(
                size, 1, codes.EMPTY_REDUCTION, "axis {axis} of X has {size}, needed at least 1; X is {X}",
                axis=axis + 2, size=size, X=X,
            )  # fmt: skip
        if wanted is not None:
            out.append(_as_wanted(call, X, axis, full + (g.strides[axis] - 1 - extra[axis]), wanted))
        else:
            out.append(_at_least_one(call, X, axis, _padded(call, size, full, g, axis)))
    return tuple(out)


def _given(call: Call, name: str, axes: int) -> tuple[int, ...] | None:
    given = call.ints(name)
    if given is not None and len(given) != axes:
        raise call.fail(
            codes.LIST_LENGTH, "{name} {given} has {have} entries, needed {axes}, one for each spatial axis",
            name=name, given=given, have=len(given), axes=axes,
        )  # fmt: skip
    return given


def _as_wanted(call: Call, X: TensorFact, axis: int, most: Dim, wanted: tuple[int, ...]) -> Dim:
    call.require_at_least(
        most, const(wanted[axis]), codes.VALUE_NOT_ALLOWED,
        "output_shape is {wanted}, needed at most {most} on axis {axis}; X is {X}",
        wanted=wanted, most=most, axis=axis + 2, X=X,
    )  # fmt: skip
    return const(wanted[axis])


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
