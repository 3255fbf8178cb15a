"""Range: the numbers from start to before limit, in steps.

Version  What changed
11       ``max(ceil((limit - start) / delta), 0)`` of them
27       ``stash_type`` for the half-precision types

The count of floats that are no integers is the runtime's: the difference in their own type, the
quotient in double precision. Differences: it also takes lists of one element for the three scalars.
"""

from __future__ import annotations

import math

from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import BFLOAT16, DOUBLE, FLOAT, FLOAT16, INT16, is_float
from shapeinfer.facts.elements import of_dims, ranged, ranged_or_none
from shapeinfer.facts.scalar import Scalar, Span, high_of, low_of
from shapeinfer.rule import (
    ONE,
    PROVED,
    ZERO,
    Call,
    Dim,
    Elements,
    TensorFact,
    any_of,
    at_least,
    ceildiv,
    codes,
    const,
    maximum,
    rule,
    tensor,
)
from shapeinfer.shapes.layers.scaling import as_float32
from shapeinfer.shapes.lists import is_stored, single_entry

_REASON = "a bound or the step of the Range is computed from data"
_MOST = 64


@rule("Range", versions=(11, 27))
def range_11(call: Call, start: TensorFact, limit: TensorFact, delta: TensorFact) -> TensorFact:
    elem_type = start.elem_type or limit.elem_type or delta.elem_type
    read = is_stored(start, limit, delta) and elem_type != INT16  # a loader reads no numbers of that type
    first, last, step = (
        single_entry(call, fact, name, read=read)
        for fact, name in ((start, "start"), (limit, "limit"), (delta, "delta"))
    )
    if call.version >= 27 and elem_type in (FLOAT16, BFLOAT16) and scalar.number(step) in (0, None):
        # Without a kernel it computes the operator's function, which divides floats.
        if scalar.number(step) == 0:
            call.warn(codes.ZERO_STEP, "delta is 0, needed any number but 0 (ONNX Runtime divides by it)")
        return tensor(0, (call.fresh(_REASON),))
    if scalar.number(step) == 0:
        raise call.fail(codes.ZERO_STEP, "delta is 0, needed any number but 0")
    if isinstance(step, Dim) and step.value is None:
        call.require(
            any_of(at_least(step, ONE), at_least(const(-1), step)), codes.ZERO_STEP,
            "delta is {delta}, needed any number but 0", delta=step,
        )  # fmt: skip
    count = _count(first, last, step, elem_type)
    if count is None:
        return _of_bounds(call, first, last, step, elem_type)
    return tensor(0, (count,), _elements(first, step, count))


def _count(first: Scalar, last: Scalar, step: Scalar, elem_type: int) -> Dim | None:
    """How many numbers there are, where the three are known; None where not."""
    if isinstance(first, Span) or isinstance(last, Span) or isinstance(step, Span):
        return None
    if is_float(elem_type) and not all(isinstance(x, Dim) for x in (first, last, step)):
        return _count_of_floats(first, last, step, elem_type)
    if not isinstance(first, Dim) or not isinstance(last, Dim) or not isinstance(step, Dim):
        return None
    # That a step is not 0 was required before.
    if at_least(step, ZERO).verdict() is PROVED:
        return _positive(last - first, step)
    if at_least(ZERO, step).verdict() is PROVED:
        return _positive(first - last, -step)
    return None


def _positive(distance: Dim, step: Dim) -> Dim:
    if at_least(distance, ZERO).verdict() is PROVED:
        return ceildiv(distance, step)
    # Clamped before the division, which changes nothing: what is below zero makes no whole step.
    return ceildiv(maximum(distance, ZERO), step)


def _count_of_floats(first: Scalar, last: Scalar, step: Scalar, elem_type: int) -> Dim | None:
    a, b, d = scalar.number(first), scalar.number(last), scalar.number(step)
    if a is not None and b is not None and d is not None:
        if elem_type not in (FLOAT, DOUBLE):
            return None
        distance = as_float32(float(b) - float(a)) if elem_type == FLOAT else float(b) - float(a)
        return const(max(math.ceil(distance / float(d)), 0))
    quotient = scalar.ceil(scalar.divide_float(scalar.subtract(last, first), step))
    return maximum(quotient, ZERO) if isinstance(quotient, Dim) else None


def _of_bounds(call: Call, first: Scalar, last: Scalar, step: Scalar, elem_type: int) -> TensorFact:
    """What is certain where a bound is only a range: how many there are at least and at most."""
    low = high = None
    whole = not is_float(elem_type)
    if isinstance(step, Dim) and step.value is not None and step.value != 0:
        distance = scalar.subtract(last, first) if step.value > 0 else scalar.subtract(first, last)
        size = abs(step.value)
        low, high = low_of(distance), high_of(distance)
        low = None if low is None else ceildiv(maximum(low, ZERO), size)
        high = None if high is None else ceildiv(maximum(high, ZERO), size)
    count = call.fresh(_REASON, ZERO if low is None else low, high)
    return tensor(0, (count,), _between(first, last, step, 1 if whole else 0))


def _between(first: Scalar, last: Scalar, step: Scalar, margin: int) -> Elements | None:
    """The numbers lie from start to before limit, whichever way the step goes."""
    if not isinstance(step, Dim) or step.value is None:
        return None
    if step.value > 0:
        top = high_of(last)
        return ranged_or_none(low_of(first), None if top is None else top - margin)
    bottom = low_of(last)
    return ranged_or_none(None if bottom is None else bottom + margin, high_of(first))


def _elements(first: Scalar, step: Scalar, count: Dim) -> Elements | None:
    if not isinstance(first, Dim) or not isinstance(step, Dim):
        return None
    if count.value is not None and count.value <= _MOST:
        return of_dims(first + step * i for i in range(count.value))
    end = first + step * (count - 1)
    if at_least(step, ZERO).verdict() is PROVED:
        return ranged(Span(first, end, attained=True))
    return ranged(Span(end, first, attained=True))
