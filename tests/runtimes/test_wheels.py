"""Slow, and only where somebody asks for it: four old releases, fetched, against what we say of them.

SHAPEINFER_WHEELS=FOLDER pytest tests/runtimes/test_wheels.py     (the wheels are kept in FOLDER)
"""

from __future__ import annotations

import os
from pathlib import Path

import onnx.parser
import pytest

from shapeinfer.codes import CODES
from shapeinfer.jobs.explain import example
from tools.target_accuracy import main
from tools.wheels import fetch

FOLDER = os.environ.get("SHAPEINFER_WHEELS")
RELEASES = ("1.16.3", "1.18.1", "1.20.1", "1.24.4")

pytestmark = pytest.mark.skipif(FOLDER is None, reason="SHAPEINFER_WHEELS names no folder for wheels")


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("more", [(), ("--retyped",)], ids=["node tests", "retyped"])
def test_no_false_error(release: str, more: tuple[str, ...]) -> None:
    assert main(["--node-tests", *more, "--releases", release, "--cache", str(FOLDER)]) == 0


@pytest.mark.parametrize(
    ("code", "release"), [("SI501", "1.17.3"), ("SI502", "1.16.3"), ("SI503", "1.17.3"), ("SI504", "1.16.3")]
)
def test_the_release_refuses_the_example_and_loads_the_mended_one(code: str, release: str) -> None:
    models = []
    for kind in ("broken", "fixed"):
        found = example(CODES[code], kind)
        assert found is not None
        models.append(onnx.parser.parse_model(found.text).SerializeToString())
    broken, fixed = fetch(release, Path(str(FOLDER))).load(models)
    assert broken is not None and fixed is None
