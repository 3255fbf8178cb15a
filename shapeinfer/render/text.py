"""Text for people: escaping of names from models, diagnostics as blocks, tables, counts."""

from __future__ import annotations

from shapeinfer.shorten import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from shapeinfer.render.format import Totals
    from shapeinfer.render.groups import Group
    from shapeinfer.reports.diagnostic import Diagnostic, Location

_COLOURS = {"error": "31", "warning": "33", "info": "36", "bold": "1", "dim": "2", "help": "32"}

# Further places are only counted.
_MOST_PLACES = 3
# Of a table, so that one long name does not push everything off the screen.
_WIDEST_COLUMN = 40


def plain(text: str) -> str:
    """Text from a model on one line, with control characters escaped, so that it can't change the terminal.

    Commands of CI systems that read the log are escaped too: ``##[...]`` and ``##vso[...]`` anywhere in a
    line, ``::error::`` at its beginning. Very long text is cut.
    """
    text = shortened(text)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in decoded(text))
    text = text.replace("##", "#\\x23")
    return text.replace(":", "\\x3a", 1) if text.lstrip().startswith("::") else text


def decoded(text: str) -> str:
    """Text that can be encoded as UTF-8: invalid parts become U+FFFD."""
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)


def file_text(file: str | None) -> str:
    """The name of a file, or ``<model>`` for a model without one."""
    return plain(file or "<model>")


class TextRenderer:
    """Diagnostics as text. ``colour`` adds ANSI escapes; a ``width`` breaks long lines between words."""

    def __init__(self, *, colour: bool = False, width: int | None = None) -> None:
        self.colour = colour
        self.width = width

    def paint(self, text: str, style: str) -> str:
        """Text in a style, if colours are on."""
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self.colour else text

    def diagnostics(self, found: Iterable[Diagnostic], limit: int | None = None) -> Iterator[str]:
        """The findings of one file as blocks of lines. Equal findings at many nodes are one block. The help
        is
        shown with the first finding of a code, the notes on a node with its first finding. After ``limit``
        blocks the findings that are left are counted."""
        from shapeinfer.render.groups import grouped

        helped: set[str] = set()
        told: tuple[str, tuple[str, ...]] | None = None
        groups = grouped(found)
        for group in groups if limit is None else groups[:limit]:
            here = (group.first.location.path, group.first.notes)
            yield self._block(group, with_help=group.first.code not in helped, with_notes=here != told)
            told = here
            if group.first.severity != "info":
                helped.add(group.first.code)
        left = [] if limit is None else groups[limit:]
        if left:
            yield more_text(sum(1 + len(group.others) for group in left))

    def diagnostic(self, found: Diagnostic) -> str:
        """One finding as a block of lines."""
        from shapeinfer.render.groups import Group

        return self._block(Group(found), with_help=True)

    def _block(self, group: Group, *, with_help: bool, with_notes: bool = True) -> str:
        """Message, place, notes and help of a finding."""
        found = group.first
        head = f"{severity_and_code(found)}: "
        if not group.alike:
            more = f"{len(group.others) + 1} more (--format concise shows each)"
            where = f"  --> {file_text(found.location.file)}: {_places((found, *group.others))}"
            return "\n".join((self._paragraph(head, found.severity, more, "bold"), where))
        lines = [
            self._paragraph(head, found.severity, plain(found.message), "bold"),
            f"  --> {location_text(found.location)}",
        ]
        if group.others:
            lines.append(self._paragraph("  note: ", "dim", _others_text(group)))
        if found.more_calls:
            lines.append(f"  note: {more_calls_text(found)}")
        notes = found.notes if with_notes else ()
        lines += [self._paragraph("  note: ", "dim", plain(note)) for note in notes]
        if found.fix is not None:
            option = "--fix" if found.fix.safe else "--fix --unsafe-fixes"
            lines.append(self._paragraph("  fix: ", "help", f"{plain(found.fix.what)} ({option})"))
        if found.help and found.severity != "info" and with_help:
            text = f"{found.help} (shapeinfer explain {found.code})"
            lines.append(self._paragraph("  help: ", "help", text))
        return "\n".join(lines)

    def _paragraph(self, head: str, head_style: str, text: str, style: str | None = None) -> str:
        """A head and its text, the lines after the first indented."""
        word = head.strip().rstrip(":")
        painted = head.replace(word, self.paint(word, head_style))
        first, *rest = self._lines(len(head), text)
        lines = [first, *(f"    {line}" for line in rest)]
        if style is None:
            return painted + "\n".join(lines)
        return painted + "\n".join(self.paint(line, style) for line in lines)

    def _lines(self, taken: int, text: str) -> list[str]:
        """Text in lines that fit into the width, ``taken`` of which is used in the first."""
        if self.width is None or taken + len(text) <= self.width:
            return [text]
        lines, left = [""], self.width - taken
        for word in text.split(" "):
            if lines[-1] and len(lines[-1]) + 1 + len(word) > left:
                lines.append(word)
                left = self.width - 4
            else:
                lines[-1] += f" {word}" if lines[-1] else word
        return lines


def more_text(number: int) -> str:
    """How many findings ``--limit`` leaves out."""
    return f"{counted(number, 'more finding')} (--limit 0 shows all)"


def severity_and_code(found: Diagnostic) -> str:
    """``error[SI205 reshape-element-count]``."""
    return f"{found.severity}[{found.code} {found.slug}]"


def more_calls_text(found: Diagnostic) -> str:
    """How many other calls of the function have the same finding."""
    return f"and {counted(found.more_calls, 'more call')}"


def location_text(location: Location) -> str:
    """``model.onnx: graph/Reshape_3 (Reshape), output 'h' axis 1``."""
    text = f"{file_text(location.file)}: {place_in_file(location)}"
    if location.byte_offset is not None:
        return text
    if location.op_type:
        text += f" ({plain(location.op_type)})"
    if location.value:
        text += f", output {plain(repr(location.value))}"
    if location.axis is not None:
        text += f" axis {location.axis}"
    return text


def _others_text(group: Group) -> str:
    """Where the other findings of a group are, and what they have in common with the first."""
    places = _places(group.others)
    if group.mixed:
        more = f"{len(group.others)} more with this code (--format concise shows each)"
        spread = {d.location.path for d in (group.first, *group.others)}
        return f"{more}: {places}" if len(spread) > 1 else more
    if group.follow:
        shapes = counted(len(group.others), "more declared shape")
        differ = "differs" if len(group.others) == 1 else "differ"
        return f"{shapes} of what is computed from it {differ} as well: {places}"
    if group.culprit is not None:
        nodes = counted(len(group.others), "more node")
        read = "reads" if len(group.others) == 1 else "read"
        return f"the same mistake at {nodes} that {read} {plain(repr(group.culprit))}: {places}"
    return f"the same{'' if group.same_text() else ' with other names'} at {places}"


def _places(found: Sequence[Diagnostic]) -> str:
    """``graph/Reshape_3, graph/Reshape_7 and 5 more``."""
    places = ", ".join(place_in_file(d.location) for d in found[:_MOST_PLACES])
    more = len(found) - _MOST_PLACES
    return f"{places} and {more} more" if more > 0 else places


def message_and_place(found: Diagnostic) -> str:
    """``target shape (2, 5) holds 10 elements, data has 12 (at graph/Reshape_3)``."""
    return f"{plain(found.message)} (at {place_in_file(found.location)})"


def place_in_file(location: Location) -> str:
    """``graph/Reshape_3``, or ``byte 12`` of a damaged file."""
    return plain(location.path) if location.byte_offset is None else f"byte {location.byte_offset}"


def counted(number: int, noun: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def severities_text(by_severity: Mapping[str, int]) -> str:
    """``1 error, 2 warnings``; empty if there are no findings."""
    return ", ".join(counted(by_severity[s], s) for s in ("error", "warning", "info") if by_severity.get(s))


def totals_text(totals: Totals) -> str:
    """``12 files: 3 errors, 1 warning; 1 unreadable; 2 suppressed; 31 in the baseline``."""
    parts = [f"{counted(totals.files, 'file')}: {severities_text(totals.by_severity) or 'no findings'}"]
    parts += [
        f"{number} {what}"
        for number, what in (
            (totals.unreadable, "unreadable"),
            (totals.suppressed, "suppressed"),
            (totals.baselined, "in the baseline"),
        )
        if number
    ]
    return "; ".join(parts)


def table(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Rows in aligned columns. Nothing is cut: a very wide cell exceeds its column."""
    shown = [[plain(cell) for cell in row] for row in rows]
    columns = list(zip(*shown, strict=True))[:-1]
    widths = [min(max(map(len, column)), _WIDEST_COLUMN) for column in columns]
    for *cells, last in shown:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([*padded, last]).rstrip()
