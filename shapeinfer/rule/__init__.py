"""Everything that a rule file may import: the decorator, :class:`Call`, facts, dims and conditions.

A rule is a pure function from facts to facts::

    @rule("Transpose", versions=(1, 13, 21, 23, 24, 25))
    def transpose(call: Call, data: TensorFact) -> TensorFact: ...

Inputs arrive as parameters named as in the ONNX specification: an absent optional input is None, a
variadic one a tuple. A rule returns one fact, or a tuple with one fact per output. An elem_type of
0 in a returned tensor is filled in by the engine from the schema's type variables. A rule sees no
graph and mutates nothing but its Call, which collects the Outcome.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import (
    ONE,
    ZERO,
    Dim,
    Symbol,
    broadcast,
    cancelled,
    ceildiv,
    const,
    decides,
    halves_joined,
    maximum,
    minimum,
    of,
    product,
    total,
)
from shapeinfer.dims.budget import attempt
from shapeinfer.dims.proofs import PROVED, REFUTED, UNKNOWN, Verdict
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.fact import (
    NOTHING,
    Fact,
    MapFact,
    OptionalFact,
    SequenceFact,
    Shape,
    SparseTensorFact,
    TensorFact,
    UnknownFact,
    tensor,
)
from shapeinfer.rule import requirement as conditions
from shapeinfer.rule.call import Body, Call, Outcome, Refused, is_about, is_blamed
from shapeinfer.rule.decorator import Result, rule
from shapeinfer.rule.empty import (
    COMPRESSED,
    INFERRED,
    OF_BRANCHES,
    REDUCED,
    RELEASES,
    RESHAPED,
    SPLIT,
    SQUEEZED,
    UNSQUEEZED,
    emptied,
    is_declared,
    is_ranked,
    may_be_empty,
)
from shapeinfer.rule.requirement import (
    Condition,
    all_of,
    any_of,
    at_least,
    broadcastable,
    divides,
    equal,
    expands_to,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.facts.join import join

__all__ = [
    "COMPRESSED",
    "INFERRED",
    "NOTHING",
    "OF_BRANCHES",
    "ONE",
    "PROVED",
    "REDUCED",
    "REFUTED",
    "RELEASES",
    "RESHAPED",
    "SPLIT",
    "SQUEEZED",
    "UNKNOWN",
    "UNSQUEEZED",
    "ZERO",
    "Body",
    "Call",
    "Condition",
    "Dim",
    "Elements",
    "Fact",
    "MapFact",
    "OptionalFact",
    "Outcome",
    "Refused",
    "Result",
    "SequenceFact",
    "Shape",
    "SparseTensorFact",
    "Symbol",
    "TensorFact",
    "UnknownFact",
    "Verdict",
    "all_of",
    "any_of",
    "at_least",
    "attempt",
    "broadcast",
    "broadcastable",
    "cancelled",
    "ceildiv",
    "codes",
    "conditions",
    "const",
    "decides",
    "divides",
    "emptied",
    "equal",
    "expands_to",
    "halves_joined",
    "is_about",
    "is_blamed",
    "is_declared",
    "is_ranked",
    "join",
    "maximum",
    "may_be_empty",
    "minimum",
    "of",
    "product",
    "rule",
    "tensor",
    "total",
]


def __getattr__(name: str) -> object:
    if name != "join":  # of what bodies make: few operators have any
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from shapeinfer.facts.join import join

    globals()[name] = join
    return join
