"""The engine on whole graphs: what it reports, where, and that everything else goes on."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import onnx
import onnx.parser
import pytest
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer.engine import engine
from shapeinfer.engine import operator as engine_operator
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.read import read_proto
from shapeinfer.model.structure import Node
from tests.whole_model import refused

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'


def model(text: str, head: str = HEAD) -> onnx.ModelProto:
    return onnx.parser.parse_model(head + text)


def facts(proto: onnx.ModelProto) -> dict[str, str]:
    return {name: str(fact) for name, fact in shapeinfer.infer(proto).facts.items()}


def found(proto: onnx.ModelProto) -> list[str]:
    """Each diagnostic as ``error SI006 graph/Add#1: message``."""
    report = shapeinfer.lint(proto)
    return [f"{d.severity} {d.code} {d.location.path}: {d.message}" for d in report.diagnostics]


MESSAGES = [
    ("g (float[n] x) => (float[m] y) { h = Relu (x)  y = Add (h, bais) }",
     ["error SI006 graph/Add#1: input 'bais' is not defined by any node, input or initializer"]),
    ("g (float[n] x) => (float[m] y, float[k] z) { y = Relu (x) }",
     ["error SI007 graph: graph output 'z' is not defined by any node, input or initializer"]),
    ("g (float[n] x) => (float[m] y) { a = Add (x, b)  b = Relu (a)  y = Neg (b) }",
     ["error SI008 graph/Add#0: these nodes depend on each other: Add#0 -> Relu#1"]),
    ("g (float[n] x) => (float[m] y) { y = Neg (h)  h = Relu (x) }",
     ["warning SI009 graph/Neg#0: this node reads 'h', which Relu#1 computes after it"]),
    ("g (float[n] x) => (float[m] y) { y = Neg (x)  y = Relu (x) }",
     ["error SI010 graph/Relu#1: output 'y' is already the name of another value in this graph"]),
    ("g (float[n] x) => (float[m] y) { y = Reluu (x) }",
     ["error SI012 graph/Reluu#0: ai.onnx has no operator Reluu at opset 18; did you mean Relu?"]),
    ("g (float[n] x) => (float[m] y) { y = Gelu (x) }",
     ["error SI012 graph/Gelu#0: Gelu was introduced in opset 20, the model imports 18"]),
    ("g (float[n] x) => (float[m] y) { y = other.Relu (x) }",
     ["error SI003 graph/Relu#0: other::Relu is of domain other, which the model does not import"]),
    ("g (float[n] x) => (float[m] y) { y = Add (x) }", ["error SI015 graph/Add#0: 1 inputs, needed 2"]),
    ("g (float[n] x) => (float[m] y, float[k] z) { y, z = Relu (x) }",
     ["error SI016 graph/Relu#0: 2 outputs, needed 1"]),
    ("g (float[n] x) => (float[m] y) { y = Softmax <axes = 1> (x) }",
     ["error SI017 graph/Softmax#0: attribute 'axes' is not one of Softmax-13's (axis)"]),
    ("g (float[n] x) => (float[m] y) { y = ReduceMax <axes = [0]> (x) }",
     ["error SI017 graph/ReduceMax#0: attribute 'axes' is not one of ReduceMax-18's (keepdims, noop_with_empty_axes); "
      "opset 18 removed it"]),
    ("g (float[n] x) => (float[m] y) { y = Cast <to = 1, saturate = 1> (x) }",
     ["error SI017 graph/Cast#0: attribute 'saturate' is not one of Cast-13's (to); opset 19 adds it"]),
    ("g (float[n] x) => (float[m] y) { y = Cast (x) }",
     ["error SI018 graph/Cast#0: attribute 'to' (int) is required and missing"]),
    ("g (float[n] x) => (float[m] y) { y = Concat <axis = 1.5> (x) }",
     ["error SI019 graph/Concat#0: attribute 'axis' is of type float, needed int"]),
    ("g (int32[n] x) => (int32[m] y) { y = Softmax (x) }",
     ["error SI101 graph/Softmax#0: input is i32, Softmax-13 takes f32, f16, f64, bf16"]),
    ("g (float[n] x, double[n] z) => (float[m] y) { y = Add (x, z) }",
     ["error SI102 graph/Add#0: B is f64, A is f32: both must have one type"]),
    ("g (float[n] x) => (double[n] y) { y = Relu (x) }",
     ["error SI103 graph/Relu#0: 'y' is f32, declared as f64"]),
    ("g (float[n] x) => (float y, float[m] z) { y = Constant <value_int = 1> ()  z = Relu (x) }",
     ["warning SI103 graph/Constant#0: 'y' is i64, declared as f32"]),
    ("g (seq(float[n]) s) => (float[m] y) { y = Relu (s) }",
     ["error SI105 graph/Relu#0: X is seq(tensor(float)), Relu-14 needs one of f32, i8, i16, i32, i64, f16, f64, bf16"]),
    ("g (float[n, 3] x) => (float[n, 4] y) { y = Relu (x) }",
     ["warning SI221 graph/Relu#0: 'y' is f32[n, 3], declared as f32[n, 4]: axis 1 is 3, declared 4"]),
    ("g (float[n, 3] x) => (float[n] y) { y = Relu (x) }",
     ["warning SI221 graph/Relu#0: 'y' is f32[n, 3], declared as f32[n]: the ranks differ"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"), MESSAGES, ids=[e[0].split()[1] + f"-{i}" for i, (_, e) in enumerate(MESSAGES)]
)
def test_messages(text: str, expected: list[str]) -> None:
    assert found(model(text)) == expected


def test_a_missing_input_is_unknown() -> None:
    """The rule is asked all the same, so that what follows is looked at too."""
    proto = model("g (float[n, 3] x) => (float[k] z) { y = Gemm (x)  z = Transpose <perm = [0]> (y) }")
    assert found(proto) == [
        "error SI015 graph/Gemm#0: 1 inputs, needed 2 to 3",
        "error SI204 graph/Transpose#1: perm (0) has 1 entries, data has rank 2; data is f32[n, ?0]",
    ]


def test_a_sequence_of_an_unknown_type_is_no_tensor() -> None:
    proto = model("g (float[n] x, int64[n] i) => (float[m] y) { s = SequenceConstruct (x, i)  y = Neg (s) }")
    assert found(proto) == [
        "error SI102 graph/SequenceConstruct#0: inputs[1] is i64, inputs[0] is f32: both must have one type"
    ]


def test_all_violations_of_a_node_are_reported() -> None:
    proto = model("g (float[n] x) => (float[m] y) { y = Concat <axes = 0> (x) }")
    assert [line.split()[1] for line in found(proto)] == ["SI017", "SI018"]


def test_a_custom_operator_blinds_only_what_follows() -> None:
    proto = model(
        "g (float[n] x) => (float[m] y, float[k] z) { h = my.Op (x)  y = Relu (h)  z = Neg (x) }",
        '<ir_version: 9, opset_import: ["" : 18, "my" : 1]>\n',
    )
    assert found(proto) == ["info SI013 graph/Op#0: no rule for my::Op"]
    assert facts(proto)["z"] == "f32[n]"
    assert facts(proto)["y"].endswith("[m]")  # all that is left is what is declared


def test_a_custom_domain_concat_is_not_onnx_concat() -> None:
    proto = model(
        "g (float[n] x) => (float[m] y) { y = my.Concat (x) }",
        '<ir_version: 9, opset_import: ["" : 18, "my" : 1]>\n',
    )
    assert found(proto) == ["info SI013 graph/Concat#0: no rule for my::Concat"]


def test_a_mismatch_is_reported_once() -> None:
    proto = model("""g (float[n, 8] x, float[n, 6] z) => (float[a, b] y) {
        s = Add (x, z)  t = Add (s, x)  u = Mul (t, z)  y = Relu (u) }""")
    assert [line.split()[1] for line in found(proto)] == ["SI207"]


def test_what_is_still_certain_stays() -> None:
    proto = model("""g (float[n, 8] x, float[n, 6] z) => (float[a, b] y) { y = Add (x, z) }""")
    fact = shapeinfer.infer(proto).facts["y"]
    assert isinstance(fact, TensorFact) and fact.shape is not None
    assert str(fact).startswith("f32[n, ")


@pytest.mark.parametrize(
    ("node", "said"),
    [
        ("u = PRelu (x, z)", "warning SI207 graph/If#0.then_branch/PRelu#0: "),
        # This a loader finds, wherever it stands.
        ("u = MatMul (x, z)", "error SI208 graph/If#0.then_branch/MatMul#0: "),
    ],
)
def test_a_refuted_requirement_in_a_body_that_may_not_run(node: str, said: str) -> None:
    proto = model(f"""g (float[2, 3] x, float[4, 5] z, bool c) => (float[a, b] y) {{
        y = If (c) <then_branch = t () => (float[p, q] u) {{ {node} }},
                    else_branch = e () => (float[p, q] v) {{ v = Relu (x) }}> }}""")
    assert found(proto)[0].startswith(said)


def test_on_a_dead_node_it_is_a_warning_and_check_refuses() -> None:
    proto = model(
        """g (float[2, 3] x, float[4, 5] z) => (float[a, b] y) { dead = MatMul (x, z)  y = Relu (x) }"""
    )
    assert [line.split()[:2] for line in found(proto)] == [["warning", "SI208"], ["info", "SI032"]]
    assert [d.code for d in shapeinfer.check(proto).diagnostics] == ["SI208"]


def test_two_data_dependent_sizes_are_never_one() -> None:
    text = "g (float[n] x, float[n] w) => (int64[a, b] y, int64[c, d] z) { y = NonZero (x)  z = NonZero (w) }"
    proto = model(text)
    y, z = (shapeinfer.infer(proto).facts[name] for name in "yz")
    assert (
        isinstance(y, TensorFact)
        and isinstance(z, TensorFact)
        and y.shape is not None
        and z.shape is not None
    )
    assert y.shape[1] != z.shape[1]


def test_an_initializer_that_may_be_overridden_has_no_contents() -> None:
    target = helper.make_tensor("target", TensorProto.INT64, [2], [2, 3])
    graph = helper.make_graph(
        [helper.make_node("Reshape", ["x", "target"], ["y"])],
        "g",
        [helper.make_tensor_value_info("x", 1, ["n"]), helper.make_tensor_value_info("target", 7, [2])],
        [helper.make_tensor_value_info("y", 1, None)],
        [target],
    )
    newer = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 13)])
    older = helper.make_model(graph, ir_version=3, opset_imports=[helper.make_opsetid("", 13)])
    assert facts(newer)["y"] == "f32[?0, ?1]"
    assert facts(older)["y"] == "f32[2, 3]"


def test_a_recursive_function_is_an_error() -> None:
    proto = model(
        """g (float[n] x) => (float[m] y) { y = local.f (x) }
        <domain: "local", opset_import: ["" : 18, "local" : 1]> f (a) => (b) { b = local.f (a) }""",
        '<ir_version: 9, opset_import: ["" : 18, "local" : 1]>\n',
    )
    assert "SI011" in [line.split()[1] for line in found(proto)]


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("float[n, 3]", "f32[n, 3]"),
        ("float[1]", "f32[1]"),
        ("int64[2]", "i64[2]"),
        ("float[n]", None),
        ("float[2]", None),
        ("float[]", None),
    ],
)
def test_an_initializer_is_what_the_input_of_its_name_declares(declared: str, said: str | None) -> None:
    proto = model(f"g (float[2] x, {declared} w) => (float[m] y) <float[2] w = {{1, 2}}> {{ y = Relu (x) }}")
    message = f"error SI048 graph: initializer 'w' is f32[2], declared as {said} among the inputs"
    assert [line for line in found(proto) if "SI048" in line] == ([message] if said else [])


def test_an_initializer_has_an_element_type() -> None:
    proto = model("g (float[2] x) => (float[m] y) <float[2] w = {1, 2}> { y = Relu (x) }")
    proto.graph.initializer[0].data_type = TensorProto.UNDEFINED
    assert "error SI048 graph: initializer 'w' has no element type" in found(proto)


def test_a_body_makes_its_outputs_itself() -> None:
    text = (
        "g (float[n] x, bool c) => (float[m] y) {{ h = Relu (x)"
        " y = If (c) <then_branch = t () => ({}) {{ a = Neg (x) }}, else_branch = e () => (b) {{ b = Neg (h) "
        "}}> }}"
    )
    assert found(model(text.format("a"))) == []
    message = "output 'h' of the body is a value of the outer graph, needed a value of the body"
    assert [line for line in found(model(text.format("h"))) if "SI032" not in line] == [
        f"error SI007 graph/If#1.then_branch: {message}"
    ]


@pytest.mark.parametrize("ir_version", [3, 8])
@pytest.mark.parametrize(
    "inputs", ["int64 i, bool c, float[2] s, int64[2] k", "int64[2] k, int64 i, bool c, float[2] s"]
)
def test_inputs_of_a_body_that_are_initializers_are_not_fed(ir_version: int, inputs: str) -> None:
    proto = model(
        "g (float[2] x) => (float[m] y, float[p, q, r] z) { n = Constant <value = int64 {4}> ()"
        f' y, z = Loop (n, "", x) <body = b ({inputs}) => (d, t, e) <int64[2] k = {{3, 2}}>'
        " { d = Identity (c) t = Neg (s) e = Expand (s, k) }> }",
        f'<ir_version: {ir_version}, opset_import: ["" : 18]>\n',
    )
    assert found(proto) == []
    assert (facts(proto)["y"], facts(proto)["z"]) == ("f32[2]", "f32[4, 3, 2]")


def test_an_output_without_a_type_is_declared_by_value_info() -> None:
    proto = model("g (float[n] x) => (y) <double[n] y> { y = Relu (x) }")
    assert found(proto) == ["error SI103 graph/Relu#0: 'y' is f32, declared as f64"]


TWO_OUTPUTS = """<ir_version: 9, opset_import: ["" : 18, "local" : 1]> g (float[n] x) => (float[m] y)
{{ {call} }}
<opset_import: ["" : 18], domain: "local"> f (a) => (b, c) {{ b = Relu (a) c = Neg (a) }}"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("y = local.f (x)", ["error SI016 graph/f#0: 1 outputs, needed 2"]),
        ("y, z, w = local.f (x)", ["error SI016 graph/f#0: 3 outputs, needed 2"]),
        ("y, z = local.f (x, x)", ["error SI015 graph/f#0: 2 inputs, needed at most 1"]),
        ('y, "" = local.f (x)', []),
    ],
)
def test_a_function_is_called_with_its_inputs_and_outputs(call: str, expected: list[str]) -> None:
    assert found(onnx.parser.parse_model(TWO_OUTPUTS.format(call=call))) == expected


def test_functions_with_attribute_references() -> None:
    proto = model(
        """g (float[n, 4] x) => (float[a, b] y, float[c, d] z) { y = local.f <axis = 0> (x)  z = local.f
        <axis = 1> (x) }
        <domain: "local", opset_import: ["" : 18]> f <axis> (a) => (b) { b = Concat <axis : int = @axis> (a, a) }""",
        '<ir_version: 9, opset_import: ["" : 18, "local" : 1]>\n',
    )
    assert (facts(proto)["y"], facts(proto)["z"]) == ("f32[2*n, 4]", "f32[n, 8]")


def test_bodies_see_names_around_them() -> None:
    proto = model("""g (float[n, 3] x, bool c) => (float[a, b] y) {
        h = Transpose (x)
        y = If (c) <then_branch = t () => (float[p, q] u) { u = Relu (h) },
                    else_branch = e () => (float[p, q] v) { v = Neg (h) }> }""")
    assert facts(proto)["y"] == "f32[3, n]"


def test_a_newer_opset_is_judged_by_the_newest_known() -> None:
    proto = model(
        "g (float[n] x) => (float[m] y) { y = Relu (x) }", '<ir_version: 9, opset_import: ["" : 999]>\n'
    )
    assert [line.split()[:2] for line in found(proto)] == [["error", "SI502"], ["info", "SI005"]]
    assert facts(proto)["y"] == "f32[n]"


def test_the_graph_carries_facts_on_its_edges() -> None:
    result = shapeinfer.infer(model("g (float[n] x) => (float[m] y) { h = Relu (x)  y = Neg (h) }"))
    edges = {data["value"]: data["fact"] for _, _, data in result.graph.edges(data=True)}
    assert edges == {"x": "f32[n]", "h": "f32[n]", "y": "f32[n]"}


@pytest.mark.parametrize("proto", [onnx.ModelProto(), onnx.ModelProto(ir_version=9)])
def test_a_model_without_a_graph(proto: onnx.ModelProto) -> None:
    report = shapeinfer.lint(proto)
    assert [d.code for d in report.diagnostics] in (["SI002"], ["SI001"])


def test_rank_zero_and_size_zero() -> None:
    proto = model(
        "g (float[] x, float[0, n] z) => (float[a] y, float[b, c] w) { y = Reshape (x, t)  w = Relu (z) }".replace(
            "=> (", "=> ("
        ),
        HEAD,
    ).SerializeToString()
    proto2 = onnx.ModelProto.FromString(proto)
    proto2.graph.initializer.append(helper.make_tensor("t", 7, [1], [1]))
    assert facts(proto2)["y"] == "f32[1]"
    assert facts(proto2)["w"] == "f32[0, n]"


def test_an_operator_newer_than_the_snapshot_is_asked_of_onnx(monkeypatch: pytest.MonkeyPatch) -> None:
    # As if the snapshot ended before Relu came, and the installed onnx knew more.
    monkeypatch.setattr(engine_operator, "find", lambda domain, op_type, opset: None)
    monkeypatch.setattr(engine_operator, "versions", lambda domain, op_type: ())
    monkeypatch.setattr(engine, "last_opset", lambda domain: 12)
    monkeypatch.setattr(engine_operator, "last_opset", lambda domain: 12)
    monkeypatch.setattr(engine_operator, "find_custom_rule", lambda domain, op_type, opset: None)
    proto = model("g (float[n, 3] x, float[3, k] w) => (float[a, b] y) { y = MatMul (x, w) }")
    assert facts(proto)["y"] == "f32[n, k]"
    assert [line.split()[:2] for line in found(proto)] == [["info", "SI005"], ["info", "SI012"]]


@pytest.mark.parametrize(
    ("first", "severity"),
    [
        ("a = Constant <value_ints = [1]> ()", "warning"),
        ("a = Constant <value_ints = [7]> ()", "warning"),  # the last one counts
        ("a = Constant <value_int = 1> ()", "error"),
        ("a = Shape <end = 1> (x)", "error"),
    ],
)
def test_a_constant_that_is_made_twice(first: str, severity: str) -> None:
    proto = model(f"""g (float[n] x) => (y, z) {{ {first} a = Constant <value_ints = [1]> () y = Add (a, a)
            z = Relu (x) }}""")
    message = "output 'a' is already the name of another value in this graph"
    assert found(proto) == [f"{severity} SI010 graph/Constant#1: {message}"]
    assert facts(proto)["y"] == "i64[1] = (2)"
    assert bool(refused(proto, {"x": np.ones(2, np.float32)})) == (severity == "error")


def test_each_node_of_an_unsorted_file_is_visited_once() -> None:
    """Even where a node makes a value that the graph has already, so that orders differ."""
    proto = model(
        """g (float[n] x, float[n] k) => (float[n] z) {
            a = Relu (k)
            b = Neg (c)
            c = Abs (a)
            k = Sin (x)
            z = Add (b, k)
        }"""
    )
    assert sorted(line.partition(":")[0] for line in found(proto)) == [
        "error SI010 graph/Sin#3", "warning SI009 graph/Relu#0"
    ]  # fmt: skip
    assert facts(proto)["z"] == "f32[n]"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (
            """g (float[n] x, bool k) => (float[] y) {
                y = If (k) <then_branch = t () => (float[] a) { a = Relu (b)  b = Neg (x) },
                            else_branch = e () => (float[] c) { c = Neg (x) }>
            }""",
            "graph/If#0.then_branch/Relu#0",
        ),
        (
            """g (float[n] x) => (int64[] y) { y = local.f (x) }
            <domain: "local", opset_import: ["" : 17]> f (p) => (r) { r = Shape (q)  q = Neg (p) }""",
            "graph/f#0 -> fn:f/Shape#0",
        ),
    ],
)
def test_unsorted_nodes_of_a_body_or_a_function_are_an_error(text: str, place: str) -> None:
    proto = onnx.parser.parse_model('<ir_version: 10, opset_import: ["" : 17, "local" : 1]>\n' + text)
    maker = "Neg#1"
    read = "b" if "If" in text else "q"
    assert found(proto) == [
        f"error SI009 {place}: this node reads {read!r}, which {maker} computes after it: "
        "ONNX Runtime sorts no nodes of bodies and functions"
    ]
    assert not shapeinfer.check(proto).ok
    assert refused(proto, {})


def test_a_declaration_taken_on_trust_is_no_proof_inside_a_body_either() -> None:
    weight = ", ".join(["1"] * 25)
    proto = model(
        f"""g (float[n] x) => (float[m, k] y)
        <float[2, 3] u, bool c = {{1}}, float[5, 5] w = {{{weight}}}> {{
            u = own.Foo (x)
            y = If (c) <
                then_branch = a () => (float[2, 5] p) {{ h = Relu (u)  p = MatMul (h, w) }},
                else_branch = b () => (float[2, 5] q) {{ q = Identity (w) }}
            >
        }}""",
        '<ir_version: 9, opset_import: ["" : 18, "own" : 1]>\n',
    )
    assert [line.partition(":")[0] for line in found(proto) if "SI208" in line] == [
        "warning SI208 graph/If#1.then_branch/MatMul#1"
    ]


def test_an_engine_is_freed_without_the_garbage_collector() -> None:
    """The command line runs without it, and an engine holds much."""
    text = "g (float[n] x) => (y) { m = NonZero(x) a = Concat<axis = 0>(x, x) y = Gather(a, m) }"
    model = read_proto(onnx.parser.parse_model(HEAD + text))
    gc.disable()
    try:
        visitor = engine.Engine(model)
        run = visitor.run()
        left = weakref.ref(visitor)
        del visitor
        assert run.facts and left() is None
    finally:
        gc.enable()


ALIKE = """g (float[n] x, bool c) => (float[n] y, float[k] z, float[m] v) {
    a = Relu (x)  b = Relu (a)  d = Neg (b)  e = NonZero (d)  f = NonZero (a)
    h = If (c) <
        then_branch = t () => (float[n] p) { p = Relu (a) },
        else_branch = o () => (float[n] q) { q = Relu (b) }
    >
    y = Relu (h)  z = Cast <to = 1> (e)  v = Cast <to = 1> (f)
}"""


def test_nodes_alike_are_asked_about_once() -> None:
    run = shapeinfer.infer(model(ALIKE)).run
    asked: list[int] = []

    def index(node: Node) -> int:
        asked.append(node.index)
        return node.index

    # The two NonZero, and what reads them, have dims of their own.
    assert run.each(index) == [0, 0, 2, 3, 4, 5, 0, 7, 8]
    assert asked == [0, 2, 3, 4, 5, 7, 8]


@pytest.mark.parametrize(
    "text",
    [
        # One name for two values: what the second Neg reads is not what the run keeps.
        "g (float[n] x, float[m] o) => (float[n] z) { a = Relu (x)  y = Neg (a)  a = Relu (o)  z = Neg (a) }",
        # Nodes out of order.
        "g (float[n] x) => (float[n] z) { z = Relu (y)  y = Relu (x) }",
    ],
)
def test_nodes_are_asked_about_one_by_one_where_the_visit_does_not_tell(text: str) -> None:
    run = shapeinfer.infer(model(text)).run
    assert run.outcomes == ()
    nodes = run.each(lambda node: node)
    assert [node.index for node in nodes] == list(range(len(nodes)))
