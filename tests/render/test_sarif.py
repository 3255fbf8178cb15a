"""SARIF: valid by the published schema, and right where the schema can't see it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import unquote_to_bytes

import jsonschema
import pytest

from shapeinfer import __version__
from shapeinfer.codes import CODES
from shapeinfer.render.formats.sarif import Sarif
from tests.render.reports import BROKEN, fixed_output, output

GOLDEN = Path(__file__).resolve().parent / "golden"
SCHEMA = Path(__file__).resolve().parent.parent / "data" / "sarif" / "sarif-schema-2.1.0.json"


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft4Validator:
    return jsonschema.Draft4Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_the_fixed_run(validator: jsonschema.Draft4Validator) -> None:
    log = json.loads(fixed_output("sarif"))
    validator.validate(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"].pop("rules")
    for result in run["results"]:
        assert rules[result.pop("ruleIndex")]["id"] == result["ruleId"]
    assert run["tool"]["driver"].pop("version") == __version__
    assert log == json.loads((GOLDEN / "sarif.json").read_text(encoding="utf-8"))


def test_a_run_without_findings(validator: jsonschema.Draft4Validator) -> None:
    log = json.loads(output(Sarif()))
    validator.validate(log)
    assert log["runs"][0]["results"] == []


def test_every_code_is_a_rule() -> None:
    rules = json.loads(output(Sarif()))["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(CODES)
    for rule, code in zip(rules, CODES.values(), strict=True):
        assert code.why in rule["fullDescription"]["text"]
        assert code.help in rule["help"]["text"]
    levels = {rule["id"]: rule["defaultConfiguration"]["level"] for rule in rules}
    assert [levels[c] for c in ("SI205", "SI404", "SI013")] == ["error", "warning", "note"]


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("models/a.onnx", "models/a.onnx"),
        ("./a b%.onnx", "a%20b%25.onnx"),
        ("C:odd?#.onnx", "C%3Aodd%3F%23.onnx"),
        ("größe.onnx", "gr%C3%B6%C3%9Fe.onnx"),
        ("not-utf8-\udcff.onnx", "not-utf8-%FF.onnx"),
        ("../up.onnx", "../up.onnx"),
        ("/abs/a b.onnx", "file:///abs/a%20b.onnx"),
    ],
)
def test_files_are_uris(validator: jsonschema.Draft4Validator, file: str, uri: str) -> None:
    log = json.loads(output(Sarif(), BROKEN.model_copy(update={"file": file})))
    validator.validate(log)
    (location,) = log["runs"][0]["results"][0]["locations"]
    artifact = location["physicalLocation"]["artifactLocation"]
    assert artifact["uri"] == uri
    assert ("uriBaseId" in artifact) is not uri.startswith("file:")
    assert os.fsdecode(unquote_to_bytes(uri.removeprefix("file://"))) == os.path.normpath(file)


def test_a_message_is_neither_link_nor_template() -> None:
    message = "seq[n](f32[2]) and [click](https://example.com) {0}"
    diagnostic = BROKEN.diagnostics[0].model_copy(update={"message": message})
    log = json.loads(output(Sarif(), BROKEN.model_copy(update={"diagnostics": (diagnostic,)})))
    assert log["runs"][0]["results"][0]["message"]["text"] == (
        "seq[n] (f32[2]) and [click] (https://example.com) {{0}} (at graph/Reshape_3)"
    )


def test_a_code_that_is_not_in_the_catalogue_has_no_rule(validator: jsonschema.Draft4Validator) -> None:
    diagnostic = BROKEN.diagnostics[0].model_copy(update={"code": "XX001", "fingerprint": ""})
    log = json.loads(output(Sarif(), BROKEN.model_copy(update={"diagnostics": (diagnostic,)})))
    validator.validate(log)
    (result,) = log["runs"][0]["results"]
    assert result["ruleId"] == "XX001"
    assert "ruleIndex" not in result and "partialFingerprints" not in result
