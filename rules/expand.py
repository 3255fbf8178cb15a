"""Expand: broadcast to a shape (and the shape to the input).

Version  What changed
8        the shape is an input; sizes are equal or one of the two is 1
13       only more element types

A size of -1 in the shape does not mean "keep" here: the runtime refuses it.
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import STRING
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.scalar import Scalar, high_of, low_of
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    TensorFact,
    at_least,
    broadcast,
    broadcastable,
    codes,
    const,
    is_ranked,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import entries, gathered, repeated, small
from shapeinfer.shapes.lists import require_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_REASON = "the target of the Expand is computed from data"
_NEGATIVE = "the target shape {target} has the size {size}, needed 0 or more; input is {input}"


@rule("Expand", versions=(8, 13))
def expand(call: Call, input: TensorFact, shape: TensorFact) -> TensorFact:
    if input.elem_type == STRING:
        call.rank(shape, "shape", at_least=1, at_most=1)  # the kernel of strings looks at it
    require_list(call, shape, "shape", seen=is_ranked(input), stored_too=call.version == 8)
    target = entries(shape)
    for size in target or ():
        _check_sign(call, size, target or (), input)
    if target is None or input.shape is None:
        return tensor(0, None, _elements(input, None))
    rank = max(len(target), len(input.shape))
    sizes = (const(1),) * (rank - len(input.shape)) + input.shape
    wanted = (const(1),) * (rank - len(target)) + tuple(target)
    out = tuple(_joint(call, input, target, *pair) for pair in zip(sizes, wanted, strict=True))
    return tensor(0, out, _elements(input, out))


def _check_sign(call: Call, size: Scalar, target: Sequence[Scalar], input: TensorFact) -> None:
    """The target's size is one at all. The kernel of strings runs with some that are none."""
    if not isinstance(size, Dim):
        return
    if input.elem_type != STRING:
        call.require_at_least(
            size, ZERO, codes.NEGATIVE_SIZE, _NEGATIVE, target=_shown(target), size=size, input=input
        )
    elif _is_negative(size) and input.shape is None:
        call.warn(codes.NEGATIVE_SIZE, _NEGATIVE, target=_shown(target), size=size, input=input)


def _shown(target: Sequence[Scalar]) -> tuple[Dim | None, ...]:
    return tuple(size if isinstance(size, Dim) else None for size in target)


def _joint(call: Call, input: TensorFact, target: Sequence[Scalar], size: Dim, wanted: Scalar) -> Dim:
    """The size that an axis has after broadcasting, which must be possible."""
    if not isinstance(wanted, Dim):
        return _of_data(call, size, wanted)
    if _is_negative(wanted):
        return _beside_negative(call, input, target, size, wanted)
    if wanted == ZERO and any(_is_negative(other) for other in target) and input.elem_type != STRING:
        return call.blamed()  # where this runs, the node is left out, and the size stays
    verdict = call.require(
        broadcastable(size, wanted), codes.BROADCAST_MISMATCH,
        "input has {size} where the target shape {target} has {wanted}, needed equal sizes or 1; input "
        "is {input}",
        size=size, target=_shown(target), wanted=wanted, input=input,
    )  # fmt: skip
    return call.blamed() if verdict is REFUTED else broadcast((size, wanted))


def _beside_negative(call: Call, input: TensorFact, target: Sequence[Scalar], size: Dim, wanted: Dim) -> Dim:
    """The size of an axis for which the target has a negative one. Only the kernel of strings takes that: if
    both have two axes or more, and the input has at most 1 there."""
    if input.elem_type != STRING:
        return call.blamed()
    args = {"target": _shown(target), "size": wanted, "input": input}
    is_taken = min(len(input.shape or ()), len(target)) > 1
    need = at_least(ONE, size) if is_taken else at_least(wanted, ZERO)
    if call.require(need, codes.NEGATIVE_SIZE, _NEGATIVE, **args) is REFUTED:
        return call.blamed()
    call.warn(codes.NEGATIVE_SIZE, _NEGATIVE, **args)
    return call.fresh("the size is negative")


def _is_negative(size: Scalar) -> bool:
    return isinstance(size, Dim) and size.hi is not None and size.hi < 0


def _of_data(call: Call, size: Dim, wanted: Scalar) -> Dim:
    """A size of which the target's part is known only at run time."""
    if size.value == 0 or (size.lo is not None and size.lo > 1):
        return size
    if size.value != 1:
        return call.fresh(_REASON)
    low = low_of(wanted)
    return call.fresh(_REASON, ZERO if low is None or low.lo is None or low.lo < 0 else low, high_of(wanted))


def _elements(input: TensorFact, out: tuple[Dim, ...] | None) -> Elements | None:
    if input.shape is None or out is None or small(out) is None:
        return repeated(input)
    skipped = len(out) - len(input.shape)
    ones = [d.value == 1 for d in input.shape]
    return gathered(
        input, out, lambda index: tuple(0 if one else i for i, one in zip(index[skipped:], ones, strict=True))
    )
