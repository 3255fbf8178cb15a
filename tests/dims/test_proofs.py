"""What is provable: every PROVED and REFUTED holds at all sampled sizes, and what must be found is found."""

from __future__ import annotations

import pytest
from hypothesis import given

from shapeinfer.dims import ONE, ZERO, Symbol, const, of
from shapeinfer.dims.proofs import PROVED, REFUTED, UNKNOWN, Verdict, at_least, broadcastable, divides, equal
from shapeinfer.facts.symbols import Scope, parse_dim
from tests.dims.test_dim import BINDINGS, TREES, Pair


def scope() -> Scope:
    """Symbols: P is at least 1, K is at most n, all others are sizes."""
    found = Scope()
    found.symbols["P"] = Symbol("P", ONE)
    found.symbols["K"] = Symbol("K", ZERO, of(found.symbol("n")))
    return found


CLAIMS = [
    ("N//2 + (N + 1)//2", "==", "N", PROVED),
    ("2*(N//2)", "==", "N", UNKNOWN),
    ("2*N", "==", "2*M + 1", REFUTED),
    ("6*N", "==", "9*M + 1", REFUTED),
    ("N", "==", "M", UNKNOWN),
    ("N", "==", "N + 1", REFUTED),
    ("min(N, 5)", "==", "6", REFUTED),
    ("N", ">=", "2*(N//2)", PROVED),
    ("N*P", ">=", "N", PROVED),
    ("N", ">=", "min(N, M)", PROVED),
    ("min(N, M)", ">=", "N", UNKNOWN),
    ("N - min(N, 5)", ">=", "0", PROVED),
    ("max(N, 3)", ">=", "3", PROVED),
    ("n", ">=", "K", PROVED),
    ("K", ">=", "n + 1", REFUTED),
    ("n - K", ">=", "0", PROVED),
    ("ceildiv(N, 3)", ">=", "N - 2*ceildiv(N, 3)", PROVED),
    ("N + M + 1", ">=", "M + 1", PROVED),
    ("N", ">=", "1", UNKNOWN),
    ("N + 1", ">=", "1", PROVED),
    ("(N + 1)//2", ">=", "N//2", PROVED),
    ("16*(N//2)", "%4", "", PROVED),
    ("4*N + 2", "%4", "", REFUTED),
    ("N", "%4", "", UNKNOWN),
]


@pytest.mark.parametrize(("left", "kind", "right", "verdict"), CLAIMS)
def test_verdicts(left: str, kind: str, right: str, verdict: Verdict) -> None:
    symbols = scope()
    a = parse_dim(left, symbols)
    if kind.startswith("%"):
        assert divides(const(int(kind[1:])), a) is verdict
        return
    b = parse_dim(right, symbols)
    assert (equal(a, b) if kind == "==" else at_least(a, b)) is verdict


@given(TREES, TREES, BINDINGS)
def test_verdicts_hold_at_every_size(left: Pair, right: Pair, sizes: dict[str, int]) -> None:
    a, b = left[1](sizes), right[1](sizes)
    for verdict, truth in (
        (equal(left[0], right[0]), a == b),
        (at_least(left[0], right[0]), a >= b),
        (broadcastable(left[0], right[0]), a == b or 1 in (a, b)),
        (divides(const(4), left[0]), a % 4 == 0),
    ):
        if verdict is PROVED:
            assert truth
        elif verdict is REFUTED:
            assert not truth
