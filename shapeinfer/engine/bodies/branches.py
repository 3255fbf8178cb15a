"""The demands of an If: one of its branches runs, so whatever both demand is demanded of every run."""

from __future__ import annotations

from shapeinfer.codes import ERROR, RUNTIME_DIFFERS
from shapeinfer.dims import ONE, ZERO
from shapeinfer.dims.proofs import PROVED, UNKNOWN
from shapeinfer.engine.frame import BodyOutcome
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.facts.scalar import Truth
from shapeinfer.rule.implied import implied
from shapeinfer.rule.requirement import Finding, Requirement, all_of, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from shapeinfer.codes import Code
    from shapeinfer.dims import Dim, Symbol
    from shapeinfer.engine.place import Place
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Node
    from shapeinfer.rule.requirement import Condition

# Branches with more demands than this are not compared: the contract would be too long to be useful.
_MOST_PAIRS = 64


class Certainty:
    """Which demands and findings of a body that may be skipped apply to every successful run.

    ``never``: the body is always skipped. ``conditions`` are demanded whichever branch runs. ``everything``:
    all demands apply, because the other branch always fails. ``strict`` and ``weak``: no run avoids an error,
    or what only ONNX Runtime refuses, because the other branch has such a finding too. Of a condition it is
    known where the other branch demands it, and ``failing`` is where that one fails, both in a branch."""

    __slots__ = ("conditions", "everything", "failing", "never", "strict", "weak")

    def __init__(
        self,
        conditions: Mapping[Condition, tuple[Place, ...]] | None = None,
        *,
        everything: bool = False,
        strict: bool = False,
        weak: bool = False,
        never: bool = False,
        failing: tuple[Place, ...] = (),
    ) -> None:
        self.conditions = conditions or {}
        self.everything = everything
        self.strict = strict
        self.weak = weak
        self.never = never
        self.failing = failing

    def demands(self, requirement: Requirement) -> bool:
        """Whether every successful run satisfies this requirement of the body."""
        return not requirement.premise and (self.everything or requirement.condition in self.conditions)

    def refuses(self, finding: Finding) -> bool:
        """Whether no run avoids this finding of the body."""
        return (self.strict and is_error(finding)) or (self.weak and _is_refused(finding))

    def resting(self, item: Requirement | Finding) -> tuple[Place, ...]:
        """Where that stands in the other branch without which a run may do without this one."""
        if isinstance(item, Finding):
            return self.failing if self.refuses(item) else ()
        if not self.demands(item):
            return ()
        return self.conditions.get(item.condition, self.failing)


SKIPPED = Certainty()
DEMANDED = Certainty(everything=True, weak=True)
NEVER = Certainty(never=True)


def certainties(then: BodyOutcome, other: BodyOutcome) -> tuple[Certainty, Certainty]:
    """For each branch of an If with an unknown condition, what applies to every run."""
    first, second = _sure(then.requirements), _sure(other.requirements)
    shared = first.keys() & second.keys()
    # What the specification forbids in both branches is an error. A refusal by ONNX Runtime alone counts
    # if it refuses each branch, for this reason or because of an error.
    then_strict, other_strict = _failing(then), _failing(other)
    then_fails, other_fails = _failing(then, runtime=True), _failing(other, runtime=True)
    strict, weak = bool(then_strict and other_strict), bool(then_fails and other_fails)
    return (
        Certainty(
            {condition: (second[condition].place,) for condition in shared},
            everything=bool(other_strict), strict=strict, weak=weak, failing=other_strict or other_fails,
        ),
        Certainty(
            {condition: (first[condition].place,) for condition in shared},
            everything=bool(then_strict), strict=strict, weak=weak, failing=then_strict or then_fails,
        ),
    )  # fmt: skip


def either(node: Node, then: BodyOutcome, other: BodyOutcome) -> Iterable[Placed[Requirement]]:
    """Conditions of the form "one or the other", if the branches of an If demand different things of the same
    symbols."""
    first, second = _sure(then.requirements), _sure(other.requirements)
    if not first or not second:
        return ()
    shared = first.keys() & second.keys()
    others = list(_with_bounds(second.values()))
    found: dict[Condition, Placed[Requirement]] = {}
    for a in _with_bounds(first.values()):
        symbols = a.item.condition.symbols()
        for b in others:
            given = a.item.condition, b.item.condition
            if not shared.isdisjoint(given) or given[1].symbols() != symbols:
                continue
            if len(found) >= _MOST_PAIRS or not all(s.named for s in symbols):
                continue
            condition = any_of(*given)
            if condition.verdict() is not PROVED:
                item = Requirement(condition, a.item.code, a.item.message, a.item.args)
                resting = (Step(node, "then_branch"), *a.place), (Step(node, "else_branch"), *b.place)
                found.setdefault(condition, Placed(item, (Step(node),), resting=resting))
    return found.values()


def _with_bounds(demands: Iterable[Placed[Requirement]]) -> Iterator[Placed[Requirement]]:
    """The demands, and what those of sizes that only a run tells demand of named sizes."""
    for placed in demands:
        yield placed
        item = placed.item
        if (of_named := implied(item.condition)) is not None:
            yield placed.holding(Requirement(of_named, item.code, item.message, item.args))


def if_it_never_runs(
    findings: Iterable[Placed[Finding]], skipped: Condition, *, whole: bool = False
) -> Iterator[Placed[Requirement]]:
    """The demand that a body with these findings is skipped, if every run of it fails. ``skipped``: the
    condition under which it is; where data decides, nothing is demanded. ``whole``: what is refused of the
    body as a whole, the shapes that it declares of its outputs, counts too."""
    if skipped.verdict() is not UNKNOWN or not all(s.named for s in skipped.symbols()):
        return
    for placed in findings:
        item = placed.item
        sure = not (placed.guarded or placed.claimed or item.at_load)
        if sure and ((placed.place and is_error(item)) or ((placed.place or whole) and _is_refused(item))):
            yield Placed(Requirement(skipped, item.code, item.message, item.args), placed.place)
            return


def truth_of_sizes(cond: Fact | None) -> Truth | None:
    """The condition of an If, where sizes that a caller chooses decide it."""
    truth = cond.elements.item() if isinstance(cond, TensorFact) and cond.elements is not None else None
    if not isinstance(truth, Truth):
        return None
    return truth if all(s.named for dim in truth.when for s in dim.symbols()) else None


def taken_if(truth: Truth, *, taken: bool) -> Condition:
    """The condition under which the branch is taken."""
    if taken:
        return all_of(*(at_least(dim, ONE) for dim in truth.when))
    return any_of(*(at_least(ZERO, dim) for dim in truth.when))


def known_in_branches(cond: Fact | None) -> tuple[tuple[Dim, ...], tuple[Dim, ...]]:
    """The dims that are positive in each branch, by the condition of the If."""
    known = cond.elements.item() if isinstance(cond, TensorFact) and cond.elements is not None else None
    if not isinstance(known, Truth):
        return (), ()
    return known.when, (ONE - known.when[0],) if len(known.when) == 1 else ()


def without_implied(outcome: BodyOutcome, positive: Sequence[Dim], certainty: Certainty) -> BodyOutcome:
    """The outcome of a branch without the demands that its condition grants: ``n == 1`` where n is 1. What is
    demanded of every run stays."""
    kept = [
        r if certainty.demands(r.item) else _left(r, positive) for r in outcome.requirements
        if certainty.demands(r.item) or not _implied(r.item.condition, positive)
    ]  # fmt: skip
    return outcome.saying(kept, outcome.findings)


def _left(placed: Placed[Requirement], positive: Sequence[Dim]) -> Placed[Requirement]:
    """A demand without the ways to satisfy it that the branch's condition rules out: ``n == 1`` where n is
    above 8."""
    item = placed.item
    condition = item.condition
    if condition.kind == "broadcast":
        a, b = condition.a, condition.b
        condition = any_of(equal(a, b), equal(a, ONE), equal(b, ONE))
    if condition.kind != "any":
        return placed
    parts = [part for part in condition.parts if not _ruled_out(part, positive)]
    if not parts or len(parts) == len(condition.parts):
        return placed
    left = Requirement(any_of(*parts), item.code, item.message, item.args, premise=item.premise)
    return placed.holding(left)


def _ruled_out(part: Condition, positive: Sequence[Dim]) -> bool:
    symbol = part.a.symbol()
    if part.kind != "==" or symbol is None or part.b.value is None:
        return False
    return any(_is_below_one(dim, symbol, part.b) for dim in positive)


def _is_below_one(dim: Dim, symbol: Symbol, size: Dim) -> bool:
    """Whether the dim is not positive with this size."""
    try:
        value = dim.substitute({symbol: size}).value
    except ZeroDivisionError:  # it is not defined there
        return False
    return value is not None and value <= 0


def _implied(condition: Condition, positive: Sequence[Dim]) -> bool:
    if condition.kind == "all":
        return all(_implied(part, positive) for part in condition.parts)
    if condition.kind == "any":
        return any(_implied(part, positive) for part in condition.parts)
    if condition.kind not in ("==", ">="):
        return False
    spare = condition.a - condition.b
    differences = [spare, -spare] if condition.kind == "==" else [spare]
    return all(any(_is_natural(d - dim + 1) for dim in positive) for d in differences)


def _is_natural(dim: Dim) -> bool:
    return dim.value is not None and dim.value >= 0


def _sure(requirements: Iterable[Placed[Requirement]]) -> dict[Condition, Placed[Requirement]]:
    """The demands of every run of the body, by their conditions."""
    return {p.item.condition: p for p in requirements if not (p.guarded or p.claimed or p.item.premise)}


def _failing(outcome: BodyOutcome, *, runtime: bool = False) -> tuple[Place, ...]:
    """Where every run of the body fails; with ``runtime``, also if only ONNX Runtime refuses it."""
    for p in outcome.findings:
        if not (p.guarded or p.claimed) and (is_error(p.item) or (runtime and _is_refused(p.item))):
            return (p.place,)
    return ()


def _is_refused(finding: Finding) -> bool:
    """Whether ONNX Runtime alone refuses it."""
    return finding.code is RUNTIME_DIFFERS and finding.severity is None


def is_error(finding: Finding) -> bool:
    """Whether the finding is an error where it surely applies."""
    code: Code = finding.code
    return (finding.severity or code.severity) == ERROR
