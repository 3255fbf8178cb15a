"""Sizes times a float32: what the term says at every size is what float32 computes."""

from __future__ import annotations

import numpy as np
import pytest

from shapeinfer.contracts.normal_form import plain
from shapeinfer.dims import ZERO, Symbol, const, of
from shapeinfer.dims.float32 import as_float32, decimal_of, floor_of_product, least_factor
from shapeinfer.dims.scales import scaled
from shapeinfer.facts.expressions import read_expression
from shapeinfer.rule.requirement import Condition, at_least, equal

FACTORS = [1.3, 0.7, 1 / 3, 0.1, 2.7, 7.77, 1e-3, 1e-7, 1.0000001, 3.5, 2.0, 16777215.0]
SIZES = [*range(-40, 200), 2**24 - 1, 2**24 + 1, 2**25 + 2, 2**25 + 6, 123456789, 2**40 + 12345]
N = Symbol("n", ZERO)
n = of(N)


def ratio(factor: float) -> tuple[int, int]:
    return as_float32(factor).as_integer_ratio()


@pytest.mark.parametrize("factor", FACTORS)
def test_it_is_the_product_of_float32(factor: float) -> None:
    for size in SIZES:
        wanted = int(np.floor(np.float32(size) * np.float32(factor)))
        assert floor_of_product(size, *ratio(factor)) == wanted
        assert scaled(const(size), *ratio(factor)) == const(wanted)
        assert scaled(n, *ratio(factor)).evaluate({N: size}.__getitem__) == wanted


def test_a_product_just_below_a_number_is_that_number() -> None:
    assert as_float32(1.3) * 10 < 13
    assert floor_of_product(10, *ratio(1.3)) == 13


def test_more_than_a_float32_holds_is_not_rounded() -> None:
    assert floor_of_product(10**400, 3, 2) == 15 * 10**399
    assert floor_of_product(2, *ratio(3.4e38)) == 2 * int(as_float32(3.4e38))


@pytest.mark.parametrize("factor", FACTORS)
def test_the_least_size(factor: float) -> None:
    for wanted in range(-5, 60):
        least = least_factor(wanted, *ratio(factor))
        assert floor_of_product(least - 1, *ratio(factor)) < wanted <= floor_of_product(least, *ratio(factor))


@pytest.mark.parametrize("factor", FACTORS)
def test_it_is_read_back(factor: float) -> None:
    assert as_float32(float(decimal_of(as_float32(factor)))) == as_float32(factor)
    dim = scaled(n + 1, *ratio(factor))
    assert read_expression(str(dim), lambda _: N) == dim


@pytest.mark.parametrize(
    "text",
    ["scaled(n, 0)", "scaled(n, -1.3)", "scaled(n, n)", "scaled(n, 1e30)", "scaled(n)", "scaled(1.5, 2)"],
)
def test_other_factors_are_no_expression(text: str) -> None:
    with pytest.raises(ValueError, match="not a dim expression"):
        read_expression(text, lambda _: N)


def test_bounds() -> None:
    some = scaled(of(Symbol("s", const(3), const(10))), *ratio(1.3))
    assert (some.lo, some.hi) == (3, 13)
    assert scaled(n, *ratio(1.3)).lo == 0 and scaled(n, *ratio(1.3)).hi is None
    assert scaled(of(Symbol("x", None)), *ratio(1.3)).lo is None


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        (at_least(scaled(n, *ratio(1.3)), const(13)), ["n >= 10"]),
        (at_least(const(13), scaled(n, *ratio(1.3))), ["n <= 10"]),
        (equal(scaled(n, *ratio(1.3)), const(13)), ["n == 10"]),
        (equal(scaled(n, *ratio(0.1)), const(2)), ["n >= 20", "n <= 29"]),
        (at_least(scaled(n, *ratio(1.3)), ZERO), []),
    ],
)
def test_the_contract_tells_the_size_itself(condition: Condition, wanted: list[str]) -> None:
    found = plain(condition)
    assert list(map(str, found)) == wanted
    for size in range(60):
        holds = condition.holds({N: size}.__getitem__)
        assert all(part.holds({N: size}.__getitem__) for part in found) == holds
