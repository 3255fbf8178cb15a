"""Where nodes belong: metadata, names of nodes, names of weights, and repetitions."""

from __future__ import annotations

import onnx
from onnx import helper

from shapeinfer.costs.scopes import METADATA, NAMES, NONE, WEIGHTS, Scopes
from shapeinfer.model.read import read_proto
from tests.costs.models import resnet50


def scopes(*nodes: onnx.NodeProto, weights: tuple[str, ...] = ()) -> Scopes:
    stored = [helper.make_tensor(name, 1, [1], [1.0]) for name in weights]
    graph = helper.make_graph(nodes, "g", [], [], stored)
    read = read_proto(helper.make_model(graph)).graph
    assert read is not None
    return Scopes(read)


def node(name: str = "", reads: str = "x", **metadata: str) -> onnx.NodeProto:
    made = helper.make_node("Relu", [reads], [f"{name}.out"], name=name)
    for key, value in metadata.items():
        made.metadata_props.add(key={"scopes": "pkg.torch.onnx.name_scopes"}.get(key, key), value=value)
    return made


def paths(found: Scopes) -> list[str]:
    return [scope.path for scope in found.of_node]


def test_names_of_nodes() -> None:
    found = scopes(node("/model/layers.0/mlp/Relu"), node("/model/Relu"), node("alone"))
    assert (found.source, paths(found)) == (NAMES, ["model/layers.0/mlp", "model", ""])


def test_metadata_of_the_newer_exporter() -> None:
    """The names of modules, each with those around it, and the node's own at the end."""
    found = scopes(
        node("a", scopes="['', 'm', 'm.layers.1', 'm.layers.1.mlp', 'relu_1']"), node("b", scopes="['', 'x']")
    )
    assert (found.source, paths(found)) == (METADATA, ["m/layers.1/mlp", ""])


def test_namespaces() -> None:
    found = scopes(node("a", namespace=": pkg.Wrap/m: pkg.Model/m.head: pkg.Linear/relu: aten.relu"))
    assert (found.source, paths(found)) == (METADATA, ["m/head"])


def test_names_of_weights() -> None:
    """What lies between two weights belongs to what they have in common; a number is a place in a list."""
    names = ("m.h.0.attn.weight", "m.h.0.mlp.weight", "m.h.1.mlp.weight")
    found = scopes(
        node("a", names[0]), node("b"), node("c", names[1]), node("d"), node("e", names[2]), weights=names
    )
    assert found.source == WEIGHTS
    assert paths(found) == ["m/h.0/attn", "m/h.0", "m/h.0/mlp", "m", "m/h.1/mlp"]


def test_no_scopes() -> None:
    found = scopes(node("a"), node("b"))
    assert (found.source, paths(found), list(found.root.walk())) == (NONE, ["", ""], [])


def test_damaged_metadata_is_no_scope() -> None:
    assert paths(scopes(node("a", scopes="[[["))) == [""]


def test_repetitions() -> None:
    found = scopes(
        *[node(f"/m/layers.{at}/{name}") for at in range(4) for name in ("a", "b")], node("/m/head/x")
    )
    found.find_repeats([0, 1, 2, 3, 2, 3, 2, 3, 4])
    tree = [(s.path, s.repeats, None if s.same_as is None else s.same_as.name) for s in found.root.walk()]
    assert tree == [
        ("m", 1, None),
        ("m/layers.0", 1, None),
        ("m/layers.1", 3, None),
        ("m/layers.2", 1, "layers.1"),
        ("m/layers.3", 1, "layers.1"),
        ("m/head", 1, None),
    ]
    assert [s.name for s in found.root.walk(repeats=False)] == ["m", "layers.0", "layers.1", "head"]
    assert [s.name for s in found.root.walk(1)] == ["m"]


def test_scopes_of_other_names_are_no_repetitions() -> None:
    found = scopes(node("/m/gate/a"), node("/m/up/a"), node("/m/ln_1/b"), node("/m/ln_22/b"))
    found.find_repeats([0, 0, 1, 1])
    assert [(s.name, s.repeats) for s in found.root.walk(repeats=False)] == [
        ("m", 1),
        ("gate", 1),
        ("up", 1),
        ("ln_1", 2),
    ]


def test_every_node_is_in_one_scope() -> None:
    graph = read_proto(resnet50()).graph
    assert graph is not None
    found = Scopes(graph)
    assert sorted(at for s in [found.root, *found.root.walk()] for at in s.nodes) == list(
        range(len(graph.nodes))
    )
    assert found.root.all == list(range(len(graph.nodes)))
