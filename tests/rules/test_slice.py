"""Slice, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (0); i64[1] = (5)", "f32[min(N, 5)]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (0); i64[1] = (9223372036854775807)", "f32[N]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i32[1] = (0); i32[1] = (2147483647)", "f32[N]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (-5); i64[1] = (9223372036854775807)", "f32[min(N, 5)]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (1); i64[1] = (9223372036854775807)", "f32[max(0, N - 1)]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (0); i64[1] = (-1)", "f32[max(0, N - 1)]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (2); i64[1] = (4)", "f32[max(0, N - 2) - max(0, N - 4)]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (-3); i64[1] = (-1)", "f32[max(0, N - 1) - max(0, N - 3)]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (1); i64[1] = (-1)", "f32[max(0, N - 2)]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (4); i64[1] = (2)", "f32[0]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (-9223372036854775808); i64[1] = (3)", "f32[min(N, 3)]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (0); i64[1] = (9223372036854775807); -; i64[1] = (2)",
        "f32[(N + 1)//2]", sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[2*N]; i64[1] = (0); i64[1] = (9223372036854775807); -; i64[1] = (N)",
        "f32[2]", needs="N >= 1", sizes=({"N": 1}, {"N": 2}, {"N": 5}, {"N": 0})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (1); i64[1] = (9223372036854775807); -; i64[1] = (k)",
        "f32[-((-max(0, N - 1))//k)]", needs="k >= 1",
        sizes=({"N": 0, "k": 2}, {"N": 1, "k": 1}, {"N": 6, "k": 2}, {"N": 7, "k": 9})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (1); i64[1] = (6); i64[1] = (0); i64[1] = (3)",
        "f32[max(0, N - 1) - (max(0, N - 6) + 2*max(0, N - 1))//3]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13),
        "f32[N]; i64[1] = (0); i64[1] = (9223372036854775807); -; i64[1] = (9223372036854775807)",
        "f32[min(N, 1)]", sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13),
        "f32[N]; i64[1] = (-1); i64[1] = (-9223372036854775808); i64[1] = (0); i64[1] = (-1)", "f32[N]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (-1); i64[1] = (-9223372036854775807); -; i64[1] = (-2)",
        "f32[(N + 1)//2]", sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (4); i64[1] = (1); -; i64[1] = (-1)",
        "f32[max(0, N - 2) - max(0, N - 5)]", sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (-2); i64[1] = (-4); -; i64[1] = (-1)",
        "f32[min(N, 3) + max(0, max(-1, N - 2)) - max(0, N - 1)]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (9223372036854775807); i64[1] = (0); -; i64[1] = (-2)",
        "f32[N//2]", sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (-9); i64[1] = (-10); -; i64[1] = (-1)",
        "f32[min(N, 9) + max(0, max(-8, N - 9)) - max(0, N - 1)]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (3); i64[1] = (-9); -; i64[1] = (-1)",
        "f32[max(0, min(N, 8) - max(0, N - 4))]", sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (2); i64[1] = (9223372036854775807); -; i64[1] = (-1)",
        "f32[min(N, 3)]", sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8}),
        finds=
            "SI307 the end on axis 0 is 9223372036854775807 with step -1: the runtime goes to the front, "
            "others take nothing"),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (2); i64[1] = (2147483647); -; i64[1] = (-1)",
        "f32[min(N, 3)]", sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8}),
        finds=
            "SI307 the end on axis 0 is 2147483647 with step -1: the runtime goes to the front, others "
            "take nothing"),
    # Of a known size a loader says that such a slice is empty, and a Shape of it is what the loader says.
    row("Slice", (10, 11, 13), "f32[4]; i64[1] = (2); i64[1] = (2147483647); -; i64[1] = (-1)", "f32[?0]", sizes=(),
        finds=
            "SI307 the end on axis 0 is 2147483647 with step -1: the runtime goes to the front, others "
            "take nothing"),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (p); i64[1] = (p + q)",
        "f32[max(0, N - p) - max(0, N - p - q)]",
        sizes=({"N": 6, "p": 2, "q": 3}, {"N": 3, "p": 2, "q": 3}, {"N": 1, "p": 2, "q": 3},
            {"N": 0, "p": 0, "q": 0})),
    row("Slice", (10, 11, 13), "f32[p + q]; i64[1] = (p); i64[1] = (p + q)", "f32[q]",
        sizes=({"p": 2, "q": 3}, {"p": 0, "q": 3}, {"p": 2, "q": 0})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (-k); i64[1] = (9223372036854775807)", "f32[min(N, k)]",
        needs="suppose k >= 1", sizes=({"N": 5, "k": 2}, {"N": 5, "k": 7}, {"N": 5, "k": 0})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (a - b); i64[1] = (9223372036854775807)",
        "f32[max(0, N + b - a)]", needs="suppose a - b >= 0",
        sizes=({"N": 5, "a": 3, "b": 2}, {"N": 5, "a": 2, "b": 4})),
    row("Slice", (10, 11, 13), "f32[N]; i64[1] = (0); i64[1] = (-k - 1)", "f32[max(0, N - k - 1)]",
        sizes=({"N": 5, "k": 2}, {"N": 5, "k": 7}, {"N": 5, "k": 0})),
    row("Slice", (10, 11, 13), "f32[4*n]; i64[1] = (0); i64[1] = (2*n)", "f32[2*n]",
        sizes=({"n": 0}, {"n": 3})),
    row("Slice", (10, 11, 13), "f32[a, b, c]; i64[2] = (1, 0); i64[2] = (3, 2); i64[2] = (2, -3)",
        "f32[min(a, 2), b, max(0, c - 1) - max(0, c - 3)]",
        sizes=({"a": 1, "b": 1, "c": 1}, {"a": 4, "b": 2, "c": 5}, {"a": 0, "b": 2, "c": 2})),
    row("Slice", (10, 11, 13), "f32[a, b]; i64[1] = (1); i64[1] = (3)",
        "f32[max(0, a - 1) - max(0, a - 3), b]", sizes=({"a": 1, "b": 1}, {"a": 5, "b": 2})),
    row("Slice", (10, 11, 13), "f32[a, 2]; i64[0] = (); i64[0] = ()", "f32[a, 2]", sizes=({"a": 1},)),
    row("Slice", (10, 11, 13), "i64[4] = (a, b, c, d); i64[1] = (1); i64[1] = (3)", "i64[2] = (b, c)"),
    row("Slice", (10, 11, 13),
        "i64[4] = (a, b, c, d); i64[1] = (-1); i64[1] = (-9223372036854775808); i64[1] = (0); i64[1] = (-1)",
        "i64[4] = (d, c, b, a)"),
    row("Slice", (10, 11, 13),
        "i64[4] = (a, b, c, d); i64[1] = (0); i64[1] = (9223372036854775807); -; i64[1] = (2)",
        "i64[2] = (a, c)"),
    row("Slice", (10, 11, 13), "i64[4] = (1, 2, 3, 4); i64[1] = (9); i64[1] = (9223372036854775807)",
        "i64[0] = ()"),
    row("Slice", (10, 11, 13), "i64[2, 3] = (1, 2, 3, 4, 5, 6); i64[1] = (-2); i64[1] = (9); i64[1] = (1)",
        "i64[2, 2] = (2, 3, 5, 6)"),
    row("Slice", (10, 11, 13), "i64[N] in 0..4; i64[1] = (1); i64[1] = (2)",
        "i64[max(0, N - 1) - max(0, N - 2)] in 0..4",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8})),
    row("Slice", (10, 11, 13), "f32[N, 3]; i64[1]; i64[1]; i64[1] = (0)", "f32[?0, 3]", sizes=()),
    row("Slice", (10, 11, 13), "f32[N, 3]; i64[1]; i64[1]; i64[1]", "f32[?0, ?1]", sizes=()),
    row("Slice", (10, 11, 13), "f32[N, 3]; i64[k]; i64[k]", "f32[?0, ?1]", needs="k <= 2", sizes=()),
    row("Slice", (10, 11, 13), "f32[N, 3]; i64[1] = (0); i64[1] = (1); i64[1] = (0); i64[1]", "f32[?0, 3]",
        sizes=()),
    row("Slice", (10, 11, 13), "f32[*]; i64[1] = (0); i64[1] = (1)", "f32[*]", sizes=()),
    row("Slice", 13, "f32[]; i64[0] = (); i64[0] = ()", "f32[]", sizes=(),
        finds="SI307 data has rank 0, of which the runtime takes no slice; data is f32[]"),
    row("Slice", 1, "f32[N, 4]", "f32[min(N, 5), 4]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8}), starts=[0], ends=[5]),
    row("Slice", 1, "f32[N, 4]", "f32[max(0, N - 1) - max(0, N - 3), 3]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8}), starts=[1, -3],
        ends=[9223372036854775807, -1], axes=[1, 0]),
    row("Slice", 1, "f32[N, 4]", "f32[N, 2]", sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8}),
        starts=[0], ends=[2], axes=[-1]),
    row("Slice", 1, "f32[N]", "f32[N]", sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 5}, {"N": 8}), starts=[],
        ends=[], axes=[]),
]  # fmt: skip

REFUSED = [
    row("Slice", (10, 11, 13), "f32[3, 4]; i64[1] = (0); i64[1] = (1); i64[1] = (0); i64[1] = (0)",
        "f32[*]", sizes=({},),
        finds="SI302 the step on axis 0 is 0, needed any number but 0; data is f32[3, 4]"),
    row("Slice", 13, "f32[3, 4]; i64[1]; i64[n]; i64[1] = (0); i64[1] = (0)", "f32[*]", needs="n == 1", sizes=({"n": 1}, {"n": 2}),
        finds="SI302 the step on axis 0 is 0, needed any number but 0; data is f32[3, 4]"),
    # More entries than there is memory for.
    row("Slice", 13, "f32[2, 3]; i64[2147483647]; i64[2147483647]", "f32[*]", sizes=(),
        finds="SI202 axes is 2, needed -2 to 1 for rank 2"),
    row("Slice", (10, 11, 13), "f32[3, 4]; i64[1] = (0); i64[1] = (1); i64[1] = (2)", "f32[*]", sizes=({},),
        finds="SI202 axes is 2, needed -2 to 1 for rank 2"),
    row("Slice", (10, 11, 13), "f32[3, 4]; i64[2] = (0, 0); i64[2] = (1, 1); i64[2] = (0, -2)", "f32[*]",
        sizes=({},),
        finds="SI203 axes (0, 0) names an axis of rank 2 twice"),
    row("Slice", (10, 11, 13), "f32[3, 4]; i64[1] = (0); i64[2] = (1, 1)", "f32[*]", sizes=({},),
        finds="SI219 ends has 2 entries, starts has 1: needed one for each axis"),
    row("Slice", (10, 11, 13), "f32[3, 4]; i64[1] = (0); i64[1] = (1); i64[2] = (0, 1)", "f32[*]",
        sizes=({},),
        finds="SI219 axes has 2 entries, starts has 1: needed one for each axis"),
    row("Slice", (10, 11, 13), "f32[3, 4]; i64[1] = (0); i64[1] = (1); i64[1] = (0); i64[2] = (1, 1)",
        "f32[*]", sizes=({},),
        finds="SI219 steps has 2 entries, starts has 1: needed one for each axis"),
    row("Slice", (10, 11, 13), "f32[3]; i64[] = 0; i64[] = 1", "f32[*]", sizes=({},),
        finds="SI201 starts has rank 0, needed 1; starts is i64[] = 0"),
    row("Slice", (10, 11, 13), "f32[]; i64[1] = (0); i64[1] = (1)", "f32[*]", sizes=({},),
        finds="SI202 axes is 0, needed 0 to -1 for rank 0"),
    row("Slice", 1, "f32[3]", "f32[*]", starts=[0], ends=[1, 2],
        finds="SI219 ends has 2 entries, starts has 1: needed one for each axis"),
    row("Slice", 1, "f32[3]", "f32[*]", starts=[0], ends=[1], axes=[0, 0],
        finds="SI219 axes has 2 entries, starts has 1: needed one for each axis"),
    row("Slice", 1, "f32[3]", "f32[*]", starts=[0], ends=[1], axes=[1],
        finds="SI202 axes is 1, needed -1 to 0 for rank 1"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_slice(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_slice_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_slice_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
