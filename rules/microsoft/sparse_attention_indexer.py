"""SparseAttentionIndexer and its packed forms: which keys a sparse attention may read.

Version  What changed
1        com.microsoft

How many are selected depends on attributes alone: ``token_budget + compress_ratio - 1`` for the policy
qsa, ``index_topk`` for csa.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, Dim, TensorFact, const, rule, tensor
from shapeinfer.shapes.inputs import require_shape, sizes


def _selected(call: Call) -> tuple[str, Dim]:
    """The policy, and how many entries every token may select."""
    policy, ratio = call.string("policy_mode"), call.int("compress_ratio")
    if policy not in ("qsa", "csa") or ratio < 1:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "policy_mode is {policy!r} and compress_ratio {ratio}, needed qsa or csa and 1 or more",
            policy=policy,
            ratio=ratio,
        )
    name = "token_budget" if policy == "qsa" else "index_topk"
    if not call.has(name) or call.int(name) < 1:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "policy_mode is {policy} without {name}", policy=policy, name=name
        )
    return policy, const(call.int(name) + (ratio - 1 if policy == "qsa" else 0))


@rule("SparseAttentionIndexer", versions=(1,), domain="com.microsoft")
def sparse_attention_indexer(
    call: Call,
    query: TensorFact,
    key: TensorFact | None,
    query_norm_weight: TensorFact,
    key_norm_weight: TensorFact,
    cos_cache: TensorFact,
    sin_cache: TensorFact,
    mask: TensorFact | None,
    past_key: TensorFact,
    *others: TensorFact | None,
) -> tuple[TensorFact, ...]:
    policy, capacity = _selected(call)
    batch, length, _ = sizes(call, query, 3, "query")
    rows, before, size = sizes(call, past_key, 3, "past_key")
    past_length = others[4] if len(others) > 4 else None
    if past_length is not None:
        after = before
    elif policy == "qsa":
        after = before + length
    else:
        after = call.fresh("how many keys are compressed depends on the buffer", before)
    buffer = (const(2), batch, call.fresh("what is not compressed yet stays behind"), size * 2)
    return tensor(0, (batch, length, capacity)), tensor(0, (rows, after, size)), tensor(0, buffer)


@rule("PackedSparseAttentionIndexer", versions=(1,), domain="com.microsoft")
def packed_sparse_attention_indexer(
    call: Call,
    query: TensorFact,
    key: TensorFact | None,
    query_norm_weight: TensorFact,
    key_norm_weight: TensorFact,
    cos_cache: TensorFact,
    sin_cache: TensorFact,
    cumulative_sequence_lengths: TensorFact,
    past_sequence_lengths: TensorFact,
    gate: TensorFact | None,
    position_bias: TensorFact | None,
    head_weights: TensorFact | None,
    position_ids: TensorFact | None,
    past_key_state: TensorFact,
    past_kv_buffer: TensorFact,
    past_gate_buffer: TensorFact | None,
    past_state_lengths: TensorFact,
    *others: TensorFact | None,
) -> tuple[TensorFact, ...]:
    """Every state keeps its shape."""
    _, capacity = _selected(call)
    tokens, _ = sizes(call, query, 2, "query")
    batch, _, size = sizes(call, past_key_state, 3, "past_key_state")
    gates = past_kv_buffer if past_gate_buffer is None else past_gate_buffer
    return (
        tensor(0, (tokens, capacity)),
        tensor(0, (tokens,)),
        tensor(0, past_key_state.shape),
        tensor(0, past_kv_buffer.shape),
        tensor(0, gates.shape),
        tensor(0, past_state_lengths.shape),
        tensor(0, (batch, const(max(call.int("state_update_capacity", 0), 0)), size)),
        tensor(0, (tokens,)),
        tensor(0, (batch,)),
    )


@rule("PackedSparseAttentionIndexerMerge", versions=(1,), domain="com.microsoft")
def packed_sparse_attention_indexer_merge(
    call: Call,
    base_indices: TensorFact,
    base_counts: TensorFact,
    base_row_indices: TensorFact,
    *others: TensorFact | None,
) -> tuple[TensorFact, ...]:
    rows, _ = sizes(call, base_indices, 2, "base_indices")
    require_shape(call, base_counts, (rows,), "base_counts")
    (queries,) = sizes(call, base_row_indices, 1, "base_row_indices")
    most = call.int("max_output_entries")
    if not 1 <= most <= 2**30:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "max_output_entries is {most}, needed 1 to 1073741824", most=most
        )
    return tensor(0, (queries, const(most))), tensor(0, (queries,)), tensor(0, (queries,))
