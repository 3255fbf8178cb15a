"""If: branches that differ in rank, of which what follows takes only one."""

from __future__ import annotations

import numpy as np
import pytest

import shapeinfer
from shapeinfer.facts.fact import TensorFact
from shapeinfer.facts.parse import parse as read
from tests.oracle import Value
from tests.whole_model import check, errors, facts, infer, parse, refused

# torch's squeeze(1) of an open size, and a layer that takes rank 3 only.
SQUEEZE = """
    sizes = Shape(x) one = Constant<value_int=1>() size = Gather(sizes, one) squeezes = Equal(size, one)
    z = If(squeezes)<
        then_branch=t () => (float[a0, a1, a2] a) { axes = Constant<value_ints=[1]>() a = Squeeze(x, axes) },
        else_branch=e () => (float[b0, b1, b2, b3] b) { b = Identity(x) }
    >
"""
INPUTS = "float[n, c, 4, m] x, float[8, 4, 3] w"
SQUEEZED = f"g ({INPUTS}) => (y) {{{SQUEEZE} BEHIND }}"
CONV = "y = Conv(z, w)"


def feeds(n: int, c: int, m: int) -> dict[str, Value]:
    return {"x": np.zeros((n, c, 4, m), np.float32), "w": np.zeros((8, 4, 3), np.float32)}


def clauses(text: str) -> list[str]:
    found = shapeinfer.contract(parse(text))
    return [c.condition for c in found.demands] + [f"if {c.when}: {c.condition}" for c in found.conditional]


def test_the_branch_that_what_follows_can_take() -> None:
    text = SQUEEZED.replace("BEHIND", CONV)
    found = check(text, [feeds(2, 1, 5), feeds(3, 1, 3)])
    assert facts(found, "z", "y") == ["f32[n, 4, m]", "f32[n, 8, m - 2]"]
    assert clauses(text) == ["c == 1", "m >= 3"]
    assert refused(text, feeds(2, 2, 5)) and not refused(text, feeds(2, 1, 5))
    assert shapeinfer.check(parse(text), dims={"n": 2, "c": 1, "m": 5}).ok
    assert not shapeinfer.check(parse(text), dims={"n": 2, "c": 2, "m": 5}).ok


def test_the_other_branch() -> None:
    text = SQUEEZED.replace("BEHIND", "y = Transpose<perm=[3, 2, 1, 0]>(z)")
    found = check(text, [feeds(2, 2, 5), feeds(3, 4, 3)])
    assert facts(found, "z", "y") == ["f32[n, c, 4, m]", "f32[m, 4, c, n]"]
    assert clauses(text) == ["c <= 0 or c >= 2"]
    assert refused(text, feeds(2, 1, 5))


@pytest.mark.parametrize(
    "behind",
    [
        "y = Relu(z)",  # both ranks run
        "y = Relu(z) unread = Constant<value_ints=[9]>()",
    ],
)
def test_both_branches_may_run(behind: str) -> None:
    text = SQUEEZED.replace("BEHIND", behind)
    found = check(text, [feeds(2, 1, 5), feeds(2, 3, 5)])
    assert facts(found, "z", "y") == ["f32[*]", "f32[*]"]
    assert clauses(text) == []


def test_a_node_that_no_output_needs_decides_too() -> None:
    text = SQUEEZED.replace("BEHIND", "dead = Conv(z, w) y = Relu(z)")
    assert facts(check(text, [feeds(2, 1, 5)]), "z", "y") == ["f32[n, 4, m]", "f32[n, 4, m]"]
    assert refused(text, feeds(2, 3, 5))


def test_what_fails_with_either_fails() -> None:
    text = SQUEEZED.replace("BEHIND", "y = Transpose<perm=[1, 0]>(z)")
    assert facts(infer(text), "z") == ["f32[*]"]
    assert refused(text, feeds(2, 1, 5)) and refused(text, feeds(2, 2, 5))
    assert [d.code for d in shapeinfer.lint(parse(text)).diagnostics if d.severity == "error"] == ["SI204"]


@pytest.mark.parametrize("is_data", [False, True])
def test_what_both_ranks_demand_is_demanded(is_data: bool) -> None:
    text = SQUEEZED.replace("BEHIND", "y = MatMul(z, v)")
    text = text.replace("float[8, 4, 3] w)", "float[5, 2] v, bool squeezes)" if is_data else "float[5, 2] v)")
    if is_data:
        text = text.replace("squeezes = Equal(size, one)", "")
    said = [["m == 5", "if 'squeezes' is true: c == 1"], ["m == 5"]]
    assert clauses(text) == said[0 if is_data else 1]
    for m in (5, 4):
        given = {"x": np.zeros((2, 1, 4, m), np.float32), "v": np.zeros((5, 2), np.float32)}
        if is_data:
            given["squeezes"] = np.array(True)
        assert bool(refused(text, given)) == (m == 4)


@pytest.mark.parametrize(
    ("behind", "said"),
    [
        ("y = ArgMax<axis=2>(z)", ["m >= 1 or c <= 0 or c >= 2 or n == 0"]),
        ("s = Constant<value_ints=[-1, 9]>() y = Reshape(z, s)", [
            "(m*n) % 9 == 0 or c <= 0 or c >= 2", "(c*m*n) % 9 == 0 or c >= 1", "(c*m*n) % 9 == 0 or c <= 1",
        ]),
    ],
)  # fmt: skip
def test_what_one_rank_demands_is_demanded_beside_the_condition(behind: str, said: list[str]) -> None:
    text = SQUEEZED.replace("BEHIND", behind)
    assert clauses(text) == said
    for n, c, m in ((2, 1, 0), (3, 1, 3), (2, 1, 3), (3, 2, 3), (1, 3, 3)):
        if bool(refused(text, feeds(n, c, m))) == shapeinfer.check(parse(text), {"n": n, "c": c, "m": m}).ok:
            raise AssertionError((n, c, m))


LOOPED = SQUEEZED.replace("(y)", "(q)").replace(
    "BEHIND",
    """zero = Constant<value_int=0>() n = Gather(sizes, zero) rounds = Sub(n, one)
    y, q = Loop(rounds, , z)<body=b (int64 i, bool go, float[] s) => (co, o, p) {
        co = Identity(go) o = Identity(s) k = Constant<value_ints=[-1, 2, 9]>() p = Reshape(s, k)
    }>""",
)


def test_what_rounds_behind_demand_is_demanded_beside_the_condition() -> None:
    assert clauses(LOOPED) == [
        "n <= 1 or (m*n) % 9 == 0 or c <= 0 or c >= 2",
        "n <= 1 or (c*m*n) % 9 == 0 or c >= 1",
        "n <= 1 or (c*m*n) % 9 == 0 or c <= 1",
    ]
    for n, c, m in ((1, 1, 3), (2, 1, 3), (2, 1, 9), (1, 2, 3), (2, 2, 9), (3, 3, 2)):
        runs = not refused(LOOPED, feeds(n, c, m))
        assert shapeinfer.check(parse(LOOPED), {"n": n, "c": c, "m": m}).ok == runs, (n, c, m)


def test_a_condition_that_data_decides() -> None:
    text = SQUEEZED.replace("BEHIND", CONV).replace("squeezes = Equal(size, one)", "")
    text = text.replace("float[8, 4, 3] w)", "float[8, 4, 3] w, bool squeezes)")
    assert facts(infer(text), "z") == ["f32[*]"]


def test_what_follows_may_have_bodies_and_branches_of_its_own() -> None:
    text = SQUEEZED.replace(
        "BEHIND",
        """batched = Constant<value_int=3>() rank_of = Shape(z) rank = Size(rank_of)
        three = Equal(rank, batched)
        y = If(three)<
            then_branch=t2 () => (float[d0, d1, d2] d) { d = Conv(z, w) },
            else_branch=e2 () => (float[f0, f1, f2] f) { f = Conv(z, w) }
        >""",
    )
    found = check(text, [feeds(2, 1, 5)])
    assert facts(found, "z", "y") == ["f32[n, 4, m]", "f32[n, 8, m - 2]"]
    assert clauses(text) == ["c == 1", "m >= 3"]


def test_an_empty_tensor_of_another_rank_is_skipped_where_no_loader_sees_it() -> None:
    text = """g (float[4] x, float[2, 0] e, bool c) => (y) {
        z = If(c)<
            then_branch=t () => (float[p, q] u) { u = Identity(e) },
            else_branch=o () => (float[r] v) { v = Identity(x) }
        >
        y = Concat<axis=0>(x, z)
    }"""
    inputs = {"x": np.ones(4, np.float32), "e": np.ones((2, 0), np.float32), "c": np.array(True)}
    assert not refused(text, inputs)
    taken = read("bool[] = 1")
    assert isinstance(taken, TensorFact)
    report = shapeinfer.check(parse(text), inputs={"c": taken})
    assert report.ok
    direct = "g (float[4] x, float[2, 0] e) => (y) { y = Concat<axis=0>(x, e) }"
    assert refused(direct, {name: inputs[name] for name in "xe"})
    assert errors(infer(direct)) == [
        "SI201 inputs[1] has rank 2, inputs[0] has 1; they are f32[2, 0] and f32[4]"
    ]


def test_what_only_a_declaration_says_of_a_branch_is_not_demanded() -> None:
    text = """g (float[4, 9, s, 6] x, float[4, 10, 3, 6] w, float[4, 6] z, bool k, bool m) => (y) {
        v = ReduceMax<axes=[2]>(x)
        o, u = If(k)<
            then_branch=t () => (float[] p, float[b, c, 2, 6] d) {
                p = Neg(w)
                d = If(m)<then_branch=h () => (float[] i) { i = Relu(z) },
                          else_branch=f () => (float[] g) { g = Relu(v) }>
            },
            else_branch=e () => (float[] n, float[] a) { n = Neg(z) a = GlobalAveragePool(w) }
        >
        y = Max(x, u)
    }"""
    ones = {"x": (4, 9, 4, 6), "w": (4, 10, 3, 6), "z": (4, 6)}
    given: dict[str, Value] = {name: np.ones(shape, np.float32) for name, shape in ones.items()}
    assert clauses(text) == []
    assert not refused(text, {**given, "k": np.array(True), "m": np.array(False)})


CALLED = f"""g ({INPUTS}) => (y) {{ z = local.squeeze(x) BEHIND }}
<domain: "local", opset_import: ["" : 17]>
squeeze (x) => (z) {{{SQUEEZE}}}"""


def test_behind_a_function_that_squeezes() -> None:
    text = CALLED.replace("BEHIND", CONV)
    found = check(text, [feeds(2, 1, 5), feeds(3, 1, 3)])
    assert facts(found, "z", "y") == ["f32[n, 4, m]", "f32[n, 8, m - 2]"]
    assert clauses(text) == ["c == 1", "m >= 3"]
    assert refused(text, feeds(2, 2, 5)) and not refused(text, feeds(2, 1, 5))


def test_behind_a_function_what_fails_with_either_fails() -> None:
    text = CALLED.replace("BEHIND", "y = Transpose<perm=[1, 0]>(z)")
    assert refused(text, feeds(2, 1, 5)) and refused(text, feeds(2, 2, 5))
    assert [d.code for d in shapeinfer.lint(parse(text)).diagnostics if d.severity == "error"] == ["SI204"]


def test_two_calls_of_one_function() -> None:
    text = CALLED.replace(
        "BEHIND", "a = Conv(z, w) q = Relu(x) b = local.squeeze(q) d = Conv(b, w) y = Add(a, d)"
    )
    text = text.replace("float[8, 4, 3] w", "float[4, 4, 1] w")
    found = infer(text)
    assert facts(found, "z", "b", "y") == ["f32[n, 4, m]", "f32[n, 4, m]", "f32[n, 4, m]"]
    assert clauses(text) == ["c == 1", "m >= 1"]


INSIDE = f"""g ({INPUTS}) => (y) <bool no = {{0}}> {{
    z = If(no)<
        then_branch=f () => (float[] c) {{ c = Identity(w) }},
        else_branch=d () => (float[] s) {{{SQUEEZE.replace("z = If", "s = If")}}}
    >
    BEHIND
}}"""


def test_behind_a_branch_that_surely_runs() -> None:
    text = INSIDE.replace("BEHIND", CONV)
    found = check(text, [feeds(2, 1, 5), feeds(3, 1, 3)])
    assert facts(found, "z", "y") == ["f32[n, 4, m]", "f32[n, 8, m - 2]"]
    assert clauses(text) == ["c == 1", "m >= 3"]
    failing = INSIDE.replace("BEHIND", "y = Transpose<perm=[1, 0]>(z)")
    assert refused(failing, feeds(2, 1, 5)) and refused(failing, feeds(2, 2, 5))
    assert [d.code for d in shapeinfer.lint(parse(failing)).diagnostics if d.severity == "error"] == ["SI204"]


# Behind an If that decides a rank, a branch that data chooses: what it does to the If's value, and beside it.
IN_A_BRANCH = """g (float[A] e, float[2,B,A] x, float[B] p, float[2,3] q, bool k, bool m) => (float[] y) {
    v = If (k) <then_branch = a () => (float[r] s) { s = Identity (e) },
                else_branch = b () => (float[t,u,w] z) { z = Identity (x) }>
    y = If (m) <then_branch = c () => (float[] d) { %s }, else_branch = f () => (float[] h) { h = Relu (v) }>
}"""


@pytest.mark.parametrize(
    ("nodes", "clauses"),
    [
        ("axes = Constant<value_ints = [0]>() g = Squeeze (p, axes) d = Add (v, g)", ["B == 1"]),
        # With rank 1 no run that takes the branch succeeds.
        ("axes = Constant<value_ints = [1]>() d = Squeeze (v, axes)", ["B == 1"]),
        ("four = Constant<value_floats = [1.0, 2.0, 3.0, 4.0]>() d = Add (v, four)", ["A == 4 or A == 1"]),
    ],
)
def test_what_both_ranks_demand_of_a_branch(nodes: str, clauses: list[str]) -> None:
    stated = shapeinfer.contract(parse(IN_A_BRANCH % nodes)).conditional
    assert [(clause.condition, clause.when) for clause in stated] == [(c, "'m' is true") for c in clauses]


def test_a_mistake_beside_the_value_of_two_ranks_is_told_once() -> None:
    nodes = "axes = Constant<value_ints = [0]>() g = Squeeze (q, axes) d = Add (v, g)"
    assert [d.code for d in shapeinfer.lint(parse(IN_A_BRANCH % nodes)).diagnostics].count("SI215") == 1
