"""What ONNX Runtime refuses in a model's functions when it reads them, whether a node calls them or not.

It reads each function by itself: its inputs and outputs, the version of every domain that it imports, the
domain of every node in it and in its bodies, how many inputs and outputs these have at the opset that the
function imports, and whether functions call each other in a cycle. What the visit of a call reports is left
to it.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.run import Placed
from shapeinfer.rule.requirement import Finding
from shapeinfer.schema.conform import needed
from shapeinfer.schema.schema import find
from shapeinfer.shorten import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from shapeinfer.model.structure import Function, FunctionKey, Model, Node

# More than any version that it reads.
_TOO_LARGE = 1 << 31


def refused_functions(model: Model) -> Iterator[Placed[Finding]]:
    """Imports of functions that are missing or no versions, and cycles among functions that no node calls."""
    if not model.functions or model.graph is None:
        return
    uncalled = {**model.functions}
    waiting = _keys(model.graph.nodes, model)
    while waiting:
        function = uncalled.pop(waiting.pop(), None)
        if function is not None:
            waiting |= _keys(function.nodes, model)
    for key, function in model.functions.items():
        yield from _imports(function, called=key not in uncalled)
        yield from _interface(function, called=key not in uncalled)
        yield from _counts(function, {} if key in uncalled else model.opset_imports)
    cycle = _cycle(
        {key: _keys(function.nodes, model) & uncalled.keys() for key, function in uncalled.items()}
    )
    if cycle:
        names = [f"{domain}::{name}" for domain, name, _ in cycle]
        message = "functions that no node calls call each other in a cycle: {names}"
        yield Placed(Finding.of(codes.RECURSIVE_FUNCTION, message, names=listed(names)), ())


def _imports(function: Function, *, called: bool) -> Iterator[Placed[Finding]]:
    name = f"{function.domain}::{function.name}"
    for domain, version in function.opset_imports.items():
        if not 0 < version < _TOO_LARGE:
            yield Placed(
                Finding.of(
                    codes.MISSING_OPSET,
                    "function {name} imports {domain} at opset {version}, needed 1 or more",
                    name=name, domain=domain or "ai.onnx", version=version,
                ),
                (),
            )  # fmt: skip
    used = dict.fromkeys(node.domain for node in _all_nodes(function.nodes))
    for domain in used:
        if domain not in function.opset_imports and not (called and function.opset_imports):
            message = "function {name} has nodes of {domain}, which it does not import"
            yield Placed(Finding.of(codes.MISSING_OPSET, message, name=name, domain=domain or "ai.onnx"), ())


def _interface(function: Function, *, called: bool) -> Iterator[Placed[Finding]]:
    """An input has a name, and a node makes each output."""
    name = f"{function.domain}::{function.name}"
    if "" in function.inputs:
        message = "function {name} has an input without a name"
        yield Placed(Finding.of(codes.INCOMPLETE, message, name=name), ())
    made = {output for node in function.nodes for output in node.outputs if output}
    for output in function.outputs:
        if output not in made and (not called or output in function.inputs):
            message = "output {output!r} of function {name} is made by none of its nodes"
            yield Placed(Finding.of(codes.UNDEFINED_OUTPUT, message, output=output, name=name), ())


def _counts(function: Function, visited: Mapping[str, int]) -> Iterator[Placed[Finding]]:
    """Nodes with too few or too many inputs or outputs for the opset that the function imports. Those of
    domains that are ``visited`` by the same opset are reported there."""
    for node in _all_nodes(function.nodes):
        opset = function.opset_imports.get(node.domain, 0)
        schema = find(node.domain, node.op_type, opset) if opset != visited.get(node.domain) else None
        if schema is None or not (schema.standard or schema.domain):
            continue
        for code, what, count, least, most in (
            (codes.INPUT_COUNT, "inputs", len(node.inputs), schema.min_inputs, schema.max_inputs),
            (codes.OUTPUT_COUNT, "outputs", len(node.outputs), schema.min_outputs, schema.max_outputs),
        ):
            if not least <= count <= most:
                message = "function {name} imports opset {opset}: {operator} has {count} "
                found = Finding.of(
                    code, message + what + ", needed {need}",
                    name=f"{function.domain}::{function.name}", opset=opset, operator=node.op_type,
                    count=count, need=needed(least, most),
                )  # fmt: skip
                yield Placed(found, ())


def _all_nodes(nodes: Iterable[Node]) -> Iterator[Node]:
    """The nodes, and those of their bodies."""
    waiting = [nodes]
    for level in waiting:  # which grows
        for node in level:
            yield node
            if node.has_bodies:
                waiting += [body.nodes for _, body in node.bodies()]


def _keys(nodes: Iterable[Node], model: Model) -> set[FunctionKey]:
    """The functions that are called."""
    found = {(node.domain, node.op_type, node.overload) for node in _all_nodes(nodes)}
    return found & model.functions.keys()


def _cycle(calls: dict[FunctionKey, set[FunctionKey]]) -> list[FunctionKey]:
    """Functions of which each calls the next, and the last the first; none if there are no such functions."""
    callers: dict[FunctionKey, list[FunctionKey]] = {key: [] for key in calls}
    for key, called in calls.items():
        for other in called:
            callers[other].append(key)
    left = {key: len(called) for key, called in calls.items()}
    ready = [key for key, count in left.items() if not count]
    while ready:
        key = ready.pop()
        del left[key]
        for caller in callers[key]:
            left[caller] -= 1
            if not left[caller]:
                ready.append(caller)
    path: dict[FunctionKey, None] = {}
    key_ = next(iter(left), None)
    while key_ is not None and key_ not in path:  # each that is left calls one that is left
        path[key_] = None
        key_ = min(calls[key_] & left.keys())
    keys = list(path)
    return [] if key_ is None else keys[keys.index(key_) :]
