"""PagedAttention, SparsePagedAttention: attention whose caches are blocks of memory, which a table lists.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, Dim, TensorFact, const, is_ranked, rule, tensor
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
    if heads < 1 or kv_heads < 1 or heads % kv_heads:
        raise call.fail(
            codes.GROUP_MISMATCH, "num_heads is {heads}, needed a multiple of kv_num_heads, {kv_heads}",
            heads=heads, kv_heads=kv_heads,
        )  # fmt: skip
    latent = call.op_type == "PagedAttention" and _is_latent(call, value_cache)
    v_size = call.int("v_head_size", 0) if latent else 0
    tokens, width = sizes(call, query, 2, "query")
    sizes(call, key_cache, 4, "key_cache")
    if any(call.wanted[1:]) and not is_ranked(key_cache):
        call.refuse_load(
            codes.RUNTIME_DIFFERS, "key_cache has an unknown rank, and ONNX Runtime reads it at load"
        )
    packed = value is None and not latent
    if packed and is_ranked(query) and width.value is None:
        call.refuse_load(
            codes.RUNTIME_DIFFERS,
            "query is {query} without value, and ONNX Runtime takes its open last axis for 0 at load",
            query=query,
        )
    elif packed:
        call.require_at_least(
            width, 1, codes.EMPTY_REDUCTION, "query is {query}, needed columns of query, key and value",
            query=query,
        )  # fmt: skip
    if latent and key is None and not v_size:
        out = call.fresh("the query of a latent cache is packed")
    else:
        size = head_size(call, width, heads + 2 * kv_heads if packed else heads, "query", query)
        out = _width(call, size, v_size) * heads
    if value_cache is not None and key_cache.shape is not None and not latent:
        require_shape(call, value_cache, key_cache.shape, "value_cache")
    _require_rows(call, cumulative_sequence_length, past_seqlens, block_table)
    caches = (key_cache, key_cache if value_cache is None else value_cache)
    return tensor(0, (tokens, out)), *(tensor(c.elem_type, c.shape) for c in caches)


def _width(call: Call, size: Dim, v_size: int) -> Dim:
    """The head size of the values: ``v_size``, unless it is 0, of a latent cache."""
    call.require_at_least(
        size, v_size, codes.SIZE_LIMIT, "v_head_size is {v_size}, needed at most the {size} of a head",
        v_size=v_size, size=size,
    )  # fmt: skip
    if v_size < 0:
        return call.fresh("v_head_size is negative")
    return const(v_size) if v_size else size


def _is_latent(call: Call, value_cache: TensorFact | None) -> bool:
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
    elif values and value_cache is None:
        call.error(codes.VALUE_NOT_ALLOWED, "value_cache is left out, and the third output needs it")
    return layout == "LATENT"


def _require_rows(call: Call, cumulative: TensorFact, past: TensorFact, table: TensorFact) -> None:
    """Every list is about the rows of one batch."""
    (batch,) = sizes(call, past, 1, "past_seqlens")
    require_shape(call, cumulative, (batch + 1,), "cumulative_sequence_length")
    if table.shape is not None:
        call.rank(table, "block_table", at_least=2, at_most=2)
        require_shape(call, table, (batch, table.shape[1]), "block_table")
