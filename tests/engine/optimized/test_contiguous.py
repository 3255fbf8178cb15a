"""Reshapes in a row, of which the shape is declared. Others are in tests/fuzz/differential/mended/reshapes.py."""

from __future__ import annotations

import numpy as np
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import runs


@pytest.mark.parametrize(
    ("declared", "is_one"),
    [
        ("float[4,3,1]", True),
        ("float[2,6,1]", True),
        ("float[4,4,1]", False),  # of another number of elements
        ("float[a,3,1]", False),
        ("float[4,3]", False),
        ("", False),
    ],
)
@pytest.mark.parametrize("target", [(-1, -1), (5, 5), (-2, 3)])
def test_the_list_of_the_first_is_not_read(declared: str, target: tuple[int, int], *, is_one: bool) -> None:
    proto = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["" : 21]>\n'
        f"g (float[4,3] x, int64[2] n) => ({declared} y) <int64[1] two = {{2}}> {{ v = Reshape(x, n) y = Unsqueeze(v, two) }}"
    )
    given = {"x": np.zeros((4, 3), np.float32), "n": np.array(target)}
    assert runs(proto, given) == is_one
    assert shapeinfer.check(proto, inputs=given).ok == is_one
