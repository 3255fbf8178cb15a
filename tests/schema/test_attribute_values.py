"""Attributes of which only some values mean anything: what is said of others, and what the runtime does."""

from __future__ import annotations

import pytest

from shapeinfer.schema import attribute_values, schema
from shapeinfer.testing import infer
from tests.oracle import compare
from tests.rules.ml.test_tree_ensemble import LEAVES, TARGETS, Attributes
from tests.table import Row, row

TRANSFORMS = "needed one of (NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO, PROBIT)"
SUPPORT: Attributes = {
    "coefficients": [1.0, 2.0], "rho": [1.0], "n_supports": 2, "support_vectors": [1.0, 2.0, 3.0, 4.0],
    "kernel_params": [1.0, 1.0, 1.0],
}  # fmt: skip

REFUSED = [
    row("Cast", 24, "f32[2]", "f8e8m0[2]", to=24, round_mode="away",
        finds="SI303 round_mode is 'away', needed one of (up, down, nearest)"),
    row("CausalConvWithState", 27, "f32[1, 2, 4]; f32[2, 1, 3]", "f32[1, 2, 4]; f32[1, 2, 2]",
        activation="relu", finds="SI303 activation is 'relu', needed one of (none, silu, swish)"),
    row("CumSum", (11, 14), "f32[3]; i64[] = 0", "f32[3]", exclusive=2,
        finds="SI303 exclusive is 2, needed one of (0, 1)"),
    row("CumProd", 26, "f32[3]; i64[] = 0", "f32[3]", reverse=-1,
        finds="SI303 reverse is -1, needed one of (0, 1)"),
    row("Gelu", 20, "f32[n]", "f32[n]", approximate="sigmoid",
        finds="SI303 approximate is 'sigmoid', needed one of (none, tanh)"),
    row("GridSample", (16, 20, 22), "f32[1, 1, 3, 3]; f32[1, 2, 2, 2]", "f32[1, 1, 2, 2]",
        padding_mode="constant",
        finds="SI303 padding_mode is 'constant', needed one of (zeros, border, reflection)"),
    row("LinearAttention", 27, "f32[1, 2, 8]; f32[1, 2, 8]; f32[1, 2, 8]", "f32[1, 2, 8]; f32[1, 2, 4, 4]",
        q_num_heads=2, kv_num_heads=2, update_rule="exact",
        finds="SI303 update_rule is 'exact', needed one of (linear, gated, delta, gated_delta)"),
    row("MaxPool", (8, 12, 22), "f32[1, 1, 4]", "f32[1, 1, 3]", kernel_shape=[2], storage_order=2,
        finds="SI303 storage_order is 2, needed one of (0, 1)"),
    row("Mod", (10, 13), "i64[2]; i64[2]", "i64[2]", fmod=2, finds="SI303 fmod is 2, needed one of (0, 1)"),
    row("NonMaxSuppression", 11, "f32[1, 6, 4]; f32[1, 1, 6]", "i64[0, 3]", center_point_box=3,
        finds="SI303 center_point_box is 3, needed one of (0, 1)"),
    row("StringNormalizer", 10, "str[2]", "str[2]", case_change_action="TITLE",
        finds="SI303 case_change_action is 'TITLE', needed one of (NONE, LOWER, UPPER)"),
    row("TfIdfVectorizer", 9, "i64[3]", "f32[1]", mode="IDFTF", max_gram_length=1, min_gram_length=1,
        max_skip_count=0, ngram_counts=[0], ngram_indexes=[0], pool_int64s=[1],
        finds="SI303 mode is 'IDFTF', needed one of (TF, IDF, TFIDF)"),
    row("Bernoulli", 22, "f32[2]", "elem77[2] in 0..1", dtype=77,
        finds="SI303 dtype is 77 (no type), needed the number of one of f32, u8, i8, u16, i16, i32, i64, bool, f16, f64, u32, u64, bf16"),
    row("HannWindow", 17, "i64[] = 4", "elem77[4]", output_datatype=77,
        finds="SI303 output_datatype is 77 (no type), needed the number of one of f32, u8, i8, u16, i16, i32, i64, f16, f64, u32, u64, bf16"),
    row("RandomNormalLike", 22, "f32[2]", "f32[2]", dtype=0,
        finds="SI303 dtype is 0 (no type), needed the number of one of f32, f16, f64, bf16"),
]  # fmt: skip

LINEAR: Attributes = {"coefficients": [1.0, 2.0, 3.0, 4.0], "intercepts": [1.0, 2.0]}
TREES = [
    ("LinearClassifier", 1, {**LINEAR, "classlabels_ints": [0, 1], "post_transform": ""},
     f"post_transform is '', {TRANSFORMS}"),
    ("LinearRegressor", 1, {**LINEAR, "targets": 2, "post_transform": "softmax"},
     f"post_transform is 'softmax', {TRANSFORMS}"),
    ("SVMRegressor", 1, {**SUPPORT, "kernel_type": "rbf"},
     "kernel_type is 'rbf', needed one of (LINEAR, POLY, RBF, SIGMOID)"),
    ("SVMRegressor", 1, {**SUPPORT, "post_transform": "L1"}, f"post_transform is 'L1', {TRANSFORMS}"),
    ("TreeEnsemble", 5, {**LEAVES, "post_transform": 5}, "post_transform is 5, needed one of (0, 1, 2, 3, 4)"),
    ("TreeEnsemble", 5, {**LEAVES, "aggregate_function": 4},
     "aggregate_function is 4, needed one of (0, 1, 2, 3)"),
    ("TreeEnsembleRegressor", 3, {**TARGETS, "aggregate_function": "MEAN"},
     "aggregate_function is 'MEAN', needed one of (AVERAGE, SUM, MIN, MAX)"),
]  # fmt: skip


@pytest.mark.parametrize(("op_type", "opset", "given", "message"), TREES)
def test_of_other_domains(op_type: str, opset: int, given: Attributes, message: str) -> None:
    ml, outputs = "ai.onnx.ml", 2 if op_type == "LinearClassifier" else 1
    found = infer(op_type, opset, "f32[3, 2]", domain=ml, outputs=outputs, given=given)
    assert found.errors == [f"SI303 {message}"]
    assert compare(op_type, opset, "f32[3, 2]", domain=ml, outputs=outputs, given=given)[0] == "refused"


DOUBTFUL = [
    row("LayerNormalization", 17, "f32[2, 3]; f32[3]", "f32[2, 3]", stash_type=0,
        finds="SI303 stash_type is 0, needed one of (1)"),
    row("CastLike", 25, "f32[2]; f64[]", "f64[2]", round_mode="away",
        finds="SI303 round_mode is 'away', needed one of (up, down, nearest)"),
    row("HannWindow", 17, "i64[] = 4", "str[4]", output_datatype=8,
        finds="SI303 output_datatype is 8 (str), needed the number of one of f32, u8, i8, u16, i16, i32, i64, f16, f64, u32, u64, bf16"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*REFUSED, *DOUBTFUL], ids=str)
def test_message(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_is_an_error_that_the_runtime_refuses(case: Row) -> None:
    assert all(len(case.infer(opset).errors) == 1 for opset in case.opsets)
    assert "ran" not in case.compare()


@pytest.mark.parametrize("case", DOUBTFUL, ids=str)
def test_is_a_warning_where_it_may_run(case: Row) -> None:
    assert all(not case.infer(opset).errors for opset in case.opsets)


def test_tables_name_attributes_that_are() -> None:
    tables = (attribute_values.REFUSED, attribute_values.DOUBTFUL)
    named = [(op, attribute) for table in tables for op, values in table.items() for attribute in values]
    for op_type, attribute in [*named, *attribute_values.OUTPUT_TYPES.items()]:
        domain = "" if schema.versions("", op_type) else "ai.onnx.ml"
        found = schema.find(domain, op_type, schema.versions(domain, op_type)[-1])
        assert found is not None and attribute in found.attributes
