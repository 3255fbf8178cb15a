"""The snapshot says what onnx.defs says, and reading it imports nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import onnx
import pytest
from onnx import defs
from onnx.helper import get_attribute_value

from shapeinfer.schema import onnx_data, schema
from shapeinfer.schema.schema import Default, Formal, Schema, TypeKey

ROOT = Path(__file__).resolve().parent.parent.parent
SCHEMAS = sorted(defs.get_all_schemas_with_history(), key=lambda s: (s.domain, s.name, s.since_version))
IDS = [f"{s.domain}::{s.name}-{s.since_version}" for s in SCHEMAS]

INSTALLED = tuple(int(part) for part in onnx.__version__.split(".")[:3] if part.isdigit())
SNAPSHOT = tuple(int(part) for part in onnx_data.ONNX_VERSION.split("."))

# An older onnx lacks schemas and may describe others differently; a newer one must agree or turn this red.
needs_current_onnx = pytest.mark.skipif(INSTALLED < SNAPSHOT, reason="onnx is older than the snapshot")


def type_key(text: str) -> TypeKey:
    if text.startswith("tensor("):
        return int(onnx.TensorProto.DataType.Value(text[7:-1].upper()))
    return text


def enum_name(member: object) -> str:
    """onnx's stubs do not know that its enums have names."""
    return str(member).rpartition(".")[2]


def formals(theirs: Sequence[defs.OpSchema.FormalParameter]) -> list[tuple[object, ...]]:
    return [
        (
            p.name,
            enum_name(p.option).lower(),
            p.is_homogeneous,
            p.min_arity,
            p.type_str,
            set(map(type_key, p.types)),
        )
        for p in theirs
    ]


def our_formals(ours: tuple[Formal, ...]) -> list[tuple[object, ...]]:
    return [(f.name, f.option, f.homogeneous, f.min_arity, f.type_name, set(f.types)) for f in ours]


def default(proto: onnx.AttributeProto) -> Default:
    if proto.type == onnx.AttributeProto.UNDEFINED:
        return None
    value = get_attribute_value(proto)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (int, float)):
        return value
    return tuple(item.decode() if isinstance(item, bytes) else item for item in value)


def find(domain: str, op_type: str, opset: int) -> Schema:
    found = schema.find(domain, op_type, opset)
    assert found is not None
    return found


@needs_current_onnx
def test_every_schema_is_known_and_no_other() -> None:
    theirs = {(s.domain, s.name, s.since_version) for s in SCHEMAS}
    ours = {
        (domain, name, version)
        for domain in schema.known_domains()
        for name in schema.operators(domain)
        for version in schema.versions(domain, name)
    }
    assert ours == theirs


@needs_current_onnx
@pytest.mark.parametrize("theirs", SCHEMAS, ids=IDS)
def test_schema_equals_onnx(theirs: defs.OpSchema) -> None:
    ours = find(theirs.domain, theirs.name, theirs.since_version)
    assert ours.since_version == theirs.since_version
    assert ours.deprecated == theirs.deprecated
    assert (ours.min_inputs, ours.max_inputs) == (theirs.min_input, theirs.max_input)
    assert (ours.min_outputs, ours.max_outputs) == (theirs.min_output, theirs.max_output)
    assert our_formals(ours.inputs) == formals(theirs.inputs)
    assert our_formals(ours.outputs) == formals(theirs.outputs)

    assert set(ours.attributes) == set(theirs.attributes)
    for name, spec in ours.attributes.items():
        other = theirs.attributes[name]
        kind = onnx.AttributeProto.AttributeType.Name(spec.type)
        assert (spec.name, kind, spec.required) == (other.name, enum_name(other.type), other.required)
        assert spec.default == default(other.default_value)
        assert type(spec.default) is type(default(other.default_value))


# onnx spells the maps of these constraints in another way than those of the formals that they constrain.
ODD_CONSTRAINTS = {("CastMap", 1), ("DictVectorizer", 1), ("ZipMap", 1)}


@needs_current_onnx
def test_type_variables_equal_the_constraints() -> None:
    for theirs in SCHEMAS:
        if (theirs.name, theirs.since_version) in ODD_CONSTRAINTS:
            continue
        used = {p.type_str for p in [*theirs.inputs, *theirs.outputs]}
        constraints = {
            c.type_param_str: set(map(type_key, c.allowed_type_strs))
            for c in theirs.type_constraints
            if c.type_param_str in used
        }
        ours = find(theirs.domain, theirs.name, theirs.since_version)
        assert ours.type_variables == constraints, ours


@needs_current_onnx
def test_last_opset() -> None:
    assert schema.last_opset("") == defs.onnx_opset_version()
    for domain in schema.known_domains():
        last = max(s.since_version for s in SCHEMAS if s.domain == domain)
        assert (schema.last_opset(domain) or 0) >= last
    assert schema.last_opset("com.example") is None
    assert int(onnx.IR_VERSION) == onnx_data.IR_VERSION


@needs_current_onnx
@pytest.mark.skipif(INSTALLED != SNAPSHOT, reason="the file names the version of onnx that made it")
def test_the_file_is_what_the_tool_writes() -> None:
    tool = [sys.executable, str(ROOT / "tools" / "make_schema_snapshot.py"), "--check"]
    result = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("domain", "op_type", "opset", "since_version"),
    [
        ("", "Reshape", 17, 14),
        ("", "Reshape", 14, 14),
        ("", "Reshape", 13, 13),
        ("", "Reshape", 4, 1),
        ("ai.onnx", "Reshape", 4, 1),
        ("ai.onnx.ml", "ZipMap", 3, 1),
        ("", "Reshape", 0, None),
        ("", "Reshape", -1, None),
        ("", "GroupNormalization", 17, None),
        ("", "NoSuchOperator", 17, None),
        ("com.example", "Reshape", 17, None),
    ],
)
def test_find(domain: str, op_type: str, opset: int, since_version: int | None) -> None:
    found = schema.find(domain, op_type, opset)
    assert (found.since_version if found else None) == since_version


def test_find_beyond_the_last_opset_is_the_newest_version() -> None:
    assert find("", "Reshape", 10_000).since_version == schema.versions("", "Reshape")[-1]


def test_find_returns_one_object_per_version() -> None:
    assert schema.find("", "Reshape", 15) is schema.find("ai.onnx", "Reshape", 17)


def test_deprecated() -> None:
    assert find("", "Upsample", 10).deprecated
    assert not find("", "Upsample", 9).deprecated
    assert schema.is_deprecated("", "Upsample", 22)
    assert not schema.is_deprecated("", "Upsample", 9)
    assert not schema.is_deprecated("", "NoSuchOperator", 9)


def test_formals_by_position() -> None:
    concat = find("", "Concat", 13)
    last = concat.input_formal(99)
    assert last is not None and last.is_variadic and last.name == "inputs"
    assert concat.input_formal(0) is last
    assert concat.output_formal(1) is None
    assert concat.input_formal(-1) is None
    assert concat.max_inputs == schema.UNBOUNDED

    conv = find("", "Conv", 11)
    bias = conv.input_formal(2)
    assert bias is not None and bias.is_optional and bias.name == "B"
    assert conv.input_formal(3) is None

    assert find("", "Constant", 13).input_formal(0) is None

    loop = find("", "Loop", 13)
    names = [formal.name if formal else None for formal in map(loop.input_formal, range(4))]
    assert names == ["M", "cond", "v_initial", "v_initial"]
    state = loop.output_formal(3)
    assert state is not None and not state.homogeneous


def test_unknown_names_are_empty() -> None:
    assert schema.versions("", "NoSuchOperator") == ()
    assert schema.versions("com.example", "Add") == ()
    assert schema.operators("com.example") == ()
    assert "Add" in schema.operators("ai.onnx")


def test_text() -> None:
    assert repr(find("", "Reshape", 17)) == "Schema(Reshape-14)"
    assert repr(find("ai.onnx.ml", "ZipMap", 1)) == "Schema(ai.onnx.ml::ZipMap-1)"
    assert repr(find("", "Add", 14).inputs[0]) == "Formal('A', single, 'T')"
    spec = find("", "Conv", 11).attributes["auto_pad"]
    assert repr(spec) == "AttributeSpec('auto_pad', 3, required=False, default='NOTSET')"


def test_reading_a_schema_imports_nothing() -> None:
    program = (
        "import sys; before = set(sys.modules); from shapeinfer.schema import schema; schema.find('', 'Conv', 22);"
        "print(*sorted(set(sys.modules) - before))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(result.stdout.split())
    assert loaded <= {
        "__future__",
        "shapeinfer",
        "shapeinfer.version",
        "shapeinfer.schema",
        "shapeinfer.schema.schema",
        "shapeinfer.schema.onnx_data",
    }
