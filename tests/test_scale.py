"""Work grows with the model, and what is alike is worked out once. Counted, not timed."""

from __future__ import annotations

import gc
import itertools
import tracemalloc
from collections import Counter
from collections.abc import Sequence

import onnx
import pytest
from onnx import TensorProto, helper

from shapeinfer import infer, lint
from shapeinfer.dims import Monomial, dim
from shapeinfer.engine.apply import Prepared
from shapeinfer.engine.reuse import outcomes
from shapeinfer.jobs.annotation.value_info import Annotation
from shapeinfer.model.protobuf.wire import encode_bytes
from shapeinfer.rule import Call

FLOAT, BOOL, INT64 = TensorProto.FLOAT, TensorProto.BOOL, TensorProto.INT64
OPSETS = [helper.make_opsetid("", 17), helper.make_opsetid("my", 1)]


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch, fresh: None) -> Counter[str]:
    """How often the rule of each operator is asked."""
    counts: Counter[str] = Counter()
    apply = Prepared.apply

    def counted(self: Prepared, *args: object, **more: object) -> object:
        counts[self.schema.name] += 1
        return apply(self, *args, **more)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(Prepared, "apply", counted)
    return counts


def info(name: str, elem_type: int = FLOAT, shape: Sequence[int | str] | None = None) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, elem_type, shape)


def model(
    nodes: Sequence[onnx.NodeProto],
    inputs: Sequence[onnx.ValueInfoProto],
    functions: Sequence[onnx.FunctionProto] = (),
) -> bytes:
    """A model whose output is that of the last node."""
    graph = helper.make_graph(nodes, "g", inputs, [info(nodes[-1].output[0])])
    made = helper.make_model(graph, functions=list(functions), opset_imports=OPSETS, ir_version=10)
    return bytes(made.SerializeToString())


def chain(op_type: str, count: int, domain: str = "") -> list[onnx.NodeProto]:
    return [helper.make_node(op_type, [f"x{at}"], [f"x{at + 1}"], domain=domain) for at in range(count)]


def test_nodes_alike(applied: Counter[str]) -> None:
    infer(model(chain("Relu", 3000), [info("x0", shape=["a", "b"])]))
    assert applied == {"Relu": 1}


def test_functions_called_with_equal_facts(applied: Counter[str]) -> None:
    inner = [
        helper.make_node("NonZero", ["x"], ["n"]),
        helper.make_node("Relu", ["x"], ["y"]),
    ]
    function = helper.make_function("my", "Block", ["x"], ["y"], inner, OPSETS)
    result = infer(model(chain("Block", 1000, "my"), [info("x0", shape=["a", "b"])], [function]))
    assert applied == {"NonZero": 1, "Relu": 1}
    assert str(result.facts["x1000"]) == "f32[a, b]"


def test_bodies_with_equal_nodes(applied: Counter[str]) -> None:
    """Each body is another message, but what its nodes make of equal facts is known."""
    then = [helper.make_node("Relu", ["x"], ["r"]), helper.make_node("NonZero", ["r"], ["o"])]
    other = [helper.make_node("NonZero", ["x"], ["o"])]
    branches = {
        "then_branch": helper.make_graph(then, "t", [], [info("o", INT64)]),
        "else_branch": helper.make_graph(other, "e", [], [info("o", INT64)]),
    }
    nodes = [helper.make_node("If", ["c"], [f"y{at}"], **branches) for at in range(300)]
    infer(model(nodes, [info("x", shape=["a", "b"]), info("c", BOOL, [])]))
    assert applied == {"If": 300, "Relu": 1, "NonZero": 1}


def test_loops_with_bodies_alike(applied: Counter[str]) -> None:
    nodes = []
    for at in range(200):
        body = helper.make_graph(
            [helper.make_node("Identity", ["c"], ["d"]), helper.make_node("Add", ["v", "v"], ["w"])],
            "b",
            [info("i", INT64, []), info("c", BOOL, []), info("v")],
            [info("d", BOOL, []), info("w")],
        )
        nodes.append(helper.make_node("Loop", ["m", "k", f"x{at}"], [f"x{at + 1}"], body=body))
    infer(model(nodes, [info("x0", shape=["a", "b"]), info("m", INT64, []), info("k", BOOL, [])]))
    assert applied["Loop"] == 200
    assert applied["Add"] + applied["Identity"] <= 4


def doubling(depth: int, innermost: str = "Relu") -> bytes:
    """Functions each of which calls the next one twice."""
    functions = []
    for at in range(depth):
        last = at + 1 == depth
        op_type, domain = (innermost, "") if last else (f"f{at + 1}", "my")
        nodes = [
            helper.make_node(op_type, ["x"], ["m"], domain=domain),
            helper.make_node(op_type, ["m"], ["y"], domain=domain),
        ]
        functions.append(helper.make_function("my", f"f{at}", ["x"], ["y"], nodes, OPSETS))
    return model([helper.make_node("f0", ["x"], ["y"], domain="my")], [info("x", shape=["a"])], functions)


def test_calls_as_many_as_two_to_the_power_of_40(applied: Counter[str]) -> None:
    result = infer(doubling(40))
    assert applied == {"Relu": 1}
    assert len(result.run.visits) == 40
    assert len(Annotation(result.run, result.contract.rewriter(), expressions=True).bodies) == 40


@pytest.mark.parametrize("innermost", ["NoSuchOperator", "NonZero"])
def test_findings_and_symbols_as_many_as_two_to_the_power_of_40(
    innermost: str,
) -> None:
    run = infer(doubling(40, innermost)).run
    assert [found.item.text() for found in run.findings] == [
        f"f0 takes more than its share of the {run.steps_allowed} steps that the model may take"
    ]


def test_concat_of_thousands_of_symbols(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []
    build = dim.build

    def counted(sums: dict[Monomial, int]) -> dim.Dim:
        built.append(len(sums))
        return build(sums)

    monkeypatch.setattr(dim, "build", counted)
    names = [f"x{at}" for at in range(3000)]
    node = helper.make_node("Concat", names, ["y"], axis=0)
    infer(model([node], [info(name, shape=[f"s_{name}"]) for name in names]))
    assert sum(built) < 10 * len(names)


def test_broadcast_of_hundreds_of_symbols(monkeypatch: pytest.MonkeyPatch) -> None:
    stated: Counter[str] = Counter()
    require = Call.require

    def counted(self: Call, *args: object, **kwargs: object) -> object:
        stated[self.op_type] += 1
        return require(self, *args, **kwargs)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(Call, "require", counted)
    names = [f"x{at}" for at in range(200)]
    infer(model([helper.make_node("Sum", names, ["y"])], [info(name, shape=[f"s_{name}"]) for name in names]))
    assert 200 <= stated["Sum"] <= 16 * 200


def test_mismatch_among_many_symbols() -> None:
    names = [f"x{at}" for at in range(40)]
    sizes: list[int | str] = [f"s_{name}" for name in names]
    sizes[20], sizes[30] = 3, 5
    inputs = [info(name, shape=[size]) for name, size in zip(names, sizes, strict=True)]
    report = lint(model([helper.make_node("Sum", names, ["y"])], inputs))
    (error,) = report.at_least("error")
    assert error.message.startswith(
        "on axis 0 data_0[20] has 3 and data_0[30] has 5, needed equal sizes or 1"
    )


def nested_ifs(depth: int) -> bytes:
    """If in If; built from bytes, for protobuf writes no such depth."""
    leaf = helper.make_graph(
        [helper.make_node("Relu", ["x"], ["o"])], "g", [], [info("o")]
    ).SerializeToString()
    outputs = encode_bytes(12, info("o").SerializeToString())
    graph = leaf
    for _ in range(depth):
        node = onnx.NodeProto(op_type="If", input=["c"], output=["o"]).SerializeToString()
        for name, body in (("then_branch", graph), ("else_branch", leaf)):
            head = onnx.AttributeProto(name=name, type=onnx.AttributeProto.GRAPH).SerializeToString()
            node += encode_bytes(5, head + encode_bytes(6, body))
        graph = encode_bytes(1, node) + outputs
    for value in (info("x", shape=["a"]), info("c", BOOL, [])):
        graph += encode_bytes(11, value.SerializeToString())
    return b"\x08\x08" + encode_bytes(7, graph) + encode_bytes(8, OPSETS[0].SerializeToString())


def test_bodies_nested_as_deep_as_protobuf_reads() -> None:
    assert str(infer(nested_ifs(32)).facts["o"]) == "f32[a]"
    for depth in (33, 1000):
        (error,) = lint(nested_ifs(depth)).diagnostics
        assert (error.code, error.message.rpartition(" at ")[0]) == (
            "SI001",
            "messages are nested too deeply",
        )


def test_types_nested_deeper_than_protobuf_reads() -> None:
    type_ = helper.make_tensor_type_proto(FLOAT, ["a"]).SerializeToString()
    for _ in range(1000):
        type_ = encode_bytes(4, encode_bytes(1, type_))
    graph = encode_bytes(11, encode_bytes(1, b"x") + encode_bytes(2, type_))
    (error,) = lint(b"\x08\x08" + encode_bytes(7, graph)).diagnostics
    assert error.message.startswith("messages are nested too deeply at byte")


def test_functions_nested_deeper_than_anybody_means() -> None:
    functions = [
        helper.make_function(
            "my", f"f{at}", ["x"], ["y"], [helper.make_node(f"f{at + 1}", ["x"], ["y"], domain="my")], OPSETS
        )
        for at in range(1000)
    ]
    data = model([helper.make_node("f0", ["x"], ["y"], domain="my")], [info("x", shape=["a"])], functions)
    (found,) = lint(data).diagnostics
    assert (found.severity, found.message) == ("info", "functions are nested more than 60 deep")


def test_what_one_run_remembers_is_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "MOST_DIMS", 500)
    sizes = []
    for at in range(60):
        nodes = [helper.make_node("Concat", [f"x{n}", "x0"], [f"x{n + 1}"], axis=0) for n in range(30)]
        infer(model(nodes, [info("x0", shape=[f"n{at}"])]))
        sizes.append(dim.table_size())
    assert max(sizes) < 1500
    assert any(later < earlier for earlier, later in itertools.pairwise(sizes))


LETTERS = 10_000_000


@pytest.mark.parametrize("what", ["dim", "expression", "operator", "domain", "value", "attribute"])
def test_names_of_megabytes_are_not_kept_for_ever(what: str) -> None:
    """A process that reads many such models would run out of memory."""
    lint(model([helper.make_node("Relu", ["x"], ["y"])], [info("x", shape=["n"])]))
    tracemalloc.start()
    try:
        for letter in "ab":
            name = letter * LETTERS
            op_type, domain = (name if what == "operator" else "Relu"), (name if what == "domain" else "")
            node = helper.make_node(op_type, ["x"], [name if what == "value" else "y"], domain=domain)
            if what == "attribute":
                node.attribute.append(helper.make_attribute(name, 1))
            size = {"dim": name, "expression": f"{name} + 1"}.get(what, "n")
            lint(model([node], [info("x", shape=[size])]))
        del name, node, op_type, domain, size
        lint(model([helper.make_node("Relu", ["x"], ["y"])], [info("x", shape=["n"])]))
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < LETTERS / 2
    finally:
        tracemalloc.stop()
