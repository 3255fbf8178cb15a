"""The input that several findings share."""

from __future__ import annotations

import shapeinfer
from tests.command import parse


def culprits(text: str) -> list[tuple[str | None, str | None]]:
    found = shapeinfer.lint(parse(text)).diagnostics
    return [(d.location.node, d.culprit) for d in found if d.severity == "error"]


def test_the_input_that_most_findings_read_is_the_culprit() -> None:
    text = """g (float[n, 3] x, float[n, 5] z, float[4, 5] w, float[7, 5] v) => (float[a, b] p, float[c, d] q,
        float[e, f] r, float[i, j] s) {
        [a] p = MatMul (x, w)  [b] q = MatMul (x, v)  [c] r = MatMul (z, w)  [d] s = MatMul (x, z) }"""
    assert culprits(text)[:3] == [("a", "x"), ("b", "x"), ("c", None)]


def test_a_finding_alone_has_none() -> None:
    assert culprits("g (float[n, 3] x, float[4, 5] w) => (float[a, b] y) { [a] y = MatMul (x, w) }") == [
        ("a", None)
    ]


def test_names_of_different_bodies_are_different() -> None:
    text = """g (bool c, float[2, 3] x, float[4, 5] w) => (float[a, b] y) {
        y = If (c) <
          then_branch = then () => (float[2, 5] u) { t = Relu (x)  [a] u = MatMul (t, w) },
          else_branch = otherwise () => (float[2, 5] v) { t = Neg (x)  [b] v = MatMul (t, w) }
        > }"""
    assert {culprit for _, culprit in culprits(text)} == {None}


def test_declared_shapes_that_follow_from_a_wrong_one() -> None:
    text = """g (float[2, 4] x, float[4, 8] w) => (float[a, b] y, float[] z)
    <float[3, 4] h, float[3, 8] p, float[3, 8] r, float[9] q> {
        [h] h = Relu(x) [p] p = MatMul(h, w) [r] r = Abs(p) [y] y = Neg(r)
        [q] q = ReduceSum<keepdims=0>(w) [z] z = Neg(q)
    }"""
    found = [d for d in shapeinfer.lint(parse(text)).diagnostics if d.code == "SI221"]
    assert [(d.location.node, d.culprit) for d in found] == [("h", "h"), ("p", "h"), ("r", "h"), ("q", None)]
