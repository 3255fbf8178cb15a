"""Statements about sizes that the user adds: what a contract prints is accepted back."""

from __future__ import annotations

from pathlib import Path

import pytest

import shapeinfer
from shapeinfer.dims import Dim, of
from shapeinfer.engine.assumptions import Assumptions, condition_of
from shapeinfer.facts.symbols import Scope
from tests.command import parse

UNET = Path(__file__).resolve().parent.parent / "data" / "unet.onnxtxt"
# Clauses with "or", for tensors that may be empty.
POOL = """g (float[batch, 3, height, width] x) => (float[a, b, c, d] y) {
    h = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (x)  u = Resize (h, , two)
    two = Constant <value_floats = [1.0, 1.0, 2.0, 2.0]> ()  y = Concat <axis = 1> (x, u) }"""


def demands(*assume: str, of: str = "") -> list[str]:
    source = parse(of) if of else UNET
    return [str(c) for c in shapeinfer.infer(source, assume=assume).contract.demands]


@pytest.mark.parametrize("text", ["", POOL])
def test_what_is_assumed_is_no_demand(text: str) -> None:
    every = demands(of=text)
    assert len(every) >= 4
    for clause in every:
        assert clause not in demands(clause, of=text)
    assert demands(*every, of=text) == []
    assert demands(" and ".join(f"({clause})" for clause in every), of=text) == []


@pytest.mark.parametrize(
    ("statement", "gone"),
    [
        ("height % 4 == 0", ["height % 4 == 0"]),
        ("height % 8 == 0", ["height % 4 == 0"]),
        ("4 <= height", ["height >= 4"]),
        ("4 <= height <= 512", ["height >= 4"]),
        ("height % 8 == 0 and 4 <= width", ["height % 4 == 0", "width >= 4"]),
        ("height >= width", []),
        ("1 <= height", []),
    ],
)
def test_what_follows_from_a_statement(statement: str, gone: list[str]) -> None:
    left = demands(statement)
    assert not set(gone) & set(left)
    assert [c for c in demands() if c.startswith("width") and c not in gone] == [
        c for c in left if c.startswith("width")
    ]


def test_a_clause_over_two_symbols() -> None:
    text = """g (float[n] x, float[m] z) => (float[a] y) <int64[1] zero = {0}> {
        k = Shape (z)  i = Sub (k, one)  one = Constant <value_ints = [1]> ()  y = Gather (x, i) }"""
    assert "n >= m" in demands(of=text)
    assert "n >= m" not in demands("n >= m", of=text)
    assert "n >= m" not in demands("m <= n", of=text)


@pytest.mark.parametrize(
    ("statement", "shown"),
    [
        ("height % 32 == 0 or height % 32 >= 25", "height % 32 == 0 or height % 32 >= 25"),
        ("n == 4 or n == 1", "n == 4 or n == 1"),
        ("(a >= 2 and b >= 2) or c == 0", "(a >= 2 and b >= 2) or c == 0"),
        ("a*b >= c", "a*b >= c"),
        ("3 < a", "a >= 4"),
        ("a < b", "b >= a + 1"),
        ("a > b", "a >= b + 1"),
        ("a <= b", "b >= a"),
    ],
)
def test_statements_are_what_is_printed(statement: str, shown: str) -> None:
    scope = Scope()

    def named(name: str) -> Dim:
        return of(scope.symbol(name))

    found = condition_of(statement, named)
    assert str(found) == shown
    assert str(condition_of(str(found), named)) == shown


@pytest.mark.parametrize(
    "statement",
    ["", "height", "height == ", "== 3", "height +", "a >= b +", "a and b", "a == 1 or b", "a % == 0"],
)
def test_what_is_no_statement(statement: str) -> None:
    with pytest.raises(ValueError, match="assumption"):
        Assumptions([statement])


def test_names_that_the_model_does_not_have() -> None:
    with pytest.raises(shapeinfer.UnknownName, match="hight"):
        demands("hight % 4 == 0")
