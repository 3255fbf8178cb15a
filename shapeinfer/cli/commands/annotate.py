"""``shapeinfer annotate``: write inferred shapes into a model."""

from __future__ import annotations

from shapeinfer.cli.exits import CLEAN, FOUND, UsageError, complain
from shapeinfer.cli.source import load_model
from shapeinfer.jobs.infer import infer
from shapeinfer.model.read import display_name, is_url
from shapeinfer.render.text import Counts, plain, summary_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer annotate model.onnx -o annotated.onnx
  shapeinfer annotate --in-place model.onnx
  shapeinfer annotate model.onnx -o fixed.onnx --dim batch=1 --dim seq=128
  shapeinfer annotate model.onnx -o plain.onnx --dims names"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="IN", help="the model")
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("-o", "--output", metavar="OUT", help="the annotated model")
    target.add_argument("--in-place", action="store_true", help="replace IN (atomically, by a rename)")
    parser.add_argument(
        "--dims", choices=("expressions", "names", "short"), default="expressions",
        help="names: write only integers and plain names, for tools that can't parse expressions; "
        "short: short names, which viewers draw beside the edges",
    )  # fmt: skip
    parser.add_argument(
        "--dim", action="append", default=[], metavar="NAME=SIZE", help="fix a dim of the inputs to this size"
    )


def run(options: argparse.Namespace) -> int:
    """Write the annotated model; the exit code."""
    from shapeinfer.jobs.annotate import Refused, fixed, write
    from shapeinfer.model.write import TooLarge

    if options.in_place and (options.file == "-" or is_url(options.file)):
        raise UsageError("--in-place needs a file, not standard input or a URL")
    dims: dict[str, int] = {}
    if options.dim:
        from shapeinfer.cli.arguments import assignment, size

        dims.update(assignment(text, "--dim", size) for text in options.dim)
    model = load_model(options.file)
    try:
        result = fixed(model, dims) if dims else infer(model)
    except Refused as error:
        complain(f"{display_name(options.file)}: refused: {error}")
        return FOUND
    except ValueError as error:
        raise UsageError(str(error)) from error
    output = options.file if options.in_place else options.output
    try:
        written = write(
            result, output, expressions=options.dims == "expressions", short=options.dims == "short"
        )
    except TooLarge as error:
        raise UsageError(str(error)) from error
    counts = Counts(*result.summary_counts(), len(result.contract.demands))
    print(summary_line(output, counts))
    for name, meaning in written.legend.items():
        print(f"  {plain(name)} = {plain(meaning)}")
    if written.left_out is not None:
        print(f"  {plain(written.left_out.text())}")
    return CLEAN
