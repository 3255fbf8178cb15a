"""What a Loop's body demands of the number of the round is demanded of the first and the last one."""

from __future__ import annotations

import numpy as np
import pytest

import shapeinfer
from tests.whole_model import check, parse, refused

LOOP = """g (float[N,2] t, float[2] x{more}) => (y, z) <int64 m = {{3}}, bool on = {{1}}> {{
    y, z = Loop ({count}, on, x) <body = body (int64 i, bool c, float[2] v) => (bool co, float[2] vo, zo) {{
        co = Identity (c)
        vo = Relu (v)
        zo = Gather (t, i)
    }}>
}}"""


def model(count: str, more: str = "") -> str:
    return LOOP.format(count=count, more=more)


def feeds(size: int, **more: object) -> dict[str, object]:
    return {"t": np.ones((size, 2), np.float32), "x": np.ones(2, np.float32), **more}


def test_the_table_has_an_entry_for_each_round() -> None:
    text = model("m")
    check(text, [feeds(3), feeds(5)])
    assert refused(text, feeds(2))
    proto = parse(text)
    assert [str(c) for c in shapeinfer.infer(proto).contract.demands] == ["N >= 3"]
    report = shapeinfer.check(proto, {"N": 2})
    assert [d.message for d in report.diagnostics] == [
        "indices holds 2, needed -2 to 1 for axis 0 of size 2; data is f32[2, 2]"
    ]
    assert shapeinfer.check(proto, {"N": 3}).ok


@pytest.mark.parametrize(("rounds", "size", "ok"), [(3, 2, False), (2, 2, True), (0, 0, True), (1, 0, False)])
def test_a_given_number_of_rounds(rounds: int, size: int, ok: bool) -> None:
    text = model("n", ", int64 n")
    assert (not refused(text, feeds(size, n=np.array(rounds)))) == ok
    proto = parse(text)
    assert not shapeinfer.infer(proto).contract.demands  # how many rounds there are is data
    assert shapeinfer.check(proto, {"N": size}, {"n": rounds}).ok == ok
