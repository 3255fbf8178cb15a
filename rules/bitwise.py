"""BitShift, BitwiseAnd, BitwiseOr, BitwiseXor, BitwiseNot: elementwise work on bits.

Version  What changed
11, 18   the first version
28       BitShift takes signed integers, and says what shifting too far gives

Before 28 the specification is silent about a shift by the width or more: the result is unknown then.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import integer_range
from shapeinfer.facts.scalar import ANY, Scalar
from shapeinfer.rule import ZERO, Call, Dim, TensorFact, const, rule, tensor
from shapeinfer.shapes.arithmetic import elementwise
from shapeinfer.shapes.broadcast import broadcast_shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "BitwiseAnd": lambda a, b: a & b,
    "BitwiseOr": lambda a, b: a | b,
    "BitwiseXor": lambda a, b: a ^ b,
}


@rule("BitShift", versions=(11, 28))
def bit_shift(call: Call, X: TensorFact, Y: TensorFact) -> TensorFact:
    direction = call.string("direction")
    if direction not in ("LEFT", "RIGHT"):
        call.error(codes.VALUE_NOT_ALLOWED, "direction is {given}, needed LEFT or RIGHT", given=direction)
    shape = broadcast_shapes(call, X, Y, names=("X", "Y"))
    limits = integer_range(X.elem_type)
    if limits is None:
        return tensor(0, shape)
    low, high = limits
    width = (high - low).bit_length()

    def shifted(x: Scalar, y: Scalar) -> Scalar:
        by = y.value if isinstance(y, Dim) else None
        if by is None or not 0 <= by < width or not isinstance(x, Dim):
            return ANY
        if direction == "RIGHT":
            return x // (1 << by)
        if x.value is not None:
            return const((x.value * (1 << by) - low) % (high - low + 1) + low)
        return x * (1 << by) if low <= 0 and x.hi is not None and x.hi << by <= high else ANY

    return tensor(0, shape, elementwise(shifted, X, Y, partly=False))


@rule(("BitwiseAnd", "BitwiseOr", "BitwiseXor"), versions=(18,))
def bitwise(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    operation = _OPERATIONS[call.op_type]
    masks = call.op_type == "BitwiseAnd"

    def combined(a: Scalar, b: Scalar) -> Scalar:
        x = a.value if isinstance(a, Dim) else None
        y = b.value if isinstance(b, Dim) else None
        if x is not None and y is not None:
            return const(operation(x, y))
        mask = x if x is not None else y
        # A mask that is not negative bounds the result whatever the other side is.
        return scalar.span(ZERO, const(mask)) if masks and mask is not None and mask >= 0 else ANY

    return tensor(0, broadcast_shapes(call, A, B), elementwise(combined, A, B))


@rule("BitwiseNot", versions=(18,))
def bitwise_not(call: Call, X: TensorFact) -> TensorFact:
    limits = integer_range(X.elem_type)
    if limits is None:
        return tensor(0, X.shape)
    # ~x is -1 - x where there is a sign, and high - x where there is none.
    total = const(sum(limits))
    return tensor(0, X.shape, elementwise(lambda x: scalar.subtract(total, x), X))
