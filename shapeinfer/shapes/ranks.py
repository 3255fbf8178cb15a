"""Ranks that only a loader looks at, where it knows them."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, Refused, TensorFact, is_ranked
from shapeinfer.shapes.flags import as_int32


def loaded_rank(
    call: Call, fact: TensorFact, name: str, need: int, least: int, most: int | None, *, seen: bool = True
) -> int | None:
    """The rank of an input, None if it is unknown. It has to be ``need`` where a loader knows it and looks
    (``seen``), else it is what the kernel takes, ``least`` to ``most`` (None: any): a warning.

    Raises Refused where it can't be."""
    rank = fact.rank
    if rank is None or rank == need:
        return rank
    if rank < least or (most is not None and rank > most):
        return call.rank(fact, name, at_least=need, at_most=need)
    report = call.refuse_load if seen and call.loading and is_ranked(fact) else call.warn
    report(
        codes.WRONG_RANK, "{name} has rank {rank}, needed {need}; {name} is {fact}",
        name=name, rank=rank, need=need, fact=fact,
    )  # fmt: skip
    if report != call.warn:
        raise Refused
    return rank


def loaded_axis(call: Call, axis: int, rank: int, name: str = "axis") -> int:
    """An axis counted from the front, which a loader checks: one that is out of range is refused whatever the
    sizes are, also where a kernel would not look at it because there are no elements.

    Raises Refused where it is out of range."""
    if not -rank <= axis < rank and call.refuse_load(
        codes.AXIS_OUT_OF_RANGE, "{name} is {axis}, needed {low} to {top} for rank {rank}",
        name=name, axis=axis, low=-rank, top=rank - 1, rank=rank,
    ):  # fmt: skip
        raise Refused
    return call.axis(axis, rank, name)


def read_axis(call: Call, fact: TensorFact, default: int) -> int:
    """The attribute ``axis``, of which the kernel reads 32 bits, and a loader that knows the rank all.

    Raises Refused where the two differ for a loader."""
    axis = call.int("axis", default)
    read = as_int32(axis)
    if read != axis and is_ranked(fact) and call.refuse_load(
        codes.AXIS_OUT_OF_RANGE, "axis is {axis}, needed {low} to {top} for rank {rank}",
        axis=axis, low=-(fact.rank or 0), top=(fact.rank or 0) - 1, rank=fact.rank,
    ):  # fmt: skip
        raise Refused
    return read
