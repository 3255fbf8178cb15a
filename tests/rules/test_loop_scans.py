"""Loop: scan outputs, to which every round adds as much as the first."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

import shapeinfer
from tests.oracle import Value
from tests.whole_model import Feeds, check, errors, facts, infer, messages, parse, refused

ON = "on = Constant<value=bool {1}>()\n two = Constant<value_int=2>()"

BEGUN = """three = Constant<value_int=3>() four = Constant<value_int=4>() size = Size(x) more = Greater(size, four)"""


def zeros(*shape: int) -> Value:
    return np.zeros(shape, np.float32)


def stacked(inputs: str, before: str, count: str, body: str) -> str:
    return f"""g ({inputs}) => (y) {{
        {ON} {before}
        y = Loop <body = b (int64 i, bool c) => (bool co, eo) {{ co = Identity(c) {body} }}> ({count}, on)
    }}"""


PIECES = stacked(
    "float[n, 5] x",
    "pieces = SplitToSequence(x, two) count = SequenceLength(pieces)",
    "count",
    "eo = SequenceAt(pieces, i)",
)
GROWING = """g (int64 M, float[n] x) => (o, y) {
    on = Constant<value=bool {1}>()
    o, y = Loop <body = b (int64 i, bool c, s) => (bool co, so, eo) {
        co = Identity(c) so = Concat<axis=0>(s, x) eo = Identity(s)
    }> (M, on, x)
}"""


def demands(text: str | onnx.ModelProto) -> list[str]:
    found = infer(text)
    return [str(p.item.condition) for p in found.requirements if not p.item.premise]


def test_pieces_of_an_axis() -> None:
    found = check(PIECES, [{"x": zeros(n, 5)} for n in (1, 2, 4, 6)])
    assert facts(found, "y") == ["f32[(n + 1)//2, min(n, 2), 5]"]
    last = "n + 2 - 2*((n + 1)//2)"
    assert demands(PIECES) == [f"(n + 1)//2 <= 0 or min(n, 2) == {last}"]
    model = parse(PIECES)
    for n in (1, 2, 3, 4, 5, 60, 61, 300, 301):
        runs = not refused(model, {"x": zeros(n, 5)})
        assert runs == (n % 2 == 0 or n == 1)
        assert shapeinfer.check(model, dims={"n": n}).ok == runs, n


def test_the_first_four_rounds_are_compared() -> None:
    # A value that is handed on stays as it is for some rounds.
    text = """g (int64 M, float[n] x, float[m] z) => (y) {
        on = Constant<value=bool {1}>()
        a, b, y = Loop <body = b (int64 i, bool c, s, t) => (bool co, so, to, eo) {
            co = Identity(c) so = Identity(z) to = Identity(s) eo = Identity(t)
        }> (M, on, x, x)
    }"""
    assert demands(text) == ["?3 <= 2 or n == m", "?3 <= 3 or n == m", "?3 <= 1 or ?6 == ?7"]
    feeds: Feeds = {"x": zeros(2), "z": zeros(3)}
    assert not refused(text, {"M": np.array(2), **feeds})
    assert refused(text, {"M": np.array(3), **feeds})


def test_what_grows_is_refused_if_there_are_two_rounds() -> None:
    feeds: list[Feeds] = [{"M": np.array(m), "x": zeros(n)} for m, n in ((0, 2), (1, 2), (3, 0))]
    found = check(GROWING, feeds)
    assert facts(found, "y") == ["f32[?0, n]"]
    assert refused(GROWING, {"M": np.array(2), "x": zeros(2)})
    assert demands(GROWING) == ["?2 <= 0 or n == ?2*n"]
    # What grows by more than the same each time is known of the second round.
    doubled = GROWING.replace("Concat<axis=0>(s, x)", "Concat<axis=0>(s, s)")
    assert demands(doubled) == ["?2 <= 1 or n == 2*n"]
    # If the condition hangs on sizes, it tells whether there is one.
    begun = doubled.replace("int64 M, ", "").replace("(M, on", "(three, more")
    begun = begun.replace("on = Constant<value=bool {1}>()", BEGUN)
    assert demands(begun) == ["3*min(max(0, n - 4), 1) <= 1 or n == 2*n"]
    for n in (0, 4, 5):
        model = parse(begun)
        runs = not refused(model, {"x": zeros(n)})
        assert runs == shapeinfer.check(model, dims={"n": n}).ok == (n < 5)
    twice = (
        GROWING.replace("int64 M, ", "")
        .replace("(M, on", "(two, on")
        .replace("on = Constant<value=bool {1}>()", ON)
    )
    assert demands(twice) == ["n == 2*n"]
    fixed = twice.replace("float[n]", "float[3]")
    assert errors(infer(fixed)) == [
        "SI217 scan output 0 is f32[3] in the first round and f32[6] in round 1, needed the same size"
    ]
    assert refused(fixed, {"x": zeros(3)})


SEQUENCE = stacked("{}", "p = SequenceConstruct(x, z)", "two", "eo = SequenceAt(p, i)")
ITEMS = [
    # The runtime counts elements and keeps the shape of the first round.
    ((2, 3), (2, 3), "f32[2, 2, 3]", True),
    ((2, 3), (3, 2), "f32[2, 2, 3]", True),
    ((2, 3), (6,), "f32[2, 2, 3]", True),
    ((0, 3), (5, 0), "f32[2, 0, 3]", True),
    ((2, 3), (3, 3), "f32[2, 2, 3]", False),
    ((3,), (), "f32[2, 3]", False),
]


@pytest.mark.parametrize(("first", "second", "wanted", "runs"), ITEMS)
def test_items_of_a_sequence(
    first: tuple[int, ...], second: tuple[int, ...], wanted: str, *, runs: bool
) -> None:
    text = SEQUENCE.replace("{}", f"float{list(first)} x, float{list(second)} z").replace("float[]", "float")
    feeds: Feeds = {"x": zeros(*first), "z": zeros(*second)}
    found = check(text, [feeds] if runs else [])
    assert facts(found, "y") == [wanted]
    assert bool(errors(found)) == bool(refused(text, feeds)) == (not runs)


def test_items_of_open_sizes() -> None:
    text = SEQUENCE.replace("{}", "float[a, 3] x, float[3, b] z")
    found = check(text, [{"x": zeros(a, 3), "z": zeros(3, a)} for a in (0, 1, 3)])
    assert facts(found, "y") == ["f32[2, a, 3]"]
    assert demands(text) == ["a == b"]


def test_what_data_tells_depends_on_data() -> None:
    text = stacked("float[n] x", "", "two", "eo = NonZero(x)")
    assert demands(text) == ["?6 == ?7"]
    (obligation,) = shapeinfer.infer(parse(text)).interface.obligations
    assert (obligation.code, obligation.when) == ("SI217", None)
    assert facts(check(text, [{"x": zeros(3)}, {"x": np.ones(3, np.float32)}]), "y") == ["i64[2, 1, ?0]"]


BODIES = {
    "Loop": """g (int64 M, float[n] x) => (o, y) {
        on = Constant<value=bool {1}>()
        o, y = Loop <body = b (int64 i, bool c, s) => (co, so, eo) {
            co = Identity(c) so = Relu(s) eo = Identity(s)
        }> (M, on, x)
    }""",
    "Scan": """g (float[n] x, float[m, n] z) => (o, y) {
        o, y = Scan <num_scan_inputs=1, body = b (s, t) => (so, eo) { so = Relu(s) eo = Relu(t) }> (x, z)
    }""",
    "If": """g (bool C, float[n] x) => (o, y) {
        o, y = If <then_branch = b () => (to, ty) { to = Relu(x) ty = Identity(x) },
            else_branch = d () => (eo, ey) { eo = Relu(x) ey = Identity(x) }> (C)
    }""",
}


@pytest.mark.parametrize("op_type", BODIES)
def test_every_output_of_a_node_with_bodies_has_a_name(op_type: str) -> None:
    """The runtime refuses any other at load, or its process dies (a carried value of a Loop)."""
    model = parse(BODIES[op_type])
    node = next(node for node in model.graph.node if node.op_type == op_type)
    node.output[1] = ""
    del model.graph.output[1]
    more: dict[str, Feeds] = {
        "Loop": {"M": np.array(2)},
        "Scan": {"z": zeros(2, 3)},
        "If": {"C": np.array(True)},
    }
    assert refused(model, {"x": zeros(3), **more[op_type]})
    found = infer(model)
    wanted = f"SI307 output 1 of {op_type} has no name, which ONNX Runtime refuses"
    assert (errors(found), messages(found, "warning")) == ([], [wanted])
