"""Reshapes as they are written, and as ONNX Runtime completes them: what both ways have is told."""

from __future__ import annotations

import pytest

import shapeinfer
from tests.command import parse

# The first size of the target is computed: it is 4 times too large, or what is left of the elements.
TOO_LARGE = """g (float[N,2,N] x, float[M] w, float[5] v) => (float[a,b] y)
<int64[1] zero = {0}, int64[1] four = {4}> {
  count = Size (x)  n = Unsqueeze (count, zero)  target = Concat <axis = 0> (n, four)
  r = Reshape (x, target)  READ
}"""
# The first size of the target is that of another input, or what is left of the elements.
OTHER = TOO_LARGE.replace("count = Size (x)  n = Unsqueeze (count, zero)", "n = Shape (w)").replace(
    "N,2,N", "N,4"
)


def told(text: str, read: str) -> tuple[list[str], list[str]]:
    """The errors, and the demands of the contract."""
    model = parse(text.replace("READ", read))
    demands = [str(clause.condition) for clause in shapeinfer.infer(model).contract.demands]
    return errors_of(shapeinfer.lint(model)), demands


def errors_of(report: shapeinfer.Report) -> list[str]:
    return [f"{d.code} {d.location.node}" for d in report.diagnostics if d.severity == "error"]


def test_what_neither_way_gets_past_is_an_error() -> None:
    errors, _ = told(TOO_LARGE, "y = Add (r, v)")
    assert errors == ["SI207 Add#4"]
    errors, _ = told(OTHER, "y = Add (r, v)")
    assert errors == ["SI207 Add#3"]


def test_what_the_way_that_remains_demands_is_demanded() -> None:
    errors, demands = told(TOO_LARGE, "y = Add (r, w)")
    assert errors == []
    assert "M == 4 or M == 1" in demands


def test_what_one_way_gets_past_is_no_error() -> None:
    assert told(TOO_LARGE, "y = Relu (r)")[0] == []
    assert told(OTHER, "y = Relu (r)") == ([], [])


@pytest.mark.parametrize(("size", "ok"), [(1, False), (2, True), (3, False), (4, True)])
def test_check_says_the_same(size: int, ok: bool) -> None:
    report = shapeinfer.check(parse(TOO_LARGE.replace("READ", "y = Add (r, w)")), {"N": size, "M": 4})
    assert report.ok is ok


def test_of_two_reshapes_every_way_is_looked_at() -> None:
    both = TOO_LARGE.replace("READ", "q = Reshape (x, target2)  s = Add (r, v)  y = Add (s, q)").replace(
        "r = Reshape", "target2 = Concat <axis = 0> (n, four)  r = Reshape"
    )
    report = shapeinfer.check(parse(both), {"N": 2, "M": 1})
    assert errors_of(report) == ["SI207 Add#6"]


def test_sizes_beyond_64_bits() -> None:
    text = """g (float[N,N,N] x, float[5] v) => (float[a,b,c] y) <int64[1] zero = {0}, int64[1] four = {4}> {
      count = Size (x)  n = Unsqueeze (count, zero)  m = Mul (n, n)  target = Concat <axis = 0> (four, m, n)
      r = Reshape (x, target)  y = Add (r, v)
    }"""
    for size in (1, 2**21, 2**31, 2**62):
        assert not shapeinfer.check(parse(text), {"N": size}).ok
