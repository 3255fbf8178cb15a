"""Diagnostics as text for people: a block of lines for each."""

from __future__ import annotations

from shapeinfer.render.text import counted, file_text, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapeinfer.render.findings.groups import Group
    from shapeinfer.reports.diagnostic import Diagnostic, Location

_COLOURS = {"error": "31", "warning": "33", "info": "36", "bold": "1", "dim": "2", "help": "32"}

# Further places are only counted.
_MOST_PLACES = 3


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
        from shapeinfer.render.findings.groups import grouped

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
        from shapeinfer.render.findings.groups import Group

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
        if len({place_in_file(d.location) for d in (group.first, *group.others)}) == 1:
            return f"{len(group.others)} more of this kind at the same node (--format concise shows each)"
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
