"""Attention: each query is multiplied with each key, and each of these scores with a value.

A causal mask, a window or a mask of data leaves out about half or more of it; what is left out is counted, as
kernels that multiply whole matrices do. Softmax, scaling and rotations are elementwise.
"""

from __future__ import annotations

from shapeinfer.costs.asked import Asked, Unknown, formula
from shapeinfer.dims import ZERO, Dim, product


def scores(batch_heads: Dim, queries: Dim, keys: Dim, size: Dim, v_size: Dim) -> Dim:
    """Queries times keys, scores times values."""
    return batch_heads * queries * keys * (size + v_size)


@formula("Attention", "ai.onnx.preview:FlexAttention")
def attention(asked: Asked) -> Dim:
    """Q, K and V are (batch, heads, length, size), or (batch, length, heads * size)."""
    q, k, v = asked.shape("Q"), asked.shape("K"), asked.shape("V")
    past = asked.fact("past_key")
    before = asked.shape("past_key", rank=4)[2] if past is not None else ZERO
    if len(q) == 4:
        return scores(product(q[:2]), q[2], k[2] + before, q[3], v[3])
    if len(q) != 3 or len(v) != 3:
        raise Unknown("rank")
    heads, kv_heads = asked.number("q_num_heads"), asked.number("kv_num_heads")
    if not heads or not kv_heads:
        raise Unknown("no heads")
    return scores(q[0], q[1], k[1] + before, q[2], v[2] // kv_heads * heads)


@formula("com.microsoft:Attention", "com.microsoft:QAttention")
def fused_attention(asked: Asked) -> Dim:
    """Three projections in one product, then attention over past and input. ``qkv_hidden_sizes`` tells the
    three widths where they differ."""
    batch, length, _ = asked.shape("input", rank=3)
    weights = asked.shape("weights", "weight", rank=2)
    widths = asked.numbers("qkv_hidden_sizes")
    if widths is not None and len(widths) == 3:
        both = widths[0] + widths[2]
        projected = product((batch, length, weights[0])) * sum(widths)
        return projected + batch * length * _with_past(asked, length) * both
    width = weights[1] // 3
    projected = batch * length * product(weights)
    return projected + batch * length * _with_past(asked, length) * width * 2


def _with_past(asked: Asked, length: Dim) -> Dim:
    """Past is (2, batch, heads, length, size)."""
    return length + asked.shape("past", rank=5)[3] if asked.has("past") else length


@formula("com.microsoft:DecoderMaskedSelfAttention")
def decoder_attention(asked: Asked) -> Dim:
    """As Attention, over a cache whose whole length is counted: how much of it is used is data."""
    batch, length, _ = asked.shape("input", rank=3)
    weights = asked.shape("weights", rank=2)
    cache = asked.shape("past", rank=5)[3]
    return batch * length * (product(weights) + cache * (weights[1] // 3) * 2)


@formula("com.microsoft:MultiHeadAttention")
def multi_head_attention(asked: Asked) -> Dim:
    """Query (batch, length, width); key and value alike, or (batch, heads, length, size), or packed into the
    others as (batch, length, heads, 2 or 3, size)."""
    query = asked.shape("query")
    batch, length = query[0], query[1]
    before = asked.shape("past_key", rank=4)[2] if asked.has("past_key") else ZERO
    if len(query) == 5:
        width = query[2] * query[4]
        return scores(batch, length, length + before, width, width)
    width = asked.shape("query", rank=3)[2]
    key = asked.shape("key")
    v_width = asked.made(rank=3)[2]
    keys = key[2] if len(key) == 4 else key[1]
    return scores(batch, length, keys + before, width, v_width)


@formula("com.microsoft:DecoderMaskedMultiHeadAttention")
def decoder_multi_head_attention(asked: Asked) -> Dim:
    """One new token over a cache, or over another model's keys; the cache's whole length is counted."""
    batch, length, width = asked.shape("query", rank=3)
    key = asked.fact("key")
    if asked.has("past_key"):
        keys = asked.shape("past_key", rank=4)[2]
    elif key is not None and key.shape is not None and len(key.shape) == 4:
        keys = key.shape[2]
    else:
        keys = length
    return scores(batch, length, keys, width, asked.made(rank=3)[2])


@formula("com.microsoft:GroupQueryAttention")
def group_query_attention(asked: Asked) -> Dim:
    """Each query head with the keys of its group. Query may hold all three beside each other. All keys that
    there are now are counted: as ``total_sequence_length`` says where that is known, else the whole cache."""
    batch, length, width = asked.shape("query", rank=3)
    heads = asked.number("num_heads")
    if not asked.has("key"):
        width = width // (heads + 2 * asked.number("kv_num_heads")) * heads
    said = asked.fact("total_sequence_length")
    known = None if said is None else said.as_dims()
    keys = known[0] if known and len(known) == 1 else asked.made(1, rank=4)[2]
    return scores(batch, length, keys, width, width)


@formula("LinearAttention", "com.microsoft:LinearAttention")
def linear_attention(asked: Asked) -> Dim:
    """Each token adds its key times its value to a state of (key size, value size) for each head of keys, and
    reads the state with each of its queries; with a delta rule the state is read with the key too."""
    batch, length, _ = asked.shape("query", rank=3)
    kv_heads, key_size, v_size = asked.made(1)[-3:]
    delta = "delta" in asked.text("update_rule", "gated_delta")
    q_heads = asked.number("q_num_heads")
    return batch * length * key_size * v_size * (kv_heads * (2 if delta else 1) + q_heads)


@formula("com.microsoft:GatedDeltaNet")
def gated_delta_net(asked: Asked) -> Dim:
    """As LinearAttention with a delta rule. The output is (tokens, heads, value size), the state (rows,
    heads, value size, key size); each head of values has its own state."""
    delta = "delta" in asked.text("update_rule", "gated_delta")
    return product(asked.made(0)) * asked.made(1, rank=4)[3] * (3 if delta else 2)


@formula("com.microsoft:QOrderedAttention")
def ordered_attention(asked: Asked) -> Dim:
    """As Attention, with a matrix each for queries, keys and values, of (features, width)."""
    batch, length, _ = asked.shape("input", rank=3)
    q, k, v = (asked.shape(name, rank=2) for name in ("Q_weight", "K_weight", "V_weight"))
    projected = batch * length * (product(q) + product(k) + product(v))
    return projected + batch * length * _with_past(asked, length) * (q[1] + v[1])
