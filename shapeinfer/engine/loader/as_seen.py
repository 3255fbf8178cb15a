"""What a loader refuses by sizes or ranks that it knows: a warning where it does not."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.loader.blind import is_blind
from shapeinfer.engine.loader.ranks import has_seen_rank
from shapeinfer.engine.loader.seen import (
    TAKING_LISTS,
    counts,
    cuts,
    has_seen_lists,
    holds_before,
    sees_lists,
)
from shapeinfer.engine.loader.unranked import OF_ITEMS
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.rule.empty import may_be_empty
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.engine.frame import Frame
    from shapeinfer.model.structure import Node

# Operators of which it knows no size where it sees no list.
_BY_LISTS = TAKING_LISTS | {"Resize", "Split", "TopK", "Upsample"}


def is_by_sizes(placed: Placed[Finding]) -> bool:
    """Whether it is what a loader finds about a node by the sizes that it sees in this graph."""
    if not placed.item.at_load or placed.item.code.at_load or not placed.place:
        return False
    first = placed.place[0]
    return first.body.startswith("fn:") or not (first.body or first.node.has_bodies)


def as_seen(found: Placed[Finding], frame: Frame) -> Placed[Finding]:
    """The finding about a node of this graph, or in a function that it calls; a warning, if it is by sizes
    that a loader does not know."""
    node = found.place[0].node
    inputs, holds = node.inputs, _numbers_are_seen
    if found.item.ranked:
        inputs, holds = node.inputs[:1], has_seen_rank
    elif _is_by_ranks(found.item, node):
        holds = has_seen_rank
    seen = all(holds_before(read, frame, holds) for read in inputs if read)
    return found if seen else found.holding(as_unseen(found.item))


def as_unseen(item: Finding) -> Finding:
    """What a loader refuses by what it sees, where it does not: a warning, for a kernel runs it, unless a run
    meets it too."""
    is_met = not item.runs or _is_met(item)
    return item.told_as(item.severity, at_load=False) if is_met else item.softened()


def _is_met(found: Finding) -> bool:
    """Whether a run meets it too: two ranks differ, and neither tensor may be empty, which a kernel skips."""
    facts = [dict(found.args).get(name) for name in ("fact", "other")]
    return found.code is codes.WRONG_RANK and all(
        isinstance(fact, TensorFact) and fact.shape is not None and not any(map(may_be_empty, fact.shape))
        for fact in facts
    )


def _is_by_ranks(found: Finding, node: Node) -> bool:
    """Whether it is found by ranks alone: they differ, an attribute that is an axis or a list is for another,
    or what is open is refused as well."""
    if node.op_type in ("CenterCropPad", "StringNormalizer"):  # a loader compares their ranks alone
        return True
    if found.code is codes.LIST_LENGTH:
        return dict(found.args).get("name") in node.attributes
    if found.code is codes.AXIS_OUT_OF_RANGE:
        return "axis" in node.attributes
    return found.code is codes.WRONG_RANK


def _numbers_are_seen(name: str, node: Node | None, frame: Frame) -> bool:
    """Whether a loader sees the numbers that we know of what a node makes, where it compares them: of what
    bodies make in rounds, which it does not count, it may know none, nor of branches that differ."""
    has_bodies = node is not None and node.op_type in ("If", "Loop", "Scan")
    made = frame.scope.find(name)
    if has_bodies and name not in frame.inferred and _has_numbers(made):
        return False
    if node is not None and made is not None:
        data = frame.scope.find(node.inputs[0]) if node.inputs else None
        if cuts(node, data, made) or counts(node, made):
            return False
    if node is not None and node.op_type in _BY_LISTS and not sees_lists(node, frame):
        return False
    if node is not None and node.op_type in OF_ITEMS and is_blind(name, frame):
        return False
    return has_seen_lists(name, node, frame)


def _has_numbers(fact: Fact | None) -> bool:
    shape = fact.shape if isinstance(fact, TensorFact) else None
    return any(size.value is not None for size in shape or ())
