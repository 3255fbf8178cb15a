"""Nodes that compute the same: what only data tells of one holds for the other."""

from __future__ import annotations

import numpy as np
import pytest

from shapeinfer.engine.run import Run
from tests.whole_model import check, facts, infer

X = np.array([[0.0, 1.0, 2.0], [3.0, 0.0, 3.0]], np.float32)


@pytest.mark.parametrize(
    ("nodes", "found"),
    [
        ("a = NonZero(x) b = NonZero(x) y = Add(a, b)", "i64[2, ?0]"),
        ("xi = Identity(x) xj = Identity(xi) a = NonZero(xj) b = NonZero(x) y = Add(a, b)", "i64[2, ?0]"),
        # The mask is computed twice, as exporters do for every use.
        ("z = Constant<value_float=1.0>() p = Greater(x, z) q = Greater(x, z) a = NonZero(p) b = NonZero(q) "
         "y = Add(a, b)", "i64[2, ?0]"),
        ("a = Unique(x) b = Unique(x) y = Sub(a, b)", "f32[?0]"),
        ("c = Greater(x, x) a = Compress(x, c) b = Compress(x, c) y = Sub(a, b)", "f32[?0]"),
        # Other values, other attributes and what is drawn are not the same.
        ("n = Neg(x) a = NonZero(x) b = NonZero(n) y = Add(a, b)", "i64[2, broadcast(?0, ?1)]"),
        ("p = Cast<to=6>(x) q = Cast<to=7>(x) a = NonZero(p) b = NonZero(q) y = Add(a, b)",
         "i64[2, broadcast(?0, ?1)]"),
        ("a, i = Unique<sorted=1>(x) b, j = Unique<sorted=0>(x) y = Sub(a, b)", "f32[broadcast(?0, ?1)]"),
    ],
)  # fmt: skip
def test_what_is_computed_twice(nodes: str, found: str) -> None:
    text = f"g (float[n, m] x) => (y) {{ {nodes} }}"
    feeds = [{"x": X[:, :2]}] if "Compress" in nodes else [{"x": X}]
    assert facts(check(text, feeds), "y") == [found]


def test_an_identity_without_inputs() -> None:
    found = infer("g (float[n] x) => (y) { i = Identity() a = NonZero(i) b = NonZero(i) y = Add(a, b) }")
    assert [placed.item.code.id for placed in found.findings] == ["SI015"]
    assert facts(found, "y")[0].startswith("i64[")


def shape_of(found: Run) -> str:
    return facts(found, "y")[0].split(" in ")[0]


def test_what_is_drawn_twice_differs() -> None:
    text = """g (float[n] x) => (y) {
        p = RandomUniformLike(x) q = RandomUniformLike(x) half = Constant<value_float=0.5>()
        a1 = Less(p, half) b1 = Less(q, half) a = NonZero(a1) b = NonZero(b1) y = Add(a, b)
    }"""
    assert shape_of(infer(text)) == "i64[1, broadcast(?0, ?1)]"


def test_a_function_may_draw() -> None:
    model = """g (float[n] x) => (y) {
        p = local.drawn(x) q = local.drawn(x) a = NonZero(p) b = NonZero(q) y = Add(a, b)
    }
    <opset_import: ["" : 17], domain: "local"> drawn (x) => (y) {
        r = RandomUniformLike(x) half = Constant<value_float=0.5>() y = Less(r, half)
    }"""
    assert shape_of(infer(model)) == "i64[1, broadcast(?0, ?1)]"


def test_a_long_chain_is_not_compared() -> None:
    chain = " ".join(f"a{i + 1} = Neg(a{i}) b{i + 1} = Neg(b{i})" for i in range(40))
    text = f"g (float[n] x) => (y) {{ a0 = Abs(x) b0 = Abs(x) {chain} a = NonZero(a40) b = NonZero(b40) y = Add(a, b) }}"
    assert shape_of(infer(text)) == "i64[1, broadcast(?0, ?1)]"


def test_a_value_in_a_body_is_another_one_in_every_round() -> None:
    text = """g (float[4] x, int64 k) => (y) {
        yes = Constant<value=bool {1}>()
        y = Loop(k, yes, x)<body=b (int64 i, bool c, float[4] s) => (co, so) {
            co = Identity(c) a = NonZero(s) b = NonZero(s) so1 = Concat<axis=1>(a, b)
            f = Cast<to=1>(i) so = Add(s, f)
        }>
    }"""
    found = check(text, [{"x": np.ones(4, np.float32), "k": np.array(2)}])
    assert facts(found, "y") == ["f32[4]"]


def test_many_pairs() -> None:
    """Each is found, also behind many others of the same facts."""
    inputs = ", ".join(f"float[n] x{i}" for i in range(9))
    counted = " ".join(f"a{i} = NonZero(x{i})" for i in range(9))
    again = " ".join(f"b{i} = NonZero(x{i}) y{i} = Add(a{i}, b{i})" for i in range(9))
    outputs = ", ".join(f"y{i}" for i in range(9))
    found = infer(f"g ({inputs}) => ({outputs}) {{ {counted} {again} }}")
    shapes = [fact.split(" in ")[0] for fact in facts(found, *(f"y{i}" for i in range(9)))]
    assert shapes == [f"i64[1, ?{i}]" for i in range(9)]
