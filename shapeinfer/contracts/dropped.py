"""Demands on sizes that decide a rank: a Squeeze without axes drops those that are 1.

What later nodes demand of the rank is no condition over sizes, so the model is visited once with a size of
1, and once with one of 2 or more. What every run fails with is left out of a demand on the size, and what is
demanded in one of both is a demand of the other sizes' runs. Where a few sizes decide together, each choice
of them is visited, and every run fails with those that are left out of the demands.
"""

from __future__ import annotations

from itertools import combinations, product

from shapeinfer.contracts.lengths import bound, first_error
from shapeinfer.dims import ONE, ZERO, Dim, const
from shapeinfer.dims.proofs import REFUTED
from shapeinfer.engine.assumptions import Assumptions
from shapeinfer.engine.run import Placed, Run
from shapeinfer.facts.fact import TensorFact
from shapeinfer.rule.requirement import Condition, Finding, Requirement, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Node

    # Of each of some sizes whether it is 1; None: with either every run fails.
    Choice = tuple[bool | None, ...]

# More Squeezes than this are not tried, nor more sizes that decide about one together.
_MOST_SQUEEZES = 2
_MOST_TOGETHER = 3


def demands_of_dropped(run: Run) -> list[Placed[Requirement]]:
    """The demands on sizes that decide a rank, each at the place of a node that refuses some."""
    found: list[Placed[Requirement]] = []
    for names in list(dict.fromkeys(_asked(run)))[:_MOST_SQUEEZES]:
        found += _demands(run, *names) if len(names) == 1 else _together(run, names)
    return found


def _asked(run: Run) -> Iterator[tuple[str, ...]]:
    """The names of inputs' sizes that decide how many axes a Squeeze leaves, and nothing else does."""
    graph = run.model.graph
    graphs: list[tuple[Sequence[Node], Mapping[str, Fact]]] = [
        (() if graph is None else graph.nodes, run.facts)
    ]
    # Of what goes into a body no name is known, but of what it reads from around it.
    graphs += [(visit.graph.nodes, visit.unrenamed) for visit in run.visits_by_key().values()]
    undecided = [node for nodes, facts in graphs for node in nodes if _is_undecided(run, node, facts)]
    if not undecided:
        return
    name_of = {run.declarations.named(name): name for name in sorted(run.declarations.symbol_names())}
    for node in undecided:
        given = run.facts.get(node.inputs[0])
        shape = given.shape if isinstance(given, TensorFact) else None
        deciding = dict.fromkeys(size for size in shape or () if _is_open(size))
        if 0 < len(deciding) <= _MOST_TOGETHER and all(size in name_of for size in deciding):
            yield tuple(name_of[size] for size in deciding)


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


def _demands(run: Run, name: str) -> Iterator[Placed[Requirement]]:
    """That the size is not 1, or that it is no larger, if every run fails otherwise; else what runs with
    either demand."""
    size = run.declarations.named(name)
    if size.value is not None:
        return
    alone, more = _chosen(run, {name: True}), _chosen(run, {name: False})
    no_one, no_more = first_error(alone), first_error(more)
    if no_one is not None and no_more is not None and first_error(run) is not None:
        return  # nothing depends on the size
    not_one, not_more = _otherwise(run, name)
    if no_one is None:
        yield from _demanded(run, alone, not_one)
    else:
        yield _unless(not_one, no_one)
    if no_more is None:
        yield from _demanded(run, more, not_more)
    else:
        yield _unless(not_more, no_more)


def _chosen(run: Run, is_one: Mapping[str, bool]) -> Run:
    """The run where each of these sizes is 1, or is 2 or more."""
    several = [str(_several(run, name)) for name, one in is_one.items() if not one]
    assumed = Assumptions((*run.declarations.assumptions.texts, *several)) if several else None
    return bound(run, {name: 1 for name, one in is_one.items() if one}, assumed)


def _several(run: Run, name: str) -> Condition:
    return at_least(run.declarations.named(name), const(2))


def _otherwise(run: Run, name: str) -> tuple[Condition, Condition]:
    """That a size is not 1, and that it is no larger; or it is 0, if not every run fails then."""
    size = run.declarations.named(name)
    nothing = [equal(size, ZERO)] if first_error(bound(run, {name: 0})) is None else []
    return any_of(_several(run, name), *nothing), any_of(equal(size, ONE), *nothing)


def _together(run: Run, names: tuple[str, ...]) -> Iterator[Placed[Requirement]]:
    """That the sizes are none of the choices with which every run fails."""
    if any(run.declarations.named(name).value is not None for name in names):
        return
    choices = list(product((True, False), repeat=len(names)))
    tried = {choice: first_error(_chosen(run, dict(zip(names, choice, strict=True)))) for choice in choices}
    failed: dict[Choice, Placed[Finding]] = {c: error for c, error in tried.items() if error is not None}
    if len(failed) == len(choices):
        if first_error(run) is None:  # else nothing depends on the sizes
            nothing = [equal(run.declarations.named(name), ZERO) for name in names]
            yield _unless(any_of(*nothing), next(iter(failed.values())))
        return
    otherwise = [_otherwise(run, name) for name in names]
    for choice, error in _in_fewer(failed).items():
        pairs = zip(otherwise, choice, strict=True)
        ways = [
            not_one if is_one else not_more for (not_one, not_more), is_one in pairs if is_one is not None
        ]
        yield _unless(any_of(*ways), error)


def _in_fewer(failed: Mapping[Choice, Placed[Finding]]) -> dict[Choice, Placed[Finding]]:
    """The choices in fewer: two that differ in one size only are one that says nothing of it."""
    found: dict[Choice, Placed[Finding]] = {}
    last = dict(failed)
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


def _unless(need: Condition, refused: Placed[Finding]) -> Placed[Requirement]:
    item = refused.item
    return Placed(Requirement(need, item.code, item.message, item.args), refused.place)


def _demanded(run: Run, other: Run, otherwise: Condition) -> Iterator[Placed[Requirement]]:
    """What only the other run demands of the sizes of inputs, unless it stands ``otherwise``."""
    known = {placed.item.condition for placed in run.requirements}
    named = {name: run.declarations.named(name) for name in run.declarations.symbol_names()}
    for placed in other.requirements:
        item = placed.item
        symbols = item.condition.symbols()
        if item.premise or not placed.is_sure or not all(s.named and s.name in named for s in symbols):
            continue
        condition = item.condition.substitute({s: named[s.name] for s in symbols}, {})
        if condition not in known:
            need = any_of(otherwise, condition)
            yield Placed(Requirement(need, item.code, item.message, item.args), placed.place)
