"""Reshape: same elements, new shape.

Version  What changed
1        the target shape is the attribute ``shape``
5        the target shape is an input, so it may be known only at run time
14       ``allowzero`` makes 0 mean zero instead of "copy this input dim"
13, 19-  only more element types

Differences: the runtime refuses a -1 beside a product of zero (it can't divide), and so do we.
With allowzero, a target that *computes* a 0 may still run: if data is empty too. "No element left
over" is the one requirement then.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.scalar import high_of, low_of
from shapeinfer.rule import (
    ONE,
    REFUTED,
    RESHAPED,
    UNKNOWN,
    ZERO,
    Call,
    Condition,
    Dim,
    Shape,
    TensorFact,
    Verdict,
    all_of,
    any_of,
    at_least,
    cancelled,
    const,
    divides,
    equal,
    is_blamed,
    may_be_empty,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import reshaped
from shapeinfer.shapes.flags import as_int32, flag
from shapeinfer.shapes.lists import MOST_AXES, as_list

_NO_AXIS = "target shape {target} copies axis {axis} of data, which has rank {rank}; data is {data}"
_REASON = "the target of the Reshape is computed from data"


@rule("Reshape", versions=(1,))
def reshape_1(call: Call, data: TensorFact) -> TensorFact:
    target = call.ints("shape")
    if target is None:
        call.error(codes.MISSING_ATTRIBUTE, "attribute 'shape' (ints) is missing, and ONNX Runtime needs it")
        return tensor(0)
    return _reshape(call, data, tuple(map(const, target)), zero_copies=True)


@rule("Reshape", versions=(5, 13))
def reshape_5(call: Call, data: TensorFact, shape: TensorFact) -> TensorFact:
    return _reshape_to_input(call, data, shape, zero_copies=True)


@rule("Reshape", versions=(14, 19, 21, 23, 24, 25))
def reshape_14(call: Call, data: TensorFact, shape: TensorFact) -> TensorFact:
    zero_copies = not flag(call, "allowzero")
    if (
        zero_copies
        and as_int32(call.int("allowzero", 0))
        and shape.elements is not None
        and shape.elements.stored
    ):
        target = shape.elements.some_dims() or ()
        if any(size == ZERO for size in target) and any(size == const(-1) for size in target):
            call.refuse_load(
                codes.RESHAPE_TARGET, "target shape {target} has both 0 and -1 with allowzero={flag}, "
                "which a loader takes for 1", target=target, flag=call.int("allowzero", 0),
            )  # fmt: skip
    return _reshape_to_input(call, data, shape, zero_copies=zero_copies)


def _reshape_to_input(call: Call, data: TensorFact, shape: TensorFact, *, zero_copies: bool) -> TensorFact:
    shape = as_list(call, shape, "shape")
    length = None if shape.shape is None else shape.shape[0].value
    if length is None or length > MOST_AXES:
        return tensor(0)
    known = None if shape.elements is None else shape.elements.some_dims()
    target = known if known is not None else (None,) * length
    if None in target:
        made = _partly(call, data, target, zero_copies)
        if _require_known(call, data, target, zero_copies) is not REFUTED and shape.elements is not None:
            _require_between(call, data, shape.elements, zero_copies)
        return _with_elements(data, made)
    stored = shape.elements is not None and shape.elements.stored
    sizes = tuple(d for d in target if d is not None)
    return _reshape(call, data, sizes, zero_copies=zero_copies, stored=stored)


def _partly(call: Call, data: TensorFact, target: tuple[Dim | None, ...], zero_copies: bool) -> Shape:
    """A target of which some elements are known only at run time: so are those dims, and any -1."""
    out = []
    reason = RESHAPED if call.version < 14 else _REASON
    for axis, size in enumerate(target):
        if size is None or size.lo is None or size.lo < 0:
            out.append(call.fresh(reason))
        elif size.value == 0 and zero_copies:
            out.append(_copy(call, data, axis, target))
        elif zero_copies and size.lo == 0:
            out.append(_copied_if_zero(call, data, axis, size))
        else:
            out.append(size)
    # One unknown among sizes that are surely themselves is what is left of the elements.
    unknown = [i for i, size in enumerate(target) if size is None or size.lo is None or size.lo < 0]
    count = data.count()
    is_number = count is not None and count.value is not None
    # A list of one fits wherever one of unknown length does, and its element stays known.
    fits = count == ONE and call.version >= 14
    if len(target) == 1 == len(unknown) and call.loading and is_number and not fits:
        # A number alone would be a size that a loader knows; what a run makes is as large.
        out[0] = call.fresh(reason, count, count)
    elif len(unknown) == 1 and count is not None and target[unknown[0]] is None:
        known = product(d for i, d in enumerate(out) if i != unknown[0])
        if known.lo is not None and known.lo > 0:
            out[unknown[0]] = count // known
    return tuple(out)


def _require_known(
    call: Call, data: TensorFact, target: tuple[Dim | None, ...], zero_copies: bool
) -> Verdict:
    """What is known of the target divides the elements, whatever the other sizes are."""
    known = [size for size in target if size is not None and size.lo is not None and size.lo >= 0]
    sizes = [size for size in known if size.value != 0]
    count = data.count()
    if count is None or product(sizes) == ONE or (ZERO in known and not zero_copies):
        return UNKNOWN
    # A computed 0 would mean "copy".
    others = [equal(size, ZERO) for size in sizes if not size.lo]
    left, right = cancelled(count, product(sizes))
    return call.require(
        any_of(divides(right, left), *others), codes.RESHAPE_ELEMENT_COUNT,
        "the sizes of the target that are known hold {known} elements, data has {count}, which is no "
        "multiple; data is {data}",
        known=product(sizes), count=count, data=data,
    )  # fmt: skip


def _require_between(call: Call, data: TensorFact, target: Elements, zero_copies: bool) -> None:
    """A target whose elements all have bounds holds no fewer and no more elements than these say."""
    count = data.count()
    if count is None or target.items is None:
        return
    exact, least, most = ONE, ONE, ONE
    others = []
    for size in target.items:
        low, high = low_of(size), high_of(size)
        if low is None or high is None or low.lo is None or low.lo < 0:
            return
        if isinstance(size, Dim) and size.value != 0:
            exact *= size
            if not size.lo:
                others.append(equal(size, ZERO))
        elif zero_copies and not low.lo:
            return  # it may be a size of data
        else:
            least, most = least * low, most * high
    left, right = cancelled(count, exact)
    call.require(
        any_of(all_of(at_least(left, right * least), at_least(right * most, left)), *others),
        codes.RESHAPE_ELEMENT_COUNT,
        "target shape {target} holds {held} to {most} elements, data has {count}; data is {data}",
        target=target.some_dims(), held=exact * least, most=exact * most, count=count, data=data,
    )  # fmt: skip


def _reshape(
    call: Call, data: TensorFact, target: Shape, *, zero_copies: bool, stored: bool = True
) -> TensorFact:
    """Apply a known target shape: copy the zeros, then solve for the one -1."""
    holes = [i for i, size in enumerate(target) if size.value is not None and size.value < 0]
    below = [i for i, size in enumerate(target) if size.hi is not None and size.hi < -1]
    if below or len(holes) > 1:
        raise call.fail(
            codes.RESHAPE_TARGET, "target shape {target} has {what}, needed at most one -1 and none below",
            target=target, what=f"the size {target[below[0]]}" if below else f"{len(holes)} times -1",
            **({"axis": below[0], "data": data} if len(below) == 1 else {}),
        )  # fmt: skip
    if not zero_copies and holes and ZERO in target and stored:
        raise call.fail(
            codes.RESHAPE_TARGET,
            "target shape {target} has both 0 and -1 with allowzero=1, which leaves -1 undefined",
            target=target,
        )  # fmt: skip
    shape = [_resolved(call, data, i, size, target, zero_copies) for i, size in enumerate(target)]
    count = data.count()
    others = _other_meanings(call, data, target, zero_copies=zero_copies)
    if holes:
        shape[holes[0]] = _solve(call, data, shape, holes[0], target, others, zero_copies=zero_copies)
    else:
        held = None if count is None else _require_count(call, data, tuple(shape), count, target, others)
        if not stored and (held is REFUTED or is_blamed(data.shape or ())):
            # ONNX Runtime may take a computed size for another one (engine/optimized/completed.py).
            shape = [call.blamed() for _ in shape]
    return _with_elements(data, tuple(shape))


def _other_meanings(
    call: Call, data: TensorFact, target: Shape, *, zero_copies: bool
) -> tuple[Condition, ...]:
    """When a computed element would not be a size: as 0 it may mean "copy", as -1 "what is left".

    That it is one is a premise; where it is not, the counts demand something else."""
    found = []
    for axis, size in enumerate(target):
        if size.value is not None:
            continue
        if size.lo is None or size.lo < 0:
            _suppose_size(call, target, axis)
            found.append(at_least(const(-1), size))
        if not zero_copies or (size.lo is not None and size.lo > 0):
            continue
        if data.shape is not None and axis >= len(data.shape):
            negative = [] if size.lo == 0 else [at_least(const(-1), size)]
            call.require(
                any_of(at_least(size, ONE), *negative), codes.RESHAPE_TARGET, _NO_AXIS,
                target=target, axis=axis, rank=len(data.shape), data=data,
            )  # fmt: skip
        elif data.shape is None or data.shape[axis] != size:
            found.append(equal(size, ZERO))
    return tuple(found)


def _suppose_size(call: Call, target: Shape, axis: int) -> None:
    call.suppose(
        at_least(target[axis], ZERO), codes.ASSUMED_SIZE,
        "target shape {target} has {size} on axis {axis}, which is read as a size and not as -1",
        target=target, size=target[axis], axis=axis,
    )  # fmt: skip


def _resolved(call: Call, data: TensorFact, axis: int, size: Dim, target: Shape, zero_copies: bool) -> Dim:
    """One element of the target as a size; a hole stands as 1 until it is solved."""
    if size.value is not None and size.value < 0:
        return ONE
    if not zero_copies or (size.lo is not None and size.lo > 0):
        return size
    if size.value == 0:
        return _copy(call, data, axis, target)
    return _copied_if_zero(call, data, axis, size)


def _copied_if_zero(call: Call, data: TensorFact, axis: int, size: Dim) -> Dim:
    """A computed size that may be 0 would then mean "copy": the same where the input's dim is it."""
    if data.shape is not None and axis < len(data.shape) and data.shape[axis] == size:
        return size
    call.suppose(
        at_least(size, ONE), codes.ASSUMED_SIZE,
        "axis {axis} of the target is {size}, which means 'copy the input dim' if it is 0",
        axis=axis, size=size,
    )  # fmt: skip
    return size


def _copy(call: Call, data: TensorFact, axis: int, target: tuple[Dim | None, ...]) -> Dim:
    if data.shape is None:
        return call.fresh("a dim is copied from an input of unknown rank")
    if axis >= len(data.shape):
        raise call.fail(
            codes.RESHAPE_TARGET, _NO_AXIS,
            target=target, axis=axis, rank=len(data.shape), data=data,
        )  # fmt: skip
    return data.shape[axis]


def _solve(
    call: Call,
    data: TensorFact,
    shape: list[Dim],
    hole: int,
    target: Shape,
    others: tuple[Condition, ...],
    *,
    zero_copies: bool,
) -> Dim:
    """The size for -1: what the other sizes leave of the elements."""
    if data.shape is None:
        return call.fresh("-1 takes the remaining elements of an input of unknown rank")
    count, known = product(data.shape), product(shape)
    need = at_least(known, ONE)
    if known.value != 0:
        # No factor of what is at least 1 is 0.
        left, right = cancelled(count, known)
        need = all_of(need, divides(right, left))
    if not zero_copies:
        need = any_of(need, all_of(equal(known, ZERO), equal(count, ZERO)))
    if need.verdict() is not REFUTED or any(map(_may_hold, others)):
        need = any_of(*others, need)
    verdict = call.require(
        need, codes.RESHAPE_ELEMENT_COUNT,
        "target shape {target} holds a multiple of {known} elements, data has {count}; data is {data}",
        target=target, known=known, count=count, data=data,
    )  # fmt: skip
    if verdict is REFUTED:
        return call.blamed()
    if known.value != 0:
        if not zero_copies:
            call.suppose(
                at_least(known, ONE), codes.ASSUMED_SIZE,
                "target shape {target} holds {known} elements beside -1, and if that is 0, -1 is undefined",
                target=target, known=known,
            )  # fmt: skip
        return count // known
    return _left_of_nothing(call, data.shape, tuple(d for i, d in enumerate(shape) if i != hole))


def _left_of_nothing(call: Call, data: Shape, others: Shape) -> Dim:
    """What the runtime makes of -1 beside a computed 0: it leaves the zeros of both sides out."""
    if any(d.value is None for d in (*data, *others)):
        return call.fresh("-1 is used beside a size of 0")
    left, right = (product(d for d in side if d.value != 0) for side in (data, others))
    return call.require_divides(
        right, left, codes.RESHAPE_ELEMENT_COUNT,
        "the sizes {others} beside -1 leave no whole number of data {data}", others=others, data=data,
    )  # fmt: skip


def _require_count(
    call: Call, data: TensorFact, shape: Shape, count: Dim, target: Shape, others: tuple[Condition, ...]
) -> Verdict:
    held = product(shape)
    message = "target shape {target} holds {held} elements, data has {count}; data is {data}"
    args = {"target": target, "held": held, "count": count, "data": data}
    if _proportional(held, count) and not may_be_empty(count) and not any(map(_may_hold, others)):
        # Only an empty tensor has as many, and none of its sizes is one that data makes.
        call.error(codes.RESHAPE_ELEMENT_COUNT, message, **args)
        return REFUTED
    return call.require(any_of(*others, equal(held, count)), codes.RESHAPE_ELEMENT_COUNT, message, **args)


def _may_hold(other: Condition) -> bool:
    """Whether a computed element may mean something else without a named size that is 0."""
    return other.kind != "==" or other.b != ZERO or may_be_empty(other.a)


def _proportional(a: Dim, b: Dim) -> bool:
    """Whether both are different multiples of one product of sizes, so that only 0 is in both."""
    if len(a.terms) != 1 or len(b.terms) != 1 or a == b:
        return False
    return a.terms[0][0] == b.terms[0][0] and a.value is None


def _with_elements(data: TensorFact, shape: Shape) -> TensorFact:
    return tensor(0, shape, reshaped(data, shape))
