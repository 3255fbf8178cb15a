"""Scales and zero points: one for a whole tensor, or one for each element of an axis."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, Call, Dim, TensorFact, any_of, equal


def require_one_or_each(call: Call, fact: TensorFact | None, size: Dim | None, name: str) -> None:
    """A scalar or a vector of one element; with ``size`` also a vector of that many."""
    if fact is None:
        return
    call.rank(fact, name, at_most=1)
    if not fact.shape:
        return
    have = fact.shape[0]
    if size is None:
        message = "{name} has {have} elements, needed 1; {name} is {fact}"
        call.require(equal(have, ONE), codes.PARAMETER_SIZE, message, name=name, have=have, fact=fact)
        return
    call.require(
        any_of(equal(have, ONE), equal(have, size)), codes.PARAMETER_SIZE,
        "{name} has {have} elements, needed 1 or {size}; {name} is {fact}", name=name, have=have, size=size, fact=fact,
    )  # fmt: skip
