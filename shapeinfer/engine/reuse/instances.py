"""Places Outcomes in a graph: new symbols for their placeholders, and places for what they report."""

from __future__ import annotations

from shapeinfer.dims import Dim, Symbol, of, shared_symbol
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact
from shapeinfer.model.structure import Model, Node
from shapeinfer.rule import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.engine.frame import Frame


class Instances:
    """The instances of Outcomes in one run, and how many symbols (``count``) were made for them."""

    __slots__ = ("_functions", "count")

    def __init__(self, model: Model) -> None:
        self._functions = model.functions  # not the engine, which then would be garbage in a cycle
        self.count = 0

    def is_plain(self, node: Node) -> bool:
        """Whether a node has neither bodies nor a function that it calls."""
        return not node.has_bodies and (node.domain, node.op_type, node.overload) not in self._functions

    def instantiate(
        self, outcome: Outcome, node: Node, frame: Frame, values: Mapping[Symbol, Dim] | None = None,
        *, claimed: bool = False,
    ) -> tuple[Fact, ...]:  # fmt: skip
        """Instantiate the Outcome at this node: with new symbols for placeholders, and places for reports."""
        outputs, requirements, findings = outcome.outputs, outcome.requirements, outcome.findings
        if outcome.placeholders:
            values = values or self._placed(outcome, node, frame)
            memo: dict[Dim, Dim] = {}
            outputs = tuple(f.substitute(values, memo) for f in outputs)
            requirements = tuple(r.substitute(values, memo) for r in requirements)
            findings = tuple(f.substitute(values, memo) for f in findings)
        place = (Step(node),)
        claimed = claimed or frame.scope.is_claimed(node.inputs)
        frame.requirements.extend(Placed(r, place, claimed=claimed) for r in requirements)
        frame.findings.extend(Placed(f, place, claimed=claimed) for f in findings)
        return outputs

    def _placed(self, outcome: Outcome, node: Node, frame: Frame) -> dict[Symbol, Dim]:
        """What the placeholders are at this node: the same as at an earlier one that computes the same."""
        repeats = frame.repeats
        if repeats is None:
            from shapeinfer.engine.reuse.repeats import Repeats  # many models have no such nodes

            repeats = frame.repeats = Repeats(frame.nodes, self.is_plain)
        values = repeats.values(outcome, node)
        if values is None:
            values = self.renaming(outcome.placeholders, frame)
            repeats.add(outcome, node, values)
        return values

    def renaming(self, placeholders: Sequence[Symbol], frame: Frame) -> dict[Symbol, Dim]:
        """New symbols for placeholders, with the same bounds. In a body they are placeholders again."""
        values: dict[Symbol, Dim] = {}
        memo: dict[Dim, Dim] = {}
        for old in placeholders:
            low = None if old.low is None else old.low.substitute(values, memo)
            high = None if old.high is None else old.high.substitute(values, memo)
            new = shared_symbol(f"?{self.count}", low, high, named=False, reason=old.reason, cases=old.cases)
            self.count += 1
            if frame.depth:
                frame.placeholders.append(new)
            values[old] = of(new)
        return values
