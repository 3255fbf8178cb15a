"""Reshapes in a row, of which ONNX Runtime runs one.

With the optimizations that users have by default, a Reshape, and the Reshapes, Squeezes and Unsqueezes
behind it, of which each reads only the one before, become one Reshape to the shape that the last of them
makes, if that is known at load. So what goes into the first must have as many elements as that shape holds.
What those between make, and the lists of all, also one with an empty name, are looked at without
optimizations alone. No loader compares the numbers of elements, and it reads lists that are stored whatever
their rank.
"""

from __future__ import annotations

from shapeinfer.codes import RESHAPE_ELEMENT_COUNT, RESHAPE_TARGET, SQUEEZE_SIZE, WRONG_RANK
from shapeinfer.dims import const, product
from shapeinfer.dims.budget import spend
from shapeinfer.dims.proofs import REFUTED, UNKNOWN
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import claims_of, output_names, producers, reads
from shapeinfer.rule.call import EMPTY_NAME
from shapeinfer.rule.requirement import Finding, Requirement, all_of, any_of, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from shapeinfer.dims import Dim
    from shapeinfer.engine.optimized.spared import Loaded
    from shapeinfer.engine.place import Place
    from shapeinfer.facts.fact import Shape
    from shapeinfer.model.structure import Graph, Node, Value

# What a kernel refuses and no loader: numbers of elements, axes of open sizes, and lists of another rank.
_CODES = (RESHAPE_ELEMENT_COUNT, RESHAPE_TARGET, SQUEEZE_SIZE, WRONG_RANK)
_RESHAPING = frozenset(("Reshape", "Squeeze", "Unsqueeze"))
# They and nodes that are left out, and nodes that are computed at load.
_IN_ROWS = _RESHAPING | {"Identity", "Cast"}
_COMPUTED = frozenset(("Shape", "Size"))
# How many nodes of a row are looked at on either side.
_MOST_STEPS = 64
_MESSAGE = "target shape {target} holds {held} elements, data has {count}; data is {data}"


class Contiguous:
    """Changes what is reported of such Reshapes. ``graph_of``: the graph or body of a place;
    ``at_load`` and ``here``: what is known at load, and of the sizes that were given."""

    def __init__(self, graph_of: Callable[[Place], Graph | None], at_load: Loaded, here: Loaded) -> None:
        self.graph_of = graph_of
        self.at_load = at_load
        self.here = here
        self._rows: dict[int, _Rows] = {}  # by the identity of the graph, which the model keeps

    def changed(
        self, found: list[Placed[Finding]], stated: list[Placed[Requirement]]
    ) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
        """The findings and requirements, as runs with the usual optimizations meet them."""
        findings, requirements = [], []
        for finding in found:
            is_of_kernel = finding.item.is_refusal and not finding.item.at_load
            need = self._demand(finding) if is_of_kernel else None
            if need is not None and need.condition.verdict() is not REFUTED:
                requirements += _stated(need, finding)
                finding = finding.holding(finding.item.softened())
            findings.append(finding)
        for requirement in stated:
            item = requirement.item
            need = None if item.premise else self._demand(requirement)
            if need is not None:
                requirements += _stated(need, requirement)
                requirement = requirement.holding(item.as_premise())
            requirements.append(requirement)
        return findings, requirements

    def _demand(self, placed: Placed[Finding] | Placed[Requirement]) -> Requirement | None:
        """What is demanded of what goes into the row that this is about, which is nothing where its shape is
        not known; None if it stands in none."""
        is_passed_over = placed.item.code in _CODES or placed.item.message == EMPTY_NAME
        if not is_passed_over or not placed.place:
            return None
        graph = self.graph_of(placed.place)
        node = placed.place[-1].node
        if graph is None or node.op_type not in _RESHAPING:
            return None
        if placed.item.code is SQUEEZE_SIZE and self._is_loaded(node, placed.place):
            return None
        rows = self._rows.get(id(graph))
        if rows is None:
            rows = self._rows[id(graph)] = _Rows(graph)
        row = rows.ends(node)
        if row is None:
            return None
        inferred, declared = self._shapes(row[1], placed.place, rows.claims)
        if inferred is not None and declared is not None and _contradict(inferred, declared):
            # A loader that infers fewer sizes than we do may take what is declared.
            return Requirement(all_of(), RESHAPE_ELEMENT_COUNT, _MESSAGE, ())
        made = self._made(row[1], placed.place, inferred, declared)
        if made is None:
            return None
        held = product(made)
        data = self.here.fact(_data_of(row[0]), placed.place)
        if not isinstance(data, TensorFact) or data.shape is None:
            return Requirement(all_of(), RESHAPE_ELEMENT_COUNT, _MESSAGE, ())
        count: Dim = product(data.shape)
        args = (("target", made), ("held", held), ("count", count), ("data", data))
        need = equal(held, count)
        if declared is not None and not _are_numbers(inferred or ()) and isinstance(placed.item, Requirement):
            # Runs without optimizations do not look at what is declared.
            need = any_of(placed.item.condition, need)
        return Requirement(need, RESHAPE_ELEMENT_COUNT, _MESSAGE, args)

    def _is_loaded(self, node: Node, place: Place) -> bool:
        """Whether a loader knows all sizes of what the node reshapes."""
        data = self.at_load.fact(_data_of(node), place)
        return isinstance(data, TensorFact) and data.shape is not None and _are_numbers(data.shape)

    def _shapes(
        self, node: Node, place: Place, claims: Mapping[str, Value]
    ) -> tuple[Shape | None, Sequence[int | str | None] | None]:
        """The shape that is inferred at load of what a node makes, and the one of as many axes that is
        declared."""
        name = node.outputs[0] if node.outputs else ""
        fact = self.at_load.fact(name, place)
        shape = fact.shape if isinstance(fact, TensorFact) else None
        dims = claims[name].dims if name in claims else None
        is_same_rank = shape is not None and dims is not None and len(dims) == len(shape)
        return shape, dims if is_same_rank else None

    def _made(
        self,
        node: Node,
        place: Place,
        shape: Shape | None,
        declared: Sequence[int | str | None] | None,
    ) -> Shape | None:
        """The shape that a node makes if all its sizes are numbers at load, which may be declared, also where
        something is wrong."""
        if shape is not None and declared is not None:
            shape = tuple(
                const(said) if size.value is None and isinstance(said, int) and said >= 0 else size
                for size, said in zip(shape, declared, strict=True)
            )
        if shape is not None and _are_numbers(shape):
            return shape
        if node.op_type != "Reshape" or len(node.inputs) < 2:
            return None
        target = self.at_load.fact(node.inputs[1], place)
        sizes = target.as_ints() if isinstance(target, TensorFact) else None
        return tuple(map(const, sizes)) if sizes is not None and all(size > 0 for size in sizes) else None


def _contradict(inferred: Shape, declared: Sequence[int | str | None]) -> bool:
    """Whether a size is declared and another is inferred."""
    pairs = zip(inferred, declared, strict=True)
    return any(size.value not in (None, said) for size, said in pairs if isinstance(said, int))


def _are_numbers(shape: Shape) -> bool:
    return all(size.value is not None for size in shape)


def _stated(need: Requirement, of: Placed[Finding] | Placed[Requirement]) -> list[Placed[Requirement]]:
    if need.condition.verdict() is not UNKNOWN:
        return []
    return [Placed(need, of.place, guarded=of.guarded, claimed=of.claimed)]


class _Rows:
    """The rows of one graph."""

    def __init__(self, graph: Graph) -> None:
        self._makers = producers(graph)
        self._readers: dict[str, list[Node]] = {}
        for node in graph.nodes:
            if node.op_type not in _COMPUTED:
                for name in reads(node):
                    self._readers.setdefault(name, []).append(node)
        self._given = frozenset(output_names(graph))
        self.claims = claims_of(graph)

    def ends(self, node: Node) -> tuple[Node, Node] | None:
        """The first and the last node of the row that a node stands in, None if it stands in none."""
        spend(1)
        first = next((n for n in reversed(_along(node, self._maker)) if n.op_type == "Reshape"), None)
        last = next(n for n in reversed(_along(node, self._reader)) if n.op_type in _RESHAPING)
        return None if first is None or first is last else (first, last)

    def _maker(self, node: Node) -> Node | None:
        """The node that makes what this one reshapes, if both may stand in a row."""
        maker = self._makers.get(_data_of(node))
        return maker if maker is not None and self._reader(maker) is node else None

    def _reader(self, node: Node) -> Node | None:
        """The node that alone reads what this one makes, if both may stand in a row."""
        if node.domain or node.op_type not in _IN_ROWS or not node.outputs:
            return None
        name = node.outputs[0]
        readers = self._readers.get(name, [])
        if name in self._given or len(readers) != 1:
            return None
        reader = readers[0]
        may_follow = not reader.domain and reader.op_type in _IN_ROWS and _data_of(reader) == name
        return reader if may_follow else None


def _along(node: Node, step: Callable[[Node], Node | None]) -> list[Node]:
    """The node, and those that the steps lead to, one behind the other."""
    found = [node]
    while len(found) <= _MOST_STEPS and (at := step(found[-1])) is not None:
        found.append(at)
    return found


def _data_of(node: Node) -> str:
    """The name of the first input, "" if there is none."""
    return node.inputs[0] if node.inputs else ""
