"""GatherPacked, MatMulPacked: tables and weights packed in blocks, of a format that an attribute names.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import BFLOAT16, FLOAT, FLOAT16
from shapeinfer.rule import ONE, ZERO, Call, TensorFact, any_of, at_least, const, equal, product, rule, tensor
from shapeinfer.shapes.inputs import require_shape, sizes

# format -> (how many numbers a block holds, its bytes), of those that kernels read; measured by loading
# models
_FORMATS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 6: (32, 22), 8: (32, 34), 13: (256, 176), 14: (256, 210),
    16: (256, 66), 17: (256, 74), 18: (256, 98), 20: (32, 18), 22: (256, 82), 23: (256, 136),
    30: (1, 2), 42: (64, 18),
}  # fmt: skip
_DTYPES = (FLOAT, FLOAT16, BFLOAT16)


@rule("GatherPacked", versions=(1,), domain="com.microsoft")
def gather_packed(call: Call, data: TensorFact, indices: TensorFact) -> TensorFact:
    """Rows of a table, unpacked. An index that points nowhere means the first row."""
    width, dtype = call.int("K"), call.int("output_dtype", BFLOAT16)
    if dtype not in _DTYPES:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "output_dtype is {dtype}, needed one of {allowed}",
            dtype=dtype, allowed=_DTYPES,
        )  # fmt: skip
    rows, _ = sizes(call, data, 2, "data")
    row_bytes = _row_bytes(call, width)
    require_shape(call, data, (rows, const(row_bytes)), "data")
    if indices.shape is None:
        return tensor(dtype)
    call.require(
        any_of(at_least(rows, ONE), *(equal(size, ZERO) for size in indices.shape)), codes.EMPTY_REDUCTION,
        "data has {rows} rows, needed at least 1 for indices {indices}", rows=rows, indices=indices,
    )  # fmt: skip
    return tensor(dtype, (*indices.shape, const(width)))


def _row_bytes(call: Call, width: int) -> int:
    """The bytes of a row of ``width`` numbers."""
    given = call.int("packed_type")
    if given not in _FORMATS:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "packed_type is {given}, needed one of {allowed}",
            given=given, allowed=tuple(_FORMATS),
        )  # fmt: skip
    numbers, block = _FORMATS[given]
    if width < 1 or width % numbers:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "K is {width}, needed a multiple of {numbers} for packed_type {given}",
            width=width, numbers=numbers, given=given,
        )  # fmt: skip
    return width // numbers * block


@rule("MatMulPacked", versions=(1,), domain="com.microsoft")
def matmul_packed(
    call: Call, A: TensorFact, B: TensorFact, global_scale: TensorFact | None = None
) -> TensorFact:
    """The product with a transposed weight. Which formats there are differs from device to device."""
    columns, inner = call.int("N"), call.int("K")
    _, row_bytes = sizes(call, B, 2, "B")
    require_shape(call, B, (const(columns), row_bytes), "B")
    if global_scale is not None and global_scale.shape is not None:
        call.require(
            equal(product(global_scale.shape), ONE), codes.PARAMETER_SIZE,
            "global_scale is {scale}, needed one element", scale=global_scale,
        )  # fmt: skip
    call.rank(A, "A", at_least=1)
    if A.shape is None:
        return tensor(0)
    call.require(
        equal(A.shape[-1], const(inner)), codes.SIZE_MISMATCH,
        "the last axis of A has {have}, needed K {inner}; A is {A}", have=A.shape[-1], inner=inner, A=A,
    )  # fmt: skip
    return tensor(0, (*A.shape[:-1], const(columns)))
