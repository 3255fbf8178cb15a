"""TreeEnsemble, TreeEnsembleClassifier, TreeEnsembleRegressor: decision trees over rows of features.

Version  What changed
1        the classifier and the regressor; a rank-1 input is taken for one row
3        the input has rank 2; parameters may be given as tensors
5        TreeEnsemble, which replaces both (they are deprecated)

Whom we follow: of a rank-1 input the runtime says that it has one feature, and so asks for trees that
look at feature 0 alone. It asks for ``n_targets``, which the specification calls optional.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.elem_type import FLOAT
from shapeinfer.rule import ONE, Call, Dim, TensorFact, at_least, const, rule, tensor
from shapeinfer.shapes.rows import labels_of

# Of larger ensembles nobody is asked which features they look at.
MOST_NODES = 50_000


@rule("TreeEnsembleClassifier", versions=(1, 3, 5), domain="ai.onnx.ml")
def tree_ensemble_classifier(call: Call, X: TensorFact) -> tuple[TensorFact, TensorFact]:
    rows = _rows(call, X, least_rank=1 if call.version == 1 else 2)
    kind, classes = labels_of(call, "classlabels_int64s")
    if not classes:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "there are no class labels, needed one for each class")
    _require_ids(call, "class_ids", classes)
    return tensor(kind, (rows,)), tensor(FLOAT, (rows, const(classes)))


@rule("TreeEnsembleRegressor", versions=(1, 3, 5), domain="ai.onnx.ml")
def tree_ensemble_regressor(call: Call, X: TensorFact) -> TensorFact:
    rows = _rows(call, X, least_rank=1 if call.version == 1 else 2)
    return tensor(FLOAT, (rows, _targets(call, "target_ids")))


@rule("TreeEnsemble", versions=(5,), domain="ai.onnx.ml")
def tree_ensemble(call: Call, X: TensorFact) -> TensorFact:
    rows = _rows(call, X, least_rank=2)
    return tensor(0, (rows, _targets(call, "leaf_targetids")))


def _rows(call: Call, X: TensorFact, *, least_rank: int) -> Dim:
    call.rank(X, "X", at_least=least_rank, at_most=2)
    if X.shape is None:
        return call.fresh("the number of rows is that of an input of unknown rank")
    rows, features = (ONE, ONE) if len(X.shape) == 1 else X.shape
    looked_at = _features(call)
    if looked_at:
        call.require(
            at_least(features, const(looked_at)), codes.SIZE_LIMIT,
            "X has {features} features, and a tree looks at feature {last}; X is {X}",
            features=features, last=looked_at - 1, X=X,
        )  # fmt: skip
    return rows


def _features(call: Call) -> int:
    """How many features the trees need: one more than the last that a branch looks at."""
    features = call.ints("nodes_featureids") or ()
    if len(features) > MOST_NODES:
        return 0
    modes = call.strings("nodes_modes")
    if modes is None:  # TreeEnsemble lists no leaves here
        return 1 + max(features, default=-1)
    return 1 + max((f for f, mode in zip(features, modes, strict=False) if mode != "LEAF"), default=-1)


def _targets(call: Call, ids: str) -> Dim:
    targets = call.int("n_targets", 0)
    if targets < 1:
        call.warn(codes.RUNTIME_DIFFERS, "n_targets is missing, and ONNX Runtime asks for it")
        return call.fresh("the number of targets is not given")
    _require_ids(call, ids, targets)
    return const(targets)


def _require_ids(call: Call, name: str, count: int) -> None:
    largest = max(call.ints(name) or (0,))
    if largest >= count:
        call.error(
            codes.INDEX_OUT_OF_RANGE, "{name} holds {largest}, needed 0 to {last} for {count} outputs",
            name=name, largest=largest, last=count - 1, count=count,
        )  # fmt: skip
