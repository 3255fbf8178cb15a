"""Elementwise arithmetic on known elements, as the runtime's element types compute it.

Integers are dims; a result that leaves its type's range is unknown. Floats are kept where the float
*is* the exact result: constants are rounded to the type, and a dim (or a dim over a power of two) is
exact while its numerator stays below ``2**significand_bits``, which is stated as a premise. A quotient
of two integers is kept as the correctly rounded float that it is (:mod:`shapeinfer.scalar`).
"""

from __future__ import annotations

import math

from shapeinfer import codes
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import (
    BOOL,
    FLOAT,
    FLOAT16,
    elem_type_name,
    integer_range,
    is_float,
    is_integer,
    significand_bits,
)
from shapeinfer.facts.elements import MOST, Elements, of, ranged, zip_with
from shapeinfer.facts.floats import round_to
from shapeinfer.facts.scalar import ANY, Ratio, Scalar, Span, from_fraction
from shapeinfer.facts.scalar import BOOL as BOOLEAN
from shapeinfer.rule import (
    ONE,
    PROVED,
    ZERO,
    Call,
    Dim,
    TensorFact,
    all_of,
    any_of,
    at_least,
    const,
    maximum,
    minimum,
)

TYPE_CHECKING = False  # fractions is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Types with fewer significand bits compute no shapes.
_LEAST_SIGNIFICAND = 8
# The largest factor of a size, as in 9*h*w, that is looked for.
_MOST_COUNT = 256


def contents(fact: TensorFact) -> Elements:
    """The elements, one by one where the tensor is small even if nothing is known of them."""
    elements = fact.elements
    if elements is not None and elements.items is not None:
        return elements
    each = ANY if elements is None else elements.each
    static = fact.static_shape()
    if static is None or math.prod(static) > MOST:
        return ranged(each)
    return Elements(static, (each,) * math.prod(static))


def worth(elements: Elements | None) -> Elements | None:
    """The elements, or None where nothing at all is known of them."""
    if elements is None:
        return None
    if elements.items is None:
        return None if elements.each == ANY else elements
    return elements if not elements.items or any(x != ANY for x in elements.items) else None


def elementwise(
    function: Callable[..., Scalar], *facts: TensorFact, partly: bool | None = None
) -> Elements | None:
    """``function`` over the elements of broadcast operands; None where nothing comes of it.

    ``partly``: whether a result may be known although some operand is wholly unknown (by default of
    integers and booleans only: an unknown float may be NaN, which lies in no range)."""
    known = [f.elements is not None for f in facts]
    if not any(known):
        return None
    if partly is None:
        partly = not any(is_float(f.elem_type) for f in facts)
    if not partly and not all(known):
        return None

    def of_known(*items: Scalar) -> Scalar:
        return ANY if ANY in items else function(*items)

    made = worth(zip_with(function if partly else of_known, *map(contents, facts)))
    if made is None or made.items is not None or function not in (scalar.add, scalar.subtract):
        return made
    return _attained(made, facts)


def _attained(made: Elements, facts: Sequence[TensorFact]) -> Elements:
    """A sum's range, attained if the operands' are and each element meets each: no axis is in both."""
    shapes = [fact.shape for fact in facts]
    ranges = [fact.elements.whole() for fact in facts if fact.elements is not None]
    if len(ranges) != 2 or not all(
        isinstance(r, Dim) or (isinstance(r, Span) and r.attained) for r in ranges
    ):
        return made
    pairs = zip(*(reversed(shape) for shape in shapes if shape is not None), strict=False)
    if None in shapes or any(a.value != 1 and b.value != 1 for a, b in pairs):
        return made
    low, high = made.range()
    return ranged(Span(low, high, attained=True)) if low != high else made


def settled(call: Call, elem_type: int, elements: Elements | None) -> Elements | None:
    """Exact results as the element type holds them: unknown where they overflow or are rounded
    unpredictably; states what has to hold for a symbolic one to be exact."""
    if elements is None:
        return None
    if elem_type != BOOL and integer_range(elem_type) is not None:
        return worth(elements.map(_Integers(call, elem_type)))
    if (significand_bits(elem_type) or 0) >= _LEAST_SIGNIFICAND:
        return worth(elements.map(_Floats(call, elem_type)))
    return None


def fitting(call: Call, elem_type: int, elements: Elements, *, wraps: bool) -> Elements | None:
    """Numbers cast to an integer type. ``wraps``: they are integers, of which the lower bits are kept; of
    others what does not fit becomes unknown. So does what may not fit 16 bits and fewer, for sizes come near
    the largest of these."""
    return worth(elements.map(_Integers(call, elem_type, is_cast=True, wraps=wraps)))


def exactly(elem_type: int, elements: Elements) -> Elements | None:
    """Only the constants that the float type holds without rounding."""

    def held(x: Scalar) -> Scalar:
        value = scalar.number(x)
        return x if value is not None and round_to(value, elem_type) == value else ANY

    return worth(elements.map(held))


# So many times a single size fits 32 bits.
_MOST_TIMES = 1 << 16


class _Integers:
    """Fits exact integers into an integer type."""

    __slots__ = ("call", "elem_type", "high", "is_cast", "low", "seen", "wraps")

    def __init__(self, call: Call, elem_type: int, *, is_cast: bool = False, wraps: bool = False) -> None:
        self.call = call
        self.is_cast = is_cast
        self.wraps = wraps
        self.elem_type = elem_type
        self.low, self.high = integer_range(elem_type) or (0, 0)
        self.seen: set[Dim] = set()

    def __call__(self, x: Scalar) -> Scalar:
        if isinstance(x, Span):
            return x if self._holds(x.low) and self._holds(x.high) else ANY
        if not isinstance(x, Dim):
            return ANY
        if self.is_cast and (x.value is not None or self.high < 2**16) and not self._holds(x):
            return (x - self.low) % const(self.high - self.low + 1) + self.low if self.wraps else ANY
        if (x.hi is not None and x.hi < self.low) or (x.lo is not None and x.lo > self.high):
            return self._overflow(x)
        if x.value is None and x not in self.seen:
            self.seen.add(x)
            self._suppose(x)
        return x

    def _holds(self, bound: Dim | None) -> bool:
        """Whether a bound is known and, by what is known of it, inside the type's range."""
        if bound is None:
            return False
        if bound.value is None and self.high >= 2**62:
            return True  # 64 bits hold what sizes make, see _suppose
        low, high = bound.lo, bound.hi
        if high is None and self.high >= 2**31 - 1 and _is_modest(bound):
            high = low
        return low is not None and high is not None and low >= self.low and high <= self.high

    def _overflow(self, x: Dim) -> Scalar:
        if not self.is_cast and x not in self.seen:
            self.seen.add(x)
            self.call.warn(
                codes.OVERFLOW, "an element comes out as {x}, {type} holds {low} to {high}",
                x=x, type=elem_type_name(self.elem_type), low=self.low, high=self.high,
            )  # fmt: skip
        return ANY

    def _suppose(self, x: Dim) -> None:
        """A symbolic result may leave the range. 64 bits hold every product of sizes that memory has room
        for, and 32 bits every single size; the rest is a premise."""
        parts = []
        may_leave = self.high < 2**31 - 1 or (self.high < 2**62 and not _is_modest(x))
        if may_leave:
            parts.append(at_least(const(self.high), x))
        if self.low == 0 or (may_leave and (x.lo is None or x.lo < self.low)):
            parts.append(at_least(x, const(self.low)))
        if not parts:
            return
        self.call.suppose(
            all_of(*parts), codes.OVERFLOW, "an element comes out as {x}, {type} holds {low} to {high}",
            x=x, type=elem_type_name(self.elem_type), low=self.low, high=self.high,
        )  # fmt: skip


def _is_modest(x: Dim) -> bool:
    """Whether it is a sum of single sizes, not of products, none of them many times."""
    return all(
        sum(power for _, power in monomial) <= 1 and abs(times) <= _MOST_TIMES for monomial, times in x.terms
    )


class _Floats:
    """Rounds exact results to a float type."""

    __slots__ = ("bits", "call", "elem_type", "seen")

    def __init__(self, call: Call, elem_type: int) -> None:
        self.call = call
        self.elem_type = elem_type
        self.bits = significand_bits(elem_type) or 0
        self.seen: set[Dim] = set()

    def __call__(self, x: Scalar) -> Scalar:
        value = scalar.number(x)
        if value is not None:
            rounded = round_to(value, self.elem_type)
            return ANY if rounded is None else from_fraction(rounded)
        if isinstance(x, Span):
            return x if self._holds(x.low) and self._holds(x.high) else ANY
        num = x.num if isinstance(x, Ratio) else x
        if not self._is_useful(num) or (isinstance(x, Ratio) and not self._is_useful(x.den)):
            return self._between(x)
        self._suppose(num, x)
        if isinstance(x, Ratio) and x.den.value is None:
            self._suppose(x.den, x)
        return x

    def _holds(self, bound: Dim | None) -> bool:
        return bound is None or self._is_useful(bound)

    def _is_useful(self, num: Dim) -> bool:
        """Whether it stays exact for more than a few sizes: a product with 0.1, which is a number over
        2**27, would for none."""
        return all(abs(c) <= 1 << (self.bits // 2 + 1) for _, c in self._odd(num).terms)

    def _odd(self, num: Dim) -> Dim:
        """A power of two as a factor costs no significand; float16 has few exponents, though."""
        common = math.gcd(*(c for _, c in num.terms))
        power = common & -common
        return num if self.elem_type == FLOAT16 or power <= 1 else num // power

    def _between(self, x: Scalar) -> Scalar:
        """A float that is rounded somehow still lies between the integers around the exact result."""
        low, high = scalar.low_of(x), scalar.high_of(x)
        if low is None or high is None or low.lo is None or low.lo < 0:
            return ANY
        product = self._product(x)
        if product is None:
            self._suppose(high, x)
            return scalar.span(low, high)
        return product

    def _product(self, x: Scalar) -> Scalar | None:
        """A size times a float32, if it is one."""
        if self.elem_type != FLOAT or not isinstance(x, Ratio) or not x.exact:
            return None
        from shapeinfer.dims.float32 import decimal_of  # rarely needed

        den = x.den.value or 1
        common = math.gcd(*(c for _, c in x.num.terms))
        # Part of it belongs to the size, as in 9*h*w: what leaves the shortest decimal is the factor.
        factors = [
            common // n for n in range(1, _MOST_COUNT) if common % n == 0 and common // n < 1 << self.bits
        ]
        if not factors:
            return None
        factor = min(factors, key=lambda f: len(decimal_of(f / den)))
        size = x.num // factor
        if not self._is_useful(size):
            return None
        self._suppose(size, x, limit=(1 << self.bits) * den // max(factor, den))
        return scalar.Product(size, factor, den)

    def _suppose(self, num: Dim, x: Scalar, *, limit: int | None = None) -> None:
        odd = self._odd(num)
        limit = 1 << self.bits if limit is None else limit
        if odd in self.seen or self.bits > 50:
            return
        self.seen.add(odd)
        condition = at_least(const(limit), odd)
        if odd.lo is None or odd.lo < 0:
            condition = all_of(condition, at_least(odd, const(-limit)))
        self.call.suppose(
            condition, codes.INEXACT_FLOAT, "{num} is computed in {type}, exact up to {limit}",
            num=odd, type=elem_type_name(self.elem_type), limit=limit,
        )  # fmt: skip


def as_elements(items: list[Scalar], shape: tuple[int, ...]) -> Elements | None:
    """Elements of computed items; None where nothing is known."""
    return worth(of(items, shape))


def require_nonzero(call: Call, divisor: TensorFact, name: str) -> None:
    """The elements of an integer divisor are not 0: the runtime checks that even if the dividend is empty.
    A float divisor that may be 0 would give infinity: a premise of what is made of the quotient."""
    elements = divisor.elements
    if elements is None or elements.items is None:
        return
    for item in dict.fromkeys(x.num if isinstance(x, Ratio) else x for x in elements.items):
        if not isinstance(item, Dim) or (item.lo is not None and item.lo > 0):
            continue
        condition = at_least(item, ONE)
        if item.lo is None or item.lo < 0:
            condition = any_of(condition, at_least(const(-1), item))
        if is_integer(divisor.elem_type):
            call.require(
                condition, codes.ZERO_STEP, "{name} has the element {item}, needed a divisor that is not 0",
                name=name, item=item,
            )  # fmt: skip
        elif item.value is None:
            call.suppose(
                condition, codes.ASSUMED_SIZE,
                "{name} is computed from {item}, which gives infinity if it is 0",
                name=name, item=item,
            )  # fmt: skip


def float_remainder(a: Scalar, b: Scalar) -> Scalar:
    """C's fmod on floats: exact, with the sign of a."""
    if isinstance(a, Dim) and isinstance(b, Dim):
        return scalar.remainder(a, b)
    x, y = scalar.number(a), scalar.number(b)
    return ANY if x is None or not y else from_fraction(x - y * math.trunc(x / y))


def float_modulo(a: Scalar, b: Scalar) -> Scalar:
    """Python's % on floats, with the sign of b."""
    if isinstance(a, Dim) and isinstance(b, Dim):
        return scalar.modulo(a, b)
    x, y = scalar.number(a), scalar.number(b)
    return ANY if x is None or not y else from_fraction(x - y * math.floor(x / y))


def square_root(x: Scalar) -> Scalar:
    """The square root of a constant, with more digits than any float has."""
    from fractions import Fraction

    value = scalar.number(x)
    if value is None or value < 0:
        return ANY
    inside = value.numerator * value.denominator
    exact = math.isqrt(inside)
    if exact * exact == inside:
        return from_fraction(Fraction(exact, value.denominator))
    # A root that is not exact is no tie between two floats either: cutting it off rounds alike.
    return from_fraction(Fraction(math.isqrt(inside << 256), value.denominator << 128))


def power(a: Scalar, b: Scalar) -> Scalar:
    """a ** b, exact: of constants with an integer exponent, else for a small constant exponent."""
    base, exponent = scalar.number(a), scalar.number(b)
    if base is None or exponent is None:
        return scalar.power(a, b)
    if exponent.denominator == 2 and exponent.numerator == 1:
        return square_root(a)
    if exponent.denominator != 1 or abs(exponent) > 64 or (not base and exponent < 0):
        return ANY
    return from_fraction(base ** int(exponent))


def sign(x: Scalar) -> Scalar:
    """-1, 0 or 1."""
    order = scalar.compare(x, ZERO)
    if order[">"] is PROVED:
        return ONE
    if order["<"] is PROVED:
        return const(-1)
    if order["=="] is PROVED:
        return ZERO
    low = ZERO if order[">="] is PROVED else const(-1)
    high = ZERO if order["<="] is PROVED else ONE
    if not isinstance(x, Dim):
        return scalar.span(low, high)
    return minimum(x, ONE) if low == ZERO else maximum(minimum(x, ONE), const(-1))


def either(a: Scalar, b: Scalar) -> Scalar:
    """a or b"""
    if ONE in (a, b):
        return ONE
    return b if a == ZERO else a if b == ZERO or a == b else BOOLEAN


def one_alone(a: Scalar, b: Scalar) -> Scalar:
    """a xor b"""
    if a == ZERO:
        return b
    if b == ZERO:
        return a
    if a == ONE:
        return scalar.opposite(b)
    return scalar.opposite(a) if b == ONE else BOOLEAN


def truth(x: Scalar) -> Scalar:
    """x != 0, as a cast to bool gives it."""
    if isinstance(x, Dim) and x.lo is not None and x.lo >= 0:
        return scalar.truth((x,))
    return scalar.opposite(scalar.from_verdict(scalar.compare(x, ZERO)["=="]))
