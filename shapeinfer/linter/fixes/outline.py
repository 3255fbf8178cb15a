"""A model's structure as lines, and what differs between two of them."""

from __future__ import annotations

from bisect import bisect_left

from shapeinfer.facts.elem_type import elem_type_name
from shapeinfer.model.structure import (
    AttributeValue,
    Function,
    Graph,
    MapType,
    Model,
    Node,
    OptionalType,
    SequenceType,
    SparseTensorType,
    Tensor,
    TensorType,
    ValueType,
)
from shapeinfer.shorten import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# Equal lines that are shown before and behind a difference.
_CONTEXT = 2
_LONGEST_VALUE = 40


def outline(model: Model) -> list[str]:
    """Versions, imports, interface, initializers, nodes, declared values and functions, one on each line."""
    lines = [f"ir_version {model.ir_version}"]
    lines += _imports(model.opset_imports, model.opset_conflicts)
    lines += [f"metadata {key}: {shortened(text)}" for key, text in model.metadata_props.items()]
    if model.graph is not None:
        lines += _graph(model.graph, "graph", "")
    for function in (*model.duplicate_functions, *model.functions.values()):
        lines += _function(function)
    return lines


def _imports(imports: Mapping[str, int], conflicts: Mapping[str, tuple[int, ...]] = {}) -> Iterator[str]:
    for domain, version in imports.items():
        for given in conflicts.get(domain, (version,)):
            yield f"import {domain or 'ai.onnx'} {given}"


def _graph(graph: Graph, title: str, indent: str) -> Iterator[str]:
    yield f"{indent}{title} {graph.name or '(without a name)'}"
    inside = f"{indent}  "
    yield from _notes(graph.metadata(), inside)
    yield from (f"{inside}input {value.name}: {declared_text(value.type)}" for value in graph.inputs)
    yield from (f"{inside}output {value.name}: {declared_text(value.type)}" for value in graph.outputs)
    for name, tensor in graph.initializers.items():
        again = graph.duplicates.count(name) if graph.duplicates else 0
        text = declared_text(TensorType(tensor.elem_type, tensor.dims))
        yield from [f"{inside}initializer {name}: {text}"] * (again + 1)
    for name, sparse in graph.sparse_initializers.items():
        type_ = SparseTensorType(sparse.values.elem_type, sparse.dims)
        yield f"{inside}initializer {name}: {declared_text(type_)}"
    yield from _nodes(graph.nodes, inside)
    yield from _values(graph, inside)


def _function(function: Function) -> Iterator[str]:
    yield f"function {function.domain}::{function.name}"
    yield from (f"  {line}" for line in _imports(function.opset_imports))
    yield from _notes(function.metadata(), "  ")
    yield f"  ({', '.join(function.inputs)}) -> ({', '.join(function.outputs)})"
    yield from _nodes(function.nodes, "  ")
    yield from _values(function, "  ")


def _values(graph: Graph | Function, indent: str) -> Iterator[str]:
    for name, value in graph.value_info.items():
        yield f"{indent}value {name}: {declared_text(value.type)}"


def _notes(notes: Mapping[str, str], indent: str) -> Iterator[str]:
    yield from (f"{indent}metadata {key}: {shortened(text)}" for key, text in notes.items())


def _nodes(nodes: Sequence[Node], indent: str) -> Iterator[str]:
    for node in nodes:
        name = f"{node.name}: " if node.name else ""
        operator = f"{node.domain}::{node.op_type}" if node.domain else node.op_type
        attributes = "".join(f", {text}" for text in _attributes(node))
        inputs, outputs = (", ".join(n or "_" for n in names) for names in (node.inputs, node.outputs))
        yield f"{indent}{name}{outputs} = {operator}({inputs}{attributes})"
        yield from _notes(node.metadata() if _is_noted(node) else {}, f"{indent}  ")
        for body_name, body in node.bodies():
            yield from _graph(body, body_name, f"{indent}  ")


def _is_noted(node: Node) -> bool:
    """Whether to look for metadata: the bytes of large nodes are not read."""
    return node.end - node.start < 1 << 16 and b"shapeinfer." in node.payload()


def _attributes(node: Node) -> Iterator[str]:
    for name, attribute in node.attributes.items():
        for _ in range(node.operation.duplicate_attributes.count(name) + 1):
            if attribute.ref_attr_name:
                yield f"{name}=@{attribute.ref_attr_name}"
            elif not isinstance(attribute.value, Graph):
                yield f"{name}={_value_text(attribute.value)}"


def _value_text(value: AttributeValue) -> str:
    if isinstance(value, Tensor):
        return declared_text(TensorType(value.elem_type, value.dims))
    if isinstance(value, bytes):
        text = value.decode("utf-8", "backslashreplace")
    elif isinstance(value, (int, float, tuple)):
        text = "".join(str(value).split())
    else:
        text = type(value).__name__
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 3] + "..."


def declared_text(type_: ValueType) -> str:
    """A declared type: ``f32[batch, ?]``, ``seq(i64[*])``; ``?`` if there is none."""
    if isinstance(type_, (TensorType, SparseTensorType)):
        dims = type_.dims
        shape = "*" if dims is None else ", ".join("?" if d is None else str(d) for d in dims)
        text = f"{elem_type_name(type_.elem_type)}[{shape}]"
        return f"sparse({text})" if isinstance(type_, SparseTensorType) else text
    if isinstance(type_, SequenceType):
        return f"seq({declared_text(type_.element)})"
    if isinstance(type_, OptionalType):
        return f"optional({declared_text(type_.element)})"
    if isinstance(type_, MapType):
        return f"map({elem_type_name(type_.key_type)}, {declared_text(type_.value)})"
    return "?"


def differences(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """What differs, as the hunks of a unified diff: ``@@ -line +line @@``, then lines that begin with a
    space, ``-`` or ``+``. Linear in the lines but for a logarithm: of lines that moved the fewest are
    shown."""
    common = _common(before, after)
    rows: list[tuple[str, int, int]] = []  # the sign and the line's place in both
    old = new = 0
    for at_old, at_new in (*common, (len(before), len(after))):
        rows += [("-", i, new) for i in range(old, at_old)]
        rows += [("+", at_old, j) for j in range(new, at_new)]
        if at_old < len(before):
            rows.append((" ", at_old, at_new))
        old, new = at_old + 1, at_new + 1
    changed = [i for i, row in enumerate(rows) if row[0] != " "]
    lines: list[str] = []
    shown = -1
    for i in changed:
        first = max(i - _CONTEXT, shown + 1)
        if not lines or first > shown + 1:
            lines.append(f"@@ -{rows[first][1] + 1} +{rows[first][2] + 1} @@")
        last = min(i + _CONTEXT, len(rows) - 1)
        # What follows a difference is shown up to the next one.
        for sign, at_old, at_new in rows[first : last + 1]:
            lines.append(sign + (after[at_new] if sign == "+" else before[at_old]))
        shown = max(shown, last)
    return lines


def _common(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """The places of a longest run of lines that both have in one order. The n-th occurrence of a line stands
    for the n-th occurrence of the same line."""
    where = {key: at for at, key in enumerate(_numbered(after))}
    pairs = [(i, where[key]) for i, key in enumerate(_numbered(before)) if key in where]
    tails: list[int] = []  # the least end of an increasing run of each length
    links: list[tuple[int, int, object]] = []  # for each length, its run as a chain
    for i, j in pairs:
        length = bisect_left(tails, j)
        chain = (i, j, links[length - 1] if length else None)
        if length == len(tails):
            tails.append(j)
            links.append(chain)
        else:
            tails[length], links[length] = j, chain
    found: list[tuple[int, int]] = []
    at: object = links[-1] if links else None
    while isinstance(at, tuple):
        found.append((at[0], at[1]))
        at = at[2]
    return found[::-1]


def _numbered(lines: Sequence[str]) -> Iterator[tuple[str, int]]:
    seen: dict[str, int] = {}
    for line in lines:
        seen[line] = number = seen.get(line, 0) + 1
        yield line, number
