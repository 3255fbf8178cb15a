"""What a demand of sizes that only a run tells says of named sizes."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer
from shapeinfer.dims import ONE, ZERO, Symbol, const, of
from shapeinfer.rule import all_of, any_of, at_least, broadcastable, divides, equal
from shapeinfer.rule.implied import implied
from shapeinfer.rule.requirement import Condition

N, M = of(Symbol("n", ZERO)), of(Symbol("m", ZERO))
KEPT = of(Symbol("?", ZERO, N, named=False))
UNKNOWN = of(Symbol("?u", ZERO, named=False))
# One of two sizes, by data; and one that may be nothing.
EITHER = of(Symbol("?e", ZERO, named=False, cases=((), N, M)))
OR_NONE = of(Symbol("?z", ZERO, named=False, cases=((), N, ZERO)))


def text(condition: Condition) -> str | None:
    found = implied(condition)
    return None if found is None else str(found)


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (at_least(KEPT, const(5)), "n - 5 >= 0"),
        (at_least(M, KEPT), None),  # none may be kept
        (equal(KEPT, M), "n - m >= 0"),
        (broadcastable(KEPT, const(6)), "n - 6 >= 0 or n - 1 >= 0"),
        (any_of(equal(KEPT, const(6)), equal(M, const(2))), "n - 6 >= 0 or m == 2"),
        (any_of(at_least(KEPT, const(5)), equal(UNKNOWN, ONE)), None),
        (all_of(at_least(KEPT, const(5)), equal(UNKNOWN, M)), "n - 5 >= 0"),
        (at_least(UNKNOWN, const(2)), None),
        (divides(const(2), KEPT), None),
        (at_least(N, M), None),  # it is of named sizes itself
        (equal(EITHER, const(7)), "n == 7 or m == 7"),
        (at_least(OR_NONE, const(3)), "n >= 3"),
        (at_least(const(3), OR_NONE), None),  # there may be none
        (equal(N // OR_NONE, const(3)), None),  # which is no divisor
    ],
)
def test_of_bounds(condition: Condition, said: str | None) -> None:
    assert text(condition) == said


def contract_of(body: str) -> shapeinfer.Contract:
    head = '<ir_version: 8, opset_import: ["" : 17]> g '
    return shapeinfer.infer(onnx.parser.parse_model(head + body)).contract


def test_the_contract_demands_what_a_count_is_at_most() -> None:
    contract = contract_of(
        """(float[5, S, S] x) => (float[k] y) <int64[1] count = {930}> {
          at = NonZero(x)  tuples = Transpose(at)  kept = GatherND(x, tuples)  y, i = TopK(kept, count)
        }"""
    )
    assert [str(clause) for clause in contract.demands] == ["S >= 14"]
    assert len(contract.obligations) == 1
