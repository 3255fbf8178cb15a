"""The command line: turns errors into messages and exit codes. 0 clean, 1 findings, 2 usage or unreadable."""

from __future__ import annotations

import gc
import io
import os
import sys

from shapeinfer.cli.exits import FOUND, USAGE, UsageError, complain
from shapeinfer.model.whole_file import WholeFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import NoReturn

    from shapeinfer.cli.options import Run


_STANDARD_OUTPUT = "standard output"


class _Stdout(io.FileIO):
    """Descriptor 1, whose errors say where they happened."""

    def write(self, data: memoryview, /) -> int:  # type: ignore[override]  # it is given no other buffers
        try:
            return super().write(data)
        except OSError as error:
            error.filename = _STANDARD_OUTPUT
            raise


def console() -> NoReturn:
    """The entry point of the program: calls ``main`` and ends the process."""
    _open_closed_streams()
    _buffer_stdout()
    WholeFile.takes_signals = True
    try:
        code = main()
    except SystemExit as stop:  # argparse's way to end
        code = int(stop.code or 0)
    try:
        sys.stdout.flush()
    except OSError as error:
        code = _stopped(error)
    try:  # noqa: SIM105  # contextlib is slow to load
        sys.stderr.flush()
    except OSError:
        pass
    # Freeing a large model object by object takes as long as inferring it; the kernel frees it at once.
    os._exit(code)


def _buffer_stdout() -> None:
    """Buffer what is written to a file or pipe, also where PYTHONUNBUFFERED is set: without a buffer Python
    writes as much as fits, and does not say that it left out the rest."""
    stdout = sys.__stdout__  # None if it is closed
    if isinstance(stdout, io.TextIOWrapper) and not stdout.isatty():
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(_Stdout(1, "w", closefd=False)), stdout.encoding, stdout.errors
        )


def _open_closed_streams() -> None:
    """Open the null device for each standard stream that is closed. Otherwise the next file that is opened
    would get its descriptor."""
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:
            setattr(sys, stream, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # for good


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    # The process is short-lived, so its memory is freed at the end, without searching for cycles. Loading
    # modules would start such searches, so that most are loaded after this.
    gc.disable()
    from shapeinfer.cli.command_line import parse
    from shapeinfer.model.protobuf.wire import DamagedModel
    from shapeinfer.model.read import display_name

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(
            errors="backslashreplace"
        )  # the terminal's encoding lacks a character of the name
    run, options = parse(sys.argv[1:] if argv is None else argv)
    try:
        if options.rules:
            from shapeinfer.cli.rule_files import load_rule_files

            load_rule_files(options.rules)
        return _profiled(run, options) if options.profile_time else run(options)
    except (UsageError, DamagedModel) as error:
        file = getattr(options, "file", None) if isinstance(error, DamagedModel) else None
        complain(f"{display_name(file)}: {error}" if file else str(error))
        return USAGE
    except OSError as error:
        return _stopped(error)
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        complain("there is not enough memory")
        return USAGE
    except Exception as error:
        return _unforeseen(error, options)


def _stopped(error: OSError) -> int:
    """What the system refused to do; if that is to write the output, nothing more is written, not even at
    exit. The exit code."""
    closed = isinstance(error, BrokenPipeError)  # by its reader
    if closed or error.filename == _STANDARD_OUTPUT:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if closed:
        return FOUND
    where = f"{error.filename}: " if error.filename else ""
    complain(f"{where}{error.strerror or error}")
    return USAGE


def _unforeseen(error: Exception, options: argparse.Namespace) -> int:
    """An unexpected error: input that should have had its own message, or a bug in shapeinfer."""
    if os.environ.get("SHAPEINFER_TRACEBACK"):
        raise error
    from shapeinfer.model.read import display_name

    file = getattr(options, "file", None)
    where = f"{display_name(file)}: " if isinstance(file, str) else ""
    if isinstance(error, ValueError) and "null byte" in str(error):
        complain(f"{where}a path can't contain a null byte")
        return USAGE
    hint = "a bug in shapeinfer; SHAPEINFER_TRACEBACK=1 shows the traceback"
    complain(f"{where}{type(error).__name__}: {error} ({hint})")
    return USAGE


def _profiled(run: Run, options: argparse.Namespace) -> int:
    """Run the command and print where the time went."""
    from shapeinfer.profile import Profile

    with Profile() as profile:
        code = run(options)
    print(profile.text(), file=sys.stderr)
    return code
