"""SparseAttentionIndexer and its packed forms: which keys a sparse attention may read.

Version  What changed
1        com.microsoft

How many are selected depends on attributes alone: ``token_budget + compress_ratio - 1`` for the policy
qsa, ``index_topk`` for csa. The kernels are for GPUs; what is demanded is what ONNX Runtime's loader does.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    const,
    divides,
    equal,
    minimum,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import require_shape, same, sizes

_TWO = const(2)
_LARGEST = 2**31 - 1

# The ranks of the inputs, in their order. A table of a rotation of rank 3 has one for each row.
_DENSE = {
    "query": (3, 3), "key": (3, 3), "query_norm_weight": (1, 1), "key_norm_weight": (1, 1),
    "cos_cache": (2, 3), "sin_cache": (2, 3), "mask": (2, 2), "past_key": (3, 3), "gate": (3, 3),
    "position_bias": (2, 2), "head_weights": (3, 3), "position_ids": (2, 2), "past_sequence_length": (1, 1),
    "past_proj_buffer": (4, 4),
}  # fmt: skip
_PACKED = {
    "query": (2, 2), "key": (2, 2), "query_norm_weight": (1, 1), "key_norm_weight": (1, 1),
    "cos_cache": (2, 3), "sin_cache": (2, 3), "cumulative_sequence_lengths": (1, 1),
    "past_sequence_lengths": (1, 1), "gate": (2, 2), "position_bias": (2, 2), "head_weights": (2, 2),
    "position_ids": (1, 1), "past_key_state": (3, 3), "past_kv_buffer": (3, 3), "past_gate_buffer": (3, 3),
    "past_state_lengths": (2, 2), "state_update_capture_count": (1, 1), "state_update_active": (1, 1),
    "indexshare_mode": (1, 1), "merged_indices": (2, 2), "merged_counts": (1, 1), "merged_status": (1, 1),
}  # fmt: skip
_MERGE = {
    "base_indices": (2, 2), "base_counts": (1, 1), "base_row_indices": (1, 1), "range_starts": (1, 1),
    "range_ends": (1, 1), "additional_indices": (2, 2), "additional_counts": (1, 1),
}  # fmt: skip

# The inputs that a policy needs, and the inputs and attributes that it must not have.
_CSA = ("gate", "position_bias", "head_weights", "position_ids", "past_gate_buffer", "past_proj_buffer")
_RANGE, _INDICES = ("range_starts", "range_ends"), ("additional_indices", "additional_counts")
_NEEDED = {"qsa": (), "csa": ("key", *_CSA), "append_range": _RANGE, "append_indices": _INDICES}
_FOREIGN = {
    "qsa": (*_CSA, "index_topk", "head_weight_scale"),
    "csa": ("mask", "state_update_capture_count", "state_update_active", "token_budget"),
    "append_range": _INDICES,
    "append_indices": _RANGE,
}  # fmt: skip

# What may take the place of a selection, all of it or none.
_SHARED = ("indexshare_mode", "merged_indices", "merged_counts", "merged_status")
_HELD = {"qsa": ("default", "hold"), "csa": ("default", "hold", "advance")}

Inputs = dict[str, TensorFact]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def _selected(call: Call, most_ratio: int) -> tuple[str, int, int]:
    """The policy, its ratio, and how many entries every token may select."""
    policy, ratio = call.string("policy_mode"), call.int("compress_ratio")
    if policy not in _HELD or not 1 <= ratio <= most_ratio:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "policy_mode is {policy!r} and compress_ratio {ratio}, needed qsa or csa and 1 to {most}",
            policy=policy, ratio=ratio, most=most_ratio,
        )  # fmt: skip
    name, step = ("token_budget", ratio) if policy == "qsa" else ("index_topk", 1)
    count = call.int(name, 0)
    if count < 1 or count % step or count + step - 1 > _LARGEST:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "{name} is {count} beside policy_mode {policy}, needed a multiple of {step} from 1 to {most}",
            name=name, count=count, policy=policy, step=step, most=_LARGEST - step + 1,
        )  # fmt: skip
    return policy, ratio, count + step - 1


def _given(
    call: Call, policy: str, ranks: Mapping[str, tuple[int, int]], facts: tuple[TensorFact | None, ...]
) -> Inputs:
    """The inputs by name, after checking their ranks and that the policy has them."""
    given = {name: fact for name, fact in zip(ranks, facts, strict=False) if fact is not None}
    for name in _FOREIGN[policy]:
        if name in given or call.has(name):
            call.error(
                codes.VALUE_NOT_ALLOWED, "{name} is given beside policy_mode {policy}, which has none",
                name=name, policy=policy,
            )  # fmt: skip
    for name in _NEEDED[policy]:
        if name in ranks and name not in given:
            call.error(
                codes.VALUE_NOT_ALLOWED, "{name} is left out beside policy_mode {policy}, which needs it",
                name=name, policy=policy,
            )  # fmt: skip
    for name, fact in given.items():
        call.rank(fact, name, at_least=ranks[name][0], at_most=ranks[name][1])
    return given


def _heads(call: Call, given: Inputs) -> tuple[Dim, Dim]:
    """How many heads a query has, and their size; without a key the last one is the key's."""
    query, weight = given["query"], given["query_norm_weight"]
    (size,) = sizes(call, weight, 1, "query_norm_weight")
    call.require_at_least(
        size, 1, codes.EMPTY_REDUCTION, "query_norm_weight is {weight}, needed at least one element",
        weight=weight,
    )  # fmt: skip
    packed = 0 if "key" in given else 1
    heads = call.require_divides(
        size, _last(call, query), codes.NOT_DIVISIBLE,
        "query is {query}, needed a last axis of heads of {size}, as query_norm_weight has",
        query=query, size=size,
    )  # fmt: skip
    call.require_at_least(
        heads, packed + 1, codes.SIZE_LIMIT, "query is {query}, needed at least {least} heads of {size}",
        query=query, least=packed + 1, size=size,
    )  # fmt: skip
    return heads - packed, size


def _last(call: Call, fact: TensorFact) -> Dim:
    return call.fresh("the rank of query is unknown") if fact.shape is None else fact.shape[-1]


@rule("SparseAttentionIndexer", versions=(1,), domain="com.microsoft")
def sparse_attention_indexer(call: Call, *facts: TensorFact | None) -> tuple[TensorFact, ...]:
    policy, ratio, capacity = _selected(call, _LARGEST)
    given = _given(call, policy, _DENSE, facts)
    outputs = 2 if policy == "qsa" else 3
    if len(call.wanted) != outputs:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "{found} outputs are listed, needed {outputs} beside policy_mode {policy}",
            found=len(call.wanted), outputs=outputs, policy=policy,
        )  # fmt: skip
    batch, length, _ = sizes(call, given["query"], 3, "query")
    _, size = _heads(call, given)
    _, before, _ = sizes(call, given["past_key"], 3, "past_key")
    waiting = sizes(call, given.get("past_proj_buffer"), 4, "past_proj_buffer")[2]
    made, left = length, ZERO
    if policy == "csa":
        buffer = given.get("past_proj_buffer")
        require_shape(call, buffer, (_TWO, batch, waiting, size * 2), "past_proj_buffer")
        call.require_at_least(
            const(2 * ratio - 1), waiting, codes.SIZE_LIMIT,
            "past_proj_buffer has {waiting} on axis 2, needed less than 2 * compress_ratio; it is {buffer}",
            waiting=waiting, buffer=buffer,
        )  # fmt: skip
        windows = (waiting + length) // ratio
        made = windows - waiting // ratio
        left = (waiting + length) % ratio + minimum(windows, ONE) * ratio
    present = tensor(0, (batch, before + made, size))
    if "past_sequence_length" in given:
        present = tensor(0, given["past_key"].shape)
    return tensor(0, (batch, length, const(capacity))), present, tensor(0, (_TWO, batch, left, size * 2))


@rule("PackedSparseAttentionIndexer", versions=(1,), domain="com.microsoft")
def packed_sparse_attention_indexer(call: Call, *facts: TensorFact | None) -> tuple[TensorFact, ...]:
    """Every state keeps its shape."""
    policy, ratio, capacity = _selected(call, (_LARGEST + 1) // 2)
    given = _given(call, policy, _PACKED, facts)
    if not 1 <= call.int("state_capacity") <= _LARGEST:
        call.error(
            codes.VALUE_NOT_ALLOWED, "state_capacity is {given}, needed 1 to {most}",
            given=call.int("state_capacity"), most=_LARGEST,
        )  # fmt: skip
    updates = _updates(call, policy, given)
    if _wants(call, 4) != (policy == "csa"):
        call.error(
            codes.VALUE_NOT_ALLOWED, "present_gate_buffer is {what} beside policy_mode {policy}",
            what="wanted" if _wants(call, 4) else "left out", policy=policy,
        )  # fmt: skip
    tokens = sizes(call, given["query"], 2, "query")[0]
    heads, size = _heads(call, given)
    batch = sizes(call, given["past_key_state"], 3, "past_key_state")[0]
    wide = size if policy == "qsa" else size * 2
    for name, shape in {
        "key": (tokens, wide), "key_norm_weight": (size,), "cumulative_sequence_lengths": (batch + 1,),
        "past_sequence_lengths": (batch,), "gate": (tokens, wide), "position_bias": (const(ratio), wide),
        "head_weights": (tokens, heads), "position_ids": (tokens,),
        "past_key_state": (batch, const(call.int("state_capacity")), size),
        "past_kv_buffer": (batch, const(2 * ratio - 1), wide),
        "past_gate_buffer": (batch, const(2 * ratio - 1), wide), "past_state_lengths": (batch, _TWO),
        "state_update_capture_count": (batch,), "state_update_active": (ONE,),
    }.items():  # fmt: skip
        if name not in _FOREIGN[policy]:
            require_shape(call, given.get(name), shape, name)
    _require_rotation(call, policy, given, batch, size)
    entries = _shared_entries(call, policy, given, batch, capacity)
    rows: Shape = (tokens, tokens, tokens)
    if entries:
        rows = call.fresh_shape(3, "a selection is made or taken over")
    return (
        tensor(0, (rows[0], const(entries or capacity))),
        tensor(0, (rows[1],)),
        tensor(0, given["past_key_state"].shape),
        tensor(0, given["past_kv_buffer"].shape),
        tensor(0, given.get("past_gate_buffer", given["past_kv_buffer"]).shape),
        tensor(0, given["past_state_lengths"].shape),
        tensor(0, (batch, const(updates), size)),
        tensor(0, (rows[2],)),
        tensor(0, (batch,)),
    )


def _wants(call: Call, position: int) -> bool:
    return any(call.wanted[position : position + 1])


def _updates(call: Call, policy: str, given: Inputs) -> int:
    """How many updates of the state are kept, which the policy csa has none of."""
    kept = call.int("state_update_capacity", 0)
    most = 8 if policy == "qsa" else 0
    if not 0 <= kept <= most:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "state_update_capacity is {kept} beside policy_mode {policy}, needed 0 to {most}",
            kept=kept, policy=policy, most=most,
        )  # fmt: skip
    elif kept and "state_update_capture_count" not in given:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "state_update_capacity is {kept}, and state_update_capture_count is left out", kept=kept,
        )  # fmt: skip
    if policy == "csa" and _wants(call, 6):
        call.error(codes.VALUE_NOT_ALLOWED, "state_update is wanted beside policy_mode csa, which has none")
    return min(max(kept, 0), most)


def _require_rotation(call: Call, policy: str, given: Inputs, batch: Dim, size: Dim) -> None:
    """Two tables of one shape, with places for a part of a head; with three axes one for each row."""
    cos, sin = given["cos_cache"], given["sin_cache"]
    if cos.shape is None:
        return
    require_shape(call, sin, cos.shape, "sin_cache")
    *rows, places, width = cos.shape
    if rows:
        same(call, "the number of rows of cos_cache and of states", rows[0], batch)
    whole = [divides(_TWO, width)] if policy == "qsa" else []
    turned = width if policy == "qsa" else width * 2
    call.require(
        all_of(at_least(places, ONE), at_least(width, ONE), *whole, at_least(size, turned)),
        codes.SIZE_MISMATCH,
        "cos_cache is {cos}, needed at least one row, and columns for a part of a head of {size}",
        cos=cos, size=size,
    )  # fmt: skip


def _shared_entries(call: Call, policy: str, given: Inputs, batch: Dim, capacity: int) -> int:
    """How many entries a selection has that may be taken over; 0 without one."""
    held, entries = call.string("indexshare_state_policy", "default"), call.int("max_output_entries", 0)
    if held not in _HELD[policy]:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "indexshare_state_policy is {held!r} beside policy_mode {policy}, needed one of {allowed}",
            held=held, policy=policy, allowed=_HELD[policy],
        )  # fmt: skip
    shared = [name for name in _SHARED if name in given]
    low, high = (capacity, _LARGEST) if shared else (0, 0)
    if not low <= entries <= high or len(shared) not in (0, len(_SHARED)) or _wants(call, 7) != bool(shared):
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "max_output_entries is {entries}, needed {low} to {high}, and {names} and indexshare_status, "
            "all of them or none; given are {shared}",
            entries=entries, low=low, high=high, names=_SHARED, shared=tuple(shared),
        )  # fmt: skip
        return 0
    if not shared:
        return 0
    rows = sizes(call, given["merged_indices"], 2, "merged_indices")[0]
    for name, shape in zip(_SHARED, ((ONE,), (rows, const(entries)), (rows,), (rows,)), strict=True):
        require_shape(call, given[name], shape, name)
    call.require(
        any_of(equal(rows, ZERO), equal(rows, batch)), codes.SIZE_MISMATCH,
        "merged_indices has {rows} rows, needed 0 or {batch}, one for each request", rows=rows, batch=batch,
    )  # fmt: skip
    return entries


@rule("PackedSparseAttentionIndexerMerge", versions=(1,), domain="com.microsoft")
def packed_sparse_attention_indexer_merge(call: Call, *facts: TensorFact | None) -> tuple[TensorFact, ...]:
    policy, most = call.string("policy_mode"), call.int("max_output_entries")
    if not policy.startswith("append_") or policy not in _FOREIGN or not 1 <= most <= 2**30:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "policy_mode is {policy!r} and max_output_entries {most}, needed append_range or append_indices "
            "and 1 to 1073741824",
            policy=policy, most=most,
        )  # fmt: skip
    given = _given(call, policy, _MERGE, facts)
    rows = sizes(call, given["base_indices"], 2, "base_indices")[0]
    require_shape(call, given["base_counts"], (rows,), "base_counts")
    queries = sizes(call, given["base_row_indices"], 1, "base_row_indices")[0]
    for name in _NEEDED[policy]:
        if name in given:
            behind = sizes(call, given[name], _MERGE[name][0], name)[1:]
            require_shape(call, given[name], (queries, *behind), name)
    return tensor(0, (queries, const(most))), tensor(0, (queries,)), tensor(0, (queries,))
