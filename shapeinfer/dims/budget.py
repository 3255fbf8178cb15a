"""Counts work in steps, so that every computation ends, with the same result on every machine.

A step is an elementary piece of work: a monomial made or multiplied, a case of a proof, a node asked.
Arithmetic of dims spends steps whether its result is remembered or not, so that what a question costs
depends on the question and not on what was asked before it. What is worked out once for each dim (its range,
its symbols, its value at a few sizes) is linear in its terms and paid for when these are made.

Whoever starts a piece of work opens a :class:`Budget` for it; budgets nest, and an inner one never has more
than is left of the outer one. Outside of any budget steps are free. Each thread has its own.
"""

from __future__ import annotations

from _thread import _local  # threading.local, without the rest of threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    Found = TypeVar("Found")


class Spent(Exception):
    """The steps that were allowed are used up."""


class Budget:
    """So many steps for one piece of work, as a context. :class:`Spent` is raised when they are used up."""

    __slots__ = ("_given", "_outer", "allowed", "left")

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed
        self.left = allowed
        self._given = allowed
        self._outer: Budget | None = None

    @property
    def used(self) -> int:
        """The steps spent so far."""
        return self._given - max(self.left, 0)

    def __enter__(self) -> Budget:
        outer = _current.budget
        self._outer = outer
        self.left = self._given = min(self.allowed, max(outer.left, 0))
        _current.budget = self
        return self

    def __exit__(self, *raised: object) -> None:
        outer = self._outer
        assert outer is not None  # it was entered
        _current.budget = outer
        # Where the outer budget was the smaller one and did not do, it is the outer one that is used up.
        outer.left = -1 if self.left < 0 and self._given < self.allowed else outer.left - self.used


class _Current(_local):
    """The innermost open budget of a thread."""

    budget = Budget(1 << 62)  # never used up: outside of any budget steps are free


_current = _Current()


def spend(steps: int) -> None:
    """Count so many steps; raises :class:`Spent` where the innermost budget has no more."""
    budget = _current.budget
    budget.left -= steps
    if budget.left < 0:
        raise Spent


def innermost() -> Budget:
    """The innermost open budget."""
    return _current.budget


def steps_used() -> int:
    """How many steps the innermost budget has spent: asked twice, the difference is what lies between."""
    budget = _current.budget
    return budget._given - budget.left


def within(steps: int, work: Callable[..., Found], arguments: Sequence[object]) -> Found:
    """The result of ``work(*arguments)`` within at most this many steps: as in a :class:`Budget` of its own,
    without making one. Raises :class:`Spent` if they do not do."""
    budget = _current.budget
    if budget is _Current.budget:  # all threads share it
        with Budget(steps):
            return work(*arguments)
    left = budget.left
    budget.left = allowed = steps if steps < left else left if left > 0 else 0
    try:
        return work(*arguments)
    finally:
        # As where a Budget ends: the smaller one of both is the one that is used up.
        over = budget.left < 0
        budget.left = -1 if over and allowed < steps else left - (allowed if over else allowed - budget.left)


def attempt(steps: int, otherwise: Found, work: Callable[..., Found], *arguments: object) -> Found:
    """The result of ``work(*arguments)`` within at most this many steps, otherwise ``otherwise``. Raises
    :class:`Spent` if the surrounding budget is used up."""
    try:
        return within(steps, work, arguments)
    except Spent:
        spend(0)  # raised again if the surrounding budget is used up
        return otherwise
