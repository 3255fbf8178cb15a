"""Demands on a size that decides a rank: a Squeeze without axes drops it if it is 1.

What later nodes demand of the rank is no condition over sizes, so the model is visited once with a size of
1, and once with one of 2 or more, and what every run fails with is left out of a demand on the size.
"""

from __future__ import annotations

from shapeinfer.contracts.lengths import refusal
from shapeinfer.dims import ONE, ZERO, Dim, const
from shapeinfer.engine.assumptions import Assumptions
from shapeinfer.engine.run import Placed, Run
from shapeinfer.facts.fact import TensorFact
from shapeinfer.rule.requirement import Requirement, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapeinfer.model.structure import Node

# More sizes than this are not tried.
_MOST_SIZES = 2


def demands_of_dropped(run: Run) -> list[Placed[Requirement]]:
    """The demands on sizes that decide a rank, each at the place of a node that refuses some."""
    asked = list(dict.fromkeys(_asked(run)))[:_MOST_SIZES]
    found = [_demand(run, name) for name in asked]
    return [demand for demand in found if demand is not None]


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


def _demand(run: Run, name: str) -> Placed[Requirement] | None:
    """That the size is not 1, or that it is no larger, if every run fails otherwise."""
    size = run.declarations.named(name)
    if size.value is not None:
        return None
    several = at_least(size, const(2))
    texts = run.declarations.assumptions.texts
    alone, more = refusal(run, {name: 1}), refusal(run, {}, Assumptions((*texts, str(several))))
    finding = alone or more
    if finding is None or (alone is not None and more is not None):
        return None
    if alone is not None:
        need = any_of(several, equal(size, ZERO))
    else:
        need = equal(size, ONE) if refusal(run, {name: 0}) is not None else at_least(ONE, size)
    item = finding.item
    return Placed(Requirement(need, item.code, item.message, item.args), finding.place)
