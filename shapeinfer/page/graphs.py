"""The graphs of a model as rows: the main graph, and each body and function that a node runs."""

from __future__ import annotations

from shapeinfer.engine.place import node_label
from shapeinfer.facts.elem_type import INT32, INT64
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import reads
from shapeinfer.model.structure import Graph
from shapeinfer.page.names import all_shown, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from shapeinfer.engine.run import Run, Visit
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Function, Node
    from shapeinfer.page.tables import Row, Tables

    Calls = Mapping[tuple[int, str], int]

# What is written of one graph, and of all bodies and functions together. The report says what it leaves out.
MOST_NODES = 40_000
MOST_NODES_INSIDE = 20_000

_SIZES = ("Shape", "Size", "Constant")


class Graphs:
    """The rows of a run's graphs; the main graph is the first."""

    def __init__(self, run: Run, tables: Tables) -> None:
        self.rows: list[Row] = []
        self.left_out_bodies = 0
        self._run = run
        self._tables = tables
        self._visits = run.visits_by_key()
        self._at: dict[int, int] = {}
        # The rows of operations by their ids, and whether they store: the tables hold them.
        self._operations: dict[int, tuple[int, bool]] = {}
        # The ids of nodes that have no source line, as most.
        self._without_source: set[int] = set()
        self._room = MOST_NODES_INSIDE
        graph = run.model.graph or Graph(b"")
        self.main = _Values(tables, run.facts)
        self._add(graph, "graph", self.main, run.calls)

    def _add(self, graph: Graph | Function, kind: str, values: _Values, calls: Calls) -> int:
        at = len(self.rows)
        row: Row = {"name": shown(graph.name), "kind": kind}
        self.rows.append(row)
        stored = graph.initializers if isinstance(graph, Graph) else {}
        sparse = graph.sparse_initializers if isinstance(graph, Graph) else {}
        fed = (
            [v.name for v in graph.inputs if v.name not in stored]
            if isinstance(graph, Graph)
            else graph.inputs
        )
        made = [v.name for v in graph.outputs] if isinstance(graph, Graph) else graph.outputs
        row["inputs"] = values.at(fed)
        row["stored"] = values.at((*stored, *sparse))
        values.add(name for node in graph.nodes[:MOST_NODES] for name in node.outputs)
        frozen = {"", *stored, *sparse}
        inside: dict[int, list[tuple[str, int]]] = {}
        for (index, body), key in calls.items():
            inside.setdefault(index, []).append((body, key))
        nodes = graph.nodes[:MOST_NODES]
        self._without_source.update(map(id, self._tables.source_line.look_through(nodes)))
        are_sizes = self._run.each(values.are_sizes) if at == 0 else list(map(values.are_sizes, nodes))
        row["nodes"] = self._nodes(nodes, are_sizes, values, frozen, inside)
        row["outputs"] = values.at(made)
        row["values"] = values.rows
        if len(graph.nodes) > len(nodes):
            row["left_out"] = len(graph.nodes) - len(nodes)
        return at

    def _nodes(
        self,
        nodes: Sequence[Node],
        are_sizes: Sequence[bool],
        values: _Values,
        frozen: set[str],
        inside: Mapping[int, Sequence[tuple[str, int]]],
    ) -> list[Row]:
        """The rows of nodes. ``are_sizes`` tells of each whether it only computes with sizes; ``frozen`` has
        the names of what is stored, to which those are added that follow from it alone."""
        at, operations, source_line = values.__getitem__, self._operations, self._tables.source_line
        silent = self._without_source
        names = all_shown(node.name or node_label(node) for node in nodes)
        rows: list[Row] = []
        for node, name, is_sizes in zip(nodes, names, are_sizes, strict=False):
            operation = node.operation
            known = operations.get(id(operation))
            if known is None:
                is_constant = operation.op_type == "Constant"
                known = operations[id(operation)] = self._tables.operation(operation), is_constant
            position, stores = known
            read = reads(node) if operation.has_bodies else node.inputs
            row: Row = {
                "name": name,
                "operation": position,
                "inputs": list(map(at, read)),
                "outputs": list(map(at, node.outputs)),
            }
            if stores or (read and frozen.issuperset(read)):
                frozen.update(node.outputs)
                row["role"] = "stored"
            elif is_sizes:
                row["role"] = "sizes"
            if id(node) not in silent:
                source = source_line(node)
                if source:
                    row["source"] = shown(source)
            if inside and node.index in inside:
                entered = [(body, self._enter(key, values.facts)) for body, key in inside[node.index]]
                found = [[body, row_at] for body, row_at in entered if row_at is not None]
                if found:
                    row["inside"] = found
            rows.append(row)
        return rows

    def _enter(self, key: int, around: Mapping[str, Fact]) -> int | None:
        """The row of a body or function; None if it was not visited or there is no room left."""
        if key in self._at:
            return self._at[key]
        visit: Visit | None = self._visits.get(key)
        if visit is None:
            return None
        if len(visit.graph.nodes) > self._room:
            self.left_out_bodies += 1
            return None
        self._room -= len(visit.graph.nodes)
        self._at[key] = len(self.rows)
        is_body = isinstance(visit.graph, Graph)
        facts = {**around, **visit.facts()} if is_body else visit.facts()
        return self._add(
            visit.graph, "body" if is_body else "function", _Values(self._tables, facts), visit.calls
        )


class _Values(dict[str, int]):
    """The values of one graph by position, with the facts of their names. -1 is the position of an input or
    output that is left out; others get theirs when they are first asked for."""

    def __init__(self, tables: Tables, facts: Mapping[str, Fact]) -> None:
        super().__init__({"": -1})
        self.rows: list[list[object]] = []
        self.facts = facts
        self._tables = tables
        self._rows: dict[int, int] = {}  # of facts, by their ids, which are valid while ``facts`` holds them

    def __missing__(self, name: str) -> int:
        self.add((name,))
        return self[name]

    def at(self, names: Iterable[str]) -> list[int]:
        """The positions of values."""
        names = list(names)
        self.add(names)
        return list(map(self.__getitem__, names))

    def add(self, names: Iterable[str]) -> None:
        """Gives positions to these values in this order, to many in one go."""
        new = [name for name in dict.fromkeys(names) if name not in self]
        facts = list(map(self.facts.get, new))
        rows = self._rows
        for key, fact in dict(zip(map(id, facts), facts, strict=True)).items():
            if key not in rows:
                rows[key] = self._tables.fact(fact)
        self.update(zip(new, range(len(self.rows), len(self.rows) + len(new)), strict=True))
        self.rows += map(list, zip(all_shown(new), [rows[id(fact)] for fact in facts], strict=True))

    def are_sizes(self, node: Node) -> bool:
        """Whether the node only computes with sizes."""
        operation = node.operation
        if operation.op_type in _SIZES and not operation.domain:
            return True
        made = [self.facts.get(name) for name in node.outputs if name]
        return bool(made) and all(map(_is_about_sizes, made))


def _is_about_sizes(fact: Fact | None) -> bool:
    """Whether it is a short integer tensor with known contents."""
    return (
        isinstance(fact, TensorFact)
        and fact.elem_type in (INT32, INT64)
        and fact.rank is not None
        and fact.rank <= 1
        and fact.as_dims() is not None
    )
