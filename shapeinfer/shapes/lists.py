"""Inputs that say how, not what: a single number, or a list with one entry per axis."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, Call, TensorFact
from shapeinfer.scalar import ANY, Scalar, span
from shapeinfer.shapes.contents import entries


def single_entry(call: Call, fact: TensorFact, name: str, *, vector: bool = False) -> Scalar:
    """The one element of an input that is a scalar, or a list of one.

    The runtime takes both; ``vector`` says that the specification does too."""
    rank = call.rank(fact, name, at_most=1)
    if rank == 1 and fact.shape is not None:
        call.require_equal(
            fact.shape[0], ONE, codes.PARAMETER_SIZE, "{name} holds {count} elements, needed 1; it is {fact}",
            name=name, count=fact.shape[0], fact=fact,
        )  # fmt: skip
        if not vector:
            call.warn(
                codes.WRONG_RANK, "{name} has rank 1, needed a scalar (the runtime takes both)", name=name
            )
    items = entries(fact)
    if items:
        return items[0]
    return ANY if fact.elements is None else span(*fact.elements.range())
