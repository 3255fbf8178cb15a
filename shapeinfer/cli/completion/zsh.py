"""Completion in zsh."""

from __future__ import annotations

from shlex import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapeinfer.cli.completion import Argument, Command


def zsh_script(program: str, main: Command, commands: Iterable[Command]) -> str:
    """The script, to be sourced or put into a folder of fpath under the name ``_`` + program."""
    return "\n".join(_lines(program, main, list(commands))) + "\n"


def _lines(program: str, main: Command, commands: list[Command]) -> Iterator[str]:
    function = f"_{program.replace('-', '_')}"
    yield f"#compdef {program}"
    yield f"{function}_ask() {{"
    yield "    local file word"
    yield "    local -a found"
    yield "    for word in ${words[2,CURRENT-1]}; do [[ -f $word ]] && file=$word; done"
    yield f'    found=(${{(f)"$({program} completion $1 $file 2>/dev/null)"}})'
    yield "    compadd -S '' -- $found"
    yield "}"
    yield f"{function}() {{"
    yield "    local curcontext=$curcontext state line"
    yield "    typeset -A opt_args"
    yield "    local -a commands=("
    for command in commands:
        yield f"        {quote(f'{_escaped(command.name)}:{command.help}')}"
    yield "    )"
    yield "    _arguments -C \\"
    for option in main.options:
        yield from (f"        {spec} \\" for spec in _option(option, function))
    yield "        '1: :->command' '*:: :->argument'"
    yield from ("    case $state in", "        command) _describe command commands ;;", "        argument)")
    yield "            case $line[1] in"
    for command in commands:
        specs = [spec for option in command.options for spec in _option(option, function)]
        specs += [_operand(number, a, function) for number, a in enumerate(command.operands, 1)]
        yield f"                {command.name})"
        yield " \\\n".join(
            ("                    _arguments", *(f"                        {s}" for s in specs))
        )
        yield "                    ;;"
    yield from ("            esac", "            ;;", "    esac", "}")
    # Loaded from fpath, the file is the function's body on its first call; otherwise it is sourced.
    yield "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then"
    yield f'    {function} "$@"'
    yield from ("else", f"    compdef {function} {program}", "fi")


def _option(option: Argument, function: str) -> Iterator[str]:
    for flag in option.flags:
        if not option.takes_value:
            yield quote(f"{flag}[{_escaped(option.help)}]")
            continue
        joined = "=" if flag.startswith("--") else "+"
        yield quote(f"*{flag}{joined}[{_escaped(option.help)}]{_value(option, function)}")


def _operand(number: int, operand: Argument, function: str) -> str:
    return quote(f"{'*' if operand.repeats else number}{_value(operand, function)}")


def _value(argument: Argument, function: str) -> str:
    """The message and the action of a specification."""
    action = " "
    if argument.choices:
        action = f"({' '.join(argument.choices)})"
    elif argument.words:
        action = f"{function}_ask {argument.words}"
    elif argument.endings:
        first, *others = (ending[1:] for ending in argument.endings)
        # Without a bar zsh would read the parentheses as a glob qualifier.
        pattern = f"*.({'|'.join((first, *others))})" if others else f"*.{first}"
        action = f'_files -g "{pattern}"'
    elif argument.endings is not None:
        action = "_files"
    return f":{_escaped(argument.name)}:{action}"


def _escaped(text: str) -> str:
    for character in "\\:[]":
        text = text.replace(character, f"\\{character}")
    return text
