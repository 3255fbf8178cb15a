"""Parameters of a product's columns: scales, zero points and biases of quantized matrices."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, Call, Condition, Dim, TensorFact, any_of, equal, product
from shapeinfer.shapes.broadcast import expand_shapes


def columns_of(call: Call, B: TensorFact) -> Dim:
    """The number of columns of a matrix (of a batch of them); a vector has one."""
    if B.shape is None:
        return call.fresh("the rank of B is unknown")
    return B.shape[-1] if len(B.shape) > 1 else ONE


def require_of_columns(
    call: Call, B: TensorFact, fact: TensorFact | None, name: str, unless: tuple[Condition, ...] = ()
) -> None:
    """One element, one for each column, or B's shape with a single row; whatever it is of a single matrix's
    batches, and where nothing comes out (``unless``)."""
    if fact is None or not fact.shape or B.shape is None:
        return
    columns = columns_of(call, B)
    last = fact.shape[-1]
    if len(fact.shape) > 1:
        call.rank(fact, name, at_least=len(B.shape), at_most=len(B.shape))
        for axis, (have, size) in enumerate(zip(fact.shape[:-1], B.shape, strict=False)):
            need = ONE if axis == len(B.shape) - 2 else size
            # The runtime reads the first row of scales for one matrix, and one row for all of them.
            batches = (product(B.shape[:-2]), product(fact.shape[:-2]))
            single = () if axis == len(B.shape) - 2 else tuple(equal(count, ONE) for count in batches)
            call.require(
                any_of(equal(have, need), *single, *unless), codes.PARAMETER_SIZE,
                "{name} has {have} on axis {axis}, needed {need}; {name} is {fact}",
                name=name, have=have, axis=axis, need=need, fact=fact,
            )  # fmt: skip
    call.require(
        any_of(equal(last, ONE), equal(last, columns), *unless), codes.PARAMETER_SIZE,
        "{name} has {have} elements on its last axis, needed 1 or the {columns} columns; {name} is {fact}",
        name=name, have=last, columns=columns, fact=fact,
    )  # fmt: skip


def require_count(
    call: Call,
    fact: TensorFact | None,
    count: Dim,
    name: str,
    what: str,
    unless: tuple[Condition, ...] = (),
) -> None:
    """An input holds so many elements, whatever its rank, unless one of the conditions holds."""
    if fact is None or fact.shape is None:
        return
    call.require(
        any_of(equal(product(fact.shape), count), *unless), codes.PARAMETER_SIZE,
        "{name} holds {have} elements, needed {count}, {what}; {name} is {fact}",
        name=name, have=product(fact.shape), count=count, what=what, fact=fact,
    )  # fmt: skip


def require_single(call: Call, fact: TensorFact | None, name: str) -> None:
    """A scalar, or a tensor of one element."""
    require_count(call, fact, ONE, name, "one for the whole tensor")


def require_addend(call: Call, C: TensorFact | None, result: TensorFact, name: str = "C") -> None:
    """What is added to a product is broadcast to it."""
    if C is not None:
        expand_shapes(call, C, result, (name, "the product"))
