"""Sparse initializers: what lint says of damaged ones, and whether ONNX Runtime reads them."""

from __future__ import annotations

import onnx
import pytest
from onnx import TensorProto, helper

import shapeinfer
from tests.oracle import loads


def _model(
    values: list[float],
    indices: list[int],
    dims: list[int],
    *,
    elem_type: int = TensorProto.INT64,
    values_dims: list[int] | None = None,
    indices_dims: list[int] | None = None,
    cut: str = "",
) -> onnx.ModelProto:
    stored = onnx.SparseTensorProto(dims=dims)
    stored.values.CopyFrom(helper.make_tensor("s", TensorProto.FLOAT, values_dims or [len(values)], values))
    stored.indices.CopyFrom(helper.make_tensor("i", elem_type, indices_dims or [len(indices)], indices))
    if cut == "values":
        stored.values.float_data.pop()
    elif cut == "indices":
        stored.indices.int64_data.pop()
    model = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (y) { y = Neg(x) }'
    )
    model.graph.sparse_initializer.append(stored)
    return model


def _errors(model: onnx.ModelProto) -> list[str]:
    return [f"{d.code} {d.message}" for d in shapeinfer.lint(model).diagnostics if d.severity == "error"]


READ = [
    _model([1.0, 2.0], [0, 1], [2]),
    _model([1.0, 2.0], [1, 0], [2]),
    _model([1.0, 2.0], [1, 1], [2]),
    _model([1.0], [0], []),
    _model([1.0], [0], [2], indices_dims=[1, 1]),
    _model([1.0], [0, 1], [2, 2], indices_dims=[1, 2]),
    _model([1.0], [3], [2, 2]),
    _model([1.0], [0], [2], elem_type=TensorProto.INT32),
    _model([1.0], [0], [2], elem_type=TensorProto.INT8),
    _model([], [], [2]),
]
DAMAGED = [
    (_model([1.0], [5], [2]), "has indices from 5 to 5, needed 0 to 1"),
    (_model([1.0], [-1], [2]), "has indices from -1 to -1, needed 0 to 1"),
    (_model([1.0, 2.0], [0], [2]), "has indices of shape (1,) for 2 values"),
    (_model([1.0], [0], [-2]), "has the dims (-2,), needed none below 0"),
    (_model([1.0], [0, 0], [2], indices_dims=[1, 2]), "has indices of shape (1, 2) for 1 values"),
    (_model([1.0], [0], [2], values_dims=[1, 1]), "has values of rank 2, needed 1"),
    (_model([1.0], [0], [2], elem_type=TensorProto.FLOAT), "has indices that are no integers"),
    (_model([1.0, 2.0], [0, 1], [2], cut="values"), "needs 2 of its values, holds 1"),
    (_model([1.0, 2.0], [0, 1], [2], cut="indices"), "needs 2 of its indices, holds 1"),
]


@pytest.mark.parametrize("model", READ)
def test_sparse_initializers_that_fit(model: onnx.ModelProto) -> None:
    assert _errors(model) == []
    assert loads(model)


@pytest.mark.parametrize(("model", "said"), DAMAGED)
def test_damaged_sparse_initializers(model: onnx.ModelProto, said: str) -> None:
    assert _errors(model) == [f"SI023 sparse initializer 's' {said}"]
    assert not loads(model)
