"""What a Loop's body demands in its rounds."""

from __future__ import annotations

import numpy as np
import pytest

import shapeinfer
from tests.whole_model import check, errors, facts, infer, parse, refused

GATHER = """g (float[n, m] t, float[k] z) => (y) {
    COUNT yes = Constant<value=bool {1}>()
    y = Loop(count, yes)<body=b (int64 i, bool c) => (co, float[m] row) { co = Identity(c) PLACE row = Gather(t, at) }>
}"""
THREE = "count = Constant<value_int=3>()"
OPEN = "sizes = Shape(z) count = Squeeze(sizes)"


def demands(text: str) -> list[str]:
    found = shapeinfer.contract(parse(text))
    assert not found.conditional
    return [c.condition for c in found.demands]


@pytest.mark.parametrize(
    ("count", "place", "found"),
    [
        (THREE, "at = Identity(i)", ["n >= 3"]),
        (THREE, "two = Constant<value_int=2>() at = Mul(i, two)", ["n >= 5"]),
        (OPEN, "at = Identity(i)", ["n >= k"]),
        (
            OPEN,
            "two = Constant<value_int=2>() at = Sub(two, i)",
            ["k <= 0 or n >= 3", "k <= 0 or k + n >= 4", "k <= 0 or n + 3 >= k"],
        ),
    ],
)
def test_the_number_of_the_round(count: str, place: str, found: list[str]) -> None:
    text = GATHER.replace("COUNT", count).replace("PLACE", place)
    assert demands(text) == found
    for n, k in ((5, 3), (3, 3), (2, 3), (3, 5), (1, 1), (0, 0)):
        feeds = {"t": np.zeros((n, 2), np.float32), "z": np.zeros(k, np.float32)}
        report = shapeinfer.check(parse(text), dims={"n": n, "m": 2, "k": k})
        assert report.ok == (not refused(text, feeds)), (n, k)


def test_rounds_that_are_followed_one_by_one() -> None:
    text = """g (float[n, m] x, float[k, j] w) => (y) {
        count = Constant<value_int=3>() yes = Constant<value=bool {1}>()
        y = Loop(count, yes, x)<body=b (int64 i, bool c, float[n, m] s) => (co, so) {
            co = Identity(c) h = MatMul(s, w) so = Add(h, s)
        }>
    }"""
    feeds = {"x": np.zeros((2, 3), np.float32), "w": np.zeros((3, 3), np.float32)}
    assert facts(check(text, [feeds]), "y") == ["f32[n, broadcast(j, m)]"]
    assert demands(text) == ["m == k", "j == m or j == 1 or m == 1", "broadcast(j, m) == k"]
    assert refused(text, {**feeds, "w": np.zeros((3, 2), np.float32)})


def test_a_round_that_fails_surely() -> None:
    text = """g (float[4] x) => (y) {
        count = Constant<value_int=3>() yes = Constant<value=bool {1}>() p = Constant<value_ints=[2]>()
        zero = Constant<value_ints=[0]>()
        y = Loop(count, yes, x)<body=b (int64 i, bool c, float[r] s) => (co, so) {
            co = Identity(c) big = Constant<value_ints=[9]>() so = Slice(s, p, big)
            at = Constant<value_int=0>() e = Gather(s, at) one = Constant<value_ints=[1]>()
            f = Reshape(e, one) unused = Abs(f)
        }>
    }"""
    assert errors(infer(text)) == [
        "SI301 indices holds 0, needed 0 to -1 for axis 0 of size 0; data is f32[0]"
    ]
    assert refused(text, {"x": np.zeros(4, np.float32)})


CHANGES = """g (float[1, C] f, float[B, A] x, float[K] z) => (y) {
    sizes = Shape(z) count = Squeeze(sizes)
    y = Loop(count, , f)<body=b (int64 i, bool c, float[p, q] s) => (bool co, float[r, t] o) {
        u = Concat<axis=0>(s, f) co = Identity(c) o = Identity(x)
    }>
}"""


def test_what_the_second_round_demands() -> None:
    """In the first round both that are joined are one value."""
    assert demands(CHANGES) == ["K <= 1 or A == C"]
    for a, b, k in ((3, 2, 1), (3, 2, 2), (2, 2, 2), (2, 2, 3), (3, 0, 2)):
        feeds = {
            name: np.zeros(shape, np.float32) for name, shape in (("f", (1, 2)), ("x", (b, a)), ("z", k))
        }
        report = shapeinfer.check(parse(CHANGES), dims={"A": a, "B": b, "C": 2, "K": k})
        assert report.ok == (not refused(CHANGES, feeds)), (a, b, k)


ENDS = """g (float[n, 4] x, float[k] z) => (y) {
    sizes = Shape(z) count = Squeeze(sizes) one = Constant<value_ints=[1]>() rest = Constant<value_ints=[-1]>()
    yes = Constant<value=bool {1}>() y = Loop(count, yes)<body=b (int64 i, bool c) => (bool co, float[] o) {
        j = Reshape(i, one) to = Concat<axis=0>(j, rest) o = Reshape(x, to) w = MatMul(o, o)
        size = ReduceSum<keepdims=0>(w) co = Cast<to=9>(size)
    }>
}"""


def test_what_only_the_number_of_the_first_round_tells() -> None:
    """The number 0 copies the size of the first axis, and data ends the loop."""
    assert demands(ENDS) == ["k <= 0 or n >= 1", "k <= 0 or n == 4"]
    for n, k in ((4, 1), (3, 1), (3, 0)):
        feeds = {"x": np.zeros((n, 4), np.float32), "z": np.zeros(k, np.float32)}
        report = shapeinfer.check(parse(ENDS), dims={"n": n, "k": k})
        assert report.ok == (not refused(ENDS, feeds)), (n, k)


OF_ODD = """g (float[n] x) => (y, z) {
    size = Size(x) two = Constant<value_int=2>() one = Constant<value_int=1>() odd = Mod(size, two)
    y, k, z = Loop(size, , x, odd)<body=b (int64 i, bool c, float[p] s, int64 j) => (bool co, float[q] o, j1, float[r] e) {
        o = Concat<axis=0>(x, x, s) e = Identity(o) less = Less(i, j) co = Identity(less) j1 = Add(j, one)
    }>
}"""


def test_whether_there_is_a_second_round_hangs_on_sizes() -> None:
    """A condition that holds in every round, or ends the loop after the first."""
    assert demands(OF_ODD) == ["n % 2 == 0 or n <= 1"]
    for n in (1, 2, 3, 4, 7):
        x = {"x": np.zeros(n, np.float32)}
        assert (
            shapeinfer.check(parse(OF_ODD), dims={"n": n}).ok
            == (not refused(OF_ODD, x))
            == (n % 2 == 0 or n == 1)
        )


GROWS = """g (float[C,2,A] x, float[3,A,B] z) => (y, w) {
    sizes = Shape(z) one = Constant<value_int=1>() a = Gather(sizes, one) three = Constant<value_int=3>()
    count = Sub(a, three) first = Div(a, three)
    y, k, w = Loop(count, , x, first)<body=b (int64 i, bool c, float[p,q,r] s, int64 n) => (bool co, float[t,u,v] o, n1, float[d,e,f] m) {
        shape = Shape<start=2>(s) end = Constant<value_ints=[1]>() axis = Constant<value_ints=[0]>()
        o = Slice(s, shape, end, axis) list = Constant<value_ints=[2,1,1]>() unused = Expand(o, list)
        m = Concat<axis=-3>(o, z, s) less = Less(n, three) co = Identity(less) n1 = Add(n, one)
    }>
}"""


def test_rounds_that_take_many_steps_are_left_out() -> None:
    """What the first round demands is told all the same."""
    found = shapeinfer.infer(parse(GROWS))
    assert "SI030" not in [d.code for d in found.diagnostics]
    assert [str(c.condition) for c in found.contract.demands] == ["A <= 3"]
    for a, b, c in ((3, 4, 1), (4, 4, 4), (5, 4, 2), (1, 1, 1)):
        feeds = {"x": np.zeros((c, 2, a), np.float32), "z": np.zeros((3, a, b), np.float32)}
        report = shapeinfer.check(parse(GROWS), dims={"A": a, "B": b, "C": c})
        assert report.ok == (not refused(GROWS, feeds)) == (a <= 3), (a, b, c)


CLAIMS = """g (float[n,m] x, float[3,2] z, int64[k] list, int64 count) => (v, u, w) {
    y, s, u = Loop(count, , x, x)<body=b (int64 i, bool c, float[p,q] s, float[h,l] t) => (co, s1, t1, float[d,e,f] o) {
        co = Identity(c) s1 = Identity(s) o = Reshape(x, list) OTHER
    }>
    v = MatMul(y, z) w = MatMul(s, z)
}"""


@pytest.mark.parametrize(
    ("other", "found"),
    [
        ("t1 = Relu(t)", ["m == 3"]),
        # The rank of what is declared could not be checked: it decides the rank of a state, of both, or nothing.
        (
            "a = Shape(o) r = Size(a) b = Constant<value_ints=[1]>() j = Reshape(r, b) t1 = Expand(t, j)",
            ["m == 3"],
        ),
        ("t1 = Reshape(o, list)", ["m == 3"]),
    ],
)
def test_what_only_a_declaration_says_of_one_output_is_said_of_no_other(other: str, found: list[str]) -> None:
    text = CLAIMS.replace("OTHER", other)
    assert demands(text) == found
    for m in (3, 4):
        feeds = {
            "x": np.zeros((2, m), np.float32), "z": np.zeros((3, 2), np.float32),
            "list": np.array([1, 2, m]), "count": np.array(0),
        }  # fmt: skip
        assert bool(refused(text, feeds)) == (m != 3)
