"""Hyper-connections of com.microsoft.

Version  What changed
1        com.microsoft

Streams are (..., C, H), or flattened (..., C * H) where the attribute ``num_branches`` tells C.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    Call,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    const,
    equal,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import require_shape, sizes
from shapeinfer.shapes.layers.attention.caches import head_size


def _streams(call: Call, streams: TensorFact) -> tuple[Shape, Dim, Dim] | None:
    """What stands in front, the number of branches and their width."""
    branches = call.int("num_branches", 0)
    call.rank(streams, "streams", at_least=1 if branches else 2)
    if streams.shape is None:
        return None
    for size in streams.shape[-1 if branches else -2 :]:
        call.require_at_least(
            size, 1, codes.EMPTY_REDUCTION, "streams is {streams}, needed branches of at least one element",
            streams=streams,
        )  # fmt: skip
    if not branches:
        return streams.shape[:-2], streams.shape[-2], streams.shape[-1]
    width = head_size(call, streams.shape[-1], branches, "streams", streams)
    return streams.shape[:-1], const(branches), width


@rule("HyperConnectionPreMix", versions=(1,), domain="com.microsoft")
def hyper_connection_pre_mix(call: Call, streams: TensorFact, pre_mix: TensorFact) -> TensorFact:
    found = _streams(call, streams)
    if found is None:
        return tensor(0)
    front, branches, width = found
    _require_mix(call, pre_mix, front, branches, width, "pre_mix")
    return tensor(0, (*front, width))


def _require_mix(call: Call, mix: TensorFact, front: Shape, branches: Dim, width: Dim, name: str) -> None:
    """The gate has one number for each branch, or for each element of each branch."""
    if mix.shape is None:
        return
    call.rank(mix, name, at_least=len(front) + 1, at_most=len(front) + 2)
    last = mix.shape[len(front) :]
    flat = equal(last[0], branches)
    if name == "pre_mix" and call.int("num_branches", 0):  # of flat streams the gate may be flat too
        flat = any_of(flat, equal(last[0], branches * width))
    pairs = all_of(equal(last[0], branches), any_of(equal(last[-1], ONE), equal(last[-1], width)))
    call.require(
        all_of(*map(equal, mix.shape, front), flat if len(last) == 1 else pairs), codes.SIZE_MISMATCH,
        "{name} is {mix}, needed {front} in front of {branches} branches, or of {branches} and {width}",
        name=name, mix=mix, front=front, branches=branches, width=width,
    )  # fmt: skip


@rule("HyperConnectionPostMix", versions=(1,), domain="com.microsoft")
def hyper_connection_post_mix(
    call: Call,
    streams: TensorFact,
    block_output: TensorFact,
    post_mix: TensorFact,
    stream_mix: TensorFact | None = None,
) -> TensorFact:
    found = _streams(call, streams)
    if found is not None:
        front, branches, width = found
        require_shape(call, block_output, (*front, width), "block_output")
        require_shape(call, stream_mix, (*front, branches, branches), "stream_mix")
        _require_mix(call, post_mix, front, branches, width, "post_mix")
    return tensor(0, streams.shape)


@rule("HyperConnectionLowRankMix", versions=(1,), domain="com.microsoft")
def hyper_connection_low_rank_mix(
    call: Call,
    streams: TensorFact,
    norm_scale: TensorFact,
    down_weight: TensorFact,
    up_weight: TensorFact,
    inject_weight: TensorFact,
    prev_block_output: TensorFact | None = None,
    prev_post_gate: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    found = _streams(call, streams)
    if found is None:
        return tensor(0), tensor(0), tensor(0)
    front, branches, width = found
    whole = branches * width
    _, inner = sizes(call, down_weight, 2, "down_weight")
    for fact, wanted, name in (
        (norm_scale, (whole,), "norm_scale"),
        (down_weight, (whole, inner), "down_weight"),
        (up_weight, (inner, whole), "up_weight"),
        (inject_weight, (whole, branches), "inject_weight"),
        (prev_block_output, (*front, width), "prev_block_output"),
        (prev_post_gate, (*front, branches), "prev_post_gate"),
    ):
        require_shape(call, fact, wanted, name)
    if (prev_block_output is None) != (prev_post_gate is None):
        call.error(codes.VALUE_NOT_ALLOWED, "of prev_block_output and prev_post_gate only one is given")
    return tensor(0, (*front, width)), tensor(0, (*front, branches)), tensor(0, streams.shape)


@rule("BranchwiseRMSNorm", versions=(1,), domain="com.microsoft")
def branchwise_rms_norm(call: Call, X: TensorFact, scale: TensorFact | None = None) -> TensorFact:
    found = _streams(call, X)
    if found is not None and scale is not None and scale.shape is not None:
        _, branches, width = found
        call.rank(scale, "scale", at_least=1, at_most=2)
        first, last = scale.shape[0], scale.shape[-1]
        call.require(
            any_of(equal(first, width), equal(first, branches * width)) if len(scale.shape) == 1
            else all_of(equal(first, branches), equal(last, width)), codes.PARAMETER_SIZE,
            "scale is {scale}, needed ({width}), ({branches}*{width}) or ({branches}, {width})",
            scale=scale, width=width, branches=branches,
        )  # fmt: skip
    return tensor(0, X.shape)


@rule("GatedAdd", versions=(1,), domain="com.microsoft")
def gated_add(
    call: Call, X: TensorFact, Y: TensorFact, gate: TensorFact, gate_weight: TensorFact | None = None
) -> TensorFact:
    call.rank(X, "X", at_least=1)
    if X.shape is None:
        return tensor(0, Y.shape)
    call.require_at_least(
        X.shape[-1], 1, codes.EMPTY_REDUCTION, "the last axis of X has {size}, needed at least 1; X is {X}",
        size=X.shape[-1], X=X,
    )  # fmt: skip
    require_shape(call, Y, X.shape, "Y")
    width = ONE
    if gate_weight is not None:  # it makes the gate of what is given as one
        width, _ = sizes(call, gate_weight, 2, "gate_weight")
        require_shape(call, gate_weight, (width, ONE), "gate_weight")
    require_shape(call, gate, (*X.shape[:-1], width), "gate")
    return tensor(0, X.shape)
