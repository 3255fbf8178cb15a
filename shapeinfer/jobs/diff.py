"""Diff: compares two interfaces and says which changes are breaking."""

from __future__ import annotations

from shapeinfer.contracts.contract import Clause
from shapeinfer.contracts.solver import Solver
from shapeinfer.dims import ONE, ZERO, Dim, Symbol, of
from shapeinfer.dims.proofs import PROVED
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.jobs.infer import Result, infer
from shapeinfer.model.structure import Graph
from shapeinfer.rule.requirement import Condition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapeinfer.jobs.sources import Source


class Change:
    """One difference. ``breaking``: something that worked with the old model may fail with the new one."""

    __slots__ = ("breaking", "text")

    def __init__(self, text: str, *, breaking: bool) -> None:
        self.text = text
        self.breaking = breaking

    def __repr__(self) -> str:
        return f"Change({self.text!r}, breaking={self.breaking})"


def diff(old: Source, new: Source) -> list[Change]:
    """What a new version of a model changes for its callers, the breaking changes first.

    Raises OSError and DamagedModel for what is no model.
    """
    return compare(infer(old), infer(new))


def compare(old: Result, new: Result) -> list[Change]:
    """All differences between two models' inputs, outputs and contracts, the breaking ones first."""
    changes = [*_inputs(old, new), *_outputs(old, new), *_contracts(old, new)]
    return sorted(changes, key=lambda change: not change.breaking)


def _input_facts(result: Result) -> dict[str, Fact]:
    graph = result.model.graph or Graph(b"")
    return {v.name: result.facts[v.name] for v in graph.inputs if v.name not in graph.initializers}


def _output_facts(result: Result) -> dict[str, Fact | None]:
    graph = result.model.graph or Graph(b"")
    return {v.name: result.under_contract.get(v.name) for v in graph.outputs}


def _inputs(old: Result, new: Result) -> Iterator[Change]:
    before, after = _input_facts(old), _input_facts(new)
    for name in before:
        if name not in after:
            yield Change(f"input {name!r} was removed", breaking=True)
    for name, fact in after.items():
        if name not in before:
            yield Change(f"input {name!r} ({fact.brief()}) is new", breaking=True)
        else:
            yield from _differences(f"input {name!r}", before[name], fact, gives=False)


def _outputs(old: Result, new: Result) -> Iterator[Change]:
    before, after = _output_facts(old), _output_facts(new)
    for name, fact in before.items():
        now = after.get(name)
        if name not in after:
            yield Change(f"output {name!r} was removed", breaking=True)
        elif fact is not None and now is not None:
            yield from _differences(f"output {name!r}", fact, now, gives=True)
    for name in after:
        if name not in before:
            yield Change(f"output {name!r} is new", breaking=False)


def _differences(what: str, old: Fact, new: Fact, *, gives: bool) -> Iterator[Change]:
    """``gives``: an output, for which knowing less is breaking. For an input, fixing less is compatible."""
    if not isinstance(old, TensorFact) or not isinstance(new, TensorFact):
        if old.brief() != new.brief():
            yield Change(f"{what} was {old.brief()}, is {new.brief()}", breaking=True)
        return
    if old.elem_type != new.elem_type or old.rank != new.rank:
        yield Change(f"{what} was {old.brief()}, is {new.brief()}", breaking=True)
        return
    for axis, (before, after) in enumerate(zip(old.shape or (), new.shape or (), strict=True)):
        if before.value == after.value and (before.value is not None or str(before) == str(after)):
            continue
        if before.value is None and after.value is None:
            renamed = before.symbol() is not None and after.symbol() is not None
            yield Change(f"{what} axis {axis} was {before}, is {after}", breaking=gives and not renamed)
            continue
        stricter = before.value is not None if gives else after.value is not None
        both = before.value is not None and after.value is not None
        yield Change(f"{what} axis {axis} was {before}, is {after}", breaking=stricter or both)


def _contracts(old: Result, new: Result) -> Iterator[Change]:
    for clause in _not_implied(new.contract.demands, old):
        if _holds_with_elements(clause.condition):
            text = f"new constraint: {clause.condition} (only empty tensors violate it)"
            yield Change(text, breaking=False)
        else:
            yield Change(f"new constraint: {clause.condition}", breaking=True)
    for clause in _not_implied(old.contract.demands, new):
        yield Change(f"removed constraint: {clause.condition}", breaking=False)


def _holds_with_elements(condition: Condition) -> bool:
    """Whether it holds if no size is 0, so that only empty tensors violate it."""
    least = {s: of(Symbol(s.name, ONE, named=s.named)) for s in condition.symbols() if s.low == ZERO}
    try:
        return condition.substitute(least, {}).verdict() is PROVED
    except ZeroDivisionError:
        return False


def _not_implied(clauses: tuple[Clause, ...], other: Result) -> Iterator[Clause]:
    """The clauses that the other contract does not imply; symbols are matched by name."""
    symbols = other.run.declarations.scope.symbols
    solver = Solver()
    solver.solve([c.condition for c in other.contract.demands])
    stated = {c.condition for c in other.contract.demands}
    values = solver.values()
    for clause in clauses:
        names: dict[Symbol, Dim] = {
            s: other.run.declarations.named(s.name) for s in clause.condition.symbols() if s.name in symbols
        }
        condition = clause.condition.substitute(names, {})
        try:
            implied = condition in stated or condition.substitute(values, {}).verdict() is PROVED
        except ZeroDivisionError:
            implied = False
        if not implied:
            yield clause
