"""BiasAdd, BiasSplitGelu, BiasSoftmax and dropouts with a bias.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    Call,
    TensorFact,
    const,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import require_shape, sizes


@rule("BiasAdd", versions=(1,), domain="com.microsoft")
def bias_add(call: Call, X: TensorFact, bias: TensorFact, skip: TensorFact) -> TensorFact:
    shape = sizes(call, X, 3, "X")
    require_shape(call, bias, shape[2:], "bias")
    require_shape(call, skip, shape, "skip")
    return tensor(0, shape)


@rule("BiasSplitGelu", versions=(1,), domain="com.microsoft")
def bias_split_gelu(call: Call, X: TensorFact, bias: TensorFact) -> TensorFact:
    batch, length, width = sizes(call, X, 3, "X")
    require_shape(call, bias, (width,), "bias")
    half = call.require_divides(
        const(2),
        width,
        codes.NOT_DIVISIBLE,
        "X has {width} on its last axis, needed an even number; X is {X}",
        width=width,
        X=X,
    )
    return tensor(0, (batch, length, half))


@rule("BiasSoftmax", versions=(1,), domain="com.microsoft")
def bias_softmax(call: Call, data: TensorFact, bias: TensorFact) -> TensorFact:
    if data.shape is not None:
        call.axis(call.int("axis", 1), len(data.shape), ends=True)
    return tensor(0, data.shape)


@rule(("BiasDropout", "BitmaskBiasDropout"), versions=(1,), domain="com.microsoft")
def bias_dropout(
    call: Call,
    data: TensorFact,
    bias: TensorFact,
    residual: TensorFact | None = None,
    ratio: TensorFact | None = None,
    training_mode: TensorFact | None = None,
) -> tuple[TensorFact, TensorFact]:
    if data.shape is not None:
        require_shape(call, residual, data.shape, "residual")
        if bias.shape is not None and len(bias.shape) == 1 and data.shape:
            require_shape(call, bias, data.shape[-1:], "bias")
    return tensor(0, data.shape), _mask(call, data, packed=call.op_type == "BitmaskBiasDropout")


@rule("BitmaskDropout", versions=(1,), domain="com.microsoft")
def bitmask_dropout(call: Call, data: TensorFact, *_: TensorFact | None) -> tuple[TensorFact, TensorFact]:
    return tensor(0, data.shape), _mask(call, data, packed=True)


def _mask(call: Call, data: TensorFact, *, packed: bool) -> TensorFact:
    """One boolean for each element, or one bit, 32 to a number."""
    if not packed:
        return tensor(0, data.shape)
    count = data.count()
    return tensor(0, (call.fresh("the rank of data is unknown") if count is None else (count + 31) // 32,))
