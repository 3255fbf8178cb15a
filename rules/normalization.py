"""InstanceNormalization, GroupNormalization, LayerNormalization, RMSNormalization,
MeanVarianceNormalization, LpNormalization, LRN: the input's shape, other numbers.

Version  What changed
1        InstanceNormalization: the legacy ``consumed_inputs``
6        InstanceNormalization: without it
18       GroupNormalization with parameters for each group: deprecated, and yet run
21       GroupNormalization with parameters for each channel
others   the first versions, and more element types

Differences: the runtime takes LRN for rank 4 and an odd ``size`` only, which the specification does
not ask: warnings. It normalizes no empty layer, and no groups of nothing, unless X has fewer channels than
groups. A single scale or bias of GroupNormalization it broadcasts: a warning.
MeanVarianceNormalization's axes beyond the rank (the default names axis 3) it skips, as long as one is left.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import BFLOAT16, DOUBLE, FLOAT, FLOAT16, elem_type_name
from shapeinfer.rule import (
    ONE,
    PROVED,
    REFUTED,
    ZERO,
    Call,
    Dim,
    TensorFact,
    any_of,
    at_least,
    const,
    divides,
    equal,
    is_ranked,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.broadcast import expand_shapes
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.inputs import require_parameter
from shapeinfer.shapes.layers.norm import require_some


@rule("InstanceNormalization", versions=(1, 6, 22))
def instance_normalization(call: Call, input: TensorFact, scale: TensorFact, B: TensorFact) -> TensorFact:
    call.rank(input, "input", at_least=3)
    if input.shape is not None:
        require_parameter(call, scale, input.shape[1:2], "scale", "the channels of input")
        require_parameter(call, B, input.shape[1:2], "B", "the channels of input")
        if input.elem_type == FLOAT16:
            _require_elements(call, input)
    return tensor(0, input.shape)


def _require_elements(call: Call, input: TensorFact) -> None:
    """Each channel of each picture has elements, if there are any."""
    assert input.shape is not None  # checked by the caller
    nothing = [equal(size, ZERO) for size in input.shape[:2] if not size.value]
    for size in dict.fromkeys(input.shape[2:]):
        call.require(
            any_of(at_least(size, ONE), *nothing), codes.RUNTIME_DIFFERS,
            "input is {input}, at which ONNX Runtime's process ends", input=input,
        )  # fmt: skip


@rule("GroupNormalization", versions=(18, 21))
def group_normalization(call: Call, X: TensorFact, scale: TensorFact, bias: TensorFact) -> TensorFact:
    groups = call.int("num_groups")
    alone = X.rank == 1 and call.version < 21 and groups in (1, -1)
    if groups < 1 and not alone:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "num_groups is {groups}, needed at least 1", groups=groups)
    if alone:
        call.warn(
            codes.WRONG_RANK, "X has rank 1, needed at least 2 (the runtime takes one group); X is {X}", X=X
        )
        for fact, name in ((scale, "scale"), (bias, "bias")):
            _require_parameters(call, fact, name, ONE, "groups")
        if X.shape:
            call.require_at_least(
                X.shape[0], 1, codes.EMPTY_REDUCTION, "X is {X}, needed at least 1 element", X=X
            )
        return tensor(0, X.shape)
    call.rank(X, "X", at_least=2)
    if X.shape is None:
        return tensor(0)
    if len(X.shape) > _FLAT and ZERO in X.shape[2:] and ZERO not in X.shape[:2]:
        return _without_elements(call, X, X.shape[1], groups)
    call.require(
        divides(const(groups), X.shape[1]), codes.GROUP_MISMATCH,
        "X has {channels} channels, needed a multiple of the {groups} groups; X is {X}",
        channels=X.shape[1], groups=groups, X=X,
    )  # fmt: skip
    for axis, size in enumerate(X.shape):
        call.require_at_least(
            size, 1, codes.RUNTIME_DIFFERS,
            "axis {axis} of X has {size}, and ONNX Runtime normalizes groups of 1 element or more; X is {X}",
            axis=axis, size=size, X=X,
        )  # fmt: skip
    count, what = (const(groups), "groups") if call.version < 21 else (X.shape[1], "channels")
    for fact, name in ((scale, "scale"), (bias, "bias")):
        _require_parameters(call, fact, name, count, what)
    return tensor(0, X.shape)


# The runtime's function of GroupNormalization fails at an empty X of no more axes than these.
_FLAT = 3


def _without_elements(call: Call, X: TensorFact, channels: Dim, groups: int) -> TensorFact:
    """Of nothing the runtime's function makes groups only where there are more of them than channels."""
    message = (
        "X is {X}, without elements, at which ONNX Runtime fails unless it has fewer channels "
        "({channels}) than groups ({groups})"
    )
    need = at_least(const(groups - 1), channels)
    call.require(need, codes.RUNTIME_DIFFERS, message, X=X, channels=channels, groups=groups)
    if need.verdict() is PROVED:
        call.warn(codes.RUNTIME_DIFFERS, message, X=X, channels=channels, groups=groups)
    return tensor(0, X.shape if channels.lo else None)


def _require_parameters(call: Call, fact: TensorFact, name: str, needed: Dim, what: str) -> None:
    """One element for each group or channel; the runtime also broadcasts a single one."""
    if fact.shape is None:
        return
    count = product(fact.shape)
    message = "{name} is {fact}, needed one element for each of {needed} {what}"
    args = {"name": name, "fact": fact, "needed": needed, "what": what}
    call.require(any_of(equal(count, needed), equal(count, ONE)), codes.PARAMETER_SIZE, message, **args)
    if len(fact.shape) != 1 or (count.value == 1 and equal(count, needed).verdict() is REFUTED):
        call.warn(codes.RUNTIME_DIFFERS, message, **args)


# The types that the schema has for mean and deviation.
_STATISTICS = (FLOAT, BFLOAT16, DOUBLE, FLOAT16)


@rule("LayerNormalization", versions=(17,))
def layer_normalization(
    call: Call, X: TensorFact, Scale: TensorFact, B: TensorFact | None = None
) -> tuple[TensorFact, ...]:
    stash = as_int32(call.int("stash_type", 1))
    if stash not in _STATISTICS and any(call.wanted[1:]):
        call.error(codes.VALUE_NOT_ALLOWED, "stash_type is {stash}, needed f32 (1)", stash=stash)
    start = _normalized_from(call, X)
    expand_shapes(call, Scale, X, ("Scale", "X"))
    if (
        B is not None
        and ZERO in (B.shape or ())
        and B.elements is not None
        and B.elem_type in (0, FLOAT, DOUBLE)
    ):
        call.warn(codes.RUNTIME_DIFFERS, "B is {B}, which ONNX Runtime treats as not given", B=B)
    elif B is not None:
        expand_shapes(call, B, X, ("B", "X"))
    if start is None or X.shape is None:
        return tensor(0, X.shape), tensor(stash), tensor(stash)
    statistics = tensor(stash, (*X.shape[:start], *(ONE,) * (len(X.shape) - start)))
    return tensor(0, X.shape), statistics, statistics


_STASHED = (FLOAT, FLOAT16, DOUBLE, BFLOAT16)


@rule("RMSNormalization", versions=(23,))
def rms_normalization(call: Call, X: TensorFact, scale: TensorFact) -> TensorFact:
    _normalized_from(call, X)
    # Of other numbers the specification makes no function, and there is a kernel for float beside float16.
    apart = call.int("stash_type", 1) not in _STASHED and {X.elem_type, scale.elem_type} == {FLOAT, FLOAT16}
    if X.elem_type and scale.elem_type and X.elem_type != scale.elem_type and not apart:
        call.error(
            codes.RUNTIME_DIFFERS, "X is {type} and scale is {scale_type}, "
            "and ONNX Runtime needs the same type",
            type=elem_type_name(X.elem_type), scale_type=elem_type_name(scale.elem_type),
        )  # fmt: skip
    expand_shapes(call, scale, X, ("scale", "X"))
    return tensor(0, X.shape)


def _normalized_from(call: Call, X: TensorFact) -> int | None:
    """The first axis that is normalized, checked; None if the rank is unknown."""
    call.rank(X, "X", at_least=1)
    if X.shape is None:
        return None
    start = call.axis(call.int("axis", -1), len(X.shape))
    require_some(call, X, start, "X")
    return start


@rule("MeanVarianceNormalization", versions=(9, 13))
def mean_variance_normalization(call: Call, X: TensorFact) -> TensorFact:
    # At these opsets the runtime puts the operator's function in its place, whose constants are f32.
    if X.elem_type not in (0, FLOAT) and call.opset in (9, 10, 13, 18):
        call.error(
            codes.RUNTIME_DIFFERS, "X is {type}, and ONNX Runtime computes with f32 only",
            type=elem_type_name(X.elem_type),
        )  # fmt: skip
    axes = call.ints("axes")
    if axes == ():
        call.error(codes.RUNTIME_DIFFERS, "axes are empty, which ONNX Runtime refuses")
    if axes is None and call.in_function and call.version >= 13:
        call.error(codes.RUNTIME_DIFFERS, "axes are left out in a function, which ONNX Runtime refuses")
    if axes is None and X.rank == 0:
        axes = (0, 2, 3)
    if axes and X.shape is not None:
        rank = len(X.shape)
        outside = [axis for axis in axes if not -rank <= axis < rank]
        message = "axes are {axes}, needed {low} to {high} for rank {rank}"
        args = {"axes": axes, "low": -rank, "high": rank - 1, "rank": rank}
        # In a function a loader looks into the operator's own one.
        seen = call.in_function and call.version >= 13 and is_ranked(X)
        if outside and not (seen and call.refuse_load(codes.AXIS_OUT_OF_RANGE, message, **args)):
            report = call.error if len(outside) == len(axes) else call.warn
            report(codes.AXIS_OUT_OF_RANGE, message, **args)
    return tensor(0, X.shape)


@rule("LpNormalization", versions=(1, 22))
def lp_normalization(call: Call, input: TensorFact) -> TensorFact:
    p = call.int("p", 2)
    if p not in (1, 2):
        call.error(codes.VALUE_NOT_ALLOWED, "p is {p}, needed 1 or 2", p=p)
    call.rank(input, "input", at_least=1)
    if input.shape is not None:
        call.axis(call.int("axis", -1), len(input.shape))
    return tensor(0, input.shape)


@rule("LRN", versions=(1, 13))
def lrn(call: Call, X: TensorFact) -> TensorFact:
    rank = call.rank(X, "X", at_least=2)
    size = call.int("size")
    if rank is not None and rank != 4:
        call.error(
            codes.RUNTIME_DIFFERS,
            "X has rank {rank}, and ONNX Runtime takes rank 4 only; X is {X}",
            rank=rank,
            X=X,
        )
    if size < 1:
        call.error(codes.VALUE_NOT_ALLOWED, "size is {size}, needed 1 or more", size=size)
    elif size % 2 != 1:
        call.error(codes.RUNTIME_DIFFERS, "size is {size}, and ONNX Runtime takes odd sizes only", size=size)
    for name in ("alpha", "beta"):
        if call.float(name) <= 0:
            call.error(
                codes.RUNTIME_DIFFERS, "{name} is {value}, and ONNX Runtime takes only what is above 0",
                name=name, value=call.float(name),
            )  # fmt: skip
    return tensor(0, X.shape)
