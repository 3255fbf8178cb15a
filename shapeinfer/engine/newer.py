"""Infers operators that are newer than our snapshot, with the installed onnx."""

from __future__ import annotations

from shapeinfer.dims import ZERO, Dim, Symbol, const, of
from shapeinfer.facts.fact import NOTHING, Fact, TensorFact
from shapeinfer.model.ask_onnx import infer_node
from shapeinfer.model.structure import Node, TensorType
from shapeinfer.rule import Outcome
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def ask_onnx(node: Node, opset: int, facts: Sequence[Fact | None], finding: Finding) -> Outcome | None:
    """The Outcome of a node by onnx's inference function; None if onnx has none."""
    names: dict[str, Dim] = {}
    inputs: dict[str, TensorType] = {}
    for name, fact in zip(node.inputs, facts, strict=True):
        if isinstance(fact, TensorFact) and fact.elem_type:
            shape = None if fact.shape is None else tuple(_spelled(d, names) for d in fact.shape)
            inputs[name] = TensorType(fact.elem_type, shape)
    found = infer_node(node, opset, inputs)
    if found is None:
        return None
    new: list[Symbol] = []
    outputs = tuple(NOTHING if type_ is None else _fact(type_, names, new) for type_ in found)
    return Outcome(outputs, (), (finding,), tuple(new))


def _spelled(dim: Dim, names: dict[str, Dim]) -> int | str:
    """A number, or a temporary name that represents the dim in the call of onnx."""
    if dim.value is not None:
        return dim.value
    name = next((n for n, d in names.items() if d == dim), f"dim_{len(names)}")
    names[name] = dim
    return name


def _fact(type_: TensorType, names: dict[str, Dim], new: list[Symbol]) -> TensorFact:
    if type_.dims is None:
        return TensorFact(type_.elem_type, None)
    shape = []
    for said in type_.dims:
        if isinstance(said, int) and said >= 0:
            shape.append(const(said))
        elif isinstance(said, str) and said in names:
            shape.append(names[said])
        else:
            new.append(Symbol(f"?{len(new)}", ZERO, named=False, reason="onnx does not infer it"))
            shape.append(of(new[-1]))
    return TensorFact(type_.elem_type, tuple(shape))
