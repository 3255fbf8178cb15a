"""Requirements of normalizations on their parameters."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, Call, Dim, TensorFact, product


def channels_of(fact: TensorFact) -> Dim | None:
    """The size of axis 1; a vector has one channel; None if the rank is unknown."""
    if fact.shape is None:
        return None
    return fact.shape[1] if len(fact.shape) > 1 else ONE


def require_some(call: Call, fact: TensorFact, start: int, name: str) -> None:
    """What is normalized together has at least one element."""
    if fact.shape is None:
        return
    call.require_at_least(
        product(fact.shape[start:]), 1, codes.EMPTY_REDUCTION,
        "axes {start} and up of {name} hold {count} elements, needed at least 1; {name} is {fact}",
        start=start, name=name, count=product(fact.shape[start:]), fact=fact,
    )  # fmt: skip
