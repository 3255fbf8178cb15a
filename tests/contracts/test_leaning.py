"""Demands that bind only where a premise holds: of a pool whose window does not fit they speak of other dims."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

import shapeinfer
from tests.oracle import runs, session
from tests.whole_model import parse


def joined(height: int, width: int) -> onnx.ModelProto:
    """A pool joined with ``z``, beside Reshapes that demand these sizes."""
    return parse(
        "g (float[1,1,H,8] x, float[1,1,W,3] z) => (a, b, c)"
        f" <int64[4] l = {{1,1,{height},8}}, int64[4] k = {{1,1,{width},3}}> {{"
        " q = MaxPool<kernel_shape=[3,3], strides=[2,2]>(x) a = Concat<axis=1>(q, z)"
        " b = Reshape(x, l) c = Reshape(z, k) }"
    )


def runs_at(model: onnx.ModelProto, height: int, width: int) -> bool:
    x, z = np.zeros((1, 1, height, 8), np.float32), np.zeros((1, 1, width, 3), np.float32)
    return runs(model, {"x": x, "z": z})


def unsatisfiable(model: onnx.ModelProto) -> list[str]:
    return [d.message for d in shapeinfer.lint(model).diagnostics if d.code == "SI401"]


def test_sizes_that_violate_a_premise_may_satisfy_what_contradicts_itself_behind_it() -> None:
    # (H - 1)//2 == W does not hold for these, but of 2 rows a window of 3 makes one.
    model = joined(2, 1)
    assert runs_at(model, 2, 1) and shapeinfer.check(model, dims={"H": 2, "W": 1}).ok
    assert unsatisfiable(model) == []
    clauses = shapeinfer.infer(model).contract.clauses
    assert [(str(c.condition), c.premise) for c in clauses] == [
        ("H == 2", False), ("W == 1", False), ("H >= 3", True),
    ]  # fmt: skip


@pytest.mark.parametrize("width", [1, 2, 5])
def test_what_no_size_satisfies_is_an_error_behind_a_premise_too(width: int) -> None:
    model = joined(7, width)
    assert not runs_at(model, 7, width)
    assert any("max(1, (H - 1)//2) == W at graph/Concat#1" in message for message in unsatisfiable(model))


def test_a_premise_that_holds_contradicts_nothing() -> None:
    model = joined(7, 3)
    assert runs_at(model, 7, 3) and unsatisfiable(model) == []


def test_what_follows_from_the_premise_of_a_size_that_is_broadcast_binds_nobody() -> None:
    model = parse(
        "g (float[N,4,H,4] x, float[M,4,K,1] z) => (y) { w = Mul(x, z)"
        " p = MaxPool<kernel_shape=[2,2], strides=[2,2]>(w) y = GlobalAveragePool(p) }"
    )
    ones = {"x": np.zeros((1, 4, 1, 4), np.float32), "z": np.zeros((1, 4, 1, 1), np.float32)}
    assert session(model).run(None, ones)[0].shape == (1, 4, 1, 1)  # of 1 row a window of 2 makes one
    clauses = shapeinfer.infer(model).contract.clauses
    assert [(str(c.condition), c.premise) for c in clauses if ">" in str(c.condition)] == [
        ("broadcast(H, K) >= 1 or broadcast(M, N) == 0", False), ("broadcast(H, K) >= 2", True),
    ]  # fmt: skip


POOLED = """g (float[1,1,H,4] x, float[K,3] w) => (y) {
    p = MaxPool<kernel_shape=[2,2], strides=[2,2]>(x) t = Transpose<perm=[0,1,3,2]>(p) y = MatMul(t, w)
}"""


def test_what_a_window_that_does_not_fit_makes_may_satisfy_a_demand() -> None:
    model = parse(POOLED)
    clauses = shapeinfer.infer(model).contract.clauses
    assert [(str(c.condition), c.premise) for c in clauses] == [
        ("H >= 1", False), ("max(1, H//2) == K", False), ("H >= 2", True),
    ]  # fmt: skip
    for height, size in ((1, 1), (1, 2), (2, 1), (5, 2), (5, 1)):
        feeds = {"x": np.zeros((1, 1, height, 4), np.float32), "w": np.zeros((size, 3), np.float32)}
        assert shapeinfer.check(model, dims={"H": height, "K": size}).ok == runs(model, feeds)


def test_no_size_below_a_window_satisfies_what_a_decoder_demands() -> None:
    # Of 1 row the pool makes 1 as well, which are 2 in front of the Concat.
    model = parse(
        "g (float[1,1,H,4] x) => (y) { p = MaxPool<kernel_shape=[2,2], strides=[2,2]>(x)"
        " s = Constant<value = float[4] {1, 1, 2, 2}>() u = Resize(p, , s) y = Concat<axis=1>(x, u) }"
    )
    clauses = shapeinfer.infer(model).contract.clauses
    assert [str(c.condition) for c in clauses if not c.premise] == ["H % 2 == 0", "H >= 2"]
    assert not runs(model, {"x": np.zeros((1, 1, 1, 4), np.float32)})


CUT_FROM_BEHIND = (
    "g (float[A,4] x) => (y) <int64[1] zero = {0}, int64[1] one = {1}, int64[1] two = {2}, int64 i = {2}> {"
    " s = Shape(x) a = Gather(s, zero) e = Sub(a, two) t = Slice(x, zero, e, one) y = Gather<axis=1>(t, i) }"
)


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5, 6])
def test_a_size_that_counts_from_behind_is_not_bound_by_what_others_demand(rows: int) -> None:
    # Of one row the Slice ends at -1, which leaves 3 of 4 columns.
    model = parse(CUT_FROM_BEHIND)
    demands = shapeinfer.infer(model).contract.demands
    assert [str(clause.condition) for clause in demands] == ["A <= 1 or A >= 5"]
    does_run = runs(model, {"x": np.zeros((rows, 4), np.float32)})
    assert shapeinfer.check(model, dims={"A": rows}).ok == does_run == (rows <= 1 or rows >= 5)


def test_a_demand_that_such_a_size_satisfies_stays_as_it_is() -> None:
    model = parse(CUT_FROM_BEHIND.replace("Gather<axis=1>(t, i)", "Gather<axis=0>(t, zero)"))
    contract = shapeinfer.infer(model).contract
    assert [str(c.condition) for c in contract.premises] == ["A >= 2"]
    assert [str(c.condition) for c in contract.demands] == ["A >= 1"]
