"""CastMap: one row."""

from __future__ import annotations

from shapeinfer.testing import infer
from tests.oracle import compare

ML = "ai.onnx.ml"
MAP = "map(i64, f32[])"


def test_one_row() -> None:
    assert infer("CastMap", 1, MAP, domain=ML).output == "f32[1, ?0]"
    assert infer("CastMap", 1, MAP, domain=ML, cast_to="TO_INT64").output == "i64[1, ?0]"
    assert infer("CastMap", 1, MAP, domain=ML, map_form="SPARSE", max_map=8).output == "f32[1, 8]"
    assert infer("CastMap", 1, "map(i64, str[])", domain=ML, cast_to="TO_STRING").output == "str[1, ?0]"


def test_refused() -> None:
    assert infer("CastMap", 1, MAP, domain=ML, cast_to="TO_BOOL").errors == [
        "SI303 cast_to is 'TO_BOOL', needed one of (TO_FLOAT, TO_STRING, TO_INT64)"
    ]
    assert compare("CastMap", 1, MAP, domain=ML, cast_to="TO_BOOL")[0] == "refused"


def test_runs_as_inferred() -> None:
    for form in ("DENSE", "SPARSE"):
        for target in ("TO_FLOAT", "TO_INT64", "TO_STRING"):
            outcome = compare("CastMap", 1, MAP, domain=ML, map_form=form, max_map=4, cast_to=target)
            assert outcome[0] == "ran"


def test_a_sparse_map_has_a_size() -> None:
    inferred = infer("CastMap", 1, MAP, domain=ML, map_form="SPARSE", max_map=0)
    assert inferred.errors == ["SI303 max_map is 0 beside SPARSE, needed at least 1"]
    assert compare("CastMap", 1, MAP, domain=ML, map_form="SPARSE", max_map=0)[0] == "refused"
