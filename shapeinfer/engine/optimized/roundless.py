"""What is wrong only where a Loop makes a round, or a computed size of a Reshape is not 0.

Of a Loop that may make none it is a premise that it makes one, for else what it collects has other sizes. So
what these sizes refute behind it is no proof that every run fails: it is a warning, and a demand that there
is no round. What is demanded there is demanded only with a round, if sizes of 1 and more tell that there may
be none; where sizes do not tell it, it is a premise. So is what these sizes refute behind a Reshape to a
computed size that they may make 0, which copies, and what depends on one that no name tells.
"""

from __future__ import annotations

from shapeinfer.codes import ASSUMED_SIZE
from shapeinfer.dims import ONE, ZERO
from shapeinfer.dims.proofs import PROVED, UNKNOWN
from shapeinfer.engine.optimized.behind import is_behind, is_refuted, may_fail, nodes_behind
from shapeinfer.engine.optimized.spared import path_of, weakened
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.rule.requirement import Finding, Requirement, any_of, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence, Set

    from shapeinfer.dims import Dim, Symbol
    from shapeinfer.engine.place import Place
    from shapeinfer.model.structure import Graph


# Loops of one model behind which demands are looked at.
_MOST_LOOPS = 32


def behind_loops(
    found: list[Placed[Finding]],
    stated: list[Placed[Requirement]],
    graph_of: Callable[[Place], Graph | None],
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings, with those behind such Loops as warnings, and the demands. ``graph_of``: the graph or
    body of a place."""
    loops: list[Place] = []
    counted: list[tuple[Place, Dim]] = []
    copying: list[tuple[Place, Dim]] = []
    unnamed: list[Placed[Requirement]] = []
    for premise in stated:
        if premise.item.code is ASSUMED_SIZE and premise.item.premise and premise.place:
            node, count = premise.place[-1].node, premise.item.condition.a
            if node.op_type == "Loop":
                loops.append(premise.place)
                counted.append((premise.place, count))
            elif node.op_type == "Reshape" and premise.item.condition.b == ONE:
                if _may_be_none(count):
                    copying.append((premise.place, count))
                else:
                    unnamed.append(premise)
    found = _beside_copied(found, unnamed, graph_of)
    if not loops and not copying:
        return found, stated
    # Where every round fails there is none, whatever tells how many there are.
    never = {placed.item.condition for placed in stated}
    weak = [one for one in counted if _may_be_none(one[1]) or at_least(ZERO, one[1]) in never]
    for place, count in weak[:_MOST_LOOPS]:
        stated = _demanded_in_rounds(stated, place, count, graph_of)
    unknown = [place for place, count in counted if not all(symbol.named for symbol in count.symbols())]
    if unknown:
        after = nodes_behind(unknown, graph_of)
        _, stated = weakened([], stated, lambda placed: is_behind(placed, after))
    # That a body never runs is demanded where something in it is refused.
    refused = {_key_of(placed) for placed in found} if copying else set()
    for place, count in copying[:_MOST_LOOPS]:
        stated = _demanded_in_rounds(stated, place, count, graph_of, only=refused)
    if not any(is_refuted(placed) for placed in found):
        return found, stated
    counted = [*counted, *copying]
    after = nodes_behind([*loops, *(place for place, _ in copying)], graph_of)
    softened: list[Placed[Finding]] = []
    demanded: list[Placed[Requirement]] = []
    for placed in found:
        if is_refuted(placed) and is_behind(placed, after):
            softened.append(placed.holding(placed.item.softened()))
            if placed.item.is_refusal and len(counted) <= _MOST_LOOPS:
                demanded += _without_rounds(placed, counted, graph_of)
        else:
            softened.append(placed)
    return softened, [*stated, *demanded]


def _beside_copied(
    found: list[Placed[Finding]],
    unnamed: Sequence[Placed[Requirement]],
    graph_of: Callable[[Place], Graph | None],
) -> list[Placed[Finding]]:
    """The findings, with what is refuted of sizes that a Reshape makes only where one that no name tells is
    not 0 as warnings: behind it, and about the bodies around it, which are compared with what goes in."""
    if not unnamed or not any(is_refuted(placed) for placed in found):
        return found
    may_be_none = [premise for premise in unnamed if may_fail(premise.item.condition)]
    copied = [
        (premise.place, nodes_behind([premise.place], graph_of), set(premise.item.condition.symbols()))
        for premise in may_be_none[:_MOST_LOOPS]
    ]
    return [
        placed.holding(placed.item.softened())
        if is_refuted(placed)
        and any(
            (is_behind(placed, after) or _is_around(placed, place))
            and not symbols.isdisjoint(_symbols_of(placed.item))
            for place, after, symbols in copied
        )
        else placed
        for placed in found
    ]


def _is_around(placed: Placed[Finding], place: Place) -> bool:
    """Whether it is about a node with a body in which the place lies."""
    depth = len(placed.place)
    around = (path_of(place[: depth - 1]), place[depth - 1].node.index) if depth < len(place) else None
    return around == (path_of(placed.place[:-1]), placed.place[-1].node.index)


def _symbols_of(finding: Finding) -> set[Symbol]:
    """The symbols of the sizes that a finding tells."""
    facts = [value for _, value in finding.args if isinstance(value, TensorFact)]
    return {symbol for fact in facts for dim in fact.dims() for symbol in dim.symbols()}


def _key_of(placed: Placed[Finding] | Placed[Requirement]) -> tuple[object, ...]:
    """Equal for a mistake and what is demanded because of it."""
    return path_of(placed.place), placed.item.code


def _may_be_none(count: Dim) -> bool:
    """Whether sizes of 1 and more tell that this may be 0, and they alone."""
    return all(symbol.named for symbol in count.symbols()) and may_fail(at_least(count, ONE))


def _without_rounds(
    found: Placed[Finding],
    counted: Sequence[tuple[Place, Dim]],
    graph_of: Callable[[Place], Graph | None],
) -> Iterator[Placed[Requirement]]:
    """The demand that one of the Loops that a mistake is behind makes no round, where sizes alone tell it."""
    none = [
        at_least(ZERO, count) for place, count in counted if is_behind(found, nodes_behind([place], graph_of))
    ]
    condition = any_of(*none)
    if none and condition.verdict() is UNKNOWN and all(symbol.named for symbol in condition.symbols()):
        need = Requirement(condition, found.item.code, found.item.message, found.item.args)
        yield Placed(need, found.place, guarded=found.guarded, claimed=found.claimed)


def _demanded_in_rounds(
    stated: Sequence[Placed[Requirement]],
    place: Place,
    count: Dim,
    graph_of: Callable[[Place], Graph | None],
    *,
    only: Set[tuple[object, ...]] | None = None,
) -> list[Placed[Requirement]]:
    """The demands, with those behind the Loop or the Reshape at this place only where what it counts is above
    0. ``only``: the mistakes whose demands are meant; None: all demands are."""
    after = nodes_behind([place], graph_of)
    kept: list[Placed[Requirement]] = []
    for placed in stated:
        item = placed.item
        is_meant = only is None or _key_of(placed) in only
        if item.premise or not is_meant or not is_behind(placed, after):
            kept.append(placed)
            continue
        condition = any_of(at_least(ZERO, count), item.condition)
        if condition.verdict() is not PROVED:
            kept.append(placed.holding(Requirement(condition, item.code, item.message, item.args)))
    return kept
