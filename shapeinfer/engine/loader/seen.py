"""What a loader knows of values: less than we do.

It infers shapes without most contents that nodes compute, and forgets what goes into a Loop or a function."""

from __future__ import annotations

from shapeinfer.dims.budget import spend
from shapeinfer.engine.loader.unranked import infers_nothing, joins_unseen
from shapeinfer.facts.elem_type import INT32, INT64, is_float
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.structure import Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapeinfer.engine.frame import Frame
    from shapeinfer.model.structure import Node

# Operators of which a loader infers the numbers beside open sizes, whatever their inputs hold: sizes of the
# first input, of inputs that are broadcast, or what windows, weights and attributes make of them.
_PLAIN = frozenset((
    "Abs", "Acos", "Acosh", "Add", "And", "ArgMax", "ArgMin", "Asin", "Asinh", "Atan", "Atanh",
    "AveragePool", "BatchNormalization", "Bernoulli", "BitShift", "BitwiseAnd", "BitwiseNot", "BitwiseOr",
    "BitwiseXor", "Cast", "CastLike", "Ceil", "Celu", "Clip", "Concat", "Conv", "ConvInteger",
    "ConvTranspose", "Cos", "Cosh", "CumSum", "DepthToSpace", "DequantizeLinear", "Det", "Div", "Dropout",
    "DynamicQuantizeLinear", "Einsum", "Elu", "Equal", "Erf", "Exp", "EyeLike", "Floor", "GRU", "Gather",
    "GatherElements", "GatherND", "Gelu", "Gemm", "GlobalAveragePool", "GlobalLpPool", "GlobalMaxPool",
    "Greater", "GreaterOrEqual", "GridSample", "HardSigmoid", "HardSwish", "Hardmax", "Identity",
    "InstanceNormalization", "IsInf", "IsNaN", "LRN", "LSTM", "LayerNormalization", "LeakyRelu", "Less",
    "LessOrEqual", "Log", "LogSoftmax", "LpNormalization", "LpPool", "MatMul", "MatMulInteger", "Max",
    "MaxPool", "Mean", "Min", "Mish", "Mod", "Mul", "Neg", "NonMaxSuppression", "Not", "Optional",
    "OptionalGetElement", "Or", "PRelu", "Pow", "QLinearConv", "QLinearMatMul", "QuantizeLinear", "RNN",
    "RandomNormalLike", "RandomUniformLike", "Reciprocal", "Relu", "ReverseSequence", "RoiAlign", "Round",
    "ScatterElements", "ScatterND", "Selu", "Shape", "Shrink", "Sigmoid", "Sign",
    "SimplifiedLayerNormalization", "Sin", "Sinh", "Size", "Softmax", "Softplus", "Softsign",
    "SpaceToDepth", "Sqrt", "StringConcat", "Sub", "Sum", "Swish", "Tan", "Tanh", "ThresholdedRelu",
    "Transpose", "Trilu", "Where", "Xor",
))  # fmt: skip
# And where it sees their lists (not Tile: that 0 times an open size is 0 it does not know).
_LISTED = frozenset((
    "Pad", "ReduceL2", "ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum", "Unsqueeze",
))  # fmt: skip
# And where the list leaves no number of an open size, too.
_PIECES = frozenset(("OneHot", "Split", "Squeeze", "TopK"))
# Operators whose sizes follow from the lists behind their first input, and not from what that holds.
TAKING_LISTS = _LISTED | {"Expand", "Flatten", "Reshape", "Slice", "Squeeze", "Tile"}
# Operators that may have all sizes from the list that is their last input, whatever sizes go in.
_TOLD_BY_LIST = frozenset(("Reshape", "Resize"))


# Operators of which a loader may infer nothing: bodies, and functions of other operators. Nor may it of those
# of other domains.
NOT_INFERRED = frozenset((
    "BlackmanWindow", "CenterCropPad", "GreaterOrEqual", "HammingWindow", "HannWindow", "If", "LessOrEqual",
    "Loop",
))  # fmt: skip


# Operators of which it infers nothing where their input is a scalar, or has no known rank.
_NOT_OF_SCALARS = frozenset(("Flatten", "Slice", "Transpose"))
# Operators of which it infers nothing: a function of other operators stands for them, or they have no shape
# inference.
_UNINFERRED = frozenset(("BlackmanWindow", "HammingWindow", "HannWindow", "MaxUnpool"))
# Operators that count what they find, of which it infers no number.
_COUNTING = frozenset(("Compress", "NonZero", "StringNormalizer", "Unique"))


def is_seen(name: str, frame: Frame) -> bool:
    """Whether a loader surely infers the numbers among the sizes of a value of this graph.

    Each node before it has only numbers for sizes, or one infers them beside open ones."""
    return holds_before(name, frame, _may_be_seen)


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
    return holds_before(name, frame, has_seen_lists)


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


# Since this opset a loader infers what a Slice makes, also numbers beside open sizes.
INFERS_SLICES = 10


def _may_be_seen(name: str, node: Node | None, frame: Frame) -> bool:
    """The same of a node alone, if all is known of its inputs."""
    facts = frame.scope.names
    if name not in facts or name in frame.forgotten or name in frame.mistaken or name in frame.unseen:
        return False  # not defined, a Loop's state, declared otherwise, or made by what a loader does not see
    if node is None or _is_plain(node):
        return node is None or not (joins_unseen(node, frame) or is_passed_over(node, frame))
    if node.op_type == "Scan":
        return name in frame.inferred
    if node.op_type == "If" and name not in frame.inferred:
        return False
    if node.op_type in NOT_INFERRED or node.domain or counts(node, facts[name]):
        return False
    if node.op_type in _LISTED:
        return sees_lists(node, frame)
    if not sees_lists(node, frame):
        return False
    if node.op_type in _PIECES and not cuts(node, frame.scope.find(node.inputs[0]), facts[name]):
        return True
    listed = node.op_type in _TOLD_BY_LIST and node.inputs
    if listed and _is_told(facts[name], frame.scope.find(node.inputs[-1])):
        return has_seen_lists(name, node, frame)
    given = [frame.scope.find(read) for read in node.inputs if read]
    if all(map(is_static, (facts[name], *given))):
        return has_seen_lists(name, node, frame)
    return _keeps_numbers(node, given, facts[name], frame) and has_seen_lists(name, node, frame)


def _is_plain(node: Node) -> bool:
    return node.op_type in _PLAIN and not node.domain


def _keeps_numbers(node: Node, given: Sequence[Fact | None], made: Fact, frame: Frame) -> bool:
    """Whether it is one of those of which a loader infers all numbers that we know beside open sizes."""
    if node.op_type == "Flatten":
        return _keeps_halves(node, given[0], made)
    is_told = node.op_type == "Tile" or (node.op_type == "Slice" and frame.opsets.get("", 1) >= INFERS_SLICES)
    return is_told and all(map(_is_stored, given[1:])) and _keeps_open(given[0], made)


def _keeps_halves(node: Node, before: Fact | None, after: Fact) -> bool:
    """Whether a Flatten makes each number of numbers alone: what 0 times an open size is no loader knows."""
    shape = before.shape if isinstance(before, TensorFact) else None
    if not shape or not isinstance(after, TensorFact) or after.shape is None:
        return False
    axis = node.attributes.get("axis")
    at = 1 if axis is None else axis.value
    if not isinstance(at, int):
        return False
    halves = (shape[:at], shape[at:])  # an axis counts from the end as in Python
    return all(
        size.value is None or all(d.value is not None for d in half)
        for size, half in zip(after.shape, halves, strict=False)
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


def has_seen_lists(_: str, node: Node | None, frame: Frame) -> bool:
    """Whether a loader sees all contents that tell the node's sizes and that we know."""
    if node is not None and is_passed_over(node, frame):
        return False
    if node is None or _is_plain(node):
        return True
    lists = node.inputs[1:] if node.op_type in TAKING_LISTS else node.inputs
    return all(
        are_contents_seen(read, frame)
        for read in lists
        if read and _may_tell_sizes(frame.scope.find(read), node)
    )


# Operators that make as many axes as go in, and may leave a number of an open size.
_CUTTING = frozenset(("Slice", "Split", "Tile", "TopK"))


def cuts(node: Node, data: Fact | None, made: Fact) -> bool:
    """Whether the node leaves a number of an open size of its first input, be it 0."""
    return node.op_type in _CUTTING and not _keeps_open(data, made)


def counts(node: Node, made: Fact) -> bool:
    """Whether the node counts what it finds, and we know how much that is."""
    shape = made.shape if isinstance(made, TensorFact) else None
    if node.op_type not in _COUNTING or not shape:
        return False
    axis = node.attributes.get("axis")
    at = axis.value if axis is not None else -1
    return not isinstance(at, int) or not -len(shape) <= at < len(shape) or shape[at].value is not None


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
    if _is_plain(node):
        return True
    facts = {read: frame.scope.find(read) for read in node.inputs[1:] if read}
    return all(
        are_contents_seen(read, frame, 0)
        for read, fact in facts.items()
        if isinstance(fact, TensorFact)
        and fact.elem_type in (INT32, INT64)
        and (of_any_rank or fact.rank in (None, 0, 1))
    )


# What a loader computes of sizes, in a graph that is no function: since the first of these opsets.
_PROPAGATES = {"Cast": 1, "Concat": 13, "Gather": 13}
# Nodes between a Shape and what reads it.
_MOST_BETWEEN = 4


def are_contents_seen(name: str, frame: Frame, steps: int = _MOST_BETWEEN) -> bool:
    """Whether a loader sees the contents of a value: they are stored (for a function, in its own graph), or
    computed in the same graph by a Shape of numbers and few others, at most so many ``steps`` before."""
    known = frame.seen.setdefault((are_contents_seen, steps), {})
    if name not in known:
        spend(1)
        known[name] = _made_as_seen(name, frame, steps)
    return known[name]


def _stays_stored(name: str, home: Frame) -> bool:
    """Whether no caller may replace what is stored by that name: in a graph, or around the call of a
    function."""
    if isinstance(home.graph, Function):
        return _is_stored(home.scope.find(name))
    return home.stores(name) and home.given(name) is None


def _made_as_seen(name: str, frame: Frame, steps: int) -> bool:
    home: Frame | None = frame
    while home is not None and name not in home.scope.names:
        home = home.outer
    if home is None:
        return False
    maker = home.maker(name)
    if maker is None or maker.op_type == "Constant":
        stored = maker is not None or _stays_stored(name, home)
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
        and all(are_contents_seen(read, frame, steps - 1) for read in maker.inputs if read)
    )


def is_passed_over(node: Node, frame: Frame) -> bool:
    """Whether a loader infers nothing of a node: it is made of others, or its input has no axes or no known
    rank."""
    if node.op_type not in _NOT_OF_SCALARS:
        return node.op_type in _UNINFERRED or infers_nothing(node, frame)
    fact = frame.scope.find(node.inputs[0]) if node.inputs else None
    return not isinstance(fact, TensorFact) or not fact.rank


def is_static(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.static_shape() is not None
