"""An annotated model loads in ONNX Runtime if the model does, also with mistakes where no run comes."""

from __future__ import annotations

from pathlib import Path

import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.command import parse, run, save
from tests.oracle import loads
from tests.same import assert_same

# No loader knows the shape of what is joined of a split tensor; h is it too.
JOINED = (
    "t = SplitToSequence (x)  h = ConcatFromSequence <axis = 0> (t)  s = Shape (x)  never = Less (s, s0) "
)
BRANCH = """g (float[3,2] x) => (float[] y) <int64[2] s0 = {0, 0}, int64[1] first = {0}> { %s
    one = Gather (never, first)
    y = If (one) <then_branch = a () => (float[] u) { k = Neg (h)  u = MatMul (k, x) },
        else_branch = b () => (float[] v) { v = Abs (x) }> }"""
# In the branch alone.
INSIDE = """g (float[3,2] x, bool c) => (float[] y) <bool no = {0}> {
    d = And (c, no)
    y = If (d) <then_branch = a () => (float[] u) { t = SplitToSequence (x)  h = ConcatFromSequence <axis = 0> (t)
        u = MatMul (h, x) }, else_branch = b () => (float[] v) { v = Abs (x) }> }"""
# A loader takes a state of a Loop for what the body declares.
STATE = """g (float[3,2] x, bool c) => (float[] y) <int64 one = {1}, bool no = {0}> {
    d = And (c, no)
    y = Loop (one, d, x) <body = b (int64 i, bool g, float[n,3] p) => (bool h, float[k,l] q) {
        t = SplitToSequence (x)  r = ConcatFromSequence <axis = 1> (t)  q = MatMul (p, r)  h = Identity (g) }> }"""
OUTPUT = """g (float[3,2] x, bool c) => (float[] y) <int64 one = {1}, bool no = {0}> {
    d = And (c, no)
    y = Loop (one, d, x) <body = b (int64 i, bool g, float[4,k] p) => (bool h, float[1,5] q) {
        w = Identity (p)  q = Identity (w)  o = Concat <axis = 1> (q, p)  h = Identity (g) }> }"""

# What a branch declares is enforced where all its sizes are known.
DECLARED = """g (float[6,4,N] x, bool c) => (float[p,q,r] y) <int64[2] parts = {2, 2}> {
    t, u = Split <axis = 1> (x, parts)
    y = If (c) <then_branch = a () => (float[6,i,4] v) { v = Identity (u) },
        else_branch = b () => (float[k,l,m] w) { w = Identity (t) }> }"""
# A Scan is refused beside other numbers than its body declares, if a loader knows them.
SCANNED = """g (float[3,2] x) => (y, z) { t = SplitToSequence (x)  h = ConcatFromSequence <axis = 0> (t)
    y, z = Scan <num_scan_inputs = 1, body = b (float[4,i] s, float[j] r) => (float[5,k] u, float[m] v) {
        u = Identity (s)  v = Neg (r) }> (h, x) }"""
# In a body a loader compares what it infers of a Scan by what that declares of open sizes: r is q of one element, not p.
NESTED = """g (float[4,C] x, float[2] f, bool k) => (y) <int64 no = {0}, int64 i = {0}> { l = SequenceConstruct (f, f)
    y, z = Loop (no, k, x) <body = b (int64 n, bool g, float[] s) => (bool h, float[] o, float[] c) {
        e = SequenceAt (l, i)  h = Identity (g)  o = Identity (s)
        u, c = Scan <num_scan_inputs = 1, body = d (float[2] p, float[1] q) => (float[] r, float[] t) {
            r = Identity (q)  t = Identity (q) }> (e, s) }> }"""
# A kernel skips what is empty, and a loader does not that knows it: of rounds that are not made, or a mask.
EMPTY = """g (float[3,3] x, float[3,3,5] w) => (z) <int64 two = {2}, bool no = {0}> {
    y = Loop (two, no) <body = b (int64 i, bool g) => (bool h, float[3,3] r) { r = Identity (x)  h = Identity (g) }>
    z = Concat <axis = 2> (y, w) }"""
MASKED = """g (float[3,4] x, float[3,5] w) => (z) <bool[3] no = {0, 0, 0}> {
    y = Compress <axis = 0> (x, no)  z = Concat <axis = 1> (y, w) }"""
LATER = """g (float[1,4,3] x, bool k) => (z) <int64 one = {1}, int64 no = {0}, int64[1] first = {0},
    int64[1] single = {1}> { e = Reshape (no, single)  t = Slice (x, first, e, first)
    y = Loop (one, k, x) <body = b (int64 i, bool g, float[p,q,r] s) => (bool h, float[] u) {
        h = Identity (g)  u = Identity (s) }>
    z = Concat <axis = -1> (t, y) }"""
ITEM = """g (float[3,2] x, float[1,0,2] w) => (z) <int64 i = {0}> {
    t = SplitToSequence (w)  h = SequenceAt (t, i)  z = Concat <axis = 0> (x, h) }"""
# A state of which the body declares another number, beside what is known.
BESIDE = """g (float[3,3] x, int64 n) => (z) <int64 zero = {0}, bool yes = {1}> {
    y = Loop (zero, yes, x) <body = c (int64 i, bool g, float[k,l] s) => (bool h, float[m,o] u) {
        h = Identity (g)  u = Concat <axis = 1> (s, s) }>
    z = Loop (n, yes, x) <body = b (int64 i, bool g, float[2,j] p) => (bool h, float[p,q] r) {
        v = Mul (p, y)  w = Shape (v)  h = Less (i, i)  r = Identity (p) }> }"""
# Of the nodes before a Shape that is known at load only their shapes are read, and these are not seen.
UNREAD = """g (float[2,0] x) => (z) <int64[1] one = {1}> { y = NonZero (x)  r = Squeeze (y, one)  z = Shape (r) }"""
UNREAD_BY_RANK = """g (float[0,D,0] x) => (z) <int64[2] flat = {4, -1}, int64[1,1,1] index = {1}> {
    y = Reshape (x, flat)  m = MatMul (y, y)  r = SoftmaxCrossEntropyLoss (m, index)  z = Shape (r) }"""
# So it is where a size is another number by the contract: S is 4.
DEMANDED = """g (float[2,S,N] x) => (y, z) { w = Identity (x)
    y, z = Scan <num_scan_inputs = 1, body = b (float[i,1,j] s, float[k,l] r) => (float[4,4,m] u, float[4,6] v) {
        u = Identity (s)  v = Identity (r) }> (w, x) }"""


@pytest.mark.parametrize("text", [BRANCH % JOINED, INSIDE, STATE, OUTPUT, DECLARED, SCANNED, NESTED])
def test_it_loads_as_before(text: str) -> None:
    model = parse(text)
    for annotated in (shapeinfer.annotate(model), shapeinfer.infer_shapes(model)):
        assert isinstance(annotated, onnx.ModelProto)
        assert_same(model, annotated)


@pytest.mark.parametrize("text", [EMPTY, MASKED, LATER, ITEM, BESIDE, UNREAD, UNREAD_BY_RANK])
def test_it_loads_where_no_kernel_meets_the_mistake(text: str) -> None:
    """What ONNX Runtime computes of what is empty is not defined."""
    model = parse(text)
    assert loads(model)
    assert loads(shapeinfer.annotate(model)) and loads(shapeinfer.infer_shapes(model))


def test_it_loads_where_a_kernel_does_not_look_at_an_axis() -> None:
    """There may be no elements; of a Reshape before opset 14 no loader knows the rank."""
    model = onnx.parser.parse_model("""<ir_version: 8, opset_import: ["" : 13]>
        g (float[0] x, int64[1] s) => (z) { y = Reshape (x, s)  z = LogSoftmax <axis = 2> (y) }""")
    assert loads(model)
    assert loads(shapeinfer.annotate(model)) and loads(shapeinfer.infer_shapes(model))


def test_it_loads_where_a_size_is_another_number_by_the_contract() -> None:
    model = parse(DEMANDED)
    annotated = shapeinfer.annotate(model)
    assert loads(model) and loads(annotated)
    assert [value.name for value in annotated.graph.value_info] == []


def test_only_what_leads_to_the_mistake_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        (BRANCH % (JOINED + "m = Exp (x)"))
        .replace("(float[] y)", "(float[] y, float[] z)")
        .replace("one = Gather", "z = Neg (m)  one = Gather")
    )
    path = save(tmp_path / "m.onnx", text)
    out = tmp_path / "out.onnx"
    code, said, _ = run(capsys, "annotate", path, "-o", out)
    assert code == 0
    assert said.splitlines()[1:] == [
        "  no shapes are written that lead to graph/If#7.then_branch/MatMul#1: with them ONNX Runtime would find "
        "a mistake at load that runs may not meet"
    ]
    written = onnx.load(out).graph
    assert [value.name for value in written.value_info] == ["m"]
    assert [dim.dim_value for dim in written.output[1].type.tensor_type.shape.dim] == [3, 2]


def test_where_a_branch_declares_other_sizes_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.onnx"
    code, said, _ = run(capsys, "annotate", save(tmp_path / "m.onnx", DECLARED), "-o", out)
    assert code == 0
    assert said.splitlines()[1:] == [
        "  no shapes are written that lead to graph/If#1.then_branch: with them ONNX Runtime would refuse other "
        "sizes than are declared there"
    ]
    assert [value.name for value in onnx.load(out).graph.value_info] == []
