"""Conv, ConvInteger: convolution.

Version  What changed
1, 10    the first versions of Conv and ConvInteger
11       clearer defaults of the attributes
22       only more element types

Differences: the runtime refuses ``auto_pad`` SAME_* with dilations, which the specification allows;
a zero point of ConvInteger for each filter, too. Both are warnings.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, Call, TensorFact, equal, product, rule, tensor
from shapeinfer.shapes.layers.convolution import convolution
from shapeinfer.shapes.layers.quantize import require_one_or_each


@rule("Conv", versions=(1, 11, 22))
def conv(call: Call, X: TensorFact, W: TensorFact, B: TensorFact | None = None) -> TensorFact:
    return tensor(0, convolution(call, X, W, B))


@rule("ConvInteger", versions=(10,))
def conv_integer(
    call: Call,
    x: TensorFact,
    w: TensorFact,
    x_zero_point: TensorFact | None = None,
    w_zero_point: TensorFact | None = None,
) -> TensorFact:
    require_one_or_each(call, x_zero_point, None, "x_zero_point")
    features = None if not w.shape else w.shape[0]
    require_one_or_each(call, w_zero_point, features, "w_zero_point")
    if w_zero_point is not None and w_zero_point.shape:
        call.require(
            equal(product(w_zero_point.shape), ONE), codes.RUNTIME_DIFFERS,
            "w_zero_point is {fact}, which ONNX Runtime supports for one element only", fact=w_zero_point,
        )  # fmt: skip
    return tensor(0, convolution(call, x, w, empty_window=True))
