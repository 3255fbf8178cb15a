"""Calls of the model's functions: by which opsets their nodes run."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import session
from tests.whole_model import refused


def model(imports: str, own: str, body: str, inner: str = "") -> onnx.ModelProto:
    """A model that calls a function with these imports of its own."""
    return onnx.parser.parse_model(
        f'<ir_version: 10, opset_import: ["local" : 1{imports and ", " + imports}]>\n'
        "g (float[1, 2, 3] x) => (y) { y = local.f (x) }\n"
        f'<domain: "local", opset_import: [{own}]> f (a) => (r) {{ {body} }}\n{inner}'
    )


def found(proto: onnx.ModelProto) -> list[str]:
    return [
        f"{d.severity} {d.code} {d.location.path}: {d.message}" for d in shapeinfer.lint(proto).diagnostics
    ]


def test_an_operator_of_a_domain_that_is_not_imported_is_the_newest() -> None:
    # Of floats the remainder needs no fmod since opset 28.
    proto = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["local" : 1]>\ng (float[2] a, float[2] b) => (y) { y = Mod (a, b) }'
    )
    ones = np.ones(2, np.float32)
    assert shapeinfer.check(proto).ok
    assert not refused(proto, {"a": ones, "b": ones})


RUN_BY = (
    "warning SI307 graph/f#0 -> fn:f: function f imports opset {own} of ai.onnx, and ONNX Runtime runs its "
    "ReduceSum by the model's opset {version}"
)


@pytest.mark.parametrize(
    ("imports", "own", "body", "made", "version"),
    [
        ('"" : 13', '"" : 11', "r = ReduceSum <keepdims = 0> (a)", "f32[]", 13),
        ('"" : 13', '"" : 13', "r = ReduceSum <keepdims = 0> (a)", "f32[]", 0),
        ('"" : 11', '"" : 13', "r = ReduceSum <axes = [1]> (a)", "f32[1, 1, 3]", 11),
        ('"" : 18', '"" : 16', "r = Relu (a)", "f32[1, 2, 3]", 0),  # one version is in both
        ("", '"" : 11', "r = ReduceSum <keepdims = 0> (a)", "f32[]", 28),  # its newest
    ],
)
def test_a_function_runs_by_the_opsets_of_the_model(
    imports: str, own: str, body: str, made: str, version: int
) -> None:
    proto = model(imports, own, body)
    told = RUN_BY.format(own=own.rsplit(maxsplit=1)[-1], version=version) if version else None
    assert [line for line in found(proto) if "SI307" in line] == [told] * bool(told)
    assert str(shapeinfer.infer(proto).facts["y"]) == made
    assert shapeinfer.check(proto).ok
    assert not refused(proto, {"x": np.ones((1, 2, 3), np.float32)})


@pytest.mark.parametrize(
    ("imports", "own", "body", "error"),
    [
        # The attribute became an input.
        (
            '"" : 18',
            '"" : 13',
            "r = ReduceMean <axes = [1]> (a)",
            "error SI017 graph/f#0 -> fn:f/ReduceMean#0",
        ),
        ('"" : 13', '"" : 11', "r = Squeeze <axes = [0]> (a)", "error SI017 graph/f#0 -> fn:f/Squeeze#0"),
        # One of both opsets has no such operator.
        ('"" : 13', '"" : 18', "r = Mish (a)", "error SI012 graph/f#0 -> fn:f/Mish#0"),
        # A function that is called by a function.
        (
            '"" : 18, "other" : 1',
            '"" : 18, "other" : 1',
            "r = other.h (a)",
            "error SI017 graph/f#0 -> fn:f/h#0 -> fn:h/Squeeze#0",
        ),
    ],
)
def test_what_another_opset_refuses(imports: str, own: str, body: str, error: str) -> None:
    inner = '<domain: "other", opset_import: ["" : 11]> h (b) => (s) { s = Squeeze <axes = [0]> (b) }'
    proto = model(imports, own, body, inner)
    assert error in [line.split(": ")[0] for line in found(proto)]
    assert not shapeinfer.check(proto).ok
    with pytest.raises(Exception, match="ONNXRuntimeError"):
        session(proto)


def test_what_only_the_imported_opset_lacks_runs_by_that_of_the_model() -> None:
    body = "k = Cast <to = 7> (a) d = BitwiseNot (k) r = Cast <to = 1> (d)"
    proto = model('"" : 18', '"" : 17', body, "")
    (told,) = [line for line in found(proto) if "SI012" in line]
    assert told == (
        "warning SI012 graph/f#0 -> fn:f/BitwiseNot#1: BitwiseNot was introduced in opset 18, function f imports "
        "17 (ONNX Runtime runs it by the model's opset 18)"
    )
    assert shapeinfer.check(proto).ok
    assert not refused(proto, {"x": np.ones((1, 2, 3), np.float32)})


SCAN = "y = Scan <num_scan_inputs = 1, body = b (float[] s) => (float[] o) { o = Neg (s) }> (v)"
STATE = 'v = Loop (n, "", x) <body = b (int64 i, bool c, float[] s) => (bool d, float[] o) { d = Identity (c) o = Neg (s) }>'
ITEMS = "q = SequenceConstruct (x, x) v = ConcatFromSequence <axis = 0> (q)"


@pytest.mark.parametrize(
    ("made", "inside", "is_refused"),
    [
        # In a function a loader knows the shapes of a sequence's items, and keeps what it knows of the outputs.
        (ITEMS, False, True),
        (ITEMS, True, False),
        (STATE, False, True),
    ],
)
def test_a_loader_may_know_shapes_in_a_function(made: str, inside: bool, is_refused: bool) -> None:
    first, second = ("v = local.f (x)", SCAN) if inside else (made, "y = local.f (v)")
    parameter, result, body = ("x", "v", made) if inside else ("v", "y", SCAN)
    count = "n = Constant <value_int = 2> ()"
    proto = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["local" : 1, "" : 17]>\n'
        f"g (float[1, 2, 3] x) => (y) {{ {count} {first} {second} }}\n"
        f'<domain: "local", opset_import: ["" : 17]> f ({parameter}) => ({result}) {{ {count} {body} }}\n'
    )
    _assert_answered(proto, is_refused=is_refused)


@pytest.mark.parametrize(
    ("more", "is_refused"), [("q", True), ("v", False), ("u", False)], ids=["list", "item", "source"]
)
def test_a_loader_may_know_shapes_of_what_a_function_gives(more: str, is_refused: bool) -> None:
    # Inside of the function, too: it is the same value.
    proto = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["local" : 1, "" : 17]>\n'
        "g (float[1, 2, 3] x) => (y) { other, y = local.f (x) }\n"
        f'<domain: "local", opset_import: ["" : 17]> f (x) => ({more}, y) {{'
        f" q = SequenceConstruct (x, x) u = ConcatFromSequence <axis = 0> (q) v = Relu (u) {SCAN} }}\n"
    )
    _assert_answered(proto, is_refused=is_refused)


def _assert_answered(proto: onnx.ModelProto, *, is_refused: bool) -> None:
    """``check`` says what ONNX Runtime does with a Scan whose shapes it may not know."""
    assert shapeinfer.check(proto).ok is not is_refused
    x = np.ones((1, 2, 3), np.float32)
    if is_refused:
        with pytest.raises(Exception, match="must have the shape set"):
            session(proto).run(None, {"x": x})
    else:
        session(proto).run(None, {"x": x})


STATE_OF_A_SCAN = """g (float[1] x) => (y, float%s z) %s {
    s = Shape (x)
    o = Constant <value = int64 {0}> ()
    y, z = local.f (s, x, o)
}
<domain: "local", opset_import: ["" : 13]>
f (p, q, c) => (r, t) {
    %s, n = Loop (p, "", q, c) <body = body (int64 i, bool go, float[] a, int64 b) => (bool on, float[k] d, int64 e) {
        d = Identity (a) on = Identity (go) e = Identity (b)
    }>
    %s
    t, u = Scan (r, r) <num_scan_inputs = 1, body = inner (float[] a, float b) => (float[] d, float e) {
        d = Identity (a) e = Identity (b)
    }>
}"""


@pytest.mark.parametrize("last", ["[]", "[q]", "[1]"])
@pytest.mark.parametrize("declared", ["", "<float[1] y>", "<float[q] y>", "<float[] y>"])
@pytest.mark.parametrize("made", [("r", ""), ("m", "r = Identity(m)")])
def test_what_the_caller_declares_tells_a_loader_the_rank(
    last: str, declared: str, made: tuple[str, str]
) -> None:
    head = '<ir_version: 10, opset_import: ["" : 13, "local" : 1]>\n'
    proto = onnx.parser.parse_model(head + STATE_OF_A_SCAN % (last, declared, *made))
    report = shapeinfer.check(proto)
    assert report.ok == (not refused(proto, {"x": np.ones(1, np.float32)}))
    assert report.ok == (declared in ("<float[1] y>", "<float[q] y>"))


@pytest.mark.parametrize("called", ["f", "outer"])
@pytest.mark.parametrize("made", ["If(k) <then_branch = t () => (float[] v) { v = Unsqueeze(x, z) }, "
    "else_branch = e () => (float[] u) { u = Identity(w) }>", "Unsqueeze(x, z)"])  # fmt: skip
def test_a_loader_may_know_no_shapes_in_a_function_of_a_function(called: str, made: str) -> None:
    """It knows nothing of what an If makes, and compares what a body declares with what goes in."""
    model = onnx.parser.parse_model(f"""
        <ir_version: 10, opset_import: ["" : 14, "local" : 1]>
        g (float[2] x, float[3,3] w) => (y) <bool k = {{1}}, int64[1] z = {{0}}>
        {{ p = {made} y = local.{called}(p, w) }}
        <domain: "local", opset_import: ["" : 14]>
        f (p, q) => (r) {{
            c, r = Scan(p, q) <num_scan_inputs = 1, body = b (float[] s, float[] i) => (float[3,2] t, float[] o) {{
                t = Identity(s) o = Identity(i)
            }}>
        }}
        <domain: "local", opset_import: ["" : 14, "local" : 1]>
        outer (p, q) => (r) {{ r = local.f(p, q) }}""")
    if is_refused := made.startswith("Unsqueeze"):
        with pytest.raises(Exception, match="Inferred shape and existing shape differ"):
            session(model)
    else:
        session(model).run(None, {"x": np.ones(2, np.float32), "w": np.ones((3, 3), np.float32)})
    assert shapeinfer.check(model).ok != is_refused
