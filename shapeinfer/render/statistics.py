"""How often each code occurs in a run: a format of its own, which shows nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapeinfer.codes import CODES
from shapeinfer.render.text import table

if TYPE_CHECKING:
    from shapeinfer.diagnostic import Report
    from shapeinfer.render.format import Counts, Totals


class Statistics:
    """One line for each code, the most frequent first, and the sum."""

    streams = False

    def begin(self) -> str:
        """Nothing."""
        return ""

    def clean(self, _file: str, _counts: Counts) -> str:
        """Nothing."""
        return ""

    def report(self, _report: Report) -> str:
        """Nothing: the sums come at the end."""
        return ""

    def end(self, totals: Totals) -> str:
        """The table."""
        found = sorted(totals.by_code.items(), key=lambda item: (-item[1], item[0]))
        width = len(str(found[0][1])) if found else 0
        rows = [(f"{n:>{width}}", id_, CODES[id_].slug, CODES[id_].title) for id_, n in found]
        count = sum(totals.by_code.values())
        found_in = f"{count} finding{'' if count == 1 else 's'} in {totals.files} file"
        ends = [found_in if totals.files == 1 else f"{found_in}s"]
        ends += [f"{n} {what}" for n, what in _left_out(totals) if n]
        return "".join(f"{line}\n" for line in (*table(rows), ", ".join(ends)))


def _left_out(totals: Totals) -> tuple[tuple[int, str], ...]:
    return (totals.suppressed, "suppressed"), (totals.baselined, "in the baseline")
