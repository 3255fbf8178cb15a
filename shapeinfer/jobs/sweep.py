"""Which of many choices of sizes work: the contract answers, and inference with numbers where it can't.

The contract speaks of tensors that have elements, and of shapes whose premises hold. A choice of sizes
at which some tensor is empty or a premise fails is therefore inferred with its numbers, as ``check``
with single sizes does. So is every choice where the model is small enough, and both ends of every
stretch that passes.
"""

from __future__ import annotations

import itertools
import math

from shapeinfer.engine.place import place_text
from shapeinfer.facts.fact import TensorFact
from shapeinfer.jobs.check import checked, first_error
from shapeinfer.jobs.infer import Result, load
from shapeinfer.jobs.targets import load_error, parsed_targets
from shapeinfer.jobs.violation import holds, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from shapeinfer.contracts.contract import Clause
    from shapeinfer.dims import Dim
    from shapeinfer.jobs.infer import Source

# More combinations of sizes than this are a question for a shorter list.
MOST_COMBINATIONS = 100_000
# Inference with numbers may visit as many nodes in all; beyond that the contract's answer stands.
MOST_VISITED = 100_000
# What one inference costs beside its nodes.
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
    inputs: Mapping[str, Sequence[int] | TensorFact] | None = None,
    targets: Sequence[str] = (),
) -> list[Answer]:
    """The answer for each combination of sizes, in the order of ``itertools.product``.

    ``choices`` has one or more sizes for each symbol; ``inputs``, ``assume`` and
    ``targets`` are those of ``check``.
    Raises what ``check`` raises, and ValueError for more than MOST_COMBINATIONS combinations.
    """
    count = math.prod(len(sizes) for sizes in choices.values())
    if count > MOST_COMBINATIONS:
        raise ValueError(f"{count} combinations of sizes are too many (at most {MOST_COMBINATIONS})")
    return list(_Sweep(model, choices, assume, inputs or {}, targets).answers())


class _Sweep:
    """One sweep: the contract over the symbols that vary, and what inference may still be asked."""

    def __init__(
        self,
        model: Source,
        choices: Mapping[str, Sequence[int]],
        assume: Sequence[str],
        inputs: Mapping[str, Sequence[int] | TensorFact],
        targets: Sequence[str],
    ) -> None:
        self.model = load(model)
        self.choices = choices
        self.assume = assume
        self.inputs = inputs
        fixed = {name: sizes[0] for name, sizes in choices.items() if len(sizes) == 1}
        self.fixed = fixed
        self.open_names = [name for name in choices if name not in fixed]
        for sizes in (min, max):  # looks at names and sizes
            checked(self.model, {n: sizes(choices[n], default=0) for n in self.open_names}, inputs, assume)
        result = checked(self.model, fixed, inputs, assume)
        self.demands = told(result.contract, self.open_names)
        self.premises = told(result.contract, self.open_names, premises=True)
        self.unloaded = load_error(result.run, parsed_targets(targets))
        self.everywhere = self.unloaded or first_error(result)
        self.open_ended = any(
            not c.over_inputs or {s.name for s in c.condition.symbols()} <= set(self.open_names)
            for c in result.contract.obligations
        )
        self.emptiable = _Emptiable(result, self.open_names)
        nodes = 0 if self.model.graph is None else len(self.model.graph.nodes)
        self.cost = nodes + _START
        self.left = MOST_VISITED

    def answers(self) -> Iterator[Answer]:
        """One for each combination."""
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

    def by_contract(self, chosen: Mapping[str, int]) -> Answer:
        violated = [c for c in self.demands if not holds(c, chosen)]
        reason = self.everywhere or (_demanded(violated[0]) if violated else None)
        return Answer(self.sizes(chosen), reason, violated if reason else ())

    def by_inference(self, chosen: Mapping[str, int], answer: Answer) -> Answer:
        self.left -= self.cost
        reason = self.unloaded or first_error(
            checked(self.model, {**self.fixed, **chosen}, self.inputs, self.assume)
        )
        if reason is not None and answer.refused is not None:
            return answer  # what the contract says tells more than the finding at one choice of sizes
        return Answer(answer.sizes, reason)

    def doubtful(self, combinations: Sequence[Mapping[str, int]], found: Sequence[Answer]) -> Iterator[int]:
        """The choices where the contract may be wrong: first those at which a tensor is empty or a premise
        fails, then both ends of every stretch that passes, then all others that pass."""
        for at, chosen in enumerate(combinations):
            if self.emptiable.at(chosen) or any(not holds(c, chosen) for c in self.premises):
                yield at
        last = len(found) - 1
        passing = [at for at, answer in enumerate(found) if answer.refused is None]
        yield from (at for at in passing if at in (0, last) or found[at - 1].refused or found[at + 1].refused)
        if self.open_ended:
            yield from passing


class _Emptiable:
    """Whether sizes of values are 0 at a choice of sizes; equal sizes of a dim's symbols are tried once."""

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
        """Whether some value has no elements, or a size that is not defined."""
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
