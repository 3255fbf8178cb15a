"""A node's attributes as a rule reads them, with a function's attribute references resolved."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.declared import Declarations, sparse_fact
from shapeinfer.model.structure import (
    Attribute,
    Function,
    Graph,
    MapType,
    Node,
    OptionalType,
    SequenceType,
    SparseTensor,
    SparseTensorType,
    Tensor,
    TensorType,
)
from shapeinfer.rule.call import AttributeValue
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_TYPES = (TensorType, SparseTensorType, SequenceType, OptionalType, MapType)


class References:
    """The values of a function's attributes in one call."""

    __slots__ = ("key", "values")

    def __init__(self, values: Mapping[str, Attribute], key: object) -> None:
        self.values = values
        self.key = key

    @staticmethod
    def at_call(function: Function, node: Node, outer: References | None) -> References:
        """The attributes of a call, with references resolved and the function's defaults added."""
        values: dict[str, Attribute] = dict(function.attribute_defaults)
        outer_key: object = None
        for name, attribute in node.attributes.items():
            if attribute.ref_attr_name:
                found = None if outer is None else outer.values.get(attribute.ref_attr_name)
                outer_key = None if outer is None else outer.key
                if found is None:
                    continue
                attribute = found
            values[name] = attribute
        return References(values, (node.operation.attribute_key, outer_key))


def resolve(
    node: Node, references: References | None, declarations: Declarations
) -> tuple[dict[str, AttributeValue], dict[str, tuple[int, tuple[int, ...], bool]], list[Finding]]:
    """The attributes' values, their types for the schema's check, and findings about references."""
    values: dict[str, AttributeValue] = {}
    kinds: dict[str, tuple[int, tuple[int, ...], bool]] = {}
    findings: list[Finding] = []
    for name, attribute in node.attributes.items():
        if attribute.ref_attr_name:
            found = None if references is None else references.values.get(attribute.ref_attr_name)
            if found is None:
                if references is None:
                    args = (("name", name), ("reference", attribute.ref_attr_name))
                    message = "attribute {name!r} refers to {reference!r}, outside of any function"
                    findings.append(Finding(codes.UNBOUND_ATTRIBUTE, message, args))
                continue  # inside a function, an attribute without a value counts as absent
            attribute = found
        kinds[name] = (attribute.type, attribute.kinds, bool(attribute.ref_attr_name))
        value = _value(attribute.value, declarations)
        if value is not None:
            values[name] = value
    return values, kinds, findings


_PLAIN = (int, float, bytes)


def _value(value: object, declarations: Declarations) -> AttributeValue:
    if isinstance(value, Tensor):
        return declarations.stored(value)
    if isinstance(value, SparseTensor):
        return sparse_fact(value)
    if isinstance(value, _TYPES):
        return declarations.claim(value)
    if isinstance(value, tuple):
        # All are of one kind.
        return (
            value
            if isinstance(next(iter(value), 0), _PLAIN)
            else tuple([_value(v, declarations) for v in value])
        )
    return None if isinstance(value, Graph) else value
