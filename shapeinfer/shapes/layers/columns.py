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
