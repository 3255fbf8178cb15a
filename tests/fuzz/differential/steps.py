"""How a graph grows: its steps, of which some are here: layers, and sizes that go through conditions, floats and counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from onnx import TensorProto

from tests.fuzz.differential import tensors
from tests.fuzz.differential.builder import Builder, Value
from tests.fuzz.differential.sizes import size_step


def _numbers(builder: Builder, fits: Callable[[int], bool]) -> list[Value]:
    """Measured sizes that are one number (a scalar or a list of one) for which ``fits`` holds."""
    return [
        s
        for s in builder.sizes
        if s.content is not None and s.content.size == 1 and fits(int(s.content.item()))
    ]


def _as_list(builder: Builder, value: Value) -> str:
    """The number as a list of one."""
    return value.name if value.shape else builder.node("Reshape", [value.name, builder.constant([1])])[0]


def where_of_sizes(builder: Builder) -> None:
    """A size or another, by a comparison."""
    random = builder.random
    known = [s for s in builder.sizes if s.content is not None]
    if not known:
        return
    one = random.choice(known)
    assert one.content is not None
    number = random.choice((0, 1, 2, 3, 4))
    constant = builder.constant([number], scalar=True)
    kind = random.choice(("Greater", "Less", "Equal"))
    condition = builder.node(kind, [one.name, constant])[0]
    compared = {
        "Greater": one.content > number,
        "Less": one.content < number,
        "Equal": one.content == number,
    }[kind]
    name = builder.node("Where", [condition, one.name, constant])[0]
    builder.measured(name, np.where(compared, one.content, number).astype(np.int64))


def sizes_as_floats(builder: Builder) -> None:
    """A size times a factor, rounded, as exporters write interpolation."""
    random = builder.random
    known = [s for s in builder.sizes if s.content is not None and (s.content >= 0).all()]
    if not known:
        return
    one = random.choice(known)
    assert one.content is not None
    factor = random.choice((0.5, 2.0, 1.5, 0.25))
    as_float = builder.node("Cast", [one.name], to=TensorProto.FLOAT)[0]
    scaled = builder.node("Mul", [as_float, builder.store(np.array(factor, dtype=np.float32))])[0]
    kind = random.choice(("Floor", "Ceil"))
    name = builder.node("Cast", [builder.node(kind, [scaled])[0]], to=TensorProto.INT64)[0]
    rounded = np.floor if kind == "Floor" else np.ceil
    builder.measured(name, rounded(one.content * factor).astype(np.int64))


def top_k(builder: Builder) -> None:
    """The largest values, as many as a number or a size says."""
    random = builder.random
    value = builder.any(lambda rank: rank > 0)
    if value is None:
        return
    axis = random.randrange(len(value.shape))
    most = value.shape[axis]
    measured = _numbers(builder, lambda n: 0 < n <= most)
    if measured and random.random() < 0.5:
        chosen = random.choice(measured)
        assert chosen.content is not None
        k, count = _as_list(builder, chosen), int(chosen.content.item())
    else:
        count = random.randint(1, most) if most else 0
        k = builder.vector([count])
    name, _ = builder.node("TopK", [value.name, k], 2, axis=axis)
    builder.made(name, [*value.shape[:axis], count, *value.shape[axis + 1 :]])


def slice_by_sizes(builder: Builder) -> None:
    """What stands before or behind a place that is a size."""
    random = builder.random
    value = builder.any(lambda rank: rank > 0)
    measured = _numbers(builder, lambda n: n >= 0)
    if value is None or not measured:
        return
    axis = random.randrange(len(value.shape))
    chosen = random.choice(measured)
    assert chosen.content is not None
    place, size = int(chosen.content.item()), value.shape[axis]
    far, zero, at = builder.constant([2**63 - 1]), builder.constant([0]), builder.constant([axis])
    if random.random() < 0.5:
        name = builder.node("Slice", [value.name, zero, _as_list(builder, chosen), at])[0]
        left = min(place, size)
    else:
        name = builder.node("Slice", [value.name, _as_list(builder, chosen), far, at])[0]
        left = max(size - place, 0)
    builder.made(name, [*value.shape[:axis], left, *value.shape[axis + 1 :]])


def pad_to_multiple(builder: Builder) -> None:
    """Zeros behind an axis, up to a multiple of a number."""
    random = builder.random
    value = builder.any(lambda rank: 0 < rank < 5)
    if value is None:
        return
    rank, axis = len(value.shape), random.randrange(len(value.shape))
    number = random.choice((2, 3, 4))
    shape = builder.node("Shape", [value.name])[0]
    size = builder.node("Gather", [shape, builder.constant([axis])], axis=0)[0]
    by = builder.constant([number])
    rest = builder.node("Mod", [size, by])[0]
    more = builder.node("Mod", [builder.node("Sub", [by, rest])[0], by])[0]
    before, after = builder.constant([0] * (rank + axis)), builder.constant([0] * (rank - axis - 1))
    pads = builder.node("Concat", [before, more, after], axis=0)[0]
    name = builder.node("Pad", [value.name, pads])[0]
    builder.made(name, [-(-s // number) * number if at == axis else s for at, s in enumerate(value.shape)])


def split_by_sizes(builder: Builder) -> None:
    """Two pieces, the first as long as a size."""
    random = builder.random
    value = builder.any(lambda rank: rank > 0)
    if value is None or builder.opset < 13:
        return
    axis = random.randrange(len(value.shape))
    size = value.shape[axis]
    measured = _numbers(builder, lambda n: 0 <= n <= size)
    if not measured:
        return
    chosen = random.choice(measured)
    assert chosen.content is not None
    first = int(chosen.content.item())
    shape = builder.node("Shape", [value.name])[0]
    whole = builder.node("Gather", [shape, builder.constant([axis])], axis=0)[0]
    head = _as_list(builder, chosen)
    pieces = builder.node("Concat", [head, builder.node("Sub", [whole, head])[0]], axis=0)[0]
    names = builder.node("Split", [value.name, pieces], 2, axis=axis)
    for name, part in zip(names, (first, size - first), strict=True):
        builder.made(name, [*value.shape[:axis], part, *value.shape[axis + 1 :]])


def one_hot(builder: Builder) -> None:
    """Places among as many as a size says."""
    random = builder.random
    measured = _numbers(builder, lambda n: 0 < n <= 12)
    if not measured:
        return
    chosen = random.choice(measured)
    assert chosen.content is not None
    count = random.choice((1, 2, 3))
    indices = builder.constant([random.randint(0, 4) for _ in range(count)])
    values = builder.store(np.array([0, 1], dtype=np.float32))
    name = builder.node("OneHot", [indices, chosen.name, values])[0]
    builder.made(name, [count, int(chosen.content.item())])


def space(builder: Builder) -> None:
    """Blocks of two by two to channels, or back."""
    value = builder.any(lambda rank: rank == 4)
    if value is None:
        return
    batch, channels, height, width = value.shape
    if height % 2 == 0 and width % 2 == 0 and builder.random.random() < 0.5:
        name = builder.node("SpaceToDepth", [value.name], blocksize=2)[0]
        builder.made(name, [batch, channels * 4, height // 2, width // 2])
    elif channels % 4 == 0:
        name = builder.node("DepthToSpace", [value.name], blocksize=2)[0]
        builder.made(name, [batch, channels // 4, height * 2, width * 2])


def gemm(builder: Builder) -> None:
    random = builder.random
    value = builder.any(lambda rank: rank == 2)
    if value is None:
        return
    flags = {"transA": random.choice((0, 1)), "transB": random.choice((0, 1))}
    rows, inner = value.shape[:: -1 if flags["transA"] else 1]
    weight = builder.store(np.ones([inner, 3][:: -1 if flags["transB"] else 1], dtype=np.float32))
    inputs = [value.name, weight]
    if random.random() < 0.5:
        inputs.append(builder.store(np.ones(random.choice(([3], [1], [1, 3])), dtype=np.float32)))
    builder.made(builder.node("Gemm", inputs, **flags)[0], [rows, 3])


def convolved_back(builder: Builder) -> None:
    """A ConvTranspose over the last two axes."""
    random = builder.random
    value = builder.any(lambda rank: rank == 4)
    if value is None or 0 in value.shape:
        return
    stride, kernel = random.choice((1, 2)), random.choice((1, 2, 3))
    batch, channels, height, width = value.shape
    weight = builder.store(np.ones((channels, 2, kernel, kernel), dtype=np.float32))
    name = builder.node("ConvTranspose", [value.name, weight], strides=[stride, stride])[0]
    builder.made(name, [batch, 2, (height - 1) * stride + kernel, (width - 1) * stride + kernel])


def whole_pool(builder: Builder) -> None:
    value = builder.any(lambda rank: rank == 4)
    if value is not None:
        kind = builder.random.choice(("GlobalAveragePool", "GlobalMaxPool"))
        builder.made(builder.node(kind, [value.name])[0], [*value.shape[:2], 1, 1])


def attended(builder: Builder) -> None:
    """Softmax of a product with the transposed self, as in attention."""
    value = builder.any(lambda rank: rank == 3)
    if value is None:
        return
    turned = builder.node("Transpose", [value.name], perm=[0, 2, 1])[0]
    scores = builder.node("MatMul", [value.name, turned])[0]
    weights = builder.node("Softmax", [scores], axis=-1)[0]
    builder.made(builder.node("MatMul", [weights, value.name])[0], value.shape)


def scattered(builder: Builder) -> None:
    """A row of a tensor written anew."""
    value = builder.any(lambda rank: rank > 0)
    if value is None or not value.shape[0]:
        return
    index = builder.constant([builder.random.randrange(value.shape[0])])
    row = builder.node("Gather", [value.name, builder.constant([0])], axis=0)[0]
    at = builder.node("Reshape", [index, builder.constant([1, 1])])[0]
    builder.made(builder.node("ScatterND", [value.name, at, row])[0], value.shape)


def heads(builder: Builder) -> None:
    """The last axis cut in two and both parts swapped with the one before, by sizes, as exporters do."""
    value = builder.any(lambda rank: rank == 3)
    if value is None or value.shape[2] % 2:
        return
    batch, length, width = value.shape
    shape = builder.node("Shape", [value.name])[0]
    parts: Sequence[str] = [
        builder.node("Gather", [shape, builder.constant([axis])], axis=0)[0] for axis in (0, 1)
    ]
    target = builder.node("Concat", [*parts, builder.constant([2, -1])], axis=0)[0]
    cut = builder.node("Reshape", [value.name, target])[0]
    name = builder.node("Transpose", [cut], perm=[0, 2, 1, 3])[0]
    if batch * length:
        builder.made(name, [batch, 2, length, width // 2])


_STEPS: tuple[Callable[[Builder], None], ...] = (
    *([size_step] * 7), tensors.unary, tensors.binary, tensors.binary, tensors.concat, tensors.concat,
    tensors.transpose, tensors.matmul, tensors.sliced, tensors.sliced, tensors.reshape, tensors.reshape,
    tensors.reshape, tensors.expand, tensors.fill, tensors.arange, tensors.tile, tensors.pad, tensors.gather,
    tensors.reduce, tensors.split, tensors.window, tensors.window, tensors.axes, tensors.counted, tensors.resize,
    where_of_sizes, where_of_sizes, sizes_as_floats, top_k, slice_by_sizes, slice_by_sizes, pad_to_multiple,
    split_by_sizes, one_hot, space, gemm, convolved_back, whole_pool, attended, scattered, heads,
)  # fmt: skip


def grow(builder: Builder, steps: int) -> None:
    """Take so many steps, each drawn at random; those that fit nothing make nothing."""
    for _ in range(steps):
        builder.random.choice(_STEPS)(builder)
