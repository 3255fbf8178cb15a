"""A fixed part of the fuzzer: hostile input gets a clear answer from the real program, within bounds.

``python -m tests.fuzz --all`` runs all of it.
"""

from __future__ import annotations

import os

import pytest

from tests.fuzz import attempts
from tests.fuzz.__main__ import CLASSES, sample
from tests.fuzz.harness import Attempt, run
from tests.fuzz.server import BEHAVIOURS, SECRET, hostile_server

pytestmark = pytest.mark.skipif(os.name != "posix", reason="measures processes as POSIX does")


def defects(found: list[Attempt]) -> list[str]:
    return [f"{attempt.name}: {defect}" for attempt in found for defect in run(attempt).defects]


@pytest.mark.parametrize("name", CLASSES)
def test_a_sample_of_each_class(name: str) -> None:
    assert defects(sample(list(getattr(attempts, name)()), 8)) == []


@pytest.mark.parametrize("behaviour", BEHAVIOURS)
def test_hostile_servers(behaviour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHAPEINFER_REMOTE_TIMEOUT", "2")
    with hostile_server() as base:
        found = [a for a in attempts.servers(base) if a.name == f"servers/{behaviour}"]
        assert defects(found) == []


def test_the_target_of_a_redirect_keeps_its_secrets(capfd: pytest.CaptureFixture[str]) -> None:
    from shapeinfer.cli.main import main

    with hostile_server() as base:
        assert main(["lint", f"{base}/redirects/m.onnx"]) == 2
    out, err = capfd.readouterr()
    assert SECRET not in out + err
