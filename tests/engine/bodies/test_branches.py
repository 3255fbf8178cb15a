"""An If knows that one branch runs: what both demand is demanded, what they demand apart has its condition."""

from __future__ import annotations

import onnx
import onnx.parser
import pytest

import shapeinfer
from shapeinfer.jobs.preflight.sweep import sweep

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
        ("s = Size (x)  c = Less (s, high)", "n < 16000"),
        ("f = Cast <to = 1> (rate)  r = Round (f)  c = Cast <to = 9> (r)", "'c' is true"),
    ],
)
def test_a_condition_is_said_in_terms_of_the_inputs(condition: str, when: str) -> None:
    interface = shapeinfer.infer(model(LONG, SHORT, condition)).interface
    assert [c.when for c in interface.conditional] == [when]


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


def test_what_the_condition_grants_is_not_demanded() -> None:
    interface = shapeinfer.infer(model(LONG, SHORT, "s = Size (x)  c = Greater (s, high)")).interface
    assert [c.condition for c in interface.demands] == ["n >= 3"]
    assert interface.conditional == ()
