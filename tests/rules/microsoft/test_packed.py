"""Tables and weights that are packed in blocks."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


def _gathered(inputs: str, outputs: str, *, finds: str = "", **attributes: int) -> Row:
    given = {"packed_type": 2, "K": 256, "output_dtype": 1, **attributes}
    row = op("GatherPacked", inputs, outputs, finds=finds or ())
    return row._replace(attributes=given)


RUN = [
    _gathered("u8[5, 144]; i64[b, s]", "f32[b, s, 256]"),
    _gathered("u8[5, 144]; i32[]", "f32[256]", packed_type=20),
    _gathered("u8[5, 144]; i64[2] = (-7, 100)", "f16[2, 256]", output_dtype=10),
    _gathered("u8[5, 210]; i64[2]", "f32[2, 256]", packed_type=14),
    _gathered("u8[5, 18]; i64[2]", "f32[2, 64]", packed_type=42, K=64),
    _gathered("u8[0, 144]; i64[0]", "f32[0, 256]"),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"ran"}


REFUSED = [
    _gathered("u8[5, 143]; i64[2]", "f32[2, 256]",
              finds="SI217 data has 143 on axis 1, needed 144; data is u8[5, 143]"),
    _gathered("u8[5, 144]; i64[2]", "?[*]", output_dtype=11,
              finds="SI303 output_dtype is 11, needed one of (1, 10, 16)"),
    _gathered("u8[5, 144]; i64[2]", "?[*]", K=100,
              finds="SI303 K is 100, needed a multiple of 32 for packed_type 2"),
    _gathered("u8[5, 144]; i64[2]", "?[*]", packed_type=3,
              finds="SI303 packed_type is 3, needed one of (0, 1, 2, 6, 8, 13, 14, 16, 17, 18, 20, 22, 23, 30, 42)"),
    _gathered("u8[0, 144]; i64[2]", "f32[2, 256]",
              finds="SI226 data has 0 rows, needed at least 1 for indices i64[2]"),
]  # fmt: skip


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# No kernel of the CPU runs these: the documentation is all there is.
UNTRIED = [
    op("MatMulPacked", "f16[b, s, 64]; u8[96, r]; f32[]", "f16[b, s, 96]", packed_type=2, N=96, K=64),
    op("MatMulPacked", "f16[b, 32]; u8[96, r]", "f16[b, 96]", packed_type=2, N=96, K=64,
       finds="SI217 the last axis of A has 32, needed K 64; A is f16[b, 32]"),
    op("MatMulPacked", "f16[b, 64]; u8[95, r]; f32[2]", "f16[b, 96]", packed_type=2, N=96, K=64,
       finds=("SI217 B has 95 on axis 0, needed 96; B is u8[95, r]",
              "SI214 global_scale is f32[2], needed one element")),
]  # fmt: skip


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
