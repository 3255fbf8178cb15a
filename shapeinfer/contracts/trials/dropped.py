"""Demands on sizes that decide a rank: a Squeeze without axes drops those that are 1.

What later nodes demand of the rank is no condition over sizes, so the model is visited once with a size of
1, and once with one of 2 or more. What every run fails with is left out of a demand on the size, and what is
demanded in one of both is a demand of the other sizes' runs. Where a few sizes decide together, the same
holds of each choice of them.
"""

from __future__ import annotations

from itertools import combinations, product

from shapeinfer.contracts.trials.runs import Trials, demanded_by, first_error, under, unless
from shapeinfer.dims import ONE, Dim, const, of
from shapeinfer.dims.proofs import REFUTED
from shapeinfer.engine.run import Placed, Run
from shapeinfer.facts.fact import TensorFact
from shapeinfer.rule.requirement import Condition, Finding, Requirement, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import TypeVar

    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Node

    # Of each of some sizes whether it is 1; None: it is the same with either.
    Choice = tuple[bool | None, ...]
    Found = TypeVar("Found")

# More Squeezes than this are not tried, nor more sizes that decide about one together.
_MOST_SQUEEZES = 2
_MOST_TOGETHER = 3


class Deciding:
    """A size that decides whether an axis is dropped, as ``E`` and ``2*E - 3``, by the size ``name`` of an
    input that it follows from: what that is where this one is 1, the least with which it is more, and what it
    is where this one is 0 (None: never)."""

    __slots__ = ("more", "name", "none", "one")

    def __init__(self, name: str, one: int, more: int, none: int | None) -> None:
        self.name = name
        self.one = one
        self.more = more
        self.none = none

    def key(self) -> tuple[str, int]:
        """What tells it from others."""
        return self.name, self.one


def demands_of_dropped(run: Run) -> list[Placed[Requirement]]:
    """The demands on sizes that decide a rank, each at the place of a node that refuses some."""
    found: list[Placed[Requirement]] = []
    trials = Trials(run)
    asked = {tuple(d.key() for d in sizes): sizes for sizes in _asked(run)}
    for sizes in list(asked.values())[:_MOST_SQUEEZES]:
        found += _demands(trials, *sizes) if len(sizes) == 1 else _together(trials, sizes)
    return found


def _asked(run: Run) -> Iterator[tuple[Deciding, ...]]:
    """The sizes that decide how many axes a Squeeze leaves, where each follows from one size of an input and
    nothing else decides."""
    graph = run.model.graph
    graphs: list[tuple[Sequence[Node], Mapping[str, Fact]]] = [
        (() if graph is None else graph.nodes, run.facts)
    ]
    # Of what goes into a body no name is known, but of what it reads from around it.
    graphs += [(visit.graph.nodes, visit.unrenamed) for visit in run.visits_by_key().values()]
    undecided = [
        facts.get(node.inputs[0]) or run.facts.get(node.inputs[0])
        for nodes, facts in graphs
        for node in nodes
        if _is_undecided(run, node, facts)
    ]
    if not undecided:
        return
    name_of = {run.declarations.named(name): name for name in sorted(run.declarations.symbol_names())}
    for given in undecided:
        shape = given.shape if isinstance(given, TensorFact) else None
        # What is at most 1 is dropped, unless it is 0.
        deciding = dict.fromkeys(size for size in shape or () if _is_open(size) and size.hi != 1)
        if len(deciding) <= _MOST_TOGETHER:
            known = [_deciding(size, name_of) for size in deciding]
            found = tuple(one for one in known if one is not None)
            if found and len(found) == len({one.name for one in found}) == len(deciding):
                yield found


def _deciding(size: Dim, name_of: Mapping[Dim, str]) -> Deciding | None:
    """How the size follows from one of an input, if it grows with that evenly and is 1 somewhere."""
    symbols = list(size.symbols())
    name = name_of.get(of(symbols[0])) if len(symbols) == 1 else None
    if name is None:
        return None
    base, next_ = (size.substitute({symbols[0]: const(at)}, {}).value for at in (0, 1))
    if base is None or next_ is None or next_ <= base:
        return None
    slope = next_ - base
    if size != of(symbols[0]) * slope + base or (1 - base) % slope or base > 1:
        return None
    none = -base // slope if base <= 0 and base % slope == 0 else None
    return Deciding(name, (1 - base) // slope, -((base - 2) // slope), none)


def _is_undecided(run: Run, node: Node, facts: Mapping[str, Fact]) -> bool:
    """Whether it is a Squeeze without axes whose result has an unknown rank."""
    if node.operation.op_type != "Squeeze" or node.domain or not node.outputs or not node.inputs:
        return False
    made = facts.get(node.outputs[0])
    return isinstance(made, TensorFact) and made.shape is None and _lists_no_axes(run, node)


def _lists_no_axes(run: Run, node: Node) -> bool:
    if len(node.inputs) < 2 or not node.inputs[1]:
        return len(node.inputs) == 1
    axes = run.facts.get(node.inputs[1])
    return isinstance(axes, TensorFact) and axes.as_ints() == ()


def _is_open(size: Dim) -> bool:
    """Whether it may be 1, and may be another size."""
    return size.value is None and equal(size, ONE).verdict() is not REFUTED


def _demands(trials: Trials, deciding: Deciding) -> Iterator[Placed[Requirement]]:
    """That the size is not 1, or that it is no larger, if every run fails otherwise; else what runs with
    either demand."""
    if trials.named(deciding.name).value is not None:
        return
    alone, more = _chosen(trials, {deciding: True}), _chosen(trials, {deciding: False})
    no_one, no_more = first_error(alone), first_error(more)
    if no_one is not None and no_more is not None and first_error(trials.run) is not None:
        return  # nothing depends on the size
    not_one, not_more = _otherwise(trials, deciding)
    for other, error, otherwise in ((alone, no_one, not_one), (more, no_more, not_more)):
        if error is not None:
            yield unless(otherwise, error)
            continue
        for placed in demanded_by(trials.run, other):
            yield under(any_of(otherwise, placed.item.condition), placed)


def _chosen(trials: Trials, is_one: Mapping[Deciding, bool], none: Iterable[Deciding] = ()) -> Run:
    """The run where each of these sizes is 1, or is 2 or more. ``none``: others that are 0."""
    several = [_several(trials, deciding) for deciding, one in is_one.items() if not one]
    assumed = trials.assuming(several) if several else None
    bound = {deciding.name: deciding.one for deciding, one in is_one.items() if one}
    bound |= {deciding.name: deciding.none for deciding in none if deciding.none is not None}
    return trials.bound(bound, assumed)


def _several(trials: Trials, deciding: Deciding) -> Condition:
    return at_least(trials.named(deciding.name), const(deciding.more))


def _otherwise(trials: Trials, deciding: Deciding) -> tuple[Condition, Condition]:
    """That a size is not 1, and that it is no larger; or it is 0, if not every run fails then."""
    named = trials.named(deciding.name)
    nothing = []
    if deciding.none is not None and first_error(trials.bound({deciding.name: deciding.none})) is None:
        nothing.append(equal(named, const(deciding.none)))
    return any_of(_several(trials, deciding), *nothing), any_of(equal(named, const(deciding.one)), *nothing)


def _together(trials: Trials, sizes: tuple[Deciding, ...]) -> Iterator[Placed[Requirement]]:
    """That the sizes are none of the choices with which every run fails, and what runs with the others
    demand."""
    if any(trials.named(deciding.name).value is not None for deciding in sizes):
        return
    tried: dict[Choice, Run] = {
        choice: _chosen(trials, dict(zip(sizes, choice, strict=True)))
        for choice in product((True, False), repeat=len(sizes))
    }
    errors = {choice: first_error(other) for choice, other in tried.items()}
    failed: dict[Choice, Placed[Finding]] = {c: error for c, error in errors.items() if error is not None}
    if len(failed) == len(tried):
        if first_error(trials.run) is None:  # else nothing depends on the sizes
            nothing = [
                equal(trials.named(d.name), const(d.none))
                for d in sizes
                if d.none is not None and _runs_with_none(trials, sizes, d)
            ]
            never = at_least(const(-1), trials.named(sizes[0].name))
            yield unless(any_of(*nothing) if nothing else never, next(iter(failed.values())))
        return
    otherwise = [_otherwise(trials, deciding) for deciding in sizes]
    for choice, error in _in_fewer(failed).items():
        yield unless(any_of(*_ways(otherwise, choice)), error)
    demanded: dict[Condition, dict[Choice, Placed[Requirement]]] = {}
    for choice, other in tried.items():
        for placed in demanded_by(trials.run, other) if choice not in failed else ():
            demanded.setdefault(placed.item.condition, {})[choice] = placed
    for condition, by_choice in demanded.items():
        for choice, placed in _in_fewer(by_choice).items():
            yield under(any_of(*_ways(otherwise, choice), condition), placed)


def _runs_with_none(trials: Trials, sizes: tuple[Deciding, ...], none: Deciding) -> bool:
    """Whether a run may succeed where this size is 0, whichever of the others are 1, more, or 0 as well."""
    others = [deciding for deciding in sizes if deciding is not none]
    ways = [(True, False) if other.none is None else (True, False, None) for other in others]
    return any(
        first_error(
            _chosen(
                trials,
                {other: is_one for other, is_one in chosen if is_one is not None},
                [none, *(other for other, is_one in chosen if is_one is None)],
            )
        )
        is None
        for chosen in (tuple(zip(others, choice, strict=True)) for choice in product(*ways))
    )


def _ways(otherwise: Sequence[tuple[Condition, Condition]], choice: Choice) -> list[Condition]:
    """The conditions of which one holds where the choice does not."""
    pairs = zip(otherwise, choice, strict=True)
    return [not_one if is_one else not_more for (not_one, not_more), is_one in pairs if is_one is not None]


def _in_fewer(choices: Mapping[Choice, Found]) -> dict[Choice, Found]:
    """The choices in fewer: two that differ in one size only are one that says nothing of it."""
    found: dict[Choice, Found] = {}
    last = dict(choices)
    while last:
        found.update(last)
        last = {wide: last[a] for a, b in combinations(last, 2) if (wide := _joined(a, b)) is not None}
    return {c: error for c, error in found.items() if not any(_covers(o, c) for o in found if o != c)}


def _joined(a: Choice, b: Choice) -> Choice | None:
    """Both choices as one, if they differ in one size that is 1 in one of them, and more in the other."""
    differ = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x is not y]
    if len(differ) != 1 or None in (a[differ[0]], b[differ[0]]):
        return None
    return (*a[: differ[0]], None, *a[differ[0] + 1 :])


def _covers(wider: Choice, choice: Choice) -> bool:
    """Whether a choice says nothing that another does not say as well."""
    return all(a is None or a is b for a, b in zip(wider, choice, strict=True))
