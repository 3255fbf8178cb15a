"""DeformConv: convolution whose window's places are moved by an input.

Version  What changed
19       the first version
22       only more element types

Differences: the specification has any number of spatial axes, the runtime two. As in pooling it puts
a window once that is too large by less than a stride.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Condition,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    const,
    divides,
    equal,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.layers.convolution import convolution
from shapeinfer.shapes.layers.window import Geometry, pool_sizes


@rule("DeformConv", versions=(19, 22))
def deform_conv(
    call: Call,
    X: TensorFact,
    W: TensorFact,
    offset: TensorFact,
    B: TensorFact | None = None,
    mask: TensorFact | None = None,
) -> TensorFact:
    ways: list[Geometry] = []

    def sizes_of(call: Call, X: TensorFact, sizes: Shape, kernel: Shape, g: Geometry) -> Shape:
        ways.append(g)
        return pool_sizes(call, X, sizes, kernel, g)

    shape = convolution(call, X, W, B, sizes_of=sizes_of, least_rank=3, exact=True)
    for name, fact, axis in (("X", X, 1), ("W", W, 0)):
        if fact.shape is not None:
            some, message = at_least(fact.shape[axis], ONE), "{name} is {fact}, without channels"
            call.require(some, codes.RUNTIME_DIFFERS, message, name=name, fact=fact)
    groups = call.int("offset_group", 1)
    if groups < 1:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "offset_group is {groups}, needed at least 1", groups=groups)
    if X.shape is not None:
        call.require(
            divides(const(groups), X.shape[1]), codes.GROUP_MISMATCH,
            "X has {channels} channels, needed a multiple of the {groups} offset groups; X is {X}",
            channels=X.shape[1], groups=groups, X=X,
        )  # fmt: skip
    if shape is None or W.shape is None:
        return tensor(0, shape)
    axes = len(shape) - 2
    if axes != 2:
        call.error(codes.RUNTIME_DIFFERS, "X is {X}, and ONNX Runtime takes two spatial axes only", X=X)
    window = product(W.shape[2:])
    # A window that is too large by less than a stride is put once; shape is then another.
    g = ways[0]
    beyond: list[tuple[Condition, ...]] = [()] * axes
    if X.shape is not None:
        for i, (size, k) in enumerate(zip(X.shape[2:], W.shape[2:], strict=True)):
            exact = g.strides[i] == 1 or None not in (size.value, k.value)
            beyond[i] = () if exact else (at_least(g.covered(k, i) - 1, size + g.padding(i)),)
    if X.shape is not None and axes == 2:
        _require_places(call, X, shape, ways[0])
    _require_shape(call, offset, "offset", (shape[0], window * (groups * axes), *shape[2:]), beyond)
    if mask is not None and axes == 2:
        _require_shape(call, mask, "mask", (shape[0], window * groups, *shape[2:]), beyond)
    return tensor(0, shape)


def _require_places(call: Call, X: TensorFact, shape: Shape, g: Geometry) -> None:
    """The kernel takes no image of padding alone, unless nothing comes out."""
    nothing = [equal(size, ZERO) for size in (shape[0], *shape[2:]) if not size.value]
    for i, size in enumerate((X.shape or ())[2:]):
        if g.padding(i) and not size.value:
            call.require(
                any_of(at_least(size, ONE), *nothing), codes.RUNTIME_DIFFERS,
                "axis {axis} of X has {size}, and ONNX Runtime needs 1 or more; X is {X}",
                axis=i + 2, size=size, X=X,
            )  # fmt: skip


def _require_shape(
    call: Call, fact: TensorFact, name: str, wanted: Shape, beyond: list[tuple[Condition, ...]]
) -> None:
    """The sizes of offset or mask, each spatial one unless its window is ``beyond`` the input."""
    call.rank(fact, name, at_least=len(wanted), at_most=len(wanted))
    sizes: tuple[Dim, ...] = fact.shape or ()
    for axis, (have, need) in enumerate(zip(sizes, wanted, strict=False)):
        ways = () if axis < 2 else beyond[axis - 2]
        fits = any_of(equal(have, need), *(all_of(way, at_least(ONE, have)) for way in ways))
        call.require(
            fits, codes.SIZE_MISMATCH,
            "axis {axis} of {name} has {have}, needed {need}; {name} is {fact}",
            axis=axis, name=name, have=have, need=need, fact=fact,
        )  # fmt: skip
