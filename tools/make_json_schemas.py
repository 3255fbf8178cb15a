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
