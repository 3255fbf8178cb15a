"""Mixtures of experts."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("MoE", "f32[t, 8]; f32[t, 4]; f32[4, 16, 8]; f32[4, 16]; f32[4, 8, 16]; f32[4, 8]", "f32[t, 8]"),
    op(
        "MoE",
        "f32[b, s, 8]; f32[b*s, 4]; f32[4, 32, 8]; -; f32[4, 8, 16]",
        "f32[b, s, 8]",
        sizes=({"b": 2, "s": 3}, {"b": 1, "s": 1}),
        activation_type="swiglu",
        swiglu_fusion=1,
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64, 1]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        block_size=0,
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "MoE",
        "f32[6, 8]; f32[5, 4]; f32[4, 16, 8]; -; f32[4, 8, 16]",
        "f32[6, 8]",
        finds="SI217 router_probs has 5 on axis 0, needed 6; router_probs is f32[5, 4]",
    ),
    op(
        "MoE",
        "f32[6, 8]; f32[6, 4]; f32[4, 16, 7]; -; f32[4, 8, 16]",
        "f32[6, 8]",
        finds="SI217 fc1_experts_weights has 7 on axis 2, needed 8; fc1_experts_weights is f32[4, 16, 7]",
    ),
    op(
        "MoE",
        "f32[6, 8]; f32[6, 4]; f32[4, 16, 8]; f32[4, 15]; f32[4, 8, 16]",
        "f32[6, 8]",
        finds="SI217 fc1_experts_bias has 15 on axis 1, needed 16; fc1_experts_bias is f32[4, 15]",
    ),
    op(
        "MoE",
        "f32[6, 8]; f32[6, 4]; f32[4, 16, 8]; -; f32[3, 8, 16]",
        "f32[6, 8]",
        finds="SI217 fc2_experts_weights has 3 on axis 0, needed 4; fc2_experts_weights is f32[3, 8, 16]",
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        finds="SI307 swiglu_fusion is 0 beside swiglu, and ONNX Runtime takes 1 alone",
        activation_type="swiglu",
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        finds="SI303 activation_type is 'tanh', needed one of (relu, gelu, silu, swiglu, identity)",
        activation_type="tanh",
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        finds="SI303 fc1_expert_weight_bits is 0, needed 2, 4 or 8",
        fc1_expert_weight_bits=0,
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        finds="SI303 block_size is 8, needed 0 or a power of 2, at least 16",
        block_size=8,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("MoE", "f32[*]; f32[t, 4]; f32[4, 16, 8]; -; f32[4, 8, 16]", "f32[*]"),
    op(
        "QMoE",
        "f32[t, 32]; f32[t, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]; -",
        "f32[t, 32]",
    ),
    op(
        "QMoE",
        "f32[b, s, 32]; f32[b*s, 4]; u8[4, 64, 16]; f32[4, 64]; f32[4, 63]; u8[4, 32, 32]; f32[4, 32]; -",
        "f32[b, s, 32]",
        finds="SI217 fc1_experts_bias has 63 on axis 1, needed 64; fc1_experts_bias is f32[4, 63]",
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; -; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        finds="SI307 fc1_scales is left out, of which ONNX Runtime dies",
    ),
    op(
        "MoE",
        "f32[2, 0]; f32[2, 4]; f32[4, 16, 0]; f32[4, 16]; f32[4, 0, 16]; f32[4, 0]",
        "f32[2, 0]",
        finds="SI307 the last axis of input has 0, and ONNX Runtime needs at least 1; input is f32[2, 0]",
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
