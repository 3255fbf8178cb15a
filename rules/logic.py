"""And, Or, Xor, Not: elementwise logic.

Version  What changed
1        limited broadcasting, by the attributes ``broadcast`` and ``axis``
7        multidirectional broadcasting (Not takes one input and has version 1 only)
"""

from __future__ import annotations

from shapeinfer.facts.scalar import both, opposite
from shapeinfer.rule import Call, TensorFact, rule, tensor
from shapeinfer.shapes.arithmetic import either, elementwise, one_alone
from shapeinfer.shapes.broadcast import broadcast_shapes, limited_broadcast

_OPERATIONS = {"And": both, "Or": either, "Xor": one_alone}


@rule(("And", "Or", "Xor"), versions=(1,))
def logic_1(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    A, B = limited_broadcast(call, A, B)
    return tensor(0, A.shape, elementwise(_OPERATIONS[call.op_type], A, B))


@rule(("And", "Or", "Xor"), versions=(7,))
def logic_7(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    shape = broadcast_shapes(call, A, B)
    return tensor(0, shape, elementwise(_OPERATIONS[call.op_type], A, B))


@rule("Not", versions=(1,))
def not_1(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, X.shape, elementwise(opposite, X))
