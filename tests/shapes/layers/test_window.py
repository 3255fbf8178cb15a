"""Pooling's sizes against the runtime's own arithmetic, written down once more in integers."""

from __future__ import annotations

import itertools
import math

import pytest

from shapeinfer.testing import Attribute, infer


def runtime_size(
    size: int, kernel: int, stride: int, dilation: int, pads: tuple[int, int], *, up: bool
) -> int:
    """ONNX Runtime's ComputeOutputSize: truncating, or rounding up without windows in the padding."""
    left = size + sum(pads) - ((kernel - 1) * dilation + 1)
    if not up:
        return int(left / stride) + 1
    count = math.ceil(left / stride) + 1
    return count - 1 if (count - 1) * stride >= size + pads[0] else count


GRID = list(itertools.product((1, 2, 3), (1, 2, 3, 5), (1, 2), (0, 1, 2), (0, 1, 2), (False, True)))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 10])
def test_pool_sizes(size: int) -> None:
    for kernel, stride, dilation, begin, end, up in GRID:
        if max(begin, end) >= kernel:
            continue
        wanted = runtime_size(size, kernel, stride, dilation, (begin, end), up=up)
        attributes: dict[str, Attribute] = {
            "kernel_shape": [kernel], "strides": [stride], "dilations": [dilation], "pads": [begin, end],
            "ceil_mode": int(up),
        }  # fmt: skip
        inferred = infer("MaxPool", 12, f"f32[1, 1, {size}]", given=attributes)
        if wanted < 0:
            assert inferred.errors, attributes
        else:
            assert inferred.output == f"f32[1, 1, {wanted}]", attributes
            assert not inferred.errors, attributes
