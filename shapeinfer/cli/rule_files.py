"""Loads the rule files that are named on the command line or in the settings."""

from __future__ import annotations

from shapeinfer.cli.exits import UsageError
from shapeinfer.rule.registry import load_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def load_rule_files(paths: Iterable[str]) -> None:
    """Import each file. Raises OSError if it can't be read, UsageError with the line if it raises an
    error."""
    for path in paths:
        try:
            load_rules(path)
        except OSError:
            raise
        except Exception as error:  # rule files may raise any exception
            raise UsageError(f"rules in {path}{_line(error)}: {type(error).__name__}: {error}") from error


def _line(error: Exception) -> str:
    """The line of the file that raised the error; a SyntaxError already names its line."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None or isinstance(error, SyntaxError) else f", line {trace.tb_lineno}"
