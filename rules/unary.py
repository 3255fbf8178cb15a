"""Neg, Abs, Sign, Floor, Ceil, Round, Sqrt, Reciprocal: one element in, one out, of the same type.

Version     What changed
1           the legacy attribute ``consumed_inputs``
6, 13, ...  only more element types

Floor, Ceil, Round, Abs and Neg of a float that is exact are exact.
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import INT64, is_float
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import ONE, ZERO, Call, TensorFact, rule, tensor
from shapeinfer.shapes.arithmetic import elementwise, require_nonzero, settled, sign, square_root


def _reciprocal(x: Scalar) -> Scalar:
    return scalar.divide_float(ONE, x)


def _signs(x: Scalar) -> Scalar:
    """Of int64."""
    return scalar.unless_misread(lambda x, _: sign(x))(x, ZERO)


_EXACT = {
    "Neg": scalar.negate,
    "Abs": scalar.absolute,
    "Sign": sign,
    "Floor": scalar.floor,
    "Ceil": scalar.ceil,
    "Round": scalar.round_half_even,
}
_ROUNDED = {"Sqrt": square_root, "Reciprocal": _reciprocal}


@rule(("Neg", "Abs", "Floor", "Ceil"), versions=(1, 6, 13))
@rule("Sign", versions=(9, 13))
@rule("Round", versions=(11, 22))
def exact(call: Call, X: TensorFact) -> TensorFact:
    operation = _EXACT[call.op_type]
    if operation is sign and X.elem_type == INT64:
        operation = _signs
    elements = elementwise(operation, X, partly=False)
    if not is_float(X.elem_type):
        elements = settled(call, X.elem_type, elements)
    return tensor(0, X.shape, elements)


@rule(("Sqrt", "Reciprocal"), versions=(1, 6, 13))
def rounded(call: Call, X: TensorFact) -> TensorFact:
    if call.op_type == "Reciprocal":
        require_nonzero(call, X, "X")
    elements = elementwise(_ROUNDED[call.op_type], X, partly=False)
    return tensor(0, X.shape, settled(call, X.elem_type, elements))
