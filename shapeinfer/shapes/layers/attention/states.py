"""States that an operator keeps between calls, of sequences that lie behind each other in one row."""

from __future__ import annotations

from itertools import pairwise

from shapeinfer import codes
from shapeinfer.rule import ZERO, Call, Dim, Shape, TensorFact, all_of, at_least, const, equal

# How many updates of a state the runtime keeps at most.
_MOST_UPDATES = 8


def require_capacity(call: Call, counts: TensorFact | None) -> int:
    """How many updates of a state are kept: the attribute ``state_update_capacity``, which the input
    ``capture_count`` (``counts``) goes with."""
    given = call.int("state_update_capacity", 0)
    if not 0 <= given <= _MOST_UPDATES:
        call.error(
            codes.VALUE_NOT_ALLOWED, "state_update_capacity is {given}, needed 0 to {most}",
            given=given, most=_MOST_UPDATES,
        )  # fmt: skip
    elif (counts is not None) != (given > 0):
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "state_update_capacity is {given} and capture_count is {what}, needed both or none",
            given=given, what="left out" if counts is None else "given",
        )  # fmt: skip
    return min(max(given, 0), _MOST_UPDATES)


def state_window(call: Call) -> Shape:
    """The axis in front of a state of which the last steps are kept, by the attribute ``state_window``."""
    window = call.int("state_window", 0)
    if not 0 <= window <= 8:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "state_window is {window}, needed 0 to 8", window=window)
    return (const(window),) if window else ()


def require_bounds(call: Call, bounds: TensorFact, tokens: Dim, name: str, each: int = 1) -> None:
    """Sequences in a row begin at 0, have ``each`` tokens at least, and end with the last token."""
    known = None if bounds.elements is None else bounds.elements.dims()
    if not known:
        return
    steps = [at_least(b, a + each) for a, b in pairwise(known)]
    call.require(
        all_of(equal(known[0], ZERO), *steps, equal(known[-1], tokens)), codes.VALUE_NOT_ALLOWED,
        "{name} is {bounds}, needed numbers that grow from 0 to {tokens}",
        name=name, bounds=bounds, tokens=tokens,
    )  # fmt: skip
