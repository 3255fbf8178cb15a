"""MaxPool, AveragePool, LpPool: one element for each place of a sliding window.

Version  What changed
1        the first versions; LpPool may leave ``kernel_shape`` out
2        LpPool: ``kernel_shape`` is required, ``p`` an integer
7        AveragePool: ``count_include_pad``
8        MaxPool: a second output, Indices
10       ``ceil_mode`` (MaxPool, AveragePool), ``dilations`` (MaxPool)
18, 19   LpPool and AveragePool: ``ceil_mode``, ``dilations``
22       a last window that begins in the padding behind is left out
others   only more element types

Differences: the runtime leaves that last window out at every version. Beside ``auto_pad`` it ignores
``pads``; with SAME_* it forgets the dilations when it pads, and with VALID it follows ``ceil_mode``.
Padding as wide as the window it refuses. Without ceil_mode it divides toward zero: a window that is too
large by less than a stride is put once, which is a warning, and a premise where sizes are open.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, FLOAT16
from shapeinfer.rule import (
    ZERO,
    Call,
    Shape,
    TensorFact,
    any_of,
    at_least,
    const,
    divides,
    equal,
    is_ranked,
    rule,
    tensor,
)
from shapeinfer.shapes.layers.window import (
    Geometry,
    geometry,
    pool_sizes,
    require_elements,
    require_few_axes,
    spatial_axes,
    spatial_sizes,
)


@rule("AveragePool", versions=(1, 7, 10, 11, 19, 22))
@rule("LpPool", versions=(1, 2, 11, 18, 22))
def pool(call: Call, X: TensorFact) -> TensorFact:
    axes = spatial_axes(call, X, None)
    if not call.domain:
        require_few_axes(call, X)
    require_elements(call, X)
    if axes is None:
        return tensor(0)
    kernel = call.ints("kernel_shape")
    batch, channels = (
        X.shape[:2] if X.shape is not None else call.fresh_shape(2, "the input's rank is unknown")
    )
    if kernel is None:
        return tensor(0, (batch, channels, *call.fresh_shape(axes, "kernel_shape is left out")))
    if len(kernel) != axes or any(k < 1 for k in kernel):
        raise call.fail(
            codes.LIST_LENGTH, "kernel_shape is {kernel}, needed {axes} sizes of at least 1; X is {X}",
            kernel=kernel, axes=axes, X=X,
        )  # fmt: skip
    g = geometry(call, axes, pads_beside_auto_pad=True, seen=is_ranked(X))
    _warn(call, kernel, g)
    if g.same and _is_strict(call, X, g):
        _require_padding(call, X, spatial_sizes(call, X, axes), kernel, g)
    sizes = pool_sizes(call, X, spatial_sizes(call, X, axes), tuple(map(const, kernel)), g)
    return tensor(0, (batch, channels, *sizes))


@rule("MaxPool", versions=(1, 8, 10, 11, 12, 22))
def max_pool(call: Call, X: TensorFact) -> tuple[TensorFact, TensorFact]:
    pooled = pool(call, X)
    return pooled, pooled


def _is_strict(call: Call, X: TensorFact, g: Geometry) -> bool:
    """Whether the runtime takes the kernel that wants no gap: of AveragePool that of before opset 19, unless
    it counts the padding and rounds up, of MaxPool that of floats, without dilations, Indices or another
    order of these. (What has no kernel for halves of floats is computed with floats.)"""
    if call.op_type != "MaxPool":
        counts_all = call.int("count_include_pad", 0) and call.int("ceil_mode", 0)
        return call.op_type == "AveragePool" and call.version < 19 and not counts_all
    is_plain = all(dilation == 1 for dilation in g.dilations) and not call.int("storage_order", 0)
    return call.domain != "" or call.version < 8 or (
        is_plain and not any(call.wanted[1:]) and X.elem_type in (FLOAT, FLOAT16)
    )  # fmt: skip


def _require_padding(call: Call, X: TensorFact, sizes: Shape, kernel: tuple[int, ...], g: Geometry) -> None:
    """With a stride beyond the window the runtime refuses sizes that leave a gap at the end."""
    # An empty batch the runtime does not look at.
    unless = () if X.shape is None else (equal(X.shape[0], ZERO),)
    for axis, (size, window, stride) in enumerate(zip(sizes, kernel, g.strides, strict=True)):
        if stride <= window:
            continue
        before = size - 1
        fits = divides(const(stride), before) if window == 1 else at_least(const(window - 1), before % stride)
        call.require(
            any_of(fits, *unless), codes.RUNTIME_DIFFERS,
            "auto_pad is {auto_pad} with stride {stride} beyond the window {window}, axis {axis} of X is "
            "{size}, and ONNX Runtime refuses sizes that leave a gap at the end; X is {X}",
            auto_pad=g.auto_pad, stride=stride, window=window, axis=axis + 2, size=size, X=X,
        )  # fmt: skip


def _warn(call: Call, kernel: tuple[int, ...], g: Geometry) -> None:
    """Where the runtime goes its own way."""
    pads = call.ints("pads") or ()
    if any(pad >= size for pad, size in zip(pads, kernel * 2, strict=False)):
        call.error(
            codes.RUNTIME_DIFFERS,
            "pads are {pads}, which ONNX Runtime refuses beside the smaller window {kernel}",
            pads=pads, kernel=kernel,
        )  # fmt: skip
    if g.same and any(d != 1 for d in g.dilations):
        call.warn(
            codes.RUNTIME_DIFFERS,
            "auto_pad is {auto_pad} with dilations {dilations}, which ONNX Runtime pads too little",
            auto_pad=g.auto_pad, dilations=g.dilations,
        )  # fmt: skip
    if g.auto_pad == "VALID" and call.int("ceil_mode", 0) and any(s != 1 for s in g.strides):
        call.warn(
            codes.RUNTIME_DIFFERS,
            "ceil_mode is 1 with auto_pad VALID, which pads nothing, but ONNX Runtime rounds up",
        )
