"""Reductions: the shape that is left when some axes are reduced, and the elements of small tensors."""

from __future__ import annotations

import itertools

from shapeinfer import codes
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import is_float, significand_bits
from shapeinfer.facts.elements import Elements, indices, of, strides
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    ONE,
    REDUCED,
    RELEASES,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    all_of,
    at_least,
    const,
    may_be_empty,
)
from shapeinfer.shapes.arithmetic import contents, exactly, settled, worth
from shapeinfer.shapes.index import only_if_empty
from shapeinfer.shapes.inputs import loaded_axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def reduced_axes(call: Call, axes: Sequence[int], shape: Shape, *, seen: bool = False) -> tuple[int, ...]:
    """The axes counted from the front, each once: runtimes ignore repetitions.

    A scalar has no axes. Runtimes take any for it, but for a loader that sees them (``seen``). Of an
    input that is surely empty some releases take axes that are none."""
    rank = len(shape)
    if not rank:
        if axes and seen:
            message = "axes are {axes}, and the input has rank 0"
            call.refuse_load(codes.AXIS_OUT_OF_RANGE, message, axes=tuple(axes))
        return ()
    outside = [axis for axis in axes if not -rank <= axis < rank]
    if outside and seen and call.loading:
        loaded_axis(call, outside[0], shape, "axes")
    elif ZERO in shape and outside:
        call.refused_since(
            "1.32",
            "axes are {axes} for an empty input, and ONNX Runtime needs {low} to {most} since 1.32",
            axes=tuple(axes), low=-rank, most=rank - 1,
        )  # fmt: skip
    elif ZERO in shape and any(axis < 0 for axis in axes):
        call.warn(
            codes.RUNTIME_DIFFERS,
            "axes are {axes} for an empty input, where ONNX Runtime before 1.32 looks for {most} at most",
            axes=tuple(axes), most=rank - 1,
        )  # fmt: skip
    if ZERO in shape:
        return tuple(sorted({axis % rank for axis in axes if -rank <= axis < rank}))
    if outside and not seen and all(only_if_empty(call, axis, shape) for axis in outside):
        return tuple(sorted({axis for axis in axes if 0 <= axis < rank}))
    if any(axis < 0 for axis in axes):
        _suppose_elements(call, axes, shape)
    return tuple(sorted({call.axis(axis, rank, "axes") for axis in axes}))


def suppose_axes(call: Call, axes: Sequence[Scalar], rank: int) -> None:
    """Computed axes of what is surely empty: newer releases look whether they are axes."""
    for axis in axes:
        if isinstance(axis, Dim) and axis.value is None:
            call.suppose(
                all_of(at_least(axis, const(-rank)), at_least(const(rank - 1), axis)), codes.RUNTIME_DIFFERS,
                "axis is {axis} for an empty input, and ONNX Runtime needs {low} to {most} since 1.32",
                axis=axis, low=-rank, most=rank - 1,
            )  # fmt: skip


def reduced(
    call: Call, shape: Shape, axes: Sequence[int], given: Sequence[int], *, keepdims: bool
) -> Shape | None:
    """The shape after reducing ``axes``, which were written as ``given``.

    Of an empty input, ONNX Runtime before 1.32 forgets the negative ones, and 1.32 does not: what holds for
    both is returned."""
    shape_now = reduced_shape(shape, axes, keepdims=keepdims)
    if ZERO not in shape or all(axis >= 0 for axis in given):
        return shape_now
    shape_before = reduced_shape(shape, [axis for axis in axes if axis in given], keepdims=keepdims)
    return call.either(shape_now, shape_before, RELEASES)


def _suppose_elements(call: Call, axes: Sequence[int], shape: Shape) -> None:
    """Of what is empty some releases overlook negative axes. What only data makes 0 is taken for more."""
    for size in dict.fromkeys(size for size in shape if size.value is None and may_be_empty(size)):
        call.suppose(
            at_least(size, ONE), codes.RUNTIME_DIFFERS,
            "axes are {axes}, and if {size} is 0, ONNX Runtime before 1.32 overlooks those below 0",
            axes=tuple(axes), size=size,
        )  # fmt: skip


def reduced_shape(shape: Shape, axes: Sequence[int], *, keepdims: bool) -> Shape:
    """The shape after reducing these axes."""
    if keepdims:
        return tuple(ONE if axis in axes else size for axis, size in enumerate(shape))
    return tuple(size for axis, size in enumerate(shape) if axis not in axes)


def partly_reduced(call: Call, data: TensorFact, count: int | None, *, keepdims: bool) -> Shape | None:
    """The shape where the axes are computed: their number may be known, not which they are."""
    if data.shape is None:
        return None
    if keepdims:
        return call.fresh_shape(len(data.shape), REDUCED)
    if ZERO in data.shape:
        return None  # the runtime may overlook the axes
    if count != 1 or not data.shape:
        return None  # two axes may be the same one
    return call.fresh_shape(len(data.shape) - 1, REDUCED)


# The runtime sums integers of 64 bits in double precision.
_EXACT = 2**53

_FOLDS: dict[str, tuple[Callable[[Scalar, Scalar], Scalar], Scalar | None]] = {
    "ReduceSum": (scalar.add, ZERO),
    "ReduceMean": (scalar.add, None),
    "ReduceProd": (scalar.multiply, ONE),
    "ReduceMax": (scalar.larger, None),
    "ReduceMin": (scalar.smaller, None),
}


def reduced_elements(
    call: Call, op_type: str, data: TensorFact, axes: Sequence[int], *, keepdims: bool
) -> Elements | None:
    """The elements of a reduced small tensor; None where nothing is known of them."""
    elements, fold = data.elements, _FOLDS.get(op_type)
    if elements is None and data.shape is not None and ZERO in data.shape:
        elements = contents(data)
    if elements is None or elements.items is None or elements.shape is None or fold is None:
        return None
    if any(abs(number) > _EXACT for number in map(scalar.number, elements.items) if number is not None):
        return None
    groups = _groups(elements.items, elements.shape, axes)
    sizes = elements.shape
    left = tuple(1 if axis in axes else size for axis, size in enumerate(sizes))
    if not keepdims:
        left = tuple(size for axis, size in enumerate(sizes) if axis not in axes)
    items = [_folded(group, *fold) for group in groups]
    if any(item is None for item in items):
        return None
    made = of([item for item in items if item is not None], left)
    if made is None or op_type in ("ReduceMax", "ReduceMin"):
        return worth(made)
    if is_float(data.elem_type):
        return _float_results(call, op_type, data.elem_type, made, groups)
    if op_type == "ReduceMean":
        made = made.map(lambda x: scalar.divide_int(x, const(len(groups[0]))))
    return settled(call, data.elem_type, made)


def _groups(items: Sequence[Scalar], shape: Sequence[int], axes: Sequence[int]) -> list[list[Scalar]]:
    """The elements that are reduced to one, for each element of the result, row-major."""
    steps = strides(shape)
    kept = [axis for axis in range(len(shape)) if axis not in axes]
    inner = [
        sum(i * steps[a] for i, a in zip(index, axes, strict=True))
        for index in indices([shape[a] for a in axes])
    ]
    outer = indices([shape[a] for a in kept])
    starts = (sum(i * steps[a] for i, a in zip(index, kept, strict=True)) for index in outer)
    return [[items[start + offset] for offset in inner] for start in starts]


def _folded(
    group: list[Scalar], fold: Callable[[Scalar, Scalar], Scalar], empty: Scalar | None
) -> Scalar | None:
    if not group:
        return empty
    *_, last = itertools.accumulate(group, fold)
    return last


def _float_results(
    call: Call, op_type: str, elem_type: int, made: Elements, groups: list[list[Scalar]]
) -> Elements | None:
    """Float results whose value does not depend on the order in which they are summed up."""
    if op_type != "ReduceProd" and not all(_sums_exactly(group, elem_type) for group in groups):
        return None
    constant = all(scalar.number(x) is not None for group in groups for x in group)
    if op_type == "ReduceMean":
        made = made.map(lambda x: scalar.divide_float(x, const(len(groups[0]))))
    return exactly(elem_type, made) if constant else settled(call, elem_type, made)


def _sums_exactly(group: list[Scalar], elem_type: int) -> bool:
    """Whether every partial sum of the constants in it is exact, in any order."""
    numbers = [n for n in map(scalar.number, group) if n is not None]
    total = sum(map(abs, numbers))
    finest = max((n.denominator for n in numbers), default=1)
    return total * finest <= 1 << (significand_bits(elem_type) or 0)
