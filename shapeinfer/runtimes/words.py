"""Describes obstacles: the mistake, the limit of the release, which release loads it, and a remedy."""

from __future__ import annotations

from shapeinfer.runtimes.match import ATTRIBUTE, DEPRECATED, KERNEL, OPERATOR
from shapeinfer.runtimes.needs import least_ir_version, newest_operators
from shapeinfer.runtimes.obstacles import IR, MINORS, OPSET, Obstacle
from shapeinfer.runtimes.tables import LAST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.model.structure import Model
    from shapeinfer.runtimes.nodes import Use

# How many operators a message names.
_MOST_NAMED = 3


def what(obstacle: Obstacle, release: str = "it") -> str:
    """What the release does not support: ``opset 23 of ai.onnx, 1.21 reads up to 22``."""
    reads = f"{release} reads up to {obstacle.limit}"
    if obstacle.kind == IR:
        return f"IR version {obstacle.found}, {reads}"
    if obstacle.kind == OPSET:
        return f"opset {obstacle.found} of {obstacle.domain or 'ai.onnx'}, {reads}"
    refusal = obstacle.refusal
    assert refusal is not None  # for all other kinds
    name = f"{obstacle.domain}::{obstacle.op_type}" if obstacle.domain else obstacle.op_type
    of_version = f"{name}({refusal.since})"
    if refusal.kind == OPERATOR:
        opset = "" if obstacle.found == LAST else f" at opset {obstacle.found}"
        return f"{name}: it has no such operator{opset}"
    if refusal.kind == DEPRECATED:
        return f"{of_version}: the operator is deprecated"
    if refusal.kind == ATTRIBUTE:
        return f"{of_version}: it has no attribute {refusal.detail!r}"
    if refusal.kind == KERNEL:
        inner = f"its body needs {refusal.inner}, which has none" if refusal.inner else ""
        return ", ".join(filter(None, (f"{of_version}: no implementation", refusal.detail, inner)))
    return f"{of_version}: {refusal.detail}, which the operator does not allow"


def counted(obstacle: Obstacle) -> str:
    """``14 nodes``; "" for one, and for the file as a whole."""
    return f"{obstacle.count} nodes" if obstacle.count > 1 else ""


def first(obstacle: Obstacle) -> str:
    """Which release loads it."""
    if obstacle.first is None:
        return "no known release supports it"
    return f"{MINORS[obstacle.first]} is the first that supports it"


def remedy(obstacle: Obstacle, model: Model, uses: Sequence[Use]) -> str:
    """A change of the file that would help; "" if no simple one is known."""
    if obstacle.kind == IR:
        return ir_remedy(model, uses, obstacle.limit)
    return opset_remedy(uses, obstacle.domain, obstacle.limit) if obstacle.kind == OPSET else ""


def ir_remedy(model: Model, uses: Sequence[Use], limit: int) -> str:
    """The suggestion of a lower IR version; "" if it is not sufficient."""
    least = least_ir_version(model, uses)
    return f"nothing in the file needs it: ir_version = {least} loads as well" if least <= limit else ""


def opset_remedy(uses: Sequence[Use], domain: str, limit: int) -> str:
    """Whether an opset that is read has the same operators, or which of them came later; "" if not known."""
    newest = newest_operators(uses, domain)
    if newest is None:
        return ""
    least, names = newest
    if least <= limit:
        return f"every operator is the same at opset {limit}"
    others = " and others" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{others} came with opset {least}"
