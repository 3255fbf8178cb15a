"""The second snapshot says what ONNX Runtime registers, and is not imported without need."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import onnx
import onnxruntime
import pytest
from onnx import defs
from onnxruntime.capi import _pybind_state

from shapeinfer.schema import onnxruntime_data, schema
from shapeinfer.schema.schema import Schema

ROOT = Path(__file__).resolve().parent.parent.parent
KNOWN = {s.name for s in defs.get_all_schemas_with_history() if s.domain == ""}
SCHEMAS = [
    s
    for s in _pybind_state.get_all_operator_schema()
    if s.domain in schema.CONTRIB_DOMAINS or (s.domain == "" and s.name not in KNOWN)
]
IDS = [f"{s.domain}::{s.name}-{s.since_version}" for s in SCHEMAS]

needs_its_onnxruntime = pytest.mark.skipif(
    onnxruntime.__version__ != onnxruntime_data.ONNXRUNTIME_VERSION,
    reason="another onnxruntime registers other operators",
)


def find(domain: str, op_type: str, opset: int) -> Schema:
    found = schema.find(domain, op_type, opset)
    assert found is not None
    return found


@needs_its_onnxruntime
def test_every_schema_is_known_and_no_other() -> None:
    ours = {
        (domain, name, row[0])
        for domain, operators in onnxruntime_data.SCHEMAS.items()
        for name, rows in operators.items()
        for row in rows
    }
    assert ours == {(s.domain, s.name, s.since_version) for s in SCHEMAS}


def word(member: object) -> str:
    return str(member).rpartition(".")[2]


@needs_its_onnxruntime
@pytest.mark.parametrize("theirs", SCHEMAS, ids=IDS)
def test_schema_equals_the_runtime(theirs: object) -> None:
    name, domain, version = (getattr(theirs, n) for n in ("name", "domain", "since_version"))
    ours = find(domain, name, version)
    assert not ours.standard
    assert ours.since_version == version
    counts = (ours.min_inputs, ours.max_inputs, ours.min_outputs, ours.max_outputs)
    assert counts == tuple(getattr(theirs, n) for n in ("min_input", "max_input", "min_output", "max_output"))
    for mine, formals in ((ours.inputs, theirs.inputs), (ours.outputs, theirs.outputs)):  # type: ignore[attr-defined]  # a binding
        assert [(f.name, f.option, f.homogeneous, f.type_name, len(f.types)) for f in mine] == [
            (f.name, word(f.option).lower(), f.isHomogeneous, f.typeStr, len(f.types)) for f in formals
        ]
    attributes = theirs.attributes  # type: ignore[attr-defined]  # a binding
    assert set(ours.attributes) == set(attributes)
    for key, spec in ours.attributes.items():
        other = attributes[key]
        kind = onnx.AttributeProto.AttributeType.Name(spec.type)
        assert (kind, spec.required) == (word(other.type), other.required)
        assert (spec.default is not None) == bool(other._default_value)


@needs_its_onnxruntime
def test_the_file_is_what_the_tool_writes() -> None:
    tool = [sys.executable, str(ROOT / "tools" / "make_contrib_snapshot.py"), "--check"]
    result = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("domain", "op_type", "opset", "since_version"),
    [
        ("com.microsoft", "GroupQueryAttention", 1, 1),
        ("com.microsoft", "Reshape", 1, None),
        ("com.ms.internal.nhwc", "Conv", 12, 11),
        ("com.ms.internal.nhwc", "Conv", 10, 1),
        ("com.microsoft.nchwc", "ReorderInput", 1, 1),
        ("", "SimplifiedLayerNormalization", 13, 1),
        ("ai.onnx", "SimplifiedLayerNormalization", 13, 1),
        # ONNX has the name: its own word counts.
        ("", "LayerNormalization", 13, None),
        ("ai.onnx.ml", "GroupQueryAttention", 3, None),
    ],
)
def test_find(domain: str, op_type: str, opset: int, since_version: int | None) -> None:
    found = schema.find(domain, op_type, opset)
    assert (found.since_version if found else None) == since_version


def test_domains() -> None:
    assert schema.last_opset("com.microsoft") == 1
    assert schema.last_opset("com.ms.internal.nhwc") == schema.last_opset("")
    assert "com.microsoft" not in schema.known_domains()
    assert "MatMulNBits" in schema.operators("com.microsoft")
    assert schema.versions("com.ms.internal.nhwc", "Conv") == (1, 11)
    assert find("", "Conv", 11).standard


def test_it_is_imported_only_when_needed() -> None:
    program = (
        "import sys; from shapeinfer.schema import schema;"
        "schema.find('', 'Conv', 22); schema.find('ai.onnx.ml', 'Scaler', 1); "
        "schema.last_opset('com.example');"
        "assert 'shapeinfer.schema.onnxruntime_data' not in sys.modules;"
        "schema.find('com.microsoft', 'Gelu', 1);"
        "assert 'shapeinfer.schema.onnxruntime_data' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    assert importlib.util.find_spec("shapeinfer.schema.onnxruntime_data") is not None
