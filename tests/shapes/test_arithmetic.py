"""Elementwise arithmetic: rounding as float types do it, and the chains by which exporters compute sizes."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapeinfer.dims import const
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import BFLOAT16, DOUBLE, FLOAT, FLOAT16
from shapeinfer.facts.fact import Fact
from shapeinfer.facts.floats import round_to
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.shapes.arithmetic import square_root
from shapeinfer.testing import infer

NUMPY = {FLOAT: np.float32, FLOAT16: np.float16, DOUBLE: np.float64}


@given(st.floats(allow_nan=False, allow_infinity=False, width=64), st.sampled_from(sorted(NUMPY)))
def test_round_to_is_what_numpy_rounds_to(value: float, elem_type: int) -> None:
    with np.errstate(over="ignore"):
        expected = float(NUMPY[elem_type](value))
    rounded = round_to(Fraction(value), elem_type)
    assert (None if rounded is None else float(rounded)) == (expected if math.isfinite(expected) else None)


def test_round_to_ties_go_to_even() -> None:
    assert round_to(Fraction(2**24 + 1), FLOAT) == 2**24
    assert round_to(Fraction(2**24 + 3), FLOAT) == 2**24 + 4
    assert round_to(Fraction(257), BFLOAT16) == 256
    assert round_to(Fraction(65520), FLOAT16) is None


@given(st.integers(0, 2**40), st.integers(1, 2**10))
def test_square_root_rounds_once(numerator: int, denominator: int) -> None:
    value = round_to(Fraction(numerator, denominator), FLOAT)
    assert value is not None
    root = scalar.number(square_root(scalar.ratio(const(value.numerator), const(value.denominator))))
    assert root is not None
    rounded = round_to(root, FLOAT)
    assert rounded is not None
    assert float(rounded) == float(np.sqrt(np.float32(float(value))))


Step = tuple[str, int, str | None, dict[str, int]]

TO_FLOAT: Step = ("Cast", 13, None, {"to": 1})
TO_INT: Step = ("Cast", 13, None, {"to": 7})
FLOOR: Step = ("Floor", 13, None, {})
CEIL: Step = ("Ceil", 13, None, {})
EXACT = "suppose H <= 16777216"

# (first input, (operator, opset, other input, attributes) ..., the result, what it supposes)
CHAINS: list[tuple[str, list[Step], str, list[str]]] = [
    ("i64[] = H", [TO_FLOAT, ("Mul", 14, "f32[] = 1.5", {}), CEIL, TO_INT],
     "i64[] = H + (H + 1)//2", [EXACT, "suppose 3*H <= 16777216"]),
    ("i64[] = H", [TO_FLOAT, ("Div", 14, "f32[] = 2", {}), FLOOR, TO_INT], "i64[] = H//2", [EXACT]),
    ("i64[] = H", [TO_FLOAT, ("Div", 14, "f32[] = 3", {}), CEIL, ("Mul", 14, "f32[] = 3", {}), TO_INT],
     "i64[] = 3*ceildiv(H, 3)", [EXACT, "suppose 3*ceildiv(H, 3) <= 16777216"]),
    ("i64[] = H", [TO_FLOAT, ("Div", 14, "f32[] = 32", {}), CEIL, ("Mul", 14, "f32[] = 32", {}), TO_INT],
     "i64[] = 32*ceildiv(H, 32)", [EXACT, "suppose ceildiv(H, 32) <= 16777216"]),
    ("i64[] = H",
     [("Mod", 13, "i64[] = 8", {}), ("Neg", 13, None, {}), ("Add", 14, "i64[] = 8", {}),
      ("Mod", 13, "i64[] = 8", {})],
     "i64[] = 8*ceildiv(H, 8) - H", []),
    ("i64[2] = (H, W)",
     [("Div", 14, "i64[1] = (2)", {}), ("Mul", 14, "i64[1] = (2)", {}), ("Sub", 14, "i64[2] = (1, 1)", {})],
     "i64[2] = (2*(H//2) - 1, 2*(W//2) - 1)", []),
    ("i64[3] = (N, -1, 4)", [("Equal", 13, "i64[] = -1", {})], "bool[3] = (0, 1, 0)", []),
]  # fmt: skip


@pytest.mark.parametrize(("first", "steps", "result", "supposed"), CHAINS)
def test_chains_by_which_sizes_are_computed(
    first: str,
    steps: list[Step],
    result: str,
    supposed: list[str],
) -> None:
    scope = Scope()
    fact: Fact = parse(first, scope)
    seen: list[str] = []
    for op_type, opset, other, attributes in steps:
        others = () if other is None else (other,)
        inferred = infer(op_type, opset, fact, *others, scope=scope, given=attributes)
        assert inferred.findings == []
        seen += [need for need in inferred.requirements if need not in seen]
        fact = inferred.outcome.outputs[0]
    assert str(fact) == result
    assert seen == supposed


def test_a_float_constant_that_is_no_short_fraction_leaves_bounds_only() -> None:
    inferred = infer("Mul", 14, "f32[] = H", "f32[] = 0.3")
    assert inferred.output.startswith("f32[] = (")
    assert ".." in inferred.output
