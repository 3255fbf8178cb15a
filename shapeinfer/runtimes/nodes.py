"""Collects what determines whether a release loads a model: its versions, and its nodes with their types.

Equal nodes (operator, attributes, opset, types) are checked once. Dead nodes and bodies that never run count,
because a runtime needs a kernel for every node at load; functions that are never called do not.
"""

from __future__ import annotations

from collections import Counter

from shapeinfer.engine.bodies.called import called_function
from shapeinfer.engine.place import Place, Step
from shapeinfer.engine.run import Run, Visit
from shapeinfer.facts.elem_type import BOOL, INT32, INT64
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.graph import producers, reads
from shapeinfer.model.structure import Function, Graph
from shapeinfer.runtimes.match import Asked
from shapeinfer.runtimes.tables import LAST
from shapeinfer.schema.conform import ABSENT, InputType, type_key
from shapeinfer.schema.schema import last_opset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from shapeinfer.model.structure import Model, Node, Operation

# The domains of the runtime's own operators. Operators of other domains may come from a library.
OWN_DOMAINS = frozenset(("", "ai.onnx.ml", "ai.onnx.preview", "ai.onnx.preview.training", "com.microsoft"))
# Default optimisations remove or compute these before the runtime searches for kernels.
_REMOVED = frozenset(("Dropout", "Identity", "Shape", "Size"))
_SIZES = frozenset(("Shape", "Size"))
_SMALL_TYPES = frozenset((INT64, INT32, BOOL))


class Use:
    """Equal nodes: their query, their number, and the place of the first. ``saved``:
    default optimisations may remove them before it matters. ``arithmetic``: they compute only integers and
    booleans of rank 1 at most, as sizes and indices are."""

    __slots__ = ("arithmetic", "asked", "count", "place", "saved")

    def __init__(self, asked: Asked, place: Place, *, saved: bool, arithmetic: bool) -> None:
        self.asked = asked
        self.place = place
        self.saved = saved
        self.arithmetic = arithmetic
        self.count = 0


def uses_of(run: Run) -> list[Use]:
    """The nodes of the main graph, of its bodies and of called functions, in the order of the visit."""
    found = _Uses(run.model)
    graph = run.model.graph if run.model.graph is not None else Graph(b"")
    failing = frozenset(id(placed.place[-1].node) for placed in run.findings if placed.place)
    dropped = _dropped(graph, run.facts, failing)
    use = found.finder(run.model.opset_imports, (run.facts,), (), dropped)
    # Of nodes alike some may be dropped, and others not.
    found.count(map(use, graph.nodes) if dropped else run.each(use))
    if run.visits:
        by_place = {_key(visit.place): visit for visit in run.visits}
        conditions = _Conditions(graph)
        for visit in run.visits:
            opsets, scopes = _surroundings(visit, by_place, run)
            saved = any(conditions.may_be_constant(visit.place, at) for at in range(len(visit.place)))
            dropped = _dropped(visit.graph, scopes[0], failing)
            use = found.finder(opsets, scopes, visit.place, dropped, saved=saved)
            found.count(map(use, visit.graph.nodes))
    return list(found.uses.values())


def _key(place: Place) -> tuple[object, ...]:
    return tuple((id(step.node), step.body) for step in place)


def _surroundings(
    visit: Visit, by_place: Mapping[tuple[object, ...], Visit], run: Run
) -> tuple[Mapping[str, int], tuple[Mapping[str, Fact | None], ...]]:
    """The opsets of a body or function, and the facts that its nodes can read, its own first."""
    scopes: list[Mapping[str, Fact | None]] = []
    place = visit.place
    inner: Visit | None = visit
    while inner is not None:
        facts: dict[str, Fact | None] = dict(inner.unrenamed)
        if isinstance(inner.graph, Function):
            given = place[-1].node.inputs
            for position, name in enumerate(inner.graph.inputs):
                if position >= len(given) or not given[position]:
                    facts[name] = None  # left out at the call
            return inner.opsets, (*scopes, facts)
        scopes.append(facts)
        place = place[:-1]
        inner = by_place.get(_key(place)) if place else None
    return run.model.opset_imports, (*scopes, run.facts)


class _Uses:
    """The Uses of a model's nodes, by what is equal for equal nodes."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.uses: dict[tuple[object, ...], Use] = {}

    def count(self, uses: Iterable[Use | None]) -> None:
        """Count nodes, each by its Use."""
        for use, count in Counter(uses).items():
            if use is not None:
                use.count += count

    def finder(
        self, opsets: Mapping[str, int], scopes: tuple[Mapping[str, Fact | None], ...], place: Place,
        dropped: Container[int], *, saved: bool = False,
    ) -> Callable[[Node], Use | None]:  # fmt: skip
        """What tells the Use of a node of one graph, None of a node for which a runtime needs no kernel of
        its own. ``dropped``: the indices of nodes that a runtime leaves out; ``saved``: it may leave out all
        of them."""
        model, known = self.model, self.uses
        onnx_opset = opsets.get("") or last_opset("") or LAST

        def use_of(node: Node) -> Use | None:
            operation = node.operation
            domain = operation.domain
            if domain and domain not in OWN_DOMAINS:
                return None
            if model.functions and called_function(model, operation) is not None:
                return None
            inputs = tuple([_seen(name, scopes) for name in node.inputs])
            outputs = tuple([_seen(name, scopes) for name in node.outputs])
            removed = (
                saved
                or node.index in dropped
                or (operation.op_type in _REMOVED and domain == "")
                or _is_folded(node, scopes)
            )
            small = _is_arithmetic(node, scopes[0], outputs)
            key = (operation, id(opsets), inputs, outputs, removed, small)
            found = known.get(key)
            if found is None:
                # A reference to an attribute that the call does not set counts as absent.
                names = [name for name, a in operation.attributes.items() if not a.ref_attr_name]
                asked = Asked(
                    domain, operation.op_type, onnx_opset if domain == "" else opsets.get(domain, LAST),
                    inputs, outputs, names, onnx_opset, _strings(operation),
                )  # fmt: skip
                found = Use(asked, (*place, Step(node)), saved=removed, arithmetic=small)
                known[key] = found
            return found

        return use_of


def _dropped(
    graph: Graph | Function, facts: Mapping[str, Fact | None], failing: frozenset[int]
) -> frozenset[int]:
    """The indices of the nodes of which nothing but the shape is read, where that is known at load.
    ``failing``: the ids of nodes with findings."""
    static: dict[int, bool] = {}  # by the id of a fact, because most values share a few
    # A loader may know the shape of what does not run.
    unsure: set[str] = set()
    for node in graph.nodes if failing else ():
        if id(node) in failing or not unsure.isdisjoint(node.inputs):
            unsure.update(filter(None, node.outputs))

    def is_static(name: str) -> bool:
        fact = facts.get(name)
        if id(fact) not in static:
            static[id(fact)] = isinstance(fact, TensorFact) and fact.static_shape() is not None
        return static[id(fact)] or name in unsure

    askers = [node for node in graph.nodes if node.operation.op_type in _SIZES]
    sizes = {node.index: node.inputs for node in askers if all(map(is_static, node.inputs))}
    kept = {value if isinstance(value, str) else value.name for value in graph.outputs}
    ends = {name for read in sizes.values() for name in read if name not in kept}
    for node in graph.nodes if ends else ():
        read = reads(node) if node.operation.has_bodies else node.inputs
        if not ends.isdisjoint(read) and node.index not in sizes:
            ends.difference_update(read)
    if not ends:
        return frozenset()  # as in most models
    sized: set[str] = set()
    found = set()
    for node in reversed(graph.nodes):
        names = [name for name in node.outputs if name]
        if names and all(name in sized and name not in kept for name in names):
            found.add(node.index)
            sized.update(node.inputs)
        elif node.index in sizes:
            sized.update(node.inputs)
        else:
            kept.update(reads(node))
    return frozenset(found)


def _is_folded(node: Node, scopes: Sequence[Mapping[str, Fact | None]]) -> bool:
    """Whether it is an If on a stored condition, whose branch takes its place."""
    if node.op_type != "If" or node.domain or not node.inputs:
        return False
    fact = next((scope[node.inputs[0]] for scope in scopes if node.inputs[0] in scope), None)
    return isinstance(fact, TensorFact) and fact.elements is not None and fact.elements.stored


def _strings(operation: Operation) -> list[str]:
    """``approximate:tanh`` for each attribute that is a string."""
    return [
        f"{name}:{attribute.value.decode('utf-8', 'replace')}"
        for name, attribute in operation.attributes.items()
        if isinstance(attribute.value, bytes)
    ]


def _type(fact: Fact | None) -> InputType:
    if isinstance(fact, TensorFact):
        return fact.elem_type or None
    return None if fact is None else type_key(fact)


def _seen(name: str, scopes: Sequence[Mapping[str, Fact | None]]) -> InputType:
    if not name:
        return ABSENT
    for scope in scopes:
        if name in scope:
            fact = scope[name]
            return ABSENT if fact is None else _type(fact)
    return None


def _is_arithmetic(node: Node, facts: Mapping[str, Fact | None], outputs: Sequence[InputType]) -> bool:
    """Whether all outputs are integers or booleans of rank 0 or 1, like sizes and indices."""
    for name, key in zip(node.outputs, outputs, strict=True):
        if not name:
            continue
        fact = facts.get(name)
        if key not in _SMALL_TYPES or not isinstance(fact, TensorFact):
            return False
        if fact.shape is None or len(fact.shape) > 1:
            return False
    return True


class _Conditions:
    """Which Ifs the runtime may decide at load, and then drop a branch."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.makers: dict[str, Node] | None = None
        self.answers: dict[int, bool] = {}

    def may_be_constant(self, place: Place, at: int) -> bool:
        """Whether the body at this step of a path is a branch that may be dropped."""
        node = place[at].node
        if node.op_type != "If" or node.domain or place[at].body.startswith("fn:"):
            return False
        if at:
            return True  # inside a body or function: unknown
        answer = self.answers.get(node.index)
        if answer is None:
            answer = self.answers[node.index] = not self._varies(node.inputs[0] if node.inputs else "")
        return answer

    def _varies(self, name: str) -> bool:
        """Whether the value certainly depends on the contents of an input of the graph."""
        if self.makers is None:
            self.makers = producers(self.graph)
        given = {v.name for v in self.graph.inputs if v.name not in self.graph.initializers}
        waiting, seen = [name], {name}
        while waiting:
            name = waiting.pop()
            if name in given:
                return True
            maker = self.makers.get(name)
            # Sizes may be fixed and then constant-folded.
            if maker is None or maker.op_type in _SIZES:
                continue
            fresh = [n for n in maker.inputs if n and n not in seen]
            seen.update(fresh)
            waiting.extend(fresh)
        return False
