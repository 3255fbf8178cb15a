"""PagedAttention, SparsePagedAttention."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


# Nothing here runs these: the documentation is all there is.
UNTRIED = [
    op(
        "PagedAttention",
        "f16[t, 16]; f16[t, 8]; f16[t, 8]; f16[n, 16, 1, 8]; f16[n, 16, 1, 8]; i32[b + 1]; i32[b]; i32[b, k]",
        "f16[t, 16]; f16[n, 16, 1, 8]; f16[n, 16, 1, 8]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "PagedAttention",
        "f16[t, 32]; -; -; f16[n, 16, 1, 8]; f16[n, 16, 1, 8]; i32[b + 1]; i32[b]; i32[b, k]",
        "f16[t, 16]; f16[n, 16, 1, 8]; f16[n, 16, 1, 8]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "PagedAttention",
        "f16[t, 1152]; f16[t, 576]; -; f16[n, 16, 1, 576]; -; i32[b + 1]; i32[b]; i32[b, k]",
        "f16[t, 1024]; f16[n, 16, 1, 576]",
        num_heads=2,
        kv_num_heads=1,
        kv_cache_layout="LATENT",
        v_head_size=512,
        scale=1.0,
    ),
    op(
        "SparsePagedAttention",
        "f16[t, 16]; f16[t, 8]; f16[t, 8]; f16[n, 16, 1, 8]; f16[n, 16, 1, 8]; i32[b + 1]; i32[b]; i32[b, "
        "k]; -; i32[t, 7]; i32[t]",
        "f16[t, 16]; f16[n, 16, 1, 8]; f16[n, 16, 1, 8]",
        num_heads=2,
        kv_num_heads=1,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()


_SEPARATE = "f16[3, 16]; f16[3, 8]; f16[3, 8]; f16[4, 16, 1, 8]; f16[4, 16, 1, 8]; i32[3]; i32[2]; i32[2, 2]"
_LATENT = "f16[3, 1152]; f16[3, 576]; -; f16[4, 16, 1, 576]; -; i32[3]; i32[2]; i32[2, 2]"

# Refused when the model is loaded, also where no kernel would run it.
REFUSED = [
    op(
        "PagedAttention",
        _SEPARATE,
        "f16[*]",
        finds="SI303 kv_cache_layout is 'SHARED', needed one of (SEPARATE, LATENT)",
        num_heads=2,
        kv_num_heads=1,
        kv_cache_layout="SHARED",
    ),
    op(
        "PagedAttention",
        _SEPARATE.replace("f16[4, 16, 1, 8]; i32", "-; i32"),
        "f16[3, 16]; f16[4, 16, 1, 8]; f16[4, 16, 1, 8]",
        finds="SI303 value_cache is left out, and the third output needs it",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "PagedAttention",
        "f16[3, 30]; f16[3, 8]; -; f16[4, 16, 1, 8]; f16[4, 16, 1, 8]; i32[3]; i32[2]; i32[2, 2]",
        "f16[3, 2*?0]",
        finds="SI218 query has a last axis of 30, needed a multiple of the 4 heads; query is f16[3, 30]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "PagedAttention",
        "f16[3, 0]; -; -; f16[4, 16, 1, 8]; f16[4, 16, 1, 8]; i32[3]; i32[2]; i32[2, 2]",
        "f16[3, 0]",
        finds="SI226 query is f16[3, 0], needed columns of query, key and value",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "PagedAttention",
        _LATENT,
        "f16[*]; f16[*]",
        finds="SI212 num_heads is 0, needed a multiple of kv_num_heads, 1",
        num_heads=0,
        kv_num_heads=1,
        kv_cache_layout="LATENT",
        v_head_size=512,
        scale=1.0,
    ),
    *(
        op(
            "PagedAttention",
            inputs,
            "f16[3, 1154]; f16[4, 16, 1, 576]",
            finds="SI227 v_head_size is 577, needed at most the 576 of a head",
            num_heads=2,
            kv_num_heads=1,
            kv_cache_layout="LATENT",
            v_head_size=577,
            scale=1.0,
        )
        for inputs in (_LATENT, _LATENT.replace("f16[3, 576]", "-"))
    ),
    op(
        "PagedAttention",
        _SEPARATE,
        "f16[3, 16]; f16[4, 16, 1, 8]",
        finds="SI303 key_cache_out or value_cache_out is left out, needed both or none",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "PagedAttention",
        _LATENT,
        "f16[3, 1024]; f16[4, 16, 1, 576]; f16[4, 16, 1, 576]",
        finds="SI303 value_cache_out is wanted beside kv_cache_layout LATENT, which has none",
        num_heads=2,
        kv_num_heads=1,
        kv_cache_layout="LATENT",
        v_head_size=512,
        scale=1.0,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


@pytest.mark.parametrize("op_type", ["PagedAttention", "SparsePagedAttention"])
def test_the_rank_of_a_cache_that_is_written_is_read_at_load(op_type: str) -> None:
    inputs = "f16[3, 16]; f16[3, 8]; f16[3, 8]; f16[*]; f16[4, 16, 1, 8]; i32[3]; i32[2]; i32[2, 2]"
    if op_type == "SparsePagedAttention":
        inputs += "; -; i32[3, 7]; i32[3]"
    finds = "SI307 key_cache has an unknown rank, and ONNX Runtime reads it at load"
    op(
        op_type, inputs, "f16[3, 16]; f16[*]; f16[4, 16, 1, 8]", finds=finds, num_heads=2, kv_num_heads=1
    ).check()
    op(op_type, inputs, "f16[3, 16]", num_heads=2, kv_num_heads=1).check()


@pytest.mark.parametrize("op_type", ["PagedAttention", "SparsePagedAttention"])
def test_the_open_columns_of_a_packed_query_are_taken_for_none_at_load(op_type: str) -> None:
    inputs = "f16[3, w]; -; -; f16[4, 16, 1, 8]; f16[4, 16, 1, 8]; i32[3]; i32[2]; i32[2, 2]"
    if op_type == "SparsePagedAttention":
        inputs += "; -; i32[3, 7]; i32[3]"
    finds = "SI307 query is f16[3, w] without value, and ONNX Runtime takes its open last axis for 0 at load"
    found = {"needs": "w % 4 == 0", "finds": finds, "num_heads": 2, "kv_num_heads": 1}
    op(op_type, inputs, "f16[3, 2*(w//4)]", **found).check()  # type: ignore[arg-type]
