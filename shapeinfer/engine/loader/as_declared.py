"""Mistakes by sizes that are declared: where a value declares a number for an open size, a loader takes it.

It goes on with that number, be it right or not, and refuses what contradicts it at nodes behind. So a model
that declares such numbers is inferred once more, as a loader does it. What a declaration contradicts is then
open, as a loader drops both.
"""

from __future__ import annotations

from shapeinfer.codes import RUNTIME_DIFFERS
from shapeinfer.dims import ZERO, Symbol, of
from shapeinfer.engine.loader.as_seen import as_unseen
from shapeinfer.engine.loader.refused import is_found_at_load
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.graph import reads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapeinfer.dims import Dim
    from shapeinfer.engine.frame import Frame
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Run
    from shapeinfer.rule.requirement import Finding, Requirement

# The codes of what is wrong with sizes.
_OF_SIZES = "SI2"
_WHY = (
    ", by the declaration of {declaring!r}, which is {as_inferred} and declared as {as_declared}:"
    " ONNX Runtime takes declared numbers for open sizes at load"
)


def as_loader_takes(
    name: str, inferred: Fact, claim: Fact, frame: Frame, taken: dict[str, tuple[Fact, Fact]]
) -> Fact:
    """The fact of a value of the frame as a loader has it, where the value declares ``claim``. ``taken`` gets
    the value if that is a number for an open size."""
    if not isinstance(inferred, TensorFact) or not isinstance(claim, TensorFact) or claim.shape is None:
        return inferred
    if inferred.shape is None:
        frame.pinned.add(name)
        taken[name] = inferred, claim
        return TensorFact(inferred.elem_type or claim.elem_type, claim.shape)
    if len(inferred.shape) != len(claim.shape):
        return TensorFact(inferred.elem_type, None)
    size = _size_beside_another if any(map(_contradicts, claim.shape, inferred.shape)) else _size
    shape = tuple(map(size, inferred.shape, claim.shape))
    if any(new == said != old for new, said, old in zip(shape, claim.shape, inferred.shape, strict=True)):
        taken[name] = inferred, claim
    if all(dim.value is None or said.value is not None for dim, said in zip(shape, claim.shape, strict=True)):
        frame.pinned.add(name)
    return inferred if shape == inferred.shape else TensorFact(inferred.elem_type, shape)


def _contradicts(declared: Dim, inferred: Dim) -> bool:
    return declared.value is not None and inferred.value is not None and declared != inferred


def _size(inferred: Dim, declared: Dim) -> Dim:
    return inferred if declared.value is None or declared == inferred else declared


def _size_beside_another(inferred: Dim, declared: Dim) -> Dim:
    """As ``_size``, where another size of the shape is declared otherwise: a loader that infers that one
    drops every number which it does not infer."""
    if declared.value is None or declared == inferred:
        return inferred
    return of(Symbol("?", ZERO, named=False, reason="another size is declared"))


def reported(
    run: Run, loader: Run, frame: Frame, taken: Mapping[str, tuple[Fact, Fact]]
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements of the ``run``, with what a loader refuses by the declared sizes, and
    without what it does not refuse as it sees them. ``loader`` is a run by the declared sizes, whose main
    graph is ``frame``; ``taken`` are the values whose declarations counted."""
    found = [*_seen(run, loader), *_refused(run, loader, frame, taken)]
    return found, _demanded(run, loader, frame, taken)


def _refused(
    run: Run, loader: Run, frame: Frame, taken: Mapping[str, tuple[Fact, Fact]]
) -> Iterator[Placed[Finding]]:
    """What a loader refuses that the ``run`` does not report: the errors of ``loader``, a run by the declared
    sizes, whose main graph ``frame`` is. ``taken`` are the values whose declarations counted."""
    told = {_key(placed) for placed in run.findings if placed.item.is_refusal}
    for placed in loader.findings:
        item = placed.item
        if not (item.is_refusal and item.code.id.startswith(_OF_SIZES)) or _key(placed) in told:
            continue
        at_load = item.at_load  # of a node in a body it is known
        if len(placed.place) == 1:
            at_load = is_found_at_load(item, placed.place[0].node, frame)
        declaring = _declaring(placed.place, frame, taken) if at_load else None
        if declaring is not None:
            found = item.told_as(item.severity, at_load=True)
            as_inferred, declared = taken[declaring]
            found.message += _WHY
            found.args += (
                ("declaring", declaring), ("as_inferred", as_inferred), ("as_declared", declared),
            )  # fmt: skip
            yield placed.holding(found)


def _seen(run: Run, loader: Run) -> list[Placed[Finding]]:
    """The findings of the ``run``; of what a loader refuses because it sees no number a warning, where it
    sees one in ``loader``, a run by the declared sizes."""
    refused = {_key(placed) for placed in loader.findings if placed.item.is_refusal}
    return [
        placed.holding(as_unseen(placed.item))
        if placed.item.ranked and placed.item.is_refusal and _key(placed) not in refused
        else placed
        for placed in run.findings
    ]


def _demanded(
    run: Run, loader: Run, frame: Frame, taken: Mapping[str, tuple[Fact, Fact]]
) -> list[Placed[Requirement]]:
    """The requirements of the ``run``; that a body makes a declared size is a premise where ``loader``, a run
    by the declared sizes, does not compare it behind one of the values that are ``taken``: there it may
    contradict what is inferred."""
    stated = {*map(_key, loader.requirements), *map(_key, loader.findings)}
    return [
        placed.holding(placed.item.as_premise())
        if placed.item.code is RUNTIME_DIFFERS
        and "declared" in dict(placed.item.args)
        and _key(placed) not in stated
        and _declaring(placed.place, frame, taken) is not None
        else placed
        for placed in run.requirements
    ]


def _declaring(place: Place, frame: Frame, taken: Mapping[str, object]) -> str | None:
    """The nearest of these values before a node; None if there is none."""
    nodes = list(frame.nodes)
    for step in place:
        for name, body in step.node.bodies():
            nodes += body.nodes if name == step.body else ()
    makers = {output: node for node in nodes for output in node.outputs}
    waiting = [name for step in reversed(place) for name in reads(step.node)]
    entered = set(waiting)
    for name in waiting:
        if name in taken:
            return name
        node = makers.get(name)
        new = [] if node is None else [read for read in reads(node) if read not in entered]
        entered.update(new)
        waiting += new
    return None


def _key(placed: Placed[Finding] | Placed[Requirement]) -> tuple[object, ...]:
    return placed.item.code, *[(id(step.node), step.body) for step in placed.place]
