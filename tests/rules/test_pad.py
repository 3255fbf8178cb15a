"""Pad, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[n, 3, h]; i64[6] = (0, 0, 1, 0, 0, 2)", "f32[n, 3, h + 3]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[n, h]; i64[4] = (0, -1, 0, -2)", "f32[n, h - 3]",
        needs="h - 3 >= 0", sizes=({"n": 2, "h": 5}, {"n": 2, "h": 3}, {"n": 2, "h": 2}, {"n": 0, "h": 3})),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[1, h]; i64[4] = (0, 0, 0, -h % 32)",
        "f32[1, 32*ceildiv(h, 32)]", sizes=({"h": 0}, {"h": 1}, {"h": 32}, {"h": 40})),
    row("Pad", (18, 21, 25), "f32[2, 3]; i64[4]; -; i64[c]", "f32[?0, ?1]", needs="c == 2", sizes=()),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[3]; i64[2] = (-5, 4)", "f32[2]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[0]; i64[2] = (1, 2)", "f32[3]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[n]; i64[2] = (a, b)", "f32[a + b + n]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[n, h]; i64[4] = (0, 1, 0, 2)", "f32[n, h + 3]",
        needs="h >= 3", sizes=({"n": 2, "h": 5}, {"n": 2, "h": 3}, {"n": 2, "h": 2}, {"n": 0, "h": 3}),
        mode="reflect"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[n, h]; i64[4] = (0, 1, 0, 1)", "f32[n, h + 2]",
        needs="h >= 1", sizes=({"n": 2, "h": 1}, {"n": 2, "h": 0}, {"n": 0, "h": 3}), mode="edge"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[h]; i64[2] = (-1, 1)", "f32[h]", needs="h - 1 >= 2",
        sizes=({"h": 4}, {"h": 3}, {"h": 2}, {"h": 1}), mode="reflect"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[h]; i64[2] = (0, p)", "f32[h + p]",
        needs="h >= p + 1 or p == 0",
        sizes=({"h": 4, "p": 3}, {"h": 4, "p": 4}, {"h": 4, "p": 0}, {"h": 1, "p": 0}, {"h": 0, "p": 0},
            {"h": 0, "p": 1}), mode="reflect"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[h]; i64[2] = (-1, -2)", "f32[h - 3]",
        needs=("h - 3 >= 0", "h - 3 >= 1"), sizes=({"h": 4}, {"h": 3}, {"h": 2}), mode="edge"),
    row("Pad", (19, 21, 23), "f32[n, h]; i64[4] = (0, 5, 0, 1)", "f32[n, h + 6]",
        needs=("h*n >= 1", "h >= 1"),
        sizes=({"n": 2, "h": 3}, {"n": 2, "h": 1}, {"n": 2, "h": 0}, {"n": 0, "h": 3}), mode="wrap"),
    row("Pad", 13, "f32[3]; i64[2] = (1, 1)", "f32[5]", mode="wrap",
        finds="SI303 mode is 'wrap', which exists only since opset 19 (the runtime accepts it)"),
    row("Pad", (11, 13, 18, 19, 21, 23), "i64[2] = (a, b); i64[2] = (1, 2)", "i64[5] = (0, a, b, 0, 0)"),
    row("Pad", (11, 13, 18, 19, 21, 23), "i64[2] = (a, b); i64[2] = (1, 0); i64[] = 7",
        "i64[3] = (7, a, b)"),
    row("Pad", (11, 13, 18, 19, 21, 23), "i64[2, 2] = (1, 2, 3, 4); i64[4] = (-1, 1, 0, -1)",
        "i64[1, 2] = (0, 3)"),
    row("Pad", (11, 13, 18, 19, 21, 23), "i64[4] = (1, 2, 3, 4); i64[2] = (2, 3)",
        "i64[9] = (3, 2, 1, 2, 3, 4, 3, 2, 1)", mode="reflect"),
    row("Pad", (11, 13, 18, 19, 21, 23), "i64[4] = (1, 2, 3, 4); i64[2] = (-1, 2)",
        "i64[5] = (2, 3, 4, 3, 2)", mode="reflect"),
    row("Pad", (11, 13, 18, 19, 21, 23), "i64[4] = (1, 2, 3, 4); i64[2] = (3, -1)",
        "i64[6] = (1, 1, 1, 1, 2, 3)", mode="edge"),
    row("Pad", (19, 21, 23), "i64[3] = (1, 2, 3); i64[2] = (4, 5)",
        "i64[12] = (3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2)", mode="wrap"),
    row("Pad", (19, 21, 23), "i64[4] = (1, 2, 3, 4); i64[2] = (-1, 4)", "i64[7] = (2, 3, 4, 2, 3, 4, 2)",
        mode="wrap"),
    row("Pad", 13, "i64[n] in 0..5; i64[2] = (1, 1)", "i64[n + 2] in 0..5"),
    row("Pad", 13, "i64[n] in 0..5; i64[2] = (1, 1)", "i64[n + 2] in 0..5", needs="n >= 1",
        sizes=({"n": 2},), mode="edge"),
    row("Pad", (18, 19, 21, 23), "f32[n, h]; i64[2] = (1, 2); -; i64[1] = (-1)", "f32[n, h + 3]"),
    row("Pad", (18, 19, 21, 23), "f32[n, h]; i64[4] = (1, 2, 3, 4); -; i64[2] = (1, -2)",
        "f32[n + 6, h + 4]"),
    row("Pad", (18, 19, 21, 23), "f32[n, h]; i64[0] = (); -; i64[0] = ()", "f32[n, h]"),
    row("Pad", (18, 19, 21, 23), "f32[n]; i64[4] = (1, 1, 2, 2); -; i64[2] = (0, 0)", "f32[n + 3]",
        finds="SI203 axes (0, 0) names an axis twice, and the later pads are taken"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[n]; i64[1, 2] = (1, 1)", "f32[n + 2]",
        finds="SI201 pads has rank 2, needed 1; the runtime treats it as i64[1, 2] = (1, 1)"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[n]; i64[2] = (1, 1); f32[1] = (0)", "f32[n + 2]"),
    row("Pad", 13, "f32[n, 3]; i64[4]", "f32[?0, ?1]", sizes=()),
    row("Pad", 13, "f32[n, 3]; i64[4] = (0, 0, 0, ?)", "f32[n, ?0]", sizes=()),
    row("Pad", 13, "f32[n]; i64[2] in 0..2", "f32[?0]", sizes=()),
    row("Pad", 18, "f32[n, 3]; i64[2]; -; i64[1] = (0)", "f32[?0, 3]", sizes=()),
    row("Pad", 18, "f32[n, 3]; i64[2] = (1, 1); -; i64[1]", "f32[?0, ?1]", sizes=()),
    row("Pad", 13, "f32[*]; i64[4]", "f32[?0, ?1]", sizes=()),
    row("Pad", 18, "f32[*]; i64[2]; -; i64[1] = (0)", "f32[*]", sizes=()),
    row("Pad", 13, "f32[n]; i64[k]", "f32[?0]", needs="k == 2", sizes=()),
    row("Pad", 13, "f32[]; i64[0] = ()", "f32[]", sizes=(),
        finds="SI307 data has rank 0, which the runtime does not pad; data is f32[]"),
    row("Pad", 2, "f32[n, h]", "f32[n, h + 3]", pads=[0, 1, 0, 2]),
    row("Pad", 2, "f32[n, h]", "f32[n, h + 3]", needs="h >= 1", sizes=({"n": 2, "h": 2}, {"n": 2, "h": 0}),
        pads=[0, 1, 0, 2], mode="edge"),
    row("Pad", 2, "f32[2] = (1, 2)", "f32[3] = (7, 1, 2)", pads=[1, 0], value=7.0),
    row("Pad", 1, "f32[n, h]", "f32[n, h + 3]", paddings=[0, 1, 0, 2]),
]  # fmt: skip

REFUSED = [
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[3]; i64[2] = (-2, -2)", "f32[?0]",
        finds="SI216 axis 0 of data is 3, and -2 and -2 added leave -1, needed 0 or more; data is f32[3]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[n, 3]; i64[2] = (1, 1)", "f32[*]",
        finds="SI219 pads has 2 entries, needed 4: two for each axis; data is f32[n, 3]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[n]; i64[4] = (1, 1, 1, 1)", "f32[*]",
        finds="SI219 pads has 4 entries, needed 2: two for each axis; data is f32[n]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[3]; i64[2] = (0, 3)", "f32[6]", mode="reflect",
        finds="SI228 mode reflect adds 3 to axis 0, which has 3, needed at most 2; data is f32[3]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[1]; i64[2] = (1, 0)", "f32[2]", mode="reflect",
        finds="SI228 mode reflect adds 1 to axis 0, which has 1, needed at most 0; data is f32[1]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[0]; i64[2] = (1, 0)", "f32[1]", mode="edge",
        finds="SI228 mode edge adds 1 to axis 0, which has 0, needed 1 or more to repeat; data is f32[0]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[3]; i64[2] = (-3, 1)", "f32[1]", mode="edge",
        finds="SI228 mode edge adds 1 to axis 0, which has 0, needed 1 or more to repeat; data is f32[3]"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[3]; i64[2] = (1, 1)", "f32[*]", mode="mirror",
        finds="SI303 mode is 'mirror', needed constant, reflect, edge or wrap"),
    row("Pad", (11, 13, 18, 19, 21, 23), "f32[3]; i64[2] = (1, 1); f32[2]", "f32[5]",
        finds="SI214 constant_value holds 2 elements, needed 1; it is f32[2]"),
    row("Pad", (18, 19, 21, 23), "f32[n]; i64[2] = (1, 1); -; i64[1] = (1)", "f32[*]",
        finds="SI202 axes is 1, needed -1 to 0 for rank 1"),
    row("Pad", (18, 19, 21, 23), "f32[n]; i64[4] = (1, 1, 1, 1); -; i64[1] = (0)", "f32[*]",
        finds="SI219 pads has 4 entries, needed 2: two for each axis; data is f32[n]"),
    row("Pad", (18, 19, 21, 23), "f32[n]; i64[2] = (1, 1); -; i64[] = 0", "f32[*]",
        finds="SI201 axes has rank 0, needed 1; axes is i64[] = 0"),
    row("Pad", 2, "f32[n]", "f32[*]", pads=[1],
        finds="SI219 pads has 1 entries, needed 2: two for each axis; data is f32[n]"),
    row("Pad", 2, "f32[3]", "f32[?0]", pads=[-2, -2],
        finds="SI216 axis 0 of data is 3, and -2 and -2 added leave -1, needed 0 or more; data is f32[3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_pad(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_pad_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_pad_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
