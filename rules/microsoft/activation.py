"""Gelu, FastGelu, BiasGelu, QuickGelu and other functions of ONNX Runtime that keep the shape.

Version  What changed
1        com.microsoft

Bias is a vector for the last axis; with it, or in FastGelu even without, the runtime takes no scalar.
FastGelu of types other than f32 is computed by its function, in which the bias is broadcast.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, INT32, UINT32
from shapeinfer.rule import (
    REFUTED,
    Call,
    TensorFact,
    const,
    equal,
    is_declared,
    rule,
    tensor,
)
from shapeinfer.shapes.broadcast import broadcast_shapes
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.inputs import require_parameter, require_shape

_UNARY = ("Gelu", "QuickGelu", "SampleOp", "QOrderedGelu")


@rule(_UNARY, versions=(1,), domain="com.microsoft")
def unary(call: Call, X: TensorFact, *_: TensorFact | None) -> TensorFact:
    return tensor(0, X.shape)


@rule("ScaledSiLU", versions=(1,), domain="com.microsoft")
def scaled_silu(call: Call, X: TensorFact, scale: TensorFact | None = None) -> TensorFact:
    if scale is not None:
        call.rank(scale, "scale", at_most=0)
    return tensor(0, X.shape)


@rule("FastGelu", versions=(1,), domain="com.microsoft")
def fast_gelu(call: Call, X: TensorFact, bias: TensorFact | None = None) -> TensorFact:
    if X.elem_type not in (0, FLOAT):  # the kernel is for f32; others run the operator's function
        return tensor(0, X.shape if bias is None else broadcast_shapes(call, X, bias, names=("X", "bias")))
    call.rank(X, "X", at_least=1)
    if X.shape is not None:
        require_parameter(call, bias, X.shape[-1:], "bias", "the last axis of X")
    return tensor(0, X.shape)


@rule("BiasGelu", versions=(1,), domain="com.microsoft")
def bias_gelu(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    call.rank(A, "A", at_least=1)
    if A.shape is not None:
        require_parameter(call, B, A.shape[-1:], "B", "the last axis of A")
    return tensor(0, A.shape)


@rule("Inverse", versions=(1,), domain="com.microsoft")
def inverse(call: Call, X: TensorFact) -> TensorFact:
    call.rank(X, "X", at_least=2)
    if X.shape is not None:
        height, width = X.shape[-2:]
        message = "X has {height} rows and {width} columns, needed the same number; X is {X}"
        args = {"height": height, "width": width, "X": X}
        if is_declared(X) and height.value != width.value and None not in (height.value, width.value):
            call.refuse_load(codes.SIZE_MISMATCH, message, **args)
        # Of other matrices the runtime makes something, or dies: which, another release decides otherwise.
        if equal(height, width).verdict() is REFUTED:
            call.warn(codes.SIZE_MISMATCH, message, **args)
        else:
            call.suppose(equal(height, width), codes.SIZE_MISMATCH, message, **args)
    return tensor(0, X.shape)


@rule("MurmurHash3", versions=(1,), domain="com.microsoft")
def murmur_hash(call: Call, X: TensorFact) -> TensorFact:
    return tensor(UINT32 if as_int32(call.int("positive", 1)) == 1 else INT32, X.shape)


@rule("IsAllFinite", versions=(1,), domain="com.microsoft")
def is_all_finite(call: Call, input: tuple[TensorFact | None, ...]) -> TensorFact:
    return tensor(0, ())


@rule("SwiGLU", versions=(1,), domain="com.microsoft")
def swiglu(call: Call, gate: TensorFact, up: TensorFact | None = None) -> TensorFact:
    """A gate and what it opens: two inputs of one shape, or both halves of the last axis of one."""
    if up is not None:
        if gate.shape is not None:
            require_shape(call, up, gate.shape, "up")
        return tensor(0, up.shape if gate.shape is None else gate.shape)
    call.rank(gate, "gate", at_least=1)
    if gate.shape is None:
        return tensor(0)
    half = call.require_divides(
        const(2), gate.shape[-1], codes.NOT_DIVISIBLE,
        "the last axis of gate has {size}, needed two halves; gate is {gate}",
        size=gate.shape[-1], gate=gate,
    )  # fmt: skip
    return tensor(0, (*gate.shape[:-1], half))
