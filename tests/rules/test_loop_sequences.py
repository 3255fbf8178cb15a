"""Sequences that a Loop makes: what they begin and end with, and the pieces of an axis."""

from __future__ import annotations

import numpy as np
import pytest

from tests.whole_model import check, facts

# Pieces of two rows, summed one by one, behind or before what the sequence starts with.
PIECES = """g (float[n, 5] x, float[2] a) => (first, last, whole) {
    two = Constant<value_int=2>() zero = Constant<value_int=0>() back = Constant<value_int=-1>()
    axes = Constant<value_ints=[1]>() yes = Constant<value=bool {1}>()
    pieces = SplitToSequence(x, two) count = SequenceLength(pieces)
    START
    sums = Loop(count, yes, start)<body=b (int64 i, bool c, seq(float[?]) s) => (co, so) {
        co = Identity(c) p = SequenceAt(pieces, i) r = ReduceSum<keepdims=0>(p, axes)
        so = SequenceInsert(s, rPLACE)
    }>
    first = SequenceAt(sums, zero) last = SequenceAt(sums, back) whole = ConcatFromSequence<axis=0>(sums)
}"""
EMPTY = "start = SequenceEmpty<dtype=1>()"
ONE = "start = SequenceConstruct(a)"
OPEN = "start = SplitToSequence(a)"


@pytest.mark.parametrize(
    ("start", "place", "found"),
    [
        (EMPTY, "", ["f32[min(n, 2)]", "f32[n + 2 - 2*((n + 1)//2)]", "f32[n]"]),
        (ONE, "", ["f32[2]", "f32[n + 2 - 2*((n + 1)//2)]", "f32[n + 2]"]),
        # The other way round the first is what the last round adds, and the sizes are not looked up.
        (ONE, ", zero", ["f32[?]", "f32[2]", "f32[?]"]),
        (OPEN, "", ["f32[1]", "f32[n + 2 - 2*((n + 1)//2)]", "f32[n + 2]"]),
    ],
)
def test_a_loop_over_pieces(start: str, place: str, found: list[str]) -> None:
    text = PIECES.replace("START", start).replace("PLACE", place)
    feeds = [{"x": np.zeros((n, 5), np.float32), "a": np.zeros(2, np.float32)} for n in (1, 2, 5, 8)]
    made = facts(check(text, feeds), "first", "last", "whole")
    assert [with_marks(fact) for fact in made] == found


def with_marks(fact: str) -> str:
    """The fact with ``?`` for any dim that an invented symbol stands in."""
    return "f32[?]" if "?" in fact else fact


GROWING = """g (float[a, 3] x, float[b, 3] y, float[k] z) => (first, second, last, whole) {
    zero = Constant<value_int=0>() one = Constant<value_int=1>() back = Constant<value_int=-1>()
    yes = Constant<value=bool {1}>()
    sizes = Shape(z) count = ReduceSum<keepdims=0>(sizes)
    start = SequenceConstruct(x)
    grown = Loop(count, yes, start)<body=b (int64 i, bool c, seq(float[?, 3]) s) => (co, so) {
        co = Identity(c) so = SequenceInsert(s, yPLACE)
    }>
    first = SequenceAt(grown, zero) last = SequenceAt(grown, back) second = SequenceAt(grown, one)
    whole = ConcatFromSequence<axis=0>(grown)
}"""


@pytest.mark.parametrize(
    ("place", "found"),
    [
        ("", ["f32[a, 3]", "f32[b, 3]", "f32[b, 3]", "f32[b*k + a, 3]"]),
        # Without a round the first would be another one, which a premise rules out.
        (", zero", ["f32[b, 3]", "f32[?, 3]", "f32[a, 3]", "f32[b*k + a, 3]"]),
        (", one", ["f32[a, 3]", "f32[b, 3]", "f32[b, 3]", "f32[b*k + a, 3]"]),
    ],
)
def test_a_sequence_that_grows(place: str, found: list[str]) -> None:
    text = GROWING.replace("PLACE", place)
    feeds = [
        {"x": np.zeros((a, 3), np.float32), "y": np.zeros((b, 3), np.float32), "z": np.zeros(k, np.float32)}
        for a, b, k in ((2, 3, 1), (4, 1, 3), (2, 2, 2))
    ]
    names = ("first", "second", "last", "whole")
    made = facts(check(text, feeds), *names)
    assert [fact if "?" not in fact else "f32[?, 3]" for fact in made] == found
