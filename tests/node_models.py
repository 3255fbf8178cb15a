"""onnx's backend node tests as an oracle: about two thousand one-operator models with their results.

Each is taken in four ways: as it is; small integer inputs turned into initializers; every input dim
turned into a symbol of its own; both.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import onnx
from onnx import numpy_helper

from shapeinfer.engine import Engine
from shapeinfer.engine_result import severity_of
from shapeinfer.fact import Fact, OptionalFact, SequenceFact, TensorFact
from shapeinfer.model.read import read_proto

WAYS = ("as it is", "constants", "symbols", "constants and symbols")
# How many of the 1884 stay partly unknown, for their sizes depend on data (or are not followed that far).
MOST_UNKNOWN = {"as it is": 317, "constants": 83, "symbols": 345, "constants and symbols": 93}

# Contents of more elements than this are data, not shape arithmetic.
MOST_CONSTANT = 64


class Case:
    """One model in one way: what to infer, and what came out when it ran."""

    def __init__(
        self, name: str, way: str, model: onnx.ModelProto, sizes: dict[str, int], results: list[object]
    ) -> None:
        self.name = name
        self.way = way
        self.model = model
        self.sizes = sizes
        self.results = results


def cases() -> Iterator[Case]:
    """All node tests that come with data, in all four ways."""
    from onnx.backend.test.loader import load_node_model_tests

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tests = load_node_model_tests()
    for test in tests:
        if test.model is None or not test.data_sets:
            continue
        inputs, outputs = test.data_sets[0]
        for way in WAYS:
            yield _case(test.name, way, test.model, list(inputs), list(outputs))


def _case(name: str, way: str, model: onnx.ModelProto, inputs: list[object], outputs: list[object]) -> Case:
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    sizes: dict[str, int] = {}
    values = [_value(i) for i in inputs]
    kept = list(copy.graph.input)[: len(values)]
    if "constants" in way:
        for declared, value in zip(list(kept), values, strict=False):
            if isinstance(value, np.generic):
                value = np.asarray(value)
            if isinstance(value, np.ndarray) and value.dtype.kind in "iub" and value.size <= MOST_CONSTANT:
                if value.dtype not in (np.int64, np.int32, np.bool_, np.uint8, np.int8):
                    continue
                copy.graph.initializer.append(numpy_helper.from_array(value, declared.name))
                copy.graph.input.remove(declared)
    if "symbols" in way:
        for declared in copy.graph.input:
            if declared.type.HasField("tensor_type"):
                for axis, dim in enumerate(declared.type.tensor_type.shape.dim):
                    if dim.HasField("dim_value"):
                        symbol = f"{declared.name}_{axis}"
                        sizes[symbol] = dim.dim_value
                        dim.dim_param = symbol
    for output in copy.graph.output:  # what is declared must not help
        if output.type.HasField("tensor_type"):
            output.type.tensor_type.ClearField("shape")
    del copy.graph.value_info[:]
    return Case(name, way, copy, sizes, [_value(o) for o in outputs])


def _value(stored: object) -> object:
    """Arrays, lists for sequences, None for an empty optional."""
    if isinstance(stored, onnx.TensorProto):
        return numpy_helper.to_array(stored)
    if isinstance(stored, onnx.SequenceProto):
        return numpy_helper.to_list(stored)
    if isinstance(stored, onnx.OptionalProto):
        return numpy_helper.to_optional(stored)
    return stored


class Grade:
    """``problem``: an error on a model that runs, or a fact that the run contradicts ("" if none);
    ``full``: everything known, in terms of the inputs."""

    def __init__(self, problem: str, full: bool, unknown: str = "") -> None:
        self.problem = problem
        self.full = full
        self.unknown = unknown


def grade(case: Case) -> Grade:
    """Compare what is inferred with what came out."""
    run = Engine(read_proto(case.model)).run()
    dead = run.dead_nodes()
    errors = [p.item.text() for p in run.findings if severity_of(p, dead) == "error"]
    if errors:
        return Grade(f"error on a model that runs: {errors[0]}", False)
    full, unknown = True, ""
    for output, result in zip(case.model.graph.output, case.results, strict=False):
        fact = run.facts[output.name]
        problem, known = _compare(fact, result, case.sizes)
        if problem:
            return Grade(f"{output.name} is {fact}: {problem}", False)
        if not known:
            full, unknown = False, f"{output.name} is {fact}"
    return Grade("", full, unknown)


def _compare(fact: Fact, result: object, sizes: dict[str, int]) -> tuple[str, bool]:
    if isinstance(fact, OptionalFact):
        return ("", True) if result is None else _compare(fact.element, result, sizes)
    if isinstance(fact, SequenceFact):
        if not isinstance(result, list):
            return f"ran as {type(result).__name__}", False
        known = True
        for i, item in enumerate(result):
            inner = fact.element if fact.items is None or i >= len(fact.items) else fact.items[i]
            problem, item_known = _compare(inner, item, sizes)
            known = known and item_known
            if problem:
                return problem, False
        return "", known
    if not isinstance(fact, TensorFact):
        return "", False
    return _compare_tensor(fact, result, sizes)


def _compare_tensor(fact: TensorFact, result: object, sizes: dict[str, int]) -> tuple[str, bool]:
    array = np.asarray(result)
    if fact.elem_type and array.dtype.kind not in "OUS" and array.dtype.name != "void":
        wanted = onnx.helper.tensor_dtype_to_np_dtype(fact.elem_type)
        if array.dtype != wanted:
            return f"ran as {array.dtype}", False
    if fact.shape is None:
        return "", False
    if len(fact.shape) != array.ndim:
        return f"ran as {array.shape}", False
    known = bool(fact.elem_type)
    for dim, size in zip(fact.shape, array.shape, strict=True):
        if all(s.name in sizes for s in dim.symbols()):
            if dim.evaluate(lambda s: sizes[s.name]) != size:
                return f"ran as {array.shape}", False
        else:
            known = False
    return "", known
