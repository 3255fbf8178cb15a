"""Simplifies facts under a contract: ``2*(H//2)`` is ``H`` if 2 divides H."""

from __future__ import annotations

from shapeinfer.dims import Dim
from shapeinfer.dims.budget import attempt
from shapeinfer.facts.fact import Fact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.contracts.solver import Solver

# The steps for simplifying one dim.
_REWRITE_STEPS = 5_000


class Rewriter:
    """Each distinct dim is rebuilt once; the result is used only if it is shorter."""

    __slots__ = ("back", "done", "values")

    def __init__(self, known: Solver | None) -> None:
        self.values = {} if known is None else known.values()
        self.back = _unchanged if known is None else known.unshadow()
        self.done: dict[Dim, Dim] = {}

    def dim(self, dim: Dim) -> Dim:
        """Simplify a dim under the contract."""
        if not self.values:
            return dim
        found = self.done.get(dim)
        if found is None:
            shorter = attempt(_REWRITE_STEPS, dim, self._rewritten, dim)
            found = self.done[dim] = shorter if _length(shorter) < _length(dim) else dim
        return found

    def _rewritten(self, dim: Dim) -> Dim:
        try:
            seen = dim.substitute(self.values)
            return dim if seen is dim else self.back(seen)
        except ZeroDivisionError:  # the dim is not defined at any size that the contract allows
            return dim

    def fact(self, fact: Fact) -> Fact:
        """Simplify a fact under the contract."""
        if not self.values:
            return fact
        return fact.map_dims(self.dim)


def _unchanged(dim: Dim) -> Dim:
    return dim


def _length(dim: Dim) -> tuple[int, int]:
    """The length of the text, as a measure of how readable it is."""
    return dim.size, sum(abs(c) for _, c in dim.terms)
