"""The check for Pads of some axes between Transposes, which ONNX Runtime gets wrong.

With the optimizations that users have by default it moves a Transpose behind a Pad if another Transpose may
then undo it. It permutes the pads as if they were those of all axes, whatever ``axes`` names: it refuses the
model where there are fewer, and pads other axes where ``axes`` names all of them in another order.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.optimized.spared import Loaded
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact, rank_of
from shapeinfer.linter.checks.survey import Survey
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapeinfer.engine.place import Place
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Function, Graph, Node

# The operators that it moves a Transpose behind: on each element, and some on axes.
_OPERATORS = """
    Abs Add ArgMax ArgMin BatchNormalization Cast Ceil Celu Clip Concat Cos DequantizeLinear Div Dropout Elu
    Equal Erf Exp Floor Greater HardSigmoid HardSwish Identity InstanceNormalization IsInf IsNaN LeakyRelu
    Less Log LogSoftmax Max MaxPool Mean Min Mish Mod Mul Neg Not Or Pad Pow PRelu QuantizeLinear Reciprocal
    ReduceL2 ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum Relu Round Selu Sigmoid Sign Sin Slice
    Softmax Softplus Softsign Split Sqrt Squeeze Sub Sum Tan Tanh ThresholdedRelu Tile Unsqueeze Where Xor
"""
_MOVED_BEHIND = frozenset(_OPERATORS.split())
_MESSAGE = (
    "ONNX Runtime with optimizations moves a Transpose behind this Pad, and takes the pads of some axes for "
    "those of all: it refuses the model, or pads other axes; axes is {axes}, data is {data}"
)
_UNKNOWN = "unknown"
_AXES = 3  # the place of ``axes`` among the inputs of a Pad


def padded_between(survey: Survey) -> Iterator[Placed[Finding]]:
    """Pads of named axes between two Transposes."""
    known = Loaded(lambda: survey.result.run)
    for graph, place in _graphs(survey):
        pads = [n for n in graph.nodes if n.op_type == "Pad" and not n.domain and any(n.inputs[_AXES:])]
        if not pads:
            continue
        behind, before = _behind_transposes(graph), _before_transposes(graph)
        for node in pads:
            if node.inputs[0] not in behind or before.isdisjoint(node.outputs):
                continue
            at = (*place, Step(node))
            data, axes = (known.fact(node.inputs[position], at) for position in (0, _AXES))
            if not _are_all(axes, data):
                args = (("axes", axes or _UNKNOWN), ("data", data or _UNKNOWN))
                yield Placed(Finding(codes.RUNTIME_DIFFERS, _MESSAGE, args), at)


def _graphs(survey: Survey) -> Iterator[tuple[Graph | Function, Place]]:
    """The main graph, and each body and function once."""
    yield survey.main.graph, ()
    yield from {id(v.graph): (v.graph, v.place) for v in survey.result.run.visits}.values()


def _behind_transposes(graph: Graph | Function) -> set[str]:
    """The values behind which a Transpose may be moved to."""
    found: set[str] = set()
    for node in graph.nodes:
        if node.op_type == "Transpose" or (_is_passed(node) and not found.isdisjoint(node.inputs)):
            found.update(node.outputs)
    return found


def _before_transposes(graph: Graph | Function) -> set[str]:
    """The values from which it may be moved to another Transpose."""
    found: set[str] = set()
    for node in reversed(graph.nodes):
        if node.op_type == "Transpose" or (_is_passed(node) and not found.isdisjoint(node.outputs)):
            found.update(node.inputs)
    return found


def _is_passed(node: Node) -> bool:
    return node.op_type in _MOVED_BEHIND and not node.domain


def _are_all(axes: Fact | None, data: Fact | None) -> bool:
    """Whether these are all axes in their order, so that nothing is wrong."""
    named = axes.as_ints() if isinstance(axes, TensorFact) else None
    rank = rank_of(data)
    if named is None or rank is None:
        return False
    return tuple(axis + rank if axis < 0 else axis for axis in named) == tuple(range(rank))
