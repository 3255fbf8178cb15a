"""``shapeinfer cost``: parameters, multiply-accumulates and memory, as expressions of the sizes."""

from __future__ import annotations

from shapeinfer.cli.arguments import add_fixed, amount, assignment, given, size
from shapeinfer.cli.exits import CLEAN, FOUND, UsageError
from shapeinfer.cli.source import load_model
from shapeinfer.model.protobuf.wire import DamagedModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer cost model.onnx
  shapeinfer cost model.onnx --dim batch=1 --dim seq=512 --by operator
  shapeinfer cost model.onnx --by node --sort memory --top 20
  shapeinfer cost model.onnx --dim seq=512 --fits 4GiB"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the model")
    add_fixed(parser)
    parser.add_argument(
        "--by",
        choices=("scope", "operator", "node"),
        default="scope",
        help="what each row of the table is (default scope)",
    )
    parser.add_argument(
        "--depth", metavar="N", help="the depth of the scopes (default: as many rows as fit on a screen)"
    )
    parser.add_argument(
        "--sort", choices=("memory", "macs", "params"), help="sort by this number, largest first"
    )
    parser.add_argument("--top", metavar="N", help="show only the first N rows")
    parser.add_argument(
        "--fits",
        metavar="4GiB",
        help="for which sizes the model fits into this memory, including weights and inputs",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "csv", "markdown"),
        default="text",
        help="the output format (default text)",
    )


def run(options: argparse.Namespace) -> int:
    """Print the costs; the exit code is 1 if no sizes fit into the memory."""
    import sys

    from shapeinfer.costs.fit import TOO_LARGE
    from shapeinfer.jobs.cost import cost
    from shapeinfer.render.cost import cost_text
    from shapeinfer.render.cost_data import cost_csv, cost_json, cost_markdown
    from shapeinfer.render.text import plain
    from shapeinfer.reports.budget import fit_text

    dims = dict(assignment(text, "--dim", size) for text in options.dim)
    shapes = dict(assignment(text, "--input", given) for text in options.input)
    depth = None if options.depth is None else size(options.depth, "--depth")
    top = None if options.top is None else size(options.top, "--top")
    budget = None if options.fits is None else amount(options.fits, "--fits")
    try:
        found = cost(load_model(options.file), dims, shapes, options.assume)
    except ValueError as error:
        if isinstance(error, DamagedModel):
            raise
        raise UsageError(str(error)) from error
    fit = None if budget is None else found.fit(budget)
    path = found.result.model.path
    if options.format == "json":
        print(cost_json(path, found, found.rows(options.by, depth, options.sort, top), fit))
    elif options.format == "csv":
        print(cost_csv(found.rows(options.by, depth, options.sort, top)))
    elif options.format == "markdown":
        print(cost_markdown(path, found, found.rows(options.by, depth, options.sort, top)))
    elif fit is not None:
        print("\n".join(plain(line) for line in fit_text(fit).splitlines()))
    else:
        rows = found.rows(options.by, depth, options.sort, top)
        print(cost_text(path, found, rows, sort=options.sort, bars=sys.stdout.isatty()))
    return FOUND if fit is not None and fit.verdict == TOO_LARGE else CLEAN
