"""Demands on sizes that decide how bodies run: how many rounds a Loop makes, or which branch an If takes.

What a body demands where data or what it computes decides whether it runs is stated under its guard, and of
what comes out of a Loop little is known where nobody knows its rounds. With numbers for the sizes both are
often decided. So each of the first sizes is bound in turn, and each two of them, and those with which every
run fails are left out of a demand. Of what is larger that is said only if a run with all of it fails too.
"""

from __future__ import annotations

from itertools import combinations, product

from shapeinfer.contracts.solver import Solver
from shapeinfer.contracts.trials.runs import Trials, first_error, one_of, unless
from shapeinfer.dims import const
from shapeinfer.dims.budget import Budget, Spent, spend
from shapeinfer.engine.assumptions import Assumptions
from shapeinfer.engine.run import Placed, Run
from shapeinfer.rule.requirement import Finding, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeVar

    from shapeinfer.contracts.contract import Clause, Contract
    from shapeinfer.rule.requirement import Requirement

    Found = TypeVar("Found")

# Sizes below this are tried.
_TRIED = 8
# If every run fails with none of these of two names, the others are not tried.
_ASKED = (0, 1, 2, 4, _TRIED - 1)
# Of more sizes than this none is tried: which of them decide is not known.
_MOST_NAMES = 3
# More demands than this on two sizes help no reader.
_MOST_DEMANDS = 4
# The steps for all runs of one contract, and for a single one of them: what one leaves open may be large
# where another decides all.
_STEPS = 500_000
_RUN_STEPS = 40_000


def demands_of_small(
    run: Run, contract_of: Callable[[Run], Contract], contradictions: Callable[[Run], Sequence[Clause]]
) -> list[Placed[Requirement]]:
    """The demands on sizes with which bodies run as they should not, each at the place of a node that refuses
    some. Those that were found before the steps are used up.

    ``contract_of`` says what the run demands, and ``contradictions`` what one with other sizes demands and no
    size satisfies."""
    names = _open_names(run)
    if not 0 < len(names) <= _MOST_NAMES or not (_open_items(run) or _has_rounds(run)):
        return []
    small = _Small(run, contract_of(run), contradictions)
    if small.refusal(run) is not None:  # nothing depends on the sizes
        return []
    small.load()
    deciding = {name for name in names if small.try_one(name)}
    pairs = sorted(combinations(names, 2), key=lambda pair: not deciding.issuperset(pair))
    for pair in pairs:
        if deciding.issuperset(pair) or small.depends_on(*pair):
            small.try_two(*pair)
    return small.demands


def _open_names(run: Run) -> list[str]:
    """The names that stand for sizes of inputs: of a size that is declared as ``2*n`` it is ``n``."""
    inputs = () if run.model.graph is None else run.model.graph.inputs
    facts = [run.facts[value.name] for value in inputs if value.name in run.facts]
    symbols = {symbol for fact in facts for size in fact.dims() for symbol in size.symbols() if symbol.named}
    return sorted(run.declarations.symbol_names() & {symbol.name for symbol in symbols})


def _open_items(run: Run) -> int:
    """How much is refused or demanded in bodies that may not run."""
    refused = sum(placed.guarded and placed.item.is_refusal for placed in run.findings)
    return refused + sum(placed.guarded and not placed.item.premise for placed in run.requirements)


def _has_rounds(run: Run) -> bool:
    """Whether a body runs in rounds: of what comes out of them little is known, whatever is demanded."""
    return any(visit.place and visit.place[-1].node.op_type in ("Loop", "Scan") for visit in run.visits)


class _Small:
    """What was tried of a run: of each name the sizes that are ``left``, and the ``demands`` that were
    found."""

    def __init__(
        self, run: Run, contract: Contract, contradictions: Callable[[Run], Sequence[Clause]]
    ) -> None:
        self._trials = Trials(run)
        self._contradictions = contradictions
        self._told = [clause.condition for clause in contract.demands]
        self.demands: list[Placed[Requirement]] = []
        self._open = _open_items(run)
        self._steps_left = _STEPS
        self._found: dict[tuple[tuple[str, int], ...], tuple[Placed[Finding] | None, bool]] = {}
        self.left: dict[str, list[int]] = {}

    def load(self) -> None:
        """Run the model as a loader sees it, with as many steps as are left."""
        self._within(self._steps_left, None, self._trials.load)

    def try_one(self, name: str) -> bool:
        """Find the sizes with which every run fails. Whether the size decides anything: with some of them
        bodies leave less open, or every run fails."""
        untold = [count for count in range(_TRIED) if not self._is_told({name: count})]
        tried = {count: self._tried({name: count}) for count in untold}
        refused = {count: finding for count, (finding, _) in tried.items() if finding is not None}
        self.left[name] = [count for count in untold if count not in refused]
        if refused:
            self._demand({name: self.left[name]}, next(iter(refused.values())))
        return len(self.left[name]) < _TRIED or any(settles for _, settles in tried.values())

    def depends_on(self, first: str, second: str) -> bool:
        """Whether every run fails with some two sizes of those that are asked first, and no demand tells."""
        asked = ([count for count in _ASKED if count in self.left[name]] for name in (first, second))
        chosen = ({first: one, second: other} for one, other in product(*asked))
        return any(not self._is_told(sizes) and self._tried(sizes)[0] is not None for sizes in chosen)

    def try_two(self, first: str, second: str) -> None:
        """Find the sizes of the second with which every run fails if the first is a certain one."""
        refused_with: dict[tuple[int, ...], list[int]] = {}
        found: dict[tuple[int, ...], Placed[Finding]] = {}
        for one in self.left[first]:
            untold = [other for other in self.left[second] if not self._is_told({first: one, second: other})]
            tried = {other: self._tried({first: one, second: other})[0] for other in untold}
            refused = [finding for finding in tried.values() if finding is not None]
            if refused:
                left = tuple(other for other, finding in tried.items() if finding is None)
                refused_with.setdefault(left, []).append(one)
                found.setdefault(left, refused[0])
        for left, ones in list(refused_with.items())[:_MOST_DEMANDS]:
            self._demand({first: [n for n in range(_TRIED) if n not in ones], second: left}, found[left])

    def _is_told(self, sizes: Mapping[str, int]) -> bool:
        """Whether the contract without trials says that every run fails with these sizes."""
        bound = [equal(self._trials.named(name), const(count)) for name, count in sizes.items()]
        solver = Solver()
        self._within(self._steps_left, None, lambda: solver.solve([*self._told, *bound]))
        return solver.impossible

    def _demand(self, left: Mapping[str, Sequence[int]], refused: Placed[Finding]) -> None:
        """Note the demand that one of these names has one of the sizes that are left, or one that is larger
        than those that were tried, unless every run fails with these too."""
        named, ends = self._trials.named, self._ends(left)
        ways = [one_of(named(name), counts, _TRIED, ends=ends) for name, counts in left.items()]
        self.demands.append(unless(any_of(*ways), refused))

    def _ends(self, left: Mapping[str, Sequence[int]]) -> bool:
        """Whether every run fails where no name has one of the sizes that are left, also if some are larger
        than those that were tried."""
        pieces: list[list[tuple[int, bool]]] = []
        for counts in left.values():
            last = max(counts, default=-1) + 1
            single = [(count, False) for count in range(last) if count not in counts]
            larger = [] if last == _TRIED else [(last if len(left) > 1 else _TRIED, True)]
            pieces.append([*single, *larger])
        for choice in product(*pieces):
            chosen = list(zip(left, choice, strict=True))
            sizes = {name: count for name, (count, is_larger) in chosen if not is_larger}
            least = {name: count for name, (count, is_larger) in chosen if is_larger}
            if least and not self._fails_from(sizes, least):
                return False
        return True

    def _fails_from(self, sizes: Mapping[str, int], least: Mapping[str, int]) -> bool:
        """Whether every run fails with these sizes, and others that are at least as large as these."""
        larger = [at_least(self._trials.named(name), const(count)) for name, count in least.items()]
        return self._run(sizes, self._trials.assuming(larger))[0] is not None

    def _tried(self, sizes: Mapping[str, int]) -> tuple[Placed[Finding] | None, bool]:
        """What every run with these sizes fails at, and whether bodies leave less open."""
        key = tuple(sorted(sizes.items()))
        if key not in self._found:
            self._found[key] = self._run(sizes)
        return self._found[key]

    def _run(
        self, sizes: Mapping[str, int], assumptions: Assumptions | None = None
    ) -> tuple[Placed[Finding] | None, bool]:
        """The same, under assumptions; nothing if it takes more steps than are left to find that."""
        nothing: tuple[Placed[Finding] | None, bool] = None, False
        if self._steps_left <= 0:
            return nothing
        return self._within(_RUN_STEPS, nothing, lambda: self._bound(sizes, assumptions))

    def _bound(
        self, sizes: Mapping[str, int], assumptions: Assumptions | None
    ) -> tuple[Placed[Finding] | None, bool]:
        run = self._trials.bound(sizes, assumptions)
        return self.refusal(run), _open_items(run) < self._open

    def _within(self, steps: int, otherwise: Found, work: Callable[[], Found]) -> Found:
        """What the work finds with so many of the steps that are left; ``otherwise`` if it takes more."""
        found = otherwise
        with Budget(min(steps, self._steps_left)) as budget:
            try:
                found = work()
            except Spent:
                pass  # what it finds is not known
        self._steps_left -= budget.used
        spend(0)  # fails if the caller's budget is used up
        return found

    def refusal(self, run: Run) -> Placed[Finding] | None:
        """What every run fails at, or what is demanded of sizes and no size satisfies."""
        error = first_error(run)
        if error is not None:
            return error
        contradictions = self._contradictions(run)
        if not contradictions:
            return None
        stated = contradictions[0].requirement
        return Placed(Finding(stated.code, stated.message, stated.args), contradictions[0].places[0])
