"""What a loader surely knows no rank of: states of Loops, items of sequences, and what follows from these."""

from __future__ import annotations

from shapeinfer.dims.budget import spend
from shapeinfer.engine.loader.unranked import OF_ITEMS, RANKS_BY_LENGTH, infers_nothing, needs_of_a_run
from shapeinfer.model.graph import SCAN_WITHOUT_BATCH, scanned_count
from shapeinfer.model.structure import Function, TensorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapeinfer.engine.frame import BodyOutcome, Frame
    from shapeinfer.model.structure import Node

# Operators of which a loader infers no rank where it does not know that of their input.
BLIND = frozenset((
    "Abs", "Cast", "Ceil", "Exp", "Floor", "Identity", "LeakyRelu", "Neg", "Not", "Relu", "Sigmoid",
    "Softmax", "Tanh",
))  # fmt: skip


# Those of which it infers none where it does not know that of one of their inputs, or of the first.
_OF_ALL = frozenset(
    ("Add", "Concat", "Div", "Gather", "MatMul", "Max", "Mean", "Min", "Mul", "Pow", "Sub", "Sum")
)
_OF_FIRST = BLIND | frozenset((
    "Clip", "Erf", "Expand", "Optional", "OptionalGetElement", "Pad", "ReduceMax", "ReduceMean", "ReduceMin",
    "ReduceSum", "Slice", "Sqrt", "Squeeze", "Tile", "Transpose", "Unsqueeze",
))  # fmt: skip
# Operators that change or make a sequence: a loader knows no shape of the items that they put in.
_CHANGED = frozenset(("SequenceErase", "SequenceInsert"))
_LISTS = frozenset(("SequenceConstruct", "SequenceEmpty", "SplitToSequence"))


def _makes_list(name: str, frame: Frame) -> bool:
    """Whether a loader knows no shape of a sequence's items: nodes of this graph make it, or make a longer or
    shorter one of such, or it is a Loop's state."""
    node, seen = frame.maker(name), {name}
    while node is not None and node.op_type in _CHANGED and node.inputs:
        spend(1)
        name = node.inputs[0]
        if name in seen:  # nodes may read each other in a circle
            return False
        seen.add(name)
        node = frame.maker(name)
    return node is not None and (node.op_type in _LISTS or _is_loop_state(name, node))


def _is_loop_state(name: str, node: Node) -> bool:
    return node.op_type == "Loop" and name in node.outputs[: len(node.inputs) - 2]


def is_blind(name: str, frame: Frame) -> bool:
    """Whether a loader surely infers no rank of a value: it is a Loop's state, made of a sequence's items or
    by a list that only a run knows, or an input of a body that gets such a one and declares no shape; or it
    follows from one, here, in a graph around this one or in the bodies of the node that makes it.

    Of what a function gives it knows what is declared where it is called, and what it infers of the call: all
    but what follows from a Loop's state or from what goes in."""
    if name not in frame.scope.uninferred:
        return False
    given_back = set(frame.graph.outputs) if isinstance(frame.graph, Function) else set()
    waiting = [name]
    entered = {name}
    while waiting:
        read = waiting.pop()
        spend(1)
        if read not in frame.scope.names:
            if frame.outer is not None and is_blind(read, frame.outer):
                return True
            continue
        if read in frame.told:
            continue
        node = frame.maker(read)
        if read in frame.blind and (node is None or read not in given_back):
            return True
        if node is None:
            if _is_undeclared(read, frame):
                return True
        elif _is_loop_state(read, node):
            return True
        elif node.domain:
            continue
        elif read not in given_back and _is_made_blind(node, frame):
            return True
        elif node.op_type not in OF_ITEMS:
            compared = len(node.inputs) if node.op_type in _OF_ALL else 1 if node.op_type in _OF_FIRST else 0
            telling = [*node.inputs[:compared], *_counted(node, frame)]
            new = [i for i in telling if i in frame.scope.unranked and i not in entered]
            entered.update(new)
            waiting += new
            given_back.update(new if read in given_back else ())
    return False


def _is_undeclared(name: str, frame: Frame) -> bool:
    """Whether it is an input of the model or of a body that declares no shape; of what goes into a function
    more may be known."""
    if frame.outer is None and (frame.functions or frame.stores(name)):
        return False
    given = frame.given(name)
    return given is not None and isinstance(given.type, TensorType) and given.type.dims is None


def _counted(node: Node, frame: Frame) -> Sequence[str]:
    """The value whose rank tells that of what the node makes: the list that it reads is a Shape of it."""
    at = RANKS_BY_LENGTH.get(node.op_type, len(node.inputs))
    read = node.inputs[at] if at < len(node.inputs) else ""
    looked = {read}  # nodes may read each other in a circle
    while (maker := frame.maker(read)) is not None and maker.op_type in BLIND and maker.inputs:
        spend(1)
        read = maker.inputs[0]
        if read in looked or maker.domain:
            return ()
        looked.add(read)
    return () if maker is None or maker.op_type != "Shape" else maker.inputs


def _is_made_blind(node: Node, frame: Frame) -> bool:
    """Whether a loader infers no rank of what a node makes, of a list that only a run knows or of items."""
    if infers_nothing(node, frame) or needs_of_a_run(node, frame):
        return True
    return node.op_type in OF_ITEMS and bool(node.inputs) and _makes_list(node.inputs[0], frame)


def blind_of_bodies(node: Node, outcomes: Sequence[BodyOutcome], frame: Frame) -> Iterator[str]:
    """The outputs of an If, a Loop or a Scan of which a loader surely infers no rank: it infers none in any
    of the bodies whose ranks it may take. The states of a Loop are known by themselves; those of a Scan keep
    the rank that goes in."""
    if not outcomes or not all(outcome.blind for outcome in outcomes):
        return
    first = 1 if node.op_type == "Loop" else 0  # a Loop's body returns the condition before all others
    states = node.inputs[: -(scanned_count(node) or 0)] if node.op_type == "Scan" else ()
    states = states[1:] if frame.opsets.get("", 0) < SCAN_WITHOUT_BATCH else states
    for position, name in enumerate(node.outputs):
        is_ranked = position < len(states) and not is_blind(states[position], frame)
        if name and not is_ranked and all(position + first in outcome.blind for outcome in outcomes):
            yield name
