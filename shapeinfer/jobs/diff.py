"""Diff: compares two interfaces and says which changes are breaking."""

from __future__ import annotations

from shapeinfer.contracts.solver import Solver
from shapeinfer.dims import ONE, ZERO, Dim, Symbol, of
from shapeinfer.dims.proofs import PROVED
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.jobs.infer import Result, infer
from shapeinfer.model.structure import Graph
from shapeinfer.rule.requirement import Condition, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapeinfer.jobs.sources import Source


# The first IR version in which an initializer that is also an input is a default.
_OVERRIDABLE = 4
# Names that are listed.
_MOST_NAMED = 4


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
    match = _Match(old, new)
    changes = [*_inputs(old, new, match), *_outputs(old, new, match), *_contracts(old, new, match)]
    changes += _conditional(old, new, match)
    return sorted(changes, key=lambda change: not change.breaking)


class _Place:
    """An axis of an input where both models have a symbol."""

    __slots__ = ("new", "old", "text")

    def __init__(self, text: str, old: Symbol, new: Symbol) -> None:
        self.text = text
        self.old = old
        self.new = new


class _Match:
    """Which symbol of one model is which of the other: those on the same axis of the same input.

    Names do not decide: exporters rename symbols from one version to the next. Where one symbol meets
    several of the other model, the first place counts."""

    def __init__(self, old: Result, new: Result) -> None:
        self.places = list(_places(_input_facts(old), _input_facts(new)))
        self.first_of_old: dict[Symbol, _Place] = {}
        self.first_of_new: dict[Symbol, _Place] = {}
        for place in self.places:
            self.first_of_old.setdefault(place.old, place)
            self.first_of_new.setdefault(place.new, place)
        self.to_old = {symbol: of(place.old) for symbol, place in self.first_of_new.items()}
        self.to_new = {symbol: of(place.new) for symbol, place in self.first_of_old.items()}
        self.common_of_old: dict[Symbol, Dim] = {}
        self.common_of_new: dict[Symbol, Dim] = {}
        for was, now in _axes(_input_facts(old), _input_facts(new)):
            self._meet(was, now)

    def in_old(self, dim: Dim) -> Dim:
        """A dim of the new model over the old one's symbols."""
        return dim.substitute(self.to_old, {})

    def agree(self, old: Dim, new: Dim) -> bool:
        """Whether two dims are one size for all inputs that both models take."""
        values = self.common_of_old
        return old.substitute(values, {}) == new.substitute(self.common_of_new, {}).substitute(values, {})

    def _meet(self, was: Dim, now: Dim) -> None:
        """An axis of an input is what the old model takes and what the new one takes."""
        values = self.common_of_old
        was = was.substitute(values, {})
        symbol = now.symbol()
        if symbol is not None and symbol not in self.common_of_new:
            self.common_of_new[symbol] = was
            return
        now = now.substitute(self.common_of_new, {}).substitute(values, {})
        for one, other in ((was, now), (now, was)):
            free = one.symbol()
            if free is not None and one != other and free not in other.symbols():
                for known in values:
                    values[known] = values[known].substitute({free: other}, {})
                values[free] = other
                return


def _axes(before: dict[str, Fact], after: dict[str, Fact]) -> Iterator[tuple[Dim, Dim]]:
    """The sizes of each axis of each input that both models have."""
    for name, old in before.items():
        new = after.get(name)
        if isinstance(old, TensorFact) and isinstance(new, TensorFact) and old.rank == new.rank:
            yield from zip(old.shape or (), new.shape or (), strict=True)


def _places(before: dict[str, Fact], after: dict[str, Fact]) -> Iterator[_Place]:
    for name, old in before.items():
        new = after.get(name)
        if not isinstance(old, TensorFact) or not isinstance(new, TensorFact) or old.rank != new.rank:
            continue
        for axis, (was, now) in enumerate(zip(old.shape or (), new.shape or (), strict=True)):
            old_symbol, new_symbol = was.symbol(), now.symbol()
            if old_symbol is not None and new_symbol is not None:
                yield _Place(f"input {name!r} axis {axis}", old_symbol, new_symbol)


def _input_facts(result: Result) -> dict[str, Fact]:
    graph = result.model.graph or Graph(b"")
    return {v.name: result.facts[v.name] for v in graph.inputs if v.name not in graph.initializers}


def _output_facts(result: Result) -> dict[str, Fact | None]:
    graph = result.model.graph or Graph(b"")
    return {v.name: result.under_contract.get(v.name) for v in graph.outputs}


def _inputs(old: Result, new: Result, match: _Match) -> Iterator[Change]:
    before, after = _input_facts(old), _input_facts(new)
    for name in before:
        if name not in after and name not in _optional_inputs(new):
            yield Change(f"input {name!r} was removed", breaking=True)
    for name, fact in after.items():
        if name in before:
            yield from _differences(f"input {name!r}", before[name], fact, match, gives=False)
        elif name in _optional_inputs(old):
            yield Change(f"input {name!r} must be given now: it had a default", breaking=True)
        else:
            yield Change(f"input {name!r} ({fact.brief()}) is new", breaking=True)
    yield from _optional(old, new, match)
    yield from _symbols(old, new, match)


def _optional_inputs(result: Result) -> dict[str, Fact]:
    """The inputs that may be left out, because the model stores a default for them."""
    graph = result.model.graph or Graph(b"")
    if result.model.ir_version < _OVERRIDABLE:
        return {}
    return {v.name: result.facts[v.name] for v in graph.inputs if v.name in graph.initializers}


def _optional(old: Result, new: Result, match: _Match) -> Iterator[Change]:
    before, after = _optional_inputs(old), _optional_inputs(new)
    required = _input_facts(old)
    gone = [name for name in before if name not in after and name not in _input_facts(new)]
    if gone:
        yield Change(f"removed, with a default: {_named('input', gone)}", breaking=True)
    added = [name for name in after if name not in before and name not in required]
    if added:
        yield Change(f"new, with a default: {_named('input', added)}", breaking=False)
    for name, fact in after.items():
        if name in required:
            yield Change(f"input {name!r} has a default now", breaking=False)
        was = before.get(name) or required.get(name)
        if was is not None:
            yield from _differences(f"input {name!r}", was, fact, match, gives=False)


def _named(kind: str, names: Sequence[str]) -> str:
    shown = ", ".join(map(repr, names[:_MOST_NAMED]))
    more = len(names) - _MOST_NAMED
    return f"{kind}{'s' if len(names) > 1 else ''} {shown}{f' and {more} more' if more > 0 else ''}"


def _symbols(old: Result, new: Result, match: _Match) -> Iterator[Change]:
    """Symbols that have another name, that are one now and were several, or the other way round."""
    old_demands, new_demands = _Demands(old), _Demands(new)
    for place in match.places:
        was, now = match.first_of_new[place.new], match.first_of_old[place.old]
        if was.old is place.old and now.new is place.new:
            if was is place and place.old.name != place.new.name:
                yield Change(f"dim {place.old.name!r} is called {place.new.name!r}", breaking=False)
            continue
        told = f"{place.text} was {place.old.name}, is {place.new.name}"
        if was.old is not place.old and not old_demands.imply(equal(of(place.old), of(was.old))):
            yield Change(f"{told}: it must equal {was.text} now", breaking=True)
        elif now.new is not place.new and not new_demands.imply(equal(of(place.new), of(now.new))):
            yield Change(f"{told}: it may differ from {now.text} now", breaking=False)


def _outputs(old: Result, new: Result, match: _Match) -> Iterator[Change]:
    before, after = _output_facts(old), _output_facts(new)
    for name, fact in before.items():
        now = after.get(name)
        if name not in after:
            yield Change(f"output {name!r} was removed", breaking=True)
        elif fact is not None and now is not None:
            yield from _differences(f"output {name!r}", fact, now, match, gives=True)
    for name in after:
        if name not in before:
            yield Change(f"output {name!r} is new", breaking=False)


def _differences(what: str, old: Fact, new: Fact, match: _Match, *, gives: bool) -> Iterator[Change]:
    """``gives``: an output, for which knowing less is breaking. For an input, fixing less is compatible."""
    if not isinstance(old, TensorFact) or not isinstance(new, TensorFact):
        if old.brief() != new.substitute(match.to_old, {}).brief():
            yield Change(f"{what} was {old.brief()}, is {new.brief()}", breaking=True)
        return
    if old.elem_type != new.elem_type or old.rank != new.rank:
        yield Change(f"{what} was {old.brief()}, is {new.brief()}", breaking=True)
        return
    for axis, (before, after) in enumerate(zip(old.shape or (), new.shape or (), strict=True)):
        if before.value == after.value and before.value is not None:
            continue
        agree = gives and match.agree(before, after)
        if before.value is None and after.value is None:
            if agree:
                continue
            was, now = before.symbol(), after.symbol()
            if (was and now and not gives) or str(before) == str(match.in_old(after)):
                continue  # what differs between symbols of inputs is told once for each of them
            # A size that no input told before, and none tells now, has only changed its name.
            free = was and now and was not in match.first_of_old and now not in match.first_of_new
            told = f"{what} axis {axis} was {_spelled(before)}, is {_spelled(after)}"
            yield Change(told, breaking=gives and not free and _is_told(before))
            continue
        stricter = before.value is not None if gives else after.value is not None
        both = before.value is not None and after.value is not None
        told = f"{what} axis {axis} was {before}, is {after}"
        if agree and stricter:
            yield Change(f"{told}: the same for inputs that were taken before", breaking=False)
        else:
            yield Change(told, breaking=stricter or both)


def _is_told(dim: Dim) -> bool:
    """Whether the sizes of the inputs tell the size."""
    return all(symbol.named for symbol in dim.symbols())


def _spelled(dim: Dim) -> str:
    return str(dim) if _is_told(dim) else "unknown"


def _contracts(old: Result, new: Result, match: _Match) -> Iterator[Change]:
    before, after = _Demands(old), _Demands(new)
    moved: set[Condition] = set()
    for clause in new.contract.demands:
        stated = before.read(clause.condition, match.to_old)
        if before.imply(stated):
            continue
        if _holds_with_elements(clause.condition):
            text = f"new constraint: {clause.condition} (only empty tensors violate it)"
            yield Change(text, breaking=False)
            continue
        was = before.counterpart(stated)
        if was is None:
            yield Change(f"new constraint: {clause.condition}", breaking=True)
        else:
            moved.add(was)
            yield Change(f"stricter constraint: {clause.condition}, was {was}", breaking=True)
    for clause in old.contract.demands:
        stated = after.read(clause.condition, match.to_new)
        if after.imply(stated) or clause.condition in moved:
            continue
        now = after.counterpart(stated)
        if now is None:
            yield Change(f"removed constraint: {clause.condition}", breaking=False)
        else:
            yield Change(f"looser constraint: {now}, was {clause.condition}", breaking=False)


def _conditional(old: Result, new: Result, match: _Match) -> Iterator[Change]:
    """Constraints that apply under a condition: ``if sr == 16000: n >= 192``."""
    before, after = _Demands(old), _Demands(new)
    # Those of both models, over the new one's symbols.
    was = [
        (when, after.read(condition, match.to_new), condition) for when, condition in _under_conditions(old)
    ]
    now = _under_conditions(new)
    moved = set()
    for when, condition in now:
        if before.imply(before.read(condition, match.to_old)) or any(
            (when, condition) == (w, stated) for w, stated, _ in was
        ):
            continue
        like = next((c for c in was if c[0] == when and _same_but_for_number(c[1], condition)), None)
        if like is None:
            yield Change(f"new constraint: if {when}: {condition}", breaking=True)
            continue
        moved.add(like)
        tighter = _is_tighter(condition, like[1])
        word = "stricter" if tighter else "looser"
        yield Change(f"{word} constraint: if {when}: {condition}, was {like[2]}", breaking=tighter)
    for clause in was:
        gone = (clause[0], clause[1]) not in now and clause not in moved
        if gone and not after.imply(clause[1]):
            yield Change(f"removed constraint: if {clause[0]}: {clause[2]}", breaking=False)


def _under_conditions(result: Result) -> list[tuple[str, Condition]]:
    told = zip(result.interface.conditional, result.contract.conditional, strict=True)
    return [(said.when or "", clause.condition) for said, clause in told]


def _is_tighter(new: Condition, old: Condition) -> bool:
    """Whether of two demands that differ in a number the new one allows less; a modulus is not compared."""
    if new.kind != ">=":
        return True
    spare = ((new.a - new.b) - (old.a - old.b)).value
    return spare is None or spare < 0


def _holds_with_elements(condition: Condition) -> bool:
    """Whether it holds if no size is 0, so that only empty tensors violate it."""
    least = {s: of(Symbol(s.name, ONE, named=s.named)) for s in condition.symbols() if s.low == ZERO}
    try:
        return condition.substitute(least, {}).verdict() is PROVED
    except ZeroDivisionError:
        return False


class _Demands:
    """What one model demands, to hold the demands of another against it."""

    def __init__(self, result: Result) -> None:
        self._declarations = result.run.declarations
        self._stated = [clause.condition for clause in result.contract.demands]
        self._keys = set(map(_key, self._stated))
        solver = Solver()
        solver.solve(self._stated)
        self._values = solver.values()

    def read(self, condition: Condition, matched: dict[Symbol, Dim]) -> Condition:
        """A condition of the other model over this one's symbols; what has no match goes by its name."""
        known = self._declarations.scope.symbols
        names = {
            symbol: matched[symbol] if symbol in matched else self._declarations.named(symbol.name)
            for symbol in condition.symbols()
            if symbol in matched or symbol.name in known
        }
        return condition.substitute(names, {})

    def imply(self, condition: Condition) -> bool:
        """Whether all sizes that satisfy these demands satisfy the condition."""
        try:
            return _key(condition) in self._keys or condition.substitute(self._values, {}).verdict() is PROVED
        except ZeroDivisionError:
            return False

    def counterpart(self, condition: Condition) -> Condition | None:
        """The demand that is the same but for its number: another bound, another modulus."""
        return next((stated for stated in self._stated if _same_but_for_number(stated, condition)), None)


def _key(condition: Condition) -> tuple[object, ...]:
    """Equal for conditions that differ in order alone: contracts sort by names, which may differ."""
    if condition.parts:
        return (condition.kind, frozenset(map(_key, condition.parts)))
    if condition.kind in ("==", "broadcast"):
        return (condition.kind, frozenset((condition.a, condition.b)))
    return (condition.kind, condition.a, condition.b)


def _same_but_for_number(one: Condition, other: Condition) -> bool:
    if one.kind != other.kind:
        return False
    if one.kind == ">=":
        return (one.a - one.b - other.a + other.b).value is not None
    return one.kind == "divides" and one.b == other.b and None not in (one.a.value, other.a.value)
