"""An If whose branches differ in rank, where what follows runs with one of the ranks only: that branch is
taken in every run that succeeds.

Exporters write ``squeeze`` of an open size so: one branch drops the axis if its size is 1, the other keeps
it, and the layers behind take one of the two ranks.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import ONE, ZERO
from shapeinfer.dims.budget import spend
from shapeinfer.engine.bodies.branches import is_error
from shapeinfer.engine.effort import MOST_TRIALS
from shapeinfer.engine.frame import Frame, Scope
from shapeinfer.facts.elements import single
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.facts.scalar import Truth
from shapeinfer.rule.requirement import Finding, Requirement, all_of, any_of, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.engine.bodies.body import EngineBody
    from shapeinfer.engine.engine import Engine
    from shapeinfer.model.structure import Node
    from shapeinfer.rule.requirement import Condition

_BRANCHES = 2

# Nodes that are followed behind one If.
_MOST_FOLLOWED = 2000


def only_branch(
    engine: Engine, node: Node, facts: Sequence[Fact | None], outputs: Sequence[Fact], frame: Frame,
    bodies: Mapping[str, EngineBody],
) -> tuple[bool, Requirement] | None:  # fmt: skip
    """The branch that every successful run takes, and the demand that it is taken; None if that is not known.

    ``facts`` and ``outputs`` are those of the If, ``bodies`` its branches, which have been visited."""
    if node.op_type != "If" or node.domain or len(bodies) != _BRANCHES or len(facts) != 1:
        return None
    (cond,) = facts
    truth = cond.elements.item() if isinstance(cond, TensorFact) and cond.elements is not None else None
    if not isinstance(truth, Truth) or not all(s.named for dim in truth.when for s in dim.symbols()):
        return None
    then, other = bodies["then_branch"].last, bodies["else_branch"].last
    if then is None or other is None or not _differ(outputs, then.outputs, other.outputs):
        return None
    if engine.trials >= MOST_TRIALS:
        return None
    engine.trials += 1
    rest = _behind(node, frame)
    if rest is None:
        return None
    fails = [_failure(engine, node, branch.outputs, rest, frame) for branch in (then, other)]
    if (fails[0] is None) == (fails[1] is None):
        return None
    found = fails[0] if fails[0] is not None else fails[1]
    assert found is not None  # one of the two failed
    taken = fails[0] is None
    return taken, Requirement(_taken(truth, taken=taken), found.code, found.message, found.args)


def known_condition(cond: Fact | None, *, taken: bool) -> TensorFact:
    """The condition of an If of which one branch is taken in every run."""
    assert isinstance(cond, TensorFact) and cond.shape is not None  # its element is known
    known = single(ONE if taken else ZERO, (1,) * len(cond.shape))
    return TensorFact(cond.elem_type, cond.shape, known)


def _differ(joined: Sequence[Fact], then: Sequence[Fact], other: Sequence[Fact]) -> bool:
    """Whether some output has a rank in each branch, but not the same."""
    return any(
        isinstance(fact, TensorFact) and fact.shape is None
        and isinstance(a, TensorFact) and isinstance(b, TensorFact)
        and a.shape is not None and b.shape is not None
        for fact, a, b in zip(joined, then, other, strict=False)
    )  # fmt: skip


def _taken(truth: Truth, *, taken: bool) -> Condition:
    """The condition under which the branch is taken."""
    if taken:
        return all_of(*(at_least(dim, ONE) for dim in truth.when))
    return any_of(*(at_least(ZERO, dim) for dim in truth.when))


def _behind(node: Node, frame: Frame) -> Sequence[Node] | None:
    """The nodes that are visited after this one, unless there are none or too many."""
    nodes = frame.nodes
    at = next((i for i, other in enumerate(nodes) if other is node), len(nodes))
    rest = nodes[at + 1 :]
    return rest if 0 < len(rest) <= _MOST_FOLLOWED else None


def _failure(
    engine: Engine, node: Node, outputs: Sequence[Fact], rest: Sequence[Node], frame: Frame
) -> Finding | None:
    """Why no run succeeds in which the If makes these outputs; None if that is not known."""
    spend(len(rest))
    scope = Scope(frame.scope.outer)
    scope.names = dict(frame.scope.names)
    scope.claimed = set(frame.scope.claimed)
    trial = Frame(scope, frame.opsets, frame.references, frame.depth, frame.functions)
    trial.absent, trial.waiting, trial.nodes = frame.absent, frame.waiting, rest
    scope.names.update((name, fact) for name, fact in zip(node.outputs, outputs, strict=True) if name)
    engine.follow(rest, trial)
    for placed in trial.findings:
        sure = placed.place and not placed.guarded and not placed.claimed and is_error(placed.item)
        if sure and placed.item.code not in _OF_NAMES:
            return placed.item
    return None


# Findings about names say nothing of what runs.
_OF_NAMES = frozenset((codes.UNDEFINED_INPUT, codes.REDEFINED))
