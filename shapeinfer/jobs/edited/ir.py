"""``onnx_ir`` models as ModelProtos, without their weights."""

from __future__ import annotations

import onnx_ir as ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

# Larger initializers than this many bytes are not serialized: only their type and shape matter.
_LARGEST = 1024


def without_weights(model: ir.Model) -> onnx.ModelProto:
    """The model as a ModelProto in which each large initializer is external data that nobody reads."""
    replaced: list[tuple[ir.Value, ir.TensorProtocol]] = []
    try:
        for graph in model.graphs():
            for name, value in graph.initializers.items():
                tensor = value.const_value
                if tensor is not None and tensor.nbytes > _LARGEST:
                    replaced.append((value, tensor))
                    shape = ir.Shape(tensor.shape.numpy())
                    value.const_value = ir.ExternalTensor(
                        "weights", 0, tensor.nbytes, tensor.dtype, shape=shape, name=name
                    )
        return ir.to_proto(model)
    finally:
        for value, tensor in replaced:
            value.const_value = tensor
