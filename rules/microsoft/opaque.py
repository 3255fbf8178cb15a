"""EPContext and Snpe: parts of a model that were compiled for one device.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer.rule import NOTHING, Call, Fact, codes, rule


@rule(("EPContext", "Snpe"), versions=(1,), domain="com.microsoft")
def opaque(call: Call, inputs: tuple[Fact | None, ...]) -> tuple[Fact, ...]:
    """A compiled part of a model: what it makes stands nowhere but in declarations."""
    call.info(
        codes.NOT_INFERRED,
        "{operator} is a compiled part of a model: its outputs are known only from declarations",
        operator=call.op_type,
    )  # fmt: skip
    return tuple(NOTHING for _ in call.wanted)
