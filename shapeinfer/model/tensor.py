"""The contents of a stored tensor, which are read only on demand."""

from __future__ import annotations

from shapeinfer.facts.elem_type import (
    BFLOAT16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT4E2M1,
    FLOAT6E2M3,
    FLOAT6E3M2,
    FLOAT8E4M3FN,
    FLOAT8E4M3FNUZ,
    FLOAT8E5M2,
    FLOAT8E5M2FNUZ,
    FLOAT8E8M0,
    FLOAT16,
    INT2,
    INT4,
    INT8,
    INT16,
    INT32,
    INT64,
    STRING,
    UINT2,
    UINT4,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    bits,
    integer_range,
    is_known,
)
from shapeinfer.model.protobuf import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.protobuf.wire import Buffer, Field

SMALL = 1024
"""A payload of more bytes than this is stepped over: it is a weight, not a shape."""

_STRUCT = {
    FLOAT: "f", UINT8: "B", INT8: "b", UINT16: "H", INT16: "h", INT32: "i", INT64: "q", FLOAT16: "e",
    DOUBLE: "d", UINT32: "I", UINT64: "Q",
}  # fmt: skip

# exponent bits, mantissa bits, bias, what the special patterns mean
_MINIFLOAT = {
    FLOAT8E4M3FN: (4, 3, 7, "fn"), FLOAT8E4M3FNUZ: (4, 3, 8, "fnuz"), FLOAT8E5M2: (5, 2, 15, "ieee"),
    FLOAT8E5M2FNUZ: (5, 2, 16, "fnuz"), FLOAT4E2M1: (2, 1, 1, ""), FLOAT6E2M3: (2, 3, 1, ""),
    FLOAT6E3M2: (3, 2, 3, ""),
}  # fmt: skip

# Which *_data field holds a type's elements. Every other type is in int32_data.
_FLOAT_DATA, _INT32_DATA, _STRING_DATA, _INT64_DATA, _DOUBLE_DATA, _UINT64_DATA = 4, 5, 6, 7, 10, 11
_STORED_IN = {
    FLOAT: _FLOAT_DATA, COMPLEX64: _FLOAT_DATA, STRING: _STRING_DATA, INT64: _INT64_DATA,
    DOUBLE: _DOUBLE_DATA, COMPLEX128: _DOUBLE_DATA, UINT32: _UINT64_DATA, UINT64: _UINT64_DATA,
}  # fmt: skip

Scalar = int | float | bytes


class Tensor:
    """A TensorProto without its name and its payload: initializers that hold the same may be one Tensor.

    ``external`` is None, or where the contents lie outside the file. ``payload_bytes`` counts what is
    stored inside the file. Contents are looked up in the file on each call: keep what you need.
    """

    __slots__ = (
        "_buffer",
        "_raw",
        "_small",
        "_typed",
        "_withheld",
        "dims",
        "elem_type",
        "external",
        "payload_bytes",
    )

    def __init__(
        self,
        elem_type: int,
        dims: tuple[int, ...],
        external: dict[str, str] | None,
        buffer: Buffer,
        raw: tuple[int, int] | None,
        typed: list[Field] | None,
        payload_bytes: int,
        small: bytes | None = None,
    ) -> None:
        """``small`` is the payload, where it is one short piece that was read with the rest."""
        self.elem_type = elem_type
        self.dims = dims
        self.external = external
        self.payload_bytes = payload_bytes
        self._buffer = buffer
        self._raw = raw
        self._typed = typed
        self._small = small
        self._withheld = False

    def __repr__(self) -> str:
        return f"Tensor({self.elem_type}, {self.dims})"

    @property
    def count(self) -> int:
        """How many elements the dims promise; negative dims give a meaningless number."""
        count = 1
        for dim in self.dims:
            count *= dim
        return count

    def withheld(self, payload_bytes: int) -> Tensor:
        """The same, but the contents are inline and the reader's caller has left them out of the buffer."""
        tensor = Tensor(
            self.elem_type, self.dims, self.external, self._buffer, self._raw, self._typed, payload_bytes
        )
        tensor._withheld = True
        return tensor

    def scalars(self, limit: int) -> tuple[Scalar, ...] | None:
        """The elements in row-major order: bool as 0 and 1, every float format as float, a string as bytes.

        None if there are more than ``limit``, if they lie outside the file, if what is stored does not
        fit the dims, and for complex numbers.
        """
        if (
            self.external is not None
            or self._withheld
            or self.count > limit
            or any(dim < 0 for dim in self.dims)
        ):
            return None
        return self._elements()

    def bounds(self, max_bytes: int = SMALL) -> tuple[int, int] | None:
        """Least and greatest element of a tensor of integers, if no more than ``max_bytes`` are stored."""
        if integer_range(self.elem_type) is None or self.payload_bytes > max_bytes:
            return None
        elements = self.scalars(max_bytes * 8)
        if not elements:
            return None
        numbers = [element for element in elements if isinstance(element, int)]
        return min(numbers), max(numbers)

    def content_key(self) -> tuple[object, ...] | None:
        """Equal for two tensors only if type, dims and contents are, or if both are too large to be read.
        None where the contents stand in many pieces."""
        if self.external is not None or self._withheld or self.payload_bytes > SMALL:
            return (self.elem_type, self.dims)
        if self._small is None:
            return None
        return (self.elem_type, self.dims, None if self._typed is None else self._typed[0][0], self._small)

    @property
    def raw_span(self) -> tuple[int, int] | None:
        """Where raw_data begin and end in the file."""
        return self._raw

    @property
    def is_raw(self) -> bool:
        """Whether the contents stand in raw_data, and are counted in bytes."""
        return self._raw is not None

    def fits(self) -> bool:
        """Whether it is plain that the file holds as much as the dims need; else ask payload_mismatch."""
        width = bits(self.elem_type)
        if self._raw is None or width is None:
            return False
        for dim in self.dims:
            if dim < 0:
                return False
            width *= dim
        return (width + 7) // 8 == self._raw[1] - self._raw[0]

    def payload_mismatch(self) -> tuple[int, int] | None:
        """What the dims need and what is stored, where the two differ.

        In bytes for raw_data, else in entries of the field that holds this elem_type. A large packed
        field of integers is not counted.
        """
        if self.external is not None or self._withheld or not is_known(self.elem_type):
            return None
        if self.dims and min(self.dims) < 0:
            return None
        if self._raw is not None and self.elem_type != STRING:
            expected, found = self.size_bytes(), self._raw[1] - self._raw[0]
        else:
            counted = self._entries_found()
            if counted is None:
                return None
            expected, found = self._entries(), counted
        return None if expected == found else (expected, found)

    def size_bytes(self) -> int:
        """How many bytes the elements take as raw_data; 0 for a type without a fixed size."""
        return (self.count * (bits(self.elem_type) or 0) + 7) // 8

    def _entries(self) -> int:
        """How many entries of its typed field the elements take."""
        if self.elem_type in (COMPLEX64, COMPLEX128):
            return 2 * self.count
        if (bits(self.elem_type) or 8) < 6:
            return self.size_bytes()
        return self.count

    def _entries_found(self) -> int | None:
        found = 0
        wanted = _STORED_IN.get(self.elem_type, _INT32_DATA)
        for tag, start, stop in self._typed or ():
            if tag >> 3 != wanted:
                continue
            if tag & 7 != wire.BYTES or wanted == _STRING_DATA:
                found += 1
            elif wanted in (_FLOAT_DATA, _DOUBLE_DATA):
                found += (stop - start) // (4 if wanted == _FLOAT_DATA else 8)
            elif stop - start > SMALL:
                return None
            else:
                found += len(wire.varints(self._piece(start, stop), start))
        return found

    def _piece(self, start: int, stop: int) -> bytes:
        """A piece of the payload; the only one, if it was read already."""
        return self._buffer[start:stop] if self._small is None else self._small

    def _elements(self) -> tuple[Scalar, ...] | None:
        elem_type = self.elem_type
        if elem_type == STRING:
            strings = tuple(
                self._piece(start, stop) for tag, start, stop in self._typed or () if tag >> 3 == _STRING_DATA
            )
            return strings if len(strings) == self.count else None
        if bits(elem_type) is None or elem_type in (COMPLEX64, COMPLEX128):
            return None
        raw = self._piece(*self._raw) if self._raw is not None else self._raw_from_typed()
        if raw is None or len(raw) != self.size_bytes():
            return None
        return decode(elem_type, raw, self.count)

    def _raw_from_typed(self) -> bytes | None:
        """The typed field's entries, written as raw_data would hold them."""
        wanted = _STORED_IN.get(self.elem_type, _INT32_DATA)
        if wanted in (_FLOAT_DATA, _DOUBLE_DATA):
            pieces = [
                self._piece(start, stop) for tag, start, stop in self._typed or () if tag >> 3 == wanted
            ]
            return b"".join(pieces)
        entries: list[int] = []
        for tag, start, stop in self._typed or ():
            if tag >> 3 != wanted:
                continue
            if tag & 7 == wire.VARINT:
                entries.append(start)
            else:
                entries += wire.varints(self._piece(start, stop), start)
        if len(entries) != self._entries():
            return None
        if self.elem_type == BOOL:
            return bytes(1 if entry else 0 for entry in entries)
        if self.elem_type in (FLOAT6E2M3, FLOAT6E3M2):
            stream = sum((entry & 63) << 6 * at for at, entry in enumerate(entries))
            return stream.to_bytes(self.size_bytes(), "little")
        width = max((bits(self.elem_type) or 0) // 8, 1)
        mask = (1 << 8 * width) - 1
        return b"".join((entry & mask).to_bytes(width, "little") for entry in entries)


def decode(elem_type: int, raw: bytes, count: int) -> tuple[int | float, ...]:
    """``count`` numbers out of raw_data that is exactly as long as they need."""
    code = _STRUCT.get(elem_type)
    if code is not None:
        return wire.unpacked(code, raw)
    if elem_type == BOOL:
        return tuple([1 if byte else 0 for byte in raw])
    if elem_type == BFLOAT16:
        # A bfloat16 is the upper half of a float.
        upper = [half for at in range(0, len(raw), 2) for half in (0, 0, raw[at], raw[at + 1])]
        return wire.unpacked("f", bytes(upper))
    width = bits(elem_type) or 8
    if width == 8:
        patterns = tuple(raw)
    else:
        stream, mask = int.from_bytes(raw, "little"), (1 << width) - 1
        patterns = tuple([stream >> width * at & mask for at in range(count)])
    if elem_type in (INT4, INT2):
        sign = 1 << width - 1
        return tuple([(pattern ^ sign) - sign for pattern in patterns])
    if elem_type in (UINT4, UINT2):
        return patterns
    return tuple([_minifloat(elem_type, pattern) for pattern in patterns])


def _minifloat(elem_type: int, pattern: int) -> float:
    """The value of a float of 8 bits or fewer."""
    nan = float("nan")
    if elem_type == FLOAT8E8M0:
        return nan if pattern == 0xFF else 2.0 ** (pattern - 127)
    exponent_bits, mantissa_bits, bias, special = _MINIFLOAT[elem_type]
    top = (1 << exponent_bits) - 1
    sign = -1.0 if pattern >> exponent_bits + mantissa_bits else 1.0
    exponent = pattern >> mantissa_bits & top
    mantissa = pattern & (1 << mantissa_bits) - 1
    if special == "fnuz" and pattern == 0x80:
        return nan
    if special == "fn" and pattern & 0x7F == 0x7F:
        return nan
    if special == "ieee" and exponent == top:
        return nan if mantissa else sign * float("inf")
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (mantissa + (1 << mantissa_bits)) * 2.0 ** (exponent - bias - mantissa_bits)
