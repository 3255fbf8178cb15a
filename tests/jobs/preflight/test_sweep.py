"""Ranges of sizes: each choice has the answer that its numbers have alone."""

from __future__ import annotations

import itertools

import onnx.parser
import pytest

import shapeinfer
from shapeinfer.jobs.preflight import sweep as sweeping
from shapeinfer.jobs.preflight.sweep import sweep

PREAMBLE = '<ir_version: 9, opset_import: ["" : 17]>\n'

# An empty tensor in the middle, a premise that fails, a list whose length is a symbol, two symbols.
MODELS = {
    "empty": """g (float[S, 2] x) => (float[a, b] y)
        <int64[1] three = {3}, int64[1] end = {1000}, int64[1] axis = {0}> {
            s = Slice (x, three, end, axis)  y = Concat <axis = 1> (x, s)
        }""",
    "premise": """g (float[S, 3, 4] x) => (float[a, b, c, d] y)
        <int64[1] zero = {0}, int64 two = {2}, int64[1] m = {2}, int64[1] t = {3}, int64[1] rest = {-1}> {
            s = Shape (x)  d = Gather (s, zero)  h = Div (d, two)
            target = Concat <axis = 0> (m, h, t, rest)  y = Reshape (x, target)
        }""",
    "list": "g (float[2, 3] x, int64[S] pads) => (float[a, b] y) { y = Pad (x, pads) }",
    "tied": "g (float[S, 3] x, float[4, M] z) => (float[a, b] y) { y = Concat <axis = 1> (x, z) }",
}


@pytest.mark.parametrize("most_visited", [300, sweeping.MOST_VISITED])
@pytest.mark.parametrize("name", MODELS)
def test_a_choice_is_refused_in_a_range_as_it_is_alone(
    name: str, most_visited: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where inference may only be asked about the doubtful choices."""
    monkeypatch.setattr(sweeping, "MOST_VISITED", most_visited)
    model = onnx.parser.parse_model(PREAMBLE + MODELS[name])
    choices = {"S": range(8), "M": range(4)} if name == "tied" else {"S": range(20)}
    alone = [
        shapeinfer.check(model, dict(zip(choices, sizes, strict=True))).ok
        for sizes in itertools.product(*choices.values())
    ]
    assert [answer.refused is None for answer in sweep(model, choices)] == alone
    assert not all(alone)
    assert any(alone)


def test_whole_inputs_beside_a_range() -> None:
    model = onnx.parser.parse_model(
        PREAMBLE + "g (float[A, 3] x, float[B, 3] z) => (float[A, 3] y) { y = Add (x, z) }"
    )
    answers = sweep(model, {"B": range(1, 5)}, inputs={"x": (3, 3)})
    assert [answer.refused is None for answer in answers] == [True, False, True, False]
