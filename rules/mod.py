"""Mod: the remainder of a division.

Version  What changed
10       ``fmod`` 0: the sign of the divisor, integers only; 1: the sign of the dividend
13       only more element types
28       floats with ``fmod`` 0 as well

Before 28 the runtime refuses floats without ``fmod=1``, as the specification does.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import is_float
from shapeinfer.rule import Call, TensorFact, rule, tensor
from shapeinfer.shapes.arithmetic import (
    elementwise,
    float_modulo,
    float_remainder,
    require_nonzero,
    settled,
)
from shapeinfer.shapes.broadcast import broadcast_shapes


@rule("Mod", versions=(10, 13))
def mod_10(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    if is_float(A.elem_type) and not call.int("fmod", 0):
        call.error(codes.VALUE_NOT_ALLOWED, "A is {A} and fmod is 0, needed fmod=1 for floats", A=A)
    return mod_28(call, A, B)


@rule("Mod", versions=(28,))
def mod_28(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    shape = broadcast_shapes(call, A, B)
    toward_zero = bool(call.int("fmod", 0))
    require_nonzero(call, B, "B")
    if is_float(A.elem_type):
        operation = float_remainder if toward_zero else float_modulo
        return tensor(0, shape, settled(call, A.elem_type, elementwise(operation, A, B)))
    return tensor(0, shape, elementwise(scalar.remainder if toward_zero else scalar.modulo, A, B))
