"""Products of matrices of com.microsoft, fused with what stands around them.

Version  What changed
1        com.microsoft

FusedMatMul, TransposeMatMul: ``transA``, ``transB`` swap the last two axes, ``transBatchA``,
``transBatchB`` move the first axis behind the batch. Vectors are never transposed.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import INT32
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Condition,
    Dim,
    Fact,
    Shape,
    SparseTensorFact,
    TensorFact,
    any_of,
    at_least,
    broadcastable,
    const,
    divides,
    equal,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import require_parameter
from shapeinfer.shapes.layers.columns import (
    columns_of,
    require_addend,
    require_count,
)
from shapeinfer.shapes.layers.matmul import as_row, matmul, require_contraction
from shapeinfer.shapes.layers.quantize import require_one_or_each


@rule(("FusedMatMul", "FusedMatMulActivation", "TransposeMatMul"), versions=(1,), domain="com.microsoft")
def fused_matmul(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    batches = [bool(call.int(name, 0)) for name in ("transBatchA", "transBatchB")]
    if any(batches):
        for fact, name in ((A, "A"), (B, "B")):
            rank = fact.rank
            if rank is not None and (rank < 3 or (A.rank is not None and rank != A.rank)):
                raise call.fail(
                    codes.WRONG_RANK,
                    "{name} has rank {rank} where a batch is transposed, needed the same rank, 3 or more; "
                    "A is {A}, B is {B}",
                    name=name, rank=rank, A=A, B=B,
                )  # fmt: skip
    for turns, fact, name in ((batches[0], A, "A"), (batches[1], B, "B")):
        if turns and fact.shape is not None and fact.shape[0] == ZERO:
            call.refused_before(
                "1.32", codes.RUNTIME_DIFFERS,
                "axis 0 of {name} has 0 where the batch is transposed, of which ONNX Runtime before 1.32 "
                "dies; {name} is {fact}",
                name=name, fact=fact,
            )  # fmt: skip
    left = _turned(A, batch=batches[0], matrix=bool(call.int("transA", 0)))
    right = _turned(B, batch=batches[1], matrix=bool(call.int("transB", 0)))
    by_rows = not batches[0] and not call.int("transA", 0)
    turned = bool(call.int("transB", 0))
    return tensor(0, matmul(call, left, right, by_rows=by_rows, turned=turned))


def _turned(fact: TensorFact, *, batch: bool, matrix: bool) -> TensorFact:
    shape = fact.shape
    if shape is None or len(shape) < 2:
        return fact
    if batch:
        shape = (*shape[1:-1], shape[0], shape[-1])
    if matrix:
        shape = (*shape[:-2], shape[-1], shape[-2])
    return tensor(fact.elem_type, shape)


@rule("FusedGemm", versions=(1,), domain="com.microsoft")
def fused_gemm(call: Call, A: TensorFact, B: TensorFact, C: TensorFact | None = None) -> TensorFact:
    if not call.has("activation"):
        call.error(codes.VALUE_NOT_ALLOWED, "activation is not given, and ONNX Runtime needs one")
    result = _gemm(call, A, B)
    require_addend(call, C, result)
    return result


@rule("GemmFloat8", versions=(1,), domain="com.microsoft")
def gemm_float8(
    call: Call,
    A: TensorFact,
    B: TensorFact,
    C: TensorFact | None = None,
    scaleA: TensorFact | None = None,
    scaleB: TensorFact | None = None,
    scaleY: TensorFact | None = None,
) -> TensorFact:
    result = _gemm(call, A, B)
    require_addend(call, C, result)
    return tensor(call.int("dtype", 1), result.shape)


@rule("QGemm", versions=(1,), domain="com.microsoft")
def qgemm(
    call: Call,
    A: TensorFact,
    a_scale: TensorFact,
    a_zero_point: TensorFact,
    B: TensorFact,
    b_scale: TensorFact,
    b_zero_point: TensorFact,
    C: TensorFact | None = None,
    y_scale: TensorFact | None = None,
    y_zero_point: TensorFact | None = None,
) -> TensorFact:
    result = _gemm(call, A, B)
    for fact, name in ((a_scale, "a_scale"), (a_zero_point, "a_zero_point"),
                       (y_scale, "y_scale"), (y_zero_point, "y_zero_point")):  # fmt: skip
        require_one_or_each(call, fact, None, name)
    columns = result.shape[1] if result.shape is not None else columns_of(call, B)
    require_one_or_each(call, b_scale, columns, "b_scale")
    require_one_or_each(call, b_zero_point, columns, "b_zero_point")
    if b_scale.shape is not None and b_zero_point.shape is not None:
        if len(b_scale.shape) != len(b_zero_point.shape):
            call.error(
                codes.WRONG_RANK, "b_zero_point is {zero} and b_scale is {scale}, needed one rank",
                zero=b_zero_point, scale=b_scale,
            )  # fmt: skip
        require_count(call, b_zero_point, _count(b_scale), "b_zero_point", "as many as b_scale")
    require_addend(call, C, result)
    return tensor(1 if y_zero_point is None else y_zero_point.elem_type, result.shape)


def _count(fact: TensorFact) -> Dim:
    count = fact.count()
    assert count is not None  # checked by the caller
    return count


def _gemm(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    A = as_row(call, A, B)
    call.rank(A, "A", at_least=2, at_most=2)
    call.rank(B, "B", at_least=2, at_most=2)
    rows = 1 if call.int("transA", 0) else 0
    columns = 0 if call.int("transB", 0) else 1
    require_contraction(call, A, B, (1 - rows, 1 - columns))
    unknown = "the rank of an input is unknown"
    return tensor(
        0,
        (
            call.fresh(unknown) if A.shape is None else A.shape[rows],
            call.fresh(unknown) if B.shape is None else B.shape[columns],
        ),
    )


@rule("GemmFastGelu", versions=(1,), domain="com.microsoft")
def gemm_fast_gelu(call: Call, X: TensorFact, W: TensorFact, bias: TensorFact | None = None) -> TensorFact:
    call.rank(W, "W", at_least=2, at_most=2)
    if W.shape is not None:
        require_parameter(call, bias, W.shape[1:], "bias", "the columns of W")
    return tensor(0, matmul(call, X, W, ("X", "W")))


@rule("MatMulInteger16", versions=(1,), domain="com.microsoft")
def matmul_integer16(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    return tensor(INT32, matmul(call, A, B))


@rule("DynamicQuantizeMatMul", versions=(1,), domain="com.microsoft")
def dynamic_quantize_matmul(
    call: Call,
    A: TensorFact,
    B: TensorFact,
    b_scale: TensorFact,
    b_zero_point: TensorFact | None = None,
    bias: TensorFact | None = None,
) -> TensorFact:
    return _dequantized(call, A, B, ((b_scale, "b_scale"),), b_zero_point, bias)


@rule("MatMulIntegerToFloat", versions=(1,), domain="com.microsoft")
def matmul_integer_to_float(
    call: Call,
    A: TensorFact,
    B: TensorFact,
    a_scale: TensorFact,
    b_scale: TensorFact,
    a_zero_point: TensorFact | None = None,
    b_zero_point: TensorFact | None = None,
    bias: TensorFact | None = None,
) -> TensorFact:
    require_one_or_each(call, a_zero_point, None, "a_zero_point")
    scales = ((a_scale, "a_scale"), (b_scale, "b_scale"))
    result = _dequantized(call, A, B, scales, b_zero_point, bias)
    for scale, name in scales:
        _require_fitting(call, result.shape, B, scale, name)
    return result


def _require_scale(call: Call, shape: Shape | None, scale: TensorFact, name: str) -> None:
    """The runtime broadcasts scales with the product. (Where that is larger than the product it reads or
    writes behind an end, and sometimes dies.)"""
    if shape is None or scale.shape is None:
        return
    for have, size in zip(reversed(scale.shape), reversed(shape), strict=False):
        call.require(
            broadcastable(have, size), codes.PARAMETER_SIZE,
            "{name} is {scale}, needed sizes that broadcast with the product's {shape}",
            name=name, scale=scale, shape=shape,
        )  # fmt: skip


def _require_fitting(call: Call, shape: Shape | None, B: TensorFact, scale: TensorFact, name: str) -> None:
    """Beside a single column the runtime goes through all rows as many at a time as there are scales, and
    dies where some are left over."""
    if not scale.shape or len(scale.shape) > 1 or shape is None or B.shape is None:
        return
    columns = columns_of(call, B)
    have, rows = scale.shape[0], product(shape if columns == ONE else shape[:-1])
    others = () if columns == ONE else (equal(columns, ZERO), at_least(columns, const(2)))
    call.require(
        any_of(equal(have, ONE), divides(have, rows), *others), codes.PARAMETER_SIZE,
        "{name} has {have} elements, needed a divisor of the {rows} rows; {name} is {fact}",
        name=name, have=have, rows=rows, fact=scale,
    )  # fmt: skip


def _require_point(
    call: Call, B: TensorFact, fact: TensorFact | None, name: str, unless: tuple[Condition, ...]
) -> None:
    """One zero point, one for each column of a single matrix, or B's shape with a single row; where nothing
    comes out (``unless``) a vector of whatever size, or as many as there are columns."""
    if fact is None or not fact.shape or B.shape is None:
        return
    columns = columns_of(call, B)
    if len(fact.shape) == 1:
        have = fact.shape[0]
        alone = len(B.shape) == 2
        call.require(
            any_of(equal(have, ONE), *((equal(have, columns),) if alone else ()), *unless),
            codes.PARAMETER_SIZE, "{name} has {have} elements, needed 1{more}; {name} is {fact}, B is {B}",
            name=name, have=have, more=f" or {columns}" if alone else "", fact=fact, B=B,
        )  # fmt: skip
        return
    call.rank(fact, name, at_least=len(B.shape), at_most=len(B.shape))
    if unless:
        call.require(
            equal(product(fact.shape) * B.shape[-2], product(B.shape)), codes.PARAMETER_SIZE,
            "{name} is {fact}, needed one for each column of B; B is {B}", name=name, fact=fact, B=B,
        )  # fmt: skip
    for axis, (have, size) in enumerate(zip(fact.shape, B.shape, strict=False)):
        need = ONE if axis == len(B.shape) - 2 else size
        call.require(
            any_of(equal(have, need), *unless), codes.PARAMETER_SIZE,
            "{name} has {have} on axis {axis}, needed {need}; {name} is {fact}",
            name=name, have=have, axis=axis, need=need, fact=fact,
        )  # fmt: skip


def _dequantized(
    call: Call,
    A: TensorFact,
    B: TensorFact,
    scales: tuple[tuple[TensorFact, str], ...],
    b_zero_point: TensorFact | None,
    bias: TensorFact | None,
) -> TensorFact:
    shape = matmul(call, A, B)
    for scale, name in scales:
        _require_scale(call, shape, scale, name)
    # Where the result is empty the runtime does not look at vectors.
    rows = A.shape[:-1] if A.shape is not None else (call.fresh("the rank of A is unknown"),)
    sizes = (*rows, *(B.shape or ())[:-2], columns_of(call, B))
    empty = tuple(equal(size, ZERO) for size in sizes if not size.value)
    _require_point(call, B, b_zero_point, "b_zero_point", empty)
    if ZERO not in sizes:
        require_count(call, bias, columns_of(call, B), "bias", "one for each column of B", empty)
    for fact, name in (*scales, (b_zero_point, "b_zero_point")):
        _require_sum(call, B, fact, name)
    return tensor(0, shape)


def _require_sum(call: Call, B: TensorFact, fact: TensorFact | None, name: str) -> None:
    """Beside a parameter for each column, of B's rank, there is something to sum."""
    if fact is None or fact.shape is None or B.shape is None or len(B.shape) < 2:
        return
    is_each = fact.shape[-1:] == B.shape[-1:] and product(fact.shape).value not in (0, 1)
    if len(fact.shape) == len(B.shape) and (is_each or name == "b_zero_point"):
        call.require_at_least(
            B.shape[-2], 1, codes.RUNTIME_DIFFERS,
            "{name} is {fact} beside {B}, and ONNX Runtime dies where there is nothing to sum",
            name=name, fact=fact, B=B,
        )  # fmt: skip


@rule("QOrderedMatMul", versions=(1,), domain="com.microsoft")
def qordered_matmul(
    call: Call, A: TensorFact, scale_A: TensorFact, B: TensorFact, *_: TensorFact | None
) -> TensorFact:
    return tensor(0, matmul(call, A, B))


@rule("SparseToDenseMatMul", versions=(1,), domain="com.microsoft")
def sparse_to_dense_matmul(call: Call, A: Fact, B: TensorFact) -> TensorFact:
    shape = A.shape if isinstance(A, SparseTensorFact) else None
    left = _turned(tensor(0, shape), batch=False, matrix=bool(call.int("transA", 0)))
    right = _turned(B, batch=False, matrix=bool(call.int("transB", 0)))
    return tensor(B.elem_type, matmul(call, left, right))


@rule("CDist", versions=(1,), domain="com.microsoft")
def cdist(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    call.rank(A, "A", at_least=2, at_most=2)
    call.rank(B, "B", at_least=2, at_most=2)
    unknown = "the rank of an input is unknown"
    if A.shape is not None and B.shape is not None:
        call.require(
            equal(A.shape[1], B.shape[1]), codes.SIZE_MISMATCH,
            "on axis 1 A has {a} and B has {b}, needed the same size; A is {A}, B is {B}",
            a=A.shape[1], b=B.shape[1], A=A, B=B,
        )  # fmt: skip
        call.require_at_least(
            A.shape[1], 1, codes.EMPTY_REDUCTION, "axis 1 of A has {size}, needed at least 1; A is {A}",
            size=A.shape[1], A=A,
        )  # fmt: skip
    rows = call.fresh(unknown) if A.shape is None else A.shape[0]
    columns = call.fresh(unknown) if B.shape is None else B.shape[0]
    return tensor(0, (rows, columns))
