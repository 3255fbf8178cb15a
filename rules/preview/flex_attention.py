"""FlexAttention: attention whose scores and probabilities pass through bodies of the model's own.

Version  What changed
1        introduced (ai.onnx.preview)
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import DOUBLE, FLOAT
from shapeinfer.rule import Call, Shape, TensorFact, divides, equal, rule, tensor
from shapeinfer.shapes.inputs import require_same
from shapeinfer.shapes.layers.attention.heads import heads_of


@rule("FlexAttention", versions=(1,), domain="ai.onnx.preview")
def flex_attention(call: Call, Q: TensorFact, K: TensorFact, V: TensorFact) -> TensorFact:
    for fact, name in ((Q, "Q"), (K, "K"), (V, "V")):
        call.rank(fact, name, at_least=4, at_most=4)
    q, k, v = (heads_of(call, f, n, "") for f, n in ((Q, "Q"), (K, "K"), (V, "V")))
    if q is None or k is None or v is None:
        return tensor(0, call.fresh_shape(4, "the rank of an input is unknown"))
    batch = require_same(call, "the batch", q.batch, k.batch, "Q", "K")
    batch = require_same(call, "the batch", batch, v.batch, "Q", "V")
    require_same(call, "the head size", q.size, k.size, "Q", "K")
    heads = require_same(call, "the number of heads", k.heads, v.heads, "K", "V")
    length = require_same(call, "the length", k.length, v.length, "K", "V")
    call.require(
        divides(heads, q.heads), codes.GROUP_MISMATCH,
        "Q has {have} heads, needed a multiple of the {heads} of K; Q is {Q}, K is {K}",
        have=q.heads, heads=heads, Q=Q, K=K,
    )  # fmt: skip
    for name in ("score_mod", "prob_mod"):
        _visit(call, name, Q, (batch, q.heads, q.length, length))
    return tensor(0, (batch, q.heads, q.length, v.size))


def _visit(call: Call, name: str, Q: TensorFact, shape: Shape) -> None:
    """The body keeps the shape and type of what it gets."""
    if not call.has_body(name):
        return
    precision = call.int("softmax_precision", DOUBLE if Q.elem_type == DOUBLE else FLOAT)
    given = tensor(precision, shape)
    made = call.body(name).visit((given,), runs=True)
    if len(made) != 1 or not isinstance(made[0], TensorFact) or made[0].shape is None:
        return
    message = "{name} makes {made} of {given}, needed the same shape"
    if len(made[0].shape) != len(shape):
        call.error(codes.WRONG_RANK, message, name=name, made=made[0], given=given)
        return
    for a, b in zip(made[0].shape, shape, strict=True):
        call.require(equal(a, b), codes.SIZE_MISMATCH, message, name=name, made=made[0], given=given)
