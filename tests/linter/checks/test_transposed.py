"""Pads of named axes between Transposes."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import session

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'
SAID = (
    "ONNX Runtime with optimizations moves a Transpose behind this Pad, and takes the pads of some axes for "
    "those of all: it refuses the model, or pads other axes; axes is {axes}, data is f32[3, 1, 5]"
)


def padded(axes: str, pads: str, made: str) -> onnx.ModelProto:
    stored = f"<int64[{axes.count(',') + 1}] a = {{{axes}}}, int64[{pads.count(',') + 1}] p = {{{pads}}}>"
    return onnx.parser.parse_model(HEAD + f"g (float[1,3,5] x) => (y) {stored} {{ {made} }}")


def warned(proto: onnx.ModelProto) -> list[str]:
    return [d.message for d in shapeinfer.lint(proto).diagnostics if d.code == "SI307"]


def shape_made(proto: onnx.ModelProto) -> tuple[int, ...] | None:
    """What ONNX Runtime makes of ones; None if it refuses."""
    try:
        made = session(proto).run(None, {"x": np.ones((1, 3, 5), np.float32)})[0]
    except Exception:  # ONNX Runtime's own exceptions have no common class but this
        return None
    return tuple(made.shape)


BETWEEN = 't = Transpose<perm=[1,0,2]>(x) q = Pad(t, p, "", a) y = Transpose<perm=[1,0,2]>(q)'


@pytest.mark.parametrize(
    "made",
    [
        BETWEEN,
        't = Transpose<perm=[1,0,2]>(x) r = Relu(t) q = Pad(r, p, "", a) y = Transpose<perm=[1,0,2]>(q)',
        't = Transpose<perm=[1,0,2]>(x) q = Pad(t, p, "", a) r = Add(q, q) y = Transpose<perm=[1,2,0]>(r)',
    ],
)
def test_fewer_pads_are_told_and_refused(made: str) -> None:
    proto = padded("-1", "1,1", made)
    assert shape_made(proto) is None
    assert warned(proto) == [SAID.format(axes="i64[1] := (-1)")]


@pytest.mark.parametrize(
    "made",
    [
        't = Transpose<perm=[1,0,2]>(x) y = Pad(t, p, "", a)',
        'q = Pad(x, p, "", a) y = Transpose<perm=[1,0,2]>(q)',
        't = Transpose<perm=[1,0,2]>(x) q = Pad(t, p, "", a) k = Constant<value_ints = [-1]>() y = Reshape(q, k)',
    ],
)
def test_a_pad_that_no_transpose_is_moved_behind(made: str) -> None:
    proto = padded("2", "1,1", made)
    assert shape_made(proto) is not None
    assert warned(proto) == []


def test_all_axes_in_their_order_are_right() -> None:
    proto = padded("0,1,-1", "1,2,3,4,5,6", BETWEEN)
    assert shape_made(proto) == (8, 8, 14)
    assert warned(proto) == []


def test_all_axes_in_another_order_are_padded_otherwise() -> None:
    proto = padded("2,0,1", "1,2,3,4,5,6", BETWEEN)
    assert shape_made(proto) == (6, 12, 12)  # without optimizations (10, 10, 10)
    assert warned(proto) == [SAID.format(axes="i64[3] := (2, 0, 1)")]


def in_branch(axes: str, pads: str) -> onnx.ModelProto:
    stored = f"<int64[{axes.count(',') + 1}] a = {{{axes}}}, int64[{pads.count(',') + 1}] p = {{{pads}}}>"
    return onnx.parser.parse_model(
        HEAD
        + f"g (float[1,3,5] x, bool c) => (y) {stored} {{ y = If(c)"
        + f"<then_branch = u () => (float[] z) {{ {BETWEEN.replace('y =', 'z =')} }},"
        + "else_branch = v () => (float[] z) { z = Neg(x) }> }"
    )


def test_in_a_branch_with_a_list_from_outside() -> None:
    feeds = {"x": np.ones((1, 3, 5), np.float32), "c": np.array(True)}
    proto = in_branch("1", "1,1")
    with pytest.raises(Exception, match="must be within"):
        session(proto).run(None, feeds)
    assert warned(proto) == [SAID.format(axes="i64[1] := (1)")]
    proto = in_branch("0,1,2", "1,2,3,4,5,6")
    assert session(proto).run(None, feeds)[0].shape == (8, 8, 14)
    assert warned(proto) == []
