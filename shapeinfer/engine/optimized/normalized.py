"""What a LayerNormalization of ONNX Runtime does not look at: exponents before it, and a bias of nothing.

With the optimizations that users have by default the nodes that exporters write for a layer normalization
(Sub, Pow, ReduceMean, Add, Sqrt, Div, Mul, Add) become one node, which squares. It does not look at the
exponents of the Pow, which may have any sizes then that a loader does not compare.

A LayerNormalization of the sum of two values of one shape with three axes becomes one node with the Add.
That one takes an empty sum, also where axes that are normalized hold nothing.

For the kernel, whatever the optimizations are, a bias without elements is none, unless a caller gives it or
it is stored. All this was measured with ONNX Runtime 1.32.
"""

from __future__ import annotations

from shapeinfer.codes import BROADCAST_MISMATCH, EMPTY_REDUCTION
from shapeinfer.dims import ZERO
from shapeinfer.engine.optimized.spared import path_of, weakened
from shapeinfer.facts.elem_type import FLOAT, FLOAT16
from shapeinfer.facts.fact import TensorFact, rank_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from shapeinfer.engine.optimized.spared import Loaded
    from shapeinfer.engine.optimized.ways import Ways, WaysOf
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Placed
    from shapeinfer.model.structure import Graph, Node
    from shapeinfer.rule.requirement import Finding, Requirement

# What reads the power, what reads that, and so on to the end.
_BEHIND = ("ReduceMean", "Add", "Sqrt", "Div", "Mul", "Add")
# The types of such sums.
_SUMMED = (FLOAT, FLOAT16)
# Operators whose first output has the memory of the first input.
_SAME_MEMORY = frozenset(("Flatten", "Identity", "Reshape", "Squeeze", "Unsqueeze"))


def not_looked_at(
    found: list[Placed[Finding]],
    stated: list[Placed[Requirement]],
    graph_of: Callable[[Place], Graph | None],
    ways: WaysOf,
    loaded: Loaded,
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements, with those about such exponents and biases as warnings and premises."""

    def is_avoided(placed: Placed[Finding] | Placed[Requirement]) -> bool:
        graph = graph_of(placed.place)
        if not placed.place or graph is None:
            return False
        node = placed.place[-1].node
        known = ways.at(placed.place, graph)
        if placed.item.code is EMPTY_REDUCTION and node.op_type == "LayerNormalization":
            return _is_of_sum(placed.place, known, loaded)
        if placed.item.code is not BROADCAST_MISMATCH:
            return False
        if node.op_type == "LayerNormalization":
            args = dict(placed.item.args)
            fact = args.get("fact") if args.get("name") == "B" else None  # else it is about the scale
            is_empty = isinstance(fact, TensorFact) and ZERO in (fact.shape or ())
            return is_empty and node.inputs[2:] != () and not _is_given(node.inputs[2], known)
        if node.op_type != "Pow" or node.index in loaded.of(path_of(placed.place[:-1]))[1]:
            return False  # numbers that a loader compares
        return _is_squared(node, known)

    return weakened(found, stated, is_avoided)


def _is_of_sum(place: Place, ways: Ways, loaded: Loaded) -> bool:
    """Whether what is normalized is such a sum, which nothing else reads, and the scale is a list."""
    node = place[-1].node
    adding = ways.makers.get(node.inputs[0])
    if adding is None or adding.op_type != "Add" or ways.only_reader(node.inputs[0]) is None:
        return False
    facts = [loaded.fact(name, place) for name in adding.inputs]
    shapes = {fact.shape for fact in facts if isinstance(fact, TensorFact) and fact.elem_type in _SUMMED}
    shape = shapes.pop() if len(shapes) == 1 and len(facts) == 2 else None
    is_listed = rank_of(loaded.fact(node.inputs[1], place)) == 1
    # Of the other outputs the one node makes other shapes.
    return (
        is_listed
        and len(node.outputs) == 1
        and shape is not None
        and len(shape) == 3
        and shape[2].value is not None
    )


def _is_squared(node: Node, ways: Ways) -> bool:
    """Whether a Pow is one that a LayerNormalization takes in."""
    for operator in _BEHIND:
        reader = ways.only_reader(node.outputs[0]) if len(node.outputs) == 1 else None
        if reader is None or reader.domain or reader.op_type != operator:
            return False
        node = reader
    return True


def _is_given(name: str, ways: Ways) -> bool:
    """Whether a value is one that a caller gives or the model stores, or has the memory of one that a caller
    gives: without optimizations a node copies what is stored."""
    at: Ways | None = ways
    first = name
    while at is not None:
        node = at.makers.get(name)
        if node is not None:
            if node.op_type not in _SAME_MEMORY or not node.inputs:
                return False
            name = node.inputs[0]
        elif at.is_outside(name):
            at = at.around
        elif name in at.initializers:
            return name == first
        else:
            return at.around is None
    return False
