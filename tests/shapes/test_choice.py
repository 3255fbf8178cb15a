"""One of two sizes by a condition on sizes: every answer is right at every size, and few are missed."""

from __future__ import annotations

import itertools

import pytest

from shapeinfer.dims import ONE, ZERO, Symbol, broadcast, const, of
from shapeinfer.facts import scalar
from shapeinfer.facts.scalar import BOOL, Truth, both, opposite
from shapeinfer.shapes.choice import chosen

N, M = (Symbol(name, ZERO) for name in "nm")
n, m = of(N), of(M)
five = const(5)

ROWS = [
    (n, five, ">", five, n, "min(n, 5)"),
    (n, five, ">=", n, five, "max(5, n)"),
    (n, five, "<", n, n + 2, "None"),
    (n, ZERO, "<=", five, five, "5"),
    (n, m, "<", n, m, "min(m, n)"),
    (n, m, "<=", m, n, "max(n, m)"),
    (n * 2, m, "<=", n, m - n, "min(m, 2*n) - n"),
    (n * 2, five, "<", n, five, "None"),
    (n * 2, five, "<", n * 2, five, "min(2*n, 5)"),
    (five, n * 3, "<", n * 3, five, "max(5, 3*n)"),
    (five, n * 3, "<=", five, n * 3 - m, "None"),
    (n, m, ">", five, n, "None"),
    (n * n, five, ">", n * n, five, "max(5, n**2)"),
    (n * n, five, ">=", five, n * n, "min(n**2, 5)"),
    (n * m, n + m, "<=", n * m, n + m, "min(m*n, m + n)"),
    (n * m, n + m, "<", n + m, n * m, "max(m + n, m*n)"),
    (n * m, n + m, "<", n + m + 1, n * m, "None"),
]


@pytest.mark.parametrize(("a", "b", "sign", "then", "other", "wanted"), ROWS)
def test_chosen(a, b, sign, then, other, wanted) -> None:  # type: ignore[no-untyped-def]
    condition = scalar.answer(a, b, sign)
    assert isinstance(condition, Truth)
    found = chosen(condition, then, other)
    assert str(found) == wanted
    for x, y in itertools.product(range(9), range(9)):
        sizes = {N: x, M: y}
        holds = all(d.evaluate(sizes.__getitem__) > 0 for d in condition.when)
        if found is not None:
            taken = then if holds else other
            assert found.evaluate(sizes.__getitem__) == taken.evaluate(sizes.__getitem__)


def test_what_sizes_have_together_stands_for_its_own_case_alone() -> None:
    few = scalar.answer(n, ONE, "<=")
    together = broadcast((n, m))
    assert chosen(few, together, n) is None
    assert chosen(scalar.answer(together, n, "<="), together, n) is None
    assert str(chosen(few, n, together)) == "n"
    assert chosen(scalar.answer(n, five, "=="), five, broadcast((n, m))) is None


def test_truths() -> None:
    more = scalar.answer(n, five, ">")
    assert repr(more) == "Truth(n - 5)"
    assert opposite(opposite(more)) == more
    assert both(more, more) == more
    assert both(more, ONE) == more and both(more, ZERO) == ZERO and both(more, BOOL) == BOOL
    assert repr(both(more, scalar.answer(m, ONE, ">="))) == "Truth(n - 5, m)"
    assert opposite(both(more, scalar.answer(m, ONE, ">="))) == BOOL
    assert scalar.answer(n, ZERO, ">=") == ONE and scalar.answer(n, ZERO, "<") == ZERO
    assert repr(scalar.answer(n, five, "==")) == "Truth(n - 4, 6 - n)"
    assert more not in (BOOL, ONE) and scalar.low_of(more) == ZERO and scalar.high_of(more) == ONE
