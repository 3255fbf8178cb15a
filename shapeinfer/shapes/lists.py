"""Inputs that say how, not what: a single number, or a list with one entry per axis."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.scalar import ANY, Scalar, span
from shapeinfer.rule import ONE, ZERO, Call, Dim, Refused, TensorFact, const, is_ranked, product
from shapeinfer.shapes.contents import entries, reshaped

# No tensor has more axes; a target shape that is data of a damaged model may ask for them.
MOST_AXES = 1024


def is_stored(*facts: TensorFact | None) -> bool:
    """Whether the contents of all inputs that are given stand in the model, where a loader reads them."""
    return all(fact is None or (fact.elements is not None and fact.elements.stored) for fact in facts)


def single_entry(
    call: Call, fact: TensorFact, name: str, *, vector: bool = False, read: bool = False
) -> Scalar:
    """The one element of an input that is a scalar, or a list of one.

    The runtime accepts both; ``vector`` says that the specification does too, ``read`` that the runtime reads
    it when it loads the model, where it takes a scalar only."""
    if read and fact.rank:
        call.error(codes.WRONG_RANK, "{name} has rank {rank}, needed a scalar", name=name, rank=fact.rank)
        return first_of(fact)
    rank = call.rank(fact, name, at_most=1)
    if rank == 1 and fact.shape is not None:
        call.require_equal(
            fact.shape[0], ONE, codes.PARAMETER_SIZE, "{name} holds {count} elements, needed 1; it is {fact}",
            name=name, count=fact.shape[0], fact=fact,
        )  # fmt: skip
        if not vector:
            call.warn(
                codes.WRONG_RANK, "{name} has rank 1, needed a scalar (the runtime accepts both)", name=name
            )
    return first_of(fact)


def any_single_entry(call: Call, fact: TensorFact, name: str) -> Scalar:
    """The one element of an input that should be a scalar: the runtime accepts it at any rank."""
    if fact.shape:
        count = product(fact.shape)
        call.require_equal(
            count, ONE, codes.PARAMETER_SIZE, "{name} holds {count} elements, needed 1; it is {fact}",
            name=name, count=count, fact=fact,
        )  # fmt: skip
        call.warn(
            codes.WRONG_RANK, "{name} has rank {rank}, needed a scalar (the runtime accepts any one element)",
            name=name, rank=len(fact.shape),
        )  # fmt: skip
    return first_of(fact)


def first_entry(call: Call, fact: TensorFact, name: str) -> Scalar:
    """The first element of an input that should be a scalar: the runtime looks at no other."""
    count = fact.count()
    if count is not None:
        call.require_at_least(
            count, ONE, codes.RUNTIME_DIFFERS, "{name} is {fact}, and ONNX Runtime reads a number",
            name=name, fact=fact,
        )  # fmt: skip
    if fact.rank and count != ZERO:
        call.warn(
            codes.WRONG_RANK, "{name} is {fact}, needed a scalar (the runtime uses the first element)",
            name=name, fact=fact,
        )  # fmt: skip
    return first_of(fact)


def require_list(
    call: Call, fact: TensorFact, name: str, *, seen: bool = True, stored_too: bool = False
) -> None:
    """State that an input is a list. A kernel reads it whatever its rank; a loader refuses one that is not
    stored in the model (or any, ``stored_too``), where it looks (``seen``).

    Raises Refused (with an error) where it is none and a loader knows."""
    if fact.rank in (None, 1):
        return
    message = "{name} has rank {rank}, needed 1; {name} is {fact}"
    stored = fact.elements is not None and fact.elements.stored
    looks = seen and (stored_too or not stored) and is_ranked(fact)
    if looks and call.refuse_load(codes.WRONG_RANK, message, name=name, rank=fact.rank, fact=fact):
        raise Refused
    call.warn(
        codes.WRONG_RANK, message + " (the runtime accepts {which})",
        name=name, rank=fact.rank, fact=fact,
        which="a stored one" if stored else "it where it is not known when the model is loaded",
    )  # fmt: skip


def as_list(call: Call, fact: TensorFact, name: str, *, least: int = 1) -> TensorFact:
    """An input that a kernel takes as a list only (or as a number too, if ``least`` is 0). A loader reads the
    contents that are stored whatever their rank, and knows the sizes that they tell, also of what is not run.

    Raises Refused (with an error) where it is no list, and no loader reads it."""
    try:
        call.rank(fact, name, at_least=least, at_most=1)
    except Refused:
        if not is_stored(fact):
            raise
        length = (product(fact.shape or ()),)
        elements = reshaped(fact, length)
        return TensorFact(fact.elem_type, length, None if elements is None else elements.as_stored())
    return fact


def require_length(call: Call, fact: TensorFact, name: str, need: Dim | int, what: str) -> None:
    """State how many entries a list has, where its length is a symbol. ``what`` says what each one is for.

    A length that is a number decides more than this, so rules look at it themselves."""
    if fact.shape is None or len(fact.shape) != 1 or fact.shape[0].value is not None:
        return
    length, wanted = fact.shape[0], need if isinstance(need, Dim) else const(need)
    call.require_equal(
        length, wanted, codes.LIST_LENGTH, "{name} has {length} entries, needed {need}: {what}",
        name=name, length=length, need=wanted, what=what,
    )  # fmt: skip


def require_count(call: Call, fact: TensorFact, name: str, need: Dim | int, what: str) -> None:
    """As :func:`require_length`, of a list that the runtime reads whatever its rank."""
    if fact.shape is None or len(fact.shape) == 1:
        require_length(call, fact, name, need, what)
        return
    count = product(fact.shape)
    need = need if isinstance(need, Dim) else const(need)
    if count.value is None or entries(fact) is None:
        call.require_equal(
            count, need, codes.LIST_LENGTH, "{name} has {length} entries, needed {need}: {what}",
            name=name, length=count, need=need, what=what,
        )  # fmt: skip


def first_of(fact: TensorFact) -> Scalar:
    """What is known of the first element."""
    items = entries(fact)
    if items:
        return items[0]
    return ANY if fact.elements is None else span(*fact.elements.range())
