"""What a loader surely knows of what a Loop or a Scan collects: its rank, and its sizes without a round."""

from __future__ import annotations

from shapeinfer.engine.bodies.mistaken import declares_numbers
from shapeinfer.engine.frame import fed
from shapeinfer.engine.loader.blind import is_blind
from shapeinfer.engine.loader.noted import note
from shapeinfer.engine.loader.ranks import ALIKE, is_rank_sure
from shapeinfer.engine.loader.seen import holds_before
from shapeinfer.facts.fact import OptionalFact, TensorFact
from shapeinfer.model.structure import Graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.engine.engine import Engine
    from shapeinfer.engine.frame import Frame
    from shapeinfer.model.structure import Node, Value


def note_collected(graph: Graph, frame: Frame, first: int, engine: Engine) -> None:
    """Note it of the body's outputs from the position ``first`` on."""
    if frame.strict:
        return  # as a loader sees the body, what goes in tells less
    noted, declared = engine.noted, _may_declare_numbers(frame, engine)
    for position, value in enumerate(graph.outputs[first:], first):
        note(noted.ranks, (id(graph), position), _rank(value, frame))
        sizes = _sizes_without_rounds(value, frame, declares_numbers=declared)
        note(noted.without_rounds, (id(graph), position), sizes)


def _may_declare_numbers(frame: Frame, engine: Engine) -> bool:
    """Whether numbers are declared for open sizes, or may be of what goes into bodies around it."""
    at: Frame | None = frame
    while at is not None and isinstance(at.graph, Graph) and at.outer is not None:
        if any(map(declares_numbers, fed(at.graph))):
            return True
        at = at.outer
    return bool(frame.functions or engine.declared_numbers)


def _rank(value: Value, frame: Frame) -> int | None:
    """How many axes a loader surely knows of an output of a body, 0 where it surely knows no shape; None if
    neither is sure."""
    declared = value.dims
    fact = frame.scope.find(value.name)
    if is_blind(value.name, frame):
        return len(declared or ())
    if frame.functions:
        return None  # what goes in there is not known
    rank = fact.rank if isinstance(fact, TensorFact) else None
    is_sure = declared is None or len(declared) == rank
    return rank if is_sure and holds_before(value.name, frame, _has_rank) else None


def _sizes_without_rounds(value: Value, frame: Frame, *, declares_numbers: bool) -> list[int | None] | None:
    """The sizes of what a Loop collects of an output of its body where it makes no round, behind the axis of
    the rounds: those that a loader knows, and 0 for the others; None for those of which neither is sure.
    ``declares_numbers``: in the place of open sizes a loader may know numbers."""
    declared = value.dims
    if is_blind(value.name, frame):
        return [d if isinstance(d, int) and d >= 0 else 0 for d in declared or ()]
    fact = frame.scope.find(value.name)
    shape = fact.shape if isinstance(fact, TensorFact) else None
    if shape is None or declares_numbers or (declared is not None and len(declared) != len(shape)):
        return None
    is_open = [not isinstance(d, int) for d in declared or (None,) * len(shape)]
    return [
        0 if is_open[axis] and any(s.named for s in size.symbols()) else None
        for axis, size in enumerate(shape)
    ]


def _has_rank(name: str, node: Node | None, frame: Frame) -> bool:
    fact = frame.scope.names.get(name)
    fact = fact.element if isinstance(fact, OptionalFact) else fact
    if not isinstance(fact, TensorFact) or fact.rank is None or name in frame.scope.uninferred:
        return False
    if node is not None:
        # Of further outputs it may infer none: the mean of a LayerNormalization, what an Attention keeps.
        is_first = name == node.outputs[0] or node.op_type in ALIKE
        return is_first and node.op_type != "Scan" and is_rank_sure(name, node, frame)
    given = None if frame.outer is None else frame.given(name)
    declared = None if given is None else given.dims
    if declared is not None:  # what goes into a body has the rank that this declares
        return len(declared) == fact.rank
    return name not in frame.unseen and is_rank_sure(name, node, frame)
