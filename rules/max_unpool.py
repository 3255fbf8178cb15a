"""MaxUnpool: puts pooled elements back where they came from.

Version  What changed
9        the first version
11       clearer defaults of the attributes
22       only more element types

Differences: the runtime compares the given output shape with the window's only in the number of elements of a
channel, where the specification has each size: the runtime is followed.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
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
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.index import require_places
from shapeinfer.shapes.layers.window import geometry, spatial_axes, spatial_sizes


@rule("MaxUnpool", versions=(9, 11, 22))
def max_unpool(
    call: Call,
    X: TensorFact,
    I: TensorFact,  # noqa: E741  # its name in the specification
    output_shape: TensorFact | None = None,
) -> TensorFact:
    if X.rank == 2 and not call.ints("kernel_shape"):
        # A loader compares the rank with the window alone.
        raise call.fail(codes.WRONG_RANK, "without a window X is {X}, needed at least 3 axes", X=X)
    seen = is_ranked(X)
    X = _same_shape(call, X, I)
    axes = spatial_axes(call, X, None)
    if axes is None:
        return tensor(0)
    shape = _natural(call, X, axes, seen=seen)
    if output_shape is None:
        call.refuse_empty_name("output_shape", 2)
    else:
        shape = _wanted(call, output_shape, shape)
    require_places(call, I, ZERO, product(shape) - 1, "I")
    return tensor(0, shape)


def _same_shape(call: Call, X: TensorFact, indices: TensorFact) -> TensorFact:
    """X, or what the indices' shape tells of it."""
    if X.shape is None or indices.shape is None:
        return X if X.shape is not None else tensor(X.elem_type, indices.shape)
    if len(X.shape) != len(indices.shape):
        call.error(codes.SIZE_MISMATCH, "I is {I}, needed the shape of X; X is {X}", I=indices, X=X)
        return X
    for axis, (have, need) in enumerate(zip(indices.shape, X.shape, strict=True)):
        call.require(
            equal(have, need), codes.SIZE_MISMATCH,
            "axis {axis} of I has {have}, needed the {need} of X; I is {I}, X is {X}",
            axis=axis, have=have, need=need, I=indices, X=X,
        )  # fmt: skip
    return X


def _natural(call: Call, X: TensorFact, axes: int, *, seen: bool) -> Shape:
    """The shape that the window's attributes give. ``seen``: a loader knows the rank of X."""
    kernel = call.ints("kernel_shape") or ()
    if len(kernel) != axes:
        raise call.fail(
            codes.LIST_LENGTH,
            "kernel_shape {kernel} has {have} entries, needed {axes}, one for each spatial axis",
            kernel=kernel, have=len(kernel), axes=axes,
        )  # fmt: skip
    g = geometry(call, axes, seen=seen, least_pad=-(2**63))
    batch = X.shape[:2] if X.shape is not None else call.fresh_shape(2, "the input's rank is unknown")
    sizes = []
    for i, window in enumerate(kernel):
        if max(g.begins[i], g.ends[i]) >= window:
            call.error(
                codes.PAD_TOO_LARGE,
                "pads are {begin} and {end} on axis {axis}, needed less than the {window} of the window",
                begin=g.begins[i], end=g.ends[i], axis=i + 2, window=window,
            )  # fmt: skip
    for i, size in enumerate(spatial_sizes(call, X, axes)):
        extra = kernel[i] - g.strides[i] - g.padding(i)
        call.require_at_least(
            size * g.strides[i], 1 - extra, codes.NEGATIVE_SIZE,
            "axis {axis} comes out as {size}, needed at least 1; X is {X}",
            axis=i + 2, size=size * g.strides[i] + extra, X=X,
        )  # fmt: skip
        sizes.append(size * g.strides[i] + extra)
    return (*batch, *sizes)


def _wanted(call: Call, output_shape: TensorFact, natural: Shape) -> Shape:
    call.rank(output_shape, "output_shape", at_least=1, at_most=1)
    rank = len(natural)
    if output_shape.shape is not None:
        call.require(
            equal(output_shape.shape[0], const(rank)), codes.LIST_LENGTH,
            "output_shape has {have} elements, needed {rank}, one for each axis of X",
            have=output_shape.shape[0], rank=rank,
        )  # fmt: skip
    known = None if output_shape.elements is None else output_shape.elements.some_dims()
    if known is None or len(known) != rank:
        return call.fresh_shape(rank, "output_shape is computed from data")
    for axis, (have, need) in enumerate(zip(known[:2], natural, strict=False)):
        if have is not None:
            call.require_equal(
                have, need, codes.SIZE_MISMATCH,
                "output_shape has {have} on axis {axis}, needed the {need} of X",
                have=have, axis=axis, need=need,
            )  # fmt: skip
    known = (*known[:2], *(_not_negative(call, size, axis) for axis, size in enumerate(known[2:], 2)))
    # The kernel only compares how many elements a channel has.
    sizes = [size for size in known[2:] if size is not None]
    if len(sizes) == rank - 2:
        nothing = [equal(size, ZERO) for size in natural[:2] if not size.value]
        call.require(
            any_of(at_least(product(sizes), product(natural[2:])), *nothing), codes.VALUE_NOT_ALLOWED,
            "output_shape is {given}, needed at least the {need} elements of {natural} for each channel",
            given=tuple(known), need=product(natural[2:]), natural=natural,
        )  # fmt: skip
    return tuple(call.fresh("output_shape is computed from data") if size is None else size for size in known)


def _not_negative(call: Call, size: Dim | None, axis: int) -> Dim | None:
    if size is None:
        return None
    verdict = call.require_at_least(
        size, 0, codes.NEGATIVE_SIZE, "output_shape has {size} on axis {axis}, needed at least 0",
        size=size, axis=axis,
    )  # fmt: skip
    return call.blamed() if verdict is REFUTED else size
