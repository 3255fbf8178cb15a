"""A node under other names is what protobuf writes of it."""

from __future__ import annotations

import onnx.helper
import pytest

from shapeinfer.model.protobuf.snapshot import RenamedNode, decoded_node
from shapeinfer.model.protobuf.wire import encode_bytes


def field(node: onnx.NodeProto) -> bytes:
    return encode_bytes(1, node.SerializeToString())


@pytest.mark.parametrize("name", ["", "n", "ö" * 100, "x" * 300])
@pytest.mark.parametrize("inputs", [(), ("a",), ("", "b" * 200, ""), ("ü", "a")])
@pytest.mark.parametrize("outputs", [("y",), ("y" * 130, "z"), ()])
def test_only_names_are_others(name: str, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    made = onnx.helper.make_node("Split", ["x" * 150, "s"], ["left", "right"], "old", axis=1, domain="d")
    made.metadata_props.add(key="k", value="v")
    old = decoded_node(field(made))
    node = RenamedNode(old, name, inputs, outputs)
    again = RenamedNode(RenamedNode(old, "other", ("p",) * 9, ()), name, inputs, outputs)
    made.name = name
    made.input[:] = inputs
    made.output[:] = outputs
    if not name:
        made.ClearField("name")
    there = decoded_node(field(made))
    assert (node.name, node.inputs, node.outputs) == (there.name, there.inputs, there.outputs)
    assert node.operation is there.operation
    assert node.payload() == again.payload() == made.SerializeToString()
    assert node.metadata() == {"k": "v"}


def test_a_name_that_no_file_can_hold() -> None:
    old = decoded_node(field(onnx.helper.make_node("Relu", ["x"], ["y"])))
    with pytest.raises(UnicodeEncodeError):
        RenamedNode(old, "\ud800", ("x",), ("y",))
