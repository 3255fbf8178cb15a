"""What really happens: one operator in ONNX Runtime (or, where it has no kernel, onnx's reference
evaluator), and the comparison of a rule with it. The rows are in the text form that rules are tested by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

from shapeinfer.dims import Dim, Symbol, const
from shapeinfer.facts.fact import Fact, MapFact, OptionalFact, SequenceFact, TensorFact
from shapeinfer.facts.parse import parse
from shapeinfer.facts.scalar import Ratio, Scalar, Span, high_of, low_of
from shapeinfer.facts.symbols import Scope
from shapeinfer.schema.schema import find
from shapeinfer.testing import Attribute, Inferred, infer

Value = object  # an array, a list of them for a sequence, or None


class Refusal(Exception):
    """The oracle did not run this; the text says why."""


class NoOracle(Exception):
    """Nobody here can run this."""


def has_wide_registers() -> bool:
    """Whether ONNX Runtime finds AVX-512 here: some kernels need it, and blocks of channels are 16 wide then,
    else 8."""
    try:
        return "avx512f" in Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


def numpy_type(elem_type: int) -> np.dtype:
    return helper.tensor_dtype_to_np_dtype(elem_type)


def bind(fact: Fact, sizes: Mapping[str, int], scope: Scope) -> Fact:
    """The fact with every symbol replaced by its size."""
    values = {scope.symbols[name]: const(size) for name, size in sizes.items() if name in scope.symbols}
    return fact.substitute(values, {})


def sample(fact: Fact, seed: int = 0) -> Value:
    """An array (a list for a sequence) that the fact describes: its known elements, else small numbers."""
    if isinstance(fact, SequenceFact):
        items = fact.items
        if items is None:
            length = 2 if fact.length is None or fact.length.value is None else fact.length.value
            items = (fact.element,) * length
        return [sample(item, seed + i) for i, item in enumerate(items)]
    if isinstance(fact, OptionalFact):
        return None if fact.present is False else sample(fact.element, seed)
    if isinstance(fact, MapFact):
        value = np.asarray(sample(fact.value, seed)).item()
        return {"a": value} if fact.key_type == TensorProto.STRING else {1: value}
    assert isinstance(fact, TensorFact)
    shape = fact.static_shape()
    assert shape is not None, f"every symbol needs a size: {fact}"
    kind = numpy_type(fact.elem_type)
    # Integers of 64 bits do not survive a way through floats.
    known = None if fact.elements is None else fact.elements.ints() or fact.elements.numbers()
    if known is not None:
        return np.array(known).astype(kind).reshape(shape)
    if fact.elements is not None and fact.elements.columns is not None:
        columns = [_within(column, shape[:-1], kind) for column in fact.elements.columns]
        if all(column is not None for column in columns):
            return np.stack([column for column in columns if column is not None], axis=-1)
    elif fact.elements is not None and fact.elements.items is None:
        within = _within(fact.elements.each, shape, kind)
        if within is not None:
            return within
    if kind == np.dtype(object) or fact.elem_type == TensorProto.STRING:
        return np.full(shape, "a b", dtype=object)
    if kind == np.bool_:
        return np.ones(shape, kind)
    if np.issubdtype(kind, np.integer):
        return np.zeros(shape, kind)
    return np.random.default_rng(seed).standard_normal(shape).astype(kind)


def _within(item: Scalar, shape: Sequence[int], kind: np.dtype) -> np.ndarray | None:
    """Numbers from the least to the largest over and over, if both are constants."""
    low, high = (None if b is None else b.value for b in (low_of(item), high_of(item)))
    if low is None or high is None or high < low:
        return None
    count = int(np.prod(shape, dtype=np.int64))
    return (low + np.arange(count) % (high - low + 1)).astype(kind).reshape(shape)


def type_proto(fact: Fact) -> onnx.TypeProto:
    if isinstance(fact, SequenceFact):
        return helper.make_sequence_type_proto(type_proto(fact.element))
    if isinstance(fact, OptionalFact):
        return helper.make_optional_type_proto(type_proto(fact.element))
    if isinstance(fact, MapFact):
        return helper.make_map_type_proto(fact.key_type, type_proto(fact.value))
    assert isinstance(fact, TensorFact)
    return helper.make_tensor_type_proto(fact.elem_type, fact.static_shape())


def model_of(
    op_type: str,
    opset: int,
    facts: Sequence[Fact | None],
    outputs: Sequence[Fact],
    attributes: Mapping[str, object],
    domain: str,
) -> onnx.ModelProto:
    names = [f"x{i}" if fact is not None else "" for i, fact in enumerate(facts)]
    node = helper.make_node(op_type, names, [f"y{i}" for i in range(len(outputs))], domain=domain)
    schema = find(domain, op_type, opset)
    for key, value in attributes.items():
        spec = schema.attributes.get(key) if schema is not None else None
        node.attribute.append(
            helper.make_attribute(key, _attribute(value), attr_type=spec.type if spec else None)
        )
    inputs = [
        helper.make_value_info(name, type_proto(fact))
        for name, fact in zip(names, facts, strict=True)
        if fact
    ]
    declared = [onnx.ValueInfoProto(name=f"y{i}") for i in range(len(outputs))]
    for proto, fact in zip(declared, outputs, strict=True):
        if isinstance(fact, TensorFact) and fact.elem_type:
            proto.type.tensor_type.elem_type = fact.elem_type
        elif isinstance(fact, SequenceFact) and isinstance(fact.element, TensorFact):
            proto.type.sequence_type.elem_type.tensor_type.elem_type = fact.element.elem_type
        elif isinstance(fact, OptionalFact) and isinstance(fact.element, TensorFact):
            proto.type.optional_type.elem_type.tensor_type.elem_type = fact.element.elem_type
    graph = helper.make_graph([node], "one", inputs, declared)
    imports = [helper.make_opsetid(domain, opset)]
    if domain:
        imports.append(helper.make_opsetid("", 17))
    return helper.make_model(graph, opset_imports=imports, ir_version=10)


def _attribute(value: object) -> object:
    if isinstance(value, TensorFact):
        array = sample(value)
        assert isinstance(array, np.ndarray)
        return onnx.numpy_helper.from_array(array)
    return value


def session(source: onnx.ModelProto | Path, *, optimized: bool = True) -> onnxruntime.InferenceSession:
    """ONNX Runtime has loaded it, and logs nothing. Raises one of many kinds of exceptions if it refuses."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    if not optimized:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    what = str(source) if isinstance(source, Path) else source.SerializeToString()
    return onnxruntime.InferenceSession(what, options, providers=["CPUExecutionProvider"])


def loads(source: onnx.ModelProto | Path, *, optimized: bool = True) -> bool:
    """Whether ONNX Runtime loads it."""
    try:
        session(source, optimized=optimized)
    except Exception:  # its errors have no common class
        return False
    return True


def runs(model: onnx.ModelProto, feeds: Mapping[str, Value], *, optimized: bool = True) -> bool:
    """Whether ONNX Runtime loads it, and runs it with these."""
    try:
        session(model, optimized=optimized).run(None, dict(feeds))
    except Exception:  # its errors have no common class
        return False
    return True


def run(model: onnx.ModelProto, feeds: Mapping[str, Value]) -> list[Value]:
    """The outputs, by ONNX Runtime without optimisations. Refusal if it can't, NoOracle if no oracle can."""
    try:
        return list(session(model, optimized=False).run(None, dict(feeds)))
    except Exception as error:
        text = str(error)
        missing = (
            "NOT_IMPLEMENTED",
            "Could not find an implementation",
            "is under development",
            "No Op registered",
        )
        if not any(m in text for m in missing):
            raise Refusal(text) from error
    try:
        return list(ReferenceEvaluator(model).run(None, dict(feeds)))
    except NotImplementedError as error:
        raise NoOracle(str(error)) from error
    except Exception as error:
        raise NoOracle(f"{type(error).__name__}: {error}") from error


def compare(
    op_type: str,
    opset: int,
    *inputs: str | None,
    sizes: Mapping[str, int] | None = None,
    domain: str = "",
    outputs: int = 1,
    feeds: Mapping[int, Value] | None = None,
    given: Mapping[str, Attribute] | None = None,
    **attributes: Attribute,
) -> tuple[str, Inferred]:
    """Infer with symbols and with sizes, run with these sizes, and assert that all agree.

    Returns ("ran" | "refused" | "no oracle", the concrete inference). What ran must have no error, its
    requirements must hold, and every shape and known element must be what came out. ``feeds`` replaces
    the sampled value of an input by its position, ``given`` holds attributes as a mapping.
    """
    attributes = {**(given or {}), **attributes}
    scope = Scope()
    facts = [None if text is None else parse(text, scope) for text in inputs]
    sizes = dict(sizes or {})
    symbolic = infer(op_type, opset, *facts, domain=domain, outputs=outputs, scope=scope, given=attributes)
    bound = [None if fact is None else bind(fact, sizes, scope) for fact in facts]
    concrete = infer(op_type, opset, *bound, domain=domain, outputs=outputs, scope=scope, given=attributes)
    model = model_of(op_type, opset, bound, concrete.outcome.outputs, attributes, domain)
    values = {f"x{i}": sample(fact, i) for i, fact in enumerate(bound) if fact is not None}
    values.update({f"x{i}": value for i, value in (feeds or {}).items()})
    try:
        results = run(model, values)
    except Refusal:
        return "refused", concrete
    except NoOracle:
        return "no oracle", concrete
    where = f"{op_type}-{opset} {inputs} {attributes} with {sizes}"
    for kind, inferred in (("symbolic", symbolic), ("concrete", concrete)):
        assert not inferred.errors, f"{where}: {kind}: runs, but {inferred.errors}"
        if not _premises_hold(inferred, sizes, scope):
            continue
        for fact, result in zip(inferred.outcome.outputs, results, strict=True):
            _assert_matches(fact, result, sizes, scope, f"{where}: {kind} {fact}")
        for requirement in inferred.outcome.requirements:
            if not requirement.premise and _known(requirement.condition.symbols(), sizes, scope):
                holds = requirement.condition.holds(lambda s: sizes[s.name])
                assert holds, f"{where}: runs, but {requirement.condition} does not hold"
    return "ran", concrete


def _premises_hold(inferred: Inferred, sizes: Mapping[str, int], scope: Scope) -> bool:
    """Where a premise does not hold, the run may work with other shapes than printed."""
    premises = [r.condition for r in inferred.outcome.requirements if r.premise]
    return all(p.holds(lambda s: sizes[s.name]) for p in premises if _known(p.symbols(), sizes, scope))


def _known(symbols: Set[Symbol], sizes: Mapping[str, int], scope: Scope) -> bool:
    return all(scope.symbols.get(s.name) is s and s.name in sizes for s in symbols)


def _assert_matches(fact: Fact, result: Value, sizes: Mapping[str, int], scope: Scope, where: str) -> None:
    if isinstance(fact, SequenceFact):
        assert isinstance(result, list), where
        if fact.length is not None and _known(fact.length.symbols(), sizes, scope):
            assert fact.length.evaluate(lambda s: sizes[s.name]) == len(result), where
        for i, item in enumerate(result):
            _assert_matches(fact.element if fact.items is None else fact.items[i], item, sizes, scope, where)
        return
    if isinstance(fact, MapFact):
        assert isinstance(result, dict), where
    if not isinstance(fact, TensorFact) or result is None:
        return
    array = np.asarray(result)
    if fact.elem_type and fact.elem_type != TensorProto.STRING:
        assert array.dtype == numpy_type(fact.elem_type), f"{where}: is {array.dtype}"
    if fact.shape is None:
        return
    assert len(fact.shape) == array.ndim, f"{where}: is {array.shape}"
    for axis, dim in enumerate(fact.shape):
        if _known(dim.symbols(), sizes, scope):
            got = dim.evaluate(lambda s: sizes[s.name])
            assert got == array.shape[axis], f"{where}: axis {axis} is {got}, ran {array.shape}"
    if fact.elements is not None and array.size and array.dtype != object:
        _assert_in_range(fact, array, sizes, scope, where)
    if fact.elements is not None and fact.elements.items is not None and array.dtype != object:
        for item, value in zip(fact.elements.items, array.reshape(-1), strict=True):
            if isinstance(item, Dim) and _known(item.symbols(), sizes, scope):
                assert item.evaluate(lambda s: sizes[s.name]) == value, f"{where}: element is {value}"
            elif isinstance(item, Ratio) and _known(item.num.symbols() | item.den.symbols(), sizes, scope):
                exact = item.num.evaluate(lambda s: sizes[s.name]) / item.den.evaluate(
                    lambda s: sizes[s.name]
                )
                assert np.isclose(exact, float(value), rtol=1e-6), f"{where}: element is {value}"


def _assert_in_range(
    fact: TensorFact, array: np.ndarray, sizes: Mapping[str, int], scope: Scope, where: str
) -> None:
    """Every element lies within the bounds that hold for all; bounds that are attained are."""
    assert fact.elements is not None  # checked by the caller
    _assert_within(fact.elements.whole(), array, sizes, scope, where)
    for place, column in enumerate(fact.elements.columns or ()):
        _assert_within(column, array[..., place], sizes, scope, f"{where}: place {place}")


def _assert_within(
    item: Scalar, array: np.ndarray, sizes: Mapping[str, int], scope: Scope, where: str
) -> None:
    low, high = (
        bound.evaluate(lambda s: sizes[s.name])
        if bound is not None and _known(bound.symbols(), sizes, scope)
        else None
        for bound in (low_of(item), high_of(item))
    )
    assert low is None or low <= array.min(), f"{where}: holds {array.min()}"
    assert high is None or high >= array.max(), f"{where}: holds {array.max()}"
    if isinstance(item, Span) and item.attained:
        assert low is None or low == array.min(), f"{where}: the least is {array.min()}"
        assert high is None or high == array.max(), f"{where}: the largest is {array.max()}"
