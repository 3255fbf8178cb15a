"""What a loader infers no rank of: nodes without the inputs that tell it get a diagnostic, and no traceback."""

from __future__ import annotations

import onnx
import pytest
from onnx import helper

import shapeinfer

OPSETS = {"": 17, "com.microsoft": 1, "ai.onnx.ml": 3}
NODES = (
    ("", "Attention", 23), ("", "Attention", 25), ("", "Dropout", 7), ("", "BatchNormalization", 9),
    ("", "MaxUnpool", 11), ("", "NonZero", 13), ("", "Compress", 9), ("ai.onnx.ml", "ArrayFeatureExtractor", 3),
    ("com.microsoft", "Attention", 1), ("com.microsoft", "QAttention", 1), ("com.microsoft", "ExpandDims", 1),
)  # fmt: skip


@pytest.mark.parametrize(("domain", "op_type", "version"), NODES)
@pytest.mark.parametrize("inputs", [[], [""], ["", ""]])
def test_a_node_without_inputs_is_refused(domain: str, op_type: str, version: int, inputs: list[str]) -> None:
    node = helper.make_node(op_type, inputs, ["a", "b", "c"], domain=domain)
    graph = helper.make_graph([node], "g", [], [onnx.ValueInfoProto(name="a")])
    opsets = [helper.make_opsetid(*entry) for entry in {**OPSETS, domain: version}.items()]
    report = shapeinfer.lint(helper.make_model(graph, opset_imports=opsets))
    assert not report.ok
    # That a rule failed is another finding.
    assert "SI029" not in [diagnostic.code for diagnostic in report.diagnostics]
