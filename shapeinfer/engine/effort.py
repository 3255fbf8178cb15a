"""How much work a run may be: steps for the model as a whole, and for each of its nodes.

A run first gives every node what it asks for, as long as all of them together stay within what the
model is allowed, which is linear in the nodes of its graphs, bodies and functions. A model that takes more is
visited once more, each node with the same small share: which nodes are given up then does not depend on their
order.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapeinfer.model.structure import Model, Node

# Real models take 3 to 50 steps for a node, and few of their nodes take thousands.
MODEL_STEPS = 400_000
STEPS_PER_NODE = 50
# What one operator may take, however large the model is.
NODE_STEPS = 40_000
# No bound but that of the budget around it.
FREE = 1 << 60

# What it takes to visit a node of a body or function, apart from what its rule spends; and to ask a rule.
VISIT_STEPS = 2
ASK_STEPS = 40


def nodes_in(nodes: Iterable[Node]) -> int:
    """How many nodes these are, with those of the bodies in them."""
    count = 0
    waiting = [nodes]
    while waiting:
        for node in waiting.pop():
            count += 1
            if node.has_bodies:
                waiting += [body.nodes for _, body in node.bodies()]
    return count


def size_of(model: Model) -> int:
    """How many nodes a model has, with those of its functions, each counted once."""
    graphs = [function.nodes for function in model.functions.values()]
    if model.graph is not None:
        graphs.append(model.graph.nodes)
    return sum(map(nodes_in, graphs))


def steps_allowed(size: int) -> int:
    """The steps that a run over a model of that many nodes may take."""
    return MODEL_STEPS + STEPS_PER_NODE * size
