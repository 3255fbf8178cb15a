"""GridSample, AffineGrid, Col2Im: pictures read at, made of, or put together from places.

Version  What changed
16       GridSample of pictures
20       GridSample of any number of spatial axes; the first version of AffineGrid
22       only more element types
18       the first version of Col2Im
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT16
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
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import loaded_rank
from shapeinfer.shapes.layers.window import Geometry, geometry
from shapeinfer.shapes.lists import MOST_AXES, require_length

_FOUR_OR_FIVE = "size has {length} elements, needed 4 for pictures or 5 for volumes"


@rule("GridSample", versions=(16, 20, 22))
def grid_sample(call: Call, X: TensorFact, grid: TensorFact) -> TensorFact:
    most = 4 if call.version < 20 and X.rank == grid.rank == 4 else None
    rank = call.rank(X, "X", at_least=3, at_most=most)
    rank = call.rank(grid, "grid", at_least=3 if rank is None else rank, at_most=rank) or rank
    mode = _mode_of(call)
    if rank is None:
        return tensor(0)
    why = "the rank of an input is unknown"
    x = X.shape if X.shape is not None else call.fresh_shape(rank, why)
    g = grid.shape if grid.shape is not None else (*call.fresh_shape(rank - 1, why), const(rank - 2))
    batch = call.require_equal(
        x[0], g[0], codes.SIZE_MISMATCH,
        "axis 0 of X has {have} and of grid {need}, needed the same size; grid is {grid}",
        have=x[0], need=g[0], grid=grid,
    )  # fmt: skip
    call.require(
        equal(g[-1], const(rank - 2)), codes.SIZE_MISMATCH,
        "the last axis of grid has {have}, needed the {need} spatial axes of X; grid is {grid}",
        have=g[-1], need=rank - 2, grid=grid,
    )  # fmt: skip
    _require_places(call, X)
    _look_for_kernel(call, mode, rank)
    return tensor(0, (batch, x[1], *g[1:-1]))


def _require_places(call: Call, X: TensorFact) -> None:
    """There is something to read from."""
    for axis, size in enumerate((X.shape or ())[2:], 2):
        call.require_at_least(
            size, 1, codes.EMPTY_REDUCTION, "axis {axis} of X has {size}, needed at least 1; X is {X}",
            axis=axis, size=size, X=X,
        )  # fmt: skip


def _mode_of(call: Call) -> str:
    modes = ("bilinear", "nearest", "bicubic") if call.version < 20 else ("linear", "nearest", "cubic")
    mode = call.string("mode", modes[0])
    if mode not in modes:
        call.error(codes.VALUE_NOT_ALLOWED, "mode is {mode}, needed one of {modes}", mode=mode, modes=modes)
    return mode


def _look_for_kernel(call: Call, mode: str, rank: int) -> None:
    if rank == 5 and mode in ("cubic", "bicubic"):
        call.error(
            codes.RUNTIME_DIFFERS, "mode is {mode} for rank 5, and ONNX Runtime has it for rank 4", mode=mode
        )
    if rank not in (4, 5):
        call.error(codes.RUNTIME_DIFFERS, "X has rank {rank}, and ONNX Runtime takes 4 and 5 only", rank=rank)


@rule("AffineGrid", versions=(20,))
def affine_grid(call: Call, theta: TensorFact, size: TensorFact) -> TensorFact:
    loaded_rank(call, size, "size", 1, 1, None)
    if size.shape is not None and len(size.shape) == 1 and size.shape[0].value not in (None, 4, 5):
        raise call.fail(codes.LIST_LENGTH, _FOUR_OR_FIVE, length=size.shape[0])  # first, as a loader does
    call.rank(theta, "theta", at_least=3, at_most=3)
    if theta.elem_type == FLOAT16 and call.opset == 20:
        return _affine_function(call, theta, size)
    axes = _affine_axes(call, theta, size)
    if axes is None:
        return tensor(0)
    known = None if size.elements is None else size.elements.some_dims()
    why = "size is computed from data"
    sizes = [d if d is not None else call.fresh(why) for d in known or (None,) * (axes + 2)]
    if theta.shape is not None and (known is None or known[0] is None):
        sizes[0] = theta.shape[0]
    if theta.shape is not None:
        wanted = (sizes[0], const(axes), const(axes + 1))
        for axis, (have, need) in enumerate(zip(theta.shape, wanted, strict=True)):
            call.require(
                equal(have, need), codes.SIZE_MISMATCH,
                "theta has {have} on axis {axis}, needed {need}; theta is {theta}",
                have=have, axis=axis, need=need, theta=theta,
            )  # fmt: skip
    for axis, have in enumerate(sizes[2:], 2):
        call.require_at_least(
            have, 1, codes.RUNTIME_DIFFERS,
            "size has {have} on axis {axis}, and ONNX Runtime makes grids of 1 or more only",
            have=have, axis=axis,
        )  # fmt: skip
    return tensor(0, (sizes[0], *sizes[2:], axes))


def _affine_function(call: Call, theta: TensorFact, size: TensorFact) -> TensorFact:
    """Of float16, at its first opset, ONNX Runtime computes with the specification's function, which reads
    the first 2 by 3 numbers of as many matrices as ``size`` says, and reshapes what volumes give."""
    length = None if size.shape is None else size.shape[0].value
    if length is None:
        _require_four_or_five(call, size)
        if size.shape is not None and theta.shape is not None:
            columns = theta.shape[2]
            pictures = all_of(equal(size.shape[0], const(4)), at_least(columns, const(3)))
            volumes = all_of(equal(size.shape[0], const(5)), equal(columns, const(4)))
            call.require(
                any_of(pictures, volumes), codes.LIST_LENGTH,
                "size has {length} elements and theta is {theta}, needed 4 and 2 by 3, or 5 and 3 by 4",
                length=size.shape[0], theta=theta,
            )  # fmt: skip
        return tensor(0)
    if length not in (4, 5):
        raise call.fail(codes.LIST_LENGTH, _FOUR_OR_FIVE, length=length)
    axes = length - 2
    known = None if size.elements is None else size.elements.some_dims()
    why = "size is computed from data"
    count, _, *sizes = [d if d is not None else call.fresh(why) for d in known or (None,) * length]
    for axis, have in enumerate(sizes, 2):
        call.require_at_least(
            have, 0 if (axis, length) == (2, 5) else 1, codes.RUNTIME_DIFFERS,
            "size has {have} on axis {axis}, and ONNX Runtime makes grids of 1 or more only",
            have=have, axis=axis,
        )  # fmt: skip
    unknown = "the rank of theta is unknown"
    batch, rows, columns = theta.shape if theta.shape is not None else call.fresh_shape(3, unknown)
    if axes == 2:
        fits = all_of(at_least(batch, count), at_least(rows, const(2)), at_least(columns, const(3)))
        nothing = all_of(equal(count, ZERO), at_least(rows, const(2)))
        fits = any_of(nothing, all_of(at_least(count, const(2)), fits))
    else:
        made = any_of(
            equal(batch * rows, count * 3), all_of(equal(count, ZERO), equal(rows, const(3))),
            all_of(equal(count, const(-1)), divides(const(3), batch * rows), at_least(sizes[0], ONE)),
        )  # fmt: skip
        fits = all_of(equal(columns, const(4)), any_of(made, equal(sizes[0], ZERO)))
    call.require(
        fits, codes.SIZE_MISMATCH,
        "theta is {theta} and size has {count} on axis 0, needed as many matrices of {rows} by {columns} "
        "(of float16 pictures: 2 or more)",
        theta=theta, count=count, rows=axes, columns=axes + 1,
    )  # fmt: skip
    if axes == 3 and (count.lo is None or count.lo < 1) and count != batch:
        count = call.fresh("size may have 0 or -1, and ONNX Runtime reshapes to it")
    return tensor(0, (count, *sizes, axes))


def _require_four_or_five(call: Call, size: TensorFact) -> None:
    if size.shape is not None:
        call.require(
            any_of(*(equal(size.shape[0], const(n)) for n in (4, 5))), codes.LIST_LENGTH, _FOUR_OR_FIVE,
            length=size.shape[0],
        )  # fmt: skip


def _affine_axes(call: Call, theta: TensorFact, size: TensorFact) -> int | None:
    """2 or 3 axes, by the length of ``size``, else by the rows of theta."""
    length = None if size.shape is None else size.shape[0].value
    if length is not None:
        if length not in (4, 5):
            raise call.fail(codes.LIST_LENGTH, _FOUR_OR_FIVE, length=length)
        return length - 2
    if size.shape is not None and theta.shape is not None and theta.shape[1].value not in (2, 3):
        ways = [
            all_of(
                equal(size.shape[0], const(axes + 2)), equal(theta.shape[1], const(axes)),
                equal(theta.shape[2], const(axes + 1)),
            )
            for axes in (2, 3)
        ]  # fmt: skip
        call.require(
            any_of(*ways), codes.LIST_LENGTH,
            "size has {length} elements and theta is {theta}, needed 4 and 2 by 3, or 5 and 3 by 4",
            length=size.shape[0], theta=theta,
        )  # fmt: skip
    if theta.shape is None:
        _require_four_or_five(call, size)
    rows = None if theta.shape is None else theta.shape[1].value
    if size.shape is None and theta.shape is not None and rows not in (2, 3):
        ways = [
            all_of(equal(theta.shape[1], const(axes)), equal(theta.shape[2], const(axes + 1)))
            for axes in (2, 3)
        ]
        call.require(
            any_of(*ways), codes.SIZE_MISMATCH, "theta is {theta}, needed matrices of 2 by 3 or of 3 by 4",
            theta=theta,
        )  # fmt: skip
    if rows in (2, 3):
        require_length(call, size, "size", rows + 2, "two more than theta has rows")
        return rows
    return None


@rule("Col2Im", versions=(18,))
def col2im(call: Call, input: TensorFact, image_shape: TensorFact, block_shape: TensorFact) -> TensorFact:
    call.rank(input, "input", at_least=3, at_most=3)
    call.rank(image_shape, "image_shape", at_least=1, at_most=1)
    call.rank(block_shape, "block_shape", at_least=1, at_most=1)
    axes = next(
        (f.shape[0].value for f in (image_shape, block_shape) if f.shape and f.shape[0].value is not None),
        None,
    )
    lengths = [f.shape[0] for f in (image_shape, block_shape) if f.shape]
    if len(lengths) == 2 and None in (lengths[0].value, lengths[1].value):
        call.require(
            equal(*lengths), codes.LIST_LENGTH, "block_shape has {have} elements, needed {need}",
            have=lengths[1], need=lengths[0],
        )  # fmt: skip
    if axes is None:
        _require_entries(call, lengths)
    if axes is None or axes > MOST_AXES:
        return tensor(0)
    image = _sizes(call, image_shape, axes, "image_shape")
    block = None if block_shape.as_dims() is None else _sizes(call, block_shape, axes, "block_shape")
    # Of lists with a known length a loader compares those of attributes.
    seen = None not in (input.shape, image_shape.shape, block_shape.shape)
    g = geometry(call, axes, seen=seen, least_pad=-(2**63))
    unknown = "the rank of input is unknown"
    batch, columns, blocks = input.shape if input.shape is not None else call.fresh_shape(3, unknown)
    if block is None:
        return tensor(0, (batch, call.fresh("block_shape is computed from data"), *image))
    held = product(block)
    call.require(
        all_of(at_least(held, ONE), divides(held, columns), at_least(columns, ONE)), codes.NOT_DIVISIBLE,
        "input has {columns} on axis 1, needed a multiple of the {held} elements of a block; "
        "input is {input}",
        columns=columns, held=held, input=input,
    )  # fmt: skip
    channels = columns // held if held.value != 0 else call.blamed()
    _require_blocks(call, input, image, block, blocks, g)
    return tensor(0, (batch, channels, *image))


def _require_entries(call: Call, lengths: list[Dim]) -> None:
    """Lists that are given, and not empty, go with the lengths of the shapes. A loader compares them all."""
    lists = {name: call.ints(name) for name in ("dilations", "pads", "strides")}
    axes_of = {len(v) // (2 if name == "pads" else 1) for name, v in lists.items() if v is not None}
    if len(lengths) == 2 and len(axes_of) > 1:
        message = "{lists} are given, needed lists for the same number of axes"
        said = ", ".join(f"{name} {value}" for name, value in lists.items() if value is not None)
        call.refuse_load(codes.LIST_LENGTH, message, lists=said)
    for name in ("dilations", "pads", "strides"):
        given = call.ints(name)
        for length in lengths[:1] if given else ():
            axes = length * (2 if name == "pads" else 1)
            call.require(
                equal(axes, const(len(given or ()))), codes.LIST_LENGTH,
                "{name} {given} has {have} entries, needed {need}",
                name=name, given=given, have=len(given or ()), need=axes,
            )  # fmt: skip


def _sizes(call: Call, fact: TensorFact, axes: int, name: str) -> list[Dim]:
    known = None if fact.elements is None else fact.elements.some_dims()
    if known is None:
        return list(call.fresh_shape(axes, f"{name} is computed from data"))
    if len(known) != axes:
        raise call.fail(
            codes.LIST_LENGTH,
            "{name} has {have} elements, needed {axes}",
            name=name,
            have=len(known),
            axes=axes,
        )
    return [d if d is not None else call.fresh(f"{name} is computed from data") for d in known]


def _require_blocks(
    call: Call, input: TensorFact, image: list[Dim], block: list[Dim], blocks: Dim, g: Geometry
) -> None:
    """There are as many columns as places at which a block fits into the image."""
    places = [
        (size + g.padding(i) - g.covered(k, i)) // g.strides[i] + 1
        for i, (size, k) in enumerate(zip(image, block, strict=True))
    ]
    for axis, (size, k) in enumerate(zip(image, block, strict=True)):
        if g.padding(axis):
            message = "axis {axis} of the image has {size}, ONNX Runtime needs 1 or more"
            call.require_at_least(size, ONE, codes.RUNTIME_DIFFERS, message, axis=axis, size=size)
        call.require_at_least(
            size + g.padding(axis), g.covered(k, axis), codes.RUNTIME_DIFFERS,
            "axis {axis} of the image has {size} with its padding, ONNX Runtime needs the {need} of a block",
            axis=axis, size=size + g.padding(axis), need=g.covered(k, axis),
        )  # fmt: skip
    count = product(places)
    call.require(
        equal(blocks, count), codes.SIZE_MISMATCH,
        "input has {blocks} columns, needed the {count} places of a block in the image; input is {input}",
        blocks=blocks, count=count, input=input,
    )  # fmt: skip
