"""Names that stand for two things: what ONNX Runtime refuses is an error, what it takes a warning."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import loads, session

HEAD = '<ir_version: 9, opset_import: ["" : 18, "local" : 1]>\n'


def found(proto: onnx.ModelProto, code: str) -> list[str]:
    return [
        f"{d.severity} {d.location.path}: {d.message}"
        for d in shapeinfer.lint(proto).diagnostics
        if d.code == code
    ]


def branch(then: str, before: str = "", after: str = "", inputs: str = "", outputs: str = "") -> str:
    return f"""g (float[n] x, bool c{inputs}) => (float[m] y{outputs}) {{ {before}
        y = If (c) <then_branch = t () => (float[p] u) {then}, else_branch = e () => (float[p] v) {{ v = Relu (x) }}>
        {after} }}"""


SHADOW = "{ h = Neg (x)  u = Neg (h) }"


@pytest.mark.parametrize(
    ("text", "lines", "takes_it"),
    [
        # The body's owner reads what it shadows' node makes: that node has run.
        (branch("{ h = Exp (x)  u = Neg (h) }", "h, k = Split <num_outputs = 2> (x)").replace("v = Relu (x)", "v = Relu (k)"),
         ["error graph/If#1.then_branch/Exp#0: output 'h' of the body has the same name as the output of Split#0 outside it"], False),
        (branch(SHADOW, inputs=", float[n] h"),
         ["error graph/If#0.then_branch/Neg#0: output 'h' of the body has the same name as an input or initializer outside it"], False),
        # A runtime may run the two in any order; this one has it first.
        (branch(SHADOW, "h = Relu (x)  z = Neg (h)", outputs=", float[m] z"),
         ["warning graph/If#2.then_branch/Neg#0: output 'h' of the body has the same name as the output of Relu#0 outside it"], False),
        # A Constant is stored before the runtime looks at names, wherever it stands.
        (branch(SHADOW, after="h = Constant <value_float = 1.0> ()  z = Neg (h)", outputs=", float[m] z"),
         ["error graph/If#0.then_branch/Neg#0: output 'h' of the body has the same name as the output of Constant#1 outside it"], False),
        (branch(SHADOW, "h = Constant <value_float = 1.0> ()  z = Neg (h)", outputs=", float[m] z"),
         ["error graph/If#2.then_branch/Neg#0: output 'h' of the body has the same name as the output of Constant#0 outside it"], False),
        # Made later, so not seen in the body.
        (branch(SHADOW, after="h = Neg (y)"), [], True),
        (branch("{ y = Neg (x) }").replace("(float[p] u)", "(float[p] y)"), [], True),
        # The runtime takes an initializer or input of a body under any name.
        (branch("<float[1] h = {1}> { u = Add (x, h) }", inputs=", float[n] h"),
         ["warning graph/If#0.then_branch: input or initializer 'h' of the body has the same name as an input or initializer outside it"], True),
        ("g (float[n] x, int64 k, bool c) => (float[m] y) { y = Loop (k, c, x) <body = b (int64 i, bool d, float[n] x) => "
         "(bool e, float[n] u) { e = Identity (d)  u = Neg (x) }> }",
         ["warning graph/Loop#0.body: input or initializer 'x' of the body has the same name as an input or initializer outside it"], True),
        # Functions see nothing around the call, but their bodies see the function.
        ("g (float[n] x) => (float[m] y) { h = Exp (x)  y = local.f (h) }\n"
         '<domain: "local", opset_import: ["" : 18]> f (x) => (y) { h = Neg (x)  y = Exp (h) }', [], True),
        ("g (float[n] x, bool c) => (float[m] y) { y = local.f (x, c) }\n"
         '<domain: "local", opset_import: ["" : 18]> f (x, c) => (y) { ' + branch(SHADOW, "h = Exp (x)").split("{", 1)[1],
         ["warning graph/f#0 -> fn:f/If#1.then_branch/Neg#0: output 'h' of the body has the same name as the output of Exp#0 outside it"],
         False),
    ],
)  # fmt: skip
def test_shadowed(text: str, lines: list[str], takes_it: bool) -> None:
    proto = onnx.parser.parse_model(HEAD + text)
    assert found(proto, "SI037") == lines
    assert loads(proto) is takes_it


@pytest.mark.parametrize(
    ("text", "lines", "takes_it"),
    [
        ("g (float[n] x) => (float[m] y) { [a] z = Relu (x)  [a] y = Neg (x) }",
         ["error graph/a: 2 nodes are named 'a': Relu#0, Neg#1"], False),
        ("g (float[n] x) => (float[m] y) { [a] w = Constant <value_float = 1.0> ()  [a] y = Add (x, w) }",
         ["warning graph/a: 2 nodes are named 'a': Constant#0, Add#1"], True),
        (branch("{ [a] h = Neg (x)  [a] u = Neg (h) }"), ["error graph/If#0.then_branch/a: 2 nodes are named 'a': Neg#0, Neg#1"], False),
        (branch("{ [a] u = Neg (h) }", "[a] h = Relu (x)"), [], True),
        ("g (float[n] x) => (float[m] y) { y = local.f (x) }\n"
         '<domain: "local", opset_import: ["" : 18]> f (x) => (y) { [a] h = Neg (x)  [a] y = Exp (h) }',
         ["warning graph/f#0 -> fn:f/a: 2 nodes are named 'a': Neg#0, Exp#1"], False),
    ],
)  # fmt: skip
def test_node_names(text: str, lines: list[str], takes_it: bool) -> None:
    proto = onnx.parser.parse_model(HEAD + text)
    assert found(proto, "SI039") == lines
    assert loads(proto) is takes_it


def test_two_inputs_of_one_name() -> None:
    proto = onnx.parser.parse_model(HEAD + "g (float[n] x, float[n] x) => (float[m] y) { y = Neg (x) }")
    assert found(proto, "SI010") == ["error graph: two inputs are named 'x'"]
    assert not loads(proto)


def test_one_version_imported_twice_is_no_conflict() -> None:
    proto = onnx.parser.parse_model(HEAD + "g (float[n] x) => (float[m] y) { y = Neg (x) }")
    proto.opset_import.add(domain="ai.onnx", version=18)
    assert found(proto, "SI004") == []
    assert loads(proto)


@pytest.mark.parametrize("domain", ["", "ai.onnx.ml", "com.microsoft"])
def test_a_domain_without_import_that_the_runtime_knows(domain: str) -> None:
    operator = {"": "Relu", "ai.onnx.ml": "ai.onnx.ml.Normalizer", "com.microsoft": "com.microsoft.Gelu"}[
        domain
    ]
    imported = '"local" : 1' if not domain else '"" : 18'
    proto = onnx.parser.parse_model(
        f"<ir_version: 9, opset_import: [{imported}]>\n"
        f"g (float[n, 8] x) => (float[n, 8] y) {{ y = {operator} (x) }}"
    )
    (line,) = found(proto, "SI003")
    assert line.startswith("warning ") and line.endswith(
        "ONNX Runtime uses its newest version, other runtimes may refuse the model"
    )
    assert loads(proto)


def test_an_operator_of_the_runtime_without_import_is_inferred() -> None:
    proto = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]>\n'
        "g (float[n, 8] x, float[8, 4] w) => (float[n, 4] y) { y = com.microsoft.FusedMatMul (x, w) }"
    )
    assert str(shapeinfer.infer(proto).facts["y"]) == "f32[n, 4]"
    assert loads(proto)
    del proto.graph.node[0].input[1]
    assert [line.split(" graph/")[0] for line in found(proto, "SI015")] == ["error"]
    assert not loads(proto)


@pytest.mark.parametrize(
    ("operator", "domain", "made"),
    [
        ("Relu", "", "f32[2]"),
        ("Gelu", "com.microsoft", "f32[2]"),
        ("Normalizer", "ai.onnx.ml", "f32[2]"),
        ("Foo", "com.microsoft", "f32[4]"),
    ],
)
def test_a_function_of_the_name_of_an_operator_is_not_run(operator: str, domain: str, made: str) -> None:
    """Which of them runs is left to runtimes, and ONNX Runtime runs the operator."""
    proto = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1, "ai.onnx.ml" : 3]>\n'
        f"g (float[2] x) => (float[k] y) {{ y = {domain}{domain and '.'}{operator} (x) }}\n"
        f'<domain: "{domain}", opset_import: ["" : 18]> {operator} (a) => (b) {{ b = Concat <axis = 0> (a, a) }}'
    )
    assert str(shapeinfer.infer(proto).facts["y"]) == made
    loaded = session(proto)
    (y,) = loaded.run(None, {"x": np.ones(2, np.float32)})
    assert f"f32[{len(np.ravel(y))}]" == made


def test_a_constant_of_any_domain_is_stored() -> None:
    proto = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]>\n'
        "g (float[n] x) => (float[2] y) { y = other.Constant <value = float[2] {1, 2}> () }"
    )
    assert found(proto, "SI003") == [
        "warning graph/Constant#0: other::Constant is of domain other, which the model does not import"
    ]
    assert loads(proto)


@pytest.mark.parametrize(
    ("imported", "body", "named", "domain"),
    [
        ("unused", "b = Relu (a)", "Relu", "ai.onnx"),
        ("unused", "b = com.microsoft.Gelu (a)", "com.microsoft::Gelu", "com.microsoft"),
        ("unused", "b = other.Constant <value_int = 1> ()", "other::Constant", "other"),
        (
            "",
            "b = If (c) <then_branch = t () => (u) { u = com.microsoft.Gelu (a) },"
            " else_branch = e () => (v) { v = Relu (a) }>",
            "com.microsoft::Gelu",
            "com.microsoft",
        ),
    ],
)
def test_a_function_imports_what_its_nodes_are_of(imported: str, body: str, named: str, domain: str) -> None:
    proto = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1, "f" : 1]>\n'
        "g (float[n] x, bool c) => (y) { y = f.f (x, c) }\n"
        f'<domain: "f", opset_import: ["{imported}" : 18]> f (a, c) => (b) {{ {body} }}'
    )
    (line,) = found(proto, "SI003")
    assert line.startswith("error graph/f#0 -> fn:f/")
    assert line.endswith(f": {named} is of domain {domain}, which the function does not import")
    assert not loads(proto)


@pytest.mark.parametrize(
    ("imported", "inside", "path"),
    [
        ('"" : 18', '"" : 18, "inner" : 1', "graph/f#0"),
        ('"" : 18, "outer" : 1', '"" : 18', "graph/g#0 -> fn:g/f#0"),
    ],
)
def test_a_function_whose_domain_is_not_imported(imported: str, inside: str, path: str) -> None:
    called = "outer.g" if "outer" in imported else "inner.f"
    proto = onnx.parser.parse_model(
        f"<ir_version: 9, opset_import: [{imported}]>\n"
        f"g (float[n] x) => (float[n] y) {{ y = {called} (x) }}\n"
        f'<domain: "inner", opset_import: ["" : 18]> f (a) => (b) {{ b = Relu (a) }}\n'
        f'<domain: "outer", opset_import: [{inside}]> g (a) => (b) {{ b = inner.f (a) }}'
    )
    assert found(proto, "SI003") == [
        f"error {path}: function f is of domain inner, which is not imported here"
    ]
    assert not loads(proto)


def test_a_body_without_a_name() -> None:
    proto = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[2] x, bool k) => (y) {'
        " y = If (k) <then_branch = t () => (float[2] a) { a = Relu (x) },"
        " else_branch = e () => (float[2] b) { b = Neg (x) }> }"
    )
    proto.graph.ClearField("name")
    assert found(proto, "SI049") == ["warning graph: the main graph has no name"]
    assert loads(proto)
    proto.graph.node[0].attribute[0].g.ClearField("name")
    place = f"graph/If#0.{proto.graph.node[0].attribute[0].name}"
    assert f"error {place}: the body has no name" in found(proto, "SI049")
    assert not loads(proto)
