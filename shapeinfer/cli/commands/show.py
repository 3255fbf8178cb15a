"""``shapeinfer show``: the type and shape of every value."""

from __future__ import annotations

from shapeinfer.cli.arguments import add_fixed, inferred_with
from shapeinfer.cli.exits import CLEAN, UsageError
from shapeinfer.model.read import display_name
from shapeinfer.suggest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer show model.onnx
  shapeinfer show model.onnx hidden_3 --dim batch=1 --input sr=16000
  shapeinfer show --unknown model.onnx
  shapeinfer show --format json model.onnx"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the model")
    parser.add_argument(
        "value", nargs="?", metavar="VALUE", help="show where the dims of this value come from"
    )
    parser.add_argument("--unknown", action="store_true", help="show the first cause of each unknown shape")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default text")
    add_fixed(parser)


def run(options: argparse.Namespace) -> int:
    """Print the table; the exit code."""
    from shapeinfer.jobs import show
    from shapeinfer.render.facts import causes_json, causes_text, rows_json
    from shapeinfer.render.text import table

    result = inferred_with(options)
    name, as_json = display_name(options.file), options.format == "json"
    if options.unknown:
        found = show.causes(result)
        if as_json:
            print(causes_json(name, found))
            return CLEAN
        print(causes_text(found) if found else "all types and shapes are known")
        return CLEAN
    if options.value is not None:
        rows = show.chain(result, options.value)
        if not rows:
            near = did_you_mean(options.value, result.facts)
            raise UsageError(f"the model has no value {options.value!r}{near}")
    else:
        rows = list(show.rows(result))
    if as_json:
        print(rows_json(name, rows))
        return CLEAN
    print("\n".join(table((r.name, str(r.fact), r.maker) for r in rows)))
    return CLEAN
