"""MatMulNBits and its kin: a product with a weight that is packed in blocks of a few bits.

Version  What changed
1        com.microsoft

The weight's sizes are the attributes N (rows of the packed weight, columns of the result) and K. A block
of ``block_size`` weights along K has one scale and one zero point; ``ceil(K / block_size)`` of them are
in a row.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import UINT8
from shapeinfer.rule import (
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    any_of,
    at_least,
    ceildiv,
    const,
    equal,
    is_declared,
    may_be_empty,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.index import require_places
from shapeinfer.shapes.inputs import require_parameter
from shapeinfer.shapes.layers.columns import require_count, require_single
from shapeinfer.shapes.layers.matmul import matmul

_BITS = (2, 4, 8)
_BLOCKS = (16, 32, 64, 128, 256)
_FPQ4_BLOCK = 32


@rule("MatMulNBits", versions=(1,), domain="com.microsoft")
def matmul_nbits(
    call: Call,
    A: TensorFact,
    B: TensorFact,
    scales: TensorFact,
    zero_points: TensorFact | None = None,
    g_idx: TensorFact | None = None,
    bias: TensorFact | None = None,
) -> TensorFact:
    rows, inner = call.int("N"), call.int("K")
    blocks = _check_packing(call, inner)
    if bias is not None and (bias.shape is None or any(size.value is None for size in bias.shape)):
        # What is no number here is none to a loader.
        call.refuse_load(
            codes.RUNTIME_DIFFERS,
            "bias is {bias}, and ONNX Runtime needs the number {rows} when it loads the model",
            bias=bias, rows=rows,
        )  # fmt: skip
    if B.shape is None or any(map(may_be_empty, B.shape)):
        # Since 1.32 ONNX Runtime looks at nothing beside a B without elements.
        _require_no_bytes(call, B, (rows, blocks, call.int("block_size") * call.int("bits", 4) // 8))
        return tensor(0, _times(call, A, inner, rows))
    bits = call.int("bits", 4)
    some_open = [equal(size, ZERO) for size in B.shape if size.value is None]
    points = -(-blocks * bits // 8) if zero_points is not None and zero_points.elem_type == UINT8 else blocks
    fits = _may_fit(scales, rows, blocks) and _may_fit(zero_points, rows, points)
    if some_open and not (fits and _is_list(g_idx)):
        # So too where a caller sets a size of B to 0.
        call.require(
            any_of(*some_open), codes.PARAMETER_SIZE,
            "B is {B}, needed one without elements beside scales {scales}", B=B, scales=scales,
        )  # fmt: skip
        _require_no_bytes(call, B, (rows, blocks, call.int("block_size") * bits // 8))
        return tensor(0, _times(call, A, inner, rows))
    _require_packed(call, B, scales, rows, blocks, "B", "scales")
    if zero_points is not None:
        packed = zero_points.elem_type == UINT8
        width = -(-blocks * bits // 8) if packed else blocks
        if zero_points.elem_type:
            _require_flat_or(call, zero_points, (rows, width), "zero_points")
            if not packed and bits == 8:
                call.error(
                    codes.RUNTIME_DIFFERS,
                    "zero_points is {points} beside 8 bits, and ONNX Runtime takes u8", points=zero_points,
                )  # fmt: skip
    if g_idx is not None:
        call.rank(g_idx, "g_idx", at_least=1, at_most=1)
        padded = blocks * call.int("block_size")
        _require_one_of(call, g_idx, (inner, padded), "g_idx")
        require_places(call, g_idx, ZERO, const(blocks - 1), "g_idx")
    require_parameter(call, bias, (const(rows),), "bias", "the attribute N")
    return tensor(0, _times(call, A, inner, rows))


def _may_fit(fact: TensorFact | None, rows: int, width: int) -> bool:
    """Whether it may be a table of these sizes, or the list of its entries."""
    if fact is None or fact.shape is None:
        return True
    wanted = {1: (rows * width,), 2: (rows, width)}.get(len(fact.shape))
    return wanted is not None and all(d.value in (None, n) for d, n in zip(fact.shape, wanted, strict=True))


def _is_list(fact: TensorFact | None) -> bool:
    return fact is None or fact.rank in (None, 1)


def _check_packing(call: Call, inner: int) -> int:
    """How many blocks a row has; bits and block sizes that no kernel takes are refused."""
    bits, size = call.int("bits", 4), call.int("block_size")
    if bits not in _BITS:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "bits is {bits}, needed one of {known}", bits=bits, known=_BITS
        )
    if size not in _BLOCKS:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "block_size is {size}, needed one of {known}", size=size, known=_BLOCKS
        )
    return -(-inner // size)


def _require_packed(
    call: Call, B: TensorFact, scales: TensorFact, rows: int, blocks: int, name: str, scales_name: str
) -> None:
    """A packed weight is (N, blocks, bytes of a block); its scales are (N, blocks) or flat."""
    blob = call.int("block_size") * call.int("bits", 4) // 8
    if call.int("weight_prepacked", 0) < 1:
        require_parameter(
            call, B, (const(rows), const(blocks), const(blob)), name, "N, blocks in K, bytes of a block"
        )
    _require_flat_or(call, scales, (rows, blocks), scales_name)


def _require_no_bytes(call: Call, B: TensorFact, sizes: tuple[int, int, int]) -> None:
    """Each size of a B without elements is 0 or the one that it has otherwise; older releases refuse it."""
    if call.rank(B, "B", at_least=3, at_most=3) is None or B.shape is None:
        return
    for axis, (have, need) in enumerate(zip(B.shape, sizes, strict=True)):
        call.require(
            any_of(equal(have, ZERO), equal(have, const(need))), codes.PARAMETER_SIZE,
            "B has {have} on axis {axis}, needed {need}; B is {B}", have=have, axis=axis, need=need, B=B,
        )  # fmt: skip
    if ZERO in B.shape and B.shape != tuple(map(const, sizes)):
        call.warn(
            codes.SIZE_MISMATCH,
            "B is {B}, needed {rows}, {blocks}, {count}: ONNX Runtime refuses it, or reads behind its end",
            B=B, rows=sizes[0], blocks=sizes[1], count=sizes[2],
        )  # fmt: skip


def _require_flat_or(call: Call, fact: TensorFact, sizes: tuple[int, int], name: str) -> None:
    """Two axes of these sizes, or all in one."""
    rank = call.rank(fact, name, at_least=1, at_most=2)
    if rank == 2:
        require_parameter(call, fact, tuple(map(const, sizes)), name, "N and blocks in K")
    elif fact.shape is not None:
        require_parameter(call, fact, (const(sizes[0] * sizes[1]),), name, "N times the blocks in K")


def _require_one_of(call: Call, fact: TensorFact, sizes: tuple[int, int], name: str) -> None:
    if fact.shape is not None:
        count = product(fact.shape)
        call.require(
            any_of(*(equal(count, const(s)) for s in dict.fromkeys(sizes))), codes.PARAMETER_SIZE,
            "{name} holds {have} elements, needed {sizes}; {name} is {fact}",
            name=name, have=count, sizes=sizes[0], fact=fact,
        )  # fmt: skip


def _times(call: Call, A: TensorFact, inner: int, columns: int) -> Shape | None:
    """A's shape with another last axis, after stating that it had the right one."""
    return matmul(call, A, tensor(0, (inner, columns)), ("A", "the weight"))


@rule("MatMulBnb4", versions=(1,), domain="com.microsoft")
def matmul_bnb4(call: Call, A: TensorFact, B: TensorFact, absmax: TensorFact) -> TensorFact:
    rows, inner, size = call.int("N"), call.int("K"), as_int32(call.int("block_size"))
    kind = call.int("quant_type")
    if kind not in (0, 1):
        call.error(codes.VALUE_NOT_ALLOWED, "quant_type is {kind}, needed 0 (FP4) or 1 (NF4)", kind=kind)
    if size not in _BLOCKS:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "block_size is {size}, needed one of {known}", size=size, known=_BLOCKS
        )
    if rows < 1 or inner < 1:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "N is {rows} and K is {inner}, needed at least 1", rows=rows, inner=inner
        )
    _require_enough(call, B, (rows * inner + 1) // 2, "B")
    _require_enough(call, absmax, -(-rows * inner // size), "absmax")
    if call.int("transB", 1):
        return tensor(0, _times(call, A, inner, rows))
    return tensor(0, _times(call, A, rows, inner))


def _require_enough(call: Call, fact: TensorFact, count: int, name: str) -> None:
    if fact.shape is not None:
        have = product(fact.shape)
        call.require(
            at_least(have, const(count)), codes.PARAMETER_SIZE,
            "{name} holds {have} elements, needed {count}; {name} is {fact}",
            name=name, have=have, count=count, fact=fact,
        )  # fmt: skip


@rule("MatMulFpQ4", versions=(1,), domain="com.microsoft")
def matmul_fp_q4(call: Call, A: TensorFact, B: TensorFact, B_shape: TensorFact) -> TensorFact:
    """The weight is packed in blocks of 32 along K, each with its scale, and its zero point unless
    ``blk_quant_type`` is 0. The runtime refuses it where the processor's registers are narrower."""
    call.warn(codes.RUNTIME_DIFFERS, "ONNX Runtime takes MatMulFpQ4 only on processors with AVX-512")
    call.rank(B, "B", at_least=1, at_most=1)
    require_count(call, B_shape, const(2), "B_shape", "the rows and columns of B")
    if B_shape.rank not in (1, None) and is_declared(A):
        call.refuse_load(
            codes.WRONG_RANK, "B_shape has rank {rank}, needed 1; B_shape is {shape}",
            rank=B_shape.rank, shape=B_shape,
        )  # fmt: skip
    sizes = B_shape.as_dims()
    if sizes is None or len(sizes) != 2:
        if A.shape is None or not A.shape:
            return tensor(0)
        return tensor(0, (*A.shape[:-1], call.fresh("B_shape is computed from data")))
    inner, columns = sizes
    for size in sizes:
        call.require_at_least(
            size, 1, codes.VALUE_NOT_ALLOWED, "B_shape is {shape}, needed sizes of at least 1", shape=B_shape
        )
    need = columns * ceildiv(inner, _FPQ4_BLOCK) * (20 if call.int("blk_quant_type", 1) == 0 else 21)
    if B.shape is not None:
        call.require(
            equal(B.shape[0], need), codes.PARAMETER_SIZE,
            "B holds {have} bytes, needed {need} for {inner} rows and {columns} columns; B is {B}",
            have=B.shape[0], need=need, inner=inner, columns=columns, B=B,
        )  # fmt: skip
    return tensor(0, matmul(call, A, tensor(0, sizes), ("A", "B")))


@rule("MatMulNBitsMlp", versions=(1,), domain="com.microsoft")
def matmul_nbits_mlp(
    call: Call,
    A: TensorFact,
    skip: TensorFact | None,
    norm_scale: TensorFact | None,
    gate_B: TensorFact,
    gate_scales: TensorFact,
    gate_bias: TensorFact | None,
    up_B: TensorFact,
    up_scales: TensorFact,
    up_bias: TensorFact | None = None,
) -> tuple[TensorFact, TensorFact]:
    rows, inner = call.int("N"), call.int("K")
    blocks = _check_packing(call, inner)
    _require_packed(call, gate_B, gate_scales, rows, blocks, "gate_B", "gate_scales")
    _require_packed(call, up_B, up_scales, rows, blocks, "up_B", "up_scales")
    require_parameter(call, gate_bias, (const(rows),), "gate_bias", "the attribute N")
    require_parameter(call, up_bias, (const(rows),), "up_bias", "the attribute N")
    require_parameter(call, norm_scale, (const(inner),), "norm_scale", "the attribute K")
    return tensor(0, _times(call, A, inner, rows)), tensor(0, A.shape)


@rule("MatMulNBitsQkv", versions=(1,), domain="com.microsoft")
def matmul_nbits_qkv(
    call: Call,
    A: TensorFact,
    skip: TensorFact | None,
    norm_scale: TensorFact,
    q_B: TensorFact,
    q_scales: TensorFact,
    q_bias: TensorFact | None,
    k_B: TensorFact,
    k_scales: TensorFact,
    k_bias: TensorFact | None,
    v_B: TensorFact,
    v_scales: TensorFact,
    v_bias: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    inner = call.int("K")
    blocks = _check_packing(call, inner)
    require_parameter(call, norm_scale, (const(inner),), "norm_scale", "the attribute K")
    made = []
    for letter, rows, weight, scales, bias in (
        ("q", call.int("Nq"), q_B, q_scales, q_bias),
        ("k", call.int("Nkv"), k_B, k_scales, k_bias),
        ("v", call.int("Nkv"), v_B, v_scales, v_bias),
    ):
        _require_packed(call, weight, scales, rows, blocks, f"{letter}_B", f"{letter}_scales")
        require_parameter(call, bias, (const(rows),), f"{letter}_bias", "the weight's rows")
        made.append(tensor(0, _times(call, A, inner, rows)))
    return (*made, tensor(0, A.shape))


@rule(
    ("MatMulBlockQuantizedFp4Weight", "MatMulBlockQuantizedFp8Weight"), versions=(1,), domain="com.microsoft"
)
def matmul_block_quantized(
    call: Call, A: TensorFact, B: TensorFact, *others: TensorFact | None
) -> TensorFact:
    """The weight is [N, K], or [N, K/2] where two values share a byte."""
    call.rank(B, "B", at_least=2, at_most=2)
    packed = 2 if call.op_type == "MatMulBlockQuantizedFp4Weight" else 1
    scale, bias = others[0], others[-1] if len(others) > 1 else None
    if packed == 2:
        require_single(call, others[1] if len(others) > 1 else None, "weight_scale_2")
    size = call.int("block_size", 16 if packed == 2 else 128)
    if B.shape is None or A.shape is None or size < 1:
        if A.shape:
            return tensor(0, (*A.shape[:-1], call.fresh("the rank of B is unknown")))
        return tensor(0)
    rows, inner = B.shape[0], B.shape[1] * packed
    blocks: Dim = -((-inner) // size)
    require_parameter(call, scale, (rows, blocks), "the scale", "rows of B and blocks in K")
    require_parameter(call, bias, (rows,), "bias", "the rows of B")
    return tensor(0, matmul(call, A, tensor(0, (inner, rows)), ("A", "the weight")))


@rule("MatMulNBitsQLoRA", versions=(1,), domain="com.microsoft")
def matmul_nbits_qlora(
    call: Call,
    X: TensorFact,
    W: TensorFact,
    scales: TensorFact,
    lora_A: TensorFact,
    lora_A_scales: TensorFact,
    lora_B: TensorFact,
    lora_B_scales: TensorFact,
) -> TensorFact:
    """A product, and one with two narrow packed weights of any rank of their own, which may be empty."""
    rows, inner = call.int("N"), call.int("K")
    _require_packed(call, W, scales, rows, _check_packing(call, inner), "W", "scales")
    return tensor(0, _times(call, X, inner, rows))
