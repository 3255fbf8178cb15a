"""What a run of ``lint --fix`` or ``--diff`` says of its fixes."""

from __future__ import annotations

import sys

from shapeinfer.cli.exits import complain
from shapeinfer.linter.judge import DIFF
from shapeinfer.render.fixes import diff_text, fixed_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.linter.judge import Answer


class Fixes:
    """The fixes of a run. Those that were made are listed on standard error, so that every format of the
    findings stays what it is; differences, and a model from standard input, go to standard output."""

    __slots__ = ("colour", "failed", "files", "made", "mode")

    def __init__(self, mode: str, *, colour: bool) -> None:
        self.mode = mode
        self.colour = colour
        self.made = 0
        self.files = 0
        self.failed = False  # whether a file could not be written

    def take(self, answer: Answer) -> None:
        """Write what was fixed in one file."""
        if answer.content is not None:
            sys.stdout.buffer.write(answer.content)
            sys.stdout.buffer.flush()
        if answer.unfixed:
            self.failed = True
            complain(f"{answer.file}: {answer.unfixed}")
        if self.mode == DIFF and not answer.readable and answer.report is not None:
            complain(f"{answer.file}: {answer.report.diagnostics[0].message}")
        if not answer.fixed:
            return
        self.files += 1
        self.made += len(answer.fixed)
        if self.mode == DIFF:
            sys.stdout.write(diff_text(answer.file, answer.differences, colour=self.colour))
        else:
            sys.stderr.write(fixed_text(answer.file, answer.fixed))

    def summary(self) -> str:
        """``fixed 3 findings in 1 file``; "" if nothing was fixed."""
        from shapeinfer.render.text import counted

        if not self.made:
            return ""
        verb = "would make" if self.mode == DIFF else "made"
        fixes = "1 fix" if self.made == 1 else f"{self.made} fixes"
        return f"{verb} {fixes} in {counted(self.files, 'file')}"
