"""Add, Sub, Mul, Div: elementwise arithmetic.

Version  What changed
1, 6     limited broadcasting, by the attributes ``broadcast`` and ``axis``; 6 adds integers
7        multidirectional broadcasting
13, 14   only more element types

Integers are divided toward zero. The runtime refuses an integer divisor of zero even where there is
nothing to divide; floats give infinity, about which nothing is known here.
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import is_float
from shapeinfer.rule import Call, Shape, TensorFact, rule, tensor
from shapeinfer.shapes.arithmetic import elementwise, require_nonzero, settled
from shapeinfer.shapes.broadcast import broadcast_shapes, limited_broadcast

_OPERATIONS = {"Add": scalar.add, "Sub": scalar.subtract, "Mul": scalar.multiply, "Div": scalar.divide_int}


@rule(("Add", "Sub", "Mul", "Div"), versions=(1, 6))
def arithmetic_1(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    A, B = limited_broadcast(call, A, B)
    return _arithmetic(call, A, B, A.shape)


@rule(("Add", "Sub", "Mul", "Div"), versions=(7, 13, 14))
def arithmetic_7(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    return _arithmetic(call, A, B, broadcast_shapes(call, A, B))


def _arithmetic(call: Call, A: TensorFact, B: TensorFact, shape: Shape | None) -> TensorFact:
    divides = call.op_type == "Div"
    if divides:
        require_nonzero(call, B, "B")
    operation = scalar.divide_float if divides and is_float(A.elem_type) else _OPERATIONS[call.op_type]
    return tensor(0, shape, settled(call, A.elem_type, elementwise(operation, A, B)))
