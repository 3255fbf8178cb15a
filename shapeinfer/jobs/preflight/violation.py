"""Which clauses of a contract given sizes violate, and the nearest sizes that do not."""

from __future__ import annotations

from shapeinfer.contracts.contract import Clause, Contract
from shapeinfer.dims import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from shapeinfer.reports.diagnostic import Violation
    from shapeinfer.rule.requirement import Condition

# Sizes further away than this are not suggested.
_REACH = 4096
# So many terms of dims are worked out on each side: where clauses are long the sizes nearby are tried.
_MOST_TERMS = 200_000


def told(contract: Contract, names: Iterable[str], *, premises: bool = False) -> list[Clause]:
    """The demands of every run, or the premises, that contain only these symbols."""
    known = set(names)
    clauses = contract.premises if premises else contract.demands
    return [c for c in clauses if {s.name for s in c.condition.symbols()} <= known]


def holds(clause: Clause, sizes: Mapping[str, int]) -> bool:
    """Whether these sizes satisfy the clause."""
    return _holds(clause.condition, sizes)


def _holds(condition: Condition, sizes: Mapping[str, int]) -> bool:
    try:
        return condition.holds(lambda s: sizes[s.name])
    except ZeroDivisionError:  # not defined at these sizes, so the condition does not apply
        return True


def violations(contract: Contract, sizes: Mapping[str, int]) -> tuple[Violation, ...]:
    """The clauses that these sizes violate, each with the nearest sizes of its symbols that satisfy it."""
    from shapeinfer.reports.diagnostic import Violation
    from shapeinfer.reports.interface import clause_of

    demands = told(contract, sizes)
    found = []
    for clause in demands:
        if holds(clause, sizes):
            continue
        names = sorted({s.name for s in clause.condition.symbols()})
        near = {name: nearest(clause, demands, sizes, name) for name in names}
        found.append(
            Violation(
                **dict(clause_of(clause)),
                sizes={name: sizes[name] for name in names},
                nearest={name: tuple(best) for name, best in near.items() if best},
            )
        )
    return tuple(found)


def nearest(clause: Clause, demands: Sequence[Clause], sizes: Mapping[str, int], name: str) -> list[int]:
    """The nearest sizes below and above that satisfy a clause, and all other demands on that symbol if there
    are such sizes. The other symbols keep their sizes."""
    about = [c.condition for c in demands if any(s.name == name for s in c.condition.symbols())]
    return _nearest(about, sizes, name) or _nearest([clause.condition], sizes, name)


def _nearest(conditions: Sequence[Condition], sizes: Mapping[str, int], name: str) -> list[int]:
    """An empty tensor is suggested only if nothing else is near: it satisfies nearly everything, and nobody
    means it."""
    size = sizes[name]
    about = [_with_others(condition, sizes, name) for condition in conditions]
    terms = sum(dim.size for condition in about for dim in condition.dims())
    reach = min(_REACH, _MOST_TERMS // max(1, terms))
    ways = (range(size - 1, max(size - reach, 0) - 1, -1), range(size + 1, size + reach))
    tried = dict(sizes)

    def all_hold(size: int) -> bool:
        tried[name] = size
        return all(_holds(condition, tried) for condition in about)

    near = [n for n in (next(filter(all_hold, way), None) for way in ways) if n is not None]
    return [n for n in near if n] or near


def _with_others(condition: Condition, sizes: Mapping[str, int], name: str) -> Condition:
    """A condition with the sizes of all symbols but this one, which makes it shorter."""
    others = {s: const(sizes[s.name]) for s in condition.symbols() if s.name != name}
    try:
        return condition.substitute(others, {})
    except ZeroDivisionError:  # with some sizes of this symbol it may be defined all the same
        return condition
