"""The arity, types and attributes of each operator version, read from the snapshots.

The operators that ONNX Runtime adds (com.microsoft, its layout domains, and a few in ONNX's own domain) are
in a second snapshot, which is imported when such an operator is looked up.
"""

from __future__ import annotations

from shapeinfer.schema import onnx_data

TYPE_CHECKING = False  # without importing typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    class Data(Protocol):
        """A snapshot module."""

        LAST_OPSET: dict[str, int]
        TYPES: tuple[tuple[int | str, ...], ...]
        FORMALS: tuple[tuple[str, str, bool, int, str, int], ...]
        ATTRIBUTES: tuple[
            tuple[str, int, bool, int | float | str | tuple[int | float | str, ...] | None], ...
        ]

        @property
        def SCHEMAS(self) -> Mapping[str, Mapping[str, tuple[Row, ...]]]: ...

    Row = tuple[int, bool, int, int, int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]

# A tensor type is its elem_type; every other type is the string by which ONNX spells it.
TypeKey = int | str
# ONNX has no nested lists, and no defaults that are tensors or graphs.
Default = int | float | str | tuple[int | float | str, ...] | None

# The domains of the second snapshot, beside what it adds to ONNX's own.
CONTRIB_DOMAINS = frozenset(("com.microsoft", "com.microsoft.nchwc", "com.ms.internal.nhwc"))

# max_inputs and max_outputs of an operator whose last formal is variadic
UNBOUNDED = 2**31 - 1


class Formal:
    """One formal input or output of an operator."""

    __slots__ = ("homogeneous", "min_arity", "name", "option", "type_name", "types")

    def __init__(self, tables: Tables, index: int) -> None:
        self.name: str
        self.option: str
        self.homogeneous: bool
        self.min_arity: int
        self.type_name: str
        row = tables.data.FORMALS[index]
        self.name, self.option, self.homogeneous, self.min_arity, self.type_name, types = row
        self.types = tables.types(types)

    @property
    def is_optional(self) -> bool:
        """Whether it may be left out, as an empty name or by ending the list before it."""
        return self.option == "optional"

    @property
    def is_variadic(self) -> bool:
        """Whether it is variadic; only the last formal can be."""
        return self.option == "variadic"

    def __repr__(self) -> str:
        return f"Formal({self.name!r}, {self.option}, {self.type_name!r})"


class AttributeSpec:
    """One attribute of an operator. ``type`` is an ``AttributeProto.AttributeType``."""

    __slots__ = ("default", "name", "required", "type")

    def __init__(self, tables: Tables, index: int) -> None:
        self.name: str
        self.type: int
        self.required: bool
        self.default: Default
        self.name, self.type, self.required, self.default = tables.data.ATTRIBUTES[index]

    def __repr__(self) -> str:
        return (
            f"AttributeSpec({self.name!r}, {self.type}, required={self.required}, default={self.default!r})"
        )


class Schema:
    """One version of one operator. Instances are shared: read them only.

    ``standard`` is False for what ONNX Runtime adds to ONNX."""

    __slots__ = (
        "attributes",
        "defaults",
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
        "standard",
        "type_variables",
    )

    def __init__(self, tables: Tables, domain: str, name: str, position: int) -> None:
        row = tables.data.SCHEMAS[domain][name][position]
        self.standard = tables is _STANDARD
        self.domain = domain
        self.name = name
        self.since_version = row[0]
        self.deprecated = row[1]
        self.min_inputs = row[2]
        self.max_inputs = row[3]
        self.min_outputs = row[4]
        self.max_outputs = row[5]
        self.inputs = tuple(map(tables.formal, row[6]))
        self.outputs = tuple(map(tables.formal, row[7]))
        self.attributes = {spec.name: spec for spec in map(tables.attribute, row[8])}
        self.defaults = {name: s.default for name, s in self.attributes.items() if s.default is not None}
        # A concrete type such as "tensor(int64)" is no variable.
        self.type_variables: dict[str, frozenset[TypeKey]] = {
            formal.type_name: formal.types
            for formal in self.inputs + self.outputs
            if "(" not in formal.type_name
        }

    def input_formal(self, position: int) -> Formal | None:
        """The formal for the input at a position; None if the operator has none there."""
        return _at(self.inputs, position)

    def output_formal(self, position: int) -> Formal | None:
        """The formal for the output at a position; None if the operator has none there."""
        return _at(self.outputs, position)

    def __repr__(self) -> str:
        prefix = f"{self.domain}::" if self.domain else ""
        return f"Schema({prefix}{self.name}-{self.since_version})"


def find(domain: str, op_type: str, opset: int) -> Schema | None:
    """The newest version of an operator that is in an opset, deprecated or not; None if there is none.

    For an opset newer than the snapshot, the newest version in the snapshot is used; compare with
    ``last_opset`` to detect that.

    >>> find("", "Reshape", 17)
    Schema(Reshape-14)
    """
    domain = canonical_domain(domain)
    tables, rows = _rows(domain, op_type)
    for position in range(len(rows) - 1, -1, -1):
        since_version = rows[position][0]
        if since_version <= opset:
            key = (domain, op_type, since_version)
            schema = _schemas.get(key)
            if schema is None:
                schema = _schemas[key] = Schema(tables, domain, op_type, position)
            return schema
    return None


def canonical_domain(domain: str) -> str:
    """``""`` for the two spellings of ONNX's own domain, others unchanged."""
    return "" if domain == "ai.onnx" else domain


def versions(domain: str, op_type: str) -> tuple[int, ...]:
    """Every since_version of an operator, ascending, deprecated ones included; empty if unknown."""
    return tuple(row[0] for row in _rows(canonical_domain(domain), op_type)[1])


def operators(domain: str) -> tuple[str, ...]:
    """The names of a domain's operators, in alphabetical order; empty for an unknown domain."""
    domain = canonical_domain(domain)
    return tuple(_home(domain).data.SCHEMAS.get(domain, ()))


def known_domains() -> tuple[str, ...]:
    """The domains that ONNX itself has; its own is ``""``."""
    return tuple(onnx_data.SCHEMAS)


def nearest(domain: str, op_type: str) -> str | None:
    """The operator of the domain whose name is nearest to a misspelt one; None if none is near."""
    import difflib

    domain = canonical_domain(domain)
    names = _home(domain).data.SCHEMAS.get(domain, {})
    found = difflib.get_close_matches(op_type[:100], names, n=1, cutoff=0.75)
    return found[0] if found else None


def last_opset(domain: str) -> int | None:
    """The highest opset version of a domain that is known; None for an unknown domain."""
    domain = canonical_domain(domain)
    return _home(domain).data.LAST_OPSET.get(domain)


def is_deprecated(domain: str, op_type: str, opset: int) -> bool:
    """Whether the operator exists in the opset only as deprecated."""
    schema = find(domain, op_type, opset)
    return schema is not None and schema.deprecated


class Tables:
    """A snapshot, with a cache of the schemas built from its rows. The cache is bounded by the snapshot, so
    it
    is kept between runs; at worst, threads build a row twice."""

    __slots__ = ("attributes", "data", "formals", "type_sets")

    def __init__(self, data: Data) -> None:
        self.data = data
        self.formals: dict[int, Formal] = {}
        self.attributes: dict[int, AttributeSpec] = {}
        self.type_sets: dict[int, frozenset[TypeKey]] = {}

    def formal(self, index: int) -> Formal:
        found = self.formals.get(index)
        if found is None:
            found = self.formals[index] = Formal(self, index)
        return found

    def attribute(self, index: int) -> AttributeSpec:
        found = self.attributes.get(index)
        if found is None:
            found = self.attributes[index] = AttributeSpec(self, index)
        return found

    def types(self, index: int) -> frozenset[TypeKey]:
        found = self.type_sets.get(index)
        if found is None:
            found = self.type_sets[index] = frozenset(self.data.TYPES[index])
        return found


_STANDARD = Tables(onnx_data)
_contrib: list[Tables] = []
_schemas: dict[tuple[str, str, int], Schema] = {}


def _added() -> Tables:
    """The operators that ONNX Runtime adds, imported on first use."""
    if not _contrib:
        from shapeinfer.schema import onnxruntime_data

        _contrib.append(Tables(onnxruntime_data))
    return _contrib[0]


def _home(domain: str) -> Tables:
    """The snapshot that contains a whole domain."""
    return _added() if domain in CONTRIB_DOMAINS else _STANDARD


def _rows(domain: str, op_type: str) -> tuple[Tables, tuple[Row, ...]]:
    """The versions of an operator, and the snapshot that has them."""
    tables = _home(domain)
    rows = tables.data.SCHEMAS.get(domain, {}).get(op_type)
    if rows is None and domain == "":
        tables = _added()
        rows = tables.data.SCHEMAS[""].get(op_type)
    return tables, rows or ()


def _at(formals: tuple[Formal, ...], position: int) -> Formal | None:
    if position < 0 or not formals:
        return None
    if position < len(formals):
        return formals[position]
    return formals[-1] if formals[-1].is_variadic else None
