"""Steps: what is counted, when it is spent, and that no answer depends on what was asked before."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from shapeinfer.dims import (
    ZERO,
    Dim,
    Symbol,
    broadcast,
    const,
    drop_tables,
    maximum,
    minimum,
    of,
    relu,
    total,
    truncdiv,
)
from shapeinfer.dims.budget import Budget, Spent, attempt, spend, steps_used
from shapeinfer.dims.proofs import PROVED, UNKNOWN, at_least, drop_answers, equal
from shapeinfer.facts.symbols import Scope, parse_dim


def symbols(count: int) -> list[Dim]:
    return [of(Symbol(f"s{at}", ZERO)) for at in range(count)]


def test_steps_are_free_outside_of_a_budget() -> None:
    spend(1 << 40)


def test_what_is_spent_is_counted() -> None:
    with Budget(10) as budget:
        spend(4)
        assert (budget.used, budget.left) == (4, 6)
        assert steps_used() == 4
    assert budget.used == 4


def test_more_than_is_allowed() -> None:
    with pytest.raises(Spent), Budget(10):
        spend(11)


def test_an_inner_budget_is_part_of_the_outer_one() -> None:
    with Budget(10) as outer:
        with Budget(5):
            spend(3)
        assert outer.left == 7


def test_an_inner_budget_that_is_spent_leaves_the_outer_one_the_rest() -> None:
    with Budget(10) as outer:
        assert attempt(5, None, spend, 6) is None
        assert outer.left == 5


def test_who_asks_for_too_little_and_who_has_too_little() -> None:
    """The inner work would do with what it may take; it is the outer budget that does not."""
    with pytest.raises(Spent), Budget(10):
        attempt(100, None, spend, 11)


def test_threads_have_budgets_of_their_own() -> None:
    seen: list[int] = []

    def work() -> None:
        with Budget(100) as budget:
            spend(1)
            seen.append(budget.left)

    with Budget(5) as mine:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert mine.left == 5
    assert seen == [99]


QUESTIONS: dict[str, Callable[[list[Dim]], object]] = {
    "sum": lambda s: s[0] + s[1] + s[2],
    "product": lambda s: (s[0] + s[1]) * (s[2] + s[3]),
    "floor": lambda s: (s[0] * 3 + s[1]) // 7 // s[2],
    "clamp": lambda s: minimum(maximum(s[0], s[1]), s[2] // 2),
    "substitution": lambda s: ((s[0] + 1) // 2 + s[1]).substitute({s[0].symbol() or Symbol("?", None): s[2] * 2}),
    "proof": lambda s: at_least(maximum(s[0], s[1]) + s[2] // 2, s[0]),
    "no proof": lambda s: at_least(maximum(s[0], s[1] * s[2]), s[3] + 1),
    "residues": lambda s: equal(s[0] // 2 + (s[0] + 1) // 2, s[0]),
}  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_costs_the_same_whether_it_was_asked_before(question: str) -> None:
    given = symbols(4)
    costs = []
    for forget in (True, False, False, True):
        if forget:
            drop_tables()
            drop_answers()
        with Budget(1 << 30) as budget:
            QUESTIONS[question](given)
        costs.append(budget.used)
    assert costs[0] > 0
    assert len(set(costs)) == 1


def test_an_answer_does_not_depend_on_what_is_left_in_the_tables() -> None:
    """A proof that is given up for want of steps is not remembered as one that fails."""
    a, b, c, *_ = symbols(3)
    claim = maximum(a, b) + c // 2
    with pytest.raises(Spent), Budget(3):
        at_least(claim, a)
    assert at_least(claim, a) is PROVED


# --- what grows -----------------------------------------------------------------------------------


def cost(work: Callable[[int], object], size: int) -> int:
    drop_tables()
    drop_answers()
    with Budget(1 << 60) as budget:
        work(size)
    return budget.used


def clamps(size: int) -> object:
    """The range of a sum of clamps, and a proof about it."""
    made = total(relu(s - 3) for s in symbols(size))
    return made.lo, at_least(made + 1, const(1)), at_least(made, const(5))


def nested_clamps(size: int) -> object:
    x, *others = symbols(size + 1)
    for other in others:
        x = maximum(x, other) - 1
    return x.lo, x.hi


def truncated_lengths(size: int) -> object:
    """Lengths behind strided convolutions, where nothing says that they stay positive."""
    (x,) = symbols(1)
    x = x // 5
    for _ in range(size):
        quotient = truncdiv(x - 3, const(2))
        assert quotient is not None
        x = quotient + 1
    assert x.size < 10 * size
    return x.lo


def floors(size: int) -> object:
    x, y, *_ = symbols(2)
    for _ in range(size):
        x = (x + y) // 3
    return x


def sums(size: int) -> object:
    return total(symbols(size))


def substitutions(size: int) -> object:
    """Of a sum of many: each symbol is rewritten once."""
    given = symbols(size)
    values = {s: d * 2 for d in given if (s := d.symbol()) is not None}
    return total(given).substitute(values)


def broadcasts(size: int) -> object:
    return broadcast(symbols(size))


@pytest.mark.parametrize(
    "work", [clamps, nested_clamps, truncated_lengths, floors, sums, substitutions, broadcasts]
)
def test_steps_grow_no_faster_than_quadratically(work: Callable[[int], object]) -> None:
    """A sum of n symbols costs n steps; n such sums, one longer than the other, cost n*n. Nothing costs 2**n."""
    assert cost(work, 40) <= 4.5 * cost(work, 20)


@pytest.mark.parametrize("work", [sums, substitutions, broadcasts])
def test_steps_grow_linearly(work: Callable[[int], object]) -> None:
    assert cost(work, 400) <= 2.2 * cost(work, 200)


def test_the_range_of_many_clamps_is_sound() -> None:
    given = symbols(40)
    made = total(relu(s - 3) for s in given) - total(relu(s - 5) for s in given)
    for size in (0, 3, 4, 5, 9):
        value = made.evaluate(lambda _, size=size: size)  # type: ignore[misc]  # a default
        assert made.lo is None or made.lo <= value
        assert made.hi is None or value <= made.hi


# --- truncated quotients --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("truncdiv(H//8 - 3, 2)", "truncdiv(H//8 - 3, 2)"),
        ("truncdiv(3 - H//8, 2)", "-truncdiv(H//8 - 3, 2)"),
        ("truncdiv(H//8 + 3, 2)", "(H + 8)//16 + 1"),
        ("truncdiv(2*(H//8) - 6, 4)", "truncdiv(H//8 - 3, 2)"),
        ("truncdiv(H, 2)", "H//2"),
    ],
)
def test_truncated_quotients(text: str, shown: str) -> None:
    scope = Scope()
    dim = parse_dim(text, scope)
    assert str(dim) == shown
    assert parse_dim(shown, scope) == dim
    for size in range(80):
        left = text.replace("H", str(size))
        number = parse_dim(left, scope).value
        assert dim.evaluate(lambda _, size=size: size) == number  # type: ignore[misc]  # a default
        assert number is not None
        assert dim.lo is None or dim.lo <= number


def test_a_quotient_is_a_floor_where_its_sign_becomes_known() -> None:
    scope = Scope()
    dim = parse_dim("truncdiv(H//8 - 3, 2)", scope)
    large = of(Symbol("H", const(100)))
    assert str(dim.substitute({scope.symbol("H"): large})) == "(H - 24)//16"


def test_nothing_is_proved_of_what_is_given_up() -> None:
    given = symbols(12)
    hard = total(maximum(a * b, b + 1) for a in given for b in given)
    assert at_least(hard, total(given) * 100) is UNKNOWN
