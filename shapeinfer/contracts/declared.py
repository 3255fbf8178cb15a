"""Numbers that values declare for sizes which are open: true at some sizes of the inputs only.

ONNX Runtime plans by them which values share a buffer. A run at other sizes works on, or ends with "Shape
mismatch attempting to re-use buffer".
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import Dim, Symbol, const, of
from shapeinfer.dims.proofs import UNKNOWN
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import producers
from shapeinfer.model.structure import TensorType
from shapeinfer.rule.requirement import Condition, Finding, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapeinfer.contracts.contract import Contract
    from shapeinfer.engine.run import Run
    from shapeinfer.model.structure import ValueType


class DeclaredFor:
    """Sizes of the inputs for which values are declared. ``condition`` holds at these; ``values`` are the
    names, in the order of the file, ``fact`` and ``claim`` the first of them as it is and as declared."""

    __slots__ = ("claim", "condition", "fact", "values")

    def __init__(self, condition: Condition, fact: TensorFact, claim: TensorType) -> None:
        self.condition = condition
        self.fact = fact
        self.claim = claim
        self.values: list[str] = []

    def finding(self, run: Run) -> Placed[Finding]:
        """The finding about these values, at the node that makes the first."""
        graph, name, more = run.model.graph, self.values[0], len(self.values) - 1
        maker = None if graph is None else producers(graph).get(name)
        found = Finding.of(
            codes.DECLARED_FOR,
            "{name!r}{more} declared for {condition} only: {name!r} is {fact}, declared as {claim}",
            name=name, more=f" and {more} more are" if more else " is", condition=self.condition,
            fact=self.fact, claim=run.declarations.claim(self.claim),
        )  # fmt: skip
        return Placed(found, () if maker is None else (Step(maker),))


def declared_for(run: Run, contract: Contract) -> list[DeclaredFor]:
    """The values of the main graph that declare numbers for open sizes, together where they do it for the
    same sizes of the inputs. Sizes that depend on data are left out: who declares them may know them."""
    rewriter = contract.rewriter()
    claims = [
        (name, fact, claim, rewriter.dim(size), number)
        for name, fact, claim in _claims(run)
        for size, number in _open(fact, claim)
    ]
    numbers: dict[Symbol, int] = {}
    for *_, size, number in claims:
        symbol, value = _of_one_symbol(size, number)
        if symbol is not None:
            numbers.setdefault(symbol, value)
    found: dict[Condition, DeclaredFor] = {}
    for name, fact, claim, size, number in claims:
        condition = _meant(size, number, numbers)
        if condition.verdict() is not UNKNOWN:
            continue
        group = found.setdefault(condition, DeclaredFor(condition, fact, claim))
        if name not in group.values[-1:]:
            group.values.append(name)
    return list(found.values())


def _claims(run: Run) -> Iterator[tuple[str, TensorFact, TensorType]]:
    """The values that nodes make and that are declared with a number beside an open size."""
    graph = run.model.graph
    if graph is None:
        return
    facts = run.facts
    asked: dict[tuple[int, int], bool] = {}  # facts and types are shared, and held by the run
    outputs = {value.name: value for value in graph.outputs}
    for name, value in {**graph.value_info, **outputs}.items():
        fact, type_ = facts.get(name), value.type
        key = (id(fact), id(type_))
        if key not in asked:
            asked[key] = isinstance(fact, TensorFact) and any(_open(fact, type_))
        if asked[key] and isinstance(fact, TensorFact) and isinstance(type_, TensorType):
            yield name, fact, type_


def _open(fact: TensorFact, type_: ValueType) -> Iterator[tuple[Dim, int]]:
    """The sizes that are open and follow from those of inputs, with the number that is declared for each."""
    shape, dims = fact.shape, type_.dims if isinstance(type_, TensorType) else None
    if shape is None or dims is None or len(shape) != len(dims):
        return
    for size, said in zip(shape, dims, strict=True):
        if size.value is None and isinstance(said, int) and said > 0 and all(s.named for s in size.symbols()):
            yield size, said


def _meant(size: Dim, number: int, numbers: dict[Symbol, int]) -> Condition:
    """What a size of this number says of the inputs. ``numbers``: what others say of single symbols, which
    is told instead where this size follows from it."""
    symbols = sorted(size.symbols(), key=lambda s: s.sort)
    try:
        if symbols and size.evaluate(numbers.__getitem__) == number:
            return equal(of(symbols[0]), const(numbers[symbols[0]]))
    except (KeyError, ZeroDivisionError):
        pass
    symbol, value = _of_one_symbol(size, number)
    return equal(size, const(number)) if symbol is None else equal(of(symbol), const(value))


def _of_one_symbol(size: Dim, number: int) -> tuple[Symbol | None, int]:
    """The symbol of which the size is a multiple, and its own size; None if it is another kind of size."""
    symbol = size.multiple_of()
    if symbol is None or number % size.terms[0][1]:
        return None, 0
    return symbol, number // size.terms[0][1]
