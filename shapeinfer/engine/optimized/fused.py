"""Nodes that ONNX Runtime takes into others: Transposes, which it also moves.

With the optimizations that users have by default, a Transpose that swaps the last two axes becomes an
attribute of the MatMul, which swaps the last two of whatever comes in, and nothing of a list. Of one of which
only the shape is read, that of what goes in is read instead, and picked from; and one that another undoes is
left out with it, also if there are nodes between them. One may go too whose axes are left out behind it, or
that changes no order: where ``perm`` names more axes than there are, before a Concat alone (measured with
ONNX Runtime 1.32). Then that it names another number of axes is refused without optimizations alone, unless
a loader refuses it.

A Transpose that another may undo is moved behind a Pad or a Tile between them, for which the entries of its
list are picked: of a longer list, which the kernel refuses, only as many as there are axes. It is also moved
behind a Reduce or a Slice, whose stored axes are written anew: as a vector, whatever their rank was.
"""

from __future__ import annotations

from shapeinfer.codes import LIST_LENGTH, NOT_A_PERMUTATION, WRONG_RANK
from shapeinfer.dims import Dim, const
from shapeinfer.dims.budget import spend
from shapeinfer.dims.proofs import REFUTED, UNKNOWN
from shapeinfer.engine.bodies.mistaken import following
from shapeinfer.engine.loader.blind import BLIND
from shapeinfer.engine.loader.unranked import OF_ITEMS
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import output_names, producers, reads
from shapeinfer.model.structure import Graph
from shapeinfer.rule.empty import is_ranked
from shapeinfer.rule.requirement import Finding, Requirement, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Set

    from shapeinfer.engine.optimized.spared import Loaded
    from shapeinfer.engine.optimized.ways import WaysOf
    from shapeinfer.engine.place import Place
    from shapeinfer.model.structure import Function, Node


_MESSAGE = "the list of a {operator} between Transposes has {length} entries, needed {need} or more"


class Fused:
    """Tells what is reported of such a Transpose, or of a node that one is moved behind. ``graph_of``: the
    graph, body or function of a place; ``loaded``: what is known at load; None where no loader knows the
    rank. ``ways``: where lists come from; None where no loader knows lists."""

    def __init__(
        self,
        graph_of: Callable[[Place], Graph | Function | None],
        loaded: Loaded | None = None,
        ways: WaysOf | None = None,
    ) -> None:
        self.graph_of = graph_of
        self.loaded = loaded
        self.ways = ways
        # By the identity of the graph, which the model keeps.
        self._multiplied: dict[int, set[str]] = {}
        self._behind: dict[int, Set[str]] = {}
        self._misranked: dict[int, Set[str]] = {}
        self._unsure: dict[int, Set[str]] = {}
        self._turned: dict[int, dict[str, list[list[int]]]] = {}  # the axes of the Transposes of a value
        self._before: dict[tuple[int, Callable[[Node], bool]], Set[str]] = {}
        # What is made of a Transpose that may be left out, of which there may be more axes than it names.
        self.unranked: set[str] = set()

    def changed(
        self, found: Iterable[Placed[Finding]], stated: Iterable[Placed[Requirement]]
    ) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
        """The findings and requirements, with those about such a node as warnings and premises."""
        findings, requirements, left_out = [], [], []
        for finding in found:
            may_run = self.may_run(finding)
            if may_run and len(finding.place) == 1 and finding.item.code is NOT_A_PERMUTATION:
                left_out.append(finding.place)
            findings.append(finding.holding(finding.item.softened()) if may_run else finding)
        for requirement in stated:
            need = requirement.item
            enough = None if need.premise else self._picked_from(requirement)
            if enough is not None:
                if enough.condition.verdict() is UNKNOWN:
                    requirements.append(requirement.holding(enough))
                need = need.as_premise()
                requirement = requirement.holding(need)
            requirements.append(requirement)
        graph = self.graph_of(left_out[0]) if left_out else None
        if graph is not None:
            self.unranked |= following(graph, [name for place in left_out for name in place[0].node.outputs])
        return findings, requirements

    def may_run(self, placed: Placed[Finding]) -> bool:
        """Whether what the finding is about may run with optimizations."""
        return self._is_fused(placed) or self._is_listed_anew(placed) or self._picked_from(placed) is not None

    def add_unsure(self, places: Iterable[Place], main: Graph) -> None:
        """Note the values of the main graph that follow from a Transpose of what has no known rank, at one of
        these ``places``, if it changes no order or the next one undoes it, and it may be left out where that
        is not the rank that ``perm`` names. Of others the rank is taken for sure: that of what the next nodes
        make would be lost."""
        found: set[str] = set()
        for place in places:
            graph, axes = self.graph_of(place), _axes_of(place[-1].node)
            if graph is None or not axes:
                continue
            if not _changes_no_order(axes) and not self._is_undone(graph, place[-1].node):
                continue
            if any(self._is_left_out(place, len(axes) + more, axes, graph) for more in (-1, 1)):
                found.update(name for name in place[0].node.outputs if name)
        self.unranked |= following(main, found)

    def _is_undone(self, graph: Graph | Function, node: Node) -> bool:
        """Whether a Transpose of what the node makes gives the axes their order back."""
        turned = self._turned.get(id(graph))
        if turned is None:
            spend(len(graph.nodes))
            turned = self._turned[id(graph)] = {}
            for other in filter(_is_transpose, graph.nodes):
                for name in other.inputs:
                    turned.setdefault(name, []).append(_axes_of(other))
        perm = _axes_of(node)
        back = [perm.index(axis) for axis in range(len(perm)) if axis in perm]
        return bool(back) and any(back in turned.get(name, ()) for name in node.outputs)

    def _is_fused(self, placed: Placed[Finding]) -> bool:
        """Whether the finding is about the number of axes of such a Transpose."""
        rank, axes, graph = self._told(placed)
        return graph is not None and self._is_left_out(placed.place, rank, axes, graph)

    def _is_left_out(self, place: Place, rank: int, axes: list[int], graph: Graph | Function) -> bool:
        """Whether such a Transpose may run where what it reads has this rank, and ``perm`` names others."""
        node, is_ranked_at_load = place[-1].node, self._is_ranked_at_load(place)
        if is_ranked_at_load and max(axes, default=0) >= rank:
            return False  # a loader refuses an axis that is not there
        if rank and _swaps_last(axes):
            multiplied = self._multiplied.get(id(graph))
            if multiplied is None:
                multiplied = self._multiplied[id(graph)] = _only_multiplied(graph)
            if multiplied.issuperset(node.outputs):
                return True
        if not is_ranked_at_load and rank > max(axes, default=0) and _only_shaped(graph, node):
            return True
        if _is_held(graph, node):
            return False
        if self._is_before(graph, node, _is_ordered) or self._is_behind_misranked(place, graph):
            return True
        # Nothing may be left of one behind which axes are left out, or that changes no order.
        stays = _changes_no_order(axes)
        if len(axes) > rank:
            return stays and self._is_before(graph, node, _is_concat)
        return self._is_before(graph, node, _leaves_out) or (
            stays and self._is_before(graph, node, _reads_more)
        )

    def _picked_from(self, placed: Placed[Finding] | Placed[Requirement]) -> Requirement | None:
        """What is left of a demand on the length of a list from which entries may be picked; None without."""
        if placed.item.code is not LIST_LENGTH or not placed.place:
            return None
        node = placed.place[-1].node
        if node.op_type not in ("Pad", "Tile") or len(node.inputs) < 2:
            return None
        args = dict(placed.item.args)
        length, need = args.get("length", args.get("count")), args.get("need", args.get("rank"))
        length, need = (const(n) if isinstance(n, int) else n for n in (length, need))
        graph = self.graph_of(placed.place)
        if graph is None or not isinstance(length, Dim) or not isinstance(need, Dim):
            return None
        enough = at_least(length, need)
        if enough.verdict() is REFUTED or not self._is_behind(graph, node):
            return None
        if not self._is_before(graph, node, _is_transpose) or self._is_list_loaded(placed.place, graph):
            return None
        told = (("operator", node.op_type), ("length", length), ("need", need))
        return Requirement(enough, LIST_LENGTH, _MESSAGE, told)

    def _is_listed_anew(self, placed: Placed[Finding]) -> bool:
        """Whether the finding is about the rank of such axes."""
        if placed.item.code is not WRONG_RANK or dict(placed.item.args).get("name") != "axes":
            return False
        node, graph = placed.place[-1].node, self.graph_of(placed.place)
        if node.op_type != "Slice" and not node.op_type.startswith("Reduce"):
            return False
        if graph is None or not self._is_behind(graph, node):
            return False
        axes = node.inputs[3 if node.op_type == "Slice" else 1]
        return self._told_at_load(axes, placed.place, graph) is not False

    def _is_behind(self, graph: Graph | Function, node: Node) -> bool:
        """Whether what the node reads follows from a Transpose with a ``perm``: one without is not moved."""
        behind = self._behind.get(id(graph))
        if behind is None:
            spend(len(graph.nodes))
            moved = filter(_is_ordered, graph.nodes)
            behind = following(graph, [name for n in moved for name in n.outputs])
            self._behind[id(graph)] = behind
        return node.inputs[0] in behind

    def _is_behind_misranked(self, place: Place, graph: Graph | Function) -> bool:
        """The same of a Transpose whose ``perm`` may name another number of axes than there are. One that
        names all of them is not undone by one that does not."""
        misranked = self._misranked.get(id(graph))
        if misranked is None:
            spend(len(graph.nodes))
            moved = [n for n in graph.nodes if _is_ordered(n) and not self._is_ranked((*place[:-1], Step(n)))]
            misranked = following(graph, [name for n in moved for name in n.outputs])
            self._misranked[id(graph)] = misranked
        return place[-1].node.inputs[0] in misranked

    def _is_ranked(self, place: Place) -> bool:
        """Whether a loader surely knows that a Transpose reads as many axes as its ``perm`` names."""
        node = place[-1].node
        fact = None if self.loaded is None or not node.inputs else self.loaded.fact(node.inputs[0], place)
        is_ranked_so = isinstance(fact, TensorFact) and fact.rank == len(_axes_of(node))
        return is_ranked_so and self._is_ranked_at_load(place)

    def _is_before(self, graph: Graph | Function, node: Node, is_end: Callable[[Node], bool]) -> bool:
        """Whether such a node follows from what the node makes."""
        before = self._before.get((id(graph), is_end))
        if before is None:
            before = self._before[id(graph), is_end] = _before(graph, is_end)
        return not before.isdisjoint(node.outputs)

    def _is_list_loaded(self, place: Place, graph: Graph | Function) -> bool:
        """Whether a loader knows the list, and compares its length."""
        name = place[-1].node.inputs[1]
        fact = None if self.loaded is None else self.loaded.fact(name, place)
        is_known = isinstance(fact, TensorFact) and fact.as_ints() is not None
        return is_known and self._told_at_load(name, place, graph) is True

    def _told_at_load(self, name: str, place: Place, graph: Graph | Function) -> bool | None:
        """Whether a loader computes a list; None if it may not."""
        if self.loaded is None or self.ways is None or not isinstance(graph, Graph):
            return None
        return self.ways.at(place, graph).told_at_load(name, self.loaded.of(())[0])

    def _told(self, placed: Placed[Finding]) -> tuple[int, list[int], Graph | Function | None]:
        """The rank that a finding tells of what a Transpose reads, its ``perm``, and the graph in which it
        stands; None if the finding is about something else."""
        rank = dict(placed.item.args).get("rank")
        if placed.item.code is NOT_A_PERMUTATION and placed.place and isinstance(rank, int):
            axes = _axes_of(placed.place[-1].node)
            if axes:
                return rank, axes, self.graph_of(placed.place)
        return 0, [], None

    def _is_ranked_at_load(self, place: Place) -> bool:
        """Whether a loader surely knows the rank of what the Transpose reads."""
        name, graph = place[-1].node.inputs[0], self.graph_of(place)
        if graph is None or name in self._of_unsure_rank(graph):
            return False
        fact = None if self.loaded is None else self.loaded.fact(name, place)
        return isinstance(fact, TensorFact) and is_ranked(fact)

    def _of_unsure_rank(self, graph: Graph | Function) -> Set[str]:
        """What follows from items of sequences and from bodies, of which a loader may know no rank."""
        known = self._unsure.get(id(graph))
        if known is None:
            spend(len(graph.nodes))
            makers = [node for node in graph.nodes if node.has_bodies or node.op_type in OF_ITEMS]
            known = following(graph, [name for node in makers for name in node.outputs])
            self._unsure[id(graph)] = known
        return known


def _axes_of(node: Node) -> list[int]:
    """The axes that a Transpose names; none where ``perm`` is left out."""
    perm = node.attributes.get("perm") if _is_transpose(node) else None
    values = perm.value if perm is not None and isinstance(perm.value, (tuple, list)) else ()
    return [axis for axis in values if isinstance(axis, int)]


def _only_multiplied(graph: Graph | Function) -> set[str]:
    """The values that MatMuls read, each once, and nothing else does."""
    found = {name for node in graph.nodes if node.op_type == "MatMul" for name in node.inputs}
    found.difference_update(output_names(graph))
    for node in graph.nodes:
        if node.op_type != "MatMul" or len(set(node.inputs)) < len(node.inputs):
            found.difference_update(reads(node))
    return found


# Operators that leave axes out, after which there may be one order only.
_LEAVING_OUT = ("Arg", "Reduce", "Squeeze")


def _is_transpose(node: Node) -> bool:
    return node.op_type == "Transpose"


def _is_ordered(node: Node) -> bool:
    return _is_transpose(node) and "perm" in node.attributes


def _is_concat(node: Node) -> bool:
    return node.op_type == "Concat"


def _leaves_out(node: Node) -> bool:
    return node.op_type.startswith(_LEAVING_OUT)


def _reads_more(node: Node) -> bool:
    return node.op_type not in BLIND


def _before(graph: Graph | Function, is_end: Callable[[Node], bool]) -> Set[str]:
    """The values from which what such a node reads follows, and those that it reads."""
    spend(len(graph.nodes))
    makers = producers(graph)
    found: set[str] = set()
    waiting = [name for node in graph.nodes if is_end(node) for name in reads(node)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += reads(makers[name]) if name in makers else ()
    return found


# Operators behind which no Transpose is moved, each measured with a Transpose, a Reduce, a Concat and others
# behind it.
_HOLDING = frozenset((
    "Compress", "Conv", "CumSum", "Einsum", "Expand", "Flatten", "GatherElements", "GatherND",
    "GlobalAveragePool", "GlobalLpPool", "GlobalMaxPool", "InstanceNormalization", "LRN",
    "LayerNormalization", "LpNormalization", "MaxPool", "MeanVarianceNormalization", "NonZero", "Reshape",
    "Resize", "ReverseSequence", "SpaceToDepth", "TopK", "Trilu",
))  # fmt: skip


def _is_held(graph: Graph | Function, node: Node) -> bool:
    """Whether a Transpose stays where it is: all that reads it is such a node."""
    spend(len(graph.nodes))
    names = set(node.outputs)
    readers = [reader for reader in graph.nodes if not names.isdisjoint(reads(reader))]
    held = all(reader.op_type in _HOLDING and not reader.domain for reader in readers)
    return bool(readers) and held and names.isdisjoint(output_names(graph))


def _only_shaped(graph: Graph | Function, node: Node) -> bool:
    """Whether Shapes alone read what a node makes, also through nodes that change no size."""
    spend(len(graph.nodes))
    names = set(node.outputs)
    for reader in graph.nodes:
        if names.isdisjoint(reads(reader)) or reader.op_type == "Shape":
            continue
        if reader.op_type not in ("Identity", "Cast"):
            return False
        names.update(reader.outputs)
    return names.isdisjoint(output_names(graph))


def _changes_no_order(perm: list[int]) -> bool:
    return perm == [*range(len(perm))]


def _swaps_last(perm: list[int]) -> bool:
    """Whether the last two axes are swapped and all others stay."""
    rank = len(perm)
    return rank > 1 and perm == [*range(rank - 2), rank - 1, rank - 2]
