"""Models that the fuzzer found a disagreement about, once (mended/): shapeinfer and ONNX Runtime agree on each."""

from __future__ import annotations

from collections.abc import Iterator

import onnx.parser
import pytest

import shapeinfer
from tests.fuzz.differential.accepted import is_new
from tests.fuzz.differential.case import Case, Trial
from tests.fuzz.differential.judge import Finding, judged
from tests.fuzz.differential.mended import (
    bodies,
    branches,
    expands,
    functions,
    known,
    loader,
    microsoft,
    newest,
    nothing,
    operators,
    reshapes,
    rounds,
    scans,
    spared,
)
from tests.fuzz.differential.mended.row import Row
from tests.fuzz.differential.oracle import Oracle

DOMAINS = '"com.microsoft" : 1, "com.microsoft.nchwc" : 1, "ai.onnx.ml" : 3'


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle() as started:
        yield started


@pytest.mark.parametrize(
    "mended",
    [
        *operators.ROWS,
        *loader.ROWS,
        *known.ROWS,
        *bodies.ROWS,
        *branches.ROWS,
        *scans.ROWS,
        *rounds.ROWS,
        *expands.ROWS,
        *reshapes.ROWS,
        *microsoft.ROWS,
        *nothing.ROWS,
        *spared.ROWS,
    ],
    ids=str,
)
def test_they_agree(mended: Row, oracle: Oracle) -> None:
    # The contract is about tensors with elements.
    left = [f for f in _judged(mended, oracle) if not f.kind.endswith("-empty") and not is_new(f)]
    assert [f"{f.kind}: {f.detail}" for f in left] == []


@pytest.mark.parametrize("mended", newest.ROWS, ids=str)
def test_they_agree_about_the_newest_release(mended: Row, oracle: Oracle) -> None:
    assert [f"{f.kind}: {f.detail}" for f in _judged(mended, oracle)] == []


def _judged(mended: Row, oracle: Oracle) -> list[Finding]:
    head = f'<ir_version: 10, opset_import: ["" : {mended.opset}, "local" : 1, {DOMAINS}]>\n'
    model = onnx.parser.parse_model(head + mended.text)
    trial = Trial(mended.sizes, mended.contents, mended.shapes)
    found, runs = judged(Case(0, "mended", "mended", model, [trial]), oracle)
    assert runs == 1
    return found


@pytest.mark.parametrize(("opset", "declared", "body"), functions.FUNCTIONS)
def test_they_agree_about_functions(opset: int, declared: str, body: str, oracle: Oracle) -> None:
    _assert_agreed(opset, f"{declared}) => (y) {{ y = local.f(x) }}", body, oracle)


@pytest.mark.parametrize(("opset", "graph", "body"), functions.RANKS)
def test_they_agree_about_what_goes_into_functions(opset: int, graph: str, body: str, oracle: Oracle) -> None:
    _assert_agreed(opset, graph, body, oracle)


def _assert_agreed(opset: int, graph: str, body: str, oracle: Oracle) -> None:
    head = f'<ir_version: 10, opset_import: ["" : {opset}, "local" : 1, {DOMAINS}]>\n'
    function = f'<domain: "local", opset_import: ["" : {opset}, {DOMAINS}]>\nf (p) => (r) {{ {body} }}'
    model = onnx.parser.parse_model(f"{head}g ({graph}\n{function}")
    found, runs = judged(Case(0, "mended", "mended", model, [Trial({"S0": 1}, {})]), oracle)
    assert runs == 1
    # The contract is about tensors with elements.
    assert [f"{f.kind}: {f.detail}" for f in found if not f.kind.endswith("-empty")] == []


@pytest.mark.parametrize("left_out", ['""', '"", ""', 'x, ""'])
def test_what_runs_with_the_default_options(left_out: str) -> None:
    # The branch of a constant If is put in its place, and loses what is left out at a node's end. The oracle
    # runs models without such changes.
    head = '<ir_version: 10, opset_import: ["" : 17]>\n'
    text = "g (float[2,2] x) => (y) <bool k = {1}> { " + bodies.CONCAT % left_out
    result = shapeinfer.infer(onnx.parser.parse_model(head + text))
    assert [(d.code, d.severity) for d in result.diagnostics if d.severity == "error"] == []
    assert "SI027" in [d.code for d in result.diagnostics]
