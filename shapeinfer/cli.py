"""The command line: arguments, exit codes, output. 0 clean, 1 findings, 2 usage or unreadable input."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from shapeinfer import __version__
from shapeinfer.fact import tensor
from shapeinfer.model.structure import Model
from shapeinfer.model.wire import DamagedModel
from shapeinfer.result import infer

if TYPE_CHECKING:
    import argparse

    from shapeinfer.diagnostic import Report, Severity
    from shapeinfer.fact import TensorFact
    from shapeinfer.result import Result

Read = TypeVar("Read")

CLEAN, FOUND, USAGE = 0, 1, 2


class UsageError(Exception):
    """What was asked for makes no sense; the text says why."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    options = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = options.command
    # One short run: what it allocates is dropped with the process, not searched for cycles.
    gc.disable()
    try:
        if options.rules:
            from shapeinfer.registry import load_rules

            for path in options.rules:
                load_rules(path)
        return command(options)
    except UsageError as error:
        print(f"shapeinfer: {error}", file=sys.stderr)
        return USAGE
    except DamagedModel as error:
        print(f"shapeinfer: {getattr(options, 'file', '')}: {error}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        # Whoever read our output has stopped; say nothing more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except OSError as error:
        print(f"shapeinfer: {error.filename or ''}: {error.strerror or error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    import argparse

    parser = argparse.ArgumentParser(
        prog="shapeinfer",
        description="Static shape and type inference for ONNX models.",
        epilog="exit codes: 0 clean, 1 findings, 2 usage or unreadable input; '-' reads standard input",
    )
    parser.add_argument("--version", action="version", version=f"shapeinfer {__version__}")
    parser.add_argument(
        "--rules", action="append", default=[], metavar="FILE.py", help="rules for operators of your own"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    lint = commands.add_parser("lint", help="what is wrong with a model, where, and why")
    lint.add_argument("files", nargs="+", metavar="FILE")
    lint.add_argument("--fail-on", choices=("error", "warning", "info"), default="error")
    lint.add_argument("--strict", action="store_true", help="the same as --fail-on info")
    lint.add_argument("--format", choices=("text", "json"), default="text")
    lint.set_defaults(command=_lint)

    annotate = commands.add_parser("annotate", help="write inferred shapes into a model")
    annotate.add_argument("file", metavar="IN")
    target = annotate.add_mutually_exclusive_group(required=True)
    target.add_argument("-o", "--output", metavar="OUT")
    target.add_argument("--in-place", action="store_true", help="replace IN (through a rename)")
    annotate.add_argument(
        "--dims", choices=("expressions", "names"), default="expressions",
        help="names: integers and plain names only, for tools that choke on expressions",
    )  # fmt: skip
    annotate.add_argument("--dim", action="append", default=[], metavar="NAME=SIZE", help="fix a size")
    annotate.set_defaults(command=_annotate)

    check = commands.add_parser("check", help="will the model run with these sizes?")
    check.add_argument("file", metavar="FILE")
    check.add_argument(
        "--dim", action="append", default=[], metavar="NAME=SIZE", help="'Batch Size'=4 where needed"
    )
    check.add_argument(
        "--input", action="append", default=[], metavar="NAME=1x3x480", help="a whole input shape"
    )
    check.add_argument("--format", choices=("text", "json"), default="text")
    check.add_argument("--inputs", metavar="FILE.npz", help="concrete inputs, their contents included")
    check.add_argument(
        "--assume",
        action="append",
        default=[],
        metavar="STATEMENT",
        help="e.g. 'total == past + seq'",
    )
    check.set_defaults(command=_check)

    show = commands.add_parser("show", help="every value with what is known of it")
    show.add_argument("file", metavar="FILE")
    show.add_argument("value", nargs="?", metavar="VALUE", help="where this value's dims come from")
    show.add_argument("--unknown", action="store_true", help="each first cause of an unknown")
    show.set_defaults(command=_show)

    contract = commands.add_parser("contract", help="what the model demands of its inputs' sizes")
    contract.add_argument("file", metavar="FILE")
    contract.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    contract.set_defaults(command=_contract)

    diff = commands.add_parser("diff", help="what a new version of a model breaks")
    diff.add_argument("old", metavar="OLD")
    diff.add_argument("new", metavar="NEW")
    diff.set_defaults(command=_diff)

    explain = commands.add_parser("explain", help="what a code means")
    explain.add_argument("code", metavar="CODE")
    explain.set_defaults(command=_explain)

    codes = commands.add_parser("codes", help="list all codes")
    codes.set_defaults(command=_codes)
    return parser


def _load(name: str) -> Model:
    from shapeinfer.model.read import read_bytes, read_file

    if name == "-":
        return read_bytes(sys.stdin.buffer.read())
    return read_file(name)


# --- lint -------------------------------------------------------------------------------------


def _lint(options: argparse.Namespace) -> int:
    from shapeinfer.linter import examine, report_of, unreadable

    fail_on: Severity = "info" if options.strict else options.fail_on
    worst = CLEAN
    reports: list[Report] = []
    as_json = options.format == "json"
    for name in options.files:
        try:
            result, extra = examine(_load(name))
        except (OSError, DamagedModel) as error:
            report = unreadable(name, error)
            worst = USAGE
        else:
            if not as_json and not result.run.findings and not extra:
                print(_summary_line(name, *result.summary_counts(), len(result.contract.demands)))
                continue
            report = report_of(result, extra)
            if report.at_least(fail_on):
                worst = max(worst, FOUND)
        if as_json:
            reports.append(report)
        else:
            _print_report(name, report)
    if as_json:
        from shapeinfer.render.json import reports_json

        print(reports_json(reports))
    return worst


def _print_report(name: str, report: Report) -> None:
    from shapeinfer.render.text import TextRenderer

    renderer = TextRenderer(colour=_use_colour())
    for block in renderer.diagnostics(report.diagnostics):
        print(block)
        print()
    counts = [(s, sum(d.severity == s for d in report.diagnostics)) for s in ("error", "warning", "info")]
    found = ", ".join(f"{n} {s}{'s' if n > 1 else ''}" for s, n in counts if n)
    summary = report.summary
    line = _summary_line(name, summary.nodes, summary.values, summary.known, summary.clauses)
    print(f"{line}; {found}" if found else line)


def _summary_line(name: str, nodes: int, values: int, known: int, clauses: int) -> str:
    from shapeinfer.render.text import plain

    contract = f"{clauses} contract clause{'' if clauses == 1 else 's'}"
    return f"{plain(name)}: {nodes} nodes, {known} of {values} values fully known, {contract}"


def _use_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


# --- the other commands -----------------------------------------------------------------------


def _annotate(options: argparse.Namespace) -> int:
    from shapeinfer.annotator import Refused, fixed, write
    from shapeinfer.model.write import TooLarge

    if options.file == "-" and options.in_place:
        raise UsageError("--in-place needs a file, not standard input")
    dims = dict(_assignment(text, "--dim", _size) for text in options.dim)
    model = _load(options.file)
    try:
        result = fixed(model, dims) if dims else infer(model)
    except Refused as error:
        print(f"shapeinfer: {options.file}: refused: {error}", file=sys.stderr)
        return FOUND
    except ValueError as error:
        raise UsageError(str(error)) from error
    output = options.file if options.in_place else options.output
    try:
        write(result, output, expressions=options.dims == "expressions")
    except TooLarge as error:
        raise UsageError(str(error)) from error
    print(_summary_line(output, *result.summary_counts(), len(result.contract.demands)))
    return CLEAN


def _check(options: argparse.Namespace) -> int:
    from shapeinfer.preflight import check, explain

    choices = dict(_assignment(text, "--dim", _sizes) for text in options.dim)
    given = dict(_assignment(text, "--input", _given) for text in options.input)
    if options.inputs:
        from shapeinfer.npz import read_npz

        try:
            given = {**read_npz(options.inputs), **given}
        except ValueError as error:
            raise UsageError(str(error)) from error
    model = _load(options.file)
    try:
        if any(len(sizes) != 1 for sizes in choices.values()):
            return _sweep(options, model, choices, given)
        dims = {name: sizes[0] for name, sizes in choices.items()}
        report = check(model, dims, given, options.assume)
        reasons = [] if report.ok or not dims or given else explain(model, dims, options.assume)
    except ValueError as error:
        if isinstance(error, DamagedModel):
            raise
        raise UsageError(str(error)) from error
    if options.format == "json":
        from shapeinfer.render.json import reports_json

        print(reports_json([report]))
    else:
        _print_answer(options.file, report, reasons)
    return CLEAN if report.ok else FOUND


def _sweep(options: argparse.Namespace, model: Model, choices: dict[str, list[int]], given: object) -> int:
    from shapeinfer.preflight import sweep
    from shapeinfer.render.sweep import sweep_text

    if given:
        raise UsageError("--input goes with single sizes only")
    answers = sweep(model, choices, options.assume)
    print(sweep_text(answers))
    return FOUND if any(a.refused is not None for a in answers) else CLEAN


def _diff(options: argparse.Namespace) -> int:
    from shapeinfer.compare import compare
    from shapeinfer.render.text import plain

    changes = compare(infer(_load(options.old)), infer(_load(options.new)))
    for change in changes:
        print(f"{'breaking' if change.breaking else 'looser  '}  {plain(change.text)}")
    if not changes:
        print("the interfaces are the same")
    return FOUND if any(c.breaking for c in changes) else CLEAN


def _print_answer(name: str, report: Report, reasons: Sequence[str]) -> None:
    from shapeinfer.render.text import TextRenderer, plain

    for block in TextRenderer(colour=_use_colour()).diagnostics(report.diagnostics):
        print(block)
        print()
    if not report.ok:
        for reason in reasons:
            print(plain(reason))
        print(f"{plain(name)}: refused (as ONNX Runtime would)")
        return
    print(f"{plain(name)}: no refusal found (for ONNX Runtime)")
    if report.obligations:
        print("it must still hold at run time that")
        for obligation in report.obligations:
            print(f"  {plain(obligation)}")


def _assignment(text: str, option: str, read: Callable[[str, str], Read]) -> tuple[str, Read]:
    name, equals, value = text.rpartition("=")
    name = name.strip("'\"")
    if not equals or not name:
        raise UsageError(f"{option} takes NAME=VALUE, not {text!r}")
    return name, read(value, f"{option} {text}")


def _size(text: str, where: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise UsageError(f"{where}: a size is a number, not {text!r}")
    return int(text)


def _sizes(text: str, where: str) -> list[int]:
    """``4``, ``1,2,8``, ``1..2048``, or several of these with commas."""
    found: list[int] = []
    for part in text.split(","):
        first, dots, last = part.partition("..")
        low = _size(first, where)
        found.extend(range(low, _size(last, where) + 1) if dots else [low])
    if not found:
        raise UsageError(f"{where}: there is no size in {text!r}")
    return found


def _given(text: str, where: str) -> TensorFact:
    """``2x3x480x480`` or ``2x3x480x480:f32``; an empty shape is a scalar."""
    from shapeinfer.elem_type import elem_type_from_name

    shape, colon, name = text.partition(":")
    elem_type = elem_type_from_name(name) if colon else 0
    if elem_type is None:
        raise UsageError(f"{where}: {name!r} is no element type such as f32")
    return tensor(elem_type, _shape(shape, where))


def _shape(text: str, where: str) -> tuple[int, ...]:
    return tuple(_size(part, where) for part in text.lower().split("x")) if text else ()


def _show(options: argparse.Namespace) -> int:
    from shapeinfer import show
    from shapeinfer.render.text import table

    result = infer(_load(options.file))
    if options.unknown:
        found = show.causes(result)
        lines = [(c.name, str(c.fact), f"blinds {c.blinded}", c.reason) for c in found]
        print("\n".join(table(lines)) if lines else "everything is known")
        return CLEAN
    if options.value is not None:
        rows = show.chain(result, options.value)
        if not rows:
            raise UsageError(_no_value(options.value, result))
    else:
        rows = list(show.rows(result))
    print("\n".join(table((r.name, str(r.fact), r.maker) for r in rows)))
    return CLEAN


def _contract(options: argparse.Namespace) -> int:
    from shapeinfer.interface import interface_of
    from shapeinfer.render.contract import FORMATS

    print(FORMATS[options.format](interface_of(infer(_load(options.file)))))
    return CLEAN


def _no_value(name: str, result: Result) -> str:
    import difflib

    near = difflib.get_close_matches(name, list(result.facts), n=3)
    return f"the model has no value {name!r}" + (
        f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    )


def _explain(options: argparse.Namespace) -> int:
    from shapeinfer.explain import explain

    try:
        print(explain(options.code))
    except LookupError as error:
        raise UsageError(error.args[0]) from error
    return CLEAN


def _codes(options: argparse.Namespace) -> int:
    from shapeinfer.codes import CODES
    from shapeinfer.render.text import table

    print("\n".join(table((c.id, c.slug, c.severity, c.title) for c in CODES.values())))
    return CLEAN
