"""Gathers by what a Range counts, as they are written, and as Slices. Rows are in mended/ranges.py of the fuzzer."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

import shapeinfer
from tests.command import parse

# A table of positions, for as many as the sequence has.
TABLE = """g (float[N,S,8] x, float[5,8] table) => (float[] y) <int64 zero = {0}, int64 one = {1}, int64 at = {1}> {
  shape = Shape (x)  length = Gather (shape, at)  r = Range (START, length, one)
  z = Gather (table, r)  READ
}"""


def model(read: str, start: str = "zero") -> onnx.ModelProto:
    return parse(TABLE.replace("READ", read).replace("START", start))


def told(read: str, start: str = "zero") -> tuple[list[str], list[str]]:
    """The demands and the premises of the contract."""
    contract = shapeinfer.infer(model(read, start)).contract
    return [str(c.condition) for c in contract.demands], [str(c.condition) for c in contract.premises]


def test_what_a_slice_gets_past_is_a_premise() -> None:
    demands, premises = told("y = Identity (z)")
    assert demands == []
    assert premises == ["S <= 5"]


def test_what_is_refused_behind_the_slice_is_demanded() -> None:
    demands, _ = told("y = Add (x, z)")
    assert demands == ["S <= 5"]


@pytest.mark.parametrize(("read", "size", "ok"), [
    ("y = Identity (z)", 5, True), ("y = Identity (z)", 6, True),
    ("y = Add (x, z)", 5, True), ("y = Add (x, z)", 6, False),
])  # fmt: skip
def test_check_says_the_same(read: str, size: int, ok: bool) -> None:
    assert shapeinfer.check(model(read), {"N": 1, "S": size}).ok is ok


def test_the_size_is_that_of_the_slice() -> None:
    result = shapeinfer.infer(model("y = Identity (z)"), dims={"N": 1, "S": 9})
    assert str(result.facts["z"]) == "f32[5, 8]"
    assert {(d.code, d.severity) for d in result.diagnostics} == {("SI301", "warning")}


def test_a_range_that_something_else_reads_is_no_slice() -> None:
    demands, _ = told("n = Neg (r)  y = Identity (z)")
    assert demands == ["S <= 5"]


def test_where_the_start_may_be_negative_nothing_is_demanded_behind() -> None:
    text = TABLE.replace("READ", "y = Add (x, z)").replace(
        "r = Range (START", "n = Neg (length)  r = Range (n"
    )
    contract = shapeinfer.infer(parse(text)).contract
    assert [str(c.condition) for c in contract.demands] == []


@pytest.mark.parametrize(("end", "ok"), [(3, True), (4, True), (5, False)])
def test_a_range_to_what_a_caller_gives(end: int, ok: bool) -> None:
    text = """g (float[3] x, int64 n) => (float[] y) <int64 two = {2}, int64 one = {1}, int64[1] sizes = {1}> {
      r = Range (two, n, one)  z = Gather (x, r)  m = Identity (z)  y = Reshape (m, sizes)
    }"""
    text = text if ok else text.replace("two = {2}", "two = {3}")
    assert shapeinfer.check(parse(text), inputs={"n": np.array(end)}).ok is ok
