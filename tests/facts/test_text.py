"""The text form: what it reads, what it writes, and that the two agree."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shapeinfer.facts.elem_type import BFLOAT16, DOUBLE, FLOAT, FLOAT16, UINT8
from shapeinfer.facts.fact import TensorFact
from shapeinfer.facts.floats import decimal_text, round_to
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope, names_in, parse_dim

FACTS = [
    "f32[batch, 3, H//2]",
    "f32[*]",
    "?[2]",
    "?",
    "f32[]",
    "i64[] = 5",
    "i64[2] = (batch, -1)",
    "i64[2] := (2, -1)",
    "i64[3] = (batch, ?, 0..n)",
    "i64[2, 2] = (1, 2, 3, 4)",
    "f32[1] = (1.5)",
    "f32[1] = (H/2)",
    "i64[n, 4] in 0..511",
    "bool[1] = (1)",
    "seq(f32[n, 8])",
    "seq[n](f32[8])",
    "seq[2](f32[a], f32[b])",
    "seq[(n + 1)//2](f32[a, 8]) = n by 2 on axis 0",
    "seq[n + 3](f32[1], f32[2], *f32[a], i64[2] = (1, n))",
    "seq(*f32[a], f32[b])",
    "seq[(n + 1)//2 + 1](f32[1, 8], *f32[a, 8]) = n by 2 on axis 0",
    "some(seq[-((-n)//k)](f32[a]) = n by k on axis 0)",
    "optional(f32[n])",
    "some(seq(i64[2]))",
    "none(f32[n])",
    "map(i64, f32[2])",
    "sparse(f32[3, n])",
    "str[2, n]",
    "f32['Batch Size', 'None', 'DynamicDimension.0']",
    "bf16[(a + b)//2, a*b, max(1, a - 1), min(a, b), broadcast(a, b)]",
]


@pytest.mark.parametrize("text", FACTS)
def test_facts_read_back(text: str) -> None:
    scope = Scope()
    fact = parse(text, scope)
    assert str(fact) == text
    assert parse(str(fact), scope) == fact


def test_one_name_is_one_symbol() -> None:
    fact = parse("f32[n, n]")
    assert isinstance(fact, TensorFact) and fact.shape is not None
    assert fact.shape[0] is fact.shape[1]


def test_each_question_mark_is_another_dim() -> None:
    fact = parse("f32[?, ?]")
    assert isinstance(fact, TensorFact) and fact.shape is not None
    assert fact.shape[0] != fact.shape[1]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("floor(H/2)", "H//2"),
        ("floor(H/2 - 1/2) + 1", "(H + 1)//2"),
        ("past_seq + seq", "past_seq + seq"),
        ("2*s0", "2*s0"),
        ("16H", "16*H"),
        ("Max(1, N)", "max(1, N)"),
        ("Mod(N, 4)", "N % 4"),
        ("floordiv(N, 4)", "N//4"),
        ("ceiling(N/4)", "ceildiv(N, 4)"),
        ("s0**2", "s0**2"),
    ],
)
def test_what_other_tools_write(text: str, canonical: str) -> None:
    assert str(parse_dim(text, Scope())) == canonical


@pytest.mark.parametrize("text", ["Batch Size", "N/A", "DynamicDimension.0", "a b", "H/2", "", "f(x)", "1.5"])
def test_what_is_no_expression(text: str) -> None:
    assert names_in(text) is None
    with pytest.raises(ValueError, match="not a"):
        parse_dim(text, Scope())


@pytest.mark.parametrize(
    "text",
    ["f32", "f32[2", "nonsense[2]", "f32[2] = (1, 2, 3)", "f32[2] extra", "i64[n] = (1)", "seq[](f32[2])"],
)
def test_bad_facts_are_refused_with_a_place(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse(text)


@pytest.mark.parametrize(
    ("value", "elem_type", "text"),
    [
        (Fraction(13421773, 134217728), FLOAT, "0.1"),
        (Fraction(0.1), DOUBLE, "0.1"),
        (Fraction(1, 3), FLOAT, None),  # no float
        (Fraction(13421773, 134217728), BFLOAT16, None),
        (Fraction(205, 2048), BFLOAT16, "0.1"),
        (Fraction(819, 8192), FLOAT16, "0.1"),
        (Fraction(9870079, 536870912), FLOAT, "0.018384455"),
        (Fraction(1e-40), DOUBLE, "1e-40"),
        (Fraction(-1, 8), FLOAT, "-0.125"),
        (Fraction(1, 2), UINT8, None),
    ],
)
def test_decimals(value: Fraction, elem_type: int, text: str | None) -> None:
    assert decimal_text(value, elem_type) == text
    if text is not None:
        assert round_to(Fraction(text), elem_type) == value
