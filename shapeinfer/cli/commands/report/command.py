"""``shapeinfer report``: everything about a model as one HTML page or one JSON document."""

from __future__ import annotations

from shapeinfer.cli.exits import CLEAN, UsageError
from shapeinfer.cli.source import STANDARD_INPUT, load_model
from shapeinfer.model.protobuf.wire import DamagedModel
from shapeinfer.model.read import display_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

STANDARD_OUTPUT = "-"

EXAMPLES = """\
  shapeinfer report model.onnx -o report.html
  shapeinfer report model.onnx --against old.onnx -o report.html
  shapeinfer report model.onnx --format json | jq .contract"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the model")
    parser.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        help="the file to write, - for standard output (default for html: MODEL.html here)",
    )
    parser.add_argument("--format", choices=("html", "json"), default="html", help="default html")
    parser.add_argument("--against", metavar="OLD", help="an older version of the model, to compare with")
    parser.add_argument(
        "--target", action="append", default=[], metavar="RELEASE",
        help="a release that must load the model, e.g. onnxruntime==1.17",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Write the report; the exit code is 0 whatever it says."""
    from shapeinfer.page.html import page
    from shapeinfer.render.json import json_text
    from shapeinfer.reporting import report_data

    try:
        against = None if options.against is None else load_model(options.against)
        data = report_data(load_model(options.file), targets=options.target, against=against)
    except ValueError as error:
        if isinstance(error, DamagedModel):
            raise
        raise UsageError(str(error)) from error
    if options.format == "json":
        return _written(json_text(data) + "\n", options.output)
    return _written(page(data), options.output or _beside(options.file))


def _beside(file: str) -> str:
    """The page of ``models/m.onnx`` is ``m.html`` in the current folder."""
    import os

    if file == STANDARD_INPUT:
        return "report.html"
    name = display_name(file).rstrip("/").rpartition("/")[2].partition("?")[0]
    return f"{os.path.splitext(os.path.basename(name))[0] or 'report'}.html"


def _written(text: str, path: str | None) -> int:
    """Write a file and print its name, or print the text."""
    if path is None or path == STANDARD_OUTPUT:
        print(text, end="")
        return CLEAN
    from shapeinfer.model.whole_file import WholeFile, write_all

    with WholeFile(path) as fd:
        write_all(fd, text.encode())
    print(path)
    return CLEAN
