"""What an annotation leaves out, so that ONNX Runtime loads the annotated model if it loads the model.

A loader refuses whatever is wrong with the shapes that it knows, also where no run ever comes: a MatMul of
wrong sizes in a branch that is never taken loads for as long as these sizes are not written.
"""

from __future__ import annotations

from shapeinfer.engine.bodies.called import called_function
from shapeinfer.engine.frame import fed
from shapeinfer.engine.place import place_text
from shapeinfer.engine.run import severity_of
from shapeinfer.facts.fact import SequenceFact, TensorFact
from shapeinfer.model.graph import producers, reads
from shapeinfer.model.structure import Function, Graph, SequenceType
from shapeinfer.rule import codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapeinfer.contracts.rewriter import Rewriter
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Placed, Run
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Node, Value, ValueType
    from shapeinfer.rule.requirement import Finding

    Values = list[tuple[str, ValueType]]


class LeftOut:
    """``names``: the values of the main graph, and ``graphs``: the bodies and functions, of which nothing is
    written, because of the mistakes at ``places``, and of what the bodies at ``enforced`` declare.

    ``rewriter`` gives the sizes that are written."""

    __slots__ = ("_run", "enforced", "graphs", "names", "places")

    def __init__(self, run: Run, rewriter: Rewriter) -> None:
        self._run = run
        self.names: set[str] = set()
        self.graphs: set[Graph | Function] = set()
        self.places = hushed_places(run)
        self.enforced: list[Place] = []
        for placed in run.findings:
            if len(placed.place) > 1 and placed.item.code is codes.DECLARED_SHAPE:
                self._add_bodies(placed.place[0].node)
        for visit in run.visits:
            if not isinstance(visit.graph, Graph):
                continue
            written = _written(visit.graph, visit.facts(), rewriter)
            may_misdeclare = misdeclares_inputs(visit.graph, written, may=True)
            if may_misdeclare:
                self._add_graph(visit.graph)
            # In a body around it a loader compares what it infers by these numbers as well.
            is_inside = may_misdeclare and len(visit.place) > 1
            if is_inside or _is_enforced(visit.graph, written) or misdeclares_inputs(visit.graph, written):
                self.enforced.append(visit.place)
        before = [place[0].node for place in (*self.places, *self.enforced)]
        if before and run.model.graph is not None:
            self._add_all_before(run.model.graph, before)

    def of(self, values: Values) -> Values:
        """The values of the main graph without these."""
        return [value for value in values if value[0] not in self.names] if self.names else values

    def text(self) -> str:
        """What is left out, and why, for people."""
        places = self.places or self.enforced
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        why = (
            "would find a mistake at load that runs may not meet"
            if self.places
            else "would refuse other sizes than are declared there"
        )
        return (
            f"no shapes are written that lead to {place_text(places[0])}{more}: with them ONNX Runtime {why}"
        )

    def _add_all_before(self, graph: Graph, nodes: list[Node]) -> None:
        """Leave out what these nodes read, all from which it follows, and what is inside of them."""
        makers = producers(graph)
        while nodes:
            node = nodes.pop()
            self._add_bodies(node)
            for name in reads(node):
                if name not in self.names:
                    self.names.add(name)
                    if name in makers:
                        nodes.append(makers[name])

    def _add_bodies(self, node: Node) -> None:
        """Leave out the bodies of a node, or the function that it calls, and all that is inside."""
        called = called_function(self._run.model, node.operation)
        inner: list[Graph | Function] = [body for _, body in node.bodies()]
        for graph in inner if called is None else (*inner, called):
            self._add_graph(graph)

    def _add_graph(self, graph: Graph | Function) -> None:
        if graph not in self.graphs:
            self.graphs.add(graph)
            for node in graph.nodes:
                self._add_bodies(node)


def _written(body: Graph, facts: Mapping[str, Fact], rewriter: Rewriter) -> Mapping[str, Fact]:
    """The facts of what goes into a body and comes out of it, as they are written."""
    names = [value.name for value in (*fed(body), *body.outputs)]
    return {name: rewriter.fact(facts[name]) for name in names if name in facts}


def misdeclares_inputs(body: Graph, facts: Mapping[str, Fact], *, may: bool = False) -> bool:
    """Whether a body declares numbers of what goes in where others are known, or (``may``) none are: a loader
    takes those of a Loop's states for known, and refuses a Scan beside others."""
    return any(_contradicts(value, facts.get(value.name), may=may) for value in fed(body))


def _is_enforced(body: Graph, facts: Mapping[str, Fact]) -> bool:
    """Whether a body declares a number of what it makes that is not known to be so, and all its other sizes
    are known: ONNX Runtime allocates what it knows at load, and refuses a run that makes another."""
    for value in body.outputs:
        dims = value.dims
        fact = facts.get(value.name)
        if not dims or not isinstance(fact, TensorFact) or fact.shape is None or len(fact.shape) != len(dims):
            continue
        sizes = list(zip(dims, fact.shape, strict=True))
        is_doubtful = any(isinstance(said, int) and size.value is None for said, size in sizes)
        others = [size for said, size in sizes if not isinstance(said, int)]
        if is_doubtful and others and all(size.value is not None for size in others):
            return True
    return False


def hushed_places(run: Run) -> list[Place]:
    """Where mistakes lie that a loader would refuse if it knew the shapes, and that runs may not meet: those
    in bodies and functions, those that a kernel runs, and those of nodes that may be left out."""
    return [
        placed.place
        for placed in run.findings
        if placed.place
        and not placed.item.at_load
        and severity_of(placed) == codes.WARNING
        and (placed.item.runs or (placed.item.code.severity == codes.ERROR and _may_be_seen(placed)))
    ]


def _may_be_seen(placed: Placed[Finding]) -> bool:
    if len(placed.place) > 1:
        return True
    from shapeinfer.engine.loader.refused import may_be_found  # its tables are large

    return may_be_found(placed.item, placed.place[0].node)


def without_misdeclared_items(graph: Graph, facts: Mapping[str, Fact | None], values: Values) -> Values:
    """The values without sequences where the body of a SequenceMap declares other sizes of its items: ONNX
    Runtime knows only those that are declared, and would not load the graph."""
    if _misdeclares_items(graph, facts):
        return [(name, type_) for name, type_ in values if not isinstance(type_, SequenceType)]
    return values


def _misdeclares_items(graph: Graph, facts: Mapping[str, Fact | None]) -> bool:
    """Whether the body of a SequenceMap in the graph contradicts what ``facts`` say of its inputs."""
    return any(
        _contradicts(value, facts.get(name))
        for node in graph.nodes
        if node.has_bodies and node.op_type == "SequenceMap" and not node.domain
        for _, body in node.bodies()
        for name, value in zip(node.inputs, body.inputs, strict=False)
    )


def _contradicts(declared: Value, fact: Fact | None, *, may: bool = False) -> bool:
    """Whether a number is declared where another is known, or (``may``) none is."""
    item = fact.element if isinstance(fact, SequenceFact) else fact
    dims = declared.dims
    if dims is None or not isinstance(item, TensorFact) or item.shape is None:
        return False
    return len(dims) != len(item.shape) or any(
        isinstance(said, int) and size.value != said and (may or size.value is not None)
        for said, size in zip(dims, item.shape, strict=True)
    )
