"""Demands on a size that decides a rank: a Squeeze without axes drops it if it is 1."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer
from shapeinfer.reports.diagnostic import Report


def model(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 17]> g {text}')


def demands(text: str) -> list[str]:
    return [str(clause.condition) for clause in shapeinfer.infer(model(text)).contract.demands]


@pytest.mark.parametrize(
    ("shape", "made", "reader", "expected"),
    [
        ("1,n", "Squeeze(x)", "Concat<axis=-1>(y, y)", ["n >= 2 or n == 0"]),
        ("3,n", "Squeeze(x)", "Transpose<perm=[0]>(y)", ["n == 1"]),
        ("3,n", "Squeeze(x, e)", "Transpose<perm=[0]>(y)", ["n == 1"]),
        ("3,n,n", "Squeeze(x)", "Transpose<perm=[0,2,1]>(y)", ["n >= 2 or n == 0"]),
        ("1,n", "Squeeze(x)", "ReduceMax<axes=[1]>(y)", ["n == 1"]),  # of a scalar a kernel takes any axis
        ("3,n", "Squeeze(x)", "Relu(y)", []),
        # What runs with 1, or with more, demand besides.
        ("3,n", "Squeeze(x)", "Add(y, four)", ["n == 4"]),
        ("4,n", "Squeeze(x)", "Add(y, four)", ["n == 1 or n == 4"]),
        ("n,m", "Squeeze(x, e)", "Relu(y)", []),
        ("3,n", "Squeeze(x)", "Transpose<perm=[0,0]>(y)", []),  # no size helps
        # Two or three sizes decide together.
        ("m,n", "Squeeze(x)", "Transpose<perm=[0,1]>(y)", ["m >= 2 or m == 0", "n >= 2 or n == 0"]),
        ("m,n", "Squeeze(x)", "Concat<axis=-1>(y, y)", ["m >= 2 or n >= 2 or m == 0 or n == 0"]),
        ("n,n,m", "Squeeze(x)", "Concat<axis=-1>(y, y)", ["n >= 2 or m >= 2 or n == 0 or m == 0"]),
        (
            "k,m,n",
            "Squeeze(x)",
            "Transpose<perm=[0]>(y)",
            [
                "k >= 2 or m >= 2 or n >= 2 or k == 0 or m == 0 or n == 0",
                "m == 1 or n == 1 or m == 0 or n == 0",
                "k == 1 or n == 1 or k == 0 or n == 0",
                "k == 1 or m == 1 or k == 0 or m == 0",
            ],
        ),
        ("m,n,1", "Squeeze(x)", "Transpose<perm=[2,1,0]>(y)", ["m <= -1"]),  # no sizes help
        ("m,n,3", "Squeeze(x)", "Transpose<perm=[2,0,1,3]>(y)", ["m <= -1"]),
        # What the channels are depends on which axes are left.
        (
            "m,n,3,2",
            "Squeeze(x)",
            "InstanceNormalization(y, four, four)",
            ["m >= 2 or m == 0", "n >= 2 or n == 0", "m == 1 or n == 1 or n == 4 or m == 0 or n == 0"],
        ),
        ("j,k,m,n", "Squeeze(x)", "Transpose<perm=[0,1,2,3]>(y)", []),  # more are not tried
    ],
)
def test_demands(shape: str, made: str, reader: str, expected: list[str]) -> None:
    text = f"(float[{shape}] x) => (z) <int64[0] e = {{}}, float[4] four = {{1, 2, 3, 4}}> {{ y = {made} z = {reader} }}"
    assert demands(text) == expected


def test_a_name_that_is_no_identifier() -> None:
    named = model("(float[3,n] x) => (z) { y = Squeeze(x) z = Transpose<perm=[0]>(y) }")
    named.graph.input[0].type.tensor_type.shape.dim[1].dim_param = "a b"
    assert [str(c.condition) for c in shapeinfer.infer(named).contract.demands] == ["'a b' == 1"]


def test_no_size_helps() -> None:
    text = (
        "(float[3,n] x, float[n,5] w) => (a, z) { y = Squeeze(x) a = Transpose<perm=[0]>(y)"
        " c = Constant<value_int=1>() z = Gather(w, c) }"
    )
    contract = shapeinfer.infer(model(text)).contract
    assert contract.unsatisfiable != ()
    assert [d.code for d in shapeinfer.lint(model(text)).diagnostics if d.severity == "error"] == ["SI401"]


# Of nodes of which only the shape is read ONNX Runtime leaves out those whose sizes it knows at load.
UNREAD = """(float[0,2,4] x, float[n,2,4] w) => (z) <bool yes = {1}> {
    y = Squeeze(w) r = Where(yes, x, y) z = Shape(r) }"""
# It ends its process at what has fewer axes.
SHORTER = """(float[3,0,3,0] x, float[n,n,3] w) => (z) {
    v = Flatten(x) y = Squeeze(w) z = Concat<axis = -1>(v, y) }"""


@pytest.mark.parametrize("text", [UNREAD, SHORTER])
def test_no_loader_knows_what_is_tried(text: str) -> None:
    assert demands(text) == ["n <= 1"]
    assert [n for n in range(4) if shapeinfer.check(model(text), {"n": n}).ok] == [0, 1]


def test_no_loader_knows_what_is_assumed() -> None:
    found = shapeinfer.infer(model(UNREAD), assume=("n >= 2",)).diagnostics
    assert [f"{d.severity} {d.code}" for d in found] == ["error SI207"]


def test_what_is_assumed_is_not_tried_again() -> None:
    text = "(float[3,n] x) => (z) { y = Squeeze(x) z = Transpose<perm=[0]>(y) }"
    assumed = shapeinfer.infer(model(text), assume=("n <= 4",)).contract.demands
    assert [str(c.condition) for c in assumed] == ["n == 1"]


@pytest.mark.parametrize(("size", "ok"), [(1, False), (2, True), (0, True)])
def test_check_says_the_same(size: int, ok: bool) -> None:
    text = "(float[1,n] x) => (z) { y = Squeeze(x) z = Concat<axis=-1>(y, y) }"
    report: Report = shapeinfer.check(model(text), {"n": size})
    assert report.ok is ok


@pytest.mark.parametrize(
    ("pads", "shape", "reader", "expected"),
    [
        ("1,0,0,0", "n,3", "Transpose<perm=[1,0]>(y)", ["n >= 1"]),
        ("1,0,0,0", "n,3", "Transpose<perm=[0]>(y)", ["n == 0"]),
        ("-1,0,0,0", "n,3", "Transpose<perm=[1,0]>(y)", ["n >= 1", "n >= 3 or n == 1"]),
        (
            "-1,0,0,0",
            "n,n",
            "Transpose<perm=[1,0]>(y)",
            ["n >= 1"],
        ),  # two sizes that follow from one are not tried
    ],
)
def test_sizes_that_follow_from_one(pads: str, shape: str, reader: str, expected: list[str]) -> None:
    text = (
        f"(float[{shape}] x) => (z) <int64[4] p = {{{pads}}}> {{ w = Pad(x, p) y = Squeeze(w) z = {reader} }}"
    )
    assert demands(text) == expected


LAST = "<int64[1] two = {2}, int64[1] less = {-1}, int64[1] most = {9223372036854775807}>"


@pytest.mark.parametrize(
    "nodes",
    [
        "v = Slice(x, less, most, two) y = Squeeze(v) z = Transpose<perm=[1,0]>(y)",
        # In a body whose rounds surely run.
        'c = Constant<value_int=2>() z = Loop(c, "") <body = b (int64 i, bool g) => (bool h, float[] p) {'
        " h = Identity(g) v = Slice(x, less, most, two) y = Squeeze(v) p = Transpose<perm=[1,0]>(y) }>",
    ],
)
def test_what_a_slice_leaves_of_an_axis_is_dropped(nodes: str) -> None:
    """As of ``x[..., -1:]``, which is 1 unless there is nothing."""
    text = f"(float[n,n,n] x) => (z) {LAST} {{ {nodes} }}"
    assert demands(text) == ["n >= 2"]
    assert [shapeinfer.check(model(text), {"n": size}).ok for size in (0, 1, 2)] == [False, False, True]


def test_a_known_rank_behind_a_slice() -> None:
    text = f"(float[3,2,n] x) => (z) {LAST} {{ v = Slice(x, less, most, two) z = Squeeze(v) }}"
    found = shapeinfer.infer(model(text))
    assert str(found.facts["z"]) == "f32[3, 2]"
    assert [str(clause.condition) for clause in found.contract.premises] == ["n >= 1"]


def test_why_no_sizes_help_is_told() -> None:
    text = "(float[m,n,1] x) => (z) { y = Squeeze(x) z = Transpose<perm=[2,1,0]>(y) }"
    assert [d.message for d in shapeinfer.lint(model(text)).diagnostics if d.severity == "error"] == [
        "no sizes satisfy all of these: m <= -1 at graph/Transpose#1 (as in: perm (2, 1, 0) has 3 entries, "
        "data has rank 0; data is f32[])"
    ]
