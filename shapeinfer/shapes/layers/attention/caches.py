"""Attention of com.microsoft: inputs with packed heads, caches of keys and values, masks and biases.

Sizes are named as in the operators' documentation: batch, heads, length, head size.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    PROVED,
    ZERO,
    Call,
    Condition,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    const,
    divides,
    equal,
    expands_to,
)
from shapeinfer.shapes.inputs import require_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def head_size(
    call: Call, hidden: Dim, heads: int, name: str, fact: TensorFact, *, empty: Sequence[Dim] = (),
    rounded: bool = False,
) -> Dim:  # fmt: skip
    """``hidden / heads``, after stating that it is whole, unless one of the sizes ``empty`` is 0. With
    ``rounded`` it is rounded down then, and is unknown otherwise."""
    if heads < 1:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "the number of heads is {heads}, needed at least 1", heads=heads
        )
    message = "{name} has a last axis of {hidden}, needed a multiple of the {heads} heads; {name} is {fact}"
    args = {"name": name, "hidden": hidden, "heads": heads, "fact": fact}
    whole = divides(const(heads), hidden)
    if whole.verdict() is not PROVED:
        # Of sizes with names it is left unsaid: nobody asks for nothing.
        by_data = [size for size in empty if not all(symbol.named for symbol in size.symbols())]
        if by_data:
            ways = [equal(size, ZERO) for size in by_data]
            call.require(any_of(whole, *ways), codes.NOT_DIVISIBLE, message, **args)
        if by_data or ZERO in empty:
            if rounded:
                return hidden // heads
            return call.fresh("the heads are not looked at where nothing is computed")
    return call.require_divides(const(heads), hidden, codes.NOT_DIVISIBLE, message, **args)


def require_bias(call: Call, bias: TensorFact | None, scores: Shape, name: str = "attention_bias") -> None:
    """What is added to the scores (batch, heads, length, total); batch and heads may be 1."""
    if bias is None or call.rank(bias, name, at_least=4, at_most=4) is None or bias.shape is None:
        return
    for axis, (have, need) in enumerate(zip(bias.shape, scores, strict=True)):
        call.require(
            expands_to(have, need) if axis < 2 else equal(have, need), codes.SIZE_MISMATCH,
            "{name} has {have} on axis {axis}, needed {need}{more}; {name} is {bias}",
            name=name, have=have, axis=axis, need=need, more=" or 1" if axis < 2 else "", bias=bias,
        )  # fmt: skip


def require_mask(call: Call, mask: TensorFact | None, shapes: tuple[Shape, ...], name: str) -> None:
    """A mask has one of these shapes."""
    if mask is None or mask.shape is None:
        return
    fitting = [shape for shape in shapes if len(shape) == len(mask.shape or ())]
    ranks = sorted({len(shape) for shape in shapes})
    if not fitting:
        raise call.fail(
            codes.WRONG_RANK, "{name} has rank {rank}, needed one of {ranks}; {name} is {mask}",
            name=name, rank=len(mask.shape), ranks=tuple(ranks), mask=mask,
        )  # fmt: skip
    need = any_of(*(_alike(mask.shape, shape) for shape in fitting))
    call.require(
        need, codes.SIZE_MISMATCH, "{name} is {mask}, needed the sizes {shapes}",
        name=name, mask=mask, shapes=" or ".join(_text(s) for s in fitting),
    )  # fmt: skip


def _alike(a: Shape, b: Shape) -> Condition:
    return all_of(*(equal(x, y) for x, y in zip(a, b, strict=True)))


def _text(shape: Shape) -> str:
    return f"({', '.join(map(str, shape))})"


def require_some_rows(call: Call, batch: Dim, what: str = "the batch") -> None:
    """The runtime divides by the batch and dies where it is empty: a warning, as nothing forbids it."""
    call.require_at_least(
        batch, 1, codes.RUNTIME_DIFFERS, "{what} is {batch}, and ONNX Runtime needs at least 1",
        what=what, batch=batch,
    )  # fmt: skip


def require_rotary(
    call: Call, cos: TensorFact | None, sin: TensorFact | None, half: Dim, *, given: bool
) -> None:
    """Both tables, of one shape, no wider than half a head; ``given``: the attribute asks for them."""
    if not given:
        return
    if cos is None or sin is None:
        call.error(codes.VALUE_NOT_ALLOWED, "do_rotary is 1 without cos_cache and sin_cache, needed both")
        return
    for fact, name in ((cos, "cos_cache"), (sin, "sin_cache")):
        call.rank(fact, name, at_least=2, at_most=2)
    if cos.shape is None or sin.shape is None:
        return
    require_shape(call, sin, cos.shape, "sin_cache")
    call.require_at_least(
        half, cos.shape[1], codes.SIZE_MISMATCH,
        "cos_cache has {have} on axis 1, needed at most the {half} of half a head; cos_cache is {cos}",
        have=cos.shape[1], half=half, cos=cos,
    )  # fmt: skip
