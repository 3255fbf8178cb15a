"""Missing types and element types, which ONNX Runtime refuses when it reads a model."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.effort import MOST_NESTED
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed
from shapeinfer.model.graph import producers
from shapeinfer.model.structure import (
    Graph,
    OptionalType,
    SequenceType,
    SparseTensorType,
    TensorType,
    ValueType,
)
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapeinfer.engine.place import Place
    from shapeinfer.model.structure import Model


def untyped(model: Model) -> Iterator[Placed[Finding]]:
    """The inputs of the main graph whose type is neither declared nor stored, and the values of the graph and
    of its bodies that are declared without an element type.

    Declarations in functions, and of names that no node makes, are not read. A value that is not declared is
    right."""
    graph = model.graph
    if graph is None:
        return
    inputs = [v.name for v in graph.inputs if _lacks_element(v.type) and v.name not in graph.initializers]
    if inputs:
        message = "no type is declared for {names}"
        yield Placed(Finding.of(codes.UNTYPED_INPUT, message, names=quoted(inputs)), ())
    waiting: list[tuple[Graph, Place]] = [(graph, ())]
    for graph, place in waiting:
        declared = [*graph.value_info.values(), *graph.outputs]
        names = [v.name for v in declared if v.type is not None and _lacks_element(v.type)]
        makers = producers(graph) if names else {}
        for name in dict.fromkeys(names):
            if name in makers:
                yield Placed(_finding(name), (*place, Step(makers[name])))
        for value in graph.inputs if place else ():
            if value.type is not None and _lacks_element(value.type):
                yield Placed(_finding(value.name), place)
        waiting += [
            (body, (*place, Step(node, name)))
            for node in (graph.nodes if len(place) < MOST_NESTED else ())
            if node.operation.has_bodies
            for name, body in node.bodies()
        ]


def _finding(name: str) -> Finding:
    return Finding.of(codes.DECLARED_TYPE, "{name!r} is declared without an element type", name=name)


def _lacks_element(type_: ValueType | None) -> bool:
    while isinstance(type_, (SequenceType, OptionalType)):
        type_ = type_.element
    return not type_.elem_type if isinstance(type_, (TensorType, SparseTensorType)) else type_ is None
