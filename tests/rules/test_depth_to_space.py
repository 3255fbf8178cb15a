"""DepthToSpace, SpaceToDepth."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("DepthToSpace", (1, 11, 13), "f32[n, 8, h, w]", "f32[n, 2, 2*h, 2*w]", blocksize=2),
    row("DepthToSpace", (1, 11, 13), "f32[n, c, h, w]", "f32[n, c//4, 2*h, 2*w]", needs="c % 4 == 0",
        sizes=({"n": 1, "c": 8, "h": 2, "w": 3}, {"n": 1, "c": 7, "h": 2, "w": 3},
            {"n": 0, "c": 0, "h": 2, "w": 0}), blocksize=2),
    row("DepthToSpace", (11, 13), "f32[n, 9, h, w]", "f32[n, 1, 3*h, 3*w]", blocksize=3, mode="CRD"),
    row("SpaceToDepth", (1, 13), "f32[n, c, 4, 6]", "f32[n, 4*c, 2, 3]", blocksize=2),
    row("SpaceToDepth", (1, 13), "f32[n, c, h, w]", "f32[n, 4*c, h//2, w//2]",
        needs=("h % 2 == 0", "w % 2 == 0"),
        sizes=({"n": 1, "c": 2, "h": 4, "w": 6}, {"n": 1, "c": 2, "h": 4, "w": 5},
            {"n": 1, "c": 0, "h": 0, "w": 6}), blocksize=2),
    row("SpaceToDepth", 13, "f32[n, c, 2*h, 4*w]", "f32[n, 4*c, h, 2*w]", blocksize=2),
    row("DepthToSpace", 13, "f32[*]", "f32[?0, ?1//4, 2*?2, 2*?3]", needs="?1 % 4 == 0", sizes=(),
        blocksize=2),
    row("DepthToSpace", 28, "i64[n, 5, 0, w]", "i64[n, 1, 0, 2*w]", blocksize=2),
    row("SpaceToDepth", 28, "f16[n, c, 5, 0]", "f16[n, 4*c, 2, 0]", blocksize=2),
    row("SpaceToDepth", 13, "f32[*]", "f32[?0, 4*?1, ?2//2, ?3//2]", needs=("?2 % 2 == 0", "?3 % 2 == 0"),
        sizes=(), blocksize=2),
]  # fmt: skip

REFUSED = [
    row("DepthToSpace", (1, 11, 13), "f32[n, 7, h, w]", "f32[n, ?0, 2*h, 2*w]", blocksize=2,
        finds="SI218 axis 1 of input is 7, needed a multiple of 4; input is f32[n, 7, h, w]"),
    row("DepthToSpace", (1, 11, 13), "f32[n, 8, h]", "f32[*]", blocksize=2,
        finds="SI201 input has rank 3, needed 4; input is f32[n, 8, h]"),
    row("DepthToSpace", (1, 11, 13), "f32[n, 8, h, w]", "f32[*]", blocksize=0,
        finds="SI303 blocksize is 0, needed 1 or more"),
    row("DepthToSpace", 13, "f32[n, 8, h, w]", "f32[*]", blocksize=2, mode="RCD",
        finds="SI303 mode is 'RCD', needed DCR or CRD"),
    row("SpaceToDepth", (1, 13), "f32[n, c, 5, w]", "f32[n, 4*c, ?0, w//2]", needs="w % 2 == 0",
        blocksize=2,
        finds="SI218 axis 2 of input is 5, needed a multiple of 2; input is f32[n, c, 5, w]"),
    row("SpaceToDepth", (1, 13), "f32[n, c, 4, 5]", "f32[n, 4*c, 2, ?0]", blocksize=2,
        finds="SI218 axis 3 of input is 5, needed a multiple of 2; input is f32[n, c, 4, 5]"),
    row("SpaceToDepth", (1, 13), "f32[n, c, h, w]", "f32[*]", blocksize=-1,
        finds="SI303 blocksize is -1, needed 1 or more"),
    row("SpaceToDepth", (1, 13), "f32[n, c, 0, 0]", "f32[n, 9223372037000250000*c, 0, 0]", blocksize=3037000500,
        finds="SI307 blocksize is 3037000500, and ONNX Runtime since 1.32 needs at most 3037000499"),
    row("DepthToSpace", (1, 11, 13), "f32[n, 0, 1, 1]", "f32[n, 0, 4294967296, 4294967296]", blocksize=2**32,
        finds="SI307 blocksize is 4294967296, and ONNX Runtime since 1.32 needs at most 3037000499"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_depth_to_space(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_depth_to_space_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_depth_to_space_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
