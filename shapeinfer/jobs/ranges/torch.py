"""The dynamic shapes of ``torch.export`` that fit a model's contract.

torch can be told of a dim: its least and largest size, that it is shared, and that it is derived from
another one by ``k*d + c`` with k > 0 (https://docs.pytorch.org/docs/stable/export.html). Other constraints
are listed.
"""

from __future__ import annotations

from shapeinfer.contracts.residues import remainders
from shapeinfer.dims import ZERO, Dim, Symbol, const, of
from shapeinfer.facts.fact import TensorFact
from shapeinfer.jobs.infer import infer
from shapeinfer.model.structure import Graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapeinfer.jobs.sources import Source
    from shapeinfer.rule.requirement import Condition


class Root:
    """A dim that torch is told of: ``Dim(name, min=low, max=high)``; None where there is no bound."""

    __slots__ = ("high", "low", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.low: int | None = None
        self.high: int | None = None


class DynamicShapes:
    """``roots`` by name; ``inputs``: for each input, by axis, ``(k, root, c)`` for a dim that is
    ``k*root + c``, or None for one that is no such expression (torch's ``Dim.AUTO``); ``left``: constraints
    that torch can't be told."""

    __slots__ = ("file", "inputs", "left", "roots")

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.roots: dict[str, Root] = {}
        self.inputs: dict[str, dict[int, tuple[int, str, int] | None]] = {}
        self.left: list[str] = []


def dynamic_shapes(model: Source, *, assume: Sequence[str] = ()) -> DynamicShapes:
    """What to pass to ``torch.export`` or ``torch.onnx.export``, by the contract of an exported model.

    Raises what ``infer`` raises.
    """
    result = infer(model, assume=assume)
    graph = result.model.graph or Graph(b"")
    found = DynamicShapes(result.model.path)
    demands = [clause.condition for clause in result.contract.demands]
    inputs = [value.name for value in graph.inputs if value.name not in graph.initializers]
    facts = {name: fact for name in inputs if isinstance(fact := result.facts.get(name), TensorFact)}
    names = _Names(symbol for fact in facts.values() for dim in fact.shape or () for symbol in dim.symbols())
    told = _Told(demands, names)
    for symbol in names.symbols:
        root = told.root_of(symbol)
        if root is not None:
            found.roots[root.name] = root
    for name, fact in facts.items():
        axes = {axis: told.linear(dim) for axis, dim in enumerate(fact.shape or ()) if dim.value is None}
        found.inputs[name] = axes
    used = {at[1] for axes in found.inputs.values() for at in axes.values() if at is not None}
    found.roots = {name: root for name, root in found.roots.items() if name in used}
    found.left = [*told.left, *(str(c.condition) for c in result.contract.unsatisfiable)]
    return found


class _Names:
    """Names for symbols that Python accepts, each its own."""

    def __init__(self, symbols: Iterable[Symbol]) -> None:
        self.symbols = list(dict.fromkeys(symbols))
        self._given: dict[Symbol, str] = {}
        self._taken: set[str] = set()
        for symbol in self.symbols:
            self._given[symbol] = self.unused(symbol.name)

    def of(self, symbol: Symbol) -> str:
        return self._given[symbol]

    def unused(self, name: str) -> str:
        import keyword

        text = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name) or "dim"
        if text[0].isdigit() or keyword.iskeyword(text):
            text = f"d_{text}"
        unique, number = text, 2
        while unique in self._taken:
            unique, number = f"{text}_{number}", number + 1
        self._taken.add(unique)
        return unique


class _Told:
    """Every symbol as ``k*root + c``, by the equalities and remainders among the demands."""

    def __init__(self, demands: Sequence[Condition], names: _Names) -> None:
        self.names = names
        self.left: list[str] = []
        self.values: dict[Symbol, Dim] = {}
        self.roots: dict[Symbol, Root] = {}
        known = set(names.symbols)
        usable = []
        for condition in demands:
            if condition.symbols() <= known:
                usable.append(condition)
            else:
                self.left.append(str(condition))
        self._tie(usable)

    def _tie(self, demands: Sequence[Condition]) -> None:
        """Take equalities first, so that what is demanded of a derived symbol is demanded of its root."""
        others: list[tuple[Condition, Condition]] = []
        for stated in demands:
            condition = stated.substitute(self.values, {})
            tied = _tied(condition)
            if tied is None:
                others.append((stated, condition))
                continue
            symbol, value = tied
            self.values = {s: d.substitute({symbol: value}) for s, d in self.values.items()}
            self.values[symbol] = value
        bounds: list[tuple[Condition, Condition]] = []
        for stated, condition in others:
            condition = condition.substitute(self.values, {})
            if _bound(condition) is not None:
                bounds.append((stated, condition))
            elif not self._by_remainder(condition):
                self.left.append(str(stated))
        for stated, condition in bounds:
            if not self._limit(condition.substitute(self.values, {})):
                self.left.append(str(stated))

    def _by_remainder(self, condition: Condition) -> bool:
        """Replace a symbol of one remainder by a multiple; False if the condition is of another form."""
        if len(condition.symbols()) != 1:
            return False
        found = remainders(condition)
        if found is None or len(found[1].allowed) != 1:
            return False
        symbol, (rest,) = found[0], found[1].allowed
        root = Symbol(f"_{symbol.name}", ZERO)
        self.roots[root] = Root(self.names.unused(root.name))
        value = of(root) * found[1].period + rest
        self.values = {s: d.substitute({symbol: value}) for s, d in self.values.items()}
        self.values[symbol] = value
        return True

    def _limit(self, condition: Condition) -> bool:
        bound = _bound(condition)
        if bound is None:
            return condition.verdict().name == "PROVED"
        symbol, low, high = bound
        root = self._root(symbol)
        if low is not None:
            root.low = low if root.low is None else max(root.low, low)
        if high is not None:
            root.high = high if root.high is None else min(root.high, high)
        return True

    def _root(self, symbol: Symbol) -> Root:
        found = self.roots.get(symbol)
        if found is None:
            found = self.roots[symbol] = Root(self.names.of(symbol))
        return found

    def root_of(self, symbol: Symbol) -> Root | None:
        """The root that a symbol is derived from, or the symbol's own."""
        value = self.values.get(symbol, of(symbol))
        roots = value.symbols()
        return self._root(next(iter(roots))) if len(roots) == 1 else None

    def linear(self, dim: Dim) -> tuple[int, str, int] | None:
        """``(k, root, c)`` for a dim that is ``k*root + c`` with k > 0; None for others."""
        value = dim.substitute(self.values)
        constant = value.constant_term()
        symbol = (value - constant).multiple_of()
        if symbol is None or value.terms[0][1] < 1:
            return None
        factor, root = value.terms[0][1], self._root(symbol)
        if constant < 0:  # no size is negative
            root.low = max(root.low or 0, -(constant // factor))
        return factor, root.name, constant


def _tied(condition: Condition) -> tuple[Symbol, Dim] | None:
    """The symbol that an equality determines by another one, and its value: ``k*other + c`` with k > 0."""
    if condition.kind != "==":
        return None
    difference = condition.a - condition.b
    constant = difference.constant_term()
    parts = [(m[0][0], c) for m, c in difference.terms if len(m) == 1 and m[0][1] == 1]
    if len(parts) != 2 or len(difference.terms) > 2 + (constant != 0):
        return None
    (first, c), (second, d) = parts
    for symbol, factor, other, more in ((first, c, second, d), (second, d, first, c)):
        # factor*symbol + more*other + constant == 0
        derived = abs(factor) == 1 and factor * more < 0
        if derived and isinstance(symbol, Symbol) and isinstance(other, Symbol):
            return symbol, of(other) * abs(more) + const(-constant * factor)
    return None


def _bound(condition: Condition) -> tuple[Symbol, int | None, int | None] | None:
    """The symbol of a bound with its least and largest size."""
    if condition.kind not in (">=", "=="):
        return None
    difference = condition.a - condition.b
    constant = difference.constant_term()
    symbol = (difference - constant).multiple_of()
    if symbol is None:
        return None
    factor = difference.terms[0][1]
    if condition.kind == "==":
        exact = -constant // factor
        return (symbol, exact, exact) if exact * factor == -constant else None
    if factor > 0:  # factor*s >= -constant
        return symbol, -(constant // factor), None
    return symbol, None, constant // -factor
