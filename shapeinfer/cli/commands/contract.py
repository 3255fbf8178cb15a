"""``shapeinfer contract``: what the model demands of its inputs' sizes."""

from __future__ import annotations

from shapeinfer.commands.exits import CLEAN
from shapeinfer.commands.source import load_model
from shapeinfer.result import infer

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer contract model.onnx
  shapeinfer contract --format markdown model.onnx >> MODEL_CARD.md"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the model")
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text", help="default text")


def run(options: argparse.Namespace) -> int:
    """Print interface and contract; the exit code."""
    from shapeinfer.interface import interface_of
    from shapeinfer.render.contract import FORMATS

    print(FORMATS[options.format](interface_of(infer(load_model(options.file)))))
    return CLEAN
