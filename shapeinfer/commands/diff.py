"""``shapeinfer diff``: what a new version of a model breaks."""

from __future__ import annotations

from shapeinfer.commands.exits import CLEAN, FOUND
from shapeinfer.commands.source import load_model
from shapeinfer.result import infer

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer diff released.onnx candidate.onnx
  git show HEAD:model.onnx | shapeinfer diff - model.onnx"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")


def run(options: argparse.Namespace) -> int:
    """Print the changes of the interface; the exit code."""
    from shapeinfer.compare import compare
    from shapeinfer.render.text import plain

    changes = compare(infer(load_model(options.old)), infer(load_model(options.new)))
    for change in changes:
        print(f"{'breaking' if change.breaking else 'looser  '}  {plain(change.text)}")
    if not changes:
        print("the interfaces are the same")
    return FOUND if any(c.breaking for c in changes) else CLEAN
