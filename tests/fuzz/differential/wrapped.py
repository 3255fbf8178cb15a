"""Moves the last nodes of a case into a function, or into the branches of an If."""

from __future__ import annotations

from random import Random

import onnx
from onnx import TensorProto, helper

from tests.fuzz.differential.case import Case
from tests.fuzz.differential.functions import outline, reads


def wrapped(case: Case, random: Random) -> Case:
    """Most cases as they are; of some the last nodes stand in a function or in both branches of an If."""
    dice = random.random()
    count = len(case.model.graph.node)
    if not count or dice < 0.8:
        return case
    first = random.randrange(count)
    if dice < 0.9:
        outline(case.model, first, count - 1, random, "f")
    else:
        _branch(case.model, first, random)
    return Case(case.seed, case.mode, case.about, case.model, case.trials)


def _branch(model: onnx.ModelProto, first: int, random: Random) -> None:
    """Put the nodes from ``first`` on into both branches of an If, by a condition that is given or stored."""
    graph = model.graph
    nodes = list(graph.node)
    inside = nodes[first:]
    made = {name for node in inside for name in node.output if name}
    wanted = [value.name for value in graph.output if value.name in made]
    before = [value.name for value in graph.output if value.name not in made]
    if not wanted or before:
        return
    branches = {}
    for letter, branch in (("t", "then_branch"), ("e", "else_branch")):
        copies = [_renamed(node, made, letter) for node in inside]
        declared = [onnx.ValueInfoProto(name=f"{letter}_{name}") for name in wanted]
        branches[branch] = helper.make_graph(copies, letter, [], declared)
    if random.random() < 0.3:
        graph.initializer.append(helper.make_tensor("k", TensorProto.BOOL, [], [random.random() < 0.5]))
    else:
        graph.input.append(helper.make_tensor_value_info("k", TensorProto.BOOL, []))
    del graph.node[:]
    graph.node.extend([*nodes[:first], helper.make_node("If", ["k"], wanted, **branches)])
    for value in graph.output:
        value.CopyFrom(onnx.ValueInfoProto(name=value.name))


def _renamed(node: onnx.NodeProto, made: set[str], letter: str) -> onnx.NodeProto:
    """A copy of the node, in which what the branch makes has names of its own."""
    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    assert set(reads(node)) == set(node.input), "calls have no bodies"
    copy.input[:] = [f"{letter}_{name}" if name in made else name for name in node.input]
    copy.output[:] = [f"{letter}_{name}" if name else "" for name in node.output]
    return copy
