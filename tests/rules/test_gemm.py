"""Gemm: transposes, and a C that is broadcast."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Gemm", (7, 9, 11, 13), "f32[b, 768]; f32[768, 512]; f32[512]", "f32[b, 512]"),
    row("Gemm", (7, 9, 11, 13), "f32[b, 768]; f32[512, 768]; f32[512]", "f32[b, 512]", transB=1),
    row("Gemm", (7, 9, 11, 13), "f32[k, m]; f32[n, k]; f32[m, 1]", "f32[m, n]", transA=1, transB=1),
    row("Gemm", (7, 9, 11, 13), "f32[m, k]; f32[k, n]; f32[]", "f32[m, n]"),
    row("Gemm", (7, 9, 11, 13), "f32[m, k]; f32[k, n]; f32[c]", "f32[m, n]", needs="c == n or c == 1",
        sizes=({"m": 2, "k": 3, "n": 4, "c": 4},
            {"m": 2, "k": 3, "n": 4, "c": 1},
            {"m": 0, "k": 3, "n": 4, "c": 4},
            {"m": 2, "k": 0, "n": 4, "c": 4})),
    row("Gemm", (7, 9, 11, 13), "f32[2, j]; f32[k, 3]; f32[2, 3]", "f32[2, 3]", needs="j == k"),
    row("Gemm", (7, 9, 11, 13), "f32[*]; f32[3, 4]; f32[4]", "f32[?0, 4]", sizes=()),
    row("Gemm", (7, 9, 11, 13), "f32[2, 3]; f32[*]; f32[4]", "f32[2, ?0]", needs="?0 == 4", sizes=()),
    row("Gemm", (7, 9, 11, 13), "f32[2, 3]; f32[3, 4]; f32[*]", "f32[2, 4]", sizes=()),
    row("Gemm", (11, 13), "f32[m, k]; f32[k, n]", "f32[m, n]"),
    row("Gemm", (1, 6), "f32[m, k]; f32[k, n]; f32[m, n]", "f32[m, n]", sizes=()),
    row("Gemm", 6, "f32[m, k]; f32[k, n]; f32[n]", "f32[m, n]", broadcast=1),
    row("Gemm", (1, 6), "f32[m, 3]; f32[3, 4]; f32[2, 4]", "f32[2, 4]", needs="m == 2", sizes=()),
    row("Gemm", 6, "f32[2, 3]; f32[3, 4]; f32[*]", "f32[2, 4]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("Gemm", (7, 9, 11, 13), "f32[2, 3]; f32[4, 5]; f32[5]", "f32[2, 5]",
        finds="SI208 A has 3 on axis 1 and B has 4 on axis 0, needed equal sizes; A is f32[2, 3], B is "
            "f32[4, 5]"),
    row("Gemm", (7, 9, 11, 13), "f32[2, 3]; f32[3, 4]; f32[2]", "f32[2, 4]",
        finds="SI207 on axis 0 C has 2, needed 1 or the 4 of the product; C is f32[2], the product is "
            "?[2, 4]"),
    row("Gemm", (7, 9, 11, 13), "f32[1, 3]; f32[3, 4]; f32[2, 4]", "f32[1, 4]",
        finds="SI207 on axis 0 C has 2, needed 1 or the 1 of the product; C is f32[2, 4], the product is "
            "?[1, 4]"),
    row("Gemm", (7, 9, 11, 13), "f32[2, 3]; f32[3, 4]; f32[1, 2, 4]", "f32[*]",
        finds="SI207 C has rank 3, needed at most the rank 2 of the product; C is f32[1, 2, 4], the "
            "product is ?[2, 4]"),
    row("Gemm", (7, 9, 11, 13), "f32[2]; f32[2, 4]; f32[4]", "f32[1, 4]",
        finds="SI201 A has rank 1, needed 2; A is f32[2]"),
    row("Gemm", (7, 9, 11, 13), "f32[2, 3]; f32[1, 3, 4]; f32[4]", "f32[*]",
        finds="SI201 B has rank 3, needed 2; B is f32[1, 3, 4]"),
]  # fmt: skip

# Nobody here refuses these: the runtime has no kernel, and the reference looks at little.
UNTRIED = [
    row("Gemm", 6, "f32[2, 3]; f32[3, 4]; f32[4]", "f32[*]",
        finds="SI201 C has rank 1, needed 2; C is f32[4]"),
    row("Gemm", 6, "f32[2, 3]; f32[3, 4]; f32[3, 4]", "f32[?0, 4]",
        finds="SI217 on axis 0 C has 3, needed the 2 of the product; C is f32[3, 4], A is f32[2, 3], B "
            "is f32[3, 4]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_gemm(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_gemm_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_gemm_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
