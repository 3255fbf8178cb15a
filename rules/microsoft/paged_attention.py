"""PagedAttention, SparsePagedAttention: attention whose caches are blocks of memory, which a table lists.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, TensorFact, const, is_ranked, rule, tensor
from shapeinfer.shapes.inputs import require_shape, sizes
from shapeinfer.shapes.layers.attention.caches import head_size

_LAYOUTS = ("SEPARATE", "LATENT")


@rule(("PagedAttention", "SparsePagedAttention"), versions=(1,), domain="com.microsoft")
def paged_attention(
    call: Call,
    query: TensorFact,
    key: TensorFact | None,
    value: TensorFact | None,
    key_cache: TensorFact,
    value_cache: TensorFact | None,
    cumulative_sequence_length: TensorFact,
    past_seqlens: TensorFact,
    block_table: TensorFact,
    *others: TensorFact | None,
) -> tuple[TensorFact, ...]:
    """Tokens of all rows one after another; the caches are written in place."""
    heads, kv_heads = call.int("num_heads"), call.int("kv_num_heads")
    if kv_heads < 1 or heads % kv_heads:
        raise call.fail(
            codes.GROUP_MISMATCH, "num_heads is {heads}, needed a multiple of kv_num_heads, {kv_heads}",
            heads=heads, kv_heads=kv_heads,
        )  # fmt: skip
    latent = call.op_type == "PagedAttention" and _is_latent(call)
    tokens, width = sizes(call, query, 2, "query")
    sizes(call, key_cache, 4, "key_cache")
    if any(call.wanted[1:]) and not is_ranked(key_cache):
        call.refuse_load(
            codes.RUNTIME_DIFFERS, "key_cache has an unknown rank, and ONNX Runtime reads it at load"
        )
    packed = key is None
    size = head_size(call, width, heads + 2 * kv_heads if packed else heads, "query", query)
    if packed and latent:
        size = call.fresh("the query of a latent cache is packed")
    out = size * heads
    if latent and call.int("v_head_size", 0):
        out = const(call.int("v_head_size") * heads)
    if value_cache is not None and key_cache.shape is not None and not latent:
        require_shape(call, value_cache, key_cache.shape, "value_cache")
    _require_rows(call, cumulative_sequence_length, past_seqlens, block_table)
    caches = (key_cache, key_cache if value_cache is None else value_cache)
    return tensor(0, (tokens, out)), *(tensor(c.elem_type, c.shape) for c in caches)


def _is_latent(call: Call) -> bool:
    """Whether one cache holds both keys and values; else both caches are written, or none."""
    layout = call.string("kv_cache_layout", "SEPARATE")
    if layout not in _LAYOUTS:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "kv_cache_layout is {layout!r}, needed one of {allowed}",
            layout=layout, allowed=_LAYOUTS,
        )  # fmt: skip
    keys, values = (*call.wanted[1:3], False, False)[:2]
    if layout == "LATENT":
        if values:
            call.error(
                codes.VALUE_NOT_ALLOWED,
                "value_cache_out is wanted beside kv_cache_layout LATENT, which has none",
            )
    elif keys != values:
        call.error(
            codes.VALUE_NOT_ALLOWED, "key_cache_out or value_cache_out is left out, needed both or none"
        )
    return layout == "LATENT"


def _require_rows(call: Call, cumulative: TensorFact, past: TensorFact, table: TensorFact) -> None:
    """Every list is about the rows of one batch."""
    (batch,) = sizes(call, past, 1, "past_seqlens")
    require_shape(call, cumulative, (batch + 1,), "cumulative_sequence_length")
    if table.shape is not None:
        call.rank(table, "block_table", at_least=2, at_most=2)
        require_shape(call, table, (batch, table.shape[1]), "block_table")
