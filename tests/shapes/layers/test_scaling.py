"""Sizes times scales, as float32 computes them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from shapeinfer.dims import ZERO, Symbol, const, of
from shapeinfer.facts.scalar import from_number, ratio
from shapeinfer.rule import Call
from shapeinfer.shapes.layers.scaling import scaled


def call() -> Call:
    return Call("", "Resize", 13, 13, {}, (True,))


def test_numbers_are_multiplied_in_float32() -> None:
    pick = random.Random(0)
    for _ in range(500):
        size, scale = pick.randrange(2000), np.float32(pick.uniform(0.01, 4))
        expected = int(np.float32(size) * scale)
        assert scaled(call(), const(size), from_number(float(scale))).value == expected, (size, scale)


@pytest.mark.parametrize(
    ("scale", "text"),
    [(2.0, "2*H"), (0.5, "H//2"), (1.5, "H + H//2"), (0.25, "H//4"), (1.0, "H"), (0.75, "(3*H)//4")],
)
def test_exact_scales_of_a_symbol(scale: float, text: str) -> None:
    symbol = Symbol("H", ZERO)
    size = scaled(call(), of(symbol), from_number(scale))
    assert str(size) == text
    for h in range(50):
        assert size.evaluate({symbol: h}.__getitem__) == int(np.float32(h) * np.float32(scale))


@pytest.mark.parametrize(
    ("scale", "text"), [(1.3, "1.3"), (0.1, "0.1"), (2.7, "2.7"), (0.33333334, "0.33333334")]
)
def test_other_scales_of_a_symbol_round_as_float32(scale: float, text: str) -> None:
    symbol = Symbol("H", ZERO)
    size = scaled(call(), of(symbol), from_number(float(np.float32(scale))))
    assert str(size) == f"scaled(H, {text})"
    for h in (*range(200), 2**24 + 3, 2**25 + 6):
        assert size.evaluate({symbol: h}.__getitem__) == int(np.float32(h) * np.float32(scale))


def test_a_quotient_by_the_size_itself_may_end_one_below() -> None:
    h, s = of(Symbol("H", ZERO)), of(Symbol("S", ZERO))
    fresh = scaled(call(), h, ratio(s, h)).symbol()
    assert fresh is not None
    for size in range(1, 120):
        for wanted in range(1, 120):
            got = int(np.float32(size) * (np.float32(wanted) / np.float32(size)))
            assert wanted - 1 <= got <= wanted
    assert str(fresh.high) == "S"
