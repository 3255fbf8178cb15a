"""Messages put together from new bytes and from parts of an old file: weights are not copied in memory."""

from __future__ import annotations

from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.wire import Chunked, encode_varint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from shapeinfer.model.protobuf.wire import Buffer

Span = tuple[int, int]
Piece = bytes | Span
"""Part of a new message: new bytes, or a part [start, stop) of the old file."""


def size_of(pieces: Iterable[Piece]) -> int:
    """The number of bytes that the pieces make."""
    return sum([len(piece) if isinstance(piece, bytes) else piece[1] - piece[0] for piece in pieces])


def joined(buffer: Buffer, pieces: Iterable[Piece]) -> bytes:
    """The pieces as bytes."""
    return b"".join([piece if isinstance(piece, bytes) else buffer[piece[0] : piece[1]] for piece in pieces])


def as_field(number: int, payload: Sequence[Piece]) -> list[Piece]:
    """A length-delimited field with that payload."""
    return [encode_varint(number << 3 | wire.BYTES) + encode_varint(size_of(payload)), *payload]


def rewritten(
    buffer: Buffer,
    start: int,
    stop: int,
    edit: Callable[[int, int, int, int], Sequence[Piece] | None],
    added: Sequence[tuple[int, Sequence[Piece]]] = (),
) -> list[Piece]:
    """The message in [start, stop) of the buffer, with some of its fields replaced.

    ``edit(tag, at, first, last)`` is called for each field in file order: its tag lies at ``at``, its payload
    in [first, last); of a varint ``first`` is the value. It returns what replaces the whole field: None keeps
    it, [] removes it. ``added`` are new fields, as (number, encoded field): each is put where protobuf would
    write it, before the first field of a higher number."""
    pieces: list[Piece] = []
    waiting = sorted(added, key=lambda item: item[0], reverse=True)
    kept = at = start
    while at < stop:
        tag, first, last = wire.field(buffer, at, stop, 0, wire.MAX_DEPTH)
        new = edit(tag, at, first, last)
        before: list[Piece] = []
        while waiting and waiting[-1][0] < tag >> 3:
            before += waiting.pop()[1]
        if before or new is not None:
            if kept < at:
                pieces.append((kept, at))
            pieces += before
            kept = at
        if new is not None:
            pieces += new
            kept = last
        at = last
    if kept < stop:
        pieces.append((kept, stop))
    for _, field in reversed(waiting):
        pieces += field
    return pieces


class Pieced(Chunked):
    """The bytes that pieces of another buffer make, read where they lie."""

    __slots__ = ("base", "pieces", "starts")

    def __init__(self, base: Buffer, pieces: Sequence[Piece]) -> None:
        self.base = base
        self.pieces = [piece for piece in pieces if size_of((piece,))]
        self.starts: list[int] = []
        size = 0
        for piece in self.pieces:
            self.starts.append(size)
            size += size_of((piece,))
        super().__init__(size)

    def read(self, start: int, length: int) -> bytes:
        """``length`` bytes, or as many as there are."""
        return joined(self.base, self.part(start, start + length))

    def part(self, start: int, stop: int) -> list[Piece]:
        """[start, stop) of these bytes, in pieces of the underlying buffer."""
        from bisect import bisect_right  # only models that were edited are read in pieces

        found: list[Piece] = []
        at = bisect_right(self.starts, start) - 1
        while start < stop and 0 <= at < len(self.pieces):
            piece, begin = self.pieces[at], self.starts[at]
            low, high = start - begin, min(stop - begin, size_of((piece,)))
            found.append(piece[low:high] if isinstance(piece, bytes) else (piece[0] + low, piece[0] + high))
            start = begin + high
            at += 1
        return found


def over(buffer: Buffer, pieces: Sequence[Piece]) -> Pieced:
    """The pieces of a buffer as a buffer; pieces of pieces become pieces of what lies below them."""
    if not isinstance(buffer, Pieced):
        return Pieced(buffer, pieces)
    flat: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, bytes):
            flat.append(piece)
        else:
            flat += buffer.part(*piece)
    return Pieced(buffer.base, flat)
