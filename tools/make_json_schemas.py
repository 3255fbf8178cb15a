"""Write docs/schemas/, the JSON Schemas of what the program writes and of its settings file.

python tools/make_json_schemas.py            write the files
python tools/make_json_schemas.py --check    exit 1 if a file on disk differs
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from shapeinfer.codes import SEVERITIES
from shapeinfer.linter.settings import KEYS
from shapeinfer.render.format import FORMAT_NAMES
from shapeinfer.reports.diagnostic import Interface, Report
from shapeinfer.reports.releases import LoadingReport

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "schemas"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, object]

_TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
_SELECTORS: Schema = {**_TEXTS, "description": "codes, beginnings of codes, slugs, or ALL"}
_SETTINGS: dict[str, Schema] = {
    "select": _SELECTORS,
    "extend-select": _SELECTORS,
    "ignore": _SELECTORS,
    "extend-ignore": _SELECTORS,
    "severity": {"type": "object", "additionalProperties": {"enum": [*SEVERITIES, "off"]}},
    "per-file-ignores": {"type": "object", "additionalProperties": _SELECTORS},
    "fail-on": {"enum": list(SEVERITIES)},
    "format": {"enum": list(FORMAT_NAMES)},
    "baseline": {"type": "string", "description": "a file, relative to the settings file"},
    "jobs": {"anyOf": [{"type": "integer", "minimum": 0}, {"const": "auto"}]},
    "rules": {**_TEXTS, "description": "Python files, loaded only if the settings file is trusted"},
    "exclude": {**_TEXTS, "description": "patterns of paths, relative to the settings file"},
    "targets": {**_TEXTS, "description": "releases that each model must load in, e.g. onnxruntime==1.17"},
}


_TEXT: Schema = {"type": "string"}
_OPTIONAL_TEXT: Schema = {"type": ["string", "null"]}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_FLAG: Schema = {"type": "boolean"}
_DIM: Schema = {
    "type": "object", "required": ["expr", "value"], "additionalProperties": False,
    "properties": {"expr": _TEXT, "value": {"type": ["integer", "null"]}},
}  # fmt: skip
_FACT: dict[str, Schema] = {
    "fact": {**_TEXT, "description": "in the text form, e.g. f32[batch, seq]"},
    "elem_type": {**_OPTIONAL_TEXT, "description": "e.g. f32; null where unknown or no tensor"},
    "shape": {"anyOf": [{"type": "array", "items": _DIM}, {"type": "null"}]},
}
_AMOUNT: Schema = {
    "type": ["integer", "string"], "description": "an expression in Python's arithmetic where sizes are open",
}  # fmt: skip
_OPTIONAL_AMOUNT: Schema = {"type": ["integer", "string", "null"]}
_AMOUNTS = ("macs", "elements", "bytes_read", "bytes_written")
_UNKNOWN: Schema = {
    "type": "object", "additionalProperties": _COUNT,
    "description": "operators whose multiply-accumulates are not known, with their number of nodes",
}  # fmt: skip


def _list(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _object(**properties: Schema) -> Schema:
    """An object with exactly these properties."""
    return {
        "type": "object",
        "required": list(properties),
        "additionalProperties": False,
        "properties": properties,
    }


def _document(title: str, **properties: Schema) -> Schema:
    """A whole output. Fields may be added within a version, so that others are allowed."""
    whole = _object(version={"const": 1}, tool={"const": "shapeinfer"}, **properties)
    return {**whole, "$schema": _DIALECT, "title": title, "additionalProperties": True}


def _shown() -> Schema:
    value = _object(name=_TEXT, maker=_OPTIONAL_TEXT, **_FACT)
    cause = _object(name=_TEXT, node=_TEXT, op_type=_TEXT, blinded=_COUNT, reason=_TEXT, **_FACT)
    whole = _document("show --format json", file=_TEXT)
    whole["properties"].update(values=_list(value), unknown=_list(cause))  # type: ignore[attr-defined]  # a dict
    return {**whole, "oneOf": [{"required": ["values"]}, {"required": ["unknown"]}]}


def _costs() -> Schema:
    placed = _object(bytes=_AMOUNT, place=_TEXT)
    row = _object(
        path=_TEXT, repeats=_COUNT, nodes=_COUNT, parameters=_COUNT, weight_bytes=_COUNT,
        **dict.fromkeys(_AMOUNTS, _AMOUNT), unknown=_UNKNOWN,
    )  # fmt: skip
    fit = _object(
        budget=_COUNT, verdict=_TEXT, symbol=_OPTIONAL_TEXT, most={"type": ["integer", "null"]},
        needs=_list(_object(bytes=_AMOUNT, place=_TEXT, exact=_FLAG)),
    )  # fmt: skip
    return _document(
        "cost --format json", file=_OPTIONAL_TEXT, parameters=_COUNT, weight_bytes=_COUNT,
        input_bytes=_AMOUNT, **dict.fromkeys(_AMOUNTS, _AMOUNT), unknown=_UNKNOWN, unsized=_list(_TEXT),
        peak=_object(
            bound=_OPTIONAL_AMOUNT, candidates=_list(placed),
            alive=_list(_object(value=_TEXT, bytes=_OPTIONAL_AMOUNT)),
        ),
        rows=_list(row), fits={"anyOf": [fit, {"type": "null"}]},
    )  # fmt: skip


def schemas() -> dict[str, Schema]:
    """File name -> schema."""
    reports: Schema = {
        "$schema": _DIALECT, "title": "lint --format json, check --format json", "type": "object",
        "required": ["version", "reports"], "properties": {"version": {"const": 1}, "reports": {
            "type": "array", "items": {"$ref": "#/$defs/Report"}}},
    }  # fmt: skip
    report = Report.model_json_schema()
    defs = report.pop("$defs")
    # The property "ok" is computed, and written beside the fields.
    report["properties"]["ok"] = {"type": "boolean", "description": "nothing makes every run fail"}
    reports["$defs"] = {**defs, "Report": report}
    return {
        "report.schema.json": reports,
        "contract.schema.json": {"$schema": _DIALECT, **Interface.model_json_schema()},
        "targets.schema.json": {"$schema": _DIALECT, **LoadingReport.model_json_schema()},
        "show.schema.json": _shown(),
        "cost.schema.json": _costs(),
        "diff.schema.json": _document(
            "diff --format json", old=_TEXT, new=_TEXT, changes=_list(_object(breaking=_FLAG, text=_TEXT))
        ),
        "codes.schema.json": _document(
            "codes --format json",
            codes=_list(
                _object(
                    code=_TEXT, slug=_TEXT, severity={"enum": list(SEVERITIES)}, default=_FLAG, title=_TEXT,
                    why=_TEXT, help=_TEXT,
                    fix={"anyOf": [_object(safety=_TEXT, what=_TEXT), {"type": "null"}]},
                )
            ),
        ),
        "settings.schema.json": {
            "$schema": _DIALECT, "title": "shapeinfer.toml, or [tool.shapeinfer] in pyproject.toml",
            "type": "object", "additionalProperties": False,
            "properties": {key: _SETTINGS[key] for key in KEYS},
        },
    }  # fmt: skip


def main(arguments: list[str]) -> int:
    """Write the schemas, or compare them with the disk."""
    different = False
    for name, schema in schemas().items():
        text = json.dumps(schema, indent=2, sort_keys=True) + "\n"
        path = FOLDER / name
        if "--check" not in arguments:
            FOLDER.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path} differs: run python tools/make_json_schemas.py")
            different = True
    return int(different)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
