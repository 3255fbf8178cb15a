"""Where: elements of X where the condition holds, of Y elsewhere.

Version  What changed
9        multidirectional broadcasting of all three
16       only more element types
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import ONE, ZERO, Call, Dim, Elements, TensorFact, rule, tensor
from shapeinfer.shapes.arithmetic import elementwise
from shapeinfer.shapes.broadcast import broadcast_shapes
from shapeinfer.shapes.choice import chosen


@rule("Where", versions=(9, 16))
def where(call: Call, condition: TensorFact, X: TensorFact, Y: TensorFact) -> TensorFact:
    shape = broadcast_shapes(call, condition, X, Y, names=("condition", "X", "Y"))
    return tensor(0, shape, _elements(condition, X, Y))


def _elements(condition: TensorFact, X: TensorFact, Y: TensorFact) -> Elements | None:
    if X.elements is None and Y.elements is None:
        return None
    if condition.elements is None and (X.elements is None or Y.elements is None):
        return None
    return elementwise(_chosen, condition, X, Y, partly=True)


def _chosen(condition: Scalar, x: Scalar, y: Scalar) -> Scalar:
    if condition == ONE:
        return x
    if condition == ZERO:
        return y
    known = chosen(condition, x, y) if isinstance(x, Dim) and isinstance(y, Dim) else None
    return scalar.join(x, y) if known is None else known
