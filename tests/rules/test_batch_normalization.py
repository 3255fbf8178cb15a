"""BatchNormalization."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("BatchNormalization", (7, 9, 14, 15), "f32[b, 3, h, w]; f32[3]; f32[3]; f32[3]; f32[3]",
        "f32[b, 3, h, w]"),
    row("BatchNormalization", (7, 9, 14, 15), "f32[b, 3]; f32[3]; f32[3]; f32[3]; f32[3]", "f32[b, 3]"),
    row("BatchNormalization", (9, 14, 15), "f32[n]; f32[1]; f32[1]; f32[1]; f32[1]", "f32[n]"),
    row("BatchNormalization", (7, 9, 14, 15), "f32[b, c, 4]; f32[c]; f32[c]; f32[c]; f32[c]", "f32[b, c, 4]"),
    row("BatchNormalization", (9,), "f32[b, 3, 4]; f32[c]; f32[c]; f32[3]; f32[3]", "f32[b, 3, 4]",
        needs=("c == 3", "c == 3")),
    row("BatchNormalization", 7, "f32[b, 3, 4]; f32[3, 4]; f32[3, 4]; f32[3, 4]; f32[3, 4]", "f32[b, 3, 4]",
        spatial=0),
    row("BatchNormalization", 9, "f32[2, 3, 4]; f32[3]; f32[3]; f32[3]; f32[3]",
        "f32[2, 3, 4]; f32[3]; f32[3]; f32[3]; f32[3]"),
    row("BatchNormalization", (14, 15), "f32[2, 3, 4]; f32[3]; f32[3]; f32[3]; f32[3]",
        "f32[2, 3, 4]; f32[3]; f32[3]", training_mode=1),
    row("BatchNormalization", 9, "f32[*]; f32[3]; f32[3]; f32[3]; f32[3]", "f32[*]", sizes=()),
    row("BatchNormalization", 14, "f32[*]; f32[*]; f32[*]; f32[c]; f32[c]", "f32[*]; f32[c]; f32[c]",
        training_mode=1, sizes=()),
    row("BatchNormalization", 9, "f32[*]; f32[3]; f32[3]; f32[3]; f32[3]",
        "f32[*]; f32[3]; f32[3]; f32[3]; f32[3]", sizes=()),
    row("BatchNormalization", 6, "f32[b, 3, 4]; f32[3]; f32[3]; f32[3]; f32[3]", "f32[b, 3, 4]", is_test=1,
        sizes=()),
    row("BatchNormalization", 1, "f32[b, 3, 4]; f32[3]; f32[3]; f32[3]; f32[3]", "f32[b, 3, 4]", is_test=1,
        consumed_inputs=[0, 0, 0, 1, 1], sizes=()),
]  # fmt: skip

REFUSED = [
    row("BatchNormalization", (7, 9), "f32[2, 3, 4]; f32[3]; f32[3]; f32[3]; f32[2]", "f32[2, 3, 4]",
        finds="SI214 var has 2 on axis 0, needed 3, as X has channels; var is f32[2]"),
    row("BatchNormalization", (14, 15), "f32[2, 3, 4]; f32[3]; f32[3]; f32[3]; f32[2]", "f32[2, 3, 4]",
        finds="SI214 input_var has 2 on axis 0, needed 3, as X has channels; input_var is f32[2]"),
    row("BatchNormalization", (7, 9), "f32[2, 3, 4]; f32[3, 1]; f32[3]; f32[3]; f32[3]", "f32[*]",
        finds="SI201 scale has rank 2, needed 1; scale is f32[3, 1]"),
    row("BatchNormalization", (9, 14), "f32[]; f32[1]; f32[1]; f32[1]; f32[1]", "f32[*]",
        finds="SI201 X has rank 0, needed at least 1; X is f32[]"),
    row("BatchNormalization", (14, 15), "f32[2, 3, 4]; f32[3]; f32[3]; f32[3]; f32[3]",
        "f32[2, 3, 4]; f32[3]; f32[3]", finds="SI303 training_mode is 0 beside 3 outputs, needed 1 output"),
    row("BatchNormalization", 7, "f32[2, 3, 4]; f32[3]; f32[3]; f32[3]; f32[3]", "f32[*]", spatial=0,
        finds="SI201 scale has rank 1, needed 2; scale is f32[3]"),
    row("BatchNormalization", (14, 15), "f32[1, 3]; f32[3]; f32[3]; f32[3]; f32[3]", "f32[1, 3]", training_mode=1,
        finds="SI307 training_mode is 1 with 1 outputs: ONNX Runtime needs all 3"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_batch_normalization(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_batch_normalization_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_batch_normalization_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
