"""Products of matrices: numpy.matmul's shapes, with batches that broadcast and vectors that stand alone.

Differences: ONNX Runtime before 1.32 does not broadcast an empty batch with one of size 1, unless it takes
all rows of A in one go, as it does where B is a single matrix, or has no rows, and has no more axes than A.
Without rows it does not compare the batches at all, and the result has those of A. 1.32 does what is
specified.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    PROVED,
    RELEASES,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    any_of,
    at_least,
    equal,
    is_declared,
    is_ranked,
    may_be_empty,
    minimum,
    tensor,
)
from shapeinfer.shapes.broadcast import broadcast_shapes

_MISMATCH = (
    "{a_name} has {have} on axis {a_axis} and {b_name} has {need} on axis {b_axis}, needed equal sizes; "
    "{a_name} is {first}, {b_name} is {second}"
)


def require_contraction(
    call: Call,
    first: TensorFact,
    second: TensorFact,
    axes: tuple[int, int],
    names: tuple[str, str] = ("A", "B"),
) -> Dim | None:
    """The size that is summed over, on an axis of both; None if a rank is unknown."""
    if first.shape is None or second.shape is None:
        return None
    have, need = first.shape[axes[0]], second.shape[axes[1]]
    call.require(
        equal(have, need), codes.CONTRACTION_MISMATCH, _MISMATCH,
        a_name=names[0], b_name=names[1], have=have, need=need, a_axis=axes[0], b_axis=axes[1],
        first=first, second=second,
    )  # fmt: skip
    return have if have.value is not None else need


def as_row(call: Call, A: TensorFact, B: TensorFact, *, alone: bool = False) -> TensorFact:
    """The left matrix of a Gemm: of rank 1 it is a row to the kernel.

    The runtime refuses it where it knows both ranks at load, or that of A (``alone``)."""
    if A.shape is None or len(A.shape) != 1:
        return A
    message, args = "A has rank 1, needed 2; A is {A}", {"A": A}
    is_seen = is_ranked(A) and (alone or is_ranked(B))
    if not is_seen or not call.refuse_load(codes.WRONG_RANK, message, **args):
        call.warn(
            codes.WRONG_RANK, message + " (ONNX Runtime treats A as a row where B's rank is unknown)", **args
        )
    return tensor(A.elem_type, (ONE, *A.shape))


def matmul(
    call: Call,
    A: TensorFact,
    B: TensorFact,
    names: tuple[str, str] = ("A", "B"),
    *,
    by_rows: bool = True,
    turned: bool = False,
) -> Shape | None:
    """The product's shape, None if its rank is unknown.

    ``by_rows``: the kernel takes all rows of A in one go where it can, as it does unless A is transposed.
    ``turned``: it is handed B transposed, and takes its columns for rows."""
    call.rank(A, names[0], at_least=1)
    call.rank(B, names[1], at_least=1)
    if A.shape is None or B.shape is None:
        return None
    axes = (len(A.shape) - 1, max(len(B.shape) - 2, 0))
    require_contraction(call, A, B, axes, names)
    batch: Shape | None = ()
    in_one_go = by_rows and len(A.shape) >= len(B.shape) >= 2
    if len(A.shape) > 2 or len(B.shape) > 2:
        inner = B.shape[-1] if turned else minimum(A.shape[axes[0]], B.shape[axes[1]])
        batch = _batches(call, A, B, names, inner if in_one_go else ONE)
    if not in_one_go or any(size.value != 1 for size in B.shape[:-2]):
        _warn_of_batches(call, A, B, names)
    if batch is None:
        return None
    rows = A.shape[-2:-1] if len(A.shape) > 1 else ()
    columns = B.shape[-1:] if len(B.shape) > 1 else ()
    return (*batch, *rows, *columns)


def _batches(call: Call, A: TensorFact, B: TensorFact, names: tuple[str, str], rows: Dim) -> Shape | None:
    """The sizes of A's and B's batches together. Where there are no ``rows`` of B to sum over, ONNX Runtime
    before 1.32 does not compare them, and takes A's."""
    assert A.shape is not None  # checked by the caller
    unless = (equal(rows, ZERO),) if may_be_empty(rows) or rows.value == 0 else ()
    if rows.value == 0:
        _compare_batches(call, A, B, names)
    batch = broadcast_shapes(call, A, B, names=names, without=2, unless=unless) or ()
    if not unless or batch == A.shape[:-2]:
        return batch
    if rows.value == 0:
        return call.either(batch, A.shape[:-2], RELEASES)
    call.suppose(
        at_least(rows, ONE), codes.ASSUMED_SIZE,
        "the matrices have {rows} to sum over; with none ONNX Runtime before 1.32 does not look at the "
        "batches of {b_name}; {b_name} is {B}",
        rows=rows, b_name=names[1], B=B,
    )  # fmt: skip
    return batch


def _compare_batches(call: Call, A: TensorFact, B: TensorFact, names: tuple[str, str]) -> None:
    """State that batches broadcast which are over nothing: the kernel compares them since 1.32 alone, and a
    loader those whose sizes it knows."""
    since = " (ONNX Runtime compares them since 1.32)"
    for a, b in zip(reversed((A.shape or ())[:-2]), reversed((B.shape or ())[:-2]), strict=False):
        message = (
            "{a_name} has a batch of {a} and {b_name} of {b}, needed sizes that broadcast; "
            "{a_name} is {A}, {b_name} is {B}"
        )
        args = {"a_name": names[0], "b_name": names[1], "a": a, "b": b, "A": A, "B": B}
        fits = any_of(equal(a, b), equal(a, ONE), equal(b, ONE))
        if None in (a.value, b.value):
            call.suppose(fits, codes.ASSUMED_SIZE, message + since, **args)
        elif fits.verdict() is not PROVED:
            is_seen = is_declared(A) and is_declared(B)
            if not is_seen or not call.refuse_load(codes.BROADCAST_MISMATCH, message, **args):
                call.refused_since("1.32", message + since, **args)


def _warn_of_batches(call: Call, A: TensorFact, B: TensorFact, names: tuple[str, str]) -> None:
    """Old releases refuse an empty batch beside one of size 1."""
    assert A.shape is not None  # checked by the caller
    assert B.shape is not None
    # Beside a vector every row of A is a batch of its own.
    batches = (A.shape[:-1] if len(B.shape) == 1 else A.shape[:-2], B.shape[:-2])
    rank = max(map(len, batches))
    padded = [(ONE,) * (rank - len(batch)) + batch for batch in batches]
    if any({a.value, b.value} == {0, 1} for a, b in zip(*padded, strict=True)):
        call.refused_before(
            "1.32", codes.RUNTIME_DIFFERS,
            "a batch of 0 is beside one of 1, which ONNX Runtime before 1.32 refuses; {a_name} is {A}, "
            "{b_name} is {B}",
            a_name=names[0], b_name=names[1], A=A, B=B,
        )  # fmt: skip
