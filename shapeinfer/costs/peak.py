"""The largest of many sums of bytes over open sizes: those that no other exceeds, and where each is met.

For sizes of at least 1. One sum is left out beside another only if that is proved to be as large at all such
sizes: each of its terms that is larger is covered by a term of the other that it divides. So numbers of at
least 1, put into those that are left, give the exact peak.
"""

from __future__ import annotations

from operator import ge

from shapeinfer.costs.sizes import Slots
from shapeinfer.dims import Dim, Monomial
from shapeinfer.dims.dim import Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapeinfer.engine.place import Place

# Each sum is compared with so many of the greatest only: one that is kept beside them does no harm.
_MOST_COMPARED = 24
# For more places than this one bound is told instead of each.
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
    rows = [(slots.coefficients(code), code) for code in codes]
    rows.sort(key=lambda row: (-sum(c * w for c, w in zip(row[0], weights, strict=True)), row[0]))
    covers = Covers(slots.monomials)
    kept: list[tuple[list[int], int]] = []
    for coefficients, code in rows:
        if not any(covers.reaches(other, coefficients) for other, _ in kept[:_MOST_COMPARED]):
            kept.append((coefficients, code))
    return [code for _, code in kept]


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

    __slots__ = ("_alone", "_divides", "_exact", "_monomials", "_shared")

    def __init__(self, monomials: Sequence[Monomial]) -> None:
        self._monomials = [dict(monomial) for monomial in monomials]
        self._divides: dict[tuple[int, int], bool] = {}
        # Monomials that may be negative; that may be 0 though all sizes are at least 1, and so cover only
        # themselves; and all others.
        self._exact: list[int] = []
        self._alone: list[int] = []
        self._shared: list[int] = []
        for at, monomial in enumerate(monomials):
            if any(atom.lo is None or atom.lo < 0 for atom, _ in monomial):
                self._exact.append(at)
            elif all(_at_least_one(atom) for atom, _ in monomial):
                self._shared.append(at)
            else:
                self._alone.append(at)

    def reaches(self, large: Sequence[int], small: Sequence[int]) -> bool:
        """Whether ``large >= small`` is proved for all sizes of at least 1."""
        for at in self._exact:
            if large[at] != small[at]:
                return False
        if all(map(ge, large, small)):
            return True
        for at in self._alone:
            if large[at] < small[at]:
                return False
        differences = [(at, large[at] - small[at]) for at in self._shared if large[at] != small[at]]
        spare = {at: more for at, more in differences if more > 0}
        for at, less in differences:
            if less > 0:
                continue
            need = -less
            for other, left in spare.items():
                if left and self._divided(at, other):
                    taken = min(need, left)
                    need -= taken
                    spare[other] -= taken
                    if not need:
                        break
            if need:
                return False
        return True

    def _divided(self, small: int, large: int) -> bool:
        """Whether one monomial is a factor of another, and so no greater."""
        found = self._divides.get((small, large))
        if found is None:
            a, b = self._monomials[small], self._monomials[large]
            found = self._divides[small, large] = all(b.get(atom, 0) >= power for atom, power in a.items())
        return found


def _at_least_one(atom: object) -> bool:
    """Whether it is 1 or more wherever all sizes are: a size itself, or a term whose own bounds say so."""
    if isinstance(atom, Symbol):
        return atom.lo is not None and atom.lo >= 0 and atom.named
    lo = getattr(atom, "lo", None)
    return isinstance(lo, int) and lo >= 1


def bound_of(codes: Sequence[int], slots: Slots) -> Dim | None:
    """A polynomial that none of the sums exceeds: the greatest coefficient of each monomial. None where one
    of these may be negative and the sums differ in it."""
    columns = list(zip(*[slots.coefficients(code) for code in codes], strict=True))
    for monomial, column in zip(slots.monomials, columns, strict=False):
        if len(set(column)) > 1 and any(atom.lo is None or atom.lo < 0 for atom, _ in monomial):
            return None
    return slots.dim([max(column) for column in columns])
