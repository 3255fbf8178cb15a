"""Counts what a model stores: parameters, and the bytes of all stored tensors.

A *parameter* is an element of a stored tensor of floats, or of integers of 8 bits or fewer as quantised
weights are. What is no weight is stored as well and counts in bytes only: scalars; indices, shapes and masks
(wider integers, bool, strings); the scales and zero points of quantisation; the running statistics of
BatchNormalization. Where an operator packs several weights into a byte, each is counted.
"""

from __future__ import annotations

from shapeinfer.costs.bytes import stored_bytes
from shapeinfer.facts.elem_type import bits, is_float, is_integer
from shapeinfer.model.structure import Graph, SparseTensor, Tensor
from shapeinfer.schema import schema as schemas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from shapeinfer.model.structure import Attribute, Model, Node, Operation

    # Of the Constants that are alike: for each attribute a tensor that may be a weight, its parameters
    # otherwise, and its bytes.
    Contents = dict[Operation, list[tuple[Tensor | None, int, int]]]

_NOT_WEIGHTS = frozenset(
    {"scales", "zero_points", "absmax", "roi", "sizes", "constant_value", "input_mean", "input_var", "mean",
    "var",
     "B_shape", "steps", "min", "max"}
)  # fmt: skip

# Operators whose weights are packed along an axis: formal input -> the attributes whose product is their
# number.
_PACKED: dict[str, dict[str, tuple[str, ...]]] = {
    "MatMulNBits": {"B": ("K", "N")},
    "MatMulBnb4": {"B": ("K", "N")},
    "MatMulNBitsMlp": {"gate_B": ("K", "N"), "up_B": ("K", "N")},
    "MatMulNBitsQkv": {"q_B": ("K", "Nq"), "k_B": ("K", "Nkv"), "v_B": ("K", "Nkv")},
}
_MICROSOFT = "com.microsoft"
# The reader of what none reads, and the position where.
_NOBODY = (None, 0)


class Stored:
    """What a model stores: how many parameters, and the bytes of all stored tensors. ``by_node`` has both of
    what a node of the main graph is the first to read or holds, by its index."""

    __slots__ = ("by_node", "bytes", "parameters")

    def __init__(self) -> None:
        self.parameters = 0
        self.bytes = 0
        self.by_node: dict[int, list[int]] = {}

    def add(self, parameters: int, bytes_: int, reader: Node | None) -> None:
        """Count a tensor. ``reader`` is a node of the main graph, None if none reads it."""
        self.parameters += parameters
        self.bytes += bytes_
        if reader is not None:
            numbers = self.by_node.get(reader.index)
            if numbers is None:
                self.by_node[reader.index] = [parameters, bytes_]
            else:
                numbers[0] += parameters
                numbers[1] += bytes_

    def at(self, positions: Iterable[int]) -> tuple[int, int]:
        """The parameters and bytes of nodes of the main graph together."""
        found = [self.by_node[at] for at in positions if at in self.by_node]
        return sum([count for count, _ in found]), sum([size for _, size in found])


def stored(model: Model) -> Stored:
    """Every initializer and constant of a model, with those in bodies and functions, once each."""
    graph = model.graph or Graph(b"")
    found = Stored()
    _add_graph(found, graph, lambda node: node)
    for function in model.functions.values():
        caller = next((node for node in graph.nodes if node.op_type == function.name), None)
        made = _constants(function.nodes)
        _add_constants(found, made, _first_readers(function.nodes, made), _always(caller))
        for node in function.nodes:
            for _, body in node.bodies():
                _add_graph(found, body, _always(caller))
    return found


def _always(node: Node | None) -> Callable[[Node | None], Node | None]:
    """For what lies in a body or function, which a node of the main graph runs."""
    return lambda _: node


def _add_graph(found: Stored, graph: Graph, owner: Callable[[Node | None], Node | None]) -> None:
    """Count what a graph stores. ``owner`` gives for a node of it that of the main graph."""
    names = graph.initializers
    made = _constants(graph.nodes)
    readers = _first_readers(graph.nodes, names.keys() | made.keys())
    # Many initializers may hold the same, as one tensor, and be read alike.
    known: dict[tuple[object, ...], tuple[int, int]] = {}
    for name, tensor in names.items():
        node, position = readers.get(name, _NOBODY)
        key = (tensor, None if node is None else node.operation, position)
        numbers = known.get(key)
        if numbers is None:
            numbers = known[key] = _parameters(tensor, node, position), stored_bytes(tensor)
        found.add(*numbers, owner(node))
    for name, sparse in graph.sparse_initializers.items():
        found.add(*_of_sparse(sparse), owner(readers.get(name, _NOBODY)[0]))
    _add_constants(found, made, readers, owner)
    for node in graph.nodes:
        if node.operation.has_bodies:
            for _, body in node.bodies():
                _add_graph(found, body, _always(owner(node)))


def _first_readers(nodes: Iterable[Node], names: Iterable[str]) -> dict[str, tuple[Node, int]]:
    wanted = set(names)
    found: dict[str, tuple[Node, int]] = {}
    for node in nodes:
        for name in node.inputs:
            if name in wanted:
                wanted.discard(name)
                found[name] = node, node.inputs.index(name)
    return found


def _constants(nodes: Iterable[Node]) -> dict[str, Node]:
    """The Constants, by what they make."""
    return {n.outputs[0]: n for n in nodes if n.operation.op_type == "Constant" and n.outputs}


def _add_constants(
    found: Stored,
    made: Mapping[str, Node],
    readers: Mapping[str, tuple[Node, int]],
    owner: Callable[[Node | None], Node | None],
) -> None:
    contents: Contents = {}
    for name, constant in made.items():
        node, position = readers.get(name, _NOBODY)
        operation = constant.operation
        content = contents.get(operation)
        if content is None:
            content = contents[operation] = [_content(a) for a in operation.attributes.values()]
        for tensor, count, size in content:
            if tensor is not None:
                count = _parameters(tensor, node, position)
            found.add(count, size, owner(node or constant))


def _content(attribute: Attribute) -> tuple[Tensor | None, int, int]:
    """The parameters and the bytes of a Constant's attribute; a tensor whose reader decides how many of its
    elements are parameters."""
    value = attribute.value
    if isinstance(value, Tensor):
        return (value if _may_be_weight(value) else None), 0, stored_bytes(value)
    if isinstance(value, SparseTensor):
        return None, *_of_sparse(value)
    if isinstance(value, tuple):
        return None, 0, 4 * len(value) if attribute.name == "value_floats" else 8 * len(value)
    return None, 0, {"value_float": 4, "value_int": 8}.get(attribute.name, 0)


def _of_sparse(sparse: SparseTensor) -> tuple[int, int]:
    """Its values are parameters; its indices take bytes too."""
    values = sparse.values
    count = values.count if is_float(values.elem_type) and values.dims and min(values.dims) >= 0 else 0
    return count, stored_bytes(values) + stored_bytes(sparse.indices)


def _may_be_weight(tensor: Tensor) -> bool:
    width = bits(tensor.elem_type)
    if not tensor.dims or min(tensor.dims) < 0 or width is None:
        return False
    return is_float(tensor.elem_type) or (is_integer(tensor.elem_type) and width <= 8)


def _parameters(tensor: Tensor, node: Node | None, position: int) -> int:
    """How many parameters a stored tensor has, seen by the first that reads it."""
    if not _may_be_weight(tensor):
        return 0
    if node is None:
        return tensor.count
    formal = _formal_name(node, position)
    if (
        formal in _NOT_WEIGHTS
        or "zero_point" in formal
        or formal.endswith("_scale")
        or formal.startswith("scale_")
    ):
        return 0
    return _packed(node, formal, tensor)


def _packed(node: Node, formal: str, tensor: Tensor) -> int:
    if node.domain != _MICROSOFT:
        return tensor.count
    names = _PACKED.get(node.op_type, {}).get(formal)
    if names is not None:
        count = 1
        for name in names:
            attribute = node.attributes.get(name)
            count *= attribute.value if attribute is not None and isinstance(attribute.value, int) else 0
        return count or tensor.count
    width = 0
    if node.op_type == "QMoE" and formal.endswith("_experts_weights"):
        layer = formal.partition("_")[0]
        width = _int(node, f"{layer}_expert_weight_bits", _int(node, "expert_weight_bits", 4))
    elif node.op_type == "GatherBlockQuantized" and formal == "data":
        width = _int(node, "bits", 4)
    if width in (2, 4) and bits(tensor.elem_type) == 8:
        return tensor.count * (8 // width)
    return tensor.count


def _int(node: Node, name: str, default: int) -> int:
    attribute = node.attributes.get(name)
    return attribute.value if attribute is not None and isinstance(attribute.value, int) else default


_formals: dict[tuple[str, str], tuple[str, ...]] = {}


def _formal_name(node: Node, position: int) -> str:
    """The name of that input in the newest version of the operator; "" if it has none."""
    key = (node.domain, node.op_type)
    names = _formals.get(key)
    if names is None:
        schema = schemas.find(*key, _NEWEST)
        names = _formals[key] = () if schema is None else tuple(formal.name for formal in schema.inputs)
    return names[position] if position < len(names) else ""


_NEWEST = 1 << 30
