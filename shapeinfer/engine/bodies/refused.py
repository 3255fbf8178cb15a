"""Mistakes that a loader of ONNX Runtime refuses wherever the node stands, also in a body that never runs.

It infers the shapes of all bodies when it loads a model, and creates the kernels of their nodes. What it
compares then was measured (``refused_data.py``); of all else only a run says that it is wrong.
"""

from __future__ import annotations

from shapeinfer.codes import ERROR
from shapeinfer.engine.bodies import refused_data
from shapeinfer.engine.bodies.seen import is_seen, sees_lists
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.engine.frame import Frame
    from shapeinfer.model.structure import Node

# Earlier versions of operators were not measured.
_SINCE = 13
# A loader takes the lower 32 bits of larger attributes.
_MOST = 2**31 - 1


def as_refused(found: Placed[Finding], frame: Frame) -> Placed[Finding]:
    """The finding about a node of this body: one about loading, if a loader sees all that is compared."""
    item = found.item
    is_error = (item.severity or item.code.severity) == ERROR
    if item.at_load or not is_error or found.claimed or len(found.place) != 1:
        return found
    node = found.place[0].node
    if item.code.id not in refused_data.REFUSED.get(_name(node), ()) or not _is_seen(node, frame):
        return found
    item = Finding(
        item.code, item.message, item.args, severity=item.severity, output=item.output, axis=item.axis,
        at_load=True,
    )  # fmt: skip
    return found.holding(item)


def _name(node: Node) -> str:
    return f"{node.domain}::{node.op_type}" if node.domain else node.op_type


def _is_seen(node: Node, frame: Frame) -> bool:
    """Whether a loader sees all that we know of the node's inputs."""
    return (
        frame.opsets.get("", 0) >= _SINCE
        and frame.scope.uninferred.isdisjoint(node.inputs)
        and not frame.scope.is_claimed(node.inputs)
        and sees_lists(node, frame)
        and all(is_seen(read, frame) and _has_rank(frame.scope.find(read)) for read in node.inputs if read)
        and not any(isinstance(a.value, int) and abs(a.value) > _MOST for a in node.attributes.values())
    )


def _has_rank(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.shape is not None
