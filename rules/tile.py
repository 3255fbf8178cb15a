"""Tile: copies side by side.

Version  What changed
1        ``tiles`` copies along one ``axis``, both scalars of the input's float type
6        ``repeats`` says how many copies there are along each axis
13       only more element types
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import STRING, bits
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.scalar import ANY, Scalar
from shapeinfer.rule import REFUTED, ZERO, Call, Dim, Shape, TensorFact, codes, const, product, rule, tensor
from shapeinfer.shapes.contents import entries, gathered, repeated, small
from shapeinfer.shapes.lists import require_length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_REASON = "the repeats of the Tile are computed from data"


@rule("Tile", versions=(1,))
def tile_1(call: Call, input: TensorFact, tiles: TensorFact, axis: TensorFact) -> TensorFact:
    if input.shape is None:
        return tensor(0, None, _elements(input, None))
    place, times = axis.as_ints(), entries(tiles)
    if place is None or len(place) != 1:
        return tensor(0, call.fresh_shape(len(input.shape), "the axis of the Tile is computed from data"))
    at = call.axis(place[0], len(input.shape))
    shape = list(input.shape)
    shape[at] = _times(call, shape[at], times[0] if times else ANY, input)
    return tensor(0, shape, _elements(input, tuple(shape)))


@rule("Tile", versions=(6, 13))
def tile_6(call: Call, input: TensorFact, repeats: TensorFact) -> TensorFact:
    call.rank(repeats, "repeats", at_least=1, at_most=1)
    times = entries(repeats)
    if input.shape is None:
        shape = None if times is None else call.fresh_shape(len(times), "the input's rank is not known")
        return tensor(0, shape, _elements(input, None))
    require_length(call, repeats, "repeats", len(input.shape), "one for each axis")
    if times is None:
        return tensor(0, _shape(call, input, (ANY,) * len(input.shape)), _elements(input, None))
    if len(times) != len(input.shape):
        raise call.fail(
            codes.LIST_LENGTH, "repeats has {count} entries, needed {rank}: one for each axis; input is "
            "{input}",
            count=len(times), rank=len(input.shape), input=input,
        )  # fmt: skip
    shape = _shape(call, input, times)
    _require_memory(call, input, shape, times)
    return tensor(0, shape, _elements(input, shape))


def _shape(call: Call, input: TensorFact, times: Sequence[Scalar]) -> Shape:
    return tuple(_times(call, d, n, input) for d, n in zip(input.shape or (), times, strict=True))


# The kernel makes no larger result, in bytes.
_MOST_BYTES = 2**32
_STRING_BITS = 256  # of an object that owns one
# Fewer repeats than this are no reason to state that.
_MANY = 2**20


def _require_memory(call: Call, input: TensorFact, shape: Shape, times: Sequence[Scalar]) -> None:
    """The kernel holds the size of the result against a limit, and each axis where that has no elements."""
    many = [
        d for d, n in zip(shape, times, strict=True)
        if isinstance(n, Dim) and n.value is not None and n.value >= _MANY
    ]  # fmt: skip
    width = _STRING_BITS if input.elem_type == STRING else bits(input.elem_type)
    if not many or width is None:
        return
    most = const(8 * _MOST_BYTES // width)
    message = "the result has {count} elements, and ONNX Runtime tiles up to 4 GiB only"
    count = product(shape)
    if call.require_at_least(most, count, codes.RUNTIME_DIFFERS, message, count=count) is REFUTED:
        return
    along = "the result has {size} on axis {axis}, and ONNX Runtime tiles up to 4 GiB only"
    for axis, size in enumerate(shape):
        if size in many:
            call.require_at_least(most, size, codes.RUNTIME_DIFFERS, along, size=size, axis=axis)


def _times(call: Call, size: Dim, times: Scalar, input: TensorFact) -> Dim:
    if not isinstance(times, Dim):
        return size if size.value == 0 else call.fresh(_REASON)
    verdict = call.require_at_least(
        times, ZERO, codes.NEGATIVE_SIZE, "repeats has {times}, needed 0 or more; input is {input}",
        times=times, input=input,
    )  # fmt: skip
    return call.blamed() if verdict is REFUTED else size * times


def _elements(input: TensorFact, shape: Shape | None) -> Elements | None:
    static = input.static_shape()
    if static is None or small(shape) is None:
        return repeated(input)
    return gathered(input, shape, lambda index: tuple(i % n for i, n in zip(index, static, strict=True)))
