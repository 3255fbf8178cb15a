"""Powers that ONNX Runtime takes into a LayerNormalization, whatever the exponents are.

With the optimizations that users have by default the nodes that exporters write for a layer normalization
(Sub, Pow, ReduceMean, Add, Sqrt, Div, Mul, Add) become one node, which squares. It does not look at the
exponents of the Pow, which may have any sizes then that a loader does not compare. Measured with ONNX Runtime
1.32.
"""

from __future__ import annotations

from shapeinfer.codes import BROADCAST_MISMATCH
from shapeinfer.engine.optimized.spared import path_of, weakened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from shapeinfer.engine.optimized.spared import Loaded
    from shapeinfer.engine.optimized.ways import WaysOf
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Placed
    from shapeinfer.model.structure import Graph
    from shapeinfer.rule.requirement import Finding, Requirement

# What reads the power, and what reads that, and so on; and what it becomes part of.
_BEHIND = ("ReduceMean", "Add", "Sqrt", "Div", "Mul", "Add")


def of_any_exponent(
    found: list[Placed[Finding]],
    stated: list[Placed[Requirement]],
    graph_of: Callable[[Place], Graph | None],
    ways: WaysOf,
    loaded: Loaded,
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements, with those about such exponents as warnings and premises."""

    def is_avoided(placed: Placed[Finding] | Placed[Requirement]) -> bool:
        graph = graph_of(placed.place)
        if placed.item.code is not BROADCAST_MISMATCH or not placed.place or graph is None:
            return False
        node = placed.place[-1].node
        if node.op_type != "Pow":
            return False
        if node.index in loaded.of(path_of(placed.place[:-1]))[1]:
            return False  # numbers that a loader compares
        known = ways.at(placed.place, graph)
        for operator in _BEHIND:
            reader = known.only_reader(node.outputs[0]) if len(node.outputs) == 1 else None
            if reader is None or reader.domain or reader.op_type != operator:
                return False
            node = reader
        return True

    return weakened(found, stated, is_avoided)
