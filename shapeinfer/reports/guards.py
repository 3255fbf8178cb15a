"""The condition under which a body runs: ``sr == 16000`` for a branch of an If, or the name of the body."""

from __future__ import annotations

from shapeinfer.engine.place import path_key, place_text
from shapeinfer.facts.fact import Fact, TensorFact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapeinfer.engine.place import Place, Step
    from shapeinfer.engine.run import Run
    from shapeinfer.model.structure import Function, Graph, Node

_COMPARISONS = {"Equal": "==", "Greater": ">", "Less": "<", "GreaterOrEqual": ">=", "LessOrEqual": "<="}
_CONVERSE = {"==": "!=", ">": "<=", "<": ">=", ">=": "<", "<=": ">"}
# Nodes that return the single number or boolean of their input.
_HANDED_ON = ("Cast", "Identity", "Squeeze", "Unsqueeze", "Reshape", "Flatten")
# A condition that takes more steps than this is given by its name instead of an expression.
_MOST_STEPS = 12


def guard_text(run: Run, guard: Place) -> str:
    """The condition for the body at ``guard`` to run: parts joined by "and"; "" for no guard."""
    texts = []
    for depth, step in enumerate(guard):
        if step.runs is not True:
            texts.append(_step_text(run, guard[:depth], step))
    return " and ".join(texts)


def _step_text(run: Run, around: Place, step: Step) -> str:
    """The condition for one body to run."""
    if step.body not in ("then_branch", "else_branch") or not step.node.inputs:
        return f"the body {place_text((*around, step))} runs"
    holds = step.body == "then_branch"
    text = _Spelling(run, around).truth(step.node.inputs[0], holds=holds)
    return text or f"{step.node.inputs[0]!r} is {'true' if holds else 'false'}"


class _Spelling:
    """Writes scalars of a graph as expressions over its inputs."""

    def __init__(self, run: Run, around: Place) -> None:
        self.makers: dict[str, Node] = {}
        self.inputs: set[str] = set()
        self.facts: dict[str, Fact] = {}
        self.left = _MOST_STEPS
        if not any(step.body.startswith("fn:") for step in around):
            self.enter(run.model.graph, run.facts)
        for depth in range(1, len(around) + 1):
            key = path_key(around[:depth])
            visit = next((v for v in run.visits if path_key(v.place) == key), None)
            if visit is not None:
                self.enter(visit.graph, visit.facts())

    def enter(self, graph: Graph | Function | None, facts: Mapping[str, Fact]) -> None:
        """Add a graph, which may read the values of the graphs added before."""
        if graph is None:
            return
        self.makers.update((name, node) for node in graph.nodes for name in node.outputs if name)
        self.inputs.update(value if isinstance(value, str) else value.name for value in graph.inputs)
        self.facts.update(facts)

    def maker(self, name: str) -> Node | None:
        """The node that computes a value, without nodes that only return their input."""
        node = self.makers.get(name)
        while node is not None and self.hands_on(node) and self.left > 0:
            self.left -= 1
            before = self.makers.get(node.inputs[0])
            if before is None:
                break
            node = before
        return node

    def truth(self, name: str, *, holds: bool) -> str | None:
        """The text of a condition, or of its negation; None if there is no expression."""
        node = self.maker(name)
        if node is None or self.left <= 0:
            return None
        self.left -= 1
        if node.op_type == "Not":
            return self.truth(node.inputs[0], holds=not holds)
        if node.op_type in ("And", "Or") and len(node.inputs) == 2:
            parts = [self.truth(part, holds=holds) for part in node.inputs]
            if None in parts:
                return None
            joint = "and" if (node.op_type == "And") == holds else "or"
            return f"({parts[0]} {joint} {parts[1]})"
        sign = _COMPARISONS.get(node.op_type)
        if sign is None or len(node.inputs) != 2:
            return None
        left, right = (self.number(part) for part in node.inputs)
        if left is None or right is None:
            return None
        return f"{left} {sign if holds else _CONVERSE[sign]} {right}"

    def number(self, name: str) -> str | None:
        """A number as text: its value or expression, or the name of the input that holds it."""
        fact = self.facts.get(name)
        known = fact.as_dims() if isinstance(fact, TensorFact) else None
        if known is not None and len(known) == 1:
            return str(known[0])
        if name in self.inputs:
            return name
        node = self.makers.get(name)
        if node is not None and self.hands_on(node) and self.left > 0:
            self.left -= 1
            return self.number(node.inputs[0])
        return None

    def hands_on(self, node: Node) -> bool:
        """Whether a node returns the single element of its first input."""
        if node.op_type in ("Gather", "Slice") and node.inputs:
            fact = self.facts.get(node.inputs[0])
            count = fact.count() if isinstance(fact, TensorFact) else None
            return count is not None and count.value == 1
        return node.op_type in _HANDED_ON and bool(node.inputs)
