"""The format "sarif": SARIF 2.1.0, which code scanning services and editors read."""

from __future__ import annotations

import os
from urllib.parse import quote

from shapeinfer import version
from shapeinfer.codes import CODES, Code
from shapeinfer.render.findings.blocks import message_and_place, more_calls_text
from shapeinfer.render.formats.paths import repository_path
from shapeinfer.render.json import Items, json_text
from shapeinfer.render.text import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.format import Totals
    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Diagnostic, Location, Report

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


class Sarif:
    """One log with one run: the rules are all codes, the results all findings of all files."""

    streams = False

    def __init__(self) -> None:
        self._results = Items("        ")
        self._rules = {code: index for index, code in enumerate(CODES)}

    def begin(self) -> str:
        """The log up to the first result."""
        driver = {
            "name": "shapeinfer",
            "version": version.__version__,
            "rules": [_rule(c) for c in CODES.values()],
        }
        tool = json_text({"driver": driver}, indent=2).replace("\n", "\n      ")
        return (
            f'{{\n  "$schema": "{_SCHEMA}",\n  "version": "2.1.0",\n  "runs": [\n    {{\n'
            f'      "tool": {tool},\n      "columnKind": "unicodeCodePoints",\n      "results": ['
        )

    def clean(self, file: str, counts: Counts) -> str:
        """Nothing."""
        return ""

    def report(self, report: Report) -> str:
        """A result for each finding."""
        return "".join(self._results.item(self._result(report.file, d)) for d in report.diagnostics)

    def end(self, totals: Totals) -> str:
        """The end of the log."""
        return f"{self._results.close('      ')}\n    }}\n  ]\n}}\n"

    def _result(self, file: str | None, found: Diagnostic) -> dict[str, object]:
        result: dict[str, object] = {"ruleId": found.code}
        if found.code in self._rules:
            result["ruleIndex"] = self._rules[found.code]
        result |= {
            "level": _LEVELS[found.severity],
            "message": {"text": _message(found)},
            "locations": [_location(file, found.location)],
        }
        if found.fingerprint:
            result["partialFingerprints"] = {"shapeinfer/v1": found.fingerprint}
        properties = _properties(found)
        if properties:
            result["properties"] = properties
        return result


def _rule(code: Code) -> dict[str, object]:
    rule: dict[str, object] = {
        "id": code.id,
        "name": code.slug,
        "shortDescription": {"text": f"{_sentence(code.title)}."},
        "fullDescription": {"text": f"{_sentence(code.title)}. {code.why}"},
        "help": {"text": f"{code.why}\n{code.help}"},
        "defaultConfiguration": {"level": _LEVELS[code.severity]},
    }
    if version.REPOSITORY:
        rule["helpUri"] = f"{version.REPOSITORY}/blob/v{version.__version__}/docs/codes/{code.id}.md"
    return rule


def _sentence(title: str) -> str:
    return title[0].upper() + title[1:]


def _message(found: Diagnostic) -> str:
    """Message and place, escaped so that it contains no SARIF links, ``[text](target)``, or placeholders,
    ``{0}``.

    The place is included because services show the message but not the logical location.
    """
    return message_and_place(found).replace("](", "] (").replace("{", "{{").replace("}", "}}")


def _location(file: str | None, location: Location) -> dict[str, object]:
    # Users search for the name; SARIF has no kind for a node of a dataflow graph.
    logical = {
        "fullyQualifiedName": plain(location.path),
        "kind": "graph" if location.node is None else "node",
    }
    if location.node is not None:
        logical["name"] = plain(location.node)
    found: dict[str, object] = {"logicalLocations": [logical]}
    path = repository_path(file)
    if path is not None:
        # Services require a line; models have no lines.
        found["physicalLocation"] = {"artifactLocation": _artifact(path), "region": {"startLine": 1}}
    return found


def _artifact(path: str) -> dict[str, str]:
    """A URI: relative to the source root where the path is relative. The file's bytes are what is encoded."""
    encoded = quote(os.fsencode(path))
    if os.path.isabs(path):
        return {"uri": f"file://{encoded if encoded.startswith('/') else '/' + encoded}"}
    return {"uri": encoded, "uriBaseId": "%SRCROOT%"}


def _properties(found: Diagnostic) -> dict[str, object]:
    """Properties for which SARIF has no field."""
    location = found.location
    every: dict[str, object] = {
        "notes": [plain(n) for n in found.notes] + ([more_calls_text(found)] if found.more_calls else []),
        "help": found.help,
        "opType": plain(location.op_type or ""),
        "domain": plain(location.domain or ""),
        "value": plain(location.value or ""),
    }
    properties = {name: value for name, value in every.items() if value}
    if location.axis is not None:
        properties["axis"] = location.axis
    if location.byte_offset is not None:
        properties["byteOffset"] = location.byte_offset
    return properties
