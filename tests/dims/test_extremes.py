"""The most that a dim may be, as a dim of named symbols."""

from __future__ import annotations

from random import Random

import pytest

from shapeinfer.dims import ZERO, Dim, Symbol, const, maximum, minimum, of, product
from shapeinfer.dims.extremes import most

N, M = of(Symbol("n", ZERO)), of(Symbol("m", ZERO))


def data(low: Dim | None = ZERO, high: Dim | None = None) -> Dim:
    return of(Symbol("?", low, high, named=False))


KEPT = data(ZERO, N * M)  # how many of n*m elements are kept
FEWER = data(const(2), KEPT)


@pytest.mark.parametrize(
    ("dim", "at_most", "at_least"),
    [
        (N + 3, N + 3, N + 3),
        (KEPT, N * M, ZERO),
        (FEWER, N * M, const(2)),
        (10 - 3 * KEPT, const(10), 10 - 3 * N * M),
        ((KEPT + 1) // 2, (N * M + 1) // 2, ZERO),
        (KEPT * KEPT * N, N * M * N * M * N, ZERO),
        (maximum(KEPT, const(4)), maximum(N * M, const(4)), const(4)),
        (data(), None, ZERO),
        (-data(), ZERO, None),
        (data(None, N) * data(ZERO, M), None, None),
        (10 // data(const(1), N), None, None),
    ],
)
def test_bounds(dim: Dim, at_most: Dim | None, at_least: Dim | None) -> None:
    assert most(dim) == at_most
    least = most(-dim)
    assert (None if least is None else -least) == at_least


@pytest.mark.parametrize("seed", range(40))
def test_no_value_is_beyond_them(seed: int) -> None:
    random = Random(seed)
    first, second = (
        Symbol("?", const(random.randrange(3)), N + 2, named=False),
        Symbol("?", ZERO, M, named=False),
    )

    def some(depth: int) -> Dim:
        if not depth:
            return random.choice((N, M, of(first), of(second), const(random.randrange(-3, 6))))
        a, b = some(depth - 1), some(depth - 1)
        return random.choice(
            (a + b, a - b, product((a, b)), maximum(a, b), minimum(a, b), a // random.randint(1, 4))
        )

    dim = some(3)
    upper, lower = most(dim), most(-dim)
    for _ in range(30):
        n, m = random.randrange(5), random.randrange(5)
        sizes = {"n": n, "m": m}
        drawn = {first: random.randint(first.lo or 0, n + 2), second: random.randint(0, m)}

        def size_of(symbol: Symbol, sizes: dict[str, int] = sizes, drawn: dict[Symbol, int] = drawn) -> int:
            return drawn[symbol] if symbol in drawn else sizes[symbol.name]

        value = dim.evaluate(size_of)
        assert upper is None or upper.evaluate(size_of) >= value
        assert lower is None or -lower.evaluate(size_of) <= value
    assert all(s.named for bound in (upper, lower) if bound is not None for s in bound.symbols())
