"""Nodes of which only the shape is read. Rows are in mended/spared.py of the fuzzer."""

from __future__ import annotations

import numpy as np
import pytest

import shapeinfer
from tests.command import parse

HEAD = '<ir_version: 10, opset_import: ["" : 18, "com.microsoft" : 1]>\n'
# A node whose present keys nothing reads but a Shape.
ATTENTION = """g (float16[3,1,16] q, float16[3,1,16] k, float16[3,1,16] v, float16[] past, float16[3,1,2,16] values,
  int32[3] lengths, int32 total) => (y) {
    a, present, c = com.microsoft.GroupQueryAttention <num_heads = 1, kv_num_heads = 1> (q, k, v, past, values, lengths, total)
    z = Shape (present)  y = Identity (total)  OTHER
}"""


@pytest.mark.parametrize(("other", "ok"), [("", True), ("w = Neg (present)", False)])
def test_a_loader_tells_the_shape_of_a_present_as_if_there_were_no_past(other: str, ok: bool) -> None:
    model = parse(ATTENTION.replace("OTHER", other), HEAD)
    assert shapeinfer.check(model, inputs={"past": np.zeros((3, 1, 3, 16), np.float16)}).ok is ok
