"""How a graph grows: more bodies outside, more operators inside."""

from __future__ import annotations

from tests.fuzz.differential.nested import bodies, lists, tensors
from tests.fuzz.differential.nested.growing import Growing

# How deep bodies stand in bodies.
_DEEPEST = 3


def grow(graph: Growing, steps: int) -> None:
    """Take so many steps, each drawn at random; those that fit nothing make nothing."""
    random = graph.random
    for _ in range(steps):
        plain = 0.45 if graph.depth == 0 else 0.75
        if graph.depth >= _DEEPEST or random.random() < plain:
            random.choice(tensors.STEPS)(graph)
        else:
            random.choice((*bodies.STEPS, *lists.STEPS))(graph)
