"""The integers between which a dim lies, by the bounds of its symbols.

Ranges are worked out of monomials and the ranges of their atoms; no dim is built on the way. The work for
one dim is linear in its terms: a clamp that stands alone is split into its two cases, which says more than
interval arithmetic does, but only so many cases are looked at.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from shapeinfer.dims.atoms import Bound, Monomial, Term
    from shapeinfer.dims.dim import Dim

    Terms = tuple[tuple[Monomial, int], ...]
    Quotients = list[tuple[Monomial, int, Term]]

# Clamps of one dim that are split, one inside the cases of the other: at most two to this power of cases.
_MOST_SPLIT = 5


def is_nonnegative(dim: Dim) -> bool:
    """Whether its bounds say that it is 0 or more."""
    return dim.lo is not None and dim.lo >= 0


def range_of(terms: Terms, splits: int = _MOST_SPLIT) -> tuple[Bound, Bound]:
    """The least and the greatest value of a polynomial, as far as its symbols' bounds tell."""
    if splits:
        # A clamp of another one is split first: its cases speak of that one.
        found: tuple[Monomial, int, Term] | None = None
        for monomial, coefficient in terms:
            if len(monomial) == 1:
                atom, power = monomial[0]
                if power == 1 and atom.op == "relu":
                    clamp: Term = atom  # type: ignore[assignment]  # no Symbol has that op
                    if found is None or clamp.depth > found[2].depth:
                        found = monomial, coefficient, clamp
        if found is not None:
            monomial, coefficient, clamp = found
            return _clamp_range(terms, monomial, coefficient, clamp.args[0].terms, splits - 1)
    low, high = _polynomial_range(terms)
    if low is None or high is None:
        quotients = _quotients(terms)
        part = _two_quotients(terms, quotients) or _remainder(terms, quotients) if quotients else None
        if part is not None:
            rest, least, most = part
            low_rest, high_rest = range_of(rest, 0)
            low = _largest(low, None if low_rest is None else low_rest + least)
            high = _smallest(high, None if high_rest is None else high_rest + most)
    return low, high


def _quotients(terms: Terms) -> Quotients:
    """The quotients that are added alone, with their coefficients."""
    found: Quotients = []
    for monomial, coefficient in terms:
        if len(monomial) == 1:
            atom, power = monomial[0]
            if power == 1 and atom.op == "//":
                found.append((monomial, coefficient, atom))  # type: ignore[arg-type]  # no Symbol has that op
    return found


def _two_quotients(terms: Terms, found: Quotients) -> tuple[Terms, int, int] | None:
    """Of ``(x + k)//d`` less ``x//d``, or ``x//d`` less ``m*(x//(m*d))``, if both are in a sum: the other
    terms, and between which numbers the difference lies. k, d and m are numbers."""
    for plus, more, first in found if len(found) > 1 else ():
        for minus, less, second in found:
            divisor, other = first.args[1].value, second.args[1].value
            if more * less > 0 or divisor is None or other is None or other % divisor:
                continue
            (x, k), (y, j) = map(_without_number, (first.args[0].terms, second.args[0].terms))
            times = other // divisor
            if x != y or less % times or (times > 1 and k != j):
                continue
            count = min(abs(more), abs(less) // times) * (1 if more > 0 else -1)
            bounds = ((k - j) // divisor, -((j - k) // divisor)) if times == 1 else (0, times - 1)
            rest = _changed(terms, ((plus, -count), (minus, count * times)))
            least, most = sorted((count * bounds[0], count * bounds[1]))
            return rest, least, most
    return None


def _remainder(terms: Terms, found: Quotients) -> tuple[Terms, int, int] | None:
    """Of ``x`` less ``d*(x//d)``, if both are in a sum: the other terms, and between which numbers the
    difference lies. d is a number."""
    for monomial, coefficient, quotient in found:
        divisor = quotient.args[1].value
        if divisor is None or divisor < 1 or coefficient % divisor:
            continue
        count = -coefficient // divisor
        x, k = _without_number(quotient.args[0].terms)
        rest = _changed(terms, ((monomial, -coefficient), *((m, -count * c) for m, c in x)))
        if len(rest) < len(terms) - len(x):  # all of x was there
            least, most = sorted((-count * k, count * (divisor - 1 - k)))
            return rest, least, most
    return None


def _changed(terms: Terms, added: Iterable[tuple[Monomial, int]]) -> Terms:
    """The terms with others added; none with a coefficient of 0."""
    sums = dict(terms)
    for monomial, coefficient in added:
        sums[monomial] = sums.get(monomial, 0) + coefficient
    return tuple([item for item in sums.items() if item[1]])


def _without_number(terms: Terms) -> tuple[Terms, int]:
    """The terms but for the number that is added, and that number, which stands last."""
    return (terms[:-1], terms[-1][1]) if terms and not terms[-1][0] else (terms, 0)


def _clamp_range(
    terms: Terms, clamp: Monomial, coefficient: int, inner: Terms, splits: int
) -> tuple[Bound, Bound]:
    """``p + c*relu(d)`` is the larger (smaller, for c < 0) of p and ``p + c*d``."""
    sums = {m: c for m, c in terms if m != clamp}
    low, high = range_of(tuple(sums.items()), splits)
    for monomial, c in inner:
        sums[monomial] = sums.get(monomial, 0) + c * coefficient
    other_low, other_high = range_of(tuple([item for item in sums.items() if item[1]]), splits)
    if coefficient > 0:
        return _largest(low, other_low), None if high is None or other_high is None else max(high, other_high)
    return None if low is None or other_low is None else min(low, other_low), _smallest(high, other_high)


def _largest(a: Bound, b: Bound) -> Bound:
    """The better of two lower bounds that both hold."""
    return b if a is None else a if b is None else max(a, b)


def _smallest(a: Bound, b: Bound) -> Bound:
    """The better of two upper bounds that both hold."""
    return b if a is None else a if b is None else min(a, b)


def _polynomial_range(terms: tuple[tuple[Monomial, int], ...]) -> tuple[Bound, Bound]:
    low: Bound = 0
    high: Bound = 0
    for monomial, coefficient in terms:
        lo, hi = _monomial_range(monomial)
        if coefficient < 0:
            lo, hi = hi, lo
        low = None if low is None or lo is None else low + coefficient * lo
        high = None if high is None or hi is None else high + coefficient * hi
    return low, high


def _monomial_range(monomial: Monomial) -> tuple[Bound, Bound]:
    lo: Bound = 1
    hi: Bound = 1
    for atom, power in monomial:
        if power % 2 == 0:
            a, b = _even_power(atom.lo, atom.hi, power)
        else:
            a = None if atom.lo is None else atom.lo**power
            b = None if atom.hi is None else atom.hi**power
        lo, hi = _multiply_ranges(lo, hi, a, b)
    return lo, hi


def _even_power(lo: Bound, hi: Bound, power: int) -> tuple[Bound, Bound]:
    if lo is not None and lo >= 0:
        return lo**power, None if hi is None else hi**power
    if hi is not None and hi <= 0:
        return hi**power, None if lo is None else lo**power
    return 0, None if lo is None or hi is None else max(lo**power, hi**power)


def _multiply_ranges(a: Bound, b: Bound, c: Bound, d: Bound) -> tuple[Bound, Bound]:
    if a is not None and a >= 0 and c is not None and c >= 0:
        return a * c, None if b is None or d is None else b * d
    if a is None or b is None or c is None or d is None:
        return None, None
    corners = (a * c, a * d, b * c, b * d)
    return min(corners), max(corners)


def _floordiv_range(args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    a, b = args
    # Where the quotient is defined, a divisor that can't be negative is at least 1.
    if b.lo is None or b.lo < 0 or b.hi == 0:
        return None, None
    least = max(b.lo, 1)
    lo: Bound = None
    hi: Bound = None
    if a.lo is not None:
        lo = a.lo // least if a.lo < 0 else (a.lo // b.hi if b.hi is not None else 0)
    if a.hi is not None:
        hi = a.hi // least if a.hi >= 0 else (a.hi // b.hi if b.hi is not None else -1)
    return lo, hi


def _truncdiv_range(args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    a, b = args
    d = b.value
    if d is None or d <= 0:
        return None, None
    lo, hi = (None if x is None else x // d if x >= 0 else -(-x // d) for x in (a.lo, a.hi))
    return lo, hi


def _relu_range(args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    (a,) = args
    return max(a.lo or 0, 0), None if a.hi is None else max(a.hi, 0)


def _any_range(args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    lows, highs = [a.lo for a in args], [a.hi for a in args]
    return (
        None if None in lows else min(x for x in lows if x is not None),
        None if None in highs else max(x for x in highs if x is not None),
    )


def _product_range(args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    a, b = args
    return _multiply_ranges(a.lo, a.hi, b.lo, b.hi)


RANGES: dict[str, Callable[[tuple[Dim, ...]], tuple[Bound, Bound]]] = {
    "//": _floordiv_range,
    "relu": _relu_range,
    "truncdiv": _truncdiv_range,
    "broadcast": _any_range,
    "*": _product_range,
}


def term_range(op: str, args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    """The least and the greatest value of a term, as far as its arguments' bounds tell."""
    return RANGES[op](args)
