"""Functions of com.microsoft that keep the shape."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("Gelu", "f32[n, 3]", "f32[n, 3]"),
    op("Gelu", "f32[]", "f32[]"),
    op("QuickGelu", "f32[n, 3]", "f32[n, 3]", alpha=1.0),
    op("FastGelu", "f32[n, 3]", "f32[n, 3]"),
    op("FastGelu", "f32[n, 3]; f32[3]", "f32[n, 3]"),
    op("FastGelu", "f32[n, f]; f32[f]", "f32[n, f]"),
    op("FastGelu", "f32[n, f]; f32[3]", "f32[n, f]", needs="f == 3"),
    op("BiasGelu", "f32[n, m, 4]; f32[4]", "f32[n, m, 4]"),
    op("ScaledSiLU", "f32[n, 3]; f32[]", "f32[n, 3]"),
    op("Inverse", "f32[n, 3, 3]", "f32[n, 3, 3]"),
    op("MurmurHash3", "i32[n, 2]", "u32[n, 2]"),
    op("MurmurHash3", "str[n]", "i32[n]", positive=0),
    op("SampleOp", "f32[n]", "f32[n]"),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op("FastGelu", "f32[]", "f32[*]", finds="SI201 X has rank 0, needed at least 1; X is f32[]"),
    op(
        "BiasGelu",
        "f32[2, 3]; f32[4]",
        "f32[2, 3]",
        finds="SI214 B has 4 on axis 0, needed 3, the last axis of A; B is f32[4]",
    ),
    op("BiasGelu", "f32[2, 3]; f32[1, 3]", "f32[*]", finds="SI201 B has rank 2, needed 1; B is f32[1, 3]"),
    op("Inverse", "f32[3]", "f32[*]", finds="SI201 X has rank 1, needed at least 2; X is f32[3]"),
    op("ScaledSiLU", "f32[3]; f32[2]", "f32[*]", finds="SI201 scale has rank 1, needed 0; scale is f32[2]"),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("Gelu", "f32[*]", "f32[*]"),
    op("BiasGelu", "f32[*]; f32[4]", "f32[*]"),
    op("IsAllFinite", "f32[n]; f32[m, 2]", "bool[]"),
    op("QOrderedGelu", "i8[n, 3]; f32[]; f32[]", "i8[n, 3]"),
    op("SwiGLU", "f16[b, s, 8]; f16[b, s, 8]", "f16[b, s, 8]"),
    op(
        "SwiGLU",
        "f16[b, s, 8]; f16[b, s, 7]",
        "f16[b, s, 8]",
        finds="SI217 up has 7 on axis 2, needed 8; up is f16[b, s, 7]",
    ),
    op("SwiGLU", "f16[b, s, n]", "f16[b, s, n//2]", needs="n % 2 == 0"),
    op("SwiGLU", "f16[*]", "f16[*]"),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
