"""Moves the last nodes of a case into a function, or into the branches of an If, or into one of them."""

from __future__ import annotations

from random import Random

import onnx
from onnx import TensorProto, helper

from tests.fuzz.differential.case import Case, Trial
from tests.fuzz.differential.functions import outline, reads


def wrapped(case: Case, random: Random) -> Case:
    """Most cases as they are; of some the last nodes stand in a function, or in one or both branches of an
    If."""
    dice = random.random()
    count = len(case.model.graph.node)
    if not count or dice < 0.8:
        return case
    first = random.randrange(count)
    if dice < 0.9:
        outline(case.model, first, count - 1, random, "f")
    elif dice < 0.95:
        _branch(case.model, first, random)
    else:
        _one_branch(case.model, first, random)
    return _told(case)


def guarded(case: Case) -> Case:
    """Most cases as they are; of some the last nodes stand in one branch of an If."""
    random = Random(-case.seed)
    count = len(case.model.graph.node)
    if not count or random.random() < 0.93:
        return case
    _one_branch(case.model, random.randrange(count), random)
    return _told(case)


def _told(case: Case) -> Case:
    """The case with contents for the condition, so that check is told of them as well: half of the trials take
    each branch."""
    trials = [
        Trial(trial.sizes, {**trial.contents, "k": ((case.seed + at) % 2,)}, trial.shapes)
        for at, trial in enumerate(case.trials)
    ]
    given = any(value.name == "k" for value in case.model.graph.input)
    return Case(case.seed, case.mode, case.about, case.model, trials if given else case.trials)


def _branch(model: onnx.ModelProto, first: int, random: Random) -> None:
    """Put the nodes from ``first`` on into both branches of an If, by a condition that is given or stored."""
    graph = model.graph
    made = {name for node in graph.node[first:] for name in node.output if name}
    if not graph.output or any(value.name not in made for value in graph.output):
        return
    into_branches(model, first, len(graph.node) - 1)
    _condition(graph, random)
    for value in graph.output:
        value.CopyFrom(onnx.ValueInfoProto(name=value.name))


def into_branches(model: onnx.ModelProto, first: int, last: int) -> None:
    """Put the nodes ``first`` to ``last``, which have no bodies, into both branches of an If by ``k``."""
    graph = model.graph
    nodes = list(graph.node)
    inside = nodes[first : last + 1]
    made = {name for node in inside for name in node.output if name}
    read = {name for node in nodes[last + 1 :] for name in reads(node)} | {v.name for v in graph.output}
    wanted = [name for node in inside for name in node.output if name in read]
    branches = {}
    for letter, branch in (("t", "then_branch"), ("e", "else_branch")):
        copies = [_renamed(node, made, letter) for node in inside]
        declared = [onnx.ValueInfoProto(name=f"{letter}_{name}") for name in wanted]
        branches[branch] = helper.make_graph(copies, letter, [], declared)
    del graph.node[:]
    taken = helper.make_node("If", ["k"], wanted, **branches)
    graph.node.extend([*nodes[:first], taken, *nodes[last + 1 :]])


def _one_branch(model: onnx.ModelProto, first: int, random: Random) -> None:
    """Put the nodes from ``first`` on into one branch of an If, which makes nothing of them."""
    graph = model.graph
    nodes = list(graph.node)
    made = {name for node in nodes[first:] for name in node.output}
    branches = {}
    inside = random.choice(("then_branch", "else_branch"))
    for letter, branch in (("t", "then_branch"), ("e", "else_branch")):
        number = helper.make_tensor("t", TensorProto.FLOAT, [], [1.0])
        constant = helper.make_node("Constant", [], [f"{letter}_made"], value=number)
        body = [*(nodes[first:] if branch == inside else []), constant]
        output = helper.make_tensor_value_info(f"{letter}_made", TensorProto.FLOAT, [])
        branches[branch] = helper.make_graph(body, letter, [], [output])
    _condition(graph, random)
    kept = [value for value in graph.output if value.name not in made]
    del graph.node[:], graph.output[:]
    graph.node.extend([*nodes[:first], helper.make_node("If", ["k"], ["made"], **branches)])
    graph.output.extend([*kept, onnx.ValueInfoProto(name="made")])
    declared = [value for value in graph.value_info if value.name not in made]
    del graph.value_info[:]
    graph.value_info.extend(declared)


def _condition(graph: onnx.GraphProto, random: Random) -> None:
    """The condition ``k``: stored or given."""
    if random.random() < 0.3:
        graph.initializer.append(helper.make_tensor("k", TensorProto.BOOL, [], [random.random() < 0.5]))
    else:
        graph.input.append(helper.make_tensor_value_info("k", TensorProto.BOOL, []))


def _renamed(node: onnx.NodeProto, made: set[str], letter: str) -> onnx.NodeProto:
    """A copy of the node, in which what the branch makes has names of its own."""
    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    assert set(reads(node)) == set(node.input), "calls have no bodies"
    copy.input[:] = [f"{letter}_{name}" if name in made else name for name in node.input]
    copy.output[:] = [f"{letter}_{name}" if name else "" for name in node.output]
    return copy
