"""Which of many choices of sizes are refused: by the contract, or by inference with the numbers.

The contract is valid for tensors that have elements, and for shapes whose premises are true. A choice of
sizes at which a tensor is empty or a premise is false is therefore inferred with its numbers, as ``check``
with single sizes does. If the model is small enough, every choice is inferred; otherwise at least both ends
of every range that passes.
"""

from __future__ import annotations

import itertools
import math

from shapeinfer.engine.place import place_text
from shapeinfer.facts.fact import TensorFact
from shapeinfer.jobs.infer import Result
from shapeinfer.jobs.preflight.assumed import contradiction
from shapeinfer.jobs.preflight.bound import checked, first_error, first_finding, refused_always
from shapeinfer.jobs.preflight.enforced import Enforced
from shapeinfer.jobs.preflight.given import given_facts, is_empty
from shapeinfer.jobs.preflight.violation import holds, told
from shapeinfer.jobs.sources import load
from shapeinfer.jobs.targets import load_error, parsed_targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from shapeinfer.contracts.contract import Clause
    from shapeinfer.dims import Dim
    from shapeinfer.jobs.preflight.given import Given
    from shapeinfer.jobs.sources import Source
    from shapeinfer.reports.diagnostic import Report
    from shapeinfer.runtimes.names import Target

# More combinations of sizes than this are refused.
MOST_COMBINATIONS = 100_000
# The most nodes that inference with numbers visits in all; after that the contract answers.
MOST_VISITED = 100_000
# The fixed cost of one inference, in nodes.
_START = 20


class Answer:
    """One choice of sizes: why it is refused, or None if it is not; ``violated``: by which clauses."""

    __slots__ = ("refused", "sizes", "violated")

    def __init__(self, sizes: dict[str, int], refused: str | None, violated: Sequence[Clause] = ()) -> None:
        self.sizes = sizes
        self.refused = refused
        self.violated = violated


def sweep(
    model: Source,
    choices: Mapping[str, Sequence[int]],
    assume: Sequence[str] = (),
    inputs: Mapping[str, Given] | None = None,
    *,
    memory: int | None = None,
    targets: Sequence[str] = (),
) -> list[Answer]:
    """The answer for each combination of sizes, in the order of ``itertools.product``.

    ``choices`` has one or more sizes for each symbol; ``inputs``, ``assume``, ``memory`` and ``targets``
    are those of ``check``. Raises the errors of ``check``, and ValueError for more than MOST_COMBINATIONS
    combinations.
    """
    count = math.prod(len(sizes) for sizes in choices.values())
    if count > MOST_COMBINATIONS:
        raise ValueError(f"{count} combinations of sizes are too many (at most {MOST_COMBINATIONS})")
    asked = _Sweep(model, choices, assume, inputs or {}, parsed_targets(targets))
    answers = list(asked.answers())
    if memory is not None:
        from shapeinfer.jobs.preflight.memory import refuse_larger

        refuse_larger(
            answers, asked.result, memory, lambda sizes: checked(asked.model, sizes, asked.inputs, assume)
        )
    return answers


def report_over(
    model: Source,
    choices: Mapping[str, Sequence[int]],
    assume: Sequence[str] = (),
    inputs: Mapping[str, Given] | None = None,
    *,
    memory: int | None = None,
    targets: Sequence[str] = (),
) -> Report:
    """What :func:`sweep` answers, as a report with ``answers`` and the clauses that they name."""
    from shapeinfer.reports.diagnostic import Report, SizesAnswer
    from shapeinfer.reports.interface import clause_of

    read = load(model)
    answers = sweep(read, choices, assume, inputs, memory=memory, targets=targets)
    clauses = dict.fromkeys(c for a in answers for c in a.violated)
    return Report(
        file=read.path,
        answers=tuple(
            [
                SizesAnswer(sizes=a.sizes, refused=a.refused, violated=tuple(map(str, a.violated)))
                for a in answers
            ]
        ),
        demands=tuple(map(clause_of, clauses)),
    )


class _Sweep:
    """One sweep: the contract over the varying symbols, and how many nodes may still be visited."""

    def __init__(
        self,
        model: Source,
        choices: Mapping[str, Sequence[int]],
        assume: Sequence[str],
        inputs: Mapping[str, Given],
        targets: Sequence[Target],
    ) -> None:
        self.model = load(model)
        self.choices = choices
        self.assume = assume
        self.inputs = inputs
        self.targets = targets
        fixed = {name: sizes[0] for name, sizes in choices.items() if len(sizes) == 1}
        self.fixed = fixed
        self.open_names = [name for name in choices if name not in fixed]
        for sizes in (min, max):  # checks names and sizes
            checked(self.model, {n: sizes(choices[n], default=0) for n in self.open_names}, inputs, assume)
        result = self.result = checked(self.model, fixed, inputs, assume, targets)
        self.demands = told(result.contract, self.open_names)
        self.premises = told(result.contract, self.open_names, premises=True)
        unbound = checked(self.model, {}, {}, assume, targets).run
        given = given_facts(self.model, inputs)
        self.given_empty = any(map(is_empty, given.values()))
        self.refused = first_finding(refused_always(unbound, empty=False))
        at_load = refused_always(unbound, empty=True)
        self.load_refused = load_error(result.run, targets) or first_finding(at_load)
        contradicted = contradiction(self.model, fixed, inputs, assume)
        self.everywhere = self.load_refused or (
            first_error(result) if contradicted is None else contradicted.message
        )
        self.open_ended = any(
            not c.over_inputs or {s.name for s in c.condition.symbols()} <= set(self.open_names)
            for c in result.contract.obligations
        )
        self.enforced = Enforced(self.model, given, assume)
        self.emptiable = _Emptiable(result, self.open_names)
        nodes = 0 if self.model.graph is None else len(self.model.graph.nodes)
        self.cost = nodes + _START
        self.left = MOST_VISITED

    def answers(self) -> Iterator[Answer]:
        """One answer for each combination."""
        combinations = [
            dict(zip(self.open_names, combination, strict=True))
            for combination in itertools.product(*(self.choices[name] for name in self.open_names))
        ]
        everything = len(combinations) * self.cost <= MOST_VISITED
        found = [self.by_contract(chosen) for chosen in combinations]
        asked: set[int] = set()
        for at in range(len(found)) if everything else self.doubtful(combinations, found):
            if at not in asked and self.left >= self.cost:
                asked.add(at)
                found[at] = self.by_inference(combinations[at], found[at])
        yield from found

    def sizes(self, chosen: Mapping[str, int]) -> dict[str, int]:
        everything = {**self.fixed, **chosen}
        return {name: everything[name] for name in self.choices}

    def always(self, sizes: Mapping[str, int]) -> str | None:
        """The first finding that makes runs with all sizes but 0 fail; None if there is none."""
        return None if self.given_empty or 0 in sizes.values() else self.refused

    def by_contract(self, chosen: Mapping[str, int]) -> Answer:
        violated = [c for c in self.demands if not holds(c, chosen)]
        reason = self.everywhere or (_demanded(violated[0]) if violated else self.always(self.sizes(chosen)))
        return Answer(self.sizes(chosen), reason, violated if reason else ())

    def by_inference(self, chosen: Mapping[str, int], answer: Answer) -> Answer:
        if self.load_refused is not None:
            return answer
        self.left -= self.cost
        sizes = {**self.fixed, **chosen}
        result = checked(self.model, sizes, self.inputs, self.assume, self.targets)
        reason = first_error(result) or self.always(sizes) or first_finding(self.enforced.refusals(sizes))
        if reason is not None and answer.refused is not None:
            return (
                answer  # the contract's clause is more informative than the finding for one choice of sizes
            )
        return Answer(answer.sizes, reason)

    def doubtful(self, combinations: Sequence[Mapping[str, int]], found: Sequence[Answer]) -> Iterator[int]:
        """The choices where the contract may be wrong: first those at which a tensor is empty or a premise
        fails, then both ends of every range that passes, then all others that pass."""
        for at, chosen in enumerate(combinations):
            if self.emptiable.at(chosen) or any(not holds(c, chosen) for c in self.premises):
                yield at
        last = len(found) - 1
        passing = [at for at, answer in enumerate(found) if answer.refused is None]
        yield from (at for at in passing if at in (0, last) or found[at - 1].refused or found[at + 1].refused)
        if self.open_ended:
            yield from passing


class _Emptiable:
    """Finds choices at which a value is empty; equal sizes of a dim's symbols are evaluated once."""

    def __init__(self, result: Result, names: Iterable[str]) -> None:
        known = set(names)
        dims: dict[Dim, tuple[str, ...]] = {}
        for fact in result.facts.values():
            if isinstance(fact, TensorFact):
                for dim in fact.shape or ():
                    if dim.value is None and dim not in dims:
                        dims[dim] = tuple(sorted(s.name for s in dim.symbols()))
        self.dims = [(dim, about) for dim, about in dims.items() if set(about) <= known]
        self.seen: dict[tuple[Dim, tuple[int, ...]], bool] = {}

    def at(self, chosen: Mapping[str, int]) -> bool:
        """Whether a value is empty, or has an undefined size."""
        if 0 in chosen.values():
            return True
        for dim, about in self.dims:
            key = (dim, tuple(chosen[name] for name in about))
            empty = self.seen.get(key)
            if empty is None:
                empty = self.seen[key] = _is_empty(dim, chosen)
            if empty:
                return True
        return False


def _is_empty(dim: Dim, chosen: Mapping[str, int]) -> bool:
    try:
        return dim.evaluate(lambda symbol: chosen[symbol.name]) <= 0
    except ZeroDivisionError:
        return True


def _demanded(clause: Clause) -> str:
    return f"{clause.condition} (demanded at {place_text(clause.places[0])})"
