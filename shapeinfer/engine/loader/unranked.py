"""What a loader does not know: the ranks that it does not infer, though we do."""

from __future__ import annotations

from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.structure import Node
from shapeinfer.rule import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.engine.frame import Frame, Scope

# Operators that take items of a sequence.
OF_ITEMS = frozenset(("ConcatFromSequence", "SequenceAt"))
# Operators of whose bodies a loader knows the same, whatever shapes go in: conditions, numbers of rounds, and
# the states of a Loop, which it forgets.
FORGETTING = frozenset(("If", "Loop"))
# Operators of whose results a loader infers no shape, or none where a list tells the rank that is not stored.
UNINFERRED = frozenset((
    "Concat", "ConcatFromSequence", "GatherND", "SequenceAt", "Reshape", "Squeeze", "ReduceL1", "ReduceL2",
    "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum",
    "ReduceSumSquare",
))  # fmt: skip
# Operators that tell a loader the rank of what they make, whatever goes in.
RANKS_TOLD = frozenset((
    "Compress", "ConstantOfShape", "Flatten", "GRU", "GatherElements", "Gemm", "LSTM", "Multinomial",
    "NonMaxSuppression", "NonZero", "RNN", "Range", "Reshape", "RoiAlign", "Shape", "Size",
    "SoftmaxCrossEntropyLoss", "Unique",
))  # fmt: skip
# The lists by whose length they tell it, as a loader may not know: that of a shape whose value has no rank.
_RANKS_BY_LENGTH = {"ConstantOfShape": 0, "Reshape": 1}


def is_rank_told(node: Node, scope: Scope) -> bool:
    """Whether a node tells a loader the rank of what it makes, and of a list also the length, though that of
    an input is unknown to it."""
    if node.op_type not in RANKS_TOLD or node.op_type == "Shape":
        return False
    at = _RANKS_BY_LENGTH.get(node.op_type)
    return at is None or at >= len(node.inputs) or node.inputs[at] not in scope.unranked


def may_be_uninferred(node: Node, facts: Sequence[Fact | None]) -> bool:
    """Whether :func:`is_uninferred` has to be asked, which it rarely has."""
    return node.operation.op_type in UNINFERRED or any(_lacks_rank(fact) for fact in facts[:1])


def is_uninferred(node: Node, facts: Sequence[Fact | None], made: Fact | None, frame: Frame) -> bool:
    """Whether a loader infers no rank of what a node makes, though we do: it is made of items of a sequence,
    an input has no rank, or an unstored list tells it (of a Squeeze; else only of scalars, and of a Reshape
    also of vectors)."""
    op_type = node.operation.op_type
    if op_type in OF_ITEMS:
        return True
    if not isinstance(made, TensorFact) or made.shape is None:
        return False
    is_concat = op_type == "Concat"
    for fact in facts if is_concat else facts[:1]:
        if isinstance(fact, TensorFact) and fact.shape is None:
            return op_type not in RANKS_TOLD
    if is_concat:
        return False
    if op_type == "GatherND":
        return not made.shape  # it infers no axis, and forgets to say that there is none
    if op_type not in UNINFERRED or len(facts) != 2 or facts[0] is None:
        return False
    told = facts[1]
    if not isinstance(told, TensorFact) or (told.elements is not None and told.elements.stored):
        return False
    if op_type == "Reshape":
        return len(made.shape) <= 1 and frame.opsets.get("", 0) < 14
    return op_type == "Squeeze" or not made.shape


def as_loader_sees(node: Node, frame: Frame) -> tuple[Fact | None, ...]:
    """The facts of a node's inputs without the ranks that a loader does not know."""
    scope = frame.scope
    facts = [None if name in frame.absent else scope.find(name) for name in node.inputs]
    return tuple(
        TensorFact(fact.elem_type, None) if isinstance(fact, TensorFact) and name in scope.unranked else fact
        for name, fact in zip(node.inputs, facts, strict=True)
    )


def refused_at_load(outcome: Outcome) -> Outcome | None:
    """The part of an Outcome that a loader refuses for certain; None if there is none."""
    refused = tuple([f for f in outcome.findings if f.at_load and f.severity is None])
    return Outcome((), (), refused, outcome.placeholders) if refused else None


def _lacks_rank(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.shape is None
