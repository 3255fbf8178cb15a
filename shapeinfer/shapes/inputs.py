"""What rules read off the shape of an input, and demand of it: its rank and its sizes."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    Call,
    Dim,
    Refused,
    Shape,
    TensorFact,
    equal,
    is_ranked,
    may_be_empty,
    product,
)
from shapeinfer.shapes.flags import as_int32

UNKNOWN_RANK = "the rank of an input is unknown"


def sizes(call: Call, fact: TensorFact | None, rank: int, name: str) -> Shape:
    """An input's sizes, after checking its rank; invented ones where that is not known."""
    if fact is None:
        return call.fresh_shape(rank, f"there is no {name}")
    call.rank(fact, name, at_least=rank, at_most=rank)
    return call.fresh_shape(rank, UNKNOWN_RANK) if fact.shape is None else fact.shape


def single_size(fact: TensorFact | None) -> Dim | None:
    """The one element of an input that holds a size, if it is known."""
    known = None if fact is None else fact.as_dims()
    return known[0] if known is not None and len(known) == 1 else None


def same(call: Call, what: str, a: Dim, b: Dim) -> Dim:
    """Two sizes agree; the one they have."""
    return call.require_equal(
        a, b, codes.SIZE_MISMATCH, "{what} is {a} and {b}, needed the same size", what=what, a=a, b=b
    )


def require_same(call: Call, what: str, a: Dim, b: Dim, a_name: str, b_name: str) -> Dim:
    """Two inputs agree in a size; the size they have."""
    return call.require_equal(
        a, b, codes.SIZE_MISMATCH,
        "{what} is {first} in {first_name} and {second} in {second_name}, needed the same size",
        what=what, first=a, second=b, first_name=a_name, second_name=b_name,
    )  # fmt: skip


def require_shape(call: Call, fact: TensorFact | None, wanted: tuple[Dim, ...], name: str) -> None:
    """An input has just these sizes."""
    if fact is None or call.rank(fact, name, at_least=len(wanted), at_most=len(wanted)) is None:
        return
    for axis, (have, need) in enumerate(zip(fact.shape or (), wanted, strict=True)):
        call.require(
            equal(have, need), codes.SIZE_MISMATCH,
            "{name} has {have} on axis {axis}, needed {need}; {name} is {fact}",
            name=name, have=have, axis=axis, need=need, fact=fact,
        )  # fmt: skip


def require_one_element(call: Call, fact: TensorFact | None, name: str) -> None:
    """A scalar, or a tensor of one element."""
    if fact is not None and fact.shape is not None:
        call.require(
            equal(product(fact.shape), ONE), codes.PARAMETER_SIZE,
            "{name} is {fact}, needed one element", name=name, fact=fact,
        )  # fmt: skip


def require_parameter(
    call: Call, fact: TensorFact | None, wanted: tuple[Dim, ...], name: str, what: str
) -> None:
    """A parameter of just these sizes."""
    if fact is None or call.rank(fact, name, at_least=len(wanted), at_most=len(wanted)) is None:
        return
    for axis, (have, need) in enumerate(zip(fact.shape or (), wanted, strict=True)):
        call.require_equal(
            have, need, codes.PARAMETER_SIZE,
            "{name} has {have} on axis {axis}, needed {need}, {what}; {name} is {fact}",
            name=name, have=have, axis=axis, need=need, what=what, fact=fact,
        )  # fmt: skip


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


def loaded_axis(call: Call, axis: int, shape: Shape, name: str = "axis") -> int:
    """An axis counted from the front, which a loader checks: one that is out of range is refused whatever the
    sizes are, also where a kernel would not look at it because there are no elements.

    Raises Refused where it is out of range."""
    rank = len(shape)
    if not -rank <= axis < rank:
        found = call.refuse_load(
            codes.AXIS_OUT_OF_RANGE, "{name} is {axis}, needed {low} to {top} for rank {rank}",
            name=name, axis=axis, low=-rank, top=rank - 1, rank=rank,
        )  # fmt: skip
        if found is not None:
            found.runs = any(may_be_empty(size) for size in shape)
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
