"""The format "junit": JUnit's XML, which CI systems show as test results.

A file is a suite. As with the exit code, errors fail; warnings and infos are skipped tests, which shows them
without a failure. A file without findings is one test that passes.
"""

from __future__ import annotations

from html import escape

from shapeinfer.render.findings.blocks import TextRenderer, place_in_file
from shapeinfer.render.text import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.format import Totals
    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Diagnostic, Report


class JUnit:
    """``<testsuites>`` with a ``<testsuite>`` for each file and a ``<testcase>`` for each finding."""

    streams = False

    def begin(self) -> str:
        """The declaration and the outermost element."""
        return '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="shapeinfer">\n'

    def clean(self, file: str, counts: Counts) -> str:
        """A suite with one test that passes."""
        return _suite(file, [f"    {_element('testcase', classname=file, name='lint')}/>\n"], {})

    def report(self, report: Report) -> str:
        """A suite with a test for each finding."""
        file = report.file or "<model>"
        outcomes: dict[str, int] = {}
        names: dict[str, int] = {}
        cases = []
        for found in report.diagnostics:
            outcome = _outcome(found)
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
            name = f"{found.code} {found.slug} at {place_in_file(found.location)}"
            names[name] = names.get(name, 0) + 1
            # Some readers treat tests with equal names as one.
            if names[name] > 1:
                name += f" ({names[name]})"
            cases.append(_case(file, name, outcome, found))
        return _suite(file, cases, outcomes)

    def end(self, totals: Totals) -> str:
        """The end of the outermost element."""
        return "</testsuites>\n"


def _outcome(found: Diagnostic) -> str:
    """The element that tells how the test went."""
    if found.severity != "error":
        return "skipped"
    return "error" if found.location.byte_offset is not None or found.code == "SI001" else "failure"


def _case(file: str, name: str, outcome: str, found: Diagnostic) -> str:
    kind = {} if outcome == "skipped" else {"type": found.code}
    return (
        f"    {_element('testcase', classname=file, name=name)}>\n"
        f"      {_element(outcome, message=found.message, **kind)}>"
        f"{_text(TextRenderer().diagnostic(found))}</{outcome}>\n    </testcase>\n"
    )


def _suite(file: str, cases: list[str], outcomes: dict[str, int]) -> str:
    counts = {
        "tests": len(cases), "failures": outcomes.get("failure", 0),
        "errors": outcomes.get("error", 0), "skipped": outcomes.get("skipped", 0),
    }  # fmt: skip
    start = _element("testsuite", name=file, **{name: str(count) for name, count in counts.items()})
    return f"  {start}>\n{''.join(cases)}  </testsuite>\n"


def _element(tag: str, **attributes: str) -> str:
    """The start of a tag, without its end."""
    return " ".join((f"<{tag}", *(f'{key}="{_text(plain(value))}"' for key, value in attributes.items())))


def _text(safe: str) -> str:
    """Escaped XML text in ASCII, which is valid in any encoding of the output."""
    return escape(safe).encode("ascii", "xmlcharrefreplace").decode()
