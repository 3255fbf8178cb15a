"""Where: elements of X where the condition holds, of Y elsewhere.

Version  What changed
9        multidirectional broadcasting of all three
16       only more element types
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import ONE, ZERO, Call, Dim, Elements, TensorFact, maximum, minimum, rule, tensor
from shapeinfer.shapes.arithmetic import elementwise
from shapeinfer.shapes.broadcast import broadcast_shapes
from shapeinfer.shapes.choice import cases_of, chosen

_REASON = "sizes decide which of two it is"


@rule("Where", versions=(9, 16))
def where(call: Call, condition: TensorFact, X: TensorFact, Y: TensorFact) -> TensorFact:
    shape = broadcast_shapes(call, condition, X, Y, names=("condition", "X", "Y"))
    return tensor(0, shape, _elements(call, condition, X, Y))


def _elements(call: Call, condition: TensorFact, X: TensorFact, Y: TensorFact) -> Elements | None:
    if X.elements is None and Y.elements is None:
        return None
    if condition.elements is None and (X.elements is None or Y.elements is None):
        return None
    made: dict[tuple[Scalar, Dim, Dim], Scalar] = {}

    def element(condition: Scalar, x: Scalar, y: Scalar) -> Scalar:
        if condition == ONE:
            return x
        if condition == ZERO:
            return y
        if not isinstance(x, Dim) or not isinstance(y, Dim):
            return scalar.join(x, y)
        key = (condition, x, y)
        if key not in made:
            known = chosen(condition, x, y)
            cases = cases_of(condition, x, y) if known is None else None
            if cases is not None:
                known = call.fresh(_REASON, minimum(x, y), maximum(x, y), cases)
            made[key] = scalar.join(x, y) if known is None else known
        return made[key]

    return elementwise(element, condition, X, Y, partly=True)
