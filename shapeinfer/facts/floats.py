"""The floats of an element type: rounding to them, and their shortest decimals."""

from __future__ import annotations

from shapeinfer.facts.elem_type import BFLOAT16, DOUBLE, FLOAT, FLOAT16, significand_bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

# (smallest exponent of a normal number, largest exponent)
_EXPONENTS = {FLOAT16: (-14, 15), FLOAT: (-126, 127), BFLOAT16: (-126, 127), DOUBLE: (-1022, 1023)}
# So many digits tell every float64 from its neighbours.
_MOST_DIGITS = 17


def round_to(value: Fraction, elem_type: int) -> Fraction | None:
    """The float of a type that is nearest to a number, ties to even; None for infinity."""
    from fractions import Fraction

    bits = significand_bits(elem_type)
    exponents = _EXPONENTS.get(elem_type)
    if bits is None or exponents is None:
        return None
    if not value:
        return value
    least, most = exponents
    magnitude = abs(value)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2) ** exponent:
        exponent -= 1
    quantum = Fraction(2) ** (max(exponent, least) - bits + 1)
    rounded = round(value / quantum) * quantum
    return None if abs(rounded) >= Fraction(2) ** (most + 1) else rounded


def decimal_text(value: Fraction, elem_type: int) -> str | None:
    """The shortest decimal that rounds to this float of the type: ``0.1``, ``1e-05``. None if the number is
    no float of the type, or the type's rounding is not known."""
    from fractions import Fraction

    if round_to(value, elem_type) != value:
        return None
    for digits in range(1, _MOST_DIGITS + 1):
        text = f"{float(value):.{digits}g}"
        if round_to(Fraction(text), elem_type) == value:
            return text
    return None
