"""Runs with other sizes than a caller gave, and demands of what they say."""

from __future__ import annotations

from shapeinfer.codes import ERROR
from shapeinfer.dims import Dim, const
from shapeinfer.dims.budget import spend
from shapeinfer.engine.assumptions import Assumptions
from shapeinfer.engine.effort import VISIT_STEPS
from shapeinfer.engine.engine import Engine, Loading
from shapeinfer.engine.run import Placed, Run, severity_of
from shapeinfer.rule.requirement import Condition, Requirement, all_of, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapeinfer.rule.requirement import Finding


class Trials:
    """Runs of the model of a ``run`` with other sizes than a caller gave."""

    __slots__ = ("_loading", "run")

    def __init__(self, run: Run) -> None:
        self.run = run
        self._loading = Loading(run.model)

    def bound(self, sizes: Mapping[str, int], assumptions: Assumptions | None = None) -> Run:
        """The run with these sizes, and under these assumptions instead of the user's. It spends steps for
        the nodes of the main graph, too, which a single run has for nothing."""
        graph = self.run.model.graph
        spend(VISIT_STEPS * len(graph.nodes) if graph is not None else 0)
        declared = self.run.declarations
        given = {**declared.sizes, **sizes}
        assumed = assumptions or declared.assumptions
        engine = Engine(self.run.model, given, declared.given, assumed, loading=self._loading)
        return engine.run()

    def load(self) -> None:
        """Run the model as a loader sees it, which trials ask for: in few steps they would not end that."""
        self._loading.run()

    def assuming(self, conditions: Sequence[Condition]) -> Assumptions:
        """What the user assumes, and these conditions."""
        return Assumptions((*self.run.declarations.assumptions.texts, *map(str, conditions)))

    def named(self, name: str) -> Dim:
        """The size of that name."""
        return self.run.declarations.named(name)

    def refusal(self, sizes: Mapping[str, int]) -> Placed[Finding] | None:
        """What every run with these sizes fails at."""
        return first_error(self.bound(sizes))


def first_error(run: Run) -> Placed[Finding] | None:
    """What every run fails at."""
    errors = (p for p in run.findings if p.is_sure and severity_of(p, runtime=True) == ERROR)
    return next(errors, None)


def unless(need: Condition, refused: Placed[Finding]) -> Placed[Requirement]:
    """The demand for ``need``, at the place of what every run fails at otherwise."""
    item = refused.item
    return Placed(Requirement(need, item.code, item.message, item.args), refused.place)


def under(need: Condition, demanded: Placed[Requirement]) -> Placed[Requirement]:
    """The demand, weakened to ``need``: it was stated by a run with some of the sizes only."""
    item = demanded.item
    return Placed(Requirement(need, item.code, item.message, item.args), demanded.place)


def demanded_by(run: Run, other: Run) -> Iterator[Placed[Requirement]]:
    """What only the other run demands of the sizes of inputs."""
    known = {placed.item.condition for placed in run.requirements}
    named = {name: run.declarations.named(name) for name in run.declarations.symbol_names()}
    for placed in other.requirements:
        item = placed.item
        symbols = item.condition.symbols()
        if item.premise or not placed.is_sure or not all(s.named and s.name in named for s in symbols):
            continue
        condition = item.condition.substitute({s: named[s.name] for s in symbols}, {})
        if condition not in known:
            yield Placed(Requirement(condition, item.code, item.message, item.args), placed.place)


def one_of(size: Dim, allowed: Sequence[int], tried: int, *, ends: bool) -> Condition:
    """That the size is one of those that are ``allowed`` of the first ``tried``, which are in order, or is
    larger than these unless they end it; below 0, which it never is, if none is left."""
    if ends and len(allowed) == 1 and allowed[0] < tried - 1:
        return equal(size, const(allowed[0]))
    ways = []
    for low in allowed:
        if low - 1 in allowed:
            continue
        high = low
        while high + 1 in allowed:
            high += 1
        if high == 0:
            ways.append(equal(size, const(0)))
            continue
        least = [at_least(size, const(low))] if low else []
        ways.append(all_of(*least, *([at_least(const(high), size)] if high + 1 < tried else [])))
    if tried - 1 not in allowed and not ends:
        ways.append(at_least(size, const(tried)))
    return any_of(*ways) if ways else at_least(const(-1), size)
