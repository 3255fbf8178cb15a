"""Completion in bash, from version 3.2 (macOS) on."""

from __future__ import annotations

from shlex import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapeinfer.cli.completion import Argument, Command

_FUNCTIONS = """\
_{name}_words() {{
    COMPREPLY=($(compgen -W "$1" -- "$cur"))
}}
_{name}_files() {{
    local found pattern
    # Without compopt (bash 3.2) names with spaces are not quoted.
    compopt -o filenames 2>/dev/null
    while IFS= read -r found; do
        if [[ -d "${{found/#\\~/$HOME}}" ]]; then
            COMPREPLY+=("$found")
            continue
        fi
        for pattern in "$@"; do
            if [[ $found == $pattern ]]; then
                COMPREPLY+=("$found")
                break
            fi
        done
    done < <(compgen -f -- "$cur")
}}
# Words that the program knows; of a list with commas the last one is completed.
_{name}_ask() {{
    local IFS=$'\\n' file= word before=
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        if [[ -f $word ]]; then file=$word; fi
    done
    if [[ $cur == *,* ]]; then before=${{cur%,*}},; fi
    word=$("${{COMP_WORDS[0]}}" completion "$1" ${{file:+"$file"}} 2>/dev/null)
    for word in $(compgen -W "$word" -- "${{cur##*,}}"); do
        COMPREPLY+=("$before$word")
        if [[ $word == *= ]]; then compopt -o nospace 2>/dev/null; fi
    done
}}
_{name}() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command= i
    COMPREPLY=()
    # --option=value comes as three words.
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${{COMP_WORDS[COMP_CWORD-2]}}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${{COMP_WORDS[i]}} in
"""


def bash_script(program: str, main: Command, commands: Iterable[Command]) -> str:
    """The script, to be sourced."""
    commands = list(commands)
    return "\n".join(_lines(program, main, commands)) + "\n"


def _lines(program: str, main: Command, commands: list[Command]) -> Iterator[str]:
    name = program.replace("-", "_")
    yield f"# bash completion of {program}"
    yield _FUNCTIONS.format(name=name).rstrip("\n")
    with_value = [flag for option in main.options if option.takes_value for flag in option.flags]
    if with_value:
        yield f"            {'|'.join(with_value)}) ((i++)) ;;"
    if commands:
        yield f"            {'|'.join(c.name for c in commands)}) command=${{COMP_WORDS[i]}}; break ;;"
    yield from ("        esac", "    done", "    case $command:$prev in")
    for command in (main, *commands):
        for option in command.options:
            if option.takes_value:
                pattern = "|".join(f"{command.name}:{flag}" for flag in option.flags)
                yield f"        {pattern}) {_candidates(name, [option])}return ;;"
    yield from ("    esac", "    case $command in")
    for command in (main, *commands):
        flags = " ".join(flag for option in command.options for flag in option.flags)
        words = [c.name for c in commands] if command is main else []
        yield f"        {quote(command.name)})"
        yield f"            if [[ $cur == -* ]]; then _{name}_words {quote(flags)}; return; fi"
        yield f"            {_candidates(name, command.operands, words)};;"
    yield from ("    esac", "}", f"complete -F _{name} {program}")


def _candidates(name: str, arguments: Iterable[Argument], words: Iterable[str] = ()) -> str:
    """Commands that offer completions for the arguments, each with its semicolon."""
    text = ""
    arguments = list(arguments)
    choices = [*words, *(choice for a in arguments for choice in a.choices)]
    if choices:
        text += f"_{name}_words {quote(' '.join(choices))}; "
    endings = [a.endings for a in arguments if a.endings is not None]
    if endings:
        patterns = (
            ["*"] if () in endings else [f"*{e}" for e in dict.fromkeys(e for es in endings for e in es)]
        )
        text += f"_{name}_files {' '.join(map(quote, patterns))}; "
    text += "".join(f"_{name}_ask {a.words}; " for a in arguments if a.words)
    return text or ": ; "
