"""Steps of a growing graph: operators on tensors, with sizes that are computed."""

from __future__ import annotations

from onnx import TensorProto

from tests.fuzz.differential.nested.growing import Growing, Step


def unary(graph: Growing) -> None:
    name, rank = graph.any()
    kind = graph.random.choice(("Relu", "Neg", "Tanh", "Identity"))
    graph.floats.append((graph.node(kind, [name]), rank))


def binary(graph: Growing) -> None:
    one, rank = graph.any()
    other, other_rank = (one, rank) if graph.random.random() < 0.4 else graph.any()
    kind = graph.random.choice(("Add", "Mul", "Max"))
    graph.floats.append((graph.node(kind, [one, other]), max(rank, other_rank)))


def concat(graph: Growing) -> None:
    found = graph.any_with_axes()
    if found is None:
        return
    name, rank = found
    others = [graph.of_rank(rank) for _ in range(graph.random.choice((1, 1, 2)))]
    axis = graph.random.randrange(-rank, rank)
    graph.floats.append((graph.node("Concat", [name, *others], axis=axis), rank))


def sliced(graph: Growing) -> None:
    found = graph.any_with_axes()
    if found is None:
        return
    random = graph.random
    name, rank = found
    start = graph.size_list() if random.random() < 0.4 else graph.list_of(random.choice((0, 1, -1, -2)))
    last = random.choice((1, 2, 2**31 - 1, -1))
    end = graph.size_list() if random.random() < 0.4 else graph.list_of(last)
    steps = [graph.list_of(random.choice((1, 2, -1)))] if random.random() < 0.4 else []
    axis = graph.list_of(random.randrange(rank))
    graph.floats.append((graph.node("Slice", [name, start, end, axis, *steps]), rank))


def reshape(graph: Growing) -> None:
    name, rank = graph.any()
    if graph.random.random() < 0.4:
        target = graph.node("Concat", [graph.size_list(), graph.list_of(-1)], axis=0)
        graph.floats.append((graph.node("Reshape", [name, target]), 2))
        return
    sizes = graph.random.choice(((-1,), (0, -1) if rank > 1 else (-1,), (-1, 1), (-1, 2)))
    graph.floats.append((graph.node("Reshape", [name, graph.list_of(*sizes)]), len(sizes)))


def reduce(graph: Growing) -> None:
    found = graph.any_with_axes()
    if found is None:
        return
    name, rank = found
    axis = graph.random.randrange(rank)
    keep = graph.random.choice((0, 1))
    if graph.opset >= 13:
        made = graph.node("ReduceSum", [name, graph.list_of(axis)], keepdims=keep)
    else:
        made = graph.node("ReduceSum", [name], axes=[axis], keepdims=keep)
    graph.floats.append((made, rank if keep else rank - 1))


def unsqueeze(graph: Growing) -> None:
    name, rank = graph.any()
    if rank > 3:
        return
    axis = graph.random.randint(0, rank)
    if graph.opset >= 13:
        made = graph.node("Unsqueeze", [name, graph.list_of(axis)])
    else:
        made = graph.node("Unsqueeze", [name], axes=[axis])
    graph.floats.append((made, rank + 1))


def transpose(graph: Growing) -> None:
    found = graph.any_with_axes()
    if found is None:
        return
    name, rank = found
    order = list(range(rank))
    graph.random.shuffle(order)
    graph.floats.append((graph.node("Transpose", [name], perm=order), rank))


def expand(graph: Growing) -> None:
    name, rank = graph.any()
    ones = [graph.list_of(1) for _ in range(rank - 1)]
    target = graph.node("Concat", [graph.size_list(), *ones], axis=0)
    graph.floats.append((graph.node("Expand", [name, target]), max(rank, 1)))


def matmul(graph: Growing) -> None:
    (one, rank), (other, other_rank) = graph.any(), graph.any()
    if not rank or not other_rank:
        return
    made = max(rank, other_rank, 2) - (rank == 1) - (other_rank == 1)
    graph.floats.append((graph.node("MatMul", [one, other]), made))


def gather(graph: Growing) -> None:
    found = graph.any_with_axes()
    if found is None:
        return
    name, rank = found
    axis = graph.random.randrange(rank)
    graph.floats.append((graph.node("Gather", [name, graph.size()], axis=axis), rank - 1))


def counted(graph: Growing) -> None:
    """The numbers from 0 up to a size."""
    made = graph.node("Range", [graph.scalar(0), graph.size(), graph.scalar(1)])
    graph.floats.append((graph.node("Cast", [made], to=TensorProto.FLOAT), 1))


STEPS: tuple[Step, ...] = (
    unary,
    binary,
    concat,
    sliced,
    reshape,
    reduce,
    unsqueeze,
    transpose,
    expand,
    matmul,
    gather,
    counted,
)
