"""Rules for operators of your own: shapeinfer --rules examples/my_rules.py lint examples/custom.onnxtxt"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, TensorFact, rule, tensor


@rule("PairwiseDistance", versions=(1,), domain="example.org")
def pairwise_distance(call: Call, left: TensorFact, right: TensorFact) -> TensorFact:
    """All distances between the rows of two matrices: [n, d] and [m, d] give [n, m]."""
    if call.rank(left, "left", at_least=2, at_most=2) is None or left.shape is None:
        return tensor(left.elem_type)
    if call.rank(right, "right", at_least=2, at_most=2) is None or right.shape is None:
        return tensor(left.elem_type)
    call.require_equal(
        left.shape[1], right.shape[1], codes.SIZE_MISMATCH,
        "rows of left have {left} entries, rows of right {right}", left=left.shape[1], right=right.shape[1],
    )  # fmt: skip
    return tensor(left.elem_type, (left.shape[0], right.shape[0]))
