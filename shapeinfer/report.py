"""Plain findings to diagnostics: severity where it stands, notes on where the values came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from shapeinfer.diagnostic import Diagnostic, Location
from shapeinfer.engine_result import Placed, Run, severity_of
from shapeinfer.fact import Fact
from shapeinfer.fingerprint import fingerprinted
from shapeinfer.model.structure import Graph, Node
from shapeinfer.place import Place, node_label, place_text
from shapeinfer.requirement import Finding
from shapeinfer.text import brief

_ORDER = {"error": 0, "warning": 1, "info": 2}
_FRAME = re.compile(r'File "([^"]+)", line (\d+), in (\S+)')
# Where exporters leave the user's own stack trace.
_TRACES = ("pkg.torch.onnx.stack_trace", "pkg.onnxscript.stack_trace", "stack_trace")
# More inputs than a reader takes in at a glance.
_MOST_NOTES = 6


def diagnostics_of(run: Run, extra: Iterable[Placed[Finding]] = ()) -> tuple[Diagnostic, ...]:
    """The findings of a run as diagnostics, worst first, then in the order of the model."""
    placed = [*run.findings, *extra]
    if not placed:
        return ()
    dead = run.dead_nodes()
    notes = _Notes(run)
    made: dict[tuple[object, ...], list[Placed[Finding]]] = {}
    for item in placed:
        innermost = item.place[-1].node if item.place else None
        key = (item.item.code.id, id(innermost), item.item.text(), severity_of(item, dead))
        made.setdefault(key, []).append(item)
    found = [_diagnostic(items, run, dead, notes) for items in made.values()]
    return fingerprinted(sorted(found, key=lambda d: _ORDER[d.severity]))


def _diagnostic(items: list[Placed[Finding]], run: Run, dead: Set[int], notes: _Notes) -> Diagnostic:
    placed = items[0]
    finding = placed.item
    node = placed.place[-1].node if placed.place else None
    value = None
    if finding.output is not None and node is not None and finding.output < len(node.outputs):
        value = node.outputs[finding.output]
    severity = severity_of(placed, dead)
    return Diagnostic(
        code=finding.code.id,
        slug=finding.code.slug,
        severity=severity,
        location=Location(
            file=run.model.path,
            path=place_text(placed.place),
            node=None if node is None else node_label(node),
            node_index=None if node is None else node.index,
            op_type=None if node is None else node.op_type,
            domain=None if node is None else node.domain,
            value=value,
            axis=finding.axis,
        ),
        message=finding.text(),
        notes=tuple(notes.about(placed)) if severity != "info" else (),
        help=finding.code.help,
        more_calls=len(items) - 1,
    )


class _Notes:
    """Where the values at a node came from, and who wrote the node."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.makers: dict[int, dict[str, Node]] = {}

    def about(self, placed: Placed[Finding]) -> Iterable[str]:
        if not placed.place:
            return
        node = placed.place[-1].node
        if placed.item.code.id[:3] in ("SI1", "SI2", "SI3"):
            graph, facts = self._around(placed.place)
            shown = [name for name in dict.fromkeys(node.inputs) if name]
            for name in shown[:_MOST_NOTES]:
                fact = facts.get(name)
                yield f"input {name!r} is {'?' if fact is None else brief(fact)}{self._origin(name, graph)}"
            if len(shown) > _MOST_NOTES:
                yield f"and {len(shown) - _MOST_NOTES} more inputs"
        source = source_line(node)
        if source:
            yield f"written at {source}"
        if placed.guarded:
            yield "it lies in a body that may not run"
        if placed.claimed:
            yield "it rests on a declared shape that could not be checked"

    def _around(self, place: Place) -> tuple[object, dict[str, Fact]]:
        """The graph or function that the node stands in, and the facts there."""
        main = self.run.model.graph or Graph(b"")
        if len(place) == 1:
            return main, self.run.facts
        nodes = [(s.node, s.body) for s in place[:-1]]
        for visit in self.run.visits:
            if [(s.node, s.body) for s in visit.place] == nodes:
                return visit.graph, {**self.run.facts, **visit.facts()}
        return main, self.run.facts

    def _origin(self, name: str, graph: object) -> str:
        if isinstance(graph, Graph):
            if name in graph.initializers:
                return ", an initializer"
            if any(v.name == name for v in graph.inputs):
                return ", an input"
        makers = self.makers.get(id(graph))
        if makers is None:
            nodes: list[Node] = getattr(graph, "nodes", [])
            makers = self.makers[id(graph)] = {o: n for n in nodes for o in n.outputs if o}
        maker = makers.get(name)
        return "" if maker is None else f", made by {node_label(maker)} ({maker.op_type})"


def source_line(node: Node) -> str | None:
    """The user's own line that made the node, where the exporter left its stack trace."""
    metadata = node.metadata()
    trace = next((metadata[key] for key in _TRACES if metadata.get(key)), "")
    frames = _FRAME.findall(trace)
    if not frames:
        return None
    file, line, function = frames[-1]
    return f"{file}:{line} in {function}"
