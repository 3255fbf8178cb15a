"""MatMul: matrices, vectors, batches."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("MatMul", (9, 13), "f32[b, s, 64]; f32[64, n]", "f32[b, s, n]"),
    row("MatMul", (9, 13), "f32[b, h, s, 64]; f32[b, h, 64, t]", "f32[b, h, s, t]"),
    row("MatMul", (9, 13), "f32[b, s, d]; f32[d, 3]", "f32[b, s, 3]"),
    row("MatMul", (9, 13), "f32[a, 2, 3]; f32[b, 3, 4]", "f32[broadcast(a, b), 2, 4]",
        needs="a == b or a == 1 or b == 1"),
    row("MatMul", (9, 13), "f32[2, 3]; f32[n, 4]", "f32[2, 4]", needs="n == 3"),
    row("MatMul", (9, 13), "f32[n]; f32[n]", "f32[]"),
    row("MatMul", (9, 13), "f32[k]; f32[b, k, n]", "f32[b, n]"),
    row("MatMul", (9, 13), "f32[b, m, k]; f32[k]", "f32[b, m]"),
    row("MatMul", (9, 13), "f32[k]; f32[k, n]", "f32[n]"),
    row("MatMul", (9, 13), "f32[m, 0]; f32[0, n]", "f32[m, n]"),
    row("MatMul", (9, 13), "f32[3, 2, 4]; f32[1, 4, 5]", "f32[3, 2, 5]"),
    row("MatMul", (9, 13), "f32[0, 3, 4]; f32[1, 4, 5]", "f32[0, 3, 5]"),
    row("MatMul", (9, 13), "f32[0, 2, 3, 4]; f32[0, 1, 4, 5]", "f32[0, 2, 3, 5]"),
    row("MatMul", (9, 13), "f32[b, 3, 4]; f32[n, 4, 5]", "f32[broadcast(b, n), 3, 5]",
        needs="b == n or b == 1 or n == 1", sizes=({"b": 0, "n": 1}, {"b": 0, "n": 0})),
    row("MatMul", (9, 13), "f32[*]; f32[2, 3]", "f32[*]", sizes=()),
    row("MatMul", (9, 13), "f32[2, 3]; f32[*]", "f32[*]", sizes=()),
    row("MatMul", 1, "f32[m, k]; f32[k, n]", "f32[m, n]"),
    row("MatMul", 13, "i64[2, 3]; i64[3, n]", "i64[2, n]"),
]  # fmt: skip

# No batch beside one of size 1, which old releases refuse.
EMPTY = [
    row("MatMul", (9, 13), "f32[1, 3, 4]; f32[0, 4, 5]", "f32[0, 3, 5]",
        finds="SI307 a batch of 0 is beside one of 1, which ONNX Runtime before 1.32 refuses; A is "
            "f32[1, 3, 4], B is f32[0, 4, 5]"),
    row("MatMul", (9, 13), "f32[2, 0, 3, 4]; f32[2, 1, 4, 5]", "f32[2, 0, 3, 5]",
        finds="SI307 a batch of 0 is beside one of 1, which ONNX Runtime before 1.32 refuses; A is "
            "f32[2, 0, 3, 4], B is f32[2, 1, 4, 5]"),
    row("MatMul", (9, 13), "f32[0, 4]; f32[4]", "f32[0]",
        finds="SI307 a batch of 0 is beside one of 1, which ONNX Runtime before 1.32 refuses; A is f32[0, 4], "
            "B is f32[4]"),
    row("MatMul", (9, 13), "f32[4]; f32[n, 4, 5]", "f32[n, 5]", sizes=({"n": 0},)),
    row("MatMul", (9, 13), "f32[n, 3, 4]; f32[1, 1, 4, 5]", "f32[1, n, 3, 5]", sizes=({"n": 0},)),
]  # fmt: skip

REFUSED = [
    row("MatMul", (9, 13), "f32[b, 768]; f32[512, 768]", "f32[b, 768]",
        finds="SI208 A has 768 on axis 1 and B has 512 on axis 0, needed equal sizes; A is f32[b, 768], "
            "B is f32[512, 768]"),
    row("MatMul", (9, 13), "f32[]; f32[2, 3]", "f32[*]",
        finds="SI201 A has rank 0, needed at least 1; A is f32[]"),
    row("MatMul", (9, 13), "f32[2, 3]; f32[]", "f32[*]",
        finds="SI201 B has rank 0, needed at least 1; B is f32[]"),
    row("MatMul", (9, 13), "f32[2, 4, 3]; f32[5, 3, 4]", "f32[?0, 4, 4]",
        finds="SI207 on axis 0 A has 2 and B has 5, needed equal sizes or 1; A is f32[2, 4, 3], B is "
            "f32[5, 3, 4]"),
    row("MatMul", (9, 13), "f32[3]; f32[4]", "f32[]",
        finds="SI208 A has 3 on axis 0 and B has 4 on axis 0, needed equal sizes; A is f32[3], B is f32[4]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *EMPTY, *REFUSED], ids=str)
def test_matmul(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", [*ROWS, *EMPTY], ids=str)
def test_matmul_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_matmul_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
