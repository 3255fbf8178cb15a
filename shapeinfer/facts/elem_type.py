"""Element types by number (``TensorProto.DataType``), short name (``f32``) and ONNX's name (``float``)."""

from __future__ import annotations

UNDEFINED = 0
FLOAT = 1
UINT8 = 2
INT8 = 3
UINT16 = 4
INT16 = 5
INT32 = 6
INT64 = 7
STRING = 8
BOOL = 9
FLOAT16 = 10
DOUBLE = 11
UINT32 = 12
UINT64 = 13
COMPLEX64 = 14
COMPLEX128 = 15
BFLOAT16 = 16
FLOAT8E4M3FN = 17
FLOAT8E4M3FNUZ = 18
FLOAT8E5M2 = 19
FLOAT8E5M2FNUZ = 20
UINT4 = 21
INT4 = 22
FLOAT4E2M1 = 23
FLOAT8E8M0 = 24
UINT2 = 25
INT2 = 26
FLOAT6E2M3 = 27
FLOAT6E3M2 = 28

# number: (short name, ONNX's name, kind, bits, significand bits of a float with the implied one)
# kind: "s"igned and "u"nsigned integer, "f"loat, "c"omplex, "b"ool, "t"ext
_TABLE = {
    FLOAT: ("f32", "float", "f", 32, 24),
    UINT8: ("u8", "uint8", "u", 8, 0),
    INT8: ("i8", "int8", "s", 8, 0),
    UINT16: ("u16", "uint16", "u", 16, 0),
    INT16: ("i16", "int16", "s", 16, 0),
    INT32: ("i32", "int32", "s", 32, 0),
    INT64: ("i64", "int64", "s", 64, 0),
    STRING: ("str", "string", "t", 0, 0),
    BOOL: ("bool", "bool", "b", 8, 0),
    FLOAT16: ("f16", "float16", "f", 16, 11),
    DOUBLE: ("f64", "double", "f", 64, 53),
    UINT32: ("u32", "uint32", "u", 32, 0),
    UINT64: ("u64", "uint64", "u", 64, 0),
    COMPLEX64: ("c64", "complex64", "c", 64, 24),
    COMPLEX128: ("c128", "complex128", "c", 128, 53),
    BFLOAT16: ("bf16", "bfloat16", "f", 16, 8),
    FLOAT8E4M3FN: ("f8e4m3fn", "float8e4m3fn", "f", 8, 4),
    FLOAT8E4M3FNUZ: ("f8e4m3fnuz", "float8e4m3fnuz", "f", 8, 4),
    FLOAT8E5M2: ("f8e5m2", "float8e5m2", "f", 8, 3),
    FLOAT8E5M2FNUZ: ("f8e5m2fnuz", "float8e5m2fnuz", "f", 8, 3),
    UINT4: ("u4", "uint4", "u", 4, 0),
    INT4: ("i4", "int4", "s", 4, 0),
    FLOAT4E2M1: ("f4e2m1", "float4e2m1", "f", 4, 2),
    FLOAT8E8M0: ("f8e8m0", "float8e8m0", "f", 8, 1),
    UINT2: ("u2", "uint2", "u", 2, 0),
    INT2: ("i2", "int2", "s", 2, 0),
    FLOAT6E2M3: ("f6e2m3", "float6e2m3", "f", 6, 4),
    FLOAT6E3M2: ("f6e3m2", "float6e3m2", "f", 6, 3),
}

# Every known element type, ascending.
ALL: tuple[int, ...] = tuple(_TABLE)

_NUMBERS = {name: number for number, row in _TABLE.items() for name in row[:2]}


def elem_type_name(elem_type: int) -> str:
    """The short name of the text form: ``f32``; ``?`` when undefined, ``elem77`` for a number without a name.

    >>> elem_type_name(7)
    'i64'
    """
    row = _TABLE.get(elem_type)
    if row is not None:
        return row[0]
    return "?" if elem_type == UNDEFINED else f"elem{elem_type}"


def onnx_name(elem_type: int) -> str:
    """ONNX's own name, as in ``tensor(float)``; like ``elem_type_name`` for a number without a name."""
    row = _TABLE.get(elem_type)
    return row[1] if row is not None else elem_type_name(elem_type)


def elem_type_from_name(name: str) -> int | None:
    """The number for a short name or an ONNX name; None if it is neither.

    >>> elem_type_from_name("i64"), elem_type_from_name("int64")
    (7, 7)
    """
    number = _NUMBERS.get(name)
    if number is not None:
        return number
    if name == "?":
        return UNDEFINED
    digits = name[4:]
    if name.startswith("elem") and digits.isascii() and digits.isdigit():
        return int(digits)
    return None


def is_known(elem_type: int) -> bool:
    """Whether the number is one that ONNX defines (undefined is not)."""
    return elem_type in _TABLE


def is_float(elem_type: int) -> bool:
    """Whether it is a real floating-point type of any width."""
    return _kind(elem_type) == "f"


def is_integer(elem_type: int) -> bool:
    """Whether it is a signed or unsigned integer; bool is not."""
    return _kind(elem_type) in ("s", "u")


def is_complex(elem_type: int) -> bool:
    """Whether it is a complex type."""
    return _kind(elem_type) == "c"


def is_signed(elem_type: int) -> bool:
    """Whether it can hold a negative number: signed integers, complex, every float but f8e8m0."""
    return _kind(elem_type) in ("s", "f", "c") and elem_type != FLOAT8E8M0


def bits(elem_type: int) -> int | None:
    """The width of one element in bits, packed where ONNX packs; None for strings and unknown types."""
    row = _TABLE.get(elem_type)
    return row[3] or None if row is not None else None


def significand_bits(elem_type: int) -> int | None:
    """Of a float: integers up to ``2**significand_bits`` in size are exact, if in range; None for others."""
    row = _TABLE.get(elem_type)
    return row[4] or None if row is not None else None


def integer_range(elem_type: int) -> tuple[int, int] | None:
    """The lowest and the highest value of an integer type, both included; (0, 1) for bool; None for others.

    >>> integer_range(INT8)
    (-128, 127)
    """
    row = _TABLE.get(elem_type)
    if row is None:
        return None
    kind, width = row[2], row[3]
    if kind == "u":
        return 0, (1 << width) - 1
    if kind == "s":
        return -(1 << (width - 1)), (1 << (width - 1)) - 1
    return (0, 1) if kind == "b" else None


def _kind(elem_type: int) -> str:
    row = _TABLE.get(elem_type)
    return row[2] if row is not None else ""
