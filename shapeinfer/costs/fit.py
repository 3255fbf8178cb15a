"""Which sizes a budget of memory leaves: the weights, the inputs and the peak of what is alive, together."""

from __future__ import annotations

from shapeinfer.dims import Dim, Symbol, Term, of, total
from shapeinfer.dims.proofs import PROVED, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.costs.model import Costs
    from shapeinfer.engine.place import Place

FITS, TOO_LARGE, AT_MOST, OPEN = "fits", "too large", "at most", "open"

# Sizes above this are no sizes of anybody.
_LARGEST = 1 << 40


class Need:
    """The bytes that must be there at a place: weights, inputs and what is alive. ``exact`` is False where
    sizes that only a run can tell were taken at their largest."""

    __slots__ = ("bytes", "exact", "place")

    def __init__(self, bytes_: Dim, place: Place, *, exact: bool = True) -> None:
        self.bytes = bytes_
        self.place = place
        self.exact = exact


def needs(costs: Costs) -> list[Need]:
    """What must be there at each place that may have the peak; at least one."""
    held = costs.input_bytes + costs.weight_bytes
    found = [_at_worst(held + candidate.bytes, candidate.place) for candidate in costs.memory.peak.candidates]
    return found or [_at_worst(held, ())]


def _at_worst(bytes_: Dim, place: Place) -> Need:
    """With sizes that only a run can tell replaced by the largest that they can have."""
    exact = True
    for _ in range(4):  # a bound may contain another such size
        values: dict[Symbol, Dim] = {}
        for symbol in bytes_.symbols():
            if not symbol.named and symbol.high is not None and grows(bytes_, symbol):
                values[symbol] = symbol.high
        if not values:
            break
        exact = False
        bytes_ = bytes_.substitute(values)
    return Need(bytes_, place, exact=exact)


def grows(dim: Dim, symbol: Symbol) -> bool:
    """Whether the dim is proved to become no smaller where the symbol becomes larger."""
    if symbol not in dim.symbols():
        return True
    if _plainly_grows(dim, symbol):
        return True
    return at_least(dim.substitute({symbol: of(symbol) + 1}), dim) is PROVED


def _plainly_grows(dim: Dim, symbol: Symbol) -> bool:
    for monomial, coefficient in dim.terms:
        for atom, _ in monomial:
            if isinstance(atom, Symbol):
                if atom is symbol and coefficient < 0:
                    return False
            elif any(symbol in a.symbols() for a in atom.args) and (
                coefficient < 0 or not _term_grows(atom, symbol)
            ):
                return False
            if coefficient < 0 and isinstance(atom, Symbol) and atom is symbol:
                return False
            if atom.lo is None or atom.lo < 0:
                return False
    return True


def _term_grows(term: Term, symbol: Symbol) -> bool:
    if term.op == "//":
        divisor = term.args[1].value
        return divisor is not None and divisor > 0 and _plainly_grows_inside(term.args[0], symbol)
    if term.op == "relu":
        return _plainly_grows_inside(term.args[0], symbol)
    return term.op == "*" and all(_plainly_grows(a, symbol) for a in term.args)


def _plainly_grows_inside(dim: Dim, symbol: Symbol) -> bool:
    """As above, but the dim as a whole may be negative, and other symbols may be taken off it."""
    own = total(
        dim.only({monomial: coefficient})
        for monomial, coefficient in dim.terms
        if any(
            atom is symbol or (isinstance(atom, Term) and symbol in _symbols(atom)) for atom, _ in monomial
        )
    )
    return _plainly_grows(own, symbol)


def _symbols(term: Term) -> frozenset[Symbol]:
    return frozenset[Symbol]().union(*(a.symbols() for a in term.args))


class Fit:
    """Whether a budget is enough. ``verdict`` is FITS, TOO_LARGE (at any sizes of at least 1), AT_MOST
    (``symbol`` may be at most ``most``) or OPEN: several sizes are open, and each of ``needs`` must be no
    more than the budget.

    ``unsized`` values have no known size and count as none. ``need`` is the one that decides: what is too
    large, or what the first size that is too large runs into.
    """

    __slots__ = ("budget", "most", "need", "needs", "symbol", "unsized", "verdict")

    def __init__(
        self,
        budget: int,
        verdict: str,
        needs: Sequence[Need],
        need: Need | None = None,
        symbol: Symbol | None = None,
        most: int = 0,
    ) -> None:
        self.budget = budget
        self.verdict = verdict
        self.needs = needs
        self.need = need
        self.symbol = symbol
        self.most = most
        self.unsized = 0


def fit(costs: Costs, budget: int) -> Fit:
    """Which sizes of at least 1 need no more than ``budget`` bytes."""
    found = _fit(budget, needs(costs))
    found.unsized = len(costs.memory.unsized)
    return found


def _fit(budget: int, found: Sequence[Need]) -> Fit:
    symbols = sorted({s for need in found for s in need.bytes.symbols()}, key=lambda s: s.serial)
    if not symbols:
        worst = max(found, key=lambda need: need.bytes.value or 0)
        return Fit(budget, FITS if (worst.bytes.value or 0) <= budget else TOO_LARGE, found, worst)
    if len(symbols) > 1 or not all(grows(need.bytes, symbols[0]) for need in found):
        return Fit(budget, OPEN, found)
    return _one_symbol(budget, found, symbols[0])


def _one_symbol(budget: int, found: Sequence[Need], symbol: Symbol) -> Fit:
    """The largest size that fits, by halving: what is needed grows with it."""

    def worst(size: int) -> tuple[int, Need]:
        sizes = [(need.bytes.evaluate(lambda _: size), need) for need in found]
        return max(sizes, key=lambda pair: pair[0])

    least = max(symbol.lo or 0, 1)
    most = _LARGEST if symbol.hi is None else symbol.hi
    needed, need = worst(least)
    if needed > budget:
        return Fit(budget, TOO_LARGE, found, need, symbol, least)
    if worst(most)[0] <= budget:
        return Fit(budget, FITS, found, worst(most)[1], symbol)
    low, high = least, most
    while high - low > 1:
        middle = (low + high) // 2
        if worst(middle)[0] <= budget:
            low = middle
        else:
            high = middle
    return Fit(budget, AT_MOST, found, worst(high)[1], symbol, low)


class Budget:
    """Asks many choices of sizes whether they need more than a budget."""

    __slots__ = ("_bound", "_budget", "_needs")

    def __init__(self, costs: Costs, budget: int) -> None:
        self._needs = needs(costs)
        self._budget = budget
        bound = costs.memory.peak.bound
        self._bound = None if bound is None else costs.input_bytes + costs.weight_bytes + bound

    def exceeded(self, sizes: Mapping[str, int]) -> Need | None:
        """The place that needs the most, if that is more than the budget. Sizes that are not given are 1."""

        def size_of(symbol: Symbol) -> int:
            return sizes.get(symbol.name, 1)

        try:
            if self._bound is not None and self._bound.evaluate(size_of) <= self._budget:
                return None
            found = [(need.bytes.evaluate(size_of), need) for need in self._needs]
        except ZeroDivisionError:
            return None
        most, need = max(found, key=lambda pair: pair[0])
        return need if most > self._budget else None
