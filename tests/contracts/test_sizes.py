"""Conditions on one symbol, written as the sizes that they allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import onnx.parser
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shapeinfer
from shapeinfer.contracts.sizes import together
from shapeinfer.dims import ONE, Dim, Symbol, ceildiv, const, of, relu
from shapeinfer.rule.requirement import Condition, any_of, at_least, broadcastable, divides, equal

SYMBOL = Symbol("n", ONE, named=True)
N = of(SYMBOL)

DIMS = st.recursive(
    st.one_of(st.just(N), st.integers(-9, 20).map(const)),
    lambda inner: st.one_of(
        st.builds(lambda a, b, c: a * c + b, inner, inner, st.integers(-2, 2)),
        st.builds(relu, inner),
        st.builds(lambda a, d: a // d, inner, st.sampled_from([2, 3, 4])),
    ),
    max_leaves=5,
)
CONDITIONS = st.one_of(
    st.builds(at_least, DIMS, DIMS),
    st.builds(equal, DIMS, DIMS),
    st.builds(broadcastable, DIMS, DIMS),
    st.builds(lambda k, a: divides(const(k), a), st.sampled_from([2, 3, 8]), DIMS),
)


@given(
    st.lists(st.lists(CONDITIONS, min_size=1, max_size=3), min_size=1, max_size=2), st.sampled_from([1, 2, 5])
)
def test_they_allow_the_same_sizes(ways: list[list[Condition]], low: int) -> None:
    conditions = [any_of(*parts) for parts in ways]
    said = together(conditions, SYMBOL, low)
    if said is not None:
        for size in range(low, 150):
            assert _hold(said, size) is _hold(conditions, size)


def _hold(conditions: Iterable[Condition], size: int) -> bool:
    return all(condition.holds(lambda _: size) for condition in conditions)


def _frames(n: Dim) -> Dim:
    return (159 * relu(n - 120) + 2 * n + 120) // 160


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (
            any_of(divides(const(2), ceildiv(N, 4)), at_least(const(4), N)),
            "n % 8 == 0 or n % 8 >= 5 or n <= 4",
        ),
        (equal(relu(N - 7) // 2, (N - 7) // 2), "n >= 7"),
        (any_of(equal(_frames(N), relu(N - 120) + 1), at_least(_frames(N), const(2))), "n >= 20"),
        (at_least(const(5), relu(N - 3)), "n <= 8"),
    ],
)
def test_how_they_are_said(condition: Condition, said: str) -> None:
    found = together([condition], SYMBOL, 1)
    assert found is not None and [str(c) for c in found] == [said]


SLICES = "int64[1] z = {0}, int64[1] m = {9223372036854775807}, int64[1] a = {3}, int64[1] b = {40}"


def _demands(inputs: Sequence[str], lists: str, nodes: Sequence[str], outputs: Sequence[str]) -> list[str]:
    text = f"g ({', '.join(inputs)}) => ({', '.join(outputs)}) <{SLICES}, {lists}> {{ {' '.join(nodes)} }}"
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 17]> {text}')
    contract = shapeinfer.infer(model).contract
    assert contract.gave_up == ""
    return [str(clause) for clause in contract.demands]


@pytest.mark.parametrize("count", [12, 60])
def test_many_that_take_long_are_solved(count: int) -> None:
    """What is tried is counted, and no more is tried than leaves enough for all clauses."""
    nodes = [
        f"p{i} = Slice(x{i}, z, m, z, s) q{i} = Slice(p{i}, a, m, z, t) r{i} = Slice(x{i}, b, m, z, u) y{i} = Add(q{i}, r{i})"
        for i in range(count)
    ]
    inputs, outputs = [f"float[n{i}] x{i}" for i in range(count)], [f"y{i}" for i in range(count)]
    found = _demands(inputs, "int64[1] s = {11}, int64[1] t = {7}, int64[1] u = {77}", nodes, outputs)
    assert len(found) == count
    said = [f"n{i} % 77 <= 33 or n{i} % 77 >= 41 or n{i} <= 117" for i in range(count)]
    assert set(said[:8]) <= set(found)
    assert (set(said) == set(found)) is (count == 12)


def test_one_that_is_too_long_hides_no_other() -> None:
    lists = "int64[1] s = {11}, int64[1] t = {7}, int64[1] u = {77}, int64[1] v = {13}, int64[1] k = {169}"
    nodes = [
        "p = Slice(x, z, m, z, s) q = Slice(p, a, m, z, t) r = Slice(x, b, m, z, u) y = Add(q, r)",
        "f = Slice(x, z, m, z, v) g = Slice(f, a, m, z, v) h = Slice(x, b, m, z, k) w = Add(g, h)",
    ]
    assert "n % 77 <= 33 or n % 77 >= 41 or n <= 117" in _demands(["float[n] x"], lists, nodes, ["y", "w"])
