"""What is said of a file apart from its shapes. (test_codes.py has a model for each code, test_engine.py
graphs.)"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer.engine import apply
from tests.whole_model import refused

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'
RELU = "g (float[n] x) => (float[m] y) { y = Relu (x) }"


def found(source: onnx.ModelProto | Path) -> list[str]:
    report = shapeinfer.lint(source)
    return [f"{d.severity} {d.code} {d.location.path}: {d.message}" for d in report.diagnostics]


def relu(head: str = HEAD) -> onnx.ModelProto:
    return onnx.parser.parse_model(head + RELU)


def test_an_attribute_twice() -> None:
    proto = onnx.parser.parse_model(HEAD + "g (float[n] x) => (float[m] y) { y = Softmax <axis = 0> (x) }")
    node = proto.graph.node[0]
    node.attribute.append(helper.make_attribute("axis", 0))
    assert found(proto) == ["error SI020 graph/Softmax#0: attribute 'axis' is given twice"]
    assert not shapeinfer.check(proto).ok
    assert refused(proto, {"x": np.ones(2, np.float32)})
    del node.attribute[1]
    node.attribute[0].f = 1.5
    assert found(proto) == [
        "error SI020 graph/Softmax#0: attribute 'axis' carries several kinds of value: float, int"
    ]
    assert refused(proto, {"x": np.ones(2, np.float32)})
    node.attribute[0].ClearField("f")
    node.attribute[0].ClearField("type")
    assert found(proto) == ["error SI019 graph/Softmax#0: attribute 'axis' is of type undefined, needed int"]
    assert refused(proto, {"x": np.ones(2, np.float32)})


def test_an_attribute_twice_where_one_is_taken() -> None:
    constant = onnx.parser.parse_model(HEAD + "g () => (float y) { y = Constant <value_float = 1.0> () }")
    called = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18, "local" : 1]> g (float[2] x) => (y) { y = local.f (x) }'
        '<domain: "local", opset_import: ["" : 18]> f (a) => (b) { b = Softmax <axis = 0> (a) }'
    )
    for proto, place in ((constant, "graph/Constant#0"), (called, "graph/f#0 -> fn:f/Softmax#0")):
        (node,) = proto.functions[0].node if proto.functions else proto.graph.node
        node.attribute.append(node.attribute[0])
        assert found(proto) == [f"warning SI020 {place}: attribute {node.attribute[0].name!r} is given twice"]
        assert not refused(proto, {value.name: np.ones(2, np.float32) for value in proto.graph.input})


def test_external_data_that_is_not_there(tmp_path: Path) -> None:
    proto = relu()
    weight = proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[4])
    weight.data_location = TensorProto.EXTERNAL
    weight.external_data.add(key="location", value="weights.bin")
    path = tmp_path / "m.onnx"
    path.write_bytes(proto.SerializeToString())
    message = "warning SI022 graph: file 'weights.bin' with the contents of 'w' does not exist"
    assert found(path)[0] == message
    (tmp_path / "weights.bin").write_bytes(bytes(16))
    assert "SI022" not in "".join(found(path))


def test_contents_that_do_not_fit() -> None:
    proto = relu()
    proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[4], raw_data=bytes(12))
    assert found(proto)[0] == "warning SI023 graph: initializer 'w' with dims (4) needs 16 bytes, holds 12"
    proto.graph.node[0].op_type = "Add"
    proto.graph.node[0].input.append("w")
    assert found(proto)[0] == "error SI023 graph: initializer 'w' with dims (4) needs 16 bytes, holds 12"


def test_a_reference_outside_of_a_function() -> None:
    proto = onnx.parser.parse_model(HEAD + "g (float[n] x) => (float[m] y) { y = Softmax <axis = 0> (x) }")
    attribute = proto.graph.node[0].attribute[0]
    attribute.ClearField("i")
    attribute.ref_attr_name = "outer"
    assert found(proto) == [
        "warning SI025 graph/Softmax#0: attribute 'axis' refers to 'outer', outside of any function"
    ]


def test_names_that_are_no_text() -> None:
    data = relu().SerializeToString().replace(b"Relu", b"Re\xffu")
    (found,) = shapeinfer.lint(data).diagnostics
    assert found.message == "ai.onnx has no operator Re\\udcffu at opset 18; did you mean Relu?"
    assert found.location.op_type == "Re\\udcffu"
    assert shapeinfer.lint(data).model_dump_json()


def test_an_opset_beyond_all_numbers() -> None:
    proto = relu('<ir_version: 9, opset_import: ["" : 1099511627776]>\n')
    proto.graph.node[0].op_type = "Unheard"
    assert [line.split()[:2] for line in found(proto)] == [
        ["error", "SI502"],
        ["info", "SI005"],
        ["info", "SI012"],
    ]


@pytest.mark.usefixtures("fresh")
def test_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "find_rule", lambda *key: None)
    assert found(relu()) == ["info SI026 graph/Relu#0: no rule for Relu-14"]


TIED = "warning SI404 graph/Concat#0: 'm' and 'n' are declared as independent, needed n == m: m=1, n=2 fails"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("g (float[n, 2] x, float[m, 3] z) => (float[a, b] y) { y = Concat <axis = 1> (x, z) }", [TIED]),
        ("g (float[n] x, float[m] z) => (float[a] y) { y = Add (x, z) }",
         ["warning SI404 graph/Add#0: 'm' and 'n' are declared as independent, needed n == m or n == 1 or m == 1: m=2, n=3 fails"]),
        ("g (float[n, k] x, float[3, 4] w) => (float[a, b] y) { y = MatMul (x, w) }",
         ["warning SI405 graph/MatMul#0: 'k' is declared as a symbol, needed 3: k=4 fails; input 'w' is declared [3, 4]"]),
        # An operand that is broadcast: no other declaration allows both sizes. A name that stands on several
        # inputs means a size that callers choose; of one that stands on an output SI406 speaks.
        ("g (float[n, k] ids, float[n, 16] mask) => (float[a, b] y) { m = Relu (mask)  y = Mul (ids, m) }", []),
        ("g (float[n, k] ids, float[n, 16] mask, float[k] z) => (float[a, b] y, float[c] w) "
         "{ m = Relu (mask)  y = Mul (ids, m) w = Abs(z) }",
         ["warning SI405 graph/Mul#1: 'k' is declared as a symbol, needed 16 or 1: k=17 fails; input 'mask' is declared [n, 16]"]),
        ("g (float[n, k] x) => (float[a, b] y) <float[3, 1] w = {1, 2, 3}> { y = MatMul (x, w) }",
         ["warning SI405 graph/MatMul#0: 'k' is declared as a symbol, needed 3: k=4 fails; initializer 'w' is f32[3, 1] := (1, 2, 3)"]),
        ("g (float[n, 2] x, float[n, 3] z) => (float[a, b] y) { y = Concat <axis = 1> (x, z) }", []),
        # What a node demands that reads what an error leaves unknown may come from the error.
        ("g (float[n, 3] x, float[n, 4] v, float[k, 5] z) => (float[a, b] y) "
         "{ r = Add (x, v)  c = Transpose (r)  y = MatMul (c, z) }",
         ["error SI207 graph/Add#0: on axis 1 A has 3 and B has 4, needed equal sizes or 1; A is f32[n, 3], B is f32[n, 4]"]),
    ],
)  # fmt: skip
def test_clauses_that_the_interface_hides(text: str, expected: list[str]) -> None:
    assert found(onnx.parser.parse_model(HEAD + text)) == expected
