"""What ONNX Runtime still registers in ONNX's own domain: operators that were experiments once, copies
between devices, and plugins of TensorRT.

Version  What changed
1        the runtime's own; at opset 10 the experiments are gone

DynamicSlice is Slice before that had inputs.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.rule import Call, Dim, Fact, TensorFact, const, equal, rule, tensor
from shapeinfer.shapes.contents import entries
from shapeinfer.shapes.index import require_different_axes, slice_length
from shapeinfer.shapes.inputs import sizes


@rule(("Affine", "Scale"), versions=(1,))
def same_shape(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, X.shape)


@rule(("ParametricSoftplus", "ScaledTanh"), versions=(1,))
def same_shape_with_parameters(call: Call, X: TensorFact) -> TensorFact:
    _require_attributes(call, "alpha", "beta")
    return tensor(0, X.shape)


def _require_attributes(call: Call, *names: str) -> None:
    """The kernels have no defaults for these."""
    for name in names:
        if not call.has(name):
            call.error(codes.RUNTIME_DIFFERS, "{name} is left out, and ONNX Runtime needs it", name=name)


@rule(("MemcpyFromHost", "MemcpyToHost"), versions=(1,))
def copied(call: Call, X: Fact) -> Fact:
    return X


@rule("ImageScaler", versions=(1,))
def image_scaler(call: Call, input: TensorFact) -> TensorFact:
    _require_attributes(call, "bias")
    rank = call.rank(input, "input", at_least=4)
    if rank is None or input.shape is None:
        return tensor(0, None)
    if rank > 4:
        call.warn(
            codes.WRONG_RANK,
            "input has rank {rank}, needed 4 (the runtime scales the first 4 axes)",
            rank=rank,
        )
    channels = input.shape[1]
    bias = call.floats("bias")
    if bias is not None:
        call.require(
            equal(channels, const(len(bias))), codes.PARAMETER_SIZE,
            "bias has {have} elements, needed one for each of {channels} channels; input is {input}",
            have=len(bias), channels=channels, input=input,
        )  # fmt: skip
    return tensor(0, input.shape[:4])


@rule("GRUUnit", versions=(1,))
def gru_unit(
    call: Call, hidden_prev: TensorFact, gates: TensorFact, seq_lengths: TensorFact, t: TensorFact
) -> TensorFact:
    return tensor(0, hidden_prev.shape)


@rule("Crop", versions=(1,))
def crop(call: Call, input: TensorFact) -> TensorFact:
    batch, channels, height, width = sizes(call, input, 4, "input")
    border, wanted = call.ints("border") or (), call.ints("scale")
    if len(border) != 4:
        raise call.fail(codes.LIST_LENGTH, "border is {border}, needed 4 sizes", border=border)
    if min(border) < 0:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "border is {border}, needed sizes of 0 or more", border=border
        )
    left, top, right, bottom = border
    if wanted is not None:
        if len(wanted) != 2 or min(wanted) < 0:
            raise call.fail(
                codes.LIST_LENGTH, "scale is {scale}, needed a height and a width of 0 or more", scale=wanted
            )
        _require_room(call, input, height, top + wanted[0], 2)
        _require_room(call, input, width, left + wanted[1], 3)
        return tensor(0, (batch, channels, *wanted))
    _require_room(call, input, height, top + bottom, 2)
    _require_room(call, input, width, left + right, 3)
    return tensor(0, (batch, channels, height - (top + bottom), width - (left + right)))


def _require_room(call: Call, input: TensorFact, size: Dim, need: int, axis: int) -> None:
    call.require_at_least(
        size, need, codes.NEGATIVE_SIZE,
        "axis {axis} of input has {size}, needed at least {need} for what is cut off; input is {input}",
        axis=axis, size=size, need=need, input=input,
    )  # fmt: skip


@rule("DynamicSlice", versions=(1,))
def dynamic_slice(
    call: Call, data: TensorFact, starts: TensorFact, ends: TensorFact, axes: TensorFact | None = None
) -> TensorFact:
    lists = [(starts, "starts"), (ends, "ends"), *([] if axes is None else [(axes, "axes")])]
    for fact, name in lists:
        call.rank(fact, name, at_least=1, at_most=1)
        if fact.shape is not None and starts.shape is not None:
            call.require(
                equal(fact.shape[0], starts.shape[0]), codes.LIST_LENGTH,
                "{name} has {have} entries, needed the {need} of starts",
                name=name, have=fact.shape[0], need=starts.shape[0],
            )  # fmt: skip
    if data.shape is None:
        return tensor(0)
    if axes is None and starts.shape is not None:
        call.require_at_least(
            const(len(data.shape)), starts.shape[0], codes.LIST_LENGTH,
            "starts has {have} entries, needed at most the {rank} axes of data",
            have=starts.shape[0], rank=len(data.shape),
        )  # fmt: skip
    first, last = entries(starts), entries(ends)
    named = None if axes is None else axes.as_ints()
    if named is not None:
        call.axes(named, len(data.shape))
    elif axes is not None:
        require_different_axes(call, entries(axes) or (), len(data.shape))
    if axes is None and first is not None:
        named = tuple(range(len(first)))
    if first is None or last is None or named is None or not len(first) == len(last) == len(named):
        return tensor(0, call.fresh_shape(len(data.shape), "the sizes to cut are computed from data"))
    shape = list(data.shape)
    for i, axis in enumerate(named):
        at = call.axis(axis, len(shape), "axes")
        shape[at] = slice_length(call, shape[at], first[i], last[i], const(1))
    return tensor(0, shape)


@rule("GivenTensorFill", versions=(1,))
def given_tensor_fill(call: Call, shape: TensorFact | None = None) -> TensorFact:
    given = call.ints("shape")
    if given is not None and not call.int("input_as_shape", 0):
        return tensor(FLOAT, given)
    known = None if shape is None else shape.as_dims()
    if known is not None and call.int("input_as_shape", 0):
        return tensor(FLOAT, (*known, *(call.ints("extra_shape") or ())))
    return tensor(FLOAT)


@rule("DisentangledAttention_TRT", versions=(1,))
def disentangled_attention(
    call: Call, c2c_attention: TensorFact, c2p_attention: TensorFact, p2c_attention: TensorFact
) -> TensorFact:
    return tensor(0, c2c_attention.shape)


@rule("EfficientNMS_TRT", versions=(1,))
def efficient_nms(
    call: Call, boxes: TensorFact, scores: TensorFact, anchors: TensorFact | None = None
) -> tuple[TensorFact, ...]:
    batch = call.fresh("the rank of boxes is unknown") if not boxes.shape else boxes.shape[0]
    most = const(max(call.int("max_output_boxes"), 0))
    return (
        tensor(0, (batch, const(1))),
        tensor(0, (batch, most, const(4))),
        tensor(0, (batch, most)),
        tensor(0, (batch, most)),
    )


@rule(("MultilevelCropAndResize_TRT", "PyramidROIAlign_TRT"), versions=(1,))
def crop_levels(call: Call, boxes: TensorFact, feature_map_0: TensorFact, *_: TensorFact) -> TensorFact:
    """(batch, boxes, channels, pooled_size, pooled_size)."""
    batch, count, _coordinates = sizes(call, boxes, 3, "boxes")
    channels = sizes(call, feature_map_0, 4, "feature_map_0")[1]
    side = const(max(call.int("pooled_size"), 0))
    return tensor(0, (batch, count, channels, side, side))
