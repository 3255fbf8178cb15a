"""Rfft, Irfft, ComplexMul and ComplexMulConj: complex numbers as a last axis of two.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    Call,
    TensorFact,
    const,
    equal,
    rule,
    tensor,
)
from shapeinfer.shapes.broadcast import broadcast_shapes


@rule(("ComplexMul", "ComplexMulConj"), versions=(1,), domain="com.microsoft")
def complex_mul(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    """The last axis holds real and imaginary parts beside each other."""
    return tensor(0, broadcast_shapes(call, A, B))


@rule("Rfft", versions=(1,), domain="com.microsoft")
def rfft(call: Call, X: TensorFact) -> TensorFact:
    call.rank(X, "X", at_least=1)
    if X.shape is None:
        return tensor(0)
    return tensor(0, (*X.shape[:-1], X.shape[-1] // 2 + 1, const(2)))


@rule("Irfft", versions=(1,), domain="com.microsoft")
def irfft(call: Call, X: TensorFact) -> TensorFact:
    call.rank(X, "X", at_least=2)
    if X.shape is None:
        return tensor(0)
    call.require(
        equal(X.shape[-1], const(2)), codes.SIZE_MISMATCH,
        "X has {last} on its last axis, needed 2: real and imaginary part; X is {X}", last=X.shape[-1], X=X,
    )  # fmt: skip
    return tensor(0, (*X.shape[:-2], (X.shape[-2] - 1) * 2))
