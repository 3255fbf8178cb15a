"""Checks that all iterations of a loop add as many elements to a scan output as the first.

The runtime counts the elements of every round and keeps the shape of the first: (3, 2) after (2, 3) runs.
Where only data tells how many they are, that they are as many is stated of two new sizes: it depends on data.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.fact import Fact
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Body,
    Call,
    Condition,
    Dim,
    TensorFact,
    any_of,
    at_least,
    const,
    equal,
    is_about,
    of,
    product,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Rounds that are looked at one by one.
MOST_ROUNDS = 24
# What is compared where only data tells how large it is, for the number of the output.
_ADDED = (
    "as many elements as the first round adds to scan output ",
    "as many elements as another round adds to scan output ",
)


def numbers(count: Dim) -> list[Dim]:
    """Numbers of rounds to be compared, the first of all rounds before the others. What changes goes one way
    more often than not, so that the last differs from the first if any does."""
    if count.value is not None:
        few = min(count.value, MOST_ROUNDS)
        return [const(i) for i in range(few)] + ([count - 1] if few < count.value else [])
    second = [ONE] if count.lo is not None and count.lo >= 2 else []
    return [ZERO, *second, count - 1]


def is_open(fact: Fact, body: Body) -> bool:
    """Whether some size of it is one that only the body knows."""
    if not isinstance(fact, TensorFact):
        return False
    return fact.shape is None or any(is_about(dim, body.made) for dim in fact.shape)


def require_one_size(
    call: Call, output: int, rounds: Mapping[Dim, Sequence[Fact]], count: Dim, body: Body
) -> None:
    """State that what rounds, by their number, add to a scan output is as large as what the first adds."""
    first = rounds[ZERO][output]
    position = body.output_count - len(rounds[ZERO]) + output
    is_left_open = is_open(first, body)
    for number, facts in rounds.items():
        is_left_open |= is_open(facts[output], body)
        need = _as_large(first, facts[output], body)
        doubts = None if need is None else _doubts(body, position, number)
        if need is None or doubts is None:
            continue
        made = at_least(number if number.value is not None else ZERO, count)
        verdict = call.require(
            any_of(made, *doubts, need), codes.SIZE_MISMATCH,
            "scan output {output} is {first} in the first round and {other} in round {number}, "
            "needed the same size",
            output=output, first=first, other=facts[output], number=number,
        )  # fmt: skip
        if verdict is REFUTED or _is_never(need):
            return
    if is_left_open and (count.hi is None or count.hi > 1):
        call.require(
            any_of(at_least(ONE, count), equal(*(call.fresh(f"{which}{output}") for which in _ADDED))),
            codes.SIZE_MISMATCH,
            "scan output {output} is {first} in the first round, needed the same size in every other one",
            output=output, first=first,
        )  # fmt: skip


def _is_never(need: Condition) -> bool:
    """Whether no named sizes of 1 or more satisfy it, so that there is no such round, and none after it."""
    some = {symbol: of(symbol) + 1 for symbol in need.symbols() if symbol.named and symbol.lo == 0}
    return need.substitute(some, {}).verdict() is REFUTED


def _doubts(body: Body, position: int, number: Dim) -> Sequence[Condition] | None:
    """The conditions under which what is known of the first round and of this one may not hold."""
    found: list[Condition] = []
    for one in (ZERO, number):
        doubts = () if one.value is None else body.doubts(one.value, position)
        if doubts is None:
            return None
        found += doubts
    return found


def _as_large(first: Fact, other: Fact, body: Body) -> Condition | None:
    """That two tensors have as many elements; None if it is always true or unknown."""
    if not isinstance(first, TensorFact) or not isinstance(other, TensorFact):
        return None
    if first.shape is None or other.shape is None or first.shape == other.shape:
        return None
    left, right, common = list(first.shape), list(other.shape), []
    for dim in first.shape:
        if dim in right:
            left.remove(dim)
            right.remove(dim)
            common.append(dim)
    a, b, same = product(left), product(right), product(common)
    if any(is_about(dim, body.made) for dim in (a, b, same)):
        return None
    return any_of(equal(same, ZERO), equal(a, b))
