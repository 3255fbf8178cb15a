"""Steps of a growing graph: operators on tensors, with lists and sizes that fit."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto, numpy_helper

from tests.fuzz.differential.builder import MOST_ELEMENTS, Builder


def unary(builder: Builder) -> None:
    value = builder.any()
    if value is not None:
        kind = builder.random.choice(("Relu", "Neg", "Sigmoid"))
        builder.made(builder.node(kind, [value.name])[0], value.shape)


def binary(builder: Builder) -> None:
    one, other = builder.any(), builder.any()
    if one is None or other is None:
        return
    try:
        shape = np.broadcast_shapes(one.shape, other.shape)
    except ValueError:
        return
    kind = builder.random.choice(("Add", "Mul", "Sub", "Max"))
    builder.made(builder.node(kind, [one.name, other.name])[0], shape)


def concat(builder: Builder) -> None:
    one = builder.any(lambda rank: rank > 0)
    if one is None:
        return
    axis = builder.random.randrange(len(one.shape))
    fitting = [
        v for v in builder.data
        if len(v.shape) == len(one.shape)
        and all(a == b for i, (a, b) in enumerate(zip(v.shape, one.shape, strict=True)) if i != axis)
    ]  # fmt: skip
    other = builder.random.choice(fitting)
    shape = list(one.shape)
    shape[axis] += other.shape[axis]
    builder.made(builder.node("Concat", [one.name, other.name], axis=axis)[0], shape)


def transpose(builder: Builder) -> None:
    value = builder.any(lambda rank: rank > 1)
    if value is not None:
        order = list(range(len(value.shape)))
        builder.random.shuffle(order)
        name = builder.node("Transpose", [value.name], perm=order)[0]
        builder.made(name, [value.shape[axis] for axis in order])


def matmul(builder: Builder) -> None:
    one = builder.any(lambda rank: rank >= 2)
    if one is None:
        return
    fitting = [v for v in builder.data if len(v.shape) == 2 and v.shape[0] == one.shape[-1]]
    other = builder.random.choice(fitting) if fitting else builder.input((one.shape[-1], 3))
    name = builder.node("MatMul", [one.name, other.name])[0]
    builder.made(name, [*one.shape[:-1], other.shape[1]])


def sliced(builder: Builder) -> None:
    value = builder.any(lambda rank: rank > 0)
    if value is None:
        return
    random = builder.random
    axis = random.randrange(len(value.shape))
    size = value.shape[axis]
    start = random.choice((0, 0, 1, 2, -1, -2, size))
    end = random.choice((size, 2**63 - 1, 2**31 - 1, 10**9, 1, 2, 3, -1))
    step = random.choice((1, 1, 1, 2, 3, -1))
    shape = list(value.shape)
    if step < 0:
        start, end = random.choice(((2**31 - 1, -(2**63) + 1), (-1, -(2**63) + 1), (size, 0)))
    shape[axis] = len(range(size)[start:end:step])
    ends = builder.vector([end])
    measured = [s for s in builder.sizes if s.content is not None and s.content.shape == (1,)]
    if step > 0 and measured and random.random() < 0.3:
        chosen = random.choice(measured)
        assert chosen.content is not None
        ends = chosen.name
        shape[axis] = len(range(size)[start : int(chosen.content[0]) : step])
    name = builder.node(
        "Slice",
        [value.name, builder.vector([start]), ends, builder.constant([axis]), builder.constant([step])],
    )[0]
    builder.made(name, shape)


def reshape(builder: Builder) -> None:
    value = builder.any()
    if value is None:
        return
    random = builder.random
    count = int(np.prod(value.shape, dtype=np.int64))
    way = random.randrange(5)
    if way == 0:
        builder.made(builder.node("Reshape", [value.name, builder.vector([-1])])[0], [count])
    elif way == 1 and value.shape and value.shape[0]:
        target = builder.vector([0, -1])
        builder.made(
            builder.node("Reshape", [value.name, target])[0], [value.shape[0], count // value.shape[0]]
        )
    elif way == 2 and count:
        factor = random.choice([f for f in (1, 2, 3, 4, 5, 6) if count % f == 0])
        order = random.choice(((factor, -1), (-1, factor)))
        shape = [count // factor if d == -1 else d for d in order]
        builder.made(builder.node("Reshape", [value.name, builder.vector(order)])[0], shape)
    elif way == 3:
        fitting = [
            s for s in builder.sizes
            if s.content is not None and s.content.ndim == 1 and (s.content > 0).all()
            and int(np.prod(s.content)) == count
        ]  # fmt: skip
        if fitting:
            chosen = random.choice(fitting)
            assert chosen.content is not None
            builder.made(builder.node("Reshape", [value.name, chosen.name])[0], chosen.content.tolist())
    elif len(value.shape) >= 1 and count:
        measured = [
            s for s in builder.sizes
            if s.content is not None and s.content.shape == (1,) and s.content[0] > 0
            and count % int(s.content[0]) == 0
        ]  # fmt: skip
        if measured:
            chosen = random.choice(measured)
            assert chosen.content is not None
            target = builder.node("Concat", [chosen.name, builder.constant([-1])], axis=0)[0]
            head = int(chosen.content[0])
            builder.made(builder.node("Reshape", [value.name, target])[0], [head, count // head])


def expand(builder: Builder) -> None:
    value = builder.any()
    if value is None:
        return
    fitting = []
    for s in builder.sizes:
        if s.content is not None and s.content.ndim == 1 and s.content.size and (s.content >= 0).all():
            try:
                shape = np.broadcast_shapes(value.shape, tuple(map(int, s.content)))
            except ValueError:
                continue
            fitting.append((s.name, shape))
    if fitting:
        name, shape = builder.random.choice(fitting)
        builder.made(builder.node("Expand", [value.name, name])[0], shape)


def fill(builder: Builder) -> None:
    fitting = [
        s for s in builder.sizes
        if s.content is not None and s.content.ndim == 1 and s.content.size and (s.content >= 0).all()
        and np.prod(s.content) <= MOST_ELEMENTS
    ]  # fmt: skip
    if fitting:
        chosen = builder.random.choice(fitting)
        assert chosen.content is not None
        builder.made(builder.node("ConstantOfShape", [chosen.name])[0], chosen.content.tolist())


def arange(builder: Builder) -> None:
    fitting = [s for s in builder.sizes if s.content is not None and s.content.ndim == 0]
    if fitting:
        chosen = builder.random.choice(fitting)
        assert chosen.content is not None
        zero, one = builder.constant([0], scalar=True), builder.constant([1], scalar=True)
        made = builder.node("Range", [zero, chosen.name, one])[0]
        name = builder.node("Cast", [made], to=TensorProto.FLOAT)[0]
        builder.made(name, [max(int(chosen.content), 0)])


def tile(builder: Builder) -> None:
    value = builder.any(lambda rank: 0 < rank < 4)
    if value is not None:
        repeats = [builder.random.choice((1, 1, 2, 3, 0)) for _ in value.shape]
        name = builder.node("Tile", [value.name, builder.vector(repeats)])[0]
        builder.made(name, [a * b for a, b in zip(value.shape, repeats, strict=True)])


def pad(builder: Builder) -> None:
    value = builder.any(lambda rank: 0 < rank < 5)
    if value is None:
        return
    random = builder.random
    pads = [random.choice((0, 0, 1, 2, -1)) for _ in range(2 * len(value.shape))]
    rank = len(value.shape)
    shape = [size + pads[i] + pads[i + rank] for i, size in enumerate(value.shape)]
    mode = random.choice(("constant", "constant", "edge", "reflect"))
    if min(shape) < 0 or (
        mode == "reflect"
        and any(
            max(p) >= s for p, s in zip(zip(pads[:rank], pads[rank:], strict=True), value.shape, strict=True)
        )
    ):
        return
    builder.made(builder.node("Pad", [value.name, builder.vector(pads)], mode=mode)[0], shape)


def gather(builder: Builder) -> None:
    value = builder.any(lambda rank: rank > 0)
    if value is None:
        return
    axis = builder.random.randrange(len(value.shape))
    if not value.shape[axis]:
        return
    items = [builder.random.randrange(-value.shape[axis], value.shape[axis]) for _ in range(2)]
    scalar = builder.random.random() < 0.4
    index = builder.constant(items[:1], scalar=True) if scalar else builder.vector(items)
    name = builder.node("Gather", [value.name, index], axis=axis)[0]
    middle = [] if scalar else [2]
    builder.made(name, [*value.shape[:axis], *middle, *value.shape[axis + 1 :]])


def reduce(builder: Builder) -> None:
    value = builder.any(lambda rank: rank > 0)
    if value is None:
        return
    axis = builder.random.randrange(len(value.shape))
    keep = builder.random.choice((0, 1))
    kind = builder.random.choice(("ReduceSum", "ReduceMean", "ReduceMax"))
    if builder.opset >= (13 if kind == "ReduceSum" else 18):
        name = builder.node(kind, [value.name, builder.constant([axis])], keepdims=keep)[0]
    else:
        name = builder.node(kind, [value.name], axes=[axis], keepdims=keep)[0]
    builder.made(name, [*value.shape[:axis], *([1] if keep else []), *value.shape[axis + 1 :]])


def split(builder: Builder) -> None:
    value = builder.any(lambda rank: rank > 0)
    if value is None:
        return
    axis = builder.random.randrange(len(value.shape))
    size = value.shape[axis]
    first = builder.random.randint(0, size)
    given = builder.random.random() < 0.6
    if given:
        sizes = [first, size - first]
    elif size % 2 == 0 and size:
        sizes = [size // 2, size // 2]
    else:
        return
    more = {"num_outputs": 2} if builder.opset >= 18 and not given else {}
    inputs = [value.name]
    if given and builder.opset >= 13:
        inputs.append(builder.vector(sizes))
    elif given:
        more = {"split": sizes}  # type: ignore[dict-item]  # a list where the other way has a number
    names = builder.node("Split", inputs, 2, axis=axis, **more)
    for name, part in zip(names, sizes, strict=True):
        builder.made(name, [*value.shape[:axis], part, *value.shape[axis + 1 :]])


def window(builder: Builder) -> None:
    """A Conv or a pool over the last two axes."""
    value = builder.any(lambda rank: rank == 4)
    if value is None:
        return
    random = builder.random
    kernel = [random.choice((1, 2, 3)) for _ in range(2)]
    strides = [random.choice((1, 1, 2)) for _ in range(2)]
    pads = [random.choice((0, 0, 1)) if k > 1 else 0 for k in (*kernel, *kernel)]
    batch, channels, *spatial = value.shape
    shape = [(size + pads[i] + pads[i + 2] - kernel[i]) // strides[i] + 1 for i, size in enumerate(spatial)]
    if min(shape) < 1 or not channels or not batch:
        return
    if random.random() < 0.5:
        weight = builder.store(np.ones((2, channels, *kernel), dtype=np.float32))
        name = builder.node("Conv", [value.name, weight], kernel_shape=kernel, strides=strides, pads=pads)[0]
        builder.made(name, [batch, 2, *shape])
    else:
        kind = random.choice(("MaxPool", "AveragePool"))
        name = builder.node(kind, [value.name], kernel_shape=kernel, strides=strides, pads=pads)[0]
        builder.made(name, [batch, channels, *shape])


def axes(builder: Builder) -> None:
    """Squeeze, Unsqueeze or Flatten."""
    value = builder.any()
    if value is None:
        return
    rank = len(value.shape)
    way = builder.random.randrange(3)
    if way == 0 and rank < 5:
        axis = builder.random.randint(0, rank)
        if builder.opset >= 13:
            name = builder.node("Unsqueeze", [value.name, builder.constant([axis])])[0]
        else:
            name = builder.node("Unsqueeze", [value.name], axes=[axis])[0]
        builder.made(name, [*value.shape[:axis], 1, *value.shape[axis:]])
    elif way == 1 and 1 in value.shape:
        axis = value.shape.index(1)
        if builder.opset >= 13:
            name = builder.node("Squeeze", [value.name, builder.constant([axis])])[0]
        else:
            name = builder.node("Squeeze", [value.name], axes=[axis])[0]
        builder.made(name, [*value.shape[:axis], *value.shape[axis + 1 :]])
    elif way == 2:
        axis = builder.random.randint(0, rank)
        head, tail = (int(np.prod(part, dtype=np.int64)) for part in (value.shape[:axis], value.shape[axis:]))
        builder.made(builder.node("Flatten", [value.name], axis=axis)[0], [head, tail])


def counted(builder: Builder) -> None:
    """NonZero, whose count is data, and what uses it."""
    value = builder.any(lambda rank: rank > 0)
    if value is None:
        return
    found = builder.node("NonZero", [value.name])[0]
    picked = builder.node("GatherND", [value.name, builder.node("Transpose", [found], perm=[1, 0])[0]])[0]
    builder.made(picked, [int(np.prod(value.shape, dtype=np.int64))])


def resize(builder: Builder) -> None:
    value = builder.any(lambda rank: rank == 4)
    if value is None or builder.opset < 11:
        return
    if builder.random.random() < 0.5:
        scales = builder.store(np.array([1, 1, 2, builder.random.choice((1.5, 2, 0.5))], dtype=np.float32))
        content = numpy_helper.to_array(builder.stored[-1])
        name = builder.node("Resize", [value.name, "", scales], mode="nearest")[0]
        builder.made(name, [int(np.floor(s * c)) for s, c in zip(value.shape, content, strict=True)])
    else:
        sizes = [*value.shape[:2], 4, 6]
        if 0 in value.shape:
            return
        name = builder.node("Resize", [value.name, "", "", builder.vector(sizes)], mode="nearest")[0]
        builder.made(name, sizes)
