"""Calls of com.microsoft in functions of the model, where a loader infers their types and shapes itself."""

from __future__ import annotations

import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import loads

MODEL = """<ir_version: 10, opset_import: ["com.microsoft" : 1, "" : 17, "local" : 1]>
    g (float[2,3,8] q, float[2,KEYS,8] k, float[2,VALUES,8] v, float[2,2,PAST,4] p) => (y)
    { w, u, y = local.f (q, k, v, p) }
    <domain: "local", opset_import: ["com.microsoft" : 1, "" : 17]>
    f (q, k, v, p) => (r, s, t)
    { r, s, t = com.microsoft.MultiHeadAttention <num_heads = 2> (q, k, v, "", "", "", p, p) }"""


@pytest.mark.parametrize(
    ("keys", "values", "past", "taken"),
    [
        (3, 3, 2, False), (3, 3, 0, False), (0, 0, 2, True), (0, 0, 0, True), ("n", 3, 2, False),
        (3, "n", 2, True), (3, 3, "n", True),
    ],
)  # fmt: skip
def test_the_type_of_present_value(keys: object, values: object, past: object, taken: bool) -> None:
    """It depends on the lengths of values and past, as far as a loader knows them."""
    text = MODEL
    for word, size in (("KEYS", keys), ("VALUES", values), ("PAST", past)):
        text = text.replace(word, str(size))
    model = onnx.parser.parse_model(text)
    refused = [d.message for d in shapeinfer.check(model, {}).diagnostics if d.severity == "error"]
    assert any("does not find its type" in message for message in refused) is not taken
    assert loads(model) is taken
