"""Demands on sizes that decide how bodies run: how many rounds a Loop makes, or which branch an If takes.

What a body demands where data or what it computes decides whether it runs is stated under its guard, and of
what comes out of a Loop little is known where nobody knows its rounds. With numbers for the sizes both are
often decided. So each of the first sizes is bound in turn, and each two of them beside a third that is not 0,
and those with which every run fails are left out of a demand. Of what is larger that is said only if a run
with all of it fails too.
"""

from __future__ import annotations

from itertools import combinations, product

from shapeinfer.contracts.solver import Solver
from shapeinfer.contracts.trials.runs import Trials, first_error, one_of, unless
from shapeinfer.dims import ONE, ZERO, const
from shapeinfer.dims.budget import Budget, attempt
from shapeinfer.engine.bodies.branches import truth_of_sizes
from shapeinfer.engine.run import Placed, Run
from shapeinfer.facts.fact import rank_of
from shapeinfer.rule.requirement import Finding, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence, Set
    from typing import TypeVar

    from shapeinfer.contracts.contract import Clause, Contract
    from shapeinfer.rule.requirement import Requirement

    Found = TypeVar("Found")
    # What every run fails at with each two sizes.
    Pairs = dict[tuple[int, int], Placed[Finding]]

# Sizes below this are tried.
_TRIED = 8
# If every run fails with none of these of two names, the others are not tried.
_ASKED = (0, 1, 2, 4, _TRIED - 1)
# Of more names than this none is tried.
_MOST_NAMES = 8
# Of more names than this two are tried together only if each decides something alone.
_MOST_TOGETHER = 3
# More demands than this on two sizes help no reader.
_MOST_DEMANDS = 4
# The steps for all runs of one contract, and for a single one of them, or more of a single name: what one run
# leaves open may be large where another decides all.
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
    if not 0 < len(names) <= _MOST_NAMES:
        return []
    if not (_open_items(run) or _has_rounds(run) or _has_ranks_apart(run)):
        return []
    small = _Small(run, names, contract_of(run), contradictions)
    if small.refusal(run) is not None:  # nothing depends on the sizes
        return []
    small.load()
    deciding = {name for name in names if small.try_one(name)}
    few = len(names) <= _MOST_TOGETHER
    pairs = [
        pair
        for pair in combinations(names, 2)
        if deciding.issuperset(pair) or (few and small.depends_on(*pair))
    ]
    small.try_pairs(sorted(pairs, key=lambda pair: not deciding.issuperset(pair)))
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


def _has_ranks_apart(run: Run) -> bool:
    """Whether sizes decide an If of the main graph that makes something of unknown rank."""
    nodes = () if run.model.graph is None else run.model.graph.nodes
    return any(
        node.op_type == "If"
        and not node.domain
        and truth_of_sizes(run.facts.get(node.inputs[0]) if node.inputs else None) is not None
        and any(rank_of(run.facts.get(name)) is None for name in node.outputs if name)
        for node in nodes
    )


def _pieces(left: Sequence[int], ends: bool, from_left: bool) -> list[tuple[int, bool]]:
    """The sizes that are not left, with a flag at the last one if that stands for all larger ones too."""
    ends = ends and _TRIED - 1 not in left
    last = max(left, default=-1) + 1 if ends and from_left else _TRIED
    single = [(count, False) for count in range(last) if count not in left]
    return [*single, (last, True)] if ends else single


class _Pair:
    """Two names, and of their sizes those of which the contract ``told`` that every run fails, and those with
    which it fails ``everywhere``, or ``unless_none``: unless a third name is 0."""

    __slots__ = ("everywhere", "first", "second", "told", "unless_none")

    def __init__(self, first: str, second: str) -> None:
        self.first = first
        self.second = second
        self.told: set[tuple[int, int]] = set()
        self.everywhere: Pairs = {}
        self.unless_none: Pairs = {}

    def sizes(self, two: tuple[int, int]) -> dict[str, int]:
        """The names with these two sizes."""
        return {self.first: two[0], self.second: two[1]}


class _Small:
    """What was tried of a run: of each name the sizes that are ``left``, and the ``demands`` that were
    found."""

    def __init__(
        self,
        run: Run,
        names: Sequence[str],
        contract: Contract,
        contradictions: Callable[[Run], Sequence[Clause]],
    ) -> None:
        self._trials = Trials(run)
        self._names = names
        self._contradictions = contradictions
        self._told = [clause.condition for clause in contract.demands]
        self.demands: list[Placed[Requirement]] = []
        self._open = _open_items(run)
        self._steps_left = _STEPS
        self._run_steps = max(_RUN_STEPS, _STEPS // (_TRIED * len(names)))
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

    def try_pairs(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Find the sizes of two names with which every run fails; of a third one, those with which every run
        fails unless that is 0."""
        tried = [_Pair(*pair) for pair in pairs]
        choices = [
            (pair, one, other)
            for pair in tried
            for one, other in product(self.left[pair.first], self.left[pair.second])
        ]
        # The steps may end before all are tried. Small sizes come first, whichever names have them, and those
        # of 0 last, with which bodies often do nothing.
        for pair, one, other in sorted(choices, key=lambda choice: (0 in choice[1:], max(choice[1:]))):
            sizes = pair.sizes((one, other))
            if self._is_told(sizes):
                pair.told.add((one, other))
                continue
            found = self._tried(sizes)[0]
            if found is not None:
                fails = all(self._fails_with_none(sizes, name) for name in self._rest(sizes))
                (pair.everywhere if fails else pair.unless_none)[one, other] = found
        is_third = len(self._names) == 3
        for pair in tried:
            self._demand_of_two(pair, pair.everywhere, set() if is_third else pair.told)
            # Other pairs' demands may tell some by now.
            pair.told |= {two for two in pair.unless_none if self._is_told(pair.sizes(two))}
            left = {two: found for two, found in pair.unless_none.items() if two not in pair.told}
            self._demand_of_two(pair, left, pair.told | pair.everywhere.keys(), unless_none=True)

    def _demand_of_two(
        self,
        pair: _Pair,
        refused: Pairs,
        besides: Set[tuple[int, int]],
        *,
        unless_none: bool = False,
    ) -> None:
        """Note the demands on two sizes of which these choices are refused, and those ``besides`` in any
        case."""
        first, second = pair.first, pair.second
        left_of: dict[tuple[int, ...], list[int]] = {}
        for one in sorted({one for one, _ in refused}):
            left = [n for n in self.left[second] if (one, n) not in refused and (one, n) not in besides]
            left_of.setdefault(tuple(left), []).append(one)
        for left_in_order, ones in sorted(left_of.items(), key=lambda item: item[0] != ())[:_MOST_DEMANDS]:
            # A size with which all the others fail as well, for this demand or another one, is left out too.
            others = [n for n in self.left[second] if n not in left_in_order]
            kept = [
                n
                for n in range(_TRIED)
                if n not in ones and not all((n, m) in refused or (n, m) in besides for m in others)
            ]
            example = next(found for (one, _), found in refused.items() if one in ones)
            self._demand({first: kept, second: left_in_order}, example, unless_none=unless_none)

    def _rest(self, two: Collection[str]) -> list[str]:
        """The third name beside two, if there are three."""
        is_third = len(two) == 2 and len(self._names) == 3
        return [name for name in self._names if name not in two] if is_third else []

    def _fails_with_none(self, sizes: Mapping[str, int], name: str) -> bool:
        """Whether every run fails with these sizes and 0 for the name."""
        whole = {**sizes, name: 0}
        return 0 not in self.left[name] or self._is_told(whole) or self._tried(whole)[0] is not None

    def _is_told(self, sizes: Mapping[str, int]) -> bool:
        """Whether the contract says that every run fails with these sizes, of two if a third one is not 0."""
        named = self._trials.named
        bound = [equal(named(name), const(count)) for name, count in sizes.items()]
        bound += [at_least(named(name), ONE) for name in self._rest(sizes)]
        solver = Solver()
        self._within(self._steps_left, None, lambda: solver.solve([*self._told, *bound]))
        return solver.impossible

    def _demand(
        self, left: Mapping[str, Sequence[int]], refused: Placed[Finding], *, unless_none: bool = False
    ) -> None:
        """Note the demand that one of these names has one of the sizes that are left, or one that is larger
        than those that were tried, unless every run fails with these too. ``unless_none``: or that a third
        one is 0."""
        named, ended = self._trials.named, self._ended(left, with_none=not unless_none)
        ways = [one_of(named(name), counts, _TRIED, ends=name in ended) for name, counts in left.items()]
        if unless_none:
            ways += [equal(named(name), ZERO) for name in self._rest(left)]
        need = any_of(*ways)
        self.demands.append(unless(need, refused))
        self._told.append(need)

    def _ended(self, left: Mapping[str, Sequence[int]], *, with_none: bool) -> Collection[str]:
        """Of which of these names, all if possible, every run fails with what is larger than the sizes that
        were tried too, where no name has one of the sizes that are left. ``with_none``: also if a third one
        is 0."""
        rest = {} if with_none else dict.fromkeys(self._rest(left), 1)
        for names in [left.keys(), *({name} for name in left if len(left) > 1)]:
            # All that is larger than what is left is tried at once, and if that is not refused, by itself.
            for from_left in [True, False] if len(left) > 1 else [False]:
                pieces = [_pieces(counts, name in names, from_left) for name, counts in left.items()]
                if all(
                    self._fails(dict(zip(left, choice, strict=True)), rest) for choice in product(*pieces)
                ):
                    return names
        return ()

    def _fails(self, chosen: Mapping[str, tuple[int, bool]], rest: Mapping[str, int]) -> bool:
        """Whether every run fails with these sizes, where a flag is set with all that are at least so
        large."""
        sizes = {name: count for name, (count, is_larger) in chosen.items() if not is_larger}
        least = {name: count for name, (count, is_larger) in chosen.items() if is_larger}
        return not least or self._run(sizes, {**least, **rest})[0] is not None

    def _tried(self, sizes: Mapping[str, int]) -> tuple[Placed[Finding] | None, bool]:
        """What every run with these sizes fails at, of two if a third one is not 0, and whether bodies leave
        less open."""
        key = tuple(sorted(sizes.items()))
        if key not in self._found:
            self._found[key] = self._run(sizes, dict.fromkeys(self._rest(sizes), 1))
        return self._found[key]

    def _run(self, sizes: Mapping[str, int], least: Mapping[str, int]) -> tuple[Placed[Finding] | None, bool]:
        """The same, where others are at ``least`` so large; nothing if it takes more steps than are left to
        find that."""
        nothing: tuple[Placed[Finding] | None, bool] = None, False
        if self._steps_left <= 0:
            return nothing
        return self._within(self._run_steps, nothing, lambda: self._bound(sizes, least))

    def _bound(
        self, sizes: Mapping[str, int], least: Mapping[str, int]
    ) -> tuple[Placed[Finding] | None, bool]:
        larger = [at_least(self._trials.named(name), const(count)) for name, count in least.items()]
        run = self._trials.bound(sizes, self._trials.assuming(larger) if larger else None)
        return self.refusal(run), _open_items(run) < self._open

    def _within(self, steps: int, otherwise: Found, work: Callable[[], Found]) -> Found:
        """What the work finds with so many of the steps that are left; ``otherwise`` if it takes more."""
        steps = min(steps, self._steps_left)
        with Budget(steps) as budget:
            found = attempt(steps, otherwise, work)
        self._steps_left -= budget.used
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
