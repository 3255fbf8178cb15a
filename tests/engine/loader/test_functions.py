"""Functions that ONNX Runtime refuses to read, though no node may call them, and attributes of calls."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import onnx
import pytest
from onnx import helper

import shapeinfer
from tests.oracle import loads

CALLED = "main (float[2] x) => (y) { y = local.F(x) }"
UNCALLED = "main (float[2] x) => (y) { y = Relu(x) }"
IMPORTS = 'opset_import: ["" : 17, "local" : 1, "ai.onnx.ml" : 1]'
F = "F (a) => (b) { b = Relu(a) }"


def _proto(main: str, *functions: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(f"<ir_version: 10, {IMPORTS}>\n{main}\n" + "\n".join(functions))


def _function(imports: str, text: str) -> str:
    return f'<domain: "local", opset_import: [{imports}]>\n{text}'


def _errors(proto: onnx.ModelProto) -> list[str]:
    found = shapeinfer.lint(proto).diagnostics
    return [f"{d.code} {d.message}" for d in found if d.severity == "error"]


BODY = (
    "F (a) => (b) { c = Constant<value = bool {1}>() b = If(c) <then_branch = t () => (float[2] t) { t = CALL(a) }, "
    "else_branch = e () => (float[2] e) { e = Relu(a) }> }"
)
REFUSED = [
    (CALLED, [_function("", F)], "SI003 function local::F has nodes of ai.onnx, which it does not import"),
    (UNCALLED, [_function("", F)], "SI003 function local::F has nodes of ai.onnx, which it does not import"),
    (
        UNCALLED, [_function('"" : 17', BODY.replace("CALL", "ai.onnx.ml.Binarizer"))],
        "SI003 function local::F has nodes of ai.onnx.ml, which it does not import",
    ),
    (
        UNCALLED, [_function('"" : 17', "F (a) => (b) { b = my.own.Op(a) }")],
        "SI003 function local::F has nodes of my.own, which it does not import",
    ),
    (
        CALLED, [_function('"" : 17', "F (a) => (b) { b = ai.onnx.ml.Binarizer(a) }")],
        "SI003 ai.onnx.ml::Binarizer is of domain ai.onnx.ml, which the function does not import",
    ),
    (UNCALLED, [_function('"" : 17, "other" : 0', F)], "SI003 function local::F imports other at opset 0, needed 1 or more"),
    (
        UNCALLED, [_function('"" : 17, "local" : 1', "F (a) => (b) { b = local.F(a) }")],
        "SI011 functions that no node calls call each other in a cycle: local::F",
    ),
    (
        UNCALLED, [_function('"" : 17, "local" : 1', BODY.replace("CALL", "local.F"))],
        "SI011 functions that no node calls call each other in a cycle: local::F",
    ),
    (
        UNCALLED,
        [
            _function('"" : 17, "local" : 1', "F (a) => (b) { b = local.G(a) }"),
            _function('"" : 17, "local" : 1', "G (a) => (b) { b = local.H(a) }"),
            _function('"" : 17, "local" : 1', "H (a) => (b) { b = local.G(a) }"),
        ],
        "SI011 functions that no node calls call each other in a cycle: local::G, local::H",
    ),
    (
        UNCALLED, [_function('"" : 17', "F (a) => (b) { b = Relu(a, a) }")],
        "SI015 function local::F imports opset 17: Relu has 2 inputs, needed 1",
    ),
    (
        UNCALLED, [_function('"" : 17', BODY.replace("CALL", "Add"))],
        "SI015 function local::F imports opset 17: Add has 1 inputs, needed 2",
    ),
    (
        CALLED, [_function('"" : 12', "F (a) => (b) { c = Constant<value_ints = [0]>() d = Unsqueeze(a, c) b = Flatten<axis = 0>(d) }")],
        "SI015 function local::F imports opset 12: Unsqueeze has 2 inputs, needed 1",
    ),
    (
        UNCALLED, [_function('"" : 17', "F (a) => (b) { b, c = Relu(a) }")],
        "SI016 function local::F imports opset 17: Relu has 2 outputs, needed 1",
    ),
    (
        UNCALLED, [_function('"" : 17', "F (a) => (b) { b = Concat<axis = 0>() }")],
        "SI015 function local::F imports opset 17: Concat has 0 inputs, needed at least 1",
    ),
]  # fmt: skip
TAKEN = [
    (UNCALLED, [_function('"" : 17', 'F (a) => (b) { b = Add(a, "") }')]),
    (UNCALLED, [_function('"" : 17', "F (a) => (b) { b = Mish(a, a) }")]),
    (CALLED, [_function('"" : 17', F)]),
    (UNCALLED, [_function('"" : 17', "F (a) => (b) { b = Nope(a) }")]),
    (UNCALLED, [_function("", "F () => () { }")]),
    (
        UNCALLED,
        [
            _function('"" : 17, "local" : 1', "F (a) => (b) { b = local.G(a) }"),
            _function('"" : 17', F.replace("F", "G")),
        ],
    ),
]


@pytest.mark.parametrize(("main", "functions", "said"), REFUSED)
def test_functions_that_no_runtime_reads(main: str, functions: list[str], said: str) -> None:
    proto = _proto(main, *functions)
    found = _errors(proto)
    assert len(found) == 1
    assert found[0].startswith(said)
    assert not shapeinfer.check(proto).ok
    assert not loads(proto)


@pytest.mark.parametrize(("main", "functions"), TAKEN)
def test_functions_that_are_read(main: str, functions: list[str]) -> None:
    proto = _proto(main, *functions)
    assert _errors(proto) == []
    assert shapeinfer.check(proto).ok
    assert loads(proto)


@pytest.mark.parametrize(("main", "functions", "said"), [r for r in REFUSED if r[2].startswith("SI003")])
def test_the_fix_adds_the_import(main: str, functions: list[str], said: str, tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    onnx.save(_proto(main, *functions), path)
    command = [
        sys.executable,
        "-m",
        "shapeinfer",
        "lint",
        "--fix",
        "--unsafe-fixes",
        "--select",
        "SI003",
        str(path),
    ]
    subprocess.run(command, capture_output=True, check=False)
    fixed = onnx.load(path)
    assert [f for f in _errors(fixed) if f.startswith("SI003")] == [], said
    if "my.own" not in said:
        assert loads(fixed)


def test_an_attribute_of_a_call_is_given_once() -> None:
    proto = _proto(CALLED, _function('"" : 17', F))
    attributes = proto.graph.node[0].attribute
    attributes.append(helper.make_attribute("alpha", 0.5))
    assert _errors(proto) == []
    assert loads(proto)
    attributes.append(helper.make_attribute("alpha", 0.7))
    assert _errors(proto) == ["SI020 attribute 'alpha' of a call is given twice"]
    assert not shapeinfer.check(proto).ok
    assert not loads(proto)


def test_an_attribute_of_a_call_has_one_kind_of_value() -> None:
    proto = _proto(CALLED, _function('"" : 17', F))
    attribute = helper.make_attribute("alpha", 0.5)
    attribute.i = 2
    proto.graph.node[0].attribute.append(attribute)
    assert _errors(proto) == ["SI020 attribute 'alpha' of a call carries several kinds of value"]
    assert not loads(proto)


@pytest.mark.parametrize("version", [2**31, 2**32, 2**32 + 3, 2**63 - 1])
def test_a_version_beyond_32_bits_of_a_domain_that_no_node_uses(version: int) -> None:
    proto = _proto(UNCALLED)
    proto.opset_import[2].version = version
    assert _errors(proto) == []
    assert shapeinfer.check(proto).ok
    assert shapeinfer.check(proto, targets=["onnxruntime==1.32"]).ok
    assert loads(proto)


@pytest.mark.parametrize(
    ("version", "taken"), [(2**31, False), (2**32, False), (2**32 + 17, True), (100, False)]
)
def test_a_version_beyond_32_bits(version: int, taken: bool) -> None:
    proto = _proto(UNCALLED)
    proto.opset_import[0].version = version
    assert (_errors(proto) == []) == taken == loads(proto)
    assert shapeinfer.check(proto, targets=["onnxruntime==1.32"]).ok == taken


@pytest.mark.parametrize("main", [CALLED, UNCALLED], ids=["called", "uncalled"])
@pytest.mark.parametrize(
    ("inputs", "output", "error"),
    [
        (["a", ""], "b", "SI051 function local::F has an input without a name"),
        (["a"], "a", "SI007 output 'a' of function local::F is made by none of its nodes"),
    ],
)
def test_inputs_have_names_and_nodes_make_outputs(
    main: str, inputs: list[str], output: str, error: str
) -> None:
    proto = _proto(main, _function('"" : 17', F))
    proto.functions[0].input[:] = inputs
    proto.functions[0].output[:] = [output]
    assert error in _errors(proto)
    assert not shapeinfer.check(proto).ok
    assert not loads(proto)
