"""Cuts: what can be taken out of a model, so that the case of a finding gets smaller.

A cut changes a copy of the model in place. Cuts are made in the main graph, in bodies, and in functions. Many
leave a model that shows nothing any more, or that no runtime loads: who asks for cuts judges the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Set
from functools import partial

import onnx
import onnx.inliner
from onnx import helper

Scope = onnx.GraphProto | onnx.FunctionProto
Cut = Callable[[onnx.ModelProto], object]

_BODIES = (onnx.AttributeProto.GRAPH, onnx.AttributeProto.GRAPHS)


def cuts(model: onnx.ModelProto) -> Iterator[Cut]:
    """What may be cut, large parts first."""
    yield _prune
    if model.functions:
        yield _inlined
    outputs = len(model.graph.output)
    if outputs > 1:
        yield from (partial(_only_output, kept=at) for at in range(outputs))
        yield from (partial(_without_graph_output, at=at) for at in range(outputs))
    for at, output in enumerate(model.graph.output):
        makers = [node for node in model.graph.node if output.name in node.output]
        made = {name for node in model.graph.node for name in node.output}
        names = [name for node in makers for name in node.input if name and name in made]
        yield from (partial(_earlier_output, at=at, name=name) for name in names)
    for number, scope in enumerate(scopes(model)):
        for at in reversed(range(len(scope.node))):
            yield from _cuts_at(number, at, scope.node[at])


def _cuts_at(number: int, at: int, node: onnx.NodeProto) -> Iterator[Cut]:
    if node.op_type == "If":
        yield from (
            partial(_branch, number=number, at=at, name=a.name) for a in node.attribute if a.type in _BODIES
        )
    if node.op_type == "Identity":
        yield partial(_without_identity, number=number, at=at)
    else:
        yield from (
            partial(_identity, number=number, at=at, name=name) for name in dict.fromkeys(node.input) if name
        )
    if node.op_type in ("If", "Loop", "Scan"):
        yield from (
            partial(_without_output, number=number, at=at, position=i) for i in range(len(node.output))
        )
    if node.op_type == "Scan":
        yield from (
            partial(_without_scan_input, number=number, at=at, position=i) for i in range(len(node.input))
        )
    yield from (
        partial(_without_attribute, number=number, at=at, name=a.name)
        for a in node.attribute
        if a.type not in _BODIES
    )


def after(model: onnx.ModelProto, cut: Cut) -> onnx.ModelProto | None:
    """A copy of the model after a cut, without what nothing reads any more; None if it is the same."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    unread = set(_unread(copy))
    cut(copy)
    _prune(copy, unread)
    return None if copy == model else copy


def scopes(model: onnx.ModelProto) -> Iterator[Scope]:
    """The main graph, the functions, and the bodies inside of each behind it."""
    for scope in (model.graph, *model.functions):
        yield from _with_bodies(scope)


def _with_bodies(scope: Scope) -> Iterator[Scope]:
    yield scope
    for node in scope.node:
        for body in bodies(node):
            yield from _with_bodies(body)


def bodies(node: onnx.NodeProto) -> list[onnx.GraphProto]:
    """The graphs among a node's attributes."""
    return [
        graph
        for a in node.attribute
        if a.type in _BODIES
        for graph in ([a.g] if a.type == onnx.AttributeProto.GRAPH else a.graphs)
    ]


def _at(model: onnx.ModelProto, number: int, at: int) -> tuple[Scope, onnx.NodeProto]:
    scope = list(scopes(model))[number]
    return scope, scope.node[at]


def outputs_of(scope: Scope) -> list[str]:
    """The names of what a graph or function gives."""
    return [value if isinstance(value, str) else value.name for value in scope.output]


def _reads(scope: Scope) -> set[str]:
    """All names that are read inside of a graph or function, and what it gives."""
    found = set(outputs_of(scope))
    for inner in _with_bodies(scope):
        found.update(outputs_of(inner), *(node.input for node in inner.node))
    return found


def _unread(model: onnx.ModelProto) -> Iterator[str]:
    """What nodes make that nothing needs, but which may be what the finding is about."""
    for scope in scopes(model):
        read = _reads(scope)
        yield from (name for node in scope.node if read.isdisjoint(node.output) for name in node.output)


def _prune(model: onnx.ModelProto, kept: Set[str] = frozenset()) -> None:
    """Take out what nothing reads, but for nodes that make what is ``kept``."""
    for scope in reversed(list(scopes(model))):
        needed = {*outputs_of(scope), *kept}
        for at in reversed(range(len(scope.node))):
            node = scope.node[at]
            if needed.isdisjoint(node.output):
                del scope.node[at]
            else:
                needed.update(node.input, *map(_reads, bodies(node)))
                needed.discard("")
    for scope in scopes(model):
        if isinstance(scope, onnx.GraphProto):
            _keep(scope.initializer, _reads(scope))
    _keep(model.graph.input, _reads(model.graph))
    called = {(node.domain, node.op_type) for scope in scopes(model) for node in scope.node}
    for at in reversed(range(len(model.functions))):
        if (model.functions[at].domain, model.functions[at].name) not in called:
            del model.functions[at]


def _keep(
    values: MutableSequence[onnx.TensorProto] | MutableSequence[onnx.ValueInfoProto], names: set[str]
) -> None:
    for at in reversed(range(len(values))):
        if values[at].name not in names:
            del values[at]


def _inlined(model: onnx.ModelProto) -> None:
    """Put the nodes of functions in the place of their calls."""
    model.CopyFrom(onnx.inliner.inline_local_functions(model))


def _only_output(model: onnx.ModelProto, kept: int) -> None:
    del model.graph.output[kept + 1 :], model.graph.output[:kept]


def _without_graph_output(model: onnx.ModelProto, at: int) -> None:
    del model.graph.output[at]


def _earlier_output(model: onnx.ModelProto, at: int, name: str) -> None:
    """Give what the output's node reads instead of the output, with the type that inference finds."""
    others = [output for i, output in enumerate(model.graph.output) if i != at and output.name != name]
    del model.graph.output[:]
    model.graph.output.extend([*others, onnx.ValueInfoProto(name=name)])


def _branch(model: onnx.ModelProto, number: int, at: int, name: str) -> None:
    """Run the nodes of a branch instead of the If."""
    scope, node = _at(model, number, at)
    (body,) = (a.g for a in node.attribute if a.name == name)
    stored = [helper.make_node("Constant", [], [tensor.name], value=tensor) for tensor in body.initializer]
    ends = [
        helper.make_node("Identity", [inner], [outer])
        for inner, outer in zip(outputs_of(body), node.output, strict=False)
        if outer
    ]
    _put(scope, at, [*stored, *body.node, *ends])


def _put(scope: Scope, at: int, nodes: list[onnx.NodeProto]) -> None:
    """Put nodes in the place of one."""
    copies = [onnx.NodeProto.FromString(node.SerializeToString()) for node in nodes]  # some lie in that one
    del scope.node[at]
    for node in reversed(copies):
        scope.node.insert(at, node)


def _identity(model: onnx.ModelProto, number: int, at: int, name: str) -> None:
    """Give what a node reads instead of what it makes."""
    scope, node = _at(model, number, at)
    _put(scope, at, [helper.make_node("Identity", [name], [output]) for output in node.output if output])


def _without_identity(model: onnx.ModelProto, number: int, at: int) -> None:
    """Read what goes into an Identity instead of what comes out."""
    scope, node = _at(model, number, at)
    before, now = node.output[0], node.input[0]
    if before in outputs_of(scope):
        before, now = now, before
        if not any(before in maker.output for maker in scope.node[:at]) or before in outputs_of(scope):
            return
    del scope.node[at]
    for inner in _with_bodies(scope):
        for other in inner.node:
            other.input[:] = [now if name == before else name for name in other.input]
            other.output[:] = [now if name == before else name for name in other.output]
        for output in inner.output if isinstance(inner, onnx.GraphProto) else ():
            if output.name == before:
                output.name = now


def _without_attribute(model: onnx.ModelProto, number: int, at: int, name: str) -> None:
    _, node = _at(model, number, at)
    kept = [attribute for attribute in node.attribute if attribute.name != name]
    del node.attribute[:]
    node.attribute.extend(kept)


def _without_output(model: onnx.ModelProto, number: int, at: int, position: int) -> None:
    """Drop an output of a node with bodies that nobody reads, and the state that it is the last of, which
    only what is dropped may read."""
    scope, node = _at(model, number, at)
    if node.output[position] in _reads(scope):
        return
    inner = bodies(node)
    behind = 1 if node.op_type == "Loop" else 0  # the condition leads the outputs of its body
    states = len(node.input) - 2
    if node.op_type == "Scan":
        states = len(node.input) - _count_of_scan_inputs(node)
    if node.op_type != "If" and position < states:
        first = 2 if node.op_type == "Loop" else 0
        (body,) = inner
        del node.input[first + position], body.input[first + position]
    elif node.op_type == "Scan":
        _drop_from_lists(node, "scan_output_", position - states)
    del node.output[position]
    for body in inner:
        del body.output[behind + position]


def _without_scan_input(model: onnx.ModelProto, number: int, at: int, position: int) -> None:
    """Drop an input of a Scan that its body does not read."""
    _, node = _at(model, number, at)
    (body,) = bodies(node)
    count = _count_of_scan_inputs(node)
    first = len(node.input) - count
    if position < first or count < 2 or body.input[position].name in _reads(body):
        return
    del node.input[position]
    del body.input[position]
    _drop_from_lists(node, "scan_input_", position - first)
    for attribute in node.attribute:
        if attribute.name == "num_scan_inputs":
            attribute.i -= 1


def _count_of_scan_inputs(node: onnx.NodeProto) -> int:
    return next((a.i for a in node.attribute if a.name == "num_scan_inputs"), 0)


def _drop_from_lists(node: onnx.NodeProto, prefix: str, position: int) -> None:
    for attribute in node.attribute:
        if attribute.name.startswith(prefix) and position < len(attribute.ints):
            del attribute.ints[position]
