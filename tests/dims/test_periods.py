"""Sizes that are rounded in steps: which of two decides what they are together."""

from __future__ import annotations

import itertools

import pytest

from shapeinfer.dims import ZERO, Dim, Symbol, broadcast, ceildiv, of
from shapeinfer.dims.periods import decides

SYMBOL = Symbol("w", ZERO, named=True)
W = of(SYMBOL)
OTHER = of(Symbol("h", ZERO, named=True))
DATA = of(Symbol("k", None, named=False))


@pytest.mark.parametrize(
    ("dims", "text"),
    [
        # Halved and doubled again, once or twice, and added to what it came from.
        ((W, 2 * ceildiv(W, 2)), "2*((w + 1)//2)"),
        ((ceildiv(W, 4), 2 * ceildiv(W, 8)), "2*ceildiv(w, 8)"),
        ((ceildiv(W, 4), 2 * ceildiv(W, 8), 4 * ceildiv(W, 16)), "4*ceildiv(w, 16)"),
        # With w=1 one is 0 and the other 1, which makes 0.
        ((W // 4, ceildiv(W, 4)), "broadcast(w//4, ceildiv(w, 4))"),
        # The smaller one may be 1 where the other one is not.
        ((W, 4 * (W // 4)), "broadcast(w, 4*(w//4))"),
        # Sizes of two symbols, a size that may be below zero, and a period that is too long to write out.
        ((W // 2, OTHER // 2), "broadcast(h//2, w//2)"),
        ((DATA, 2 * ceildiv(DATA, 2)), "broadcast(k, 2*((k + 1)//2))"),
        ((W, 128 * ceildiv(W, 128)), "broadcast(w, 128*ceildiv(w, 128))"),
        ((W // 2 * (W // 2), 2 * W), "broadcast((w//2)**2, 2*w)"),
    ],
)
def test_what_sizes_are_together(dims: tuple[Dim, ...], text: str) -> None:
    assert str(broadcast(dims)) == text
    assert broadcast(reversed(dims)) is broadcast(dims)


def test_what_decides_is_right_at_every_size() -> None:
    halves = [ceildiv(W, 2), W // 2, ceildiv(W, 4), (W + 1) // 4, ceildiv(ceildiv(W, 3), 2), (W + 2) // 4]
    dims = [
        W,
        *halves,
        *(2 * dim for dim in halves),
        *(4 * dim for dim in halves),
        W + 1,
        *(d + 1 for d in halves),
    ]
    found = [(a, b) for a, b in itertools.permutations(dims, 2) if decides(a, b)]
    assert len(found) > 50
    for (wide, narrow), size in itertools.product(found, range(100)):
        at = {SYMBOL: size}.__getitem__
        a, b = wide.evaluate(at), narrow.evaluate(at)
        if a == b or a == 1 or b == 1:
            assert a == (b if a == 1 else a), (wide, narrow, size)
