"""Element types: every one that ONNX knows, both ways, with its numbers."""

from __future__ import annotations

import doctest

import numpy as np
import onnx
import pytest
from onnx.helper import tensor_dtype_to_np_dtype

from shapeinfer.facts import elem_type as et

# What onnx itself uses for the types that numpy lacks; versions before 1.19 did without.
ml_dtypes = pytest.importorskip("ml_dtypes")

ONNX = {name: number for name, number in onnx.TensorProto.DataType.items() if name != "UNDEFINED"}


def test_every_type_of_onnx_has_a_constant_and_a_row() -> None:
    # An older onnx knows fewer; a newer one that knows more turns this red.
    for name, number in ONNX.items():
        assert getattr(et, name) == number
        assert number in et.ALL
        assert et.is_known(number)
        assert et.onnx_name(number) == name.lower()


SHORT_NAMES = [
    "f32", "u8", "i8", "u16", "i16", "i32", "i64", "str", "bool", "f16", "f64", "u32", "u64", "c64", "c128",
    "bf16", "f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz", "u4", "i4", "f4e2m1", "f8e8m0", "u2", "i2",
    "f6e2m3", "f6e3m2",
]  # fmt: skip


def test_short_names() -> None:
    assert [et.elem_type_name(number) for number in et.ALL] == SHORT_NAMES
    assert list(et.ALL) == list(range(1, 29))


@pytest.mark.parametrize("number", [*et.ALL, 0, 29, 7777])
def test_names_go_both_ways(number: int) -> None:
    assert et.elem_type_from_name(et.elem_type_name(number)) == number
    assert et.elem_type_from_name(et.onnx_name(number)) == number


@pytest.mark.parametrize("name", ["", "elem", "elem-1", "elem²", "F32", "float32", "int", "tensor(float)"])
def test_what_is_no_name(name: str) -> None:
    assert et.elem_type_from_name(name) is None


def test_numbers_without_a_name() -> None:
    assert (et.elem_type_name(0), et.elem_type_name(77)) == ("?", "elem77")
    for number in (0, 77, -1):
        assert not et.is_known(number)
        assert et.bits(number) is None
        assert et.significand_bits(number) is None
        assert et.integer_range(number) is None
        assert not (
            et.is_float(number) or et.is_integer(number) or et.is_complex(number) or et.is_signed(number)
        )


@pytest.mark.parametrize("number", sorted(set(ONNX.values()) - {et.STRING}), ids=et.elem_type_name)
def test_numbers_equal_numpy(number: int) -> None:
    dtype = np.dtype(tensor_dtype_to_np_dtype(number))
    if et.is_integer(number):
        info = ml_dtypes.iinfo(dtype)
        assert et.integer_range(number) == (int(info.min), int(info.max))
        assert et.is_signed(number) == (int(info.min) < 0)
        assert et.bits(number) == info.bits
    elif et.is_float(number):
        float_info = ml_dtypes.finfo(dtype)
        assert et.is_signed(number) == (float(float_info.min) < 0)
        assert et.bits(number) == float_info.bits
        assert et.significand_bits(number) == float_info.nmant + 1
        assert et.integer_range(number) is None
    elif et.is_complex(number):
        assert et.is_signed(number)
        assert et.bits(number) == dtype.itemsize * 8
    else:
        assert number == et.BOOL


def test_bool_and_string() -> None:
    assert et.integer_range(et.BOOL) == (0, 1)
    assert et.bits(et.BOOL) == 8
    assert et.bits(et.STRING) is None
    for number in (et.BOOL, et.STRING):
        assert not (
            et.is_float(number) or et.is_integer(number) or et.is_complex(number) or et.is_signed(number)
        )


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(et).failed == 0
