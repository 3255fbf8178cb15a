"""Scan: states, scanned axes, scan outputs, and what the runtime asks of their sizes."""

from __future__ import annotations

import numpy as np
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import Value, session
from tests.whole_model import check, errors, facts, infer, messages, parse, refused


def zeros(*shape: int) -> Value:
    return np.zeros(shape, np.float32)


def scan(
    body: str,
    attributes: str = "",
    inputs: str = "float[a] st, float[n, a] x",
    count: int = 1,
    names: str = "st, x",
) -> str:
    return f"""g ({inputs}) => (o, y) {{
        o, y = Scan <num_scan_inputs={count}{attributes}, body = b {body}> ({names})
    }}"""


ADD = "(s, e) => (so, eo) { so = Add(s, e) eo = Mul(s, e) }"


def test_states_keep_their_shape_and_outputs_get_the_axis() -> None:
    for opset in (9, 11, 16, 19, 21, 23, 24, 25):
        runs = [{"st": zeros(2), "x": zeros(n, 2)} for n in (1, 3)]
        found = check(scan(ADD), runs, opset)
        assert facts(found, "o", "y") == ["f32[a]", "f32[n, a]"]
        assert [str(p.item.condition) for p in found.requirements] == ["n >= 1"]


AXES = [
    ("", "float[3] st, float[n, 3] x", "f32[n, 3]", {"st": zeros(3), "x": zeros(2, 3)}),
    (", scan_input_axes=[1]", "float[3] st, float[3, n] x", "f32[n, 3]", {"st": zeros(3), "x": zeros(3, 2)}),
    (", scan_input_axes=[-1], scan_output_axes=[1]", "float[3] st, float[3, n] x", "f32[3, n]",
     {"st": zeros(3), "x": zeros(3, 2)}),
    (", scan_output_axes=[-1], scan_output_directions=[1]", "float[3] st, float[n, 3] x", "f32[3, n]",
     {"st": zeros(3), "x": zeros(2, 3)}),
    (", scan_output_axes=[-2], scan_input_directions=[1]", "float[3] st, float[n, 3] x", "f32[n, 3]",
     {"st": zeros(3), "x": zeros(2, 3)}),
]  # fmt: skip


@pytest.mark.parametrize(("attributes", "inputs", "output", "feeds"), AXES)
def test_axes(attributes: str, inputs: str, output: str, feeds: dict[str, Value]) -> None:
    found = check(scan(ADD, attributes, inputs), [feeds], 11)
    assert facts(found, "o", "y") == ["f32[3]", output]


def test_outputs_whose_size_the_body_makes() -> None:
    text = """g (float[a] st, float[n, a] x, int64[1] k) => (o, y) {
        o, y = Scan <num_scan_inputs=1, body = b (s, e) => (so, eo) {
            so = Add(s, e)
            eo = Expand(s, k)
        }> (st, x)
    }"""
    found = infer(text)
    assert facts(found, "o")[0] == "f32[a]"
    assert facts(found, "y")[0].startswith("f32[n, ")
    check(text, [{"st": zeros(1), "x": zeros(3, 1), "k": np.array([k])} for k in (0, 1, 5)])


def test_the_body_reads_values_around_it() -> None:
    text = """g (float[a] st, float[n, a] x, float[m, a] w) => (o, y) {
        o, y = Scan <num_scan_inputs=1, body = b (s, e) => (so, eo) { so = Add(s, e) eo = Add(s, w) }> (st, x)
    }"""
    found = check(text, [{"st": zeros(2), "x": zeros(3, 2), "w": zeros(m, 2)} for m in (0, 1, 4)])
    assert facts(found, "o", "y") == ["f32[a]", "f32[n, m, a]"]


def test_two_scan_inputs_are_as_long() -> None:
    body = "(s, e, d) => (so, eo) { so = Add(s, e) eo = Add(s, d) }"
    inputs = "float[a] st, float[n, a] x, float[m, a] z"
    text = scan(body, inputs=inputs, count=2, names="st, x, z")
    found = check(text, [{"st": zeros(2), "x": zeros(3, 2), "z": zeros(3, 2)}])
    assert {str(p.item.condition) for p in found.requirements} == {"n == m", "n >= 1"}
    assert refused(text, {"st": zeros(2), "x": zeros(3, 2), "z": zeros(4, 2)})


REFUSED = [
    (
        scan(ADD, inputs="float[3] st, float[0, 3] x"),
        [],
        ["SI307 there is no slice to scan, which ONNX Runtime refuses: 0, needed at least 1"],
    ),
    (scan(ADD, ", scan_input_axes=[2]"), ["SI202 scan_input_axes is 2, needed -2 to 1 for rank 2"], []),
    (scan(ADD, ", scan_output_axes=[2]"), ["SI202 scan_output_axes is 2, needed -2 to 1 for rank 2"], []),
    (
        scan(ADD, ", scan_output_axes=[0, 0]"),
        ["SI219 scan_output_axes has 2 entries, needed one for each of 1 scan outputs"],
        [],
    ),
    (
        scan(ADD, ", scan_input_axes=[0, 0]"),
        ["SI219 scan_input_axes has 2 entries, needed one for each of 1 scan inputs"],
        [],
    ),
    (
        scan(ADD, ", scan_input_directions=[2]"),
        ["SI303 scan_input_directions is (2), needed only 0 and 1"],
        [],
    ),
    (
        scan(ADD, ", scan_output_directions=[0, 0]"),
        ["SI219 scan_output_directions has 2 entries, needed 1"],
        [],
    ),
    (
        scan(ADD, ", scan_output_directions: ints=[]"),
        ["SI219 scan_output_directions has 0 entries, needed 1"],
        [],
    ),
    (
        scan(ADD, ", scan_input_directions: ints=[]"),
        ["SI219 scan_input_directions has 0 entries, needed 1"],
        [],
    ),
    (
        scan(ADD, ", scan_output_axes: ints=[]"),
        ["SI219 scan_output_axes has 0 entries, needed one for each of 1 scan outputs"],
        [],
    ),
    (
        scan(ADD, ", scan_input_axes: ints=[]"),
        ["SI219 scan_input_axes has 0 entries, needed one for each of 1 scan inputs"],
        [],
    ),
    (scan(ADD, count=3), ["SI303 num_scan_inputs is 3, needed 1 to 2"], []),
    (
        scan("(s) => (so, eo) { so = Identity(s) eo = Identity(s) }"),
        ["SI015 the body takes 1 inputs and makes 2 outputs, needed 2 inputs and at least 1 outputs"],
        [],
    ),
    (scan("(s, e) => (so) { so = Add(s, e) }"), ["SI016 the body makes 1 outputs, the Scan has 2"], []),
    (
        scan("(s, e) => (so, eo) { so = ReduceSum<keepdims=0>(s) eo = Identity(e) }"),
        ["SI201 state 0 is f32[a] and comes out of the body as f32[]: it must keep its shape"],
        [],
    ),
    (
        scan(
            "(s, e) => (so, eo) { so = Concat<axis=0>(s, s) eo = Identity(e) }",
            inputs="float[3] st, float[2, 3] x",
        ),
        ["SI217 state 0 is f32[3] and comes out of the body as f32[6]: it must keep its shape"],
        [],
    ),
    (
        scan("(s, e) => (so, eo) { so = Cast<to=7>(s) eo = Identity(e) }"),
        ["SI104 state 0 starts as f32[a] and comes out of the body as i64[a], needed the same type"],
        [],
    ),
    (
        scan("(s, e) => (so, eo) { so = Identity(s) eo = SequenceConstruct(e) }"),
        ["SI104 output 1 of the body is seq[1](f32[a]), needed a tensor to stack"],
        [],
    ),
]


@pytest.mark.parametrize(("text", "found_errors", "found_warnings"), REFUSED)
def test_refused(text: str, found_errors: list[str], found_warnings: list[str]) -> None:
    found = infer(text)
    assert errors(found) == found_errors
    assert messages(found, "warning") == found_warnings
    sizes = {"st": zeros(3), "x": zeros(0 if found_warnings else 2, 3)}
    assert refused(text, sizes)


# --- version 8: a batch axis, and lengths --------------------------------------------------------


def scan_8(inputs: str = "float[b, a] st, float[c, n, a] x", lens: str = "") -> str:
    return f"""g ({f"{lens}, " if lens else ""}{inputs}) => (o, y) {{
        o, y = Scan <num_scan_inputs=1, body = b {ADD}> ({"q" if lens else "zero"}, st, x)
    }}"""


def without_lens(text: str) -> object:
    proto = parse(text.replace("(zero, ", "(st, "), 8)
    proto.graph.node[0].input[0] = ""
    return proto


def test_version_8() -> None:
    proto = without_lens(scan_8("float[b, a] st, float[b, n, a] x"))
    runs = [{"st": zeros(b, 2), "x": zeros(b, n, 2)} for b, n in ((1, 1), (1, 3), (2, 3))]
    found = check(proto, runs)  # type: ignore[arg-type]
    assert facts(found, "o", "y") == ["f32[b, a]", "f32[b, n, a]"]
    said = [(str(p.item.condition), p.item.premise) for p in found.requirements]
    assert said == [("b >= 1", False), ("n >= 1", True)]


def test_version_8_without_slices() -> None:
    proto = without_lens(scan_8("float[2, 3] st, float[2, 0, 3] x"))
    found = infer(proto)  # type: ignore[arg-type]
    message = "there are 0 slices to scan: without one, outputs have the shapes that the body declares"
    assert messages(found, "warning") == [f"SI307 {message}"]
    assert facts(found, "o", "y") == ["f32[*]", "f32[*]"]


def test_version_8_with_lengths() -> None:
    text = scan_8(lens="int64[l] q")
    runs = [{"q": np.array(q), "st": zeros(2, 2), "x": zeros(2, 3, 2)} for q in ([3, 3], [1, 2])]
    found = check(text, runs, 8)
    assert facts(found, "y") == ["f32[b, n, a]"]
    assert {str(p.item.condition) for p in found.requirements} == {"b == c", "l == b", "b >= 1", "n >= 1"}
    for bad in ([3], [0, 3], [1, 4], [1, 1, 1]):
        assert refused(text, {"q": np.array(bad), "st": zeros(2, 2), "x": zeros(2, 3, 2)}, 8)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ('"", x', ["SI027 input 0 is left out, and the body needs it"]),
        ('st, ""', ["SI027 input 1 is left out, and the body needs it"]),
    ],
)
def test_no_input_may_be_left_out(given: str, wanted: list[str]) -> None:
    proto = parse(scan(ADD))
    proto.graph.node[0].input[:] = [name.strip('" ') for name in given.split(",")]
    assert errors(infer(proto)) == wanted
    assert refused(proto, {"st": zeros(3), "x": zeros(2, 3)})


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize(
    ("taken", "made"), [("p", "q"), ("p", "4"), ("2", "4"), ("4", "4"), ("2", "q"), ("4", "2"), ("p", "2")]
)
def test_a_state_that_changes_in_the_only_round(taken: str, made: str, rounds: int) -> None:
    """Where the body declares sizes the runtime keeps what one round makes: then it is no error."""
    model = onnx.parser.parse_model(f"""<ir_version: 9, opset_import: ["" : 18]>
    g (float[n] s, float[L, 3] x) => (float[m] last, float[k, 3] all) {{
        last, all = Scan <num_scan_inputs = 1, body = b (float[{taken}] si, float[3] xi)
            => (float[{made}] so, float[3] yo) {{ so = Concat <axis = 0> (si, si)  yo = Identity (xi) }}
        > (s, x)
    }}""")
    feeds = {"s": np.ones(2, np.float32), "x": np.ones((rounds, 3), np.float32)}
    try:
        shapes = [value.shape for value in session(model).run(None, feeds)]
    except Exception as error:  # the runtime's own classes have no common base
        if "ONNXRuntimeError" not in str(error):
            raise
        shapes = []
    inputs = {name: array.shape for name, array in feeds.items()}
    report = shapeinfer.check(model, inputs=inputs)
    if shapes:
        assert report.ok, report.diagnostics
        assert str(shapeinfer.infer(model, inputs=inputs).facts["last"]) in ("f32[4]", "f32[m]")
    elif rounds == 2 or (taken, made) == ("p", "q"):
        assert not report.ok


def test_a_body_that_lists_a_value_twice() -> None:
    text = """g (float[3] x) => (v, w) <int64[2] s = {9, 9}, int64[1] one = {1}> {
        v, w = Scan <num_scan_inputs=1, body = b (int64[2] t, float e) => (r, r) { r = Add(t, one) }> (s, x)
    }"""
    found = infer(text)
    assert facts(found, "v", "w") == ["i64[2]", "i64[3, 2]"]
    assert messages(found, "warning") == [
        "SI307 the body lists its output 'r' more than once: ONNX Runtime writes one of them, the others hold "
        "what was in memory before"
    ]
