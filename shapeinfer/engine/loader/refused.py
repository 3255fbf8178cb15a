"""Mistakes that ONNX Runtime refuses at load wherever the node stands, also in a body that never runs.

It infers the shapes of all bodies when it loads a model, and creates the kernels of their nodes, but not
those of a branch that a stored condition does not take. What it compares then was measured
(``refused_data.py``); of all else only a run says that it is wrong.
"""

from __future__ import annotations

import re

from shapeinfer import codes
from shapeinfer.dims import ZERO, Dim
from shapeinfer.engine.loader import refused_data
from shapeinfer.engine.loader.as_seen import as_unseen
from shapeinfer.engine.loader.ranks import is_surely_ranked
from shapeinfer.engine.loader.seen import TAKING_LISTS, is_seen, sees_lists
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact, rank_of
from shapeinfer.model.graph import dead_nodes, output_names
from shapeinfer.rule.empty import is_ranked
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapeinfer.engine.frame import Frame
    from shapeinfer.model.structure import Node

# Of the lists that these operators take it compares how long they are, whatever they hold.
_BY_LENGTH = frozenset(("CropAndResize", "NGramHashMapping", "Resize", "VarlenNGramHashMapping"))
# Of these it infers nothing where a size of the window of this input, the weights, is open.
_WEIGHTS = {
    "Conv": 1, "ConvInteger": 1, "ConvTranspose": 1, "DeformConv": 1, "FusedConv": 1, "QLinearConv": 3,
}  # fmt: skip
_VARYING = re.compile(r"\([^)]*\)|'[^']*'|-?\d+")
# What these are made of is inferred only then.
_INLINED = frozenset(("CenterCropPad", "SoftmaxCrossEntropyLoss"))
# A loader takes the lower 32 bits of larger attributes.
_MOST = 2**31 - 1
# More axes than anything has.
_MOST_AXES = 1024
# More than any opset has.
_NEVER = 10**6


def as_refused(found: Placed[Finding], frame: Frame, *, loading: bool) -> Placed[Finding]:
    """The finding as one about loading if ONNX Runtime refuses the node there; as a warning if it does not,
    and the node may not run: in a body, or where only the shape of what it makes is read
    (``optimized/spared.py``).
    ``loading``: the facts are those that a loader has."""
    item = found.item
    if item.code is codes.UNKNOWN_ATTRIBUTE and _is_kept(found, frame):
        return found.holding(item.told_as(None, at_load=True))
    if not item.is_refusal or found.claimed or len(found.place) != 1:
        return found
    node = found.place[0].node
    # A run meets it, too.
    is_met = frame.outer is None and not frame.functions and not is_only_shaped(node, frame)
    if is_met and item.at_load:
        return found
    at_load = is_found_at_load(item, node, frame, loading=loading)
    if at_load == item.at_load:
        return found
    if is_met and (not at_load or _is_dead(node, frame)):  # other runtimes leave dead nodes out
        return found
    return _at_load(found) if at_load else found.holding(as_unseen(item))


def _at_load(found: Placed[Finding]) -> Placed[Finding]:
    return found.holding(found.item.told_as(found.item.severity, at_load=True))


def _is_dead(node: Node, frame: Frame) -> bool:
    """Whether no output of the graph needs what the node makes."""
    known = frame.seen.get(_is_dead)
    if known is None:
        dead = set() if frame.graph is None else dead_nodes(frame.graph)
        known = frame.seen[_is_dead] = {
            name: True for n in frame.nodes if n.index in dead for name in n.outputs
        }
    return not known.keys().isdisjoint(node.outputs)


def _is_kept(found: Placed[Finding], frame: Frame) -> bool:
    """Whether it is about a Constant that stays a node: ONNX Runtime makes stored tensors of those of the
    main graph, whatever they are given, and of those in functions later."""
    if frame.outer is None or frame.functions or len(found.place) != 1:
        return False
    node = found.place[0].node
    return node.op_type == "Constant" and not node.domain


def is_found_at_load(item: Finding, node: Node, frame: Frame, *, loading: bool = True) -> bool:
    """Whether a loader finds a mistake of a node of the frame. ``loading``: the facts are those it has."""
    operator, mistake, opset = operator_of(node), mistake_of(item), frame.opsets.get(node.domain, 1)
    by_ranks = opset >= refused_data.RANKED.get(operator, {}).get(mistake, _NEVER)
    by_lists = opset >= refused_data.LISTED.get(operator, {}).get(mistake, _NEVER)
    if node.op_type in _INLINED and is_only_shaped(node, frame):
        return False  # it is left out before
    by_numbers = opset >= refused_data.SEEN.get(operator, {}).get(mistake, _NEVER)
    if _is_in(refused_data.AT_RUN, node, item):
        seen = (by_ranks and knows_ranks(node, frame)) or (by_lists and knows_lists(node, frame))
        return loading and (seen or (by_numbers and sees_all(node, frame)))
    if _is_in(refused_data.CREATED, node, item):
        return (loading or item.at_load) and not is_only_shaped(node, frame)
    is_large = has_large(node) and not (item.code is codes.AXIS_OUT_OF_RANGE and _is_far(node))
    if is_large and item.code.id.startswith("SI2"):
        return False
    if item.at_load or not loading:
        return item.at_load
    if is_large or (frame.functions and not sees_lists(node, frame, of_any_rank=True)):
        return False  # of what goes into a function it sees no contents
    if opset >= refused_data.ALWAYS.get(operator, {}).get(mistake, _NEVER):
        return True
    if by_ranks:
        return knows_ranks(node, frame)
    if by_lists:
        return knows_lists(node, frame)
    return by_numbers and not is_of_open(item) and sees_all(node, frame)


def may_be_found(item: Finding, node: Node) -> bool:
    """Whether a loader may find a mistake of the node, of some ranks, sizes or lists that it sees."""
    operator, mistake = operator_of(node), mistake_of(item)
    tables = (refused_data.ALWAYS, refused_data.RANKED, refused_data.SEEN, refused_data.LISTED)
    return any(mistake in table.get(operator, {}) for table in tables)


def is_of_open(item: Finding) -> bool:
    """Whether it compares an open size, such as 3*n with 1: a loader compares numbers."""
    return any(isinstance(arg, Dim) and arg.value is None for _, arg in item.args)


def as_dropped(found: Placed[Finding]) -> Placed[Finding]:
    """The finding in a branch that is dropped before kernels are created."""
    node = found.place[-1].node if found.place else None
    if node is not None and (node.op_type in _INLINED or _is_in(refused_data.CREATED, node, found.item)):
        return found.holding(found.item.told_as(found.item.severity, at_load=False))
    return found


def operator_of(node: Node) -> str:
    """The operator, with its domain if it has one."""
    return f"{node.domain}::{node.op_type}" if node.domain else node.op_type


def mistake_of(item: Finding) -> str:
    """The code, and the first two words of the message without lists, quoted texts and numbers, or a few
    more: what is wrong (an attribute, an input, an axis), and in which way."""
    # Of a Reshape a loader finds the size that the target leaves open, and compares no counts otherwise.
    count = 5 if item.code is codes.RESHAPE_ELEMENT_COUNT and _has_a_hole(item) else 2
    if item.code is codes.EINSUM_EQUATION:
        count = 3  # of letters for an input, or of those of the output
    words = _VARYING.sub("", item.text()).split(maxsplit=count)[:count]
    return " ".join([item.code.id, *[word.rstrip(":,;") for word in words]])


def _has_a_hole(item: Finding) -> bool:
    """Whether a target of known sizes leaves one open that would be no whole number."""
    known = dict(item.args).get("known")
    return isinstance(known, Dim) and known.value is not None


def knows_ranks(node: Node, frame: Frame) -> bool:
    """Whether a loader surely knows the ranks of the node's inputs, as far as it looks at these."""
    looked_at = node.inputs[:1] if operator_of(node) in refused_data.OF_FIRST else node.inputs
    inferred = [name for name in looked_at if name not in frame.pinned] if frame.pinned else looked_at
    if node.op_type == "Resize" and _has_empty_list(node, frame):
        return False  # it takes an empty list for none, and then looks at fewer inputs
    if frame.scope.is_uninferred(inferred):
        return False
    return all(
        _is_ranked(frame.scope.find(read)) and is_surely_ranked(read, frame) for read in looked_at if read
    )


def knows_lists(node: Node, frame: Frame) -> bool:
    """Whether a loader surely knows the ranks of the node's inputs, and sees the lists among them, and the
    window of weights."""
    return (
        knows_ranks(node, frame)
        and not frame.scope.is_claimed(node.inputs)
        and (node.op_type in _BY_LENGTH or sees_lists(node, frame, of_any_rank=node.op_type in TAKING_LISTS))
        and (node.op_type != "Pad" or not _has_sizes(frame.scope.find(node.inputs[0]), of_scalar=True))
        and (node.op_type not in _WEIGHTS or _has_weights(node, frame))
        and (node.op_type != "Reshape" or _is_plain(node))
        and not has_large(node)
    )


def sees_all(node: Node, frame: Frame) -> bool:
    """Whether a loader sees all that we know of the node's inputs."""
    return knows_lists(node, frame) and all(is_seen(read, frame) for read in node.inputs if read)


def is_only_shaped(node: Node, frame: Frame) -> bool:
    """Whether a Shape reads what is made of the node's outputs, and the graph returns nothing of it: then the
    usual optimizations may drop it."""
    known = frame.seen.get(is_only_shaped)
    if known is None:
        known = frame.seen[is_only_shaped] = {}
        returned = set() if frame.graph is None else set(output_names(frame.graph))
        for other in reversed(frame.nodes):
            is_shaped = not known.keys().isdisjoint(other.outputs) and returned.isdisjoint(other.outputs)
            if other.op_type == "Shape" or is_shaped:
                known.update((name, True) for name in other.inputs if name and name not in returned)
    return not known.keys().isdisjoint(node.outputs)


def _is_in(table: Mapping[str, tuple[str, ...]], node: Node, item: Finding) -> bool:
    mistakes = table.get(operator_of(node))
    return mistakes is not None and mistake_of(item) in mistakes


def _is_plain(node: Node) -> bool:
    """Whether a Reshape's flag is one that loader and kernel take alike."""
    flag = node.attributes.get("allowzero")
    return flag is None or flag.value in (0, 1)


def _has_empty_list(node: Node, frame: Frame) -> bool:
    """Whether a list, that of a Resize, has no entries: it is as if it were left out."""
    facts = [frame.scope.find(read) for read in node.inputs[3:] if read]
    return any(isinstance(fact, TensorFact) and ZERO in (fact.shape or ()) for fact in facts)


def _has_weights(node: Node, frame: Frame) -> bool:
    """Whether it looks at the weights: their window has numbers, and nothing else tells it."""
    at = _WEIGHTS[node.op_type]
    weights = frame.scope.find(node.inputs[at]) if at < len(node.inputs) else None
    if not isinstance(weights, TensorFact) or weights.shape is None:
        return False
    is_told = "kernel_shape" in node.attributes and weights.rank != rank_of(frame.scope.find(node.inputs[0]))
    has_window = all(size.value is not None for size in weights.shape[2:])
    return not is_told and has_window and is_seen(node.inputs[at], frame)


def has_large(node: Node) -> bool:
    """Whether an attribute is a number of which a loader takes the lower bits only."""
    return any(_large(node))


def _is_far(node: Node) -> bool:
    """Whether the lower 32 bits of each such number are no axis of anything either."""
    return all((number + _MOST_AXES) % 2**32 > 2 * _MOST_AXES for number in _large(node))


def _large(node: Node) -> Iterator[int]:
    """The attributes that are such numbers."""
    values = (attribute.value for attribute in node.attributes.values())
    return (value for value in values if isinstance(value, int) and abs(value) > _MOST)


def _has_sizes(fact: Fact | None, *, of_scalar: bool = False) -> bool:
    """Whether all sizes are numbers; ``of_scalar``: and there are none."""
    sizes = fact.static_shape() if isinstance(fact, TensorFact) else None
    return sizes is not None and not (of_scalar and sizes)


def _is_ranked(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and is_ranked(fact)
