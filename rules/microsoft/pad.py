"""Pad, RemovePadding and RestorePadding of com.microsoft: padding added, and taken out of sequences.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    TensorFact,
    const,
    equal,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import each, entries
from shapeinfer.shapes.inputs import require_one_element, require_shape, sizes
from shapeinfer.shapes.layers.padding import padded


@rule("Pad", versions=(1,), domain="com.microsoft")
def pad(call: Call, data: TensorFact, pads: TensorFact, value: TensorFact | None = None) -> TensorFact:
    call.rank(pads, "pads", at_least=1, at_most=2)
    require_one_element(call, value, "value")
    amounts = entries(pads)
    if data.shape is None:
        rank = None if amounts is None else len(amounts) // 2
        return tensor(0, None if rank is None else call.fresh_shape(rank, "the rank of data is unknown"))
    rank = len(data.shape)
    if pads.shape is not None and pads.shape:
        if len(pads.shape) == 2:
            call.require(
                equal(pads.shape[0], ONE), codes.SIZE_MISMATCH,
                "pads has {have} on axis 0, needed 1 beside a second axis; it is {pads}",
                have=pads.shape[0], pads=pads,
            )  # fmt: skip
        call.require(
            equal(product(pads.shape), const(2 * rank)), codes.LIST_LENGTH,
            "pads has {have} entries, needed {need}: two for each axis; data is {data}",
            have=product(pads.shape), need=2 * rank, data=data,
        )  # fmt: skip
    if amounts is None:
        amounts = (each(pads),) * (2 * rank)
    if len(amounts) != 2 * rank:
        return tensor(0)
    filling: Scalar = ZERO if value is None else each(value)
    return padded(call, data, tuple((amounts[axis], amounts[axis + rank]) for axis in range(rank)), filling)


@rule("RemovePadding", versions=(1,), domain="com.microsoft")
def remove_padding(call: Call, input: TensorFact, sequence_token_count: TensorFact) -> tuple[TensorFact, ...]:
    batch, length, hidden = sizes(call, input, 3, "input")
    require_shape(call, sequence_token_count, (batch,), "sequence_token_count")
    tokens = call.fresh("how many tokens are no padding depends on data", high=batch * length)
    return tensor(0, (tokens, hidden)), tensor(0, (batch, length)), tensor(0, (batch + 1,)), tensor(0, (ONE,))


@rule("RestorePadding", versions=(1,), domain="com.microsoft")
def restore_padding(call: Call, input: TensorFact, token_offset: TensorFact) -> TensorFact:
    _, hidden = sizes(call, input, 2, "input")
    return tensor(0, (*sizes(call, token_offset, 2, "token_offset"), hidden))
