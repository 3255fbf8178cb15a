"""CategoryMapper: strings to integers and back."""

from __future__ import annotations

import pytest

from shapeinfer.testing import Attribute, infer
from tests.oracle import compare

ML = "ai.onnx.ml"
Attributes = dict[str, Attribute]
LISTS: Attributes = {"cats_int64s": [1, 2], "cats_strings": ["a", "b"]}


@pytest.mark.parametrize(
    ("X", "output"),
    [("str[n, 2]", "i64[n, 2]"), ("i64[n]", "str[n]"), ("str[*]", "i64[*]"), ("i64[]", "str[]")],
)
def test_other_type(X: str, output: str) -> None:
    inferred = infer("CategoryMapper", 1, X, domain=ML, given=LISTS)
    assert (inferred.output, inferred.findings) == (output, [])


def test_refused() -> None:
    cases: list[tuple[Attributes, int]] = [
        ({"cats_strings": ["a"]}, 0),
        ({"cats_int64s": [1, 2], "cats_strings": ["a"]}, 2),
    ]
    for lists, numbers in cases:
        assert infer("CategoryMapper", 1, "i64[2]", domain=ML, given=lists).errors == [
            f"SI219 cats_int64s has {numbers} entries and cats_strings 1, needed the same number of both"
        ]
        assert compare("CategoryMapper", 1, "i64[2]", domain=ML, given=lists)[0] == "refused"


@pytest.mark.parametrize("n", [0, 1, 3])
def test_runs_as_inferred(n: int) -> None:
    for X in ("str[n, 2]", "i64[n]", "i64[]"):
        assert compare("CategoryMapper", 1, X, sizes={"n": n}, domain=ML, given=LISTS)[0] == "ran"
