"""A model's graphs, bodies and functions, each with the path to it."""

from __future__ import annotations

from shapeinfer.codes import Code
from shapeinfer.engine.place import Place, Step
from shapeinfer.engine.run import Placed
from shapeinfer.model.graph import dead_nodes, names_read, producers, reads
from shapeinfer.model.structure import Function, FunctionKey, Graph, Model, Node
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from shapeinfer.engine.loader.file.storage import Stored

# A deeper place is shown by its beginning and its end: a chain of 20,000 functions is 20,000 deep.
_DEEPEST = 100


class Region:
    """The main graph, a body or a called function. ``owner`` is the node whose body it is, in ``outer``;
    None for the main graph and for functions, which can't read values outside."""

    __slots__ = (
        "_dead",
        "_given",
        "_inputs",
        "_kept",
        "_live",
        "_makers",
        "_read",
        "graph",
        "in_function",
        "outer",
        "owner",
        "place",
        "with_bodies",
    )

    def __init__(
        self,
        graph: Graph | Function,
        place: Place = (),
        outer: Region | None = None,
        owner: Node | None = None,
        *,
        in_function: bool = False,
    ) -> None:
        self.graph = graph
        self.place = place
        self.outer = outer
        self.owner = owner
        self.in_function = in_function
        self.with_bodies = [node for node in graph.nodes if node.operation.has_bodies]
        self._read: set[str] | None = None
        self._dead: set[int] | None = None
        self._given: set[str] | None = None
        self._inputs: list[str] | None = None
        self._live: set[str] | None = None
        self._kept: set[str] | None = None
        self._makers: dict[str, Node] | None = None

    def inputs(self) -> list[str]:
        """The names of the inputs."""
        if self._inputs is None:
            graph = self.graph
            self._inputs = (
                list(graph.inputs) if isinstance(graph, Function) else [v.name for v in graph.inputs]
            )
        return self._inputs

    def given(self) -> set[str]:
        """The names that are defined before any node runs."""
        if self._given is None:
            self._given = set(self.inputs())
            if isinstance(self.graph, Graph):
                self._given.update(self.graph.initializers, self.graph.sparse_initializers)
        return self._given

    def makers(self) -> dict[str, Node]:
        """The node that computes each name."""
        if self._makers is None:
            self._makers = producers(self.graph)
        return self._makers

    def read(self) -> set[str]:
        """Every name that a node, a body or an output of the region reads; "" among them."""
        if self._read is None:
            self._read = names_read(self.graph)
        return self._read

    def dead(self) -> set[int]:
        """The indices of the nodes that no output of the region needs."""
        if self._dead is None:
            self._dead = dead_nodes(self.graph, self.read())
        return self._dead

    def live(self) -> set[str]:
        """Every name that is read by an output, or by a node that an output needs."""
        if self._live is None:
            dead = self.dead()
            graph = self.graph
            self._live = (
                self.read()
                if not dead
                else {"", *_outputs(graph)}.union(
                    *[reads(node) for node in graph.nodes if node.index not in dead]
                )
            )
        return self._live

    def kept(self) -> set[str]:
        """As ``live``, without that of which only the type is read, and without what only a branch of an If
        reads that a loader may drop: it may compute a condition that is not given to each run."""
        if self._kept is None:
            main, owners = self, []
            while main.outer is not None:
                owners.append(main.owner)
                main = main.outer
            given = set(main.inputs()).difference(
                main.graph.initializers if isinstance(main.graph, Graph) else ()
            )
            self._kept = set()
            if not any(owner is not None and _is_decided(owner, given) for owner in owners):
                self._kept.update(_outputs(self.graph))
                dead = self.dead()
                self._kept.update(*[_contents(node) for node in self.graph.nodes if node.index not in dead])
                for node in self.with_bodies:
                    if node.index not in dead and not _may_lose_bodies(node, given):
                        self._kept.update(_contents_inside(node))
        return self._kept

    def found(
        self,
        code: Code,
        message: str,
        node: Node | None = None,
        severity: str | None = None,
        /,
        **args: object,
    ) -> Placed[Finding]:
        """A finding at a node of the region, or about the region as a whole."""
        place = self.place if node is None else (*self.place, Step(node))
        return Placed(Finding(code, message, tuple(args.items()), severity=severity), place)


def _is_decided(node: Node, given: Container[str]) -> bool:
    """Whether it is an If of which a loader may choose the branch."""
    return node.op_type == "If" and not node.domain and not any(name in given for name in node.inputs)


def _may_lose_bodies(node: Node, given: Container[str]) -> bool:
    return node.has_bodies and (
        _is_decided(node, given)
        or any(_may_lose_bodies(inner, given) for _, body in node.bodies() for inner in body.nodes)
    )


def _contents(node: Node) -> Sequence[str]:
    """The inputs of which more than the type is read."""
    operation = node.operation
    return node.inputs[:1] if operation.op_type == "CastLike" and not operation.domain else node.inputs


def _contents_inside(node: Node) -> Iterator[str]:
    """The same of all nodes in a node's bodies, with what these give."""
    for _, body in node.bodies():
        yield from _outputs(body)
        for inner in body.nodes:
            yield from _contents(inner)
            yield from _contents_inside(inner)


def _outputs(graph: Graph | Function) -> list[str]:
    return list(graph.outputs) if isinstance(graph, Function) else [v.name for v in graph.outputs]


class Survey:
    """A model with its regions. ``uncalled`` are the functions that no region calls, ``doubtful`` the stored
    tensors that storage.py has found."""

    __slots__ = ("doubtful", "main", "model", "regions", "uncalled")

    def __init__(self, model: Model, graph: Graph) -> None:
        self.model = model
        self.main = Region(graph)
        self.uncalled: dict[FunctionKey, Function] = dict(model.functions)
        self.doubtful: list[Stored] | None = None
        self.regions = [self.main]
        for region in self.regions:  # a worklist, which grows because bodies and calls are nested
            self.regions.extend(self._inside(region))

    def _inside(self, region: Region) -> Iterable[Region]:
        """The bodies of a region's nodes, and functions that are called there for the first time."""
        for node in region.with_bodies:
            for name, body in node.bodies():
                place = (*region.place[:_DEEPEST], Step(node, name))
                yield Region(body, place, region, node, in_function=region.in_function)
        if not self.uncalled:
            return
        for node in region.graph.nodes:
            function = self.uncalled.pop((node.domain, node.op_type, node.overload), None)
            if function is not None:
                place = (*region.place[:_DEEPEST], Step(node, f"fn:{function.name}"))
                yield Region(function, place, in_function=True)
