"""Gemm: ``alpha*A*B + beta*C`` of matrices, each of A and B transposed if asked for.

Version  What changed
1        C has the result's shape, or is broadcast if the attribute ``broadcast`` says so
6        as 1 (the specification only clarifies its wording)
7        C is unidirectionally broadcastable to the result
11       C may be left out
9, 13    only more element types
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, Dim, TensorFact, rule, tensor
from shapeinfer.shapes.broadcast import expand_shapes
from shapeinfer.shapes.layers.matmul import as_row, require_contraction


@rule("Gemm", versions=(1, 6))
def gemm_1(call: Call, A: TensorFact, B: TensorFact, C: TensorFact) -> TensorFact:
    result = _product(call, A, B)
    if call.int("broadcast", 0):
        expand_shapes(call, C, result, ("C", "the product"))
        return result
    rank = call.rank(C, "C", at_least=2, at_most=2)
    if rank is None or C.shape is None or result.shape is None:
        return result
    sizes = []
    for axis, (have, need) in enumerate(zip(C.shape, result.shape, strict=True)):
        sizes.append(
            call.require_equal(
                have, need, codes.SIZE_MISMATCH,
                "on axis {axis} C has {have}, needed the {need} of the product; C is {C}, A is {A}, B is {B}",
                axis=axis, have=have, need=need, C=C, A=A, B=B,
            )
        )  # fmt: skip
    return tensor(0, sizes)


@rule("Gemm", versions=(7, 9, 11, 13))
def gemm_7(call: Call, A: TensorFact, B: TensorFact, C: TensorFact | None = None) -> TensorFact:
    result = _product(call, A, B)
    if C is not None:
        expand_shapes(call, C, result, ("C", "the product"))
    return result


def _product(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    # The inference of versions 6 and 13 looks at the rank of A alone.
    A = as_row(call, A, B, alone=call.version in (6, 13))
    call.rank(A, "A", at_least=2, at_most=2)
    call.rank(B, "B", at_least=2, at_most=2)
    rows_axis = 1 if call.int("transA", 0) else 0
    columns_axis = 0 if call.int("transB", 0) else 1
    require_contraction(call, A, B, (1 - rows_axis, 1 - columns_axis))
    return tensor(0, (_size(call, A, rows_axis, "A"), _size(call, B, columns_axis, "B")))


def _size(call: Call, fact: TensorFact, axis: int, name: str) -> Dim:
    return call.fresh(f"the rank of {name} is unknown") if fact.shape is None else fact.shape[axis]
