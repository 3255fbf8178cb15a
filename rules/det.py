"""Det: the determinants of square matrices.

Version  What changed
11       the first version
22       only more element types
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, TensorFact, rule, tensor


@rule("Det", versions=(11, 22))
def det(call: Call, X: TensorFact) -> TensorFact:
    call.rank(X, "X", at_least=2)
    if X.shape is None:
        return tensor(0)
    rows, columns = X.shape[-2:]
    call.require_equal(
        rows, columns, codes.SIZE_MISMATCH,
        "X has {rows} rows and {columns} columns, needed the same number; X is {X}",
        rows=rows, columns=columns, X=X,
    )  # fmt: skip
    return tensor(0, X.shape[:-2])
