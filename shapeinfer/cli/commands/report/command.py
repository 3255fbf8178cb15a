"""``shapeinfer report``: everything about a model as one HTML page or one JSON document."""

from __future__ import annotations

from shapeinfer.cli.exits import CLEAN, UsageError
from shapeinfer.cli.source import load_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer report model.onnx -o report.html
  shapeinfer report model.onnx --against old.onnx -o report.html
  shapeinfer report model.onnx --format json | jq .contract"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the model")
    parser.add_argument(
        "-o", "--output", metavar="PATH", help="the file to write (default for html: beside the model, .html)"
    )
    parser.add_argument("--format", choices=("html", "json"), default="html", help="default html")
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
        data = report_data(load_model(options.file), targets=options.target)
    except ValueError as error:
        raise UsageError(str(error)) from error
    text = json_text(data) + "\n" if options.format == "json" else page(data)
    if options.output is None:
        print(text, end="")
        return CLEAN
    with open(options.output, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    return CLEAN
