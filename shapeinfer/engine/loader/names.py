"""Names that are defined nowhere, or twice.

ONNX Runtime puts functions into the graph that calls them, with new names for the values that they make. A
name that a function reads and does not make stays as it is, so it reads the value of that name in the graph.
An initializer is found so if a node of the graph reads it too: others are gone by then. The specification
lets a function read only its inputs and its own values.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import NOTHING, TensorFact
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.engine.engine import Engine
    from shapeinfer.engine.frame import Frame
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Graph, Node


def undefined(name: str, node: Node, frame: Frame, engine: Engine) -> Fact:
    """The unknown fact of a name that is not defined, which is reported where it is first read."""
    if name in frame.waiting:
        return NOTHING
    message = "input {name!r} is not defined by any node, input or initializer"
    found = Finding.of(codes.UNDEFINED_INPUT, message, name=name)
    if frame.functions and name in engine.inside().calls.names_in_graph():
        message = (
            "input {name!r} is not defined in the function; ONNX Runtime reads the value of that name in the "
            "graph that calls it, others refuse the model"
        )
        found = Finding.of(codes.UNDEFINED_INPUT, message, name=name).softened()
    frame.findings.append(Placed(found, (Step(node),)))
    # Reported once: later readers get an unknown fact.
    frame.scope.names.setdefault(name, NOTHING)
    return NOTHING


def redefined(name: str, fact: Fact, node: Node, frame: Frame) -> None:
    """Report an output whose name another value of the graph has."""
    if frame.again:
        return  # it is the value itself
    frame.redefined = True
    message = "output {name!r} is already the name of another value in this graph"
    found = Finding.of(codes.REDEFINED, message, name=name)
    is_constant = node.op_type == "Constant" and not node.domain and not frame.depth
    if is_constant and _are_alike(frame.scope.names.get(name), fact):
        # ONNX Runtime makes stored tensors of Constants, and takes the last of several with one name.
        found = found.softened()
    frame.findings.append(Placed(found, (Step(node),)))


def _are_alike(earlier: Fact | None, fact: Fact) -> bool:
    """Whether both are stored tensors of one type and shape."""
    return (
        isinstance(earlier, TensorFact)
        and isinstance(fact, TensorFact)
        and earlier.elements is not None
        and earlier.elements.stored
        and (earlier.elem_type, earlier.shape) == (fact.elem_type, fact.shape)
    )


def names_in(graph: Graph) -> frozenset[str]:
    """The names of a graph, and of the bodies in it, that a function which it calls may read."""
    names, read, stored = set[str](), set[str](), set[str]()
    waiting = [graph]
    while waiting:
        inner = waiting.pop()
        names.update(value.name for value in inner.inputs if value.name not in inner.initializers)
        stored.update(inner.initializers)
        for node in inner.nodes:
            names.update(node.outputs)
            read.update(node.inputs)
            waiting.extend(body for _, body in node.bodies())
    return frozenset(names | (stored & read))
