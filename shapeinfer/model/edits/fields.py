"""Fields of ONNX's small messages, read and written by number."""

from __future__ import annotations

from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.nodes import normal_domain
from shapeinfer.model.protobuf.pieces import Piece
from shapeinfer.model.protobuf.wire import BYTES, encode_bytes, encode_varint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from shapeinfer.model.protobuf.wire import Buffer
    from shapeinfer.model.structure import Graph


def text(buffer: Buffer, start: int, stop: int, number: int) -> str:
    """The last string field of that number in a message; of a tensor the contents are stepped over."""
    text = ""
    while start < stop:
        tag, first, start = wire.field(buffer, start, stop, 0, wire.MAX_DEPTH)
        if tag == number << 3 | BYTES:
            text = buffer[first:start].decode("utf-8", "surrogateescape")
    return text


def replaced(message: bytes, number: int, text: str) -> bytes:
    """A small message with another text in a string field."""
    pieces: list[bytes] = []
    at = 0
    for tag, _, stop in wire.fields(message, 0, len(message), 0, wire.MAX_DEPTH):
        pieces.append(encode_bytes(number, utf8(text)) if tag == number << 3 | BYTES else message[at:stop])
        at = stop
    return b"".join(pieces)


def opset(number: int, domain: str, version: int) -> bytes:
    """An import of a model (field 8) or of a function (field 9)."""
    encoded = encode_bytes(1, utf8(domain)) if domain else b"\x0a\x00"
    return encode_bytes(number, encoded + b"\x10" + encode_varint(version))


def new_imports(number: int, imports: Mapping[str, int | None], written: Collection[str]) -> list[Piece]:
    """The imports that are not ``written`` yet, as fields."""
    return [
        opset(number, domain, version)
        for domain, version in imports.items()
        if version is not None and domain not in written
    ]


def imported(
    number: int,
    imports: Mapping[str, int | None],
    buffer: Buffer,
    first: int,
    last: int,
    written: set[str],
) -> list[Piece] | None:
    """What replaces an import: None keeps it; [] where it goes, or where its domain has been written."""
    domain = normal_domain(text(buffer, first, last, 1)) if imports else ""
    if domain not in imports:
        return None
    version = imports[domain]
    if version is None or domain in written:
        return []
    written.add(domain)
    return [opset(number, domain, version)]


def note(notes: Mapping[str, str | None], buffer: Buffer, first: int, last: int) -> list[Piece] | None:
    """What replaces a metadata entry: None keeps it; [] if it is among ``notes``, which are added anew."""
    return [] if notes and text(buffer, first, last, 1) in notes else None


def new_notes(number: int, notes: Mapping[str, str | None]) -> list[tuple[int, list[Piece]]]:
    """New metadata entries, as fields to add."""
    entries = [
        encode_bytes(number, encode_bytes(1, utf8(key)) + encode_bytes(2, utf8(text)))
        for key, text in notes.items()
        if text is not None
    ]
    return [(number, list(entries))] if entries else []


def utf8(text: str) -> bytes:
    """A name as the file spells it."""
    return text.encode("utf-8", "surrogateescape")


def quantization_names(graph: Graph) -> set[str]:
    """Every value and initializer that a quantization annotation of the graph names."""
    buffer = graph._buffer
    found: set[str] = set()
    for _, start, stop in graph.spans:
        for tag, first, last in wire.fields(buffer, start, stop, 0, wire.MAX_DEPTH):
            if tag == 14 << 3 | BYTES:
                found.add(text(buffer, first, last, 1))
                entries = wire.fields(buffer, first, last, 0, wire.MAX_DEPTH)
                found.update(text(buffer, at, end, 2) for kind, at, end in entries if kind == 0x12)
    return found
