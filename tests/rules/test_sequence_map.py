"""SequenceMap: items into the body, sequences out of it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracle import Value
from tests.whole_model import check, errors, facts, infer, messages, parse, refused


def zeros(*shape: int) -> Value:
    return np.zeros(shape, np.float32)


def items(count: int) -> Value:
    return [zeros(i + 1) for i in range(count)]


TWO = """g (seq(float[a]) s, seq(float[a]) t, float[n] x) => (o, p, l) {
    o, p = SequenceMap <body = b (float[a] i, float[a] j, float[n] k) => (float[q] so, int64 po) {
        so = Concat<axis=0>(i, j, k)
        po = Size(k)
    }> (s, t, x)
    l = SequenceLength(o)
}"""


def test_sequences_and_a_tensor() -> None:
    found = check(TWO, [{"s": items(k), "t": items(k), "x": zeros(n)} for k in (0, 1, 3) for n in (0, 2)])
    assert facts(found, "p")[0].endswith("(i64[] = n)")
    assert refused(TWO, {"s": items(3), "t": items(2), "x": zeros(1)})


def made(body: str, given: str = "s", first: str = "x, z") -> str:
    return f"""g (float[n] x, float[m] z) => (o, l) {{
        s = SequenceConstruct({first})
        one = SequenceConstruct(x)
        none = SequenceEmpty<dtype=1>()
        o = SequenceMap <body = b {body}> ({given})
        l = SequenceLength(o)
    }}"""


KNOWN = [
    (made("(float[a] i) => (float[q] y) { y = Concat<axis=0>(i, i) }"), "seq[2](f32[2*n], f32[2*m])"),
    (made("(float[a] i) => (int64[q] y) { y = Shape(i) }"), "seq[2](i64[1] = (n), i64[1] = (m))"),
    (
        made("(float[a] i, float[n] w) => (float[q] y) { y = Concat<axis=0>(i, w) }", "s, x"),
        "seq[2](f32[2*n], f32[m + n])",
    ),
    (
        made("(float[a] i, float[a] j) => (float[q] y) { y = Concat<axis=0>(i, j) }", "s, s"),
        "seq[2](f32[2*n], f32[2*m])",
    ),
    (made("(float[a] i) => (float[q] y) { y = Relu(i) }", "none"), "seq[0](f32[?0])"),
]


@pytest.mark.parametrize(("text", "wanted"), KNOWN)
def test_known_items(text: str, wanted: str) -> None:
    found = check(text, [{"x": zeros(n), "z": zeros(m)} for n in (0, 1, 2) for m in (0, 3)])
    assert facts(found, "o") == [wanted]


def test_refused() -> None:
    text = made("(float[a] i, float[a] j) => (float[q] y) { y = Concat<axis=0>(i, j) }", "s, one")
    assert errors(infer(text)) == ["SI220 additional input 0 has 1 items, needed the 2 of input_sequence"]
    assert refused(text, {"x": zeros(1), "z": zeros(1)})
    text = made("(float[a] i, float[a] j) => (float[q] y) { y = Concat<axis=0>(i, j) }")
    assert errors(infer(text)) == ["SI015 the body takes 2 inputs, needed 1"]
    assert refused(text, {"x": zeros(1), "z": zeros(1)})
    text = made("(float[a] i) => (float[q] y, float[q] w) { y = Relu(i) w = Relu(i) }")
    assert errors(infer(text)) == ["SI016 the body makes 2 outputs, the SequenceMap has 1"]
    assert refused(text, {"x": zeros(1), "z": zeros(1)})


def test_an_additional_input_may_not_be_left_out() -> None:
    proto = parse(made("(float[a] i, float[a] j) => (float[q] y) { y = Concat<axis=0>(i, j) }", "s, one"))
    (node,) = [node for node in proto.graph.node if node.op_type == "SequenceMap"]
    node.input[1] = ""
    assert errors(infer(proto)) == ["SI027 input 1 is left out, and the body needs it"]
    assert refused(proto, {"x": zeros(1), "z": zeros(1)})


def test_a_longer_sequence_is_cut() -> None:
    text = made("(float[a] i, float[a] j) => (float[q] y) { y = Concat<axis=0>(i, j) }", "one, s")
    found = check(text, [{"x": zeros(1), "z": zeros(1)}])
    assert messages(found, "warning") == [
        "SI307 additional input 0 has 2 items, needed the 1 of input_sequence: the runtime ignores the rest"
    ]
