"""Broadcasting: the joint shape of operands, and what that requires of their sizes.

Three kinds: multidirectional (NumPy's, ``broadcast_shapes``), unidirectional (``expand_shapes``) and
the limited one of opset 1 and 6, by the attributes ``broadcast`` and ``axis`` (``limited_broadcast``).
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    REFUTED,
    Call,
    Condition,
    Dim,
    Elements,
    Shape,
    TensorFact,
    any_of,
    at_least,
    broadcast,
    broadcastable,
    decides,
    equal,
    expands_to,
    is_blamed,
    tensor,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# With more sizes on one axis than these each is compared with these only, constants first: what is stated
# stays true, and grows with the inputs, not with their pairs.
_MOST_COMPARED = 16

_MISMATCH = (
    "on axis {axis} {first} has {a} and {second} has {b}, needed equal sizes or 1; "
    "{first} is {first_fact}, {second} is {second_fact}"
)


def broadcast_shapes(
    call: Call,
    *facts: TensorFact,
    names: Sequence[str] = ("A", "B"),
    without: int = 0,
    unless: tuple[Condition, ...] = (),
) -> Shape | None:
    """The joint shape under multidirectional broadcasting; None if some rank is unknown.

    States that the sizes on every axis are equal or 1. ``names`` are the inputs' names for messages; the
    last axes ``without`` which it is done are not in the result. It is demanded ``unless`` some
    condition holds.
    """
    shapes = [f.shape if not without or f.shape is None else f.shape[:-without] for f in facts]
    first = shapes[0]
    if first is not None and all(s is first or s == first for s in shapes):
        return first
    rank = max((len(s) for s in shapes if s is not None), default=0)
    if any(s is None for s in shapes):
        for axis in range(-rank, 0):  # from the end: these fit each other, whatever the joint rank is
            _stated(call, facts, names, _sizes(shapes, axis), axis, unless)
        return None
    return tuple(_joint(call, facts, shapes, names, rank, axis, unless) for axis in range(rank))


def _joint(
    call: Call,
    facts: Sequence[TensorFact],
    shapes: Sequence[Shape | None],
    names: Sequence[str],
    rank: int,
    axis: int,
    unless: tuple[Condition, ...],
) -> Dim:
    """The size of one axis (of the joint shape), after stating that it exists."""
    sizes = _sizes(shapes, axis - rank)
    if not _stated(call, facts, names, sizes, axis, unless):
        return call.blamed()
    if len(sizes) > 1 and is_blamed(sizes):
        return call.blamed()  # of a node that is left out a loader may know others
    joint = broadcast(sizes)
    return (
        joint if joint in sizes or len(sizes) != 2 else _larger(call, axis, list(sizes.items()), names, joint)
    )


def _sizes(shapes: Sequence[Shape | None], axis: int) -> dict[Dim, int]:
    """The sizes other than 1 on an axis that is counted from the end, each with its first operand."""
    sizes: dict[Dim, int] = {}
    for position, shape in enumerate(shapes):
        if shape is not None and len(shape) >= -axis and shape[axis].value != 1:
            sizes.setdefault(shape[axis], position)
    return sizes


def _stated(
    call: Call,
    facts: Sequence[TensorFact],
    names: Sequence[str],
    sizes: dict[Dim, int],
    axis: int,
    unless: tuple[Condition, ...],
) -> bool:
    """State that the sizes on an axis are equal or 1; whether they may be."""
    distinct = sorted(sizes.items(), key=_is_symbolic) if len(sizes) > _MOST_COMPARED else list(sizes.items())
    fits = True
    for i, (a, first) in enumerate(distinct[:_MOST_COMPARED]):
        for b, second in distinct[i + 1 :]:
            verdict = call.require(
                any_of(_joins(a, b), *unless), codes.BROADCAST_MISMATCH, _MISMATCH,
                axis=axis, a=a, b=b, first=names[first], second=names[second],
                first_fact=facts[first], second_fact=facts[second],
            )  # fmt: skip
            fits = fits and verdict is not REFUTED and not (unless and _joins(a, b).verdict() is REFUTED)
    return fits


def _larger(
    call: Call, axis: int, distinct: Sequence[tuple[Dim, int]], names: Sequence[str], joint: Dim
) -> Dim:
    """The one of two sizes that is never the smaller one, after supposing that the other is not 0; ``joint``
    if there is none. One picture that is halved twice, and rounded differently, has such sizes: with both of
    them the text of a size would double with each layer."""
    for (wide, _), (narrow, position) in (distinct, distinct[::-1]):
        if narrow.depth() and decides(wide, narrow, if_some=True):
            call.suppose(
                at_least(narrow, ONE), codes.ASSUMED_SIZE,
                "on axis {axis} {name} has {size}, taken to be at least 1",
                axis=axis, name=names[position], size=narrow,
            )  # fmt: skip
            return wide
    return joint


def _is_symbolic(item: tuple[Dim, int]) -> bool:
    return item[0].value is None


def _joins(a: Dim, b: Dim) -> Condition:
    """The sizes are broadcastable, without the ways in which they never are."""
    ways = (equal(b, a) if a.value is not None else equal(a, b), equal(a, ONE), equal(b, ONE))
    condition = any_of(*ways)
    return broadcastable(a, b) if len(condition.parts) == len(ways) else condition


def expand_shapes(call: Call, fact: TensorFact, to: TensorFact, names: tuple[str, str]) -> Shape | None:
    """The shape of ``to``, after stating that ``fact`` is unidirectionally broadcastable to it."""
    if fact.shape is None or to.shape is None:
        return to.shape
    if len(fact.shape) > len(to.shape):
        raise call.fail(
            codes.BROADCAST_MISMATCH,
            "{name} has rank {rank}, needed at most the rank {most} of {to_name}; "
            "{name} is {fact}, {to_name} is {to}",
            name=names[0], to_name=names[1], rank=len(fact.shape), most=len(to.shape), fact=fact, to=to,
        )  # fmt: skip
    shift = len(to.shape) - len(fact.shape)
    for axis, size in enumerate(fact.shape):
        wanted = to.shape[axis + shift]
        call.require(
            expands_to(size, wanted), codes.BROADCAST_MISMATCH,
            "on axis {axis} {name} has {size}, needed 1 or the {wanted} of {to_name}; "
            "{name} is {fact}, {to_name} is {to}",
            axis=axis, name=names[0], to_name=names[1], size=size, wanted=wanted, fact=fact, to=to,
        )  # fmt: skip
    return to.shape


def limited_broadcast(call: Call, A: TensorFact, B: TensorFact) -> tuple[TensorFact, TensorFact]:
    """A and B of opset 1 and 6, B with its axes laid against those of A.

    Without ``broadcast=1`` both must have one shape; with it B's shape is a run of A's that starts at
    ``axis`` (by default it is the end), or B has one element. The specification does not allow sizes of 1 in
    that run, but its own test models have them."""
    if A.shape is None or B.shape is None:
        return A, tensor(B.elem_type)
    if not call.int("broadcast", 0):
        if len(A.shape) != len(B.shape):
            raise call.fail(
                codes.BROADCAST_MISMATCH,
                "A is {A} and B is {B}, "
                "needed the same shape where the attribute broadcast is not 1", A=A, B=B,
            )  # fmt: skip
        return A, tensor(B.elem_type, _equal_shapes(call, A, B, A.shape, 0), B.elements)
    if len(B.shape) > len(A.shape):
        raise call.fail(
            codes.BROADCAST_MISMATCH,
            "B has rank {rank}, needed at most the rank {most} of A; A is {A}, B is {B}",
            rank=len(B.shape), most=len(A.shape), A=A, B=B,
        )  # fmt: skip
    if all(d.value == 1 for d in B.shape):
        return A, B
    start = len(A.shape) - len(B.shape)
    if call.has("axis"):
        start = call.axis(call.int("axis"), len(A.shape))
    if start + len(B.shape) > len(A.shape):
        raise call.fail(
            codes.BROADCAST_MISMATCH,
            "axis {start} leaves {left} axes of A to the {rank} of B; A is {A}, B is {B}",
            start=start, left=len(A.shape) - start, rank=len(B.shape), A=A, B=B,
        )  # fmt: skip
    _equal_shapes(call, A, B, A.shape[start : start + len(B.shape)], start)
    trailing = len(A.shape) - start - len(B.shape)
    shape = (*B.shape, *(ONE,) * trailing)
    return A, tensor(B.elem_type, shape, _with_trailing(B.elements, trailing))


def _equal_shapes(call: Call, A: TensorFact, B: TensorFact, wanted: Shape, start: int) -> Shape:
    expands = bool(call.int("broadcast", 0))
    need = "equal sizes or 1 in B" if expands else "equal sizes"
    for axis, (a, b) in enumerate(zip(wanted, B.shape or (), strict=True)):
        call.require(
            expands_to(b, a) if expands else equal(b, a), codes.BROADCAST_MISMATCH,
            "on axis {axis} A has {a} and B has {b}, needed {need}; A is {A}, B is {B}", need=need,
            axis=axis + start, a=a, b=b, A=A, B=B,
        )  # fmt: skip
    return B.shape or ()


def _with_trailing(elements: Elements | None, ones: int) -> Elements | None:
    if elements is None or elements.shape is None:
        return elements
    return elements.reshape((*elements.shape, *(1,) * ones))
