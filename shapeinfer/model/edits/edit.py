"""What is to change in a model, collected by graph."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.model.structure import Function, Graph, ValueType


class GraphEdit:
    """The edits of one graph, body or function. Nodes are named by their position in the graph."""

    __slots__ = (
        "drop_inputs", "drop_nodes", "drop_tensors", "drop_values", "imports", "input_types", "keep_last",
        "name", "node_names", "notes", "once", "order", "output_types", "outputs", "renames", "value_types",
    )  # fmt: skip

    def __init__(self) -> None:
        self.name: str | None = None
        self.drop_nodes: set[int] = set()
        # The positions of all nodes in their new order.
        self.order: Sequence[int] | None = None
        self.node_names: dict[int, str] = {}
        # Nodes of which repeated attributes are left out but for the last of a name.
        self.once: set[int] = set()
        # The metadata of nodes, and (at None) of the graph itself, that is replaced: key -> text, None: none.
        self.notes: dict[int | None, dict[str, str | None]] = {}
        self.drop_inputs: set[str] = set()
        self.drop_tensors: set[str] = set()
        # Initializers of which only the last of the name is kept.
        self.keep_last: set[str] = set()
        self.drop_values: set[str] = set()
        self.input_types: dict[str, ValueType] = {}
        self.output_types: dict[str, ValueType] = {}
        self.value_types: dict[str, ValueType] = {}
        # New names of values, also where bodies read them.
        self.renames: dict[str, str] = {}
        # (node, position) -> the new name of an output.
        self.outputs: dict[tuple[int, int], str] = {}
        # Opsets that a function imports from now on.
        self.imports: dict[str, int] = {}

    def __bool__(self) -> bool:
        return (
            self.name is not None
            or self.order is not None
            or any(getattr(self, slot) for slot in self.__slots__ if slot not in ("name", "order"))
        )


class Edit:
    """The edits of a model. ``graph(g)`` gives those of a graph, body or function; ``imports`` maps a domain
    to its only version, None for none."""

    __slots__ = ("_graphs", "drop_functions", "imports", "ir_version", "notes")

    def __init__(self) -> None:
        self._graphs: dict[int, tuple[Graph | Function, GraphEdit]] = {}
        self.drop_functions: set[int] = set()  # by their place in the file: Function.span[0]
        self.imports: dict[str, int | None] = {}
        self.ir_version: int | None = None
        self.notes: dict[str, str | None] = {}

    def graph(self, graph: Graph | Function) -> GraphEdit:
        """The edits of a graph, at first none."""
        return self._graphs.setdefault(id(graph), (graph, GraphEdit()))[1]

    def of(self, graph: Graph | Function) -> GraphEdit | None:
        """The edits of a graph, None if there are none."""
        found = self._graphs.get(id(graph))
        return found[1] if found is not None and found[1] else None

    def __bool__(self) -> bool:
        return bool(
            self.drop_functions
            or self.imports
            or self.notes
            or self.ir_version is not None
            or any(edit for _, edit in self._graphs.values())
        )


NONE = GraphEdit()
"""No edits: not to be changed."""
