"""Whole models in ONNX Runtime: every value is what was inferred, and check refuses exactly what fails."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import pytest

import shapeinfer
from shapeinfer.facts.fact import Fact, SequenceFact, TensorFact
from tests.oracle import Refusal, Value, numpy_type, run

DATA = Path(__file__).parent / "data"

SIZES = {
    "encoder": [{"batch": b, "seq": s} for b, s in ((1, 1), (2, 5), (0, 3), (3, 0))],
    "unet": [
        {"batch": b, "height": h, "width": w}
        for b, h, w in ((1, 8, 4), (2, 4, 12), (1, 9, 8), (1, 6, 8), (1, 2, 8))
    ],
    "shape_arithmetic": [
        {"n": n, "h": h} for n, h in ((1, 2), (2, 8), (3, 7), (2, 9), (1, 1), (1, 0), (0, 4))
    ],
    "sequences": [{"n": n} for n in (0, 1, 3)],
    "branches": [{"n": n} for n in (0, 1, 3)],
    "loop": [{"n": n} for n in (0, 1, 3)],
    "functions": [{"n": n} for n in (0, 1, 3)],
}
CASES = [(name, sizes) for name, rows in SIZES.items() for sizes in rows]


def load(name: str) -> onnx.ModelProto:
    with pytest.warns(UserWarning, match="experimental"):
        return onnx.load(DATA / f"{name}.onnxtxt", format="onnxtxt")


def with_all_values(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with every value of its main graph as an output."""
    known = {output.name for output in model.graph.output}
    annotated = shapeinfer.infer_shapes(model)
    for value in annotated.graph.value_info:
        if value.name not in known:
            model.graph.output.append(onnx.ValueInfoProto(name=value.name, type=value.type))
    for output in model.graph.output:  # what is declared of shapes must not matter to the run
        if output.type.HasField("tensor_type"):
            output.type.tensor_type.ClearField("shape")
    return model


def feeds(model: onnx.ModelProto, sizes: Mapping[str, int]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for value in model.graph.input:
        tensor = value.type.tensor_type
        shape = [sizes[d.dim_param] if d.dim_param else d.dim_value for d in tensor.shape.dim]
        found[value.name] = np.ones(shape, numpy_type(tensor.elem_type))
    return found


def premises_hold(model: onnx.ModelProto, sizes: Mapping[str, int]) -> bool:
    """Whether the printed shapes are meant to hold at these sizes."""
    premises = shapeinfer.infer(model).contract.premises
    return all(p.condition.holds(lambda s: sizes[s.name]) for p in premises)


def assert_is(fact: Fact, value: object, sizes: Mapping[str, int], where: str) -> None:
    if isinstance(fact, SequenceFact):
        assert isinstance(value, list)
        for i, item in enumerate(value):
            assert_is(fact.items[i] if fact.items is not None else fact.element, item, sizes, where)
        return
    assert isinstance(fact, TensorFact)
    array = np.asarray(value)
    assert array.dtype == numpy_type(fact.elem_type), where
    assert fact.shape is not None, where
    for dim, size in zip(fact.shape, array.shape, strict=True):
        if all(s.named for s in dim.symbols()):
            assert dim.evaluate(lambda s: sizes[s.name]) == size, f"{where}: {fact} ran as {array.shape}"
        for symbol in dim.symbols():
            if not symbol.named and dim.symbol() is symbol:
                assert symbol.high is None or size <= symbol.high.evaluate(lambda s: sizes[s.name]), where


@pytest.mark.parametrize(
    ("name", "sizes"), CASES, ids=[f"{n}-{'-'.join(map(str, s.values()))}" for n, s in CASES]
)
def test_a_run_is_what_was_inferred(name: str, sizes: dict[str, int]) -> None:
    model = with_all_values(load(name))
    answer = shapeinfer.check(model, dims=sizes)
    try:
        results = run(model, feeds(model, sizes))
    except Refusal:
        results = None
    if results is None:
        assert not answer.ok, "the runtime refused"
        return
    assert answer.ok, answer.diagnostics
    if not premises_hold(model, sizes):
        return
    for facts in (shapeinfer.infer(model).facts, shapeinfer.infer(model).under_contract):
        for output, value in zip(model.graph.output, results, strict=True):
            assert_is(facts[output.name], value, sizes, f"{name} {output.name} {sizes}")


@pytest.mark.parametrize(
    ("name", "sizes"), CASES, ids=[f"{n}-{'-'.join(map(str, s.values()))}" for n, s in CASES]
)
def test_the_contract_agrees_with_check(name: str, sizes: dict[str, int]) -> None:
    model = load(name)
    result = shapeinfer.infer(model)
    holds = all(c.condition.holds(lambda s: sizes[s.name]) for c in result.contract.demands)
    ok = shapeinfer.check(model, dims=sizes).ok
    assert holds or not ok
    if premises_hold(model, sizes):  # beyond them the contract asks less than a run does
        assert holds == ok


@pytest.mark.parametrize("name", sorted(SIZES))
def test_lint_finds_nothing_wrong(name: str) -> None:
    assert shapeinfer.lint(load(name)).at_least("warning") == ()
