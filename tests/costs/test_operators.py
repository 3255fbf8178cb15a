"""Formulas: one row for each operator that multiplies and accumulates, and a list of all others."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from shapeinfer.costs.asked import Asked, Unknown
from shapeinfer.costs.operators import FORMULAS
from shapeinfer.costs.operators.plain import KINDS, POOLS, UNKNOWN
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.rule.modules import RULE_MODULES
from shapeinfer.schema import schema as schemas

MS, ML, NCHWC, NHWC = "com.microsoft", "ai.onnx.ml", "com.microsoft.nchwc", "com.ms.internal.nhwc"


def macs(name: str, inputs: str, outputs: str, **attributes: object) -> str:
    """The formula's answer: inputs and outputs in the text form with ``;`` between, ``-`` for one left
    out."""
    domain, _, op_type = name.rpartition(":")
    scope = Scope()
    given = [None if part.strip() == "-" else parse(part.strip(), scope) for part in inputs.split(";")]
    made = [parse(part.strip(), scope) for part in outputs.split(";")]
    schema = schemas.find(domain, op_type, attributes.pop("opset", 1 << 30))  # type: ignore[arg-type]  # a number
    assert schema is not None
    try:
        return str(FORMULAS[domain, op_type](Asked(schema, given, made, attributes)))
    except Unknown:
        return "?"


ROWS: tuple[tuple[str, str, str, dict[str, object], str], ...] = (
    # products
    ("MatMul", "f32[b, m, k]; f32[k, n]", "f32[b, m, n]", {}, "b*k*m*n"),
    ("MatMul", "f32[k]; f32[k]", "f32[]", {}, "k"),
    ("MatMul", "f32[*]; f32[k, n]", "f32[*]", {}, "?"),
    ("MatMulInteger", "u8[m, 3]; i8[3, n]", "i32[m, n]", {}, "3*m*n"),
    ("QLinearMatMul", "u8[m, 3]; f32[]; u8[]; u8[3, n]", "u8[m, n]", {}, "3*m*n"),
    ("Gemm", "f32[m, 5]; f32[5, 7]; f32[7]", "f32[m, 7]", {}, "35*m"),
    ("Gemm", "f32[5, m]; f32[7, 5]", "f32[m, 7]", {"transA": 1, "transB": 1}, "35*m"),
    (f"{MS}:FusedGemm", "f32[m, 5]; f32[5, 7]", "f32[m, 7]", {}, "35*m"),
    (f"{MS}:QGemm", "u8[m, 5]; f32[]; u8[]; i8[5, 7]", "f32[m, 7]", {}, "35*m"),
    (f"{MS}:GemmFloat8", "f32[m, 5]; f32[5, 7]", "f32[m, 7]", {}, "35*m"),
    (f"{MS}:GemmFastGelu", "f32[m, 5]; f32[5, 7]", "f32[m, 7]", {}, "35*m"),
    (f"{MS}:FusedMatMul", "f32[b, 5, m]; f32[b, 5, n]", "f32[b, m, n]", {"transA": 1}, "5*b*m*n"),
    (f"{MS}:FusedMatMul", "f32[5, b, m]; f32[b, 5, n]", "f32[b, m, n]", {"transA": 1, "transBatchA": 1},
     "5*b*m*n"),
    (f"{MS}:FusedMatMul", "f32[m, b, 5]; f32[b, 5, n]", "f32[b, m, n]", {"transBatchA": 1}, "5*b*m*n"),
    (f"{MS}:TransposeMatMul", "f32[5, m]; f32[5, n]", "f32[m, n]", {"transA": 1}, "5*m*n"),
    (f"{MS}:FusedMatMulActivation", "f32[m, 5]; f32[5, n]", "f32[m, n]", {}, "5*m*n"),
    (f"{MS}:MatMulInteger16", "i16[m, 5]; i16[5, n]", "i32[m, n]", {}, "5*m*n"),
    (f"{MS}:MatMulIntegerToFloat", "u8[m, 5]; u8[5, n]; f32[]; f32[]", "f32[m, n]", {}, "5*m*n"),
    (f"{MS}:DynamicQuantizeMatMul", "f32[m, 5]; u8[5, n]; f32[]", "f32[m, n]", {}, "5*m*n"),
    (f"{MS}:MatMulFpQ4", "f32[m, 64]; u8[200]; i64[2]", "f32[m, 8]", {}, "512*m"),
    (f"{MS}:QOrderedMatMul", "i8[b, m, 5]; f32[]; i8[5, n]; f32[]; f32[]", "i8[b, m, n]", {}, "5*b*m*n"),
    (f"{MS}:MatMulBlockQuantizedFp4Weight", "f16[m, 32]; u8[8, 16]; u8[8, 2]; f32[]", "f16[m, 8]", {},
     "256*m"),
    (f"{MS}:MatMulBlockQuantizedFp8Weight", "f16[m, 128]; f8e4m3fn[8, 128]; f32[8, 1]", "f16[m, 8]", {},
     "1024*m"),
    (f"{MS}:MatMulNBits", "f32[b, s, 64]; u8[96, 2, 16]; f32[192]", "f32[b, s, 96]", {"K": 64, "N": 96},
     "6144*b*s"),
    (f"{MS}:MatMulBnb4", "f32[b, 64]; u8[3072]; f32[48]", "f32[b, 96]", {"K": 64, "N": 96}, "6144*b"),
    (f"{MS}:MatMulPacked", "f16[b, s, 64]; u8[96, 36]", "f16[b, s, 96]", {"K": 64, "N": 96}, "6144*b*s"),
    (f"{MS}:MatMulNBitsQLoRA", "f32[b, 64]; u8[96, 2, 16]; f32[96, 2]; u8[r, 2, 16]; f32[r, 2]; u8[96, q, 16]; f32[96, q]",
     "f32[b, 96]", {"K": 64, "N": 96}, "160*b*r + 6144*b"),
    (f"{MS}:RouterGateUpProj", "f16[t, 64]; f16[64, 24]", "f16[t, 8]; f16[t, 8]", {"router_size": 8}, "1536*t"),
    (f"{MS}:MoEGroupRouter", "f32[t, 8]; f32[8]", "f32[t, 8]", {"top_k": 2}, "0"),
    (f"{MS}:HyperConnectionLowRankMix", "f32[t, 16]; f32[16]; f32[16, r]; f32[r, 16]; f32[16, 4]", "f32[t, 4]; f32[t, 4]",
     {"num_branches": 4}, "32*r*t + 64*t"),
    (f"{MS}:MatMulNBitsMlp", "f32[b, s, 64]", "f32[b, s, 96]", {"K": 64, "N": 96}, "12288*b*s"),
    (f"{MS}:MatMulNBitsQkv", "f32[b, s, 64]", "f32[b, s, 96]", {"K": 64, "Nq": 96, "Nkv": 32}, "10240*b*s"),
    ("AffineGrid", "f32[n, 2, 3]; i64[4]", "f32[n, h, w, 2]", {}, "6*h*n*w"),
    (f"{MS}:CDist", "f32[m, 5]; f32[n, 5]", "f32[m, n]", {}, "5*m*n"),
    (f"{MS}:GatedRelativePositionBias", "f32[b, s, 24]; f32[24]; f32[1, 3, s, s]; f32[8, 6]",
     "f32[b, 3, s, s]", {"num_heads": 3}, "144*b*s"),
    (f"{MS}:HyperConnectionPreMix", "f32[t, 4, 16]; f32[t, 4]", "f32[t, 16]", {}, "64*t"),
    (f"{MS}:HyperConnectionPostMix", "f32[t, 4, 16]; f32[t, 16]; f32[t, 4]", "f32[t, 4, 16]", {}, "64*t"),
    (f"{MS}:HyperConnectionPostMix", "f32[t, 64]; f32[t, 16]; f32[t, 4]; f32[t, 4, 4]", "f32[t, 64]",
     {"num_branches": 4}, "320*t"),
    # convolutions
    ("Conv", "f32[n, 3, h, w]; f32[8, 3, 5, 5]; f32[8]", "f32[n, 8, h, w]", {}, "600*h*n*w"),
    ("Conv", "f32[n, 8, h, w]; f32[8, 1, 3, 3]", "f32[n, 8, h, w]", {"group": 8}, "72*h*n*w"),
    ("ConvInteger", "u8[n, 3, w]; u8[8, 3, 5]", "i32[n, 8, w]", {}, "120*n*w"),
    ("QLinearConv", "u8[n, 3, w]; f32[]; u8[]; u8[8, 3, 5]", "u8[n, 8, w]", {}, "120*n*w"),
    ("DeformConv", "f32[n, 3, h, w]; f32[8, 3, 5, 5]; f32[n, 50, h, w]", "f32[n, 8, h, w]", {}, "600*h*n*w"),
    (f"{MS}:FusedConv", "f32[n, 3, w]; f32[8, 3, 5]", "f32[n, 8, w]", {}, "120*n*w"),
    (f"{MS}:NhwcConv", "f32[n, h, w, 3]; f32[8, 5, 5, 3]", "f32[n, h, w, 8]", {}, "600*h*n*w"),
    (f"{MS}:NhwcFusedConv", "f16[n, h, w, 3]; f16[8, 5, 5, 3]", "f16[n, h, w, 8]", {}, "600*h*n*w"),
    (f"{MS}:QLinearConv", "u8[n, 3, w]; f32[]; u8[]; u8[8, 3, 5]", "u8[n, 8, w]", {}, "120*n*w"),
    (f"{NCHWC}:Conv", "f32[n, 16, w, w]; f32[16, 16, 3, 3]", "f32[n, 16, w, w]", {}, "2304*n*(w**2)"),
    (f"{NHWC}:Conv", "f32[n, w, w, 4]; f32[8, 3, 3, 4]", "f32[n, w, w, 8]", {}, "288*n*(w**2)"),
    (f"{NHWC}:QLinearConv", "u8[n, w, 3]; f32[]; u8[]; u8[8, 5, 3]", "u8[n, w, 8]", {}, "120*n*w"),
    ("ConvTranspose", "f32[n, 4, w]; f32[4, 6, 2]", "f32[n, 6, 2*w]", {}, "48*n*w"),
    ("ConvTranspose", "f32[n, 4, w]; f32[4, 3, 2]", "f32[n, 6, 2*w]", {"group": 2}, "24*n*w"),
    (f"{MS}:ConvTransposeWithDynamicPads", "f32[n, 4, w]; f32[4, 6, 2]", "f32[n, 6, 2*w]", {}, "48*n*w"),
    (f"{NHWC}:ConvTranspose", "f32[n, w, 4]; f32[4, 2, 6]", "f32[n, 2*w, 6]", {}, "48*n*w"),
    (f"{NHWC}:QLinearConvTranspose", "u8[n, w, 4]; f32[]; u8[]; u8[4, 2, 6]", "u8[n, 2*w, 6]", {}, "48*n*w"),
    ("CausalConvWithState", "f32[n, 8, s]; f32[8, 1, 4]", "f32[n, 8, s]; f32[n, 8, 3]", {}, "32*n*s"),
    (f"{MS}:CausalConvWithState", "f32[n, 8, s]; f32[8, 1, 4]", "f32[n, 8, s]; f32[n, 8, 3]", {}, "32*n*s"),
    (f"{MS}:VarlenCausalConvWithState", "f32[t, 8]; f32[8, 1, 4]", "f32[t, 8]", {}, "32*t"),
    (f"{MS}:WordConvEmbedding", "i32[w, 10]; f32[8, 1, 3, 4]; f32[8]; f32[50, 4]", "f32[w, 8]", {}, "768*w"),
    # recurrent layers
    ("RNN", "f32[t, b, 5]; f32[1, 4, 5]; f32[1, 4, 4]", "f32[t, 1, b, 4]", {}, "36*b*t"),
    ("GRU", "f32[t, b, 5]; f32[2, 12, 5]; f32[2, 12, 4]", "f32[t, 2, b, 4]", {}, "216*b*t"),
    ("LSTM", "f32[t, b, 5]; f32[1, 16, 5]; f32[1, 16, 4]", "f32[t, 1, b, 4]", {}, "144*b*t"),
    (f"{MS}:DynamicQuantizeLSTM", "f32[t, b, 5]; i8[1, 5, 16]; i8[1, 4, 16]", "f32[t, 1, b, 4]", {}, "144*b*t"),
    # attention
    ("Attention", "f32[b, 4, s, 8]; f32[b, 2, t, 8]; f32[b, 2, t, 6]", "f32[b, 4, s, 6]", {}, "56*b*s*t"),
    ("Attention", "f32[b, s, 32]; f32[b, t, 16]; f32[b, t, 12]", "f32[b, s, 24]",
     {"q_num_heads": 4, "kv_num_heads": 2}, "56*b*s*t"),
    ("Attention", "f32[b, 4, s, 8]; f32[b, 4, s, 8]; f32[b, 4, s, 8]; -; f32[b, 4, p, 8]; f32[b, 4, p, 8]",
     "f32[b, 4, s, 8]", {}, "64*b*p*s + 64*b*(s**2)"),
    ("ai.onnx.preview:FlexAttention", "f32[b, 4, s, 8]; f32[b, 4, t, 8]; f32[b, 4, t, 8]", "f32[b, 4, s, 8]",
     {}, "64*b*s*t"),
    (f"{MS}:Attention", "f32[b, s, 16]; f32[16, 48]", "f32[b, s, 16]", {"num_heads": 2},
     "32*b*(s**2) + 768*b*s"),
    (f"{MS}:Attention", "f32[b, s, 16]; f32[16, 40]; f32[40]; -; f32[2, b, 2, p, 8]", "f32[b, s, 8]",
     {"num_heads": 2, "qkv_hidden_sizes": (16, 16, 8)}, "24*b*p*s + 24*b*(s**2) + 640*b*s"),
    (f"{MS}:QAttention", "u8[b, s, 16]; u8[16, 48]; f32[48]; f32[]; f32[]", "f32[b, s, 16]", {},
     "32*b*(s**2) + 768*b*s"),
    (f"{MS}:QOrderedAttention",
     "i8[b, s, 16]; f32[]; f32[]; f32[]; f32[]; i8[16, 16]; i8[16, 16]; i8[16, 16]", "i8[b, s, 16]", {},
     "32*b*(s**2) + 768*b*s"),
    (f"{MS}:DecoderMaskedSelfAttention", "f32[b, 1, 16]; f32[16, 48]; f32[48]; -; f32[2, b, 2, m, 8]",
     "f32[b, 1, 16]", {}, "32*b*m + 768*b"),
    (f"{MS}:MultiHeadAttention", "f32[b, s, 16]; f32[b, t, 16]; f32[b, t, 24]", "f32[b, s, 24]", {},
     "40*b*s*t"),
    (f"{MS}:MultiHeadAttention", "f32[b, s, 2, 3, 8]", "f32[b, s, 16]", {}, "32*b*(s**2)"),
    (f"{MS}:MultiHeadAttention", "f32[b, s, 16]; f32[b, 2, t, 8]; f32[b, 2, t, 8]", "f32[b, s, 16]", {},
     "32*b*s*t"),
    (f"{MS}:MultiHeadAttention", "f32[b, s, 16]; f32[b, t, 16]; f32[b, t, 16]; -; -; -; f32[b, 2, p, 8]",
     "f32[b, s, 16]", {}, "32*b*p*s + 32*b*s*t"),
    (f"{MS}:DecoderMaskedMultiHeadAttention",
     "f32[b, 1, 16]; f32[b, 1, 16]; f32[b, 1, 16]; -; -; f32[b, 2, m, 8]", "f32[b, 1, 16]", {}, "32*b*m"),
    (f"{MS}:DecoderMaskedMultiHeadAttention", "f32[b, 1, 16]; f32[b, 2, t, 8]; f32[b, 2, t, 8]",
     "f32[b, 1, 16]", {}, "32*b*t"),
    (f"{MS}:GroupQueryAttention", "f32[b, s, 32]; f32[b, s, 16]; f32[b, s, 16]; f32[b, 2, m, 8]; f32[b, 2, m, 8]; i32[b]; i32[1]",
     "f32[b, s, 32]; f32[b, 2, m, 8]", {"num_heads": 4, "kv_num_heads": 2}, "64*b*m*s"),
    (f"{MS}:GroupQueryAttention", "f32[b, s, 64]; -; -; f32[b, 2, m, 8]; f32[b, 2, m, 8]; i32[b]; i32[] = t",
     "f32[b, s, 32]; f32[b, 2, m, 8]", {"num_heads": 4, "kv_num_heads": 2}, "64*b*s*t"),
    ("LinearAttention", "f32[b, s, 32]; f32[b, s, 16]; f32[b, s, 12]", "f32[b, s, 24]; f32[b, 2, 8, 6]",
     {"q_num_heads": 4, "kv_num_heads": 2, "update_rule": b"linear"}, "288*b*s"),
    (f"{MS}:LinearAttention", "f32[b, s, 32]; f32[b, s, 16]; f32[b, s, 12]", "f32[b, s, 24]; f32[b, 2, 8, 6]",
     {"q_num_heads": 4, "kv_num_heads": 2}, "384*b*s"),
    (f"{MS}:GatedDeltaNet", "f32[t, 2, 8]; f32[t, 2, 8]; f32[t, 4, 6]", "f32[t, 4, 6]; f32[b, 4, 6, 8]", {},
     "576*t"),
    # experts
    (f"{MS}:MoE", "f32[t, 16]; f32[t, 8]; f32[8, 32, 16]; -; f32[8, 16, 32]", "f32[t, 16]", {"k": 2}, "2048*t"),
    (f"{MS}:QMoE", "f32[t, 16]; f32[t, 8]; u8[8, 32, 8]; f32[8, 32]; -; u8[8, 16, 16]; f32[8, 16]", "f32[t, 16]",
     {"k": 2}, "2048*t"),
    # einsum
    ("Einsum", "f32[b, i, 3]; f32[b, 3, k]", "f32[b, i, k]", {"equation": b"bij,bjk->bik"}, "3*b*i*k"),
    ("Einsum", "f32[b, i, 3]", "f32[b, i]", {"equation": b"bij->bi"}, "0"),
    ("Einsum", "f32[n, 3]; f32[3, m]; f32[m]", "f32[n]", {"equation": b"ij,jk,k->i"}, "4*m*n"),
    ("Einsum", "f32[b, i, 3]; f32[3, k]", "f32[b, i, k]", {"equation": b"...j,jk"}, "3*b*i*k"),
    # transforms
    ("DFT", "f32[b, 8, 2]; -; i64[] = 1", "f32[b, 8, 2]", {}, "48*b"),
    ("DFT", "f32[b, n, 2]", "f32[b, n, 2]", {"axis": 1, "opset": 17}, "?"),
    ("STFT", "f32[b, n, 1]; i64[]; f32[16]", "f32[b, m, 9, 2]", {}, "128*b*m"),
    (f"{MS}:Rfft", "f32[b, 4, 8]", "f32[b, 4, 5, 2]", {"signal_ndim": 1}, "192*b"),
    (f"{MS}:Irfft", "f32[b, 4, 5, 2]", "f32[b, 4, 8]", {"signal_ndim": 2}, "320*b"),
    ("Det", "f32[b, 3, 3]", "f32[b]", {}, "5*b"),
    (f"{MS}:Inverse", "f32[b, n, n]", "f32[b, n, n]", {}, "b*(n**3)"),
    # weights in attributes
    (f"{ML}:LinearClassifier", "f32[n, 3]", "i64[n]; f32[n, 2]", {"coefficients": (1.0,) * 6}, "6*n"),
    (f"{ML}:LinearRegressor", "f32[n, 3]", "f32[n, 1]", {"coefficients": (1.0,) * 3}, "3*n"),
    (f"{ML}:SVMClassifier", "f32[n, 3]", "i64[n]", {"support_vectors": (1.0,) * 12, "coefficients": (1.0,) * 4},
     "16*n"),
    (f"{ML}:SVMRegressor", "f32[n, 3]", "f32[n, 1]", {"coefficients": (1.0,) * 3}, "3*n"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "inputs", "outputs", "attributes", "expected"), ROWS)
def test_formula(name: str, inputs: str, outputs: str, attributes: dict[str, object], expected: str) -> None:
    assert macs(name, inputs, outputs, **attributes) == expected


def test_every_formula_has_a_row() -> None:
    rows = {name for name, *_ in ROWS}
    assert rows == {f"{domain}:{name}" if domain else name for domain, name in FORMULAS}


def test_every_operator_is_counted_in_one_way() -> None:
    """No operator is counted as 0 by mistake: each operator with a rule is in exactly one list."""
    lists = [set(FORMULAS), set(KINDS), set(POOLS), set(UNKNOWN)]
    assert not [name for a, b in itertools.combinations(lists, 2) for name in a & b]
    everything = set(RULE_MODULES)
    assert sorted(everything - set().union(*lists)) == []
    assert sorted(set().union(*lists) - everything) == []


def test_what_has_no_formula() -> None:
    """The operators whose multiply-accumulates do not follow from shapes; docs/costs.md lists them."""
    assert sorted(f"{domain}:{name}" for domain, name in UNKNOWN) == [
        "ai.onnx.preview.training:Gradient",
        *(
            f"com.microsoft:{name}"
            for name in (
                "AttnLSTM", "BeamSearch", "DecoderAttention", "DynamicSparseAttention", "EPContext",
                "GatedDeltaNetStateReplay", "GreedySearch", "LongformerAttention", "Mamba2Verify", "MoEPacked",
                "PackedAttention", "PackedMultiHeadAttention",
                "PackedSparseAttentionIndexer", "PagedAttention", "QOrderedLongformerAttention", "Sampling", "Snpe", "SparseAttention",
                "SparseAttentionIndexer", "SparsePagedAttention", "SparseToDenseMatMul", "WhisperBeamSearch",
            )
        ),
    ]  # fmt: skip


def counted_einsum(equation: str, shapes: list[tuple[int, ...]]) -> int:
    """Multiply-accumulates of an einsum without repeated letters, by walking through all choices of
    letters."""
    left, right = equation.split("->")
    terms = left.split(",")
    sizes = {
        c: n for term, shape in zip(terms, shapes, strict=True) for c, n in zip(term, shape, strict=True)
    }
    done, total = set(terms[0]), 0
    for position, term in enumerate(terms[1:], 1):
        both = done | set(term)
        total += sum(1 for _ in itertools.product(*(range(sizes[c]) for c in sorted(both))))
        done = both & (set(right) | set("".join(terms[position + 1 :])))
    return total


@pytest.mark.parametrize(
    ("equation", "shapes"),
    [
        ("ij,jk->ik", [(2, 3), (3, 4)]),
        ("bhid,bhjd->bhij", [(2, 3, 4, 5), (2, 3, 6, 5)]),
        ("ij,jk,kl->il", [(2, 3), (3, 4), (4, 5)]),
        ("i,j->ij", [(3,), (4,)]),
    ],
)
def test_einsum_as_counted(equation: str, shapes: list[tuple[int, ...]]) -> None:
    """Beside the count, numpy tells that the equation is one."""
    out = np.einsum(equation, *[np.ones(s) for s in shapes])
    text = "; ".join(f"f32[{', '.join(map(str, s))}]" for s in shapes)
    made = f"f32[{', '.join(map(str, out.shape))}]"
    assert macs("Einsum", text, made, equation=equation.encode()) == str(counted_einsum(equation, shapes))


@pytest.mark.parametrize(("length", "expected"), [(1, 0), (2, 4), (8, 48), (9, 72), (16, 128), (400, 7200)])
def test_fast_transform(length: int, expected: int) -> None:
    assert expected == 2 * length * math.ceil(math.log2(length))
    assert macs("DFT", f"f32[{length}, 1]; -; i64[] = 0", f"f32[{length}, 2]") == str(expected)
