"""Scan: a body that runs once for every slice of its scan inputs, carrying states from slice to slice.

Version  What changed
8        everything has a batch axis 0, the scan axis is 1; ``sequence_lens`` may end a row early, its
         outputs are padded to the full length
9        no batch axis; ``scan_input_axes``, ``scan_output_axes`` and directions of both
11       axes may be negative
16, 19-  more element types

A state keeps its shape, and a scan output has one shape in every round: the runtime allocates both
once. It refuses an axis of no slices (in version 8: of no batch), which the specification does not
forbid: a demand of the contract, and a warning where such a size is fixed.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.fact import Fact
from shapeinfer.rule import (
    NOTHING,
    ONE,
    PROVED,
    REFUTED,
    ZERO,
    Body,
    Call,
    Dim,
    Shape,
    Symbol,
    TensorFact,
    Verdict,
    any_of,
    at_least,
    equal,
    rule,
    tensor,
)
from shapeinfer.shapes.loops.moved import require_movable
from shapeinfer.shapes.loops.rounds import (
    STATE_KEPT,
    Exit,
    as_written,
    check_added,
    check_output_count,
    check_output_names,
    check_type,
    fixpoint,
    require_all,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence, Set

_SIZES = "{first} is {first_fact} with {a} {what}, {second} is {second_fact} with {b}, needed the same number"


@rule("Scan", versions=(8,))
def scan_8(
    call: Call, sequence_lens: TensorFact | None, initial_state_and_scan_inputs: tuple[Fact | None, ...]
) -> tuple[Fact, ...]:
    body, given, states = _taken_apart(call, initial_state_and_scan_inputs)
    _check_directions(call, "directions", len(given) - states)
    for position, fact in enumerate(given):
        call.rank(fact, _name(position, states), at_least=1 if position < states else 2)
    batch = _common(call, given, [0] * len(given), states, "rows in the batch", over_states=True)
    length = _common(call, given, [1] * len(given), states, "slices")
    _require_some(call, batch, "row in the batch")
    has_slices = _suppose_slices(call, length)
    _check_lengths(call, sequence_lens, batch, length)
    inside = [
        tensor(f.elem_type, None if f.shape is None else f.shape[1 if i < states else 2 :])
        for i, f in enumerate(given)
    ]
    final, scans, leaving = _rounds(call, body, inside[:states], inside[states:], batch, length)
    if has_slices is REFUTED:
        made = (*final, *scans)
        return tuple([tensor(f.elem_type) if isinstance(f, TensorFact) else NOTHING for f in made])
    return (
        *(_with_axes(f, (batch,)) for f in final),
        *(_with_axes(leaving.fact(f), (batch, length)) for f in scans),
    )


@rule("Scan", versions=(9, 11, 16, 19, 21, 23, 24, 25))
def scan_9(call: Call, initial_state_and_scan_inputs: tuple[Fact | None, ...]) -> tuple[Fact, ...]:
    body, given, states = _taken_apart(call, initial_state_and_scan_inputs)
    scanned = len(given) - states
    _check_directions(call, "scan_input_directions", scanned)
    _check_directions(call, "scan_output_directions", body.output_count - states)
    axes = _axes(call, given, states)
    length = _common(call, given, axes, states, "slices")
    _require_some(call, length, "slice")
    for fact, axis in zip(given[states:], axes[states:], strict=True):
        if axis and fact.shape is not None:
            require_movable(call, fact.shape, axis, 0)
    slices = [_without_axis(f, axis) for f, axis in zip(given[states:], axes[states:], strict=True)]
    final, scans, leaving = _rounds(call, body, given[:states], slices, ONE, length)
    into = call.ints("scan_output_axes")
    if into is None:
        into = (0,) * len(scans)
    if len(into) != len(scans):
        raise call.fail(
            codes.LIST_LENGTH,
            "scan_output_axes has {have} entries, needed one for each of {need} scan outputs",
            have=len(into),
            need=len(scans),
        )
    return (
        *final,
        *(
            _with_axis(call, leaving.fact(f), length, axis, body, position)
            for position, (f, axis) in enumerate(zip(scans, into, strict=True), states)
        ),
    )


def _knows_rank(body: Body, position: int, rank: int) -> bool:
    """Whether a loader knows that rank of what a round makes: it is declared, or surely inferred."""
    is_declared = bool(body.declared_ranks) and body.declared_ranks[position] is not None
    return is_declared or body.rank_at_load(position) == rank


def _taken_apart(call: Call, given: tuple[Fact | None, ...]) -> tuple[Body, list[TensorFact], int]:
    """The body, all inputs as tensors, and how many of them are states."""
    body = call.body("body")
    scanned = call.int("num_scan_inputs")
    states = len(given) - scanned
    if scanned < 1 or states < 0:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "num_scan_inputs is {scanned}, needed 1 to {most}",
            scanned=scanned,
            most=len(given),
        )
    if body.input_count != len(given) or body.output_count < states:
        raise call.fail(
            codes.INPUT_COUNT,
            "the body takes {takes} inputs and makes {makes} outputs, needed {need} inputs and at least "
            "{states} outputs",
            takes=body.input_count,
            makes=body.output_count,
            need=len(given),
            states=states,
        )
    check_output_count(call, body.output_count, "the body")
    check_output_names(call)
    require_all(call, given, first=1 if call.version == 8 else 0)
    return body, [f if isinstance(f, TensorFact) else tensor(0) for f in given], states


def _name(position: int, states: int) -> str:
    return f"state {position}" if position < states else f"scan input {position - states}"


def _check_directions(call: Call, name: str, count: int) -> None:
    given = call.ints(name)
    if given is None:
        return
    if len(given) != count:
        raise call.fail(
            codes.LIST_LENGTH,
            "{name} has {have} entries, needed {need}",
            name=name,
            have=len(given),
            need=count,
        )
    if any(d not in (0, 1) for d in given):
        call.error(codes.VALUE_NOT_ALLOWED, "{name} is {given}, needed only 0 and 1", name=name, given=given)


def _axes(call: Call, given: Sequence[TensorFact], states: int) -> list[int]:
    """The axis that is scanned, by input; 0 for a state and where the rank is not known."""
    scanned = len(given) - states
    axes = call.ints("scan_input_axes")
    if axes is None:
        axes = (0,) * scanned
    if len(axes) != scanned:
        raise call.fail(
            codes.LIST_LENGTH,
            "scan_input_axes has {have} entries, needed one for each of {need} scan inputs",
            have=len(axes),
            need=scanned,
        )
    found = [0] * states
    for position, axis in enumerate(axes):
        rank = call.rank(given[states + position], _name(states + position, states), at_least=1)
        found.append(axis if rank is None else call.axis(axis, rank, "scan_input_axes"))
    return found


def _common(
    call: Call,
    given: Sequence[TensorFact],
    axes: Sequence[int],
    states: int,
    what: str,
    *,
    over_states: bool = False,
) -> Dim:
    """The size that all scan inputs (or all inputs) have on their axis."""
    size: Dim | None = None
    first = 0
    for position in range(0 if over_states else states, len(given)):
        shape = given[position].shape
        if shape is None:
            continue
        here = shape[axes[position]]
        if size is None:
            size, first = here, position
            continue
        size = call.require_equal(
            size,
            here,
            codes.SIZE_MISMATCH,
            _SIZES,
            first=_name(first, states),
            second=_name(position, states),
            a=size,
            b=here,
            what=what,
            first_fact=given[first],
            second_fact=given[position],
        )
    return call.fresh(f"the number of {what} is that of an input of unknown rank") if size is None else size


def _require_some(call: Call, size: Dim, what: str) -> None:
    need = at_least(size, ONE)
    message = "there is no {what} to scan, which ONNX Runtime refuses: {size}, needed at least 1"
    if need.verdict() is REFUTED:
        call.error(codes.RUNTIME_DIFFERS, message, what=what, size=size)
    else:
        call.require(need, codes.EMPTY_REDUCTION, message, what=what, size=size)


def _suppose_slices(call: Call, length: Dim) -> Verdict:
    """Version 8 runs without slices too: its outputs are then of the shapes that the body declares, and
    absent where it declares none."""
    some = at_least(length, ONE)
    message = "there are {length} slices to scan: without one, outputs have the shapes that the body declares"
    if some.verdict() is REFUTED:
        call.warn(codes.RUNTIME_DIFFERS, message, length=length)
    else:
        call.suppose(some, codes.ASSUMED_SIZE, message, length=length)
    return some.verdict()


def _check_lengths(call: Call, lens: TensorFact | None, batch: Dim, length: Dim) -> None:
    if lens is None:
        return
    call.rank(lens, "sequence_lens", at_least=1, at_most=1)
    if lens.shape is not None:
        call.require_equal(
            lens.shape[0],
            batch,
            codes.SIZE_MISMATCH,
            "sequence_lens is {lens}, needed one length for each of {batch} rows in the batch",
            lens=lens,
            batch=batch,
        )
    for item in (None if lens.elements is None else lens.elements.some_dims()) or ():
        if item is not None:
            message = "sequence_lens holds {item}, needed 1 to {length}"
            call.require(at_least(item, ONE), codes.INDEX_OUT_OF_RANGE, message, item=item, length=length)
            call.require(at_least(length, item), codes.INDEX_OUT_OF_RANGE, message, item=item, length=length)


def _without_axis(fact: TensorFact, axis: int) -> TensorFact:
    """A slice of a scan input."""
    if fact.shape is None:
        return tensor(fact.elem_type)
    elements = None if fact.elements is None else fact.elements.spread()
    return tensor(fact.elem_type, (*fact.shape[:axis], *fact.shape[axis + 1 :]), elements)


def _rounds(
    call: Call,
    body: Body,
    states: Sequence[TensorFact],
    slices: Sequence[TensorFact],
    batch: Dim,
    length: Dim,
) -> tuple[list[Fact], Sequence[Fact], Exit]:
    """The states after the last round, and what a round adds to every scan output (as of one round)."""
    runs = all(d.lo is not None and d.lo >= 1 for d in (batch, length))
    body.count = batch * length
    made: list[Fact] = []
    numbered = _numbered(body, (*states, *slices))

    def one_round(before: Sequence[Fact]) -> Sequence[Fact]:
        made[:] = body.visit((*before, *slices), runs=runs)
        return [_in_shape_of(a, b) for a, b in zip(states, made, strict=False)]

    found = fixpoint(call, states, one_round, body)
    for i, (before, after) in enumerate(zip(states, made, strict=False)):
        check_type(call, f"state {i}", before, after)
        once = (
            equal(length, ONE).verdict() is not REFUTED and _may_be_whole(call, body, i, after, numbered)
            and not _grows_unseen(body, i, after)
        )  # fmt: skip
        taken = isinstance(after, TensorFact) and _agrees(body, i, after) and body.is_seen(i)
        # A loader that knows what goes in compares it with what it knows of what comes out, and where it does
        # not know all of that, the state keeps its shape.
        once = once and not (call.loading and taken and _have_other_numbers(before, after))
        seen = taken and body.makes_seen(i)
        _require_shape_kept(call, i, before, after, (batch, length), once=once, seen=seen)
    leaving = Exit(call, body, found.changing, length, sure=True)
    final = [
        leaving.after_all(a, b, c) for a, b, c in zip(found.initial, found.states, found.after, strict=True)
    ]
    may_be_once = equal(length, ONE).verdict() is not REFUTED
    for i, (before, after) in enumerate(zip(states, made, strict=False)):
        if may_be_once and _has_other_rank(body, i, before, after):
            final[i] = tensor(before.elem_type)
        if _is_kept(before, after):
            continue
        if (
            may_be_once
            and _may_be_whole(call, body, i, after, numbered)
            and not _grows_unseen(body, i, after)
        ):
            final[i] = tensor(before.elem_type)
        else:
            final[i] = _with_numbers(call, final[i], after)
    written = as_written(call, body, [*final, *made[len(states) :]], "the body")
    final, scans = [fact.as_computed() for fact in written[: len(states)]], written[len(states) :]
    check_added(call, scans, len(states))
    ranks = body.declared_ranks[len(states) :] or [None] * len(scans)
    return final, [_unless_other(f, rank) for f, rank in zip(scans, ranks, strict=False)], leaving


def _unless_other(fact: Fact, declared: int | None) -> Fact:
    """What a round adds to a scan output; of unknown shape where another rank is declared. The runtime
    allocates the output by that rank if a loader does not infer it, and a single element may be put in."""
    if not isinstance(fact, TensorFact) or None in (declared, fact.rank) or fact.rank == declared:
        return fact
    return tensor(fact.elem_type)


def _numbered(body: Body, given: Sequence[TensorFact]) -> set[Symbol]:
    """The open sizes of what goes in for which the body declares a number."""
    found: set[Symbol] = set()
    for fact, dims in zip(given, body.taken, strict=False):
        if fact.shape is not None and dims is not None and len(dims) == len(fact.shape):
            for size, declared in zip(fact.shape, dims, strict=True):
                found.update(() if declared is None else size.symbols())
    return found


def _may_be_whole(call: Call, body: Body, position: int, after: Fact, numbered: Set[Symbol]) -> bool:
    """Whether a loader may know all sizes of what the body makes of a state: they are numbers, or declared.

    The runtime allocates the state by them, and keeps what the only round makes, whatever came in. So it does
    with the usual optimizations where other numbers are declared, unless they change nothing."""
    if not isinstance(after, TensorFact) or after.shape is None:
        return False
    if _differs(body, position, after.shape):
        return not body.is_left_alone()
    rank = len(after.shape)
    taken = body.taken[position]
    if taken is not None and None not in taken:
        return True
    known = [dims for dims in (taken, body.declared[position]) if dims is not None and len(dims) == rank]
    # Where sizes were given, what a loader knew follows from a run without them (jobs/preflight/enforced.py).
    return not call.loading or all(
        numbered >= set(size.symbols()) or any(dims[axis] is not None for dims in known)
        for axis, size in enumerate(after.shape)
    )


def _has_other_rank(body: Body, position: int, before: TensorFact, after: Fact) -> bool:
    """Whether another rank is declared of what the body makes of a state, whose shape is taken for unknown
    then: the only round may give it any."""
    if not isinstance(after, TensorFact) or after.shape is not None or position >= len(body.declared_ranks):
        return False
    return body.declared_ranks[position] not in (None, before.rank)


def _grows_unseen(body: Body, position: int, after: Fact) -> bool:
    """Whether a state is joined to others on an axis of which the body declares no number.

    A loader that knows what comes out knows what goes in, and refuses that it is another size."""
    axis = body.joins(position)
    if axis is None or not isinstance(after, TensorFact) or after.shape is None:
        return False
    rank = len(after.shape)
    known = (body.taken[position], body.declared[position])
    return -rank <= axis < rank and all(
        dims is None or (len(dims) == rank and dims[axis] is None) for dims in known
    )


def _agrees(body: Body, position: int, after: TensorFact) -> bool:
    """Whether the body declares neither another rank nor another number: a loader knows none then."""
    return body.declared_ranks[position] in (None, after.rank) and not (
        after.shape is not None and _differs(body, position, after.shape)
    )


def _differs(body: Body, position: int, shape: Shape) -> bool:
    """Whether the body declares another number: a loader compares nothing then, and no round succeeds."""
    declared = body.declared[position]
    return (
        declared is not None
        and len(declared) == len(shape)
        and any(
            None not in (said, size.value) and said != size.value
            for said, size in zip(declared, shape, strict=True)
        )
    )


def _in_shape_of(before: TensorFact, after: Fact) -> Fact:
    """What a round made of a state, in the shape that it must keep."""
    if not isinstance(after, TensorFact):
        return before
    fact = after.with_type(after.elem_type or before.elem_type)
    if before.shape is None or fact.shape == before.shape:
        return fact
    return tensor(fact.elem_type, before.shape)


def _with_numbers(call: Call, final: Fact, made: Fact) -> Fact:
    """A state that must keep its shape, with the numbers that the body makes of open sizes."""
    if not isinstance(final, TensorFact) or not isinstance(made, TensorFact):
        return final
    if final.shape is None or made.shape is None or len(final.shape) != len(made.shape):
        return final
    pairs = zip(final.shape, made.shape, strict=True)
    return tensor(final.elem_type, tuple(_with_number(call, a, b) for a, b in pairs))


def _with_number(call: Call, size: Dim, made: Dim) -> Dim:
    if size.value is None:
        return size if made.value is None else made
    return size if made.value in (None, size.value) else call.blamed()


def _is_kept(before: TensorFact, after: Fact) -> bool:
    """Whether a state surely keeps its shape, or nothing is known of it."""
    if not isinstance(after, TensorFact) or before.shape is None or after.shape is None:
        return True
    return len(before.shape) == len(after.shape) and all(
        equal(a, b).verdict() is PROVED for a, b in zip(before.shape, after.shape, strict=True)
    )


def _require_shape_kept(
    call: Call, position: int, before: TensorFact, after: Fact, sizes: Shape, *, once: bool, seen: bool
) -> None:
    if not isinstance(after, TensorFact) or before.shape is None or after.shape is None:
        return
    if len(before.shape) != len(after.shape):
        call.error(codes.WRONG_RANK, STATE_KEPT, position=position, before=before, after=after)
        return
    pairs = list(zip(before.shape, after.shape, strict=True))
    # A loader compares the numbers that it knows, how many rounds there may be.
    args = {"position": position, "before": before, "after": after}
    if (
        seen
        and _have_other_numbers(before, after)
        and call.refuse_load(codes.SIZE_MISMATCH, STATE_KEPT, **args)
    ):
        return
    for a, b in pairs:
        # Without a round nothing is compared.
        kept = any_of(equal(a, b), *(equal(size, ZERO) for size in sizes if not size.value))
        if once:
            kept = any_of(kept, equal(sizes[1], ONE))
        if kept.verdict() is not PROVED:
            call.require(kept, codes.SIZE_MISMATCH, STATE_KEPT, **args)


def _have_other_numbers(before: TensorFact, after: Fact) -> bool:
    """Whether two numbers differ on an axis."""
    if not isinstance(after, TensorFact) or before.shape is None or after.shape is None:
        return False
    pairs = zip(before.shape, after.shape, strict=False)
    return any(None not in (a.value, b.value) and a != b for a, b in pairs)


def _with_axes(fact: Fact, axes: Shape) -> Fact:
    if not isinstance(fact, TensorFact):
        return NOTHING
    return tensor(fact.elem_type, None if fact.shape is None else (*axes, *fact.shape))


def _with_axis(call: Call, fact: Fact, length: Dim, axis: int, body: Body, position: int) -> Fact:
    """A scan output, of what a round adds: the body's output at this position."""
    if not isinstance(fact, TensorFact) or fact.shape is None:
        return tensor(fact.elem_type) if isinstance(fact, TensorFact) else NOTHING
    rank = len(fact.shape) + 1
    if not -rank <= axis < rank and _knows_rank(body, position, rank - 1) and call.refuse_load(
        codes.AXIS_OUT_OF_RANGE, "scan_output_axes is {axis}, needed {low} to {top} for rank {rank}",
        axis=axis, low=-rank, top=rank - 1, rank=rank,
    ):  # fmt: skip
        return tensor(fact.elem_type)
    at = call.axis(axis, rank, "scan_output_axes")
    if at:
        require_movable(call, (length, *fact.shape), 0, at)
    return tensor(fact.elem_type, (*fact.shape[:at], length, *fact.shape[at:]))
