"""What a loader does not know: the ranks that it does not infer, though we do."""

from __future__ import annotations

from shapeinfer.facts.fact import Fact, TensorFact, rank_of
from shapeinfer.model.graph import SCAN_WITHOUT_BATCH, scan_axis, scanned_count
from shapeinfer.model.structure import Function, Graph, Node, TensorType
from shapeinfer.rule import Outcome
from shapeinfer.rule.empty import is_declared, is_ranked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapeinfer.engine.frame import BodyOutcome, Frame, Scope

# Operators that take items of a sequence.
OF_ITEMS = frozenset(("ConcatFromSequence", "SequenceAt"))
# Operators of whose bodies a loader knows the same, whatever shapes go in: conditions, numbers of rounds, and
# the states of a Loop, which it forgets.
FORGETTING = frozenset(("If", "Loop"))
# Operators of whose results a loader infers no shape, or none where a list tells the rank that is not stored.
UNINFERRED = frozenset((
    "BlackmanWindow", "Concat", "ConcatFromSequence", "DFT", "GatherND", "HammingWindow", "HannWindow",
    "MelWeightMatrix", "SequenceAt", "Reshape", "STFT", "Squeeze", "ReduceL1", "ReduceL2", "ReduceLogSum",
    "ReduceLogSumExp", "ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare",
    "Unsqueeze",
))  # fmt: skip
# Operators of which it infers nothing, whatever goes in: they have no shape inference, or only that of the
# function that stands for them. By domain.
LEARNING, MICROSOFT = "ai.onnx.ml", "com.microsoft"
NEVER_INFERRED = {
    "": frozenset(("Crop", "DynamicSlice", "MeanVarianceNormalization")),
    LEARNING: frozenset((
        "CastMap", "DictVectorizer", "FeatureVectorizer", "Imputer", "LinearRegressor", "Normalizer",
        "SVMClassifier", "SVMRegressor", "Scaler",
    )),
    MICROSOFT: frozenset(("BifurcationDetector", "CDist", "CropAndResize", "WordConvEmbedding")),
}  # fmt: skip
_NEVER = 10**6  # more than any opset
# The versions of other operators of ai.onnx.ml of which it infers something.
_LEARNED_INFERRED = {
    "LabelEncoder": range(2, _NEVER), "TreeEnsembleClassifier": range(3, 5),
    "TreeEnsembleRegressor": range(3, 5),
}  # fmt: skip
# Those of onnx of which it infers something since these versions.
_INFERRED_SINCE = {"Compress": 11, "GreaterOrEqual": 16, "LessOrEqual": 16, "NonMaxSuppression": 11}
# Operators of which it infers some outputs, and not these, or only in some cases. By domain.
_OTHERS_UNINFERRED = {
    "": {"Attention": (1, 2), "BatchNormalization": (1, 2, 3, 4), "Dropout": (1,)},
    MICROSOFT: {
        "Attention": (1,), "DecoderMaskedMultiHeadAttention": (1, 2, 3), "DecoderMaskedSelfAttention": (1,),
        "GroupQueryAttention": (3,), "MultiHeadAttention": (1, 2, 3), "QAttention": (1,),
    },
}  # fmt: skip
# Since these versions of onnx it infers them too.
_OTHERS_INFERRED = {"Attention": 25, "BatchNormalization": 14, "Dropout": 10}
# And, where it knows numbers of both, where what is past is joined with what is given: the inputs of these.
_JOINED = {("", "Attention"): (1, 4), (MICROSOFT, "Attention"): (0, 4), (MICROSOFT, "QAttention"): (0, 8)}
# The axes of what goes into an Attention with the heads on one of them.
_HEADED = 4
# Operators of ONNX Runtime of which it infers nothing where this input is not stored.
_INFERRED_IF_STORED = {"ConvTransposeWithDynamicPads": 2, "ExpandDims": 1}
_MAY_BE_UNINFERRED = UNINFERRED.union(
    _LEARNED_INFERRED, _INFERRED_SINCE, _INFERRED_IF_STORED, ("ArrayFeatureExtractor",),
    ("MaxUnpool", "NonZero"), *_OTHERS_UNINFERRED.values(), *NEVER_INFERRED.values(),
)  # fmt: skip
# The inputs without whose contents it infers no shape, where only a run knows them; 1 for the others.
_NEEDED = {"BlackmanWindow": 0, "HammingWindow": 0, "HannWindow": 0, "MelWeightMatrix": 0}
# Those, and the second of the others.
_NEEDED_IN_FUNCTIONS = dict.fromkeys(UNINFERRED, 1) | _NEEDED
# Since these versions it infers a rank without them.
_INFERS_WITHOUT = {"DFT": 20, "Reshape": 14}
_COUNTS_FROM_BEHIND = 11
# How many nodes before a list are looked at. They are not counted, for an answer that is kept has no count.
_MOST_BEFORE = 64
_NEEDS_NONE = frozenset(("Concat", "GatherND"))
# Operators whose results no loader knows if it does not know what goes in.
_PASSING = frozenset((
    "Add", "Cast", "Concat", "Gather", "Identity", "Mul", "Neg", "Reshape", "Slice", "Squeeze", "Sub",
    "Unsqueeze",
))  # fmt: skip
# Operators that tell a loader the rank of what they make, whatever goes in.
RANKS_TOLD = frozenset((
    "Compress", "ConstantOfShape", "Flatten", "GRU", "GatherElements", "Gemm", "LSTM", "Multinomial",
    "NonMaxSuppression", "NonZero", "RNN", "Range", "Reshape", "RoiAlign", "Shape", "Size",
    "SoftmaxCrossEntropyLoss", "Unique",
))  # fmt: skip
# The lists whose length is the rank of what a node makes, or a part of it: a loader may not know it.
RANKS_BY_LENGTH = {"ConstantOfShape": 0, "Expand": 1, "GatherND": 1, "Reshape": 1}


def undeclared_inputs(graph: Graph) -> list[str]:
    """The inputs of a model that declare no shape: no loader knows the ranks that callers give."""
    return [
        value.name
        for value in graph.inputs
        if isinstance(value.type, TensorType)
        and value.type.dims is None
        and value.name not in graph.initializers
    ]


def is_rank_told(node: Node, scope: Scope) -> bool:
    """Whether a node tells a loader the rank of what it makes, and of a list also the length, though that of
    an input is unknown to it."""
    if node.op_type not in RANKS_TOLD or node.op_type == "Shape":
        return False
    at = RANKS_BY_LENGTH.get(node.op_type)
    return at is None or at >= len(node.inputs) or node.inputs[at] not in scope.unranked


def may_be_uninferred(node: Node, facts: Sequence[Fact | None]) -> bool:
    """Whether :func:`uninferred` has to be asked, which it rarely has."""
    return node.operation.op_type in _MAY_BE_UNINFERRED or any(_lacks_rank(fact) for fact in facts[:1])


def uninferred(node: Node, facts: Sequence[Fact | None], made: Fact | None, frame: Frame) -> Sequence[str]:
    """The outputs of a node of which a loader infers no rank, or does not surely, though we do, with "" for
    the others; nothing if there are none. ``made`` is the fact of the first."""
    if _is_uninferred(node, facts, made, frame):
        return node.outputs
    others = _OTHERS_UNINFERRED.get(node.domain, {}).get(node.operation.op_type)
    if others is None or len(node.outputs) <= others[0] or _infers_others(node, facts, frame):
        return ()
    return [name if at in others else "" for at, name in enumerate(node.outputs)]


def uninferred_of_bodies(
    node: Node, outcomes: Sequence[BodyOutcome], outputs: Sequence[Fact]
) -> Iterator[str]:
    """The names of the outputs of a node with bodies whose rank a loader does not infer, and "" for others.

    They are the states of a Loop, what the branches of an If make in different ranks (of which we know one if
    that branch surely runs), and what a loader does not know in a body, be it only a number."""
    states = len(node.inputs) - 2 if node.op_type == "Loop" else 0
    first = 1 if node.op_type == "Loop" else 0  # a Loop's body returns the condition before all others
    for position, name in enumerate(node.outputs):
        at = position + first
        made = [o.outputs[at] for o in outcomes if at < len(o.outputs)]
        is_unseen = (
            position < states
            or len(set(map(rank_of, made))) > 1
            or any(at in o.unranked for o in outcomes)
            or any(_tells_more(outputs[position], fact) for fact in made)
        )
        yield name if is_unseen else ""


def _tells_more(told: Fact, made: Fact) -> bool:
    """Whether a number is known of an output that is no number in the body, or a rank that no loader knows
    there."""
    if not isinstance(told, TensorFact) or not isinstance(made, TensorFact) or made.shape is None:
        return False
    if not is_ranked(made):
        return True
    pairs = zip(reversed(told.shape or ()), reversed(made.shape), strict=False)
    return not is_declared(made) and any(a.value is not None and b.value is None for a, b in pairs)


def _infers_others(node: Node, facts: Sequence[Fact | None], frame: Frame) -> bool:
    op_type, domain = node.operation.op_type, node.domain
    if not domain and frame.opsets.get("", 1) >= _OTHERS_INFERRED[op_type]:
        # A function stands for Attention, which makes four axes of three by lists that it computes.
        return op_type != "Attention" or (bool(facts) and rank_of(facts[0]) == _HEADED)
    shared = node.attributes.get("past_present_share_buffer")
    joined = _JOINED.get((domain, op_type))
    if joined is None or (shared is not None and shared.value != 0):
        return False
    return all(at < len(facts) and _has_length(facts[at], node.inputs[at], frame) for at in joined)


def _has_length(fact: Fact | None, name: str, frame: Frame) -> bool:
    """Whether a loader knows the length of a sequence as a number: the size before the last."""
    shape = fact.shape if isinstance(fact, TensorFact) and name not in frame.scope.uninferred else None
    return shape is not None and len(shape) > 1 and shape[-2].value is not None


def _is_uninferred(node: Node, facts: Sequence[Fact | None], made: Fact | None, frame: Frame) -> bool:
    """Whether a loader infers no rank of what a node makes, though we do: it is made of items of a sequence,
    an input has no rank, or an unstored list tells it (of a Squeeze; else only of scalars, and of a Reshape
    also of vectors), or an open size that a Squeeze may drop, or only a run knows it."""
    op_type = node.operation.op_type
    if op_type in OF_ITEMS:
        return True
    if not isinstance(made, TensorFact) or made.shape is None:
        return False
    is_concat = op_type == "Concat"
    if is_concat and joins_unseen(node, frame):
        return True
    for fact in facts if is_concat else facts[:1]:
        if isinstance(fact, TensorFact) and fact.shape is None:
            return op_type not in RANKS_TOLD
    if is_concat:
        return False
    if infers_nothing(node, frame) or needs_of_a_run(node, frame) or _needs_of_a_call(node, frame):
        return True
    if node.domain:
        return _is_other_uninferred(node, facts)
    if op_type == "MaxUnpool":
        return len(facts) > 2 and not _is_stored(facts[2])
    if op_type == "NonZero":
        return made.shape[-1].value is not None  # of nothing it does not know that there is nothing
    return _is_rank_uninferred(node, facts, len(made.shape), frame)


def _is_rank_uninferred(node: Node, facts: Sequence[Fact | None], rank: int, frame: Frame) -> bool:
    """Whether only data tells the ``rank`` of what a node makes, that of an operator of onnx."""
    op_type = node.operation.op_type
    if drops_any(node):
        return not isinstance(facts[0], TensorFact) or facts[0].static_shape() is None
    if op_type == "GatherND":
        return not rank  # it infers no axis, and forgets to say that there is none
    if op_type not in UNINFERRED or len(facts) != 2 or facts[0] is None:
        return False
    told = facts[1]
    if not isinstance(told, TensorFact) or _is_stored(told):
        return False
    if op_type == "Reshape":
        return rank <= 1 and frame.opsets.get("", 0) < _INFERS_WITHOUT["Reshape"]
    return op_type == "Squeeze" or not rank


def _is_other_uninferred(node: Node, facts: Sequence[Fact | None]) -> bool:
    """Whether a loader infers no rank of what an operator of ONNX Runtime or of ai.onnx.ml makes: its input
    is a list, or another one is not stored."""
    if node.domain == LEARNING and node.op_type == "ArrayFeatureExtractor":
        return isinstance(facts[0], TensorFact) and facts[0].rank == 1
    at = _INFERRED_IF_STORED.get(node.op_type, len(facts)) if node.domain == MICROSOFT else len(facts)
    told = facts[at] if at < len(facts) else None
    return isinstance(told, TensorFact) and not _is_stored(told)


def joins_unseen(node: Node, frame: Frame) -> bool:
    """Whether a node is a Concat of which a loader infers nothing: an input is left out, or before opset 11
    the axis is counted from behind."""
    if node.op_type != "Concat" or node.domain:
        return False
    axis = node.attributes.get("axis")
    is_negative = axis is not None and isinstance(axis.value, int) and axis.value < 0
    is_old = frame.opsets.get("", 1) < _COUNTS_FROM_BEHIND
    return (is_negative and is_old) or not all(node.inputs)


def drops_any(node: Node) -> bool:
    """Whether it is a Squeeze without axes: a loader drops the sizes that are 1, if it knows all."""
    is_squeeze = node.op_type == "Squeeze" and not node.domain and bool(node.inputs)
    return is_squeeze and not any(node.inputs[1:]) and "axes" not in node.attributes


def infers_nothing(node: Node, frame: Frame) -> bool:
    """Whether a loader infers no shape of what a node makes, whatever goes in."""
    op_type, domain = node.operation.op_type, node.domain
    inferred = _LEARNED_INFERRED.get(op_type) if domain == LEARNING else None
    is_old = inferred is not None and frame.opsets.get(LEARNING, 1) not in inferred
    if not domain and op_type in _INFERRED_SINCE:
        return frame.opsets.get("", 1) < _INFERRED_SINCE[op_type]
    return is_old or op_type in NEVER_INFERRED.get(domain, ())


def needs_of_a_run(node: Node, frame: Frame) -> bool:
    """Whether a loader infers no shape of what a node makes because only a run knows a list."""
    op_type = node.operation.op_type
    if op_type not in UNINFERRED or op_type in _NEEDS_NONE or node.domain:
        return False
    at = _NEEDED.get(op_type, 1)
    if at >= len(node.inputs) or frame.opsets.get("", 1) >= _INFERS_WITHOUT.get(op_type, _NEVER):
        return False
    for name, maker, home in _read_first(node.inputs[at], frame):
        # What goes into a function may be stored.
        if maker is None and isinstance(home.graph, Graph) and _is_told_by_callers(name, home):
            return True
        if maker is not None and maker.op_type == "Shape" and _tells_open_size(maker, home):
            return True
    return False


def _needs_of_a_call(node: Node, frame: Frame) -> bool:
    """Whether a loader may know no shape of what a node makes in a function, because only the call knows a
    list, and does not store it."""
    op_type = node.operation.op_type
    at = _NEEDED_IN_FUNCTIONS.get(op_type)
    if at is None or not frame.functions or node.domain or at >= len(node.inputs):
        return False
    return any(
        maker is None and isinstance(home.graph, Function) and not _is_stored(home.scope.names[name])
        for name, maker, home in _read_first(node.inputs[at], frame)
    )


def _read_first(name: str, frame: Frame) -> Iterator[tuple[str, Node | None, Frame]]:
    """A list and those that it is made of, each with the node that makes it and the frame that this is in."""
    waiting, entered = [name], {name}
    while waiting and len(entered) <= _MOST_BEFORE:
        name = waiting.pop()
        home: Frame | None = frame
        while home is not None and name not in home.scope.names:
            home = home.outer
        if not name or home is None:
            continue
        maker = home.maker(name)
        yield name, maker, home
        if maker is not None and maker.op_type in _PASSING and not maker.domain:
            waiting.extend(read for read in maker.inputs[:1] if read not in entered)
            entered.update(maker.inputs[:1])


def _is_stored(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.elements is not None and fact.elements.stored


def _is_told_by_callers(name: str, frame: Frame) -> bool:
    """Whether it is an input, and nothing is stored for it that callers may not replace."""
    return not _is_stored(frame.scope.names[name]) and frame.given(name) is not None


def _tells_open_size(node: Node, frame: Frame) -> bool:
    """Whether a Shape reads an input of the model that declares an open size, or slices of one in a Scan's
    body: no loader computes it."""
    is_all = "start" not in node.attributes and "end" not in node.attributes
    dims = _given_dims(node.inputs[0], frame) if is_all and node.inputs else None
    return dims is not None and not all(isinstance(dim, int) for dim in dims)


def _given_dims(name: str, frame: Frame) -> list[int | str | None] | None:
    """The sizes that are declared of an input of the model, or that a Scan's body gets of one: all of a
    state, and of a scan input those of a slice. None of any other value."""
    home: Frame | None = frame
    while home is not None and name not in home.scope.names:
        home = home.outer
    given = None if home is None else home.given(name)
    if home is None or given is None or not isinstance(given.type, TensorType):
        return None
    declared = given.type.dims
    if home.outer is None:
        return None if declared is None else list(declared)
    dims = _scanned_dims(name, home, home.outer)
    if dims is None or (declared is not None and len(declared) != len(dims)):
        return None
    pairs = zip(declared or dims, dims, strict=True)
    return [own if isinstance(own, int) else dim for own, dim in pairs]


def _scanned_dims(name: str, frame: Frame, outer: Frame) -> list[int | str | None] | None:
    """The sizes that are declared of what goes into a Scan's body by this name."""
    node = frame.owner()
    scanned = None if node is None else scanned_count(node)
    if node is None or scanned is None or node.op_type != "Scan":
        return None
    inputs = frame.graph.inputs if isinstance(frame.graph, Graph) else ()
    if outer.opsets.get("", 0) < SCAN_WITHOUT_BATCH or len(inputs) != len(node.inputs):
        return None
    position = next(at for at, value in enumerate(inputs) if value.name == name)
    dims, at = _given_dims(node.inputs[position], outer), position - (len(inputs) - scanned)
    if dims is None or at < 0:
        return dims
    axis = scan_axis(node, at)
    if not -len(dims) <= axis < len(dims):
        return None
    del dims[axis]
    return dims


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
