"""Schemas of operators as ONNX Runtime has them before the opset that introduced them."""

from __future__ import annotations

from copy import copy
from functools import cache

from shapeinfer.schema.schema import Schema


@cache
def of_two_types(schema: Schema) -> Schema:
    """LayerNormalization of opset 17 as it is before: Scale, B and Y have a type of their own."""
    early = copy(schema)
    others = {formal.name: copy(formal) for formal in (*schema.inputs[1:], schema.outputs[0])}
    for formal in others.values():
        formal.type_name = "V"
    early.inputs = tuple(others.get(formal.name, formal) for formal in schema.inputs)
    early.outputs = tuple(others.get(formal.name, formal) for formal in schema.outputs)
    early.type_variables = {**schema.type_variables, "V": schema.type_variables["T"]}
    return early
