"""The same answer for every order of nodes, every seed of hashes and whatever was asked before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import onnx
import pytest

from shapeinfer import infer
from shapeinfer.dims import drop_tables
from shapeinfer.dims.proofs import drop_answers
from tests.fuzz.hostile.models import MODELS

# Some stay within their budgets, some do not.
SIZES = {
    "broadcast_pairs": 60,
    "broadcast_chain": 120,
    "all_pairs": 700,
    "alternatives_on_one_symbol": 40,
    "demands_on_one_symbol": 700,
    "strided_encoders": 60,
    "truncated_lengths": 40,
    "clamps": 60,
    "nested_loops": 20,
    "function_tree_fresh": 30,
    "tower_of_ifs": 60,
    "squares_and_floors": 50,
}


def said(model: onnx.ModelProto) -> tuple[object, ...]:
    """All that a run finds out, with what it took."""
    result = infer(model)
    contract = result.contract
    return (
        {name: str(fact) for name, fact in result.facts.items()},
        sorted(found.item.text() for found in result.run.findings),
        sorted(map(str, contract.clauses)),
        contract.gave_up,
        result.run.steps_used,
    )


@pytest.mark.parametrize("name", SIZES)
def test_what_was_asked_before(name: str) -> None:
    model = MODELS[name](SIZES[name])
    first = said(model)
    assert said(model) == first
    drop_tables()
    drop_answers()
    for other in SIZES:
        infer(MODELS[other](10)).contract  # noqa: B018  # for what it leaves behind
    assert said(model) == first


@pytest.mark.parametrize("name", ["broadcast_pairs", "all_pairs", "demands_on_one_symbol"])
def test_the_order_of_nodes(name: str) -> None:
    """Nodes that do not read each other, in both directions."""
    model = MODELS[name](SIZES[name])
    first = said(model)
    nodes = list(model.graph.node)[::-1]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    assert said(model) == first


@pytest.mark.parametrize("name", ["alternatives_on_one_symbol", "strided_encoders", "clamps"])
def test_the_seed_of_hashes(name: str, tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(MODELS[name](SIZES[name]).SerializeToString())
    found = {
        subprocess.run(
            [sys.executable, "-m", "shapeinfer", "contract", str(path)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
        ).stdout
        for seed in ("0", "1", "12345")
    }
    assert len(found) == 1
    assert found != {b""}
