"""The contract: plain clauses, each the same statement as what the rules required."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx.parser
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shapeinfer
from shapeinfer.contracts import contract
from shapeinfer.contracts.normal_form import plain
from shapeinfer.contracts.solver import Solver
from shapeinfer.dims import ZERO, Symbol, const, maximum, minimum, of
from shapeinfer.facts.symbols import Scope, parse_dim
from shapeinfer.render.contract import contract_markdown, contract_text
from shapeinfer.reports.diagnostic import ContractClause, Interface
from shapeinfer.rule.requirement import Condition, any_of, at_least, broadcastable, divides, equal
from tests.dims.test_dim import BINDINGS, TREES, Pair
from tests.whole_model import parse as parse_model
from tests.whole_model import refused

UNET = Path(__file__).resolve().parent.parent.parent / "examples" / "unet.onnxtxt"
KINDS = {"==": equal, ">=": at_least, "broadcast": broadcastable}


def condition(text: str, scope: Scope) -> Condition:
    """``a == b``, ``a >= b``, ``a ~ b`` (broadcastable), ``d | n`` (divides), joined by " or "."""
    parts = text.split(" or ")
    if len(parts) > 1:
        return any_of(*(condition(p, scope) for p in parts))
    for sign, make in (
        ("==", equal),
        (">=", at_least),
        ("<=", lambda a, b: at_least(b, a)),
        ("~", broadcastable),
        ("|", divides),
    ):
        if f" {sign} " in text:
            left, right = text.split(f" {sign} ")
            return make(parse_dim(left, scope), parse_dim(right, scope))
    raise ValueError(text)


def solved(*texts: str) -> list[str]:
    solver = Solver()
    scope = Scope()
    solver.solve([condition(t, scope) for t in texts])
    return [str(c) for c, _ in solver.clauses()] + [f"never {c}" for c, _ in solver.refuted]


ROWS = [
    (["2*(H//2) == H"], ["H % 2 == 0"]),
    (["2*(H//2) == H", "2*(H//4) == H//2", "2*(H//8) == H//4"], ["H % 8 == 0"]),
    (["H//16 >= 1", "16*(H//16) == H"], ["H % 16 == 0", "H >= 16"]),
    (["ceildiv(H, 32) >= 1"], ["H >= 1"]),
    (["16*b*s >= 1"], ["b >= 1", "s >= 1"]),
    (["128 >= min(N, 200)", "N >= 1"], ["N >= 1", "N <= 128"]),
    (["N == 3"], ["N == 3"]),
    (["N >= 3", "N >= 5", "9 >= N"], ["N >= 5", "N <= 9"]),
    (["4 | 6*N"], ["N % 2 == 0"]),
    (["2 | N", "3 | N"], ["N % 6 == 0"]),
    (["N ~ M"], ["N == M or N == 1 or M == 1"]),
    (["N ~ M", "N == 4"], ["N == 4", "M == 4 or M == 1"]),
    (["mask == past + seq"], ["mask == past + seq"]),
    (["N >= 1 or N == 0"], []),
    (["2 | H", "1 >= H", "H | N"], ["H == 0", "N == 0"]),
    (["1 >= B or 2*(H//2) == H or H == max(0, H - 2*max(0, H - 2))"], ["B <= 1 or H % 2 == 0 or H <= 1"]),
    (["1 >= B or 1 >= H", "2 >= B or 1 >= H"], ["B <= 1 or H <= 1"]),
    (["B >= 2 or 1 >= H", "B >= 3 or 1 >= H", "B >= 3 or 2 >= H"], ["B >= 3 or H <= 1"]),
    (["B == N or B == 1", "N == B or B == 1"], ["B == N or B == 1"]),
    (["1 >= B", "N == B or B == 1 or B == 0"], ["B <= 1"]),
    (["seq >= 1", "total >= past + seq or seq == 0"], ["seq >= 1", "total >= past + seq"]),
    (["H >= 1 or B == 0", "H >= 1"], ["H >= 1"]),
    (["16*b*s >= 1 or b == 0 or s == 0"], []),
    (["b*s >= 1 or b == 0"], ["s >= 1 or b == 0"]),
    (["s*s == 0 or s >= 1"], []),
    (["t >= p + s or b == 0", "t >= p + s"], ["t >= p + s"]),
    (["t >= p + s or p + s == 0"], ["t >= p + s or (p == 0 and s == 0)"]),
    (["t >= p + s or b == 0 or p + s == 0", "b >= 1", "s >= 1"], ["b >= 1", "s >= 1", "t >= p + s"]),
    (["(H//4)*(W//4) == 0 or 8 | H + W"], ["H <= 3 or W <= 3 or (H + W) % 8 == 0"]),
    (["max(2*(s//2), s) == s"], []),
    (["x == max(y, x)"], ["x >= y"]),
    (["max(0, s - 2) == max(0, s - 5)"], ["s <= 2"]),
    (["128*b | 64*b*s", "b >= 1"], ["b >= 1", "s % 2 == 0"]),
    (["128*b | 64*b*s"], ["s % 2 == 0 or b == 0"]),
    (["16*b*(H//2) | 8*b*W*(H//2)", "b >= 1", "H >= 2"], ["b >= 1", "H >= 2", "W % 2 == 0"]),
    (["4 | H//4 or b == 0"], ["H % 16 <= 3 or b == 0"]),
    (["4 | (H + 4)//8"], ["H % 32 <= 3 or H % 32 >= 28"]),
    (["4 | H//4 or b == 0", "4 | (H + 4)//8 or b == 0"], ["H % 32 <= 3 or b == 0"]),
    (
        ["2 | H or b == 0", "4 | H or b == 0", "H >= 6 or b == 0"],
        ["H % 4 == 0 or b == 0", "H >= 8 or b == 0"],
    ),
    (["H >= 6 or b == 0", "H == 2 or b == 0"], ["H >= 6 or b == 0", "H == 2 or b == 0"]),
    (["3000 >= f or 2 >= f"], ["f <= 3000"]),
    (["min(s, s//2) == max(0, s - s//2)"], ["s % 2 == 0"]),
    (["a ~ b", "broadcast(a, b) == a"], ["b == a or b == 1"]),
    (
        ["a ~ b", "broadcast(a, b) ~ c"],
        ["a == b or a == 1 or b == 1", "a == c or a == 1 or c == 1", "b == c or b == 1 or c == 1"],
    ),
    (
        ["2 | ceildiv(H, 4) or 4 >= H", "4 | (H + 1)//2 or 2 >= H", "H >= 1"],
        ["H >= 1", "H % 8 == 0 or H % 8 >= 7 or H <= 2"],
    ),
    # What a remainder implies is not told again.
    (
        [
            "4 | ceildiv(H, 4)",
            "2 | ceildiv(H, 4) or 4 >= H",
            "2 | ceildiv(H, 4) or 4 >= H or 4 >= W",
            "H >= 1",
        ],
        ["H >= 1", "H % 16 == 0 or H % 16 >= 13"],
    ),
    (["s//2 ~ s - s//2"], ["s % 2 == 0 or s <= 3"]),
    (["f >= 2999 or 2 >= f", "3000 >= f"], ["f <= 3000", "f >= 2999 or f <= 2"]),
    (["b*(t//4) >= b + 1"], ["b >= 1", "t >= 8"]),
    (
        ["4*(h//2)*(w//2) == h*w or 1 >= h or 1 >= w"],
        ["h % 2 == 0 or h <= 1 or w <= 1", "w % 2 == 0 or h <= 1 or w <= 1"],
    ),
    (["0 | s"], ["s == 0"]),
    (["s + 3 >= 0 - n or s >= n"], []),
    (["8 | s", "s >= 1", "100 >= s"], ["s % 8 == 0", "s >= 8", "s <= 96"]),
    (["s <= 1 or s//2 >= 1"], []),
    (["b*H >= b*W", "b >= 1"], ["b >= 1", "H >= W"]),
    (["p + s >= 1 or p + s == 0"], []),
    (["2*ceildiv(H, 32) == ceildiv(H, 16)"], ["H % 32 == 0 or H % 32 >= 17"]),
    (["2 | ceildiv(H, 16)", "4 | ceildiv(H, 8)"], ["H % 32 == 0 or H % 32 >= 25"]),
    (["(H + 4)//8 == H//8"], ["H % 8 <= 3"]),
    (["2 | H//4", "2 | H"], ["H % 2 == 0", "H % 8 <= 3"]),
    (["4 | H", "(H + 3)//4 == H//4"], ["H % 4 == 0"]),
    (["2 | H", "2 | H + 1"], ["H % 2 == 0", "never (H + 1) % 2 == 0"]),
    (["(H + 4)//8 == H//8", "(H + 4)//8 == H//8 + 1"], ["H % 8 <= 3", "never (H + 4)//8 == H//8 + 1"]),
    (["H//4 == 5"], ["H >= 20", "H <= 23"]),
    (["ceildiv(H, 8) == 16"], ["H >= 121", "H <= 128"]),
    (
        ["(H//4)*(W//4) == 16*((H + 12)//16)*((W + 12)//16)", "H >= 4", "W >= 4"],
        ["H >= 4", "W >= 4", "H % 16 <= 3", "W % 16 <= 3"],
    ),
    (["H*W == 4"], ["H*W == 4"]),
    (["N == 3", "N == 4"], None),
    (["N == 3", "2 | N"], None),
]


def test_a_clause_may_speak_of_sizes_that_its_others_rule_out() -> None:
    a = of(Symbol("A", ZERO))
    divided = at_least(a, 3 * a // (a // 3) + 1)
    found = plain(any_of(at_least(a, const(3)), divided))
    assert [str(clause) for clause in found] == [str(any_of(at_least(a, const(3)), divided))]


@pytest.mark.parametrize(("given_", "expected"), ROWS)
def test_solving(given_: list[str], expected: list[str] | None) -> None:
    if expected is not None:
        assert solved(*given_) == expected
        return
    solver = Solver()
    scope = Scope()
    solver.solve([condition(t, scope) for t in given_])
    assert solver.impossible


@given(TREES, TREES, st.sampled_from(sorted(KINDS)), BINDINGS)
def test_plain_forms_say_the_same(left: Pair, right: Pair, kind: str, sizes: dict[str, int]) -> None:
    given_ = KINDS[kind](left[0], right[0])
    truth = given_.holds(lambda s: sizes[s.name])
    assert all(p.holds(lambda s: sizes[s.name]) for p in plain(given_)) == truth


@given(st.lists(st.tuples(TREES, st.sampled_from(["==", ">="]), TREES), min_size=1, max_size=4), BINDINGS)
def test_solved_clauses_say_the_same(rows: list[tuple[Pair, str, Pair]], sizes: dict[str, int]) -> None:
    conditions = [KINDS[kind](a[0], b[0]) for a, kind, b in rows]
    truth = all(c.holds(lambda s: sizes[s.name]) for c in conditions)
    solver = Solver()
    solver.solve(conditions)
    if solver.impossible:
        assert not truth
        return
    clauses = [c for c, _ in solver.clauses()]
    assert all(c.holds(lambda s: sizes[s.name]) for c in clauses) == truth
    if truth:  # what is shown under the contract is the same size
        values, back = solver.values(), solver.unshadow()
        for pair, _, _ in rows:
            shown = back(pair[0].substitute(values))
            assert shown.evaluate(lambda s: sizes[s.name]) == pair[1](sizes)


def hold(conditions: Iterable[Condition], sizes: dict[str, int]) -> bool:
    return all(c.holds(lambda s: sizes[s.name]) for c in conditions)


# What rules demand, over two sizes: with modulo, floors, clamps, products and joint sizes.
H, N = (of(Symbol(name, ZERO)) for name in "HN")
DIMS = st.recursive(
    st.sampled_from([H, N]),
    lambda inner: st.one_of(
        st.builds(lambda a, k: a * k, inner, st.integers(1, 4)),
        st.builds(lambda a, k: a + k, inner, st.integers(-3, 7)),
        st.builds(lambda a, k: a // k, inner, st.sampled_from([2, 3, 4])),
        st.builds(lambda a, k: a % k, inner, st.sampled_from([2, 3, 4])),
        st.builds(minimum, inner, st.one_of(inner, st.integers(0, 9).map(const))),
        st.builds(maximum, inner, st.one_of(inner, st.integers(0, 9).map(const))),
        st.builds(lambda a, b: a * b, inner, inner),
        st.builds(lambda a, b: a - b, inner, inner),
    ),
    max_leaves=3,
)
SIMPLE = st.one_of(
    st.builds(equal, DIMS, DIMS),
    st.builds(at_least, DIMS, DIMS),
    st.builds(at_least, DIMS, st.integers(0, 9).map(const)),
    st.builds(divides, st.sampled_from([const(2), const(3), const(4), const(6)]), DIMS),
    st.builds(divides, DIMS, DIMS),
    st.builds(broadcastable, DIMS, DIMS),
    st.builds(equal, DIMS, st.just(ZERO)),
)
SYSTEMS = st.lists(
    st.one_of(SIMPLE, st.lists(SIMPLE, min_size=2, max_size=3).map(lambda parts: any_of(*parts))),
    min_size=1,
    max_size=4,
)


@settings(max_examples=150)
@given(SYSTEMS)
def test_brute_force_agrees_on_small_sizes(conditions: list[Condition]) -> None:
    """The clauses hold for just the sizes that the conditions hold for; there are none if they exclude
    each other."""
    solver = Solver()
    solver.solve(conditions)
    clauses = [c for c, _ in solver.clauses()]
    for h, n in itertools.product(range(14), repeat=2):
        sizes = {"H": h, "N": n}
        assert hold(conditions, sizes) == (not solver.impossible and hold(clauses, sizes)), (sizes, clauses)


def test_each_clause_names_who_demands_it() -> None:
    """The modulus of a size is another node's affair than its least size; the largest modulus stands
    first."""
    clauses = shapeinfer.infer(UNET).interface.demands
    assert {c.condition: c.places for c in clauses} == {
        "height % 4 == 0": ("graph/Concat#6", "graph/Concat#8"),
        "height >= 4": ("graph/Conv#4", "graph/ConvTranspose#5"),
        "width % 4 == 0": ("graph/Concat#6", "graph/Concat#8"),
        "width >= 4": ("graph/Conv#4", "graph/ConvTranspose#5"),
    }


def test_an_unsatisfiable_model_is_an_error() -> None:
    import onnx.parser

    model = onnx.parser.parse_model("""
        <ir_version: 9, opset_import: ["" : 18]>
        g (float[n, 4] x, float[3, 4] three, float[5, 4] five) => (float[c, d] joined, float[a, b] y) {
          joined = Concat <axis = 1> (x, three)
          y = Concat <axis = 1> (x, five)
        }""")
    report = shapeinfer.lint(model)
    assert [d.code for d in report.diagnostics if d.severity == "error"] == ["SI401"]


def test_a_contract_too_large_to_solve_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "_MOST_SOLVED", 1)
    interface = shapeinfer.infer(UNET).interface
    assert re.fullmatch(r"\d+ different demands, more than 1: they are listed, not solved", interface.gave_up)
    assert f"not solved: {interface.gave_up}" in contract_text(interface).splitlines()
    assert interface.gave_up in contract_markdown(interface)


def test_a_long_clause_is_shown_whole() -> None:
    long = "total_sequence >= past_sequence + sequence + prefix or batch == 3"
    clauses = tuple(
        ContractClause(condition=text, code="SI305", always=True, places=("graph/Gather#0",))
        for text in ("seq >= 1", long)
    )
    assert contract_text(Interface(demands=clauses)).splitlines()[2:5] == [
        "  seq >= 1  graph/Gather#0",
        f"  {long}",
        "            graph/Gather#0",
    ]


def test_premises_are_plain_too() -> None:
    """They are judged by the demands, and said in as few clauses."""
    import onnx.parser

    model = onnx.parser.parse_model("""
        <ir_version: 9, opset_import: ["" : 18]>
        g (float[n, 4] x) => (float[a, b] y, float[c, d] z)
          <int64[1] i = {0}, int64[1] two = {2}, int64[1] four = {4}> {
          s = Shape <end = 1> (x)
          h = Div (s, two)
          t = Concat <axis = 0> (h, four)
          u = Slice (x, i, h)
          y = Reshape (u, t)
          k = Mul (s, two)
          p = Concat <axis = 0> (k, two)
          z = Reshape (x, p)
        }""")
    contract_ = shapeinfer.infer(model).contract
    assert [str(c) for c in contract_.demands] == []
    assert [str(c) for c in contract_.premises] == ["n >= 2"]


POOLED = """g (float[B,3,H,W] x, float[8,3,3,3] w) => (y) {
    c = Conv <strides=[2,2], pads=[1,1,1,1]> (x, w)
    p = MaxPool <kernel_shape=[3,3], strides=[2,2]> (c)
    y = GlobalAveragePool (p)
}"""


def test_what_leans_on_the_premise_of_a_pool_is_no_demand() -> None:
    """The runtime puts a window that is too large by less than a stride once: smaller images run."""
    model = parse_model(POOLED)
    found = shapeinfer.infer(model).contract
    assert sorted(map(str, found.demands)) == ["H >= 1", "W >= 1"]
    assert sorted(map(str, found.premises)) == ["H >= 5", "W >= 5"]
    x, w = np.ones((1, 3, 3, 3), np.float32), np.ones((8, 3, 3, 3), np.float32)
    assert not refused(model, {"x": x, "w": w})
    assert shapeinfer.check(model, {"B": 1, "H": 3, "W": 3}).ok


def test_batches_of_a_product_over_nothing_are_a_premise() -> None:
    """Old releases do not compare them, and 1.32 does."""
    model = parse_model("g (float[A,5,0] a, float[2,0,3] b) => (y) { y = MatMul (a, b) }")
    found = shapeinfer.infer(model).contract
    assert (list(map(str, found.demands)), list(map(str, found.premises))) == ([], ["A == 2 or A == 1"])
    assert [shapeinfer.check(model, {"A": size}).ok for size in (1, 2, 3)] == [True, True, False]


def test_of_several_ways_those_stay_that_a_premise_allows() -> None:
    model = parse_model("""g (float[3,2,S,2] x) => (y) {
        v = Shape (x)
        p = AveragePool <kernel_shape = [3,1], strides = [2,1]> (x)
        y = Expand (p, v)
    }""")
    found = shapeinfer.infer(model).contract
    assert sorted(map(str, found.demands)) == ["S <= 4", "S >= 1"]
    assert sorted(map(str, found.premises)) == ["S >= 3"]
    for size in (1, 2, 3, 4, 5):
        assert bool(refused(model, {"x": np.ones((3, 2, size, 2), np.float32)})) == (size == 5), size


def test_ways_of_which_one_is_left_are_bounds_that_a_premise_may_say() -> None:
    model = parse_model("""g (float[3,9,S,T] x) => (y) <int64[2] one = {-1,1}> {
        p = MaxPool <kernel_shape = [2,1], strides = [2,2]> (x)
        flat = Reshape (x, one)
        y = Add (flat, p)
    }""")
    found = shapeinfer.infer(model).contract
    assert sorted(map(str, found.demands)) == ["S <= 3", "S >= 1", "T >= 1"]
    assert sorted(map(str, found.premises)) == ["S >= 2"]
    for size in (1, 2, 3, 4):
        assert bool(refused(model, {"x": np.ones((3, 9, size, 2), np.float32)})) == (size == 4), size


def test_a_long_chain_of_pools_leaves_the_contract_solved() -> None:
    lines = ["p0 = MaxPool <kernel_shape = [2, 2]> (x)"]
    for i in range(30):
        lines += [f"c{i} = Conv (p{i}, w)", f"p{i + 1} = MaxPool <kernel_shape = [2, 2]> (c{i})"]
    head = "g (float[n, 1, h, v] x, float[1, 1, 3, 3] w) => (float[a, b, c, d] p30)"
    model = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]>' + head + "{" + "\n".join(lines) + "}"
    )
    result = shapeinfer.infer(model)
    assert not result.contract.gave_up
    texts = [str(clause.condition) for clause in result.contract.clauses]
    # 31 windows take a row each, 30 kernels two: 91 rows and the one that is left.
    assert "h >= 92" in texts and "v >= 92" in texts
