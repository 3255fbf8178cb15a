"""Pow: the base to the power of the exponent; the result has the base's type.

Version  What changed
1        limited broadcasting, by the attributes ``broadcast`` and ``axis``; floats only
7        multidirectional broadcasting
12       integers; base and exponent may be of two types
13, 15   only more element types
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import Call, Shape, TensorFact, rule, tensor
from shapeinfer.shapes.arithmetic import elementwise, power, settled
from shapeinfer.shapes.broadcast import broadcast_shapes, limited_broadcast


@rule("Pow", versions=(1,))
def pow_1(call: Call, X: TensorFact, Y: TensorFact) -> TensorFact:
    X, Y = limited_broadcast(call, X, Y)
    return _pow(call, X, Y, X.shape)


@rule("Pow", versions=(7, 12, 13, 15))
def pow_7(call: Call, X: TensorFact, Y: TensorFact) -> TensorFact:
    return _pow(call, X, Y, broadcast_shapes(call, X, Y, names=("X", "Y")))


def _pow(call: Call, X: TensorFact, Y: TensorFact, shape: Shape | None) -> TensorFact:
    return tensor(0, shape, settled(call, X.elem_type, elementwise(_power, X, Y, partly=False)))


# Kernels compute with float64, which holds every integer up to this one.
_MOST_EXACT = 2**53


def _power(base: Scalar, exponent: Scalar) -> Scalar:
    found = power(base, exponent)
    number = scalar.number(found)
    return found if number is None or abs(number) <= _MOST_EXACT else scalar.ANY
