"""Steps of a growing graph: If, Loop and Scan, with bodies that grow by the same steps."""

from __future__ import annotations

import onnx
from onnx import TensorProto, helper

from tests.fuzz.differential.nested.growing import Growing, Ranked, Step
from tests.fuzz.differential.nested.tensors import unary


def _filled(body: Growing, fewest: int, most: int) -> None:
    """Let a body grow until it makes a value."""
    from tests.fuzz.differential.nested.steps import grow  # which knows these steps

    grow(body, body.random.randint(fewest, most))
    if not body.floats:
        unary(body)


def add_if(graph: Growing) -> None:
    """An If with one or two outputs, seldom of branches that differ in rank."""
    random = graph.random
    condition = graph.truth()
    ranks: list[int] = []
    branches = {}
    for key in ("then", "else"):
        body = graph.body(key)
        _filled(body, 1, 3)
        if not ranks:
            ranks = [random.choice(body.floats)[1] for _ in range(random.choice((1, 1, 2)))]
        fitting = {known for _, known in body.seen()}
        chosen = [body.own_of_rank(rank, 0.95 if rank in fitting else 0) for rank in ranks]
        outputs = [body.declared(name, rank) for name, rank in zip(chosen, ranks, strict=True)]
        branches[f"{key}_branch"] = body.finished(key, [], outputs)
    names = [graph.name("y") for _ in ranks]
    graph.add("If", [condition], names, **branches)
    graph.floats += zip(names, ranks, strict=True)


def add_loop(graph: Growing) -> None:
    """A Loop with up to two states, perhaps a counter, and up to two scan outputs."""
    random = graph.random
    states = [graph.any() for _ in range(random.choice((0, 1, 1, 2)))]
    counts = random.random() < 0.3
    most = graph.size() if random.random() < 0.8 else graph.scalar(6)
    condition = graph.truth() if random.random() < 0.6 else ""
    body = graph.body("loop")
    at, go = body.name("i"), body.name("go")
    inputs = [
        helper.make_tensor_value_info(at, TensorProto.INT64, []),
        helper.make_tensor_value_info(go, TensorProto.BOOL, []),
        *_bound(body, states),
    ]
    if counts:
        counter = body.name("n")
        inputs.append(helper.make_tensor_value_info(counter, TensorProto.INT64, []))
        body.numbers.append(counter)
    body.numbers.append(at)
    body.truths.append(go)
    _filled(body, 1, 4)
    outputs = [helper.make_tensor_value_info(_going_on(body, go), TensorProto.BOOL, [])]
    outputs += _returned(body, states, strictly=0.95)
    if counts:
        more = body.node("Add", [counter, body.scalar(random.choice((1, 2)))])
        outputs.append(helper.make_tensor_value_info(more, TensorProto.INT64, []))
    scanned = [random.choice(body.floats)[1] for _ in range(random.choice((0, 1, 1, 2)) if states else 1)]
    outputs += _collected(body, scanned)
    start = [name for name, _ in states]
    if counts:
        start.append(graph.scalar(0) if random.random() < 0.7 else graph.size())
    results = _results(graph, states, scanned)
    counted = [graph.name("n")] if counts else []
    names = [name for name, _ in results]
    names[len(states) : len(states)] = counted
    loop = body.finished("body", inputs, outputs)
    graph.add("Loop", [most, condition, *start], names, body=loop)
    graph.floats += results
    graph.numbers += counted


def _bound(body: Growing, values: list[Ranked]) -> list[onnx.ValueInfoProto]:
    """Inputs of the body for these values, which it may read from now on."""
    names = [(body.name("s"), rank) for _, rank in values]
    body.floats += names
    return [body.declared(name, rank) for name, rank in names]


def _returned(body: Growing, states: list[Ranked], *, strictly: float) -> list[onnx.ValueInfoProto]:
    """What the body makes of its states."""
    return [body.declared(body.own_of_rank(rank, strictly), rank) for _, rank in states]


def _collected(body: Growing, ranks: list[int]) -> list[onnx.ValueInfoProto]:
    """What each round adds to results of these ranks and one axis more."""
    return [body.declared(body.own_of_rank(rank), rank) for rank in ranks]


def _results(graph: Growing, states: list[Ranked], ranks: list[int]) -> list[Ranked]:
    """The outputs for these states, and for what rounds of these ranks collect."""
    return [(graph.name("y"), rank) for _, rank in states] + [(graph.name("y"), rank + 1) for rank in ranks]


def _going_on(body: Growing, go: str) -> str:
    """Whether there is another round: as before, by the number of the round, or by sizes."""
    dice = body.random.random()
    if dice < 0.4:
        made = go
    elif dice < 0.9:
        made = body.node("Less", [body.random.choice(body.numbers), body.size()])
    else:
        made = body.truth()
    return body.node("Identity", [made])


def add_scan(graph: Growing) -> None:
    """A Scan over one or two tensors, perhaps with a state."""
    random = graph.random
    first = graph.any_with_axes()
    if first is None:
        return
    states = [graph.any() for _ in range(random.choice((0, 1, 1)))]
    second = graph.any_with_axes() if random.random() < 0.3 else None
    scanned = [first] if second is None else [first, second]
    body = graph.body("scan")
    inputs = _bound(body, states)
    inputs += _bound(body, [(name, rank - 1) for name, rank in scanned])
    _filled(body, 1, 3)
    made = [random.choice(body.floats)[1] for _ in range(random.choice((1, 1, 2)))]
    outputs = _returned(body, states, strictly=1) + _collected(body, made)
    results = _results(graph, states, made)
    attributes: dict[str, list[int]] = {}
    if random.random() < 0.5:
        attributes["scan_input_axes"] = [_axis(graph, rank) for _, rank in scanned]
    if random.random() < 0.4:
        attributes["scan_output_axes"] = [_axis(graph, rank + 1) for rank in made]
    if random.random() < 0.3:
        attributes["scan_input_directions"] = [random.choice((0, 1)) for _ in scanned]
    if random.random() < 0.3:
        attributes["scan_output_directions"] = [random.choice((0, 1)) for _ in made]
    read = [name for name, _ in (*states, *scanned)]
    scan = body.finished("body", inputs, outputs)
    names = [name for name, _ in results]
    graph.add("Scan", read, names, num_scan_inputs=len(scanned), body=scan, **attributes)
    graph.floats += results


def _axis(graph: Growing, rank: int) -> int:
    return graph.random.randrange(-rank, rank)


STEPS: tuple[Step, ...] = (add_if, add_loop, add_loop, add_scan)
