"""Products of matrices of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("FusedMatMul", "f32[m, k]; f32[k, n]", "f32[m, n]"),
    op("FusedMatMul", "f32[k, m]; f32[n, k]", "f32[m, n]", transA=1, transB=1),
    op("FusedMatMul", "f32[b, m, 3]; f32[3, n]", "f32[b, m, n]"),
    op("FusedMatMul", "f32[3]; f32[3, n]", "f32[n]", transA=1),
    op(
        "FusedMatMul",
        "f32[b, m, 3]; f32[3]",
        "f32[b, m]",
        sizes=({"b": 1, "m": 1, "n": 1, "a": 1}, {"b": 2, "m": 3, "n": 4, "a": 2}),
        transB=1,
    ),
    op(
        "FusedMatMul",
        "f32[m, b, 3]; f32[b, 3, n]",
        "f32[b, m, n]",
        sizes=({"b": 1, "m": 1, "n": 1, "a": 1}, {"b": 2, "m": 3, "n": 4, "a": 2}),
        transBatchA=1,
    ),
    op(
        "FusedMatMul",
        "f32[3, b, m]; f32[b, 3, n]",
        "f32[b, m, n]",
        sizes=({"b": 1, "m": 1, "n": 1, "a": 1}, {"b": 2, "m": 3, "n": 4, "a": 2}),
        transBatchA=1,
        transA=1,
    ),
    op(
        "FusedMatMul",
        "f32[b, m, 3]; f32[n, b, 3]",
        "f32[b, m, n]",
        sizes=({"b": 1, "m": 1, "n": 1, "a": 1}, {"b": 2, "m": 3, "n": 4, "a": 2}),
        transBatchB=1,
        transB=1,
    ),
    op(
        "FusedMatMul",
        "f32[m, a, b, 3]; f32[a, b, 3, n]",
        "f32[a, b, m, n]",
        sizes=({"b": 1, "m": 1, "n": 1, "a": 1}, {"b": 2, "m": 3, "n": 4, "a": 2}),
        transBatchA=1,
    ),
    op("TransposeMatMul", "f32[k, m]; f32[k, n]", "f32[m, n]", transA=1),
    op("FusedMatMul", "f32[m, 3]; f32[k, n]", "f32[m, n]", needs="k == 3"),
    op("FusedGemm", "f32[m, k]; f32[k, n]; f32[n]", "f32[m, n]", activation="Relu"),
    op("FusedGemm", "f32[k, m]; f32[n, k]; f32[1, n]", "f32[m, n]", activation="Relu", transA=1, transB=1),
    op("QGemm", "u8[m, k]; f32[]; u8[]; i8[k, n]; f32[]; i8[]; -; f32[]; u8[]", "u8[m, n]"),
    op("QGemm", "u8[m, k]; f32[]; u8[]; i8[k, 4]; f32[4]; i8[4]; i32[4]", "f32[m, 4]"),
    op(
        "QGemm",
        "i8[k, m]; f32[1]; i8[1]; i8[4, k]; f32[1]; i8[1]; i32[1, 4]; f32[1]; i8[1]",
        "i8[m, 4]",
        transA=1,
        transB=1,
    ),
    op("MatMulInteger16", "i16[m, k]; i16[k, n]", "i32[m, n]"),
    op("DynamicQuantizeMatMul", "f32[b, m, k]; i8[k, n]; f32[]; i8[]", "f32[b, m, n]"),
    op("DynamicQuantizeMatMul", "f32[m, k]; i8[k, 4]; f32[4]; i8[4]; f32[4]", "f32[m, 4]"),
    op("MatMulIntegerToFloat", "u8[b, m, k]; i8[k, n]; f32[]; f32[]; u8[]; i8[]", "f32[b, m, n]"),
    op("MatMulIntegerToFloat", "u8[m, k]; i8[k, 4]; f32[]; f32[4]; u8[]; i8[4]; f32[4]", "f32[m, 4]"),
    op("MatMulIntegerToFloat", "u8[2, 3]; i8[5, 3, 4]; f32[]; f32[5, 1, 4]", "f32[5, 2, 4]"),
    op("CDist", "f32[m, 3]; f32[n, 3]", "f32[m, n]", metric="euclidean"),
    op("FusedGemm", "f32[2, 3]; f32[3, 4]", "f32[2, 4]", activation="Celu", activation_alpha=0.5),
    op(
        "FusedGemm",
        "f32[2, 3]; f32[3, 4]",
        "f32[2, 4]",
        activation="Selu",
        activation_alpha=0.5,
        activation_gamma=0.5,
    ),
    op("QGemm", "u8[2, 3]; f32[]; u8[]; i8[3, 4]; f32[1]; i8[1]; i32[1]", "f32[2, 4]"),
    op("MatMulIntegerToFloat", "u8[2, 3]; i8[3, 2]; f32[]; f32[2, 2]", "f32[2, 2]"),
    op("MatMulIntegerToFloat", "u8[2, 3]; i8[3, 2]; f32[2, 1]; f32[2, 1]", "f32[2, 2]"),
    op("MatMulIntegerToFloat", "u8[2, 3]; i8[4, 3, 2]; f32[]; f32[]; -; i8[4, 1, 2]", "f32[4, 2, 2]"),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "FusedMatMul",
        "f32[2, 3]; f32[4, 5]",
        "f32[2, 5]",
        finds="SI208 A has 3 on axis 1 and B has 4 on axis 0, needed equal sizes; A is f32[2, 3], B is "
        "f32[4, 5]",
    ),
    op(
        "FusedMatMul",
        "f32[2, 3]; f32[3, 5]",
        "f32[*]",
        finds="SI201 A has rank 2 where a batch is transposed, needed the same rank, 3 or more; A is f32[2, "
        "3], B is f32[3, 5]",
        transBatchA=1,
    ),
    op(
        "FusedMatMul",
        "f32[2, 5, 3]; f32[2, 5, 3, 4]",
        "f32[*]",
        finds="SI201 B has rank 4 where a batch is transposed, needed the same rank, 3 or more; A is f32[2, 5, "
        "3], B is f32[2, 5, 3, 4]",
        transBatchA=1,
    ),
    op(
        "FusedGemm",
        "f32[2, 3]; f32[3, 4]; f32[5]",
        "f32[2, 4]",
        finds="SI207 on axis 0 C has 5, needed 1 or the 4 of the product; C is f32[5], the product is ?[2, "
        "4]",
        activation="Relu",
    ),
    op(
        "FusedGemm",
        "f32[2, 2, 3]; f32[3, 4]",
        "f32[*]",
        finds="SI201 A has rank 3, needed 2; A is f32[2, 2, 3]",
        activation="Relu",
    ),
    op(
        "QGemm",
        "u8[2, 3]; f32[]; u8[]; i8[3, 4]; f32[3]; i8[3]; -; f32[]; u8[]",
        "u8[2, 4]",
        finds=(
            "SI214 b_scale has 3 elements, needed 1 or 4; b_scale is f32[3]",
            "SI214 b_zero_point has 3 elements, needed 1 or 4; b_zero_point is i8[3]",
        ),
    ),
    op(
        "QGemm",
        "u8[2, 3]; f32[]; u8[]; i8[3, 4]; f32[4]; i8[]; -; f32[]; u8[]",
        "u8[2, 4]",
        finds=(
            "SI201 b_zero_point is i8[] and b_scale is f32[4], needed one rank",
            "SI214 b_zero_point holds 1 elements, needed 4, as many as b_scale; b_zero_point is i8[]",
        ),
    ),
    op(
        "QGemm",
        "u8[2, 3]; f32[]; u8[]; i8[3, 4]; f32[]; i8[]; i32[3]; f32[]; u8[]",
        "u8[2, 4]",
        finds="SI207 on axis 0 C has 3, needed 1 or the 4 of the product; C is i32[3], the product is ?[2, "
        "4]",
    ),
    op(
        "DynamicQuantizeMatMul",
        "f32[2, 3]; i8[3, 4]; f32[3]",
        "f32[2, 4]",
        finds="SI214 b_scale is f32[3], needed sizes that broadcast with the product's (2, 4)",
    ),
    op(
        "DynamicQuantizeMatMul",
        "f32[2, 3]; i8[3, 4]; f32[]; -; f32[3]",
        "f32[2, 4]",
        finds="SI214 bias holds 3 elements, needed 4, one for each column of B; bias is f32[3]",
    ),
    op(
        "MatMulIntegerToFloat",
        "u8[2, 3]; i8[3, 4]; f32[]; f32[3]",
        "f32[2, 4]",
        finds="SI214 b_scale is f32[3], needed sizes that broadcast with the product's (2, 4)",
    ),
    op(
        "CDist",
        "f32[2, 3]; f32[4, 5]",
        "f32[2, 4]",
        finds="SI217 on axis 1 A has 3 and B has 5, needed the same size; A is f32[2, 3], B is f32[4, 5]",
        metric="euclidean",
    ),
    op(
        "CDist",
        "f32[3]; f32[4, 3]",
        "f32[*]",
        finds="SI201 A has rank 1, needed 2; A is f32[3]",
        metric="euclidean",
    ),
    op(
        "FusedGemm",
        "f32[2, 3]; f32[3, 4]",
        "f32[2, 4]",
        finds="SI303 activation_beta is not given, needed for HardSigmoid",
        activation="HardSigmoid",
        activation_alpha=0.5,
    ),
    op(
        "QGemm",
        "u8[2, 3]; f32[]; u8[]; i8[3, 4]; f32[1]; i8[]",
        "f32[2, 4]",
        finds="SI201 b_zero_point is i8[] and b_scale is f32[1], needed one rank",
    ),
    op(
        "MatMulIntegerToFloat",
        "u8[2, 3]; i8[3, 2]; f32[]; f32[3, 2]",
        "f32[2, 2]",
        finds="SI214 b_scale is f32[3, 2], needed sizes that broadcast with the product's (2, 2)",
    ),
    op(
        "MatMulIntegerToFloat",
        "u8[2, 3]; i8[4, 3, 2]; f32[]; f32[4, 2]",
        "f32[4, 2, 2]",
        finds="SI214 b_scale is f32[4, 2], needed sizes that broadcast with the product's (4, 2, 2)",
    ),
    op(
        "MatMulIntegerToFloat",
        "u8[2, 3]; i8[3, 2]; f32[3, 1]; f32[2]",
        "f32[2, 2]",
        finds="SI214 a_scale is f32[3, 1], needed sizes that broadcast with the product's (2, 2)",
    ),
    op(
        "MatMulIntegerToFloat",
        "u8[2, 3]; i8[3, 2]; f32[]; f32[2]; u8[2]",
        "f32[2, 2]",
        finds="SI214 a_zero_point has 2 elements, needed 1; a_zero_point is u8[2]",
    ),
    op(
        "MatMulIntegerToFloat",
        "u8[2, 3]; i8[1, 3, 2]; f32[]; f32[]; -; i8[2]",
        "f32[1, 2, 2]",
        finds="SI214 b_zero_point has 2 elements, needed 1; b_zero_point is i8[2], B is i8[1, 3, 2]",
    ),
    op(
        "MatMulIntegerToFloat",
        "u8[2, 3]; i8[4, 3, 2]; f32[]; f32[]; -; i8[1, 1, 2]",
        "f32[4, 2, 2]",
        finds="SI214 b_zero_point has 1 on axis 0, needed 4; b_zero_point is i8[1, 1, 2]",
    ),
    op(
        "MatMulIntegerToFloat",
        "u8[2, 3]; i8[3, 2]; f32[]; f32[]; -; i8[1, 1, 2]",
        "f32[*]",
        finds="SI201 b_zero_point has rank 3, needed 2; b_zero_point is i8[1, 1, 2]",
    ),
    op(
        "CDist",
        "f32[2, 0]; f32[3, 0]",
        "f32[2, 3]",
        finds="SI226 axis 1 of A has 0, needed at least 1; A is f32[2, 0]",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("FusedMatMul", "f32[*]; f32[3, n]", "f32[*]"),
    op("FusedMatMulActivation", "f32[m, k]; f32[k, n]", "f32[m, n]", activation="Relu"),
    op(
        "GemmFloat8",
        "f8e4m3fn[m, k]; f8e4m3fn[n, k]; -; f32[]; f32[]; f32[]",
        "f16[m, n]",
        transB=1,
        dtype=10,
    ),
    op("GemmFastGelu", "f32[b, m, k]; f32[k, 4]; f32[4]", "f32[b, m, 4]"),
    op(
        "QOrderedMatMul",
        "i8[b, m, k]; f32[]; i8[k, n]; f32[]; f32[]",
        "i8[b, m, n]",
        order_A=1,
        order_B=0,
        order_Y=1,
    ),
    op(
        "FusedMatMul",
        "f32[0, 4, 2]; f32[4, 2, 2]",
        "f32[4, 0, 2]",
        finds="SI307 axis 0 of A has 0 where the batch is transposed, of which ONNX Runtime before 1.32 dies; A is f32[0, 4, 2]",
        transBatchA=1,
    ),
    op(
        "MatMulIntegerToFloat",
        "u8[4, 3]; i8[3, 1]; f32[]; f32[3]",
        "f32[4, 1]",
        finds="SI214 b_scale has 3 elements, needed a divisor of the 4 rows; b_scale is f32[3]",
    ),
    op(
        "CDist",
        "f32[2, 3]; f32[4, 3]",
        "f32[2, 4]",
        finds="SI303 metric is 'cosine', needed one of (euclidean, sqeuclidean)",
        metric="cosine",
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
