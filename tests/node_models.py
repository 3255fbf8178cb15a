"""onnx's backend node tests as an oracle: about two thousand one-operator models with their results.

Each is taken in four ways: as it is; small inputs turned into initializers; every input dim turned into a
symbol of its own; both. Of models that spell an operator out as its function body, every value inside is
compared, with what onnx's reference evaluator computes.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

from shapeinfer.engine.engine import Engine
from shapeinfer.engine.run import severity_of
from shapeinfer.facts.fact import Fact, OptionalFact, SequenceFact, TensorFact
from shapeinfer.model.read import read_proto

WAYS = ("as it is", "constants", "symbols", "constants and symbols")

# Contents of more elements than this are data, not parameters such as a target shape or scales.
MOST_INTEGERS = 64
MOST_FLOATS = 8

# The least part of the models whose results are fully known. As they come, targets and scales are inputs,
# which is data.
LEAST_FULL = {"as it is": 0.83, "constants": 0.97, "symbols": 0.81, "constants and symbols": 0.97}

# Which tests leave something open with small inputs as constants, by the beginning of their names, and why.
OPEN = {
    "test_image_decoder": "the size is that of an encoded image",
    "test_loop13_seq": "how often a loop over data appends to a sequence",
    "test_loop16_seq_none": "how often a loop over data appends to a sequence",
    "test_nonmaxsuppression": "how many boxes are kept depends on their overlap",
    "test_range_bfloat16": "the limit is a bfloat16, whose input is no numpy number",
    "test_sequence_map": "a sequence of unknown length, whose items' sizes are only declared",
    "test_split_to_sequence_1": "the last piece of an odd size is smaller: not one shape for all",
    "test_sequence_insert": "the sequence is an input whose element rank is not declared",
    "test_identity_sequence": "the sequence is an input whose element rank is not declared",
    "test_string_split": "into how many pieces a string falls depends on it",
    "test_strnormalizer": "how many strings are stop words depends on them",
    "test_unique": "how many values are distinct depends on them",
}


class Case:
    """One model in one way: what to infer, and what came out when it ran, by name."""

    def __init__(
        self, name: str, way: str, model: onnx.ModelProto, sizes: dict[str, int], ran: dict[str, object]
    ) -> None:
        self.name = name
        self.way = way
        self.model = model
        self.sizes = sizes
        self.ran = ran


def cases() -> Iterator[Case]:
    """All node tests that come with data, in all four ways."""
    from onnx.backend.test.loader import load_node_model_tests

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tests = load_node_model_tests()
    for test in tests:
        if test.model is None or not test.data_sets:
            continue
        inputs, outputs = ([_value(v) for v in values] for values in test.data_sets[0])
        ran = dict(zip([o.name for o in test.model.graph.output], outputs, strict=False))
        if "_expanded" in test.name:
            ran = {**_values_inside(test.model, inputs), **ran}
        for way in WAYS:
            yield _case(test.name, way, test.model, inputs, ran)


def _values_inside(model: onnx.ModelProto, inputs: list[object]) -> dict[str, object]:
    feeds = dict(zip([i.name for i in model.graph.input], inputs, strict=False))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        found = ReferenceEvaluator(model).run(None, feeds, intermediate=True)
    assert isinstance(found, dict)
    # The evaluator stacks a loop's scalars as (n, 1), the runtime as (n,), which is what the page says.
    made = {name for node in model.graph.node if node.op_type != "Loop" for name in node.output}
    return {name: value for name, value in found.items() if name in made}


def _case(name: str, way: str, model: onnx.ModelProto, inputs: list[object], ran: dict[str, object]) -> Case:
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    sizes: dict[str, int] = {}
    for declared, value in zip(list(copy.graph.input), inputs, strict=False):
        if isinstance(value, list):
            sizes.update(_sizes_of_elements(declared, value))
        if isinstance(value, np.generic):
            value = np.asarray(value)
        if "constants" in way and isinstance(value, np.ndarray) and _is_parameter(value):
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
    return Case(name, way, copy, sizes, ran)


def _is_parameter(value: np.ndarray) -> bool:
    if value.dtype in (np.int64, np.int32, np.bool_, np.uint8, np.int8):
        return value.size <= MOST_INTEGERS
    return value.dtype.kind == "f" and value.size <= MOST_FLOATS


def _sizes_of_elements(declared: onnx.ValueInfoProto, items: list[object]) -> Mapping[str, int]:
    """The names in a sequence's element type, where every item has one size there."""
    found: dict[str, int] = {}
    shape = declared.type.sequence_type.elem_type.tensor_type.shape
    for axis, dim in enumerate(shape.dim):
        sizes = {np.shape(np.asarray(item))[axis] for item in items}
        if dim.dim_param and len(sizes) == 1:
            found[dim.dim_param] = sizes.pop()
    return found


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
    ``full``: every result known, in terms of the inputs; ``unknown``: the first that is not."""

    def __init__(self, problem: str, full: bool, unknown: str = "") -> None:
        self.problem = problem
        self.full = full
        self.unknown = unknown


def grade(case: Case) -> Grade:
    """Compare what is inferred with what came out."""
    run = Engine(read_proto(case.model)).run()
    errors = [p.item.text() for p in run.findings if severity_of(p) == "error"]
    if errors:
        return Grade(f"error on a model that runs: {errors[0]}", False)
    results = {output.name for output in case.model.graph.output}
    full, unknown = True, ""
    for name, result in case.ran.items():
        fact = run.facts[name]
        problem, known = _compare(fact, result, case.sizes)
        if problem:
            return Grade(f"{name} is {fact}: {problem}", False)
        if not known and name in results:
            full, unknown = False, f"{name} is {fact}"
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
