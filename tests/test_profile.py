"""What a Profile counts and says. Times are not tested."""

from __future__ import annotations

import re
from pathlib import Path

import onnx
import pytest

from shapeinfer import annotate, infer, lint
from shapeinfer.engine.engine import Engine
from shapeinfer.engine.operator import Operators
from shapeinfer.model import read
from shapeinfer.profile import REST, START_UP, Profile, Stopwatch

MODEL = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 17, "mine": 1]>
    g (float[n, 4] x, bool c) => (float[n, 4] y) {
        a = Relu(x)
        b = Relu(a)
        d = Tanh(b)
        e = mine.Blur(d)
        y = If (c) <
            then_branch = t () => (float[n, 4] r) { r = Relu(a) },
            else_branch = f () => (float[n, 4] s) { s = Sigmoid(a) }
        >
    }
""").SerializeToString()


def test_lint() -> None:
    with Profile() as profile:
        report = lint(MODEL)
    assert report.diagnostics
    assert set(profile.phases.seconds) == {START_UP, REST, "read", "infer", "contract", "checks", "report"}
    assert profile.nodes == {"Relu": 3, "Tanh": 1, "mine::Blur": 1, "If": 1, "Sigmoid": 1}
    assert profile.asked == {"Relu": 1, "Tanh": 1, "mine::Blur": 1, "If": 1, "Sigmoid": 1}
    assert set(profile.steps) == {"infer", "contract"}
    assert all(0 < used < allowed for used, allowed in [profile.steps["infer"]])


def test_a_model_whose_small_sizes_are_tried() -> None:
    # The third column is read in each of n rounds.
    model = onnx.parser.parse_model("""
        <ir_version: 8, opset_import: ["": 17]>
        g (float[4, n] x) => (z) <int64 one = {1}, int64 two = {2}> {
            s = Shape (x)  b = Gather (s, one)  c = Less (one, b)
            z = Loop (b, c) <body = m (int64 j, bool k) => (bool f, float[4] d) {
                d = Gather <axis = 1> (x, two)  f = Less (j, two)
            }>
        }
    """)
    with Profile() as profile:
        contract = infer(model).contract
    assert [str(clause) for clause in contract.demands] == ["n <= 1 or n >= 3"]
    assert set(profile.steps) == {"infer", "contract"}


def test_annotate(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(MODEL)
    with Profile() as profile:
        annotate(path, tmp_path / "out.onnx")
    assert {"read", "infer", "contract", "annotate", "write"} <= set(profile.phases.seconds)


def test_everything_is_as_it_was_afterwards() -> None:
    before = (read.read_bytes, Engine.run, Operators.outcome)
    profile = Profile()
    try:
        with profile:
            assert read.read_bytes is not before[0]
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        assert (read.read_bytes, Engine.run, Operators.outcome) == before
    lint(MODEL)
    assert not profile.asked


def test_text() -> None:
    profile = Profile()
    profile.phases.seconds.update({START_UP: 0.05, "read": 0.01, "infer": 0.02, REST: 0.02})
    profile.operators.seconds.update({"Add": 0.005, "m\x1b::X": 0.01})
    profile.asked.update({"Add": 2, "m\x1b::X": 1})
    profile.nodes.update({"Add": 100, "m\x1b::X": 1})
    profile.steps.update({"infer": (1234, 100_000)})
    assert profile.text().splitlines() == [
        "phase     CPU ms  share",
        "start-up    50.0    50%",
        "read        10.0    10%",
        "infer       20.0    20%",
        "rest        20.0    20%",
        "total      100.0",
        "",
        "steps   used  allowed",
        "infer  1,234  100,000",
        "",
        "operator  nodes  distinct  CPU ms  of infer",
        "m\\x1b::X      1         1    10.0       50%",
        "Add         100         2     5.0       25%",
    ]


def test_text_of_nothing() -> None:
    with Profile() as profile:
        pass
    assert re.fullmatch(r"phase +CPU ms +share\n(start-up|rest|total).*", profile.text(), re.DOTALL)


def test_inner_time_is_not_counted_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter((0.0, 1.0, 3.0, 7.0, 15.0, 31.0))
    monkeypatch.setattr("shapeinfer.profile.process_time", lambda: next(now))
    watch = Stopwatch()
    watch.begin("outer")
    watch.begin("inner")
    watch.end()
    watch.end()
    watch.begin("later")
    assert watch.seconds == {"outer": 10.0, "inner": 4.0}
