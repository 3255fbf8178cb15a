"""Min, Max, Sum, Mean: elementwise over any number of inputs.

Version  What changed
1        all inputs have one shape; the legacy attribute ``consumed_inputs``
6        still one shape
8        multidirectional broadcasting
12, 13   only more element types
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import INT64, is_float
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import Call, Shape, TensorFact, const, equal, rule, tensor
from shapeinfer.shapes.arithmetic import elementwise, exactly, settled
from shapeinfer.shapes.broadcast import broadcast_shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_OPERATIONS: dict[str, Callable[[Scalar, Scalar], Scalar]] = {
    "Min": scalar.smaller,
    "Max": scalar.larger,
    "Sum": scalar.add,
    "Mean": scalar.add,
}


@rule(("Min", "Max", "Sum", "Mean"), versions=(1, 6))
def variadic_1(call: Call, data_0: tuple[TensorFact | None, ...]) -> TensorFact:
    facts = [f for f in data_0 if f is not None]
    if not facts:
        return tensor(0)
    first = facts[0]
    for position, other in enumerate(facts[1:], 1):
        _require_same(call, first, other, position)
    shape = next((f.shape for f in facts if f.shape is not None), None)
    return _variadic(call, facts, shape)


@rule(("Min", "Max"), versions=(8, 12, 13))
@rule(("Sum", "Mean"), versions=(8, 13))
def variadic_8(call: Call, data_0: tuple[TensorFact | None, ...]) -> TensorFact:
    facts = [f for f in data_0 if f is not None]
    if len(facts) < len(data_0):
        # A loader compares no shapes then, and a run fails whatever they are.
        return tensor(0)
    names = [f"data_0[{i}]" for i in range(len(facts))]
    return _variadic(call, facts, broadcast_shapes(call, *facts, names=names))


def _variadic(call: Call, facts: list[TensorFact], shape: Shape | None) -> TensorFact:
    total = facts[0]
    operation = _OPERATIONS[call.op_type]
    adds = operation is scalar.add
    if total.elem_type == INT64 and not adds:
        operation = scalar.unless_misread(operation)
    for fact in facts[1:]:
        elements: Elements | None = elementwise(operation, total, fact)
        if adds:
            elements = settled(call, fact.elem_type, elements)
        total = tensor(fact.elem_type, None, elements)
    elements = total.elements
    if call.op_type == "Mean" and elements is not None and is_float(total.elem_type):
        elements = exactly(total.elem_type, elements.map(lambda x: scalar.divide_float(x, const(len(facts)))))
    return tensor(0, shape, elements)


def _require_same(call: Call, first: TensorFact, other: TensorFact, position: int) -> None:
    if first.shape is None or other.shape is None:
        return
    if len(first.shape) != len(other.shape):
        raise call.fail(
            codes.BROADCAST_MISMATCH, "data_0[{position}] is {other}, needed the shape of data_0[0]: {first}",
            position=position, other=other, first=first,
        )  # fmt: skip
    for axis, (a, b) in enumerate(zip(first.shape, other.shape, strict=True)):
        call.require(
            equal(a, b), codes.BROADCAST_MISMATCH,
            "on axis {axis} data_0[0] has {a} and data_0[{position}] has {b}, needed equal sizes",
            axis=axis, a=a, b=b, position=position,
        )  # fmt: skip
