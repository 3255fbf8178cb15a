"""Assumptions that contradict the model, the given sizes or each other are refused with what they contradict."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer

UNET = "examples/unet.onnxtxt"
NEEDS = "contradicts what the model needs: "


@pytest.mark.parametrize(
    ("assume", "dims", "message"),
    [
        (
            ["height == width + 1"],
            {},
            "the assumption height == width + 1 " + NEEDS
            + "height % 4 == 0 at graph/Concat#6, width % 4 == 0 at graph/Concat#6",
        ),
        (
            ["height == width + 1"],
            {"height": 64},
            "the assumption height == width + 1 " + NEEDS + "width % 4 == 0 at graph/Concat#6",
        ),
        (
            ["height == width + 1"],
            {"height": 64, "width": 64},
            "the sizes height=64, width=64 contradict the assumption height == width + 1",
        ),
        (["height <= 3"], {}, "the assumption height <= 3 " + NEEDS + "height >= 4 at graph/Conv#4"),
        (
            ["height == 3*batch", "batch == 5", "width >= 8"],
            {},
            "the assumptions height == 3*batch and batch == 5 contradict what the model needs: "
            "height % 4 == 0 at graph/Concat#6",
        ),
        (
            ["height >= 10", "height < 8"],
            {},
            "no sizes satisfy the assumptions height >= 10 and height < 8",
        ),
    ],
)  # fmt: skip
def test_refused_with_both(assume: list[str], dims: dict[str, int], message: str) -> None:
    report = shapeinfer.check(UNET, dims, assume=assume)
    assert not report.ok
    assert [d.message for d in report.diagnostics] == [message]


@pytest.mark.parametrize("assume", ["height == width", "height == 2*width", "height >= 8", "height > 7"])
def test_what_fits_is_not_refused(assume: str) -> None:
    assert shapeinfer.check(UNET, assume=[assume]).ok
    assert shapeinfer.check(UNET, {"width": 64}, assume=[assume]).ok


def test_ranges_say_it_too() -> None:
    report = shapeinfer.check(UNET, {"width": range(60, 65)}, assume=["height == width + 1"])
    assert {answer.refused for answer in report.answers} == {
        "the assumption height == width + 1 "
        + NEEDS
        + "height % 4 == 0 at graph/Concat#6, width % 4 == 0 at graph/Concat#6"
    }


@pytest.mark.parametrize(
    "assume", ["n == k // s", "n >= k // s", "n == k % s or n == 9", "n == ceildiv(k, s)"]
)
def test_a_statement_that_divides_by_the_given_size_does_not_hold(assume: str) -> None:
    """With 0 for the divisor it says nothing, and no error is raised."""
    text = "g (float[k] x, float[s] a, float[n] b) => (float[m] y) { y = Concat <axis = 0> (x, a, b) }"
    model = onnx.parser.parse_model(f'<ir_version: 9, opset_import: ["" : 19]> {text}')
    (refused,) = shapeinfer.check(model, {"k": 12, "s": 0, "n": 4}, assume=[assume]).diagnostics
    assert refused.message == f"the sizes k=12, s=0, n=4 contradict the assumption {assume}"
    assert shapeinfer.check(model, {"k": 12, "s": 3}, assume=[assume]).ok
    assert shapeinfer.check(model, {"k": 12, "s": [0, 3]}, assume=[assume]).ok
