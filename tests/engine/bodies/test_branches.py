"""An If knows that one branch runs: what both demand is demanded, what they demand apart has its condition."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from shapeinfer.jobs.preflight.sweep import sweep
from tests.whole_model import parse, refused

PREAMBLE = '<ir_version: 9, opset_import: ["" : 17]>\n'


def model(then: str, other: str, condition: str = "c = Equal (rate, high)") -> onnx.ModelProto:
    """An If on ``rate``; each branch makes its value of x: f32[1, 1, n]."""
    return onnx.parser.parse_model(
        PREAMBLE
        + f"""g (float[1, 1, n] x, int64 rate) => (float[a, b, d] y)
        <int64 high = {{16000}}, float[1, 1, 8] long = {{1, 1, 1, 1, 1, 1, 1, 1}},
         float[1, 1, 3] short = {{1, 1, 1}}> {{
            {condition}
            y = If (c) <
                then_branch = t () => (float[e, f, h] p) {{ {then} }},
                else_branch = o () => (float[i, j, k] q) {{ {other} }}
            >
        }}"""
    )


LONG, SHORT = "p = Conv (x, long)", "q = Conv (x, short)"


def test_what_each_branch_demands_has_its_condition() -> None:
    interface = shapeinfer.infer(model(LONG, SHORT)).interface
    assert [c.condition for c in interface.demands] == ["n >= 3"]
    assert [(c.when, c.condition) for c in interface.conditional] == [("rate == 16000", "n >= 8")]


def test_what_both_demand_is_demanded() -> None:
    interface = shapeinfer.infer(model(LONG, "q = Conv (x, long)")).interface
    assert [c.condition for c in interface.demands] == ["n >= 8"]
    assert interface.conditional == ()


@pytest.mark.parametrize(
    ("condition", "when"),
    [
        ("c = Less (rate, high)", "rate < 16000"),
        ("e = Equal (rate, high)  c = Not (e)", "rate != 16000"),
        ("e = Equal (rate, high)  f = Less (rate, high)  c = Or (e, f)", "(rate == 16000 or rate < 16000)"),
        ("f = Cast <to = 1> (rate)  r = Round (f)  c = Cast <to = 9> (r)", "'c' is true"),
    ],
)
def test_a_condition_is_said_in_terms_of_the_inputs(condition: str, when: str) -> None:
    interface = shapeinfer.infer(model(LONG, SHORT, condition)).interface
    assert [c.when for c in interface.conditional] == [when]


def test_small_sizes_that_choose_a_branch_are_tried() -> None:
    # LONG demands more of what is less than 16000, and larger sizes fit its window.
    interface = shapeinfer.infer(model(LONG, SHORT, "s = Size (x)  c = Less (s, high)")).interface
    assert [c.condition for c in interface.demands] == ["n >= 8"]
    assert interface.conditional == ()


def test_check_refuses_what_both_branches_refuse() -> None:
    proto = model(LONG, SHORT)
    refused = shapeinfer.check(proto, {"n": 2})
    assert [d.code for d in refused.diagnostics] == ["SI213", "SI213"]
    assert [v.condition for v in refused.violations] == ["n >= 3"]
    open_ = shapeinfer.check(proto, {"n": 5})
    assert open_.ok
    assert open_.obligations == (
        "not (rate == 16000): axis 2 of X has 5 with its padding, needed the 8 of the window; "
        "X is f32[1, 1, 5] at graph/If#1.then_branch/Conv#0",
    )


def test_the_content_of_an_integer_input_decides() -> None:
    proto = model(LONG, SHORT)
    assert not shapeinfer.check(proto, {"n": 5}, {"rate": 16000}).ok
    assert shapeinfer.check(proto, {"n": 5}, {"rate": 8000}).ok
    assert shapeinfer.check(proto, {"n": 5}, {"rate": 8000}).obligations == ()
    assert str(shapeinfer.infer(proto, inputs={"rate": 16000}).facts["y"]) == "f32[1, 1, n - 7]"
    answers = sweep(proto, {"n": range(1, 10)}, inputs={"rate": 16000})
    assert [a.refused is None for a in answers] == [False] * 7 + [True] * 2


def test_what_a_branch_demands_of_data_is_told_under_its_condition() -> None:
    count = "i = NonZero (x)  size = Constant <value_ints = [1, 1, 6]> ()  r = Reshape (i, size)"
    proto = model(f"{count}  p = Cast <to = 1> (r)", "q = Identity (x)")
    (obligation,) = shapeinfer.infer(proto).interface.obligations
    assert (obligation.condition, obligation.when, obligation.code) == ("?1 == 2", "rate == 16000", "SI205")
    assert "?1 == 2 if rate == 16000 at graph/If#1.then_branch/Reshape#2" in (
        shapeinfer.check(proto, {"n": 5}).obligations
    )


def test_where_one_branch_always_fails_the_other_must_run() -> None:
    """So its demands are those of every run that succeeds."""
    interface = shapeinfer.infer(model("p = Transpose <perm = [0, 0, 1]> (x)", SHORT)).interface
    assert [c.condition for c in interface.demands] == ["n >= 3"]


def test_a_branch_that_never_runs_demands_nothing() -> None:
    interface = shapeinfer.infer(model(LONG, SHORT, "c = Equal (high, high)")).interface
    assert [c.condition for c in interface.demands] == ["n >= 8"]
    assert interface.conditional == ()


def test_the_condition_of_a_branch_inside_a_branch() -> None:
    inner = """s = Size (x)  big = Less (s, high)
        p = If (big) <then_branch = u () => (float[l, m, o] r) { r = Conv (x, long) },
                      else_branch = v () => (float[l, m, o] w) { w = Conv (x, short) }>"""
    interface = shapeinfer.infer(model(inner, SHORT)).interface
    assert [c.condition for c in interface.demands] == ["n >= 3"]
    assert [(c.when, c.condition) for c in interface.conditional] == [
        ("rate == 16000 and n < 16000", "n >= 8")
    ]


def test_what_a_branch_demands_of_a_size_by_data_counts_by_its_bounds() -> None:
    proto = parse(
        "g (float[5,S,S] x, bool b) => (y) <int64[1] k = {930}, int64[1] l = {500}, int64[1] a = {-1}> { y = If(b)"
        " <then_branch = t () => (float[u0] u) { f = Reshape(x, a) u, i = TopK(f, l) },"
        " else_branch = e () => (float[v0] v)"
        " { n = NonZero(x) m = Transpose(n) g = GatherND(x, m) v, j = TopK(g, k) }> }"
    )
    interface = shapeinfer.infer(proto).interface
    assert [c.condition for c in interface.demands] == ["S >= 10"]
    assert [c.condition for c in interface.conditional] == ["S >= 14"]


def test_what_the_condition_grants_is_not_demanded() -> None:
    interface = shapeinfer.infer(model(LONG, SHORT, "s = Size (x)  c = Greater (s, high)")).interface
    assert [c.condition for c in interface.demands] == ["n >= 3"]
    assert interface.conditional == ()


_MISTAKE = "q = Gather (z, w)"
_SIZES = "s = Shape (x) n = Gather (s, a) m = Sub (n, k) c = Greater (n, k)"


@pytest.mark.parametrize(
    ("nodes", "demands", "runs"),
    [
        (
            f"{_SIZES} y = If (c) <then_branch = t () => (float[] u) {{ {_MISTAKE} u = Neg (q) }},"
            " else_branch = e () => (float[] v) { v = Neg (x) }>",
            ["A <= 2"],
            {1, 2},
        ),
        (
            f"{_SIZES} y = If (c) <then_branch = t () => (float[] v) {{ v = Neg (x) }},"
            f" else_branch = e () => (float[] u) {{ {_MISTAKE} u = Neg (q) }}>",
            ["A >= 3"],
            {3, 4},
        ),
        (
            f'{_SIZES} y = Loop (m, "", z) <body = b (int64 i, bool g, float[2] s) => (bool h, float[] o)'
            f" {{ h = Identity (g) {_MISTAKE} o = Add (q, s) }}>",
            ["A <= 2"],
            {1, 2},
        ),
        (
            "y = Scan (x) <num_scan_inputs = 1, body = b (float[3] s) => (float[] o)"
            f" {{ {_MISTAKE} o = Add (q, s) }}>",
            ["A >= 1", "A <= 0"],
            set(),
        ),
    ],
)
def test_a_body_in_which_every_run_fails_is_skipped(nodes: str, demands: list[str], runs: set[int]) -> None:
    stored = "<int64 k = {2}, int64 a = {0}, int64 w = {5}>"
    model = parse(f"g (float[A,3] x, float[2] z) => (y) {stored} {{ {nodes} }}")
    contract = shapeinfer.infer(model).contract
    assert [str(c) for c in contract.demands or contract.unsatisfiable] == demands
    assert bool(contract.unsatisfiable) == (not runs)
    for size in (1, 2, 3, 4):
        feeds = {"x": np.ones((size, 3), np.float32), "z": np.ones(2, np.float32)}
        assert (not refused(model, feeds)) == shapeinfer.check(model, {"A": size}).ok == (size in runs)


def test_a_condition_that_a_size_leaves_undefined() -> None:
    model = onnx.parser.parse_model("""<ir_version: 10, opset_import: ["" : 13]>
        g (float[A,B,4,W] x) => (y) <int64 a = {0}, int64 b = {1}> {
            s = Shape(x) m = Gather(s, a) n = Gather(s, b) q = Div(m, n) k = Greater(q, b)
            y = If(k) <
                then_branch = t () => (float[] c) { v = Transpose<perm = [1, 0, 2, 3]>(x) c = GlobalMaxPool(v) },
                else_branch = e () => (float[] d) { d = Neg(x) }
            >
        }""")
    assert shapeinfer.infer(model).diagnostics == ()
