"""Where the values of a graph or a body come from, as far as what is stored tells."""

from __future__ import annotations

from shapeinfer.dims.budget import spend
from shapeinfer.engine.loader.seen import counts, cuts
from shapeinfer.facts.elem_type import INT32, INT64
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import output_names, producers, reads
from shapeinfer.model.structure import Graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Set

    from shapeinfer.engine.place import Place
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Node

    GraphOf = Callable[[Place], Graph | None]

# Nodes that make of a list the same list.
_SAME = frozenset(("Identity", "Cast"))
# The second input of these with which the first stays as it is; of two of them it may also be the first.
_NEUTRAL = {"Add": 0, "Sub": 0, "Mul": 1, "Div": 1}
_BOTH_SIDES = ("Add", "Mul")
# Operators whose first input may be a list of sizes.
_OF_LISTS = frozenset(("ConstantOfShape", "Range"))
# How many nodes are looked at on the way from a size to where it comes from.
_MOST_STEPS = 64


class WaysOf:
    """The ways of the values of each graph of a model, whose main graph is ``graph``. ``graph_of``: the graph
    in which the last node of a place stands; ``overridable``: stored values that callers may replace."""

    def __init__(self, graph: Graph, graph_of: GraphOf, overridable: Set[str] = frozenset()) -> None:
        self.graph = graph
        self.graph_of = graph_of
        self.overridable = overridable
        self._found: dict[int, Ways] = {}  # by the identity of the graph, which the model keeps

    def at(self, place: Place, graph: Graph) -> Ways:
        """The ways of values in this graph, in which the last node of the path stands."""
        ways = self._found.get(id(graph))
        if ways is None:
            above = self.graph_of(place[:-1]) if len(place) > 1 else None
            around = self.at(place[:-1], above) if above is not None else None
            ways = self._found[id(graph)] = Ways(graph, self, around)
        return ways


class Ways:
    """Where the values of one graph come from, and who reads them. ``around``: the same of the graph around
    this one, a body."""

    def __init__(self, graph: Graph, owner: WaysOf, around: Ways | None) -> None:
        is_main = graph is owner.graph
        self.around = around
        self.nodes = graph.nodes
        self.makers = producers(graph)
        self.readers: dict[str, int] = {}
        read = [name for node in graph.nodes for name in reads(node)]
        for name in (*read, *output_names(graph)):
            self.readers[name] = self.readers.get(name, 0) + 1
        self.initializers = set(graph.initializers) - (owner.overridable if is_main else set())
        self.inputs = {value.name for value in graph.inputs}
        self._inferred: set[str] | None = None
        self._whole: set[str] = set()
        self._reader_of: dict[str, Node] | None = None

    def only_reader(self, name: str) -> Node | None:
        """The node that reads the value, if there is one reader; a graph that returns it is one too."""
        if self.readers.get(name) != 1:
            return None
        if self._reader_of is None:
            spend(len(self.nodes))
            self._reader_of = {read: node for node in self.nodes for read in reads(node)}
        return self._reader_of.get(name)

    def is_outside(self, name: str) -> bool:
        """Whether it is a value of a graph around this one."""
        is_own = name in self.inputs or name in self.makers or name in self.initializers
        return self.around is not None and not is_own

    def joined(self, name: str, known: Callable[[], Mapping[str, Fact]]) -> tuple[str, ...]:
        """The lists that a Concat joins to this one, which nothing else reads, also before arithmetic that
        changes nothing; () if it is not made so. ``known`` gives the facts, where there is arithmetic."""
        for _ in range(_MOST_STEPS):
            node = self._maker(name, alone=True)
            if node is None or node.op_type == "Concat":
                return () if node is None else node.inputs
            kept = self._kept(node, known()) if node.op_type in _NEUTRAL else None
            if kept is None:
                break
            name = kept
        return ()

    def is_stored(self, name: str, facts: Mapping[str, Fact], *, perhaps: bool = False) -> bool:
        """Whether a value may be computed at load: from what is stored, and from shapes of numbers alone;
        with ``perhaps`` also from shapes of which ``facts`` tell nothing."""
        return self.told_at_load(name, facts, perhaps=perhaps) is not False

    def told_at_load(self, name: str, facts: Mapping[str, Fact], *, perhaps: bool = False) -> bool | None:
        """The same; None if a loader may not know one of these shapes, because it does not see a list that
        tells it."""
        is_sure = True
        waiting, looked = [name], set[str]()
        while waiting:
            name = waiting.pop()
            if name in looked or name in self.initializers:
                continue
            looked.add(name)
            spend(1)
            node = self.makers.get(name)
            if self.is_outside(name):
                assert self.around is not None  # else nothing is outside
                told = self.around.told_at_load(name, facts, perhaps=perhaps)
                if told is False:
                    return False
                is_sure = is_sure and told is True
                continue
            if node is None or len(looked) > _MOST_STEPS:
                return False
            if node.op_type != "Shape":
                waiting.extend(reads(node))
                continue
            fact = facts.get(node.inputs[0]) if node.inputs else None
            if fact is None and perhaps:
                continue
            if not isinstance(fact, TensorFact) or fact.static_shape() is None:
                return False
            is_sure = is_sure and self.is_inferred(node.inputs[0], facts, whole=True)
        return True if is_sure else None

    def is_computed(self, name: str, facts: Mapping[str, Fact]) -> bool:
        """Whether only a run surely knows the contents of a value: it is made of an input's, or of a shape
        with open sizes."""
        waiting, looked = [name], set[str]()
        while waiting and len(looked) < _MOST_STEPS:
            name = waiting.pop()
            if name in looked or name in self.initializers:
                continue
            looked.add(name)
            spend(1)
            node = self.makers.get(name)
            if node is None:
                if name in self.inputs:
                    return True
            elif node.op_type not in ("Shape", "Size"):
                waiting.extend(reads(node))
            elif _has_open(facts.get(name)):
                return True
        return False

    def is_inferred(self, name: str, facts: Mapping[str, Fact], *, whole: bool = False) -> bool:
        """Whether a loader surely sees all lists that tell sizes on the way to a value; ``whole``: and infers
        all numbers among its sizes that we know."""
        if self._inferred is None:
            # While they are filled, a list may ask for the shape of a value before it.
            found = self._inferred = {"", *self.inputs, *self.initializers}
            known = self._whole = set(found)
            for node in self.nodes:
                spend(1)
                if node.has_bodies or not all(self._is_in(read, found, facts) for read in node.inputs):
                    continue
                told = node.inputs if node.op_type in _OF_LISTS else node.inputs[1:]
                if all(self.told_at_load(read, facts) for read in told if _is_list(facts.get(read))):
                    found.update(node.outputs)
                    if all(self._is_in(read, known, facts, whole=True) for read in node.inputs):
                        known.update(() if _tells_more(node, facts) else node.outputs)
        return self._is_in(name, self._whole if whole else self._inferred, facts, whole=whole)

    def _is_in(self, name: str, known: Set[str], facts: Mapping[str, Fact], *, whole: bool = False) -> bool:
        """Whether it is one of these values of this graph, or inferred around it."""
        if not self.is_outside(name):
            return name in known
        assert self.around is not None  # else nothing is outside
        return self.around.is_inferred(name, facts, whole=whole)

    def index_of_dim(self, name: str, facts: Mapping[str, Fact]) -> str | None:
        """If it is a dim of a value, as exporters take it: the name of the axis, which a Gather takes. What
        is stored outside is not found. ``facts`` tell which sums and products change nothing."""
        index = None
        for op_type in ("Unsqueeze", "Gather", "Shape"):
            node = self._changing(name, facts)
            if (
                node is None
                or node.op_type != op_type
                or len(node.inputs) < (2 if op_type == "Gather" else 1)
            ):
                return None
            if any(map(self.is_outside, node.inputs[1:])):
                return None
            if op_type == "Gather":
                index = node.inputs[1]
            name = node.inputs[0]
        return index

    def _changing(self, name: str, facts: Mapping[str, Fact]) -> Node | None:
        """The node that makes the value, before nodes and arithmetic that leave a number as it is."""
        for _ in range(_MOST_STEPS):
            node = self._maker(name)
            kept = None if node is None else self._kept(node, facts)
            if kept is None:
                return node
            name = kept
        return None

    def _kept(self, node: Node, facts: Mapping[str, Fact]) -> str | None:
        """The input that such arithmetic gives back; None if it changes it."""
        if node.op_type not in _NEUTRAL or len(node.inputs) != 2:
            return None
        ways = [node.inputs, node.inputs[::-1]] if node.op_type in _BOTH_SIDES else [node.inputs]
        for kept, other in ways:
            maker = self.makers.get(other)
            is_stored = other in self.initializers or (maker is not None and maker.op_type == "Constant")
            fact = facts.get(other) if is_stored else None
            if isinstance(fact, TensorFact) and fact.as_ints() == (_NEUTRAL[node.op_type],):
                return kept
        return None

    def _maker(self, name: str, *, alone: bool = False) -> Node | None:
        """The node that makes the value, before nodes that leave a list as it is; ``alone``: if there is one
        reader of each value on the way."""
        for _ in range(_MOST_STEPS):
            spend(1)
            node = None if alone and self.readers.get(name) != 1 else self.makers.get(name)
            if node is None or node.op_type not in _SAME or not node.inputs:
                return node
            name = node.inputs[0]
        return None


def _has_open(fact: Fact | None) -> bool:
    """Whether an entry of a list follows from named sizes alone, and is no number."""
    dims = fact.as_dims() if isinstance(fact, TensorFact) else None
    return any(dim.value is None and all(symbol.named for symbol in dim.symbols()) for dim in dims or ())


def _is_list(fact: Fact | None) -> bool:
    """Whether it may be a list of sizes."""
    return isinstance(fact, TensorFact) and fact.elem_type in (INT32, INT64) and fact.rank in (None, 0, 1)


def _tells_more(node: Node, facts: Mapping[str, Fact]) -> bool:
    """Whether we know numbers of what the node makes that a loader does not infer."""
    made = facts.get(node.outputs[0]) if node.outputs else None
    data = facts.get(node.inputs[0]) if node.inputs else None
    return made is not None and (cuts(node, data, made) or counts(node, made))
