"""Outcomes and facts that runs in one process share.

Models of one kind ask the same operators about the same facts. An Outcome depends on nothing but the
operation, the facts, and what :func:`of_runs` takes, so that a later run uses it as it is. Symbols of equal
name and bounds are one object in all runs, which makes their facts equal.

A run spends the steps of an Outcome that it takes over, as if it had asked the rule: what a model costs must
not depend on what ran before it.
"""

from __future__ import annotations

from shapeinfer.dims import drop_tables, table_size
from shapeinfer.dims.budget import spend
from shapeinfer.dims.proofs import drop_answers
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.rule import Outcome, decorator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from shapeinfer.model.structure import Operation
    from shapeinfer.model.tensor import Tensor

    # An operation, the facts of its inputs and which outputs are wanted (None: the only one).
    Asked = tuple[Operation, tuple[Fact | None, ...], tuple[bool, ...] | None]
    Outcomes = dict[Asked, Outcome]

# More dims, or more outcomes and facts, would fill the memory: beyond this they are dropped before a run.
MOST_DIMS = 1 << 17
MOST_KEPT = 1 << 15

_outcomes: dict[tuple[object, ...], Outcomes] = {}
_facts: dict[Fact, Fact] = {}
_stored: dict[tuple[object, ...], TensorFact] = {}


def begin_run() -> None:
    """Drop what has grown too large."""
    if table_size() > MOST_DIMS or kept() > MOST_KEPT:
        drop()


def kept() -> int:
    """How many outcomes and facts are kept."""
    return sum(map(len, _outcomes.values())) + len(_facts) + len(_stored)


def drop() -> None:
    """Forget everything that runs share; answers stay the same."""
    _outcomes.clear()
    _facts.clear()
    _stored.clear()
    drop_tables()
    drop_answers()


def of_runs(opsets: Mapping[str, int], steps: int, *, loading: bool) -> Outcomes:
    """The outcomes of runs that import the same opsets, allow a rule the same steps, and know of the inputs'
    sizes what a loader does (``loading``) or more."""
    key = (tuple(sorted(opsets.items())), steps, loading, decorator.revision[0])
    found = _outcomes.get(key)
    return _outcomes.setdefault(key, {}) if found is None else found


def keep(outcomes: Outcomes, found: Outcomes) -> None:
    """Keep what a run found, as far as it lasts, for later runs, if there is room."""
    if len(outcomes) + len(found) <= MOST_KEPT:
        lasts = all(outcome.steps is not None for outcome in found.values())
        # An update by a dict hashes no key again.
        outcomes.update(found if lasts else {k: o for k, o in found.items() if o.steps is not None})


def taken_over(earlier: Outcomes, key: Asked) -> Outcome | None:
    """An Outcome of an earlier run, for the steps that it took."""
    found = earlier.get(key)
    if found is not None:
        spend(found.steps or 0)
    return found


def stored_fact(tensor: Tensor, read: Callable[[Tensor], TensorFact]) -> TensorFact:
    """The fact of a stored tensor, ``read`` out of it unless one with the same contents was read before."""
    key = tensor.content_key()
    found = None if key is None else _stored.get(key)
    if found is None:
        fact = one(read(tensor))
        assert isinstance(fact, TensorFact)  # it equals one
        found = fact
        if key is not None and len(_stored) < MOST_KEPT:
            _stored[key] = found
    return found


def one(fact: Fact) -> Fact:
    """The object that stands for all equal facts: lookups by fact compare objects first."""
    return _facts.setdefault(fact, fact) if len(_facts) < MOST_KEPT else fact
