"""Write shapeinfer/schema/onnxruntime_data.py: the schemas that the installed ONNX Runtime adds to ONNX's.

    python tools/make_contrib_snapshot.py            write the file
    python tools/make_contrib_snapshot.py --check    exit 1 if the file on disk differs

These are the operators of com.microsoft and of the runtime's layout domains, and those that it registers in
ONNX's own domain although ONNX has none of the name. There is no other specification of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

import onnx
import onnxruntime
from onnx import defs
from onnxruntime.capi import _pybind_state

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.make_schema_snapshot import (  # noqa: E402  # found only through the line above
    SCHEMAS_HEADER,
    TABLES,
    Tables,
    default_value,
    fill,
    literal,
    type_set,
)

TARGET = ROOT / "shapeinfer" / "schema" / "onnxruntime_data.py"

DOMAINS = ("", "com.microsoft", "com.microsoft.nchwc", "com.ms.internal.nhwc")

HEADER = '''\
"""Every operator schema that ONNX Runtime {version} adds to ONNX's, as literals.

Generated: python tools/make_contrib_snapshot.py
The form is that of onnx_data.py. Domain "" holds what the runtime registers there without ONNX.
"""

from __future__ import annotations

ONNXRUNTIME_VERSION = "{version}"

# domain -> the highest opset version that this snapshot covers
LAST_OPSET: dict[str, int] = {last_opset}
'''


class Formal(Protocol):
    """One formal of a schema, as the runtime's binding shows it."""

    name: str
    option: object
    isHomogeneous: bool
    typeStr: str
    types: Iterable[str]


class Attribute(Protocol):
    """One attribute of a schema."""

    name: str
    type: object
    required: bool
    _default_value: bytes


class OpSchema(Protocol):
    """A schema, as the runtime's binding shows it."""

    name: str
    domain: str
    since_version: int
    deprecated: bool
    min_input: int
    max_input: int
    min_output: int
    max_output: int
    inputs: list[Formal]
    outputs: list[Formal]
    attributes: Mapping[str, Attribute]


def enum_name(member: object) -> str:
    """``Single`` of ``FormalParameterOption.Single``."""
    return str(member).rpartition(".")[2]


def formal(tables: Tables, parameter: Formal) -> int:
    """The index of one formal input or output. The binding does not tell a variadic one's least number."""
    row = (
        parameter.name,
        enum_name(parameter.option).lower(),
        parameter.isHomogeneous,
        1,
        parameter.typeStr,
        type_set(tables, parameter.types),
    )
    return tables.index("FORMALS", row)


def attribute(tables: Tables, spec: Attribute) -> int:
    """The index of one attribute."""
    proto = onnx.AttributeProto()
    proto.ParseFromString(spec._default_value)
    kind = onnx.AttributeProto.AttributeType.Value(enum_name(spec.type))
    return tables.index("ATTRIBUTES", (spec.name, kind, spec.required, default_value(proto)))


def schema(tables: Tables, entry: OpSchema) -> str:
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


def chosen() -> list[OpSchema]:
    """The schemas that ONNX does not have, in a fixed order."""
    entries: list[OpSchema] = list(_pybind_state.get_all_operator_schema())
    known = {s.name for s in defs.get_all_schemas_with_history() if s.domain == ""}
    kept = [e for e in entries if e.domain in DOMAINS and not (e.domain == "" and e.name in known)]
    return sorted(kept, key=lambda e: (e.domain, e.name, e.since_version))


def snapshot() -> str:
    """The text of the module."""
    tables = Tables()
    operators: dict[str, dict[str, list[str]]] = {}
    last_opset: dict[str, int] = {}
    for entry in chosen():
        operators.setdefault(entry.domain, {}).setdefault(entry.name, []).append(schema(tables, entry))
        last_opset[entry.domain] = max(last_opset.get(entry.domain, 0), entry.since_version)
    # The layout domain follows ONNX's versions.
    last_opset["com.ms.internal.nhwc"] = defs.onnx_opset_version()
    del last_opset[""]
    out = [HEADER.format(version=onnxruntime.__version__, last_opset=literal(last_opset))]
    for name, row_type, comment in TABLES:
        out.append(f"\n# {comment}\n{name}: tuple[{row_type}, ...] = (\n")
        out += fill(tables.rows[name])
        out.append(")\n")
    out.append(SCHEMAS_HEADER)
    for domain, entries in operators.items():
        out.append(f"    {literal(domain)}: {{\n")
        out += [f"        {literal(name)}: ({', '.join(rows)},),\n" for name, rows in entries.items()]
        out.append("    },\n")
    out.append("}\n")
    return "".join(out)


def main(arguments: list[str]) -> int:
    """Write the snapshot, or compare it with the disk."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    text = snapshot()
    if not arguments:
        TARGET.write_text(text, encoding="utf-8", newline="\n")
        print(f"{TARGET}: {text.count(chr(10))} lines, onnxruntime {onnxruntime.__version__}")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET} differs from onnxruntime {onnxruntime.__version__}: run {sys.argv[0]}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
