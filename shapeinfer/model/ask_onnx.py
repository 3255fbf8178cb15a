"""For operators newer than our snapshot: what the installed onnx infers of one node."""

from __future__ import annotations

from shapeinfer.model.protobuf.encode import encode_type
from shapeinfer.model.structure import Node, TensorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def infer_node(
    node: Node, opset: int, inputs: Mapping[str, TensorType]
) -> Sequence[TensorType | None] | None:
    """The types of a node's outputs by onnx's own inference function, None for what it does not tell.

    None if the installed onnx does not know the operator, or refuses the node.
    """
    import onnx

    try:
        schema = onnx.defs.get_schema(node.op_type, opset, node.domain)
    except (onnx.defs.SchemaError, TypeError):  # TypeError: an opset beyond int32, a name that is no text
        return None
    proto = onnx.NodeProto.FromString(node.payload())
    types = {name: onnx.TypeProto.FromString(encode_type(type_)) for name, type_ in inputs.items()}
    imports = [onnx.OperatorSetIdProto(domain=node.domain, version=opset)]
    try:
        found = onnx.shape_inference.infer_node_outputs(schema, proto, types, opset_imports=imports)
    except Exception:  # whatever a function in C++ throws at a node it does not like
        return None
    return [_tensor_type(found.get(name)) for name in node.outputs]


def _tensor_type(proto: object) -> TensorType | None:
    import onnx

    if not isinstance(proto, onnx.TypeProto) or not proto.HasField("tensor_type"):
        return None
    tensor = proto.tensor_type
    if not tensor.HasField("shape"):
        return TensorType(tensor.elem_type, None)
    dims = [d.dim_value if d.HasField("dim_value") else d.dim_param or None for d in tensor.shape.dim]
    return TensorType(tensor.elem_type, tuple(dims))
