"""Reshapes whose target ONNX Runtime completes: the one size that it does not know at load becomes -1.

With the optimizations that users have by default a Reshape to what a Concat joins, of sizes known at load and
of one that is not, takes whatever that one is for what the others leave of the elements. So the others must
divide them; that the computed size is the quotient is a premise, and where it is not, that is a warning.

Not so where the size is a dim of the data at the same place, as exporters take it (Shape, Gather, Unsqueeze),
for that is copied, and not with ``allowzero`` or where the list has another reader.

The nodes that computed the size are left out with it: an error of one is a warning, if nothing else reads
what it makes.
"""

from __future__ import annotations

from shapeinfer.codes import RESHAPE_ELEMENT_COUNT, RESHAPE_TARGET
from shapeinfer.dims import Dim, const, product
from shapeinfer.dims.proofs import REFUTED, UNKNOWN
from shapeinfer.engine.optimized.behind import is_refuted, leaning, may_fail
from shapeinfer.engine.optimized.spared import path_of
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.rule.requirement import Finding, Requirement, divides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.engine.optimized.spared import Loaded, Path
    from shapeinfer.engine.optimized.ways import WaysOf
    from shapeinfer.engine.place import Place
    from shapeinfer.facts.fact import Fact, Shape

# Nodes on the way from one that computes a size to the list.
_MOST_BETWEEN = 8
_MESSAGE = "the sizes beside the computed one in {target} hold {rest} elements, needed a divisor of {count}"


class Completed:
    """Changes what is reported of such Reshapes. ``ways``: where lists come from; ``loaded``: what is known
    at load; ``decided``: the Reshapes of the main graph that have the targets they are to have."""

    def __init__(self, ways: WaysOf, loaded: Loaded, decided: frozenset[int] = frozenset()) -> None:
        self.ways = ways
        self.decided = decided
        self.graph_of = ways.graph_of
        self.loaded = loaded
        # Where such Reshapes stand whose errors or demands were changed, and what they take for targets.
        self.targets: dict[Place, tuple[int, ...]] = {}
        # Whether a run surely fails at one of them as it is written.
        self.fails = False
        # Nodes that are left out with a size, and fail where they are not; and what follows from them.
        self.left_out: set[Path] = set()
        self.mistaken: set[str] = set()

    def without_sources(self, found: list[Placed[Finding]]) -> list[Placed[Finding]]:
        """The findings, with errors of nodes that only compute such a size as warnings."""
        return [
            p.holding(p.item.softened())
            if p.item.is_refusal and not p.item.at_load and is_refuted(p) and self._is_source(p.place)
            else p
            for p in found
        ]

    def _is_source(self, place: Place) -> bool:
        """Whether nothing but the list of one Reshape follows from what the node makes, and it is all of that
        list that a loader does not know. If the list has a -1 already, none takes the place of the size."""
        graph, node = self.graph_of(place), place[-1].node
        if graph is None or node.has_bodies:
            return False
        ways = self.ways.at(place, graph)
        followed = set()
        for _ in range(_MOST_BETWEEN):
            made = [name for name in node.outputs if name]
            followed.update(made)
            reader = ways.only_reader(made[0]) if len(made) == 1 else None
            if reader is None or reader.has_bodies:
                return False
            if reader.op_type == "Concat":
                break
            node = reader
        else:
            return False
        reshape = ways.only_reader(reader.outputs[0]) if reader.outputs else None
        if reshape is None or reshape.op_type != "Reshape" or reshape.inputs[1:] != reader.outputs:
            return False
        facts = self.loaded.of(())[0]
        others = [part for part in reader.inputs if part != made[0]]
        if any(_holds_negative(self.loaded.fact(part, place)) for part in others):
            return False
        is_alone = all(
            ways.told_at_load(part, facts) is not False or ways.index_of_dim(part, facts) is not None
            for part in others
        )
        if is_alone:
            self.left_out.add(path_of(place))
            self.mistaken |= followed
        return is_alone

    def changed(
        self, found: list[Placed[Finding]], stated: list[Placed[Requirement]]
    ) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
        """The findings and requirements, as runs with the usual optimizations meet them."""
        findings, requirements, completed = [], [], []
        for finding in found:
            rest = self._rest(finding)
            if rest is not None and divides(*rest).verdict() is not REFUTED:
                completed.append(finding.place)
                self.fails = self.fails or finding.item.is_refusal
                finding = finding.holding(finding.item.softened())
                requirements += self._demand(rest, finding)
            findings.append(finding)
        for requirement in stated:
            need = requirement.item
            rest = None if need.premise else self._rest(requirement)
            if rest is not None:
                completed += [requirement.place] if may_fail(need.condition) else []
                requirements += self._demand(rest, requirement)
                need = need.as_premise()
                requirement = requirement.holding(need)
            requirements.append(requirement)
        self.targets = {place: self.targets[place] for place in completed}
        # No size that follows from the computed one is proved.
        return leaning(findings, requirements, completed, self.graph_of)

    def _demand(
        self, rest: tuple[Dim, Dim], of: Placed[Finding] | Placed[Requirement]
    ) -> list[Placed[Requirement]]:
        """What is left of a demand or an error: the other sizes divide the elements."""
        need = divides(*rest)
        args = (("target", dict(of.item.args)["target"]), ("rest", rest[0]), ("count", rest[1]))
        if need.verdict() is not UNKNOWN:
            return []
        item = Requirement(need, of.item.code, _MESSAGE, args)
        return [Placed(item, of.place, guarded=of.guarded, claimed=of.claimed)]

    def _rest(self, placed: Placed[Finding] | Placed[Requirement]) -> tuple[Dim, Dim] | None:
        """How many elements all sizes but the computed one hold, and how many data has; None without one."""
        if placed.item.code not in (RESHAPE_ELEMENT_COUNT, RESHAPE_TARGET):
            return None
        if len(placed.place) == 1 and placed.place[0].node.index in self.decided:
            return None
        args = dict(placed.item.args)
        target, data = args.get("target"), args.get("data")
        if not isinstance(target, tuple) or not isinstance(data, TensorFact) or data.shape is None:
            return None
        at = self._computed(placed.place, target, data.shape)
        if at is None or args.get("axis", at) != at or not ("held" in args or "axis" in args):
            return None
        others = {i: d for i, d in enumerate(target) if i != at}
        if None in others.values():
            return None  # it is not known at load either
        # What is no number is copied.
        numbers = {i: d.value or 0 for i, d in others.items()}
        self.targets[placed.place] = tuple(numbers.get(i, -1) for i in range(len(target)))
        sizes = [data.shape[i] if d.value == 0 and i < len(data.shape) else d for i, d in others.items()]
        return product(sizes), product(data.shape)

    def _computed(self, place: Place, target: Sequence[Dim | None], data: Shape) -> int | None:
        """At which place of the target the one size stands that a loader does not know."""
        graph = self.graph_of(place)
        node = place[-1].node
        allowzero = node.attributes.get("allowzero")
        if graph is None or (allowzero is not None and allowzero.value) or len(node.inputs) < 2:
            return None
        ways = self.ways.at(place, graph)
        parts = ways.joined(node.inputs[1], lambda: self.loaded.of(())[0])
        facts: Mapping[str, Fact] = self.loaded.of(())[0] if parts else {}
        inferred = facts.get(node.inputs[0])
        known = inferred.shape if isinstance(inferred, TensorFact) and inferred.shape is not None else data
        told = {name: False if name in self.mistaken else ways.told_at_load(name, facts) for name in parts}
        is_computed = False in told.values()
        unknown: dict[bool | None, list[int]] = {False: [], None: []}  # by whether a loader may know the size
        at = 0
        made = {name: self.loaded.fact(name, place) for name in parts}
        for name, length in zip(parts, _lengths(parts, made, len(target)), strict=True):
            if length is None or not 0 <= length <= len(target) - at:
                return None
            # What a graph around this one stores is not found, unless all is stored and the Concat computed.
            is_told = False if is_computed and ways.is_outside(name) else told[name]
            if length > 1 and is_told is False:
                return None
            if length == 1 and not is_told:
                is_own = _is_own(at, known, made[name], target)
                index = ways.index_of_dim(name, facts) if is_own else None
                if index is None or not self._is_at(at, index, place):
                    unknown[is_told].append(at)
            at += length
        found = unknown[False] or unknown[None]
        if len(found) != 1 or any(d == const(-1) for i, d in enumerate(target) if i != found[0]):
            return None
        return found[0]

    def _is_at(self, axis: int, index: str, place: Place) -> bool:
        """Whether the index of a Gather is this axis, which a negative one is not. What is not known is."""
        fact = self.loaded.fact(index, place)
        is_axis = isinstance(fact, TensorFact) and fact.shape == () and fact.as_ints() == (axis,)
        return fact is None or is_axis


def _holds_negative(fact: Fact | None) -> bool:
    dims = fact.as_dims() if isinstance(fact, TensorFact) else None
    return any(dim.value is not None and dim.value < 0 for dim in dims or ())


def _lengths(parts: Sequence[str], facts: Mapping[str, Fact | None], total: int) -> list[int | None]:
    """How many sizes each part has, of so many together: by its fact, or what the others leave for it."""
    if len(parts) == total:
        return [1] * total
    shapes = [fact.shape if isinstance(fact := facts.get(name), TensorFact) else None for name in parts]
    lengths = [shape[0].value if shape else None for shape in shapes]
    if lengths.count(None) == 1:
        lengths[lengths.index(None)] = total - sum(length for length in lengths if length is not None)
    return lengths


def _is_own(axis: int, data: Shape, fact: Fact | None, target: Sequence[Dim | None]) -> bool:
    """Whether the size is that of the data on this axis: as a list of it, else the target, says."""
    dims = fact.as_dims() if isinstance(fact, TensorFact) else None
    size = target[axis] if dims is None else dims[0] if dims else None
    return axis < len(data) and data[axis] == size
