"""The small ONNX messages: types, value_info, tensors."""

from __future__ import annotations

from shapeinfer.facts.elem_type import INT64
from shapeinfer.model import structure
from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.wire import BYTES, VARINT, DamagedModel
from shapeinfer.model.structure import SparseTensor, Value
from shapeinfer.model.tensor import SMALL, Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.protobuf.wire import Buffer, Field
    from shapeinfer.model.structure import Dims, ValueType

Span = tuple[int, int]

# TensorProto's typed fields: number -> (size of an entry, wire type of an entry that is not packed)
_FLOAT_DATA, _INT32_DATA, _STRING_DATA, _INT64_DATA, _DOUBLE_DATA, _UINT64_DATA = 4, 5, 6, 7, 10, 11
_ENTRIES = {
    _FLOAT_DATA << 3 | BYTES: 4, _DOUBLE_DATA << 3 | BYTES: 8, _INT32_DATA << 3 | BYTES: 0,
    _INT64_DATA << 3 | BYTES: 0, _UINT64_DATA << 3 | BYTES: 0, _STRING_DATA << 3 | BYTES: 1,
    _FLOAT_DATA << 3 | wire.FIXED32: 4, _DOUBLE_DATA << 3 | wire.FIXED64: 8, _INT32_DATA << 3 | VARINT: 1,
    _INT64_DATA << 3 | VARINT: 1, _UINT64_DATA << 3 | VARINT: 1,
}  # fmt: skip
_NAME, _RAW = 8 << 3 | BYTES, 9 << 3 | BYTES
_NAME_TAG = bytes((_NAME,))
_INITIALIZER = 5 << 3 | BYTES
# The fields that a tensor hardly ever lacks: dims, elem_type, name, raw_data, int64_data.
_COMMON = frozenset((0x08, 0x0A, 0x10, 0x42, 0x4A, _INT64_DATA << 3 | BYTES))
_NUMBERS = frozenset(number << 3 | BYTES for number in (_INT32_DATA, _INT64_DATA, _UINT64_DATA))


class Parts:
    """Reads messages of one buffer; what equal bytes say is decoded once."""

    __slots__ = ("_buffer", "_names", "_tensors", "_types")

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self._names = wire.Names()
        self._types: dict[bytes, ValueType] = {}
        # Small ones, by the bytes before the name and behind it.
        self._tensors: dict[tuple[bytes, bytes], Tensor] = {}

    def value(self, data: Buffer, pos: int, end: int, base: int, at: int, depth: int) -> Value:
        """The ValueInfoProto in ``data[pos:end]``, whose tag lies at ``at``."""
        name = ""
        type_: ValueType = None
        encoded: bytes | None = None
        if depth < 0:
            raise DamagedModel("messages are nested too deeply", base + pos)
        first = pos
        if pos + 2 < end and data[pos] == 0x0A and (length := data[pos + 1]) < 128:
            # The common form, without the calls: a short name, a short type, at most an empty doc_string.
            split = pos + 2 + length
            if split + 2 < end and data[split] == 0x12 and (length := data[split + 1]) < 128:
                stop = split + 2 + length
                if stop == end or (stop + 2 == end and data[stop:end] == b"\x1a\x00"):
                    encoded = data[split + 2 : stop]
                    name = self._names[data[pos + 2 : split]]
                    first, pos = split + 2, end
        while pos < end:
            tag, start, pos = wire.field(data, pos, end, base, depth)
            if tag == 0x0A:
                name = self._names[data[start:pos]]
            elif tag == 0x12:
                encoded = data[start:pos] if encoded is None else encoded + data[start:pos]
                first = start
        if encoded is not None:
            type_ = (
                self._types[encoded]
                if encoded in self._types
                else self.type(encoded, base + first, depth - 1)
            )
        return Value(name, type_, self._buffer, at, base + end)

    def type(self, encoded: bytes, base: int, depth: int) -> ValueType:
        """The TypeProto in ``encoded``."""
        if encoded in self._types:
            return self._types[encoded]
        decoded: ValueType = self._canonical(encoded)
        if decoded is not None:
            self._types[encoded] = decoded
            return decoded
        case, payload = 0, b""
        for tag, start, stop in wire.fields(encoded, 0, len(encoded), base, depth):
            if tag not in (0x0A, 0x22, 0x2A, 0x3A, 0x42, 0x4A):
                continue
            # One of a kind: what is given again is merged, another kind replaces it.
            payload = payload + encoded[start:stop] if tag == case else encoded[start:stop]
            case, base_of = tag, base + start
        if case == 0x0A or case == 0x42:
            elem_type, dims = self._tensor_type(payload, base_of, depth - 1)
            kind = structure.TensorType if case == 0x0A else structure.SparseTensorType
            decoded = kind(elem_type, dims)
        elif case == 0x22 or case == 0x4A:
            element = self._member(payload, 0x0A, base_of, depth - 1)
            decoded = structure.SequenceType(element) if case == 0x22 else structure.OptionalType(element)
        elif case == 0x2A:
            key_type = 0
            for tag, start, _ in wire.fields(payload, 0, len(payload), base_of, depth - 1):
                if tag == 0x08:
                    key_type = wire.signed_32(start)
            decoded = structure.MapType(key_type, self._member(payload, 0x12, base_of, depth - 1))
        elif case == 0x3A:
            texts = {0x0A: "", 0x12: ""}
            for tag, start, stop in wire.fields(payload, 0, len(payload), base_of, depth - 1):
                if tag in texts:
                    texts[tag] = self._names[payload[start:stop]]
            decoded = structure.OpaqueType(texts[0x0A], texts[0x12])
        self._types[encoded] = decoded
        return decoded

    def _canonical(self, encoded: bytes) -> structure.TensorType | None:
        """A tensor type as every exporter writes it, in one pass; None sends all others the long way."""
        try:
            elem_type = encoded[3]
            if len(encoded) > 127 or encoded[:3:2] != b"\x0a\x08" or elem_type > 127:
                return None
            if encoded[4] != 0x12 or encoded[1] != len(encoded) - 2 or encoded[5] != len(encoded) - 6:
                return None
            dims: list[int | str | None] = []
            pos, end = 6, len(encoded)
            while pos < end:
                stop = pos + 2 + encoded[pos + 1]
                if encoded[pos] != 0x0A or stop > end:
                    return None
                if stop == pos + 2:
                    dims.append(None)
                elif encoded[pos + 2] == 0x08:
                    dim, after = wire.varint(encoded, pos + 3, stop, 0)
                    if after != stop:
                        return None
                    dims.append(dim if dim < 1 << 63 else wire.signed_64(dim))
                elif encoded[pos + 2] == 0x12 and encoded[pos + 3] == stop - pos - 4:
                    dims.append(self._names[encoded[pos + 4 : stop]] or None)
                else:
                    return None
                pos = stop
        except (IndexError, DamagedModel):
            return None
        return structure.TensorType(elem_type, tuple(dims))

    def _member(self, payload: bytes, wanted: int, base: int, depth: int) -> ValueType:
        """The TypeProto that is a field of another."""
        encoded: bytes | None = None
        for tag, start, stop in wire.fields(payload, 0, len(payload), base, depth):
            if tag == wanted:
                encoded = (encoded or b"") + payload[start:stop]
                base += start
        return None if encoded is None else self.type(encoded, base, depth - 1)

    def _tensor_type(self, payload: bytes, base: int, depth: int) -> tuple[int, Dims | None]:
        elem_type = 0
        shape: list[tuple[bytes, int]] = []
        for tag, start, stop in wire.fields(payload, 0, len(payload), base, depth):
            if tag == 0x08:
                elem_type = wire.signed_32(start)
            elif tag == 0x12:
                shape.append((payload[start:stop], base + start))
        if not shape:
            return elem_type, None
        dims: list[int | str | None] = []
        for piece, piece_base in shape:
            for tag, start, stop in wire.fields(piece, 0, len(piece), piece_base, depth - 1):
                if tag == 0x0A:
                    dims.append(self._dim(piece, start, stop, piece_base, depth - 2))
        return elem_type, tuple(dims)

    def _dim(self, data: bytes, pos: int, end: int, base: int, depth: int) -> int | str | None:
        dim: int | str | None = None
        for tag, start, stop in wire.fields(data, pos, end, base, depth):
            if tag == 0x08:
                dim = wire.signed_64(start)
            elif tag == 0x12:
                dim = self._names[data[start:stop]] or None
        return dim

    def tensors(
        self, data: Buffer, start: int, end: int, limit: int, base: int, depth: int,
        found: dict[str, Tensor], twice: list[str],
    ) -> int:  # fmt: skip
        """The initializer in ``data[start:end]``, and those that follow it within ``data[:limit]``; small
        ones with equal contents are one Tensor. Returns where the first field begins that is none, or too
        long."""
        names, kept = self._names, self._tensors
        if depth < 0:
            raise DamagedModel("messages are nested too deeply", base + start)
        while True:
            tensor: Tensor | None = None
            if end - start < 128:
                # If this is the name's tag, what lies around the name was met before, unless it is the first.
                whole = data[start:end]
                at = whole.find(_NAME_TAG)
                after = at + 2 + whole[at + 1] if 0 <= at < len(whole) - 1 else len(whole) + 1
                if after <= len(whole):
                    tensor = kept.get((whole[:at], whole[after:]))
            if tensor is None:
                name, tensor = self.named_tensor(data, [(start, end)], base, depth)
                around = _around_name(data, start, end)
                if around is not None:
                    kept[data[start : around[0]], data[around[1] : end]] = tensor
            else:
                name = names[whole[at + 2 : after]]
            if name in found:
                twice.append(name)
            found[name] = tensor
            at = end
            if at + 3 > limit or data[at] != _INITIALIZER:
                return at
            start = at + 2
            if (length := data[at + 1]) > 127:
                if data[start] > 127:
                    return at
                length = length & 127 | data[start] << 7
                start += 1
            end = start + length
            if end > limit:
                return at

    def weight(self, data: Buffer, start: int, end: int, base: int, depth: int) -> tuple[str, Tensor] | None:
        """A TensorProto and its name, where nothing but a part of its raw_data, which come last and are no
        small ones, lies behind ``data``. None for any other."""
        try:
            name, tensor = self.named_tensor(data, [(start, end)], base, depth)
        except (IndexError, DamagedModel):  # perhaps only because it is cut
            return None
        raw = tensor.raw_span
        if raw is None or raw[1] - raw[0] <= SMALL or raw[0] > base + len(data) or raw[1] != base + end:
            return None
        return name, tensor

    def tensor(self, data: Buffer, spans: list[Span], base: int, depth: int) -> Tensor:
        """A TensorProto whose name means nothing, out of one or several pieces of ``data``."""
        return self.named_tensor(data, spans, base, depth)[1]

    def named_tensor(  # noqa: C901 (a branch per field)
        self, data: Buffer, spans: list[Span], base: int, depth: int
    ) -> tuple[str, Tensor]:
        """A TensorProto and its name."""
        name = ""
        elem_type = outside = payload_bytes = 0
        dims: list[int] = []
        raw: Span | None = None
        typed: list[Field] | None = None
        external: list[Span] = []
        small: bytes | None = None
        pieces = 0
        if depth < 0:
            raise DamagedModel("messages are nested too deeply", base + spans[0][0])
        for pos, end in spans:
            while pos < end:
                tag = data[pos]
                if pos + 2 <= end and tag in _COMMON and (length := data[pos + 1]) < 128:
                    start, pos = (length, pos + 2) if tag & 7 == VARINT else (pos + 2, pos + 2 + length)
                    if pos > end:
                        raise DamagedModel(f"a tensor's field {tag >> 3} is cut short", base + start)
                else:
                    tag, start, pos = wire.field(data, pos, end, base, depth)
                if tag == 0x08:
                    dims.append(start if start < 1 << 31 else wire.signed_64(start))
                elif tag == 0x10:
                    elem_type = start if start < 1 << 31 else wire.signed_32(start)
                elif tag == 0x42:
                    name = self._names[data[start:pos]]
                elif tag == 0x4A:
                    raw = (base + start, base + pos)
                    pieces += 1
                    small = data[start:pos] if pos - start <= SMALL else None
                elif tag == 0x0A:
                    numbers = wire.varints(data[start:pos], base + start)
                    dims += [wire.signed_64(number) for number in numbers]
                elif tag == 0x70 and start & 0xFFFFFFFF <= 1:
                    outside = start & 0xFFFFFFFF
                elif tag == 0x6A:
                    external.append((start, pos))
                elif tag in _ENTRIES:
                    pieces += 1
                    if tag & 7 == VARINT:
                        item, stored = (tag, start, base + pos), 1
                        small = None
                    else:
                        small = data[start:pos] if pos - start <= SMALL else None
                        item, stored = (tag, base + start, base + pos), pos - start
                        _check_packed(data, tag, start, pos, base)
                    payload_bytes += stored
                    if typed is None:
                        typed = [item]
                    else:
                        typed.append(item)
        if raw is not None:
            payload_bytes = raw[1] - raw[0]
        where = structure.string_entries(data, external, base) if external else {}
        tensor = Tensor(
            elem_type, tuple(dims), where if outside else None, self._buffer, raw, typed, payload_bytes,
            small if pieces == 1 and not outside else None,
        )  # fmt: skip
        return name, tensor

    def sparse_tensor(self, data: Buffer, spans: list[Span], base: int, depth: int) -> SparseTensor:
        """A SparseTensorProto, out of one or several pieces of ``data``."""
        values: list[Span] = []
        indices: list[Span] = []
        dims: list[int] = []
        for pos, end in spans:
            for tag, start, stop in wire.fields(data, pos, end, base, depth):
                if tag == 0x0A:
                    values.append((start, stop))
                elif tag == 0x12:
                    indices.append((start, stop))
                elif tag == 0x18:
                    dims.append(wire.signed_64(start))
                elif tag == 0x1A:
                    numbers = wire.varints(data[start:stop], base + start)
                    dims += [wire.signed_64(number) for number in numbers]
        nothing = "", self._no_tensor(0)
        name, tensor = self.named_tensor(data, values, base, depth - 1) if values else nothing
        return SparseTensor(
            name,
            tensor,
            self.tensor(data, indices, base, depth - 1) if indices else self._no_tensor(INT64),
            tuple(dims),
        )

    def _no_tensor(self, elem_type: int) -> Tensor:
        return Tensor(elem_type, (), None, self._buffer, None, None, 0)


def _around_name(data: Buffer, start: int, end: int) -> Span | None:
    """Where the name's field begins and ends in a small TensorProto as protobuf writes it: what precedes it
    are dims, elem_type and typed contents, behind it stand raw contents or nothing. None for any other."""
    if end - start > 127:
        return None
    pos = start
    while pos + 2 <= end:
        tag, length = data[pos], data[pos + 1]
        if tag > 127 or length > 127:
            return None
        if tag & 7 == VARINT:
            pos += 2
        elif tag == _NAME:
            after = pos + 2 + length
            whole = after == end or (
                after + 2 <= end and data[after] == _RAW and after + 2 + data[after + 1] == end
            )
            return (pos, after) if whole else None
        elif tag & 7 == BYTES:
            pos += 2 + length
        else:
            return None
    return None


def _check_packed(data: Buffer, tag: int, start: int, stop: int, base: int) -> None:
    """A packed field must end with its last number. The numbers in a large payload are not looked at."""
    size = _ENTRIES[tag]
    if size and (stop - start) % size:
        raise DamagedModel("a packed field ends within a number", base + start)
    if tag in _NUMBERS and stop - start <= SMALL:
        wire.varints(data[start:stop], base + start)
