"""The protobuf wire format: varints, fields, groups.

Accepts what upb accepts. A message is walked where it lies: ``data`` is the whole file or a slice of
it that starts at byte ``base`` of the file, so that an error can name its place in the file.
"""

from __future__ import annotations

import os
import sys

from shapeinfer.model.open_file import open_to_read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload

VARINT, FIXED64, BYTES, GROUP, GROUP_END, FIXED32 = range(6)

MAX_DEPTH = 100
"""How many messages may lie inside the outermost one; upb and C++ protobuf both stop here."""

_SIGN_64 = 1 << 63
_MASK_64 = (1 << 64) - 1
_SIGN_32 = 1 << 31
_MASK_32 = (1 << 32) - 1

Field = tuple[int, int, int]
"""(tag, start, stop) of a field's payload; for a varint (tag, value, position after it)."""


class DamagedModel(ValueError):
    """The bytes are no protobuf message; ``offset`` is the place in the file."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(f"{message} at byte {offset}")
        self.message = message
        self.offset = offset


CHUNK = 1 << 16
"""The most that is read of a file in advance."""


class Window:
    """A memoryview whose slices are bytes, so that it can be read like bytes without a copy of all."""

    __slots__ = ("_view",)

    def __init__(self, view: memoryview) -> None:
        self._view = view if view.format == "B" and view.ndim == 1 else view.cast("B")

    def __len__(self) -> int:
        return len(self._view)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: int, /) -> int: ...
        @overload
        def __getitem__(self, key: slice, /) -> bytes: ...

    def __getitem__(self, key: int | slice, /) -> int | bytes:
        if isinstance(key, int):
            return self._view[key]
        return bytes(self._view[key])

    def window(self, start: int, length: int) -> bytes:
        """A copy of one piece, quick to index."""
        return bytes(self._view[start : start + length])


class Chunked:
    """A buffer that is read in pieces, of which the last one is kept: what is asked for next is likely to
    lie there. A subclass says how to read."""

    __slots__ = ("_chunk", "_chunk_at", "_size")

    def __init__(self, size: int) -> None:
        self._size = size
        self._chunk = b""
        self._chunk_at = 0

    def __len__(self) -> int:
        return self._size

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: int, /) -> int: ...
        @overload
        def __getitem__(self, key: slice, /) -> bytes: ...

    def __getitem__(self, key: int | slice, /) -> int | bytes:
        if isinstance(key, int):
            at = key - self._chunk_at
            if 0 <= at < len(self._chunk):
                return self._chunk[at]
            return self.window(key, 4096)[0]
        start, stop, _ = key.indices(self._size)
        at = start - self._chunk_at
        if at >= 0 and stop - self._chunk_at <= len(self._chunk):
            return self._chunk[at : stop - self._chunk_at]
        return self.read(start, stop - start)

    def keeps(self, start: int, stop: int) -> bool:
        """Whether these bytes were read last."""
        return self._chunk_at <= start and stop - self._chunk_at <= len(self._chunk)

    def window(self, start: int, length: int) -> bytes:
        """Reads one piece and keeps it."""
        self._chunk, self._chunk_at = self.read(start, length), start
        return self._chunk

    def read(self, start: int, length: int) -> bytes:
        """``length`` bytes, or as many as there are. OSError."""
        raise NotImplementedError


class FileBytes(Chunked):
    """An open file as a buffer: what is asked for is read, and little more.

    An mmap would do, but each page that is touched brings its neighbours into memory, for a file of
    weights a large part of it, and the process would die if another program truncated the file.
    """

    __slots__ = ("_stamp", "fd")

    def __init__(self, path: str) -> None:
        self.fd = -1
        self.fd = open_to_read(path)
        status = os.fstat(self.fd)
        super().__init__(status.st_size)
        self._stamp = (status.st_size, status.st_mtime_ns)

    def __del__(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)

    def has_changed(self) -> bool:
        """Whether the file was changed after it was opened."""
        status = os.fstat(self.fd)
        return (status.st_size, status.st_mtime_ns) != self._stamp

    def read(self, start: int, length: int) -> bytes:
        """``length`` bytes, or as many as the file has."""
        pieces: list[bytes] = []
        while length > 0:
            piece = _read_at(self.fd, start, length)
            if not piece:
                break
            pieces.append(piece)
            start += len(piece)
            length -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _read_at(fd: int, start: int, length: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(fd, length, start)
    os.lseek(fd, start, os.SEEK_SET)
    return os.read(fd, length)


Buffer = bytes | Window | Chunked
"""A file's bytes: indexed and sliced in place, and every slice is bytes."""

# Messages that are read in order lie side by side: with one that is read so many bytes are kept.
AHEAD = 1 << 16


def in_order(data: Buffer, start: int, stop: int) -> bytes:
    """A slice, where the next to be asked for is likely to lie behind it: of a file on disk both are read at
    once."""
    if isinstance(data, FileBytes) and not data.keeps(start, stop):
        data.window(start, max(stop - start, AHEAD))
    return data[start:stop]


class Names(dict[bytes, str]):
    """Decoded strings: each distinct one becomes one str.

    Bytes that are no UTF-8 are kept as surrogates, for upb accepts them in proto2 strings.
    """

    __slots__ = ()

    def __missing__(self, raw: bytes) -> str:
        self[raw] = text = raw.decode("utf-8", "surrogateescape")
        return text


def signed_64(value: int) -> int:
    """Reads an unsigned varint as int64."""
    value &= _MASK_64
    return value - (1 << 64) if value & _SIGN_64 else value


def signed_32(value: int) -> int:
    """Reads an unsigned varint as int32, cutting higher bits as upb does."""
    value &= _MASK_32
    return value - (1 << 32) if value & _SIGN_32 else value


def unpacked(code: str, raw: bytes) -> tuple[int | float, ...]:
    """The little-endian numbers in ``raw``, of one format of :mod:`struct`."""
    if sys.byteorder == "little" and code != "e":
        numbers: tuple[int | float, ...] = tuple(memoryview(raw).cast(code))  # type: ignore[call-overload]  # any
        return numbers
    from struct import calcsize, unpack  # slow to load: a library of its own

    return unpack(f"<{len(raw) // calcsize(code)}{code}", raw)


def varint(data: Buffer, pos: int, end: int, base: int) -> tuple[int, int]:
    """The varint at ``pos`` and the position after it."""
    value = shift = 0
    for at in range(pos, min(end, pos + 10)):
        byte = data[at]
        value |= (byte & 127) << shift
        if byte < 128:
            return value & _MASK_64, at + 1
        shift += 7
    raise DamagedModel("a number runs past its end", base + pos)


def field(data: Buffer, pos: int, end: int, base: int, depth: int, lowest: int = 8) -> Field:
    """The field at ``pos`` < ``end``. A group is stepped over and comes back as (tag, start, stop)."""
    tag, start = data[pos], pos + 1
    if tag > 127 or tag < 8:
        tag, start = varint(data, pos, end, base)
        if tag > _MASK_32 or start - pos > 5 or tag < lowest:
            raise DamagedModel("no valid field begins", base + pos)
    kind = tag & 7
    if kind in (BYTES, VARINT):
        if start < end and (value := data[start]) < 128:
            after = start + 1
        else:
            value, after = varint(data, start, end, base)
        if kind == VARINT:
            return tag, value, after
        if after + value <= end and after - start <= 5:
            return tag, after, after + value
        raise DamagedModel(f"field {tag >> 3} is {value} bytes long, {end - after} are left", base + pos)
    if kind in (FIXED32, FIXED64):
        stop = start + (4 if kind == FIXED32 else 8)
        if stop > end:
            raise DamagedModel(f"field {tag >> 3} is cut short", base + pos)
        return tag, start, stop
    if kind == GROUP:
        return tag, start, _group_end(data, tag, start, end, base, depth)
    raise DamagedModel("no valid field begins", base + pos)


def _group_end(data: Buffer, tag: int, pos: int, end: int, base: int, depth: int) -> int:
    """Steps over an unknown group, without recursion: groups may be nested deeply."""
    open_groups = [tag]
    while open_groups:
        if len(open_groups) > depth:
            raise DamagedModel("messages are nested too deeply", base + pos)
        tag, start = varint(data, pos, end, base)
        wire = tag & 7
        if wire == GROUP_END and start - pos <= 5:
            if tag != open_groups.pop() + 1:
                raise DamagedModel("a group ends that is not open", base + pos)
            pos = start
        elif wire == GROUP and start - pos <= 5 and tag <= _MASK_32:
            open_groups.append(tag)
            pos = start
        else:
            # No group, so this does not recurse. In a group upb lets field 0 pass.
            pos = field(data, pos, end, base, depth, 0)[2]
    return pos


def fields(data: Buffer, pos: int, end: int, base: int, depth: int) -> list[Field]:
    """All fields of a small message, in file order."""
    if depth < 0:
        raise DamagedModel("messages are nested too deeply", base + pos)
    found: list[Field] = []
    while pos < end:
        item = field(data, pos, end, base, depth)
        found.append(item)
        pos = item[2]
    return found


def varints(data: bytes, base: int) -> list[int]:
    """The numbers of a packed field, unsigned."""
    if data.isascii():  # every number fits its one byte
        return list(data)
    values: list[int] = []
    pos, end = 0, len(data)
    while pos < end:
        value, pos = varint(data, pos, end, base)
        values.append(value)
    return values


_ONE_BYTE = [bytes((value,)) for value in range(128)]


def encode_varint(value: int) -> bytes:
    """A varint; a negative int64 takes ten bytes."""
    if 0 <= value < 128:
        return _ONE_BYTE[value]
    value &= _MASK_64
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def encode_bytes(number: int, payload: bytes) -> bytes:
    """A length-delimited field."""
    length = len(payload)
    if length < 128 and number < 16:
        return _ONE_BYTE[number << 3 | BYTES] + _ONE_BYTE[length] + payload
    return encode_varint(number << 3 | BYTES) + encode_varint(length) + payload
