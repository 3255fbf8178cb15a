"""``shapeinfer check``: will the model run with these sizes?"""

from __future__ import annotations

from shapeinfer.cli.arguments import amount, assignment, given, sizes
from shapeinfer.cli.colour import add_colour, use_colour
from shapeinfer.cli.exits import CLEAN, FOUND, UsageError
from shapeinfer.cli.source import load_model
from shapeinfer.model.protobuf.wire import DamagedModel
from shapeinfer.model.read import display_name
from shapeinfer.render.text import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from shapeinfer.reports.diagnostic import Report, SizesAnswer, Violation

EXAMPLES = """\
  shapeinfer check model.onnx --dim batch=1 --dim height=512
  shapeinfer check model.onnx --dim seq=1..2048 --dim batch=1,2,8
  shapeinfer check model.onnx --input image=1x3x480x480:f32
  shapeinfer check model.onnx --assume 'total == past + seq'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the model")
    parser.add_argument(
        "--dim", action="append", default=[], metavar="NAME=SIZES",
        help="the size of a dim: 4, or several: 1,2,8, 1..2048 or '480..512 step 4'; 'Batch Size'=4 for a "
        "name with spaces",
    )  # fmt: skip
    parser.add_argument(
        "--input", action="append", default=[], metavar="NAME=1x3x480",
        help="the shape of an input (1x3x480:f32 also gives its type), or the value of a scalar: cached=true",
    )  # fmt: skip
    parser.add_argument("--inputs", metavar="FILE.npz", help="arrays for inputs; their contents are used too")
    parser.add_argument(
        "--assume", action="append", default=[], metavar="STATEMENT",
        help="a fact about the sizes that the model does not state: 'total == past + seq'",
    )  # fmt: skip
    parser.add_argument(
        "--memory",
        metavar="4GiB",
        help="refuse sizes for which weights, inputs and activations need more memory",
    )
    parser.add_argument(
        "--target", action="append", default=[], metavar="TARGET",
        help="a release that must load the model: onnxruntime==1.17 ('shapeinfer targets' lists them)",
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="the output format (default text)"
    )
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Print whether the sizes are refused, and why; the exit code."""
    from shapeinfer.jobs.preflight.check import check

    choices = dict(assignment(text, "--dim", sizes) for text in options.dim)
    shapes = dict(assignment(text, "--input", given) for text in options.input)
    if options.inputs:
        from shapeinfer.jobs.preflight.npz import read_npz

        try:
            shapes = {**read_npz(options.inputs), **shapes}
        except ValueError as error:
            raise UsageError(str(error)) from error
    budget = None if options.memory is None else amount(options.memory, "--memory")
    model = load_model(options.file)
    try:
        report = check(model, choices, shapes, options.assume, memory=budget, targets=options.target)
    except ValueError as error:
        if isinstance(error, DamagedModel):
            raise
        raise UsageError(str(error)) from error
    if options.format == "json":
        from shapeinfer.render.formats.json import reports_json

        print(reports_json([report]))
    elif report.answers:
        from shapeinfer.render.sweep import sweep_text

        print(sweep_text(options.file, report.answers))
        if budget is not None:
            print(_largest(report.answers, choices))
    else:
        runtime = ", ".join(options.target) or "ONNX Runtime"
        _print_answer(display_name(options.file), report, runtime, colour=use_colour(options.color))
    return CLEAN if report.ok else FOUND


def _largest(answers: Sequence[SizesAnswer], choices: dict[str, Sequence[int]]) -> str:
    """For each name with several sizes, the largest one that is not refused."""
    good = [answer.sizes for answer in answers if answer.refused is None]
    if not good:
        return "none of these sizes fits"
    many = [name for name, sizes in choices.items() if len(sizes) > 1]
    return "\n".join(
        f"largest {plain(name)} that fits: {max(sizes[name] for sizes in good)}" for name in many
    )


def _print_answer(name: str, report: Report, runtime: str, *, colour: bool) -> None:
    from shapeinfer.render.findings.blocks import TextRenderer

    for block in TextRenderer(colour=colour).diagnostics(report.diagnostics):
        print(block)
        print()
    if report.memory is not None:
        print("\n".join(plain(line) for line in report.memory.answer.splitlines()))
    if not report.ok:
        for violation in report.violations:
            print(plain(_violation_text(violation)))
        reason = f"as {runtime} would" if report.diagnostics else "needs more memory than allowed"
        print(f"{plain(name)}: refused ({plain(reason)})")
        return
    print(f"{plain(name)}: not refused by {plain(runtime)}: {_reason(report)}")
    for obligation in report.obligations:
        print(f"  {plain(obligation)}")


def _reason(report: Report) -> str:
    """What is certain about sizes that are not refused, and which conditions remain."""
    from shapeinfer.render.text import counted

    clauses, left, summary = report.summary.clauses, len(report.obligations), report.summary
    if left:
        return f"{counted(left, 'condition')} left, which depend on open sizes or on data:"
    text = "the model puts no constraint on its sizes"
    if clauses:
        text = f"the sizes satisfy all {counted(clauses, 'constraint')}"
    if summary.known < summary.values:
        unknown = counted(summary.values - summary.known, "value")
        text += f"; {unknown} not fully known (shapeinfer show --unknown)"
    return text


def _violation_text(violation: Violation) -> str:
    from shapeinfer.render.contract import stated_by

    given = ", ".join(f"{name}={size}" for name, size in violation.sizes.items())
    near = "; ".join(
        ", ".join(map(str, sizes)) if len(violation.sizes) == 1 else f"{name}={', '.join(map(str, sizes))}"
        for name, sizes in violation.nearest.items()
    )
    parts = (
        f"{violation.condition} is violated by {given}",
        f"nearest sizes: {near}" if near else "",
        f"demanded at {stated_by(violation)}",
    )
    return "; ".join(filter(None, parts))
