"""Simplifies facts under a contract: ``2*(H//2)`` is ``H`` if 2 divides H."""

from __future__ import annotations

from shapeinfer.dims import Dim, Term
from shapeinfer.dims.budget import Budget, Spent, attempt, spend
from shapeinfer.dims.periods import as_quotient
from shapeinfer.facts.fact import Fact, TensorFact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.contracts.solver import Solver

# The steps for simplifying one dim.
_REWRITE_STEPS = 5_000
# The steps for writing one dim as a quotient, and all of them.
_QUOTIENT_STEPS = 6_000
_ALL_QUOTIENTS = 50_000


class Rewriter:
    """Each distinct dim is rebuilt once; the result is used only if it is shorter."""

    __slots__ = ("back", "done", "kept", "left", "others", "values")

    def __init__(self, known: Solver | None) -> None:
        self.values = {} if known is None else known.values()
        self.back = _unchanged if known is None else known.unshadow()
        self.done: dict[Dim, Dim] = {}
        self.left = _ALL_QUOTIENTS
        # The symbols of which more is known than another bound below.
        self.others = frozenset(symbol for symbol, value in self.values.items() if not _is_raised(value))
        self.kept: dict[Term, bool] = {}

    def dim(self, dim: Dim) -> Dim:
        """Simplify a dim under the contract."""
        if not self.values and not dim.depth():
            return dim
        found = self.done.get(dim)
        if found is None and self._is_kept(dim):
            found = self.done[dim] = dim
        if found is None:
            seen = attempt(_REWRITE_STEPS, dim, self._under_contract, dim)
            shorter = attempt(_REWRITE_STEPS, dim, self.back, self._as_quotient(seen))
            found = self.done[dim] = shorter if _length(shorter) < _length(dim) else dim
        return found

    def _is_kept(self, dim: Dim) -> bool:
        """Whether rebuilding the dim gives the same: only bounds below are new, and it is made of sums,
        products and floors that have no bound above, whose normal form hangs on no bound."""
        return self.others.isdisjoint(dim.symbols()) and self._is_floored(dim)

    def _is_floored(self, dim: Dim) -> bool:
        return all(
            self._is_plain(atom)
            for monomial, _ in dim.terms
            for atom, _ in monomial
            if isinstance(atom, Term)
        )

    def _is_plain(self, atom: Term) -> bool:
        found = self.kept.get(atom)
        if found is None:
            found = self.kept[atom] = (
                atom.op == "//"
                and atom.args[1].value is not None
                and atom.args[0].hi is None
                and self._is_floored(atom.args[0])
            )
        return found

    def _under_contract(self, dim: Dim) -> Dim:
        """The dim in symbols that have the sizes that the contract leaves."""
        try:
            return dim.substitute(self.values) if self.values else dim
        except ZeroDivisionError:  # the dim is not defined at any size that the contract allows
            return dim

    def _as_quotient(self, dim: Dim) -> Dim:
        """The dim as one quotient, within the steps that are left for all dims."""
        try:
            with Budget(min(_QUOTIENT_STEPS, self.left)) as budget:
                return as_quotient(dim)
        except (Spent, ZeroDivisionError):  # it is not defined at a size
            spend(0)  # raised again if the caller's budget is used up
            return dim
        finally:
            self.left -= budget.used

    def fact(self, fact: Fact) -> Fact:
        """Simplify a fact under the contract."""
        # Most facts have nothing to simplify, and asking each dim takes longer than all else here.
        if not self.values and isinstance(fact, TensorFact) and not any(map(Dim.depth, fact.shape or ())):
            return fact
        return fact.map_dims(self.dim)


def _is_raised(value: Dim) -> bool:
    """Whether it is a size without a bound above, and no number of them."""
    symbol = value.symbol()
    return symbol is not None and symbol.hi is None


def _unchanged(dim: Dim) -> Dim:
    return dim


def _length(dim: Dim) -> tuple[int, int]:
    """The length of the text, as a measure of how readable it is."""
    return dim.size, sum(abs(c) for _, c in dim.terms)
