"""A SequenceMap whose body declares other sizes of the items than they have: what loads still loads after annotate."""

from __future__ import annotations

import onnx
import pytest
from onnx import TensorProto, helper

import shapeinfer
from tests.oracle import session


def _model(item: list[int | str] | None, *, inside: bool = False) -> onnx.ModelProto:
    float_ = TensorProto.FLOAT
    body = helper.make_graph(
        [helper.make_node("Relu", ["a"], ["c"])], "b", [helper.make_tensor_value_info("a", float_, item)],
        [helper.make_tensor_value_info("c", float_, None)],
    )  # fmt: skip
    nodes = [
        helper.make_node("SequenceConstruct", ["x", "x"], ["s"]),
        helper.make_node("SequenceMap", ["s"], ["t"], body=body),
        helper.make_node("SequenceLength", ["t"], ["z"]),
    ]
    if inside:
        declared = helper.make_tensor_value_info("z", TensorProto.INT64, [])
        branch = helper.make_graph(nodes, "then", [], [declared])
        other = [helper.make_node("Size", ["x"], ["e"])]
        rest = helper.make_graph(
            other, "else", [], [helper.make_tensor_value_info("e", TensorProto.INT64, [])]
        )
        nodes = [helper.make_node("If", ["k"], ["y"], then_branch=branch, else_branch=rest)]
    else:
        nodes.append(helper.make_node("Identity", ["z"], ["y"]))
    inputs = [
        helper.make_tensor_value_info("x", float_, [2]),
        helper.make_tensor_value_info("k", TensorProto.BOOL, []),
    ]
    outputs = [helper.make_tensor_value_info("y", TensorProto.INT64, [])]
    return helper.make_model(
        helper.make_graph(nodes, "g", inputs, outputs),
        ir_version=8,
        opset_imports=[helper.make_opsetid("", 17)],
    )


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("item", [[2], [3], ["n"], [1, 2], None])
def test_what_loads_still_loads(item: list[int | str] | None, inside: bool) -> None:
    model = _model(item, inside=inside)
    session(model)
    annotated = shapeinfer.annotate(model)
    session(annotated)
    graph = annotated.graph.node[0].attribute[0].g if inside else annotated.graph
    written = {v.name for v in graph.value_info}
    if not inside:
        assert ("s" in written) == (item not in ([3], [1, 2]))
        assert "z" in written
