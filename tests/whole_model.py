"""Whole models against ONNX Runtime: every value of the main graph, inferred once and run at several sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
import onnx.parser

from shapeinfer.dim import Dim, Symbol
from shapeinfer.engine import Engine
from shapeinfer.engine_result import Run, severity_of
from shapeinfer.fact import Fact, OptionalFact, SequenceFact, TensorFact
from shapeinfer.model.read import read_proto
from shapeinfer.scalar import Span
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
        sizes = sizes_of(proto, feeds)
        premises = [p.item for p in found.requirements if p.item.premise]
        if any(not _holds_or_open(p.condition.holds, sizes) for p in premises):
            continue
        for name, result in results.items():
            assert_matches(found.facts[name], result, sizes, f"{name} with {sizes}")
        for placed in found.requirements:
            if placed.is_sure(found.dead_nodes()):
                assert _holds_or_open(placed.item.condition.holds, sizes), f"runs, but not {placed.item} with {sizes}"
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


def _size(sizes: Mapping[str, int], symbol: Symbol) -> int:
    if symbol.name not in sizes or not symbol.named:
        raise _Open
    return sizes[symbol.name]


def _holds_or_open(holds: object, sizes: Mapping[str, int]) -> bool:
    assert callable(holds)
    try:
        return bool(holds(lambda s: _size(sizes, s)))
    except _Open:
        return True


def _value(dim: Dim, sizes: Mapping[str, int]) -> int | None:
    try:
        return dim.evaluate(lambda s: _size(sizes, s))
    except _Open:
        return None


def assert_matches(fact: Fact, result: Value, sizes: Mapping[str, int], where: str) -> None:
    """What is known of a value is true of what came out."""
    where = f"{where}: {fact}"
    if isinstance(fact, SequenceFact):
        assert isinstance(result, list), where
        length = None if fact.length is None else _value(fact.length, sizes)
        assert length in (None, len(result)), f"{where} has {len(result)} items"
        for i, item in enumerate(result):
            assert_matches(fact.element if fact.items is None else fact.items[i], item, sizes, where)
    elif isinstance(fact, OptionalFact):
        assert fact.present is None or fact.present == (result is not None), where
        if result is not None:
            assert_matches(fact.element, result, sizes, where)
    elif isinstance(fact, TensorFact) and result is not None:
        _assert_tensor(fact, np.asarray(result), sizes, where)


def _assert_tensor(fact: TensorFact, array: np.ndarray, sizes: Mapping[str, int], where: str) -> None:
    if fact.elem_type and fact.elem_type != onnx.TensorProto.STRING:
        assert array.dtype == numpy_type(fact.elem_type), f"{where} is {array.dtype}"
    if fact.shape is not None:
        assert len(fact.shape) == array.ndim, f"{where} is {array.shape}"
        for dim, size in zip(fact.shape, array.shape, strict=True):
            assert _value(dim, sizes) in (None, size), f"{where} is {array.shape}"
            _assert_bounds(dim, size, sizes, where)
    if fact.elements is None or array.dtype == object:
        return
    if fact.elements.items is not None:
        for item, value in zip(fact.elements.items, array.reshape(-1), strict=True):
            if isinstance(item, Dim):
                assert _value(item, sizes) in (None, value), f"{where} is {array}"
            elif isinstance(item, Span):
                _assert_within(item, value, sizes, where)
    elif isinstance(fact.elements.each, Span):
        for value in array.reshape(-1):
            _assert_within(fact.elements.each, value, sizes, where)


def _assert_bounds(dim: Dim, size: int, sizes: Mapping[str, int], where: str) -> None:
    symbol = dim.symbol()
    if symbol is not None and not symbol.named:
        _assert_within(Span(symbol.low, symbol.high), size, sizes, where)


def _assert_within(span: Span, value: float, sizes: Mapping[str, int], where: str) -> None:
    low = None if span.low is None else _value(span.low, sizes)
    high = None if span.high is None else _value(span.high, sizes)
    assert (low is None or low <= value) and (high is None or value <= high), f"{where} is {value}"
