"""The largest of many sums of bytes over open sizes: those that no other exceeds, and where each is met.

For sizes of at least 1. One sum is left out beside another only if that is proved to be as large at all such
sizes: what it has more of one term is covered by what the other has more of a term that is no smaller. So
numbers of at least 1, put into those that are left, give the exact peak.
"""

from __future__ import annotations

from operator import ge, mul

from shapeinfer.costs.live.sizes import Slots
from shapeinfer.dims import Atom, Dim, Monomial, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapeinfer.engine.place import Place

# Each sum is compared with so many others only: one that is kept beside them does no harm.
_MOST_COMPARED = 32
# For more places than this, one bound is printed instead of each place.
MOST_TOLD = 4


class Candidate:
    """The bytes alive at a place."""

    __slots__ = ("bytes", "place")

    def __init__(self, bytes_: Dim, place: Place) -> None:
        self.bytes = bytes_
        self.place = place

    def __repr__(self) -> str:
        return f"Candidate({self.bytes})"


class Peak:
    """The largest number of bytes alive at once, which depends on the sizes: the greatest of ``candidates``.

    ``bound`` is one polynomial that none of them exceeds (None: there is no plain one); it is the peak itself
    where there is one candidate. The first candidate is the greatest at usual sizes.
    """

    __slots__ = ("bound", "candidates")

    def __init__(self, candidates: Sequence[Candidate], bound: Dim | None) -> None:
        self.candidates = tuple(candidates)
        self.bound = bound

    @property
    def is_one(self) -> bool:
        """Whether one place has the peak at all sizes."""
        return len(self.candidates) <= 1

    def at(self, size_of: Callable[[Symbol], int]) -> tuple[int, Candidate | None]:
        """The bytes at these sizes, and where; (0, None) of a graph that makes nothing."""
        found: tuple[int, Candidate | None] = (0, None)
        for candidate in self.candidates:
            size = candidate.bytes.evaluate(size_of)
            if size > found[0] or found[1] is None:
                found = size, candidate
        return found


def usual(symbol: Symbol) -> int:
    """A size at which candidates are put in order: 64, or what the symbol's own bounds allow."""
    size = 64 if symbol.lo is None else max(symbol.lo, 64)
    return size if symbol.hi is None else min(size, symbol.hi)


def undominated(codes: Sequence[int], slots: Slots) -> list[int]:
    """The sums that no other is proved to reach at all sizes of at least 1, the greatest at usual sizes
    first."""
    if len(codes) < 2:
        return list(codes)
    if len(slots.monomials) == 1:
        return [max(codes)]
    weights = [_value(monomial) for monomial in slots.monomials]
    covers = Covers(slots.monomials)
    rows = [(slots.coefficients(code), code) for code in _foremost(codes, slots, covers.exact)]
    rows.sort(key=lambda row: (-sum(map(mul, row[0], weights)), row[0]))
    kept: list[int] = []
    asked: list[list[int]] = []  # of those that are kept: the one that exceeded another last comes first
    for coefficients, code in rows:
        for at, other in enumerate(asked[:_MOST_COMPARED]):
            if covers.reaches(other, coefficients):
                if not at:
                    break
                asked.insert(0, asked.pop(at))
                break
        else:
            kept.append(code)
            asked.append(coefficients)
    return kept


def _foremost(codes: Sequence[int], slots: Slots, exact: Sequence[int]) -> Sequence[int]:
    """The sums without those that have of no term more than another, which is soon told of all at once."""
    left = sorted(codes, reverse=True)  # so that none has as much of all terms as one before it
    found: list[int] = []
    while left and len(found) < _MOST_COMPARED:
        found.append(left[0])
        left = slots.beyond(left, left[0], exact)
    return found + left


def _value(monomial: Monomial) -> float:
    found = 1.0
    for atom, power in monomial:
        if isinstance(atom, Symbol):
            size = usual(atom)
        else:
            try:
                size = max(_usual_of(atom.op, atom.args), 1)
            except ZeroDivisionError:
                size = 1
        found *= float(min(size, 1 << 62)) ** min(power, 8)
    return found


def _usual_of(op: str, args: tuple[Dim, ...]) -> int:
    from shapeinfer.dims import value_of

    return value_of(op, [dim.evaluate(usual) for dim in args])


class Covers:
    """Compares sums by their coefficients."""

    __slots__ = ("_monomials", "_others", "_under", "exact")

    def __init__(self, monomials: Sequence[Monomial]) -> None:
        self._monomials = monomials
        self._under: dict[tuple[int, int], bool] = {}
        # Of monomials that may be negative nothing is known but that they are equal.
        self.exact: list[int] = []
        self._others: list[int] = []
        for at, monomial in enumerate(monomials):
            negative = any(atom.lo is None or atom.lo < 0 for atom, _ in monomial)
            (self.exact if negative else self._others).append(at)

    def reaches(self, large: Sequence[int], small: Sequence[int]) -> bool:
        """Whether ``large >= small`` is proved for all sizes of at least 1."""
        for at in self.exact:
            if large[at] != small[at]:
                return False
        if all(map(ge, large, small)):
            return True
        differences = [(at, large[at] - small[at]) for at in self._others if large[at] != small[at]]
        spare = {at: more for at, more in differences if more > 0}
        for at, less in differences:
            if less > 0:
                continue
            need = -less
            for other, left in spare.items():
                if left and self._is_under(at, other):
                    taken = min(need, left)
                    need -= taken
                    spare[other] -= taken
                    if not need:
                        break
            if need:
                return False
        return True

    def _is_under(self, small: int, large: int) -> bool:
        found = self._under.get((small, large))
        if found is None:
            found = is_under(self._monomials[small], self._monomials[large])
            self._under[small, large] = found
        return found


def is_under(small: Monomial, large: Monomial) -> bool:
    """Whether one monomial is proved to be no greater than another for all sizes of at least 1: each of its
    factors is no greater than one of the other's, and what is left of these is 1 or more."""
    left = dict(large)
    for atom, power in small:
        for _ in range(power):
            match = (
                atom
                if left.get(atom)
                else next((a for a, p in left.items() if p and _no_more(atom, a)), None)
            )
            if match is None:
                return False
            left[match] -= 1
    return all(_at_least_one(atom) for atom, power in left.items() if power)


def _no_more(small: Atom, large: Atom) -> bool:
    """Whether ``(s + c)//d`` is no more than s, or than the same with a smaller divisor."""
    first, second = _floor(small), _floor(large)
    if first is None or second is None or first[0] is not second[0]:
        return False
    _, c, d = first
    _, more, by = second
    if by == 1 and more == 0:
        return c <= 2 * d - 2  # as s is at least 1
    return d >= by and (c <= more or (c == d - 1 and more == by - 1))


def _floor(atom: Atom) -> tuple[Symbol, int, int] | None:
    """(s, c, d) of ``(s + c)//d`` for a size s and numbers c and d; a size itself is ``(s + 0)//1``."""
    if isinstance(atom, Symbol):
        return (atom, 0, 1) if _at_least_one(atom) else None
    if atom.op != "//":
        return None
    numerator, divisor = atom.args
    constant = numerator.constant_term()
    symbol = (numerator - constant).symbol()
    if symbol is None or divisor.value is None or divisor.value < 1 or constant < 0:
        return None
    return (symbol, constant, divisor.value) if _at_least_one(symbol) else None


def _at_least_one(atom: Atom) -> bool:
    """Whether it is 1 or more wherever all sizes are."""
    if isinstance(atom, Symbol):
        return atom.lo is not None and atom.lo >= 0 and atom.named
    if atom.lo is not None and atom.lo >= 1:
        return True
    floor = _floor(atom)
    return floor is not None and floor[1] >= floor[2] - 1


def bound_of(codes: Sequence[int], slots: Slots) -> Dim | None:
    """A polynomial that none of the sums exceeds: the greatest coefficient of each monomial. None where one
    of these may be negative and the sums differ in it."""
    columns = list(zip(*[slots.coefficients(code) for code in codes], strict=True))
    for monomial, column in zip(slots.monomials, columns, strict=False):
        if len(set(column)) > 1 and any(atom.lo is None or atom.lo < 0 for atom, _ in monomial):
            return None
    return slots.dim([max(column) for column in columns])
