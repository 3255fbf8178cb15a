"""MaxUnpool."""

from __future__ import annotations

import numpy as np
import pytest

from tests.table import Row, row
from tests.whole_model import infer, messages, refused

ROWS = [
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 2, 2]; i64[1, 1, 2, 2]; i64[4] = (1, 1, 3, 6)",
        "f32[1, 1, 3, 6]", kernel_shape=[2, 2], strides=[2, 2]),
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 2, 2]; i64[1, 1, 2, 2]", "f32[1, 1, 4, 4]",
        feeds={1: [[[[0, 1], [2, 3]]]]}, kernel_shape=[2, 2], strides=[2, 2]),
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 2, 2]; i64[1, 1, 2, 2]", "f32[1, 1, 3, 3]",
        feeds={1: [[[[0, 1], [2, 3]]]]}, kernel_shape=[2, 2], strides=[3, 3], pads=[1, 1, 1, 1]),
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 2, 2]; i64[1, 1, 2, 2]; i64[4] = (1, 1, 5, 5)",
        "f32[1, 1, 5, 5]", feeds={1: [[[[0, 1], [2, 3]]]]}, kernel_shape=[2, 2], strides=[2, 2]),
    row("MaxUnpool", (9, 11, 22), "f32[b, c, h]; i64[b, c, h]", "f32[b, c, 2*h]", needs="2*h >= 1",
        kernel_shape=[2], strides=[2], sizes=()),
    row("MaxUnpool", (9, 11, 22), "f32[*]; i64[1, 1, 3]", "f32[1, 1, 4]", kernel_shape=[2], sizes=()),
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 3]; i64[1, 1, 3]; i64[3]", "f32[?0, ?1, ?2]", kernel_shape=[2],
        sizes=()),
    row("MaxUnpool", (9, 11, 22), "f32[*]; i64[*]", "f32[?0, ?1, ?2 + 1]", kernel_shape=[2], sizes=()),
]  # fmt: skip

REFUSED = [
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 2, 2]; i64[1, 1, 2, 1]", "f32[1, 1, 3, 3]", kernel_shape=[2, 2],
        finds="SI217 axis 3 of I has 1, needed the 2 of X; I is i64[1, 1, 2, 1], X is f32[1, 1, 2, 2]"),
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 2, 2]; i64[1, 1, 2]", "f32[1, 1, 3, 3]", kernel_shape=[2, 2],
        finds="SI217 I is i64[1, 1, 2], needed the shape of X; X is f32[1, 1, 2, 2]"),
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 2, 2]; i64[1, 1, 2, 2]", "f32[*]", kernel_shape=[2],
        finds="SI219 kernel_shape (2) has 1 entries, needed 2, one for each spatial axis"),
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 2, 2]; i64[1, 1, 2, 2]; i64[4] = (1, 1, 3, 4)",
        "f32[1, 1, 3, 4]", kernel_shape=[2, 2], strides=[2, 2],
        finds="SI303 output_shape is (1, 1, 3, 4), needed at least the 16 elements of (1, 1, 4, 4) for each "
              "channel"),
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 2, 2]; i64[1, 1, 2, 2]; i64[4] = (2, 1, 4, 4)",
        "f32[2, 1, 4, 4]", kernel_shape=[2, 2], strides=[2, 2],
        finds="SI217 output_shape has 2 on axis 0, needed the 1 of X"),
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 2, 2]; i64[1, 1, 2, 2]; i64[2] = (5, 5)", "f32[?0, ?1, ?2, ?3]",
        kernel_shape=[2, 2], finds="SI219 output_shape has 2 elements, needed 4, one for each axis of X"),
    row("MaxUnpool", (9, 11, 22), "f32[1, 1, 0]; i64[1, 1, 0]", "f32[1, 1, 0]", kernel_shape=[2], strides=[2],
        finds="SI216 axis 2 comes out as 0, needed at least 1; X is f32[1, 1, 0]"),
    row("MaxUnpool", 11, "f32[3, 0, 1, 2]; i64[3, 0, 1, 2]; i64[4] = (3, 0, 5, -1)", "f32[3, 0, 5, ?0]",
        kernel_shape=[3, 3],
        finds="SI216 output_shape has -1 on axis 3, needed at least 0"),
    row("MaxUnpool", (9, 11, 22), "f32[2, 1]; i64[2, 1]", "f32[*]", kernel_shape=[],
        finds="SI201 without a window X is f32[2, 1], needed at least 3 axes"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_max_unpool(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_max_unpool_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_max_unpool_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


def test_an_input_with_an_empty_name() -> None:
    text = (
        'g (float[1, 1, 2, 2] x, int64[1, 1, 2, 2] i) => (y) { y = MaxUnpool<kernel_shape=[1, 1]>(x, i, "") }'
    )
    found = infer(text)
    assert messages(found, "warning") == [
        "SI307 output_shape has an empty name, at which ONNX Runtime fails: leave it out"
    ]
    feeds = {"x": np.zeros((1, 1, 2, 2), np.float32), "i": np.zeros((1, 1, 2, 2), np.int64)}
    assert "input count mismatch" in refused(text, feeds)
    assert not refused(text.replace(', "")', ")"), feeds)
