"""MatMulInteger, QLinearMatMul."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("MatMulInteger", 10, "u8[b, 3]; u8[3, n]", "i32[b, n]"),
    row("MatMulInteger", 10, "u8[2, 3]; u8[3, 4]; u8[]; u8[]", "i32[2, 4]"),
    row("MatMulInteger", 10, "u8[2, 3]; u8[3, 4]; u8[1]; u8[4]", "i32[2, 4]"),
    row("MatMulInteger", 10, "u8[2, 3]; u8[3, 4]; -; u8[1, 4]", "i32[2, 4]"),
    row("MatMulInteger", 10, "u8[b, 2, 3]; u8[b, 3, 4]; u8[]; u8[b, 1, 4]", "i32[b, 2, 4]"),
    row("MatMulInteger", 10, "u8[3]; u8[3]", "i32[]"),
    row("MatMulInteger", 10, "u8[2, 3]; u8[3, n]; -; u8[k]", "i32[2, n]", needs="k == 1 or k == n",
        sizes=({"n": 4, "k": 4}, {"n": 4, "k": 1})),
    row("MatMulInteger", 10, "u8[2, 3]; u8[3, 4]; u8[2]", "i32[2, 4]",
        finds="SI307 a_zero_point is u8[2], which ONNX Runtime supports for one element only"),
    row("MatMulInteger", 10, "u8[*]; u8[2, 3]", "i32[*]", sizes=()),
    row("QLinearMatMul", (10, 21), "u8[b, 3]; f32[]; u8[]; u8[3, n]; f32[]; u8[]; f32[]; u8[]", "u8[b, n]"),
    row("QLinearMatMul", (10, 21), "u8[2, 3]; f32[1]; u8[1]; u8[3, 4]; f32[4]; u8[4]; f32[]; u8[]",
        "u8[2, 4]"),
    row("QLinearMatMul", (10, 21), "u8[2, 3]; f32[2]; u8[2]; u8[3, 4]; f32[]; u8[]; f32[]; u8[]", "u8[2, 4]",
        finds=(
            "SI307 a_scale is f32[2], which ONNX Runtime supports for one element only",
            "SI307 a_zero_point is u8[2], which ONNX Runtime supports for one element only",
        )),
]  # fmt: skip

REFUSED = [
    row("MatMulInteger", 10, "u8[2, 3]; u8[3, 4]; u8[3]", "i32[2, 4]",
        finds=(
            "SI214 a_zero_point has 3 elements, needed 1 or the 2 rows; a_zero_point is u8[3]",
            "SI307 a_zero_point is u8[3], which ONNX Runtime supports for one element only",
        )),
    row("MatMulInteger", 10, "u8[2, 3]; u8[3, 4]; -; u8[3]", "i32[2, 4]",
        finds="SI214 b_zero_point has 3 elements on its last axis, needed 1 or the 4 columns; "
            "b_zero_point is u8[3]"),
    row("MatMulInteger", 10, "u8[2, 3]; u8[4, 3]", "i32[2, 3]",
        finds="SI208 A has 3 on axis 1 and B has 4 on axis 0, needed equal sizes; A is u8[2, 3], B is "
            "u8[4, 3]"),
    row("QLinearMatMul", (10, 21), "u8[2, 3]; f32[]; u8[]; u8[3, 4]; f32[2]; u8[]; f32[]; u8[]", "u8[2, 4]",
        finds="SI214 b_scale has 2 elements on its last axis, needed 1 or the 4 columns; b_scale is f32[2]"),
    row("QLinearMatMul", (10, 21), "u8[2, 3]; f32[]; u8[]; u8[3, 4]; f32[]; u8[]; f32[2]; u8[]", "u8[2, 4]",
        finds="SI214 y_scale has 2 elements, needed 1; y_scale is f32[2]"),
    row("QLinearMatMul", (10, 21), "u8[2, 3]; f32[]; u8[]; u8[4, 3]; f32[]; u8[]; f32[]; u8[]", "u8[2, 3]",
        finds="SI208 a has 3 on axis 1 and b has 4 on axis 0, needed equal sizes; a is u8[2, 3], b is "
            "u8[4, 3]"),
    row("MatMulInteger", 10, "u8[2, 3]; u8[3, 4]; -; u8[3, 4]", "i32[2, 4]",
        finds="SI214 b_zero_point has 3 on axis 0, needed 1; b_zero_point is u8[3, 4]"),
    row("MatMulInteger", 10, "u8[2, 3]; u8[3, 4]; -; u8[1, 1, 4]", "i32[*]",
        finds="SI201 b_zero_point has rank 3, needed 2; b_zero_point is u8[1, 1, 4]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_matmul_quantized(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_matmul_quantized_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_matmul_quantized_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
