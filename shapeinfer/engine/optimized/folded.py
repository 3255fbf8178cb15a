"""Which Ifs ONNX Runtime replaces by the branch that they take.

With the optimizations that users have by default it computes what depends on stored values alone when it
loads a model. Where that tells the condition of an If, the nodes of one branch take its place, and the
declared shapes of the branch's outputs are forgotten. Without optimizations they are enforced.
"""

from __future__ import annotations

from shapeinfer.dims.budget import spend
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.structure import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.engine.engine import Engine
    from shapeinfer.engine.frame import Frame

_RANDOM = frozenset((
    "Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike",
))  # fmt: skip


def is_folded(name: str, engine: Engine, frame: Frame) -> bool:
    """Whether a value is computed from stored values, and from shapes of which all sizes are numbers, alone.

    What a caller of ``check`` gives is not stored: nodes are followed back to where values come from. In a
    function that counts which is known without what callers give."""
    folded = _follows_from_stored(name, engine, frame)
    if frame.functions:
        key = (id(frame.graph), name)
        if engine.is_bound:
            return folded or key in engine.loader().noted.folded
        if folded:
            engine.noted.folded.add(key)
    return folded


def _follows_from_stored(name: str, engine: Engine, frame: Frame) -> bool:
    waiting: list[tuple[str, Frame]] = [(name, frame)]
    looked: dict[tuple[str, int], Frame] = {}
    while waiting:
        read, where = waiting.pop()
        found = _home(read, where)
        if found is None:
            return False
        if read in found.folded or (read, id(found)) in looked:
            continue
        looked[read, id(found)] = found
        spend(1)
        node = found.maker(read)
        if node is None:
            if not _is_stored(read, engine, found):
                return False
        elif node.op_type == "Shape" and node.inputs:
            fact = found.scope.find(node.inputs[0])
            if not _is_static(fact):
                return False
            if engine.is_bound and not _is_fixed(node.inputs[0], found, engine):
                return False
        elif node.has_bodies or node.op_type in _RANDOM:
            return False
        elif engine.is_call(node):
            if not _is_computed(read, found, engine):
                return False
        else:
            waiting.extend((i, found) for i in node.inputs if i)
    for (read, _), found in looked.items():
        found.folded.add(read)  # the next who asks need not look again
    return True


def _is_computed(name: str, frame: Frame, engine: Engine) -> bool:
    """Whether the contents of what a function gives are numbers, whatever a caller of ``check`` gives: its
    nodes take the place of the call before anything is computed at load."""
    if not engine.is_bound:
        fact = frame.scope.find(name)
    elif frame.outer is None and not frame.functions:
        fact = engine.at_load().facts.get(name)
    else:
        return False
    return isinstance(fact, TensorFact) and fact.as_ints() is not None


def _is_fixed(name: str, frame: Frame, engine: Engine) -> bool:
    """Whether the sizes of a value are numbers before a caller of ``check`` gives some: it depends on no
    input that has open ones, or of the main graph it is known."""
    return _depends_on_numbers(name, frame) or (
        frame.outer is None and not frame.functions and _is_static(engine.at_load().facts.get(name))
    )


def _is_static(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.static_shape() is not None


def _depends_on_numbers(name: str, frame: Frame) -> bool:
    """Whether a value depends on no input that has open sizes."""
    waiting: list[tuple[str, Frame]] = [(name, frame)]
    looked: set[tuple[str, int]] = set()
    while waiting:
        read, where = waiting.pop()
        found = _home(read, where)
        if found is None:
            return False
        if (read, id(found)) in looked:
            continue
        looked.add((read, id(found)))
        spend(1)
        node = found.maker(read)
        if node is not None:
            waiting.extend((i, found) for i in node.inputs if i)
        elif found.stores(read) and found.given(read) is None:
            continue
        elif found.outer is not None or found.functions or _is_open(found.given(read)):
            return False
    return True


def _is_open(value: Value | None) -> bool:
    """Whether it is an input whose sizes the model leaves open."""
    dims = None if value is None else value.dims
    return value is not None and (dims is None or not all(isinstance(d, int) for d in dims))


def _home(name: str, frame: Frame) -> Frame | None:
    """The frame of the graph that defines the name."""
    at: Frame | None = frame
    while at is not None and name not in at.scope.names:
        at = at.outer
    return at


def _is_stored(name: str, engine: Engine, frame: Frame) -> bool:
    """Whether a value that no node makes has the same contents in every run."""
    if frame.stores(name):
        return engine.fixed or frame.given(name) is None
    if not frame.functions or frame.outer is not None:
        return False
    # Of what goes into a function it is not known where it comes from.
    fact = frame.scope.names[name]
    elements = fact.elements if isinstance(fact, TensorFact) else None
    return elements is not None and (elements.stored or not engine.is_bound)
