"""Makes the case of a seed."""

from __future__ import annotations

from random import Random

import onnx
from onnx import TensorProto, helper

from tests.fuzz.differential.case import Case, Content, Trial
from tests.fuzz.differential.functions import outline, twice
from tests.fuzz.differential.graphs import IR_VERSION
from tests.fuzz.differential.nested.growing import Growing
from tests.fuzz.differential.nested.steps import grow
from tests.fuzz.differential.nested.tensors import unary

_OPSETS = (11, 12, 13, 14, 16, 17, 18, 19, 21, 22, 23, 24, 25)
# The names of sizes, which inputs share.
_SYMBOLS = ("A", "B", "C")
_TRIALS = 5
# The inputs with contents: a number and a condition.
_CONTENTS: dict[str, tuple[int, tuple[int, ...]]] = {
    "number": (TensorProto.INT64, (0, 1, 2, 3, 5)),
    "truth": (TensorProto.BOOL, (0, 1)),
}


def random_case(seed: int) -> Case:
    """A graph with bodies in bodies; a third have some nodes in a function."""
    random = Random(seed)
    opset = random.choice(_OPSETS)
    graph = Growing(random, opset, alike=random.random() < 0.5)
    inputs = [_input(graph, at) for at in range(random.randint(1, 3))]
    given = [name for name in _CONTENTS if random.random() < 0.5]
    for name in given:
        inputs.append(helper.make_tensor_value_info(name, _CONTENTS[name][0], []))
        (graph.numbers if name == "number" else graph.truths).append(name)
    grow(graph, random.randint(2, 5))
    if not graph.nodes:
        unary(graph)
    made = [name for node in graph.nodes for name in node.output]
    kept = [name for name in made if random.random() < 0.9] or made[-1:]
    outputs = [onnx.ValueInfoProto(name=name) for name in kept]
    model = helper.make_model(
        graph.finished("g", inputs, outputs),
        opset_imports=[helper.make_opsetid("", opset)],
        ir_version=IR_VERSION,
    )
    with_bodies = [node.op_type for node in graph.nodes if node.op_type in ("If", "Loop", "Scan")]
    about = with_bodies[0] if with_bodies else "graph"
    if random.random() < 0.35:
        _put_into_function(model, random)
    return Case(seed, "nested", about, model, _trials(random, inputs, given))


def _input(graph: Growing, at: int) -> onnx.ValueInfoProto:
    """A float input of named sizes and of numbers."""
    random = graph.random
    rank = random.choice((1, 2, 2, 3))
    sizes = [
        random.choice(_SYMBOLS) if random.random() < 0.6 else random.choice((1, 2, 3, 4)) for _ in range(rank)
    ]
    graph.floats.append((f"x{at}", rank))
    return helper.make_tensor_value_info(f"x{at}", TensorProto.FLOAT, sizes)


def _put_into_function(model: onnx.ModelProto, random: Random) -> None:
    """Some nodes of the graph in a function, which another one may call."""
    count = len(model.graph.node)
    first = random.randrange(count)
    outline(model, first, random.randint(first, min(count - 1, first + 5)), random, "f")
    if random.random() < 0.3:
        twice(model)


def _trials(random: Random, inputs: list[onnx.ValueInfoProto], given: list[str]) -> list[Trial]:
    """Choices of sizes and contents; one if there is nothing to choose."""
    found = {d.dim_param for value in inputs for d in value.type.tensor_type.shape.dim if d.dim_param}
    trials = []
    for _ in range(_TRIALS if found or given else 1):
        sizes = {name: random.choice((1, 2, 3, 4, 5, 7)) for name in sorted(found)}
        contents: dict[str, Content] = {name: (random.choice(_CONTENTS[name][1]),) for name in given}
        trials.append(Trial(sizes, contents))
    return trials
