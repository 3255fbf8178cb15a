"""If: one of two bodies runs.

Version  What changed
1        outputs are tensors of one type each
11       the branches' shapes may differ
13, 16, 19-  sequences, optionals and more element types

A condition that is known takes its branch. Otherwise what holds for both is kept: dims that differ
become new ones between the two, ranks that differ leave the rank unknown (the runtime runs that). Where named
sizes decide the branch, a new dim knows both cases, and the contract tells what each demands.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.fact import Fact
from shapeinfer.facts.scalar import ANY, Scalar
from shapeinfer.rule import (
    NOTHING,
    OF_BRANCHES,
    ONE,
    Body,
    Call,
    Dim,
    OptionalFact,
    SequenceFact,
    TensorFact,
    equal,
    join,
    maximum,
    minimum,
    product,
    rule,
)
from shapeinfer.shapes.choice import cases_of, chosen
from shapeinfer.shapes.loops.rounds import Exit, as_written, check_output_count, check_output_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_DIFFER = "output {position} is {then} from then_branch, {other} from else_branch"


# Since this version the branches may make different shapes.
_SHAPES_FREE = 11


@rule("If", versions=(1, 11, 13, 16, 19, 21, 23, 24, 25))
def if_(call: Call, cond: TensorFact) -> tuple[Fact, ...]:
    if cond.shape is not None:
        call.require(
            equal(product(cond.shape), ONE), codes.SIZE_MISMATCH,
            "cond is {cond}, needed one element", cond=cond,
        )  # fmt: skip
    bodies = call.body("then_branch"), call.body("else_branch")
    for branch, body in zip(("then_branch", "else_branch"), bodies, strict=True):
        _require_no_inputs(call, branch, body)
    taken = _constant(cond)
    then = _visit(call, "then_branch", bodies[0], runs=taken is True)
    other = _visit(call, "else_branch", bodies[1], runs=taken is False)
    check_output_count(call, len(then), "then_branch")
    check_output_count(call, len(other), "else_branch")
    check_output_names(call)
    if call.version < _SHAPES_FREE:
        for position in range(min(len(then), len(other))):
            _compare_shapes(call, position, then[position], other[position])
    alike = [_check_types(call, i, a, b) for i, (a, b) in enumerate(zip(then, other, strict=False))]
    if taken is not None:
        return then if taken else other
    between = _Between(call, ANY if cond.elements is None else cond.elements.item(), bodies)
    return tuple(
        between.joined(i, a, b) if same else NOTHING
        for i, (a, b, same) in enumerate(zip(then, other, alike, strict=False))
    )


def _require_no_inputs(call: Call, branch: str, body: Body) -> None:
    """A branch reads the values around it. A loader refuses an input, also of a branch that never runs."""
    if body.input_count:
        raise call.fail(
            codes.INPUT_COUNT, "{branch} declares inputs: {takes}, needed 0",
            branch=branch, takes=body.input_count,
        )  # fmt: skip


def _compare_shapes(call: Call, position: int, then: Fact, other: Fact) -> None:
    """A loader merges the shapes of both branches, which fails where their ranks or two numbers differ. It
    knows no shape where the declared rank is another one."""
    bodies = call.body("then_branch"), call.body("else_branch")
    for body, fact in zip(bodies, (then, other), strict=True):
        rank = fact.rank if isinstance(fact, TensorFact) else None
        declared = body.declared_ranks[position] if position < len(body.declared_ranks) else None
        if rank is None or declared not in (None, rank) or not body.makes_seen(position):
            return
    assert isinstance(then, TensorFact) and isinstance(other, TensorFact)  # they have ranks
    a, b = then.shape or (), other.shape or ()
    numbers = zip(a, b, strict=False)
    if len(a) != len(b) or any(x != y and None not in (x.value, y.value) for x, y in numbers):
        call.refuse_load(
            codes.RUNTIME_DIFFERS, _DIFFER + ": before opset 11 ONNX Runtime needs the same shape",
            position=position, then=then, other=other,
        )  # fmt: skip


def _constant(cond: TensorFact) -> bool | None:
    known = cond.as_ints()
    return None if known is None or len(known) != 1 else bool(known[0])


def _visit(call: Call, branch: str, body: Body, *, runs: bool) -> tuple[Fact, ...]:
    """The facts that a branch makes; what it invents is this branch's own unless it surely runs."""
    facts = as_written(call, body, body.visit((), runs=runs), branch)
    return facts if runs else tuple(map(Exit(call, body).fact, facts))


def _check_types(call: Call, position: int, then: Fact, other: Fact) -> bool:
    """Whether both branches make one type: the runtime compares them when it loads the model."""
    if _type_of(then) is None or _type_of(other) is None or _type_of(then) == _type_of(other):
        return True
    call.error(codes.BODY_TYPE, _DIFFER + ", needed the same type", position=position, then=then, other=other)
    return False


def _type_of(fact: Fact) -> object:
    """What has to agree: the kind and the element type; None where it is not known."""
    if isinstance(fact, TensorFact):
        return ("tensor", fact.elem_type) if fact.elem_type else None
    if isinstance(fact, (SequenceFact, OptionalFact)):
        inner = _type_of(fact.element)
        return None if inner is None else (type(fact).__name__, inner)
    return None


class _Between:
    """What holds whichever branch ran. All outputs come from one branch: a pair of sizes that differ is
    one new size wherever it appears, unless the condition tells (``n > 5`` may make ``min(n, 5)``)."""

    __slots__ = ("bodies", "call", "condition", "found", "sure")

    def __init__(self, call: Call, condition: Scalar, bodies: Sequence[Body]) -> None:
        self.call = call
        self.condition = condition
        self.bodies = bodies
        self.found: dict[tuple[Dim, Dim], Dim] = {}
        # Whether what the branches make of the output at hand rests on no premise of theirs.
        self.sure = True

    def size(self, then: Dim, other: Dim) -> Dim:
        key = (then, other)
        if key not in self.found:
            known = chosen(self.condition, then, other)
            if known is None:
                low, high = minimum(then, other), maximum(then, other)
                cases = (cases_of(self.condition, then, other) or ((), then, other)) if self.sure else None
                known = self.call.fresh(OF_BRANCHES, low, high, cases)
            self.found[key] = known
        return self.found[key]

    def joined(self, position: int, then: Fact, other: Fact) -> Fact:
        self.sure = then == other or not any(body.supposes(position) for body in self.bodies)
        if isinstance(then, TensorFact) and isinstance(other, TensorFact):
            if then.shape is not None and other.shape is not None and len(then.shape) != len(other.shape):
                self.call.error(codes.BRANCH_RANK, _DIFFER, position=position, then=then, other=other)
            if not then.elem_type or not other.elem_type:
                known = then.elem_type or other.elem_type
                then, other = then.with_type(known), other.with_type(known)
        return join(then, other, self.size)
