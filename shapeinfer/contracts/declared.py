"""What values declare that is true at some sizes of the inputs only: numbers for open sizes, or wrong names.

ONNX Runtime plans by them which values share a buffer. A run at other sizes works on, or ends with "Shape
mismatch attempting to re-use buffer".
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import Dim, Symbol, Term, const, of
from shapeinfer.dims.proofs import UNKNOWN
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import claims_of, producers
from shapeinfer.model.structure import TensorType
from shapeinfer.rule.requirement import Condition, Finding, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from shapeinfer.contracts.contract import Contract
    from shapeinfer.engine.run import Run
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import ValueType


class DeclaredFor:
    """Sizes of the inputs at which values are as declared. ``condition`` holds at these; ``values`` are the
    names, in the order of the file."""

    __slots__ = ("condition", "values")

    def __init__(self, condition: Condition) -> None:
        self.condition = condition
        self.values: list[str] = []

    def finding(self, run: Run) -> Placed[Finding]:
        """The finding about these values, at the node that makes the first."""
        graph, name, more = run.model.graph, self.values[0], len(self.values) - 1
        assert graph is not None  # its values are declared
        found = Finding.of(
            codes.DECLARED_FOR,
            "{name!r}{more} declared for {condition} only: {name!r} is {fact}, declared as {claim}",
            name=name, more=f" and {more} more are" if more else " is", condition=self.condition,
            fact=run.facts[name], claim=run.declarations.claim(claims_of(graph)[name].type),
        )  # fmt: skip
        maker = producers(graph).get(name)
        return Placed(found, () if maker is None else (Step(maker),))


def declared_for(run: Run, contract: Contract) -> list[DeclaredFor]:
    """The values of the main graph whose declared sizes are those that they have at some sizes of the inputs
    only, together where these are the same. Sizes that depend on data are left out: who declares them may
    know them. So are wrong names on outputs, which are SI406."""
    simplified = contract.rewriter().dim
    claims = [
        (name, simplified(size), simplified(said))
        for name, pairs in _claims(run)
        for size, said in pairs
        if simplified(size) != simplified(said) and not _is_clamped(size, said)
    ]
    meanings: dict[Symbol, Dim] = {}
    for _, size, said in claims:
        symbol, meaning = _of_one_symbol(size, said)
        if symbol is not None:
            meanings.setdefault(symbol, meaning)
    found: dict[Condition, DeclaredFor] = {}
    for name, size, said in claims:
        condition = _meant(size, said, meanings)
        if condition.verdict() is UNKNOWN:
            values = found.setdefault(condition, DeclaredFor(condition)).values
            if name not in values[-1:]:
                values.append(name)
    return list(found.values())


def _claims(run: Run) -> Iterator[tuple[str, list[tuple[Dim, Dim]]]]:
    """The values that are declared with other sizes than are inferred, each with these sizes and those."""
    graph = run.model.graph
    if graph is None:
        return
    outputs = {value.name for value in graph.outputs}
    pairs: dict[tuple[int, int, bool], list[tuple[Dim, Dim]]] = {}  # facts and types are shared, and kept
    for name, value in claims_of(graph).items():
        fact, type_ = run.facts.get(name), value.type
        key = id(fact), id(type_), name in outputs
        if key not in pairs:
            names = () if name in outputs else run.declarations.names
            pairs[key] = list(_differing(run, fact, type_, names))
        if pairs[key]:
            yield name, pairs[key]


def _differing(
    run: Run, fact: Fact | None, type_: ValueType, names: Collection[str]
) -> Iterator[tuple[Dim, Dim]]:
    """The sizes that follow from those of inputs, each with what is declared instead: a number, or one of
    these names of inputs' sizes."""
    shape = fact.shape if isinstance(fact, TensorFact) else None
    dims = type_.dims if isinstance(type_, TensorType) else None
    if shape is None or dims is None or len(shape) != len(dims):
        return
    for size, said in zip(shape, dims, strict=True):
        is_told = said in names if isinstance(said, str) else (said or 0) > 0 and size.value is None
        if is_told and all(symbol.named for symbol in size.symbols()):
            claimed = run.declarations.claimed_dim(said)
            if claimed is not size:
                yield size, claimed


def _is_clamped(size: Dim, claimed: Dim) -> bool:
    """Whether only a ``max`` or ``min`` may make the difference: the exporter knows which one is larger."""
    return any(
        isinstance(atom, Term) and atom.op == "relu" for m, _ in (size - claimed).terms for atom, _ in m
    )


def _meant(size: Dim, said: Dim, meanings: dict[Symbol, Dim]) -> Condition:
    """What a size that is declared so says of the inputs. ``meanings``: what others say of single symbols,
    of which one is told instead where this follows from them."""
    try:
        if size.substitute(meanings) == said.substitute(meanings):
            symbols = sorted(size.symbols() | said.symbols(), key=lambda s: s.sort)
            symbol = next(s for s in symbols if s in meanings)
            return equal(of(symbol), meanings[symbol])
    except ZeroDivisionError:
        pass
    alone, meaning = _of_one_symbol(size, said)
    return equal(size, said) if alone is None else equal(of(alone), meaning)


def _of_one_symbol(size: Dim, said: Dim) -> tuple[Symbol | None, Dim]:
    """The symbol that has one meaning by the declaration, and this meaning: the size is a multiple of it that
    is declared as a number, or one of both is that symbol and the other a symbol or a number."""
    symbol, other = size.symbol(), said.symbol()
    if size.value is not None or (symbol is not None and other is not None):
        return (other, size) if symbol is None else (symbol, said)
    symbol = size.multiple_of()
    if symbol is None or said.value is None or said.value % size.terms[0][1]:
        return None, said
    return symbol, const(said.value // size.terms[0][1])
