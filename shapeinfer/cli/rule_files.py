"""Files of rules that the command line or the settings name."""

from __future__ import annotations

from shapeinfer.cli.exits import UsageError
from shapeinfer.rule.registry import load_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def load_rule_files(paths: Iterable[str]) -> None:
    """Import each file. OSError if one can't be read, UsageError with its line if it does not run."""
    for path in paths:
        try:
            load_rules(path)
        except OSError:
            raise
        except Exception as error:  # whatever somebody else's code raises
            raise UsageError(f"rules in {path}{_line(error)}: {type(error).__name__}: {error}") from error


def _line(error: Exception) -> str:
    """Where in the file it was raised; a SyntaxError says so itself."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None or isinstance(error, SyntaxError) else f", line {trace.tb_lineno}"
