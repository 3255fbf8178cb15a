"""``shapeinfer contract``: what the model demands of its inputs' sizes."""

from __future__ import annotations

from shapeinfer.cli.arguments import add_fixed, inferred_with
from shapeinfer.cli.exits import CLEAN, UsageError
from shapeinfer.cli.source import load_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer contract model.onnx
  shapeinfer contract model.onnx --input sr=16000 --dim batch=1
  shapeinfer contract --format markdown model.onnx >> MODEL_CARD.md
  shapeinfer contract --format torch model.onnx"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the model")
    parser.add_argument(
        "--format",
        choices=("text", "json", "markdown", "torch"),
        default="text",
        help="the output format (default text); torch: the dynamic_shapes for torch.export",
    )
    add_fixed(parser)


def run(options: argparse.Namespace) -> int:
    """Print interface and contract; the exit code."""
    if options.format == "torch":
        if options.dim or options.input or options.assume:
            raise UsageError("--format torch takes the model as it is, without --dim, --input and --assume")
        from shapeinfer.jobs.ranges.torch import dynamic_shapes
        from shapeinfer.render.targets.torch import torch_text

        print(torch_text(dynamic_shapes(load_model(options.file))))
        return CLEAN
    from shapeinfer.render.contract import FORMATS

    print(FORMATS[options.format](inferred_with(options).interface))
    return CLEAN
