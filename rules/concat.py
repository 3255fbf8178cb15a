"""Concat: tensors joined along an axis they have.

Version  What changed
1        ``axis`` is optional, 1 by default
4        ``axis`` is required
11       ``axis`` may count from the back (the runtime lets it do so before)
13       only more element types

Whom we follow: off the axis all sizes must agree. The runtime's kernel does not look at inputs that
hold no elements; it is the specification that we state.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from shapeinfer.rule import ZERO, Call, Dim, Elements, TensorFact, codes, rule, tensor
from shapeinfer.scalar import Scalar
from shapeinfer.shapes.contents import entries, joined, made, small


@rule("Concat", versions=(1,))
def concat_1(call: Call, inputs: tuple[TensorFact, ...]) -> TensorFact:
    return _concat(call, inputs, call.int("axis", 1))


@rule("Concat", versions=(4, 11, 13))
def concat_4(call: Call, inputs: tuple[TensorFact, ...]) -> TensorFact:
    return _concat(call, inputs, call.int("axis"))


def _concat(call: Call, inputs: tuple[TensorFact | None, ...], axis: int) -> TensorFact:
    facts = tuple(fact for fact in inputs if fact is not None)
    known = [(i, fact) for i, fact in enumerate(facts) if fact.shape is not None]
    if not known:
        return tensor(0, None, joined(facts))
    first, reference = known[0]
    rank = reference.rank or 0
    for i, fact in known[1:]:
        if fact.rank != rank:
            raise call.fail(
                codes.WRONG_RANK, "inputs[{i}] has rank {rank}, inputs[{first}] has {need}; they are {fact} and {other}",
                i=i, rank=fact.rank, first=first, need=rank, fact=fact, other=reference,
            )  # fmt: skip
    axis = call.axis(axis, rank)
    shape = [_together(call, known, at) if at != axis else ZERO for at in range(rank)]
    total = sum((fact.shape[axis] for _, fact in known if fact.shape is not None), ZERO)
    if len(known) < len(facts):
        total = call.fresh("one of the inputs has an unknown rank", low=total)
    shape[axis] = total
    return tensor(0, shape, _elements(facts, shape, axis))


def _together(call: Call, known: Sequence[tuple[int, TensorFact]], axis: int) -> Dim:
    """The size that all inputs have on an axis off the one they are joined on."""
    first, reference = known[0]
    assert reference.shape is not None  # only inputs of known rank are asked
    size = reference.shape[axis]
    for i, fact in known[1:]:
        assert fact.shape is not None  # as above
        joint = call.require_equal(
            size, fact.shape[axis], codes.CONCAT_MISMATCH,
            "on axis {axis} inputs[{first}] has {a} and inputs[{i}] has {b}, needed equal sizes; they are {one} and {other}",
            axis=axis, first=first, a=size, i=i, b=fact.shape[axis], one=reference, other=fact,
        )  # fmt: skip
        # What is joined is named once for all: the first constant, else the first input's.
        if joint.value is not None and size.value is None:
            first, reference = i, fact
        size = joint
    return size


def _elements(facts: Sequence[TensorFact], shape: Sequence[Dim], axis: int) -> Elements | None:
    if all(fact.elements is None for fact in facts):
        return None
    static = small(tuple(shape))
    parts = [entries(fact) for fact in facts]
    if static is None or None in parts:
        return joined(facts)
    rows = math.prod(static[:axis])
    items: list[Scalar] = []
    for row in range(rows):
        for part in parts:
            width = len(part or ()) // rows
            items.extend((part or ())[row * width : (row + 1) * width])
    return made(items, static)
