"""One element of a tensor: a Dim, a ratio of dims, or unknown within a range.

Integers and booleans (0, 1) are Dims. Floats are ``num / den``: exact where ``den`` is a power of
two (every finite float constant is such a number), and otherwise the *correctly rounded* quotient
of two integers, of which only floor, ceil and truncation are used: for integers below 2**24 they
are those of the true quotient, since ``n / d`` is at least ``1/d`` away from the next integer.
"""

from __future__ import annotations

import math

from shapeinfer.dims import ONE, ZERO, Dim, ceildiv, const, maximum, minimum, product, truncdiv
from shapeinfer.dims.proofs import PROVED, REFUTED, UNKNOWN, Verdict, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction


class Ratio:
    """``num / den``, den positive and not 1."""

    __slots__ = ("den", "num")

    def __init__(self, num: Dim, den: Dim) -> None:
        self.num = num
        self.den = den

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and self.num == other.num and self.den == other.den

    def __hash__(self) -> int:
        return hash((self.num, self.den))

    def __repr__(self) -> str:
        return f"Ratio({self.num}, {self.den})"

    @property
    def exact(self) -> bool:
        """Whether the float is exactly this ratio: a power of two divides without rounding."""
        return self.den.value is not None and self.den.value & (self.den.value - 1) == 0


class Span:
    """An unknown element between ``low`` and ``high``, both included (None: no bound known).

    ``attained`` is said of a whole tensor's range: unless the tensor is empty, one of its elements is
    ``low`` and one is ``high``. Arithmetic that can't promise it drops it."""

    __slots__ = ("attained", "high", "low")

    def __init__(self, low: Dim | None, high: Dim | None, *, attained: bool = False) -> None:
        self.low = low
        self.high = high
        self.attained = attained

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Span)
            and self.low == other.low
            and self.high == other.high
            and self.attained == other.attained
        )

    def __hash__(self) -> int:
        return hash((self.low, self.high, self.attained))

    def __repr__(self) -> str:
        return f"Span({self.low}, {self.high})"


class Truth(Span):
    """A boolean that is not known, but what it hangs on is: 1 where each of ``when`` is positive, else 0.

    For other code it is a Span from 0 to 1."""

    __slots__ = ("when",)

    def __init__(self, when: tuple[Dim, ...]) -> None:
        super().__init__(ZERO, ONE)
        self.when = when

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Truth) and self.when == other.when

    def __hash__(self) -> int:
        return hash(self.when)

    def __repr__(self) -> str:
        return f"Truth({', '.join(map(str, self.when))})"

    def number(self) -> Dim:
        """The same as a size: 1 or 0."""
        return product(minimum(maximum(dim, ZERO), ONE) for dim in self.when)


class Product(Span):
    """A size times a positive float32 ``num / den``, as float32 rounds it.

    For other code it is a Span between the integers around the exact product."""

    __slots__ = ("den", "num", "size")

    def __init__(self, size: Dim, num: int, den: int) -> None:
        super().__init__((size * num) // const(den), ceildiv(size * num, const(den)))
        self.size = size
        self.num = num
        self.den = den

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Product)
            and self.size == other.size
            and self.num == other.num
            and self.den == other.den
        )

    def __hash__(self) -> int:
        return hash((self.size, self.num, self.den))

    def __repr__(self) -> str:
        return f"Product({self.size}, {self.num}, {self.den})"

    def floor(self) -> Dim:
        """The largest integer not above it."""
        from shapeinfer.dims import scales  # rarely needed

        return scales.scaled(self.size, self.num, self.den)

    def ceil(self) -> Dim:
        """The smallest integer not below it."""
        from shapeinfer.dims import scales  # rarely needed

        return -scales.scaled(-self.size, self.num, self.den)


Scalar = Dim | Ratio | Span

ANY = Span(None, None)
BOOL = Span(ZERO, ONE)


def span(low: Dim | None, high: Dim | None) -> Scalar:
    """An element within bounds; the Dim itself where both bounds are the same."""
    if low is not None and low == high:
        return low
    return ANY if low is None and high is None else Span(low, high)


def low_of(x: Scalar) -> Dim | None:
    """The lower bound of x, if known."""
    if isinstance(x, Dim):
        return x
    if isinstance(x, Ratio):
        return x.num // x.den
    return x.low


def high_of(x: Scalar) -> Dim | None:
    """The upper bound of x, if known."""
    if isinstance(x, Dim):
        return x
    if isinstance(x, Ratio):
        return ceildiv(x.num, x.den)
    return x.high


def ratio(num: Dim, den: Dim) -> Scalar:
    """``num / den`` in lowest terms; a den whose sign is unknown gives an unknown."""
    if den.value == 0:
        return ANY
    if den.hi is not None and den.hi < 0:
        num, den = -num, -den
    if den.lo is None or den.lo < 0:
        return ANY
    if den.value is not None:
        common = math.gcd(den.value, *(c for _, c in num.terms))
        if common > 1:
            num, den = num // common, const(den.value // common)
    return num if den.value == 1 else Ratio(num, den)


def from_number(value: float) -> Scalar:
    """A constant; a float is the dyadic fraction that it exactly is, NaN and infinity unknown."""
    if isinstance(value, int):
        return const(value)
    if not math.isfinite(value):
        return ANY
    numerator, denominator = value.as_integer_ratio()
    return const(numerator) if denominator == 1 else Ratio(const(numerator), const(denominator))


def from_fraction(value: Fraction) -> Scalar:
    """A number as an element."""
    return ratio(const(value.numerator), const(value.denominator))


def number(x: Scalar) -> Fraction | None:
    """The number x is, if it is a constant."""
    from fractions import Fraction

    if isinstance(x, Dim):
        return None if x.value is None else Fraction(x.value)
    if isinstance(x, Ratio) and x.num.value is not None and x.den.value is not None:
        return Fraction(x.num.value, x.den.value)
    return None


def join(a: Scalar, b: Scalar) -> Scalar:
    """What holds whichever of two an element is."""
    if a == b:
        return Span(a.low, a.high) if isinstance(a, Span) and a.attained else a
    low_a, low_b, high_a, high_b = low_of(a), low_of(b), high_of(a), high_of(b)
    low = high = None
    if low_a is not None and low_b is not None:
        low = _one_of(low_a, low_b, at_least(low_a, low_b), smaller=True)
    if high_a is not None and high_b is not None:
        high = _one_of(high_a, high_b, at_least(high_a, high_b), smaller=False)
    return span(low, high)


def _one_of(a: Dim, b: Dim, a_at_least_b: Verdict, *, smaller: bool) -> Dim | None:
    if a_at_least_b is PROVED:
        return b if smaller else a
    if a_at_least_b is REFUTED:
        return a if smaller else b
    return minimum(a, b) if smaller else maximum(a, b)


# --- arithmetic; the caller rounds and wraps ---------------------------------------------------


def _parts(x: Scalar) -> tuple[Dim, Dim] | None:
    if isinstance(x, Dim):
        return x, ONE
    if isinstance(x, Ratio) and x.exact:
        return x.num, x.den
    return None


def _optional_sum(a: Dim | None, b: Dim | None) -> Dim | None:
    return None if a is None or b is None else a + b


def add(a: Scalar, b: Scalar) -> Scalar:
    """a + b"""
    if isinstance(a, Dim) and isinstance(b, Dim):
        return a + b
    p, q = _parts(a), _parts(b)
    if p and q:
        return ratio(p[0] * q[1] + q[0] * p[1], p[1] * q[1])
    if isinstance(a, Dim) and isinstance(b, Span):
        a, b = b, a
    if isinstance(a, Span) and isinstance(b, Dim) and a.low is not None and a.high is not None and a.attained:
        return Span(a.low + b, a.high + b, attained=True)
    return span(_optional_sum(low_of(a), low_of(b)), _optional_sum(high_of(a), high_of(b)))


def negate(a: Scalar) -> Scalar:
    """-a"""
    if isinstance(a, Dim):
        return -a
    if isinstance(a, Ratio):
        return Ratio(-a.num, a.den)
    low, high = None if a.high is None else -a.high, None if a.low is None else -a.low
    return Span(low, high, attained=True) if a.attained else span(low, high)


def subtract(a: Scalar, b: Scalar) -> Scalar:
    """a - b"""
    return add(a, negate(b))


def multiply(a: Scalar, b: Scalar) -> Scalar:
    """a * b"""
    if isinstance(a, Dim) and isinstance(b, Dim):
        return a * b
    if (isinstance(a, Dim) and a.value == 0) or (isinstance(b, Dim) and b.value == 0):
        return ANY if any(isinstance(x, Ratio) and not x.den.value for x in (a, b)) else ZERO
    p, q = _parts(a), _parts(b)
    if p and q:
        return ratio(p[0] * q[0], p[1] * q[1])
    if isinstance(a, Span) and isinstance(b, Dim):
        a, b = b, a
    if isinstance(a, Dim) and isinstance(b, Span) and a.lo is not None and a.lo >= 0:
        if b.low is not None and b.high is not None and b.attained:
            return Span(a * b.low, a * b.high, attained=True)
        return span(None if b.low is None else a * b.low, None if b.high is None else a * b.high)
    return ANY


def divide_int(a: Scalar, b: Scalar) -> Scalar:
    """a / b on integers, rounded toward zero."""
    if isinstance(b, Dim) and b.value != 0:
        if isinstance(a, Dim):
            quotient = truncdiv(a, b)
            return ANY if quotient is None else quotient
        if isinstance(a, Span) and b.value is not None and b.value > 0:
            return span(
                None if a.low is None else truncdiv(a.low, b), None if a.high is None else truncdiv(a.high, b)
            )
    return ANY


def divide_float(a: Scalar, b: Scalar) -> Scalar:
    """a / b on floats: exact, or the rounded quotient of two integers."""
    p, q = _parts(a), _parts(b)
    return ratio(p[0] * q[1], p[1] * q[0]) if p and q else ANY


def modulo(a: Scalar, b: Scalar) -> Scalar:
    """a % b with the sign of b (ONNX's Mod with fmod=0 on integers)."""
    if isinstance(b, Dim) and b.value != 0:
        if isinstance(a, Dim) and (b.value is not None or (b.lo is not None and b.lo >= 0)):
            return a % b
        if b.value is not None and b.value > 0:
            return span(ZERO, b - 1)
    return ANY


def remainder(a: Scalar, b: Scalar) -> Scalar:
    """a - b*trunc(a/b), with the sign of a (C's %, ONNX's fmod=1)."""
    quotient = divide_int(a, b)
    return subtract(a, multiply(b, quotient)) if isinstance(quotient, Dim) else ANY


def smaller(a: Scalar, b: Scalar) -> Scalar:
    """min(a, b)"""
    if isinstance(a, Dim) and isinstance(b, Dim):
        return minimum(a, b)
    order = compare(a, b)
    if order.get(">=") is PROVED:
        return b
    if order.get("<=") is PROVED:
        return a
    highs = [h for h in (high_of(a), high_of(b)) if h is not None]
    low_a, low_b = low_of(a), low_of(b)
    low = None if low_a is None or low_b is None else minimum(low_a, low_b)
    return span(low, highs[0] if len(highs) == 1 else minimum(*highs) if highs else None)


def larger(a: Scalar, b: Scalar) -> Scalar:
    """max(a, b)"""
    return negate(smaller(negate(a), negate(b)))


def unless_misread(choice: Callable[[Scalar, Scalar], Scalar]) -> Callable[[Scalar, Scalar], Scalar]:
    """``smaller`` or ``larger`` of int64 elements, as ONNX Runtime's kernels choose of several at once: of
    numbers that differ in their lower halves only, these are compared with a sign. What that concerns is
    unknown."""

    def chosen(a: Scalar, b: Scalar) -> Scalar:
        x, y = (n.value if isinstance(n, Dim) else None for n in (a, b))
        if x is not None and y is not None and x >> 32 == y >> 32 and (x ^ y) & 2**31:
            return ANY
        return choice(a, b)

    return chosen


def absolute(a: Scalar) -> Scalar:
    """|a|"""
    low, high = low_of(a), high_of(a)
    if low is not None and low.lo is not None and low.lo >= 0:
        return a
    if high is not None and high.hi is not None and high.hi <= 0:
        return negate(a)
    return maximum(a, -a) if isinstance(a, Dim) else span(ZERO, None)


def floor(a: Scalar) -> Scalar:
    """The largest integer not above a."""
    if isinstance(a, Product):
        return a.floor()
    return a.num // a.den if isinstance(a, Ratio) else a


def ceil(a: Scalar) -> Scalar:
    """The smallest integer not below a."""
    if isinstance(a, Product):
        return a.ceil()
    return ceildiv(a.num, a.den) if isinstance(a, Ratio) else a


def truncate(a: Scalar) -> Scalar:
    """a without its fraction, as a cast from float to integer does."""
    if isinstance(a, Ratio):
        quotient = truncdiv(a.num, a.den)
        return ANY if quotient is None else quotient
    return a.floor() if isinstance(a, Product) else a


def round_half_even(a: Scalar) -> Scalar:
    """The nearest integer, ties to even: known for constants and for integers."""
    value = number(a)
    if value is not None:
        return const(round(value))
    return a if isinstance(a, Dim) else span(low_of(a), high_of(a))


def power(a: Scalar, b: Scalar) -> Scalar:
    """a ** b for a small exponent that is a constant and not negative."""
    exponent = number(b)
    if exponent is None or exponent.denominator != 1 or not 0 <= exponent <= 8:
        base = number(a)
        if base == 1:
            return ONE
        return ANY
    total: Scalar = ONE
    for _ in range(int(exponent)):
        total = multiply(total, a)
    return total


def compare(a: Scalar, b: Scalar) -> dict[str, Verdict]:
    """What is known of ``a >= b``, ``a <= b``, ``a > b``, ``a < b`` and ``a == b``."""
    low_a, high_a, low_b, high_b = low_of(a), high_of(a), low_of(b), high_of(b)
    if isinstance(a, Ratio) or isinstance(b, Ratio):
        p, q = _parts(a), _parts(b)
        if p and q:
            low_a = high_a = p[0] * q[1]
            low_b = high_b = q[0] * p[1]
    at_least_ = _order(low_a, high_b, high_a, low_b, 0)
    above = _order(low_a, high_b, high_a, low_b, 1)
    same = UNKNOWN
    if low_a is not None and low_a == high_a and low_b is not None and low_b == high_b:
        same = equal(low_a, low_b)
    elif above is PROVED or at_least_ is REFUTED:
        same = REFUTED
    return {
        ">=": at_least_,
        ">": above,
        "<": _opposite(at_least_),
        "<=": _opposite(above),
        "==": same,
    }


def _order(
    low_a: Dim | None, high_b: Dim | None, high_a: Dim | None, low_b: Dim | None, margin: int
) -> Verdict:
    if low_a is not None and high_b is not None and at_least(low_a, high_b + margin) is PROVED:
        return PROVED
    if high_a is not None and low_b is not None and at_least(high_a, low_b + margin) is REFUTED:
        return REFUTED
    return UNKNOWN


def _opposite(verdict: Verdict) -> Verdict:
    return REFUTED if verdict is PROVED else PROVED if verdict is REFUTED else UNKNOWN


def truth(when: Iterable[Dim]) -> Scalar:
    """1 where every dim is positive, 0 elsewhere."""
    open_ones: dict[Dim, None] = {}
    for dim in when:
        verdict = at_least(dim, ONE)
        if verdict is REFUTED:
            return ZERO
        if verdict is not PROVED:
            open_ones[dim] = None
    return Truth(tuple(open_ones)) if open_ones else ONE


def answer(a: Scalar, b: Scalar, sign: str) -> Scalar:
    """The boolean that a comparison gives, ``sign`` one of <, <=, >, >= and ==."""
    verdict = compare(a, b)[sign]
    if verdict is UNKNOWN and isinstance(a, Dim) and isinstance(b, Dim):
        difference = b - a if sign[0] == "<" else a - b
        if sign == "==":
            return truth((difference + 1, 1 - difference))
        return truth((difference + 1 if sign[-1] == "=" else difference,))
    return from_verdict(verdict)


def both(a: Scalar, b: Scalar) -> Scalar:
    """a and b, two booleans."""
    if ZERO in (a, b):
        return ZERO
    if a in (ONE, b):
        return b
    if b == ONE:
        return a
    return truth((*a.when, *b.when)) if isinstance(a, Truth) and isinstance(b, Truth) else BOOL


def opposite(x: Scalar) -> Scalar:
    """not x, a boolean."""
    if isinstance(x, Truth) and len(x.when) == 1:
        return truth((1 - x.when[0],))
    return BOOL if isinstance(x, Span) else subtract(ONE, x)


def from_verdict(verdict: Verdict) -> Scalar:
    """A boolean element from a verdict."""
    return ONE if verdict is PROVED else ZERO if verdict is REFUTED else BOOL
