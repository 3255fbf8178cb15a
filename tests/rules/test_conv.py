"""Conv, ConvInteger."""

from __future__ import annotations

import numpy as np
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import session
from tests.table import Row, row

ROWS = [
    row("Conv", (1, 11, 22), "f32[b, 3, h, w]; f32[64, 3, 7, 7]; f32[64]",
        "f32[b, 64, (h + 1)//2, (w + 1)//2]", needs=("h >= 1", "w >= 1"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0}), strides=[2, 2], pads=[3, 3, 3, 3]),
    row("Conv", (1, 11, 22), "f32[b, 3, h, w]; f32[8, 3, 3, 3]", "f32[b, 8, h - 2, w - 2]",
        needs=("h >= 3", "w >= 3"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0})),
    row("Conv", (1, 11, 22), "f32[b, 3, h, w]; f32[8, 3, 3, 3]", "f32[b, 8, h, w]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0}), pads=[1, 1, 1, 1]),
    row("Conv", (1, 11, 22), "f32[b, 3, h, w]; f32[8, 3, 3, 3]", "f32[b, 8, (h + 1)//2, (w + 1)//2]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0}), pads=[1, 1, 1, 1], strides=[2, 2]),
    row("Conv", (1, 11, 22), "f32[b, 3, h, w]; f32[8, 3, 3, 2]", "f32[b, 8, h - 4, w - 3]",
        needs=("h >= 5", "w >= 4"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0}), dilations=[2, 3]),
    row("Conv", (1, 11, 22), "f32[b, 4, h, w]; f32[8, 1, 3, 3]; f32[8]", "f32[b, 8, h, w - 2]",
        needs=("h >= 1", "w >= 3"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0}), group=4, pads=[1, 0, 1, 0]),
    row("Conv", (1, 11, 22), "f32[b, 3, h, w]; f32[8, 3, 1, 1]", "f32[b, 8, h, w]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0}), kernel_shape=[1, 1]),
    row("Conv", (1, 11, 22), "f32[b, 3, h, w]; f32[8, 3, 3, 3]", "f32[b, 8, h, w]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0}), auto_pad="SAME_UPPER"),
    row("Conv", (1, 11, 22), "f32[b, 3, h, w]; f32[8, 3, 3, 3]", "f32[b, 8, (h + 1)//2, ceildiv(w, 3)]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0}), auto_pad="SAME_LOWER", strides=[2, 3]),
    row("Conv", (1, 11, 22), "f32[b, 3, h, w]; f32[8, 3, 1, 1]", "f32[b, 8, ceildiv(h, 3), ceildiv(w, 3)]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0}), auto_pad="SAME_UPPER", strides=[3, 3]),
    row("Conv", (1, 11, 22), "f32[b, 3, h, w]; f32[8, 3, 3, 3]", "f32[b, 8, (h - 1)//2, w - 2]",
        needs=("h >= 3", "w >= 3"),
        sizes=({"h": 8, "w": 9, "b": 2},
            {"h": 7, "w": 3, "b": 1},
            {"h": 5, "w": 5, "b": 0},
            {"h": 2, "w": 1, "b": 1},
            {"h": 0, "w": 5, "b": 1},
            {"h": 1, "w": 1, "b": 0}), auto_pad="VALID", strides=[2, 1]),
    row("Conv", (1, 11, 22), "f32[b, c, l]; f32[m, c, 3]; f32[m]", "f32[b, m, l - 2]", needs="l >= 3"),
    row("Conv", (1, 11, 22), "f32[b, c, l]; f32[m, k, 3]", "f32[b, m, l - 2]",
        needs=("m % 2 == 0", "c == 2*k", "l >= 3"), group=2,
        sizes=({"b": 1, "c": 4, "l": 5, "m": 6, "k": 2}, {"b": 1, "c": 4, "l": 5, "m": 0, "k": 2})),
    row("Conv", (1, 11, 22), "f32[1, 2, 8, 8, 8]; f32[4, 2, 3, 3, 3]", "f32[1, 4, 6, 6, 6]"),
    row("Conv", (1, 11, 22), "f32[1, 2, 9]; f32[4, 2, k]", "f32[1, 4, 10 - k]", needs=("k >= 1", "k <= 9"),
        sizes=({"k": 3}, {"k": 9})),
    row("Conv", (1, 11, 22), "f32[*]; f32[4, 2, 3, 3]", "f32[?0, 4, ?1 - 2, ?2 - 2]",
        needs=("?1 >= 3", "?2 >= 3"), sizes=()),
    row("Conv", (1, 11, 22), "f32[1, 3, 8, 8]; f32[*]; f32[4]", "f32[1, ?0, 9 - ?1, 9 - ?2]",
        needs=("?0 == 4", "?1 <= 8", "?2 <= 8"), sizes=()),
    row("Conv", (1, 11, 22), "f32[*]; f32[*]", "f32[?1, ?0, ?2 - 2, ?3 - 2]", needs=("?2 >= 3", "?3 >= 3"),
        kernel_shape=[3, 3], sizes=()),
    row("Conv", (1, 11, 22), "f32[*]; f32[*]", "f32[*]", sizes=()),
    row("Conv", (1, 11, 22), "f32[1, 1, 8]; f32[1, 1, 3]", "f32[1, 1, 8]", auto_pad="SAME_UPPER",
        dilations=[2], finds="SI307 auto_pad is SAME_UPPER with dilations (2), which ONNX Runtime refuses"),
    row("ConvInteger", 10, "u8[b, 3, h, 5]; u8[8, 3, 3, 3]", "i32[b, 8, h - 2, 3]", needs="h >= 3",
        sizes=({"b": 1, "h": 4}, {"b": 0, "h": 3})),
    row("ConvInteger", 10, "u8[1, 3, 5]; u8[8, 3, 3]; u8[]; u8[1]", "i32[1, 8, 3]"),
    row("ConvInteger", 10, "u8[1, 3, 5]; u8[8, 3, 3]; u8[]; u8[8]", "i32[1, 8, 3]",
        finds="SI307 w_zero_point is u8[8], which ONNX Runtime supports for one element only"),
    row("Conv", 22, "f32[1, 1, 5]; f32[1, 1, 2]", "f32[1, 1, 4]", auto_pad="",
        finds="SI303 auto_pad is '', needed one of (NOTSET, SAME_UPPER, SAME_LOWER, VALID)"),
    row("Conv", 13, "f32[1, 0, 4, 5]; f32[8, 0, 1, 1]", "f32[1, 8, 4, 5]", group=-2,
        finds="SI303 group is -2, needed at least 1"),
    row("Conv", 13, "f32[1, c, 4, 5]; f32[8, k, 1, 1]", "f32[1, 8, 4, 5]", group=-2, needs="c == 0 and k == 0",
        sizes=({"c": 0, "k": 0}, {"c": 2, "k": 2}, {"c": 0, "k": 2})),
    row("ConvInteger", 10, "u8[1, 0, 4, 5]; u8[8, 0, 0, 0]", "i32[1, 8, 5, 6]", group=-1,
        finds=(
            "SI303 group is -1, needed at least 1",
            "SI303 W is u8[8, 0, 0, 0], needed a window of at least 1 everywhere",
        ), sizes=()),
]  # fmt: skip

REFUSED = [
    row("Conv", (1, 11, 22), "f32[b, 3, 8, 8]; f32[8, 4, 3, 3]", "f32[b, 8, 6, 6]",
        finds="SI211 X has 3 channels, needed 4: axis 1 of W; X is f32[b, 3, 8, 8], W is f32[8, 4, 3, 3]"),
    # A block of 16 channels is not filled by 8 weights.
    row("Conv", 11, "f32[b, 16, 8, 8]; f32[8, 8, 3, 3]", "f32[b, 8, 6, 6]",
        finds="SI211 X has 16 channels, needed 8: axis 1 of W; X is f32[b, 16, 8, 8], W is f32[8, 8, 3, 3]"),
    # The usual optimizations may run as many blocks.
    row("Conv", 11, "f32[b, 16, 8, 8]; f32[8, 12, 3, 3]", "f32[b, 8, 6, 6]",
        finds="SI211 X has 16 channels, needed 12: axis 1 of W (ONNX Runtime may run blocks of 8 or 16); X is "
            "f32[b, 16, 8, 8], W is f32[8, 12, 3, 3]"),
    row("Conv", 11, "f32[b, 4, 8, 8]; f32[8, 1, 3, 3]", "f32[b, 8, 6, 6]", group=8,
        finds="SI211 X has 4 channels, needed 8: 1 in each of 8 groups (ONNX Runtime may run blocks of 8 or 16); X is "
            "f32[b, 4, 8, 8], W is f32[8, 1, 3, 3]"),
    row("Conv", 11, "f32[b, 28, 8, 8]; f32[16, 16, 3, 3]", "f32[b, 16, 6, 6]", group=2,
        finds="SI211 X has 28 channels, needed 32: 16 in each of 2 groups (ONNX Runtime may run blocks of 8 or 16); "
            "X is f32[b, 28, 8, 8], W is f32[16, 16, 3, 3]"),
    row("Conv", 11, "f32[b, 8, 8, 8]; f32[8, 4, 3, 3]", "f32[b, 8, 6, 6]",
        finds="SI211 X has 8 channels, needed 4: axis 1 of W; X is f32[b, 8, 8, 8], W is f32[8, 4, 3, 3]"),
    row("Conv", 11, "f32[b, 32, 8, 8]; f32[8, 16, 3, 3]", "f32[b, 8, 6, 6]",
        finds="SI211 X has 32 channels, needed 16: axis 1 of W; X is f32[b, 32, 8, 8], W is f32[8, 16, 3, 3]"),
    row("Conv", 11, "f32[b, 14, 8, 8]; f32[8, 16, 3, 3]", "f32[b, 8, 6, 6]",
        finds="SI211 X has 14 channels, needed 16: axis 1 of W; X is f32[b, 14, 8, 8], W is f32[8, 16, 3, 3]"),
    row("Conv", 11, "f32[b, 16, 8]; f32[8, 12, 3]", "f32[b, 8, 6]",
        finds="SI211 X has 16 channels, needed 12: axis 1 of W; X is f32[b, 16, 8], W is f32[8, 12, 3]"),
    row("Conv", (1, 11, 22), "f32[1, 4, 8]; f32[3, 2, 3]", "f32[1, 3, 6]", group=2,
        finds="SI212 the filters of W are 3, needed a multiple of the 2 groups; W is f32[3, 2, 3]"),
    row("Conv", (1, 11, 22), "f32[1, 4, 8]; f32[4, 2, 3]; f32[3]", "f32[1, 4, 6]", group=2,
        finds="SI214 B has 3 elements, needed 4, one for each filter of W; B is f32[3]"),
    row("Conv", (1, 11, 22), "f32[1, 4, 8]; f32[4, 4, 3]; f32[4, 1]", "f32[*]",
        finds="SI201 B has rank 2, needed 1; B is f32[4, 1]"),
    row("Conv", (1, 11, 22), "f32[1, 4, 8]; f32[4, 4, 3]", "f32[1, 4, 9 - ?0]", kernel_shape=[2],
        finds="SI214 kernel_shape is (2), needed the (3) of W; W is f32[4, 4, 3]"),
    row("Conv", (1, 11, 22), "f32[1, 4, 8]; f32[4, 4, 3]", "f32[*]", kernel_shape=[3, 3],
        finds="SI219 kernel_shape (3, 3) has 2 entries, needed 1, one for each spatial axis"),
    row("Conv", (1, 11, 22), "f32[1, 4, 8]; f32[4, 4, 3, 3]", "f32[*]",
        finds="SI201 W has rank 4, needed 3; W is f32[4, 4, 3, 3]"),
    row("Conv", (1, 11, 22), "f32[1, 4]; f32[4, 4]", "f32[*]",
        finds="SI201 X has rank 2, needed at least 3; X is f32[1, 4]"),
    row("Conv", (1, 11, 22), "f32[1, 1, 2]; f32[1, 1, 3]", "f32[1, 1, ?0]",
        finds="SI213 axis 2 of X has 2 with its padding, needed the 3 of the window; X is f32[1, 1, 2]"),
    row("Conv", (1, 11, 22), "f32[1, 1, 0]; f32[1, 1, 3]", "f32[1, 1, 0]", auto_pad="SAME_UPPER",
        finds="SI213 axis 2 of X has 0, needed at least 1; X is f32[1, 1, 0]"),
    row("Conv", (1, 11, 22), "f32[1, 1, 8]; f32[1, 1, 3]", "f32[*]", auto_pad="SAME",
        finds="SI303 auto_pad is 'SAME', needed one of (NOTSET, SAME_UPPER, SAME_LOWER, VALID)"),
    row("Conv", (1, 11, 22), "f32[1, 1, 8]; f32[1, 1, 3]", "f32[1, 1, 6]", auto_pad="VALID", pads=[0, 0],
        finds="SI303 auto_pad is VALID beside pads (0, 0), needed one of the two"),
    row("Conv", (1, 11, 22), "f32[1, 1, 8]; f32[1, 1, 3]", "f32[*]", pads=[3],
        finds="SI219 pads (3) has 1 entries, needed 2 for 1 spatial axes"),
    row("Conv", (1, 11, 22), "f32[1, 1, 8]; f32[1, 1, 3]", "f32[*]", strides=[1, 1],
        finds="SI219 strides (1, 1) has 2 entries, needed 1 for 1 spatial axes"),
    row("Conv", (1, 11, 22), "f32[1, 1, 8]; f32[1, 1, 3]", "f32[*]", strides=[0],
        finds="SI303 strides is (0), needed at least 1 everywhere"),
    row("Conv", (1, 11, 22), "f32[1, 1, 8]; f32[1, 1, 3]", "f32[*]", pads=[-1, 0],
        finds="SI303 pads is (-1, 0), needed at least 0 everywhere"),
    row("Conv", (1, 11, 22), "f32[1, 1, 8]; f32[1, 1, 3]", "f32[*]", group=0,
        finds="SI303 group is 0, needed at least 1"),
    row("Conv", (1, 11, 22), "f32[1, 1, 8]; f32[1, 1, 0]", "f32[*]",
        finds="SI303 W is f32[1, 1, 0], needed a window of at least 1 everywhere"),
    row("ConvInteger", 10, "u8[1, 3, 5]; u8[8, 3, 3]; u8[2]", "i32[1, 8, 3]",
        finds="SI214 x_zero_point has 2 elements, needed 1; x_zero_point is u8[2]"),
    row("ConvInteger", 10, "u8[1, 3, 5]; u8[8, 3, 3]; -; u8[3]", "i32[1, 8, 3]",
        finds=(
            "SI214 w_zero_point has 3 elements, needed 1 or 8; w_zero_point is u8[3]",
            "SI307 w_zero_point is u8[3], which ONNX Runtime supports for one element only",
        )),
    row("Conv", 13, "f32[1, 2, 4, 5]; f32[2, 2, 1, 1]", "f32[*]", group=-1,
        finds="SI303 group is -1, needed at least 1"),
    row("Conv", 13, "f32[1, 0, 4, 5]; f32[3, 0, 1, 1]", "f32[1, 3, 4, 5]", group=-2,
        finds=(
            "SI303 group is -2, needed at least 1",
            "SI212 the filters of W are 3, needed a multiple of the 2 groups; W is f32[3, 0, 1, 1]",
        )),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_conv(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_conv_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_conv_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


@pytest.mark.parametrize("size", [0, 1, 2, 4, 7])
@pytest.mark.parametrize("stride", [1, 2, 3])
def test_a_window_of_no_places_beside_same(size: int, stride: int) -> None:
    # A Reshape by inputs hides from the loader that the window is empty.
    text = f"""<ir_version: 10, opset_import: ["" : 14]> g (uint8[1,1,1,{size}] x, uint8[1,1,1,0] w, int64[4] s,
        int64[4] t) => (y) {{ a = Reshape<allowzero=1>(x, s) b = Reshape<allowzero=1>(w, t)
        y = ConvInteger<auto_pad="SAME_UPPER", strides=[1,{stride}]>(a, b) }}"""
    model = onnx.parser.parse_model(text)
    given = {"s": np.array([1, 1, 1, size], np.int64), "t": np.array([1, 1, 1, 0], np.int64)}
    feeds = {"x": np.zeros((1, 1, 1, size), np.uint8), "w": np.zeros((1, 1, 1, 0), np.uint8), **given}
    loaded = session(model)
    if size == 0 and stride > 1:
        with pytest.raises(Exception, match="Invalid input shape"):
            loaded.run(None, feeds)
        assert not shapeinfer.check(model, {}, given).ok
        return
    (made,) = loaded.run(None, feeds)
    assert str(shapeinfer.infer(model, inputs=given).facts["y"]) == f"i32[{', '.join(map(str, made.shape))}]"
