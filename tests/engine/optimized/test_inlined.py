"""Functions, and branches that stored conditions take, stand in the place of their calls and Ifs."""

from __future__ import annotations

import onnx.parser

from shapeinfer.engine.engine import Engine
from shapeinfer.engine.optimized.inlined import Inlined
from shapeinfer.engine.place import place_text
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.read import read_proto
from shapeinfer.model.structure import Graph

HEAD = '<ir_version: 10, opset_import: ["" : 17, "local" : 1]>\n'


def inlined(text: str) -> tuple[Inlined, Engine]:
    engine = Engine(read_proto(onnx.parser.parse_model(HEAD + text)))
    run = engine.run()
    assert run.model.graph is not None
    return Inlined(run, run.model.graph, engine.function_of), engine


def operators(graph: Graph) -> list[str]:
    return [node.op_type for node in graph.nodes]


CALLS = """g (float[A,3] x) => (y, z) <int64[2] t = {4,-1}> { a, b = local.f(x, t) y = Relu(a) z = local.f(b, t) }
<domain: "local", opset_import: ["" : 17]> f (p, s) => (q, r) { h = Neg(p) q = Reshape(h, s) r = Identity(h) }"""


def test_a_call_becomes_the_nodes_of_the_function() -> None:
    flat, engine = inlined(CALLS)
    assert operators(flat.graph) == ["Neg", "Reshape", "Identity", "Relu", "Neg", "Reshape", "Identity"]
    first, relu, second = flat.graph.nodes[1], flat.graph.nodes[3], flat.graph.nodes[5]
    assert (first.inputs[1], first.outputs, relu.inputs) == ("t", ("a",), ("a",))
    assert (second.inputs[1], second.outputs) == ("t", ("z",))
    assert flat.graph.nodes[4].inputs == ("b",)
    names = [name for node in flat.graph.nodes for name in node.outputs]
    assert len(set(names)) == len(names)
    facts = flat.run(engine.run()).facts
    assert [str(facts[name]) for name in flat.graph.nodes[4].outputs] == ["f32[A, 3]"]


def test_what_is_reported_gets_its_own_place_back() -> None:
    flat, engine = inlined(CALLS)
    run = engine.run()
    moved = flat.run(run)
    assert [place_text(p.place) for p in moved.requirements] == ["graph/Reshape#1", "graph/Reshape#5"]
    assert [p.place for p in flat.back(moved.requirements)] == [p.place for p in run.requirements]
    assert place_text(run.requirements[0].place) == "graph/f#0 -> fn:f/Reshape#1"


def test_a_branch_that_a_stored_condition_takes_stands_in_the_place_of_its_if() -> None:
    text = """g (float[A] x, bool k) => (y, z) <bool c = {1}> {
        y, w = If (c) <then_branch = t () => (float[n] a, float[1] s) <float[1] s = {1}> { a = Add(x, s) },
                       else_branch = e () => (float[n] b, float[n] d) { b = Neg(x) d = Abs(x) }>
        z = If (k) <then_branch = u () => (float[n] f) { f = Sin(w) },
                    else_branch = v () => (float[n] h) { h = Cos(w) }> }"""
    flat, engine = inlined(text)
    assert operators(flat.graph) == ["Add", "Identity", "If"]
    added, copied, decided = flat.graph.nodes
    assert added.outputs == ("y",)
    assert copied.inputs == (added.inputs[1],)
    assert copied.outputs == ("w",)
    assert added.inputs[1] in flat.graph.initializers
    branches = dict(decided.bodies())
    assert operators(branches["then_branch"]) == ["Sin"]
    facts = flat.run(engine.run()).facts
    assert isinstance(facts["w"], TensorFact)


def test_calls_in_bodies_and_what_bodies_read_of_functions() -> None:
    text = """g (float[A] x, int64 n) => (y) { y = local.f(x, n) }
    <domain: "local", opset_import: ["" : 17]> h (p) => (r) { r = Neg(p) }
    <domain: "local", opset_import: ["" : 17, "local" : 1]> f (p, n) => (r) {
        m = Abs(p)
        r = Loop(n, "", m) <body = b (int64 i, bool g, float[] s) => (bool g2, float[] o)
            { g2 = Identity(g) w = local.h(m) o = Add(s, w) }> }"""
    flat, _ = inlined(text)
    assert operators(flat.graph) == ["Abs", "Loop"]
    body = dict(flat.graph.nodes[1].bodies())["body"]
    assert operators(body) == ["Identity", "Neg", "Add"]
    assert body.nodes[1].inputs == flat.graph.nodes[0].outputs  # what the body reads of the function


def test_attributes_of_a_call_and_inputs_that_it_leaves_out() -> None:
    text = """g (float[A] x) => (y) { y = local.f<to = 7>(x) }
    <domain: "local", opset_import: ["" : 17]> f <to> (p, q) => (r) { c = Cast<to: int = @to>(p) r = Clip(c, q) }"""
    flat, _ = inlined(text)
    assert flat.graph.nodes[0].attributes["to"].value == 7
    assert flat.graph.nodes[1].inputs == (flat.graph.nodes[0].outputs[0], "")


def test_a_cycle_and_too_much_stay_as_they_are() -> None:
    cycle = """g (float[A] x) => (y) { y = local.f(x) }
    <domain: "local", opset_import: ["" : 17, "local" : 1]> f (p) => (r) { r = local.f(p) }"""
    assert operators(inlined(cycle)[0].graph) == ["f"]
    nodes = " ".join(f"v{i + 1} = Neg(v{i})" for i in range(100))
    calls = " ".join(f"y{i + 1} = local.f(y{i})" for i in range(200))
    text = f"""g (float[A] y0) => (y200) {{ {calls} }}
    <domain: "local", opset_import: ["" : 17]> f (v0) => (v100) {{ {nodes} }}"""
    found = operators(inlined(text)[0].graph)
    assert found.count("Neg") == 4400  # 2,000 and 8 for each of 300 nodes
    assert found.count("f") == 156
