"""If: one of two bodies runs.

Version  What changed
1        outputs are tensors of one type each
11       the branches' shapes may differ
13, 16, 19-  sequences, optionals and more element types

A condition that is known takes its branch. Otherwise what holds for both is kept: dims that differ
become new ones between the two, ranks that differ leave the rank unknown (the runtime runs that).
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.fact import Fact
from shapeinfer.rule import (
    NOTHING,
    ONE,
    Body,
    Call,
    Dim,
    TensorFact,
    equal,
    join,
    maximum,
    minimum,
    product,
    rule,
)
from shapeinfer.shapes.rounds import outside


@rule("If", versions=(1, 11, 13, 16, 19, 21, 23, 24, 25))
def if_(call: Call, cond: TensorFact) -> tuple[Fact, ...]:
    if cond.shape is not None:
        call.require(
            equal(product(cond.shape), ONE), codes.SIZE_MISMATCH,
            "cond is {cond}, needed one element", cond=cond,
        )  # fmt: skip
    taken = _constant(cond)
    then, other = call.body("then_branch"), call.body("else_branch")
    then_facts = _visit(call, then, runs=taken is True)
    else_facts = _visit(call, other, runs=taken is False)
    _check_counts(call, then_facts, else_facts)
    if taken is not None:
        return then_facts if taken else else_facts
    return tuple(_joined(call, i, a, b) for i, (a, b) in enumerate(zip(then_facts, else_facts, strict=False)))


def _constant(cond: TensorFact) -> bool | None:
    known = cond.as_ints()
    return None if known is None or len(known) != 1 else bool(known[0])


def _visit(call: Call, body: Body, *, runs: bool) -> tuple[Fact, ...]:
    return tuple(outside(call, f, body) if not runs else f for f in body.visit((), runs=runs))


def _check_counts(call: Call, then: tuple[Fact, ...], other: tuple[Fact, ...]) -> None:
    wanted = len(call.wanted)
    for name, facts in (("then_branch", then), ("else_branch", other)):
        if len(facts) != wanted:
            call.error(
                codes.OUTPUT_COUNT, "{name} makes {count} outputs, the If has {wanted}",
                name=name, count=len(facts), wanted=wanted,
            )  # fmt: skip


def _joined(call: Call, position: int, then: Fact, other: Fact) -> Fact:
    if isinstance(then, TensorFact) and isinstance(other, TensorFact):
        if then.elem_type and other.elem_type and then.elem_type != other.elem_type:
            call.error(
                codes.BODY_TYPE, "output {position} is {then} from then_branch, {other} from else_branch",
                position=position, then=then, other=other,
            )  # fmt: skip
            return NOTHING
        if then.shape is not None and other.shape is not None and len(then.shape) != len(other.shape):
            call.error(
                codes.BRANCH_RANK, "output {position} is {then} from then_branch, {other} from else_branch",
                position=position, then=then, other=other,
            )  # fmt: skip

    def between(a: Dim, b: Dim) -> Dim:
        return call.fresh("the branches make different sizes", minimum(a, b), maximum(a, b))

    return join(then, other, between)
