"""The tables against the installed ONNX Runtime: what it lists, and what it loads."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import onnx
import onnx.parser
import onnxruntime
import pytest

from shapeinfer.codes import CODES
from shapeinfer.jobs.explain import example
from shapeinfer.runtimes import newest
from shapeinfer.runtimes import onnxruntime_data as data
from shapeinfer.runtimes.obstacles import MINORS, VERSIONS, ir_limit, opset_limits
from tools.make_target_snapshot import DOMAINS
from tools.make_target_snapshot import main as snapshot
from tools.target_accuracy import Said
from tools.target_models import node_tests
from tools.target_pack import kernel_row, schema_row, unpack
from tools.wheels import CHILD, Wheel

ROOT = Path(__file__).resolve().parent.parent.parent
INSTALLED: str = onnxruntime.__version__
MOST_MISSED = 0.01


def position() -> int:
    """The installed release among the known ones."""
    minor = INSTALLED.rpartition(".")[0]
    assert minor in MINORS, f"python tools/make_target_snapshot.py --add {INSTALLED}"
    return MINORS.index(minor)


def load(models: Sequence[bytes]) -> list[str | None]:
    """What the installed runtime says of each model; None if it makes a session."""
    site = Path(onnxruntime.__file__).parent.parent
    return list(Wheel(INSTALLED, "", "", site, site).load(models))


def test_the_table_is_the_registry() -> None:
    if INSTALLED not in VERSIONS:
        pytest.skip(f"the table has another patch of {MINORS[position()]}")
    dump = json.loads(subprocess.run([sys.executable, CHILD, "dump"], capture_output=True, check=True).stdout)
    listed = {schema_row(s) for s in dump["schemas"] if s["domain"] in DOMAINS}
    listed |= {
        kernel_row("k", k) for k in dump["kernels"] if k[0] == "CPUExecutionProvider" and k[1] in DOMAINS
    }
    rows = unpack(data.OPERATORS, data.TYPES, len(data.RELEASES))[VERSIONS.index(INSTALLED)]
    assert {row for row in rows if row[1][0] in "sk"} == listed


def test_the_files_are_what_the_tool_writes() -> None:
    assert snapshot(["--check"]) == 0


def test_the_newest_limits_are_those_of_the_last_release() -> None:
    assert (VERSIONS[-1], ir_limit(-1)) == (newest.RELEASE, newest.IR_VERSION)
    assert opset_limits(-1) == newest.OPSETS


def test_what_one_release_reads_later_ones_read() -> None:
    for earlier, later in zip(data.RELEASES, data.RELEASES[1:], strict=False):
        assert earlier[1] <= later[1]
        assert all(later[2][domain] >= limit for domain, limit in earlier[2].items())


def test_no_false_error_over_our_own_models() -> None:
    """The examples of all codes, those of the documentation, and those of the tests."""
    texts = [
        found.text for code in CODES.values() for kind in ("broken", "fixed")
        if (found := example(code, kind)) is not None
    ]  # fmt: skip
    for folder in ("examples", "tests/data"):
        texts += [path.read_text(encoding="utf-8") for path in sorted((ROOT / folder).rglob("*.onnxtxt"))]
    models = [onnx.parser.parse_model(text).SerializeToString() for text in texts]
    assert len(models) > 150
    loads = [error is None for error in load(models)]
    false = [t for t, m, does in zip(texts, models, loads, strict=True) if does and refused(m)]
    assert false == []


def test_onnx_s_node_tests() -> None:
    """No false error, and few that are missed: constructors of kernels, and what differs in shape
    inference."""
    tests = [(name, model.SerializeToString()) for name, model in node_tests()]
    assert len(tests) > 1000
    false, missed = [], []
    for (name, model), error in zip(tests, load([model for _, model in tests]), strict=True):
        says = refused(model)
        if error is None and says:
            false.append(name)
        elif error is not None and not says:
            missed.append(name)
    assert false == []
    assert len(missed) <= MOST_MISSED * len(tests), missed


def refused(model: bytes) -> bool:
    return Said(model, [position()]).lacking[0] is not None
