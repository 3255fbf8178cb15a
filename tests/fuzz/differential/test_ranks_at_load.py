"""What ONNX Runtime infers when it loads a model: behind each output of every recorded call stands a Concat
with an empty tensor of another rank. A loader that knows both ranks refuses it, and a run skips what is empty.
So lint has an error only where the model does not load."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import onnx
import pytest
from onnx import helper

import shapeinfer
from shapeinfer.facts.fact import TensorFact
from tests.fuzz.differential.call import recipes
from tests.fuzz.differential.oracle import Oracle
from tests.fuzz.differential.recipes import as_case
from tests.fuzz.differential.wrapped import into_branches

# More axes than any recorded call makes.
RANK = 7
# A Concat that names its axis.
OLDEST = 4
PARTS = 4


def probed(part: int) -> Iterator[onnx.ModelProto]:
    """The recorded calls of a part of the operators, with the Concat behind one of the outputs."""
    for key in sorted(recipes(), key=str)[part::PARTS]:
        for recipe in recipes()[key]:
            model = as_case(recipe).model
            opset = next((entry.version for entry in model.opset_import if not entry.domain), 0)
            facts = shapeinfer.infer(model).facts if opset >= OLDEST else {}
            for name in model.graph.node[-1].output:
                fact = facts.get(name)
                # A scalar can't be joined.
                if isinstance(fact, TensorFact) and fact.elem_type and fact.rank:
                    yield with_concat(model, name, fact.elem_type)


def with_concat(model: onnx.ModelProto, name: str, elem_type: int) -> onnx.ModelProto:
    """The model with a Concat of the value with an empty tensor, which is all that it returns."""
    probe = onnx.ModelProto()
    probe.CopyFrom(model)
    del probe.graph.output[:]
    probe.graph.initializer.append(helper.make_tensor("empty", elem_type, [0] * RANK, []))
    probe.graph.node.append(helper.make_node("Concat", [name, "empty"], ["joined"], axis=0))
    probe.graph.output.append(onnx.ValueInfoProto(name="joined"))
    return probe


def as_it_is(model: onnx.ModelProto) -> None:
    pass


def in_branches(model: onnx.ModelProto) -> None:
    """Put the call into both branches of an If."""
    at = len(model.graph.node) - 2
    into_branches(model, at, at)
    model.graph.input.append(helper.make_tensor_value_info("k", onnx.TensorProto.BOOL, []))


def in_function(model: onnx.ModelProto) -> None:
    """Put the call into a function."""
    node = onnx.NodeProto()
    node.CopyFrom(model.graph.node[-2])
    inputs = list(dict.fromkeys(name for name in node.input if name))
    outputs = [name for name in node.output if name]
    function = helper.make_function("local", "f", inputs, outputs, [node], list(model.opset_import))
    model.graph.node[-2].CopyFrom(helper.make_node("f", inputs, outputs, domain="local"))
    model.functions.append(function)
    model.opset_import.append(helper.make_opsetid("local", 1))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("put", [as_it_is, in_branches, in_function])
def test_an_error_is_what_no_loader_takes(put: Callable[[onnx.ModelProto], None], part: int) -> None:
    count = 0
    with Oracle() as oracle:
        for model in probed(part):
            put(model)
            report = shapeinfer.lint(model)
            if not report.ok:
                count += 1
                refused = oracle.ask(model.SerializeToString(), []).load
                assert refused is not None, f"{report.diagnostics}\n{onnx.printer.to_text(model)}"
    assert count > 300
