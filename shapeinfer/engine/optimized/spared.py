"""Nodes that ONNX Runtime leaves out because only the shape of what they make is read, and known at load.

With the optimizations that users have by default it computes a Shape of numbers at load, and drops the nodes
before it whose outputs nothing else reads. A Cast of which only the shape is read it leaves out in any case,
for the Shape reads what is cast. So what such a node demands is demanded without optimizations alone: it is a
premise, and what is wrong about the node a warning. What a loader refuses stays an error.
"""

from __future__ import annotations

from shapeinfer.codes import ERROR
from shapeinfer.dims import REFUTED_REASON
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact, rank_of
from shapeinfer.model.graph import output_names, producers, reads, scanned_count
from shapeinfer.model.structure import Graph
from shapeinfer.rule.empty import INFERRED, RELEASES
from shapeinfer.rule.requirement import Finding, Requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Run, Visit
    from shapeinfer.model.structure import Node, Value

    Path = tuple[tuple[int, str], ...]
    Spared = tuple[tuple[int, str] | int, ...]

# Operators that cut an axis, and this one: of an axis of open size a loader does not know what is left.
_CUTTING = {"Split": 0, "TopK": -1}
# Operators whose other inputs tell what becomes of the shape of the first.
_RESHAPED = frozenset(("Reshape", "Slice", "Squeeze", "Unsqueeze"))
# Operators of whose inputs a loader needs the shapes only, beside those that it is blind without.
_BY_SHAPES = frozenset(("Add", "Concat", "Div", "Gather", "Max", "Min", "Mod", "Mul", "Pow", "Sub", "Where"))
# Operators whose second input lists sizes.
_TOLD_BY_LISTS = frozenset(("Expand", "Reshape"))
# Operators of which no loader tells all sizes, for they count what they find, or what a sequence holds.
_COUNTING = frozenset(("Compress", "ConcatFromSequence", "NonMaxSuppression", "NonZero", "Unique"))
# Operators that fail without an axis to pool, of which a loader tells the sizes that go in then.
_POOLING_ALL = frozenset(("GlobalAveragePool", "GlobalLpPool", "GlobalMaxPool"))
# Why sizes are open to us that a loader may know.
_MAY_BE_KNOWN = frozenset((INFERRED, REFUTED_REASON, RELEASES))
# Which input of a GroupQueryAttention it is.
_PAST_KEY = 3
# Nodes that may change nothing, and those of which others read no more than the shape.
_CHANGING_NOTHING = frozenset(("Add", "Cast", "Div", "Dropout", "Expand", "Identity", "Mul", "Slice", "Sub"))
_NO_READERS = _CHANGING_NOTHING | {"Shape"}


def spared_nodes(
    graph: Graph,
    places: Iterable[Place],
    graph_of: Callable[[Place], Graph | None],
    loaded: Loaded,
) -> frozenset[Spared]:
    """Such nodes in the graph and in bodies, by the path of these and their index, of which anything is said
    at one of these ``places``. ``graph_of`` gives the graph in which the last node of a path stands.
    ``loaded`` tells what is known at load, asked only where there are such nodes if all sizes are numbers."""
    reported: dict[Path, tuple[Place, set[int]]] = {}
    for place in places:
        for inner in _within(place):
            reported.setdefault(path_of(inner[:-1]), (inner, set()))[1].add(inner[-1].node.index)
    found: set[Spared] = set()
    for path, (place, nodes) in reported.items():
        body = graph_of(place) if path else graph
        if body is not None:
            forgets = bool(path) and place[-2].node.op_type == "Loop"
            spared = _spared(body, nodes, loaded, path, forgets=forgets)
            found.update((*path, index) for index in spared)
    return frozenset(found)


def _within(place: Place) -> Iterator[Place]:
    """The place, and the nodes around it."""
    for at in range(len(place)):
        yield place[: at + 1]


def _spared(graph: Graph, reported: Set[int], loaded: Loaded, path: Path, *, forgets: bool) -> frozenset[int]:
    """The indices of such nodes of a graph, or of a body with its ``path``. ``forgets``: it is the body of a
    Loop, and a loader knows of the states what is declared."""
    ends = _shaped(graph)
    if not ends:
        return frozenset()
    remaining = _remaining(graph)
    ends.difference_update(*[reads(node) for node in remaining if node.operation.op_type != "Shape"])
    if not ends or reported.isdisjoint(_unread(graph, remaining, lambda _: True)):
        return frozenset()
    from shapeinfer.engine.bodies.mistaken import behind_declared_bodies, following  # rarely needed

    facts, failed = loaded.of(path)
    # Numbers that the body of a Scan or a Loop declares tell a loader sizes that are open to us.
    declared = behind_declared_bodies(graph) | following(graph, _declared_by_scans(graph, facts))
    wrong = [name for node in graph.nodes if node.index in failed for name in node.outputs]
    behind = following(graph, wrong) if wrong else frozenset()
    forgotten = _behind_forgotten(graph, loaded, path) if forgets else frozenset()
    declared |= _copied(graph, facts) | _without_past(graph, facts)
    unknown = _uninferred(graph, facts)
    if failed:
        unknown |= _failed_by_contents(graph, failed, facts, lambda name: loaded.at(name, path))

    def is_told(name: str) -> bool:
        if name in unknown:
            return False
        if name in declared or (name in behind and not _is_open(facts.get(name))):
            return True
        return name not in forgotten and _may_be_static(facts.get(name))

    casts = _recast(graph, remaining)
    return casts | _unread(graph, remaining, is_told) if any(map(is_told, ends)) else casts


def _behind_forgotten(graph: Graph, loaded: Loaded, path: Path) -> Set[str]:
    """The values of a Loop's body that follow from states of which a loader knows less than we do, but for
    those of which it knows the shape all the same: ``x[0]`` of a list is a scalar, however long that is."""
    from shapeinfer.engine.bodies.mistaken import following
    from shapeinfer.engine.loader.blind import BLIND

    facts, _ = loaded.of(path)
    behind = following(graph, _forgotten_inputs(graph, facts))
    known: set[str] = set()
    # Of these it knows how many axes there are.
    ranked = {value.name for value in graph.inputs if value.dims is not None}

    def sees(names: Iterable[str]) -> bool:
        return all(name not in behind or name in known for name in names)

    for node in graph.nodes if behind else ():
        op_type = "" if node.domain else node.op_type
        data, lists = node.inputs[0] if node.inputs else "", node.inputs[1:]
        if op_type == "Shape":
            is_known, is_ranked = data in ranked, True
        elif op_type == "Scan":
            is_known, is_ranked = False, True  # its body may tell a rank, whatever goes in
        elif op_type == "Expand":
            is_ranked = sees(lists) and (data in ranked or sees((data,)))
            is_known = is_ranked and (
                all(_tells_all_sizes(facts.get(name)) for name in lists)
                or (sees((data,)) and _keeps_all_sizes(*(loaded.at(name, path) for name in node.inputs[:2])))
            )
        elif op_type == "Gather" and data in ranked and rank_of(facts.get(data)) == 1:
            is_known = is_ranked = sees(lists)
        elif op_type in _RESHAPED:
            is_known = is_ranked = sees((data,)) and behind.isdisjoint(lists)
        else:
            is_known = is_ranked = (op_type in BLIND or op_type in _BY_SHAPES) and sees(reads(node))
        known.update(node.outputs if is_known else ())
        ranked.update(node.outputs if is_ranked else ())
    return behind - known


def _tells_all_sizes(target: Fact | None) -> bool:
    """Whether an Expand to it has these sizes, whatever those of the input are: none is 1."""
    sizes = target.as_ints() if isinstance(target, TensorFact) else None
    return sizes is not None and 1 not in sizes


def _keeps_all_sizes(data: Fact | None, target: Fact | None) -> bool:
    """Whether an Expand makes the sizes of its input, whatever the target holds: it has no more axes, and no
    size beside it is 1."""
    sizes = data.static_shape() if isinstance(data, TensorFact) else None
    counts = target.static_shape() if isinstance(target, TensorFact) else None
    if sizes is None or not counts:
        return False
    before = len(sizes) - counts[0]
    return before >= 0 and 1 not in sizes[before:]


def _forgotten_inputs(graph: Graph, facts: Mapping[str, Fact]) -> set[str]:
    """The inputs of a Loop's body of which a loader does not know all the numbers that we know."""
    from shapeinfer.engine.bodies.enforced import forgotten
    from shapeinfer.engine.bodies.mistaken import LOOP_SCALARS

    scalars = {value.name for value in graph.inputs[:LOOP_SCALARS]}
    found = forgotten(graph.inputs, [facts.get(value.name) for value in graph.inputs])
    return {v.name for v in graph.inputs if v.name in scalars | found and not _is_static(v)}


class Loaded:
    """What is known at load of the main graph, by the path (), and of the bodies: the facts of their values,
    and which of their nodes have errors, behind which a loader may infer a shape where we know none.

    ``at_load`` makes the run at load; of any other run it is what that one knows."""

    def __init__(self, at_load: Callable[[], Run]) -> None:
        self._at_load = at_load
        self._run: Run | None = None
        self._visits: dict[int, Visit] = {}
        self._wrong: dict[Path, set[int]] = {}
        self._joined: dict[Path, Mapping[str, Fact]] = {}

    def of(self, path: Path) -> tuple[Mapping[str, Fact], Set[int]]:
        """The facts, and the indices of nodes with errors. The run at load is asked for here."""
        if self._run is None:
            self._read(self._at_load())
            assert self._run is not None  # it was just read
        facts: Mapping[str, Fact] = self._run.facts
        calls = self._run.calls
        for step in path:
            visit = self._visits.get(calls.get(step, 0))
            if visit is None:
                return {}, frozenset()
            facts, calls = visit.unrenamed, visit.calls
        return facts, self._wrong.get(path, frozenset())

    def fact(self, name: str, place: Place) -> Fact | None:
        """The fact of a value that the last node of the path reads, of its graph or of one around it."""
        return self.at(name, path_of(place[:-1]))

    def at(self, name: str, path: Path) -> Fact | None:
        """The fact of a value of the body with this path, or of a graph around it."""
        for end in reversed(range(len(path) + 1)):
            facts, _ = self.of(path[:end])
            if name in facts:
                return facts[name]
        return None

    def all_of(self, path: Path) -> Mapping[str, Fact]:
        """The facts of the values of the body with this path, and of the graphs around it. They are joined
        once for each path."""
        facts, _ = self.of(path)
        if not path:
            return facts
        if path not in self._joined:
            self._joined[path] = {**self.all_of(path[:-1]), **facts}
        return self._joined[path]

    def _read(self, run: Run) -> None:
        self._run = run
        self._visits = run.visits_by_key()
        for placed in run.findings:
            if placed.item.code.severity == ERROR:
                for inner in _within(placed.place):
                    self._wrong.setdefault(path_of(inner[:-1]), set()).add(inner[-1].node.index)


def graph_at(place: Place, graph: Graph) -> Graph | None:
    """The graph or body that the last node of the path stands in, which begins in ``graph``; None for what
    stands in a call that was not inlined."""
    found: Graph | None = graph
    for step in place[:-1]:
        if found is not None:
            found = dict(step.node.bodies()).get(step.body)
    return found


def path_of(place: Place) -> Path:
    """The nodes on a path by their indices, with the bodies in which it continues."""
    return tuple((step.node.index, step.body) for step in place)


def _unread(graph: Graph, remaining: Sequence[Node], is_static: Callable[[str], bool]) -> frozenset[int]:
    """The indices of the nodes whose outputs nothing reads but for shapes that are numbers."""
    readers = _readers(remaining, is_static)
    kept = set(output_names(graph))
    read = {name for node in remaining for name in reads(node)}
    found: set[int] = set()
    for node in reversed(graph.nodes):
        names = [name for name in node.outputs if name]
        if (
            not read.isdisjoint(names)
            and kept.isdisjoint(names)
            and all(readers.get(name, set()) <= found for name in names)
        ):
            found.add(node.index)
    return frozenset(found)


def _readers(remaining: Iterable[Node], is_static: Callable[[str], bool]) -> dict[str, set[int]]:
    """Who reads each value, by their indices, but for Shapes of what is static."""
    readers: dict[str, set[int]] = {}
    for node in remaining:
        for name in reads(node):
            if node.op_type != "Shape" or not is_static(name):
                readers.setdefault(name, set()).add(node.index)
    return readers


def _recast(graph: Graph, remaining: Iterable[Node]) -> frozenset[int]:
    """The indices of Casts, and of Identities between them, of which only the shape is read."""
    readers = _readers(remaining, lambda _: True)
    kept = set(output_names(graph))
    read = {name for node in graph.nodes for name in node.inputs}
    found: set[int] = set()
    for node in reversed(graph.nodes):
        if node.op_type not in ("Cast", "Identity") or node.domain:
            continue
        if all(n in read and n not in kept and readers.get(n, set()) <= found for n in node.outputs):
            found.add(node.index)
    return frozenset(found)


def without(
    found: list[Placed[Finding]], stated: list[Placed[Requirement]], spared: Set[Spared]
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements of a run, with those about spared nodes as no run with the usual
    optimizations meets them."""

    def is_spared(placed: Placed[Finding] | Placed[Requirement]) -> bool:
        around = _within(placed.place)
        return any((*path_of(inner[:-1]), inner[-1].node.index) in spared for inner in around)

    return weakened(found, stated, is_spared)


def weakened(
    found: list[Placed[Finding]],
    stated: list[Placed[Requirement]],
    is_avoided: Callable[[Placed[Finding] | Placed[Requirement]], bool],
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements, with those that some runs do not meet as warnings, unless a loader finds
    them, and premises."""
    findings = [
        placed.holding(placed.item.softened()) if is_avoided(placed) and not placed.item.at_load else placed
        for placed in found
    ]
    requirements = []
    for requirement in stated:
        need = requirement.item
        if is_avoided(requirement):
            need = need.as_premise()
        requirements.append(requirement.holding(need))
    return findings, requirements


def _shaped(graph: Graph) -> set[str]:
    """The values that nodes make and of which a Shape reads, and nothing else but nodes that may change
    nothing."""
    found = {name for node in graph.nodes if node.operation.op_type == "Shape" for name in node.inputs}
    if not found:
        return found
    found.difference_update(value.name for value in graph.inputs)
    found.difference_update(graph.initializers)
    found.difference_update(output_names(graph))
    read = set().union(*[node.inputs for node in graph.nodes if node.operation.op_type not in _NO_READERS])
    return found - read


def _remaining(graph: Graph) -> Sequence[Node]:
    """The nodes but those that may change nothing and of which nothing reads anything, or they alone: they
    are left out first."""
    readers = dict.fromkeys(output_names(graph), 1)  # how many there are, and one where it is returned
    for node in graph.nodes:
        for name in reads(node):
            readers[name] = readers.get(name, 0) + 1
    makers = producers(graph)

    def is_dead(node: Node) -> bool:
        return node.op_type in _CHANGING_NOTHING and not any(
            readers.get(name) for name in node.outputs if name
        )

    waiting = [node for node in graph.nodes if is_dead(node)]
    dead: set[int] = set()
    while waiting:
        node = waiting.pop()
        dead.add(node.index)
        for name in reads(node):
            readers[name] -= 1
            maker = makers.get(name)
            if maker is not None and not readers[name] and is_dead(maker):
                waiting.append(maker)
    return [node for node in graph.nodes if node.index not in dead] if dead else graph.nodes


def _is_static(value: Value | None) -> bool:
    """Whether all declared sizes are numbers."""
    dims = None if value is None else value.dims
    return dims is not None and all(isinstance(dim, int) for dim in dims)


def _uninferred(graph: Graph, facts: Mapping[str, Fact]) -> set[str]:
    """What nodes make of which a loader infers not all sizes, where these are not declared."""
    from shapeinfer.engine.loader.blind import BLIND  # rarely needed
    from shapeinfer.engine.loader.unranked import LEARNING, NEVER_INFERRED

    found: set[str] = set()
    for node in graph.nodes:
        if node.domain == LEARNING:
            is_unknown = node.op_type in NEVER_INFERRED[LEARNING]
        elif node.op_type in _CUTTING and not node.domain and node.inputs:
            axis = node.attributes.get("axis")
            at = _CUTTING[node.op_type] if axis is None else axis.value
            is_unknown = not _has_number(facts.get(node.inputs[0]), at)
        elif node.op_type in _COUNTING and not node.domain:
            is_unknown = True
        elif node.op_type in _POOLING_ALL and not node.domain:
            given = facts.get(node.inputs[0]) if node.inputs else None
            is_unknown = (rank_of(given) or 3) < 3 and not _may_be_static(given)
        else:
            is_unknown = node.op_type in BLIND and not found.isdisjoint(node.inputs)
        if is_unknown:
            found.update(name for name in node.outputs if not _is_static(graph.value_info.get(name)))
    return found


def _copied(graph: Graph, facts: Mapping[str, Fact]) -> set[str]:
    """What a PRelu makes of sizes that are numbers: a loader copies them, whatever the slope's are."""
    copying = (node for node in graph.nodes if node.op_type == "PRelu" and node.inputs)
    return {name for node in copying if _may_be_static(facts.get(node.inputs[0])) for name in node.outputs}


def _without_past(graph: Graph, facts: Mapping[str, Fact]) -> set[str]:
    """The present keys and values of a GroupQueryAttention whose past has no shape: a loader infers them as
    if there were no past."""
    from shapeinfer.engine.loader.unranked import MICROSOFT  # rarely needed

    found: set[str] = set()
    for node in graph.nodes:
        is_grouped = node.op_type == "GroupQueryAttention" and node.domain == MICROSOFT
        if is_grouped and len(node.inputs) > _PAST_KEY:
            query, key, past = (facts.get(node.inputs[at]) for at in (0, 1, _PAST_KEY))
            if rank_of(past) is None and all(_may_be_static(fact) for fact in (query, key) if fact):
                found.update(node.outputs[1:])
    return found


def _may_be_scalar(node: Node, facts: Mapping[str, Fact]) -> bool:
    """Whether what a node reads first may have no axes: what stands around a body is not known."""
    data = node.inputs[0] if node.inputs else ""
    return data not in facts or rank_of(facts[data]) == 0


def _failed_by_contents(
    graph: Graph, failed: Set[int], facts: Mapping[str, Fact], fact_of: Callable[[str], Fact | None]
) -> set[str]:
    """What nodes with errors make whose sizes contents tell that no loader computes, and what has the same
    sizes, unless it is declared. ``fact_of`` also gives the facts of values around the graph."""
    from shapeinfer.engine.loader.blind import BLIND  # rarely needed
    from shapeinfer.engine.optimized.ways import WaysOf

    ways = WaysOf(graph, lambda _: None).at((), graph)
    found: set[str] = set()
    for node in graph.nodes:
        if node.index not in failed:
            is_unknown = node.op_type in BLIND and not found.isdisjoint(node.inputs)
        elif node.op_type == "Tile":  # one that sees its list refuses it
            is_unknown = not _may_be_scalar(node, facts)  # which gets no axes
        else:
            lists = node.inputs[1:] if node.op_type in _TOLD_BY_LISTS else ()
            is_unknown = any(ways.is_computed(name, facts) for name in lists)
            is_unknown = is_unknown and not (
                node.op_type == "Expand" and _keeps_all_sizes(*map(fact_of, node.inputs[:2]))
            )
        if is_unknown:
            found.update(name for name in node.outputs if name not in graph.value_info)
    return found


def _declared_by_scans(graph: Graph, facts: Mapping[str, Fact]) -> set[str]:
    """What Scans make of which a loader knows all sizes because the body declares them of its outputs."""
    found: set[str] = set()
    for node in graph.nodes:
        body = dict(node.bodies()).get("body") if node.op_type == "Scan" else None
        scanned = scanned_count(node)
        if body is None or scanned is None:
            continue
        states = len(body.inputs) - scanned
        axes = node.attributes.get("scan_output_axes")
        for position, (name, value) in enumerate(zip(node.outputs, body.outputs, strict=False)):
            at = position - states
            listed = axes.value if axes is not None and isinstance(axes.value, tuple) else ()
            axis = listed[at] if 0 <= at < len(listed) else 0
            if _is_static(value) and (at < 0 or _has_number(facts.get(name), axis)):
                found.add(name)
    return found


def _has_number(fact: Fact | None, axis: object) -> bool:
    """Whether the size on this axis is a number."""
    shape = fact.shape if isinstance(fact, TensorFact) else None
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        return False
    return shape[axis].value is not None


def _is_open(fact: Fact | None) -> bool:
    """Whether a size follows from named ones alone, which no loader knows, whatever an error leaves open."""
    shape = fact.shape if isinstance(fact, TensorFact) else None
    return shape is not None and any(
        dim.value is None and all(symbol.named for symbol in dim.symbols()) for dim in shape
    )


def _may_be_static(fact: Fact | None) -> bool:
    """Whether a loader may know all sizes: those that an error leaves open it may, or that what releases
    compute does."""
    shape = fact.shape if isinstance(fact, TensorFact) else None
    return shape is not None and all(
        dim.value is not None or any(symbol.reason in _MAY_BE_KNOWN for symbol in dim.symbols())
        for dim in shape
    )
