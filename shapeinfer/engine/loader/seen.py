"""What a loader knows of values: less than we do.

It infers shapes without most contents that nodes compute, and forgets what goes into a Loop or a function."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims.budget import spend
from shapeinfer.engine.loader.blind import BLIND, is_blind
from shapeinfer.engine.loader.unranked import (
    NEVER_INFERRED,
    OF_ITEMS,
    RANKS_BY_LENGTH,
    drops_any,
    joins_from_behind,
)
from shapeinfer.engine.run import Placed
from shapeinfer.facts.elem_type import INT32, INT64, is_float
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.structure import Graph
from shapeinfer.rule.empty import may_be_empty
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from shapeinfer.dims import Dim
    from shapeinfer.engine.frame import Frame
    from shapeinfer.model.structure import Node

# Operators of which a loader infers the numbers beside open sizes, whatever their inputs hold.
_PLAIN = frozenset((
    "Abs", "Add", "Cast", "Ceil", "Concat", "Div", "Exp", "Floor", "Gather", "GlobalAveragePool",
    "GlobalMaxPool", "Identity", "LeakyRelu", "MatMul", "Max", "Min", "Mul", "Neg", "Optional",
    "OptionalGetElement", "Relu", "Shape", "Sigmoid", "Size", "Softmax", "Sqrt", "Sub", "Tanh", "Transpose",
))  # fmt: skip
# And where it sees their lists (not Tile: that 0 times an open size is 0 it does not know).
_LISTED = frozenset((
    "Pad", "ReduceL2", "ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum", "Unsqueeze",
))  # fmt: skip
# Operators whose sizes follow from the lists behind their first input, and not from what that holds.
TAKING_LISTS = _LISTED | {"Expand", "Flatten", "Reshape", "Slice", "Squeeze", "Tile"}
# Operators that may have all sizes from the list that is their last input, whatever sizes go in.
_TOLD_BY_LIST = frozenset(("Reshape", "Resize"))


# Operators of which a loader may infer nothing: bodies, and functions of other operators. Nor may it of those
# of other domains.
_NOT_INFERRED = frozenset((
    "BlackmanWindow", "CenterCropPad", "GreaterOrEqual", "HammingWindow", "HannWindow", "If", "LessOrEqual",
    "Loop",
))  # fmt: skip


# Operators of which it infers nothing where their input is a scalar, or has no known rank.
_NOT_OF_SCALARS = frozenset(("Flatten", "Slice", "Transpose"))
# Operators of which it infers nothing: a function of other operators stands for them, or they have no shape
# inference.
_UNINFERRED = NEVER_INFERRED | {"BlackmanWindow", "HammingWindow", "HannWindow", "MaxUnpool"}
# Operators for which a function stands before this version.
_COMPARING, _COMPARING_INFERRED = frozenset(("GreaterOrEqual", "LessOrEqual")), 16
# Operators that count what they find, of which it infers no number.
_COUNTING = frozenset(("Compress", "NonZero", "StringNormalizer", "Unique"))


# Operators all of whose outputs have a rank if the first has.
ALIKE = frozenset(("GRU", "LSTM", "RNN", "Split", "TopK"))


def is_seen(name: str, frame: Frame) -> bool:
    """Whether a loader surely infers the numbers among the sizes of a value of this graph.

    Each node before it has only numbers for sizes, or one infers them beside open ones."""
    return holds_before(name, frame, _may_be_seen)


def is_known(name: str, size: Dim | None, frame: Frame) -> bool:
    """Whether a loader infers this size of a value in a function, or its rank (None)."""
    if size is None:
        return holds_before(name, frame, _ranks_go_in)
    return size.value is not None and holds_before(name, frame, _lists_are_seen) and is_seen(name, frame)


def is_misled(frame: Frame | None) -> bool:
    """Whether it stands where a loader may know other numbers of what goes into a Loop or a function."""
    while frame is not None:
        if frame.misled or frame.mistaken:
            return True
        frame = frame.outer
    return False


def is_misled_call(frame: Frame) -> bool:
    """Whether it stands in a function of which a loader may know other shapes of what goes in than we do."""
    while frame.outer is not None:
        frame = frame.outer
    return frame.misled


def are_lists_seen(name: str, frame: Frame) -> bool:
    """Whether a loader sees all contents that tell the sizes of a value and of those before it."""
    return holds_before(name, frame, _lists_are_seen)


def is_surely_ranked(name: str, frame: Frame) -> bool:
    """Whether a loader surely infers the rank of a value."""
    return holds_before(name, frame, is_rank_sure)


def holds_before(name: str, frame: Frame, holds: Callable[[str, Node | None, Frame], bool]) -> bool:
    """Whether it holds for a value and for all before it. The answers are kept, so that each node is looked
    at once."""
    known = frame.seen.setdefault(holds, {})
    waiting = [name]
    entered: set[str] = set()
    while waiting:
        read = waiting[-1]
        node = None if read in frame.pinned else frame.maker(read)
        if read in entered:
            waiting.pop()
            known[read] = node is None or all(known.get(i, True) for i in node.inputs if i)
        elif read in known:
            waiting.pop()
        elif read not in frame.scope.names and frame.outer is not None:
            known[read] = holds_before(read, frame.outer, holds)
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
    if name not in facts or name in frame.forgotten or name in frame.mistaken or name in frame.unseen:
        return False  # not defined, a Loop's state, declared otherwise, or made by what a loader does not see
    if node is None or (node.op_type in _PLAIN and not node.domain):
        return node is None or not joins_from_behind(node, frame)
    if node.op_type == "Scan":
        return name in frame.inferred
    if node.op_type in _NOT_INFERRED or node.domain or _counts(node, facts[name]):
        return False
    if node.op_type in _LISTED:
        return sees_lists(node, frame)
    if not sees_lists(node, frame):
        return False
    listed = node.op_type in _TOLD_BY_LIST and node.inputs
    if listed and _is_told(facts[name], frame.scope.find(node.inputs[-1])):
        return _lists_are_seen(name, node, frame)
    given = [frame.scope.find(read) for read in node.inputs if read]
    if all(map(_is_static, (facts[name], *given))):
        return _lists_are_seen(name, node, frame)
    return (
        node.op_type == "Slice"
        and frame.opsets.get("", 1) >= _SLICING
        and all(map(_is_stored, given[1:]))
        and _keeps_open(given[0], facts[name])
        and _lists_are_seen(name, node, frame)
    )


def _is_stored(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.elements is not None and fact.elements.stored


def _keeps_open(before: Fact | None, after: Fact) -> bool:
    """Whether no open size becomes a number, axis by axis."""
    if not isinstance(before, TensorFact) or not isinstance(after, TensorFact):
        return False
    if before.shape is None or after.shape is None or len(before.shape) != len(after.shape):
        return False
    return not any(
        a.value is None and b.value is not None for a, b in zip(before.shape, after.shape, strict=True)
    )


def _is_told(made: Fact, target: Fact | None) -> bool:
    """Whether all numbers among the sizes that a Reshape or Resize makes are copied, or in its list."""
    sizes = target.as_ints() if isinstance(target, TensorFact) and target.elem_type == INT64 else None
    shape = made.shape if isinstance(made, TensorFact) else None
    if sizes is None or shape is None or len(sizes) != len(shape):
        return False
    return all(size.value is None or told in (0, size.value) for size, told in zip(shape, sizes, strict=True))


# Operators that tell a loader the rank of what they make, whatever their inputs hold. So does Reshape since
# version 14.
_OF_A_RANK = frozenset(("ConstantOfShape", "Expand", "Pad", "Resize", "Slice", "Tile", "TopK", "Upsample"))
_RESHAPE_INFERS_A_RANK = 14

# Operators that make sizes of sizes alone, beside the plain ones: they may read indices and numbers.
_OF_SIZES = frozenset((
    "And", "BitShift", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Equal", "GatherElements", "GatherND",
    "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "MatMulInteger", "Mean", "Mod", "Not", "Or", "Pow",
    "ScatterElements", "ScatterND", "StringConcat", "Sum", "Where", "Xor",
))  # fmt: skip


# Operators whose last input is a shape.
_SHAPED = frozenset(("ConstantOfShape", "Expand", "Reshape"))
# Operators that make lists as long as those that go in.
_JOINING = frozenset(("Add", "Div", "Max", "Min", "Mod", "Mul", "Sub", "Where"))


def _lists_are_seen(_: str, node: Node | None, frame: Frame) -> bool:
    """Whether a loader sees all contents that tell the node's sizes and that we know."""
    if node is not None and _infers_nothing(node, frame):
        return False
    if node is None or node.op_type in _PLAIN or node.op_type in _OF_SIZES:
        return True
    lists = node.inputs[1:] if node.op_type in TAKING_LISTS else node.inputs
    return all(
        _contents_are_seen(read, frame)
        for read in lists
        if read and _may_tell_sizes(frame.scope.find(read), node)
    )


# Operators of which it knows no size where it sees no list.
_BY_LISTS = TAKING_LISTS | {"Resize", "Split", "TopK", "Upsample"}
# Operators that make as many axes as go in, and may leave a number of an open size.
_CUTTING = frozenset(("Slice", "Split", "Tile", "TopK"))


def _numbers_are_seen(name: str, node: Node | None, frame: Frame) -> bool:
    """The same where numbers are compared: of what bodies make in rounds, which a loader does not count, it
    may know none."""
    makes_rounds = node is not None and node.op_type in ("Loop", "Scan")
    made = frame.scope.find(name)
    if makes_rounds and name not in frame.inferred and _has_numbers(made):
        return False
    if node is not None and made is not None and (_cuts(node, made, frame) or _counts(node, made)):
        return False
    if node is not None and node.op_type in _BY_LISTS and not sees_lists(node, frame):
        return False
    if node is not None and node.op_type in OF_ITEMS and is_blind(name, frame):
        return False
    return _lists_are_seen(name, node, frame)


def _cuts(node: Node, made: Fact, frame: Frame) -> bool:
    """Whether the node leaves a number of an open size, be it 0."""
    data = frame.scope.find(node.inputs[0]) if node.inputs else None
    return node.op_type in _CUTTING and not _keeps_open(data, made)


def _counts(node: Node, made: Fact) -> bool:
    """Whether the node counts what it finds, and we know how much that is."""
    shape = made.shape if isinstance(made, TensorFact) else None
    if node.op_type not in _COUNTING or not shape:
        return False
    axis = node.attributes.get("axis")
    at = axis.value if axis is not None else -1
    return not isinstance(at, int) or not -len(shape) <= at < len(shape) or shape[at].value is not None


def _has_numbers(fact: Fact | None) -> bool:
    shape = fact.shape if isinstance(fact, TensorFact) else None
    return any(size.value is not None for size in shape or ())


# Operators whose sizes follow from floats.
_BY_FLOATS = frozenset(("MelWeightMatrix", "OneHot", "Range", "Resize", "Upsample"))


def _may_tell_sizes(fact: Fact | None, node: Node) -> bool:
    """Whether contents of an input that are known may be what the node's sizes follow from."""
    if not isinstance(fact, TensorFact) or fact.elements is None:
        return False
    return not is_float(fact.elem_type) or node.op_type in _BY_FLOATS


def sees_lists(node: Node, frame: Frame, *, of_any_rank: bool = False) -> bool:
    """Whether the lists that the node reads are stored, known to us or not: a loader looks at no list of
    which it only knows how long it is. ``of_any_rank``: also what is no list, because of its rank."""
    if node.op_type in _PLAIN or node.op_type in _OF_SIZES:
        return True
    facts = {read: frame.scope.find(read) for read in node.inputs[1:] if read}
    return all(
        _contents_are_seen(read, frame, 0)
        for read, fact in facts.items()
        if isinstance(fact, TensorFact)
        and fact.elem_type in (INT32, INT64)
        and (of_any_rank or fact.rank in (None, 0, 1))
    )


# What a loader computes of sizes, in a graph that is no function: since the first of these opsets.
_PROPAGATES = {"Cast": 1, "Concat": 13, "Gather": 13}
# Nodes between a Shape and what reads it.
_MOST_BETWEEN = 4


def _contents_are_seen(name: str, frame: Frame, steps: int = _MOST_BETWEEN) -> bool:
    """Whether a loader sees the contents of a value: they are stored (for a function, in its own graph), or
    computed in the same graph by a Shape of numbers and few others, at most so many ``steps`` before."""
    known = frame.seen.setdefault((_contents_are_seen, steps), {})
    if name not in known:
        spend(1)
        known[name] = _made_as_seen(name, frame, steps)
    return known[name]


def _made_as_seen(name: str, frame: Frame, steps: int) -> bool:
    home: Frame | None = frame
    while home is not None and name not in home.scope.names:
        home = home.outer
    if home is None:
        return False
    maker = home.maker(name)
    if maker is None or maker.op_type == "Constant":
        stored = maker is not None or (
            isinstance(home.graph, Graph) and name in home.graph.initializers and home.given(name) is None
        )
        return stored and (home is frame or not frame.functions)
    if home is not frame or frame.functions or not steps:
        return False
    if maker.op_type == "Shape":  # of which it keeps numbers alone, all or none
        made = home.scope.find(name)
        return isinstance(made, TensorFact) and made.as_ints() is not None
    since = _PROPAGATES.get(maker.op_type)
    return (
        since is not None
        and frame.opsets.get("", 1) >= since
        and all(_contents_are_seen(read, frame, steps - 1) for read in maker.inputs if read)
    )


def _ranks_are_seen(name: str, node: Node | None, frame: Frame) -> bool:
    """Whether a loader sees what tells the rank of what a node makes."""
    if node is not None and _infers_nothing(node, frame):
        return False
    if node is not None and drops_any(node) and not _is_all_seen(node.inputs[0], frame):
        return False
    if node is None:
        return True
    by_length = RANKS_BY_LENGTH.get(node.op_type)
    if by_length is not None and not all(_is_length_seen(i, frame) for i in node.inputs[by_length:] if i):
        return False
    if node.op_type in _OF_A_RANK or (
        node.op_type == "Reshape" and frame.opsets.get("", 1) >= _RESHAPE_INFERS_A_RANK
    ):
        return True
    return _lists_are_seen(name, node, frame)


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
        return holds_before(node.inputs[0], frame, _ranks_are_seen)
    if node.op_type in BLIND:
        return _is_length_seen(node.inputs[0], frame)
    if node.op_type in _JOINING or (node.op_type == "Concat" and not joins_from_behind(node, frame)):
        return all(_is_length_seen(i, frame) for i in node.inputs if not _has_axes(frame.scope.find(i), 0))
    if node.op_type in _SHAPED and _contents_are_seen(node.inputs[-1], frame):
        *data, shape = node.inputs
        return is_seen(shape, frame) and all(_is_length_seen(read, frame) for read in data)
    if node.op_type == "Gather" and _has_axes(frame.scope.find(node.inputs[0]), 1):
        return _is_length_seen(node.inputs[1], frame)
    return is_seen(name, frame)


def _has_axes(fact: Fact | None, count: int) -> bool:
    return isinstance(fact, TensorFact) and fact.rank == count


def _is_all_seen(name: str, frame: Frame) -> bool:
    """Whether a loader infers a number for each size."""
    return _is_static(frame.scope.find(name)) and is_seen(name, frame)


def _ranks_go_in(name: str, node: Node | None, frame: Frame) -> bool:
    """The same in a function: of what goes in a loader knows no rank where another one is declared."""
    given = frame.unseen if frame.outer is not None else frame.forgotten
    if node is None and name in given and is_misled_call(frame):
        return False
    return _ranks_are_seen(name, node, frame)


# Earlier versions of operators may infer nothing, those of these since 6, 7 and 10 a rank.
_INFERRING, _INFERRING_PLAINLY, _INFERRING_EARLY, _SLICING = 11, 6, 7, 10
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
    if node.domain or node.op_type in _NOT_INFERRED or _is_misread(node) or _infers_nothing(node, frame):
        return False
    opset, op_type = frame.opsets.get("", 1), node.op_type
    if drops_any(node):
        return _is_all_seen(node.inputs[0], frame)
    by_length = RANKS_BY_LENGTH.get(op_type)
    if by_length is not None and not all(
        _is_length_seen(read, frame) for read in node.inputs[by_length:] if read
    ):
        return False
    if opset < _INFERRING:
        return (
            op_type == "Constant"
            or (op_type in BLIND and opset >= _INFERRING_PLAINLY)
            or (op_type in _EARLY and opset >= _INFERRING_EARLY)
            or (op_type == "Slice" and opset >= _SLICING)
        )
    return (
        op_type in _OF_A_RANK
        or (op_type == "Reshape" and opset >= _RESHAPE_INFERS_A_RANK)
        or sees_lists(node, frame)
    )


def _infers_nothing(node: Node, frame: Frame) -> bool:
    """Whether a loader infers nothing of a node: it is made of others, or its input has no axes or no known
    rank."""
    if node.op_type not in _NOT_OF_SCALARS:
        is_old = node.op_type in _COMPARING and frame.opsets.get("", 1) < _COMPARING_INFERRED
        return is_old or node.op_type in _UNINFERRED
    fact = frame.scope.find(node.inputs[0]) if node.inputs else None
    return not isinstance(fact, TensorFact) or not fact.rank


def _is_misread(node: Node) -> bool:
    """Whether it is a Reduce that makes another rank for a loader: of its flag for empty axes this takes any
    number but 0 for 1, and the kernel any but 1 for 0."""
    flag = node.attributes.get("noop_with_empty_axes")
    return flag is not None and flag.value not in (0, 1) and not any(node.inputs[1:])


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
        inputs, holds = node.inputs[:1], _ranks_are_seen
    elif _is_by_ranks(found.item, node):
        holds = _ranks_are_seen
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


def _is_static(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.static_shape() is not None
