"""What grows is an expression over sizes."""

from __future__ import annotations

from collections.abc import Sequence

import onnx

from tests.fuzz.hostile.growth import (
    FLOAT,
    MORE,
    Nodes,
    Values,
    growth,
    ints,
    model,
    node,
    shaped_by,
    size_of,
    value,
)


@growth
def broadcast_chain(size: int) -> onnx.ModelProto:
    """A sum of vectors, each with a size of its own."""
    inputs = [value(f"x{at}", [f"s{at}"]) for at in range(size + 1)]
    nodes = [
        node("Add", [f"x{at}" if not at else f"v{at}", f"x{at + 1}"], [f"v{at + 1}"]) for at in range(size)
    ]
    return model(nodes, inputs, [value(f"v{size}")])


@growth
def broadcast_pairs(size: int) -> onnx.ModelProto:
    """Every size meets many others."""
    inputs = [value(f"x{at}", [f"s{at}"]) for at in range(size)]
    nodes = []
    for step in range(1, 9):
        nodes += [node("Add", [f"x{at}", f"x{(at + step) % size}"], [f"v{step}_{at}"]) for at in range(size)]
    return model(nodes, inputs, [value(nodes[-1].output[0])])


@growth
def all_pairs(size: int) -> onnx.ModelProto:
    """Every size meets every other: as many clauses as there are pairs."""
    side = int(size**0.5) + 2
    inputs = [value(f"x{at}", [f"s{at}"]) for at in range(side)]
    nodes = [node("Add", [f"x{a}", f"x{b}"], [f"v{a}_{b}"]) for a in range(side) for b in range(a)]
    return model(nodes, inputs, [value(nodes[-1].output[0])])


@growth
def sum_of_symbols(size: int) -> onnx.ModelProto:
    """One size that is the sum of all others."""
    inputs = [value(f"x{at}", [f"s{at}"]) for at in range(size)]
    nodes = [node("Concat", [f"x{at}" for at in range(size)], ["y"], axis=0), node("Relu", ["y"], ["z"])]
    return model(nodes, inputs, [value("z")])


@growth
def sums_one_by_one(size: int) -> onnx.ModelProto:
    """The same, one after the other."""
    inputs = [value(f"x{at}", [f"s{at}"]) for at in range(size + 1)]
    nodes = [
        node("Concat", [f"x{at}" if not at else f"v{at}", f"x{at + 1}"], [f"v{at + 1}"], axis=0)
        for at in range(size)
    ]
    return model(nodes, inputs, [value(f"v{size}")])


@growth
def sum_sliced(size: int) -> onnx.ModelProto:
    """A sum of many sizes that is cut, split and reshaped."""
    inputs = [value(f"x{at}", [f"s{at}"]) for at in range(size)]
    nodes = [
        node("Concat", [f"x{at}" for at in range(size)], ["y"], axis=0),
        *size_of("y", 0, "n"),
        node("Div", ["n", "two"], ["half"]),
        node("Unsqueeze", ["half", "axes0"], ["ends"]),
        node("Slice", ["y", "axes0", "ends"], ["z"]),
        node("Reshape", ["z", "target"], ["r"]),
        node("Add", ["r", "y"], ["sum"]),
    ]
    return model(nodes, inputs, [value("sum")], [*MORE, ints("target", [-1, 7])])


@growth
def products_of_sums(size: int) -> onnx.ModelProto:
    """(a0 + b0) * (a1 + b1) * ... as numbers, and as the size of a reshaped tensor."""
    inputs = [value(f"x{at}", [f"a{at}", f"b{at}"]) for at in range(size)]
    nodes: Nodes = []
    for at in range(size):
        nodes += [*size_of(f"x{at}", 0, f"a{at}"), *size_of(f"x{at}", 1, f"b{at}")]
        nodes.append(node("Add", [f"a{at}", f"b{at}"], [f"s{at}"]))
        nodes.append(node("Mul", [f"p{at - 1}" if at else "one", f"s{at}"], [f"p{at}"]))
    nodes += shaped_by(f"p{size - 1}")
    return model(nodes, inputs, [value("filled")], MORE)


@growth
def flattened_sums(size: int) -> onnx.ModelProto:
    """Tensors of rank 6 whose axes are sums, flattened."""
    axes = 6
    inputs = [value(f"x{at}", [f"s{at}_{axis}" for axis in range(axes)]) for at in range(size)]
    nodes: Nodes = []
    for at in range(size):
        nodes += [
            node("Pad", [f"x{at}", "pads"], [f"p{at}"]),
            node("Reshape", [f"p{at}", "flat"], [f"f{at}"]),
            node("Reshape", [f"f{at}", "again"], [f"g{at}"]),
        ]
    stored = [ints("pads", [1] * (2 * axes)), ints("flat", [-1]), ints("again", [-1, 6])]
    return model(nodes, inputs, [value(nodes[-1].output[0])], stored)


@growth
def products_of_long_sums(size: int) -> onnx.ModelProto:
    """Tensors of rank 6 whose axes are sums of ten sizes each, flattened and cut into rows."""
    axes, parts = 6, 10
    nodes: Nodes = []
    inputs: Values = []
    for at in range(max(size // 10, 1)):
        last = f"x{at}"
        inputs.append(value(last, [f"a{at}_{axis}" for axis in range(axes)]))
        for axis in range(axes):
            others = [f"y{at}_{axis}_{part}" for part in range(parts)]
            for part, other in enumerate(others):
                shape: list[int | str | None] = [None] * axes
                shape[axis] = f"b{at}_{axis}_{part}"
                inputs.append(value(other, shape))
            nodes.append(node("Concat", [last, *others], [f"c{at}_{axis}"], axis=axis))
            last = f"c{at}_{axis}"
        nodes += [
            node("Reshape", [last, "flat"], [f"f{at}"]),
            node("Reshape", [last, "rows"], [f"r{at}"]),
            node("Add", [f"f{at}", f"f{max(at - 1, 0)}"], [f"s{at}"]),
        ]
    stored = [ints("flat", [-1]), ints("rows", [-1, 7])]
    return model(nodes, inputs, [value(nodes[-1].output[0])], stored)


def scalar_chain(size: int, steps: Sequence[tuple[str, str]], *, square: bool = False) -> onnx.ModelProto:
    """A scalar made of a size by the same few operations again and again; it says the size of a tensor at
    every tenth."""
    nodes = [*size_of("x", 0, "n0"), *size_of("x", 1, "m")]
    last = "n0"
    for at in range(1, size + 1):
        for position, (op_type, other) in enumerate(steps):
            made = f"n{at}_{position}"
            nodes.append(node(op_type, [last, last if square and not position else other], [made]))
            last = made
        if at % 10 == 0:
            nodes += shaped_by(last, at=f"filled{at}")
    nodes += shaped_by(last)
    return model(nodes, [value("x", ["N", "M"])], [value("filled")], MORE)


@growth
def nested_floors(size: int) -> onnx.ModelProto:
    return scalar_chain(size, [("Sub", "one"), ("Div", "two"), ("Add", "m"), ("Div", "three")])


@growth
def floors_by_symbols(size: int) -> onnx.ModelProto:
    return scalar_chain(size, [("Add", "one"), ("Div", "m"), ("Mul", "three")])


@growth
def squares(size: int) -> onnx.ModelProto:
    return scalar_chain(size, [("Mul", "m"), ("Add", "one")], square=True)


@growth
def bare_squares(size: int) -> onnx.ModelProto:
    return scalar_chain(size, [("Mul", "m")], square=True)


@growth
def squares_and_floors(size: int) -> onnx.ModelProto:
    return scalar_chain(size, [("Mul", "m"), ("Add", "one"), ("Div", "seven")], square=True)


@growth
def clamps(size: int) -> onnx.ModelProto:
    return scalar_chain(size, [("Sub", "seven"), ("Max", "m"), ("Div", "two"), ("Min", "n0"), ("Add", "m")])


@growth
def large_factors(size: int) -> onnx.ModelProto:
    """Coefficients that get a digit longer with each node."""
    made = scalar_chain(size, [("Mul", "big"), ("Add", "one")])
    made.graph.initializer.append(ints("big", [2**62 - 1], []))
    return made


@growth
def large_divisors(size: int) -> onnx.ModelProto:
    made = scalar_chain(size, [("Div", "big"), ("Add", "m")])
    made.graph.initializer.append(ints("big", [2**62 - 1], []))
    return made


@growth
def clamps_side_by_side(size: int) -> onnx.ModelProto:
    """Sums of clamps of different sizes: a range that splits each of them is two to their number."""
    inputs = [value(f"x{at}", [f"s{at}"]) for at in range(size)]
    nodes = [
        *(node("Slice", [f"x{at}", "start", "end"], [f"c{at}"]) for at in range(size)),
        node("Concat", [f"c{at}" for at in range(size)], ["y"], axis=0),
        node("Slice", ["y", "start", "end"], ["z"]),
        node("Conv", ["y", "w"], ["u"]),
        node("Reshape", ["y", "target"], ["r"]),
    ]
    stored = [ints("start", [2]), ints("end", [9]), ints("target", [-1, 7])]
    return model(nodes, [*inputs, value("w", [1, 1, 3])], [value("r")], stored)


@growth
def strided_encoders(size: int) -> onnx.ModelProto:
    """Speech encoders: strided convolutions, and their lengths worked out again for a mask."""
    nodes: Nodes = []
    outputs = []
    for at in range(max(size // 30, 1)):
        last, length = f"x{at}", f"n{at}"
        nodes += size_of(last, 2, length)
        for layer, (kernel, stride) in enumerate([(10, 5), (3, 2), (3, 2), (3, 2), (3, 2), (2, 2), (2, 2)]):
            made = f"c{at}_{layer}"
            nodes.append(node("Conv", [last, f"w{kernel}"], [made], kernel_shape=[kernel], strides=[stride]))
            nodes.append(node("Sub", [length, f"k{kernel}"], [f"{made}_a"]))
            nodes.append(node("Div", [f"{made}_a", f"k{stride}"], [f"{made}_b"]))
            nodes.append(node("Add", [f"{made}_b", "one"], [f"{made}_n"]))
            last, length = made, f"{made}_n"
        nodes += shaped_by(length, at=f"mask{at}")
        nodes += [
            node("ReduceSum", [last], [f"r{at}"], keepdims=0),
            node("Transpose", [last], [f"t{at}"], perm=[0, 1, 2]),
            node("Add", [f"t{at}", f"mask{at}"], [f"y{at}"]),
        ]
        outputs.append(value(f"y{at}"))
    stored = [*MORE, ints("axis2", [2], []), *(ints(f"k{k}", [k], []) for k in (2, 3, 5, 10))]
    inputs = [value(f"x{at}", [f"batch{at}", 4, f"audio{at}"]) for at in range(max(size // 30, 1))]
    weights = [value(f"w{k}", [4, 4, k]) for k in (2, 3, 10)]
    return model(nodes, [*inputs, *weights], outputs, stored)


@growth
def truncated_lengths(size: int) -> onnx.ModelProto:
    """Lengths after strided convolutions where nothing says that they stay positive."""
    return scalar_chain(size, [("Sub", "three"), ("Div", "two"), ("Add", "one")])


@growth
def reshaped_counts(size: int) -> onnx.ModelProto:
    """Reshapes of reshapes with what is left over, each with another factor."""
    primes = [2, 3, 5, 7, 11, 13]
    nodes = []
    last = "x"
    for at in range(size):
        nodes.append(node("Reshape", [last, f"t{at % 6}"], [f"v{at}"]))
        last = f"v{at}"
    stored = [ints(f"t{at}", [-1, prime]) for at, prime in enumerate(primes)]
    return model(nodes, [value("x", ["a", "b", "c"])], [value(last)], stored)


@growth
def split_pieces(size: int) -> onnx.ModelProto:
    """An axis of unknown size in many pieces, put together again in another order."""
    names = [f"p{at}" for at in range(size)]
    nodes = [
        node("Split", ["x"], names, axis=0, num_outputs=size),
        node("Concat", names[::-1], ["y"], axis=0),
        node("Add", ["x", "y"], ["z"]),
    ]
    return model(nodes, [value("x", ["N", "M"])], [value("z")])


@growth
def nonzero_chain(size: int) -> onnx.ModelProto:
    """Counts that are bounded by counts that are bounded by counts."""
    nodes = []
    last = "x"
    for at in range(size):
        nodes += [
            node("NonZero", [last], [f"z{at}"]),
            node("Cast", [f"z{at}"], [f"f{at}"], to=FLOAT),
            node("Reshape", [f"f{at}", "flat"], [f"v{at}"]),
        ]
        last = f"v{at}"
    return model(nodes, [value("x", ["N"])], [value(last)], [ints("flat", [-1])])


@growth
def matmul_chain(size: int) -> onnx.ModelProto:
    """Matrices whose inner sizes nobody declared equal."""
    inputs = [value(f"x{at}", [f"a{at}", f"b{at}"]) for at in range(size + 1)]
    nodes = [
        node("MatMul", [f"x{at}" if not at else f"v{at}", f"x{at + 1}"], [f"v{at + 1}"]) for at in range(size)
    ]
    return model(nodes, inputs, [value(f"v{size}")])


@growth
def demands_on_one_symbol(size: int) -> onnx.ModelProto:
    """One size of which as many different moduli are demanded."""
    nodes = [node("Reshape", ["x", f"t{at}"], [f"v{at}"]) for at in range(size)]
    stored = [ints(f"t{at}", [-1, at + 2]) for at in range(size)]
    return model(nodes, [value("x", ["N"])], [value(f"v{size - 1}")], stored)


@growth
def alternatives_on_one_symbol(size: int) -> onnx.ModelProto:
    """One size that must be broadcastable to as many sums of itself."""
    nodes: Nodes = []
    for at in range(size):
        nodes += [
            node("Conv", ["x", f"w{at % 8}"], [f"c{at}"], strides=[at % 7 + 2], pads=[at, at]),
            node("Add", [f"c{at}", "x"], [f"v{at}"]),
        ]
    weights = [value(f"w{k}", [1, 1, k + 1]) for k in range(8)]
    return model(nodes, [value("x", [1, 1, "N"]), *weights], [value(f"v{size - 1}")])
