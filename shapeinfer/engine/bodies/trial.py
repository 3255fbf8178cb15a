"""An If whose branches differ in rank: what follows is visited with each of the ranks, also behind the
function or the branch that the If stands in, if that makes what the If does.

Where it runs with one of them only, that branch is taken in every run that succeeds. Otherwise what it
demands with both is demanded of every run, and what it demands with one under the condition of that branch.

Exporters write ``squeeze`` of an open size so: one branch drops the axis if its size is 1, the other keeps
it, and the layers behind take one of the two ranks.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import ONE, ZERO
from shapeinfer.dims.budget import spend
from shapeinfer.dims.proofs import PROVED
from shapeinfer.engine.bodies.branches import is_error, taken_if, truth_of_sizes
from shapeinfer.engine.bodies.either import Either, Made, as_computed
from shapeinfer.engine.bodies.mistaken import following
from shapeinfer.engine.effort import MOST_TRIALS
from shapeinfer.engine.frame import Frame
from shapeinfer.engine.optimized.fused import Fused
from shapeinfer.engine.place import Step, guard_of, path_key
from shapeinfer.engine.run import Placed, needs_of
from shapeinfer.facts.elements import single
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.graph import reads
from shapeinfer.rule.implied import implied
from shapeinfer.rule.requirement import Finding, Requirement, any_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence, Set

    from shapeinfer.engine.bodies.body import EngineBody
    from shapeinfer.engine.engine import Engine
    from shapeinfer.engine.place import PathKey, Place
    from shapeinfer.facts.scalar import Truth
    from shapeinfer.model.structure import Function, Graph, Node
    from shapeinfer.rule.requirement import Condition

_BRANCHES = {"then_branch", "else_branch"}

# Nodes that are followed behind one If.
_MOST_FOLLOWED = 2000

# Demands of the nodes behind one If that are compared.
_MOST_DEMANDS = 8


class _Followed:
    """What follows an If, with the outputs of one branch: why no run succeeds, or what it demands of
    sizes that a caller chooses. ``guarded`` and ``failing``: the same of bodies that may not run, by the
    body."""

    __slots__ = ("demands", "failing", "failure", "guarded")

    def __init__(self, failure: Placed[Finding] | None = None) -> None:
        self.failure = failure
        self.demands: Sequence[Placed[Requirement]] = ()
        self.guarded: dict[PathKey, list[Placed[Requirement]]] = {}
        self.failing: dict[PathKey, Placed[Finding]] = {}


def only_branch(
    engine: Engine, node: Node, facts: Sequence[Fact | None], outputs: Sequence[Fact], frame: Frame,
    bodies: Mapping[str, EngineBody],
) -> tuple[bool, Requirement] | None:  # fmt: skip
    """The branch that every successful run takes, and the demand that it is taken; None if that is not known,
    or if one surely runs. What is demanded of every run in any case goes into the frame.

    ``facts`` and ``outputs`` are those of the If, ``bodies`` its branches, which have been visited."""
    if node.op_type != "If" or node.domain or bodies.keys() != _BRANCHES or len(facts) != 1:
        return None
    if any(body.runs for body in bodies.values()):
        return None
    truth = truth_of_sizes(facts[0])
    then, other = bodies["then_branch"].last, bodies["else_branch"].last
    if then is None or other is None or not _differ(outputs, then.outputs, other.outputs):
        return None
    if not len(node.outputs) == len(then.outputs) == len(other.outputs):
        return None  # which was reported
    either = Either(Made(then.outputs, then.claimed), Made(other.outputs, other.claimed), truth)
    return _only(engine, node, either, frame)


def made_in_branch(
    engine: Engine, node: Node, outputs: tuple[Fact, ...], bodies: Mapping[str, EngineBody], frame: Frame
) -> tuple[Fact, ...]:
    """The facts of the outputs of a node with bodies: of an If of which one branch surely runs as of what
    that branch makes (:func:`made_in_either`), of every other node ``outputs``."""
    taken = next((body.last for body in bodies.values() if body.runs), None) if node.op_type == "If" else None
    return outputs if taken is None else made_in_either(engine, node, outputs, taken.either, frame)


def made_in_either(
    engine: Engine, node: Node, outputs: tuple[Fact, ...], either: Either | None, frame: Frame
) -> tuple[Fact, ...]:
    """The facts of the outputs of a node that makes something in one of two ways: of a call, or of an If of
    which one branch surely runs, in which another If decides a rank. What is demanded of every run goes into
    the frame.

    ``outputs`` are what is known of them without what follows."""
    if either is None or not len(node.outputs) == len(outputs) == len(either.then.outputs):
        return outputs
    only = _only(engine, node, either, frame)
    if only is None:
        return outputs
    taken, demand = only
    frame.requirements.append(Placed(demand, (Step(node),), claimed=frame.scope.is_claimed(node.inputs)))
    made = either.then if taken else either.other
    frame.scope.claimed.update(name for at, name in enumerate(node.outputs) if at in made.claimed and name)
    # Dims that are new in the branch would be the same ones in every call.
    is_named = all(s.named for fact in made.outputs for dim in fact.dims() for s in dim.symbols())
    return tuple(map(as_computed, made.outputs)) if is_named else outputs


def _only(engine: Engine, node: Node, either: Either, frame: Frame) -> tuple[bool, Requirement] | None:
    """As ``only_branch``, for what the node makes with either branch."""
    frame.either[tuple(node.outputs)] = either
    if engine.trials >= MOST_TRIALS:
        return None
    engine.trials += 1  # also if nothing follows: an edit may put something there (reuse/incremental.py)
    rest = _behind(node, frame)
    if rest is None:
        return None
    first, second = (_followed(engine, node, made, rest, frame) for made in (either.then, either.other))
    if first.failure is not None and second.failure is not None:
        frame.findings.append(first.failure)
        return None
    if first.failure is None and second.failure is None:
        frame.requirements.extend(_of_both(first, second, either.truth))
        _report_guarded(first, second, frame)
        return None
    taken = first.failure is None
    failure = second.failure if taken else first.failure
    if either.truth is None or failure is None:
        only = first if taken else second
        frame.requirements.extend(only.demands)
        frame.requirements.extend(demand for demands in only.guarded.values() for demand in demands)
        frame.findings.extend(only.failing.values())
        return None
    del frame.either[tuple(node.outputs)]  # there is one way only
    found = failure.item
    demand = Requirement(taken_if(either.truth, taken=taken), found.code, found.message, found.args)
    return taken, demand


def either_among(frame: Frame, names: Sequence[str], outputs: Sequence[Fact]) -> Either | None:
    """What a graph makes with either branch of an If in it; None if no If decides a rank of its outputs.

    ``names`` and ``outputs`` are those of what it makes."""
    for made, either in frame.either.items():
        found = either.among(made, names, outputs)
        if found is not None:
            return found
    return None


def _of_both(first: _Followed, second: _Followed, truth: Truth | None) -> Iterator[Placed[Requirement]]:
    """What every run demands: what both do, and what one does unless the other branch is taken; where data
    decides, one demand or the other."""
    shared = {p.item.condition for p in first.demands} & {p.item.condition for p in second.demands}
    for at, followed in enumerate((first, second)):
        for placed in followed.demands:
            item = placed.item
            if item.condition in shared:
                if at == 0:
                    yield placed
            elif truth is not None:
                condition = any_of(item.condition, taken_if(truth, taken=at == 1))
                if condition.verdict() is not PROVED:
                    yield Placed(Requirement(condition, item.code, item.message, item.args), placed.place)
    if truth is None:
        yield from _either(first, second, shared)


def _either(first: _Followed, second: _Followed, shared: Set[Condition]) -> Iterator[Placed[Requirement]]:
    for a in first.demands:
        for b in second.demands:
            if a.item.condition in shared or b.item.condition in shared:
                continue
            condition = any_of(a.item.condition, b.item.condition)
            if condition.verdict() is not PROVED:
                item = Requirement(condition, a.item.code, a.item.message, a.item.args)
                yield Placed(item, a.place, resting=(b.place,))


def _report_guarded(first: _Followed, second: _Followed, frame: Frame) -> None:
    """Add what both demand of a body that may not run: it is the same body in both."""
    for guard in [*first.failing, *(g for g in first.guarded if g not in first.failing)]:
        if guard in first.failing and guard in second.failing:
            frame.findings.append(first.failing[guard])
        elif guard in first.failing:
            frame.requirements.extend(second.guarded.get(guard, ()))
        elif guard in second.failing:
            frame.requirements.extend(first.guarded[guard])
        else:
            pairs = [(a, b) for a in first.guarded[guard] for b in second.guarded.get(guard, ())]
            for a, b in pairs:
                condition = any_of(a.item.condition, b.item.condition)
                if condition.verdict() is not PROVED:
                    frame.requirements.append(
                        a.holding(Requirement(condition, a.item.code, a.item.message, a.item.args))
                    )


def known_condition(cond: Fact | None, *, taken: bool) -> TensorFact:
    """The condition of an If of which one branch is taken in every run."""
    assert isinstance(cond, TensorFact) and cond.shape is not None  # its element is known
    known = single(ONE if taken else ZERO, (1,) * len(cond.shape))
    return TensorFact(cond.elem_type, cond.shape, known)


def _differ(joined: Sequence[Fact], then: Sequence[Fact], other: Sequence[Fact]) -> bool:
    """Whether some output has a rank in each branch, but not the same."""
    return any(
        isinstance(fact, TensorFact) and fact.shape is None
        and isinstance(a, TensorFact) and isinstance(b, TensorFact)
        and a.shape is not None and b.shape is not None
        for fact, a, b in zip(joined, then, other, strict=False)
    )  # fmt: skip


def _behind(node: Node, frame: Frame) -> Sequence[Node] | None:
    """The nodes that are visited after this one, unless there are none or too many: up to one that reads what
    a later one makes, for they may not be sorted yet."""
    nodes = frame.nodes
    at = next((i for i, other in enumerate(nodes) if other is node), len(nodes))
    rest = nodes[at + 1 :]
    if not 0 < len(rest) <= _MOST_FOLLOWED:
        return None
    spend(len(rest))
    later = {name for other in rest for name in other.outputs if name}
    for count, other in enumerate(rest):
        if not later.isdisjoint(reads(other)):
            return rest[:count] or None
        later.difference_update(other.outputs)
    return rest


def _followed(engine: Engine, node: Node, branch: Made, rest: Sequence[Node], frame: Frame) -> _Followed:
    """What follows if the node makes this. Demands are those of nodes that read them,
    about sizes that a caller chooses."""
    spend(len(rest))
    scope = frame.scope.copy()
    trial = frame.tried(scope, rest)
    made = zip(node.outputs, branch.outputs, strict=True)
    scope.names.update((name, fact) for name, fact in made if name)
    scope.claimed.update(name for at, name in enumerate(node.outputs) if at in branch.claimed)
    engine.follow(rest, trial)
    fused = Fused(lambda place: _graph_of(place, frame.graph, engine.function_of))
    followed = _Followed()
    behind = _Behind(node, rest, engine.function_of)
    for placed in trial.findings:
        fails = placed.place and not placed.claimed and is_error(placed.item)
        if not fails or placed.item.code in _OF_NAMES or fused.may_run(placed):
            continue
        if not placed.guarded:
            return _Followed(placed)
        if behind.reads(placed.place):
            followed.failing.setdefault(_guard(placed), placed)
    demands: dict[tuple[PathKey, Condition], Placed[Requirement]] = {}
    for demand in trial.requirements:
        needs = _told_of_named(demand) if behind.reads(demand.place) else None
        if needs is None:
            continue
        if len(demands) >= _MOST_DEMANDS:
            break
        item = demand.item
        stated = Requirement(needs, item.code, item.message, item.args)
        if needs_of(demand) is None:
            demands.setdefault((_guard(demand), needs), demand.holding(stated))
        else:
            demands.setdefault(((), needs), Placed(stated, demand.place, resting=demand.resting))
    followed.demands = tuple(demand for (guard, _), demand in demands.items() if not guard)
    for (guard, _), demand in demands.items():
        if guard:
            followed.guarded.setdefault(guard, []).append(demand)
    return followed


def _told_of_named(demand: Placed[Requirement]) -> Condition | None:
    """What is demanded of sizes that a caller chooses, in every run or where the body runs."""
    if demand.claimed or demand.item.premise:
        return None
    needs = needs_of(demand) or demand.item.condition
    return needs if all(s.named for s in needs.symbols()) else implied(needs)


def _guard(placed: Placed[Finding] | Placed[Requirement]) -> PathKey:
    """The body that may not run in which that is stated."""
    return path_key(guard_of(placed.place))


class _Behind:
    """The values that the If makes, and those that follow from them, in the nodes behind it and in their
    bodies."""

    def __init__(
        self, node: Node, rest: Sequence[Node], function_of: Callable[[Node], Function | None]
    ) -> None:
        names = set(node.outputs) - {""}
        for other in rest:
            if not names.isdisjoint(reads(other)):
                names.update(filter(None, other.outputs))
        self._names: dict[PathKey, Set[str]] = {(): names}
        self._function_of = function_of

    def reads(self, place: Place) -> bool:
        """Whether the node at the place reads one of them."""
        return not self._inside(place[:-1]).isdisjoint(reads(place[-1].node))

    def _inside(self, path: Place) -> Set[str]:
        """Those of the body or function at the end of the path."""
        key = path_key(path)
        if key not in self._names:
            around, node, body = self._inside(path[:-1]), path[-1].node, path[-1].body
            graph: Graph | Function | None = None
            if body.startswith("fn:"):
                graph = self._function_of(node)
                given = () if graph is None else zip(graph.inputs, node.inputs, strict=False)
                names = {to for to, name in given if name in around}
            else:
                graph = dict(node.bodies())[body]
                names = {*around}
                if not around.isdisjoint(node.inputs):
                    names.update(value.name for value in graph.inputs)
            if graph is not None:
                spend(len(graph.nodes))
                names = {*following(graph, names)}
            self._names[key] = names
        return self._names[key]


# Findings about names say nothing of what runs.
_OF_NAMES = frozenset((codes.UNDEFINED_INPUT, codes.REDEFINED))


def _graph_of(
    place: Place, graph: Graph | Function | None, function_of: Callable[[Node], Function | None]
) -> Graph | Function | None:
    """The graph, body or function that the last node of the path stands in, which begins in ``graph``."""
    for step in place[:-1]:
        if graph is not None:
            is_call = step.body.startswith("fn:")
            graph = function_of(step.node) if is_call else dict(step.node.bodies()).get(step.body)
    return graph
