"""How many steps of work a run may take: for the whole model and for each node.

The budget of a model is linear in the number of nodes in its graphs, bodies and functions. In the first
visit, a node may take any part of it. If the model takes more than its budget, it is visited once more, with
the same small share for each node, so that which nodes are given up does not depend on their order.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapeinfer.model.structure import Model, Node

# Real models take 3 to 70 steps for a node, and 20,000 in all. A step takes 1 to 5 microseconds.
MODEL_STEPS = 100_000
STEPS_PER_NODE = 40
# The most steps for one operator, however large the model is.
NODE_STEPS = 20_000
# No limit but that of the surrounding budget.
FREE = 1 << 60

# The steps for visiting a node of a body or function, for entering the body, and for calling the node's rule,
# without the steps of the rule itself. Nodes of the main graph are visited once.
VISIT_STEPS = 2
CALL_STEPS = 20
ASK_STEPS = 60
# The steps for renaming a symbol of a body and for rewriting what the body reports.
RENAME_STEPS = 4

# Ifs of one run of which both branches are followed.
MOST_TRIALS = 16

# Functions and bodies that are nested deeper than this get a finding instead of a RecursionError.
MOST_NESTED = 60


def every_node(model: Model) -> Iterator[Node]:
    """The nodes of a model, of the bodies in them and of its functions, each once."""
    waiting = [function.nodes for function in model.functions.values()]
    if model.graph is not None:
        waiting.append(model.graph.nodes)
    while waiting:
        for node in waiting.pop():
            yield node
            if node.has_bodies:
                waiting += [body.nodes for _, body in node.bodies()]


def size_of(model: Model) -> int:
    """How many nodes a model has, with those of bodies and functions, each counted once."""
    graph = model.graph
    if not model.functions and graph is not None:
        operations = {node.operation for node in graph.nodes}  # most nodes share a few
        if not any(operation.has_bodies for operation in operations):
            return len(graph.nodes)
    return sum(1 for _ in every_node(model))


def calls_in(model: Model) -> dict[tuple[str, str], int]:
    """How many nodes a model has of each operator or function, by domain and name."""
    counts: dict[tuple[str, str], int] = {}
    for node in every_node(model):
        key = (node.domain, node.op_type)
        counts[key] = counts.get(key, 0) + 1
    return counts


def steps_allowed(size: int) -> int:
    """The steps that a run over a model of that many nodes may take."""
    return MODEL_STEPS + STEPS_PER_NODE * size
