"""NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[b, 3]; i64[b]", "f32[]", sizes=({"b": 2}, {"b": 1})),
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[b, 3, h]; i64[b, h]", "f32[b, h]", reduction="none",
        sizes=({"b": 2, "h": 4}, {"b": 1, "h": 1})),
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[2, 3, 4]; i64[2, 4]; f32[3]", "f32[]",
        reduction="sum"),
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[2, 3]; i64[n]", "f32[n]", needs="n <= 2",
        reduction="none", sizes=({"n": 0}, {"n": 1}, {"n": 2}, {"n": 3})),
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[*]; i64[b]", "f32[b]", reduction="none", sizes=()),
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[2, 3]; i64[*]", "f32[?0]", reduction="none", sizes=()),
    row("NegativeLogLikelihoodLoss", (12, 13), "f32[2, 3, 4]; i64[2, 4]; f32[4]", "f32[]",
        finds="SI214 weight has 4 elements, needed 3, one for each class"),
    row("NegativeLogLikelihoodLoss", 22, "f32[2, 3, 4]; i64[2, 4]; f32[4]", "f32[]",
        finds="SI307 weight has 4 elements, needed 3, one for each class (ONNX Runtime refuses to load it since 1.32)"),
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[2, 3]; i64[2]", "f32[]", reduction="max",
        finds="SI303 reduction is max, needed none, sum or mean"),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[b, 3]; i64[b]", "f32[]", needs="b >= 1", sizes=({"b": 2}, {"b": 1})),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[b, 3, h]; i64[b, h]", "f32[b, h]", reduction="none",
        needs="b >= 1", sizes=({"b": 2, "h": 4}, {"b": 1, "h": 1})),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[2, 3, 4]; i64[2, 4]; f32[3]", "f32[]", reduction="sum"),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[2, 3]; i64[n]", "f32[n]", needs="n <= 2", reduction="none",
        sizes=({"n": 0}, {"n": 1}, {"n": 2}, {"n": 3})),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[*]; i64[b]", "f32[b]", reduction="none", sizes=()),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[2, 3]; i64[*]", "f32[?0]", reduction="none", sizes=()),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[2, 3, 4]; i64[2, 4]; f32[4]", "f32[]",
        finds="SI214 weights has 4 elements, needed 3, one for each class"),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[2, 3]; i64[2]", "f32[]", reduction="max",
        finds="SI303 reduction is max, needed none, sum or mean"),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[2, 3, 4]; i64[2, 4]", "f32[]; f32[2, 3, 4]"),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[0, 3]; i64[0]", "f32[]",
        finds="SI307 scores is f32[0, 3], and ONNX Runtime needs a batch and classes of 1 or more"),
]  # fmt: skip

REFUSED = [
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[2, 3]; i64[2]; f32[3, 1]", "f32[*]",
        finds="SI201 weight has rank 2, needed 1; weight is f32[3, 1]"),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[2, 3]; i64[2]; f32[]", "f32[*]",
        finds="SI201 weights has rank 0, needed 1; weights is f32[]"),
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[2, 3, 4]; i64[2, 5]", "f32[2, ?0]", reduction="none",
        finds="SI217 target has 5 on axis 1, needed the 4 of input; target is i64[2, 5], input is f32[2, "
            "3, 4]"),
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[3]; i64[1]", "f32[*]",
        finds="SI201 input has rank 1, needed at least 2; input is f32[3]"),
    row("NegativeLogLikelihoodLoss", (12, 13, 22), "f32[2, 3]; i64[2, 1]", "f32[*]",
        finds="SI201 target has rank 2, needed 1; target is i64[2, 1]"),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[2, 3, 4]; i64[2, 5]", "f32[2, ?0]", reduction="none",
        finds="SI217 labels has 5 on axis 1, needed the 4 of scores; labels is i64[2, 5], scores is "
            "f32[2, 3, 4]"),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[3]; i64[1]", "f32[*]",
        finds="SI201 scores has rank 1, needed at least 2; scores is f32[3]"),
    row("SoftmaxCrossEntropyLoss", (12, 13), "f32[2, 3]; i64[2, 1]", "f32[*]",
        finds="SI201 labels has rank 2, needed 1; labels is i64[2, 1]"),
    row("SoftmaxCrossEntropyLoss", 13, "f32[4, 3]; i64[4]; f32[0]", "f32[]",
        finds=(
            "SI214 weights has 0 elements, needed 3, one for each class",
            "SI301 axis 0 is 0, needed at least 1, so that labels can point into it; data is f32[0]",
        )),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_loss(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_loss_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_loss_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
