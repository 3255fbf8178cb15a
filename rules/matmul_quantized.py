"""MatMulInteger, QLinearMatMul: products of quantized matrices.

Version  What changed
10       the first version of both
21       QLinearMatMul: more element types

Differences: the specification has scales and zero points for each row of A. The runtime takes one
element for A, and one for each column of B that has no batches: a warning where there are more.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, ZERO, Call, TensorFact, any_of, at_least, equal, product, rule, tensor
from shapeinfer.shapes.layers.matmul import matmul
from shapeinfer.shapes.layers.quantize import require_one_or_each


@rule("MatMulInteger", versions=(10,))
def matmul_integer(
    call: Call,
    A: TensorFact,
    B: TensorFact,
    a_zero_point: TensorFact | None = None,
    b_zero_point: TensorFact | None = None,
) -> TensorFact:
    _for_rows(call, A, a_zero_point, "a_zero_point")
    _for_columns(call, B, b_zero_point, "b_zero_point")
    return tensor(0, matmul(call, A, B))


@rule("QLinearMatMul", versions=(10, 21))
def qlinear_matmul(
    call: Call,
    a: TensorFact,
    a_scale: TensorFact,
    a_zero_point: TensorFact,
    b: TensorFact,
    b_scale: TensorFact,
    b_zero_point: TensorFact,
    y_scale: TensorFact,
    y_zero_point: TensorFact,
) -> TensorFact:
    _for_rows(call, a, a_scale, "a_scale")
    _for_rows(call, a, a_zero_point, "a_zero_point")
    _for_columns(call, b, b_scale, "b_scale")
    _for_columns(call, b, b_zero_point, "b_zero_point")
    require_one_or_each(call, y_scale, None, "y_scale")
    require_one_or_each(call, y_zero_point, None, "y_zero_point")
    return tensor(0, matmul(call, a, b, names=("a", "b")))


def _for_rows(call: Call, A: TensorFact, fact: TensorFact | None, name: str) -> None:
    """One element in the runtime; in the specification also one for each row."""
    if fact is None or not fact.shape:
        return
    if len(fact.shape) == 1 and A.shape is not None:
        rows = A.shape[-2] if len(A.shape) > 1 else ONE
        call.require(
            any_of(equal(fact.shape[0], ONE), equal(fact.shape[0], rows)), codes.PARAMETER_SIZE,
            "{name} has {have} elements, needed 1 or the {rows} rows; {name} is {fact}",
            name=name, have=fact.shape[0], rows=rows, fact=fact,
        )  # fmt: skip
    some = ZERO if len(fact.shape) > 1 else product(fact.shape)  # it looks at the rank too
    call.require(
        equal(some, ONE), codes.RUNTIME_DIFFERS,
        "{name} is {fact}, which ONNX Runtime supports for one element only", name=name, fact=fact,
    )  # fmt: skip


def _for_columns(call: Call, B: TensorFact, fact: TensorFact | None, name: str) -> None:
    """One element, a vector with one for each column, or B's shape with one row."""
    if fact is None or not fact.shape or B.shape is None:
        return
    columns = B.shape[-1] if len(B.shape) > 1 else ONE
    last = fact.shape[-1]
    if len(fact.shape) > 1 and len(B.shape) > 1:
        call.require(
            any_of(at_least(B.shape[-2], ONE), *(equal(size, ZERO) for size in B.shape[:-2])),
            codes.RUNTIME_DIFFERS,
            "{name} is {fact} beside {B}, at which ONNX Runtime's process ends", name=name, fact=fact, B=B,
        )  # fmt: skip
    if len(fact.shape) == 1 and len(B.shape) > 2:
        call.require(
            equal(last, ONE), codes.RUNTIME_DIFFERS,
            "{name} has {have} elements beside batches, where ONNX Runtime needs 1, or one row for each "
            "batch; {name} is {fact}",
            name=name, have=last, fact=fact,
        )  # fmt: skip
    if len(fact.shape) > 1:
        call.rank(fact, name, at_least=len(B.shape), at_most=len(B.shape))
        for axis, (have, size) in enumerate(zip(fact.shape[:-1], B.shape, strict=False)):
            need = ONE if axis == len(B.shape) - 2 else size
            call.require(
                equal(have, need), codes.PARAMETER_SIZE,
                "{name} has {have} on axis {axis}, needed {need}; {name} is {fact}",
                name=name, have=have, axis=axis, need=need, fact=fact,
            )  # fmt: skip
    whole = equal(last, columns)
    call.require(
        any_of(equal(last, ONE), whole) if len(fact.shape) == 1 else whole, codes.PARAMETER_SIZE,
        "{name} has {have} elements on its last axis, needed 1 or the {columns} columns; {name} is {fact}",
        name=name, have=last, columns=columns, fact=fact,
    )  # fmt: skip
