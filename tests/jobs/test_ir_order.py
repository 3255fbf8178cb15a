"""The order of an onnx_ir graph's nodes is what iteration gives, however it is found out."""

from __future__ import annotations

import random

import onnx_ir as ir
import pytest

from shapeinfer.jobs.edited import order as module
from shapeinfer.jobs.edited.order import Order


def node() -> ir.Node:
    return ir.node("Relu", [None])


def edit(graph: ir.Graph, rng: random.Random) -> None:
    """Insert, remove or move some nodes."""
    nodes = list(graph)
    kind = rng.randrange(8)
    if kind < 3 or len(nodes) < 3:
        added = [node() for _ in range(rng.randrange(1, 5))]
        if not nodes or kind == 0:
            graph.extend(added)
        elif kind == 1:
            graph.insert_before(rng.choice(nodes), added)
        else:
            graph.insert_after(rng.choice(nodes), added)
    elif kind < 5:
        graph.remove(rng.sample(nodes, rng.randrange(1, 3)))
    elif kind == 5:
        graph.append(rng.choice(nodes))
    elif kind == 6:
        first, second = rng.sample(nodes, 2)
        graph.insert_before(first, second)
    else:
        graph.sort()


def followed(graph: ir.Graph, rng: random.Random) -> None:
    found = Order()
    found.update(graph)
    before = list(graph)
    said = dict.fromkeys(before, "")
    old = [""] * len(before)
    for turn in range(80):
        for _ in range(rng.choice([0, 1, 1, 2, 5])):
            edit(graph, rng)
        found.update(graph)
        now = list(graph)
        assert found.nodes == now
        assert set(found.new) == set(now) - set(before)
        assert set(found.gone) == set(before) - set(now)
        still = [each for each in now if each not in {*found.new, *found.moved}]
        assert still == [each for each in before if each not in {*found.gone, *found.moved}]
        other = [each for each in still if rng.random() < 0.1]
        said.update((each, str(turn)) for each in (*found.new, *found.moved, *other))
        old, places = found.like(old, said, other)
        assert old == [said[each] for each in now]
        assert places == {now.index(each): said[each] for each in other}
        before = now


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_the_order_is_followed(seed: int, is_known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In versions of onnx_ir that are not known the nodes are iterated."""
    monkeypatch.setattr(module, "_KNOWN", {ir.__version__} if is_known else frozenset())
    graph = ir.Graph((), (), nodes=[node() for _ in range(seed)])
    followed(graph, random.Random(seed))


def test_there_is_always_room_for_another_node() -> None:
    graph = ir.Graph((), (), nodes=[node(), node()])
    found = Order()
    for _ in range(100):
        graph.insert_after(graph[0], node())
        found.update(graph)
        assert found.nodes == list(graph)


def test_another_graph_is_another_order() -> None:
    first, second = (ir.Graph((), (), nodes=[node() for _ in range(3)]) for _ in range(2))
    found = Order()
    found.update(first)
    found.update(second)
    assert found.nodes == found.new == list(second)
    assert found.gone == list(first)
