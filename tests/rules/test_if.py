"""If: the branch that is taken, and what holds for both."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from onnx import helper

import shapeinfer
from tests.oracle import Value
from tests.whole_model import Feeds, check, errors, facts, infer, messages, parse, refused

TRUE, FALSE = np.array(True), np.array(False)
ON, OFF = "on = Constant<value=bool {1}>()", "on = Constant<value=bool {0}>()"


def zeros(*shape: int) -> Value:
    return np.zeros(shape, np.float32)


def branches(
    then: str,
    other: str,
    *,
    before: str = "",
    after: str = "",
    outs: str = "o",
    made: str = "",
    cond: str = "C",
) -> str:
    """A model with one If over ``bool C, float[n] x, float[m] z``; a branch ends in its output names."""
    then_names, then_body = then.split(":", 1)
    other_names, other_body = other.split(":", 1)
    return f"""g (bool C, float[n] x, float[m] z) => ({made or outs}) {{
        {before}
        {outs} = If <then_branch = t () => ({then_names}) {{ {then_body} }},
                     else_branch = e () => ({other_names}) {{ {other_body} }}> ({cond})
        {after}
    }}"""


def runs() -> list[Feeds]:
    return [{"C": c, "x": zeros(n), "z": zeros(m)} for c in (TRUE, FALSE) for n in (0, 1, 3) for m in (0, 2)]


SHAPES = [
    ("y: y = Relu(x)", "w: w = Identity(x)", "f32[n]"),
    ("y: y = Relu(x)", "w: w = Identity(z)", "f32[?0]"),
    ("y: y = Relu(x)", "w: w = Concat<axis=0>(x, x)", "f32[?0]"),
    ("y: y = Shape(x)", "w: w = Shape(x)", "i64[1] = (n)"),
    ("y: y = Shape(x)", "w: w = Shape(z)", "i64[1] = (min(m, n)..max(n, m))"),
    ("y: y = Relu(x)", "w: w = ReduceSum<keepdims=0>(x)", "f32[*]"),
    ("y: y = SequenceConstruct(x, x)", "w: w = SequenceConstruct(x)", "seq[?0](f32[n])"),
    ("y: y = SequenceConstruct(x)", "w: w = SequenceConstruct(z)", "seq[1](f32[?0])"),
    ("y: y = SequenceConstruct(x)", "w: w = SequenceEmpty<dtype=1>()", "seq[?0](f32[n])"),
]


@pytest.mark.parametrize(("then", "other", "wanted"), SHAPES)
def test_unknown_condition(then: str, other: str, wanted: str) -> None:
    found = check(branches(then, other), runs())
    assert facts(found, "o") == [wanted]


@pytest.mark.parametrize("opset", [7, 11, 13, 16, 19, 21, 23, 24, 25])
def test_versions(opset: int) -> None:
    found = check(branches("y: y = Relu(x)", "w: w = Relu(x)"), runs(), opset)
    assert facts(found, "o") == ["f32[n]"]


def test_known_condition_takes_its_branch() -> None:
    body = ("y: y = Relu(x)", "w: w = ReduceSum<keepdims=0>(z)")
    assert facts(check(branches(*body, before=ON, cond="on"), runs()), "o") == ["f32[n]"]
    assert facts(check(branches(*body, before=OFF, cond="on"), runs()), "o") == ["f32[]"]
    computed = "two = Constant<value_int=2>() s = Size(x) zero = Sub(s, s) on = Equal(zero, zero)"
    assert facts(check(branches(*body, before=computed, cond="on"), runs()), "o") == ["f32[n]"]


def test_the_size_of_the_branch_is_bounded_by_both() -> None:
    found = infer(branches("y: y = Relu(x)", "w: w = Concat<axis=0>(x, x)"))
    shape = found.facts["o"].shape  # type: ignore[attr-defined]  # a tensor
    symbol = shape[0].symbol()
    assert (str(symbol.low), str(symbol.high)) == ("n", "2*n")


def test_all_outputs_come_from_one_branch() -> None:
    found = check(
        branches("y, y2: y = Relu(x) y2 = Identity(x)", "w, w2: w = Relu(z) w2 = Identity(z)",
                 outs="o, p", made="o, p, q", after="q = Add(o, p)"),
        runs(),
    )  # fmt: skip
    assert facts(found, "o", "p", "q") == ["f32[?0]"] * 3
    assert found.requirements == []


def test_an_if_in_an_if_and_values_from_outside() -> None:
    inner = """w: w = If <then_branch = t2 () => (a) { a = Concat<axis=0>(x, x) },
                          else_branch = e2 () => (b) { b = Concat<axis=0>(x, x) }> (C)"""
    found = check(branches("y: y = Concat<axis=0>(x, x)", inner), runs())
    assert facts(found, "o") == ["f32[2*n]"]


def test_ranks_that_differ_are_a_warning() -> None:
    found = infer(branches("y: y = Relu(x)", "w: w = ReduceSum<keepdims=0>(x)"))
    assert messages(found, "warning") == ["SI223 output 0 is f32[n] from then_branch, f32[] from else_branch"]


REFUSED = [
    (
        branches("y: y = Relu(x)", "w: w = Cast<to=7>(x)"),
        "SI104 output 0 is f32[n] from then_branch, i64[n] from else_branch, needed the same type",
    ),
    # The branch that never runs is looked at too.
    (
        branches("y: y = Relu(x)", "w: w = Cast<to=7>(x)", before=ON, cond="on"),
        "SI104 output 0 is f32[n] from then_branch, i64[n] from else_branch, needed the same type",
    ),
    (
        branches("y: y = Relu(x)", "w: w = SequenceConstruct(x)"),
        "SI104 output 0 is f32[n] from then_branch, seq[1](f32[n]) from else_branch, needed the same type",
    ),
    (
        branches(
            "y: y = SequenceConstruct(s) s = Shape(x)".replace(
                "y = SequenceConstruct(s) s = Shape(x)", "s = Shape(x) y = SequenceConstruct(s)"
            ),
            "w: w = SequenceConstruct(x)",
        ),
        (
            "SI104 output 0 is seq[1](i64[1] = (n)) from then_branch, "
            "seq[1](f32[n]) from else_branch, needed the same type"
        ),
    ),
    (
        branches("y: y = Relu(x)", "w, w2: w = Relu(x) w2 = Relu(x)"),
        "SI016 else_branch makes 2 outputs, the If has 1",
    ),
    # So are its inputs.
    *(
        (
            branches("y: y = Relu(x)", "w: w = Relu(x)", before=before, cond=cond).replace(
                "e () =>", "e (float[n] q) =>"
            ),
            "SI015 else_branch declares inputs: 1, needed 0",
        )
        for before, cond in (("", "C"), (ON, "on"))
    ),
    (
        branches("y: y = Relu(x)", "w: w = Relu(x)").replace("bool C", "bool[2] C"),
        "SI217 cond is bool[2], needed one element",
    ),
]


@pytest.mark.parametrize(("text", "wanted"), REFUSED)
def test_refused(text: str, wanted: str) -> None:
    assert errors(infer(text)) == [wanted]
    cond = np.array([True, True]) if "bool[2]" in text else TRUE
    assert refused(text, {"C": cond, "x": zeros(2), "z": zeros(2)})


def test_one_element_counts_as_a_scalar() -> None:
    text = branches("y: y = Relu(x)", "w: w = Relu(x)").replace("bool C", "bool[k] C")
    found = check(text, [{"C": np.array([True]), "x": zeros(2), "z": zeros(2)}])
    assert [str(p.item.condition) for p in found.requirements] == ["k == 1"]
    text = branches("y: y = Relu(x)", "w: w = Relu(x)").replace("bool C", "bool[1, 1] C")
    assert check(text, [{"C": np.array([[True]]), "x": zeros(2), "z": zeros(2)}]).requirements == []


def test_what_is_wrong_in_a_branch() -> None:
    """An error only where the branch surely runs, or a loader finds it; otherwise a warning, and no demand of the
    contract."""
    two, three = "Constant<value_floats=[1.0, 2.0]>()", "Constant<value_floats=[1.0, 2.0, 3.0]>()"
    seen = infer(branches(f"y: a = {two} b = {three} y = Add(a, b)", "w: w = Relu(x)"))
    assert len(errors(seen)) == 1
    bad = f"y: a = {two} b = {three} y = PRelu(a, b)"
    good = "w: w = Relu(x)"
    maybe = infer(branches(bad, good))
    assert errors(maybe) == [] and len(messages(maybe, "warning")) == 1
    assert len(errors(infer(branches(bad, good, before=ON, cond="on")))) == 1
    never = infer(branches(bad, good, before=OFF, cond="on"))
    assert errors(never) == [] and facts(never, "o") == ["f32[n]"]
    demand = infer(branches("y: y = Add(x, z)", good))
    assert [p.is_sure for p in demand.requirements] == [False]


def in_function() -> onnx.ModelProto:
    body = parse(branches("y: y = Relu(x)", "w: w = Relu(z)"), 17).graph
    function = helper.make_function(
        "local", "Choose", ["C", "x", "z"], ["o"], body.node, [helper.make_opsetid("", 17)]
    )
    text = (
        "g (bool C, float[n] x, float[m] z) => (o, p) { o = local.Choose(C, x, z) p = local.Choose(C, x, x) }"
    )
    proto = parse(text, 17)
    proto.functions.append(function)
    return proto


def test_an_if_in_a_function() -> None:
    found = check(in_function(), runs())
    assert facts(found, "o", "p") == ["f32[?0]", "f32[n]"]


def test_an_if_in_a_loop() -> None:
    text = """g (int64 M, bool C, float[n] x, float[m] z) => (o) {
        on = Constant<value=bool {1}>()
        o = Loop <body = b (int64 i, bool c, s) => (bool co, so) {
            co = Identity(c)
            so = If <then_branch = t () => (a) { a = Concat<axis=0>(s, x) },
                     else_branch = e () => (d) { d = Identity(s) }> (C)
        }> (M, on, x)
    }"""
    feeds: list[Feeds] = [
        {"M": np.array(m), "C": c, "x": zeros(2), "z": zeros(1)} for m in (0, 1, 3) for c in (TRUE, FALSE)
    ]
    assert facts(check(text, feeds), "o") == ["f32[?0]"]


LIMITS = [
    # What exporters make of x[:5] if len(x) > 5 else x, and its like.
    ("more = Greater(n, five)", "y: y = Slice(x, zero, to)", "w: w = Identity(x)", "min(n, 5)"),
    ("more = Less(n, five)", "y: y = Identity(x)", "w: w = Slice(x, zero, to)", "min(n, 5)"),
    ("more = Less(five, n)", "y: y = Identity(x)", "w: w = ConstantOfShape(to)", "max(5, n)"),
    ("less = LessOrEqual(n, five) more = Not(less)",
     "y: y = ConstantOfShape(to)", "w: w = Identity(x)", "min(n, 5)"),
    ("more = Greater(n, k)", "y: y = Identity(x)", "w: w = Identity(z)", "max(n, m)"),
    ("more = Greater(n, five)", "y: y = Identity(x)", "w: w = Identity(z)", "?0"),
    ("a = Greater(n, five) b = Greater(k, five) more = And(a, b)",
     "y: y = Identity(x)", "w: w = Identity(z)", "?0"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "then", "other", "wanted"), LIMITS)
def test_a_condition_on_sizes(before: str, then: str, other: str, wanted: str) -> None:
    head = """n = Size(x) k = Size(z) five = Constant<value_int=5>() to = Constant<value_ints=[5]>()
        zero = Constant<value_ints=[0]>() """
    feeds = [{"C": TRUE, "x": zeros(n), "z": zeros(m)} for n in (0, 1, 5, 6, 9) for m in (0, 5, 7)]
    found = check(branches(then, other, before=head + before, cond="more"), feeds)
    assert facts(found, "o") == [f"f32[{wanted}]"]


DECIDED = [
    ("more = Less(n, four)", ["n >= 4 or n == 1", "n <= 3 or m == 7 or m == 1"]),
    (
        "more = Equal(n, four)",
        ["n <= 3 or n >= 5", "n >= 4 or m == 7 or m == 1", "n <= 4 or m == 7 or m == 1"],
    ),
    ("more = Identity(C)", ["n == 7 or n == 1 or m == 7 or m == 1"]),
]


@pytest.mark.parametrize(("before", "wanted"), DECIDED)
def test_what_is_demanded_of_a_size_that_sizes_decide(before: str, wanted: list[str]) -> None:
    text = branches(
        "y: y = Identity(x)", "w: w = Identity(z)", outs="v", made="o", cond="more",
        before=f"n = Size(x) four = Constant<value_int=4>() {before}",
        after="seven = Constant<value_floats=[1.0,2.0,3.0,4.0,5.0,6.0,7.0]>() o = Add(v, seven)",
    )  # fmt: skip
    model = parse(text)
    assert [str(c) for c in shapeinfer.infer(model).contract.demands] == wanted
    for n in (1, 2, 4, 7):
        for m in (1, 3, 7):
            runs = not all(refused(model, {"C": c, "x": zeros(n), "z": zeros(m)}) for c in (TRUE, FALSE))
            assert shapeinfer.check(model, dims={"n": n, "m": m}).ok == runs, (n, m)


def test_of_a_size_that_rests_on_a_premise_only_what_was_tried_is_told() -> None:
    text = branches(
        "y: a = Unsqueeze(x, axes) b = MaxPool<kernel_shape=[3]>(a) y = Squeeze(b, axes)", "w: w = Identity(x)",
        before="n = Size(x) four = Constant<value_int=4>() axes = Constant<value_ints=[0, 1]>() more = Less(n, four)",
        after="seven = Constant<value_floats=[1.0,2.0,3.0,4.0,5.0,6.0,7.0]>() o = Add(v, seven)", outs="v", made="o", cond="more",
    )  # fmt: skip
    found = shapeinfer.infer(parse(text)).contract
    assert [str(c) for c in found.demands] == ["n >= 3", "n <= 3 or n >= 7"]
    for size in range(1, 8):
        feeds = {"C": np.array(True), "x": np.ones(size, np.float32), "z": np.ones(1, np.float32)}
        assert bool(refused(parse(text), feeds)) == (size not in (3, 7))


def test_a_branch_of_another_name() -> None:
    """Whoever wrote it misspelt else_branch: two bodies, one of which is no branch."""
    model = parse(branches("y: y = Relu(x)", "w: w = ReduceSum<keepdims=0>(x)"))
    for attribute in model.graph.node[-1].attribute:
        if attribute.name == "else_branch":
            attribute.name = "otherwise"
    found = errors(infer(model))
    assert any("else_branch" in message for message in found) and refused(model, runs()[0])


def test_a_branch_that_lists_a_value_twice() -> None:
    found = infer(branches("y, y: y = Shape(x)", "w, v: w = Shape(x)  v = Shape(x)", outs="o, p"))
    assert facts(found, "o", "p") == ["i64[1]", "i64[1]"]
    assert messages(found, "warning") == [
        "SI307 then_branch lists its output 'y' more than once: ONNX Runtime writes one of them, the others hold "
        "what was in memory before"
    ]
