"""Upsample."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Upsample", 7, "f32[n, c, H, W]", "f32[n, c, 2*H, W + W//2]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7}), scales=[1.0, 1.0, 2.0, 1.5]),
    row("Upsample", 7, "f32[n, c, H, W]", "f32[n, c, 2*H, 2*W]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7}), scales=[1.0, 1.0, 2.0, 2.0], mode="linear"),
    row("Upsample", 9, "f32[n, c, H, W]; f32[4] = (1, 1, 2, 1.5)", "f32[n, c, 2*H, W + W//2]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7})),
    row("Upsample", 9, "f32[1, 1, 10, W]; f32[4] = (1, 1, 1.3, 1.3)", "f32[1, 1, 13, scaled(W, 1.3)]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 10}, {"n": 1, "c": 2, "H": 9, "W": 190})),
    row("Upsample", (9, 10), "f32[n, c]; f32[2]", "f32[?0, ?1]", sizes=()),
    row("Upsample", 10, "f32[n, c, H, W]; f32[4] = (1, 1, 2, 2)", "f32[n, c, 2*H, 2*W]", sizes=()),
    row("Upsample", 9, "f32[n, c]; f32[k]", "f32[?0, ?1]", needs="k == 2", sizes=()),
    row("Upsample", 9, "f32[*]; f32[4]", "f32[?0, ?1, ?2, ?3]", sizes=()),
    row("Upsample", 7, "f32[*]", "f32[?0, ?1]", sizes=(), scales=[1.0, 2.0]),
]  # fmt: skip

REFUSED = [
    row("Upsample", 9, "f32[1, 1, H, 4]; f32[4] = (1, 1, H/(H + 1), 1)", "f32[1, 1, ?0, 4]", sizes=({"H": 3},),
        finds="SI303 the scale of axis 2 is H over H + 1, needed 1 or more; X is f32[1, 1, H, 4]"),
    row("Upsample", 9, "f32[1, 2, 3, 3]; f32[4] = (1, 2, 2, 2)", "f32[1, 4, 6, 6]", mode="linear",
        finds="SI307 mode is linear, for which ONNX Runtime has no kernel unless axes 0 and 1, or 0 and 3 (which "
            "are channels, and nothing shrinks in mode cubic), keep their size; X is f32[1, 2, 3, 3]"),
    row("Upsample", 7, "f32[3]", "f32[6]", mode="linear", scales=[2.0],
        finds="SI307 mode is linear and X has rank 1, for which ONNX Runtime has no kernel"),
    row("Upsample", 7, "f32[1, 1, 4, 4]", "f32[*]", scales=[1.0, 2.0],
        finds="SI219 scales has 2 entries, needed 4: one for each axis; X is f32[1, 1, 4, 4]"),
    row("Upsample", 7, "f32[1, 1, 4, 4]", "f32[1, 1, ?0, 4]", scales=[1.0, 1.0, 0.5, 1.0],
        finds="SI303 the scale of axis 2 is 0.5, needed 1 or more; X is f32[1, 1, 4, 4]"),
    row("Upsample", 9, "f32[1, 1, 4, 4]; f32[4] = (1, 1, 0.5, 1)", "f32[1, 1, ?0, 4]",
        finds="SI303 the scale of axis 2 is 0.5, needed 1 or more; X is f32[1, 1, 4, 4]"),
    row("Upsample", 9, "f32[1, 1, 4, 4]; f32[2] = (2, 2)", "f32[*]",
        finds="SI219 scales has 2 entries, needed 4: one for each axis; X is f32[1, 1, 4, 4]"),
    row("Upsample", 9, "f32[1, 1, 4, 4]; f32[4] = (1, 1, 2, 2)", "f32[1, 1, 8, 8]", mode="bilinear",
        finds="SI303 mode is 'bilinear', needed one of (nearest, linear)"),
    row("Upsample", 9, "f32[a]; f32[1]", "f32[?0]", mode="linear", feeds={1: [1.0]},
        finds="SI307 mode is linear and X has rank 1, for which ONNX Runtime has no kernel"),
]  # fmt: skip

# Nobody here runs or refuses these.
UNTRIED = [
    row("Upsample", 1, "f32[n, c, H, W]", "f32[n, c, 2*H, W + W//2]", height_scale=2.0, width_scale=1.5),
    row("Upsample", 1, "f32[*]", "f32[?0, ?1, ?2, ?3]", height_scale=2.0, width_scale=1.5),
    row("Upsample", 1, "f32[n, c, H]", "f32[*]", height_scale=2.0, width_scale=1.5,
        finds="SI201 X has rank 3, needed 4; X is f32[n, c, H]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_upsample(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_upsample_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_upsample_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
