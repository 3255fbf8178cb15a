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
from shapeinfer.model.structure import Graph
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.engine.frame import Frame
    from shapeinfer.model.structure import Node

# The first opset of ``refused_data.REFUSED``; of earlier ones ``EARLIER`` tells.
_SINCE = 13
# A loader takes the lower 32 bits of larger attributes.
_MOST = 2**31 - 1
# Of these a loader infers nothing where a size of their second input, the weights, is open.
_WEIGHED = frozenset(("Conv", "ConvInteger", "ConvTranspose", "DeformConv", "FusedConv", "QLinearConv"))


def as_refused(found: Placed[Finding], frame: Frame) -> Placed[Finding]:
    """The finding about a node of this body: one about loading, if a loader sees all that is compared."""
    item = found.item
    is_error = (item.severity or item.code.severity) == ERROR
    if item.at_load or not is_error or found.claimed or len(found.place) != 1:
        return found
    node = found.place[0].node
    if not (_is_inferred(item, node, frame) or _is_created(item, node, frame)) or not _is_seen(node, frame):
        return found
    item = Finding(
        item.code, item.message, item.args, severity=item.severity, output=item.output, axis=item.axis,
        at_load=True,
    )  # fmt: skip
    return found.holding(item)


def mistakes(item: Finding) -> tuple[str, ...]:
    """How the tables name a finding: by its code, or also by the input or attribute that it is about."""
    about = next((value for key, value in item.args if key == "name"), None)
    return (item.code.id, f"{item.code.id} {about}") if isinstance(about, str) else (item.code.id,)


def name_of(node: Node) -> str:
    """How the tables name an operator."""
    return f"{node.domain}::{node.op_type}" if node.domain else node.op_type


def _is_inferred(item: Finding, node: Node, frame: Frame) -> bool:
    """Whether it is refused where shapes are inferred."""
    is_new = node.domain or frame.opsets.get("", 0) >= _SINCE
    table = refused_data.REFUSED if is_new else refused_data.EARLIER
    return any(m in table.get(name_of(node), ()) for m in mistakes(item))


def _is_created(item: Finding, node: Node, frame: Frame) -> bool:
    """Whether it is refused where kernels are created, and this one surely is: optimizations drop what is
    stored, and a branch that a stored condition does not take."""
    table = refused_data.CREATED.get(name_of(node), ())
    if not any(m in table for m in mistakes(item)):
        return False
    return any(_is_given(read, frame) for read in node.inputs) and _may_run(frame)


def _may_run(frame: Frame) -> bool:
    """Whether an input of the model decides each If around this body."""
    inside, outer = frame, frame.outer
    while outer is not None:
        owner = next((n for n in outer.nodes if _has(n, inside)), None)
        if owner is None or (owner.op_type == "If" and not _is_given(owner.inputs[0], outer)):
            return False
        inside, outer = outer, outer.outer
    return True


def _has(node: Node, body: Frame) -> bool:
    return any(a.value is body.graph for a in node.attributes.values())


def _is_given(name: str, frame: Frame) -> bool:
    """Whether it is an input of the model, of which nothing is stored."""
    home: Frame | None = frame
    while home is not None and name not in home.scope.names:
        home = home.outer
    return (
        home is not None and home.outer is None and home.maker(name) is None
        and isinstance(home.graph, Graph) and name not in home.graph.initializers
    )  # fmt: skip


def _is_seen(node: Node, frame: Frame) -> bool:
    """Whether a loader sees all that we know of the node's inputs."""
    return (
        frame.scope.uninferred.isdisjoint(node.inputs)
        and not frame.scope.is_claimed(node.inputs)
        and sees_lists(node, frame)
        and all(is_seen(read, frame) and _has_rank(frame.scope.find(read)) for read in node.inputs if read)
        and (node.op_type != "Pad" or not _is_scalar(frame.scope.find(node.inputs[0])))
        and (node.op_type not in _WEIGHED or _is_static(frame.scope.find(node.inputs[1])))
        and not any(isinstance(a.value, int) and abs(a.value) > _MOST for a in node.attributes.values())
    )


def _has_rank(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.shape is not None


def _is_scalar(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.shape == ()


def _is_static(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.static_shape() is not None
