"""Pre-flight: everything that ONNX Runtime refuses is refused."""

from __future__ import annotations

from collections.abc import Callable

import onnx.parser
import pytest

import shapeinfer
from shapeinfer.dims import Dim, Symbol

PREAMBLE = '<ir_version: 9, opset_import: ["" : 19]>\n'
ROWS = """g (float[n, 4] x) => (float[a, b] y) <int64[4] pads = {0, 1, 0, 1}>
    { y = Pad <mode = "wrap"> (x, pads) }"""


def test_what_the_runtime_alone_refuses_is_an_error_of_check() -> None:
    """A size of 0 that the specification allows: a warning of lint, and no error before it is given."""
    model = onnx.parser.parse_model(PREAMBLE + ROWS)
    assert [str(c) for c in shapeinfer.infer(model).contract.demands] == ["n >= 1"]
    (refused,) = shapeinfer.check(model, {"n": 0}).diagnostics
    assert (refused.code, refused.severity) == ("SI307", "error")
    fixed = onnx.parser.parse_model(PREAMBLE + ROWS.replace("[n", "[0"))
    assert [(d.code, d.severity) for d in shapeinfer.lint(fixed).diagnostics] == [("SI307", "warning")]


CACHE = """g (float[past, 4] cache, float[seq, 4] x, float[total, 4] mask) => (float[n, m] y) {
    keys = Concat <axis = 0> (cache, x)
    y = Sub (keys, mask)
}"""


def test_violations_with_the_nearest_sizes() -> None:
    """They meet the other demands as well, and of several symbols each is moved by itself."""
    (violation,) = shapeinfer.check(
        onnx.parser.parse_model(PREAMBLE + CACHE), {"past": 3, "seq": 2, "total": 7}
    ).violations
    assert violation.condition == "past + seq == total or past + seq == 1 or total == 1"
    assert violation.sizes == {"past": 3, "seq": 2, "total": 7}
    assert violation.nearest == {"past": (5,), "seq": (4,), "total": (5,)}
    assert violation.places == ("graph/Sub#1",)


def test_nearest_sizes_meet_all_demands() -> None:
    model = onnx.parser.parse_model(
        PREAMBLE
        + """g (float[n, 4] x) => (float[a, b] y, float[c, d] z)
        <int64[2] rows = {-1, 24}, float[7] w = {1, 1, 1, 1, 1, 1, 1}> {
            y = Reshape (x, rows)
            t = Transpose (x)
            z = MaxPool <kernel_shape = [11]> (u)  u = Unsqueeze (t, axes)  axes = Constant <value_ints = [0]> ()
        }"""
    )
    report = shapeinfer.check(model, {"n": 4})
    assert [(v.condition, v.nearest) for v in report.violations] == [
        ("n % 6 == 0", {"n": (12,)}),
        ("n >= 12", {"n": (12,)}),
    ]


def test_whole_inputs_are_explained_too() -> None:
    model = onnx.parser.parse_model(PREAMBLE + ROWS)
    (violation,) = shapeinfer.check(model, inputs={"x": (0, 4)}).violations
    assert (violation.condition, violation.sizes, violation.nearest) == ("n >= 1", {"n": 0}, {"n": (1,)})
    assert shapeinfer.check(model, inputs={"x": (0, 5)}).violations == ()


JOINED = """g (float[N, 2] x, float[K, 2] z, float[M, 2] w) => (float[a, b] y, float[c, d] v) {
    y = Concat <axis = 1> (x, z)  v = Concat <axis = 1> (z, w)
}"""


def test_sizes_that_leave_none_for_the_others_are_refused() -> None:
    """K is open, and no K fits both."""
    model = onnx.parser.parse_model(PREAMBLE + JOINED)
    (refused,) = shapeinfer.check(model, {"N": 3, "M": 4}).diagnostics
    assert refused.code == "SI401"
    assert refused.message == (
        "no sizes satisfy all of these: K == 3 at graph/Concat#0, K == 4 at graph/Concat#1"
    )
    assert shapeinfer.check(model, {"N": 3, "M": 3}).ok


def test_several_sizes() -> None:
    model = onnx.parser.parse_model(PREAMBLE + ROWS)
    report = shapeinfer.check(model, {"n": range(2)})
    assert [(a.sizes, a.refused is None) for a in report.answers] == [({"n": 0}, False), ({"n": 1}, True)]
    assert not report.ok
    assert [d.condition for d in report.demands] == ["n >= 1"]
    assert shapeinfer.check(model, {"n": [1, 8]}).ok
    assert shapeinfer.check(model, {"n": [1]}) == shapeinfer.check(model, {"n": 1})


def test_no_sizes() -> None:
    with pytest.raises(ValueError, match="'n' has no sizes to try"):
        shapeinfer.check(onnx.parser.parse_model(PREAMBLE + ROWS), {"n": []})


def test_what_no_sizes_avoid_is_refused_with_sizes_too() -> None:
    """A loader that sees a window of no places refuses it; a kernel that meets one runs."""
    text = "g (float[n, 0, 8, 9] x, float[8, 0, 0, 0] w) => (y) { y = Conv (x, w) }"
    model = onnx.parser.parse_model(PREAMBLE + text)
    for given in ({}, {"n": 0}, {"n": 2}, {"n": [2, 3]}):
        assert not shapeinfer.check(model, given).ok
    for size in (0, 2):
        assert not shapeinfer.check(model, inputs={"x": (size, 0, 8, 9), "w": (8, 0, 0, 0)}).ok
        assert not shapeinfer.check(model, {"n": [size]}, {"w": (8, 0, 0, 0)}).ok


def test_the_search_for_nearest_sizes_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a condition of many terms, which no size of one symbol satisfies, only the sizes nearby are tried."""
    symbols = [f"s{i}" for i in range(10, 50)]
    squares = " + ".join(f"{name}**2" for name in symbols)
    text = "".join(f", float[{name}, {name}] x{i}" for i, name in enumerate(symbols))
    nodes = "".join(f" f{i} = Reshape(x{i}, whole)" for i in range(len(symbols)))
    parts = ", ".join(f"f{i}" for i in range(len(symbols)))
    model = onnx.parser.parse_model(
        f"{PREAMBLE}g (float[one, m] y{text}) => (float[a, b] z) <int64[2] whole = {{1, -1}}>"
        f" {{{nodes} c = Concat <axis = 1> ({parts}) z = Add(y, c) }}"
    )
    sizes = {**dict.fromkeys(symbols, 3), "one": 1, "m": 7}
    evaluated = 0
    evaluate = Dim.evaluate

    def counted(self: Dim, size_of: Callable[[Symbol], int]) -> int:
        nonlocal evaluated
        evaluated += len(self.terms)
        return evaluate(self, size_of)

    monkeypatch.setattr(Dim, "evaluate", counted)
    report = shapeinfer.check(model, sizes)
    assert squares in report.violations[0].condition
    assert report.violations[0].nearest == {"m": (1, 360)}
    assert evaluated < 1_000_000
