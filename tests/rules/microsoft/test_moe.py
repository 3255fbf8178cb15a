"""Mixtures of experts."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("MoE", "f32[t, 8]; f32[t, 4]; f32[4, 16, 8]; f32[4, 16]; f32[4, 8, 16]; f32[4, 8]", "f32[t, 8]"),
    op("MoE", "f32[t, 8]; f32[t, 4]; f32[4, 8, 16]; f32[4, 16]; f32[4, 16, 8]; f32[4, 8]", "f32[t, 8]"),
    op(
        "MoE",
        "f32[t, 4]; f32[t, 4]; f32[4, 4, 8]; f32[4, 8]; f32[4, 4, 4]; f32[4, 4]",
        "f32[t, 4]",
        activation_type="swiglu",
        swiglu_fusion=1,
    ),
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
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 62, 16]; f32[4, 62]; -; u8[4, 32, 31]; f32[4, 32]; -; -; -; -; u8[4, 31]; u8[4, 16]",
        "f32[2, 32]",
    ),
    op(
        "QMoE",
        "f32[2, 64]; f32[2, 4]; u8[4, 128, 16]; f32[4, 128, 4]; -; u8[4, 64, 32]; f32[4, 64, 8]; -; -; -; -; "
        "u8[4, 128, 1]; u8[4, 64, 2]",
        "f32[2, 64]",
        block_size=16,
        expert_weight_bits=2,
    ),
    # A scale for each block, of which the last one may be smaller.
    op(
        "QMoE",
        "f32[2, 40]; f32[2, 4]; u8[4, 48, 20]; f32[4, 48, 3]; -; u8[4, 40, 24]; f32[4, 40, 3]",
        "f32[2, 40]",
        block_size=16,
    ),
    # The first layer has one for each row: so has the second, in spite of block_size.
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32, 1]",
        "f32[2, 32]",
        block_size=16,
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]; -; -; -; -; u8[4, 33]",
        "f32[2, 32]",
        finds="SI217 fc1_zero_points has 33 on axis 1, needed 32; fc1_zero_points is u8[4, 33]",
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]; -; -; -; -; -; u8[4, 32, 1]",
        "f32[*]",
        finds="SI201 fc2_zero_points has rank 3, needed 2; fc2_zero_points is u8[4, 32, 1]",
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]; -; u8[4, 64, 15]; f32[4, 64]",
        "f32[2, 32]",
        finds="SI217 fc3_experts_weights has 15 on axis 2, needed 16; fc3_experts_weights is u8[4, 64, 15]",
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]; -; -; f32[4, 64]",
        "f32[2, 32]",
        finds="SI303 a scale, bias or zero point of fc3 is given without fc3_experts_weights",
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        finds="SI303 the bits of weights are (3, 3, 3), needed beside 3 the quant_type int, weights_prepacked 0, swiglu with swiglu_fusion 1, as many bits of fc1 as of fc3, blocks of 32, 64 or 128, and short floats",
        expert_weight_bits=3,
    ),
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
        "f32[2, 32]; f32[2, 4]; u8[4, 128, 16]; f32[4, 128]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        finds="SI303 swiglu_fusion is 3 beside swiglu, needed one of (0, 1, 2)",
        activation_type="swiglu",
        swiglu_fusion=3,
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        finds="SI303 activation_type is 'tanh', needed one of (relu, gelu, silu, swiglu, identity, relu2, geglu)",
        activation_type="tanh",
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        finds="SI303 fc1_expert_weight_bits is 0, needed 2, 3, 4 or 8",
        fc1_expert_weight_bits=0,
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64, 1]; -; u8[4, 32, 32]; f32[4, 32, 4]",
        "f32[2, 32]",
        finds="SI217 fc1_scales has 1 on axis 2, needed 2; fc1_scales is f32[4, 64, 1]",
        block_size=16,
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64, 2]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[*]",
        finds="SI201 fc2_scales has rank 2, needed 3; fc2_scales is f32[4, 32]",
        block_size=16,
    ),
    op(
        "QMoE",
        "f32[2, 32]; f32[2, 4]; u8[4, 64, 16]; f32[4, 64]; -; u8[4, 32, 32]; f32[4, 32]",
        "f32[2, 32]",
        finds="SI303 weights_prepacked is 2, needed -1, 0 or 1",
        weights_prepacked=2,
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
    # Layouts and activations of kernels of GPUs.
    op(
        "QMoE",
        "f16[t, 64]; f16[t, 4]; u8[4, 256, 24]; f16[4, 256, 2]; -; u8[4, 64, 48]; f16[4, 64, 4]",
        "f16[t, 64]",
        expert_weight_bits=3,
        weights_prepacked=0,
        block_size=32,
        activation_type="swiglu",
        swiglu_fusion=1,
    ),
    op(
        "QMoE",
        "f16[t, 64]; f16[t, 4]; u8[4, 64, 128]; f8e8m0[4, 256, 2]; -; u8[4, 128, 32]; f8e8m0[4, 64, 4]",
        "f16[t, 64]",
        quant_type="fp4",
        activation_type="swiglu",
        swiglu_fusion=2,
    ),
    op(
        "MoE",
        "f16[t, 8]; f16[t, 4]; f16[4, 32, 8]; -; f16[4, 8, 16]",
        "f16[t, 8]",
        activation_type="geglu",
        swiglu_fusion=2,
    ),
    op("MoE", "f16[t, 8]; f16[t, 4]; f16[4, 16, 8]; -; f16[4, 8, 16]", "f16[t, 8]", activation_type="relu2"),
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


ROUTED = [
    op("MoEGroupRouter", "f32[b, s, 8]; f32[8]", "f32[b*s, 8]", top_k=2, n_group=4, topk_group=2),
    op("MoEGroupRouter", "f16[t, 8]; f32[2, 4]", "f16[t, 8]", top_k=8),
]


@pytest.mark.parametrize("one", ROUTED, ids=str)
def test_router_runs_as_inferred(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"ran"}


MISROUTED = [
    op("MoEGroupRouter", "f32[3, 8]; f32[8]", "f32[3, 8]", top_k=9,
       finds="SI227 top_k is 9, needed at most the 8 experts"),
    op("MoEGroupRouter", "f32[3, 8]; f32[8]", "f32[*]", top_k=0, finds="SI303 top_k is 0, needed at least 1"),
    op("MoEGroupRouter", "f32[3, 8]; f32[8]", "f32[3, 8]", top_k=1, n_group=3,
       finds="SI218 there are 8 experts, needed a multiple of n_group 3"),
    op("MoEGroupRouter", "f32[3, 8]; f32[8]", "f32[3, 8]", top_k=1, n_group=2, topk_group=3,
       finds="SI227 topk_group is 3, needed at most n_group 2"),
    op("MoEGroupRouter", "f32[3, 8]; f32[7]", "f32[3, 8]", top_k=1,
       finds="SI214 expert_bias is f32[7], needed one for each of 8 experts"),
    op("MoEGroupRouter", "f32[3, 8]; f32[8]", "f32[3, 8]; f32[3, 8]; f32[3, 8]", top_k=1,
       finds="SI303 outputs (1, 2, 3) are wanted, needed the first alone, or the second and the third, which a "
       "projection_weight needs"),
    op("MoEGroupRouter", "f32[3, 256]; f32[8]; f32[8, 256]", "f32[3, 8]", top_k=1,
       finds="SI303 outputs (1) are wanted, needed the first alone, or the second and the third, which a "
       "projection_weight needs"),
]  # fmt: skip


@pytest.mark.parametrize("one", MISROUTED, ids=str)
def test_router_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# No kernel of the CPU runs these: the documentation is all there is.
PACKED = [
    op("MoEPacked", "f16[b, s, 64]; f32[b*s, 8]; u8[8, 32, r]; u8[8, 32, q]; u8[8, 64, p]", "f16[b, s, 64]",
       gate_type=2, up_type=2, down_type=2),
    op("MoEPacked", "f16[t, 64]; f32[t, 8]; u8[8, 32, r]; -; u8[8, 63, p]", "f16[t, 64]", gate_type=16, down_type=16,
       finds="SI217 down_experts_weights has 63 on axis 1, needed 64; down_experts_weights is u8[8, 63, p]"),
    op("RouterGateUpProj", "f16[b, s, 64]; f16[64, 24]", "f16[b, s, 8]; f16[b, s, 8]", router_size=8),
    op("RouterGateUpProj", "f16[t, 64]; f16[64, 23]", "f16[t, 8]; f16[t, ?0]", router_size=8,
       finds="SI218 W has 23 columns, needed 8 and an even number of others; W is f16[64, 23]"),
]  # fmt: skip


@pytest.mark.parametrize("one", PACKED, ids=str)
def test_packed_inferred(one: Row) -> None:
    one.check()
