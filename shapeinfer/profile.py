"""Where the time of a run went: by phase, and by operator.

Nothing in the engine knows of this. While a Profile is open it stands in for the few functions that begin
a phase, and for the one that asks an operator's rule; a run without it pays nothing.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import process_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import ParamSpec, TypeVar

    from shapeinfer.contracts.contract import Contract
    from shapeinfer.engine.engine import Engine
    from shapeinfer.engine.frame import Frame
    from shapeinfer.engine.operator import Operators
    from shapeinfer.engine.run import Run
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Node
    from shapeinfer.rule import Body, Outcome

    Given = ParamSpec("Given")
    Made = TypeVar("Made")

START_UP, REST = "start-up", "rest"

# Phase -> module and function. One that is called inside another counts for itself alone.
PHASES: tuple[tuple[str, str, str], ...] = (
    ("read", "shapeinfer.model.read", "read_file"),
    ("read", "shapeinfer.model.read", "read_bytes"),
    ("read", "shapeinfer.model.read", "read_proto"),
    ("contract", "shapeinfer.contracts.contract", "contract_of"),
    ("checks", "shapeinfer.linter.lint", "examine"),
    ("report", "shapeinfer.linter.lint", "report_of"),
    ("annotate", "shapeinfer.jobs.annotate", "write"),
    ("write", "shapeinfer.model.write", "splice"),
)


class Stopwatch:
    """CPU seconds by label; what is begun inside something else counts for itself alone."""

    __slots__ = ("_begun", "_mark", "seconds")

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._begun: list[str] = []
        self._mark = process_time()

    def begin(self, label: str) -> None:
        self._charge()
        self._begun.append(label)

    def end(self) -> None:
        """Ends what was begun last."""
        self._charge()
        self._begun.pop()

    def _charge(self) -> None:
        now = process_time()
        if self._begun:
            label = self._begun[-1]
            self.seconds[label] = self.seconds.get(label, 0.0) + now - self._mark
        self._mark = now


class Profile:
    """Measures what runs while it is open, as a context; ``text`` says what was found."""

    __slots__ = ("_functions", "_methods", "asked", "nodes", "operators", "phases", "steps")

    def __init__(self) -> None:
        self.phases = Stopwatch()
        self.operators = Stopwatch()
        self.asked: Counter[str] = Counter()  # operator -> how often its rule was asked
        self.nodes: Counter[str] = Counter()  # operator -> how many nodes the models have
        self.steps: dict[str, tuple[int, int]] = {}  # phase -> steps used and allowed
        self._functions: list[tuple[object, object]] = []
        self._methods: list[tuple[type, str, object]] = []

    def __enter__(self) -> Profile:
        from importlib import import_module

        from shapeinfer.engine.engine import Engine
        from shapeinfer.engine.operator import Operators

        self.phases.seconds[START_UP] = process_time()
        for phase, module, name in PHASES:
            original = getattr(import_module(module), name)
            counted = self._solved(original) if name == "contract_of" else original
            self._functions.append((original, self._timed(phase, counted)))
        for original, timed in self._functions:
            _replace(original, timed)
        for owner, name, method in ((Engine, "run", self._run()), (Operators, "outcome", self._outcome())):
            self._methods.append((owner, name, getattr(owner, name)))
            setattr(owner, name, method)
        self.phases.begin(REST)
        return self

    def __exit__(self, *raised: object) -> None:
        self.phases.end()
        for owner, name, original in self._methods:
            setattr(owner, name, original)
        for function, timed in self._functions:
            _replace(timed, function)

    def _timed(self, phase: str, function: Callable[Given, Made]) -> Callable[Given, Made]:
        def timed(*args: Given.args, **kwargs: Given.kwargs) -> Made:
            self.phases.begin(phase)
            try:
                return function(*args, **kwargs)
            finally:
                self.phases.end()

        return timed

    def _run(self) -> Callable[[Engine], Run]:
        from shapeinfer.engine.engine import Engine

        run = self._timed("infer", Engine.run)

        def counted(engine: Engine) -> Run:
            from shapeinfer.engine.effort import every_node

            self.nodes.update(node_operator(node) for node in every_node(engine.model))
            found = run(engine)
            self._count("infer", found.steps_used, found.steps_allowed)
            return found

        return counted

    def _solved(self, contract_of: Callable[[Run], Contract]) -> Callable[[Run], Contract]:
        def counted(run: Run) -> Contract:
            found = contract_of(run)
            self._count("contract", found.steps_used, found.steps_allowed)
            return found

        return counted

    def _count(self, phase: str, used: int, allowed: int) -> None:
        before = self.steps.get(phase, (0, 0))
        self.steps[phase] = before[0] + used, before[1] + allowed

    def _outcome(self) -> Callable[..., Outcome]:
        from shapeinfer.engine.operator import Operators

        outcome = Operators.outcome

        def timed(
            operators: Operators, node: Node, facts: tuple[Fact | None, ...], frame: Frame,
            bodies: dict[str, Body] | None = None,
        ) -> Outcome:  # fmt: skip
            name = node_operator(node)
            self.asked[name] += 1
            self.operators.begin(name)
            try:
                return outcome(operators, node, facts, frame, bodies)
            finally:
                self.operators.end()

        return timed

    def text(self) -> str:
        """Three tables: the phases, the steps that were used of those allowed (shapeinfer.dims.budget), and
        the operators in the order of their cost. Nodes alike are asked for once; a node's cost does not
        include that of the bodies in it."""
        from shapeinfer.render.text import plain

        phases = self.phases.seconds
        total = sum(phases.values())
        rows = [("phase", "CPU ms", "share")]
        rows += [(phase, _ms(s), _share(s, total)) for phase, s in phases.items()]
        rows.append(("total", _ms(total), ""))
        steps = [("steps", "used", "allowed")]
        steps += [(phase, f"{used:,}", f"{allowed:,}") for phase, (used, allowed) in self.steps.items()]
        infer, spent = phases.get("infer", 0.0), self.operators.seconds
        lines = [("operator", "nodes", "distinct", "CPU ms", "of infer")]
        lines += [
            (
                plain(name),
                str(self.nodes[name]),
                str(self.asked[name]),
                _ms(spent[name]),
                _share(spent[name], infer),
            )
            for name in sorted(self.asked, key=lambda name: (-spent[name], name))
        ]
        return "\n".join([*_table(rows), "", *_table(steps), "", *_table(lines)])


def node_operator(node: Node) -> str:
    """The name of a node's operator, with its domain where that is not ONNX's own."""
    return f"{node.domain}::{node.op_type}" if node.domain else node.op_type


def _replace(old: object, new: object) -> None:
    """Puts ``new`` wherever one of our modules holds ``old``: importing a function copies its name."""
    for module_name, module in list(sys.modules.items()):
        if module_name.partition(".")[0] == "shapeinfer":
            names = [name for name, value in vars(module).items() if value is old]
            for name in names:
                setattr(module, name, new)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f}"


def _share(seconds: float, total: float) -> str:
    return f"{seconds / total:.0%}" if total else ""


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows in columns: the first to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
