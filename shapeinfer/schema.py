"""What ONNX says of an operator's arity, types and attributes, per version; read from the snapshot alone."""

from __future__ import annotations

from shapeinfer import schema_data as data

# A tensor type is its elem_type; every other type is the string by which ONNX spells it.
TypeKey = int | str
# ONNX has no list inside a list, and no default that is a tensor or a graph.
Default = int | float | str | tuple[int | float | str, ...] | None

# max_inputs and max_outputs of an operator whose last formal is variadic
UNBOUNDED = 2**31 - 1


class Formal:
    """One formal input or output of an operator."""

    __slots__ = ("homogeneous", "min_arity", "name", "option", "type_name", "types")

    def __init__(self, index: int) -> None:
        self.name: str
        self.option: str
        self.homogeneous: bool
        self.min_arity: int
        self.type_name: str
        self.name, self.option, self.homogeneous, self.min_arity, self.type_name, types = data.FORMALS[index]
        self.types = _types(types)

    @property
    def is_optional(self) -> bool:
        """Whether it may be left out, as an empty name or by ending the list before it."""
        return self.option == "optional"

    @property
    def is_variadic(self) -> bool:
        """Whether it stands for any number of values; only the last formal can."""
        return self.option == "variadic"

    def __repr__(self) -> str:
        return f"Formal({self.name!r}, {self.option}, {self.type_name!r})"


class AttributeSpec:
    """One attribute of an operator. ``type`` is an ``AttributeProto.AttributeType``."""

    __slots__ = ("default", "name", "required", "type")

    def __init__(self, index: int) -> None:
        self.name: str
        self.type: int
        self.required: bool
        self.default: Default
        self.name, self.type, self.required, self.default = data.ATTRIBUTES[index]

    def __repr__(self) -> str:
        return (
            f"AttributeSpec({self.name!r}, {self.type}, required={self.required}, default={self.default!r})"
        )


class Schema:
    """One version of one operator. Instances are shared: read them only."""

    __slots__ = (
        "attributes",
        "deprecated",
        "domain",
        "inputs",
        "max_inputs",
        "max_outputs",
        "min_inputs",
        "min_outputs",
        "name",
        "outputs",
        "since_version",
        "type_variables",
    )

    def __init__(self, domain: str, name: str, position: int) -> None:
        row = data.SCHEMAS[domain][name][position]
        self.domain = domain
        self.name = name
        self.since_version = row[0]
        self.deprecated = row[1]
        self.min_inputs = row[2]
        self.max_inputs = row[3]
        self.min_outputs = row[4]
        self.max_outputs = row[5]
        self.inputs = tuple(_formal(index) for index in row[6])
        self.outputs = tuple(_formal(index) for index in row[7])
        self.attributes = {spec.name: spec for spec in map(_attribute, row[8])}
        # A concrete type such as "tensor(int64)" is no variable.
        self.type_variables: dict[str, frozenset[TypeKey]] = {
            formal.type_name: formal.types
            for formal in self.inputs + self.outputs
            if "(" not in formal.type_name
        }

    def input_formal(self, position: int) -> Formal | None:
        """The formal that the input at a position stands for; None if the operator has none there."""
        return _at(self.inputs, position)

    def output_formal(self, position: int) -> Formal | None:
        """The formal that the output at a position stands for; None if the operator has none there."""
        return _at(self.outputs, position)

    def __repr__(self) -> str:
        prefix = f"{self.domain}::" if self.domain else ""
        return f"Schema({prefix}{self.name}-{self.since_version})"


def find(domain: str, op_type: str, opset: int) -> Schema | None:
    """The newest version of an operator that is in an opset, deprecated or not; None if there is none.

    An opset newer than the snapshot is judged by the newest version that the snapshot has: compare with
    ``last_opset`` to know.

    >>> find("", "Reshape", 17)
    Schema(Reshape-14)
    """
    domain = canonical_domain(domain)
    rows = data.SCHEMAS.get(domain, {}).get(op_type)
    if rows is None:
        return None
    for position in range(len(rows) - 1, -1, -1):
        since_version = rows[position][0]
        if since_version <= opset:
            key = (domain, op_type, since_version)
            schema = _schemas.get(key)
            if schema is None:
                schema = _schemas[key] = Schema(domain, op_type, position)
            return schema
    return None


def canonical_domain(domain: str) -> str:
    """``""`` for the two spellings of ONNX's own domain, others unchanged."""
    return "" if domain == "ai.onnx" else domain


def versions(domain: str, op_type: str) -> tuple[int, ...]:
    """Every since_version of an operator, ascending, deprecated ones included; empty if unknown."""
    rows = data.SCHEMAS.get(canonical_domain(domain), {}).get(op_type, ())
    return tuple(row[0] for row in rows)


def operators(domain: str) -> tuple[str, ...]:
    """The names of a domain's operators, in alphabetical order; empty for an unknown domain."""
    return tuple(data.SCHEMAS.get(canonical_domain(domain), ()))


def known_domains() -> tuple[str, ...]:
    """The domains that the snapshot covers; ONNX's own is ``""``."""
    return tuple(data.SCHEMAS)


def last_opset(domain: str) -> int | None:
    """The highest opset version of a domain that the snapshot covers; None for an unknown domain."""
    return data.LAST_OPSET.get(canonical_domain(domain))


def is_deprecated(domain: str, op_type: str, opset: int) -> bool:
    """Whether the operator exists in the opset only as deprecated."""
    schema = find(domain, op_type, opset)
    return schema is not None and schema.deprecated


# Filled on demand and bounded by the snapshot, so they may outlive a run; threads at worst build a row twice.
_schemas: dict[tuple[str, str, int], Schema] = {}
_formals: dict[int, Formal] = {}
_attributes: dict[int, AttributeSpec] = {}
_type_sets: dict[int, frozenset[TypeKey]] = {}


def _formal(index: int) -> Formal:
    formal = _formals.get(index)
    if formal is None:
        formal = _formals[index] = Formal(index)
    return formal


def _attribute(index: int) -> AttributeSpec:
    attribute = _attributes.get(index)
    if attribute is None:
        attribute = _attributes[index] = AttributeSpec(index)
    return attribute


def _types(index: int) -> frozenset[TypeKey]:
    types = _type_sets.get(index)
    if types is None:
        types = _type_sets[index] = frozenset(data.TYPES[index])
    return types


def _at(formals: tuple[Formal, ...], position: int) -> Formal | None:
    if position < 0 or not formals:
        return None
    if position < len(formals):
        return formals[position]
    return formals[-1] if formals[-1].is_variadic else None
