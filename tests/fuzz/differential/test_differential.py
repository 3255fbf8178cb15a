"""The differential fuzzer: a fixed part of its seeds finds nothing, and its parts do what they say."""

from __future__ import annotations

import re

import numpy as np
import onnx.parser
import pytest

from tests.fuzz.differential import around, rewritten
from tests.fuzz.differential.accepted import ACCEPTED
from tests.fuzz.differential.case import Case, Trial
from tests.fuzz.differential.command import described, examined
from tests.fuzz.differential.judge import KINDS, Finding, judged
from tests.fuzz.differential.modes import MODES, case_of
from tests.fuzz.differential.oracle import Oracle
from tests.fuzz.differential.shrink import shrunk, text_of

# The seeds of the fixed part.
SEEDS = range(300)


def test_the_fixed_part_finds_nothing() -> None:
    found = examined(SEEDS)
    assert found.models == len(SEEDS)
    assert found.runs > 2 * len(SEEDS)
    told = [described(group[0].case, group[0]) for _, group in found.defects()]
    assert not told, "\n\n".join(told)


def test_damaged_models_find_nothing() -> None:
    found = examined(range(100), MODES["damaged"])
    assert found.models == 100
    told = [described(group[0].case, group[0]) for _, group in found.defects()]
    assert not told, "\n\n".join(told)


def test_what_is_written_of_models_does_what_they_do() -> None:
    found = examined(range(120), judge=rewritten.judged)
    assert found.models == 120
    assert found.runs > 120
    told = [described(group[0].case, group[0]) for _, group in found.defects()]
    assert not told, "\n\n".join(told)


@pytest.mark.parametrize("mode", MODES)
def test_a_seed_makes_one_case(mode: str) -> None:
    for seed in range(20):
        one, other = case_of(seed, mode), case_of(seed, mode)
        assert one is not None and other is not None
        assert one.model.SerializeToString() == other.model.SerializeToString()
        assert list(map(str, one.trials)) == list(map(str, other.trials))
        assert one.mode == mode


def test_the_runtime_may_die() -> None:
    low_above_high = case("g () => (y) { y = RandomUniform <shape=[2], low=2.0> () }")
    fine = case("g (float[N] x) => (y) { y = Relu (x) }", N=3)
    with Oracle() as oracle:
        died = oracle.ask(low_above_high.model.SerializeToString(), [{}, {}])
        assert [run.kind for run in died.runs] == ["died", "died"]
        ran = oracle.ask(fine.model.SerializeToString(), [{"x": np.zeros(3, np.float32)}])
        assert ran.runs[0].values == {"y": ("tensor", "float32", (3,), None)}


def test_what_agrees_is_no_finding() -> None:
    one = case("g (float[N, 4] x, float[4, M] z) => (y) { y = MatMul (x, z) }", N=3, M=0)
    with Oracle() as oracle:
        assert judged(one, oracle) == ([], 1)


def test_a_finding_is_made_smaller() -> None:
    # No demand is known of two lengths that only data tells.
    text = """g (float[N] x, float[M] z, float[K] w) => (y, u) {
        u = Relu (w)
        v = Sigmoid (u)
        p = NonZero (x)
        q = NonZero (z)
        y = Add (p, q)
    }"""
    one = case(text, N=3, M=2, K=4)
    with Oracle() as oracle:
        found, _ = judged(one, oracle)
        assert [f.kind for f in found] == ["told"]
        smaller = shrunk(found[0], oracle)
    assert text_of(smaller.case).count("Relu") == 0
    assert smaller.group == found[0].group


def test_the_record_gives_reasons() -> None:
    for kind, about, pattern, reason in ACCEPTED:
        assert all(re.fullmatch(kind, known) or known for known in KINDS)
        assert any(re.fullmatch(kind, known) for known in KINDS)
        re.compile(about)
        re.compile(pattern)
        assert reason


def case(text: str, **sizes: int) -> Case:
    """A case with one trial, its inputs filled with ones so that every element counts."""
    head = '<ir_version: 10, opset_import: ["" : 17]>\n'
    model = onnx.parser.parse_model(head + text)
    contents = {
        value.name: (1.0,)
        * int(np.prod([sizes.get(d.dim_param, d.dim_value) for d in value.type.tensor_type.shape.dim]))
        for value in model.graph.input
    }
    return Case(1, "test", "test", model, [Trial(sizes, contents)])


def test_findings_are_grouped_by_cause() -> None:
    one = case("g (float[N] x) => (y) { y = Relu (x) }", N=3)
    groups = {Finding(one, "missed", f"axis {n} has {n + 1}", None).group for n in range(3)}
    assert groups == {("missed", "test", "axis # has #")}


@pytest.mark.parametrize("mode", ["chained", "patterns"])
def test_nothing_false_is_said_of_chained_nodes_and_of_patterns(mode: str) -> None:
    # What is missed is not counted: nearly all of these models are wrong.
    found = examined(range(200), MODES[mode])
    assert found.models == 200
    missed = ("missed", "missed-load", "gap", "died")
    told = [described(group[0].case, group[0]) for cause, group in found.defects() if cause[0] not in missed]
    assert not told, "\n\n".join(told)


@pytest.mark.parametrize("mode", ["transposed", "quantized"])
def test_models_that_optimizations_change_find_nothing(mode: str) -> None:
    found = examined(range(60), MODES[mode])
    assert found.models == 60
    told = [described(group[0].case, group[0]) for _, group in found.defects()]
    assert not told, "\n\n".join(told)


def test_nodes_that_change_nothing_stand_around_the_values() -> None:
    one = case("g (float[N, 4] x, float[4, M] z) => (y) { y = MatMul (x, z) }", N=3, M=2)
    one = Case(one.seed, one.mode, one.about, one.model, [Trial({"N": 3, "M": 2}, {})])
    operators = [node.op_type for node in around.transposed(one).model.graph.node]
    assert operators.count("Transpose") >= 2
    assert "MatMul" in operators
    quantized = around.quantized(one).model.graph
    made = {name: node.op_type for node in quantized.node for name in node.output}
    read = next(node.input for node in quantized.node if node.op_type == "MatMul")
    assert "DequantizeLinear" in {made.get(name) for name in read}
    with Oracle() as oracle:
        for around_it in (around.transposed(one), around.quantized(one)):
            assert judged(around_it, oracle) == ([], 1)
