"""``shapeinfer lint``: what is wrong with models, where, and why."""

from __future__ import annotations

import os

from shapeinfer.cli.colour import add_colour
from shapeinfer.cli.exits import CLEAN, UsageError, complain
from shapeinfer.codes import SEVERITIES
from shapeinfer.render.format import FORMAT_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from shapeinfer.linter.settings import Settings

EXAMPLES = """\
  shapeinfer lint model.onnx --select SI2,unknown-operator --severity SI205=warning
  shapeinfer lint model.onnx --diff                       # what --fix would change
  shapeinfer lint models/ --write-baseline known.json     # then --baseline known.json shows what is new
  shapeinfer lint model.onnx --target 'onnxruntime>=1.17,<1.21'"""

_SELECTORS = "CODES"
_FORMATS = (*FORMAT_NAMES, "text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "files", nargs="*", default=["."], metavar="FILE",
        help="models, folders of models, patterns, or '-' (default: the working directory)",
    )  # fmt: skip
    _add_policy(parser.add_argument_group("what is reported"))
    _add_fixes(parser.add_argument_group("fixes"))
    _add_settings(parser.add_argument_group("settings"))
    _add_output(parser.add_argument_group("output"))
    parser.add_argument(
        "-j", "--jobs", metavar="N", help="the number of processes; 0 or auto: one for each core (default 1)"
    )


def _add_policy(group: argparse._ArgumentGroup) -> None:
    for option, text in (
        ("--select", "report only these: codes, beginnings of codes, slugs or ALL, separated by commas"),
        ("--extend-select", "report these too"),
        ("--ignore", "do not report these"),
        ("--extend-ignore", "the same as --ignore"),
    ):
        group.add_argument(option, action="append", metavar=_SELECTORS, help=text)
    group.add_argument(
        "--severity", action="append", default=[], metavar="CODE=LEVEL",
        help="set the severity of a code, or of a beginning of codes: error, warning, info or off",
    )  # fmt: skip
    group.add_argument(
        "--fail-on",
        choices=SEVERITIES,
        help="the lowest severity for which the exit code is 1 (default error)",
    )
    group.add_argument("--strict", action="store_true", help="the same as --fail-on info")
    group.add_argument(
        "--exit-zero",
        action="store_true",
        help="exit with 0 even if there are findings, unless a file is unreadable",
    )
    group.add_argument(
        "--target", action="append", metavar="TARGET",
        help="a release that must load the model: onnxruntime==1.17 ('shapeinfer targets' lists them)",
    )  # fmt: skip
    group.add_argument("--baseline", metavar="FILE", help="do not report the findings in FILE")
    group.add_argument(
        "--write-baseline", metavar="FILE", help="write all findings to FILE and show none of them"
    )
    group.add_argument(
        "--exclude", action="append", metavar="PATTERN", help="skip files and folders that match the pattern"
    )


def _add_fixes(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--fix",
        action="store_true",
        help="fix in the files what can be fixed safely, and report the rest",
    )
    group.add_argument(
        "--diff", action="store_true", help="show what --fix would change, and change nothing; 1 if anything"
    )
    group.add_argument(
        "--unsafe-fixes", action="store_true",
        help="also make fixes that may change what the model takes or computes",
    )  # fmt: skip


def _add_settings(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--config", action="append", default=[], metavar="FILE",
        help="use this settings file instead of the nearest, or a line of TOML: 'fail-on = \"info\"'",
    )  # fmt: skip
    group.add_argument(
        "--trust", action="append", default=[], metavar="DIR",
        help="load rules (Python code) that settings files in or below DIR name; also SHAPEINFER_TRUST",
    )  # fmt: skip
    group.add_argument("--isolated", action="store_true", help="ignore all settings files")
    group.add_argument("--show-settings", action="store_true", help="print the settings in effect, and stop")


def _add_output(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--format", choices=_FORMATS, metavar="FORMAT", help=f"{', '.join(FORMAT_NAMES)} (default full)"
    )
    group.add_argument("--statistics", action="store_true", help="show only how often each code occurs")
    group.add_argument(
        "--limit", metavar="N", help="show at most N findings of a file, the worst first; 0: all (default)"
    )
    group.add_argument("-q", "--quiet", action="store_true", help="show findings and nothing else")
    group.add_argument(
        "--output-file", metavar="FILE", help="write to this file, which appears whole or not at all"
    )
    group.add_argument("--no-progress", action="store_true", help="do not show progress on a terminal")
    add_colour(group)


def run(options: argparse.Namespace) -> int:
    """Print the findings of each file; the exit code."""
    from shapeinfer.linter.settings import shown

    try:
        settings = _settings(options)
        selection = settings.selection
    except ValueError as error:  # BadSettings, UnknownSelector
        raise UsageError(str(error)) from error
    if options.show_settings:
        print(shown(settings), end="")
        return CLEAN
    from shapeinfer.cli.lint_run import lint_files

    return lint_files(options, settings, selection)


def _settings(options: argparse.Namespace) -> Settings:
    """The settings of the settings file and the command line together."""
    from shapeinfer.linter.settings import combined, find_settings, read_settings, settings_from_text

    files = [text for text in options.config if "=" not in text or os.path.exists(text)]
    sources: list[Settings] = []
    if len(files) > 1 or (files and options.isolated):
        raise UsageError("--config takes one file, and none with --isolated")
    if files:
        named = read_settings(files[0])
        if named is None:
            raise UsageError(f"{files[0]} has no section [tool.shapeinfer]")
        sources.append(named)
    elif not options.isolated:
        nearest = find_settings(os.getcwd())
        if nearest is not None:
            _drop_untrusted_rules(nearest, options.trust)
            sources.append(nearest)
    sources += [settings_from_text(text) for text in options.config if text not in files]
    return combined([*sources, _given(options)])


def _drop_untrusted_rules(settings: Settings, trusted: Sequence[str]) -> None:
    """Rules are code, and a settings file found beside or above models may come from someone else. Its rules
    are not loaded, and a line says so, unless it lies in a folder that the user trusts."""
    if not settings.rules:
        return
    folders = [*trusted, *filter(None, os.environ.get("SHAPEINFER_TRUST", "").split(os.pathsep))]
    place = os.path.realpath(settings.source)
    for folder in folders:
        root = os.path.realpath(folder)
        if os.path.commonpath([root, place]) == root:
            return
    names = ", ".join(settings.rules)
    complain(
        f"{settings.source} names rules, which are code and were not loaded ({names}); "
        f"--trust {os.path.dirname(settings.source)} or --config {settings.source} loads them"
    )
    settings.rules = None


def _given(options: argparse.Namespace) -> Settings:
    """The settings of the command line."""
    from shapeinfer.linter.files import Pattern
    from shapeinfer.linter.selection import Layer
    from shapeinfer.linter.setting_values import given_targets, jobs_of, level_of
    from shapeinfer.linter.settings import Settings

    severity: dict[str, str] = {}
    for text in ",".join(options.severity).split(",") if options.severity else ():
        selector, equals, level = text.partition("=")
        if not equals:
            raise UsageError(f"--severity takes CODE=LEVEL, not {text!r}")
        severity[selector] = level_of(selector, level)
    settings = Settings(
        "the command line",
        Layer(
            options.select,
            options.extend_select or (),
            [*(options.ignore or ()), *(options.extend_ignore or ())],
            severity,
        ),
    )
    settings.fail_on = "info" if options.strict else options.fail_on
    settings.format = options.format
    settings.baseline = options.baseline
    if options.target is not None:
        settings.targets = given_targets(options.target)
    if options.exclude is not None:
        settings.exclude = [Pattern(text, os.getcwd()) for text in options.exclude]
    if options.jobs is not None:
        settings.jobs = jobs_of(options.jobs)
    return settings
