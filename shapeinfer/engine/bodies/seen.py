"""What a loader knows of values: less than we do.

It infers shapes without most contents that nodes compute, and forgets what goes into a Loop or a function."""

from __future__ import annotations

from shapeinfer.dims.budget import spend
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.structure import Graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from shapeinfer.dims import Dim
    from shapeinfer.engine.frame import Frame
    from shapeinfer.model.structure import Node

# Operators of which a loader infers the numbers beside open sizes.
_PLAIN = frozenset((
    "Abs", "Add", "Cast", "Concat", "Div", "Identity", "Max", "Min", "Mul", "Neg", "Relu", "Sigmoid", "Sub",
    "Tanh", "Transpose",
))  # fmt: skip


# Operators of which a loader infers no rank where it does not know that of their input.
_BLIND = frozenset((
    "Abs", "Cast", "Ceil", "Exp", "Floor", "Identity", "LeakyRelu", "Neg", "Not", "Relu", "Sigmoid",
    "Softmax", "Tanh",
))  # fmt: skip


def is_blind(name: str, frame: Frame) -> bool:
    """Whether a loader surely infers no rank of a value: it is a Loop's state, or follows from one alone."""
    if name not in frame.scope.uninferred:
        return False
    node = frame.maker(name)
    while node is not None and node.op_type in _BLIND and node.inputs[0] in frame.scope.unranked:
        name = node.inputs[0]
        node = frame.maker(name)
    return node is not None and node.op_type == "Loop" and name in node.outputs[: len(node.inputs) - 2]


def is_seen(name: str, frame: Frame) -> bool:
    """Whether a loader surely infers the numbers among the sizes of a value of this graph.

    Each node before it has only numbers for sizes, or one infers them beside open ones."""
    return _holds_before(name, frame, _may_be_seen)


def is_known(name: str, size: Dim | None, frame: Frame) -> bool:
    """Whether a loader infers this size of a value in a function, or its rank (None). It sees no contents but
    those that are stored in a node's own graph, and of some operators no number beside open sizes."""
    if size is None:
        return _holds_before(name, frame, _ranks_stored)
    return size.value is not None and _holds_before(name, frame, _reads_stored) and is_seen(name, frame)


def _holds_before(name: str, frame: Frame, holds: Callable[[str, Node | None, Frame], bool]) -> bool:
    """Whether it holds for a value and for all before it. The answers are kept, so that each node is looked
    at once."""
    known = frame.seen.setdefault(holds, {})
    waiting = [name]
    entered: set[str] = set()
    while waiting:
        read = waiting[-1]
        node = frame.maker(read)
        if read in entered:
            waiting.pop()
            known[read] = node is None or all(known.get(i, True) for i in node.inputs if i)
        elif read in known:
            waiting.pop()
        elif read not in frame.scope.names and frame.outer is not None:
            known[read] = _holds_before(read, frame.outer, holds)
        elif holds(read, node, frame):
            spend(1)
            entered.add(read)
            known[read] = True  # where nodes form a cycle they ask each other
            waiting.extend([] if node is None else [i for i in node.inputs if i and i not in known])
        else:
            known[read] = False
    return known[name]


def _may_be_seen(name: str, node: Node | None, frame: Frame) -> bool:
    """The same of a node alone, if all is known of its inputs."""
    facts = frame.scope.names
    if name not in facts or name in frame.forgotten:
        return False  # not defined, or a Loop's state
    if node is None or node.op_type in _PLAIN:
        return True
    return all(_is_static(frame.scope.find(read)) for read in (name, *node.inputs) if read)


# Operators that tell a loader the rank of what they make, whatever their inputs hold. So does Reshape since
# version 14.
_OF_A_RANK = frozenset(("ConstantOfShape", "Expand", "Pad", "Slice", "Tile", "TopK"))
_RESHAPE_INFERS_A_RANK = 14


# Operators that make sizes of sizes alone, beside those: they may read indices and numbers.
_OF_SIZES = frozenset((
    "And", "Equal", "Gather", "GatherElements", "GatherND", "Greater", "GreaterOrEqual", "Less",
    "LessOrEqual", "Mod", "Not", "Or", "Pow", "ScatterElements", "ScatterND", "Shape", "Size", "Where", "Xor",
))  # fmt: skip


def _reads_stored(_: str, node: Node | None, frame: Frame) -> bool:
    """Whether a loader of a function sees all contents that the node reads and we know: those of values
    that are stored in the node's own graph."""
    if node is None or node.op_type in _PLAIN or node.op_type in _OF_SIZES:
        return True
    stored = frame.graph.initializers if isinstance(frame.graph, Graph) else ()
    for read in node.inputs:
        fact = frame.scope.find(read) if read else None
        if isinstance(fact, TensorFact) and fact.elements is not None and read not in stored:
            maker = frame.maker(read)
            if maker is None or maker.op_type != "Constant":
                return False
    return True


def _ranks_stored(name: str, node: Node | None, frame: Frame) -> bool:
    if node is not None and (
        node.op_type in _OF_A_RANK
        or (node.op_type == "Reshape" and frame.opsets.get("", 1) >= _RESHAPE_INFERS_A_RANK)
    ):
        return True
    return _reads_stored(name, node, frame)


def _is_static(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.static_shape() is not None
