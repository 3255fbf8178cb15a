"""What ONNX Runtime takes together between a DequantizeLinear and a QuantizeLinear."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import runs

HEAD = '<ir_version: 8, opset_import: ["" : 17]>\n'


def parsed(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(HEAD + text)


def runs_ones(proto: onnx.ModelProto, shape: tuple[int, ...]) -> bool:
    return runs(proto, {"x": np.ones(shape, np.float32)})


@pytest.mark.parametrize("sizes", [(0, 4, 2), (2, 0, 2), (2, 2, 0), (2, 4, 2)])
@pytest.mark.parametrize("behind", ["y = QuantizeLinear(p, s, z)", "y = Relu(p)"])
def test_a_pool_of_quantized_numbers_needs_no_channels(sizes: tuple[int, ...], behind: str) -> None:
    proto = parsed(
        "g (float[2,C,H,W] x) => (y) <float s = {0.25}, uint8 z = {0}> { q = QuantizeLinear(x, s, z)"
        f" d = DequantizeLinear(q, s, z) p = GlobalAveragePool(d) {behind} }}"
    )
    dims = dict(zip("CHW", sizes, strict=True))
    assert shapeinfer.check(proto, dims=dims).ok == runs_ones(proto, (2, *sizes))
    demands = {str(clause) for clause in shapeinfer.infer(proto).contract.demands}
    assert demands == ({"H >= 1", "W >= 1"} if "Quantize" in behind else {"C >= 1", "H >= 1", "W >= 1"})


# The weights' scale and zero point, of a Conv of 3 filters; "{axis}" is that of the DequantizeLinear.
FITTING = "float[3] t = {1, 1, 1}, int8[3] o = {0, 0, 0}"
ZERO_POINTS = "float[3] t = {1, 1, 1}, int8 o = {0}"
SCALES = "float[7] t = {1, 1, 1, 1, 1, 1, 1}, int8[7] o = {0, 0, 0, 0, 0, 0, 0}"
QUANTIZED = "z2 = QuantizeLinear(c, s, z) y = DequantizeLinear(z2, s, z)"


@pytest.mark.parametrize(
    ("stored", "axis", "behind", "succeeds"),
    [
        (FITTING, 0, QUANTIZED, True),
        (FITTING, 0, "y = Relu(c)", True),
        (ZERO_POINTS, 0, QUANTIZED, True),
        (ZERO_POINTS, 0, "y = Relu(c)", False),
        (FITTING, 9, QUANTIZED, True),
        (FITTING, 9, "y = Relu(c)", False),
        (SCALES, 0, QUANTIZED, False),
        (SCALES, 0, "y = Relu(c)", False),
    ],
)
def test_weights_of_a_conv(stored: str, axis: int, behind: str, *, succeeds: bool) -> None:
    ones = ", ".join(["1"] * 108)
    proto = parsed(
        f"g (float[2,4,5,5] x) => (y) <float s = {{0.5}}, uint8 z = {{0}}, int8[3,4,3,3] w = {{{ones}}}, {stored}> "
        f"{{ q = QuantizeLinear(x, s, z) a = DequantizeLinear(q, s, z) b = DequantizeLinear<axis = {axis}>(w, t, o) "
        f"c = Conv(a, b) {behind} }}"
    )
    assert runs_ones(proto, (2, 4, 5, 5)) == succeeds
    assert shapeinfer.check(proto).ok == succeeds


@pytest.mark.parametrize("operator", ["MatMul(a, b)", "Add(a, b)"])
@pytest.mark.parametrize("name", ["4", "N"])
def test_zero_points_of_what_is_multiplied(operator: str, name: str) -> None:
    ones = ", ".join(["1"] * 16)
    proto = parsed(
        f"g (float[{name},4] x) => (y) <float s = {{0.5}}, uint8 z = {{0}}, int8[4,4] w = {{{ones}}}, float[4] t = {{1, 1, 1, 1}},"
        " int8 o = {0}> { q = QuantizeLinear(x, s, z) a = DequantizeLinear(q, s, z) b = DequantizeLinear<axis = 1>(w, t, o) "
        f"y = {operator} }}"
    )
    is_taken = operator.startswith("MatMul")
    assert runs_ones(proto, (4, 4)) == is_taken
    assert shapeinfer.check(proto, {"N": 4} if name == "N" else {}).ok == is_taken
    assert "SI214" in {d.code for d in shapeinfer.lint(proto).diagnostics}


@pytest.mark.parametrize("axis", [-1, 0])
@pytest.mark.parametrize(
    ("bias", "is_taken"),
    [("", True), (", d", True), (", e", False)],
)
def test_parameters_of_the_weights_of_a_gemm(axis: int, bias: str, *, is_taken: bool) -> None:
    """It is taken in without a bias, and with one of quantized numbers, whatever follows."""
    ones, scales = ", ".join(["1"] * 20), "0.5, 0.5, 0.5, 0.5, 0.5"
    proto = parsed(
        "g (float[3,4] x) => (y) <float s = {0.5}, uint8 z = {0}, int8[5,4] w = {"
        f"{ones}}}, float[5] t = {{{scales}}}, int8[5] o = {{0, 0, 0, 0, 0}}, int32[5] i = {{1, 1, 1, 1, 1}}, "
        "float[5] e = {1, 1, 1, 1, 1}> { q = QuantizeLinear(x, s, z) a = DequantizeLinear(q, s, z) "
        f"b = DequantizeLinear<axis = {axis}>(w, t, o) d = DequantizeLinear<axis = 0>(i, t) "
        f"y = Gemm<transB = 1>(a, b{bias}) }}"
    )
    succeeds = is_taken or axis == 0
    assert runs_ones(proto, (3, 4)) == succeeds
    assert shapeinfer.check(proto).ok == succeeds


@pytest.mark.parametrize("operator", ["MatMul", "Gemm"])
@pytest.mark.parametrize(
    ("type_", "weights", "behind"),
    [("uint16", "int8", ""), ("uint8", "uint16", ""), ("uint8", "int8", " y = QuantizeLinear(m, s, z)")],
)
def test_zero_points_that_are_compared(operator: str, type_: str, weights: str, behind: str) -> None:
    """Other than 8 bits are taken together by none, and a product that is quantized again compares them."""
    ones = ", ".join(["1"] * 16)
    proto = parsed(
        f"g (float[4,4] x) => ({'y' if behind else 'm'}) <float s = {{0.5}}, {type_} z = {{0}}, {weights}[4,4] w = {{{ones}}},"
        f" float[4] t = {{1, 1, 1, 1}}, {weights} o = {{0}}> {{ q = QuantizeLinear(x, s, z) a = DequantizeLinear(q, s, z)"
        f" b = DequantizeLinear<axis = 1>(w, t, o) m = {operator}(a, b){behind} }}"
    )
    assert not runs_ones(proto, (4, 4))
    assert not shapeinfer.check(proto).ok


@pytest.mark.parametrize(("returned", "succeeds"), [("y", False), ("y, m", False), ("y, r", True)])
def test_products_that_are_activated(returned: str, *, succeeds: bool) -> None:
    """They are compared if nothing but the QuantizeLinear reads the activation."""
    ones = ", ".join(["1"] * 16)
    proto = parsed(
        f"g (float[4,4] x) => ({returned}) <float s = {{0.5}}, uint8 z = {{0}}, int8[4,4] w = {{{ones}}}, int8 o = {{0}},"
        " float[4] t = {1, 1, 1, 1}> { q = QuantizeLinear(x, s, z) a = DequantizeLinear(q, s, z)"
        " b = DequantizeLinear<axis = 1>(w, t, o) m = MatMul(a, b) r = Relu(m) y = QuantizeLinear(r, s, z) }"
    )
    assert runs_ones(proto, (4, 4)) == succeeds
    assert shapeinfer.check(proto).ok == succeeds


def test_what_is_demanded_is_a_premise() -> None:
    ones = ", ".join(["1"] * 16)
    proto = parsed(
        f"g (float[4,4] x, int8[M] o) => (y) <float s = {{0.5}}, uint8 z = {{0}}, int8[4,4] w = {{{ones}}}, float[4] t = {{1, 1, 1, 1}}> "
        "{ q = QuantizeLinear(x, s, z) a = DequantizeLinear(q, s, z) b = DequantizeLinear<axis = 1>(w, t, o) y = MatMul(a, b) }"
    )
    contract = shapeinfer.infer(proto).contract
    assert [str(clause.condition) for clause in contract.demands] == []
    assert [str(clause.condition) for clause in contract.premises] == ["M == 4"]


@pytest.mark.parametrize(
    ("type_", "between", "succeeds"),
    [
        ("int8", "d", True),  # its numbers become those of uint8
        ("uint8", "d", False),
        ("uint8", "p = QuantizeLinear(d, s, z) y = DequantizeLinear(p, s, z)", True),
        ("uint8", "c = Relu(d) p = QuantizeLinear(c, s, z) y = DequantizeLinear(p, s, z)", True),
        ("uint8", "c = Neg(d) p = QuantizeLinear(c, s, z) y = DequantizeLinear(p, s, z)", False),
    ],
)
def test_ranks_of_zero_points_between_pairs(type_: str, between: str, *, succeeds: bool) -> None:
    behind = "y = Neg(d)" if between == "d" else between
    proto = parsed(
        f"g (float[3,4] x) => (y) <float s = {{0.5}}, {type_} z = {{0}}, {type_}[1,1] o = {{0}}> "
        f"{{ q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, o) {behind} }}"
    )
    assert runs_ones(proto, (3, 4)) == succeeds
    if succeeds:
        assert shapeinfer.check(proto).ok
