"""Equal, Less, LessOrEqual, Greater, GreaterOrEqual: elementwise comparison, with a bool for an answer.

Version  What changed
1        limited broadcasting, by the attributes ``broadcast`` and ``axis``
7        multidirectional broadcasting
others   only more element types; LessOrEqual and GreaterOrEqual begin at 12
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import Call, Shape, TensorFact, rule, tensor
from shapeinfer.shapes.arithmetic import elementwise
from shapeinfer.shapes.broadcast import broadcast_shapes, limited_broadcast

_SIGNS = {"Equal": "==", "Less": "<", "LessOrEqual": "<=", "Greater": ">", "GreaterOrEqual": ">="}


@rule(("Equal", "Less", "Greater"), versions=(1,))
def comparison_1(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    A, B = limited_broadcast(call, A, B)
    return _comparison(call, A, B, A.shape)


@rule("Equal", versions=(7, 11, 13, 19))
@rule(("Less", "Greater"), versions=(7, 9, 13))
@rule(("LessOrEqual", "GreaterOrEqual"), versions=(12, 16))
def comparison_7(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    return _comparison(call, A, B, broadcast_shapes(call, A, B))


def _comparison(call: Call, A: TensorFact, B: TensorFact, shape: Shape | None) -> TensorFact:
    sign = _SIGNS[call.op_type]

    def compare(a: Scalar, b: Scalar) -> Scalar:
        return scalar.answer(a, b, sign)

    return tensor(0, shape, elementwise(compare, A, B))
