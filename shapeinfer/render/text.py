"""Text for people: diagnostics as rustc and ruff show them, in colour on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.diagnostic import Diagnostic, Location

_COLOURS = {"error": "31", "warning": "33", "info": "36", "bold": "1", "dim": "2", "help": "32"}


def plain(text: str) -> str:
    """Text of a model on one line, its control characters escaped: a model must not draw on a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in _decoded(text))


def _decoded(text: str) -> str:
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class TextRenderer:
    """Diagnostics as text. ``colour`` adds ANSI escapes."""

    def __init__(self, *, colour: bool = False) -> None:
        self.colour = colour

    def paint(self, text: str, style: str) -> str:
        """Text in a style, if colours are on."""
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self.colour else text

    def diagnostics(self, found: Iterable[Diagnostic]) -> Iterator[str]:
        """One block of lines for each diagnostic."""
        for diagnostic in found:
            yield self.diagnostic(diagnostic)

    def diagnostic(self, found: Diagnostic) -> str:
        """One diagnostic: what, where, notes, help."""
        head = self.paint(f"{found.severity}[{found.code} {found.slug}]", found.severity)
        lines = [
            f"{head}: {self.paint(plain(found.message), 'bold')}",
            f"  --> {location_text(found.location)}",
        ]
        if found.more_calls:
            lines.append(f"  note: and {found.more_calls} more calls")
        lines += [f"  {self.paint('note', 'dim')}: {plain(note)}" for note in found.notes]
        if found.help and found.severity != "info":
            lines.append(f"  {self.paint('help', 'help')}: {found.help} (shapeinfer explain {found.code})")
        return "\n".join(lines)


def location_text(location: Location) -> str:
    """``model.onnx: graph/Reshape_3 (Reshape), output 'h' axis 1``."""
    text = plain(location.file or "<model>")
    if location.byte_offset is not None:
        return f"{text}: byte {location.byte_offset}"
    text += f": {plain(location.path)}"
    if location.op_type:
        text += f" ({plain(location.op_type)})"
    if location.value:
        text += f", output {plain(repr(location.value))}"
    if location.axis is not None:
        text += f" axis {location.axis}"
    return text


def table(rows: Iterable[tuple[str, ...]], *, most: int = 60) -> Iterator[str]:
    """Rows in aligned columns; all but the last column are cut at ``most`` characters."""
    shown = [
        [plain(cell) if i == len(row) - 1 else _cut(plain(cell), most) for i, cell in enumerate(row)]
        for row in rows
    ]
    widths = (
        [max((len(row[i]) for row in shown), default=0) for i in range(len(shown[0]) - 1)] if shown else []
    )
    for row in shown:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join([*cells, row[-1]]).rstrip()


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"...{text[3 - most :]}"
