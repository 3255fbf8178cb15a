"""Order, uses and the networkx graph."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import networkx as nx
import onnx
from onnx import helper, parser

import shapeinfer
from shapeinfer.model.graph import (
    CAPTURED,
    Cycle,
    build,
    captured_names,
    consumers,
    dead_nodes,
    is_sorted,
    order,
    producers,
)
from shapeinfer.model.read import read_proto
from shapeinfer.model.structure import Graph, Node

ROOT = str(Path(shapeinfer.__file__).resolve().parent.parent)  # without site, no editable install is found


def graph_of(edges: list[tuple[list[str], list[str]]], outputs: list[str]) -> Graph:
    """Nodes from lists of inputs and outputs; "x" is the graph's input."""
    nodes = [helper.make_node("Op", inputs, made) for inputs, made in edges]
    declared = [onnx.ValueInfoProto(name=name) for name in ["x", *outputs]]
    graph = read_proto(helper.make_model(helper.make_graph(nodes, "g", declared[:1], declared[1:]))).graph
    assert graph is not None
    return graph


def with_body() -> Graph:
    graph = read_proto(
        parser.parse_model("""
        <ir_version: 10, opset_import: ["" : 21]>
        agraph (float[N] x, bool b) => (float[N] y) {
            h = Relu(x)
            unused = Abs(h)
            k = Neg(x)
            y = If (b) <
                then_branch = g1 () => (float[N] a) { a = Identity(h) },
                else_branch = g2 () => (float[N] a) {
                    a = If (b) <
                        then_branch = g3 () => (float[N] d) { e = Relu(k) d = Abs(e) },
                        else_branch = g4 () => (float[N] d) { d = Relu(x) }
                    >
                }
            >
        }
        """)
    ).graph
    assert graph is not None
    return graph


def indices(nodes: list[Node] | Cycle) -> list[int]:
    assert isinstance(nodes, list)
    return [node.index for node in nodes]


def test_sorted() -> None:
    graph = graph_of([(["x", ""], ["a"]), (["a", "x"], ["b"])], ["b"])
    assert is_sorted(graph)
    assert indices(order(graph)) == [0, 1]


def test_unsorted_keeps_file_order_among_the_ready() -> None:
    graph = graph_of([(["c"], ["d"]), (["x"], ["a"]), (["x"], ["b"]), (["a"], ["c"]), (["x"], ["e"])], ["d"])
    assert not is_sorted(graph)
    assert indices(order(graph)) == [1, 2, 3, 0, 4]


def test_shuffled_graphs_are_put_in_order() -> None:
    chooser = random.Random(0)
    for _ in range(50):
        edges = [
            ([chooser.choice(["x", *(f"v{i}" for i in range(at))]) for _ in range(2)], [f"v{at}"])
            for at in range(20)
        ]
        chooser.shuffle(edges)
        graph = graph_of(edges, ["v19"])
        known = {"x"}
        found = order(graph)
        assert isinstance(found, list)
        for node in found:
            assert known.issuperset(node.inputs)
            known.update(node.outputs)
        assert len(found) == 20


def test_cycle() -> None:
    graph = graph_of(
        [(["x"], ["a"]), (["a", "d"], ["b"]), (["b"], ["c"]), (["c"], ["d"]), (["d"], ["e"])], ["e"]
    )
    found = order(graph)
    assert isinstance(found, Cycle)
    assert sorted(node.index for node in found.nodes) == [1, 2, 3]
    for before, after in zip(found.nodes, [*found.nodes[1:], found.nodes[0]], strict=True):
        assert set(before.outputs) & set(after.inputs)
    own = order(graph_of([(["a"], ["a"])], ["a"]))
    assert isinstance(own, Cycle)
    assert [node.index for node in own.nodes] == [0]


def test_names_from_outside() -> None:
    graph = graph_of([(["outer"], ["a"])], ["a"])
    assert not is_sorted(graph)
    assert is_sorted(graph, ["outer"])
    assert indices(order(graph)) == [0]


def test_captured_names() -> None:
    graph = with_body()
    then_branch, else_branch = (body for _, body in graph.nodes[3].bodies())
    assert captured_names(then_branch) == {"h"}
    assert captured_names(else_branch) == {"b", "k", "x"}
    assert captured_names(else_branch) is captured_names(else_branch)
    assert captured_names(graph) == frozenset()


def test_bodies_count_as_uses() -> None:
    graph = with_body()
    assert is_sorted(graph)
    assert dead_nodes(graph) == {1}
    uses = consumers(graph)
    assert [(node.index, position) for node, position in uses["h"]] == [(1, 0), (3, CAPTURED)]
    assert [(node.index, position) for node, position in uses["b"]] == [(3, 0)]
    assert producers(graph)["k"].index == 2


def test_order_across_bodies() -> None:
    graph = with_body()
    graph.nodes.reverse()
    for index, node in enumerate(graph.nodes):
        node.index = index
    assert [node.op_type for node in graph.nodes if node in order_list(graph)[-2:]] == ["If", "Abs"]
    assert order_list(graph)[0].op_type == "Neg"


def order_list(graph: Graph) -> list[Node]:
    found = order(graph)
    assert isinstance(found, list)
    return found


def test_dead_nodes() -> None:
    graph = graph_of([(["x"], ["a", "b"]), (["a"], ["c"]), (["c"], ["d"]), (["b"], ["y"])], ["y"])
    assert dead_nodes(graph) == {1, 2}


def test_build() -> None:
    graph = graph_of([(["x", "x"], ["a", "b"]), (["b", "", "a", "lost"], ["y"])], ["y"])
    built = build(graph)
    assert set(built.nodes) == {0, 1, ("input", "x"), ("outer", "lost"), ("output", "y")}
    edges = sorted(
        (str(source), str(target), data["value"], data["output"], data["input"])
        for source, target, data in built.edges(data=True)
    )
    assert edges == [
        ("('input', 'x')", "0", "x", 0, 0),
        ("('input', 'x')", "0", "x", 0, 1),
        ("('outer', 'lost')", "1", "lost", 0, 3),
        ("0", "1", "a", 0, 2),
        ("0", "1", "b", 1, 0),
        ("1", "('output', 'y')", "y", 0, 0),
    ]
    assert built.nodes[1] == {"kind": "node", "name": "", "op_type": "Op", "domain": ""}
    assert built.nodes["outer", "lost"] == {"kind": "outer", "name": "lost"}


def test_build_function() -> None:
    proto = onnx.ModelProto()
    function = proto.functions.add(name="f", domain="d")
    function.input.append("x")
    function.output.append("y")
    function.node.add(op_type="Relu", input=["x"], output=["y"])
    (read,) = read_proto(proto).functions.values()
    assert is_sorted(read)
    assert set(build(read).nodes) == {0, ("input", "x"), ("output", "y")}
    assert dead_nodes(read) == set()


def test_reading_loads_nothing_heavy() -> None:
    """The modules of the fast path: reading, ordering a sorted graph, writing."""
    heavy = ("onnx", "numpy", "networkx", "google")
    code = (
        f"import sys; sys.path[:0] = {[ROOT, *sys.path]!r}; from shapeinfer.model import graph, read, write; "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    command = [sys.executable, "-S", "-I", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_order_is_that_of_networkx() -> None:
    chance = random.Random(3)
    cycles = 0
    for _ in range(200):
        count = chance.randrange(2, 12)
        edges = [
            ([f"v{chance.randrange(count)}" for _ in range(chance.randrange(3))], [f"v{at}"])
            for at in range(count)
        ]
        graph = graph_of(edges, ["v0"])
        plain: nx.DiGraph[int] = nx.DiGraph()
        plain.add_nodes_from(range(count))
        plain.add_edges_from((int(name[1:]), at) for at, (inputs, _) in enumerate(edges) for name in inputs)
        found = order(graph)
        if isinstance(found, Cycle):
            cycles += 1
            way = [node.index for node in found.nodes]
            assert all(plain.has_edge(a, b) for a, b in zip(way, [*way[1:], way[0]], strict=True))
            assert len(set(way)) == len(way)
        else:
            assert [node.index for node in found] == list(nx.lexicographical_topological_sort(plain))
    assert 20 < cycles < 180
