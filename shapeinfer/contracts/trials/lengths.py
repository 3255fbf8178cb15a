"""Demands on the length of a list that says how many axes a value has, and on a size that chooses an item of
a sequence: found by trying small ones.

A Reshape to a list of ``n`` sizes that only a run tells makes a value of ``n`` axes, and a GatherND by
tuples of ``n`` entries one of as many fewer than data has, as a reduction of ``n`` axes may. A SequenceAt by
the size ``n`` takes the item of that number, which has its own shape. What later nodes demand of them is no
condition over sizes, so each of the first numbers is bound in turn, and those with which every run fails are
left out of a demand on ``n``. What some of the others demand of sizes is demanded unless ``n`` is another.
"""

from __future__ import annotations

from shapeinfer.contracts.normal_form import plain
from shapeinfer.contracts.trials.runs import Trials, demanded_by, first_error, one_of, under, unless
from shapeinfer.dims import Dim, const
from shapeinfer.engine.run import Placed, Run
from shapeinfer.facts.fact import TensorFact
from shapeinfer.rule.requirement import any_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Node
    from shapeinfer.rule.requirement import Condition, Requirement

_REDUCTIONS = tuple(
    f"Reduce{of}"
    for of in ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum", "SumSquare")
)
# Which input of these operators has one entry for each axis of the result, or for each that it has more or
# less than data, or two. Of GatherND these are the entries on the last axis.
_LISTS = {
    "AffineGrid": 1,
    "Col2Im": 1,
    "ConstantOfShape": 0,
    "Expand": 1,
    "GatherND": 1,
    "Pad": 1,
    **dict.fromkeys(_REDUCTIONS, 1),
    "Reshape": 1,
    "Squeeze": 1,
    "Tile": 1,
    "Unsqueeze": 1,
}
_DOMAINS = ("", "com.microsoft")
# Lengths below this are tried; few values have more axes.
_LONGEST = 8
# If the last of them is refused, and so are these, all longer ones are taken to be.
_LONGER = (8, 16, 64)
# More lists than this are not tried, and no more demands of other sizes are told for one.
_MOST_LISTS = 2
_MOST_DEMANDS = 8


def demands_of_lengths(run: Run, names: Set[str]) -> list[Placed[Requirement]]:
    """The demands on lengths of lists and on sizes that are positions, each at the place of a node that
    refuses some. ``names`` are the lengths that inputs declare."""
    asked = dict.fromkeys(_asked(run, names))
    trials = Trials(run)
    return [demand for name in list(asked)[:_MOST_LISTS] for demand in _demands(trials, name)]


def _asked(run: Run, names: Set[str]) -> Iterator[str]:
    """Those of the names that say how many axes something has, or which item it is, here or in a body or
    function, and nobody knows."""
    graph = run.model.graph
    name_of = {run.declarations.named(name): name for name in sorted(run.declarations.symbol_names())}
    length_of = {size: name for size, name in name_of.items() if name in names}
    visits: list[tuple[Sequence[Node], Mapping[str, Fact]]] = [
        (() if graph is None else graph.nodes, run.facts)
    ]
    visits += [(visit.graph.nodes, visit.unrenamed) for visit in run.visits_by_key().values()]
    for nodes, facts in visits:
        yield from _lengths_of(nodes, facts, run.facts, length_of, run.claimed)
        yield from _positions_of(nodes, facts, run.facts, name_of)


def _lengths_of(
    nodes: Sequence[Node], facts: Mapping[str, Fact], around: Mapping[str, Fact], name_of: Mapping[Dim, str],
    claimed: Set[str],
) -> Iterator[str]:  # fmt: skip
    """The lengths that tell nodes of one graph a rank, of its ``facts`` and those ``around`` it. What is
    known of ``claimed`` values is only declared."""
    list_of = {
        operation: _LISTS[operation.op_type]
        for operation in {node.operation for node in nodes}
        if operation.op_type in _LISTS and operation.domain in _DOMAINS
    }
    for node in nodes if list_of and name_of else ():
        at = list_of.get(node.operation)
        if at is None or at >= len(node.inputs) or not node.outputs:
            continue
        read = node.inputs[at]
        made, given = facts.get(node.outputs[0]), facts.get(read) or around.get(read)
        is_open = isinstance(made, TensorFact) and (made.shape is None or node.outputs[0] in claimed)
        if is_open and isinstance(given, TensorFact):
            yield from (name_of[length] for length in (given.shape or ())[-1:] if length in name_of)


def _positions_of(
    nodes: Sequence[Node], facts: Mapping[str, Fact], around: Mapping[str, Fact], name_of: Mapping[Dim, str]
) -> Iterator[str]:
    """The sizes by which nodes of one graph choose among items of different shapes."""
    for node in nodes:
        if node.operation.op_type != "SequenceAt" or len(node.inputs) < 2 or not node.outputs:
            continue
        made, position = facts.get(node.outputs[0]), facts.get(node.inputs[1]) or around.get(node.inputs[1])
        if isinstance(made, TensorFact) and isinstance(position, TensorFact) and _is_open(made):
            yield from (name_of[size] for size in (position.as_dims() or ())[:1] if size in name_of)


def _is_open(fact: TensorFact) -> bool:
    """Whether something of the shape is not known, nor follows from sizes of inputs."""
    return fact.shape is None or any(not symbol.named for size in fact.shape for symbol in size.symbols())


def _demands(trials: Trials, name: str) -> Iterator[Placed[Requirement]]:
    """That the length or position is none of those with which every run fails, and what the others demand."""
    length = trials.named(name)
    if length.value is not None:
        return
    runs = [trials.bound({name: count}) for count in range(_LONGEST)]
    tried = [first_error(run) for run in runs]
    refused = [finding for finding in tried if finding is not None]
    if len(refused) == _LONGEST and first_error(trials.run) is not None:
        return
    ends = tried[-1] is not None and all(trials.refusal({name: count}) is not None for count in _LONGER)
    allowed = [count for count, finding in enumerate(tried) if finding is None]
    if refused:
        yield unless(one_of(length, allowed, _LONGEST, ends=ends), refused[0])
    demanded: dict[Condition, dict[int, Placed[Requirement]]] = {}
    stated = _stated_of(trials.run, length)
    for count in allowed:
        told = _with_length(stated, length, count)
        for placed in demanded_by(trials.run, runs[count]):
            if not told.issuperset(plain(placed.item.condition)):
                demanded.setdefault(placed.item.condition, {})[count] = placed
    for condition, by_count in list(demanded.items())[:_MOST_DEMANDS]:
        others = [count for count in range(_LONGEST) if count not in by_count]
        otherwise = one_of(length, others, _LONGEST, ends=ends)
        yield under(any_of(condition, otherwise), next(iter(by_count.values())))


def _stated_of(run: Run, length: Dim) -> list[Condition]:
    """What the run demands of the length, if that is a size of its own."""
    symbol = length.symbol()
    conditions = [placed.item.condition for placed in run.requirements]
    return [condition for condition in conditions if symbol in condition.symbols()]


def _with_length(conditions: Sequence[Condition], length: Dim, count: int) -> set[Condition]:
    """What the conditions say where the length is the count."""
    bound = dict.fromkeys(length.symbols(), const(count))
    found: set[Condition] = set()
    for condition in conditions:
        try:
            found.update(plain(condition.substitute(bound, {})))
        except ZeroDivisionError:
            continue  # it is not defined there
    return found
