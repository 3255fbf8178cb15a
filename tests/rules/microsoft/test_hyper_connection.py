"""Hyper-connections of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("HyperConnectionPreMix", "f32[n, 4, 8]; f32[n, 4]", "f32[n, 8]"),
    op("HyperConnectionPreMix", "f32[n, 32]; f32[n, 32]", "f32[n, 8]", num_branches=4),
    op("HyperConnectionPostMix", "f32[n, 4, 8]; f32[n, 8]; f32[n, 4]", "f32[n, 4, 8]"),
    op(
        "HyperConnectionPostMix",
        "f32[n, 32]; f32[n, 8]; f32[n, 4]; f32[n, 4, 4]",
        "f32[n, 32]",
        num_branches=4,
    ),
    op("BranchwiseRMSNorm", "f32[n, 4, 8]; f32[8]", "f32[n, 4, 8]"),
    op("BranchwiseRMSNorm", "f32[n, 32]; f32[4, 8]", "f32[n, 32]", num_branches=4),
    op("GatedAdd", "f32[n, 4]; f32[n, 4]; f32[n, 1]", "f32[n, 4]"),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "HyperConnectionPostMix",
        "f32[2, 32]; f32[2, 7]; f32[2, 4]",
        "f32[2, 32]",
        finds="SI217 block_output has 7 on axis 1, needed 8; block_output is f32[2, 7]",
        num_branches=4,
    ),
    op(
        "GatedAdd",
        "f32[2, 3, 4]; f32[2, 3, 4]; f32[3, 1]",
        "f32[*]",
        finds="SI201 gate has rank 2, needed 3; gate is f32[3, 1]",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "HyperConnectionLowRankMix",
        "f16[b, s, 64]; f16[64]; f16[64, r]; f16[r, 64]; f16[64, 4]; f16[b, s, 16]; f16[b, s, 4]",
        "f16[b, s, 16]; f16[b, s, 4]; f16[b, s, 64]",
        num_branches=4,
    ),
    op(
        "HyperConnectionLowRankMix",
        "f16[t, 64]; f16[64]; f16[64, r]; f16[r, 64]; f16[64, 3]; f16[t, 16]",
        "f16[t, 16]; f16[t, 4]",
        finds=(
            "SI217 inject_weight has 3 on axis 1, needed 4; inject_weight is f16[64, 3]",
            "SI303 of prev_block_output and prev_post_gate only one is given",
        ),
        num_branches=4,
    ),
    op("GatedAdd", "bf16[b, 3]; bf16[b, 3]; bf16[b, k]; bf16[k, 1]", "bf16[b, 3]"),
    op(
        "GatedAdd",
        "bf16[b, 3]; bf16[b, 3]; bf16[b, 5]; bf16[4, 1]",
        "bf16[b, 3]",
        finds="SI217 gate has 5 on axis 1, needed 4; gate is bf16[b, 5]",
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
