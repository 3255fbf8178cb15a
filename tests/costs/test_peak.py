"""Which sums of bytes may be left out beside others: proved for sizes of at least 1, and no more than true."""

from __future__ import annotations

import itertools
import random

import pytest

from shapeinfer.costs.live.peak import is_under, undominated
from shapeinfer.costs.live.sizes import Slots
from shapeinfer.dims import Dim
from shapeinfer.dims.dim import build
from shapeinfer.facts.fact import TensorFact
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from tests.costs.models import at

TERMS = (
    "n", "m", "n*m", "n**2", "n//2", "n//4", "m*(n//4)", "m*(n//2)", "(n + 1)//2", "(n + 3)//4", "(n + 2)//4",
    "(n + 3)//4*((m + 3)//4)", "((n + 1)//2)*((m + 1)//2)", "(n//2)*(m//2)", "(n + 5)//3", "(2*n + 1)//3",
)  # fmt: skip


def dims(*texts: str) -> list[Dim]:
    scope = Scope()
    found = []
    for text in texts:
        fact = parse(f"f32[{text}]", scope)
        assert isinstance(fact, TensorFact)
        assert fact.shape is not None
        found.append(fact.shape[0])
    return found


@pytest.mark.parametrize(("one", "other"), list(itertools.permutations(range(len(TERMS)), 2)))
def test_no_false_proof(one: int, other: int) -> None:
    """Whatever is proved holds at all sizes that are tried."""
    first, second = (dim.terms[0][0] for dim in dims(TERMS[one], TERMS[other]))
    if is_under(first, second):
        small, large = build({first: 1}), build({second: 1})
        for sizes in itertools.product(range(1, 14), repeat=2):
            size_of = at(dict(zip("nm", sizes, strict=True)))
            assert small.evaluate(size_of) <= large.evaluate(size_of)


@pytest.mark.parametrize(
    ("small", "large"),
    [
        ("n", "n*m"), ("n//4", "n"), ("n//4", "n//2"), ("m*(n//4)", "n*m"), ("(n + 3)//4", "n"),
        ("(n + 3)//4", "(n + 1)//2"), ("m", "m*((n + 1)//2)"),
    ],
)  # fmt: skip
def test_proofs(small: str, large: str) -> None:
    first, second = dims(small, large)
    assert is_under(first.terms[0][0], second.terms[0][0])
    assert not is_under(second.terms[0][0], first.terms[0][0])


def kept(*texts: str) -> list[str]:
    slots = Slots()
    codes = []
    for dim in dims(*texts):
        code = slots.code(dim)
        assert code is not None
        codes.append(code)
    return [str(slots.dim(slots.coefficients(code))) for code in undominated(codes, slots)]


def test_what_is_left() -> None:
    assert kept("4*n + 8", "8*n", "12") == ["8*n", "4*n + 8"]
    assert kept("4*n + 8", "8*n + 4") == ["8*n + 4"]
    assert kept("96*n*m + 128*n*(m//2)", "32*n*m + 192*n*(m//2)") == ["96*m*n + 128*n*(m//2)"]
    assert kept("n**2", "100*n") == ["100*n", "n**2"]
    assert kept("n", "n", "2*n") == ["2*n"]


def test_sums_as_integers() -> None:
    """A difference is negative in one term and not in another: the digits do not borrow from each other."""
    slots = Slots()
    a, b, c = dims("3*n - 5*m + 7", "n*m - 9", "2*n - 3*m - n*m + 16")
    codes = [slots.code(dim) for dim in (a, b)]
    assert None not in codes
    total = sum(code for code in codes if code is not None)
    assert slots.dim(slots.coefficients(total)) == a + b
    assert slots.dim(slots.coefficients(total - 2 * (codes[1] or 0))) == a - b
    assert slots.code(c) is not None


def test_too_many_terms_are_given_up() -> None:
    slots = Slots()
    names = [f"s{i}" for i in range(200)]
    codes = [slots.code(dim) for dim in dims(*names)]
    assert codes[0] is not None
    assert codes[-1] is None


def test_sums_are_compared_as_integers() -> None:
    """Those that another one exceeds in every term go at once: none of the others."""
    rng = random.Random(0)
    for _ in range(40):
        slots = Slots()
        texts = [f"{rng.randint(0, 9)}*n + {rng.randint(0, 9)}*m + {rng.randint(-9, 9)}" for _ in range(60)]
        codes = [code for dim in dims(*set(texts)) if (code := slots.code(dim)) is not None]
        greatest = max(codes)
        rows = {code: slots.coefficients(code) for code in codes}
        for equal in ([], [2]):
            left = slots.beyond(codes, greatest, equal)
            one = rows[greatest]
            assert left == [
                code
                for code in codes
                if any(a > b for a, b in zip(rows[code], one, strict=True))
                or any(rows[code][slot] != one[slot] for slot in equal)
            ]
        found = undominated(codes, slots)
        for sizes in itertools.product((1, 2, 50), repeat=2):
            size_of = at(dict(zip("nm", sizes, strict=True)))
            values = {code: slots.dim(row).evaluate(size_of) for code, row in rows.items()}
            assert max(values.values()) == max(values[code] for code in found)
