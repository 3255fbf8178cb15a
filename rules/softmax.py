"""Softmax, LogSoftmax, Hardmax: the input's shape, normalized along an axis.

Version  What changed
1        everything from ``axis`` (1 by default) on is one axis
11       ``axis`` may be negative
13       one axis only, by default the last

Differences: the runtime keeps 32 bits of the axis, but for Softmax and LogSoftmax of
float16 and bfloat16 from version 13 on.
Of an empty input the runtime does not look at the axis before version 11.
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import BFLOAT16, FLOAT16
from shapeinfer.rule import ZERO, Call, Shape, TensorFact, codes, is_ranked, rule, tensor
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.index import only_if_empty
from shapeinfer.shapes.inputs import loaded_axis


@rule(("Softmax", "LogSoftmax", "Hardmax"), versions=(1, 11, 13))
def softmax(call: Call, input: TensorFact) -> TensorFact:
    if input.rank == 0 and _is_function(call, input.elem_type) and not (call.loading and is_ranked(input)):
        call.warn(codes.RUNTIME_DIFFERS, "input has rank 0, needed at least 1; ONNX Runtime takes it here")
        return tensor(0, ())
    call.rank(input, "input", at_least=1)
    # The kernel does not look at the axis of what is empty, a loader looks at that of what has a known rank.
    unseen = call.version == 1 or not call.loading or not is_ranked(input)
    if input.shape is not None and not (unseen and ZERO in input.shape):
        axis = call.int("axis", -1 if call.version >= 13 else 1)
        if not unseen or not only_if_empty(call, as_int32(axis), input.shape):
            _check_axis(call, axis, input.shape, input.elem_type, unseen=unseen)
    return tensor(0, input.shape)


def _check_axis(call: Call, axis: int, shape: Shape, elem_type: int, *, unseen: bool) -> None:
    rank = len(shape)
    seen = axis if _is_function(call, elem_type) else as_int32(axis)
    if seen == axis or not -rank <= seen < rank:
        if unseen:
            call.axis(axis, rank)
        else:
            loaded_axis(call, axis, shape)
        return
    call.warn(
        codes.AXIS_OUT_OF_RANGE, "axis is {axis}, needed {low} to {top} for rank {rank} (the runtime "
        "keeps its last 32 bits and takes {seen})",
        axis=axis, low=-rank, top=rank - 1, rank=rank, seen=seen,
    )  # fmt: skip


def _is_function(call: Call, elem_type: int) -> bool:
    """Whether the runtime computes with the specification's function: of types without a kernel."""
    return call.version >= 13 and elem_type in (FLOAT16, BFLOAT16) and call.op_type != "Hardmax"
