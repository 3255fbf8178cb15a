"""MatMul: the product of matrices, as numpy.matmul has it.

Version  What changed
1        the first version
9, 13    only more element types
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import UINT32, UINT64
from shapeinfer.rule import ONE, ZERO, Call, TensorFact, any_of, at_least, codes, equal, rule, tensor
from shapeinfer.shapes.layers.matmul import matmul


@rule("MatMul", versions=(1, 9, 13))
def matmul_1(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    shape = matmul(call, A, B)
    unsigned = A.elem_type in (UINT32, UINT64)
    if unsigned and A.shape and shape is not None:
        some = any_of(at_least(A.shape[-1], ONE), *(equal(size, ZERO) for size in shape))
        message = "A is {A}, of which ONNX Runtime does not sum nothing"
        call.require(some, codes.RUNTIME_DIFFERS, message, A=A)
    return tensor(0, shape)
