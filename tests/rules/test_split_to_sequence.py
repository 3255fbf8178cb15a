"""SplitToSequence: pieces of one, of one size, of given sizes."""

from __future__ import annotations

import numpy as np
import pytest

from shapeinfer.facts.fact import SequenceFact, TensorFact
from shapeinfer.testing import infer
from tests.table import Row, row
from tests.whole_model import check, facts

ROWS = [
    row("SplitToSequence", (11, 24), "f32[n, 3]", "seq[n](f32[1, 3])"),
    row("SplitToSequence", (11, 24), "f32[n, 3]", "seq[n](f32[3])", keepdims=0),
    row("SplitToSequence", (11, 24), "f32[n, 3]", "seq[3](f32[n, 1], f32[n, 1], f32[n, 1])", axis=1),
    row("SplitToSequence", (11, 24), "f32[n, 2]", "seq[2](f32[n], f32[n])", axis=-1, keepdims=0),
    row("SplitToSequence", (11, 24), "f32[0, 3]", "seq[0](f32[1, 3])"),
    row("SplitToSequence", 11, "i64[3] = (a, b, c)", "seq[3](i64[] = a, i64[] = b, i64[] = c)", keepdims=0),
    row("SplitToSequence", 11, "i64[2] = (a, b)", "seq[2](i64[1] = (a), i64[1] = (b))"),
    row("SplitToSequence", (11, 24), "f32[n, 3]; i64[] = 2", "seq[(n + 1)//2](f32[?0, 3]) = n by 2 on axis 0"),
    row("SplitToSequence", (11, 24), "f32[5, n]; i64[] = 2",
        "seq[3](f32[2, n], f32[2, n], f32[1, n]) = 5 by 2 on axis 0"),
    row("SplitToSequence", (11, 24), "f32[4*n]; i64[] = 2", "seq[2*n](f32[2])"),
    row("SplitToSequence", (11, 24), "f32[5]; i64[] = 9", "seq[1](f32[5])"),
    row("SplitToSequence", (11, 24), "f32[0, 3]; i64[] = 2", "seq[0](f32[2, 3])"),
    row("SplitToSequence", 11, "f32[n]; i64[] = k", "seq[-((-n)//k)](f32[?0]) = n by k on axis 0", needs="k >= 1",
        sizes=({"n": 5, "k": 2}, {"n": 0, "k": 2}, {"n": 3, "k": 3}, {"n": 3, "k": 0})),
    row("SplitToSequence", 11, "i64[3] = (a, b, c); i64[] = 2",
        "seq[2](i64[2] = (a, b), i64[1] = (c)) = 3 by 2 on axis 0"),
    row("SplitToSequence", (11, 24), "f32[5, n]; i64[2] = (2, 3)", "seq[2](f32[2, n], f32[3, n])"),
    row("SplitToSequence", (11, 24), "f32[5, n]; i64[2] = (2, 3)", "seq[2](f32[2, n], f32[3, n])",
        keepdims=0),
    row("SplitToSequence", (11, 24), "f32[n]; i64[2] = (a, n - a)", "seq[2](f32[a], f32[n - a])",
        needs="n - a >= 0", sizes=({"n": 5, "a": 2}, {"n": 5, "a": 6})),
    row("SplitToSequence", (11, 24), "f32[n]; i64[2] = (2, 3)", "seq[2](f32[2], f32[3])", needs="n == 5",
        sizes=({"n": 5}, {"n": 4})),
    row("SplitToSequence", (11, 24), "f32[n, 3]; i64[n] in 1", "seq[n](f32[1, 3])", needs="suppose n >= 1",
        sizes=({"n": 5}, {"n": 1}, {"n": 70})),
    row("SplitToSequence", (11, 24), "f32[m]; i64[n] in 2", "seq[n](f32[2])",
        needs=("suppose n >= 1", "n == 0 or 2*n == m"),
        sizes=({"n": 5, "m": 10}, {"n": 5, "m": 11}, {"n": 70, "m": 140})),
    row("SplitToSequence", (11, 24), "f32[5]; i64[3] = (2, 0, 3)", "seq[3](f32[2], f32[0], f32[3])"),
    row("SplitToSequence", (11, 24), "f32[5]; i64[1] = (5)", "seq[1](f32[5])"),
    row("SplitToSequence", 11, "i64[3] = (a, b, c); i64[2] = (1, 2)",
        "seq[2](i64[1] = (a), i64[2] = (b, c))"),
    row("SplitToSequence", (11, 24), "f32[2]; i64[0] = ()", "seq[2](f32[1], f32[1])",
        finds="SI307 split is empty: the runtime cuts pieces of 1, others refuse it"),
    row("SplitToSequence", (11, 24), "f32[n]; i64[0] := ()", "seq[n](f32[1])", sizes=(),
        finds="SI219 split is empty, needed the sizes of the pieces"),
    row("SplitToSequence", (11, 24), "f32[*]; i64[0] := ()", "seq(f32[*])", sizes=(),
        finds="SI307 split is empty: the runtime cuts pieces of 1, others refuse it"),
    row("SplitToSequence", (11, 24), "f32[2, 3]; i64[0] = ()", "seq[2](f32[3], f32[3])", keepdims=0,
        finds="SI307 split is empty: the runtime cuts pieces of 1, others refuse it"),
    row("SplitToSequence", (11, 24), "f32[4, 3]; i64[] = 2", "seq[2](f32[3])", sizes=(),
        keepdims=0,
        finds=(
            "SI307 keepdims is 0 beside a scalar split, which says to ignore it: the runtime drops the "
            "axis, or fails",
            "SI307 keepdims is 0 beside pieces of 2, where ONNX Runtime needs pieces of 1; input is f32[4, 3]")),
    row("SplitToSequence", (11, 24), "f32[1, 3]; i64[] = 2", "seq[1](f32[3])", keepdims=0,
        finds=
            "SI307 keepdims is 0 beside a scalar split, which says to ignore it: the runtime drops the "
            "axis, or fails"),
    row("SplitToSequence", (11, 24), "f32[2, 3]; i64[] = 1", "seq[2](f32[3], f32[3])", keepdims=0,
        finds=
            "SI307 keepdims is 0 beside a scalar split, which says to ignore it: the runtime drops the "
            "axis, or fails"),
    row("SplitToSequence", 11, "f32[5]; i64[1, 1] = (5)", "seq[1](f32[5])",
        finds="SI201 split has rank 2, needed 0 or 1; split is i64[1, 1] = (5)"),
    row("SplitToSequence", 11, "f32[n]; i64[]", "seq[?0](f32[?1])", sizes=()),
    row("SplitToSequence", 11, "f32[n]; i64[3]", "seq[3](f32[?0], f32[?1], f32[?2])", sizes=()),
    row("SplitToSequence", 11, "f32[n]; i64[2] = (2, ?)", "seq[2](f32[2], f32[n - 2])", sizes=()),
    row("SplitToSequence", 11, "f32[n]; i64[k]", "seq[k](f32[?0])", needs="suppose k >= 1", sizes=()),
    row("SplitToSequence", 11, "f32[n]; i64[*]", "seq(f32[?0])", sizes=()),
    row("SplitToSequence", 11, "f32[*]", "seq(f32[*])", sizes=()),
    row("SplitToSequence", 11, "f32[*]; i64[2] = (1, 2)", "seq[2](f32[*], f32[*])", sizes=()),
    row("SplitToSequence", 11, "f32[*]; i64[] = 2", "seq(f32[*])", sizes=()),
    row("SplitToSequence", 11, "f32[*]; i64[]", "seq(f32[*])", sizes=()),
]  # fmt: skip

REFUSED = [
    row("SplitToSequence", (11, 24), "f32[5]; i64[2] = (2, 2)", "seq[2](f32[2], f32[2])",
        finds="SI210 the sizes of split add up to 4, axis 0 of input is 5; input is f32[5]"),
    row("SplitToSequence", (11, 24), "f32[5]; i64[2] = (6, -1)", "seq[2](f32[6], f32[-1])",
        finds="SI216 split has the size -1, needed 0 or more"),
    row("SplitToSequence", (11, 24), "f32[5]; i64[] = 0", "seq(f32[?0])",
        finds="SI303 split is 0, needed 1 or more"),
    row("SplitToSequence", (11, 24), "f32[5]; i64[] = -1", "seq(f32[?0])",
        finds="SI303 split is -1, needed 1 or more"),
    row("SplitToSequence", (11, 24), "f32[5]", "?", axis=1,
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("SplitToSequence", (11, 24), "f32[]", "?",
        finds="SI201 input has rank 0, needed at least 1; input is f32[]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_split_to_sequence(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_split_to_sequence_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_split_to_sequence_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


def test_many_open_sizes_are_bounded_together() -> None:
    inferred = infer("SplitToSequence", 11, "f32[20]", "i64[40]")
    (sequence,) = inferred.outcome.outputs
    assert isinstance(sequence, SequenceFact) and isinstance(sequence.element, TensorFact)
    assert sequence.element.shape is not None
    (size,) = sequence.element.shape
    assert (size.lo, size.hi) == (0, 20)


def test_pieces_of_one_size_run_as_inferred() -> None:
    text = """g (float[3, n] x) => (first, second, last, last_but_one, whole) {
        two = Constant<value_int=2>()
        pieces = SplitToSequence<axis=1>(x, two)
        zero = Constant<value_int=0>()
        one = Constant<value_int=1>()
        minus_one = Constant<value_int=-1>()
        minus_two = Constant<value_int=-2>()
        first = SequenceAt(pieces, zero)
        second = SequenceAt(pieces, one)
        last = SequenceAt(pieces, minus_one)
        last_but_one = SequenceAt(pieces, minus_two)
        whole = ConcatFromSequence<axis=1>(pieces)
    }"""
    found = check(text, [{"x": np.zeros((3, n), np.float32)} for n in (3, 4, 5, 8)])
    assert facts(found, "first", "second", "last", "last_but_one", "whole") == [
        "f32[3, min(n, 2)]",
        "f32[3, min(n, 4) - 2]",
        "f32[3, n + 2 - 2*((n + 1)//2)]",
        "f32[3, 2]",
        "f32[3, n]",
    ]


def test_pieces_of_one_size_that_are_stacked() -> None:
    text = """g (float[n, 3] x) => (y, z) {
        two = Constant<value_int=2>()
        pieces = SplitToSequence(x, two)
        y = ConcatFromSequence<axis=0, new_axis=1>(pieces)
        z = ConcatFromSequence<axis=1>(pieces)
    }"""
    found = check(text, [{"x": np.zeros((n, 3), np.float32)} for n in (1, 2, 4, 6)])
    assert facts(found, "y", "z") == ["f32[(n + 1)//2, min(n, 2), 3]", "f32[min(n, 2), 3*((n + 1)//2)]"]
