"""What no sizes satisfy is told in terms that a person can compare."""

from __future__ import annotations

import shapeinfer
from tests.whole_model import parse

# Two convolutions that halve and quarter n, joined on another axis, beside one that needs n >= 9.
HALVED = (
    "g (float[1,1,n] x, float[1,1,2] w) => ({outputs}) <float[1,1,9] k = {{1,1,1,1,1,1,1,1,1}}> {{"
    " p = Conv<kernel_shape=[2], strides=[2]>(x, w) q = Conv<kernel_shape=[2], strides=[4]>(x, w) b = Conv(x, k) {more} }}"
)


def told(more: str, outputs: str) -> list[str]:
    report = shapeinfer.lint(parse(HALVED.format(more=more, outputs=outputs)))
    return [f"{d.code} {d.message}" for d in report.diagnostics if d.severity == "error"]


def test_a_demand_that_contradicts_all_others_is_told_with_these() -> None:
    assert told("c = Concat<axis=1>(p, q)", "b, c") == [
        "SI401 no sizes satisfy all of these: n//2 == (n + 2)//4 at graph/Concat#3, n >= 9 at graph/Conv#2"
    ]


def test_of_several_on_the_same_sizes_the_shortest_is_told() -> None:
    more = "c = Concat<axis=1>(p, q) r = Concat<axis=2>(p, p, q) s = Concat<axis=2>(q, x, p) d = Concat<axis=1>(r, s)"
    assert told(more, "b, c, d") == [
        "SI401 no sizes satisfy all of these: n//2 == (n + 2)//4 at graph/Concat#3, n >= 9 at graph/Conv#2"
    ]


def test_a_symbol_is_not_called_fixed_where_no_size_runs() -> None:
    model = parse(HALVED.format(more="c = Concat<axis=1>(p, q) d = Add(x, k)", outputs="b, c, d"))
    assert [d.code for d in shapeinfer.lint(model).diagnostics] == ["SI401"]
