"""Demands on a size that decides a rank: a Squeeze without axes drops it if it is 1.

What later nodes demand of the rank is no condition over sizes, so the model is visited once with a size of
1, and once with one of 2 or more. What every run fails with is left out of a demand on the size, and what is
demanded in one of both is a demand of the other sizes' runs.
"""

from __future__ import annotations

from shapeinfer.contracts.lengths import bound, first_error
from shapeinfer.dims import ONE, ZERO, Dim, const
from shapeinfer.engine.assumptions import Assumptions
from shapeinfer.engine.run import Placed, Run
from shapeinfer.facts.fact import TensorFact
from shapeinfer.rule.requirement import Condition, Finding, Requirement, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapeinfer.model.structure import Node

# More sizes than this are not tried.
_MOST_SIZES = 2


def demands_of_dropped(run: Run) -> list[Placed[Requirement]]:
    """The demands on sizes that decide a rank, each at the place of a node that refuses some."""
    asked = list(dict.fromkeys(_asked(run)))[:_MOST_SIZES]
    return [demand for name in asked for demand in _demands(run, name)]


def _asked(run: Run) -> Iterator[str]:
    """The names of inputs' sizes that are alone in deciding how many axes a Squeeze leaves."""
    graph = run.model.graph
    undecided = [node for node in (() if graph is None else graph.nodes) if _is_undecided(run, node)]
    if not undecided:
        return
    name_of = {run.declarations.named(name): name for name in sorted(run.declarations.symbol_names())}
    for node in undecided:
        given = run.facts.get(node.inputs[0])
        shape = given.shape if isinstance(given, TensorFact) else None
        deciding = {size for size in shape or () if _is_open(size)}
        if len(deciding) == 1:
            yield from (name_of[size] for size in deciding if size in name_of)


def _is_undecided(run: Run, node: Node) -> bool:
    """Whether it is a Squeeze without axes whose result has an unknown rank."""
    if node.operation.op_type != "Squeeze" or node.domain or not node.outputs or not node.inputs:
        return False
    made = run.facts.get(node.outputs[0])
    return isinstance(made, TensorFact) and made.shape is None and _lists_no_axes(run, node)


def _lists_no_axes(run: Run, node: Node) -> bool:
    if len(node.inputs) < 2 or not node.inputs[1]:
        return len(node.inputs) == 1
    axes = run.facts.get(node.inputs[1])
    return isinstance(axes, TensorFact) and axes.as_ints() == ()


def _is_open(size: Dim) -> bool:
    """Whether it may be 1, and may be another size."""
    return size.value is None and (size.lo is None or size.lo <= 1)


def _demands(run: Run, name: str) -> Iterator[Placed[Requirement]]:
    """That the size is not 1, or that it is no larger, if every run fails otherwise; else what runs with
    either demand."""
    size = run.declarations.named(name)
    if size.value is not None:
        return
    several = at_least(size, const(2))
    texts = run.declarations.assumptions.texts
    alone, more = bound(run, {name: 1}), bound(run, {}, Assumptions((*texts, str(several))))
    no_one, no_more = first_error(alone), first_error(more)
    if no_one is not None and no_more is not None and first_error(run) is not None:
        return  # nothing depends on the size
    nothing = [equal(size, ZERO)] if first_error(bound(run, {name: 0})) is None else []
    not_one, not_more = any_of(several, *nothing), any_of(equal(size, ONE), *nothing)
    if no_one is None:
        yield from _demanded(run, alone, not_one)
    else:
        yield _unless(not_one, no_one)
    if no_more is None:
        yield from _demanded(run, more, not_more)
    else:
        yield _unless(not_more, no_more)


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
