"""MatMul: the product of matrices, as numpy.matmul has it.

Version  What changed
1        the first version
9, 13    only more element types
"""

from __future__ import annotations

from shapeinfer.rule import Call, TensorFact, rule, tensor
from shapeinfer.shapes.layers.matmul import matmul


@rule("MatMul", versions=(1, 9, 13))
def matmul_1(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    return tensor(0, matmul(call, A, B))
