"""Windows: a few nodes of a real model, with none to two mutations.

The nodes stand next to each other, with those that compute their lists of numbers. What they read besides
becomes an input, of the type and shape that it has in the whole model, where each size may get a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import prod
from pathlib import Path
from random import Random

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import shapeinfer
from shapeinfer.facts.fact import Fact, TensorFact
from tests.fuzz.differential.case import Case, Trial
from tests.fuzz.differential.mutations import mutated

MODE = "windows"
# How many nodes stand next to each other in a window, and how many it may have with those that they need.
_LENGTHS = (1, 2, 3, 4, 6, 8, 12, 20)
_MOST_NODES = 60
# A tensor of more elements is data, not a list of sizes.
_LONGEST_LIST = 64
# A window's inputs and weights have at most so many elements each, and all weights together.
_LARGEST = 1_000_000
_MOST_STORED = 3_000_000
_LARGEST_SIZE = 4096
# Sizes that the symbols of a model may have in it; the first that it may run with is taken.
_USUAL = (8, 64, 224, 640, 3, 1)

Maker = Callable[[int], "Case | None"]
Shape = tuple[int, tuple[int, ...]]  # of a type and sizes


class Known:
    """A model, the type and shape of its values at sizes that it may run with, and the numbers in its lists."""

    def __init__(self, model: onnx.ModelProto, facts: Mapping[str, Fact]) -> None:
        self.model = model
        self.shapes: dict[str, Shape] = {}
        self.numbers: dict[str, tuple[int, ...]] = {}
        for name, fact in facts.items():
            shape = _constant(fact)
            if shape is not None:
                self.shapes[name] = shape
                numbers = _numbers(fact)
                if numbers is not None:
                    self.numbers[name] = numbers


def windows_of(folder: Path) -> Maker:
    """What makes a case of a seed, out of the models in ``folder`` and below. ValueError if there is none."""
    paths = sorted(folder.rglob("*.onnx"))
    if not paths:
        raise ValueError(f"{folder} holds no .onnx file")
    known = lru_cache(maxsize=40)(_known)

    def made(seed: int) -> Case | None:
        rng = Random(seed)
        path = rng.choice(paths)
        window = _Window(known(path), rng)
        if not window.is_usable():
            return None
        what = [mutated(window.model, window.known.shapes, rng) for _ in range(rng.choice((0, 1, 1, 2)))]
        about = ", ".join([path.stem, *filter(None, what)])
        return Case(seed, MODE, about, window.model, [window.trial, *_others(window.trial, rng)])

    return made


def _known(path: Path) -> Known:
    model = onnx.load(path, load_external_data=False)
    read = shapeinfer.infer(model)
    names = {
        symbol.name
        for value in model.graph.input
        if isinstance(fact := read.facts.get(value.name), TensorFact)
        for dim in fact.shape or ()
        for symbol in dim.symbols()
    }
    for size in _USUAL:
        sizes = dict.fromkeys(names, size)
        if shapeinfer.check(model, sizes).ok:
            return Known(model, shapeinfer.infer(model, dims=sizes).facts)
    return Known(model, read.facts)


def _constant(fact: Fact) -> Shape | None:
    if not isinstance(fact, TensorFact) or fact.shape is None or fact.elem_type is None:
        return None
    sizes = tuple(dim.lo for dim in fact.shape if dim.lo == dim.hi and isinstance(dim.lo, int))
    return (fact.elem_type, sizes) if len(sizes) == len(fact.shape) else None


def _numbers(fact: Fact) -> tuple[int, ...] | None:
    return fact.elements.ints() if isinstance(fact, TensorFact) and fact.elements is not None else None


class _Window:
    """Some nodes of a model as a model of its own, and its first trial."""

    def __init__(self, known: Known, rng: Random) -> None:
        self.known = known
        self.rng = rng
        self.trial = Trial({}, {})
        self.model = onnx.ModelProto(ir_version=max(known.model.ir_version, 4))
        self.model.opset_import.extend(known.model.opset_import)
        self.model.functions.extend(known.model.functions)
        self.graph = self.model.graph
        self.graph.name = MODE
        self.graph.node.extend(_drawn(known, rng))
        for node in self.graph.node:
            for attribute in node.attribute:
                if attribute.HasField("t"):
                    attribute.t.CopyFrom(filled(attribute.t))
        # How many sizes get a name, whether equal sizes get the same one, and whether all ranks are declared.
        self.named = rng.choice((0.0, 0.5, 1.0, 1.0))
        self.shared = rng.random() < 0.7
        self.ranked = rng.random() < 0.9

    def is_usable(self) -> bool:
        """Complete the graph with inputs, weights and outputs. False if it has none, or they are too large."""
        shapes = self.known.shapes
        stored = {tensor.name: tensor for tensor in self.known.model.graph.initializer}
        made = {name for node in self.graph.node for name in node.output if name}
        read = list(dict.fromkeys(name for node in self.graph.node for name in _read(node)))
        given = [name for name in read if name not in made]
        unread = sorted(made.difference(read))
        weights = [stored[name] for name in given if name in stored]
        inputs = [name for name in given if name not in stored]
        if not unread or any(name not in shapes for name in (*inputs, *unread)):
            return False
        if any(prod(shapes[name][1]) > _LARGEST for name in inputs):
            return False
        if sum(prod(tensor.dims) for tensor in weights) > _MOST_STORED:
            return False
        self.graph.initializer.extend(map(filled, weights))
        self.graph.input.extend(map(self._input, inputs))
        self.graph.output.extend(_unranked(name, shapes[name][0]) for name in unread)
        return True

    def _input(self, name: str) -> onnx.ValueInfoProto:
        elem_type, shape = self.known.shapes[name]
        rng, trial = self.rng, self.trial
        if _is_list((elem_type, shape)):
            # What it holds decides what runs, so it is given, and its shape stays as it is.
            usual = tuple(rng.choice((0, 1, 1, 2, 3)) for _ in range(prod(shape)))
            trial.contents[name] = self.known.numbers.get(name, usual)
            return helper.make_tensor_value_info(name, elem_type, shape)
        if not self.ranked and rng.random() < 0.5:
            trial.shapes[name] = shape
            return _unranked(name, elem_type)
        dims: list[int | str] = []
        for axis, size in enumerate(shape):
            if rng.random() < self.named:
                symbol = f"s{size}" if self.shared else f"{_word(name)}_{axis}"
                trial.sizes[symbol] = size
                dims.append(symbol)
            else:
                dims.append(size)
        return helper.make_tensor_value_info(name, elem_type, dims)


def _unranked(name: str, elem_type: int) -> onnx.ValueInfoProto:
    return onnx.ValueInfoProto(name=name, type=helper.make_tensor_type_proto(elem_type, None))


def _drawn(known: Known, rng: Random) -> list[onnx.NodeProto]:
    """Some nodes in a row and those that make their lists, in order. None of them if they are too many."""
    nodes, shapes = list(known.model.graph.node), known.shapes
    if not nodes:
        return []
    maker = {name: at for at, node in enumerate(nodes) for name in node.output if name}
    first = rng.randrange(len(nodes))
    taken = set(range(first, min(len(nodes), first + rng.choice(_LENGTHS))))
    waiting = list(taken)
    while waiting and len(taken) <= _MOST_NODES:
        for name in _read(nodes[waiting.pop()]):
            at = maker.get(name)
            if at is not None and at not in taken and _is_list(shapes.get(name)) and rng.random() < 0.9:
                taken.add(at)
                waiting.append(at)
    return [] if len(taken) > _MOST_NODES else [nodes[at] for at in sorted(taken)]


def _is_list(found: Shape | None) -> bool:
    """Whether it may hold sizes, or is nothing that an input of the window can be."""
    if found is None:
        return True
    elem_type, shape = found
    lists = (TensorProto.INT64, TensorProto.INT32, TensorProto.BOOL)
    return elem_type in lists and len(shape) <= 2 and prod(shape) <= _LONGEST_LIST


def _read(node: onnx.NodeProto) -> Iterator[str]:
    """The names that a node reads, in its bodies too."""
    yield from filter(None, node.input)
    for attribute in node.attribute:
        for body in [attribute.g] if attribute.HasField("g") else attribute.graphs:
            own = {value.name for value in (*body.input, *body.initializer)}
            for inner in body.node:
                yield from (name for name in _read(inner) if name not in own)
                own.update(inner.output)
            yield from (value.name for value in body.output if value.name not in own)


def _word(name: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in name)


def _others(trial: Trial, rng: Random) -> Iterator[Trial]:
    """The same with one or two sizes moved, and now and then with another shape of an input without rank."""
    for _ in range(3):
        sizes, shapes = dict(trial.sizes), dict(trial.shapes)
        for symbol in rng.sample(sorted(sizes), min(len(sizes), rng.choice((1, 1, 2)))):
            size = sizes[symbol]
            sizes[symbol] = max(0, rng.choice((0, 1, 2, 3, size - 1, size + 1, 2 * size)))
        if shapes and rng.random() < 0.5:
            name = rng.choice(sorted(shapes))
            shapes[name] = _other_shape(shapes[name], rng)
        if all(size <= _LARGEST_SIZE for size in sizes.values()):
            yield Trial(sizes, trial.contents, shapes)


def _other_shape(shape: Sequence[int], rng: Random) -> tuple[int, ...]:
    sizes = list(shape)
    kind = rng.randrange(4)
    if sizes and kind < 2:
        sizes[rng.randrange(len(sizes))] = rng.choice((0, 1, 2, 3))
    elif sizes and kind == 2:
        sizes.pop()
    else:
        sizes.append(rng.choice((1, 2)))
    return tuple(sizes)


def filled(tensor: onnx.TensorProto) -> onnx.TensorProto:
    """The tensor; one that is stored elsewhere with small numbers instead."""
    if tensor.data_location != TensorProto.EXTERNAL:
        return tensor
    kind = helper.tensor_dtype_to_np_dtype(tensor.data_type)
    if np.issubdtype(kind, np.floating):
        numbers = np.random.default_rng(0).standard_normal(tuple(tensor.dims)) * 0.02
        return numpy_helper.from_array(numbers.astype(kind), tensor.name)
    return numpy_helper.from_array(np.zeros(tuple(tensor.dims), kind), tensor.name)
