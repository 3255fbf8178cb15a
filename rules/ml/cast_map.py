"""CastMap: a map to a tensor of one row.

Version  What changed
1        introduced
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, INT64, STRING
from shapeinfer.rule import ONE, Call, Fact, TensorFact, const, rule, tensor

_CASTS = {"TO_FLOAT": FLOAT, "TO_STRING": STRING, "TO_INT64": INT64}


@rule("CastMap", versions=(1,), domain="ai.onnx.ml")
def cast_map(call: Call, X: Fact) -> TensorFact:
    target = call.string("cast_to", "TO_FLOAT")
    if target not in _CASTS:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "cast_to is {target!r}, needed one of {known}",
            target=target,
            known=tuple(_CASTS),
        )
    form = call.string("map_form", "DENSE")
    if form not in ("DENSE", "SPARSE"):
        call.error(codes.VALUE_NOT_ALLOWED, "map_form is {form}, needed DENSE or SPARSE", form=form)
    if form == "SPARSE":
        if call.int("max_map", 1) < 1:
            call.error(
                codes.VALUE_NOT_ALLOWED, "max_map is {size} beside SPARSE, needed at least 1",
                size=call.int("max_map"),
            )  # fmt: skip
        return tensor(_CASTS[target], (ONE, const(max(call.int("max_map", 1), 0))))
    return tensor(_CASTS[target], (ONE, call.fresh("a map's size is known only at run time")))
