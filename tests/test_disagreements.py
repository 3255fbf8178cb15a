"""docs/disagreements.md is true: its rows against the installed ONNX Runtime, `lint` and `check`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import shapeinfer
from shapeinfer.facts.fact import TensorFact
from shapeinfer.facts.parse import parse as parse_fact
from tests.disagreements import CASES, REFUSES_NOW, RUNS, Case
from tests.oracle import Value, numpy_type
from tests.whole_model import parse, refused

PAGE = Path(__file__).resolve().parent.parent / "docs" / "disagreements.md"


def rows() -> list[list[str]]:
    lines = PAGE.read_text(encoding="utf-8").split("## infer_shapes")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


def fed(model: onnx.ModelProto, case: Case) -> dict[str, Value]:
    stored = {tensor.name for tensor in model.graph.initializer}
    found: dict[str, Value] = {}
    for value in model.graph.input:
        if value.name in stored:
            continue
        tensor = value.type.tensor_type
        shape = [case.sizes[d.dim_param] if d.dim_param else d.dim_value for d in tensor.shape.dim]
        if tensor.elem_type == onnx.TensorProto.STRING:
            found[value.name] = np.full(shape, "a", object)
        else:
            content = np.array(case.contents.get(value.name, 0), numpy_type(tensor.elem_type))
            found[value.name] = np.array(np.broadcast_to(content, shape))
    return found


def known(content: int | list[int]) -> TensorFact:
    """The fact of a given input of integers."""
    text = f"[] = {content}"
    if isinstance(content, list):
        text = f"[{len(content)}] = ({', '.join(map(str, content))})"
    fact = parse_fact(f"i64{text}")
    assert isinstance(fact, TensorFact)
    return fact


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_row_is_true(case: Case) -> None:
    assert any(row[0].startswith(case.row) and case.part in row[1] for row in rows()), "no such row"
    model = parse(f"g {case.model}", case.opset)
    feeds = fed(model, case)
    reason = refused(model, feeds, case.opset)
    assert (not reason) == (case.outcome == RUNS), reason
    found = shapeinfer.lint(model).diagnostics
    severities = [d.severity for d in found if d.severity != "info"]
    worst = "error" if "error" in severities else "warning" if severities else ""
    assert worst == case.said, [d.message for d in found]
    given = {name: known(content) for name, content in case.contents.items()}
    report = shapeinfer.check(model, dims=case.sizes, inputs=given)
    assert report.ok == (case.outcome == RUNS), [d.message for d in report.diagnostics]
    if case.outcome == REFUSES_NOW:
        older = shapeinfer.check(model, dims=case.sizes, inputs=given, targets=["onnxruntime==1.31"])
        assert older.ok, [d.message for d in older.diagnostics]
