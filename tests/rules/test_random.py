"""RandomNormal, RandomUniform, Bernoulli, Multinomial."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracle import session
from tests.table import Row, row
from tests.whole_model import facts, infer, parse

ROWS = [
    row("RandomNormal", (1, 22), "", "f32[2, 3]", shape=[2, 3]),
    row("RandomNormal", (1, 22), "", "f32[]", shape=[]),
    row("RandomNormal", (1, 22), "", "f64[0, 3]", shape=[0, 3], dtype=11),
    row("RandomNormalLike", (1, 22), "f32[b, 3]", "f32[b, 3]"),
    row("RandomNormalLike", (1, 22), "i64[b, 3]", "f32[b, 3]", dtype=1),
    row("RandomNormalLike", (1, 22), "f32[*]", "f32[*]", sizes=()),
    row("RandomUniform", (1, 22), "", "f32[2, 3]", shape=[2, 3]),
    row("RandomUniform", (1, 22), "", "f32[]", shape=[]),
    row("RandomUniform", (1, 22), "", "f64[0, 3]", shape=[0, 3], dtype=11),
    row("RandomUniformLike", (1, 22), "f32[b, 3]", "f32[b, 3]"),
    row("RandomUniformLike", (1, 22), "i64[b, 3]", "f32[b, 3]", dtype=1),
    row("RandomUniformLike", (1, 22), "f32[*]", "f32[*]", sizes=()),
    row("Bernoulli", (15, 22), "f32[b, 3]", "i32[b, 3] in 0..1", dtype=6, sizes=()),
    row("Bernoulli", (15, 22), "f32[2]", "f32[2] in 0..1", sizes=()),
    row("Multinomial", (7, 22), "f32[b, c]", "i32[b, 5] in 0..c", needs=("b >= 1", "c >= 1"),
        sample_size=5, sizes=({"b": 2, "c": 3}, {"b": 1, "c": 1}, {"b": 0, "c": 3}, {"b": 2, "c": 0})),
    row("Multinomial", (7, 22), "f32[2, 3]", "i64[2, 1] in 0..3", dtype=7),
    row("Multinomial", (7, 22), "f32[*]", "i32[?0, 1]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("RandomNormal", (1, 22), "", "?[*]", shape=[-1, 3],
        finds="SI216 shape is (-1, 3), needed sizes of at least 0"),
    row("RandomUniform", (1, 22), "", "?[*]", shape=[-1, 3],
        finds="SI216 shape is (-1, 3), needed sizes of at least 0"),
    row("Bernoulli", 15, "f32[2]", "f32[2] in 0..1", dtype=0,
        finds=("SI303 dtype is 0 (no type), needed the number of one of f32, u8, i8, u16, i16, i32, i64, bool, f16, "
            "f64, u32, u64, bf16",
            "SI307 dtype is 0, which is no type, and ONNX Runtime's function then makes no elements; input is f32[2]")),
    row("Multinomial", 7, "f32[3]", "?[*]", finds="SI201 input has rank 1, needed 2; input is f32[3]"),
    row("Multinomial", 7, "f32[2, 3]", "i32[2, 0] in 0..3", sample_size=0,
        finds="SI303 sample_size is 0, needed at least 1"),
    row("Multinomial", 7, "f32[2, 0]", "i32[2, 1] in 0",
        finds="SI226 axis 1 of input has 0, needed at least 1; input is f32[2, 0]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_random(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_random_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_random_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


def test_no_class_has_a_chance() -> None:
    """The logarithms of zeros: the runtime gives the number behind the last class."""
    text = "g (float[1, 2] x) => (y) { l = Log(x) y = Multinomial<sample_size=5>(l) }"
    (made,) = session(parse(text)).run(None, {"x": np.zeros((1, 2), np.float32)})
    assert made.tolist() == [[2] * 5]
    assert facts(infer(text), "y") == ["i32[1, 5] in 0..2"]
