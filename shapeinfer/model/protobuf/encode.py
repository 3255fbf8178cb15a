"""TypeProto and ValueInfoProto into the wire format, byte for byte as protobuf's own libraries do."""

from __future__ import annotations

from shapeinfer.model import structure
from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.wire import BYTES, encode_bytes, encode_varint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.model.structure import Dims, ValueType

# Values whose pieces are joined at once: beside each of them join holds 80 bytes of its own, which for a
# million values would be more than all else.
_JOINED_AT_ONCE = 4096

VALUE_INFO_IN_GRAPH, VALUE_INFO_IN_FUNCTION = 13, 12

Denotations = tuple[list[bytes], bytes]
"""The encoded denotation of each dim, and that of the type; each is empty where there is none."""


def encode_values(number: int, values: Sequence[tuple[str, ValueType]]) -> bytes:
    """A run of ValueInfoProto fields of that number; equal types are encoded once."""
    types: dict[int, str] = {}  # by identity: ``values`` keeps its types alive, and most share a few
    heads: dict[tuple[int, int], str] = {}
    runs = [
        _encode_run(number, values[at : at + _JOINED_AT_ONCE], types, heads)
        for at in range(0, len(values), _JOINED_AT_ONCE)
    ]
    return b"".join(runs)


def _encode_run(
    number: int, values: Sequence[tuple[str, ValueType]], types: dict[int, str],
    heads: dict[tuple[int, int], str],
) -> bytes:  # fmt: skip
    """``types`` are the types as encoded, ``heads`` what precedes a name, by the lengths of the name and of
    the type. Bytes stand in strings here, one in each character: a piece for each value is put together
    faster so."""
    encoded: list[str] = []
    for name, type_ in values:
        written = types.get(id(type_))
        if written is None:
            written = types[id(type_)] = _type_field(type_)
        if not name.isascii():
            name = name.encode("utf-8", "surrogateescape").decode("latin-1")
        sizes = (len(name), len(written))
        head = heads.get(sizes)
        if head is None:
            head = heads[sizes] = _head(number, *sizes)
        encoded.append(f"{head}{name}{written}")
    return "".join(encoded).encode("latin-1")


def _head(number: int, name_size: int, type_size: int) -> str:
    name = b"\x0a" + encode_varint(name_size)
    whole = encode_varint(len(name) + name_size + type_size)
    return (encode_varint(number << 3 | BYTES) + whole + name).decode("latin-1")


def _type_field(type_: ValueType) -> str:
    """The type as a field of a ValueInfoProto."""
    if not isinstance(type_, structure.TensorType) or type_.dims is None:
        return "" if type_ is None else encode_bytes(2, encode_type(type_)).decode("latin-1")
    shape = "".join(map(_dims.__getitem__, type_.dims))
    key = (type_.elem_type, len(shape))
    head = _tensor_heads.get(key)
    if head is None:
        if len(_tensor_heads) >= _MOST_KEPT:
            _tensor_heads.clear()
        head = _tensor_heads[key] = _tensor_head(*key)
    return head + shape


# What precedes the encoded dims of a tensor type, by the elem_type and the length of the dims.
_tensor_heads: dict[tuple[int, int], str] = {}
_MOST_KEPT = 1 << 13
# The field that holds the text of a dim shorter than this has a length of one byte.
_SHORT = 126


def _tensor_head(elem_type: int, size: int) -> str:
    inner = _number(1, elem_type) + encode_varint(2 << 3 | BYTES) + encode_varint(size)
    tensor = encode_varint(1 << 3 | BYTES) + encode_varint(len(inner) + size)
    whole = encode_varint(2 << 3 | BYTES) + encode_varint(len(tensor) + len(inner) + size)
    return (whole + tensor + inner).decode("latin-1")


class _Dims(dict["int | str | None", str]):
    """Dims of a type without denotations, encoded once each."""

    def __missing__(self, dim: int | str | None) -> str:
        if len(self) >= _MOST_KEPT:
            self.clear()
        if isinstance(dim, str) and (size := len(dim)) < _SHORT and dim.isascii():  # nearly all
            encoded = f"\x0a{chr(size + 2)}\x12{chr(size)}{dim}"
        else:
            encoded = _dim(dim).decode("latin-1")
        self[dim] = encoded
        return encoded


_dims = _Dims()


def encode_type(type_: ValueType, kept: Denotations = ([], b"")) -> bytes:
    """A TypeProto; ``kept`` are the denotations that a type of the same rank had before."""
    dims, denotation = kept
    if type_ is None:
        return denotation
    if isinstance(type_, structure.TensorType):
        return encode_bytes(1, _tensor_type(type_.elem_type, type_.dims, dims)) + denotation
    if isinstance(type_, structure.SequenceType):
        return encode_bytes(4, _member(1, type_.element)) + denotation
    if isinstance(type_, structure.MapType):
        return encode_bytes(5, _number(1, type_.key_type) + _member(2, type_.value)) + denotation
    if isinstance(type_, structure.OpaqueType):
        texts = ((1, type_.domain), (2, type_.name))
        encoded = [
            encode_bytes(number, text.encode("utf-8", "surrogateescape")) for number, text in texts if text
        ]
        return denotation + encode_bytes(7, b"".join(encoded))
    if isinstance(type_, structure.SparseTensorType):
        return denotation + encode_bytes(8, _tensor_type(type_.elem_type, type_.dims, dims))
    return denotation + encode_bytes(9, _member(1, type_.element))


def _member(number: int, type_: ValueType) -> bytes:
    return b"" if type_ is None else encode_bytes(number, encode_type(type_))


def _number(number: int, value: int) -> bytes:
    return encode_varint(number << 3) + encode_varint(value) if value else b""


def _tensor_type(elem_type: int, dims: Dims | None, denotations: list[bytes]) -> bytes:
    head = _number(1, elem_type)
    if dims is None:
        return head
    if len(denotations) != len(dims):
        return head + encode_bytes(2, b"".join([_dim(dim) for dim in dims]))
    encoded = [_dim(dim, denotation) for dim, denotation in zip(dims, denotations, strict=True)]
    return head + encode_bytes(2, b"".join(encoded))


def _dim(dim: int | str | None, denotation: bytes = b"") -> bytes:
    if dim is None:
        return encode_bytes(1, denotation)
    if isinstance(dim, int):
        return encode_bytes(1, b"\x08" + encode_varint(dim) + denotation)
    return encode_bytes(1, encode_bytes(2, dim.encode("utf-8", "surrogateescape")) + denotation)


def retyped(value_info: bytes, type_: ValueType) -> bytes:
    """A ValueInfoProto with another type; what else it says, denotations too, stays."""
    old: list[bytes] = []
    before: list[bytes] = []
    after: list[bytes] = []
    pos = 0
    for tag, start, stop in wire.fields(value_info, 0, len(value_info), 0, wire.MAX_DEPTH):
        if tag == 0x12:
            old.append(value_info[start:stop])
        else:
            (before if tag == 0x0A else after).append(value_info[pos:stop])
        pos = stop
    encoded = encode_type(type_, _denotations(b"".join(old)))
    return b"".join([*before, encode_bytes(2, encoded) if type_ is not None else b"", *after])


def _denotations(type_: bytes) -> Denotations:
    """What the type in a ValueInfoProto says about the meaning of its dims."""
    whole = b""
    dims: list[bytes] = []
    pos = 0
    for tag, start, stop in wire.fields(type_, 0, len(type_), 0, wire.MAX_DEPTH):
        if tag == 6 << 3 | BYTES:
            whole = type_[pos:stop]
        elif tag == 0x0A or tag == 0x42:
            dims += [_last(dim, 3) for shape in _all(type_[start:stop], 2) for dim in _all(shape, 1)]
        pos = stop
    return dims, whole


def _all(message: bytes, number: int) -> list[bytes]:
    found = wire.fields(message, 0, len(message), 0, wire.MAX_DEPTH)
    return [message[start:stop] for tag, start, stop in found if tag == number << 3 | BYTES]


def _last(message: bytes, number: int) -> bytes:
    """The last field of that number, encoded anew; empty if there is none."""
    found = _all(message, number)
    return encode_bytes(number, found[-1]) if found else b""
