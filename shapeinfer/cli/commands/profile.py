"""``shapeinfer profile``: the ranges of sizes for which a TensorRT engine is built."""

from __future__ import annotations

from shapeinfer.cli.arguments import assignment, size, sizes
from shapeinfer.cli.exits import CLEAN, UsageError
from shapeinfer.cli.source import load_model
from shapeinfer.model.protobuf.wire import DamagedModel
from shapeinfer.model.read import display_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

_FORMATS = ("text", "trtexec", "polygraphy", "python", "json")

EXAMPLES = """\
  shapeinfer profile model.onnx --dim batch=1..8 --dim height=256..1024
  shapeinfer profile model.onnx --dim batch=1..8 --opt batch=4 --format trtexec"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the model")
    parser.add_argument(
        "--dim", action="append", default=[], metavar="NAME=FROM..TO",
        help="the range of sizes of a dim; adjusted to the nearest sizes that the model allows",
    )  # fmt: skip
    parser.add_argument(
        "--opt",
        action="append",
        default=[],
        metavar="NAME=SIZE",
        help="the usual size of the dim (default the largest)",
    )
    parser.add_argument(
        "--assume", action="append", default=[], metavar="STATEMENT",
        help="a fact about the sizes that the model does not state: 'total == past + seq'",
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=_FORMATS, default="text", help="default text, which contains all of them"
    )


def run(options: argparse.Namespace) -> int:
    """Print min, opt and max shapes; the exit code."""
    from shapeinfer.jobs.ranges.tensorrt import size_ranges
    from shapeinfer.render.targets.ranges import FORMATS

    dims = dict(assignment(text, "--dim", sizes) for text in options.dim)
    usual = dict(assignment(text, "--opt", size) for text in options.opt)
    try:
        ranges = size_ranges(load_model(options.file), dims, usual, options.assume)
    except ValueError as error:
        if isinstance(error, DamagedModel):
            raise
        raise UsageError(str(error)) from error
    print(FORMATS[options.format](ranges, display_name(options.file)))
    return CLEAN
