"""Constant, in each of its forms."""

from __future__ import annotations

import onnx.parser
import onnxruntime
import pytest
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer.facts.parse import parse
from tests.oracle import loads
from tests.table import Row, row

ROWS = [
    row("Constant", (1, 9, 11, 12, 13, 19, 21, 23), "", "f32[2] = (1, 2)", value=parse("f32[2] = (1, 2)")),
    row("Constant", (9, 11, 12, 13, 19, 21, 23), "", "i64[2, 1] = (1, -1)",
        value=parse("i64[2, 1] = (1, -1)")),
    row("Constant", 13, "", "f32[] = 0.5", value=parse("f32[] = 0.5")),
    row("Constant", (12, 13, 19, 21, 23), "", "i64[] := 3", value_int=3),
    row("Constant", (12, 13, 19, 21, 23), "", "i64[2] := (3, -1)", value_ints=[3, -1]),
    row("Constant", (12, 13, 19, 21, 23), "", "f32[] := 0.5", value_float=0.5),
    row("Constant", (12, 13, 19, 21, 23), "", "f32[2] := (0.5, 2)", value_floats=[0.5, 2.0]),
    row("Constant", (12, 13, 19, 21, 23), "", "str[]", value_string="a"),
    row("Constant", (12, 13, 19, 21, 23), "", "str[2]", value_strings=['a', 'b']),
    row("Constant", 13, "", "i64[65] = 0..64", value_ints=list(range(65))),
    row("Constant", 13, "", "i64[] := 3", value_int=3, value_float=1.0,
        finds="SI307 (value_int, value_float) are given, needed one; the runtime takes the first"),
    row("Constant", 13, "", "f32[] := 1", value_float=1.0, value_int=3,
        finds="SI307 (value_float, value_int) are given, needed one; the runtime takes the first"),
    row("Constant", 13, "", "?[*]", values=[1.5, 2.0],
        finds="SI017 attribute 'values' is not one of Constant-13's (sparse_value, value, value_float, value_floats, value_int, value_ints, value_string, value_strings)"),
]  # fmt: skip

REFUSED = [
    row("Constant", 13, "", "?[*]",
        finds=
            "SI018 no value is given, needed one of (value, sparse_value, value_int, value_ints, "
            "value_float, value_floats, value_string, value_strings)"),
]  # fmt: skip

# Nobody here runs or refuses these.
UNTRIED = [
    row("Constant", 13, "", "?[*]", sparse_value=parse("sparse(f32[3, 4])"),
        finds="SI019 attribute 'sparse_value' is of type tensor, needed sparse tensor"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_constant(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_constant_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_constant_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


# Where a Constant stands, with the graph and the function; @ is what it is given.
ELSE = "else_branch = e () => (float b) { b = Relu(x) }"
PLACES = {
    "main graph": ("(float x) => (float z) { y = Constant<@>() z = Relu(x) }", ""),
    "branch": (
        "(float x, bool k) => (z) { z = If(k) <then_branch = t () => (float a)"
        f" {{ y = Constant<@>() a = Relu(x) }}, {ELSE}> }}",
        "",
    ),
    "branch that is not taken": (
        "(float x) => (z) <bool k = {0}> { z = If(k) <then_branch = t () => (float a)"
        f" {{ y = Constant<@>() a = Relu(x) }}, {ELSE}> }}",
        "",
    ),
    "rounds": (
        "(float x, int64 m, bool k) => (z) { z = Loop(m, k, x) <body = t (int64 i, bool c, float s)"
        " => (bool d, float a) { y = Constant<@>() d = Identity(c) a = Relu(s) }> }",
        "",
    ),
    "function": ("(float x) => (z) { z = local.f(x) }", "f (x) => (z) { y = Constant<@>() z = Relu(x) }"),
    "branch of a function": (
        "(float x, bool k) => (z) { z = local.f(x, k) }",
        "f (x, k) => (z) { z = If(k) <then_branch = t () => (float a)"
        f" {{ y = Constant<@>() a = Relu(x) }}, {ELSE}> }}",
    ),
}


@pytest.mark.parametrize("opset", [7, 9, 11, 17])
@pytest.mark.parametrize("given", ["value = float {1.0}", "value_int = 3", "count = 3"])
@pytest.mark.parametrize("place", PLACES)
def test_where_an_attribute_that_it_lacks_is_refused(place: str, given: str, opset: int) -> None:
    graph, function = (text.replace("@", given) for text in PLACES[place])
    head = f'<ir_version: 8, opset_import: ["" : {opset}, "local" : 1]> g '
    body = f' <opset_import: ["" : {opset}], domain: "local"> {function}' if function else ""
    model = onnx.parser.parse_model(head + graph + body)
    try:
        onnxruntime.InferenceSession(model.SerializeToString())
        loads = True
    except Exception:  # onnxruntime raises no narrower one
        loads = False
    assert shapeinfer.check(model).ok == loads


def test_what_a_function_is_refused_for() -> None:
    graph, function = (text.replace("@", "count = 3") for text in PLACES["function"])
    head = '<ir_version: 8, opset_import: ["" : 17, "local" : 1]> g '
    model = onnx.parser.parse_model(f'{head}{graph} <opset_import: ["" : 17], domain: "local"> {function}')
    (found,) = (d for d in shapeinfer.check(model).diagnostics if d.code == "SI307")
    assert found.message == (
        "in a function ONNX Runtime refuses a Constant of (count), which is none of (value, sparse_value, value_int,"
        " value_ints, value_float, value_floats, value_string, value_strings)"
    )


_TENSOR = helper.make_tensor("t", TensorProto.FLOAT, [1], [1.0])
_TYPE = helper.make_tensor_type_proto(TensorProto.FLOAT, [2])
_GRAPH = helper.make_graph(
    [helper.make_node("Neg", ["x"], ["q"])], "g", [], [helper.make_value_info("q", _TYPE)]
)


@pytest.mark.parametrize(
    ("value", "is_made"),
    [
        (2, True),
        ("a", True),
        ([0.5, 1.5], True),
        (_GRAPH, False),
        ([_GRAPH], False),
        ([_TENSOR], False),
        (_TYPE, False),
    ],
)
def test_a_value_of_another_type(value: object, *, is_made: bool) -> None:
    """ONNX Runtime makes a tensor of what holds numbers or texts, whatever the attribute is called."""
    node = helper.make_node("Constant", [], ["c"])
    node.attribute.append(helper.make_attribute("value", value))
    given = [helper.make_value_info("x", _TYPE)]
    made = [helper.make_value_info("y", _TYPE)]
    graph = helper.make_graph([node, helper.make_node("Neg", ["x"], ["y"])], "g", given, made)
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    assert loads(proto) == is_made
    (severity,) = [found.severity for found in shapeinfer.lint(proto).diagnostics if found.code == "SI019"]
    assert severity == ("warning" if is_made else "error")
