"""Cases about graphs: tensors of open sizes, and shapes that are computed from sizes.

The graph grows step by step. Each step fits at the sizes of the first trial, so that most graphs run there.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import onnx
from onnx import TensorProto, helper, numpy_helper

from tests.fuzz.differential.builder import Builder
from tests.fuzz.differential.case import Case, Trial
from tests.fuzz.differential.steps import grow
from tests.fuzz.differential.tensors import unary
from tests.fuzz.differential.words import NUMBERS

IR_VERSION = 10


def started(random: Random, opset: int, prefix: str = "") -> Builder:
    """A graph with one to three inputs."""
    builder = Builder(random, opset, prefix)
    for _ in range(random.randint(1, 3)):
        rank = random.choice((1, 2, 2, 3, 3, 4, 4))
        builder.input([random.choice((1, 2, 2, 3, 4, 4, 6, 8)) for _ in range(rank)])
    return builder


def trials_of(builder: Builder, count: int = 4) -> list[Trial]:
    """The sizes that the graph was made for, and others."""
    random = builder.random
    trials = [Trial(builder.symbols, builder.contents)]
    for _ in range(count if builder.symbols or builder.contents else 0):
        sizes = {
            name: random.choice((*NUMBERS, 8, 9)) if random.random() < 0.5 else size
            for name, size in builder.symbols.items()
        }
        contents = dict(builder.contents)
        for name, items in builder.contents.items():
            if items and random.random() < 0.3:
                at = random.randrange(len(items))
                contents[name] = (*items[:at], random.choice((0, 1, 2, 3, -1)), *items[at + 1 :])
        trials.append(Trial(sizes, contents))
    return trials


def declared(
    random: Random, name: str, elem_type: int, shape: Sequence[int], prefix: str
) -> onnx.ValueInfoProto:
    """The declaration of a value: none but the type, a rank, sizes, seldom wrong ones."""
    dice = random.random()
    if dice < 0.3:
        return helper.make_tensor_value_info(name, elem_type, None)
    if dice < 0.7:
        return helper.make_tensor_value_info(name, elem_type, [f"{prefix}_{i}" for i in range(len(shape))])
    sizes: list[int | str] = [
        size if random.random() < 0.4 else f"{prefix}_{i}" for i, size in enumerate(shape)
    ]
    if dice > 0.95 and sizes:
        sizes[random.randrange(len(sizes))] = random.choice((1, 2, 3))
    elif dice > 0.92:
        sizes.append(1)
    return helper.make_tensor_value_info(name, elem_type, sizes)


def finished(builder: Builder, opset: int) -> onnx.ModelProto:
    """The model of all nodes. Some graphs return everything; others a few values, with declarations of these
    and of others."""
    random = builder.random
    names = [name for node in builder.nodes for name in node.output if name]
    outputs = [onnx.ValueInfoProto(name=name) for name in names]
    others: list[onnx.ValueInfoProto] = []
    if random.random() < 0.5:
        known = {v.name: (TensorProto.FLOAT, v.shape) for v in builder.data}
        known.update({v.name: (TensorProto.INT64, v.shape) for v in builder.sizes})
        symbols = [*builder.symbols, "v", "w"]
        said: dict[str, onnx.ValueInfoProto] = {}
        for at, name in enumerate(names):
            if name in known and random.random() < 0.6:
                prefix = random.choice(symbols) if random.random() < 0.2 else f"o{at}"
                said[name] = declared(random, name, *known[name], prefix)
        kept = {name for name in names if random.random() < 0.5} | {names[-1]}
        outputs = [said.get(o.name, o) for o in outputs if o.name in kept]
        others = [value for name, value in said.items() if name not in kept]
    stored = list(builder.stored)
    # Lists that a caller may replace: each run says what they are.
    integers = [tensor for tensor in stored if tensor.data_type == TensorProto.INT64]
    defaults = [tensor for tensor in integers if random.random() < 0.05]
    builder.contents.update((t.name, tuple(numpy_helper.to_array(t).reshape(-1).tolist())) for t in defaults)
    inputs = [
        *builder.inputs,
        *(helper.make_tensor_value_info(t.name, t.data_type, list(t.dims)) for t in defaults),
    ]
    graph = helper.make_graph(builder.nodes, "g", inputs, outputs, initializer=stored, value_info=others)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=IR_VERSION)


def random_case(seed: int) -> Case:
    """A graph of ten or so steps."""
    random = Random(seed)
    opset = random.choice((11, 12, 13, 16, 17, 18, 20, 21, 22))
    builder = started(random, opset)
    grow(builder, random.randint(3, 14))
    if not builder.nodes:
        unary(builder)
    return Case(seed, "graphs", "graph", finished(builder, opset), trials_of(builder))
