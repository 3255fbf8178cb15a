"""``shapeinfer targets``: which releases of a runtime load a model."""

from __future__ import annotations

from shapeinfer.cli.exits import CLEAN
from shapeinfer.cli.source import load_model
from shapeinfer.model.read import display_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer targets                # the releases that --target accepts, and the opsets they read
  shapeinfer targets model.onnx     # the least release that loads the model, and why not earlier ones"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="the model; without it, the targets are listed"
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="the output format (default text)"
    )


def run(options: argparse.Namespace) -> int:
    """Print which releases load the model, or the list of targets; the exit code."""
    from shapeinfer.jobs.targets import known_releases, targets
    from shapeinfer.render.targets.releases import limits_json, limits_text, loading_json, loading_text
    from shapeinfer.runtimes.names import FIXED_SHAPES
    from shapeinfer.runtimes.obstacles import MINORS

    as_json = options.format == "json"
    if options.file is None:
        releases = known_releases()
        print(limits_json(releases) if as_json else limits_text(releases, FIXED_SHAPES))
        return CLEAN
    report = targets(load_model(options.file))
    print(loading_json(report) if as_json else loading_text(report, display_name(options.file), MINORS))
    return CLEAN
