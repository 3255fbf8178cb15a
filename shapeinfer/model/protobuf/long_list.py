"""Long lists of numbers in attributes, as of tree ensembles: skipped, and decoded on demand.

onnx.proto does not pack them: each number is a field of its own, and a list of a million numbers is a run of
a million fields, which a regular expression walks at the speed of C.
"""

from __future__ import annotations

from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.wire import BYTES, VARINT

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from shapeinfer.model.protobuf.wire import Buffer, Field

RUN = 0  # no field has this tag: a run of fields, each with its own
FLOAT_FIELD, INT_FIELD = 0x3D, 0x40

_PIECE = 1 << 16
_patterns: dict[int, re.Pattern[bytes]] = {}


def run_end(data: Buffer, pos: int, end: int) -> int:
    """Where the fields that begin at ``pos`` and have all the same tag end; the tag is FLOAT_FIELD or
    INT_FIELD."""
    pattern = _pattern(data[pos])
    while pos < end:
        piece = data[pos : min(pos + _PIECE, end)]
        found = pattern.match(piece)
        if found is None:
            break
        pos += found.end()
    return pos


def _pattern(tag: int) -> re.Pattern[bytes]:
    if not _patterns:
        import re

        _patterns[FLOAT_FIELD] = re.compile(rb"(?:\x3d.{4})+", re.DOTALL)
        _patterns[INT_FIELD] = re.compile(rb"(?:\x40[\x80-\xff]{0,9}[\x00-\x7f])+")
    return _patterns[tag]


class LongList:
    """A list that stays in the file; call it for its numbers."""

    __slots__ = ("_buffer", "_items", "_of_floats")

    def __init__(self, buffer: Buffer, items: list[Field], *, of_floats: bool) -> None:
        """``items`` are fields as the reader found them, at their places in the buffer, and runs."""
        self._buffer = buffer
        self._items = items
        self._of_floats = of_floats

    def __call__(self) -> tuple[int | float, ...]:
        """The numbers, decoded anew at each call."""
        numbers: list[int | float] = []
        for tag, start, stop in self._items:
            if tag & 7 == VARINT and tag != RUN:
                numbers.append(wire.signed_64(start))
                continue
            raw = self._buffer[start:stop]
            if not self._of_floats:
                numbers += map(wire.signed_64, _of_run(raw) if tag == RUN else wire.varints(raw, start))
                continue
            from struct import unpack  # slow to load: a library of its own

            form = "xf" * (len(raw) // 5) if tag == RUN else f"{len(raw) // 4}f"
            numbers += unpack(f"<{form}", raw)
        return tuple(numbers)

    def __repr__(self) -> str:
        return f"LongList({sum(stop - start for _, start, stop in self._items)} bytes)"


def _of_run(run: bytes) -> list[int]:
    """The numbers of a run of varints, each behind its tag."""
    import re

    found: list[bytes] = re.findall(rb"\x40([\x80-\xff]*[\x00-\x7f])", run)
    return [
        x[0] if len(x) == 1 else x[0] & 127 | x[1] << 7 if len(x) == 2 else wire.varint(x, 0, len(x), 0)[0]
        for x in found
    ]


def is_long(item: Field, limit: int) -> bool:
    """Whether a field of numbers is a run, or a packed one of more than ``limit`` bytes."""
    tag, start, stop = item
    return tag == RUN or (tag & 7 == BYTES and stop - start > limit)
