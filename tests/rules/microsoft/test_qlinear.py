"""QLinear operators of com.microsoft."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("QLinearAdd", "u8[n, 3]; f32[]; u8[]; u8[3]; f32[]; u8[]; f32[]; u8[]", "u8[n, 3]"),
    op("QLinearMul", "i8[n, 1, 4]; f32[]; i8[]; i8[m, 1]; f32[]; i8[]; f32[]", "i8[n, m, 4]"),
    op("QLinearLeakyRelu", "u8[n, 3]; f32[]; u8[]; f32[]; u8[]", "u8[n, 3]"),
    op("QLinearSigmoid", "u8[n, 3]; f32[1]; u8[1]; f32[]; u8[]", "u8[n, 3]"),
    op("QLinearSigmoid", "i8[]; f32[]; i8[]; f32[]; i8[]", "i8[]"),
    op(
        "QLinearGlobalAveragePool",
        "u8[b, 3, h, w]; f32[]; u8[]; f32[]; u8[]",
        "u8[b, 3, 1, 1]",
        needs=("h >= 1", "w >= 1"),
    ),
    op(
        "QLinearGlobalAveragePool",
        "u8[b, h, w, 3]; f32[]; u8[]; f32[]; u8[]",
        "u8[b, 1, 1, 3]",
        needs=("h >= 1", "w >= 1"),
        channels_last=1,
    ),
    op(
        "QLinearAveragePool",
        "u8[b, 3, h, w]; f32[]; u8[]; f32[]; u8[]",
        "u8[b, 3, h - 1, w - 1]",
        needs=(
            "h >= 1 or b == 0",
            "w >= 1 or b == 0",
            "h >= 1",
            "suppose h >= 2",
            "w >= 1",
            "suppose w >= 2",
        ),
        sizes=({"b": 1, "h": 6, "w": 5}, {"b": 0, "h": 6, "w": 6}),
        kernel_shape=[2, 2],
    ),
    op(
        "QLinearAveragePool",
        "u8[b, h, w, 3]; f32[]; u8[]; f32[]; u8[]",
        "u8[b, h//2, w//2, 3]",
        needs=(
            "h >= 1 or b == 0",
            "w >= 1 or b == 0",
            "h >= 1",
            "suppose h >= 2",
            "w >= 1",
            "suppose w >= 2",
        ),
        sizes=({"b": 1, "h": 6, "w": 5},),
        kernel_shape=[2, 2],
        strides=[2, 2],
        channels_last=1,
    ),
    op("QLinearWhere", "bool[1]; u8[n, 3]; f32[]; u8[]; u8[3]; f32[]; u8[]; f32[]; u8[]", "u8[n, 3]"),
    op("QLinearConcat", "f32[]; u8[]; u8[n, 3]; f32[]; u8[]; u8[n, m]; f32[]; u8[]", "u8[n, m + 3]", axis=-1),
    op(
        "QLinearConcat",
        "f32[]; u8[]; u8[n, 3]; f32[]; u8[]; u8[m, k]; f32[]; u8[]",
        "u8[m + n, 3]",
        needs="k == 3",
        sizes=({"n": 2, "m": 1, "k": 3}, {"n": 2, "m": 1, "k": 4}),
        axis=0,
    ),
    op("QLinearAveragePool", "u8[1, 3, 6, 5]; f32[]; u8[]; f32[]", "u8[1, 3, 5, 4]", kernel_shape=[2, 2]),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "QLinearAdd",
        "u8[2, 3]; f32[]; u8[]; u8[4]; f32[]; u8[]; f32[]; u8[]",
        "u8[2, ?0]",
        finds="SI207 on axis 1 A has 3 and B has 4, needed equal sizes or 1; A is u8[2, 3], B is u8[4]",
    ),
    op(
        "QLinearAdd",
        "u8[2, 3]; f32[1]; u8[1]; u8[3]; f32[]; u8[]; f32[]; u8[]",
        "u8[2, 3]",
        finds=(
            "SI201 A_scale has rank 1, needed 0; A_scale is f32[1]",
            "SI201 A_zero_point has rank 1, needed 0; A_zero_point is u8[1]",
        ),
    ),
    op(
        "QLinearSigmoid",
        "u8[2, 3]; f32[3]; u8[3]; f32[]; u8[]",
        "u8[2, 3]",
        finds=(
            "SI214 x_scale has 3 elements, needed 1; x_scale is f32[3]",
            "SI214 x_zero_point has 3 elements, needed 1; x_zero_point is u8[3]",
        ),
    ),
    op(
        "QLinearGlobalAveragePool",
        "u8[2, 3]; f32[]; u8[]; f32[]; u8[]",
        "u8[*]",
        finds="SI201 X has rank 2, needed at least 3; X is u8[2, 3]",
    ),
    op(
        "QLinearAveragePool",
        "u8[1, 3, 6]; f32[]; u8[]; f32[]; u8[]",
        "u8[*]",
        finds="SI219 kernel_shape is (2, 2), needed 1 sizes of at least 1; X is u8[1, 3, 6]",
        kernel_shape=[2, 2],
    ),
    op(
        "QLinearWhere",
        "bool[2, 3]; u8[4]; f32[]; u8[]; u8[]; f32[]; u8[]; f32[]; u8[]",
        "u8[2, ?0]",
        finds="SI207 on axis 1 condition has 3 and X has 4, needed equal sizes or 1; condition is bool[2, "
        "3], X is u8[4]",
    ),
    op(
        "QLinearConcat",
        "f32[]; u8[]; u8[2, 3]; f32[]; u8[]; u8[2, 4]; f32[]; u8[]",
        "u8[4, ?0]",
        finds=(
            "SI209 on axis 1 pieces[0] has 3 and pieces[1] has 4, needed equal sizes; they are u8[2, 3] "
            "and u8[2, 4]"
        ),
        axis=0,
    ),
    op(
        "QLinearConcat",
        "f32[]; u8[]; u8[2, 3]; f32[]; u8[]; u8[2]; f32[]; u8[]",
        "u8[*]",
        finds="SI201 pieces[1] has rank 1, pieces[0] has 2; they are u8[2] and u8[2, 3]",
        axis=0,
    ),
    op(
        "QLinearConcat",
        "f32[]; u8[]; u8[2, 3]; f32[]",
        "u8[*]",
        finds="SI015 2 inputs, needed 3 for each piece: it, its scale and its zero point",
        axis=0,
    ),
    op(
        "QLinearAveragePool",
        "i8[1, 3, 6, 5]; f32[1]; i8[]; f32[]; i8[]",
        "i8[1, 3, 5, 4]",
        finds="SI201 x_scale has rank 1, needed 0; x_scale is f32[1]",
        kernel_shape=[2, 2],
    ),
    op(
        "QLinearAveragePool",
        "u8[1, 3, 6, 5]; f32[]; -; f32[]; u8[]",
        "u8[1, 3, 5, 4]",
        finds="SI027 input 2 (x_zero_point) is left out, and the operator needs it",
        kernel_shape=[2, 2],
    ),
    op(
        "QLinearConcat",
        "f32[]; u8[]; u8[2, 3]; i8[]; u8[]; u8[2, 3]; f32[]; u8[]",
        "u8[4, 3]",
        finds="SI101 the scale is i8[], needed f32",
        axis=0,
    ),
    op(
        "QLinearConcat",
        "f32[]; u8[]; u8[2, 3]; f32[2]; u8[]; u8[2, 3]; f32[]; u8[]",
        "u8[4, 3]",
        needs="?0 == 0 and ?1 == 0",
        finds="SI307 the scale is f32[2], needed one number; ONNX Runtime takes the first, if scale and zero point are those "
        "of the result",
        axis=0,
    ),
    op(
        "QLinearConcat",
        "f32[]; u8[2]; u8[2, 3]; f32[]; u8[]",
        "u8[2, 3]",
        needs="?0 == 0 and ?1 == 0",
        finds="SI307 the zero point is u8[2], needed one number; ONNX Runtime takes the first, if scale and zero point are those "
        "of the result",
        axis=0,
    ),
    op(
        "QLinearConcat",
        "f32[]; u8[0]; u8[2, 3]; f32[]; u8[]",
        "u8[2, 3]",
        finds="SI219 the zero point has 0 elements, needed 1; the zero point is u8[0]",
        axis=0,
    ),
    op(
        "QLinearWhere",
        "bool[3]; u8[3]; f32[2] = (0.5, 1); u8[] = 0; u8[]; f32[]; u8[]; f32[] = 1; u8[] = 0",
        "u8[3]",
        finds=(
            "SI307 x_scale is f32[2], needed one number; ONNX Runtime takes the first, if scale and zero "
            "point are those of the result",
            "SI307 scale and zero point of X are f32[2] and u8[] = 0, those of the result f32[] = 1 and "
            "u8[] = 0, needed scalars or lists of one: ONNX Runtime takes others if they are equal",
        ),
    ),
    op(
        "QLinearWhere",
        "bool[3]; u8[3]; f32[2]; u8[]; u8[]; f32[]; u8[]; f32[]; u8[]",
        "u8[3]",
        needs="?0 == 0 and ?1 == 0",
        finds="SI307 x_scale is f32[2], needed one number; ONNX Runtime takes the first, if scale and zero point are those "
        "of the result",
    ),
    op(
        "QLinearConcat",
        "f32[]; u8[]; u8[2, 3]; f32[]; u8[]; -; f32[]; u8[]",
        "u8[?0, 3]",
        finds="SI027 a piece is left out, needed every one",
        axis=0,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "QLinearWhere",
        "bool[3]; u8[3]; f32[2] = (1, 1); u8[] = 0; u8[]; f32[]; u8[]; f32[] = 1; u8[] = 0",
        "u8[3]",
        finds="SI307 x_scale is f32[2] = (1, 1), needed one number; ONNX Runtime takes the first, if scale and zero "
        "point are those of the result",
    ),
    op(
        "QLinearMul",
        "i8[n, 4]; f32[]; -; i8[4]; f32[]; i8[]; f32[]",
        "i8[n, 4]",
        finds="SI027 input 2 (A_zero_point) is left out, and the operator needs it",
    ),
    op("MulInteger", "u8[n, 3]; u8[]; u8[3]; u8[]", "i32[n, 3]"),
    op("QLinearReduceMean", "u8[n, 3, m]; f32[]; u8[]; f32[]; u8[]", "u8[n, m]", axes=[1], keepdims=0),
    op(
        "QLinearReduceMean",
        "u8[n, 3]; f32[1]; u8[]; f32[]; u8[]",
        "u8[n, 1]",
        finds="SI201 x_scale has rank 1, needed 0; x_scale is f32[1]",
        axes=[1],
        keepdims=1,
    ),
    op("ReduceSumInteger", "i8[n, 3]", "i32[n, 1]", axes=[1], keepdims=1),
    op(
        "QLinearSigmoid",
        "u8[2]; f32[]; u8[]; f32[]",
        "u8[2]",
        finds="SI307 4 inputs, and ONNX Runtime needs 5 (an empty name will do)",
    ),
    op(
        "QLinearAveragePool",
        "u8[1, 3, 1, 2]; f32[]; u8[]; f32[]; u8[]",
        "u8[1, 2, ?0, 2]",
        finds="SI213 axis 3 of X has 1 with its padding, needed the 2 of the window; X is u8[1, 2, 3, 1]",
        kernel_shape=[2, 2],
        channels_last=1,
    ),
    op(
        "QLinearWhere",
        "bool[2]; u8[2]; f32[]; u8[] = 0; u8[2]; f32[]; u8[] = 0; f32[] := 1; u8[] := 0",
        "u8[2]",
        finds=(
            "SI307 z_scale and z_zero_point are stored in the model and x_zero_point is not, of which ONNX Runtime dies",
            "SI307 z_scale and z_zero_point are stored in the model and y_zero_point is not, of which ONNX Runtime dies",
        ),
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()


@pytest.mark.parametrize(
    ("inputs", "needs", "finds"),
    [
        (
            "u8[2, 3]; f32[]; u8[]; f32[]; u8[0] := ()",
            [],
            [
                "SI307 y_zero_point is u8[0] := (), stored, at which ONNX Runtime's process ends; X is u8[2, 3]"
            ],
        ),
        ("u8[n, 3]; f32[]; u8[]; f32[0] := (); u8[]", ["n == 0"], []),
        ("u8[n, 3]; f32[]; u8[0] := (); f32[]; u8[]", [], []),
    ],
)
def test_nothing_that_is_stored_ends_the_process(inputs: str, needs: list[str], finds: list[str]) -> None:
    texts = inputs.split("; ")
    found = infer("QLinearSoftmax", 1, *texts, domain="com.microsoft", given={"opset": 13})
    assert (found.requirements, found.findings) == (needs, finds)
