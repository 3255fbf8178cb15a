"""Budgets of memory: what fits, which sizes fit, and that the next size does not."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer
from shapeinfer.costs.fit import AT_MOST, FITS, OPEN, TOO_LARGE, grows
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.reports.budget import bytes_text, fit_text
from tests.costs.models import cost, resnet50

CHAIN = "g (float[n, m] x) => (float[n, m] y) { a = Relu (x) y = Exp (a) }"  # 12*n*m


@pytest.mark.parametrize(
    ("sizes", "budget", "verdict", "said"),
    [
        ({"n": 10, "m": 10}, 1200, FITS, "fits into 1.17 KiB: needs 1.17 KiB (most at graph/Exp#1)"),
        ({"n": 10, "m": 10}, 1199, TOO_LARGE,
         "does not fit into 1.17 KiB: needs 1.17 KiB (most at graph/Exp#1)"),
        ({"m": 10}, 1319, AT_MOST, "fits into 1.29 KiB where n <= 10; n=11 needs 1.29 KiB (most at graph/Exp#1)"),
        ({"m": 10}, 100, TOO_LARGE, "does not fit into 100 B: n=1 needs 120 B (most at graph/Exp#1)"),
        ({}, 1200, OPEN, "fits into 1.17 KiB where\n  12*m*n <= 1200  (most at graph/Exp#1)"),
    ],
)  # fmt: skip
def test_answers(sizes: dict[str, int], budget: int, verdict: str, said: str) -> None:
    fit = cost(CHAIN, **sizes).fit(budget)
    assert (fit.verdict, fit_text(fit)) == (verdict, said)


def test_the_largest_size_fits_and_the_next_does_not() -> None:
    model = resnet50()
    budget = 1 << 30
    fit = shapeinfer.cost(model, dims={"height": 224, "width": 224}).fit(budget)
    assert fit.verdict == AT_MOST
    needed = []
    for batch in (fit.most, fit.most + 1):
        fixed = shapeinfer.cost(model, dims={"batch": batch, "height": 224, "width": 224})
        needed.append(
            fixed.weight_bytes + (fixed.input_bytes.value or 0) + (fixed.peak.candidates[0].bytes.value or 0)
        )
    assert needed[0] <= budget < needed[1]


def test_a_size_that_a_run_decides_is_taken_at_its_largest() -> None:
    text = "g (float[n] x) => (int64[1, k] y) { y = NonZero (x) }"
    fit = cost(text, n=100).fit(1000)
    assert fit_text(fit) == "does not fit into 1000 B: needs up to 1.17 KiB (most at graph/NonZero#0)"
    assert cost(text, n=100).fit(1200).verdict == FITS


def test_what_has_no_known_size_is_said() -> None:
    fit = cost("g (string[n] x) => (string[n] y) { y = StringNormalizer (x) }", n=3).fit(1000)
    assert fit_text(fit) == (
        "fits into 1000 B: needs 0 B (most at graph/StringNormalizer#0)\n"
        "the bytes of 2 values are unknown and count as 0"
    )


def test_what_grows() -> None:
    scope = Scope()

    def shown(text: str) -> bool:
        fact = parse(f"f32[{text}]", scope)
        return grows(fact.shape[0], scope.symbols["n"])  # type: ignore[attr-defined]  # a tensor

    assert shown("n*m + 3")
    assert shown("(n + 3)//4")
    assert shown("m")
    assert shown("max(n, m)")
    assert shown("2*n - n//2")
    assert not shown("m - n")
    assert not shown("n % 4")


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 B"), (1023, "1023 B"), (1024, "1.00 KiB"), (10_240, "10.0 KiB"), (1 << 30, "1.00 GiB"),
     (123 << 40, "123 TiB")],
)  # fmt: skip
def test_bytes_in_words(number: int, text: str) -> None:
    assert bytes_text(number) == text


# --- check --memory -------------------------------------------------------------------------------


def model() -> onnx.ModelProto:
    return onnx.parser.parse_model('<ir_version: 9, opset_import: ["" : 18]>\n' + CHAIN)


def test_check_refuses_what_is_over_the_budget() -> None:
    report = shapeinfer.check(model(), {"n": 10, "m": 10}, memory=1000)
    assert not report.ok
    assert report.memory is not None
    assert (report.memory.needed, report.memory.fits, report.memory.place) == (1200, False, "graph/Exp#1")
    assert shapeinfer.check(model(), {"n": 10, "m": 10}, memory=1200).ok
    assert shapeinfer.check(model(), {"n": 10}, memory=1200).ok
    assert not shapeinfer.check(model(), {"n": 1000}, memory=1200).ok


def test_many_sizes_with_a_budget() -> None:
    from shapeinfer.jobs.preflight.sweep import sweep

    answers = sweep(model(), {"n": range(14), "m": (10,)}, memory=1319)
    assert [a.sizes["n"] for a in answers if a.refused is None] == list(range(11))
    assert {a.refused for a in answers if a.refused} == {
        "needs more than 1.29 KiB of memory (most at graph/Exp#1)"
    }
