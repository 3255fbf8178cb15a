"""Shape ranges for TensorRT engines: the least, usual and largest shape of every input.

The sizes that a user gives are adjusted to the nearest that satisfy the model's constraints: multiples,
bounds, and relations between inputs.
"""

from __future__ import annotations

from shapeinfer.engine.place import place_text
from shapeinfer.facts.fact import TensorFact
from shapeinfer.jobs.infer import Result
from shapeinfer.jobs.preflight.bound import checked, first_error
from shapeinfer.jobs.preflight.violation import holds, nearest, told
from shapeinfer.jobs.sources import UnknownName, load
from shapeinfer.model.structure import Graph, Model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set

    from shapeinfer.contracts.contract import Clause
    from shapeinfer.jobs.sources import Source

MIN, OPT, MAX = "min", "opt", "max"
# Each adjustment satisfies one more clause; relations between several inputs may need a few.
_MOST_MOVES = 64
_LARGEST = 2**31 - 1


class SizeRanges:
    """``sizes`` has the chosen size of every symbol for MIN, OPT and MAX; ``shapes`` the shapes of the inputs
    that are not fixed; ``moved`` says which sizes differ from the given ones, and why."""

    __slots__ = ("file", "moved", "shapes", "sizes")

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.sizes: dict[str, dict[str, int]] = {}
        self.shapes: dict[str, dict[str, tuple[int, ...]]] = {}
        self.moved: list[str] = []


def size_ranges(
    model: Source,
    dims: Mapping[str, Sequence[int]],
    opt: Mapping[str, int] | None = None,
    assume: Sequence[str] = (),
) -> SizeRanges:
    """The shapes of all inputs that are not fixed, at the least, usual and largest sizes.

    ``dims`` has the sizes that each symbol may have (their least and largest count), ``opt`` the usual size
    of some, which is otherwise the largest. A symbol that other symbols determine needs none. Raises
    UnknownName, and ValueError if a range is missing or contains no size that the model allows.
    """
    read = load(model)
    result = checked(read, {}, {}, assume)
    inputs = _ranked_inputs(read, result)
    names = sorted({s.name for fact in inputs.values() for d in fact.shape or () for s in d.symbols()})
    usual = opt or {}
    for name in (*dims, *usual):
        if name not in names:
            raise UnknownName("dim", name, names)
    clauses = told(result.contract, names)
    free = frozenset(name for name in names if name not in dims)
    _require_ranges(free, clauses)
    ranges = {name: (0, _LARGEST) if name in free else (min(dims[name]), max(dims[name])) for name in names}
    found = SizeRanges(read.path)
    for which, sizes in _wanted(ranges, usual, free).items():
        chosen = _moved(sizes, ranges, clauses, free, upwards=which == MIN)
        _try(result, chosen, which, assume)
        found.sizes[which] = chosen
        for name in dims:
            if chosen[name] != sizes[name]:
                reason = next(
                    str(c.condition) for c in clauses if not holds(c, {**chosen, name: sizes[name]})
                )
                found.moved.append(f"{which} {name}: {chosen[name]}, not {sizes[name]} ({reason})")
    for name, fact in inputs.items():
        shape = fact.shape or ()
        if any(d.value is None for d in shape):
            found.shapes[name] = {
                which: tuple(d.evaluate(lambda s, of=sizes: of[s.name]) for d in shape)  # type: ignore[misc]
                for which, sizes in found.sizes.items()
            }
    return found


def _ranked_inputs(model: Model, result: Result) -> dict[str, TensorFact]:
    """The tensors that a caller gives. Raises ValueError for one whose rank is not declared."""
    graph = model.graph or Graph(b"")
    inputs: dict[str, TensorFact] = {}
    for value in graph.inputs:
        fact = result.facts.get(value.name)
        if isinstance(fact, TensorFact) and value.name not in graph.initializers:
            if fact.shape is None:
                raise ValueError(f"input {value.name!r} declares no rank: declare its shape first")
            inputs[value.name] = fact
    return inputs


def _require_ranges(free: Iterable[str], clauses: Sequence[Clause]) -> None:
    """Raises ValueError for symbols without a range that no other symbol determines."""
    untied = [name for name in sorted(free) if not _is_tied(name, clauses)]
    if untied:
        asked = " ".join(f"--dim {name}=1..8" for name in untied)
        raise ValueError(f"no range for {', '.join(map(repr, untied))}: give one, as {asked}")


def _wanted(
    ranges: Mapping[str, tuple[int, int]], usual: Mapping[str, int], free: Set[str]
) -> dict[str, dict[str, int]]:
    """The sizes that the user asks for; 0 for those that others determine. Raises ValueError for a usual size
    outside its range."""
    for name, size in usual.items():
        low, high = ranges[name]
        if not low <= size <= high:
            raise ValueError(f"the usual size of {name!r} is {size}, outside {low}..{high}")
    largest = {name: 0 if name in free else high for name, (_, high) in ranges.items()}
    return {MIN: {name: low for name, (low, _) in ranges.items()}, OPT: {**largest, **usual}, MAX: largest}


def _is_tied(name: str, clauses: Sequence[Clause]) -> bool:
    """Whether an equality determines the size of a symbol by other symbols."""
    return any(
        c.condition.kind == "=="
        and name in (symbols := {s.name for s in c.condition.symbols()})
        and len(symbols) > 1
        for c in clauses
    )


def _moved(
    wanted: Mapping[str, int],
    ranges: Mapping[str, tuple[int, int]],
    clauses: Sequence[Clause],
    free: frozenset[str],
    *,
    upwards: bool,
) -> dict[str, int]:
    """Adjust the sizes until every clause holds: first sizes that the user did not give, then the nearest."""
    sizes = dict(wanted)
    for _ in range(_MOST_MOVES):
        violated = next((c for c in clauses if not holds(c, sizes)), None)
        if violated is None:
            return sizes
        moves = [
            (name not in free, (size > sizes[name]) != upwards, abs(size - sizes[name]), name, size)
            for name in sorted({s.name for s in violated.condition.symbols()})
            for size in nearest(violated, clauses, sizes, name)
            if ranges[name][0] <= size <= ranges[name][1]
        ]
        if not moves:
            break
        *_, name, size = min(moves)
        sizes[name] = size
    given = ", ".join(f"{name}={low}..{high}" for name, (low, high) in ranges.items() if name not in free)
    broken = next(c for c in clauses if not holds(c, sizes))
    raise ValueError(
        f"no sizes in {given} satisfy {broken.condition} (demanded at {place_text(broken.places[0])})"
    )


def _try(result: Result, sizes: Mapping[str, int], which: str, assume: Sequence[str]) -> None:
    error = first_error(checked(result.model, sizes, {}, assume))
    if error is not None:
        chosen = ", ".join(f"{name}={size}" for name, size in sizes.items())
        raise ValueError(f"the {which} sizes ({chosen}) are refused: {error}")
