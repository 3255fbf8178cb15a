"""Every fix: what it changes, that its finding is gone, and that the model still computes the same."""

from __future__ import annotations

import onnx
import onnx.parser
import pytest
from onnx import TensorProto, helper

from shapeinfer import codes
from shapeinfer.codes import CODES, Code
from shapeinfer.engine.run import Placed
from shapeinfer.jobs.explain import example
from shapeinfer.jobs.infer import Result
from shapeinfer.jobs.targets import parsed_targets
from shapeinfer.linter.fixes.outline import differences, outline
from shapeinfer.linter.fixes.plan import FIXERS
from shapeinfer.linter.fixes.settle import BadFix, settled
from shapeinfer.linter.fixes.write import content
from shapeinfer.linter.lint import examine
from shapeinfer.linter.suppression import suppress
from shapeinfer.model.edits.edit import Edit
from shapeinfer.model.read import read_proto
from shapeinfer.model.structure import Model
from shapeinfer.rule.requirement import Finding
from tests.oracle import loads
from tests.same import assert_same

DEFAULT = {code.id for code in CODES.values() if code.default}
HEAD = '<ir_version: 9, opset_import: ["" : 18, "local" : 1]>\n'


class Fixed:
    """A model after its fixes, as a ModelProto, with what was done and what is left."""

    def __init__(self, proto: onnx.ModelProto, *wanted: Code, unsafe: bool = False, target: str = "") -> None:
        targets = parsed_targets([target] if target else [])
        ids = DEFAULT | {code.id for code in wanted}
        before = read_proto(proto)

        def found(model: Model) -> tuple[Result, list[Placed[Finding]]]:
            result, extra = examine(model, ids, targets)
            return result, suppress(model, [*result.run.findings, *extra]).kept

        after, self.result, left, applied = settled(before, found, targets, unsafe=unsafe)
        self.proto = onnx.ModelProto.FromString(content(after))
        self.left = [placed.item.code.id for placed in left]
        self.done = [f"{a.code}{'' if a.safe else ' unsafe'}: {a.what}" for a in applied]
        self.diff = differences(outline(before), outline(after))


def parse(text: str, head: str = HEAD) -> onnx.ModelProto:
    return onnx.parser.parse_model(head + text)


def test_every_code_with_a_fix_has_one() -> None:
    assert {code for code in CODES.values() if code.fix is not None} == set(FIXERS)
    for code in FIXERS:
        assert code.fix is not None and code.fix.safety in (codes.SAFE, codes.UNSAFE, codes.EITHER)
        assert code.fix.what.endswith((".", "`.")) and code.fix.what[0].isupper()


# The fix of each code's example; "": this example can't be fixed.
EXAMPLES = {
    "SI003": "SI003 unsafe: imports my 1",
    "SI004": "SI004 unsafe: imports ai.onnx at opset 17 only",
    "SI009": "SI009: sorts the nodes: 2 of 2 move",
    "SI010": "",
    "SI020": "SI020 unsafe: keeps the last of the attributes 'axis' of Softmax#0; their values differ",
    "SI031": "SI031: imports ai.onnx at opset 17: no other operator changes",
    "SI032": "SI032: removes 2 nodes: Neg#1, Exp#2",
    "SI033": "SI033: removes 1 initializer: 'old'",
    "SI034": "SI034: removes 1 function: local::f",
    "SI035": "SI035 unsafe: removes 1 input: 'mask'",
    "SI036": "SI036 unsafe: removes 1 input: 'w'",
    "SI037": "SI037: gives 'h' in the body another name",
    "SI038": "SI038: names 1 node: Neg#1",
    "SI039": "SI039: renames Neg#1",
    "SI044": "",
    "SI045": "SI045 unsafe: keeps the last of the initializers 'w', the one that ONNX Runtime uses; "
    "their contents differ",
    "SI047": "SI047: removes the imports of 'com.microsoft'",
    "SI048": "SI048 unsafe: declares 'w' as it is stored: [2]",
    "SI050": "SI050: removes 2 repeated nodes: Relu#1, Neg#3",
    "SI103": "SI103 unsafe: declares 'y' as f32[n, 8]",
    "SI221": "SI221: declares 'y' as [n, 3]",
    "SI404": "SI404 unsafe: gives 'n' the name 'm'",
    "SI405": "SI405 unsafe: declares 'k' as 3",
    "SI406": "SI406: declares axis 0 of 'z' as 2*n",
    "SI407": "",
    "SI408": "SI408: declares the inferred sizes of 'scores', 'squared', 'mixed'",
    "SI501": "SI501: lowers ir_version from 10 to 9",
}


@pytest.mark.parametrize("code_id", EXAMPLES)
def test_the_examples_of_codes(code_id: str) -> None:
    text = example(CODES[code_id], "broken")
    assert text is not None
    before = onnx.parser.parse_model(text.text)
    fixed = Fixed(before, CODES[code_id], unsafe=True, target=text.target)
    assert fixed.done[:1] == ([EXAMPLES[code_id]] if EXAMPLES[code_id] else [])
    assert (code_id in fixed.left) == (not EXAMPLES[code_id])
    if loads(before) and " unsafe" not in EXAMPLES[code_id]:
        assert_same(before, fixed.proto)
    if EXAMPLES[code_id] and code_id != "SI003":  # its operator is unknown to every runtime
        assert loads(fixed.proto)


def test_every_fix_has_a_test() -> None:
    built = {codes.UNNAMED_GRAPH.id, codes.STALE_SUPPRESSION.id}
    assert {code.id for code in FIXERS} == EXAMPLES.keys() | built


@pytest.mark.parametrize("code_id", [i for i, what in EXAMPLES.items() if " unsafe" in what])
def test_unsafe_fixes_are_made_only_if_asked_for(code_id: str) -> None:
    text = example(CODES[code_id], "broken")
    assert text is not None
    before = onnx.parser.parse_model(text.text)
    fixed = Fixed(before, CODES[code_id], target=text.target)
    assert fixed.done == [] and code_id in fixed.left
    assert fixed.proto == before


# --- what the examples do not show ------------------------------------------------------------------


def test_a_node_given_twice() -> None:
    proto = parse("g (float[n] x) => (float[n] y) { h = Relu (x)  y = Neg (h) }")
    proto.graph.node.insert(1, proto.graph.node[0])
    fixed = Fixed(proto)
    assert fixed.done == ["SI010: removes Relu#1, which repeats Relu#0"] and fixed.left == []
    assert fixed.proto == parse("g (float[n] x) => (float[n] y) { h = Relu (x)  y = Neg (h) }")


def test_one_fix_leads_to_the_next() -> None:
    proto = parse("""g (float[n] x) => (float[n] y) <float[1] w = {1}> {
        y = Relu (x)  a = Add (x, w)  b = local.f (a) }
        <opset_import: ["" : 18], domain: "local"> f (p) => (q) { q = Neg (p) }""")
    fixed = Fixed(proto)
    assert fixed.done == [
        "SI032: removes 2 nodes: Add#1, f#2",
        "SI033: removes 1 initializer: 'w'",
        "SI034: removes 1 function: local::f",
    ]
    assert fixed.left == [] and not fixed.proto.functions and not fixed.proto.graph.initializer


BODY = """g (bool c, float[n, 8] x) => (float[n, 8] y) <float[8] w = {1, 2, 3, 4, 5, 6, 7, 8}> {
    h = Add (x, w)
    y = If (c) <
      then_branch = then () => (float[n, 8] u) { h = Neg (x)  k = Exp (h)  u = Relu (h) },
      else_branch = otherwise () => (float[n, 8] v) { q = Neg (p)  p = Neg (h)  v = Relu (q) }
    > }"""


def test_bodies() -> None:
    """A hidden name, a dead node and the wrong order, each in a body."""
    before = parse(BODY)
    fixed = Fixed(before)
    assert fixed.done == [
        "SI009: sorts the nodes: 2 of 3 move",
        "SI037: gives 'h' in the body another name",
        "SI032: removes 1 node: Exp#1",
    ]
    assert fixed.left == []
    assert not loads(before) and loads(fixed.proto)
    then, otherwise = (a.g for a in fixed.proto.graph.node[1].attribute)
    assert [list(n.output) for n in then.node] == [["h_inner"], ["u"]]
    assert [list(n.input) for n in otherwise.node] == [["h"], ["p"], ["q"]]


def test_functions() -> None:
    before = parse("""g (float[n, 2] x) => (float[n, 2] y) { y = local.f (x) }
        <opset_import: ["" : 18], domain: "local"> f (a) => (b) { d = Exp (a)  b = Neg (c)  c = Relu (a) }""")
    fixed = Fixed(before)
    assert fixed.done == ["SI009: sorts the nodes: 2 of 3 move", "SI032: removes 1 node: Exp#0"]
    assert [n.op_type for n in fixed.proto.functions[0].node] == ["Relu", "Neg"]
    assert fixed.left == []
    assert not loads(before) and loads(fixed.proto)


def test_an_import_that_a_function_lacks() -> None:
    before = parse("""g (float[n, 2] x) => (float[n, 2] y) { y = local.f (x) }
        <opset_import: ["local" : 1], domain: "local"> f (a) => (b) { b = Relu (a) }""")
    fixed = Fixed(before)
    assert fixed.done == ["SI003: imports ai.onnx 18 into function 'f'"]
    assert {o.domain: o.version for o in fixed.proto.functions[0].opset_import} == {"local": 1, "": 18}


def test_the_import_of_the_runtime_s_operators() -> None:
    before = parse("g (float[n, 2] x) => (float[n, 2] y) { y = com.microsoft.Gelu (x) }")
    fixed = Fixed(before)
    assert fixed.done == ["SI003: imports com.microsoft 1"] and fixed.left == []
    assert loads(fixed.proto)


def test_a_shape_in_value_info_and_in_a_body() -> None:
    before = parse("""g (bool c, float[n, 3] x) => (float[m, 3] y) <float[n, 4] h> {
        h = Relu (x)
        y = If (c) <
          then_branch = then () => (float[n, 3] u) <float[7] k> { k = Neg (h)  u = Relu (k) },
          else_branch = otherwise () => (float[n, 3] v) { v = Relu (h) }
        > }""")
    fixed = Fixed(before)
    assert fixed.done == ["SI221: declares 'h' as [n, 3]", "SI221: declares 'k' as [n, 3]"]
    assert fixed.left == []
    assert_same(before, fixed.proto)


def test_branches_with_the_same_mistakes() -> None:
    before = parse("""g (bool c, float[n, 3] x) => (float[n, 3] y) {
        y = If (c) <
          then_branch = then () => (float[n, 3] u) <float[3] k = {1, 2, 3}> { u = Neg (x)  d = Add (x, k) },
          else_branch = otherwise () => (float[n, 3] v) <float[3] l = {1, 2, 3}> { v = Relu (x)  e = Add (x, l) }
        > }""")
    fixed = Fixed(before)
    assert sorted(fixed.done) == [
        "SI032: removes 1 node: Add#1", "SI032: removes 1 node: Add#1",
        "SI033: removes 1 initializer: 'k'", "SI033: removes 1 initializer: 'l'",
    ]  # fmt: skip
    assert_same(before, fixed.proto)


@pytest.mark.parametrize(
    "node",
    [
        """y = If (c) <
          then_branch = then () => (float[2, 3] u) { u = Neg (x) },
          else_branch = otherwise () => (float[k, 1] v) { v = Relu (x) }
        >""",
        """w, y = Scan <num_scan_inputs = 1, body = each (float[k, 1] s, float[1] e) => (float[2, 3] u, float[1] v)
          { u = Neg (s)  v = Relu (e) }> (x, x)""",
    ],
    ids=["If", "Scan"],
)
def test_no_number_of_a_wrong_shape_is_enforced_when_another_is_mended(node: str) -> None:
    before = parse(f"g (bool c, float[n, 1] x) => (float[m, 1] y) {{ {node} }}")
    fixed = Fixed(before)
    assert fixed.done == ["SI221: declares 'u' as [n, 1]"]
    assert_same(before, fixed.proto)


def test_what_a_loop_collects_and_what_lies_beside_a_mistake_is_mended_if_asked_for() -> None:
    collected = parse("""g (int64 m, float[n, 1] x) => (float[r, s, t] y) {
        y = Loop (m, "") <body = b (int64 i, bool g) => (bool h, float[2, 3] u) { u = Neg (x)  h = Identity (g) }> }""")
    beside = parse("""g (bool c, float[3, 2] x) => (float[k, 2] y, float[l, 2] z) <bool no = {0}> {
        d = And (c, no)
        y, z = If (d) <then_branch = a () => (float[1, 2] u, float[] w) { u = Neg (x)  t = SplitToSequence (x)
            h = ConcatFromSequence <axis = 0> (t)  w = MatMul (h, x) },
            else_branch = b () => (float[3, 2] v, float[3, 2] q) { v = Abs (x)  q = Exp (x) }> }""")
    # With the number that its body declares of the state, a loader would know all sizes that it makes.
    scanned = parse("""g (float[2, 8, N] x) => (y, z) { y, z = Scan<num_scan_inputs = 1, body = b (float[i, 8, 1] s, float[] e)
        => (float[2, 2, k] u, float[] v) { u = Identity(s) v = Identity(e) }>(x, x) }""")
    for before, new in ((collected, "[2, 1]"), (beside, "[3, 2]"), (scanned, "[2, 8, k]")):
        assert [done for done in Fixed(before).done if "SI221" in done] == []
        assert f"SI221 unsafe: declares 'u' as {new}" in Fixed(before, unsafe=True).done


def test_a_missing_element_type() -> None:
    before = parse("g (float[n, 3] x) => (float[n, 3] y) <float[n, 3] h> { h = Relu (x)  y = Neg (h) }")
    after = onnx.ModelProto.FromString(before.SerializeToString())
    before.graph.value_info[0].type.tensor_type.elem_type = 0
    fixed = Fixed(before)
    assert fixed.done == ["SI103: declares 'h' as f32[n, 3]"] and fixed.left == []
    assert fixed.proto == after


def test_what_is_not_contradicted_stays_declared() -> None:
    fixed = Fixed(parse("g (float[n, 3] x) => (float[rows, 4] y) { y = Relu (x) }"))
    assert fixed.done == ["SI221: declares 'y' as [rows, 3]"]


def test_equal_initializers_are_safely_removed() -> None:
    proto = parse("g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y = Add (x, w) }")
    proto.graph.initializer.append(proto.graph.initializer[0])
    fixed = Fixed(proto)
    assert fixed.done == ["SI045: keeps the last of the initializers 'w'"]
    assert len(fixed.proto.graph.initializer) == 1
    assert_same(proto, fixed.proto)


def test_equal_functions_are_safely_removed() -> None:
    proto = parse("""g (float[n, 2] x) => (float[n, 2] y) { y = local.f (x) }
        <opset_import: ["" : 18], domain: "local"> f (a) => (b) { b = Relu (a) }""")
    proto.functions.append(proto.functions[0])
    fixed = Fixed(proto)
    assert fixed.done == ["SI044: removes 1 repeated function: local::f"]
    assert len(fixed.proto.functions) == 1 and loads(fixed.proto)


def test_names_that_are_missing() -> None:
    proto = parse("g (float[n, ?] x) => (float[n, ?] y) { y = Relu (x) }")
    proto.graph.ClearField("name")
    fixed = Fixed(proto, codes.DIM_NAMES, codes.UNNAMED_NODES)
    assert fixed.done == [
        "SI038: names 1 node: Relu#0", "SI049: names the graph 'main_graph'", "SI407: names the dims of 'x', 'y'",
    ]  # fmt: skip
    assert fixed.proto == parse(
        "main_graph (float[n, x_d1] x) => (float[n, x_d1] y) { [Relu_0] y = Relu (x) }"
    )


def test_suppressions_that_suppress_nothing() -> None:
    proto = parse("g (float[n] x) => (float[n] y) { y = Relu (x) }")
    proto.metadata_props.add(key="shapeinfer.ignore", value="SI205: old\nSI207, SI032: both old")
    proto.metadata_props.add(key="author", value="someone")
    proto.graph.node[0].metadata_props.add(key="shapeinfer.ignore", value="SI301")
    fixed = Fixed(proto)
    assert len(fixed.done) == 4 and fixed.left == []
    assert [(e.key, e.value) for e in fixed.proto.metadata_props] == [("author", "someone")]
    assert not fixed.proto.graph.node[0].metadata_props


def test_an_ir_version_is_not_lowered_below_what_the_file_uses() -> None:
    text = "g (float[n] x) => (float[n] y) { y = Relu (x) }"
    head = '<ir_version: 11, opset_import: ["" : 18]>\n'
    target = "onnxruntime==1.17"
    assert Fixed(parse(text, head), target=target).done == ["SI501: lowers ir_version from 11 to 9"]
    proto = parse("g (float[n] x) => (float[n] y) { h = Cast <to = 22> (x)  y = Cast <to = 1> (h) }", head)
    fixed = Fixed(proto, target=target)
    assert fixed.done == [] and fixed.proto.ir_version == 11


def test_random_nodes_are_not_shared() -> None:
    proto = parse("""g (float[2] x) => (float[2] y) {
        a = RandomNormalLike (x)  b = RandomNormalLike (x)  c = Relu (x)  d = Relu (x)
        e = Add (a, b)  f = Add (c, d)  y = Add (e, f) }""")
    assert Fixed(proto, codes.REPEATED_NODES).done == ["SI050: removes 1 repeated node: Relu#3"]


def test_an_operator_that_would_change_keeps_the_opset() -> None:
    """LayerNormalization came with opset 17; Split changed in between."""
    head = '<ir_version: 8, opset_import: ["" : 11]>\n'
    text = """g (float[2, 4] x, float[4] s) => (float[2, 2] y, float[2, 2] z) {
        h = LayerNormalization (x, s)  y, z = Split <axis = 1> (h) }"""
    fixed = Fixed(parse(text, head), unsafe=True)
    assert "SI031" in fixed.left and not any(done.startswith("SI031") for done in fixed.done)


def test_an_operator_that_onnx_does_not_define_lowers_no_opset() -> None:
    proto = parse(
        "g (float[2, 4] x, float[4] s) => (float[2, 4] y) { y = SimplifiedLayerNormalization (x, s) }"
    )
    fixed = Fixed(proto, unsafe=True)
    assert "SI031" in fixed.left and fixed.done == []
    assert fixed.proto.opset_import[0].version == proto.opset_import[0].version


def test_the_rank_of_what_a_scan_joins_is_no_safe_fix() -> None:
    """ONNX Runtime puts together what is declared: here [A, 1], and [A] of what has no axes."""
    proto = parse("""g (float[A, 3] x) => (y) {
        y = Scan <num_scan_inputs = 1, body = b (float[3] s) => (float[1] r) { r = ReduceMax <keepdims = 0> (s) }> (x) }""")
    assert "SI221" in Fixed(proto).left
    assert "SI221 unsafe: declares 'r' as []" in Fixed(proto, unsafe=True).done


def test_the_order_of_fixes_does_not_loop() -> None:
    """Names that clash with the names that fixes would give."""
    proto = parse("""g (float[n] x) => (float[n] y) {
        [a] a_1 = Relu (x)  [a] a_2 = Neg (a_1)  [a_1] y = Exp (a_2) }""")
    fixed = Fixed(proto)
    names = [node.name for node in fixed.proto.graph.node]
    assert len(set(names)) == 3 and fixed.left == []


def test_a_fix_that_breaks_the_model_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(bench: object, placed: object) -> object:
        change = real(bench, placed)  # type: ignore[arg-type]  # what a fixer gets

        def apply() -> None:
            bench.edit.graph(bench.survey.main.graph).drop_nodes.add(0)  # type: ignore[attr-defined]

        change.apply = apply  # type: ignore[union-attr]
        return change

    real = FIXERS[codes.DEAD_NODES]
    monkeypatch.setitem(FIXERS, codes.DEAD_NODES, careless)
    with pytest.raises(BadFix, match="SI006"):
        Fixed(parse("g (float[n] x) => (float[n] y) { h = Relu (x)  y = Neg (h)  z = Exp (x) }"))


def test_no_edits_are_no_edits() -> None:
    edit = Edit()
    assert not edit
    edit.imports["a"] = None
    assert edit


def test_what_must_survive() -> None:
    """Sparse initializers, quantization annotations, metadata, doc strings and unknown fields."""
    proto = parse("""g (float[2] x) => (float[2] y) <float[1] scale = {1}, float[2] old = {1, 2}> {
        h = Relu (x)  y = Add (h, s)  dead = Exp (h) }""")
    values = helper.make_tensor("s", TensorProto.FLOAT, [1], [3.0])
    indices = helper.make_tensor("", TensorProto.INT64, [1], [1])
    proto.graph.sparse_initializer.append(helper.make_sparse_tensor(values, indices, [2]))
    for name, parameter in (("h", "scale"), ("dead", "scale")):
        annotation = proto.graph.quantization_annotation.add(tensor_name=name)
        annotation.quant_parameter_tensor_names.add(key="SCALE_TENSOR", value=parameter)
    proto.graph.metadata_props.add(key="k", value="v")
    proto.graph.node[0].metadata_props.add(key="k", value="v")
    proto.graph.node[0].doc_string = "said"
    proto.graph.doc_string = "said"
    fixed = Fixed(proto)
    assert fixed.done == ["SI032: removes 1 node: Exp#2", "SI033: removes 1 initializer: 'old'"]
    assert fixed.left == []
    expected = onnx.ModelProto()
    expected.CopyFrom(proto)
    del expected.graph.node[2], expected.graph.initializer[1], expected.graph.quantization_annotation[1]
    assert fixed.proto == expected
    assert_same(proto, fixed.proto)
