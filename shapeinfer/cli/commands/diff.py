"""``shapeinfer diff``: the breaking changes between two versions of a model."""

from __future__ import annotations

from shapeinfer.cli.exits import CLEAN, FOUND
from shapeinfer.cli.source import load_model
from shapeinfer.jobs.infer import infer

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer diff released.onnx candidate.onnx
  git show HEAD:model.onnx | shapeinfer diff - model.onnx"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("old", metavar="OLD", help="the old model")
    parser.add_argument("new", metavar="NEW", help="the new model")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="the output format (default text)"
    )


def run(options: argparse.Namespace) -> int:
    """Print the changes of the interface; the exit code."""
    from shapeinfer.jobs.diff import compare
    from shapeinfer.render.changes import FORMATS

    changes = compare(infer(load_model(options.old)), infer(load_model(options.new)))
    print(FORMATS[options.format](options.old, options.new, changes))
    return FOUND if any(c.breaking for c in changes) else CLEAN
