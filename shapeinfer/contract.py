"""The contract: what the model demands of its inputs' sizes, from requirements that nobody could decide.

A clause is a condition with its guard (does every run meet it?), its kind (a demand stops the run
when it is violated; a premise leaves it going with other shapes) and the places that state it.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from shapeinfer.engine_result import Placed, Run
from shapeinfer.place import Place
from shapeinfer.requirement import Condition, Requirement


class Clause:
    """One condition and everyone who states it."""

    __slots__ = ("always", "condition", "places", "premise", "requirement")

    def __init__(self, requirement: Requirement, *, always: bool) -> None:
        self.condition = requirement.condition
        self.requirement = requirement
        self.premise = requirement.premise
        self.always = always
        self.places: list[Place] = []

    @property
    def over_inputs(self) -> bool:
        """Whether only sizes of inputs stand in it; otherwise it is a run's own matter."""
        return all(s.named for s in self.condition.symbols())

    def __repr__(self) -> str:
        return f"<{self.condition}>"


class Contract:
    """All clauses, in the order in which the model states them."""

    __slots__ = ("clauses",)

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.clauses = tuple(clauses)

    @property
    def demands(self) -> tuple[Clause, ...]:
        """What every run must satisfy, in terms of the inputs."""
        return tuple(c for c in self.clauses if c.always and not c.premise and c.over_inputs)

    @property
    def obligations(self) -> tuple[Clause, ...]:
        """What every run must satisfy and only a run can tell."""
        return tuple(c for c in self.clauses if c.always and not c.premise and not c.over_inputs)

    @property
    def premises(self) -> tuple[Clause, ...]:
        """What must hold for the printed shapes to be the true ones."""
        return tuple(c for c in self.clauses if c.premise)


def contract_of(run: Run) -> Contract:
    """The contract of a run: equal conditions of one kind are one clause."""
    dead: Set[int] | None = None
    found: dict[tuple[Condition, bool, bool], Clause] = {}
    for placed in run.requirements:
        for condition in _parts(placed.item.condition):
            if dead is None:
                dead = run.dead_nodes()
            always = placed.is_sure(dead)
            key = (condition, placed.item.premise, always)
            clause = found.get(key)
            if clause is None:
                clause = found[key] = Clause(_stating(placed, condition), always=always)
            clause.places.append(placed.place)
    return Contract(found.values())


def _parts(condition: Condition) -> tuple[Condition, ...]:
    """``a and b`` are two clauses."""
    return condition.parts if condition.kind == "all" else (condition,)


def _stating(placed: Placed[Requirement], condition: Condition) -> Requirement:
    item: Requirement = placed.item
    if condition is item.condition:
        return item
    return Requirement(condition, item.code, item.message, item.args, premise=item.premise)
