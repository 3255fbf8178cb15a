"""RotaryEmbedding and its kin, RMSNormRotary: turn pairs of elements by their position.

Version  What changed
1        com.microsoft

The tables hold (positions, half of what is turned); how many heads a rank-3 input has follows from
``num_heads``, or from the width of the tables.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import BFLOAT16, FLOAT, FLOAT16
from shapeinfer.rule import (
    ONE,
    REFUTED,
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
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.index import require_places
from shapeinfer.shapes.inputs import require_shape, sizes
from shapeinfer.shapes.layers.attention.caches import head_size


@rule("RotaryEmbedding", versions=(1,), domain="com.microsoft")
def rotary_embedding(
    call: Call, input: TensorFact, position_ids: TensorFact, cos_cache: TensorFact, sin_cache: TensorFact
) -> TensorFact:
    found = _turned(call, input, cos_cache, sin_cache)
    call.rank(position_ids, "position_ids", at_most=2)
    if found is None or position_ids.shape is None:
        return tensor(0, input.shape)
    batch, length = found
    if len(position_ids.shape) == 2:
        require_shape(call, position_ids, (batch, length), "position_ids")
    else:
        call.require(
            equal(product(position_ids.shape), ONE), codes.SIZE_MISMATCH,
            "position_ids is {ids}, needed one element or ({batch}, {length})",
            ids=position_ids, batch=batch, length=length,
        )  # fmt: skip
    _require_table(call, cos_cache, length)
    if cos_cache.shape is not None:
        rows = cos_cache.shape[0]
        many = len(position_ids.shape) == 2
        require_places(call, position_ids, ZERO, rows - (1 if many else length), "position_ids")
    return tensor(0, input.shape)


@rule("MRotaryEmbedding", versions=(1,), domain="com.microsoft")
def mrotary_embedding(
    call: Call, input: TensorFact, position_ids: TensorFact, cos_cache: TensorFact, sin_cache: TensorFact
) -> TensorFact:
    if input.rank == 3 and call.int("num_heads", 0) < 1:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "num_heads is {heads}, needed at least 1 for an input of rank 3; it is {input}",
            heads=call.int("num_heads", 0),
            input=input,
        )
    found = _turned(call, input, cos_cache, sin_cache)
    if found is not None:
        require_shape(call, position_ids, (const(3), *found), "position_ids")
        _require_table(call, cos_cache, found[1])
    if cos_cache.shape is not None:
        require_places(call, position_ids, ZERO, cos_cache.shape[0] - 1, "position_ids")
    sections = call.ints("mrope_section") or ()
    part = call.int("rotary_embedding_dim", 0)
    if not part and input.shape is not None:
        both = const(2 if len(input.shape) == 4 else 2 * max(call.int("num_heads", 0), 1))
        call.require(
            any_of(divides(both, input.shape[-1]), *(equal(size, ZERO) for size in input.shape)),
            codes.NOT_DIVISIBLE, "input is {input}, needed heads of an even number of columns", input=input,
        )  # fmt: skip
    if len(sections) != 3 or min(sections) < 0:
        call.error(
            codes.LIST_LENGTH, "mrope_section is {sections}, needed 3 sizes of 0 or more", sections=sections
        )
    elif part % 2:
        call.error(codes.NOT_DIVISIBLE, "rotary_embedding_dim is {part}, needed an even number", part=part)
    elif part or (cos_cache.shape is not None and len(cos_cache.shape) == 2):
        half = const(part // 2) if part or cos_cache.shape is None else cos_cache.shape[1]
        call.require(
            equal(half, const(sum(sections))), codes.SIZE_MISMATCH,
            "mrope_section is {sections}, needed a sum of {half}; cos_cache is {cos}",
            sections=sections, half=half, cos=cos_cache,
        )  # fmt: skip
    return tensor(0, input.shape)


def _turned(call: Call, input: TensorFact, cos: TensorFact, sin: TensorFact) -> tuple[Dim, Dim] | None:
    """Batch and length, after stating that the tables fit the heads."""
    for name in ("num_heads", "rotary_embedding_dim"):
        if not 0 <= call.int(name, 0) < 2**31:
            raise call.fail(
                codes.VALUE_NOT_ALLOWED, "{name} is {value}, needed 0 to 2147483647",
                name=name, value=call.int(name),
            )  # fmt: skip
    if call.int("rotary_embedding_dim", 0) and not call.int("num_heads", 0):
        call.error(
            codes.VALUE_NOT_ALLOWED, "rotary_embedding_dim is {part} and num_heads is not given, needed both",
            part=call.int("rotary_embedding_dim"),
        )  # fmt: skip
    call.rank(input, "input", at_least=3, at_most=4)
    for fact, name in ((cos, "cos_cache"), (sin, "sin_cache")):
        call.rank(fact, name, at_least=2, at_most=2)
    if cos.shape is not None:
        require_shape(call, sin, cos.shape, "sin_cache")
    if input.shape is None:
        return None
    part, heads = call.int("rotary_embedding_dim", 0), call.int("num_heads", 0)
    if len(input.shape) == 4:
        size, length = input.shape[3], input.shape[2]
    else:
        length, hidden = input.shape[1], input.shape[2]
        if heads:
            size = head_size(call, hidden, heads, "input", input)
        elif cos.shape is not None:
            size = cos.shape[1] * 2
            if ZERO in input.shape and size == ZERO:
                return input.shape[0], length
            # Of nothing, as data may tell, a head may have no elements.
            by_data = [d for d in input.shape if not all(symbol.named for symbol in d.symbols())]
            emptied = any_of(*(equal(d, ZERO) for d in by_data))
            fits = call.require(
                any_of(at_least(size, ONE), emptied), codes.VALUE_NOT_ALLOWED,
                "cos_cache has {half} on axis 1 and num_heads is not given, needed at least 1; it is {cos}",
                half=cos.shape[1], cos=cos,
            )  # fmt: skip
            if fits is REFUTED:
                return input.shape[0], length
            call.require(
                any_of(divides(size, hidden), all_of(equal(size, ZERO), emptied)), codes.NOT_DIVISIBLE,
                "input has a last axis of {hidden}, needed a multiple of the {size} of a head; input is "
                "{input}", hidden=hidden, size=size, input=input,
            )  # fmt: skip
        else:
            return input.shape[0], length
    if part:
        call.require_at_least(
            size, part, codes.SIZE_LIMIT,
            "rotary_embedding_dim is {part}, needed at most the {size} of a head", part=part, size=size,
        )  # fmt: skip
    if cos.shape is not None:
        turned = const(part) if part else size
        # Of no heads, or no rows, without elements nothing is turned.
        nothing = [equal(count, ZERO) for count in input.shape[:-1]] if size == ZERO else []
        call.require(
            any_of(equal(cos.shape[1], turned // 2), equal(cos.shape[1], size // 2), *nothing),
            codes.SIZE_MISMATCH,
            "cos_cache has {have} on axis 1, needed half of the {turned} that are turned; cos_cache is {cos}",
            have=cos.shape[1], turned=turned, cos=cos,
        )  # fmt: skip
    return input.shape[0], length


def _require_table(call: Call, cos: TensorFact, length: Dim) -> None:
    if cos.shape is not None and call.int("is_packed_batching", 0) != 1:
        call.require_at_least(
            cos.shape[0], length, codes.SIZE_LIMIT,
            "cos_cache has {rows} rows, needed one for each of {length} positions; it is {cos}",
            rows=cos.shape[0], length=length, cos=cos,
        )  # fmt: skip


@rule("GemmaRotaryEmbedding", versions=(1,), domain="com.microsoft")
def gemma_rotary_embedding(
    call: Call, emb: TensorFact, q: TensorFact, q_rot: TensorFact, k: TensorFact, k_rot: TensorFact
) -> tuple[TensorFact, TensorFact]:
    batch, length, width = sizes(call, emb, 3, "emb")
    made = []
    for name, fact, turned in (("q", q, q_rot), ("k", k, k_rot)):
        have = sizes(call, fact, 4, name)
        wanted = (batch, have[1], length, width)
        require_shape(call, fact, wanted, name)
        require_shape(call, turned, wanted, f"{name}_rot")
        # A loader infers the shape of q or k, so its numbers come before those of emb.
        made.append(tensor(0, [b if a.value is None else a for a, b in zip(have, wanted, strict=True)]))
    return made[0], made[1]


@rule("RMSNormRotary", versions=(1,), domain="com.microsoft")
def rms_norm_rotary(
    call: Call,
    X: TensorFact,
    scale: TensorFact,
    position_ids: TensorFact,
    cosine: TensorFact,
    sine: TensorFact,
    prefill_numerics: TensorFact | None = None,
) -> tuple[TensorFact, TensorFact]:
    """A slice of the last axis, normalized; then its first elements are turned."""
    dtype = FLOAT16 if call.int("output_fp16", 0) else BFLOAT16
    batch, length, heads, stride = sizes(call, X, 4, "X")
    given, start = call.int("input_width", 0), call.int("input_start", 0)
    width = const(given) if given else stride
    call.require_at_least(
        stride, width + start, codes.SIZE_LIMIT,
        "the last axis of X has {stride}, needed {width} from {start} on; X is {X}",
        stride=stride, width=width, start=start, X=X,
    )  # fmt: skip
    require_shape(call, scale, (width,), "scale")
    rows, _ = sizes(call, cosine, 2, "cosine")
    for fact, name in ((cosine, "cosine"), (sine, "sine")):
        require_shape(call, fact, (rows, const(call.int("rotary_embedding_dim") // 2)), name)
    front = (ONE, batch * length) if call.int("flatten_batch", 0) else (batch, length)
    return tensor(dtype, (*front, heads * width)), tensor(FLOAT, (batch, length, heads, width))
