"""Reshape, from the common case to the odd."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.oracle import compare

ROWS = [
    ("f32[b, s, 768]", "i64[4] = (0, 0, 12, -1)", {}, "f32[b, s, 12, 64]", ["12*b*s >= 1"]),
    ("f32[b, s, c]", "i64[4] = (0, 0, 2, -1)", {}, "f32[b, s, 2, c//2]",
     ["2*b*s >= 1 and c % 2 == 0"]),
    ("f32[b, s]", "i64[1] = (-1)", {}, "f32[b*s]", []),
    ("f32[b, 6]", "i64[2] = (b, 6)", {}, "f32[b, 6]", []),
    ("f32[]", "i64[0] = ()", {}, "f32[]", []),
    ("i64[2] = (a, b)", "i64[2] = (1, 2)", {}, "i64[1, 2] = (a, b)", []),
    ("f32[*]", "i64[2] = (4, 5)", {}, "f32[4, 5]", []),
    ("f32[*]", "i64[3]", {}, "f32[?0, ?1, ?2]", []),
    ("f32[2, 3, 4]", "i64[4] = (2, 3, 0, ?)", {}, "f32[2, 3, 4, 1]", []),
    ("f32[b, 4, 6]", "i64[2] = (0, ?)", {}, "f32[b, ?0]", []),
    ("f32[*]", "i64[2] = (0, ?)", {}, "f32[?0, ?1]", []),
    ("f32[2, 0]", "i64[2] = (0, ?)", {"allowzero": 1}, "f32[0, ?0]", []),
    ("f32[2, 3]", "i64[n]", {}, "f32[*]", []),
    ("f32[0, 3]", "i64[2] = (0, 5)", {"allowzero": 1}, "f32[0, 5]", []),
    ("f32[0, 7, 64]", "i64[4] = (0, 7, -1, 16)", {"allowzero": 1}, "f32[0, 7, 4, 16]", []),
    # Of sizes that only a run tells the bounds count.
    ("f32[n]", "i64[3] = (1..2, 1..2, 3)", {}, "f32[?0, ?1, 3]", ["n % 3 == 0", "n >= 3 and n <= 12"]),
    ("f32[n, 6]", "i64[3] = (n, 1..4, 2)", {}, "f32[n, ?0, 2]", []),
    ("f32[n, 6]", "i64[3] = (n, 1..2, 2)", {}, "f32[n, ?0, 2]", ["n == 0"]),
    ("f32[12]", "i64[3] = (0..2, 0..2, 2)", {}, "f32[?0, ?1, 2]", []),  # 0 copies
    ("f32[12]", "i64[3] = (1..2, 1..2, -1)", {}, "f32[?0, ?1, ?2]", []),
]  # fmt: skip


@pytest.mark.parametrize(("data", "shape", "attributes", "output", "requirements"), ROWS)
def test_reshape(
    data: str, shape: str, attributes: dict[str, int], output: str, requirements: list[str]
) -> None:
    inferred = infer("Reshape", 14, data, shape, allowzero=attributes.get("allowzero", 0))
    assert inferred.output == output
    assert inferred.requirements == requirements
    assert inferred.findings == []


REFUSED = [
    ("f32[batch, 10]", "i64[2] = (0, 12)", {},
     "SI205 target shape (0, 12) holds 12*batch elements, data has 10*batch; data is f32[batch, 10]"),
    # A computed size that is 0 would copy another one, but only where a caller gives an empty input.
    ("f32[batch, 48, h, w]", "i64[5] = (batch, 3, 24, h, w)", {},
     "SI205 target shape (batch, 3, 24, h, w) holds 72*batch*h*w elements, data has 48*batch*h*w; "
     "data is f32[batch, 48, h, w]"),
    ("f32[b, 48, h]", "i64[4] = (b, 5, -1, h)", {},
     "SI205 target shape (b, 5, -1, h) holds a multiple of 5*b*h elements, data has 48*b*h; data is f32[b, 48, h]"),
    ("f32[2]", "i64[2] = (-1, -1)", {}, "SI206 target shape (-1, -1) has 2 times -1, needed at most one -1 and none below"),
    ("f32[n]", "i64[2] := (-1, 0)", {"allowzero": 1},
     "SI206 target shape (-1, 0) has both 0 and -1 with allowzero=1, which leaves -1 undefined"),
    ("f32[8]", "i64[2] = (1..3, 2)", {},
     "SI205 target shape (?, 2) holds 2 to 6 elements, data has 8; data is f32[8]"),
    ("f32[12]", "i64[3] = (0..2, 0..2, 2)", {"allowzero": 1},
     "SI205 target shape (?, ?, 2) holds 0 to 8 elements, data has 12; data is f32[12]"),
    ("f32[2, 3]", "i64[3] = (?, ?, 0)", {},
     "SI206 target shape (?, ?, 0) copies axis 2 of data, which has rank 2; data is f32[2, 3]"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "shape", "attributes", "message"), REFUSED)
def test_reshape_refused(data: str, shape: str, attributes: dict[str, int], message: str) -> None:
    assert infer("Reshape", 14, data, shape, allowzero=attributes.get("allowzero", 0)).findings == [message]


@pytest.mark.parametrize("sizes", [{"b": 1, "s": 1}, {"b": 2, "s": 3}, {"b": 0, "s": 3}])
@pytest.mark.parametrize(("data", "shape"), [(r[0], r[1]) for r in ROWS[:4]])
def test_reshape_runs_as_inferred(data: str, shape: str, sizes: dict[str, int]) -> None:
    for opset in (13, 14, 19, 21):
        compare("Reshape", opset, data, shape, sizes={"c": 4, **sizes})


def test_reshape_takes_any_allowzero_but_1_for_0() -> None:
    inputs = "f32[2, 3]", "i64[2] = (0, 3)"
    inferred = infer("Reshape", 14, *inputs, allowzero=2)
    assert inferred.output == "f32[2, 3]"
    assert inferred.findings == ["SI303 allowzero is 2, needed 0 or 1 (ONNX Runtime treats it as 0)"]
    assert compare("Reshape", 14, *inputs, allowzero=2)[0] == "ran"


@pytest.mark.parametrize("op_type", ["Reshape", "Unsqueeze"])
def test_nobody_makes_billions_of_axes(op_type: str) -> None:
    assert infer(op_type, 21, "f32[2, 3]", "i64[3000000000]").output == "f32[*]"
