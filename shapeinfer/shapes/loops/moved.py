"""Moving the axis that a Scan scans: to the front of an input, or from the front of an output."""

from __future__ import annotations

from shapeinfer.rule import ONE, Call, Shape, all_of, any_of, at_least, codes, equal, product

_ENDS = "axis {axis} of a tensor {shape} is moved to {to}: if it is empty, ONNX Runtime's process ends"


def require_movable(call: Call, shape: Shape, axis: int, to: int) -> None:
    """State that a tensor of this shape survives that its axis is moved elsewhere, as ONNX Runtime does
    it.

    That divides by how many elements lie behind the axes which change places: measured for ranks 2 to 4. With
    two neighbours it is always the last that moves, and it divides by its size as well."""
    far = max(axis, to)
    behind = shape[far + 1 :]
    divisors = (shape[1], *behind) if (axis, to) == (0, 1) else behind
    if all(size.lo is not None and size.lo >= 1 for size in divisors):
        return
    passed = shape[:axis] if axis else shape[1 : to + 1]
    unmoved = [equal(shape[axis], ONE), equal(product(passed), ONE)]
    held = all_of(*(at_least(size, ONE) for size in divisors))
    call.require(any_of(held, *unmoved), codes.RUNTIME_DIFFERS, _ENDS, axis=axis, shape=shape, to=to)
