"""Of which values a loader infers the rank, and how long the lists are that tell it."""

from __future__ import annotations

from shapeinfer.dims.budget import spend
from shapeinfer.engine.loader.blind import BLIND
from shapeinfer.engine.loader.seen import (
    INFERS_SLICES,
    NOT_INFERRED,
    are_contents_seen,
    has_seen_lists,
    holds_before,
    is_misled_call,
    is_passed_over,
    is_seen,
    is_static,
    sees_lists,
)
from shapeinfer.engine.loader.unranked import OF_ITEMS, RANKS_BY_LENGTH, drops_any, joins_unseen
from shapeinfer.facts.fact import Fact, TensorFact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.dims import Dim
    from shapeinfer.engine.frame import Frame
    from shapeinfer.model.structure import Node

# Operators all of whose outputs have a rank if the first has.
ALIKE = frozenset(("GRU", "LSTM", "RNN", "Split", "TopK"))

# Operators that tell a loader the rank of what they make, whatever their inputs hold. So does Reshape since
# version 14.
_OF_A_RANK = frozenset(("ConstantOfShape", "Expand", "Pad", "Resize", "Slice", "Tile", "TopK", "Upsample"))
_RESHAPE_INFERS_A_RANK = 14


def is_known(name: str, size: Dim | None, frame: Frame) -> bool:
    """Whether a loader infers this size of a value in a function, or its rank (None)."""
    if size is None:
        return holds_before(name, frame, _ranks_go_in)
    return size.value is not None and holds_before(name, frame, has_seen_lists) and is_seen(name, frame)


def is_surely_ranked(name: str, frame: Frame) -> bool:
    """Whether a loader surely infers the rank of a value."""
    return holds_before(name, frame, is_rank_sure)


def has_seen_rank(name: str, node: Node | None, frame: Frame) -> bool:
    """Whether a loader sees what tells the rank of what a node makes."""
    if node is None:
        return True
    if is_passed_over(node, frame) or not _are_lengths_seen(node, frame):
        return False
    if drops_any(node) and not _is_all_seen(node.inputs[0], frame):
        return False
    if node.op_type in _OF_A_RANK or (
        node.op_type == "Reshape" and frame.opsets.get("", 1) >= _RESHAPE_INFERS_A_RANK
    ):
        return True
    return has_seen_lists(name, node, frame)


def _ranks_go_in(name: str, node: Node | None, frame: Frame) -> bool:
    """The same in a function: of what goes in a loader knows no rank where another one is declared."""
    given = frame.unseen if frame.outer is not None else frame.forgotten
    if node is None and name in given and is_misled_call(frame):
        return False
    return has_seen_rank(name, node, frame)


def _are_lengths_seen(node: Node, frame: Frame) -> bool:
    """Whether a loader surely infers the lengths of lists that tell the rank of what the node makes."""
    first = RANKS_BY_LENGTH.get(node.op_type)
    return first is None or all(_is_length_seen(read, frame) for read in node.inputs[first:] if read)


# Operators whose last input is a shape.
_SHAPED = frozenset(("ConstantOfShape", "Expand", "Reshape"))
# Operators that make lists as long as those that go in.
_JOINING = frozenset(("Add", "Div", "Max", "Min", "Mod", "Mul", "Sub", "Where"))


def _is_length_seen(name: str, frame: Frame) -> bool:
    """Whether a loader surely infers how long a list is."""
    known = frame.seen.setdefault(_is_length_seen, {})
    if name not in known:
        spend(1)
        known[name] = False  # where nodes form a cycle
        known[name] = _tells_length(name, frame)
    return known[name]


def _tells_length(name: str, frame: Frame) -> bool:
    if name not in frame.scope.names and frame.outer is not None:
        return _is_length_seen(name, frame.outer)
    node, fact = frame.maker(name), frame.scope.find(name)
    if node is not None and node.domain:
        return all(_is_length_seen(read, frame) for read in node.inputs if read)
    if node is None or not _has_axes(fact, 1):
        return is_seen(name, frame)
    if node.op_type == "Shape":
        return holds_before(node.inputs[0], frame, has_seen_rank)
    if node.op_type in BLIND:
        return _is_length_seen(node.inputs[0], frame)
    if node.op_type in _JOINING or (node.op_type == "Concat" and not joins_unseen(node, frame)):
        return all(_is_length_seen(i, frame) for i in node.inputs if not _has_axes(frame.scope.find(i), 0))
    if node.op_type in _SHAPED and are_contents_seen(node.inputs[-1], frame):
        *data, shape = node.inputs
        return is_seen(shape, frame) and all(_is_length_seen(read, frame) for read in data)
    if node.op_type == "Gather" and _has_axes(frame.scope.find(node.inputs[0]), 1):
        return _is_length_seen(node.inputs[1], frame)
    return is_seen(name, frame)


def _has_axes(fact: Fact | None, count: int) -> bool:
    return isinstance(fact, TensorFact) and fact.rank == count


def _is_all_seen(name: str, frame: Frame) -> bool:
    """Whether a loader infers a number for each size."""
    return is_static(frame.scope.find(name)) and is_seen(name, frame)


# Earlier versions of operators may infer nothing, of these a rank since 6 and 7.
_INFERRING, _INFERRING_PLAINLY, _INFERRING_EARLY = 11, 6, 7
_EARLY = frozenset((
    "Add", "And", "ArgMax", "ArgMin", "AveragePool", "BatchNormalization", "Clip", "Concat", "Conv",
    "DepthToSpace", "Div", "Elu", "Equal", "Flatten", "Gather", "Gemm", "GlobalAveragePool",
    "GlobalMaxPool", "Greater", "HardSigmoid", "Hardmax", "InstanceNormalization", "LRN", "Less", "Log",
    "LogSoftmax", "LpNormalization", "MatMul", "Max", "MaxPool", "Mean", "Min", "Mul", "Or", "PRelu", "Pow",
    "Reciprocal", "ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean",
    "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare", "Selu", "Shape", "Size", "Softplus",
    "Softsign", "Split", "Sqrt", "Sub", "Sum", "Transpose", "Unsqueeze", "Xor",
))  # fmt: skip


def is_rank_sure(name: str, node: Node | None, frame: Frame) -> bool:
    if name not in frame.scope.names or name in frame.forgotten or name in frame.mistaken:
        return False  # not defined, a Loop's state, or declared otherwise
    if node is not None and node.op_type in OF_ITEMS:
        return False
    return node is None or _tells_rank(node, frame)


def is_rank_inferred(name: str, frame: Frame) -> bool:
    """Whether a loader surely infers the rank of what a node makes, also where another is declared of it."""
    node = frame.maker(name)
    return (
        node is not None and _tells_rank(node, frame)
        and all(is_surely_ranked(read, frame) for read in node.inputs if read)
    )  # fmt: skip


def _tells_rank(node: Node, frame: Frame) -> bool:
    """Whether a loader surely infers the rank of what a node makes, if it knows those of the inputs."""
    if node.domain or node.op_type in NOT_INFERRED or _is_misread(node) or is_passed_over(node, frame):
        return False
    opset, op_type = frame.opsets.get("", 1), node.op_type
    if drops_any(node):
        return _is_all_seen(node.inputs[0], frame)
    if not _are_lengths_seen(node, frame):
        return False
    if opset < _INFERRING:
        return (
            op_type == "Constant"
            or (op_type in BLIND and opset >= _INFERRING_PLAINLY)
            or (op_type in _EARLY and opset >= _INFERRING_EARLY)
            or (op_type == "Slice" and opset >= INFERS_SLICES)
        )
    return (
        op_type in _OF_A_RANK
        or (op_type == "Reshape" and opset >= _RESHAPE_INFERS_A_RANK)
        or sees_lists(node, frame)
    )


def _is_misread(node: Node) -> bool:
    """Whether it is a Reduce that makes another rank for a loader: of its flag for empty axes this takes any
    number but 0 for 1, and the kernel any but 1 for 0."""
    flag = node.attributes.get("noop_with_empty_axes")
    return flag is not None and flag.value not in (0, 1) and not any(node.inputs[1:])
