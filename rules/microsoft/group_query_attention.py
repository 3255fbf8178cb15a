"""GroupQueryAttention and its kin: few heads of keys and values for many of queries, with a cache.

Version  What changed
1        com.microsoft

Query may hold query, key and value beside each other. A cache is (batch, kv_num_heads, length, head
size). Present is as long as the past that came in, if all tokens fit into it, else as all tokens: so
``max(past, total)``; with ``sliding_window_cache`` it stays as long as the past.

Differences: the CPU kernel asks for a head size that is a multiple of 8, a batch, and either a single
row, a single new token or a first prompt.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import BFLOAT16, INT8, UINT8, elem_type_name
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Dim,
    TensorFact,
    all_of,
    any_of,
    at_least,
    const,
    divides,
    equal,
    is_declared,
    maximum,
    minimum,
    rule,
    tensor,
)
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.index import require_places
from shapeinfer.shapes.inputs import (
    require_one_element,
    require_parameter,
    require_shape,
    same,
    single_size,
    sizes,
)
from shapeinfer.shapes.layers.attention.caches import (
    head_size,
    require_bias,
    require_rotary,
    require_some_rows,
)
from shapeinfer.shapes.layers.columns import require_count

_QUANTIZED = ("NONE", "PER_TENSOR", "PER_CHANNEL")
# What elements of so many bits are stored in: two of 4 bits share a byte.
_CACHES = {4: UINT8, 8: INT8}


class _Heads:
    """The sizes of query, key and value."""

    __slots__ = ("batch", "hidden", "keys", "kv_heads", "length", "size")

    def __init__(
        self, call: Call, query: TensorFact, key: TensorFact | None, value: TensorFact | None
    ) -> None:
        given = (call.int("num_heads"), call.int("kv_num_heads"))
        heads, kv_heads = map(as_int32, given)
        if min(given) < 1 or heads < 1 or kv_heads < 1 or heads % kv_heads:
            raise call.fail(
                codes.GROUP_MISMATCH, "num_heads is {heads}, needed a multiple of kv_num_heads, {kv_heads}",
                heads=heads, kv_heads=kv_heads,
            )  # fmt: skip
        self.kv_heads = const(kv_heads)
        self.batch, self.length, hidden = sizes(call, query, 3, "query")
        self.keys = self.length
        if key is None or value is None:
            if key is not None or value is not None:
                call.error(codes.VALUE_NOT_ALLOWED, "one of key and value is given, needed both or none")
            self.size = head_size(call, hidden, heads + 2 * kv_heads, "query", query)
            self.hidden = self.size * heads
            return
        self.size = head_size(call, hidden, heads, "query", query)
        self.hidden = hidden
        batch, keys, width = sizes(call, key, 3, "key")
        self.batch = same(call, "the batch of query and key", self.batch, batch)
        self.keys = keys
        call.require(
            equal(width, self.size * kv_heads), codes.SIZE_MISMATCH,
            "key has {width} on axis 2, needed {need}: {kv_heads} heads of {size}; key is {key}",
            width=width, need=self.size * kv_heads, kv_heads=kv_heads, size=self.size, key=key,
        )  # fmt: skip
        if key.shape is not None:
            require_shape(call, value, key.shape, "value")

    def cache(self, length: Dim) -> tuple[Dim, ...]:
        """The shape of a cache."""
        return (self.batch, self.kv_heads, length, self.size)


@rule("GroupQueryAttention", versions=(1,), domain="com.microsoft")
def group_query_attention(
    call: Call,
    query: TensorFact,
    key: TensorFact | None,
    value: TensorFact | None,
    past_key: TensorFact | None,
    past_value: TensorFact | None,
    seqlens_k: TensorFact,
    total_sequence_length: TensorFact,
    cos_cache: TensorFact | None = None,
    sin_cache: TensorFact | None = None,
    position_ids: TensorFact | None = None,
    attention_bias: TensorFact | None = None,
    head_sink: TensorFact | None = None,
    k_scale: TensorFact | None = None,
    v_scale: TensorFact | None = None,
    q_norm_weight: TensorFact | None = None,
    k_norm_weight: TensorFact | None = None,
    query_seqlens: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    q = _Heads(call, query, key, value)
    heads = const(as_int32(call.int("num_heads")))
    require_some_rows(call, q.batch)
    require_some_rows(call, q.size, "the head size")
    call.require(
        divides(const(8), q.size), codes.NOT_DIVISIBLE,
        "the head size is {size}, needed a multiple of 8; query is {query}", size=q.size, query=query,
    )  # fmt: skip
    past, packed = _past(call, q, past_key, past_value)
    given = query_seqlens is not None
    total = _total(call, q, total_sequence_length, past, given=given)
    require_count(call, seqlens_k, q.batch, "seqlens_k", "one for each row of the batch")
    _require_seqlens(call, q, seqlens_k, single_size(total_sequence_length), past, cos_cache, given=given)
    _require_tables(call, cos_cache, sin_cache, q.size, single_size(total_sequence_length))
    _require_positions(call, position_ids, q, cos_cache)
    _require_cache(call, past_key, past, seen=past_key is not None and is_declared(past_key))
    _require_scales(call, q, k_scale, v_scale)
    scores = (q.batch, heads, q.length, total)
    require_bias(call, attention_bias, scores)
    require_parameter(call, head_sink, (heads,), "head_sink", "num_heads")
    for fact, name in ((q_norm_weight, "q_norm_weight"), (k_norm_weight, "k_norm_weight")):
        require_parameter(call, fact, (q.size,), name, "the head size")
    if query_seqlens is not None:
        _require_new(call, q, query_seqlens, seqlens_k, past, single_size(total_sequence_length))
    kept = past if past is not None and _slides(call) else _longer(past, total)
    present = (*q.cache(kept)[:3], q.size if packed is None else packed)
    cached = query.elem_type if past_key is None else past_key.elem_type
    return (
        tensor(0, (q.batch, q.length, q.hidden)),
        tensor(cached, present),
        tensor(cached, present),
        tensor(0, scores),
    )


def _require_seqlens(
    call: Call,
    q: _Heads,
    seqlens_k: TensorFact,
    total: Dim | None,
    past: Dim | None,
    cos: TensorFact | None,
    *,
    given: bool,
) -> None:
    """One less than the tokens of each row: all new ones are among them, at which a kernel does not look
    where all tokens are new or query_seqlens is ``given``, and a cache that does not slide has room for them,
    as have the tables that rotate them, whether they are used or not."""
    if _slides(call):
        room = const(2**31)
    elif past is None:
        room = q.keys if total is None else total
    else:
        room = past + q.keys if total is None else maximum(past, total)
    if past is not None and cos is not None and cos.shape:
        room = minimum(room, cos.shape[0])
    old = None if total is None or past is None or _slides(call) or given else total - q.length
    if (_slides(call) and not given) or (old is not None and old.value):
        require_places(call, seqlens_k, q.length - 1, room - 1, "seqlens_k")
        return
    require_places(call, seqlens_k, ZERO, room - 1, "seqlens_k")
    if old is not None and old.value is None:
        require_places(call, seqlens_k, q.length - 1, room - 1, "seqlens_k", unless=(equal(old, ZERO),))


def _require_new(
    call: Call, q: _Heads, new: TensorFact, seqlens_k: TensorFact, past: Dim | None, total: Dim | None
) -> None:
    """How many tokens of each row are new: no more than it has, and those before them are in the past. The
    cache, of the ``total`` if that is more, has room for these and as many as the longest row has."""
    require_parameter(call, new, (q.batch,), "query_seqlens", "one for each row of the batch")
    if past is None:
        call.error(codes.VALUE_NOT_ALLOWED, "query_seqlens is given without past_key and past_value")
        return
    require_places(call, new, ZERO, q.length, "query_seqlens")
    last, counts = (None if f.elements is None else f.elements.dims() for f in (seqlens_k, new))
    for at, count in zip(last or (), counts or (), strict=False):
        before = at + 1 - count
        room = at_least(past, before)
        if total is not None:
            room = all_of(room, at_least(maximum(past, total), before + q.length), at_least(total, at + 1))
        call.require(
            all_of(at_least(before, ZERO), room), codes.SIZE_LIMIT,
            "query_seqlens is {new} beside seqlens_k {last}, needed at most one more than these, and room "
            "for {length} tokens after those before them in a cache of {past}",
            new=new, last=seqlens_k, length=q.length, past=past,
        )  # fmt: skip


def _require_tables(
    call: Call, cos: TensorFact | None, sin: TensorFact | None, size: Dim, total: Dim | None
) -> None:
    """The tables of the rotary embedding are both there or none, whether they are used or not."""
    rotates = call.int("do_rotary", 0) == 1
    if (cos is None) != (sin is None) and not rotates:
        call.error(codes.VALUE_NOT_ALLOWED, "one of cos_cache and sin_cache is given, needed both or none")
    if rotates or (cos is not None and sin is not None):
        require_rotary(call, cos, sin, size // 2, given=True)
    if cos is None or sin is None or cos.shape is None:
        return
    call.require(
        divides(const(16), size), codes.NOT_DIVISIBLE,
        "the head size is {size} beside cos_cache, needed a multiple of 16", size=size,
    )  # fmt: skip
    rows, width = cos.shape
    call.require(
        divides(const(8), width), codes.NOT_DIVISIBLE,
        "cos_cache has {width} on axis 1, needed a multiple of 8; it is {cos}", width=width, cos=cos,
    )  # fmt: skip
    if total is not None:
        call.require_at_least(
            rows, total, codes.SIZE_LIMIT,
            "cos_cache has {rows} rows, needed one for each of {total} tokens; it is {cos}",
            rows=rows, total=total, cos=cos,
        )  # fmt: skip


def _require_positions(call: Call, positions: TensorFact | None, q: _Heads, cos: TensorFact | None) -> None:
    if positions is None or call.rank(positions, "position_ids", at_least=2) is None or not positions.shape:
        return
    rows, length = positions.shape[:2]
    same(call, "the batch of query and position_ids", q.batch, rows)
    call.require_at_least(
        length, q.length, codes.SIZE_MISMATCH,
        "position_ids has {have} on axis 1, needed at least the {length} of query; it is {positions}",
        have=length, length=q.length, positions=positions,
    )  # fmt: skip
    if cos is not None and cos.shape and q.length == ONE and call.int("do_rotary", 0) == 1:
        require_places(call, positions, ZERO, cos.shape[0] - 1, "position_ids")


def _require_cache(call: Call, past_key: TensorFact | None, past: Dim | None, *, seen: bool) -> None:
    """Attributes that tell what the cache holds, and how it is used; ``seen``: a loader knows the
    shape of the past."""
    keys, values = (call.string(f"{name}_quant_type", "NONE").upper() for name in "kv")
    if keys not in _QUANTIZED or values not in _QUANTIZED or keys != values:
        say = call.warn if keys == "NONE" and values in _QUANTIZED else call.error
        say(
            codes.VALUE_NOT_ALLOWED,
            "k_quant_type is {keys} and v_quant_type {values}, needed one of {known} for both",
            keys=keys, values=values, known=_QUANTIZED,
        )  # fmt: skip
    bits, wanted = as_int32(call.int("kv_cache_bit_width", 0)), (0,) if keys == "NONE" else (4, 8)
    if bits not in wanted:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "kv_cache_bit_width is {bits} beside k_quant_type {keys}, needed {wanted}",
            bits=bits, keys=keys, wanted=wanted,
        )  # fmt: skip
    given = 0 if past_key is None else past_key.elem_type
    if keys == "NONE" and given in (INT8, UINT8):
        call.error(
            codes.TYPE_NOT_ALLOWED, "past_key is {past} without a quantization, needed floats", past=past_key
        )
    elif keys != "NONE" and bits in _CACHES and given not in (0, _CACHES[bits]):
        call.error(
            codes.TYPE_NOT_ALLOWED, "past_key is {past} beside kv_cache_bit_width {bits}, needed {kind}",
            past=past_key, bits=bits, kind=elem_type_name(_CACHES[bits]),
        )  # fmt: skip
    _require_sliding(call, past)
    made = as_int32(call.int("qk_output", 0))
    if made not in (0, 1, 2):
        call.error(codes.VALUE_NOT_ALLOWED, "qk_output is {made}, needed 0, 1 or 2", made=made)
    presents = {*call.wanted[1:3], *(False,) * (3 - len(call.wanted))}
    if len(presents) > 1 or (_slides(call) and presents == {False}):
        call.error(
            codes.VALUE_NOT_ALLOWED, "present_key or present_value is left out, needed both{more}",
            more="" if _slides(call) else " or none",
        )  # fmt: skip
    is_wanted = len(call.wanted) > 3 and call.wanted[3]
    if made and not is_wanted:
        call.error(codes.VALUE_NOT_ALLOWED, "qk_output is {made} and its output is left out", made=made)
    if is_wanted and not made and past is not None and seen:
        call.refuse_load(codes.VALUE_NOT_ALLOWED, "output_qk is wanted and qk_output is 0, needed 1 or 2")


def _is_quantized(call: Call) -> bool:
    """Whether the caches hold short integers: where k_quant_type is NONE, v_quant_type is not looked at."""
    return call.string("k_quant_type", "NONE").upper() != "NONE"


def _slides(call: Call) -> bool:
    return call.int("sliding_window_cache", 0) == 1


def _require_sliding(call: Call, past: Dim | None) -> None:
    window = call.int("local_window_size", -1)
    if window != -1 and not call.int("causal", 1):
        call.error(
            codes.VALUE_NOT_ALLOWED, "local_window_size is {window} beside causal 0, needed -1", window=window
        )
    if not _slides(call):
        return
    if window < 1 or past is None:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "sliding_window_cache is given with local_window_size {window}, needed 1 or more and a past",
            window=window,
        )  # fmt: skip
    else:
        call.require_at_least(
            past, window, codes.SIZE_LIMIT,
            "past_key has length {past}, needed at least the {window} of local_window_size",
            past=past, window=window,
        )  # fmt: skip


def _require_scales(call: Call, q: _Heads, k_scale: TensorFact | None, v_scale: TensorFact | None) -> None:
    """A quantized cache has a scale, or one for each element of a head of each head."""
    for fact, letter in ((k_scale, "k"), (v_scale, "v")):
        kind = call.string(f"{letter}_quant_type", "NONE").upper()
        name = f"{letter}_scale"
        if kind == "NONE" or not _is_quantized(call):
            continue
        if fact is None:
            call.error(
                codes.VALUE_NOT_ALLOWED, "{name} is left out beside the quantization {kind}, needed one",
                name=name, kind=kind,
            )  # fmt: skip
        elif kind == "PER_CHANNEL":
            require_count(call, fact, q.kv_heads * q.size, name, "one for each element of all heads")
        else:
            require_count(call, fact, ONE, name, "one for the whole cache")


def _longer(past: Dim | None, total: Dim) -> Dim:
    return total if past is None else maximum(past, total)


def _past(
    call: Call, q: _Heads, past_key: TensorFact | None, past_value: TensorFact | None
) -> tuple[Dim | None, Dim | None]:
    """The length of the cache that comes in, and the width of a packed head; None where there is none."""
    if past_key is None or past_value is None:
        if past_key is not None or past_value is not None:
            call.error(
                codes.VALUE_NOT_ALLOWED, "one of past_key and past_value is given, needed both or none"
            )
        call.require(
            equal(q.keys, q.length), codes.SIZE_MISMATCH,
            "key has length {keys} and query {length}, needed the same length where there is no past",
            keys=q.keys, length=q.length,
        )  # fmt: skip
        return None, None
    _, _, length, width = sizes(call, past_key, 4, "past_key")
    bits = as_int32(call.int("kv_cache_bit_width", 0))
    if not _is_quantized(call) or bits == 8:
        width = q.size
    elif bits == 4:  # two elements share a byte
        width = q.size // 2
    need = (q.batch, q.kv_heads, length, width)
    require_shape(call, past_key, need, "past_key")
    require_shape(call, past_value, need, "past_value")
    call.require(
        any_of(equal(q.keys, q.length), *(() if _slides(call) else (equal(q.keys, ZERO),))),
        codes.SIZE_MISMATCH,
        "key has length {keys} and query {length}, needed the same length{more}",
        keys=q.keys, length=q.length, more="" if _slides(call) else ", or no keys beside a past",
    )  # fmt: skip
    if _slides(call):
        call.require_at_least(
            q.keys, 1, codes.RUNTIME_DIFFERS,
            "key has length {keys} beside sliding_window_cache, and ONNX Runtime needs at least 1",
            keys=q.keys,
        )  # fmt: skip
    return length, width


def _total(call: Call, q: _Heads, fact: TensorFact, past: Dim | None, *, given: bool = False) -> Dim:
    """All tokens, new ones and those before: at least the new ones, at most what is there."""
    require_one_element(call, fact, "total_sequence_length")
    call.rank(fact, "total_sequence_length", at_most=1)
    room = q.keys if past is None else past + q.keys
    total = single_size(fact)
    if total is None:
        return (
            q.keys
            if past is None
            else call.fresh("total_sequence_length is computed from data", q.keys, None if given else room)
        )
    message = "total_sequence_length is {total}, needed {low} to {room} for {keys} new tokens"
    args = {"total": total, "low": maximum(q.keys, ONE), "room": room, "keys": q.keys}
    call.require(at_least(total, maximum(q.keys, ONE)), codes.SIZE_MISMATCH, message, **args)
    if not _slides(call) and not given:  # else query_seqlens tells what has to fit
        fits = at_least(room, total)
        if past is not None and q.keys != ONE:
            # A cache that grows, or one that has room for all.
            fits = any_of(equal(total, room), at_least(past, total))
        call.require(fits, codes.SIZE_MISMATCH, message, **args)
    if past is not None and not given:  # else query_seqlens tells them
        call.require(
            any_of(equal(q.batch, ONE), at_least(ONE, q.length), equal(q.length, total)), codes.SIZE_MISMATCH,
            "{length} new tokens for each of {batch} rows after a past, needed 1 token or 1 row",
            length=q.length, batch=q.batch,
        )  # fmt: skip
        some = at_least(q.length, ONE)
        call.require(some, codes.SIZE_MISMATCH, "{length} new tokens, needed 1 or more", length=q.length)
    return total


@rule("SparseAttention", versions=(1,), domain="com.microsoft")
def sparse_attention(
    call: Call,
    query: TensorFact,
    key: TensorFact | None,
    value: TensorFact | None,
    past_key: TensorFact,
    past_value: TensorFact,
    block_row_indices: TensorFact,
    block_col_indices: TensorFact,
    total_sequence_length: TensorFact,
    key_total_sequence_lengths: TensorFact,
    cos_cache: TensorFact | None = None,
    sin_cache: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    q = _Heads(call, query, key, value)
    _, _, length, _ = sizes(call, past_key, 4, "past_key")
    present = q.cache(length)
    call.require(
        divides(const(8), q.size), codes.NOT_DIVISIBLE,
        "the head size is {size}, needed a multiple of 8; query is {query}", size=q.size, query=query,
    )  # fmt: skip
    same(call, "the length of query and key", q.length, q.keys)
    total = single_size(total_sequence_length)
    if total is not None:
        call.require_at_least(
            length, total, codes.SIZE_LIMIT,
            "total_sequence_length is {total}, needed at most the {length} of past_key",
            total=total, length=length,
        )  # fmt: skip
    require_shape(call, past_key, present, "past_key")
    require_shape(call, past_value, present, "past_value")
    call.rank(block_row_indices, "block_row_indices", at_least=2, at_most=2)
    call.rank(block_col_indices, "block_col_indices", at_least=2, at_most=2)
    call.rank(total_sequence_length, "total_sequence_length", at_most=1)
    require_one_element(call, total_sequence_length, "total_sequence_length")
    require_shape(call, key_total_sequence_lengths, (q.batch,), "key_total_sequence_lengths")
    require_rotary(call, cos_cache, sin_cache, q.size // 2, given=call.int("do_rotary", 0) == 1)
    return tensor(0, (q.batch, q.length, q.hidden)), tensor(0, present), tensor(0, present)


@rule("DynamicSparseAttention", versions=(1,), domain="com.microsoft")
def dynamic_sparse_attention(
    call: Call,
    query: TensorFact,
    key: TensorFact | None,
    value: TensorFact | None,
    past_key: TensorFact | None,
    past_value: TensorFact | None,
    auxiliary_key: TensorFact | None,
    auxiliary_value: TensorFact | None,
    selected_indices: TensorFact,
    selected_counts: TensorFact,
    seqlens_k: TensorFact,
    total_sequence_length: TensorFact,
    *others: TensorFact | None,
) -> tuple[TensorFact, ...]:
    q = _Heads(call, query, key, value)
    past, _ = _past(call, q, past_key, past_value)
    total = _total(call, q, total_sequence_length, past)
    rows = q.batch * q.length
    if selected_indices.shape is not None:
        call.rank(selected_indices, "selected_indices", at_least=2, at_most=2)
        require_shape(call, selected_indices, (rows, selected_indices.shape[-1]), "selected_indices")
    require_shape(call, selected_counts, (rows,), "selected_counts")
    require_count(call, seqlens_k, q.batch, "seqlens_k", "one for each row of the batch")
    present = q.cache(_longer(past, total))
    output = tensor(
        BFLOAT16 if call.int("output_bf16", 0) else query.elem_type, (q.batch, q.length, q.hidden)
    )
    return output, tensor(0, present), tensor(0, present), tensor(0)
