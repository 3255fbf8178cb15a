"""Range of com.microsoft: its three bounds are scalars or lists of one, and delta may be left out.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elements import of_ints
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    TensorFact,
    any_of,
    at_least,
    const,
    maximum,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import require_one_element


@rule("Range", versions=(1,), domain="com.microsoft")
def range_(call: Call, start: TensorFact, limit: TensorFact, delta: TensorFact | None = None) -> TensorFact:
    for fact, name in ((start, "start"), (limit, "limit"), (delta, "delta")):
        require_one_element(call, fact, name)
        if fact is not None:
            call.rank(fact, name, at_most=1)
    first, last = start.as_dims(), limit.as_dims()
    step = (ONE,) if delta is None else delta.as_dims()
    by = None if step is None or len(step) != 1 else step[0].value
    if by == 0:
        raise call.fail(codes.ZERO_STEP, "delta is 0, needed any number but 0")
    if by is None and step is not None and len(step) == 1:
        call.require(
            any_of(at_least(step[0], ONE), at_least(const(-1), step[0])), codes.ZERO_STEP,
            "delta is {delta}, needed any number but 0", delta=step[0],
        )  # fmt: skip
    if not first or not last or not step:
        return tensor(0, (call.fresh("a bound or the step is computed from data"),))
    if by is None:
        return tensor(0, (call.fresh("the step may be of either sign"),))
    distance = maximum(last[0] - first[0] if by > 0 else first[0] - last[0], ZERO)
    count = -((-distance) // abs(by))
    numbers = None
    if count.value is not None and count.value <= 64 and first[0].value is not None:
        numbers = of_ints(first[0].value + by * i for i in range(count.value))
    return tensor(0, (count,), numbers)
