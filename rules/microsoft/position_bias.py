"""RelativePositionBias and GatedRelativePositionBias: what attention adds to its scores.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer.rule import (
    ONE,
    Call,
    TensorFact,
    const,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import require_one_element, require_shape, sizes


@rule("RelativePositionBias", versions=(1,), domain="com.microsoft")
def relative_position_bias(
    call: Call, bias_table: TensorFact, query_length: TensorFact, key_length: TensorFact
) -> TensorFact:
    _, heads = sizes(call, bias_table, 2, "bias_table")
    lengths = []
    for fact, name in ((query_length, "query_length"), (key_length, "key_length")):
        require_one_element(call, fact, name)
        known = fact.as_dims()
        lengths.append(known[0] if known else call.fresh(f"{name} is computed from data"))
    return tensor(0, (ONE, heads, *lengths))


@rule("GatedRelativePositionBias", versions=(1,), domain="com.microsoft")
def gated_relative_position_bias(
    call: Call,
    query_layer: TensorFact,
    query_bias: TensorFact,
    rel_pos: TensorFact,
    weight: TensorFact,
    bias: TensorFact,
    eco_a: TensorFact,
    token_offset: TensorFact | None = None,
) -> TensorFact:
    heads = const(call.int("num_heads"))
    call.rank(query_layer, "query_layer", at_least=2, at_most=3)
    _, _, length, _ = sizes(call, rel_pos, 4, "rel_pos")
    require_shape(call, rel_pos, (ONE, heads, length, length), "rel_pos")
    if token_offset is not None:
        batch, _ = sizes(call, token_offset, 2, "token_offset")
        require_shape(call, token_offset, (batch, length), "token_offset")
    elif query_layer.rank == 3 and query_layer.shape is not None:
        batch = query_layer.shape[0]
    else:
        batch = call.fresh("the rank of query_layer is unknown")
    return tensor(0, (batch, heads, length, length))
