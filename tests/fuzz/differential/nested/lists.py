"""Steps of a growing graph: sequences, which loops may extend, and optionals."""

from __future__ import annotations

from onnx import TensorProto, helper

from tests.fuzz.differential.nested.growing import Growing, Step


def through_list(graph: Growing) -> None:
    """Tensors put into a sequence, or one cut into a sequence, and what is read of it."""
    random = graph.random
    name, rank = graph.any()
    if random.random() < 0.4:
        ranks = rank if random.random() < 0.8 else graph.any()[1]
        others = [graph.of_rank(ranks) for _ in range(random.randint(0, 2))]
        items = graph.node("SequenceConstruct", [name, *others])
    elif rank:
        pieces = [graph.size()] if random.random() < 0.6 else []
        items = graph.node("SplitToSequence", [name, *pieces], axis=random.randrange(rank), keepdims=1)
    else:
        return
    if random.random() < 0.4:
        at = [graph.scalar(random.choice((0, -1, 1)))] if random.random() < 0.5 else []
        items = graph.node("SequenceInsert", [items, name, *at])
    if random.random() < 0.2:
        items = graph.node("SequenceErase", [items])
    _read_list(graph, items, rank)


def _read_list(graph: Growing, items: str, rank: int) -> None:
    """Something of a sequence of tensors of this rank: an item, the length, all items joined."""
    dice = graph.random.random()
    if dice < 0.35:
        graph.floats.append((graph.node("SequenceAt", [items, graph.size()]), rank))
    elif dice < 0.55:
        graph.numbers.append(graph.node("SequenceLength", [items]))
    elif dice < 0.7:
        graph.floats.append((graph.node("ConcatFromSequence", [items], axis=0, new_axis=1), rank + 1))
    elif rank:
        axis = graph.random.randrange(rank)
        graph.floats.append((graph.node("ConcatFromSequence", [items], axis=axis), rank))


def list_of_rounds(graph: Growing) -> None:
    """A Loop that puts a tensor into a sequence in each round."""
    if graph.opset < 13:
        return
    from tests.fuzz.differential.nested.steps import grow  # which knows this step

    random = graph.random
    name, rank = graph.any()
    body = graph.body("list")
    count, go, items = body.name("i"), body.name("go"), body.name("s")
    body.numbers.append(count)
    body.truths.append(go)
    grow(body, random.randint(0, 2))
    at = [body.scalar(0)] if random.random() < 0.3 else []
    more = body.node("SequenceInsert", [items, body.of_rank(rank), *at])
    go_on = body.node("Identity", [go])
    of_floats = helper.make_sequence_type_proto(helper.make_tensor_type_proto(TensorProto.FLOAT, None))
    inputs = [
        helper.make_tensor_value_info(count, TensorProto.INT64, []),
        helper.make_tensor_value_info(go, TensorProto.BOOL, []),
        helper.make_value_info(items, of_floats),
    ]
    outputs = [
        helper.make_tensor_value_info(go_on, TensorProto.BOOL, []),
        helper.make_value_info(more, of_floats),
    ]
    if random.random() < 0.6:
        start = graph.node("SequenceEmpty", [], dtype=TensorProto.FLOAT)
    else:
        start = graph.node("SequenceConstruct", [name])
    made = graph.node("Loop", [graph.size(), "", start], body=body.finished("body", inputs, outputs))
    _read_list(graph, made, rank)


def optional(graph: Growing) -> None:
    """A tensor in an optional, which is asked and taken out."""
    if graph.opset < 15:
        return
    name, rank = graph.any()
    wrapped = graph.node("Optional", [name])
    graph.truths.append(graph.node("OptionalHasElement", [wrapped]))
    graph.floats.append((graph.node("OptionalGetElement", [wrapped]), rank))


STEPS: tuple[Step, ...] = (through_list, list_of_rounds, optional)
