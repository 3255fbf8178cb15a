"""Whole models against ONNX Runtime: every value of the main graph, inferred once and run at several "
"sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
import onnx.parser

from shapeinfer.dims import Dim, Symbol
from shapeinfer.engine.engine import Engine
from shapeinfer.engine.run import Run, severity_of
from shapeinfer.facts.fact import Fact, OptionalFact, SequenceFact, TensorFact
from shapeinfer.facts.scalar import Span
from shapeinfer.model.read import read_proto
from shapeinfer.rule.requirement import Requirement
from tests.oracle import Refusal, Value, numpy_type, run

HEAD = '<ir_version: 8, opset_import: ["" : {opset}, "com.microsoft" : 1, "ai.onnx.ml" : 3, "local" : 1]>\n'

Feeds = Mapping[str, Value]


def parse(text: str, opset: int = 17) -> onnx.ModelProto:
    """A model in ONNX's own text form, without its header."""
    return onnx.parser.parse_model(HEAD.format(opset=opset) + text)


def infer(model: onnx.ModelProto | str, opset: int = 17) -> Run:
    """What the engine finds."""
    return Engine(read_proto(parse(model, opset) if isinstance(model, str) else model)).run()


def errors(found: Run) -> list[str]:
    """The errors, as ``SI205 message``."""
    return messages(found, "error")


def messages(found: Run, severity: str) -> list[str]:
    """The findings of one severity, as ``SI205 message``."""
    dead = found.dead_nodes()
    return [f"{p.item.code.id} {p.item.text()}" for p in found.findings if severity_of(p, dead) == severity]


def facts(found: Run, *names: str) -> list[str]:
    """Facts of values in the text form, fresh dims numbered anew in the order of mention."""
    import re

    numbers: dict[str, str] = {}
    text = "\n".join(str(found.facts[name]) for name in names)
    return re.sub(r"\?(\d+)", lambda m: numbers.setdefault(m[0], f"?{len(numbers)}"), text).split("\n")


def check(model: onnx.ModelProto | str, runs: Sequence[Feeds], opset: int = 17) -> Run:
    """Infer, run each of ``runs``, and assert that whatever was inferred is what came out."""
    proto = parse(model, opset) if isinstance(model, str) else model
    found = infer(proto)
    for feeds in runs:
        results = run_all(proto, feeds)
        assert not errors(found), f"runs, but {errors(found)}"
        sizes = Sizes(sizes_of(proto, feeds))
        for name, result in results.items():
            sizes.learn(found.facts[name], result)
        where = f"with {sizes}"
        if not all(sizes.allow(p.item) for p in found.requirements if p.item.premise):
            continue
        for name, result in results.items():
            assert_matches(found.facts[name], result, sizes, f"{name} {where}")
        for placed in found.requirements:
            if placed.is_sure:
                assert sizes.allow(placed.item), f"runs, but not {placed.item} {where}"
    return found


def refused(model: onnx.ModelProto | str, feeds: Feeds, opset: int = 17) -> str:
    """Why ONNX Runtime does not run it; empty if it does."""
    try:
        run(parse(model, opset) if isinstance(model, str) else model, feeds)
    except Refusal as refusal:
        return str(refusal)
    return ""


def run_all(proto: onnx.ModelProto, feeds: Feeds) -> dict[str, Value]:
    """Every value that nodes of the main graph make."""
    names = [name for node in proto.graph.node for name in node.output if name]
    copy = onnx.ModelProto()
    copy.CopyFrom(proto)
    declared = {v.name for v in copy.graph.output}
    copy.graph.output.extend(onnx.ValueInfoProto(name=n) for n in names if n not in declared)
    order = [v.name for v in copy.graph.output]
    return dict(zip(order, run(copy, feeds), strict=True))


def sizes_of(proto: onnx.ModelProto, feeds: Feeds) -> dict[str, int]:
    """The size of every symbol of the inputs in this run."""
    sizes: dict[str, int] = {}
    for value in proto.graph.input:
        fed = feeds.get(value.name)
        if value.type.WhichOneof("value") == "tensor_type" and fed is not None:
            for dim, size in zip(value.type.tensor_type.shape.dim, np.asarray(fed).shape, strict=False):
                if dim.dim_param:
                    sizes[dim.dim_param] = size
    return sizes


class _Open(Exception):
    """A symbol that only a run can tell."""


class Sizes:
    """What symbols stand for in one run: those of the inputs by name, invented ones as they were met."""

    def __init__(self, named: Mapping[str, int]) -> None:
        self.named = named
        self.met: dict[Symbol, int] = {}

    def __repr__(self) -> str:
        return f"{self.named} {self.met or ''}"

    def of(self, symbol: Symbol) -> int:
        found = self.named.get(symbol.name) if symbol.named else self.met.get(symbol)
        if found is None:
            raise _Open
        return found

    def value(self, dim: Dim) -> int | None:
        """The number that a dim is; None if it holds a symbol that was not met."""
        try:
            return dim.evaluate(self.of)
        except _Open:
            return None

    def allow(self, requirement: Requirement) -> bool:
        """Whether it holds, or can't be decided."""
        try:
            return requirement.condition.holds(self.of)
        except _Open:
            return True

    def learn(self, fact: Fact, result: Value) -> None:
        """Invented symbols that stand alone as a dim are what they came out as, the first time."""
        if isinstance(fact, TensorFact) and fact.shape is not None and isinstance(result, np.ndarray):
            for dim, size in zip(fact.shape, result.shape, strict=False):
                symbol = dim.symbol()
                if symbol is not None and not symbol.named:
                    self.met.setdefault(symbol, size)


def assert_matches(fact: Fact, result: Value, sizes: Sizes, where: str) -> None:
    """What is known of a value is true of what came out."""
    where = f"{where}: {fact}"
    if isinstance(fact, SequenceFact):
        assert isinstance(result, list), where
        length = None if fact.length is None else sizes.value(fact.length)
        assert length in (None, len(result)), f"{where} has {len(result)} items"
        for i, item in enumerate(result):
            assert_matches(fact.element if fact.items is None else fact.items[i], item, sizes, where)
    elif isinstance(fact, OptionalFact):
        assert fact.present is None or fact.present == (result is not None), where
        if result is not None:
            assert_matches(fact.element, result, sizes, where)
    elif isinstance(fact, TensorFact) and result is not None:
        _assert_tensor(fact, np.asarray(result), sizes, where)


def _assert_tensor(fact: TensorFact, array: np.ndarray, sizes: Sizes, where: str) -> None:
    if fact.elem_type and fact.elem_type != onnx.TensorProto.STRING:
        assert array.dtype == numpy_type(fact.elem_type), f"{where} is {array.dtype}"
    if fact.shape is not None:
        assert len(fact.shape) == array.ndim, f"{where} is {array.shape}"
        for dim, size in zip(fact.shape, array.shape, strict=True):
            assert sizes.value(dim) in (None, size), f"{where} is {array.shape}"
            _assert_bounds(dim, size, sizes, where)
    if fact.elements is None or array.dtype == object:
        return
    if fact.elements.items is not None:
        for item, value in zip(fact.elements.items, array.reshape(-1), strict=True):
            if isinstance(item, Dim):
                assert sizes.value(item) in (None, value), f"{where} is {array}"
            elif isinstance(item, Span):
                _assert_within(item, value, sizes, where)
    elif isinstance(fact.elements.each, Span):
        for value in array.reshape(-1):
            _assert_within(fact.elements.each, value, sizes, where)


def _assert_bounds(dim: Dim, size: int, sizes: Sizes, where: str) -> None:
    symbol = dim.symbol()
    if symbol is not None and not symbol.named:
        _assert_within(Span(symbol.low, symbol.high), size, sizes, where)


def _assert_within(span: Span, value: float, sizes: Sizes, where: str) -> None:
    low = None if span.low is None else sizes.value(span.low)
    high = None if span.high is None else sizes.value(span.high)
    assert (low is None or low <= value) and (high is None or value <= high), f"{where} is {value}"
