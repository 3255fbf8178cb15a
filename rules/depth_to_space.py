"""DepthToSpace, SpaceToDepth: blocks of channels moved into height and width, and back.

Version  What changed
1        ``blocksize``
11       DepthToSpace: ``mode``, the order of the channels
28       SpaceToDepth: ``mode``
13, 28   only more element types

Differences: of the types that are new in 28 the runtime takes any empty input, as it has no kernel for them.
From 1.32 on it refuses a block of more parts than 63 bits count, which the specification does not forbid.
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import DOUBLE, FLOAT, INT8, UINT8
from shapeinfer.rule import (
    REFUTED,
    ZERO,
    Call,
    Dim,
    TensorFact,
    any_of,
    codes,
    const,
    divides,
    equal,
    rule,
    tensor,
)

# The square of a larger one has more than 63 bits.
_LARGEST = 3037000499


@rule("DepthToSpace", versions=(1, 11, 13, 28))
def depth_to_space(call: Call, input: TensorFact) -> TensorFact:
    block = _block(call, input)
    _look_at_mode(call)
    batch, channels, height, width = _dims(call, input)
    return tensor(0, (batch, _parts(call, input, 1, channels, block * block), height * block, width * block))


@rule("SpaceToDepth", versions=(1, 13, 28))
def space_to_depth(call: Call, input: TensorFact) -> TensorFact:
    if call.version >= 28:
        _look_at_mode(call)
    block = _block(call, input)
    batch, channels, height, width = _dims(call, input)
    height, width = _parts(call, input, 2, height, block), _parts(call, input, 3, width, block)
    return tensor(0, (batch, channels * (block * block), height, width))


def _look_at_mode(call: Call) -> None:
    mode = call.string("mode", "DCR")
    if mode not in ("DCR", "CRD"):
        raise call.fail(codes.VALUE_NOT_ALLOWED, "mode is {mode!r}, needed DCR or CRD", mode=mode)


def _block(call: Call, input: TensorFact) -> int:
    call.rank(input, "input", at_least=4, at_most=4)
    block = call.int("blocksize")
    if block < 1:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "blocksize is {block}, needed 1 or more", block=block)
    if block > _LARGEST:
        message = "blocksize is {block}, and ONNX Runtime since 1.32 needs at most {most}"
        call.refused_since("1.32", message, block=block, most=_LARGEST).at_load = True
    return block


def _dims(call: Call, input: TensorFact) -> tuple[Dim, ...]:
    return call.fresh_shape(4, "the input's shape is not known") if input.shape is None else input.shape


def _parts(call: Call, input: TensorFact, axis: int, size: Dim, parts: int) -> Dim:
    message = "axis {axis} of input is {size}, needed a multiple of {parts}; input is {input}"
    args = {"axis": axis, "size": size, "parts": parts, "input": input}
    if not _is_function(call, input):
        return call.require_divides(const(parts), size, codes.NOT_DIVISIBLE, message, **args)
    is_nothing = [equal(other, ZERO) for other in input.shape or () if other.value in (None, 0)]
    verdict = call.require(
        any_of(divides(const(parts), size), *is_nothing), codes.NOT_DIVISIBLE, message, **args
    )
    return call.blamed() if verdict is REFUTED else size // parts


def _is_function(call: Call, input: TensorFact) -> bool:
    """Whether the runtime has no kernel, but computes by a Reshape, which takes all of nothing."""
    return call.version >= 28 and input.elem_type not in (0, FLOAT, DOUBLE, INT8, UINT8)
