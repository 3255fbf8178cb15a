"""Embeddings that are added and normalized."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "EmbedLayerNormalization",
        "i32[b, s]; i32[b, s]; f32[v, 8]; f32[p, 8]; f32[2, 8]; f32[8]; f32[8]; i32[b, s]",
        "f32[b, s, 8]; i32[b]; f32[b, s, 8]",
        needs="p >= s",
        sizes=(
            {"b": 2, "s": 3, "v": 9, "p": 5},
            {"b": 0, "s": 3, "v": 9, "p": 5},
            {"b": 2, "s": 0, "v": 9, "p": 5},
            {"b": 2, "s": 6, "v": 9, "p": 5},
        ),
    ),
    op(
        "EmbedLayerNormalization",
        "i32[b, s]; -; f32[9, 8]; f32[16, 8]; -; f32[8]; f32[8]; -; i32[1, s]",
        "f32[b, s, 8]; i32[b]",
        sizes=({"b": 2, "s": 3}, {"b": 1, "s": 1}),
    ),
    op(
        "QEmbedLayerNormalization",
        "i32[b, s]; i32[b, s]; u8[9, 8]; u8[16, 8]; u8[2, 8]; u8[8]; u8[8]; i32[b, s]; f32[]; f32[]; f32[]; "
        "f32[]; f32[]; u8[]; u8[]; u8[]; u8[]; u8[]",
        "f32[b, s, 8]; i32[b]",
        needs="s <= 16",
        sizes=({"b": 2, "s": 3}, {"b": 1, "s": 1}),
    ),
    op(
        "QEmbedLayerNormalization",
        "i32[2, 3]; i32[2, 3]; i8[9, 8]; i8[16, 8]; i8[2, 8]; i8[8]; i8[8]; -; f32[1]; f32[2]; f32[1, 1]; "
        "f32[0]; f32[n]; i8[]; i8[]; i8[1]; i8[]; i8[]",
        "f32[2, 3, 8]; i32[2]",
        finds=(
            "SI214 position_embedding_scale has 2 elements, needed 1 (ONNX Runtime does not look); "
            "position_embedding_scale is f32[2]",
            "SI214 gamma_scale has 0 elements, needed 1 (ONNX Runtime does not look); gamma_scale is f32[0]",
        ),
        needs="suppose n == 1",
        sizes=({"n": 1}, {"n": 3}),
    ),
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; -; f32[9, 4]; f32[8, 4]; f32[2, 4]; f32[4]; f32[4]",
        "f32[2, 3, 4]; i32[2]",
    ),
    op(
        "QEmbedLayerNormalization",
        "i32[2, 3]; -; u8[9, 4]; u8[8, 4]; -; u8[4]; u8[4]; -; f32[]; f32[]; -; f32[]; f32[]; u8[]; u8[]; -; u8[]; u8[]",
        "f32[2, 3, 4]; i32[2]",
    ),
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; -; f32[9, 4]; f32[8, 4]; -; f32[4]; f32[4]",
        "f32[2, 3, 4]",
        mask_index_type=0,
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; i32[2, 4]; f32[9, 8]; f32[5, 8]; f32[2, 8]; f32[8]; f32[8]",
        "f32[2, 3, 8]",
        finds=(
            "SI307 the output mask_index is left out, which ONNX Runtime refuses",
            "SI217 segment_ids has 4 on axis 1, needed 3; segment_ids is i32[2, 4]",
        ),
    ),
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; -; f32[9, 8]; f32[5, 7]; -; f32[8]; f32[8]",
        "f32[2, 3, 8]",
        finds=(
            "SI307 the output mask_index is left out, which ONNX Runtime refuses",
            "SI217 position_embedding has 7 on axis 1, needed 8; position_embedding is f32[5, 7]",
        ),
    ),
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; -; f32[9, 8]; f32[2, 8]; -; f32[8]; f32[8]",
        "f32[2, 3, 8]",
        finds=(
            "SI307 the output mask_index is left out, which ONNX Runtime refuses",
            "SI227 position_embedding has 2 rows, needed one for each of 3 positions; it is f32[2, 8]",
        ),
    ),
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; -; f32[9, 8]; f32[5, 8]; -; f32[7]; f32[8]",
        "f32[2, 3, 8]",
        finds=(
            "SI307 the output mask_index is left out, which ONNX Runtime refuses",
            "SI214 gamma has 7 on axis 0, needed 8, the width of word_embedding; gamma is f32[7]",
        ),
    ),
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; -; f32[9, 8]; f32[5, 8]; -; f32[8]; f32[8]; i32[2, 4]",
        "f32[2, 3, 8]; i32[2]",
        finds="SI217 mask has 4 on axis 1, needed 3; mask is i32[2, 4]",
    ),
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; -; f32[9, 8]; f32[5, 8]; -; f32[8]; f32[8]; -; i32[2, 4]",
        "f32[2, 3, 8]",
        finds=(
            "SI307 the output mask_index is left out, which ONNX Runtime refuses",
            "SI217 position_ids has 4 on axis 1, needed 3; position_ids is i32[2, 4]",
        ),
    ),
    op(
        "EmbedLayerNormalization",
        "i32[6]; -; f32[9, 8]; f32[5, 8]; -; f32[8]; f32[8]",
        "f32[*]",
        finds=(
            "SI307 the output mask_index is left out, which ONNX Runtime refuses",
            "SI201 input_ids has rank 1, needed 2; input_ids is i32[6]",
        ),
    ),
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; i32[2, 3]; f32[9, 4]; f32[8, 4]; -; f32[4]; f32[4]",
        "f32[2, 3, 4]; i32[2]",
        finds="SI027 segment_ids is given without segment_embedding, needed both",
    ),
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; -; f32[9, 4]; f32[8, 4]; -; f32[4]; f32[4]",
        "f32[2, 3, 4]; i32[2]",
        finds="SI303 epsilon is -1, needed 0 or more",
        epsilon=-1.0,
    ),
    op(
        "QEmbedLayerNormalization",
        "i32[2, 3]; -; u8[9, 4]; u8[8, 4]; u8[2, 4]; u8[4]; u8[4]; -; f32[]; f32[]; f32[]; f32[]; f32[]; u8[]; u8[]; u8[]; u8[]; u8[]",
        "f32[2, 3, 4]; i32[2]",
        finds="SI027 some of segment_ids, segment_embedding, its scale and its zero point are given, needed all or none",
    ),
    op(
        "QEmbedLayerNormalization",
        "i32[2, 3]; i32[2, 3]; u8[9, 4]; u8[8, 4]; u8[2, 4]; u8[4]; u8[4]; -; f32[2]; f32[]; f32[]; f32[]; f32[3]; u8[]; u8[]; u8[]; u8[]; u8[2]",
        "f32[2, 3, 4]; i32[2]",
        finds=(
            "SI214 word_embedding_scale has 2 elements, needed 1; word_embedding_scale is f32[2]",
            "SI214 beta_scale has 3 elements, needed 1; beta_scale is f32[3]",
            "SI214 beta_zero_point has 2 elements, needed 1; beta_zero_point is u8[2]",
        ),
    ),
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; -; f32[9, 4]; f32[8, 4]; -; f32[4]; f32[4]",
        "f32[2, 3, 4]",
        finds="SI307 the output mask_index is left out, which ONNX Runtime refuses",
        mask_index_type=2,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


def test_segments_of_unknown_rank_without_a_table() -> None:
    """A loader that does not know their rank leaves it to a run, which looks each of them up."""
    op(
        "EmbedLayerNormalization",
        "i32[2, 3]; i32[*]; f32[9, 4]; f32[8, 4]; -; f32[4]; f32[4]",
        "f32[2, 3, 4]; i32[2]",
        finds=(
            "SI301 the 6 elements of segment_ids have no segment_embedding, needed one; "
            "input_ids is i32[2, 3]"
        ),
    ).check()


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "EmbedLayerNormalization",
        "i32[*]; -; f32[9, 8]; f32[16, 8]; -; f32[8]; f32[8]",
        "f32[?0, ?1, 8]; i32[?0]",
        needs="?1 <= 16",
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
