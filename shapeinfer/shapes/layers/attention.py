"""Heads: the sizes that attention reads off its inputs, whether the heads are an axis or packed."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, Dim, TensorFact, const, equal
from shapeinfer.shapes.flags import as_int32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Heads:
    """One input of attention: (batch, heads, length, size), or (batch, length, heads*size)."""

    __slots__ = ("batch", "heads", "length", "packed", "size")

    def __init__(self, batch: Dim, heads: Dim, length: Dim, size: Dim, *, packed: bool) -> None:
        self.batch = batch
        self.heads = heads
        self.length = length
        self.size = size
        self.packed = packed


def heads_of(
    call: Call,
    fact: TensorFact,
    name: str,
    attribute: str,
    *,
    counted: bool = True,
    read: Callable[[int], int] = as_int32,
) -> Heads | None:
    """The sizes of one input; None if its rank is unknown. ``counted``: the attribute is compared with the
    heads of an input of rank 4. ``read`` is how the runtime reads it: kernels, as a number of 32 bits."""
    call.rank(fact, name, at_least=3, at_most=4)
    if fact.shape is None:
        return None
    if len(fact.shape) == 4:
        batch, heads, length, size = fact.shape
        said = read(call.int(attribute, 0)) if attribute else 0
        if said > 0 and counted and call.op_type == "Attention":
            call.require(
                equal(heads, const(said)), codes.SIZE_MISMATCH,
                "{name} has {heads} heads and {attribute} is {said}, "
                "needed the same number; {name} is {fact}",
                name=name, heads=heads, attribute=attribute, said=said, fact=fact,
            )  # fmt: skip
        return Heads(batch, heads, length, size, packed=False)
    count = read(call.int(attribute, 0))
    if count < 1:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "{name} has rank 3 and {attribute} is {count}, needed at least 1 head; {name} is {fact}",
            name=name, attribute=attribute, count=count, fact=fact,
        )  # fmt: skip
    batch, length, hidden = fact.shape
    size = call.require_divides(
        const(count), hidden, codes.NOT_DIVISIBLE,
        "{name} has {hidden} on axis 2, needed a multiple of the {count} heads; {name} is {fact}",
        name=name, hidden=hidden, count=count, fact=fact,
    )  # fmt: skip
    return Heads(batch, const(count), length, size, packed=True)


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
