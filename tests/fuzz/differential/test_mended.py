"""Models that the fuzzer found a disagreement about, once (mended/): shapeinfer and ONNX Runtime agree on each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import onnx.parser
import pytest
from onnx import TensorProto, helper

import shapeinfer
from tests.fuzz.differential.accepted import is_new
from tests.fuzz.differential.case import Case, Trial
from tests.fuzz.differential.functions import outline
from tests.fuzz.differential.judge import Finding, judged
from tests.fuzz.differential.mended import (
    attention,
    bodies,
    branches,
    expands,
    functions,
    known,
    left_out,
    loader,
    microsoft,
    newest,
    nothing,
    operators,
    ranges,
    recurrent,
    reshapes,
    rounds,
    scaling,
    scans,
    spared,
)
from tests.fuzz.differential.mended.row import Row
from tests.fuzz.differential.oracle import Oracle
from tests.fuzz.differential.wrapped import into_branches

DOMAINS = '"com.microsoft" : 1, "com.microsoft.nchwc" : 1, "ai.onnx.ml" : 3'


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle() as started:
        yield started


@pytest.mark.parametrize(
    "mended",
    [
        *operators.ROWS,
        *recurrent.ROWS,
        *scaling.ROWS,
        *attention.ROWS,
        *loader.ROWS,
        *known.ROWS,
        *left_out.ROWS,
        *bodies.ROWS,
        *branches.ROWS,
        *scans.ROWS,
        *rounds.ROWS,
        *expands.ROWS,
        *ranges.ROWS,
        *reshapes.ROWS,
        *microsoft.ROWS,
        *nothing.ROWS,
        *spared.ROWS,
    ],
    ids=str,
)
def test_they_agree(mended: Row, oracle: Oracle) -> None:
    assert _told(_model(mended), mended, oracle) == []


OPTIMIZED = [
    row for row in (*expands.ROWS, *ranges.ROWS, *reshapes.ROWS, *spared.ROWS) if "local." not in row.text
]
PLAIN = [row for row in OPTIMIZED if not any(name in row.text for name in ("If", "Loop", "Scan"))]


@pytest.mark.parametrize("mended", OPTIMIZED, ids=str)
def test_they_agree_across_the_border_of_a_function(mended: Row, oracle: Oracle) -> None:
    model, random = _model(mended), Random(mended.text)
    first = random.randrange(len(model.graph.node))
    outline(model, first, random.randrange(first, len(model.graph.node)), random, "f")
    assert _told(model, mended, oracle) == []


@pytest.mark.parametrize("mended", PLAIN, ids=str)
def test_they_agree_across_the_border_of_a_branch(mended: Row, oracle: Oracle) -> None:
    model, random = _model(mended), Random(mended.text)
    first = random.randrange(len(model.graph.node))
    into_branches(model, first, random.randrange(first, len(model.graph.node)))
    model.graph.initializer.append(helper.make_tensor("k", TensorProto.BOOL, [], [random.random() < 0.5]))
    assert _told(model, mended, oracle) == []


@pytest.mark.parametrize("mended", newest.ROWS, ids=str)
def test_they_agree_about_the_newest_release(mended: Row, oracle: Oracle) -> None:
    found = _judged(_model(mended), mended, oracle)
    assert [f"{f.kind}: {f.detail}" for f in found if f.kind != "gap" or not is_new(f)] == []


def _model(mended: Row) -> onnx.ModelProto:
    head = f'<ir_version: 10, opset_import: ["" : {mended.opset}, "local" : 1, {DOMAINS}]>\n'
    return onnx.parser.parse_model(head + mended.text)


def _judged(model: onnx.ModelProto, mended: Row, oracle: Oracle) -> list[Finding]:
    trial = Trial(mended.sizes, mended.contents, mended.shapes)
    found, runs = judged(Case(0, "mended", "mended", model, [trial]), oracle)
    assert runs == 1
    return found


def _told(model: onnx.ModelProto, mended: Row, oracle: Oracle) -> list[str]:
    # The contract is about tensors with elements.
    left = [f for f in _judged(model, mended, oracle) if not f.kind.endswith("-empty") and not is_new(f)]
    return [f"{f.kind}: {f.detail}" for f in left]


@pytest.mark.parametrize(("opset", "declared", "body"), functions.FUNCTIONS)
def test_they_agree_about_functions(opset: int, declared: str, body: str, oracle: Oracle) -> None:
    _assert_agreed(opset, f"{declared}) => (y) {{ y = local.f(x) }}", body, oracle)


@pytest.mark.parametrize(("opset", "graph", "body"), [*functions.RANKS, functions.COUNTED])
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
    _assert_warned("SI027", 17, bodies.CONCAT % left_out)


@pytest.mark.parametrize(("code", "made"), [("SI307", 'Squeeze(x, "")'), ("SI307", 'DFT(x, n, "")')])
def test_what_runs_with_the_default_options_without_an_empty_name(code: str, made: str) -> None:
    _assert_warned(code, 21, bodies.CONCAT.replace("Concat<axis = 0>(x, %s)", made))


def _assert_warned(code: str, opset: int, nodes: str) -> None:
    # The branch of a constant If is put in its place, and loses what is left out at a node's end. The oracle
    # runs models without such changes.
    head = f'<ir_version: 10, opset_import: ["" : {opset}]>\n'
    text = f"g (float[1,2,1] x) => (y) <bool k = {{1}}, int64 n = {{2}}> {{ {nodes}"
    result = shapeinfer.infer(onnx.parser.parse_model(head + text))
    assert [(d.code, d.severity) for d in result.diagnostics if d.severity == "error"] == []
    assert code in [d.code for d in result.diagnostics]
