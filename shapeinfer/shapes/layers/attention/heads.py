"""Heads: the sizes that attention reads off its inputs, whether the heads are an axis or packed."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    at_least,
    const,
    equal,
    tensor,
)
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.inputs import UNKNOWN_RANK, require_shape

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


def heads_counted(call: Call) -> bool:
    """Whether both numbers of heads are given: the specification's function looks at them together, and packs
    the heads of the result then, also where those of Q are an axis."""
    return min(call.int("q_num_heads", 0), call.int("kv_num_heads", 0)) > 0


def require_nonempty(call: Call, *sizes: tuple[str, Dim], always: bool = True) -> None:
    """None of the sizes, of which each has its name, is 0; a premise unless that holds ``always``."""
    message = "{what} is {size}, needed at least 1"
    for what, size in sizes:
        if always:
            call.require_at_least(size, 1, codes.EMPTY_REDUCTION, message, what=what, size=size)
        else:
            call.suppose(at_least(size, ONE), codes.ASSUMED_SIZE, message, what=what, size=size)


def expect_equal(call: Call, have: Dim, need: Dim, message: str, /, *, seen: bool, **args: object) -> bool:
    """Two sizes that the specification wants equal. The runtime compares them where a loader knows both
    (``seen``), and not in a run: a warning, and a premise for open sizes. Whether they may be equal."""
    args = {"have": have, "need": need, **args}
    if equal(have, need).verdict() is not REFUTED:
        call.suppose(equal(have, need), codes.ASSUMED_SIZE, message, **args)
        return True
    if have.value is None or need.value is None or not seen or not call.loading:
        call.warn(codes.SIZE_MISMATCH, message, **args)
    else:
        call.refuse_load(codes.SIZE_MISMATCH, message, **args)
    return False


def require_joined(call: Call, *pairs: tuple[Heads | None, TensorFact | None, str]) -> None:
    """Where one of the ranks is unknown: what is known of K or V, and of the past that it is joined with."""
    for one, past, name in pairs:
        if one is not None and past is not None and past.shape is not None and past.rank == 4:
            require_shape(call, past, (one.batch, one.heads, past.shape[2], one.size), name)


def past_lengths(
    call: Call, past_key: TensorFact | None, past_value: TensorFact | None, keys: Shape, values: Shape
) -> tuple[Dim | None, Dim | None]:
    """The lengths of both caches, None where a rank is unknown. Their batch, heads and head size are those of
    the keys and the values."""
    if past_key is None or past_value is None:
        return (None, None) if past_key or past_value else (ZERO, ZERO)
    for fact, name, sizes in ((past_key, "past_key", keys), (past_value, "past_value", values)):
        if call.rank(fact, name, at_least=4, at_most=4) is not None and fact.shape is not None:
            require_shape(call, fact, (*sizes[:2], fact.shape[2], sizes[2]), name)
    of_keys, of_values = (None if fact.shape is None else fact.shape[2] for fact in (past_key, past_value))
    return of_keys, of_values


def of_unknown_rank(call: Call, rank: int | None) -> tuple[TensorFact, ...]:
    """The outputs of Attention where the rank of an input is unknown; ``rank``: of the result, if known."""
    result = tensor(0) if rank is None else tensor(0, call.fresh_shape(rank, UNKNOWN_RANK))
    return (result, *(tensor(0, call.fresh_shape(4, UNKNOWN_RANK)) for _ in range(3)))
