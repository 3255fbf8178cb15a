"""What stands between a DequantizeLinear and a QuantizeLinear, which ONNX Runtime takes together.

With the optimizations that users have by default a GlobalAveragePool between them becomes one of quantized
numbers, whose kernel runs without channels too.

A Conv, MatMul, Gemm, Softmax or Where of dequantized values becomes one of quantized numbers as well, the
first three of numbers of 8 bits. Its kernel looks less closely at scales and zero points than a
DequantizeLinear does: that of a Gemm at none of a quantized bias, and not at the axis of the weights. Conv,
Softmax and Where are taken only where a QuantizeLinear follows, also behind a Relu or a Clip, and MatMul only
where none does, not even behind one that nothing else reads. Between a QuantizeLinear and a DequantizeLinear
of int8, and of two pairs of them in a row, scales and zero points are written anew, as scalars. All this was
measured with ONNX Runtime 1.32.
"""

from __future__ import annotations

from shapeinfer.codes import AXIS_OUT_OF_RANGE, EMPTY_REDUCTION, PARAMETER_SIZE, WRONG_RANK
from shapeinfer.dims.budget import spend
from shapeinfer.engine.optimized.spared import weakened
from shapeinfer.facts.elem_type import INT2, INT4, INT8, UINT2, UINT4, UINT8
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import output_names, producers, reads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapeinfer.engine.optimized.spared import Loaded
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Placed
    from shapeinfer.model.structure import Function, Graph, Node
    from shapeinfer.rule.requirement import Finding, Requirement

    GraphOf = Callable[[Place], Graph | Function | None]

_QUANTIZING = ("DequantizeLinear", "QuantizeLinear")
# Of these inputs of an operator, where a QuantizeLinear follows, where none does, and in any case.
_TAKEN_BETWEEN = {"Conv": (1, 2), "Softmax": (0,), "Where": (1, 2)}
_TAKEN_ALONE = {"MatMul": (0, 1)}
_TAKEN = {"Gemm": (2,)}
# Of these operators only where both of the first inputs are dequantized of 8 bits. Of fewer bits another node
# takes weights.
_OF_8_BITS = ("Conv", "Gemm", "MatMul")
_UP_TO_8_BITS = (0, INT2, INT4, INT8, UINT2, UINT4, UINT8)  # 0: not known
# How many elements a scale has counts for the first of these.
_COUNTING_SCALES = ("Conv", "Softmax")
# What may stand between the operator and the QuantizeLinear.
_ACTIVATIONS = ("Clip", "Relu")
# Nodes that are left out between two pairs.
_LEFT_OUT = ("Clip", "Expand", "Identity", "Relu")


def taken_together(
    found: list[Placed[Finding]], stated: list[Placed[Requirement]], graph_of: GraphOf, loaded: Loaded
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements, with what kernels of quantized numbers do not look at as warnings and
    premises."""
    known: dict[int, _Uses] = {}  # by the identity of the graph, which the model keeps

    def is_avoided(placed: Placed[Finding] | Placed[Requirement]) -> bool:
        node, graph = placed.place[-1].node if placed.place else None, graph_of(placed.place)
        if node is None or graph is None or node.domain:
            return False
        if id(graph) not in known:
            known[id(graph)] = _Uses(graph)
        uses, item = known[id(graph)], placed.item
        args = dict(item.args)
        if node.op_type == "GlobalAveragePool":
            is_empty = item.code is EMPTY_REDUCTION and args.get("axis") == 1
            return is_empty and uses.is_dequantized(node) and uses.is_quantized(node)
        if node.op_type not in _QUANTIZING or item.code not in (
            AXIS_OUT_OF_RANGE,
            PARAMETER_SIZE,
            WRONG_RANK,
        ):
            return False
        if item.code is WRONG_RANK and uses.is_between_pairs(node):
            return True
        is_scale = item.code is PARAMETER_SIZE and str(args.get("name")).endswith("scale")

        def is_wide(name: str) -> bool:
            fact = loaded.fact(name, placed.place)
            return isinstance(fact, TensorFact) and fact.elem_type not in _UP_TO_8_BITS

        return node.op_type == "DequantizeLinear" and uses.is_taken(node, is_wide, counts_scales=is_scale)

    return weakened(found, stated, is_avoided)


class _Uses:
    """Who makes and who reads the values of one graph."""

    def __init__(self, graph: Graph | Function) -> None:
        spend(len(graph.nodes))
        self.makers = producers(graph)
        self.returned = set(output_names(graph))
        self.readers: dict[str, list[Node]] = {}
        for node in graph.nodes:
            for name in dict.fromkeys(reads(node)):
                self.readers.setdefault(name, []).append(node)

    def after(self, node: Node) -> list[Node]:
        """The nodes that read what the node makes."""
        return [reader for name in node.outputs if name for reader in self.readers.get(name, ())]

    def before(self, node: Node) -> Node | None:
        """The node that makes the first input."""
        return self.makers.get(node.inputs[0]) if node.inputs else None

    def is_dequantized(self, node: Node) -> bool:
        """Whether the first input is dequantized."""
        before = self.before(node)
        return before is not None and before.op_type == "DequantizeLinear"

    def is_quantized(self, node: Node) -> bool:
        """Whether what the node makes is quantized, also behind an activation."""
        after = self.after(node)
        return any(
            reader.op_type == "QuantizeLinear"
            or (
                reader.op_type in _ACTIVATIONS
                and any(n.op_type == "QuantizeLinear" for n in self.after(reader))
            )
            for reader in after
        )

    def _is_quantized_alone(self, node: Node) -> bool:
        """Whether a QuantizeLinear reads what the node makes, or what an activation makes of it alone."""
        after = self.after(node)
        if any(reader.op_type == "QuantizeLinear" for reader in after):
            return True
        is_activated = len(after) == 1 and after[0].op_type in _ACTIVATIONS
        behind = self.after(after[0]) if is_activated and self.returned.isdisjoint(after[0].outputs) else []
        return [reader.op_type for reader in behind] == ["QuantizeLinear"]

    def is_taken(self, node: Node, is_wide: Callable[[str], bool], *, counts_scales: bool) -> bool:
        """Whether an operator that reads what is dequantized takes it in. ``is_wide``: whether values are
        known to have more than 8 bits; ``counts_scales``: it is about how many elements a scale has."""
        made = node.outputs[0] if node.outputs else ""
        for reader in self.after(node):
            operator = reader.op_type
            if operator in _OF_8_BITS and any(map(is_wide, self._dequantized(reader.inputs[:2]))):
                continue
            positions = [at for at, name in enumerate(reader.inputs) if name == made]
            if any(at in _TAKEN.get(operator, ()) for at in positions):
                return True
            if counts_scales and operator == "Gemm" and 1 in positions and self._has_quantized_bias(reader):
                return True
            is_alone = any(at in _TAKEN_ALONE.get(operator, ()) for at in positions)
            if is_alone and not self._is_quantized_alone(reader):
                return True
            is_between = any(at in _TAKEN_BETWEEN.get(operator, ()) for at in positions)
            if (
                is_between
                and not (counts_scales and operator in _COUNTING_SCALES)
                and self.is_quantized(reader)
            ):
                return True
        return False

    def _dequantized(self, names: Sequence[str]) -> list[str]:
        """What these are dequantized of, as far as they are."""
        makers = [self.makers.get(name) for name in names]
        return [m.inputs[0] for m in makers if m is not None and m.op_type == "DequantizeLinear" and m.inputs]

    def _has_quantized_bias(self, node: Node) -> bool:
        """Whether the bias is dequantized, or not given."""
        bias = node.inputs[2] if len(node.inputs) > 2 else ""
        maker = self.makers.get(bias)
        return not bias or (maker is not None and maker.op_type == "DequantizeLinear")

    def is_between_pairs(self, node: Node) -> bool:
        """Whether it is one of a pair, and another pair may follow or stand before it, or its numbers may
        become others."""
        pairs = [node]
        while pairs:
            one = pairs.pop()
            before = self.before(one)
            if before is not None and before.op_type in _QUANTIZING:
                return True
            if before is not None and before.op_type in _LEFT_OUT:
                pairs.append(before)
        return any(
            reader.op_type in _QUANTIZING
            or (reader.op_type in _LEFT_OUT and any(n.op_type in _QUANTIZING for n in self.after(reader)))
            for reader in self.after(node)
        )
