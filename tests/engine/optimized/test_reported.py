"""What ONNX Runtime's usual optimizations leave out or change is a warning or a premise."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer
from shapeinfer.rule.requirement import Finding

HEAD = '<ir_version: 10, opset_import: ["" : 17]>\n'


def told(text: str) -> list[str]:
    """The errors and warnings."""
    report = shapeinfer.lint(onnx.parser.parse_model(HEAD + text))
    return [f"{d.severity} {d.code}: {d.message}" for d in report.diagnostics if d.severity != "info"]


JOINED = """g (float[4,6] x, float[B] w) => (float[c,d] y) <int64[1] first = {%d}, int64[1] zero = {0}> {
    s = Shape (w) size = Gather (s, zero) t = Concat <axis = 0> (first, size) y = Reshape (x, t) }"""


def test_a_computed_size_is_completed() -> None:
    model = onnx.parser.parse_model(HEAD + JOINED % 2)
    contract = shapeinfer.contract(model)
    assert [c.condition for c in contract.demands] == []
    assert [c.condition for c in contract.premises] == ["B == 12"]
    assert shapeinfer.check(model, {"B": 5}).ok  # the runtime makes 2 rows of 12


def test_the_other_sizes_must_divide_the_elements() -> None:
    text = (JOINED % 5).replace("float[4,6]", "float[A,6]")
    stated = shapeinfer.infer(onnx.parser.parse_model(HEAD + text)).run.requirements
    demands = [r.item for r in stated if not r.item.premise]
    assert [Finding(d.code, d.message, d.args).text() for d in demands] == [
        "the sizes beside the computed one in (5, B) hold 5 elements, needed a divisor of 6*A"
    ]


TURNED = """g (float[2,3] x, float[1,3,4] w) => (float[a,b,c] y%s) {
    t = Transpose <perm = [1, 0]> (w) y = MatMul (x, t) }"""


@pytest.mark.parametrize(("beside", "severity"), [("", "warning"), (", float[d,e,f] t", "error")])
def test_a_matmul_takes_a_transpose_in_unless_others_read_it(beside: str, severity: str) -> None:
    message = f"{severity} SI204: perm (1, 0) has 2 entries, data has rank 3; data is f32[1, 3, 4]"
    assert message in told(TURNED % beside)


@pytest.mark.parametrize(("read", "severity"), [("Shape", "warning"), ("Identity", "error")])
def test_of_a_node_only_the_shape_is_read(read: str, severity: str) -> None:
    text = f"""g (float[1,8,9,9] x, float[4,8,3,3] w, float[5] b) => (z) {{
        y = Conv (x, w, b) z = {read} (y) }}"""
    message = f"{severity} SI214: B has 5 elements, needed 4, one for each filter of W; B is f32[5]"
    assert message in told(text)


@pytest.mark.parametrize(("size", "severity"), [("3", "warning"), ("A", "error")])
def test_no_loader_knows_a_named_size_behind_a_mistake(size: str, severity: str) -> None:
    text = f"""g (float[4,{size}] x) => (z) <int64 at = {{4}}> {{ y = Gather (x, at) z = Shape (y) }}"""
    message = (
        f"{severity} SI301: indices holds 4, needed -4 to 3 for axis 0 of size 4; data is f32[4, {size}]"
    )
    assert message in told(text)


def test_a_condition_whose_rank_only_a_run_tells() -> None:
    text = """g (bool[] k, float[2] x, int64[1] s) => (float[2] y) <int64 n = {2}> {
        c = Reshape (k, s) y = Loop (n, c, x) <body = b (int64 i, bool go, float[2] v) => (bool h, float[2] o)
        { h = Identity (go) o = Neg (v) }> }"""
    assert told(text) == [
        "warning SI307: the condition is bool[?0], input 'go' of the body is declared with rank 0, which it gets"
    ]


@pytest.mark.parametrize("told_by", ["l = Slice (a, one, two)", "c = Gather (a, one) l = Div (c, one)"])
@pytest.mark.parametrize(
    ("sizes", "beside", "runs"), [("4", "", True), ("1,4", "", True), ("4", "u = Neg (v)", False)]
)
def test_an_expand_of_what_has_no_size_of_1_tells_its_shape(
    told_by: str, sizes: str, beside: str, runs: bool
) -> None:
    """Also an Expand to the size of a Loop's state, of which a loader knows the rank alone."""
    text = f"""g (float[1,1,3] x, float[{sizes}] w, int64 n) => (y) <bool k = {{1}}> {{
        y = Loop (n, k, x) <body = b (int64 i, bool go, float[p,q,r] s) => (bool g, float[p1,q1,r1] o)
        <int64[1] end = {{-1}}, int64[1] one = {{1}}, int64[1] two = {{2}}> {{ a = Shape (s) {told_by}
            v = Expand (w, l) {beside} t = Shape (v) m = ReduceMax (t) o = Slice (s, m, end, one)
            g = Identity (go) }}> }}"""
    model = onnx.parser.parse_model(HEAD + text)
    assert shapeinfer.check(model, inputs={"n": 3}).ok == runs
