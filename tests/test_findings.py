"""What is said of a file apart from its shapes; each message once. (test_engine.py has those of graphs.)"""

from __future__ import annotations

import re
from pathlib import Path

import onnx
import onnx.parser
import pytest
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer import apply, codes
from shapeinfer.fact import TensorFact
from shapeinfer.rule import Call

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'
RELU = "g (float[n] x) => (float[m] y) { y = Relu (x) }"


def found(source: onnx.ModelProto | Path) -> list[str]:
    report = shapeinfer.lint(source)
    return [f"{d.severity} {d.code} {d.location.path}: {d.message}" for d in report.diagnostics]


def relu(head: str = HEAD) -> onnx.ModelProto:
    return onnx.parser.parse_model(head + RELU)


def test_two_imports_of_one_domain() -> None:
    proto = relu()
    proto.opset_import.append(helper.make_opsetid("ai.onnx", 17))
    assert found(proto) == ["warning SI004 graph: ai.onnx is imported at opsets (18, 17)"]


def test_a_newer_ir_version() -> None:
    proto = relu()
    proto.ir_version = 99
    (line,) = found(proto)
    assert re.fullmatch(r"info SI024 graph: IR version 99, the newest known here is \d+", line)


def test_a_deprecated_operator() -> None:
    proto = onnx.parser.parse_model(
        '<ir_version: 5, opset_import: ["" : 10]> g (float[n, 2] x) => (float[a, b] y) <float[2] s = {1.0, 2.0}>'
        "{ y = Upsample (x, s) }"
    )
    assert found(proto)[0] == "warning SI014 graph/Upsample#0: Upsample is deprecated since opset 10"


def test_an_attribute_twice() -> None:
    proto = onnx.parser.parse_model(HEAD + "g (float[n] x) => (float[m] y) { y = Softmax <axis = 0> (x) }")
    node = proto.graph.node[0]
    node.attribute.append(helper.make_attribute("axis", 0))
    assert found(proto) == ["warning SI020 graph/Softmax#0: attribute 'axis' is given twice"]
    del node.attribute[1]
    node.attribute[0].f = 1.5
    assert found(proto) == [
        "warning SI020 graph/Softmax#0: attribute 'axis' carries several kinds of value: float, int"
    ]


def test_external_data_that_is_not_there(tmp_path: Path) -> None:
    proto = relu()
    weight = proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[4])
    weight.data_location = TensorProto.EXTERNAL
    weight.external_data.add(key="location", value="weights.bin")
    path = tmp_path / "m.onnx"
    path.write_bytes(proto.SerializeToString())
    message = "warning SI022 graph: file 'weights.bin' with the contents of 'w' is not there"
    assert found(path)[0] == message
    (tmp_path / "weights.bin").write_bytes(bytes(16))
    assert "SI022" not in "".join(found(path))


def test_contents_that_do_not_fit() -> None:
    proto = relu()
    proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[4], raw_data=bytes(12))
    assert found(proto)[0] == "warning SI023 graph: initializer 'w' with dims (4) needs 16, holds 12"
    proto.graph.node[0].op_type = "Add"
    proto.graph.node[0].input.append("w")
    assert found(proto) == ["error SI023 graph: initializer 'w' with dims (4) needs 16, holds 12"]


def test_a_reference_outside_of_a_function() -> None:
    proto = onnx.parser.parse_model(HEAD + "g (float[n] x) => (float[m] y) { y = Softmax <axis = 0> (x) }")
    attribute = proto.graph.node[0].attribute[0]
    attribute.ClearField("i")
    attribute.ref_attr_name = "outer"
    assert found(proto) == [
        "error SI025 graph/Softmax#0: attribute 'axis' refers to 'outer', outside of any function"
    ]


def test_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "find_rule", lambda *key: None)
    assert found(relu()) == ["info SI026 graph/Relu#0: no rule for Relu-14"]


def test_a_rule_that_stumbles_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(call: Call, x: TensorFact) -> TensorFact:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(apply, "STRICT", False)
    monkeypatch.setattr(apply, "find_rule", lambda *key: broken)
    assert found(relu()) == [
        "info SI029 graph/Relu#0: the rule for Relu failed: ZeroDivisionError: on purpose"
    ]


def test_deep_nesting_is_no_recursion_error() -> None:
    functions = []
    for i in range(80):
        called = "Relu" if i == 79 else f"f{i + 1}"
        domain = "" if i == 79 else "local"
        functions.append(
            helper.make_function(
                "local", f"f{i}", ["a"], ["b"], [helper.make_node(called, ["a"], ["b"], domain=domain)],
                [helper.make_opsetid("", 18), helper.make_opsetid("local", 1)],
            )
        )  # fmt: skip
    graph = helper.make_graph(
        [helper.make_node("f0", ["x"], ["y"], domain="local")], "g",
        [helper.make_tensor_value_info("x", 1, ["n"])], [helper.make_tensor_value_info("y", 1, None)],
    )  # fmt: skip
    proto = helper.make_model(
        graph,
        functions=functions,
        opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid("local", 1)],
    )
    lines = found(proto)
    assert [line.split()[:2] for line in lines] == [["info", "SI030"]]


def test_an_operator_below_its_opset() -> None:
    proto = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["" : 14]> g (float[n, 4] x, float[4] s) => (float[a, b] y)'
        "{ y = LayerNormalization (x, s) }"
    )
    assert found(proto) == [
        "warning SI031 graph/LayerNormalization#0: LayerNormalization came with opset 17, the model imports 14: "
        "ONNX Runtime takes it, others may not"
    ]


def test_every_code_is_raised_somewhere_and_tested() -> None:
    root = Path(__file__).resolve().parent.parent
    names = {code.id: name for name, code in vars(codes).items() if isinstance(code, codes.Code)}
    source = "\n".join(p.read_text() for d in ("shapeinfer", "rules") for p in (root / d).rglob("*.py"))
    tests = "\n".join(p.read_text() for p in (root / "tests").rglob("*.py"))
    assert [i for i, name in names.items() if not re.search(rf"codes\.{name}\b", source)] == []
    premises = {"SI308", "SI402"}  # their messages stand with the premises, which are shown as conditions
    assert [i for i in names if i not in premises and i not in tests] == []


TIED = "warning SI404 graph/Concat#0: 'm' and 'n' are declared apart, needed n == m: m=1, n=2 fails"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("g (float[n, 2] x, float[m, 3] z) => (float[a, b] y) { y = Concat <axis = 1> (x, z) }", [TIED]),
        ("g (float[n] x, float[m] z) => (float[a] y) { y = Add (x, z) }",
         ["warning SI404 graph/Add#0: 'm' and 'n' are declared apart, needed n == m or n == 1 or m == 1: m=2, n=3 fails"]),
        ("g (float[n, k] x, float[3, 4] w) => (float[a, b] y) { y = MatMul (x, w) }",
         ["warning SI405 graph/MatMul#0: 'k' is declared as a symbol, needed 3: k=4 fails"]),
        ("g (float[n, 2] x, float[n, 3] z) => (float[a, b] y) { y = Concat <axis = 1> (x, z) }", []),
    ],
)  # fmt: skip
def test_clauses_that_the_interface_hides(text: str, expected: list[str]) -> None:
    assert found(onnx.parser.parse_model(HEAD + text)) == expected
