"""What a body declares: types are enforced at load, shapes are unchecked claims."""

from __future__ import annotations

import numpy as np
import onnx.parser
import pytest

import shapeinfer
from tests.whole_model import Feeds, check, errors, facts, infer, messages, refused

X: Feeds = {"x": np.zeros(3, np.float32), "t": np.array([-1])}

# Only their declarations tell the rank of what the body makes, and they are wrong.
OUTPUTS = """g (int64[r] t, float[n] x) => (o, z, y, u) {
    on = Constant<value=bool {1}>()
    two = Constant<value_int=2>()
    o, z = Loop <body = b (int64 i, bool c, float[k] s) => (bool co, float[2] so, float[2] eo) {
        co = Identity(c)
        so = Reshape(x, t)
        eo = Reshape(x, t)
    }> (two, on, x)
    y = Gather(o, two)
    u = Gather<axis=1>(z, two)
}"""


def test_what_a_body_declares_of_its_outputs_is_a_claim_outside_too() -> None:
    assert not refused(OUTPUTS, X)
    found = infer(OUTPUTS)
    assert errors(found) == []
    assert [m.split(",")[0] for m in messages(found, "warning")] == ["SI301 indices holds 2"] * 2


def test_in_a_function_too() -> None:
    call = OUTPUTS[OUTPUTS.index("{") : OUTPUTS.index("    y = ")]
    text = f"""g (int64[r] t, float[n] x) => (y) {{
        two = Constant<value_int=2>()
        o = local.f(t, x)
        y = Gather(o, two)
    }}
    <domain: "local", opset_import: ["" : 17]>
    f (t, x) => (o) {call} }}"""
    assert not refused(text, X)
    found = infer(text)
    assert errors(found) == []
    assert [m.split(",")[0] for m in messages(found, "warning")] == ["SI301 indices holds 2"]


def test_what_the_node_requires_by_the_help_of_a_claim_binds_nobody() -> None:
    text = """g (int64[r] t, float[n] x, float[m, n] z) => (o) {
        o = Scan <num_scan_inputs=1, body = b (float[k] s, float[n] v) => (float[2] so) {
            a = Relu(v)
            so = Reshape(s, t)
        }> (x, z)
    }"""
    found = infer(text)
    assert errors(found) == []
    sure = [str(p.item.condition) for p in found.requirements if p.is_sure]
    assert sure == []


INPUTS = """g (int64 M, int64[r] t, float[n] x) => (o, y) {
    on = Constant<value=bool {1}>()
    two = Constant<value_int=2>()
    w = local.unknown(x, t)
    o = Loop <body = b (int64 i, bool c, float[2] s) => (bool co, so) {
        co = Identity(c)
        so = Relu(s)
    }> (two, on, w)
    y = Gather(o, two)
}"""


def test_a_shape_that_a_body_declares_of_its_input_says_nothing() -> None:
    """Exporters write that of the first round there; the runtime runs another."""
    assert facts(infer(INPUTS), "w", "o", "y") == ["?", "f32[*]", "f32[*]"]
    known = INPUTS.replace("local.unknown", "Reshape")
    found = check(known, [{**X, "M": np.array(2)}])
    assert facts(found, "o") == ["f32[*]"]


LOOP = """g (int64 M, float[3] x) => (o) {{
    on = Constant<value=bool {{1}}>()
    o = Loop <body = b ({i} i, {c} c, {s} s) => (bool co, float[3] so) {{
        co = Cast<to=9>(c)
        so = Cast<to=1>(x)
    }}> (M, on, x)
}}"""
SCAN = """g (float[3] x, float[4, 3] z) => (o, p) {{
    o, p = Scan <num_scan_inputs=1, body = b ({s} s, {t} t) => (float[3] so, float[3] to) {{
        so = Identity(x)
        to = Identity(x)
    }}> (x, z)
}}"""
MAP = """g (float[3] x) => (o) {{
    q = SequenceConstruct(x, x)
    o = SequenceMap <body = b ({s} s) => (float[3] so) {{ so = Identity(x) }}> (q)
}}"""
TYPES = [
    (LOOP.format(i="int64", c="bool", s="float[3]"), []),
    (LOOP.format(i="int64[1]", c="bool", s="float[2, 5]"), []),
    (LOOP.format(i="int64", c="bool", s="double[3]"), ["SI103 's' is f32, declared as f64"]),
    (
        LOOP.format(i="int64", c="bool", s="seq(float[3])"),
        ["SI103 's' is f32, declared as seq(tensor(float))"],
    ),
    (LOOP.format(i="int32", c="bool", s="float[3]"), ["SI103 'i' is i64, declared as i32"]),
    (LOOP.format(i="int64", c="int64", s="float[3]"), ["SI103 'c' is bool, declared as i64"]),
    (SCAN.format(s="float[3]", t="float[3]"), []),
    (SCAN.format(s="double[3]", t="float[3]"), ["SI103 's' is f32, declared as f64"]),
    (SCAN.format(s="float[3]", t="int64[3]"), ["SI103 't' is f32, declared as i64"]),
    (MAP.format(s="float[3]"), []),
    (MAP.format(s="double[3]"), ["SI103 's' is f32, declared as f64"]),
    (MAP.format(s="seq(float[3])"), ["SI103 's' is f32, declared as seq(tensor(float))"]),
]


@pytest.mark.parametrize(("text", "wanted"), TYPES)
def test_types_that_a_body_declares_of_its_inputs(text: str, wanted: list[str]) -> None:
    feeds: dict[str, object] = {"x": np.zeros(3, np.float32)}
    if "int64 M" in text:
        feeds["M"] = np.array(2)
    if "z" in text:
        feeds["z"] = np.zeros((4, 3), np.float32)
    assert bool(refused(text, feeds)) == bool(wanted)
    assert errors(infer(text)) == wanted


def test_what_a_function_stores_is_no_list_that_a_loader_sees() -> None:
    """ONNX Runtime takes one size for all axes, unless a loader sees how many there are."""
    inside = infer(
        """g (float[10, 7] x) => (y) { size = local.four() y = CenterCropPad(x, size) }
        <opset_import: ["" : 18], domain: "local"> four () => (c) { c = Constant<value_ints=[4]>() }""",
        opset=18,
    )
    outside = infer(
        "g (float[10, 7] x) => (y) { size = Constant<value_ints=[4]>() y = CenterCropPad(x, size) }", opset=18
    )
    assert facts(inside, "y") == facts(outside, "y") == ["f32[4, 4]"]
    assert errors(inside) == []
    assert errors(outside) == ["SI219 shape holds 1 sizes, needed 2, one for each axis"]


@pytest.mark.parametrize(
    "own", ["<float missing = {1.0}> { output = Identity(missing) }", "{ output = Abs(missing) }"]
)
def test_a_body_may_give_the_name_of_an_absent_input_to_a_value_of_its_own(own: str) -> None:
    """The function's call leaves the input out: only a body that has no such value of its own lacks it."""
    model = onnx.parser.parse_model(f"""<ir_version: 8, opset_import: ["": 17, "local": 1]>
        g (bool condition) => (float output) {{ output = local.F(condition) }}
        <opset_import: ["": 17], domain: "local">
        F (condition, missing) => (output) {{
            output = If(condition) <
                then_branch = then () => (float output) {own},
                else_branch = else () => (float output) <float one = {{1.0}}> {{ output = Identity(one) }}
            >
        }}""")
    found = [d.code for d in shapeinfer.lint(model).diagnostics if d.severity == "error"]
    assert found == ([] if own.startswith("<") else ["SI027"])
