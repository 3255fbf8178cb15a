"""SequenceMap: a body over the items of one sequence or several.

Version  What changed
17       introduced

The first input is a sequence; of the others, sequences are taken item by item and must be as long,
tensors go into every call of the body as they are. Every output is a sequence of that length.

Differences: the runtime expands the operator into a Loop over the first sequence. It refuses a
second sequence that is shorter; of a longer one it ignores the rest without a word.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.fact import Fact
from shapeinfer.rule import (
    NOTHING,
    REFUTED,
    Body,
    Call,
    Dim,
    SequenceFact,
    TensorFact,
    at_least,
    equal,
    join,
    rule,
)
from shapeinfer.shapes.loops.rounds import Exit, check_output_count, require_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# More items than this are not followed one by one.
MOST_FOLLOWED = 24


@rule("SequenceMap", versions=(17,))
def sequence_map(
    call: Call, input_sequence: Fact, additional_inputs: tuple[Fact | None, ...]
) -> tuple[Fact, ...]:
    body = call.body("body")
    require_all(call, additional_inputs, first=1)
    given = [NOTHING if f is None else f for f in (input_sequence, *additional_inputs)]
    if body.input_count != len(given):
        raise call.fail(
            codes.INPUT_COUNT,
            "the body takes {takes} inputs, needed {need}",
            takes=body.input_count,
            need=len(given),
        )
    check_output_count(call, body.output_count, "the body")
    _require_lengths(call, given)
    length = input_sequence.length if isinstance(input_sequence, SequenceFact) else None
    followed = _followed(body, given)
    runs = length is not None and length.lo is not None and length.lo >= 1
    made = body.visit([_item(f) for f in given], runs=runs)
    leaving = Exit(call, body)
    if followed is not None:
        return tuple(_of_items(call, items) for items in zip(*followed, strict=True))
    return tuple(_of_any(leaving.fact(f), input_sequence, length) for f in made)


def _require_lengths(call: Call, given: Sequence[Fact]) -> None:
    first = given[0]
    if not isinstance(first, SequenceFact) or first.length is None:
        return
    for position, fact in enumerate(given[1:]):
        if not isinstance(fact, SequenceFact) or fact.length is None:
            continue
        args = {"position": position, "have": fact.length, "need": first.length}
        message = "additional input {position} has {have} items, needed the {need} of input_sequence"
        enough = call.require(at_least(fact.length, first.length), codes.ELEMENT_SHAPE, message, **args)
        if enough is not REFUTED and equal(fact.length, first.length).verdict() is REFUTED:
            call.warn(codes.RUNTIME_DIFFERS, message + ": the runtime ignores the rest", **args)


def _of_any(made: Fact, given: Fact, length: Dim | None) -> SequenceFact:
    """The sequence of what the body makes of any item; pieces of an axis stay pieces if their size does."""
    if isinstance(given, SequenceFact) and given.cut is not None:
        element, (axis, total, piece) = given.element, given.cut
        if isinstance(element, TensorFact) and element.shape and isinstance(made, TensorFact) and made.shape:
            size = element.shape[axis]
            symbol = size.symbol()
            open_axes = [at for at, dim in enumerate(made.shape) if symbol in dim.symbols()]
            if symbol is not None and len(open_axes) == 1 and made.shape[open_axes[0]] == size:
                return SequenceFact(made, length, None, (open_axes[0], total, piece))
    return SequenceFact(made, length)


def _item(fact: Fact, position: int | None = None) -> Fact:
    """What the body gets of an input: an item of a sequence, all of a tensor."""
    if not isinstance(fact, SequenceFact):
        return fact
    if position is None or fact.items is None or position >= len(fact.items):
        return fact.element
    return fact.items[position]


def _followed(body: Body, given: Sequence[Fact]) -> list[tuple[Fact, ...]] | None:
    """What the body makes of every single item, where those are known and differ."""
    first = given[0]
    if (
        not isinstance(first, SequenceFact)
        or first.items is None
        or not 0 < len(first.items) <= MOST_FOLLOWED
    ):
        return None
    return [body.visit([_item(f, i) for f in given], runs=True) for i in range(len(first.items))]


def _of_items(call: Call, items: Sequence[Fact]) -> SequenceFact:
    element = items[0]
    for item in items[1:]:
        element = join(element, item, lambda a, b: call.fresh("the items differ"))
    return SequenceFact(element, None, tuple(items))
