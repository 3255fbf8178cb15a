"""Completion in fish, from version 3.0 on."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapeinfer.cli.completion import Argument, Command

_FILES = """\
function __{name}_files
    set -l endings (string join '|' -- $argv)
    string match -r "^[^\\t]*(?:/|\\.(?:$endings))(?:\\t.*)?\\$" -- (__fish_complete_path (commandline -ct))
end
function __{name}_ask
    set -l file
    for word in (commandline -opc)[2..-1]
        test -f "$word"; and set file $word
    end
    {program} completion $argv[1] $file 2>/dev/null
end
complete -c {program} -f"""


def fish_script(program: str, main: Command, commands: Iterable[Command]) -> str:
    """The script, to be sourced or put into the folder of completions."""
    return "\n".join(_lines(program, main, list(commands))) + "\n"


def _lines(program: str, main: Command, commands: list[Command]) -> Iterator[str]:
    name = program.replace("-", "_")
    yield f"# fish completion of {program}"
    yield _FILES.format(name=name, program=program)
    for command in commands:
        yield f"complete -c {program} -n __fish_use_subcommand -a {command.name} -d {_quoted(command.help)}"
    for command in (main, *commands):
        when = f"__fish_seen_subcommand_from {command.name}" if command.name else "__fish_use_subcommand"
        head = f"complete -c {program} -n {_quoted(when)}"
        for option in command.options:
            flags = " ".join(f"-l {f[2:]}" if f.startswith("--") else f"-s {f[1:]}" for f in option.flags)
            value = f" {_value(name, option)}" if option.takes_value else ""
            yield f"{head} {flags}{value} -d {_quoted(option.help)}"
        for operand in command.operands:
            if operand.choices or operand.words or operand.endings is not None:
                yield f"{head} {_value(name, operand).removeprefix('-x ')}"


def _value(name: str, argument: Argument) -> str:
    """The values of an option or a positional argument; ``-x`` allows only these."""
    if argument.choices:
        return f"-x -a {_quoted(' '.join(argument.choices))}"
    if argument.endings:
        endings = " ".join(ending[1:] for ending in argument.endings)
        return f"-x -a {_quoted(f'(__{name}_files {endings})')}"
    if argument.words == "codes" and argument.flags:
        asked = f"(__fish_complete_list , '__{name}_ask codes')"
        return f"-x -a {_quoted(asked)}"
    if argument.words:
        return f"-x -a {_quoted(f'(__{name}_ask {argument.words})')}"
    return "-x" if argument.endings is None else "-r -F"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
