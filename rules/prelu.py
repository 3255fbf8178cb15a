"""PRelu: Relu with a slope below zero, one for each channel or element.

Version  What changed
1, 6     ``slope`` has one element, or one for each channel (axis 1)
7        ``slope`` is unidirectionally broadcastable to X
9, 16    only more element types

Differences: the specification keeps X's shape. The runtime's kernel broadcasts both ways, so a larger slope
runs and enlarges the result, of which a loader knows the shape of X: a warning, and sizes that are unknown.
Where only the sizes tell which it is, we state the kernel's shape.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    REFUTED,
    Call,
    Shape,
    TensorFact,
    all_of,
    any_of,
    equal,
    expands_to,
    is_blamed,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.broadcast import broadcast_shapes


@rule("PRelu", versions=(1, 6))
def prelu_1(call: Call, X: TensorFact, slope: TensorFact) -> TensorFact:
    if X.shape is None or slope.shape is None:
        return tensor(0, X.shape)
    count = product(slope.shape)
    channels = X.shape[1] if len(X.shape) > 1 else ONE
    call.require(
        any_of(equal(count, ONE), equal(count, channels)), codes.PARAMETER_SIZE,
        "slope has {count} elements, needed 1 or the {channels} channels of X; slope is {slope}, X is {X}",
        count=count, channels=channels, slope=slope, X=X,
    )  # fmt: skip
    return tensor(0, X.shape)


@rule("PRelu", versions=(7, 9, 16))
def prelu_7(call: Call, X: TensorFact, slope: TensorFact) -> TensorFact:
    if X.shape is None or slope.shape is None:
        return tensor(0)
    joint = broadcast_shapes(call, X, slope, names=("X", "slope"))
    if joint is not None and joint != X.shape and not _is_supposed_to_fit(call, X, slope, joint):
        return tensor(0, _enlarged(call, X.shape, joint))
    return tensor(0, joint)


def _enlarged(call: Call, shape: Shape, joint: Shape) -> Shape | None:
    """What holds of X's shape, which a loader knows, and of the joint one, which the kernel makes."""
    if len(shape) != len(joint):
        return None
    reason = "a larger slope enlarges what the kernel makes"
    pairs = zip(joint, shape, strict=True)
    return tuple(d if d == e or is_blamed((d,)) else call.fresh(reason) for d, e in pairs)


def _is_supposed_to_fit(call: Call, X: TensorFact, slope: TensorFact, joint: Shape) -> bool:
    """Warn of a slope that does not fit into X, or suppose that it does."""
    x, s = X.shape or (), slope.shape or ()
    shift = len(x) - len(s)
    message = "slope is {slope}, needed one that is broadcastable to X; X is {X}"
    if shift < 0:
        call.warn(codes.RUNTIME_DIFFERS, message, slope=slope, X=X)
        return False
    condition = all_of(*(expands_to(size, x[axis + shift]) for axis, size in enumerate(s)))
    if condition.verdict() is not REFUTED:
        call.suppose(condition, codes.RUNTIME_DIFFERS, message, slope=slope, X=X)
        return True
    if not any(is_blamed((size,)) for size in joint):
        call.warn(codes.RUNTIME_DIFFERS, message, slope=slope, X=X)
    return False
