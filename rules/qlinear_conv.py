"""QLinearConv: convolution of quantized tensors.

Version  What changed
10       the first version

Scales and zero points have one element; those of w may have one for each filter.
"""

from __future__ import annotations

from shapeinfer.rule import Call, TensorFact, rule, tensor
from shapeinfer.shapes.layers.convolution import convolution
from shapeinfer.shapes.layers.quantize import require_one_or_each, require_stored_some


@rule("QLinearConv", versions=(10,))
def qlinear_conv(
    call: Call,
    x: TensorFact,
    x_scale: TensorFact,
    x_zero_point: TensorFact,
    w: TensorFact,
    w_scale: TensorFact,
    w_zero_point: TensorFact,
    y_scale: TensorFact,
    y_zero_point: TensorFact,
    B: TensorFact | None = None,
) -> TensorFact:
    made = convolution(call, x, w, B, empty_window=True)  # first, as a loader does
    features = w.shape[0] if w.shape else call.fresh("the rank of w is unknown")
    for name, fact in (
        ("x_scale", x_scale),
        ("x_zero_point", x_zero_point),
        ("y_scale", y_scale),
        ("y_zero_point", y_zero_point),
    ):
        require_one_or_each(call, fact, None, name)
    require_one_or_each(call, w_scale, features, "w_scale")
    require_one_or_each(call, w_zero_point, features, "w_zero_point")
    require_stored_some(call, w_zero_point, "w_zero_point")
    return tensor(0, made)
