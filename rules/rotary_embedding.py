"""RotaryEmbedding: turns pairs of elements by an angle that goes with their position.

Version  What changed
23       the first version

The caches are (positions, half) beside ``position_ids``, and (batch, length, half) without.

Differences: the runtime takes no sequence longer than the caches, whatever its positions are.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ZERO, Call, Dim, TensorFact, const, rule, tensor
from shapeinfer.shapes.index import require_indices, require_places
from shapeinfer.shapes.inputs import require_same, require_shape
from shapeinfer.shapes.layers.attention.heads import Heads, heads_of

_REFUSED = (
    ("num_heads", "num_heads is {number}, and ONNX Runtime refuses all but 0 to 2147483647"),
    (
        "rotary_embedding_dim",
        "rotary_embedding_dim is {number}, and ONNX Runtime refuses all but 0 to 2147483647",
    ),
)


@rule("RotaryEmbedding", versions=(23,))
def rotary_embedding(
    call: Call,
    X: TensorFact,
    cos_cache: TensorFact,
    sin_cache: TensorFact,
    position_ids: TensorFact | None = None,
) -> TensorFact:
    x = heads_of(call, X, "X", "num_heads")
    for name, message in _REFUSED:
        number = call.int(name, 0)
        if not 0 <= number < 2**31:
            call.error(codes.RUNTIME_DIFFERS, message, number=number)
    rank = 3 if position_ids is None else 2
    for fact, name in ((cos_cache, "cos_cache"), (sin_cache, "sin_cache")):
        call.rank(fact, name, at_least=rank, at_most=rank)
    if cos_cache.shape is not None and sin_cache.shape is not None:
        for axis, (c, s) in enumerate(zip(cos_cache.shape, sin_cache.shape, strict=True)):
            require_same(call, f"axis {axis}", c, s, "cos_cache", "sin_cache")
    if x is None:
        return tensor(0)
    if position_ids is not None:
        require_shape(call, position_ids, (x.batch, x.length), "position_ids")
        known = position_ids.elements
        if known is not None and known.items is not None and cos_cache.shape:
            require_places(call, position_ids, ZERO, cos_cache.shape[0] - 1, "position_ids")
        elif known is not None and cos_cache.shape:
            require_indices(call, position_ids, cos_cache.shape[0], 0, cos_cache, name="position_ids")
    if cos_cache.shape is not None:
        _require_cache(call, cos_cache, x)
    return tensor(0, X.shape)


def _require_cache(call: Call, cache: TensorFact, x: Heads) -> None:
    half = _turned(call, x) // 2
    sizes = cache.shape or ()
    if len(sizes) == 3:
        require_shape(call, cache, (x.batch, x.length, half), "cos_cache")
        return
    call.require_at_least(
        sizes[0], x.length, codes.SIZE_LIMIT,
        "the sequence has {length} places, needed at most the {most} of cos_cache; cos_cache is {cache}",
        length=x.length, most=sizes[0], cache=cache,
    )  # fmt: skip
    require_shape(call, cache, (sizes[0], half), "cos_cache")


def _turned(call: Call, x: Heads) -> Dim:
    """How many elements of a head are turned."""
    part = call.int("rotary_embedding_dim", 0)
    if part <= 0:
        return x.size
    call.require_at_least(
        x.size, part, codes.VALUE_NOT_ALLOWED,
        "rotary_embedding_dim is {part}, needed at most the {size} of a head", part=part, size=x.size,
    )  # fmt: skip
    return const(part)
