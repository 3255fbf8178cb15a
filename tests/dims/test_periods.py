"""Sizes that are rounded in steps: which of two decides what they are together."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapeinfer.dims import ZERO, Dim, Symbol, broadcast, ceildiv, const, of, relu, truncdiv
from shapeinfer.dims.periods import as_quotient, course_of, decides, signed

SYMBOL = Symbol("w", ZERO, named=True)
W = of(SYMBOL)
OTHER = of(Symbol("h", ZERO, named=True))
DATA = of(Symbol("k", None, named=False))


def _truncated(dim: Dim, divisor: int) -> Dim:
    found = truncdiv(dim, const(divisor))
    return dim if found is None else found


DIVISORS = st.sampled_from([2, 3, 4, 5, 8])
OF_W = st.recursive(
    st.one_of(st.just(W), st.integers(-20, 20).map(const)),
    lambda inner: st.one_of(
        st.builds(lambda a, b, c: a * c + b, inner, inner, st.integers(-3, 3)),
        st.builds(relu, inner),
        st.builds(lambda a, d: a // d, inner, DIVISORS),
        st.builds(_truncated, inner, DIVISORS),
    ),
    max_leaves=7,
)


def _at(dim: Dim, size: int) -> int:
    return dim.evaluate(lambda _: size)


@given(OF_W)
def test_it_follows_its_course(dim: Dim) -> None:
    for course in (course_of(dim), signed(dim)):
        if course is not None:
            for size in range(course.start, course.start + course.period + 9):
                assert _at(dim, size + course.period) == _at(dim, size) + course.step


@given(OF_W)
def test_it_has_one_sign_or_repeats(dim: Dim) -> None:
    course = signed(dim)
    if course is not None and course.step:
        signs = [_at(dim, course.start + more) * course.step for more in range(course.period + 9)]
        assert all(sign > 0 for sign in signs)


@given(OF_W)
def test_a_quotient_is_the_dim(dim: Dim) -> None:
    found = as_quotient(dim)
    assert [_at(found, size) for size in range(120)] == [_at(dim, size) for size in range(120)]


FRAMES = of(Symbol("n", const(100), named=True))


@pytest.mark.parametrize(
    ("dim", "text"),
    [
        # Frames of a signal that is padded first, from 100 samples on.
        ((159 * relu(FRAMES - 120) + 2 * FRAMES - 40) // 160 - relu(FRAMES - 120), "(n + 80)//160"),
        (FRAMES - relu(FRAMES - 50), "50"),
        (FRAMES + relu(FRAMES - 50), "2*n - 50"),
        # These are none: they turn at a size above 100, fall, or have another period.
        (FRAMES - relu(FRAMES - 120), "min(n, 120)"),
        (relu(200 - FRAMES), "max(200, n) - n"),
        (FRAMES // 2 - FRAMES // 3 + relu(FRAMES - 150), "max(0, n - 150) + n//2 - n//3"),
        (relu(W - OTHER), "max(w, h) - h"),
        (relu(DATA), "max(0, k)"),
    ],
)
def test_quotients(dim: Dim, text: str) -> None:
    assert str(as_quotient(dim)) == text


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
