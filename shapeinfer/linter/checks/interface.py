"""Compares the declared interface with the contract."""

from __future__ import annotations

import itertools

from shapeinfer import codes
from shapeinfer.contracts.declared import declared_for
from shapeinfer.dims import Dim, Symbol, Term, of
from shapeinfer.engine.place import Place
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.linter.checks.survey import Survey
from shapeinfer.model.structure import TensorType
from shapeinfer.rule.call import is_blamed
from shapeinfer.rule.requirement import Condition, Finding, equal
from shapeinfer.shorten import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

# Sizes at which two dims are compared: small ones, and some with many divisors.
_SMALL = (1, 2, 3, 4, 5)
_SIZES = (*_SMALL, 8, 32, 64, 96, 224)
_MOST_SYMBOLS = 3


def unsatisfiable(survey: Survey) -> Iterator[Placed[Finding]]:
    """Constraints that no sizes satisfy together: one finding for each set of them.

    One that only nodes demand which no output needs is told at such a node, where it is a warning."""
    contract = survey.result.contract
    if not contract.unsatisfiable:
        return
    from shapeinfer.contracts.contradictions import MESSAGE, contradictions  # few contradict themselves

    dead = survey.result.run.dead_nodes()
    for clause, demands in contradictions(contract):
        unneeded = (
            source.places[0] for source in clause.sources or (clause,)
            if all(place and place[0].node.index in dead for place in source.places)
        )  # fmt: skip
        found = Finding.of(codes.UNSATISFIABLE, MESSAGE, demands=demands)
        yield Placed(found, next(unneeded, clause.places[0]))


def hidden(survey: Survey) -> Iterator[Placed[Finding]]:
    """Clauses that the declared interface does not show, each with sizes that violate it; none that only
    nodes behind an error state, and none where no sizes run."""
    if survey.result.contract.unsatisfiable:
        return
    follows = _behind_errors(survey)
    for clause in survey.result.contract.demands:
        condition = clause.condition
        symbols = sorted(condition.symbols(), key=lambda s: s.sort)
        places = clause.places or ((),)
        place = next((place for place in places if not follows(place)), None)
        if place is None:
            continue
        if len(symbols) == 2 and _ties(condition):
            witness = _violation(condition, symbols, _SMALL, ())
            if witness is not None:
                yield Placed(
                    Finding.of(
                        codes.SYMBOLS_TIED,
                        "{first!r} and {second!r} are declared as independent, needed {clause}: {witness} "
                        "fails",
                        first=symbols[0].name, second=symbols[1].name, clause=condition,
                        witness=_sizes_text(witness),
                    ),
                    place,
                )  # fmt: skip
        elif len(symbols) == 1 and (sizes := _only_sizes(condition)):
            name, size = symbols[0].name, max(sizes)
            if 1 in sizes and len(sizes) > 1 and not _stands_twice(survey, name):
                continue  # an operand that may be broadcast: no other declaration allows both sizes
            message = "{name!r} is declared as a symbol, needed {size}: {name}={other} fails{because}"
            if not size:
                message = "{name!r} is declared as a symbol, but every size except 0 fails{because}"
            found = Finding.of(
                codes.SYMBOL_FIXED, message, name=name, size=" or ".join(map(str, sizes)), other=size + 1,
                because=_fixed_by(survey, place, size),
            )  # fmt: skip
            yield Placed(found, place)


def _behind_errors(survey: Survey) -> Callable[[Place], bool]:
    """Whether a node of the main graph reads a value with dims that an error leaves unknown: what it demands
    of the others is no longer what the model's author meant."""
    facts = survey.result.facts
    found: dict[int, bool] = {}  # many clauses may be of one node

    def is_behind(place: Place) -> bool:
        if len(place) != 1:
            return False
        node = place[0].node
        if node.index not in found:
            read = [facts.get(name) for name in node.inputs]
            found[node.index] = any(isinstance(f, TensorFact) and is_blamed(f.shape or ()) for f in read)
        return found[node.index]

    return is_behind


def _only_sizes(condition: Condition) -> list[int]:
    """The sizes that a condition on one symbol allows, if it lists them: ``k == 16 or k == 1``."""
    parts = condition.parts if condition.kind == "any" else (condition,)
    sizes = [p.b.value for p in parts if p.kind == "==" and p.a.symbol() is not None]
    known = [size for size in sizes if size is not None]
    return known if len(known) == len(parts) else []


def _stands_twice(survey: Survey, name: str) -> bool:
    """Whether a dim name is declared on several axes of inputs, as the name of a batch is."""
    graph = survey.model.graph
    types = [] if graph is None else [value.type for value in graph.inputs]
    uses = [
        dim for type_ in types if isinstance(type_, TensorType) for dim in type_.dims or () if dim == name
    ]
    return len(uses) > 1


def _ties(condition: Condition) -> bool:
    """Whether it is ``a == b`` or ``a >= b`` for two symbols, or the former with 1 also allowed."""
    parts = condition.parts if condition.kind == "any" else (condition,)
    return any(p.kind in ("==", "broadcast", ">=") and p.a.symbol() and p.b.symbol() for p in parts)


# Nodes on the way back from the node that states a size to the input that has it.
_MOST_NODES = 1000


def _fixed_by(survey: Survey, place: Place, size: int) -> str:
    """The input, or else the initializer, that has this size and leads to the node at a place of the main
    graph: ``; input 'mask' is declared [batch, 16]``."""
    graph = survey.model.graph
    if graph is None or len(place) != 1:
        return ""
    declared = {v.name: v.type.dims for v in graph.inputs if isinstance(v.type, TensorType)}
    makers = survey.main.makers()
    stored = ""
    waiting = [place[0].node]
    seen = {id(place[0].node)}
    for node in waiting:
        for name in node.inputs:
            maker = makers.get(name)
            dims = declared.get(name)
            if maker is not None and id(maker) not in seen and len(seen) < _MOST_NODES:
                seen.add(id(maker))
                waiting.append(maker)
            elif dims is not None and size in dims:
                shape = ", ".join("?" if dim is None else str(dim) for dim in dims)
                return f"; input {name!r} is declared [{shape}]"
            elif not stored and name in graph.initializers and size in graph.initializers[name].dims:
                stored = f"; initializer {name!r} is {survey.result.facts[name].brief()}"
    return stored


def _violation(
    condition: Condition, symbols: Sequence[Symbol], sizes: Sequence[int], given: Iterable[Condition]
) -> dict[Symbol, int] | None:
    """The first of these sizes that violate the condition and satisfy the given ones."""
    demands = [g for g in given if g.symbols() <= set(symbols)]
    for chosen in itertools.product(sizes, repeat=len(symbols)):
        size_of = dict(zip(symbols, chosen, strict=True)).__getitem__
        try:
            if not condition.holds(size_of) and all(d.holds(size_of) for d in demands):
                return dict(zip(symbols, chosen, strict=True))
        except ZeroDivisionError:  # a dim is not defined at these sizes
            continue
    return None


def _sizes_text(sizes: dict[Symbol, int]) -> str:
    return ", ".join(f"{s.name}={n}" for s, n in sizes.items())


def two_sizes(survey: Survey) -> Iterator[Placed[Finding]]:
    """Dim names of outputs that are used for two sizes, or for another size than on the inputs."""
    graph, result = survey.model.graph, survey.result
    assert graph is not None  # a survey always has a graph
    uses: dict[str, list[tuple[str, int, Dim]]] = {}
    for output in graph.outputs:
        fact = result.facts.get(output.name)
        dims = output.dims
        shape = fact.shape if isinstance(fact, TensorFact) else None
        if dims is None or shape is None or len(dims) != len(shape):
            continue
        for axis, (name, dim) in enumerate(zip(dims, shape, strict=True)):
            if isinstance(name, str) and name.isidentifier() and all(s.named for s in dim.symbols()):
                uses.setdefault(name, []).append((output.name, axis, dim))
    known = result.run.declarations.scope.symbols
    for name, places in uses.items():
        symbol = known.get(name)
        for output_name, axis, dim in places:
            if symbol is None and dim is not places[0][2]:
                other = places[0][2]
                what = f"axis {places[0][1]} of {places[0][0]!r}"
            elif symbol is not None and dim.symbol() is not symbol:
                other, what = of(symbol), "an input"
            else:
                continue
            found = _apart(survey, dim, other)
            if found is not None:
                yield survey.main.found(
                    codes.TWO_SIZES,
                    "{name!r} is {dim} on axis {axis} of {output!r} and {other} on {what}: {found}",
                    name=name, dim=dim, axis=axis, output=output_name, other=other, what=what, found=found,
                )  # fmt: skip
                break


def _apart(survey: Survey, dim: Dim, other: Dim) -> str | None:
    """Sizes that the model allows and for which the two dims differ."""
    rewriter = survey.result.contract.rewriter()
    condition = equal(rewriter.dim(dim), rewriter.dim(other))
    symbols = sorted(condition.symbols(), key=lambda s: s.sort)
    difference = condition.a - condition.b
    # max(total, past) instead of total: the exporter knows which one is the larger.
    clamped = any(isinstance(atom, Term) and atom.op == "relu" for m, _ in difference.terms for atom, _ in m)
    if clamped or len(symbols) > _MOST_SYMBOLS:
        return None
    demands = (c.condition for c in survey.result.contract.demands)
    sizes = _violation(condition, symbols, _SIZES, demands)
    if sizes is None:
        return None
    a, b = (d.evaluate(sizes.__getitem__) for d in (condition.a, condition.b))
    return f"{_sizes_text(sizes)} makes them {a} and {b}" if sizes else "they differ"


def dim_names(survey: Survey) -> Iterator[Placed[Finding]]:
    """Dynamic dims of inputs and outputs that have no name, or a generated one."""
    graph = survey.model.graph
    assert graph is not None  # a survey always has a graph
    found: list[str] = []
    for value in (*graph.inputs, *graph.outputs):
        dims = value.dims
        for axis, dim in enumerate(dims or ()):
            if dim is None or (isinstance(dim, int) and dim < 0):
                found.append(f"axis {axis} of {value.name!r} has no name")
            elif isinstance(dim, str) and _is_made_up(dim):
                found.append(f"axis {axis} of {value.name!r} is called {dim!r}")
    if found:
        yield survey.main.found(codes.DIM_NAMES, "{dims}", dims=listed(found))


def for_one_size(survey: Survey) -> Iterator[Placed[Finding]]:
    """Values that are declared for one size of an input: one finding for each such size."""
    result = survey.result
    for group in declared_for(result.run, result.contract):
        yield group.finding(result.run)


def _is_made_up(name: str) -> bool:
    """Whether a converter or runtime generated the name: unk__12, DynamicDimension.0, ?."""
    return name.strip("?_ ") == "" or name.startswith(("unk__", "DynamicDimension.", "dynamic_axes_"))
