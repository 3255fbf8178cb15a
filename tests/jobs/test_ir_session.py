"""Sessions of onnx_ir models find what a run from nothing finds, whatever was edited in between."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import onnx.parser
import onnx_ir as ir
import pytest

import shapeinfer
from shapeinfer.jobs.edited import parts
from shapeinfer.jobs.edited.columns import Column, words
from shapeinfer.jobs.edited.ir import IrSource
from shapeinfer.jobs.edited.session import EditedResult
from tests.jobs.test_session import base, texts

if TYPE_CHECKING:
    from collections.abc import Callable


def test_an_ir_model_is_followed() -> None:
    model = ir.from_proto(base())
    session = shapeinfer.Session(model)
    assert texts(session.infer()) == texts(shapeinfer.infer(base()))
    next(iter(model.graph)).op_type = "Shape"
    result = session.infer()
    assert str(result.facts["a1"]) == "i64[2] = (n, 4)"
    assert texts(result) == texts(shapeinfer.infer(ir.to_proto(model)))


def test_edits_of_an_ir_model() -> None:
    plain = base()
    del plain.functions[:]
    plain.graph.node.remove(next(node for node in plain.graph.node if node.op_type == "twice"))
    for node in plain.graph.node:
        for attribute in node.attribute:
            if attribute.name == "then_branch":
                attribute.g.node[0].input[0] = "x"
    model = ir.from_proto(plain)
    session = shapeinfer.Session(model)

    def same() -> shapeinfer.Result:
        found = session.infer()
        assert texts(found) == texts(shapeinfer.infer(ir.to_proto(model)))
        return found

    first = same()
    nodes = {node.op_type: node for node in model.graph}
    split = nodes["Split"]
    before = ir.node("Relu", [split.inputs[0]], outputs=[ir.Value(name="more")])
    model.graph.insert_before(split, before)
    split.replace_input_with(0, before.outputs[0])
    assert isinstance(same(), EditedResult)
    nodes["Transpose"].attributes["perm"] = ir.AttrInt64s("perm", [0, 1])
    assert isinstance(same(), EditedResult)
    # A name, a declared type, a body and a stored number are all looked at.
    before.outputs[0].name = "renamed"
    assert "renamed" in same().facts
    before.outputs[0].type = ir.TensorType(ir.DataType.FLOAT)
    before.outputs[0].shape = ir.Shape(["n", None])
    same()
    next(iter(nodes["If"].attributes["then_branch"].value)).op_type = "NonZero"
    same()
    model.graph.initializers["halves"].const_value = ir.tensor([1, 5], dtype=ir.DataType.INT64, name="halves")
    assert str(same().facts["left"]) == "f32[n, 1]"
    assert str(first.facts["left"]) == "f32[n, 2]"


def test_an_ir_model_that_is_edited_in_place() -> None:
    """Types, dims, names and inputs change without any object becoming another one."""
    model = ir.from_proto(onnx.parser.parse_model(
        """<ir_version: 9, opset_import: ["" : 17]>
        g (float[n, 4] x, float[4] w) => (y) { a = Relu(x) b = Add(a, w) c = Cast<to=7>(b) y = Shape(c) }"""
    ))  # fmt: skip
    session = shapeinfer.Session(model)
    x, w = model.graph.inputs
    nodes = list(model.graph)

    def same() -> dict[str, str]:
        found = texts(session.infer())
        assert found == texts(shapeinfer.infer(ir.to_proto(model)))
        return found

    assert same()["b"] == "f32[n, 4]"
    x.dtype = w.dtype = ir.DataType.DOUBLE
    assert same()["b"] == "f64[n, 4]"
    x.shape = ir.Shape([3, 4])
    assert same()["b"] == "f64[3, 4]"
    w.name = "weights"
    assert same()["weights"] == "f64[4]"
    nodes[0].outputs[0].name = "relu"
    assert "a" not in same()
    nodes[2].attributes["to"] = ir.AttrInt64("to", 1)
    assert same()["c"] == "f32[3, 4]"
    nodes[1].op_type = "MatMul"
    assert same()["b"] == "f64[3]"
    nodes[3].replace_input_with(0, nodes[1].outputs[0])
    model.graph.remove(nodes[2])
    assert "c" not in same()


def leave_out(graph: ir.Graph, node: ir.Node) -> None:
    """Remove a node whose readers can do without it."""
    for use in list(node.outputs[0].uses()):
        use.node.replace_input_with(use.idx, node.inputs[0])
    if not any(v.is_graph_output() or v.uses() for v in node.outputs):
        graph.remove(node, safe=True)


def move(graph: ir.Graph, node: ir.Node) -> None:
    """Move a node towards its first reader, if it has none in bodies."""
    nodes = list(graph)
    readers = {use.node for value in node.outputs for use in value.uses()}
    if not readers:
        graph.append(node)
    elif readers.issubset(nodes):
        graph.insert_before(min(readers, key=nodes.index), node)


def ir_edit(model: ir.Model, rng: random.Random, turn: int) -> None:
    """One edit of any kind that onnx_ir has."""
    graph = model.graph
    nodes = list(graph)
    node = rng.choice(nodes)
    values = [*graph.inputs, *graph.initializers.values(), *(v for n in nodes for v in n.outputs)]
    value = rng.choice(values)
    kind = rng.randrange(12)
    if kind == 0 and node.inputs and node.inputs[0] is not None:
        before = ir.node("Identity", [node.inputs[0]], outputs=[ir.Value(name=f"made_{turn}_{len(values)}")])
        graph.insert_before(node, before)
        node.replace_input_with(0, before.outputs[0])
    elif kind == 1:
        value.name = f"named_{turn}_{rng.random()}"
    elif kind == 2:
        value.shape = rng.choice([None, ir.Shape(["n", 4]), ir.Shape([3, None]), ir.Shape(["n"])])
    elif kind == 3 and value.shape is not None and len(value.shape) and not value.shape.frozen:
        value.shape[0] = rng.choice([2, "m", None])
    elif kind == 4:
        value.type = rng.choice([None, ir.TensorType(ir.DataType.FLOAT), ir.TensorType(ir.DataType.INT64)])
    elif kind == 5 and value.type is not None:
        value.dtype = rng.choice([ir.DataType.FLOAT, ir.DataType.INT64])
    elif kind == 6:
        name = f"stored_{turn}_{rng.random()}"
        stored = ir.Value(name=name, const_value=ir.tensor([2, turn], dtype=ir.DataType.INT64, name=name))
        graph.register_initializer(stored)
        if node.inputs:
            node.replace_input_with(rng.randrange(len(node.inputs)), stored)
    elif kind == 7 and graph.initializers:
        stored = rng.choice(list(graph.initializers.values()))
        stored.const_value = ir.tensor([turn % 3, 2], dtype=ir.DataType.INT64, name=stored.name)
    elif kind == 8 and node.outputs and node.inputs and len(nodes) > 4:
        leave_out(graph, node)
    elif kind == 9:
        node.op_type = rng.choice(["Relu", "Shape", "Neg"])
    elif kind == 10:
        move(graph, node)
    elif node.inputs:
        earlier = [*graph.inputs, *(v for n in nodes[: nodes.index(node)] for v in n.outputs)]
        node.replace_input_with(rng.randrange(len(node.inputs)), rng.choice(earlier))


def anew(model: ir.Model) -> Callable[[], bytes]:
    return IrSource(model).snapshot().content()


@pytest.mark.parametrize("seed", [*range(8), 116, 137, 188])
def test_random_edits_of_an_ir_model(seed: int) -> None:
    """After any edit the facts are those of a run from nothing."""
    model = ir.from_proto(onnx.parser.parse_model(
        """<ir_version: 9, opset_import: ["" : 17]>
        g (float[n, 4] x, float[4, 4] w, bool flag) => (y, z)
        <int64[2] halves = {2, 2}, int64[2] flat = {4, -1}> {
            a = Relu(x) b = Add(a, w) c = MatMul(b, w) left, right = Split<axis=1>(c, halves)
            d = Concat<axis=0>(left, right) e = Reshape(d, flat) f = Transpose(e)
            h = If(flag)<then_branch = t () => (p) { p = Relu(a) }, else_branch = s () => (q) { q = Neg(a) }>
            i = Shape(h) y = Identity(f) z = Cast<to=1>(i)
        }"""
    ))  # fmt: skip
    rng = random.Random(seed)
    session = shapeinfer.Session(model)
    followed = 0
    for turn in range(60):
        for _ in range(rng.randrange(1, 4)):
            ir_edit(model, rng, turn)
        found = session.infer()
        followed += isinstance(found, EditedResult)
        assert texts(found) == texts(shapeinfer.infer(ir.to_proto(model))), turn
        if isinstance(found, EditedResult):
            written, whole = (
                onnx.ModelProto.FromString(content()) for content in (found._content, anew(model))
            )
            assert written.graph.node == whole.graph.node
    assert followed > 10


def test_nodes_of_an_ir_model_that_are_gone_are_forgotten() -> None:
    model = ir.from_proto(onnx.parser.parse_model(
        """<ir_version: 9, opset_import: ["" : 17]> g (float[n, 4] x) => (y) { a = Relu(x) y = Relu(a) }"""
    ))  # fmt: skip
    source = IrSource(model)
    source.snapshot()
    first, last = model.graph
    for turn in range(4):
        names = [f"{turn}_{at}" for at in range(500)]
        added = [ir.node("Relu", [first.outputs[0]], outputs=[ir.Value(name=name)]) for name in names]
        model.graph.insert_before(last, added)
        assert b"_499" in source.snapshot().content()()
        model.graph.remove(added, safe=True)
    assert b"_499" not in source.snapshot().content()()
    assert len(source._nodes.fields) == 2
    assert len(source._values._words.found) == 3


def test_slots_say_what_properties_say() -> None:
    model = ir.from_proto(base())
    nodes = list(model.graph)
    values = [value for node in nodes for value in node.outputs]
    if parts._OTHER_NODES is None or parts._OTHER_VALUES is None:
        pytest.skip("this version of onnx_ir has other slots")
    columns = [
        (
            Column(parts._NODE_WORDS, parts._with_copied_attributes, quick),
            Column(parts._VALUE_WORDS, None, other),
        )
        for quick, other in ((None, None), (parts._OTHER_NODES, parts._OTHER_VALUES))
    ]
    for of_nodes, of_values in columns:
        of_nodes.add(nodes)
        of_values.add(values)
    rng = random.Random(0)
    for turn in range(300):
        ir_edit(model, rng, turn)
        (slow_nodes, slow_values), (quick_nodes, quick_values) = columns
        assert slow_nodes.changed() == quick_nodes.changed()
        assert slow_values.changed() == quick_values.changed()


def test_after_an_ir_model_could_not_be_read_nothing_is_taken_for_seen() -> None:
    model = ir.from_proto(onnx.parser.parse_model(
        """<ir_version: 9, opset_import: ["" : 17]> g (float[n, 4] x) => (y) { a = Relu(x) y = Relu(a) }"""
    ))  # fmt: skip
    session = shapeinfer.Session(model)
    session.infer()
    first, last = model.graph
    first.op_type, last.op_type = 3, "Shape"  # type: ignore[assignment]
    with pytest.raises(ir.serde.SerdeError):
        session.infer()
    first.op_type = "Relu"
    assert texts(session.infer()) == texts(shapeinfer.infer(ir.to_proto(model)))


class Plain:
    """Properties of every kind: only the first hands out a slot and does nothing else."""

    __slots__ = ("_inner", "_word", "asked")

    def __init__(self, said: str) -> None:
        self._word = said
        self._inner = self
        self.asked = 0

    @property
    def word(self) -> str:
        return self._word

    @property
    def loud(self) -> str:
        return self._word.upper()

    @property
    def inner(self) -> Plain:
        return self._inner


def test_a_renamed_value_of_a_model_that_is_not_followed() -> None:
    """Its nodes are out of order, so each call reads all of it again."""
    model = ir.from_proto(onnx.parser.parse_model(
        """<ir_version: 9, opset_import: ["" : 17]> g (float[n, 4] x) => (y) { y = Shape(a) a = Relu(x) }"""
    ))  # fmt: skip
    session = shapeinfer.Session(model)
    session.infer()
    for name in ("b", "c"):
        model.graph[1].outputs[0].name = name
        assert str(session.infer().facts[name]) == "f32[n, 4]"
        assert str(session.infer().facts["y"]) == "i64[2] = (n, 4)"


def test_properties_are_read_as_attrgetter_reads_them() -> None:
    plain = Plain("a")
    assert words(Plain, "word")(plain) == "a"
    assert words(Plain, "loud")(plain) == "A"
    assert words(Plain, "asked")(plain) == 0
    assert words(Plain, "inner.loud")(plain) == "A"
    assert repr(words(Plain, "word")) == "operator.attrgetter('_word')"
    assert repr(words(Plain, "loud")) == "operator.attrgetter('loud')"


def test_a_column_tells_what_changed() -> None:
    items = [Plain(str(number)) for number in range(100)]
    column = Column(words(Plain, "word", "asked"))
    column.add(items[:90])
    assert column.difference(items) == (items[90:], [])
    column.add(items[90:])
    assert column.changed() == []
    items[3]._word = items[64]._word = "other"
    items[99].asked = 1
    assert column.changed() == [
        (items[3], ("3", 0), ("other", 0)),
        (items[64], ("64", 0), ("other", 0)),
        (items[99], ("99", 0), ("99", 1)),
    ]
    assert column.changed() == []
    column.drop(items[:50])
    assert column.difference(items[60:]) == ([], items[50:60])
    items[70].asked = 2
    assert column.changed() == [(items[70], ("70", 0), ("70", 2))]
