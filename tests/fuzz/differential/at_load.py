"""Measures which mistakes ONNX Runtime refuses in a body that may never run, because its loader finds them.

``python -m tests.fuzz.differential.at_load FIRST..LAST`` prints the table of ``engine/bodies/refused_data.py``:
each node that is an error alone is put into a branch of an If, and the model is loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from unittest.mock import patch

import onnx
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer.engine.bodies import refused_data
from shapeinfer.engine.run import Placed
from shapeinfer.rule.requirement import Finding
from tests.fuzz.differential.case import Case
from tests.fuzz.differential.modes import MODES
from tests.fuzz.differential.oracle import Oracle

_MODES = ("ai.onnx", "drawn", "crossed", "borders", "com.microsoft")
# What a loader says where it lacks a kernel: that is no mistake of the model.
_NO_KERNEL = ("NOT_IMPLEMENTED", "Could not find an implementation", "is not a registered")
# A mistake is in the table if it was refused at least so often, and never accepted.
_LEAST = 4

Mistake = tuple[str, str]  # the operator, with its domain if it has one, and the code


class _Every(tuple[str, ...]):
    """All codes."""

    __slots__ = ()

    def __contains__(self, code: object) -> bool:
        return True


class _All(dict[str, tuple[str, ...]]):
    """A table in which every mistake of every operator is refused."""

    def get(self, key: str, default: object = None) -> tuple[str, ...]:
        return _Every()


def in_branch(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same nodes in a branch of an If, of which nobody knows whether it runs."""

    def branch(name: str, nodes: Iterable[onnx.NodeProto]) -> onnx.GraphProto:
        made = helper.make_node("Constant", [], [f"{name}__"], value=helper.make_tensor("t", 1, [], [1.0]))
        outputs = [helper.make_tensor_value_info(f"{name}__", TensorProto.FLOAT, [])]
        return helper.make_graph([*nodes, made], name, [], outputs)

    graph = model.graph
    node = helper.make_node(
        "If", ["cond__"], ["y__"], then_branch=branch("t", graph.node), else_branch=branch("e", [])
    )
    condition = helper.make_tensor_value_info("cond__", TensorProto.BOOL, [])
    output = helper.make_tensor_value_info("y__", TensorProto.FLOAT, None)
    made = helper.make_graph(
        [node], "g", [*graph.input, condition], [output], initializer=list(graph.initializer)
    )
    return helper.make_model(made, opset_imports=list(model.opset_import), ir_version=model.ir_version)


def told_of(case: Case, oracle: Oracle) -> tuple[Mistake, str | None] | None:
    """The only mistake of a case that shapeinfer finds at load, and why its model does not load (None: it does)."""
    if case.model.functions or any(a.type == 5 for n in case.model.graph.node for a in n.attribute):
        return None
    model = in_branch(case.model)
    found = [p for p in shapeinfer.infer(model).run.findings if p.item.severity != "warning" and _is_error(p)]
    if len(found) != 1 or len(found[0].place) != 2 or found[0].item.code.at_load:
        return None
    (placed,) = found
    node = placed.place[-1].node
    if not placed.item.at_load or node.domain == "ai.onnx.ml":  # of that none was measured
        return None
    load = oracle.ask(model.SerializeToString(), []).load
    if load is not None and any(text in load for text in _NO_KERNEL):
        return None
    return (f"{node.domain}::{node.op_type}" if node.domain else node.op_type, placed.item.code.id), load


def _is_error(placed: Placed[Finding]) -> bool:
    return (placed.item.severity or placed.item.code.severity) == "error"


def counted(seeds: Iterable[int]) -> dict[Mistake, list[int]]:
    """How often each mistake that shapeinfer finds at load was accepted and refused, over the cases of these seeds
    in all modes of single calls."""
    counts: dict[Mistake, list[int]] = {}
    with Oracle() as oracle:
        for seed in seeds:
            for mode in _MODES:
                told = told_of(MODES[mode](seed), oracle)
                if told is not None:
                    mistake, load = told
                    counts.setdefault(mistake, [0, 0])[load is not None] += 1
    return counts


def measured(seeds: Iterable[int]) -> dict[str, tuple[str, ...]]:
    """The table."""
    with patch.object(refused_data, "REFUSED", _All()):
        counts = counted(seeds)
    return _table({mistake: n for mistake, (runs, n) in counts.items() if not runs and n >= _LEAST})


def _table(often: Mapping[Mistake, int]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, code in sorted(often):
        found[name] = (*found.get(name, ()), code)
    return found


if __name__ == "__main__":
    first, last = map(int, sys.argv[1].split(".."))
    for name, codes in measured(range(first, last + 1)).items():
        sys.stdout.write(f'    "{name}": {codes!r},\n'.replace("'", '"'))
