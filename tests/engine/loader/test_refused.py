"""What a loader refuses in a branch that nobody knows to run is an error, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import onnx
import onnx.parser
import pytest

import shapeinfer
from shapeinfer.engine.loader import refused_data
from shapeinfer.engine.loader.refused_data import ALWAYS, AT_RUN, CREATED, LISTED, RANKED, SEEN
from tests.fuzz.differential import at_load
from tests.fuzz.differential.at_load import Observation, in_branch, tables, tables_of, text_of
from tests.fuzz.differential.modes import MODES
from tests.fuzz.differential.oracle import Oracle

HEAD = '<ir_version: 10, opset_import: ["" : %d]>\n'
STORED = (
    "<int64[2] l = {5, 5}, int64[3] ones = {1, 1, 1}, int64[1] nine = {9}, int64[1] zero = {0}, int64[2] sevens = {7, 7},"
    " int64[2] holes = {-1, -1}, int64 n = {9}, float[2] on = {0.0, 1.0}, bool c = {1}>"
)  # fmt: skip
GIVEN = "float[%s] x, float[5,7] w, float[2,2,2] z, float[5] b, bool k"

# What a node of the branch does. The loader refuses all of these.
MISTAKES = (
    "v = Concat<axis = 0>(x, z)", "v = Concat<axis = 4>(x, x)", "v = Concat<axis = -3>(x, x)", "v = MatMul(x, w)",
    "v = Gemm(x, w)", "v = Gemm(z, w)", "v = Add(x, w)", "v = Sub(x, w)", "v = Mul(x, w)", "v = Div(x, w)",
    "v = Pow(x, w)", "v = Max(x, w)", "v = Min(x, w)", "v = Sum(x, w)", "v = Mean(x, w)", "v = Where(c, x, w)",
    "q = Equal(x, w) v = Cast<to = 1>(q)", "q = Less(x, w) v = Cast<to = 1>(q)", "q = Greater(x, w) v = Cast<to = 1>(q)",
    "v = ReduceSum(x, nine)", "v = Softmax<axis = 4>(x)",
    "v = LogSoftmax<axis = 3>(x)", "q = Shape(x) v = Gather<axis = 3>(x, q)", "v = MaxPool<kernel_shape = [2]>(x)",
    "v = AveragePool<kernel_shape = [2, 2]>(x)", "v = Unsqueeze(x, nine)", "v = Slice(x, ones, ones)",
    "v = Pad(x, ones)", "v = Expand(x, sevens)", "v = Reshape(x, holes)", "v = DepthToSpace<blocksize = 2>(x)",
    "v = OneHot<axis = 7>(l, n, on)", "q = Relu(x) v = MatMul(q, w)", "v, r = Split<axis = 1>(x, ones)",
)  # fmt: skip
# It accepts these: it does not compare what they do, or does not see it.
ACCEPTED = (
    "v = Reshape(x, l)", "v = Conv(z, z)", "v = PRelu(x, w)",
    "q = Identity(ones) v = Pad(x, q)", "q = Identity(nine) v = ReduceSum(x, q)",
    "q = ReduceSum<keepdims = 0, noop_with_empty_axes = 2>(x) v = Concat<axis = -1>(q, q)",
    "q = Cast<to = 1>(k) e = Shape(q) r = Slice(q, e, e) v = Flatten<axis = 3>(r)",
    "q = Cast<to = 1>(k) e = Shape(q) r = Slice(q, e, e) v = Transpose<perm = [1, 0]>(r)",
    "q = MeanVarianceNormalization<axes = [0]>(x) v = Transpose<perm = [0, 2, 1]>(q)",
    "q = Identity(sevens) r = Reshape(w, q) v = Add(r, x)", 'v = Einsum<equation = "ij,jk,k">(x, "")',
)  # fmt: skip


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle() as started:
        yield started


def loads(model: onnx.ModelProto, oracle: Oracle) -> bool:
    return oracle.ask(model.SerializeToString(), []).load is None


def branch_of(body: str, opset: int, sizes: str) -> onnx.ModelProto:
    graph = (
        f"g ({GIVEN % sizes}) => (y) {STORED} {{ y = If(k) <then_branch = t () => (float[] v) {{ {body} }},"
        f" else_branch = e () => (float[] u) {{ u = Relu(x) }}> }}"
    )
    return onnx.parser.parse_model(HEAD % opset + graph)


@pytest.mark.parametrize("opset", [13, 17, 22])
@pytest.mark.parametrize("sizes", ["3,4", "S,4"])
@pytest.mark.parametrize("body", MISTAKES)
def test_a_loader_refuses_it(body: str, sizes: str, opset: int, oracle: Oracle) -> None:
    model = branch_of(body, opset, sizes)
    assert not loads(model, oracle)
    assert not shapeinfer.check(model).ok
    assert [d.severity for d in shapeinfer.lint(model).diagnostics if d.severity == "error"]


@pytest.mark.parametrize("opset", [13, 17, 22])
@pytest.mark.parametrize("sizes", ["3,4", "S,4"])
@pytest.mark.parametrize("body", ACCEPTED)
def test_it_loads(body: str, sizes: str, opset: int, oracle: Oracle) -> None:
    model = branch_of(body, opset, sizes)
    assert loads(model, oracle)
    assert shapeinfer.check(model).ok


def test_of_the_first_concat_a_loader_compares_nothing(oracle: Oracle) -> None:
    # Without a kernel it is refused, but where a stored condition drops the branch.
    text = """g (float[2,3] x, float[3] w) => (y) <bool k = {1}> {
        y = If(k) <then_branch = t () => (float p) { p = Constant<value = float {1}>() },
                   else_branch = e () => (float q) { z = Concat(x, w) q = Constant<value = float {2}>() }> }"""
    for opset, is_refused in ((1, False), (3, False), (4, True), (13, True)):
        axis = "<axis = 0>" if opset > 3 else ""
        model = onnx.parser.parse_model(HEAD % opset + text.replace("Concat", f"Concat{axis}"))
        errors = [d for d in shapeinfer.lint(model).diagnostics if d.severity == "error"]
        assert bool(errors) is is_refused
        assert loads(model, oracle) is not is_refused


# Sizes that nodes compare: the last is of a Slice whose end is an input, and a loader knows no size of what it makes.
COMPARED = (
    ("float[2,4] a, float[2,3] {}", "Mul(a, b)"),
    ("float[2,4] a, float[2,3] {}", "Add(a, b)"),
    ("float[2,4] a, float[3,3] {}", "Gemm<transB = 1>(a, b)"),
    ("float[1,3,4,4] a, float[2,4] r, int32[2] i, int32[3] {}", "com.microsoft.CropAndResize(a, r, i, b)"),
    ("int8[2,4] a, float s, int8 z, int8[2,3] {}", "com.microsoft.QLinearMul(a, s, z, b, s, z, s, z)"),
    ("int8[2,4] a, float s, int8 z, int8[2,3] {}", "com.microsoft.QLinearAdd(a, s, z, b, s, z, s, z)"),
    ("uint8[60] w, float[3] s, float[2,4] {}", "com.microsoft.MatMulBnb4<N = 3, K = 32, block_size = 16, quant_type = 1>(b, w, s)"),
    ("int64[2,5] a, int64[3] m, int64[3] {}", "com.microsoft.NGramHashMapping<max_ngram_size = 3, n_head_per_ngram = 2, pad_id = 0>(a, m, b)"),
    ("int64[2,5] a, int64[4] v, int64[1] {}", "com.microsoft.NGramHashMapping<max_ngram_size = 3, n_head_per_ngram = 2, pad_id = 0>(a, b, v)"),
    ("int64[5] a, int64[3] m, int64[4] v, int32[1] {}", "com.microsoft.VarlenNGramHashMapping<max_ngram_size = 3, n_head_per_ngram = 2, pad_id = 0>(a, m, v, b)"),
    ("float[2,4] {}", "Reshape(b, odd)"),
    ("float[2,7] {}", "com.microsoft.HyperConnectionPreMix<num_branches = 4>(b, b)"),
)  # fmt: skip


@pytest.mark.parametrize("sliced", [False, True])
@pytest.mark.parametrize(("given", "node"), COMPARED)
def test_a_loader_compares_the_sizes_that_it_sees(
    given: str, node: str, sliced: bool, oracle: Oracle
) -> None:
    inputs = given.format("whole" if sliced else "b")
    model = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["" : 17, "com.microsoft" : 1]>'
        f"g ({inputs}, int64[1] end, bool k) => (y) <int64[1] zero = {{0}}, float[1] one = {{1}}, int64[2] odd = {{3, -1}}> {{"
        + (" b = Slice(whole, zero, end)" if sliced else "")
        + f" y = If(k) <then_branch = t () => (float[] r1) {{ q = {node} r1 = Identity(one) }},"
        + " else_branch = e () => (float[] r2) { r2 = Identity(one) }> }"
    )
    assert loads(model, oracle) is sliced
    assert shapeinfer.check(model).ok is sliced
    severities = {d.severity for d in shapeinfer.lint(model).diagnostics}
    assert ("error" in severities) is not sliced


@pytest.mark.parametrize(
    "node",
    [
        "y, z = ai.onnx.ml.TreeEnsembleClassifier(x)",
        "y = ai.onnx.ml.TreeEnsembleRegressor(x)",
        'y = GridSample<mode = "stretch">(s, s)',  # of unknown rank
        "p = Mod<fmod = 2>(x, x) y = Size(p)",  # a Shape would let the usual optimizations drop the Mod
        'y = com.microsoft.QLinearLeakyRelu(q, s, "", s)',
        'y = com.microsoft.QLinearSigmoid(q, s, "", s)',
    ],
)
def test_mistakes_that_a_loader_finds_whatever_it_knows(node: str, oracle: Oracle) -> None:
    # Where a condition is stored, the branch is dropped before kernels are created.
    is_inferred = "QLinear" in node
    for stored in (False, True):
        model = onnx.parser.parse_model(
            '<ir_version: 10, opset_import: ["" : 17, "com.microsoft" : 1, "ai.onnx.ml" : 1]>'
            f"g (float[N,2] x, uint8[1,2] q, float[] s{'' if stored else ', bool k'}) => (r) <{'bool k = {0},' if stored else ''} float[1] one = {{1}}> {{"
            f" r = If(k) <then_branch = t () => (float[1] a) {{ {node} a = Identity(one) }},"
            " else_branch = e () => (float[1] b) { b = Identity(one) }> }"
        )
        assert loads(model, oracle) is (stored and not is_inferred)
        assert shapeinfer.check(model).ok is (stored and not is_inferred)


def test_a_loop_is_inferred_by_what_its_states_declare(oracle: Oracle) -> None:
    for declared, fits in (("2,2", True), ("a,b", True), ("a,b,c", False), ("", True), ("3,2", False)):
        model = onnx.parser.parse_model(
            HEAD
            % 17
            + 'g (float[2,2] x) => (y) <int64 n = {2}, float[2,2] s = {1, 2, 3, 4}> { y = Loop(n, "", x)'
            f" <body = b (int64 i, bool g, float[{declared}] t) => (bool h, float[] o)"
            " { h = Identity(g) p = Concat<axis = 1>(t, s) o = Relu(t) }> }"
        )
        assert loads(model, oracle) is fits
        assert shapeinfer.check(model).ok is fits


def test_nothing_that_loads_is_refused(oracle: Oracle) -> None:
    refused = 0
    for seed in range(40):
        for mode in ("ai.onnx", "drawn", "com.microsoft", "ai.onnx.ml"):
            case = MODES[mode](seed)
            for stored in (False, True):
                model = in_branch(case.model, stored=stored)
                if shapeinfer.check(model).ok:
                    continue
                assert not loads(model, oracle), (seed, mode, stored)
                refused += 1
    assert refused > 50


def test_the_tables_name_mistakes_in_order() -> None:
    for table in (AT_RUN, CREATED, ALWAYS, RANKED, LISTED, SEEN):
        assert list(table) == sorted(table)
        for mistakes in table.values():
            assert mistakes and list(mistakes) == sorted(set(mistakes))
    for since in (ALWAYS, RANKED, LISTED, SEEN):
        assert all(1 <= opset <= 28 for mistakes in since.values() for opset in mistakes.values())


def told(**said: bool | int | None) -> Observation:
    plain: dict[str, bool | int | None] = {
        "at_load": False,
        "seen": True,
        "ranked": True,
        "listed": False,
        "version": 17,
        "shaped": False,
    }
    return Observation(**{**plain, **said})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seen", "table"),
    [
        ([told(given=True, stored=True)] * 6, {"SEEN": 1}),
        ([told(given=True, stored=True, seen=False)] * 5, {"RANKED": 1}),
        ([told(given=True, stored=False, seen=False, ranked=False)] * 5, {"CREATED": 1}),
        ([told(given=True, stored=False, seen=False)] * 5, {}),
        ([told(given=True, stored=False, seen=False, ranked=False)] * 5 + [told(given=False, stored=False, shaped=True)], {"CREATED": 1}),
        ([told(given=True, stored=True)] * 6 + [told(given=False, stored=False, seen=False)], {"SEEN": 1}),
        ([told(given=True, stored=True)] * 6 + [told(given=False, stored=False, version=6)], {"SEEN": 17}),
        ([told(given=True, stored=True, seen=False)] * 5 + [told(given=False, stored=False, version=6)], {"RANKED": 17}),
        ([told(given=True, stored=True, version=11)] * 6 + [told(given=False, stored=False)], {}),
        ([told(given=True, stored=True)] * 5 + [told(given=False, stored=False)], {}),
        ([told(given=True, stored=True)] * 5, {}),
        (
            [told(given=True, stored=True, seen=False)] * 5
            + [told(given=False, stored=False, seen=False, ranked=False)],
            {"RANKED": 1},
        ),
        (
            [told(given=True, stored=True, seen=False, listed=True)] * 8
            + [told(given=False, stored=False, seen=False)],
            {"LISTED": 1},
        ),
        ([told(given=True, stored=True, seen=False, ranked=False)] * 5, {"ALWAYS": 1}),
        ([told(given=True, stored=True, at_load=True)], {}),
        ([told(given=True, stored=False, at_load=True)], {"CREATED": 1}),
        ([told(given=False, stored=False, at_load=True)], {"AT_RUN": 1}),
        ([told(given=None, stored=True, at_load=True)], {}),
    ],
)  # fmt: skip
def test_a_mistake_belongs_to_the_table_of_what_was_seen(
    seen: list[Observation], table: dict[str, int]
) -> None:
    assert tables_of(seen) == table


def test_a_mistake_of_sizes_needs_sizes_that_are_seen() -> None:
    ranked = [told(given=True, stored=True, seen=False)] * 5
    assert tables_of(ranked, of_sizes=True) == {}
    assert tables_of([*ranked, *[told(given=True, stored=True)] * 6], of_sizes=True) == {"SEEN": 1}
    created = [told(given=True, stored=False, seen=False, ranked=False)] * 5
    assert tables_of(created, of_sizes=True) == {}


def test_the_tables_are_those_that_the_measurement_prints() -> None:
    text = Path(refused_data.__file__).read_text(encoding="utf-8")
    for title, table in tables({}).items():
        assert text_of(title, table) in text


def test_what_is_recorded_stays_until_it_is_contradicted() -> None:
    def told(*, ranked: bool, stored: bool) -> Observation:
        return Observation(
            at_load=False, seen=ranked, ranked=ranked, listed=ranked, version=1, shaped=False, given=stored,
            stored=stored,
        )  # fmt: skip

    mistake = ("Transpose", "SI204 perm names")
    refused, unranked = told(ranked=True, stored=True), told(ranked=False, stored=False)
    assert tables({mistake: [refused, unranked]})["RANKED"]["Transpose"]["SI204 perm names"] == 1
    accepted = told(ranked=True, stored=False)
    assert "SI204 perm names" not in tables({mistake: [refused, accepted]})["RANKED"].get("Transpose", {})


def test_what_needs_to_see_all_may_turn_out_to_need_the_lists_alone() -> None:
    mistake = ("NoSuch", "SI219 pads has")
    recorded = {mistake: {"SEEN": 1}}
    listed = [told(given=True, stored=True, seen=False, listed=True)] * 8
    with patch.object(at_load, "recorded", lambda: recorded):
        assert tables({mistake: listed})["LISTED"]["NoSuch"] == {"SI219 pads has": 1}
        assert tables({mistake: listed[:2]})["SEEN"]["NoSuch"] == {"SI219 pads has": 1}
