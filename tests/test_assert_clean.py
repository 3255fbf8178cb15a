"""``shapeinfer.testing.assert_clean``: lint in a user's test."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapeinfer.testing import assert_clean
from tests.command import BROKEN, CLAIM, CLEAN, parse, save


def test_it_passes() -> None:
    assert_clean(parse(CLEAN), fail_on="info")
    assert_clean(parse(CLAIM))
    assert_clean(parse(CLAIM), ignore=["SI221"], fail_on="info")
    assert_clean(parse(BROKEN), ignore=["contraction-mismatch"])
    assert_clean(parse(BROKEN).SerializeToString(), select=["SI1"])


def test_it_fails_with_the_findings(tmp_path: Path) -> None:
    path = save(tmp_path / "m.onnx", BROKEN)
    with pytest.raises(AssertionError) as caught:
        assert_clean(path)
    text = str(caught.value)
    assert text.count("error[SI208 contraction-mismatch]: A has 3 on axis 1 and B has 4") == 1
    assert "  note: the same at graph/MatMul#1\n" in text and text.endswith("2 errors\n")
    assert f"{path}: graph/MatMul#0" in text
    with pytest.raises(AssertionError, match="SI221"):
        assert_clean(parse(CLAIM), fail_on="warning")


def test_what_can_not_be_read_is_not_clean(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="No such file"):
        assert_clean(tmp_path / "none.onnx", select=["SI3"])


def test_what_can_not_be_examined_is_not_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> object:
        raise MemoryError("too much")

    monkeypatch.setattr("shapeinfer.engine.apply.STRICT", False)
    monkeypatch.setattr("shapeinfer.linter.judge.examine", fail)
    with pytest.raises(AssertionError, match="MemoryError: too much"):
        assert_clean(parse(CLEAN))


def test_a_selector_that_makes_no_sense() -> None:
    with pytest.raises(ValueError, match="'SI9' is not a code"):
        assert_clean(parse(CLEAN), ignore=["SI9"])
