"""Values of which a loader may know other sizes than we do, because something else is declared.

It takes what a body declares of its inputs for the truth where it knows no size. If two numbers differ at
load, it takes the size for unknown, so that no number is enforced.
"""

from __future__ import annotations

from shapeinfer.engine.frame import Frame, fed
from shapeinfer.engine.loader.ranks import is_rank_inferred
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.graph import reads
from shapeinfer.model.structure import Function, Graph, TensorType, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Set

    from shapeinfer.model.structure import Node

# The number of the iteration and the condition come before a Loop's states.
LOOP_SCALARS = 2
# Before this opset a loader may know of an If what a branch declares, whatever it infers of the branch.
_RANK_DECLARED = 13


def behind_declared_bodies(graph: Graph | Function) -> Set[str]:
    """The values that follow, in this graph, from numbers that bodies declare of their inputs, also where
    such a body stands in another one."""
    made = [name for node in graph.nodes if node.has_bodies for name in _by_declared(node)]
    return following(graph, made) if made else frozenset()


def _by_declared(node: Node) -> Iterator[str]:
    """The outputs of a node that follow from such numbers."""
    first, result, unshaped = 0, 0, 0
    if node.op_type == "Loop":
        first, result, unshaped = LOOP_SCALARS, 1, len(node.inputs) - LOOP_SCALARS  # the states have no shape
    for _, body in node.bodies():
        declared = {at: value.name for at, value in enumerate(fed(body)[first:]) if declares_numbers(value)}
        inner = [name for other in body.nodes if other.has_bodies for name in _by_declared(other)]
        if not declared and not inner:
            continue
        inside = following(body, [*declared.values(), *inner])
        made = {at for at, value in enumerate(body.outputs) if value.name in inside}
        # What is declared of a state tells its output as well.
        made.update(at + result for at in declared if at + result < len(body.outputs))
        for at in carried_on(body, node.op_type, made):
            if unshaped <= at - result < len(node.outputs) and node.outputs[at - result]:
                yield node.outputs[at - result]


def declares_numbers(value: Value) -> bool:
    """Whether the value's declared shape has numbers."""
    return isinstance(value.type, TensorType) and any(isinstance(d, int) for d in value.type.dims or ())


def misdeclared(op_type: str, inputs: Sequence[Value], facts: Sequence[Fact]) -> set[str]:
    """The inputs of a body of which a loader may take what it declares, though that is not so: the states of
    a Loop of which it declares a number that may not be their size, and what goes into a Scan's body where
    that declares another rank."""
    if op_type == "Scan":
        return {
            value.name for value, fact in zip(inputs, facts, strict=False) if _has_other_rank(value, fact)
        }
    found: set[str] = set()
    if op_type != "Loop":
        return found
    for value, fact in zip(inputs[LOOP_SCALARS:], facts[LOOP_SCALARS:], strict=False):
        declared = value.dims
        shape = fact.shape if isinstance(fact, TensorFact) else None
        sizes = [None if shape is None or len(shape) != len(declared or ()) else d.value for d in shape or ()]
        pairs = zip(declared or (), sizes or [None] * len(declared or ()), strict=False)
        if any(isinstance(d, int) and d != size for d, size in pairs):
            found.add(value.name)
    return found


def _has_other_rank(declared: Value, fact: Fact | None) -> bool:
    dims = declared.dims
    return dims is not None and isinstance(fact, TensorFact) and fact.rank not in (None, len(dims))


def mistaken(graph: Graph, frame: Frame) -> Set[str]:
    """The values that follow, in this graph, from one that is declared otherwise than it is, here or in the
    branch of an If that makes it."""
    wrong: set[str] = set()
    at: Frame | None = frame
    while at is not None:
        first = at.mistaken | at.misdeclared
        if first:
            wrong |= first if at.graph is None else following(at.graph, first)
        at = at.outer
    return behind(graph, wrong) | frame.misdeclared


def misranked(graph: Graph, frame: Frame) -> Set[str]:
    """The values that follow, in this graph, from one of which another rank is declared than it has, also by
    a branch of an If that makes it, or from a state of a Loop that declares one where we know none: that may
    be the rank that a loader knows."""
    wrong: set[str] = set()
    at: Frame | None = frame
    while at is not None:
        found = {name for name in at.mistaken if _is_other(at.claims.get(name) or at.given(name), at, name)}
        found |= at.misranked.union(name for name in at.forgotten if _is_ranked_state(name, at))
        wrong |= found if at.graph is None or not found else following(at.graph, found)
        at = at.outer
    return wrong | behind(graph, wrong)


def other_ranks(graph: Graph, frame: Frame) -> list[int]:
    """The outputs of a body of which it declares another rank than it makes."""
    return [at for at, value in enumerate(graph.outputs) if _is_other(value, frame, value.name)]


def _is_ranked_state(name: str, frame: Frame) -> bool:
    """Whether a state declares a rank where none is known."""
    declared, fact = frame.given(name), frame.scope.names.get(name)
    is_open = isinstance(fact, TensorFact) and fact.shape is None
    return is_open and declared is not None and declared.dims is not None


def _is_other(declared: Value | None, frame: Frame, name: str) -> bool:
    """Whether the value of that name has another rank than is declared."""
    return declared is not None and _has_other_rank(declared, frame.scope.names.get(name))


def behind(graph: Graph | Function, wrong: Set[str]) -> Set[str]:
    """The values that follow, in this graph, from such ones of this graph or of one around it."""
    if not wrong:
        return wrong
    readers = [node for node in graph.nodes if not wrong.isdisjoint(reads(node))]
    return following(graph, [name for node in readers for name in node.outputs if name])


def following(graph: Graph | Function, first: Iterable[str]) -> Set[str]:
    """These values, and those that follow from them in the graph."""
    readers: dict[str, list[Node]] = {}
    for node in graph.nodes:
        for name in reads(node):
            readers.setdefault(name, []).append(node)
    found = set(first)
    waiting = list(found)
    while waiting:
        for node in readers.get(waiting.pop(), ()):
            new = [name for name in node.outputs if name and name not in found]
            found.update(new)
            waiting += new
    return found


def carried_on(body: Graph, op_type: str, made: Set[int]) -> Set[int]:
    """Which outputs of the body of a Loop or a Scan follow from these, in one iteration or in later ones."""
    if op_type == "Loop" and 0 in made:
        return set(range(len(body.outputs)))  # it decides how many iterations there are
    outputs = [value.name for value in body.outputs]
    # Inputs of a Scan that are no states are paired as well, which says more than needed.
    first, result = (LOOP_SCALARS, 1) if op_type == "Loop" else (0, 0)
    pairs = list(zip(fed(body)[first:], outputs[result:], strict=False))
    found: Set[str] = {outputs[at] for at in made}
    while True:
        more = found | following(body, [state.name for state, name in pairs if name in found])
        if more == found:
            return {at for at, name in enumerate(outputs) if name in found}
        found = more


def misranked_outputs(graph: Graph, frame: Frame, op_type: str) -> frozenset[int]:
    """The outputs of a branch that declares another rank than it makes, which may be the one that a loader
    knows: it may not infer it."""
    wrong = other_ranks(graph, frame) if op_type == "If" else ()
    if frame.opsets.get("", _RANK_DECLARED) < _RANK_DECLARED:
        return frozenset(wrong)
    return frozenset(at for at in wrong if not is_rank_inferred(graph.outputs[at].name, frame))


def misdeclared_outputs(graph: Graph, frame: Frame, op_type: str) -> frozenset[int]:
    """The outputs of a branch that follow from what is declared otherwise than it is."""
    wrong = mistaken(graph, frame) | frame.mistaken if op_type == "If" else ()
    return frozenset(at for at, value in enumerate(graph.outputs) if value.name in wrong)
