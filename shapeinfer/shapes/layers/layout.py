"""Images with their channels behind (NHWC) or in blocks (NCHWc), and pooling of any layout."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, Call, Shape, TensorFact, const, is_ranked, tensor
from shapeinfer.shapes.layers.window import (
    geometry,
    pool_sizes,
    require_elements,
    spatial_axes,
    spatial_sizes,
)


def channels_first(fact: TensorFact, *, last: bool = True) -> TensorFact:
    """(batch, ..., channels) as (batch, channels, ...); unchanged where ``last`` is False."""
    shape = fact.shape
    if not last or shape is None or len(shape) < 3:
        return fact
    return tensor(fact.elem_type, (shape[0], shape[-1], *shape[1:-1]))


def channels_behind(shape: Shape | None, *, last: bool = True) -> Shape | None:
    """(batch, channels, ...) as (batch, ..., channels); unchanged where ``last`` is False."""
    if not last or shape is None or len(shape) < 3:
        return shape
    return (shape[0], *shape[2:], shape[1])


def pooled(call: Call, X: TensorFact, *, filled: int = 0) -> Shape | None:
    """The shape after pooling (batch, channels, ...) with a window of ``kernel_shape``.

    On the first ``filled`` axes the runtime divides by the number of places, and dies where there is none."""
    axes = spatial_axes(call, X, None)
    require_elements(call, X)
    kernel = call.ints("kernel_shape")
    if axes is None or kernel is None:
        return None
    if len(kernel) != axes or any(k < 1 for k in kernel):
        raise call.fail(
            codes.LIST_LENGTH, "kernel_shape is {kernel}, needed {axes} sizes of at least 1; X is {X}",
            kernel=kernel, axes=axes, X=X,
        )  # fmt: skip
    g = geometry(call, axes, pads_beside_auto_pad=True, seen=is_ranked(X))
    pads = call.ints("pads") or ()
    if any(pad >= size for pad, size in zip(pads, kernel * 2, strict=False)):
        call.error(
            codes.RUNTIME_DIFFERS,
            "pads are {pads}, which ONNX Runtime refuses beside the smaller window {kernel}",
            pads=pads, kernel=kernel,
        )  # fmt: skip
    window = tuple(map(const, kernel))
    sizes = pool_sizes(call, X, spatial_sizes(call, X, axes), window, g, filled=filled)
    front = X.shape[:2] if X.shape is not None else call.fresh_shape(2, "the input's rank is unknown")
    return (*front, *sizes)


def globally_pooled(call: Call, X: TensorFact, *, channels: bool = True) -> Shape | None:
    """The shape after pooling all of (batch, channels, ...). ``channels``: there have to be some."""
    call.rank(X, "X", at_least=3)
    require_elements(call, X, channels=channels)
    return None if X.shape is None else (*X.shape[:2], *(ONE,) * (len(X.shape) - 2))
