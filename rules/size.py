"""Size: the number of elements.

Version  What changed
1        a rank-0 int64
13, 19-  only more element types
"""

from __future__ import annotations

from shapeinfer.facts.elements import single
from shapeinfer.facts.scalar import span
from shapeinfer.rule import ZERO, Call, TensorFact, rule, tensor


@rule("Size", versions=(1, 13, 19, 21, 23, 24, 25))
def size(call: Call, data: TensorFact) -> TensorFact:
    count = data.count()
    return tensor(0, (), single(span(ZERO, None) if count is None else count))
