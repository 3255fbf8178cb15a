"""How often each code was found: what to mend, or to ignore, first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapeinfer.codes import CODES
from shapeinfer.render.text import counted, table

if TYPE_CHECKING:
    from shapeinfer.render.format import Totals


def statistics_text(totals: Totals) -> str:
    """A line for each code that was found, the most frequent first: count, severity, code, slug, files.

    "" if nothing was found.
    """
    rows = [
        (
            str(count).rjust(len(str(max(totals.by_code.values())))),
            totals.severity_by_code.get(code, CODES[code].severity if code in CODES else ""),
            code,
            CODES[code].slug if code in CODES else "",
            f"in {counted(totals.files_by_code[code], 'file')}" if code in totals.files_by_code else "",
        )
        for code, count in sorted(totals.by_code.items(), key=lambda item: (-item[1], item[0]))
    ]
    return "".join(f"{line}\n" for line in table(rows))
