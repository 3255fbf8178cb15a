"""Checks of what inference found, where one model and its fixed twin (tests/test_codes.py) do not say
enough."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer
from shapeinfer.engine.place import place_text
from shapeinfer.jobs.sources import load
from shapeinfer.linter.lint import examine

HEAD = '<ir_version: 9, opset_import: ["" : 18, "my" : 1, "com.microsoft" : 1]>\n'


def found(text: str, *wanted: str) -> list[str]:
    model = load(onnx.parser.parse_model(HEAD + text))
    return [f"{p.item.code.id} {place_text(p.place)}: {p.item.text()}" for p in examine(model, wanted)[1]]


def test_a_rank_whose_reason_is_told_already() -> None:
    assert found("g (float[n] x) => (float[] y) { y = my.Op (x) }", "SI230") == []


def test_only_the_first_cause_is_told() -> None:
    text = "g (float[n] x) => (int64[] y, int64[] z) { h = NonZero (x)  y = Neg (h)  z = Abs (y) }"
    assert found(text, "SI231") == [
        "SI231 graph/NonZero#0: 'h' is i64[1, ?0]: how many elements are not zero depends on data"
    ]


def test_many_causes_are_cut_short() -> None:
    nodes = "  ".join(f"h{i} = NonZero (x)" for i in range(30))
    assert len(found(f"g (float[n] x) => (int64[] h0) {{ {nodes} }}", "SI231")) == 20


def test_halves_and_floats_are_told_apart() -> None:
    text = """g (float[n, m] x) => (float[] y, float[] z) <float16 two = {2}, float three = {3}> {
        s = Shape <end = 1> (x)    f = Cast <to = 10> (s)  d = Mul (f, two)    i = Cast <to = 7> (d)  y = ConstantOfShape (i)
        t = Shape <start = 1> (x)  g = Cast <to = 1> (t)   e = Mul (g, three)  j = Cast <to = 7> (e)  z = ConstantOfShape (j) }"""
    assert found(text, "SI310") == ["SI310 graph/Cast#1: n is computed in f16, exact up to 2048"]
    assert found(text, "SI308") == ["SI308 graph/Mul#7: 3*m is computed in f32, exact up to 16777216"]


def test_the_first_of_several_doubles() -> None:
    text = "g (float[n] x, double[n] z) => (double[n] y) { h = Add (z, z)  i = Cast <to = 11> (x)  y = Add (h, i) }"
    assert found(text, "SI106") == [
        "SI106 graph/Add#0: 3 values are f64, the first of them is computed here from 'z'"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A name that only outputs use, for two sizes that may differ.
        ("g (float[n, m] x) => (float[k, 4] y, float[k, 5] z) <int64[2] a = {-1, 4}, int64[2] b = {-1, 5}> {"
         " y = Reshape (x, a)  z = Reshape (x, b) }",
         ["SI406 graph: 'k' is (m*n)//5 on axis 0 of 'z' and (m*n)//4 on axis 0 of 'y': m=4, n=5 makes them 4 and 5"]),
        # Equal under the contract: Concat makes them one.
        ("g (float[n, 2] x, float[m, 2] z) => (float[k, 4] y, float[k, 2] u) { y = Concat <axis = 1> (x, z)  u = Neg (x) }", []),
        # A cache is never longer than what it is part of.
        ("g (float[n] x, float[total] t) => (float[total] y) <int64[1] one = {1}> {"
         " a = Shape (x)  b = Shape (t)  m = Max (a, b)  y = ConstantOfShape (m) }", []),
        # A size that data decide proves nothing.
        ("g (float[n] x) => (int64[1, n] y) { y = NonZero (x) }", []),
    ],
    ids=["apart", "tied", "clamped", "data"],
)  # fmt: skip
def test_one_name_for_two_sizes(text: str, expected: list[str]) -> None:
    assert found(text, "SI406") == expected


def test_nameless_dims() -> None:
    text = "g (float[?, n] x) => (float[batch, n] y) { y = Relu (x) }"
    assert found(text, "SI407") == ["SI407 graph: axis 0 of 'x' has no name"]


def test_demands_that_exclude_each_other_are_named() -> None:
    text = """g (float[n, 2] x) => (float[a, b] y) <int64[2] s = {3, -1}, int64[2] t = {4, 2}> {
        h = Reshape (x, t)  y = Concat <axis = 1> (h, x, x)  i = Reshape (x, s)  z = Concat <axis = 1> (x, i) }"""
    for made, severity in (("(float[a, b] y)", "warning"), ("(float[a, b] y, float[] z)", "error")):
        model = onnx.parser.parse_model(HEAD + text.replace("(float[a, b] y)", made))
        lines = [d for d in shapeinfer.lint(model).diagnostics if d.code == "SI401"]
        assert lines and all("no sizes satisfy all of these: " in d.message for d in lines)
        assert {d.severity for d in lines} == {severity}
        assert not shapeinfer.check(model).ok  # ONNX Runtime also runs what no output needs
