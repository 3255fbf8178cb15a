"""Range, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Range", 11, "i64[] = 0; i64[] = N; i64[] = 1", "i64[N] = 0..N - 1"),
    row("Range", 11, "i64[] = p; i64[] = p + s; i64[] = 1", "i64[s] = p..p + s - 1"),
    row("Range", 11, "i64[] = 2; i64[] = 5; i64[] = 1", "i64[3] = (2, 3, 4)"),
    row("Range", 11, "i32[] = 0; i32[] = N; i32[] = 2", "i32[(N + 1)//2] = 0..2*((N + 1)//2) - 2"),
    row("Range", 11, "i64[] = N - 1; i64[] = -1; i64[] = -1", "i64[N] = 0..N - 1"),
    row("Range", 11, "i64[] = a; i64[] = b; i64[] = 1", "i64[max(b, a) - a] = a..max(b, a) - 1",
        sizes=({"a": 2, "b": 5}, {"a": 5, "b": 2}, {"a": 0, "b": 0})),
    row("Range", 11, "i64[] = a; i64[] = b; i64[] = -2",
        "i64[max(1, a + 1 - b)//2] = a + 2 - 2*(max(1, a + 1 - b)//2)..a",
        sizes=({"a": 2, "b": 5}, {"a": 5, "b": 2}, {"a": 0, "b": 0})),
    row("Range", 11, "i64[] = 0; i64[] = N; i64[] = k", "i64[-((-N)//k)] = 0..-(k*((-N)//k)) - k",
        needs="k >= 1", sizes=({"N": 5, "k": 2}, {"N": 5, "k": 0}, {"N": 0, "k": 1})),
    row("Range", 11, "i64[] = 0; i64[] = N; i64[] = -k - 1", "i64[0] = ()",
        sizes=({"N": 5, "k": 2}, {"N": 0, "k": 1})),
    row("Range", 11, "i64[] = 5; i64[] = 2; i64[] = 1", "i64[0] = ()"),
    row("Range", 11, "i64[] = n; i64[] = n + 3; i64[] = 1", "i64[3] = (n, n + 1, n + 2)"),
    row("Range", 11, "i64[] = 0; i64[] = 70; i64[] = 1", "i64[70] = 0..69"),
    row("Range", 11, "i64[1] = (0); i64[1] = (n); i64[] = 1", "i64[n] = 0..n - 1",
        finds=(
            "SI201 start has rank 1, needed a scalar (the runtime accepts both)",
            "SI201 limit has rank 1, needed a scalar (the runtime accepts both)",
        )),
    row("Range", 11, "f32[] = 0; f32[] = 3; f32[] = 1", "f32[3] = (0, 1, 2)"),
    row("Range", 11, "f32[] = 0.0; f32[] = 1.0; f32[] = 0.30000001192092896", "f32[4]"),
    row("Range", 11, "f32[] = 1.0; f32[] = 2.2000000476837158; f32[] = 0.20000000298023224", "f32[7]"),
    row("Range", 11, "f64[] = 0.0; f64[] = 1.0; f64[] = 0.1", "f64[10]"),
    row("Range", 11, "f32[] = 0; f32[] = N; f32[] = 1", "f32[N] = 0..N - 1"),
    row("Range", 11, "f32[] = 0; f32[] = N/2; f32[] = 1", "f32[(N + 1)//2] = 0..(N - 1)//2"),
    row("Range", 11, "i64[] = 0; i64[]; i64[] = 1", "i64[?0] in 0..", sizes=()),
    row("Range", 11, "i64[] = 2; i64[] = 0..n; i64[] = 3", "i64[?0] in 2..n - 1", sizes=()),
    row("Range", 11, "i64[] = 7; i64[]; i64[] = -1", "i64[?0] in ..7", sizes=()),
    row("Range", 11, "i64[]; i64[]; i64[]", "i64[?0]", sizes=()),
    row("Range", 11, "i64[] = a; i64[] = b; i64[] = a - b", "i64[?0]", needs="a - b >= 1 or a - b <= -1",
        sizes=()),
]  # fmt: skip

REFUSED = [
    row("Range", 11, "i64[] = 0; i64[] = 5; i64[] = 0", "i64[*]",
        finds="SI302 delta is 0, needed any number but 0"),
    row("Range", 11, "i64[2] = (0, 1); i64[] = 5; i64[] = 1", "i64[5] = (0, 1, 2, 3, 4)",
        finds=(
            "SI214 start holds 2 elements, needed 1; it is i64[2] = (0, 1)",
            "SI201 start has rank 1, needed a scalar (the runtime accepts both)",
        )),
    row("Range", 11, "i64[1, 1] = (0); i64[] = 5; i64[] = 1", "i64[*]",
        finds="SI201 start has rank 2, needed at most 1; start is i64[1, 1] = (0)"),
]  # fmt: skip

# Nobody here runs or refuses these.
UNTRIED = [
    row("Range", 27, "f16[] = 0; f16[] = n; f16[] = 1", "f16[n] = 0..n - 1", stash_type=1),
    row("Range", 27, "f16[] = 0; f16[] = 1.5; f16[] = 0.5", "f16[?0]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_range(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_range_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_range_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
