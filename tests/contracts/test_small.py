"""Demands on sizes that decide how bodies run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np
import onnx.parser
import pytest
from onnx.helper import tensor_dtype_to_np_dtype

import shapeinfer
from shapeinfer.contracts.trials import small
from shapeinfer.contracts.trials.runs import Trials
from shapeinfer.dims import const
from shapeinfer.dims.budget import Spent
from shapeinfer.dims.proofs import PROVED
from shapeinfer.engine.assumptions import Assumptions
from shapeinfer.engine.run import Run
from shapeinfer.rule.requirement import Condition
from tests.oracle import runs

# The third column of x, which has B columns, is read in each of B rounds, or that of w if B is more than 3.
ROUNDS = """(float[4,B] x, float[4,4] w) => (z) <int64 one = {1}, int64 three = {3}, int64 two = {2}, bool t = {1}> {
    s = Shape(x) b = Gather(s, one) c = Less(three, b)
    y = Loop(one, c, x) <body = l (int64 i, bool g, float[] p) => (bool h, float[] q) {
        q = Identity(w) r = Shape(x) u = Gather(r, one) h = Less(i, u) }>
    e, z = Loop(b, t, y) <body = m (int64 j, bool k, float[] v) => (bool f, float[] a, float[] d) {
        d = Gather<axis = 1>(v, two) f = Identity(k) a = Identity(v) }> }"""
# Each of A rounds, or fewer, reads the third row of x, which has A rows, in each of C rounds inside.
INSIDE = """(float[A,2] x, float[C,2] w) => (z) <int64 zero = {0}, int64 two = {2}, bool t = {1}> {
    s = Shape(x) a = Gather(s, zero) r = Shape(w) b = Gather(r, zero)
    z = Loop(a, t) <body = m (int64 j, bool k) => (bool f, float[] d) {
        d = ReduceMax(w) n = Cast<to=7>(d) f = Less(j, n)
        u = Loop(b, t, x) <body = n (int64 o, bool p, float[] q) => (bool g, float[] h) {
            h = Concat<axis=0>(q, x) g = Identity(p) v = Gather<axis=0>(q, two) }> }> }"""
# With fewer than two rows no round joins x to its sum, which has no axes.
BRANCH = """(float[A,2] x) => (z) <int64 zero = {0}, int64 two = {2}> {
    s = Shape(x) a = Gather(s, zero) c = Less(a, two)
    y = If(c) <then_branch = t () => (float[] p) { p = ReduceSum<keepdims=0>(x) },
               else_branch = e () => (float[] q) { q = Identity(x) }>
    z = Loop(a, c) <body = m (int64 j, bool k) => (bool f, float[] d) { d = Concat<axis=1>(x, y) f = Identity(k) }> }"""

# The state of A columns is multiplied by four of them, which a Scan of unknown size makes.
SCANNED = """(float[1,A] x, float[1,4] w) => (z) <int64 three = {3}, int64 zero = {0}> {
    z = Loop(three, , x) <body = l (int64 i, bool g, float[] p) => (bool h, float[] q) {
        q = Scan<num_scan_inputs = 1, body = s (float[] a, float[] b) => (float[] c) { c = Identity(w) }>(p, p)
        y = MatMul(p, q) h = Less(i, zero) }> }"""
# Each of C rounds doubles the state, of which all make an output: a second one runs if A is more than 1.
DOUBLES = """(float[A,C,4] x, int64 n) => (z) <int64 one = {1}, int64 zero = {0}, int64[1] ones = {1}> {
    s = Shape(x) c = Gather(s, one)
    y, z = Loop(c, , x) <body = l (int64 i, bool g, float[] p) => (bool h, float[] q, float[] r) {
        m = Reshape(n, ones) k = Concat<axis = 0>(m, ones, ones) r = Expand(p, k) q = Concat<axis = 1>(p, p)
        t = Shape(r) a = Gather(t, zero) h = Less(i, a) }> }"""

# Each round reads the row of x whose number is how many rows w has, or 1 if x has two or more.
CHOSEN = """(float[A,2] x, float[B,2] w, float[C,2] v) => (z) <int64 zero = {0}, int64 two = {2}, bool t = {1}> {
    s = Shape(x) a = Gather(s, zero) r = Shape(v) n = Gather(r, zero) c = Less(a, two)
    y = If(c) <then_branch = t () => (float[] o) { o = Identity(w) },
               else_branch = e () => (float[] u) { u = ReduceSum(x) }>
    q = Shape(y) b = Gather(q, zero)
    z = Loop(n, t) <body = m (int64 j, bool k) => (bool f, float[] g) { g = Gather(x, b) f = Identity(k) }> }"""


def model_of(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 17]> g {text}')


def demands(text: str, *, dims: Mapping[str, int] | None = None, assume: Sequence[str] = ()) -> list[str]:
    contract = shapeinfer.infer(model_of(text), dims=dims, assume=assume).contract
    assert not contract.unsatisfiable
    return [str(clause.condition) for clause in contract.demands]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ROUNDS, ["B >= 3 or B == 0"]),
        (BRANCH, ["A >= 2 or A == 0"]),
        (INSIDE, ["A >= 3 or A == 0 or C == 0"]),
        (SCANNED, ["A <= 3 or A >= 5"]),  # where nothing is demanded of a body
        (DOUBLES, ["A <= 1 or C <= 1"]),  # where neither size decides alone
        (CHOSEN, ["A >= 1 or C == 0", "A >= 2 or C == 0 or B == 0"]),  # where two decide if a third is not 0
    ],
)
def test_demands(text: str, expected: list[str]) -> None:
    assert demands(text) == expected


def holds(condition: Condition, sizes: Mapping[str, int]) -> bool:
    values = {symbol: const(sizes[symbol.name]) for symbol in condition.symbols()}
    return condition.substitute(values, {}).verdict() is PROVED


def runs_with(text: str, sizes: Mapping[str, int]) -> bool:
    model = model_of(text)
    shapes = {
        value.name: [sizes.get(dim.dim_param, dim.dim_value) for dim in value.type.tensor_type.shape.dim]
        for value in model.graph.input
    }
    types = {value.name: value.type.tensor_type.elem_type for value in model.graph.input}
    feeds = {name: np.ones(shape, tensor_dtype_to_np_dtype(types[name])) for name, shape in shapes.items()}
    return runs(model, feeds)


@pytest.mark.parametrize("text", [ROUNDS, BRANCH, INSIDE, CHOSEN])
def test_onnx_runtime_refuses_the_same_sizes(text: str) -> None:
    contract = shapeinfer.infer(model_of(text)).contract
    names = sorted({s.name for clause in contract.demands for s in clause.condition.symbols()})
    for sizes in product(range(0, 10, 1 if len(names) == 1 else 3), repeat=len(names)):
        chosen = dict(zip(names, sizes, strict=True))
        assert all(holds(clause.condition, chosen) for clause in contract.demands) == runs_with(text, chosen)


@pytest.mark.parametrize("text", [SCANNED, DOUBLES])
def test_onnx_runtime_refuses_what_is_left_out(text: str) -> None:
    (clause,) = shapeinfer.infer(model_of(text)).contract.demands
    names = sorted(symbol.name for symbol in clause.condition.symbols())
    for sizes in product((0, 1, 2, 4), repeat=len(names)):
        chosen = dict(zip(names, sizes, strict=True))
        if not holds(clause.condition, chosen):
            assert not runs_with(text, chosen)
    assert runs_with(text, dict.fromkeys(names, 1))


def test_what_is_larger_is_left_open_where_no_run_proves_it() -> None:
    # The ninth column is read: there is one with 9 or 10.
    text = ROUNDS.replace("three = {3}", "three = {10}").replace("two = {2}", "two = {8}")
    assert demands(text) == ["B >= 8 or B == 0"]


def test_assumptions_and_sizes_of_the_user_hold() -> None:
    assert demands(ROUNDS, assume=["B >= 3"]) == []
    assert demands(ROUNDS, assume=["B <= 2"]) == ["B == 0"]
    assert demands(INSIDE, dims={"C": 2}) == ["A >= 3 or A == 0"]
    assert demands(INSIDE, dims={"A": 1}) == ["C == 0"]


def test_names_of_any_kind() -> None:
    assert demands(ROUNDS.replace("4,B]", '4,"B or 1"]')) == ["'B or 1' >= 3 or 'B or 1' == 0"]


def test_a_size_that_follows_from_a_name() -> None:
    assert demands(ROUNDS.replace("4,B]", '4,"A*2"]')) == ["A >= 2 or A == 0"]
    assert demands(INSIDE, assume=["A == C"]) == ["C >= 3 or C == 0"]


def test_a_demand_that_is_not_defined_for_a_size() -> None:
    """B divides the elements of x, and may be 0."""
    text = """(float[2,A] x, float[B,2] w) => (y, z) <int64 one = {1}, int64[1] rest = {-1}, bool t = {1}> {
        s = Shape<end = 1>(w) l = Concat<axis = 0>(s, rest) r = Reshape(x, l) y = MatMul(r, w) b = Squeeze(s)
        z = Loop(b, t) <body = m (int64 j, bool k) => (bool f, float[] d) {
            d = Gather<axis = 1>(x, j) f = Identity(k) }> }"""
    assert "A >= B" in demands(text)


def test_the_steps_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small, "_STEPS", 1)
    assert demands(ROUNDS) == []


def test_pairs_of_small_sizes_are_tried_first_and_those_of_0_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 0 bodies often do nothing, and the steps may end before all pairs are tried."""
    monkeypatch.setattr(small, "_ASKED", ())
    tried = [sizes for sizes in _tried(monkeypatch, CHOSEN) if len(sizes) == 2]
    larger = [max(sizes.values()) for sizes in tried if 0 not in sizes.values()]
    assert larger == sorted(larger) and larger[-1] == 7
    assert 0 in tried[-1].values()


def _tried(monkeypatch: pytest.MonkeyPatch, text: str) -> list[dict[str, int]]:
    """The sizes that are tried, in order."""
    found: list[dict[str, int]] = []
    bound = Trials.bound

    def noted(trials: Trials, sizes: Mapping[str, int], assumptions: Assumptions | None = None) -> Run:
        found.append(dict(sizes))
        return bound(trials, sizes, assumptions)

    monkeypatch.setattr(Trials, "bound", noted)
    demands(text)
    return found


def test_nodes_outside_of_bodies_take_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small, "_RUN_STEPS", 3_000)
    monkeypatch.setattr(small, "_STEPS", 8 * 3_000)
    assert demands(ROUNDS) == ["B >= 3 or B == 0"]
    more = "".join(f"r{i + 1} = Relu(r{i}) " for i in range(2_000))
    assert demands(ROUNDS.replace("s = Shape(x)", f"r0 = Neg(x) {more} s = Shape(x)", 1)) == []


def test_a_single_name_has_more_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = demands(ROUNDS)
    monkeypatch.setattr(small, "_RUN_STEPS", 1)
    assert expected and demands(ROUNDS) == expected


def test_of_many_names_one_may_decide() -> None:
    inputs = ", ".join(f"float[N{i}] x{i}" for i in range(7))
    assert demands(ROUNDS.replace("(float[4,B] x", f"({inputs}, float[4,B] x", 1)) == ["B >= 3 or B == 0"]


def test_a_run_that_takes_too_many_steps_ends_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    bound, expected = Trials.bound, demands(ROUNDS)

    def too_many(trials: Trials, sizes: Mapping[str, int], assumptions: Assumptions | None = None) -> Run:
        if sizes == {"B": 0}:
            raise Spent
        return bound(trials, sizes, assumptions)

    monkeypatch.setattr(Trials, "bound", too_many)
    assert expected and demands(ROUNDS) == expected
