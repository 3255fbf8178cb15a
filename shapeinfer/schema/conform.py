"""Checks a node against its operator's schema: arity, attributes, element types, type variables.

All violations of a node are reported, not only the first. Rules do not repeat these checks.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import Code
from shapeinfer.facts.elem_type import elem_type_name, onnx_name
from shapeinfer.facts.fact import Fact, MapFact, OptionalFact, SequenceFact, SparseTensorFact, TensorFact
from shapeinfer.rule.requirement import Finding
from shapeinfer.schema.schema import UNBOUNDED, Formal, Schema, TypeKey, find, versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ATTRIBUTE_TYPES = (
    "undefined", "float", "int", "string", "tensor", "graph", "floats", "ints", "strings", "tensors",
    "graphs", "sparse tensor", "sparse tensors", "type", "types",
)  # fmt: skip


# Of these ONNX Runtime makes no tensor for a Constant; of all others it does, whatever is needed.
_NO_CONSTANTS = frozenset(
    map(ATTRIBUTE_TYPES.index, ("graph", "tensors", "graphs", "sparse tensors", "type", "types"))
)

# Standard operators that ONNX Runtime runs with attributes they do not have.
UNCHECKED_ATTRIBUTES = frozenset((
    "Affine", "Constant", "Crop", "DynamicSlice", "ImageScaler", "LayerNormalization", "ParametricSoftplus",
    "Scale", "ScaledTanh",
))  # fmt: skip

# Inputs that only the end of the list may leave out: the runtime reads the type of what is written.
_NO_EMPTY_NAMES: dict[str, frozenset[str]] = {
    "QLinearAdd": frozenset(("A_zero_point", "B_zero_point", "C_zero_point")),
    "QLinearAveragePool": frozenset(("x_zero_point", "y_zero_point")),
    "QLinearMul": frozenset(("A_zero_point", "B_zero_point", "C_zero_point")),
}
# Operators whose last input may be an empty name, but not be missing: the runtime dies.
_ALL_INPUTS = frozenset(("QLinearLeakyRelu", "QLinearSigmoid"))

# The type of an input that is left out; not a valid elem_type.
ABSENT = -1

# What a schema is compared with: an elem_type, a spelled type, None where it is not known, or ABSENT.
InputType = TypeKey | None


def input_types(facts: Sequence[Fact | None]) -> tuple[InputType, ...]:
    """The types of a node's inputs."""
    return tuple([
        (fact.elem_type or None) if isinstance(fact, TensorFact)
        else ABSENT if fact is None
        else type_key(fact)
        for fact in facts
    ])  # fmt: skip


def type_key(fact: Fact) -> TypeKey | None:
    """How a schema names this fact's type: an elem_type, or a string such as ``seq(tensor(float))``.

    None where the type is not wholly known."""
    if isinstance(fact, TensorFact):
        return fact.elem_type or None
    if isinstance(fact, SparseTensorFact):
        return f"sparse_tensor({onnx_name(fact.elem_type)})" if fact.elem_type else None
    if isinstance(fact, MapFact):
        inner = _spelled(fact.value)
        return f"map({onnx_name(fact.key_type)},{inner})" if inner and fact.key_type else None
    if isinstance(fact, (SequenceFact, OptionalFact)):
        inner = _spelled(fact.element)
        kind = "seq" if isinstance(fact, SequenceFact) else "optional"
        return f"{kind}({inner})" if inner else None
    return None


def _spelled(fact: Fact) -> str | None:
    key = type_key(fact)
    return f"tensor({onnx_name(key)})" if isinstance(key, int) else key


def type_text(key: TypeKey) -> str:
    """A type for a message: ``f32``, ``seq(tensor(float))``."""
    return elem_type_name(key) if isinstance(key, int) else key


def _allowed_text(types: frozenset[TypeKey]) -> str:
    numbers = sorted(t for t in types if isinstance(t, int))
    return ", ".join([type_text(t) for t in numbers] + sorted(t for t in types if isinstance(t, str)))


class Conformity:
    """The result of the comparison: findings, and the types bound to type variables.

    ``callable`` is False if the rule can't be called: an input or attribute it needs is missing.
    """

    __slots__ = ("bound", "callable", "findings")

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.bound: dict[str, TypeKey] = {}
        self.callable = True

    def report(self, code: Code, message: str, /, **args: object) -> None:
        """Add a finding."""
        self.findings.append(Finding.of(code, message, **args))


# What is known of an attribute that has the type of a body and holds none.
_NO_GRAPH = (ATTRIBUTE_TYPES.index("graph"), (), False)
_MISSING = "input {position} ({name}) is left out, and the operator needs it"
# Of a variadic input: a loader infers by the first. It has words of its own, by which refused_data.py tells
# mistakes apart.
_MISSING_FIRST = "the first input ({name}) is left out, and the operator needs it"
# Of Concat: no input follows.
MISSING_AT_END = "input {position} ({name}), behind the last, is left out, and the operator needs it"


def conform(
    schema: Schema,
    inputs: Sequence[InputType],
    output_count: int,
    attributes: dict[str, tuple[int, tuple[int, ...], bool]],
    duplicates: Sequence[str] = (),
    *,
    in_function: bool = False,
) -> Conformity:
    """Compare a node with its schema.

    ``inputs`` are the types of its inputs; ``attributes`` maps a name to its type,
    the kinds of value that are set, and whether it refers to a function's attribute.
    ``in_function`` says that the node stands in a function of the model."""
    result = Conformity()
    _check_arity(schema, inputs, output_count, result, in_function=in_function)
    _check_attributes(schema, attributes, duplicates, result, in_function=in_function)
    _check_types(schema, inputs, result)
    return result


# Operators of ONNX Runtime's own in ONNX's domain whose inputs it counts all the same.
COUNTED = frozenset(("MemcpyFromHost", "MemcpyToHost", "SimplifiedLayerNormalization"))


def _check_arity(
    schema: Schema, inputs: Sequence[InputType], output_count: int, result: Conformity, *, in_function: bool
) -> None:
    count = len(inputs)
    least, most = schema.min_inputs, schema.max_inputs
    most_outputs = schema.max_outputs
    # In a graph ONNX Runtime counts only the inputs and outputs of operators that ONNX knows.
    if not (schema.standard or schema.domain or schema.name in COUNTED or in_function):
        most, most_outputs = max(most, count), max(most_outputs, output_count)
    if schema.name == "Constant" and not schema.domain:
        most = count  # its node is gone before a loader counts
    if not least <= count <= most:
        result.report(
            codes.INPUT_COUNT, "{count} inputs, needed {need}", count=count, need=needed(least, most)
        )
        # A rule may rely on one value of a variadic input; other missing inputs are unknown facts.
        result.callable = count > least or not schema.inputs[-1].is_variadic
    if output_count > most_outputs or output_count < schema.min_outputs:
        need = needed(schema.min_outputs, schema.max_outputs)
        result.report(codes.OUTPUT_COUNT, "{count} outputs, needed {need}", count=output_count, need=need)
    if schema.domain == "com.microsoft" and schema.name in _ALL_INPUTS and least <= count < most:
        result.report(
            codes.RUNTIME_DIFFERS, "{count} inputs, and ONNX Runtime needs {most} (an empty name will do)",
            count=count, most=most,
        )  # fmt: skip
    if ABSENT not in inputs:
        return
    for position, key in enumerate(inputs):
        formal = schema.input_formal(position)
        if key == ABSENT and formal is not None and _is_needed(schema, formal):
            args = (("position", position), ("name", formal.name))
            if schema.name == "Concat" and position > 0:
                # A loader infers Concat by its first input; only the kernel refuses the node.
                at_end = all(other == ABSENT for other in inputs[position:])
                message = MISSING_AT_END if at_end else _MISSING
                result.findings.append(Finding(codes.MISSING_INPUT, message, args, at_load=False))
            else:
                message = _MISSING_FIRST if formal.is_variadic and position == 0 else _MISSING
                result.findings.append(Finding(codes.MISSING_INPUT, message, args))


def outputs_left_out(schema: Schema, wanted: Sequence[bool]) -> list[Finding]:
    """Required outputs without a name: runtimes refuse such a node."""
    found = []
    for position, is_wanted in enumerate(wanted):
        formal = None if is_wanted else schema.output_formal(position)
        if formal is not None and formal.option == "single":
            message = "output {position} ({name}) is left out, and only optional outputs may be"
            found.append(Finding.of(codes.OUTPUT_COUNT, message, position=position, name=formal.name))
    return found


def _is_needed(schema: Schema, formal: Formal) -> bool:
    """Whether the input may not be left out. Rules check the inputs of bodies; contrib operators
    of the runtime are not checked."""
    if schema.domain == "com.microsoft" and formal.name in _NO_EMPTY_NAMES.get(schema.name, ()):
        return True
    return formal.option == "single" or (formal.is_variadic and formal.homogeneous and not schema.domain)


def needed(least: int, most: int) -> str:
    """How many are needed, as a message says it."""
    if least == most:
        return str(least)
    return f"at least {least}" if most >= UNBOUNDED else f"{least} to {most}"


def _in_another_opset(schema: Schema, attribute: str) -> str:
    """Which opset adds an attribute that a version of an operator has not, or which one removed it."""
    domain, name = schema.domain, schema.name
    known = versions(domain, name)
    having = [v for v in known if (found := find(domain, name, v)) and attribute in found.attributes]
    for version in having:
        if version > schema.since_version:
            return f"; opset {version} adds it"
    return f"; opset {next(v for v in known if v > having[-1])} removed it" if having else ""


def _check_attributes(
    schema: Schema,
    attributes: dict[str, tuple[int, tuple[int, ...], bool]],
    duplicates: Sequence[str],
    result: Conformity,
    *,
    in_function: bool,
) -> None:
    report = result.report
    is_unchecked = not schema.domain and schema.name in UNCHECKED_ATTRIBUTES
    for name, (type_, kinds, refers) in attributes.items():
        spec = schema.attributes.get(name)
        if spec is None:
            found = Finding.of(
                codes.UNKNOWN_ATTRIBUTE, "attribute {name!r} is not one of {operator}'s ({known}){elsewhere}",
                name=name, operator=f"{schema.name}-{schema.since_version}",
                known=", ".join(schema.attributes) or "none", elsewhere=_in_another_opset(schema, name),
            )  # fmt: skip
            found.severity = "warning" if is_unchecked else None
            result.findings.append(found)
            continue
        if type_ != spec.type:
            found = Finding.of(
                codes.ATTRIBUTE_TYPE, "attribute {name!r} is of type {type}, needed {need}", name=name,
                type=_kind_text(type_), need=_kind_text(spec.type),
            )  # fmt: skip
            is_made = schema.name == "Constant" and not schema.domain and type_ not in _NO_CONSTANTS
            found.severity = "warning" if is_made else None
            result.findings.append(found)
            result.callable = not type_ and spec.type in kinds[:1] and result.callable
        elif not refers and len(kinds) > 1:
            found = Finding.of(
                codes.DUPLICATE_ATTRIBUTE, "attribute {name!r} carries several kinds of value: {kinds}",
                name=name, kinds=", ".join(map(_kind_text, kinds)),
            )  # fmt: skip
            found.severity = "warning" if is_unchecked else None
            result.findings.append(found)
    for name in duplicates:
        found = Finding.of(codes.DUPLICATE_ATTRIBUTE, "attribute {name!r} is given twice", name=name)
        # A call of a function puts in one of them.
        found.severity = "warning" if is_unchecked or in_function else None
        result.findings.append(found)
    for name, spec in schema.attributes.items():
        # The kernel of Constant takes its value from whatever attribute there is.
        is_given = bool(attributes) if schema.name == "Constant" else name in attributes
        if spec.required and (not is_given or (not schema.domain and attributes.get(name) == _NO_GRAPH)):
            report(
                codes.MISSING_ATTRIBUTE, "attribute {name!r} ({type}) is required and missing", name=name,
                type=_kind_text(spec.type),
            )  # fmt: skip
            result.callable = False


def _kind_text(type_: int) -> str:
    return ATTRIBUTE_TYPES[type_] if 0 <= type_ < len(ATTRIBUTE_TYPES) else f"type {type_}"


def _check_types(schema: Schema, inputs: Sequence[InputType], result: Conformity) -> None:
    bound_by: dict[str, str] = {}
    for position, key in enumerate(inputs):
        formal = schema.input_formal(position)
        if key is None or key == ABSENT or formal is None:
            continue
        name = (
            formal.name if not formal.is_variadic else f"{formal.name}[{position - len(schema.inputs) + 1}]"
        )
        if key not in formal.types:
            _report_type(schema, formal, name, key, result)
            continue
        if formal.is_variadic and not formal.homogeneous:
            continue
        variable = formal.type_name
        known = result.bound.setdefault(variable, key)
        if known != key:
            result.report(
                codes.TYPE_CONFLICT,
                "{second} is {second_type}, {first} is {first_type}: both must have one type",
                first=bound_by[variable], first_type=type_text(known),
                second=name, second_type=type_text(key),
            )  # fmt: skip
        else:
            bound_by.setdefault(variable, name)


def _report_type(schema: Schema, formal: Formal, name: str, key: TypeKey, result: Conformity) -> None:
    kinds = {isinstance(t, int) for t in formal.types}
    args = {"name": name, "type": type_text(key), "need": _allowed_text(formal.types)}
    operator = f"{schema.name}-{schema.since_version}"
    if isinstance(key, int) in kinds:
        result.report(
            codes.TYPE_NOT_ALLOWED, "{name} is {type}, {operator} takes {need}", operator=operator, **args
        )
        return
    result.report(
        codes.WRONG_KIND, "{name} is {type}, {operator} needs one of {need}", operator=operator, **args
    )
    result.callable = False


def output_type(schema: Schema, position: int, bound: dict[str, TypeKey]) -> TypeKey | None:
    """The type of an output that the schema determines: by a bound variable, or as its only type."""
    formal = schema.output_formal(position)
    if formal is None:
        return None
    key = bound.get(formal.type_name)
    if key is not None and not (formal.is_variadic and not formal.homogeneous):
        return key
    return next(iter(formal.types)) if len(formal.types) == 1 else None
