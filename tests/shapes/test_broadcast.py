"""Broadcasting's messages and joint shapes, by operators that do nothing else."""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import Refusal, run
from tests.table import Row, row

ROWS = [
    row("Add", 14, "f32[a, b, c]; f32[c]", "f32[a, b, c]"),
    row("Add", 14, "f32[a, 1, 3]; f32[b, 1]", "f32[a, b, 3]"),
    row(
        "Add",
        14,
        "f32[n]; f32[n + 1]",
        "f32[broadcast(n, n + 1)]",
        needs="n == 1 or n + 1 == 1",
        sizes=({"n": 0}, {"n": 1}, {"n": 2}),
    ),
    row("Add", 14, "f32[n + 2]; f32[m]", "f32[n + 2]", needs="n + 2 == m or m == 1"),
    row("Where", 16, "bool[a]; f32[a]; f32[b]", "f32[broadcast(a, b)]", needs="a == b or a == 1 or b == 1"),
    row("Add", 14, "f32[]; f32[]", "f32[]"),
    row("Add", 14, "f32[0]; f32[1]", "f32[0]"),
]

REFUSED = [
    row("Add", 14, "f32[2, 0]; f32[2, 3]", "f32[2, ?0]",
        finds="SI207 on axis 1 A has 0 and B has 3, needed equal sizes or 1; A is f32[2, 0], B is f32[2, 3]"),
    row("Add", 14, "f32[4]; f32[7, 2, 3]", "f32[7, 2, ?0]",
        finds="SI207 on axis 2 A has 4 and B has 3, needed equal sizes or 1; A is f32[4], B is f32[7, 2, 3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_broadcast(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_broadcast_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_broadcast_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


def _pyramid(levels: int) -> onnx.ModelProto:
    """A picture that is halved twice on each level, by a pool and by a convolution, which round differently."""
    lines = "".join(
        f"p{at} = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(x{at})"
        f" q{at} = Conv<pads = [1, 1, 1, 1], strides = [2, 2]>(x{at}, w) x{at + 1} = Add(p{at}, q{at})\n"
        for at in range(levels)
    )
    return onnx.parser.parse_model(
        f'<ir_version: 8, opset_import: ["": 17]> g (float[1, 1, h, 8] x0, float[1, 1, 3, 3] w) => (x{levels}) {{ {lines} }}'
    )


def test_sizes_of_one_picture_that_are_rounded_differently_stay_short() -> None:
    result = shapeinfer.infer(_pyramid(2))
    assert str(result.facts["x1"]) == "f32[1, 1, (h + 1)//2, 4]"
    assert str(result.facts["x2"]) == "f32[1, 1, ceildiv(h, 4), 2]"
    assert [str(c.condition) for c in result.contract.premises] == ["h >= 3"]
    assert [str(c.condition) for c in result.contract.demands] == [
        "h >= 1", "h % 2 == 0 or h <= 3", "h % 4 == 0 or h % 4 >= 3 or h <= 6",
    ]  # fmt: skip


@pytest.mark.parametrize("height", range(14))
def test_a_picture_that_is_rounded_differently_runs_as_the_contract_says(height: int) -> None:
    model = _pyramid(2)
    feeds = {"x0": np.ones((1, 1, height, 8), np.float32), "w": np.ones((1, 1, 3, 3), np.float32)}
    runs = height in (1, 2, 3, 4, 6, 8, 12)
    with nullcontext() if runs else pytest.raises(Refusal):
        run(model, feeds)
    assert shapeinfer.check(model, dims={"h": height}).ok == runs


def test_layers_of_such_sizes_do_not_double_the_text() -> None:
    demands = shapeinfer.infer(_pyramid(6)).contract.demands
    assert all(len(str(demand.condition)) < 60 for demand in demands)
