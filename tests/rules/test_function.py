"""Functions of one float whose values are not followed."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Exp", (6, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Log", (6, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Sigmoid", (6, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Tanh", (6, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Sin", (7, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Cos", (7, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Tan", (7, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Asin", (7, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Acos", (7, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Atan", (7, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Sinh", (9, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Cosh", (9, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Asinh", (9, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Acosh", (9, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Atanh", (9, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Erf", (9, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Elu", (6, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Selu", (6, 22), "f32[b, 3]", "f32[b, 3]"),
    row("HardSigmoid", (6, 22), "f32[b, 3]", "f32[b, 3]"),
    row("LeakyRelu", (6, 16), "f32[b, 3]", "f32[b, 3]"),
    row("Softplus", (1, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Softsign", (1, 22), "f32[b, 3]", "f32[b, 3]"),
    row("ThresholdedRelu", (10, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Celu", (12, 28), "f32[b, 3]", "f32[b, 3]"),
    row("HardSwish", (14, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Mish", (18, 22), "f32[b, 3]", "f32[b, 3]"),
    row("Gelu", 20, "f32[b, 3]", "f32[b, 3]"),
    row("Gelu", 20, "f16[b, 3]", "f16[b, 3]", approximate="sigmoid",
        finds="SI303 approximate is 'sigmoid', needed one of (none, tanh)"),
    row("Swish", 24, "f32[b, 3]", "f32[b, 3]"),
    row("Shrink", 9, "f32[b, 3]", "f32[b, 3]"),
    row("Exp", 13, "f32[] = 0", "f32[]"),
    row("Tanh", 13, "f32[*]", "f32[*]", sizes=()),
    row("Elu", 1, "f32[n]", "f32[n]"),
]  # fmt: skip


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_function(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_function_runs_as_inferred(case: Row) -> None:
    case.compare()
