"""Which releases load a model: the verb, and what lint and check say of targets."""

from __future__ import annotations

import onnx
import onnx.parser
import pytest
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer.jobs.preflight.sweep import sweep
from shapeinfer.jobs.targets import known_releases
from shapeinfer.runtimes import beyond
from shapeinfer.runtimes.beyond import beyond_all
from shapeinfer.runtimes.obstacles import MINORS, VERSIONS


def parse(text: str, ir_version: int = 9, opset: int = 18, more: str = "") -> onnx.ModelProto:
    return onnx.parser.parse_model(f'<ir_version: {ir_version}, opset_import: ["" : {opset}{more}]>\n{text}')


RELU = "g (float[n] x) => (float[n] y) { y = Relu (x) }"


def errors(model: onnx.ModelProto, *targets: str) -> list[str]:
    diagnostics = shapeinfer.lint(model, targets=targets).diagnostics
    return [f"{d.severity} {d.code} {d.location.path}: {d.message}" for d in diagnostics]


def test_a_plain_model_loads_everywhere() -> None:
    report = shapeinfer.targets(parse(RELU))
    assert (report.least, report.loads, report.hindrances) == (MINORS[0], MINORS, ())
    assert errors(parse(RELU), "onnxruntime>=1.16", "onnxruntime-web==1.23") == []


def test_the_least_release_and_what_stops_the_others() -> None:
    model = parse(
        "g (int16[n] x) => (int16[n] y) { a = Add (x, x)  y = Add (a, x) }", ir_version=10, opset=21
    )
    report = shapeinfer.targets(model)
    assert report.least == "1.21"
    assert [(h.code, h.releases[0], h.releases[-1], h.first, h.what, h.nodes, h.place, h.help) for h in report.hindrances] == [
        ("SI503", "1.16", "1.20", "1.21", "Add(14): no implementation, T is i16, it has f32, f64, i32, i64", 2, "graph/Add#0", ""),
        ("SI501", "1.16", "1.17", "1.18", "IR version 10, 1.17 reads up to 9", 0, None, "nothing in the file needs it: ir_version = 8 loads as well"),
        ("SI502", "1.16", "1.17", "1.18", "opset 21 of ai.onnx, 1.17 reads up to 20", 0, None, "every operator is the same at opset 20"),
    ]  # fmt: skip


def test_what_every_release_refuses_is_told_apart() -> None:
    report = shapeinfer.targets(parse("g (float[n] x) => (float[n] y) { y = Relu (z) }"))
    assert (report.least, report.loads) == (None, ())
    assert report.errors == (
        "SI006: input 'z' is not defined by any node, input or initializer (at graph/Relu#0)",
    )


@pytest.mark.parametrize(
    ("elem_type", "least"),
    [
        (TensorProto.FLOAT, 8),
        (TensorProto.FLOAT8E4M3FN, 9),
        (TensorProto.INT4, 10),
        (TensorProto.FLOAT4E2M1, 11),
    ],
)
def test_the_least_ir_version(elem_type: int, least: int) -> None:
    x = helper.make_tensor_value_info("x", elem_type, [4])
    y = helper.make_tensor_value_info("y", elem_type, [4])
    graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "g", [x], [y])
    model = helper.make_model(graph, ir_version=15, opset_imports=[helper.make_opsetid("", 23)])
    found, _newer_than_onnx = errors(model)
    assert found == (
        "error SI501 graph: IR version 15, ONNX Runtime reads up to 14 (in 1.32, the newest known);"
        f" nothing in the file needs it: ir_version = {least} loads as well"
    )


def test_no_known_release_reads_the_opset() -> None:
    assert errors(parse(RELU, opset=29)) == [
        "error SI502 graph: opset 29 of ai.onnx, ONNX Runtime reads up to 28 (in 1.32, the newest known)",
        "info SI005 graph: ai.onnx is imported at opset 29, the newest known here is 28",
    ]
    assert errors(parse(RELU, more=', "ai.onnx.ml" : 6')) == [
        "error SI502 graph: opset 6 of ai.onnx.ml, ONNX Runtime reads up to 5 (in 1.32, the newest known);"
        " every operator is the same at opset 5",
        "info SI005 graph: ai.onnx.ml is imported at opset 6, the newest known here is 5",
    ]
    assert errors(parse(RELU, more=', "of.my.own" : 99')) == []


def test_a_newer_release_may_read_what_onnx_defines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beyond, "IR_VERSION", 13)
    monkeypatch.setattr(beyond, "OPSETS", {"": 26})
    monkeypatch.setattr(beyond, "RELEASE", "1.31.1")
    assert errors(parse(RELU, opset=27)) == [
        "warning SI502 graph: opset 27 of ai.onnx, ONNX Runtime reads up to 26 (in 1.31, the newest known);"
        " every operator is the same at opset 26"
    ]
    model = parse(RELU)
    model.ir_version = 14
    assert errors(model) == [
        "warning SI501 graph: IR version 14, ONNX Runtime reads up to 13 (in 1.31, the newest known);"
        " nothing in the file needs it: ir_version = 8 loads as well"
    ]


def test_check_answers_for_the_target() -> None:
    model = parse(RELU, ir_version=10)
    assert shapeinfer.check(model, {"n": 4}).ok
    assert not shapeinfer.check(model, {"n": 4}, targets=["onnxruntime==1.17"]).ok
    assert not shapeinfer.check(parse(RELU, ir_version=15), {"n": 4}).ok
    refused = {answer.refused for answer in sweep(model, {"n": range(3)}, targets=["onnxruntime==1.17"])}
    assert refused == {
        "onnxruntime 1.17: IR version 10, it reads up to 9; 1.18 is the first that supports it; nothing in "
        "the "
        "file "
        "needs it: ir_version = 8 loads as well (at graph)"
    }
    assert {answer.refused for answer in sweep(model, {"n": range(3)})} == {None}


BF16 = "bfloat16[n] x"
BRANCH = """{branches} {{
    y = If ({condition}) <
        then_branch = t () => (bfloat16[n] a) {{ a = Identity (x) }},
        else_branch = e () => (bfloat16[n] b) {{ b = Abs (x) }}>
}}"""
ABS = "onnxruntime 1.23: Abs(13): no implementation, T is bf16, it has f32, f64, i16, i32, i64, i8, u16, u32, u64, u8"
LATER = "no known release supports it"


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        # What the loader wants although it never runs: dead nodes, bodies of loops with no rounds.
        ("g (bfloat16[n] x) => (bfloat16[n] y) { z = Abs (x)  y = Identity (x) }", ["error SI503 graph/Abs#0: " + f"{ABS}; {LATER}"]),
        (
            "g (bfloat16[n] x) => (bfloat16[m] y) <int64 n = {0}, bool c = {0}> { y = Loop (n, c, x) <body = "
            "b (int64 i, bool k, bfloat16[l] v) => (bool go, bfloat16[l] w) { go = Identity (k)  w = Abs (v) "
            "}> }",
            [f"error SI503 graph/Loop#0.body/Abs#1: {ABS}; {LATER}"],
        ),
        # A branch that depends on an input stays; one that may be decided when the model is loaded is
        # dropped.
        (BRANCH.format(branches="g (bfloat16[n] x, bool c) => (bfloat16[n] y)", condition="c"), [f"error SI503 graph/If#0.else_branch/Abs#0: {ABS}; {LATER}"]),
        (
            BRANCH.format(branches="g (bfloat16[n] x) => (bfloat16[n] y) <bool c = {1}>", condition="c"),
            [f"warning SI503 graph/If#0.else_branch/Abs#0: {ABS}; default optimisations may remove it; {LATER}"],
        ),
    ],
)  # fmt: skip
def test_what_counts_and_what_may_be_saved(graph: str, found: list[str]) -> None:
    model = parse(graph)
    assert [line for line in errors(model, "onnxruntime==1.23") if " SI503 " in line] == found


def test_an_if_on_a_stored_condition_is_replaced() -> None:
    # No If has a kernel for sequences of maps; with default optimizations there is none in the model.
    text = """<ir_version: 10, opset_import: ["" : 17, "ai.onnx.ml" : 1]>
        g (float[n] x%s) => (y) %s { y = If (c) <
            then_branch = t () => (a) { a = ai.onnx.ml.ZipMap<classlabels_int64s = [0, 1]> (x) },
            else_branch = e () => (b) { b = ai.onnx.ml.ZipMap<classlabels_int64s = [0, 1]> (x) }> }"""
    for given, stored, loads in (("", "<bool c = {1}>", True), (", bool c", "", False)):
        model = onnx.parser.parse_model(text % (given, stored))
        assert shapeinfer.check(model, {"n": 2}, targets=["onnxruntime==1.31"]).ok == loads


def test_functions_are_judged_where_they_are_called() -> None:
    text = """<ir_version: 9, opset_import: ["" : 18, "local" : 1]>
        g (bfloat16[n] x, float[n] w) => (bfloat16[n] y, float[n] z) { y = local.f (x)  z = local.f (w) }
        <domain: "local", opset_import: ["" : 18]> f (a) => (b) { b = Abs (a) }
        <domain: "local", opset_import: ["" : 18]> never (a) => (b) { b = NoSuchOperator (a) }"""
    found = errors(onnx.parser.parse_model(text), "onnxruntime==1.23")
    assert f"error SI503 graph/f#0 -> fn:f/Abs#0: {ABS}; {LATER}" in found
    assert not any("NoSuchOperator" in line and "SI5" in line for line in found)


def test_an_operator_is_judged_where_a_function_has_its_name() -> None:
    text = """<ir_version: 9, opset_import: ["" : 18]> g (bfloat16[n] x) => (bfloat16[n] y) { y = Abs (x) }
        <domain: "", opset_import: ["" : 18]> Abs (a) => (b) { b = Identity (a) }"""
    assert f"error SI503 graph/Abs#0: {ABS}; {LATER}" in errors(
        onnx.parser.parse_model(text), "onnxruntime==1.23"
    )


def test_operators_of_other_domains_are_not_judged() -> None:
    model = parse("g (float[n] x) => (float[m] y) { y = of.my.own.Op (x) }", more=', "of.my.own" : 1')
    assert shapeinfer.targets(model).loads == MINORS


def test_alike_refusals_of_several_releases_are_one_finding() -> None:
    model = parse(RELU, opset=23)
    assert errors(model, "onnxruntime>=1.17,<1.24") == [
        "error SI502 graph: onnxruntime 1.17 to 1.22: opset 23 of ai.onnx, 1.17 reads up to 20;"
        " 1.23 is the first that supports it; every operator is the same at opset 20"
    ]


def test_an_unknown_release_is_answered_for_by_a_known_one() -> None:
    model = parse(RELU, opset=29)
    assert errors(model, "onnxruntime==1.99") == [
        "warning SI502 graph: onnxruntime 1.32: opset 29 of ai.onnx, it reads up to 28; no known release "
        "supports it",
        "info SI005 graph: ai.onnx is imported at opset 29, the newest known here is 28",
        "info SI590 graph: onnxruntime 1.99 is not known: 1.32 is used instead",
    ]


def test_a_target_that_can_not_be_read() -> None:
    with pytest.raises(ValueError, match="unknown target 'tflite'"):
        shapeinfer.lint(parse(RELU), targets=["tflite"])


def test_the_known_releases() -> None:
    releases = known_releases()
    assert [r.release for r in releases] == list(VERSIONS)
    assert (releases[1].release, releases[1].ir_version, releases[1].opsets["ai.onnx"]) == ("1.17.3", 9, 20)


def test_a_model_that_is_read_costs_nothing_without_a_target() -> None:
    assert list(beyond_all(shapeinfer.infer(parse(RELU)).run)) == []


# What 1.32 newly refuses (a loader), newly refuses (a run), and no longer refuses.
HEADS = (
    "g (float[1,2,4,8] q, float[1,2,4,8] k, float[1,2,4,8] v) => (float[a,b,c,d] y) "
    "{ y = Attention <q_num_heads = 2, kv_num_heads = 2> (q, k, v) }"
)
MORE_PIECES = "g (float[n] x) => (float[a] y, float[b] z) { y, z = Split <axis = 0, num_outputs = 3> (x) }"
EMPTY_BATCH = "g (float[1,2,3] a, float[n,3,4] b) => (float[n,2,4] y) { y = MatMul (a, b) }"


@pytest.mark.parametrize(
    ("model", "target", "severity"),
    [
        (parse(HEADS, 10, 25), "", "warning"),
        (parse(HEADS, 10, 25), "1.31", None),
        (parse(HEADS, 10, 25), "1.32", "error"),
        (parse(MORE_PIECES), "", "warning"),
        (parse(MORE_PIECES), "1.31", None),
        (parse(MORE_PIECES), "1.32", "error"),
        (parse(MORE_PIECES), "1.99", "warning"),  # not known: the nearest is taken
    ],
    ids=["heads", "heads-1.31", "heads-1.32", "pieces", "pieces-1.31", "pieces-1.32", "pieces-1.99"],
)
def test_what_only_some_releases_refuse(model: onnx.ModelProto, target: str, severity: str | None) -> None:
    targets = [f"onnxruntime=={target}"] if target else []
    found = [d.severity for d in shapeinfer.lint(model, targets=targets).diagnostics if d.code == "SI307"]
    assert found == ([severity] if severity else [])
    # Without a target check answers for the newest release.
    assert shapeinfer.check(model, targets=targets).ok == (severity is None or target == "1.99")


@pytest.mark.parametrize(("target", "refused"), [("", []), ("1.31", [0]), ("1.32", [])])
def test_sizes_that_only_some_releases_refuse(target: str, refused: list[int]) -> None:
    model = parse(EMPTY_BATCH)
    targets = [f"onnxruntime=={target}"] if target else []
    assert shapeinfer.check(model, {"n": 0}, targets=targets).ok == (0 not in refused)
    answers = sweep(model, {"n": range(3)}, targets=targets)
    assert [answer.sizes["n"] for answer in answers if answer.refused] == refused


def test_a_release_that_newly_refuses_does_not_load() -> None:
    report = shapeinfer.targets(parse(HEADS, 10, 25))
    assert (report.least, report.loads[-1]) == ("1.24", "1.31")
    last = report.hindrances[-1]
    assert (last.code, last.releases, last.first, last.place) == (
        "SI307",
        ("1.32",),
        None,
        "graph/Attention#0",
    )
    # What only a run refuses is no matter of loading.
    assert shapeinfer.targets(parse(MORE_PIECES)).loads[-1] == "1.32"
