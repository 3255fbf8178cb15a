"""``shapeinfer lint``: what is wrong with models, where, and why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from shapeinfer.commands.colour import add_colour, use_colour
from shapeinfer.commands.exits import CLEAN, FOUND, USAGE
from shapeinfer.commands.source import load_model
from shapeinfer.linter import examine, report_of, unreadable
from shapeinfer.model.wire import DamagedModel
from shapeinfer.render.format import FORMAT_NAMES, Counts, Totals, find_format

if TYPE_CHECKING:
    import argparse

    from shapeinfer.diagnostic import Severity

EXAMPLES = """\
  shapeinfer lint model.onnx
  shapeinfer lint --fail-on warning models/"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--fail-on", choices=("error", "warning", "info"), default="error")
    parser.add_argument("--strict", action="store_true", help="the same as --fail-on info")
    parser.add_argument("--format", choices=(*FORMAT_NAMES, "text"), default="full", metavar="FORMAT")
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Print what was found in each file; the exit code."""
    fail_on: Severity = "info" if options.strict else options.fail_on
    form = find_format(options.format, colour=use_colour(options.color), width=None)
    write = sys.stdout.write
    worst = CLEAN
    write(form.begin())
    for name in options.files:
        try:
            result, extra = examine(load_model(name))
        except (OSError, DamagedModel) as error:
            write(form.report(unreadable(name, error)))
            worst = USAGE
            continue
        if not result.run.findings and not extra:
            write(form.clean(name, Counts(*result.summary_counts(), len(result.contract.demands))))
            continue
        report = report_of(result, extra)
        write(form.report(report))
        if report.at_least(fail_on):
            worst = max(worst, FOUND)
    write(form.end(Totals()))
    return worst
