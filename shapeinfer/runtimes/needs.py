"""What a model really needs: the least IR version, and the least opset with the same operators; and which
opset counts as a lower one."""

from __future__ import annotations

from shapeinfer.facts.elem_type import (
    FLOAT4E2M1,
    FLOAT6E2M3,
    FLOAT6E3M2,
    FLOAT8E4M3FN,
    FLOAT8E4M3FNUZ,
    FLOAT8E5M2,
    FLOAT8E5M2FNUZ,
    FLOAT8E8M0,
    INT2,
    INT4,
    UINT2,
    UINT4,
)
from shapeinfer.model.protobuf.wire import signed_32
from shapeinfer.runtimes.nodes import Use
from shapeinfer.runtimes.tables import LAST
from shapeinfer.schema.schema import find, last_opset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapeinfer.model.structure import Model

# This version has local functions and optional types; a lower one has no advantage.
_LOWEST_IR_VERSION = 8
_OVERLOADS = 10
# The IR version that brought an element type, from the comments of onnx.proto.
_TYPES = {
    FLOAT8E4M3FN: 9, FLOAT8E4M3FNUZ: 9, FLOAT8E5M2: 9, FLOAT8E5M2FNUZ: 9, UINT4: 10, INT4: 10,
    FLOAT4E2M1: 11, FLOAT8E8M0: 12, UINT2: 13, INT2: 13, FLOAT6E2M3: 14, FLOAT6E3M2: 14,
}  # fmt: skip


def least_ir_version(model: Model, uses: Iterable[Use]) -> int:
    """The least IR version that allows everything in the file; at least 8."""
    least = _LOWEST_IR_VERSION
    if any(overload for _, _, overload in model.functions):
        least = _OVERLOADS
    for use in uses:
        for key in (*use.asked.inputs, *use.asked.outputs):
            if isinstance(key, int):
                least = max(least, _TYPES.get(key, 0))
    return least


def newest_operators(uses: Iterable[Use], domain: str) -> tuple[int, tuple[str, ...]] | None:
    """The least opset of a domain at which all operators are of the same version as now, and those that came
    with it. None where an operator, or the opset, is not known here."""
    least, names = 1, dict.fromkeys(("",))
    known = last_opset(domain)
    for use in uses:
        asked = use.asked
        if asked.domain != domain or asked.opset == LAST:
            continue
        schema = find(domain, asked.op_type, asked.opset)
        if schema is None or known is None or asked.opset > known:
            return None
        if schema.since_version > least:
            least, names = schema.since_version, {}
        if schema.since_version == least:
            names[asked.op_type] = None
    return least, tuple(name for name in names if name)


def is_read_as_less(domain: str, version: int, limit: int, uses: Iterable[Use]) -> bool:
    """Whether an opset is taken for one up to the limit: of a larger number 32 bits are kept, and one below 1
    is refused only where operators of the domain are used."""
    kept = signed_32(version)
    return kept < version and kept <= limit and (kept > 0 or not any(u.asked.domain == domain for u in uses))
