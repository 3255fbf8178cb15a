"""Nodes that ONNX Runtime leaves out, because it takes them for ones that change nothing.

With the optimizations that users have by default it drops these, unless a graph returns what they make:

* A Dropout whose mask nothing reads, whatever its ratio is, but of a given input.
* A Cast to the type that its input has, or had before another Cast, whatever its rounding and saturation are.
* An Expand to known sizes each of which is that of its input or not above 1: also 0, and a number below,
  which it refuses without optimizations. It keeps one whose input a caller gives or a graph around makes, one
  of a Loop's state for which no shape is declared, and one whose list only a run knows. What its loader
  refuses, which sees a stored or computed list beside numbers, stays an error.
* A Slice from 0 to the largest number in steps of 1, whatever its axes are, and whatever the ranks of its
  other lists, if these are stored and as long as they have to be.
"""

from __future__ import annotations

from shapeinfer.codes import (
    AXIS_OUT_OF_RANGE,
    BROADCAST_MISMATCH,
    DUPLICATE_AXIS,
    NEGATIVE_SIZE,
    PARAMETER_SIZE,
    RUNTIME_DIFFERS,
    VALUE_NOT_ALLOWED,
    WRONG_RANK,
)
from shapeinfer.dims import Dim
from shapeinfer.dims.budget import spend
from shapeinfer.engine.bodies.mistaken import LOOP_SCALARS
from shapeinfer.engine.loader.blind import BLIND
from shapeinfer.engine.optimized.behind import leaning, may_fail
from shapeinfer.engine.optimized.spared import path_of
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import is_given, output_names, reads
from shapeinfer.model.structure import Graph, TensorType
from shapeinfer.rule.requirement import Finding, Requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.engine.optimized.spared import Loaded
    from shapeinfer.engine.optimized.ways import WaysOf
    from shapeinfer.engine.place import Place
    from shapeinfer.facts.fact import Shape
    from shapeinfer.model.structure import Node

# The lists of a Slice: inputs in this order, or attributes.
_LISTS_OF_SLICE = ("starts", "ends", "axes", "steps")
_LARGEST = (1 << 63) - 1


class Eliminated:
    """Tells what is reported of such a node. ``ways``: where values come from; ``loaded``: what is known
    at load."""

    def __init__(self, ways: WaysOf, loaded: Loaded) -> None:
        self.ways = ways
        self.graph_of = ways.graph_of
        self.loaded = loaded

    def changed(
        self, found: Sequence[Placed[Finding]], stated: Sequence[Placed[Requirement]]
    ) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
        """The findings and requirements, with those about such a node as warnings and premises, and those
        behind an Expand to 0 that may be left out, which then does not make 0."""
        findings, requirements, left_out = [], [], []
        for finding in found:
            if self._is_eliminated(finding):
                if finding.item.code is BROADCAST_MISMATCH:
                    left_out.append(finding.place)
                finding = finding.holding(finding.item.softened())
            findings.append(finding)
        for placed in stated:
            need = placed.item
            if not need.premise and self._is_eliminated(placed):
                if need.code is BROADCAST_MISMATCH and may_fail(need.condition):
                    left_out.append(placed.place)
                placed = placed.holding(need.as_premise())
            requirements.append(placed)
        return leaning(findings, requirements, left_out, self.graph_of)

    def _is_eliminated(self, placed: Placed[Finding] | Placed[Requirement]) -> bool:
        """Whether it is about a node that may be left out."""
        operator = placed.place[-1].node.op_type if placed.place else ""
        match operator:
            case "Expand":
                return self._is_expand(placed)
            case "Cast":
                return self._is_cast(placed)
            case "Dropout":
                return self._is_dropout(placed)
            case "Slice":
                return self._is_slice(placed)
        return False

    def _is_slice(self, placed: Placed[Finding] | Placed[Requirement]) -> bool:
        """Whether it is about the axes or the rank of a list of a Slice that may be left out."""
        place, node, code = placed.place, placed.place[-1].node, placed.item.code
        about = dict(placed.item.args).get("name")
        is_rank = code is WRONG_RANK and about in ("starts", "ends", "steps")
        graph = self.graph_of(place)
        if graph is None or not (is_rank or code in (AXIS_OUT_OF_RANGE, DUPLICATE_AXIS)):
            return False
        starts, ends, axes, steps = (self._stored_list(place, at) for at in _LISTS_OF_SLICE)
        if starts is None or ends is None or axes is None or steps is None:
            return False
        is_whole = {*starts} == {0} and ends == (_LARGEST,) * len(starts) and {*steps} <= {1}
        if not is_whole or len(axes) not in (0, len(starts)):
            return False
        if not {*output_names(graph)}.isdisjoint(node.outputs):
            return False
        return "starts" in node.attributes or self._may_be_dropped(place, graph)

    def _stored_list(self, place: Place, at: str) -> tuple[int, ...] | None:
        """The entries of a list of a Slice, none of one that is left out; None of one that is not known at
        load."""
        node = place[-1].node
        attribute = node.attributes.get(at)
        if attribute is not None:
            entries = attribute.value if isinstance(attribute.value, (tuple, list)) else ()
            return tuple(entry for entry in entries if isinstance(entry, int))
        position = _LISTS_OF_SLICE.index(at) + 1
        name = node.inputs[position] if position < len(node.inputs) else ""
        if not name:
            return ()
        fact = self.loaded.fact(name, place)
        return fact.as_ints() if isinstance(fact, TensorFact) else None

    def _is_dropout(self, placed: Placed[Finding] | Placed[Requirement]) -> bool:
        """Whether it is about the ratio of a Dropout that may be left out."""
        graph = self.graph_of(placed.place)
        if graph is None or placed.item.code not in (VALUE_NOT_ALLOWED, PARAMETER_SIZE):
            return False
        readers = self.ways.at(placed.place, graph).readers
        is_read = any(name in readers for name in placed.place[-1].node.outputs[1:])
        return not is_read and self._may_be_dropped(placed.place, graph)

    def _is_cast(self, placed: Placed[Finding] | Placed[Requirement]) -> bool:
        """Whether it is about the rounding or saturation of a Cast that may be left out."""
        graph = self.graph_of(placed.place)
        is_rounding = dict(placed.item.args).get("name") in ("round_mode", "saturate")
        if graph is None or placed.item.code not in (VALUE_NOT_ALLOWED, RUNTIME_DIFFERS) or not is_rounding:
            return False
        is_returned = not {*output_names(graph)}.isdisjoint(placed.place[-1].node.outputs)
        is_between = self._may_be_moved(placed.place) or not is_returned
        return is_between and self._changes_no_type(placed.place, graph)

    def _changes_no_type(self, place: Place, graph: Graph) -> bool:
        """Whether a Cast is to the type of its input, or to the one that this had before another Cast."""
        to = place[-1].node.attributes.get("to")
        maker: Node | None = place[-1].node
        makers = self.ways.at(place, graph).makers
        for _ in graph.nodes:  # not more often, for nodes may read each other in a circle
            spend(1)
            if maker is None or maker.op_type not in ("Cast", "Identity") or not maker.inputs:
                return False
            fact = self.loaded.fact(maker.inputs[0], place)
            if not isinstance(fact, TensorFact) or to is None or fact.elem_type in (0, to.value):
                return True
            maker = makers.get(maker.inputs[0])
        return False

    def _is_expand(self, placed: Placed[Finding] | Placed[Requirement]) -> bool:
        """Whether it is about an Expand that may be left out."""
        if placed.item.code not in (BROADCAST_MISMATCH, NEGATIVE_SIZE):
            return False
        node = placed.place[-1].node
        args = dict(placed.item.args)
        target, data = args.get("target"), args.get("input")
        if node.op_type != "Expand" or not isinstance(target, tuple) or not isinstance(data, TensorFact):
            return False
        if data.shape is None or not _changes_nothing(target, data.shape):
            return False
        graph = self.graph_of(placed.place)
        if (
            graph is None
            or not self._may_be_dropped(placed.place, graph)
            or self._is_of_a_run(placed.place, graph)
            or self._is_of_a_state(placed.place)
        ):
            return False
        is_seen = _is_stored(node, graph) or not self._is_copied(placed.place, graph)
        return not (is_seen and self._is_static(placed.place, target))

    def _may_be_dropped(self, place: Place, graph: Graph) -> bool:
        """Whether the node stands between others, in this graph or in one that it may be moved into."""
        if self._may_be_moved(place):
            return True
        node = place[-1].node
        return node.inputs[0] in self.ways.at(place, graph).makers and not _is_returned(node, graph)

    def _may_be_moved(self, place: Place) -> bool:
        """Whether the node stands in a branch that may take the place of its If, whose condition is known at
        load."""
        if len(place) < 2 or place[-2].node.op_type != "If":
            return False
        above = self.graph_of(place[:-1])
        if above is None or not place[-2].node.inputs:
            return True
        return self.ways.at(place[:-1], above).is_stored(
            place[-2].node.inputs[0], self.loaded.of(())[0], perhaps=True
        )

    def _is_of_a_run(self, place: Place, graph: Graph) -> bool:
        """Whether only a run knows the target."""
        target = place[-1].node.inputs[1]
        if self._follows_from_a_run(place, target):
            return True
        return not self.ways.at(place, graph).is_stored(target, self.loaded.of(())[0], perhaps=True)

    def _follows_from_a_run(self, place: Place, name: str) -> bool:
        """Whether a value follows from the number of a Loop's round or from what a caller gives, also to a
        function: then only a run knows it."""
        waiting = [(len(place), name)]
        seen = set(waiting)
        while waiting:
            depth, name = waiting.pop()
            spend(1)
            graph = self.graph_of(place[:depth])
            if graph is None:
                return False
            maker = self.ways.at(place[:depth], graph).makers.get(name)
            step = place[depth - 2] if depth > 1 else None
            if maker is not None:
                # A shape may be known where what has it is not.
                known = maker.op_type in ("Shape", "Size") or maker.has_bodies
                new = [] if known else [(depth, read) for read in maker.inputs if read]
            elif step is None:
                if is_given(name, graph):
                    return True
                new = []
            elif name in graph.initializers:
                new = []
            elif any(value.name == name for value in graph.inputs):
                if step.node.op_type == "Loop" and name == graph.inputs[0].name:
                    return True
                new = []
            else:
                new = [(depth - 1, name)]
            waiting += [way for way in new if way not in seen]
            seen.update(new)
        return False

    def _is_of_a_state(self, place: Place) -> bool:
        """Whether what is expanded is as large as a Loop's state for which no shape is declared: a loader
        knows none either, and keeps the node."""
        depth, name = len(place), place[-1].node.inputs[0]
        seen = {(depth, name)}
        while True:
            spend(1)
            graph = self.graph_of(place[:depth])
            if graph is None or name in graph.initializers or _is_declared(name, graph):
                return False
            maker = self.ways.at(place[:depth], graph).makers.get(name)
            if maker is not None:
                if maker.domain or maker.op_type not in BLIND or not maker.inputs:
                    return False
                name = maker.inputs[0]
            elif depth < 2:
                return False
            elif any(value.name == name for value in graph.inputs):
                states = {value.name for value in graph.inputs[LOOP_SCALARS:]}
                return place[depth - 2].node.op_type == "Loop" and name in states
            else:
                depth -= 1
            if (depth, name) in seen:  # nodes may read each other in a circle
                return False
            seen.add((depth, name))

    def _follows_from_a_loop(self, place: Place) -> bool:
        """Whether a Loop in the same graph makes what is expanded, or what that follows from: a loader counts
        no rounds."""
        graph = self.graph_of(place)
        if graph is None:
            return False
        makers = self.ways.at(place, graph).makers
        waiting = [place[-1].node.inputs[0]]
        seen = set(waiting)
        while waiting:
            spend(1)
            maker = makers.get(waiting.pop())
            if maker is None:
                continue
            if maker.op_type == "Loop":
                return True
            waiting += [name for name in dict.fromkeys(maker.inputs) if name not in seen]
            seen.update(maker.inputs)
        return False

    def _is_copied(self, place: Place, graph: Graph) -> bool:
        """Whether the target is the copy of another list. The Identity is left out together with the Expand,
        but what is computed is inferred again before that."""
        maker = self.ways.at(place, graph).makers.get(place[-1].node.inputs[1])
        return maker is not None and maker.op_type == "Identity"

    def _is_static(self, place: Place, target: Sequence[Dim | None]) -> bool:
        """Whether a loader knows all the sizes beside those of the target that are not above 0, and compares
        one of them: a size of 1 broadcasts to whatever stands there."""
        name, graph = place[-1].node.inputs[0], self.graph_of(place)
        if graph is None or self._follows_from_a_loop(place):
            return False
        facts = self.loaded.all_of(path_of(place[:-1]))
        if not self.ways.at(place, graph).is_inferred(name, facts):
            return False
        fact = self.loaded.fact(name, place)
        if not isinstance(fact, TensorFact) or fact.shape is None:
            return False
        pairs = zip(reversed(target), reversed(fact.shape), strict=False)
        beside = [size.value for want, size in pairs if want is not None and (want.value or 0) <= 0]
        return None not in beside and any(size != 1 for size in beside)


def _is_returned(node: Node, graph: Graph) -> bool:
    """Whether the graph returns what the node makes. An Identity alone between is left out first where
    the target is computed."""
    returned = set(output_names(graph))
    if not returned.isdisjoint(node.outputs):
        return True
    readers = [other for other in graph.nodes if not set(node.outputs).isdisjoint(reads(other))]
    is_copied = len(readers) == 1 and readers[0].op_type == "Identity"
    return is_copied and not returned.isdisjoint(readers[0].outputs) and not _is_stored(node, graph)


def _is_declared(name: str, graph: Graph) -> bool:
    """Whether the graph declares a shape for the value."""
    claims = [graph.value_info.get(name), *(v for v in (*graph.inputs, *graph.outputs) if v.name == name)]
    types = [claim.type for claim in claims if claim is not None]
    return any(not isinstance(type_, TensorType) or type_.dims is not None for type_ in types)


def _changes_nothing(target: Sequence[Dim | None], shape: Shape) -> bool:
    """Whether an Expand to this target seems to change nothing."""
    if len(target) > len(shape):
        return False
    return all(
        want is not None and want.value is not None and (want.value <= 1 or want == size)
        for want, size in zip(reversed(target), reversed(shape), strict=False)
    )


def _is_stored(node: Node, graph: Graph) -> bool:
    """Whether the target is stored, and not computed of what is."""
    name = node.inputs[1]
    return name in graph.initializers or any(
        made.op_type == "Constant" and name in made.outputs for made in graph.nodes
    )
