"""GridSample, AffineGrid, Col2Im."""

from __future__ import annotations

import numpy as np
import onnx.parser
import pytest

import shapeinfer
from tests.table import Row, row
from tests.whole_model import refused

ROWS = [
    row("GridSample", (16, 20, 22), "f32[b, c, 4, 5]; f32[b, h, w, 2]", "f32[b, c, h, w]",
        sizes=({"b": 2, "c": 3, "h": 6, "w": 7},
            {"b": 0, "c": 1, "h": 2, "w": 1},
            {"b": 1, "c": 1, "h": 0, "w": 1})),
    row("GridSample", (16, 20, 22), "f32[1, 3, i, 5]; f32[1, 6, 7, 2]", "f32[1, 3, 6, 7]", needs="i >= 1",
        sizes=({"i": 1}, {"i": 0})),
    row("GridSample", (16, 20, 22), "f32[*]; f32[b, h, w, 2]", "f32[?0, ?1, h, w]", needs="?0 == b",
        sizes=()),
    row("GridSample", (16, 20, 22), "f32[1, 3, 4, 5]; f32[*]", "f32[1, 3, ?1, ?2]", needs="?0 == 1",
        sizes=()),
    row("GridSample", (16, 20, 22), "f32[*]; f32[*]", "f32[*]", sizes=()),
    row("GridSample", (20, 22), "f32[b, c, 3, 4, 5]; f32[b, 6, 7, 8, 3]", "f32[b, c, 6, 7, 8]",
        sizes=({"b": 1, "c": 2},)),
    row("GridSample", (20, 22), "f32[2, 3, 4]; f32[2, 6, 1]", "f32[2, 3, 6]",
        finds="SI307 X has rank 3, and ONNX Runtime takes 4 and 5 only"),
    row("AffineGrid", 20, "f32[b, 2, 3]; i64[4] = (b, 3, h, w)", "f32[b, h, w, 2]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"b": 2, "h": 4, "w": 5}, {"b": 1, "h": 1, "w": 1}, {"b": 1, "h": 0, "w": 1}, {"b": 0, "h": 2, "w": 2})),
    row("AffineGrid", 20, "f32[2, 3, 4]; i64[5] = (2, 3, 4, 5, 6)", "f32[2, 4, 5, 6, 3]"),
    row("AffineGrid", 20, "f32[2, 2, 3]; i64[4]", "f32[2, ?2, ?3, 2]", needs=("?2 >= 1", "?3 >= 1"), sizes=()),
    row("AffineGrid", 20, "f32[b, 2, 3]; i64[n]", "f32[b, ?2, ?3, 2]", needs=("n == 4", "?2 >= 1", "?3 >= 1"), sizes=()),
    row("AffineGrid", 20, "f32[*]; i64[*]", "f32[*]", sizes=()),
    row("Col2Im", 18, "f32[b, 12, 12]; i64[2] = (4, 5); i64[2] = (2, 2)", "f32[b, 3, 4, 5]",
        sizes=({"b": 2}, {"b": 0})),
    row("Col2Im", 18, "f32[1, c, l]; i64[2] = (4, 5); i64[2] = (2, 2)", "f32[1, c//4, 4, 5]",
        needs=("c % 4 == 0 and c >= 1", "l == 12"),
        sizes=({"c": 12, "l": 12}, {"c": 11, "l": 12}, {"c": 12, "l": 11}, {"c": 0, "l": 12})),
    row("Col2Im", 18, "f32[1, 12, 30]; i64[2] = (4, 5); i64[2] = (2, 2)", "f32[1, 3, 4, 5]",
        pads=[1, 1, 1, 1]),
    row("Col2Im", 18, "f32[1, 12, 4]; i64[2] = (4, 4); i64[2] = (2, 2)", "f32[1, 3, 4, 4]", strides=[2, 2]),
    row("Col2Im", 18, "f32[1, 12, 8]; i64[2] = (4, 5); i64[2] = (2, 2)", "f32[1, 3, 4, 5]", dilations=[2, 1]),
    row("Col2Im", 18, "f32[1, 12, 3]; i64[1] = (4); i64[1] = (2)", "f32[1, 6, 4]"),
    row("Col2Im", 18, "f32[1, 12, 12]; i64[2]; i64[2] = (2, 2)", "f32[1, 3, ?0, ?1]",
        needs=("?0 >= 2", "?1 >= 2", "?0*?1 + 1 - ?0 - ?1 == 12"), sizes=()),
    row("Col2Im", 18, "f32[1, 12, 12]; i64[2] = (4, 5); i64[2]", "f32[1, ?0, 4, 5]", sizes=()),
    row("Col2Im", 18, "f32[*]; i64[2] = (4, 5); i64[2] = (2, 2)", "f32[?0, ?1//4, 4, 5]",
        needs=("?1 % 4 == 0 and ?1 >= 1", "?2 == 12"), sizes=()),
    row("Col2Im", 18, "f32[1, 12, 12]; i64[*]; i64[*]", "f32[*]", sizes=()),
    row("Col2Im", 18, "f32[1, 12, 12]; i64[9223372036854775807]; i64[9223372036854775807]", "f32[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("GridSample", (16, 20, 22), "f32[2, 3, 4, 5]; f32[1, 6, 7, 2]", "f32[?0, 3, 6, 7]",
        finds="SI217 axis 0 of X has 2 and of grid 1, needed the same size; grid is f32[1, 6, 7, 2]"),
    row("GridSample", (16, 20, 22), "f32[2, 3, 4, 5]; f32[2, 6, 7, 3]", "f32[2, 3, 6, 7]",
        finds="SI217 the last axis of grid has 3, needed the 2 spatial axes of X; grid is f32[2, 6, 7, 3]"),
    row("GridSample", (16, 20, 22), "f32[2, 3, 4, 5]; f32[2, 6, 2]", "f32[*]",
        finds="SI201 grid has rank 3, needed 4; grid is f32[2, 6, 2]"),
    row("GridSample", (16, 20, 22), "f32[1, 3, 0, 5]; f32[1, 6, 7, 2]", "f32[1, 3, 6, 7]",
        finds="SI226 axis 2 of X has 0, needed at least 1; X is f32[1, 3, 0, 5]"),
    row("GridSample", 16, "f32[1, 3, 4, 5]; f32[1, 6, 7, 2]", "f32[1, 3, 6, 7]", mode="sharp",
        finds="SI303 mode is sharp, needed one of (bilinear, nearest, bicubic)"),
    row("GridSample", (20, 22), "f32[1, 3, 4, 5]; f32[1, 6, 7, 2]", "f32[1, 3, 6, 7]", mode="sharp",
        finds="SI303 mode is sharp, needed one of (linear, nearest, cubic)"),
    row("AffineGrid", 20, "f32[2, 2, 3]; i64[5] = (2, 3, 4, 5, 6)", "f32[2, 4, 5, 6, 3]",
        finds=(
            "SI217 theta has 2 on axis 1, needed 3; theta is f32[2, 2, 3]",
            "SI217 theta has 3 on axis 2, needed 4; theta is f32[2, 2, 3]",
        )),
    row("AffineGrid", 20, "f32[2, 2, 3]; i64[4] = (3, 3, 4, 5)", "f32[3, 4, 5, 2]",
        finds="SI217 theta has 2 on axis 0, needed 3; theta is f32[2, 2, 3]"),
    row("AffineGrid", 20, "f32[2, 2, 3]; i64[3] = (2, 3, 4)", "f32[*]",
        finds="SI219 size has 3 elements, needed 4 for pictures or 5 for volumes"),
    row("Col2Im", 18, "f32[1, 4, 0]; i64[2] = (2, 2); i64[2] = (2, 1)", "f32[1, 2, 2, 2]", dilations=[2, 2],
        finds="SI307 axis 0 of the image has 2 with its padding, ONNX Runtime needs the 3 of a block"),
    row("Col2Im", 18, "f32[1, 12, 11]; i64[2] = (4, 5); i64[2] = (2, 2)", "f32[1, 3, 4, 5]",
        finds="SI217 input has 11 columns, needed the 12 places of a block in the image; input is f32[1, "
            "12, 11]"),
    row("Col2Im", 18, "f32[1, 11, 12]; i64[2] = (4, 5); i64[2] = (2, 2)", "f32[1, 2, 4, 5]",
        finds="SI218 input has 11 on axis 1, needed a multiple of the 4 elements of a block; input is "
            "f32[1, 11, 12]"),
    row("Col2Im", 18, "f32[1, 1, 8]; i64[2] = (2, 0); i64[2] = (1, 1)", "f32[1, 1, 2, 0]", pads=(1, 1, 1, 1),
        finds="SI307 axis 1 of the image has 0, ONNX Runtime needs 1 or more"),
    row("Col2Im", 18, "f32[1, 12]; i64[2] = (4, 5); i64[2] = (2, 2)", "f32[*]",
        finds="SI201 input has rank 2, needed 3; input is f32[1, 12]"),
    row("Col2Im", 18, "f32[1, 12, 12]; i64[2] = (4, 5); i64[3] = (2, 2, 1)", "f32[*]",
        finds="SI219 block_shape has 3 elements, needed 2"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_grid(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_grid_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_grid_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


def test_columns_that_a_slice_leaves_are_one_or_more() -> None:
    """ONNX Runtime refuses a Col2Im of no columns."""
    proto = onnx.parser.parse_model("""<ir_version: 9, opset_import: ["" : 21]>
        g (float[1,E,1] x) => (y)
          <int64[1] one = {1}, int64[1] most = {9223372036854775807}, int64[2] pair = {2, 2}> {
            v = Slice (x, one, most, one) y = Col2Im (v, pair, pair) }""")
    demands = [str(clause.condition) for clause in shapeinfer.infer(proto).contract.demands]
    assert demands == ["E >= 2", "E % 4 == 1"]
    for size in (1, 4, 5):
        is_refused = bool(refused(proto, {"x": np.ones((1, size, 1), np.float32)}))
        assert shapeinfer.check(proto, {"E": size}).ok != is_refused
