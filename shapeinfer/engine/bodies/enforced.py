"""Which declared shapes of a body ONNX Runtime enforces.

An If and a Scan allocate the outputs of their bodies by the shapes that are known after loading, if all
their sizes are numbers. A run that computes another size is refused. If an inferred number and a declared
number differ at load, the inferred one is used, so only sizes that can't be inferred at load are enforced.
A Scan refuses a body with outputs of unknown shape, and a Loop refuses a body whose first two inputs have
no shape.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import const
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.structure import Graph, TensorType, Value
from shapeinfer.rule.requirement import Finding, Requirement, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ENFORCED = (
    "axis {axis} of output {name!r} of the body is {size}, declared as {declared}: ONNX Runtime refuses "
    "any other size"
)
NO_SHAPE = "output {name!r} of the body has no known shape: ONNX Runtime refuses such a Scan"
_NO_INPUT_SHAPE = "input {name!r} of the body is declared without a shape, which ONNX Runtime refuses"
_CONDITION = "the condition is {fact}, input {name!r} of the body is declared with rank {rank}"


def enforces_outputs(op_type: str) -> bool:
    """Whether ONNX Runtime enforces the declared shapes of this operator's bodies."""
    return op_type in ("If", "Scan")


def required_of_outputs(
    op_type: str, outputs: Sequence[Value], fact_of: Callable[[str], Fact | None]
) -> Iterator[Requirement | Finding]:
    """The requirements on the inferred sizes of a body's outputs, from their declarations."""
    if not enforces_outputs(op_type):
        return
    for value in outputs:
        fact = fact_of(value.name)
        if not isinstance(fact, TensorFact) or not isinstance(value.type, TensorType):
            continue
        declared = value.type.dims
        if fact.shape is None:
            if op_type == "Scan" and declared is None:
                yield Finding.of(codes.RUNTIME_DIFFERS, NO_SHAPE, name=value.name)
            continue
        if declared is None or len(declared) != len(fact.shape):
            continue
        sizes = [d if isinstance(d, int) and d >= 0 else None for d in declared]
        if any(d is None and s.value is None for d, s in zip(sizes, fact.shape, strict=True)):
            continue  # a size is open after loading, so the output is allocated after the body has run
        if any(d is not None and s.value not in (None, d) for d, s in zip(sizes, fact.shape, strict=True)):
            continue  # two numbers differ: the inferred shape replaces the declared one
        for axis, (want, size) in enumerate(zip(sizes, fact.shape, strict=True)):
            if want is not None and size.value is None:
                args = (("axis", axis), ("name", value.name), ("size", size), ("declared", want))
                yield Requirement(equal(size, const(want)), codes.RUNTIME_DIFFERS, ENFORCED, args)


def wrong_loop_inputs(inputs: Sequence[Value], facts: Sequence[Fact | None]) -> Iterator[Finding]:
    """Check the first two inputs of a Loop's body, the iteration number and the condition: each must have a
    shape, and the condition must have the rank of the node's condition. ``facts`` are those of the node."""
    for position, value in enumerate(inputs[:2]):
        if not isinstance(value.type, TensorType):
            continue
        if value.type.dims is None:
            yield Finding.of(codes.RUNTIME_DIFFERS, _NO_INPUT_SHAPE, name=value.name)
        elif position == 1 and len(facts) > 1:
            given = facts[1]
            rank = given.rank if isinstance(given, TensorFact) else None
            if rank is not None and rank != len(value.type.dims):
                args = {"fact": given, "name": value.name, "rank": len(value.type.dims)}
                yield Finding.of(codes.RUNTIME_DIFFERS, _CONDITION + ": ONNX Runtime refuses that", **args)


def may_enforce(graph: Graph) -> bool:
    """Whether the graph or its bodies hold a Scan, or an If with a branch that declares numeric sizes."""
    waiting = [graph]
    while waiting:
        for node in waiting.pop().nodes:
            for _, body in node.bodies():
                waiting.append(body)
                if node.op_type == "Scan" or (
                    node.op_type == "If" and any(map(_declares_numbers, body.outputs))
                ):
                    return True
    return False


def _declares_numbers(value: Value) -> bool:
    return isinstance(value.type, TensorType) and any(isinstance(d, int) for d in value.type.dims or ())
