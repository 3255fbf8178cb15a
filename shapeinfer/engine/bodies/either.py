"""What a node makes with either branch of an If that decides a rank: the If itself, or what it stands in."""

from __future__ import annotations

from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.facts.scalar import Truth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.dims import Dim, Symbol


class Made:
    """What a node makes if one branch of an If is taken, and the ``claimed`` positions as in BodyOutcome."""

    __slots__ = ("claimed", "outputs")

    def __init__(self, outputs: tuple[Fact, ...], claimed: frozenset[int]) -> None:
        self.outputs = outputs
        self.claimed = claimed

    def among(self, made: Sequence[str], names: Sequence[str], otherwise: Sequence[Fact]) -> Made:
        """The same for these names, of which the node makes some; the facts of the rest are given."""
        at = [made.index(name) if name in made else None for name in names]
        facts = [fact if a is None else self.outputs[a] for a, fact in zip(at, otherwise, strict=True)]
        claimed = frozenset(i for i, a in enumerate(at) if a in self.claimed)
        return Made(tuple(facts), claimed)

    def renamed(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Made:
        """The same with other placeholders."""
        return Made(tuple([f.substitute(values, memo) for f in self.outputs]), self.claimed)


class Either:
    """What a node makes with either branch of an If, which is undecided and in which ranks differ.

    ``truth``: its condition, if sizes that a caller chooses decide it."""

    __slots__ = ("other", "then", "truth")

    def __init__(self, then: Made, other: Made, truth: Truth | None) -> None:
        self.then = then
        self.other = other
        self.truth = truth

    def among(self, made: Sequence[str], names: Sequence[str], otherwise: Sequence[Fact]) -> Either | None:
        """The same for these names, of which the node makes some; None if it makes none of them."""
        if set(made).isdisjoint(names):
            return None
        then, other = (branch.among(made, names, otherwise) for branch in (self.then, self.other))
        return Either(then, other, self.truth)

    def renamed(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Either:
        """The same with other placeholders."""
        when = None if self.truth is None else [dim.substitute(values, memo) for dim in self.truth.when]
        truth = None if when is None else Truth(tuple(when))
        return Either(self.then.renamed(values, memo), self.other.renamed(values, memo), truth)


def as_computed(fact: Fact) -> Fact:
    """The same where a loader does not see what is stored."""
    if isinstance(fact, TensorFact) and fact.elements is not None and fact.elements.stored:
        return TensorFact(fact.elem_type, fact.shape, fact.elements.as_computed())
    return fact
