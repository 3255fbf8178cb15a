"""Applies fixes to a model until nothing is left to fix."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.run import Placed, severity_of
from shapeinfer.jobs.infer import Result
from shapeinfer.linter.fixes.plan import plan
from shapeinfer.model.edits.apply import edited
from shapeinfer.model.edits.edit import Edit
from shapeinfer.model.protobuf.pieces import joined, over
from shapeinfer.model.read import decoded
from shapeinfer.model.structure import Model
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapeinfer.runtimes.names import Target

    Examine = Callable[[Model], tuple[Result, list[Placed[Finding]]]]

# A fix may lead to further findings (a dead node's initializers become unused), but not to many.
MOST_ROUNDS = 20
# Smaller models are edited in memory.
_SMALL = 16 << 20


_OF_EDITS = (
    codes.UNDEFINED_INPUT, codes.UNDEFINED_OUTPUT, codes.CYCLE, codes.REDEFINED, codes.MISSING_INPUT,
    codes.SHADOWED, codes.DUPLICATE_NODE_NAME, codes.DUPLICATE_FUNCTION, codes.PAYLOAD, codes.UNTYPED_INPUT,
    codes.INCOMPLETE,
)  # fmt: skip


class Applied:
    """A change that was made: the code that it fixes, and what it did."""

    __slots__ = ("code", "safe", "what")

    def __init__(self, code: str, what: str, *, safe: bool) -> None:
        self.code = code
        self.what = what
        self.safe = safe


class BadFix(Exception):
    """A fix made a model worse, which is a bug in shapeinfer; the text says what is wrong now."""


def settled(
    model: Model, examine: Examine, targets: Sequence[Target] = (), *, unsafe: bool = False
) -> tuple[Model, Result, list[Placed[Finding]], list[Applied]]:
    """The model with all safe fixes, and unsafe ones if they are allowed; its findings that are left, and
    what was done. ``examine`` gives the findings that may be fixed. The new model refers to the buffer of the
    old one. Raises BadFix if a fix leads to an error that was not there."""
    result, found = examine(model)
    before = _errors(result, found)
    applied: list[Applied] = []
    for _ in range(MOST_ROUNDS):
        planned = plan(result, found, targets)
        if planned is None:
            break
        done: dict[int, Applied] = {}
        for placed, change in planned.changes:
            if (change.safe or unsafe) and id(change) not in done:
                change.apply()
                done[id(change)] = Applied(placed.item.code.id, change.what, safe=change.safe)
        if not planned.bench.edit:
            break
        model = _edited(model, planned.bench.edit)
        applied += done.values()
        result, found = examine(model)
        worse = _errors(result, found) - before
        if worse:
            raise BadFix("; ".join(sorted(worse)))
    return model, result, found, applied


def _edited(model: Model, edit: Edit) -> Model:
    pieces = edited(model, edit)
    small = model.size <= _SMALL
    buffer = joined(model.buffer, pieces) if small else over(model.buffer, pieces)
    new = decoded(buffer, model.path)
    new.beside = model.beside
    return new


def _errors(result: Result, found: Sequence[Placed[Finding]]) -> set[str]:
    """The codes of errors that an edit may cause; others were there and could not be seen before."""
    dead = result.run.dead_nodes()
    return {p.item.code.id for p in found if p.item.code in _OF_EDITS and severity_of(p, dead) == "error"}
