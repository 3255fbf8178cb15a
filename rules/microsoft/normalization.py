"""Normalizations of ONNX Runtime: with a residual beside the input, of groups, of branches.

Version  What changed
1        com.microsoft, and SimplifiedLayerNormalization, which the runtime registers in ONNX's own domain

Differences: of a residual the runtime compares the last two axes only; what stands before them it
repeats, whatever its size, so that another size than 1 or the input's is a warning.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    TensorFact,
    all_of,
    any_of,
    at_least,
    const,
    divides,
    equal,
    expands_to,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.broadcast import expand_shapes
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.inputs import require_parameter
from shapeinfer.shapes.layers.norm import require_some

_LAST = "the last axis of input"


@rule("SimplifiedLayerNormalization", versions=(1,))
def simplified_layer_normalization(call: Call, X: TensorFact, scale: TensorFact) -> tuple[TensorFact, ...]:
    call.rank(X, "X", at_least=1)
    stash = as_int32(call.int("stash_type", 1))
    if stash == 0 and any(call.wanted[1:]):
        call.error(codes.VALUE_NOT_ALLOWED, "stash_type is 0, needed f32 (1)")
    expand_shapes(call, scale, X, ("scale", "X"))
    if X.shape is None:
        return tensor(scale.elem_type), tensor(stash)
    start = call.axis(call.int("axis", -1), len(X.shape))
    require_some(call, X, start, "X")
    statistics = (*X.shape[:start], *(ONE,) * (len(X.shape) - start))
    return tensor(scale.elem_type, X.shape), tensor(stash, statistics)


@rule("SkipLayerNormalization", versions=(1,), domain="com.microsoft")
def skip_layer_normalization(
    call: Call,
    input: TensorFact,
    skip: TensorFact,
    gamma: TensorFact,
    beta: TensorFact | None = None,
    bias: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    return _with_residual(call, input, skip, {"gamma": gamma, "beta": beta, "bias": bias})


@rule("SkipSimplifiedLayerNormalization", versions=(1,), domain="com.microsoft")
def skip_simplified_layer_normalization(
    call: Call, input: TensorFact, skip: TensorFact, gamma: TensorFact, bias: TensorFact | None = None
) -> tuple[TensorFact, ...]:
    return _with_residual(call, input, skip, {"gamma": gamma, "bias": bias})


def _with_residual(
    call: Call, input: TensorFact, skip: TensorFact, vectors: dict[str, TensorFact | None]
) -> tuple[TensorFact, ...]:
    epsilon = call.float("epsilon", 0.0)
    if epsilon < 0:
        call.error(codes.VALUE_NOT_ALLOWED, "epsilon is {epsilon}, needed 0 or more", epsilon=f"{epsilon:g}")
    call.rank(input, "input", at_least=2, at_most=3)
    call.rank(skip, "skip", at_least=2, at_most=3)
    if input.shape is None:
        return (tensor(0),)
    _require_residual(call, input, skip)
    last = input.shape[-1]
    call.require_at_least(
        last,
        1,
        codes.EMPTY_REDUCTION,
        "the last axis of input has {last}, needed at least 1; input is {input}",
        last=last,
        input=input,
    )
    for name, fact in vectors.items():
        require_parameter(call, fact, (last,), name, _LAST)
    statistics = tensor(FLOAT, (*input.shape[:-1], ONE))
    return tensor(0, input.shape), statistics, statistics, tensor(0, input.shape)


def _require_residual(call: Call, input: TensorFact, skip: TensorFact) -> None:
    if input.shape is None or skip.shape is None:
        return
    if len(skip.shape) > len(input.shape):
        raise call.fail(
            codes.WRONG_RANK, "skip has rank 3 and input has rank 2; skip is {skip}, input is {input}",
            skip=skip, input=input,
        )  # fmt: skip
    message = "on axis {axis} skip has {have}, needed the {need} of input; skip is {skip}, input is {input}"
    for axis in (-2, -1):
        have, need = skip.shape[axis], input.shape[axis]
        call.require(
            equal(have, need),
            codes.SIZE_MISMATCH,
            message,
            axis=axis,
            have=have,
            need=need,
            skip=skip,
            input=input,
        )
    if len(skip.shape) == 3:
        have, need = skip.shape[0], input.shape[0] if len(input.shape) == 3 else ONE
        if have != need:
            fits = any_of(at_least(have, ONE), equal(need, ZERO), equal(input.shape[-2], ZERO))
            call.require(
                fits, codes.RUNTIME_DIFFERS,
                "skip is {skip}, and ONNX Runtime dies where it is empty and input is not; input is {input}",
                skip=skip, input=input,
            )  # fmt: skip
        if expands_to(have, need).verdict() is REFUTED:
            call.warn(codes.BROADCAST_MISMATCH, message, axis=0, have=have, need=need, skip=skip, input=input)


@rule("GroupNorm", versions=(1,), domain="com.microsoft")
def group_norm(call: Call, X: TensorFact, gamma: TensorFact, beta: TensorFact) -> TensorFact:
    _of_groups(call, X, {"gamma": gamma, "beta": beta})
    return tensor(0, X.shape)


@rule("SkipGroupNorm", versions=(1,), domain="com.microsoft")
def skip_group_norm(
    call: Call,
    X: TensorFact,
    gamma: TensorFact,
    beta: TensorFact,
    skip: TensorFact,
    bias: TensorFact | None = None,
) -> tuple[TensorFact, TensorFact]:
    channels = _of_groups(call, X, {"gamma": gamma, "beta": beta, "bias": bias})
    rank = call.rank(skip, "skip", at_least=2, at_most=4)
    if rank == 3:
        raise call.fail(codes.WRONG_RANK, "skip has rank 3, needed 2 or 4; skip is {skip}", skip=skip)
    if X.shape is not None and skip.shape is not None and channels is not None:
        need = X.shape if rank == 4 else (X.shape[0], channels)
        for axis, (have, size) in enumerate(zip(skip.shape, need, strict=True)):
            may_be_one = rank == 4 and axis in (1, 2)
            call.require(
                any_of(equal(have, size), equal(have, ONE)) if may_be_one else equal(have, size),
                codes.SIZE_MISMATCH,
                "on axis {axis} skip has {have}, needed {size}; skip is {skip}, X is {X}",
                axis=axis, have=have, size=size, skip=skip, X=X,
            )  # fmt: skip
    return tensor(0, X.shape), tensor(0, X.shape)


def _of_groups(call: Call, X: TensorFact, vectors: dict[str, TensorFact | None]) -> Dim | None:
    """The number of channels, after stating that groups and parameters fit it."""
    call.rank(X, "X", at_least=4, at_most=4)
    groups = call.int("groups")
    if groups < 1:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "groups is {groups}, needed at least 1", groups=groups)
    if X.shape is None:
        return None
    channels = X.shape[-1] if call.int("channels_last", 1) else X.shape[1]
    call.require(
        divides(const(groups), channels), codes.GROUP_MISMATCH,
        "X has {channels} channels, needed a multiple of the {groups} groups; X is {X}",
        channels=channels, groups=groups, X=X,
    )  # fmt: skip
    for name, fact in vectors.items():
        require_parameter(call, fact, (channels,), name, "the channels of X")
    return channels


@rule("GatedRMSNorm", versions=(1,), domain="com.microsoft")
def gated_rms_norm(call: Call, X: TensorFact, scale: TensorFact, gate: TensorFact) -> TensorFact:
    activation = call.string("activation", "silu")
    if activation not in ("silu", "swish", "sigmoid"):
        call.error(
            codes.VALUE_NOT_ALLOWED, "activation is {activation}, needed silu, swish or sigmoid",
            activation=activation,
        )  # fmt: skip
    call.rank(X, "X", at_least=1)
    if X.shape is None:
        return tensor(0, gate.shape)
    require_parameter(call, gate, X.shape, "gate", "the shape of X")
    if scale.shape is not None:
        part = product(scale.shape)
        call.require(
            all_of(at_least(part, ONE), divides(part, X.shape[-1])), codes.NOT_DIVISIBLE,
            "the last axis of X has {last}, needed a multiple of the {part} of scale; X is {X}",
            last=X.shape[-1], part=part, X=X,
        )  # fmt: skip
    return tensor(0, X.shape)


@rule("QOrderedLayerNormalization", versions=(1,), domain="com.microsoft")
def qordered_layer_normalization(call: Call, X: TensorFact, *_: TensorFact | None) -> TensorFact:
    return tensor(0, X.shape)
