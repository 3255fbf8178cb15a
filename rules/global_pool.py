"""GlobalMaxPool, GlobalAveragePool, GlobalLpPool: one element for each channel.

Version  What changed
1        the first version (GlobalLpPool: ``p`` is a float)
2        GlobalLpPool: ``p`` is an integer
22       only more element types

The runtime takes an input without elements only if it is the batch that is empty.
"""

from __future__ import annotations

from shapeinfer.rule import ONE, Call, TensorFact, rule, tensor
from shapeinfer.shapes.layers.window import require_elements, require_few_axes


@rule(("GlobalMaxPool", "GlobalAveragePool"), versions=(1, 22))
@rule("GlobalLpPool", versions=(1, 2, 22))
def global_pool(call: Call, X: TensorFact) -> TensorFact:
    call.rank(X, "X", at_least=3)
    require_few_axes(call, X)
    require_elements(call, X)
    if X.shape is None:
        return tensor(0)
    return tensor(0, (*X.shape[:2], *(ONE,) * (len(X.shape) - 2)))
