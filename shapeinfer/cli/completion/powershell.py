"""Completion in PowerShell, from version 5.1 on."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapeinfer.cli.completion import Argument, Command

_END = """\
    $before = @($ast.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
    $command = $before | Where-Object { $commands.Contains($_) } | Select-Object -First 1
    if (-not $command) { $command = '' }
    $previous = if ($before.Count) { $before[-1] } else { '' }
    $known = $options[$command]
    if ($known.Contains($previous) -and $known[$previous][1]) {
        $choices, $ask = $known[$previous][2, 3]
    } elseif ($word.StartsWith('-')) {
        $choices, $ask = ($known.Keys -join ' '), ''
    } elseif (-not $command) {
        $choices, $ask = ($commands.Keys -join ' '), ''
    } else {
        $choices, $ask = $operands[$command]
    }
    $found = @($choices -split ' ' | Where-Object { $_ })
    if ($ask) {
        $file = $before | Where-Object { Test-Path -LiteralPath $_ -PathType Leaf } | Select-Object -Last 1
        $found += @(& $program completion $ask $file 2>$null)
    }
    # With no results PowerShell completes the names of files.
    $found | Where-Object { $_ -like "$word*" } | ForEach-Object {
        $about = if ($known.Contains($_)) { $known[$_][0] } elseif ($commands.Contains($_)) { $commands[$_] }
        if (-not $about) { $about = $_ }
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $about)
    }
}"""


def powershell_script(program: str, main: Command, commands: Iterable[Command]) -> str:
    """The script, to be run in the profile."""
    return "\n".join(_lines(program, main, list(commands))) + "\n"


def _lines(program: str, main: Command, commands: list[Command]) -> Iterator[str]:
    yield f"# PowerShell completion of {program}"
    yield f"Register-ArgumentCompleter -Native -CommandName {_quoted(program)} -ScriptBlock {{"
    yield "    param($word, $ast, $position)"
    yield f"    $program = {_quoted(program)}"
    yield "    $commands = [ordered]@{"
    for command in commands:
        yield f"        {_quoted(command.name)} = {_quoted(command.help)}"
    yield "    }"
    yield "    # Of each option: its help, whether it takes a value, the choices, what is asked for."
    yield "    $options = @{"
    for command in (main, *commands):
        yield f"        {_quoted(command.name)} = [ordered]@{{"
        for option in command.options:
            takes = "$true" if option.takes_value else "$false"
            values = ", ".join((_quoted(option.help), takes, *_values([option])))
            yield from (f"            {_quoted(flag)} = @({values})" for flag in option.flags)
        yield "        }"
    yield "    }"
    yield "    $operands = @{"
    for command in commands:
        yield f"        {_quoted(command.name)} = @({', '.join(_values(command.operands))})"
    yield "    }"
    yield _END


def _values(arguments: Iterable[Argument]) -> tuple[str, str]:
    """The choices of arguments, and what the program is asked for."""
    found = list(arguments)
    choices = " ".join(choice for argument in found for choice in argument.choices)
    return _quoted(choices), _quoted(next((a.words for a in found if a.words), ""))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
