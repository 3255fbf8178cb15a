"""TreeEnsemble and its two forerunners."""

from __future__ import annotations

import pytest

from shapeinfer.facts.parse import parse
from shapeinfer.testing import Attribute, infer
from tests.oracle import compare

ML = "ai.onnx.ml"
Attributes = dict[str, Attribute]


def tree(feature: int = 1) -> Attributes:
    """One branch over a feature, two leaves (that name a feature of no meaning)."""
    return {
        "nodes_treeids": [0, 0, 0], "nodes_nodeids": [0, 1, 2], "nodes_featureids": [feature, 9, 9],
        "nodes_values": [0.5, 0.0, 0.0], "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF"],
        "nodes_truenodeids": [1, 0, 0], "nodes_falsenodeids": [2, 0, 0],
    }  # fmt: skip


def votes(prefix: str, ids: list[int]) -> Attributes:
    return {
        f"{prefix}_treeids": [0, 0],
        f"{prefix}_nodeids": [1, 2],
        f"{prefix}_ids": ids,
        f"{prefix}_weights": [1.0, 2.0],
    }


CLASSES: Attributes = {**tree(), **votes("class", [0, 1]), "classlabels_int64s": [0, 1]}
THREE: Attributes = {**tree(), **votes("class", [0, 2]), "classlabels_strings": ["a", "b", "c"]}
TARGETS: Attributes = {**tree(), **votes("target", [0, 1]), "n_targets": 2}
BOTH = (1, 3)


def test_classifier() -> None:
    for opset in BOTH:
        inferred = infer("TreeEnsembleClassifier", opset, "f32[n, f]", domain=ML, outputs=2, given=CLASSES)
        assert (inferred.outputs, inferred.requirements) == (("i64[n]", "f32[n, 2]"), ["f >= 2"])
        inferred = infer("TreeEnsembleClassifier", opset, "f64[n, 3]", domain=ML, outputs=2, given=THREE)
        assert (inferred.outputs, inferred.requirements) == (("str[n]", "f32[n, 3]"), [])
        inferred = infer("TreeEnsembleClassifier", opset, "f32[*]", domain=ML, outputs=2, given=THREE)
        assert inferred.outputs == ("str[?0]", "f32[?0, 3]")


@pytest.mark.parametrize("n", [0, 1, 3])
def test_runs_as_inferred(n: int) -> None:
    for opset in BOTH:
        for X in ("f32[n, 2]", "f64[n, 4]", "i64[n, 2]"):
            for attributes in (CLASSES, THREE):
                run = compare(
                    "TreeEnsembleClassifier", opset, X, sizes={"n": n}, domain=ML, outputs=2, given=attributes
                )
                assert run[0] == "ran"
        assert (
            compare("TreeEnsembleRegressor", opset, "f32[n, 2]", sizes={"n": n}, domain=ML, given=TARGETS)[0]
            == "ran"
        )


def test_one_row_of_version_1() -> None:
    first: Attributes = {**TARGETS, **tree(0)}
    assert compare("TreeEnsembleRegressor", 1, "f32[4]", domain=ML, given=first)[0] == "ran"
    assert infer("TreeEnsembleRegressor", 1, "f32[4]", domain=ML, given=first).output == "f32[1, 2]"
    assert infer("TreeEnsembleRegressor", 1, "f32[4]", domain=ML, given=TARGETS).errors == [
        "SI227 X has 1 features, and a tree looks at feature 1; X is f32[4]"
    ]
    assert compare("TreeEnsembleRegressor", 1, "f32[4]", domain=ML, given=TARGETS)[0] == "refused"


REFUSED: list[tuple[str, Attributes, str]] = [
    ("f32[2, 1]", CLASSES, "SI227 X has 1 features, and a tree looks at feature 1; X is f32[2, 1]"),
    (
        "f32[2, 3]",
        {**CLASSES, "classlabels_int64s": []},
        "SI303 there are no class labels, needed one for each class",
    ),
    ("f32[2, 3]", {**CLASSES, "class_ids": [0, 2]}, "SI301 class_ids holds 2, needed 0 to 1 for 2 outputs"),
    ("f32[2, 3]", {**CLASSES, "class_ids": [0, -1]}, "SI301 class_ids holds -1, needed 0 to 1 for 2 outputs"),
    (
        "f32[2, 3]",
        {**CLASSES, "nodes_modes": ["BRANCH_LEQ", "LEAF"]},
        "SI219 nodes_modes has 2 entries and nodes_falsenodeids has 3, needed the same number",
    ),
    (
        "f32[2, 3]",
        {**CLASSES, "nodes_values": [0.5]},
        "SI219 nodes_values has 1 entries and nodes_falsenodeids has 3, needed the same number",
    ),
    (
        "f32[2, 3]",
        {**CLASSES, "class_nodeids": [1]},
        "SI219 class_nodeids has 1 entries and class_ids has 2, needed the same number",
    ),
    (
        "f32[2, 3]",
        {**CLASSES, "class_weights": [1.0]},
        "SI219 class_weights has 1 entries and class_ids has 2, needed the same number",
    ),
    (
        "f32[2, 3]",
        {**CLASSES, "class_nodeids": [1, 9]},
        "SI303 class_nodeids holds node 9 of tree 0, which has none of that number",
    ),
    (
        "f32[2, 3]",
        {**CLASSES, "nodes_nodeids": [0, 1, 1], "class_nodeids": [1, 1]},
        "SI303 tree 0 has node 1 twice",
    ),
    *[
        (
            "f32[2, 3]",
            {**CLASSES, "nodes_modes": [mode, "LEAF", "LEAF"]},
            f"SI303 nodes_modes holds '{mode}', needed only LEAF and BRANCH_LEQ, BRANCH_LT, BRANCH_GTE, "
            "BRANCH_GT, BRANCH_EQ, BRANCH_NEQ",
        )
        for mode in ("branch_leq", "")
    ],
    (
        "f32[2, 3]",
        {**CLASSES, "post_transform": "none"},
        "SI303 post_transform is 'none', needed one of (NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO, PROBIT)",
    ),
]


def test_a_kernel_is_not_created_whatever_the_rank_of_x() -> None:
    """A loader creates kernels in branches that do not run as well, and does not look at the rank."""
    told = [
        "SI219 nodes_values has 1 entries and nodes_falsenodeids has 3, needed the same number",
        "SI201 X has rank 3, needed 1 to 2; X is f32[2, 3, 4]",
    ]
    for op_type, given, outputs in (
        ("TreeEnsembleClassifier", CLASSES, 2),
        ("TreeEnsembleRegressor", TARGETS, 1),
    ):
        wrong: Attributes = {**given, "nodes_values": [0.5]}
        inferred = infer(op_type, 1, "f32[2, 3, 4]", domain=ML, outputs=outputs, given=wrong)
        assert inferred.errors == told


@pytest.mark.parametrize(("X", "attributes", "message"), REFUSED)
def test_refused(X: str, attributes: Attributes, message: str) -> None:
    for opset in BOTH:
        inferred = infer("TreeEnsembleClassifier", opset, X, domain=ML, outputs=2, given=attributes)
        assert inferred.errors == [message]
        assert (
            compare("TreeEnsembleClassifier", opset, X, domain=ML, outputs=2, given=attributes)[0]
            == "refused"
        )


@pytest.mark.parametrize("mode", ["LEQ", "LT", "GTE", "GT", "EQ", "NEQ", "MEMBER"])
def test_modes(mode: str) -> None:
    given = {**TARGETS, "nodes_modes": [f"BRANCH_{mode}", "LEAF", "LEAF"]}
    assert compare("TreeEnsembleRegressor", 3, "f32[2, 3]", domain=ML, given=given)[0] == "ran"


def test_rank_of_version_3() -> None:
    for X in ("f32[3]", "f32[1, 2, 3]"):
        inferred = infer("TreeEnsembleRegressor", 3, X, domain=ML, given=TARGETS)
        assert inferred.errors == [f"SI201 X has rank {X.count(',') + 1}, needed 2; X is {X}"]
        assert compare("TreeEnsembleRegressor", 3, X, domain=ML, given=TARGETS)[0] == "refused"


def test_targets_are_needed() -> None:
    without = {k: v for k, v in TARGETS.items() if k != "n_targets"}
    inferred = infer("TreeEnsembleRegressor", 3, "f32[n, 3]", domain=ML, given=without)
    assert (inferred.output, inferred.findings) == (
        "f32[n, ?0]", ["SI307 n_targets is missing, and ONNX Runtime asks for it"]
    )  # fmt: skip
    assert compare("TreeEnsembleRegressor", 3, "f32[2, 3]", domain=ML, given=without)[0] == "refused"


LEAVES: Attributes = {
    "nodes_featureids": [1], "nodes_splits": parse("f32[1] = (0.5)"), "nodes_modes": parse("u8[1] = (0)"),
    "nodes_truenodeids": [0], "nodes_falsenodeids": [1], "nodes_trueleafs": [1], "nodes_falseleafs": [1],
    "leaf_targetids": [0, 1], "leaf_weights": parse("f32[2] = (1, 2)"), "tree_roots": [0], "n_targets": 3,
}  # fmt: skip


def test_a_tree_of_one_leaf_looks_at_feature_0() -> None:
    for leaf in (0, 1):
        alone = {**LEAVES, "nodes_truenodeids": [leaf], "nodes_falsenodeids": [leaf]}
        assert infer("TreeEnsemble", 5, "f32[n, f]", domain=ML, given=alone).requirements == ["f >= 1"]
        assert compare("TreeEnsemble", 5, "f32[2, 1]", domain=ML, given=alone)[0] == "ran"
        assert compare("TreeEnsemble", 5, "f32[2, 0]", domain=ML, given=alone)[0] == "refused"
    assert infer("TreeEnsemble", 5, "f32[n, f]", domain=ML, given=LEAVES).requirements == ["f >= 2"]
    assert compare("TreeEnsemble", 5, "f32[2, 1]", domain=ML, given=LEAVES)[0] == "refused"


def test_version_5_is_of_one_type() -> None:
    inferred = infer("TreeEnsemble", 5, "f64[2, 3]", domain=ML, given=LEAVES)
    assert inferred.errors == [
        "SI102 X is f64[2, 3] and nodes_splits is f32[1], needed the same type",
        "SI102 X is f64[2, 3] and leaf_weights is f32[2] = (1, 2), needed the same type",
    ]
    assert compare("TreeEnsemble", 5, "f64[2, 3]", domain=ML, given=LEAVES)[0] == "refused"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "leaf_weights",
            parse("f32[3] = (1, 2, 3)"),
            "SI219 leaf_weights has 3 entries and leaf_targetids has 2, needed the same number",
        ),
        *[
            (name, value, f"SI219 {name} has 2 entries and nodes_featureids has 1, needed the same number")
            for name, value in (
                ("nodes_splits", parse("f32[2] = (1, 2)")),
                ("nodes_modes", parse("u8[2] = (0, 0)")),
                ("nodes_truenodeids", [0, 0]),
                ("nodes_falsenodeids", [1, 1]),
                ("nodes_trueleafs", [1, 1]),
                ("nodes_falseleafs", [1, 1]),
            )
        ],
    ],
)
def test_lists_of_version_5(name: str, value: Attribute, message: str) -> None:
    given = {**LEAVES, name: value}
    assert infer("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given=given).errors == [message]
    assert compare("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given=given)[0] == "refused"


def test_an_empty_list_of_version_5() -> None:
    given: Attributes = {**LEAVES, "nodes_trueleafs": [], "nodes_truenodeids": [0]}
    assert infer("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given=given).errors == [
        "SI219 nodes_trueleafs has 0 entries and nodes_featureids has 1, needed the same number"
    ]
    assert compare("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given=given)[0] == "refused"


def test_members_of_version_5() -> None:
    asked: Attributes = {**LEAVES, "nodes_modes": parse("u8[1] = (6)")}
    told: Attributes = {**asked, "membership_values": parse("f32[1] = (2)")}
    assert infer("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given=asked).errors == [
        "SI303 a branch asks for members, and there are no membership_values"
    ]
    assert compare("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given=asked)[0] == "refused"
    assert compare("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given=told)[0] == "ran"


def test_paths_of_version_5() -> None:
    cycle: Attributes = {**LEAVES, "nodes_trueleafs": [0]}
    assert infer("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given=cycle).errors == [
        "SI303 two ways lead from the root 0 to the node 0, needed one"
    ]
    assert compare("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given=cycle)[0] == "refused"
    short: Attributes = {**LEAVES, "nodes_trueleafs": []}
    assert infer("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given=short).errors == [
        "SI219 nodes_trueleafs has 0 entries and nodes_featureids has 1, needed the same number"
    ]
    for told in ({"nodes_falsenodeids": [0]}, {"tree_roots": [0, 0]}):  # leaves and trees may be shared
        assert compare("TreeEnsemble", 5, "f32[2, 3]", domain=ML, given={**LEAVES, **told})[0] == "ran"


def test_version_5() -> None:
    inferred = infer("TreeEnsemble", 5, "f32[n, f]", domain=ML, given=LEAVES)
    assert (inferred.output, inferred.requirements) == ("f32[n, 3]", ["f >= 2"])
    for n in (0, 1, 3):
        assert compare("TreeEnsemble", 5, "f32[n, 2]", sizes={"n": n}, domain=ML, given=LEAVES)[0] == "ran"
    for X in ("f32[2, 1]", "f32[3]"):
        assert compare("TreeEnsemble", 5, X, domain=ML, given=LEAVES)[0] == "refused"


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"base_values": [0.5]}, "SI219 base_values has 1 entries, needed one for each of 2 outputs"),
        (
            {"nodes_truenodeids": [3, 0, 0]},
            "SI303 nodes_truenodeids holds node 3 of tree 0, which has none of that number",
        ),
        (
            {"nodes_falsenodeids": [-1, 0, 0]},
            "SI303 nodes_falsenodeids holds node -1 of tree 0, which has none of that number",
        ),
        ({"nodes_truenodeids": [0, 0, 0]}, "SI303 nodes_truenodeids leads from node 0 of tree 0 to itself"),
        (
            {
                "nodes_modes": ["BRANCH_LEQ", "BRANCH_LEQ", "LEAF"],
                "nodes_truenodeids": [1, 0, 0],
                "nodes_falsenodeids": [2, 2, 0],
                "nodes_featureids": [1, 1, 1],
            },
            "SI303 two ways lead to node 2 of tree 0, needed one",
        ),
    ],
)
def test_branches_and_base_values(attributes: Attributes, message: str) -> None:
    given = {**TARGETS, **attributes}
    assert infer("TreeEnsembleRegressor", 3, "f32[1, 2]", domain=ML, given=given).errors == [message]
    assert compare("TreeEnsembleRegressor", 3, "f32[1, 2]", domain=ML, given=given)[0] == "refused"


def test_one_base_value_stands_for_two_classes() -> None:
    given: Attributes = {**CLASSES, "base_values": [0.5]}
    outcome, inferred = compare("TreeEnsembleClassifier", 3, "f32[1, 2]", domain=ML, outputs=2, given=given)
    assert (outcome, inferred.findings) == ("ran", [])


@pytest.mark.parametrize("count", [1, 2, 3])
def test_two_base_values_stand_for_one_class(count: int) -> None:
    given: Attributes = {
        **CLASSES,
        "base_values": [0.5] * count,
        "classlabels_int64s": [7],
        "class_ids": [0, 0],
    }
    outcome, inferred = compare("TreeEnsembleClassifier", 3, "f32[1, 2]", domain=ML, outputs=2, given=given)
    needed = f"SI219 base_values has {count} entries, needed one for each of 1 outputs"
    assert (outcome, inferred.findings) == (("ran", []) if count < 3 else ("refused", [needed]))
