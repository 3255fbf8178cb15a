"""Dims: normal forms, and that every operation means what plain Python means."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapeinfer.dims import (
    ONE,
    ZERO,
    Dim,
    Symbol,
    broadcast,
    ceildiv,
    const,
    drop_tables,
    halves_joined,
    is_large,
    maximum,
    minimum,
    of,
    product,
    relu,
    truncdiv,
)
from shapeinfer.facts.symbols import Scope, parse_dim

SYMBOLS = {name: Symbol(name, ZERO) for name in "ABHN"}
SIZES = st.sampled_from([0, 1, 2, 3, 5, 7, 8, 31, 32, 33])
BINDINGS = st.fixed_dictionaries(dict.fromkeys(SYMBOLS, SIZES))

# A tree of operations, evaluated both as a Dim and by plain Python: (dim, function of the sizes).
Pair = tuple[Dim, Callable[[dict[str, int]], int]]


def _leaf(name: str) -> Pair:
    return of(SYMBOLS[name]), lambda sizes: sizes[name]


def _number(value: int) -> Pair:
    return const(value), lambda sizes: value


def _combine(kind: str, a: Pair, b: Pair) -> Pair:
    (x, f), (y, g) = a, b
    match kind:
        case "+":
            return x + y, lambda s: f(s) + g(s)
        case "-":
            return x - y, lambda s: f(s) - g(s)
        case "*":
            return x * y, lambda s: f(s) * g(s)
        case "min":
            return minimum(x, y), lambda s: min(f(s), g(s))
        case "max":
            return maximum(x, y), lambda s: max(f(s), g(s))
    return relu(x), lambda s: max(f(s), 0)


def _divide(kind: str, a: Pair, divisor: int) -> Pair:
    x, f = a
    match kind:
        case "//":
            return x // divisor, lambda s: f(s) // divisor
        case "%":
            return x % divisor, lambda s: f(s) % divisor
    return ceildiv(x, divisor), lambda s: -(-f(s) // divisor)


LEAVES = st.one_of(st.sampled_from(sorted(SYMBOLS)).map(_leaf), st.integers(-9, 9).map(_number))
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(_combine, st.sampled_from(["+", "-", "*", "min", "max", "relu"]), inner, inner),
        st.builds(
            _divide, st.sampled_from(["//", "%", "ceildiv"]), inner, st.sampled_from([1, 2, 3, 4, 8, -2, 16])
        ),
    ),
    max_leaves=8,
)


@given(TREES, BINDINGS)
def test_a_dim_is_what_python_computes(pair: Pair, sizes: dict[str, int]) -> None:
    dim, function = pair
    assert dim.evaluate(lambda s: sizes[s.name]) == function(sizes)


@given(TREES, BINDINGS)
def test_bounds_hold(pair: Pair, sizes: dict[str, int]) -> None:
    dim, function = pair
    value = function(sizes)
    assert dim.lo is None or dim.lo <= value
    assert dim.hi is None or value <= dim.hi


@given(TREES)
def test_text_reads_back(pair: Pair) -> None:
    scope = Scope()
    scope.symbols.update(SYMBOLS)
    assert parse_dim(str(pair[0]), scope) == pair[0]


@given(TREES, BINDINGS)
def test_substituting_numbers_is_evaluating(pair: Pair, sizes: dict[str, int]) -> None:
    dim, function = pair
    bound = {SYMBOLS[name]: const(size) for name, size in sizes.items()}
    assert dim.substitute(bound).value == function(sizes)


@given(TREES)
def test_dropping_tables_changes_no_answer(pair: Pair) -> None:
    dim = pair[0]
    again = dim.substitute({SYMBOLS["A"]: of(SYMBOLS["A"])})
    drop_tables()
    rebuilt = dim.substitute({SYMBOLS["A"]: of(SYMBOLS["A"])})
    assert dim == again == rebuilt
    assert hash(dim) == hash(rebuilt)


@given(TREES, st.sampled_from(sorted(SYMBOLS)), st.sampled_from([1, 2, 3]), BINDINGS)
def test_symbolic_division(pair: Pair, name: str, factor: int, sizes: dict[str, int]) -> None:
    dim, function = pair
    divisor = sizes[name] * factor
    if divisor:
        quotient = dim // (of(SYMBOLS[name]) * factor)
        assert quotient.evaluate(lambda s: sizes[s.name]) == function(sizes) // divisor


@given(TREES, st.sampled_from([1, 2, 3, -2, 5]), BINDINGS)
def test_truncating_division_is_not_floor(pair: Pair, divisor: int, sizes: dict[str, int]) -> None:
    dim, function = pair
    quotient = truncdiv(dim, const(divisor))
    assert quotient is not None
    value = function(sizes)
    expected = abs(value) // abs(divisor) * (1 if (value >= 0) == (divisor > 0) else -1)
    assert quotient.evaluate(lambda s: sizes[s.name]) == expected


@given(TREES, st.integers(-3, 3), st.integers(-3, 3), BINDINGS)
def test_halves_joined_is_the_same_size(pair: Pair, less: int, more: int, sizes: dict[str, int]) -> None:
    x, function = pair
    dim = (x // 2) * less + ((x + 1) // 2) * more + x
    value = function(sizes)
    expected = value // 2 * less + (value + 1) // 2 * more + value
    assert halves_joined(dim).evaluate(lambda s: sizes[s.name]) == expected


A, B, H, N = (of(SYMBOLS[name]) for name in "ABHN")

FORMS = [
    (halves_joined((N + 1) // 2 + N // 2), "N"),
    (halves_joined(3 * (N // 2) + 3 * ((N + 1) // 2) + H // 2), "3*N + H//2"),
    (halves_joined(N // 2 + 2 * ((N + 1) // 2)), "N + (N + 1)//2"),
    (halves_joined(N // 2 - (N + 1) // 2), "N//2 - (N + 1)//2"),
    ((64 * B * A) // (16 * B), "4*A"),
    ((H + 2 - 3) // 1 + 1, "H"),
    ((H // 2) // 2, "H//4"),
    (2 * (H // 2), "2*(H//2)"),
    ((H + 6 - 7) // 2 + 1, "(H + 1)//2"),
    ((H - 3) // 2, "(H - 3)//2"),
    (H + (8 - H % 8) % 8, "8*ceildiv(H, 8)"),
    (-((-H) // 2), "(H + 1)//2"),
    (N - relu(N - 5), "min(N, 5)"),
    (minimum(const(5), N), "min(N, 5)"),
    (maximum(const(2), N - 3), "max(2, N - 3)"),
    (H % 2, "H % 2"),
    (N - 2 * ceildiv(N, 3), "N - 2*ceildiv(N, 3)"),
    (broadcast([N, ONE, A]), "broadcast(A, N)"),
    (broadcast([N, const(5)]), "5"),
    (broadcast([N, minimum(N, const(128))]), "N"),
    (relu(A * N - A), "A*max(0, N - 1)"),
    (relu(A * (A - N)), "A*max(0, A - N)"),
    (relu(A * (N % 2) - A), "0"),
    (broadcast([N - 3, relu(N - 3)]), "N - 3"),
    (broadcast([3 - N, relu(3 - N)]), "3 - N"),
    (broadcast([ceildiv(N, 8), maximum(ONE, ceildiv(N, 8))]), "ceildiv(N, 8)"),
    (broadcast([A, maximum(const(2), A)]), "max(2, A)"),
    ((3 * H) // 2, "H + H//2"),
    (truncdiv(H - 1, const(2)), "max(0, (H - 1)//2)"),
    (ceildiv(relu(H - 256), 256), "max(0, (H - 1)//256)"),
    ((2 * relu(H - 8) + 3) // 4, "max(0, (H - 7)//2)"),
    (minimum(relu(H // 256 - 1), ceildiv(relu(H - 256), 256) + 5), "max(0, H//256 - 1)"),
    (minimum(H // 2, (H - 3) // 2), "(H - 3)//2"),
    (minimum(N, 2 * (N // 2)), "2*(N//2)"),
    (maximum(3 * N + 2, 9 * (N // 3)), "3*N + 2"),
    (minimum(N // 2 - 2 * (N // 4), ONE), "N//2 - 2*(N//4)"),
    (truncdiv(N // 8 - 2 * (N // 16), const(2)), "0"),
    (minimum(N, 4 * ((N + 3) // 4)), "N"),
    (const(-1) // N, "-1"),
    (const(-3) // N, "(-3)//N"),
    (maximum(N + H // 2, N + (H + 5) // 2), "N + (H + 1)//2 + 2"),
    (relu(H - N + 1) // 2, "max(0, H + 1 - N)//2"),  # (H + N + 1)//2 - N is no shorter
    (A * minimum(B, N), "A*min(B, N)"),
    (5 - N, "5 - N"),
    (-(H // 2), "-(H//2)"),
    ((N + 1) * (N - 1), "N**2 - 1"),
    (product([]), "1"),
]


@pytest.mark.parametrize(("dim", "text"), FORMS)
def test_normal_form(dim: Dim, text: str) -> None:
    assert str(dim) == text


def test_two_floors_are_not_the_size() -> None:
    assert 2 * (H // 2) != H


def test_symbols_of_one_name_are_two_symbols() -> None:
    assert of(Symbol("N", ZERO)) != of(Symbol("N", ZERO))


def test_division_by_zero_is_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        H // 0


def test_a_dim_has_no_truth() -> None:
    with pytest.raises(TypeError):
        bool(H)


def test_a_product_too_large_to_expand_stays_factored() -> None:
    symbols = [of(Symbol(f"s{i}", ZERO)) for i in range(40)]
    wide = sum(symbols[1:], symbols[0])
    square = wide * wide
    assert len(square.terms) == 1
    assert square.evaluate(lambda s: 1) == 1600


def test_a_divisor_that_can_only_be_zero() -> None:
    never = of(Symbol("z", ZERO, ZERO))
    assert (N + 1) // never is not None


def test_a_number_of_many_digits_is_too_large() -> None:
    # Python's hash of an integer repeats with every 61 bits: dims with thousands of bits would all collide.
    assert not is_large(N + (1 << 500))
    assert is_large(N + (1 << 600))
