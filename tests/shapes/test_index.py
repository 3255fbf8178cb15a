"""Lengths of slices at every size; indices that must lie in an axis."""

from __future__ import annotations

import pytest

from shapeinfer.dims import ZERO, Symbol, const, of
from shapeinfer.facts.elements import ranged
from shapeinfer.facts.fact import tensor
from shapeinfer.facts.scalar import Span
from shapeinfer.rule import Call
from shapeinfer.shapes.index import require_indices, slice_length

BOUNDS = (-(2**63), -7, -3, -1, 0, 1, 2, 5, 7, 2**63 - 1)


def count(size: int, start: int, end: int, step: int) -> int:
    """Step by step, as the specification clamps. Going backward it never starts before the front, other
    than Python, and the runtime takes INT_MAX for "no end"."""
    first = start + size if start < 0 else start
    last = end + size if end < 0 else end
    if step > 0:
        return len(range(min(max(first, 0), size), min(max(last, 0), size), step))
    last = -1 if end == 2**63 - 1 else last
    return len(range(min(max(first, 0), size - 1), min(max(last, -1), size - 1), step)) if size else 0


def call() -> Call:
    return Call("", "Slice", 13, 13, {}, (True,))


@pytest.mark.parametrize("step", [1, 2, 3, 2**63 - 1, -1, -2, -3])
@pytest.mark.parametrize("start", BOUNDS)
@pytest.mark.parametrize("end", BOUNDS)
def test_length_of_a_slice(start: int, end: int, step: int) -> None:
    n = Symbol("n", ZERO)
    length = slice_length(call(), of(n), const(start), const(end), const(step))
    for size in range(9):
        expected = count(size, start, end, step)
        assert length.evaluate({n: size}.__getitem__) == expected, f"{length} at {size}"
        assert slice_length(call(), const(size), const(start), const(end), const(step)).value == expected


@pytest.mark.parametrize("start", [0, 1, 4])
@pytest.mark.parametrize("width", [0, 1, 3])
def test_length_of_a_slice_of_symbols(start: int, width: int) -> None:
    n, p, q = (Symbol(name, ZERO) for name in "npq")
    length = slice_length(call(), of(n), of(p), of(p) + of(q), const(1))
    for size in range(8):
        values = {n: size, p: start, q: width}
        assert length.evaluate(values.__getitem__) == len(range(size)[start : start + width])


def test_attained_bounds_are_demands_and_others_are_not() -> None:
    n = of(Symbol("n", ZERO))
    table = tensor(1, (512, 8))
    attained, loose = Span(ZERO, n - 1, attained=True), Span(ZERO, n - 1)
    for each, needs in ((attained, ["n <= 512"]), (loose, [])):
        asked = call()
        require_indices(asked, tensor(7, (1, n), ranged(each)), const(512), 0, table)
        assert [str(r.condition) for r in asked.requirements] == needs
        assert not asked.findings
