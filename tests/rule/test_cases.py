"""Sizes of which named ones decide what they are."""

from __future__ import annotations

from shapeinfer.dims import ONE, ZERO, Symbol, const, of
from shapeinfer.rule import equal
from shapeinfer.rule.cases import in_cases, is_told

N, M = of(Symbol("n", ZERO)), of(Symbol("m", ZERO))
DATA = of(Symbol("?", ZERO, named=False))
# 2 * n where n is above 4, else m.
CHOSEN = of(Symbol("?0", ZERO, named=False, cases=((N - 4,), 2 * N, M)))


def texts(size: object, other: object) -> list[str]:
    return [str(condition) for condition in in_cases(equal(size, other))]  # type: ignore[arg-type]


def test_both_cases_are_told() -> None:
    assert texts(CHOSEN, const(7)) == ["n - 4 <= 0", "n - 4 >= 1 or m == 7"]
    assert texts(CHOSEN, 3 * M) == ["n - 4 <= 0 or 2*n == 3*m", "n - 4 >= 1 or m == 3*m"]


def test_a_case_that_always_holds_is_left_out() -> None:
    assert texts(CHOSEN, M) == ["n - 4 <= 0 or 2*n == m"]
    again = of(Symbol("?1", ZERO, named=False, cases=((N - 4,), 2 * N, M)))
    assert texts(CHOSEN, again) == []


def test_what_is_known_in_no_case_stays() -> None:
    assert texts(DATA, M) == ["? == m"]
    assert texts(CHOSEN, DATA) == ["n - 4 <= 0 or 2*n == ?", "n - 4 >= 1 or m == ?"]


def test_of_many_cases_none_is_told() -> None:
    many = CHOSEN
    for number in range(1, 5):
        case = of(Symbol(f"?{number}", ZERO, named=False, cases=((M - number,), N, ONE)))
        many = many + case * (number + 1)
    assert texts(many, const(7)) == [str(equal(many, const(7)))]


def test_named_sizes_decide() -> None:
    assert is_told(equal(CHOSEN, N))
    assert not is_told(equal(CHOSEN, DATA))
