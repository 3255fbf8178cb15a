"""Write shapeinfer/schema/onnx_data.py, the snapshot of every operator schema that the installed onnx knows.

    python tools/make_schema_snapshot.py            write the file
    python tools/make_schema_snapshot.py --check    exit 1 if the file on disk differs

Run it with the newest onnx: the snapshot lets shapeinfer judge a new opset with an old onnx installed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import onnx
from onnx import defs
from onnx.helper import get_attribute_value

TARGET = Path(__file__).resolve().parent.parent / "shapeinfer" / "schema" / "onnx_data.py"

HEADER = '''\
"""Every operator schema of onnx {version}, as literals. Generated: python tools/make_schema_snapshot.py

A schema names its formals and attributes by their index in the tables above it, a formal its types. The
tables are in order of first appearance, oldest version first, so that a new opset appends to them. Type
constraints are not listed: a type variable allows what the formals that are written with it allow.
"""

from __future__ import annotations

ONNX_VERSION = "{version}"
IR_VERSION = {ir_version}

# domain -> the highest opset version that this snapshot covers
LAST_OPSET: dict[str, int] = {last_opset}
'''

TABLES = (
    ("TYPES", "tuple[int | str, ...]", "elem_type of a tensor type, or any other type as ONNX spells it"),
    (
        "FORMALS",
        "tuple[str, str, bool, int, str, int]",
        "name, option, homogeneous, min_arity, type_name, types",
    ),
    (
        "ATTRIBUTES",
        "tuple[str, int, bool, int | float | str | tuple[int | float | str, ...] | None]",
        "name, AttributeProto.AttributeType, required, default",
    ),
)

SCHEMAS_HEADER = """
# domain -> operator -> versions, ascending: since_version, deprecated, min_inputs, max_inputs, min_outputs,
# max_outputs, inputs, outputs, attributes
SCHEMAS: dict[
    str,
    dict[
        str,
        tuple[
            tuple[
                int,
                bool,
                int,
                int,
                int,
                int,
                tuple[int, ...],
                tuple[int, ...],
                tuple[int, ...],
            ],
            ...,
        ],
    ],
] = {
"""

OPTIONS = {
    defs.OpSchema.FormalParameterOption.Single: "single",
    defs.OpSchema.FormalParameterOption.Optional: "optional",
    defs.OpSchema.FormalParameterOption.Variadic: "variadic",
}

ATTRIBUTE_TYPES: dict[defs.OpSchema.AttrType, int] = {
    getattr(defs.OpSchema.AttrType, name): number
    for name, number in onnx.AttributeProto.AttributeType.items()
    if name != "UNDEFINED"
}


class Tables:
    """The shared tables: each distinct row once, known by its index."""

    __slots__ = ("rows",)

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, int]] = {name: {} for name, _, _ in TABLES}

    def index(self, table: str, row: object) -> int:
        """The index of a row, which is added when it is new."""
        # By text: 1, 1.0 and True are equal, but not the same default.
        return self.rows[table].setdefault(literal(row), len(self.rows[table]))


def literal(value: object) -> str:
    """The value's source text, with double quotes."""
    text = repr(value)
    if '"' in text or "\\" in text:
        raise ValueError(f"{text} needs escaping, which this tool does not do")
    return text.replace("'", '"')


def type_key(text: str) -> int | str:
    """``tensor(float)`` as 1; every other type as it is spelled."""
    if text.startswith("tensor(") and text.endswith(")"):
        return int(onnx.TensorProto.DataType.Value(text[7:-1].upper()))
    return text


def type_set(tables: Tables, types: Iterable[str]) -> int:
    """The index of a set of types: tensor types first, each kind sorted."""
    keys = sorted({type_key(text) for text in types}, key=lambda key: (isinstance(key, str), key))
    return tables.index("TYPES", tuple(keys))


def formal(tables: Tables, parameter: defs.OpSchema.FormalParameter) -> int:
    """The index of one formal input or output."""
    row = (
        parameter.name,
        OPTIONS[parameter.option],
        parameter.is_homogeneous,
        parameter.min_arity,
        parameter.type_str,
        type_set(tables, parameter.types),
    )
    return tables.index("FORMALS", row)


def attribute(tables: Tables, spec: defs.OpSchema.Attribute) -> int:
    """The index of one attribute."""
    row = (spec.name, ATTRIBUTE_TYPES[spec.type], spec.required, default_value(spec.default_value))
    return tables.index("ATTRIBUTES", row)


def default_value(proto: onnx.AttributeProto) -> object:
    """The default as a literal: floats are what float32 holds, strings are text, lists are tuples."""
    if proto.type == onnx.AttributeProto.UNDEFINED:
        return None
    value = get_attribute_value(proto)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (int, float)):
        return value
    return tuple(item.decode() if isinstance(item, bytes) else item for item in value)


def schema(tables: Tables, entry: defs.OpSchema) -> str:
    """One line of SCHEMAS."""
    row = (
        entry.since_version,
        entry.deprecated,
        entry.min_input,
        entry.max_input,
        entry.min_output,
        entry.max_output,
        tuple(formal(tables, parameter) for parameter in entry.inputs),
        tuple(formal(tables, parameter) for parameter in entry.outputs),
        tuple(attribute(tables, spec) for _, spec in sorted(entry.attributes.items())),
    )
    return literal(row)


def snapshot() -> str:
    """The text of the module."""
    tables = Tables()
    operators: dict[str, dict[str, list[str]]] = {}
    last_opset: dict[str, int] = {"": defs.onnx_opset_version()}
    history = sorted(
        defs.get_all_schemas_with_history(), key=lambda entry: (entry.since_version, entry.domain, entry.name)
    )
    for entry in history:
        lines = operators.setdefault(entry.domain, {}).setdefault(entry.name, [])
        lines.append(schema(tables, entry))
        last_opset[entry.domain] = max(last_opset.get(entry.domain, 0), entry.since_version)

    opsets = literal(dict(sorted(last_opset.items())))
    header = HEADER.format(version=onnx.__version__, ir_version=int(onnx.IR_VERSION), last_opset=opsets)
    out = [header]
    for name, row_type, comment in TABLES:
        out.append(f"\n# {comment}\n{name}: tuple[{row_type}, ...] = (\n")
        out += fill(tables.rows[name])
        out.append(")\n")
    out.append(SCHEMAS_HEADER)
    for domain in sorted(operators):
        out.append(f"    {literal(domain)}: {{\n")
        for name in sorted(operators[domain]):
            out.append(f"        {literal(name)}: ({', '.join(operators[domain][name])},),\n")
        out.append("    },\n")
    out.append("}\n")
    return "".join(out)


def fill(rows: Iterable[str]) -> Iterator[str]:
    """Lines of rows, as many to a line as fit."""
    line = "   "
    for row in rows:
        if line.strip() and len(line) + len(row) > 108:
            yield line + "\n"
            line = "   "
        line += f" {row},"
    yield line + "\n"


def main(arguments: list[str]) -> int:
    """Write the snapshot, or compare it with the disk."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    text = snapshot()
    if not arguments:
        TARGET.write_text(text, encoding="utf-8", newline="\n")
        print(f"{TARGET}: {text.count(chr(10))} lines, onnx {onnx.__version__}")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET} differs from onnx {onnx.__version__}: run python tools/make_schema_snapshot.py")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
