"""What is alive at once: views, bodies, functions, weights that are unpacked, and the peak over open
sizes."""

from __future__ import annotations

import random
from itertools import pairwise

import onnx
import pytest
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer.engine.place import place_text
from tests.costs.models import at, cost


def told(text: str, **dims: int) -> list[str]:
    """The candidates of the peak, each with its place."""
    return [f"{c.bytes} at {place_text(c.place)}" for c in cost(text, **dims).peak.candidates]


def test_a_chain_has_two_values_alive() -> None:
    text = "g (float[n] x) => (float[n] y) { a = Relu (x) b = Exp (a) y = Neg (b) }"
    assert told(text) == ["8*n at graph/Exp#1"]
    assert told(text, n=100) == ["800 at graph/Exp#1"]


def test_inputs_and_initializers_are_counted_apart() -> None:
    found = cost("g (float[n, 4] x) => (float[n, 4] y) <float[4] w = {1, 2, 3, 4}> { y = Add (x, w) }")
    assert str(found.input_bytes) == "16*n"
    assert (found.parameters, found.weight_bytes) == (4, 16)
    assert str(found.peak.candidates[0].bytes) == "16*n"


def test_a_view_shares_the_memory_of_its_input() -> None:
    text = """g (float[n, 4] x) => (float[n] y) {
        a = Relu (x)
        axes = Constant <value_ints = [0]> ()
        b = Unsqueeze (a, axes)
        c = Identity (b)
        d = Neg (c)
        s = ReduceSum <keepdims = 0> (d, last)
        last = Constant <value_ints = [0, 2]> ()
        y = Exp (s)
    }"""
    assert told(text) == ["32*n at graph/Neg#4"]


def test_an_output_that_is_a_view_keeps_what_it_shows() -> None:
    text = """g (float[n, 4] x) => (float[1, n, 4] v, float[n, 4] y) {
        a = Relu (x)
        axes = Constant <value_ints = [0]> ()
        v = Unsqueeze (a, axes)
        b = Neg (x)
        y = Exp (b)
    }"""
    assert told(text) == ["48*n at graph/Exp#4"]


def test_outputs_stay_to_the_end_and_what_nobody_reads_goes_at_once() -> None:
    text = """g (float[n] x) => (float[n] first, float[n] last) {
        first = Relu (x)
        nothing = Concat <axis = 0> (x, x, x)
        last = Exp (x)
    }"""
    assert told(text) == ["16*n at graph/Concat#1"]


def test_where_the_peak_is_depends_on_the_sizes() -> None:
    text = """g (float[n, k] x, float[k, m] w) => (float[n, m] y, float[n, k] z) {
        y = MatMul (x, w)
        a = Concat <axis = 1> (x, x)
        z0 = Relu (a)
        b = Slice (z0, zero, k, one)
        z = Identity (b)
        s = Shape (x)
        one = Constant <value_ints = [1]> ()
        zero = Constant <value_ints = [0]> ()
        k = Gather (s, one)
        big = MatMul (y, t)
        t = Transpose (y)
    }"""
    found = cost(text)
    assert not found.peak.is_one
    for sizes in ({"n": 1, "k": 100, "m": 2}, {"n": 100, "k": 1, "m": 1}, {"n": 3, "k": 3, "m": 50}):
        exact = cost(text, **sizes).peak.candidates[0].bytes.value
        assert found.peak.at(at(sizes))[0] == exact
        assert found.peak.bound is not None
        assert exact is not None
        assert found.peak.bound.evaluate(at(sizes)) >= exact


def test_the_larger_branch_of_an_if() -> None:
    text = """g (bool c, float[n] x) => (float[m] y) {
        y = If (c) <
            then_branch = t () => (float[n] p) { q = Exp (x) r = Neg (q) p = Abs (r) },
            else_branch = e () => (float[k] p) { p = Concat <axis = 0> (x, x, x, x, x) }
        >
    }"""
    assert told(text) == ["20*n at graph/If#0.else_branch/Concat#0", "4*?0 at graph/If#0"]


def test_a_loop_holds_the_state_it_began_a_round_with() -> None:
    text = """g (int64 rounds, float[n] x) => (float[n] y, float[r, n] all) {
        go = Constant <value = bool {1}> ()
        y, all = Loop (rounds, go, x) <
            body = b (int64 i, bool c, float[n] s) => (bool d, float[n] t, float[n] u)
                { d = Identity (c) t = Exp (s) u = Neg (t) }
        >
    }"""
    # state 4n, collected 4n a round, made inside 8n
    (candidate,) = cost(text).peak.candidates
    assert place_text(candidate.place) == "graph/Loop#1.body/Neg#2"
    assert candidate.bytes.evaluate(lambda s: {"n": 10}.get(s.name, 3)) == 4 * 10 + 4 * 10 * 3 + 8 * 10


FUNCTIONS = """g (float[n] x) => (float[n] y) { a = Relu (x) b = local.twice (a) y = Neg (b) }
<domain: "local", opset_import: ["" : 18]>
twice (p) => (q) { r = Concat <axis = 0> (p, p) s = Exp (r) z = Constant <value_ints = [0]> ()
    w = Shape (p) q = Slice (s, z, w) }
"""


def test_a_function_is_its_nodes() -> None:
    assert told(FUNCTIONS) == [
        "20*n at graph/twice#1 -> fn:twice/Exp#1",
        "16*n + 8 at graph/twice#1 -> fn:twice/Slice#4",
    ]


def test_a_function_that_hands_its_input_on_makes_nothing() -> None:
    text = """g (float[n] x) => (float[n] y) { a = Relu (x) b = local.same (a) c = local.same (b) y = Neg (c) }
    <domain: "local", opset_import: ["" : 18]>
    same (p) => (q) { q = Identity (p) }
    """
    assert told(text) == ["8*n at graph/Neg#3"]


def test_weights_are_unpacked_when_they_are_needed() -> None:
    """A quantised file lists all its weights first; no runtime holds all of them as floats."""
    text = """g (float[n, 4] x) => (float[n, 4] y)
    <int8[4, 4] p = {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}, int8[4, 4] q = {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1},
     float s = {0.5}> {
        a = DequantizeLinear (p, s)
        b = DequantizeLinear (q, s)
        c = MatMul (x, a)
        y = MatMul (c, b)
    }"""
    assert told(text) == ["32*n + 64 at graph/MatMul#3"]


def test_a_timeline() -> None:
    found = cost("g (float[n] x) => (float[n] y) { a = Relu (x) b = Concat <axis = 0> (a, a) y = Neg (x) }")
    told = [(node.op_type, str(size)) for node, size in found.costs.memory.timeline()]
    assert told == [("Relu", "4*n"), ("Concat", "12*n"), ("Neg", "4*n")]


def test_what_is_alive_at_the_peak() -> None:
    text = """g (float[n] x) => (float[n] y, float[n] z) {
        z = Relu (x) big = Concat <axis = 0> (x, x, x) y0 = Exp (big) y = Slice (y0, a, b)
        a = Constant <value_ints = [0]> () b = Shape (x)
    }"""
    found = cost(text)
    assert [(v.name, str(v.bytes)) for v in found.alive()] == [("big", "12*n"), ("y0", "12*n"), ("z", "4*n")]


def test_values_of_unknown_size_are_named() -> None:
    found = cost("g (string[n] x) => (string[n] y) { a = Identity (x) y = StringNormalizer (a) }")
    assert str(found.input_bytes) == "0"
    assert sorted(found.unsized) == ["x", "y"]


def test_a_file_out_of_order() -> None:
    text = "g (float[n] x) => (float[n] y) { y = Neg (b) b = Exp (a) a = Relu (x) }"
    assert told(text) == ["8*n at graph/Exp#1"]


def test_a_model_that_makes_nothing() -> None:
    found = cost("g (float[n] x) => (float[n] x) { }")
    assert found.peak.candidates == ()
    assert found.alive() == []


@pytest.mark.parametrize("seed", range(30))
def test_the_peak_at_any_sizes_is_that_of_the_numbers(seed: int) -> None:
    """Random graphs over open sizes: put numbers of at least 1 into the candidates, or run a simple
    simulation."""
    rng = random.Random(seed)
    model = random_model(rng)
    found = shapeinfer.cost(model)
    for _ in range(6):
        sizes = {name: rng.choice((1, 2, 3, 17, 300)) for name in "abc"}
        assert found.peak.at(at(sizes))[0] == simulated(model, sizes), sizes


def random_model(rng: random.Random) -> onnx.ModelProto:
    """Sums, copies, transposes and joins of matrices, some handed out."""
    shapes = {"x": ("a", "b"), "y": ("b", "c"), "z": ("a", "a")}
    nodes = []
    values = dict.fromkeys(shapes)
    sizes: dict[str, tuple[str, str, int]] = {name: (*s, 1) for name, s in shapes.items()}
    for number in range(rng.randrange(4, 16)):
        source = rng.choice(list(values))
        rows, columns, times = sizes[source]
        name = f"v{number}"
        kind = rng.choice(("Relu", "Transpose", "Concat", "Identity"))
        if kind == "Concat":
            nodes.append(helper.make_node("Concat", [source] * 2, [name], axis=0))
            sizes[name] = (rows, columns, times * 2)
        elif kind == "Transpose":
            nodes.append(helper.make_node("Transpose", [source], [name]))
            sizes[name] = (columns, rows, times)
        else:
            nodes.append(helper.make_node(kind, [source], [name]))
            sizes[name] = sizes[source]
        values[name] = None
    made = [n for n in values if n.startswith("v")]
    outputs = [
        helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in rng.sample(made, min(2, len(made)))
    ]
    inputs = [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in shapes.items()]
    graph = helper.make_graph(nodes, "g", inputs, outputs)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)


def simulated(model: onnx.ModelProto, sizes: dict[str, int]) -> int:
    """Run through the nodes: add what each makes, note the sum, subtract what is no longer needed."""
    graph = model.graph
    facts = shapeinfer.infer(model, dims=sizes).facts
    owner: dict[str, str] = {}
    for node in graph.node:
        source = node.input[0]
        owner[node.output[0]] = owner.get(source, source) if node.op_type == "Identity" else node.output[0]
    needed = {o.name for o in graph.output}
    alive: dict[str, int] = {}
    most = 0
    for position, node in enumerate(graph.node):
        made = node.output[0]
        if owner[made] == made:
            count = 1
            for dim in facts[made].shape:  # type: ignore[attr-defined]  # a tensor
                count *= dim.value
            alive[made] = 4 * count
        most = max(most, sum(alive.values()))
        later = {owner.get(name, name) for n in graph.node[position + 1 :] for name in n.input}
        later |= {owner.get(name, name) for name in needed}
        alive = {name: size for name, size in alive.items() if name in later}
    return most


def test_candidates_come_largest_first_and_differ() -> None:
    found = cost(
        """g (float[n, n] x, float[m, n] w) => (float[m, n] y) {
            a = MatMul (w, x) b = Relu (a) c = MatMul (b, x) y = Exp (c) d = MatMul (x, x) e = Exp (d)
        }"""
    )
    bytes_ = [str(c.bytes) for c in found.peak.candidates]
    assert len(set(bytes_)) == len(bytes_)
    values = [c.bytes.evaluate(lambda _: 64) for c in found.peak.candidates]
    assert all(a >= b for a, b in pairwise(values))
