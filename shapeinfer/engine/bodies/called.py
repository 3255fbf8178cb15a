"""Which functions of a model its nodes call."""

from __future__ import annotations

from shapeinfer.schema.schema import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.structure import Function, Model, Operation


def called_function(model: Model, operation: Operation) -> Function | None:
    """The function that nodes of this operation call; None for an operator. ONNX Runtime runs the operator
    where a function has the name of one."""
    if not model.functions:
        return None
    domain, op_type, overload = operation.domain, operation.op_type, operation.overload
    function = model.functions.get((domain, op_type, overload))
    if function is None or overload:
        return function
    opset = model.opset_imports.get(domain)
    return None if opset is not None and find(domain, op_type, opset) is not None else function
