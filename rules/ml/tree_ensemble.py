"""TreeEnsemble, TreeEnsembleClassifier, TreeEnsembleRegressor: decision trees over rows of features.

Version  What changed
1        the classifier and the regressor; a rank-1 input is taken for one row
3        the input has rank 2; parameters may be given as tensors
5        TreeEnsemble, which replaces both (they are deprecated)

Differences: of a rank-1 input the runtime says that it has one feature, and so asks for trees that
look at feature 0 alone. It asks for ``n_targets``, which the specification calls optional.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.rule import ONE, Call, Dim, TensorFact, at_least, const, rule, tensor
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.inputs import loaded_rank
from shapeinfer.shapes.layers.rows import labels_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Of larger ensembles nobody is asked which features they look at.
MOST_NODES = 50_000

_BRANCHES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")
# The runtime knows the last one, which only TreeEnsemble should have.
_MODES = frozenset((*_BRANCHES, "LEAF", "BRANCH_MEMBER"))
# As TreeEnsemble numbers it.
_MEMBER = 6
_SIDES = ("true", "false")
_MANY_WAYS = "two ways lead from the root {root} to the node {node}, needed one"


@rule("TreeEnsembleClassifier", versions=(1, 3, 5), domain="ai.onnx.ml")
def tree_ensemble_classifier(call: Call, X: TensorFact) -> tuple[TensorFact, TensorFact]:
    # The attributes first: without a kernel nothing looks at X.
    kind, classes = labels_of(call, "classlabels_int64s")
    if not classes:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "there are no class labels, needed one for each class")
    _require_ids(call, "class_ids", classes)
    _check_lists(call, "class")
    _require_base(call, classes)
    rows = _rows(call, X, least_rank=1 if call.version == 1 else 2)
    return tensor(kind, (rows,)), tensor(FLOAT, (rows, const(classes)))


@rule("TreeEnsembleRegressor", versions=(1, 3, 5), domain="ai.onnx.ml")
def tree_ensemble_regressor(call: Call, X: TensorFact) -> TensorFact:
    _check_lists(call, "target")
    targets = _targets(call, "target_ids")
    if targets.value is not None:
        _require_base(call, targets.value)
    rows = _rows(call, X, least_rank=1 if call.version == 1 else 2)
    return tensor(FLOAT, (rows, targets))


@rule("TreeEnsemble", versions=(5,), domain="ai.onnx.ml")
def tree_ensemble(call: Call, X: TensorFact) -> TensorFact:
    rows = _rows(call, X, least_rank=2)
    for name in ("nodes_splits", "leaf_weights"):
        given = call.fact(name)
        if X.elem_type and isinstance(given, TensorFact) and given.elem_type != X.elem_type:
            call.error(
                codes.TYPE_CONFLICT, "X is {X} and {name} is {given}, needed the same type",
                X=X, name=name, given=given,
            )  # fmt: skip
    _alike(call, "leaf_targetids", ["leaf_weights"])
    nodes = ["nodes_splits", "nodes_modes", "nodes_truenodeids", "nodes_falsenodeids", "nodes_trueleafs"]
    if call.has("nodes_missing_value_tracks_true"):
        nodes.append("nodes_missing_value_tracks_true")
    if _alike(call, "nodes_featureids", [*nodes, "nodes_falseleafs"]) and _check_places(call):
        _check_paths(call)
    modes = call.fact("nodes_modes")
    numbers = modes.as_ints() if isinstance(modes, TensorFact) else None
    if _MEMBER in (numbers or ()) and not call.has("membership_values"):
        call.error(codes.VALUE_NOT_ALLOWED, "a branch asks for members, and there are no membership_values")
    return tensor(0, (rows, _targets(call, "leaf_targetids")))


def _check_places(call: Call) -> bool:
    """Of TreeEnsemble: roots and children are nodes, or leaves where a list says so. Whether they are."""
    nodes, leaves = _length(call, "nodes_featureids"), _length(call, "leaf_targetids")
    for name, leaf in (
        ("tree_roots", None),
        ("nodes_truenodeids", "trueleafs"),
        ("nodes_falsenodeids", "falseleafs"),
    ):
        places = call.ints(name) or ()
        kinds = (call.ints(f"nodes_{leaf}") or ()) if leaf else (0,) * len(places)
        for place, is_leaf in zip(places[:MOST_NODES], kinds, strict=False):
            count = leaves if is_leaf else nodes
            if not 0 <= place < count:
                call.error(
                    codes.VALUE_NOT_ALLOWED, "{name} holds {place}, needed a place of {count} {what}",
                    name=name, place=place, count=count, what="leaves" if is_leaf else "nodes",
                )  # fmt: skip
                return False
    return True


def _ways(call: Call) -> list[tuple[Sequence[int], Sequence[int]]]:
    """Of TreeEnsemble: where each node leads to, for either answer, and whether that is a leaf."""
    return [
        (call.ints(f"nodes_{side}nodeids") or (), call.ints(f"nodes_{side}leafs") or ()) for side in _SIDES
    ]


def _check_paths(call: Call) -> None:
    """Of TreeEnsemble: in each tree only one way leads to a node."""
    ways = _ways(call)
    if len(ways[0][0]) > MOST_NODES:
        return
    for root in dict.fromkeys(call.ints("tree_roots") or ()):
        seen: set[int] = set()
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if node in seen:
                call.error(codes.VALUE_NOT_ALLOWED, _MANY_WAYS, node=node, root=root)
                return
            seen.add(node)
            inside = [(to, leaves) for to, leaves in ways if node < min(len(to), len(leaves))]
            waiting += [to[node] for to, leaves in inside if not leaves[node]]


def _rows(call: Call, X: TensorFact, *, least_rank: int) -> Dim:
    # Only a loader looks whether there are rows.
    if least_rank == 2 and X.rank == 1:
        loaded_rank(call, X, "X", 2, 1, 2)
    else:
        call.rank(X, "X", at_least=least_rank, at_most=2)
    if X.shape is None:
        return call.fresh("the number of rows is that of an input of unknown rank")
    rows, features = (ONE, ONE) if len(X.shape) == 1 else X.shape
    looked_at = _looked_at(call)
    lowest = min(looked_at, default=0)
    if lowest < 0:
        message = "nodes_featureids holds {lowest} at a branch, needed 0 or more"
        call.error(codes.VALUE_NOT_ALLOWED, message, lowest=lowest)
    # A kernel takes feature 0 for the last one where no branch looks at any.
    last = max(looked_at, default=0)
    call.require(
        at_least(features, const(last + 1)), codes.SIZE_LIMIT,
        "X has {features} features, and a tree looks at feature {last}; X is {X}",
        features=features, last=last, X=X,
    )  # fmt: skip
    return rows


def _looked_at(call: Call) -> Sequence[int]:
    """The features that branches look at."""
    features = call.ints("nodes_featureids") or ()
    if len(features) > MOST_NODES:
        return ()
    modes = call.strings("nodes_modes")
    if modes is None:  # TreeEnsemble lists no leaves here
        alone = _trees_of_one_leaf(call)
        return [f for node, f in enumerate(features) if node not in alone]
    return [f for f, mode in zip(features, modes, strict=False) if mode != "LEAF"]


def _trees_of_one_leaf(call: Call) -> set[int]:
    """The roots whose two ways lead to one leaf, which nobody has to choose between."""
    (true, true_leaves), (false, false_leaves) = _ways(call)
    return {
        root
        for root in call.ints("tree_roots") or ()
        if 0 <= root < min(map(len, (true, true_leaves, false, false_leaves)))
        and true[root] == false[root]
        and true_leaves[root]
        and false_leaves[root]
    }


def _check_lists(call: Call, votes: str) -> None:
    """One entry for each node, and one for each vote of a leaf, which is a node."""
    ids = list(zip(_read(call, "nodes_treeids"), _read(call, "nodes_nodeids"), strict=False))
    if len(ids) > MOST_NODES:
        return
    nodes = ["nodes_treeids", "nodes_nodeids", "nodes_featureids", "nodes_modes", "nodes_truenodeids"]
    if not call.has("nodes_values_as_tensor"):
        nodes.append("nodes_values")
    alike = _alike(call, "nodes_falsenodeids", nodes)
    voting = [f"{votes}_nodeids", f"{votes}_treeids"]
    if call.has(f"{votes}_weights"):
        voting.append(f"{votes}_weights")
    elif not call.has(f"{votes}_weights_as_tensor") and call.ints(f"{votes}_ids"):
        message = "{name}_weights is left out, and ONNX Runtime needs it"
        call.error(codes.RUNTIME_DIFFERS, message, name=votes)
    if not _alike(call, f"{votes}_ids", voting) or not alike:
        return
    for mode in dict.fromkeys(call.strings("nodes_modes") or ()):
        if mode not in _MODES:
            call.error(
                codes.VALUE_NOT_ALLOWED, "nodes_modes holds {mode!r}, needed only LEAF and {branches}",
                mode=mode, branches=", ".join(_BRANCHES),
            )  # fmt: skip
    known: set[tuple[int, int]] = set()
    for tree, node in ids:
        if (tree, node) in known:
            call.error(codes.VALUE_NOT_ALLOWED, "tree {tree} has node {node} twice", tree=tree, node=node)
            return
        known.add((tree, node))
    _check_children(call, ids, known)
    leaves = zip(_read(call, voting[1]), _read(call, voting[0]), strict=True)
    for tree, node in dict.fromkeys(leaves):
        if (tree, node) not in known:
            call.error(
                codes.VALUE_NOT_ALLOWED,
                "{name} holds node {node} of tree {tree}, which has none of that number",
                name=voting[0], node=node, tree=tree,
            )  # fmt: skip


def _read(call: Call, name: str) -> Sequence[int]:
    """A list of numbers, of which the runtime keeps 32 bits."""
    return [as_int32(number) for number in call.ints(name) or ()]


def _check_children(call: Call, ids: Sequence[tuple[int, int]], known: set[tuple[int, int]]) -> None:
    """Both ways from a branch lead to other nodes of its tree."""
    modes = call.strings("nodes_modes") or ()
    for name in ("nodes_truenodeids", "nodes_falsenodeids"):
        for (tree, node), mode, child in zip(ids, modes, _read(call, name), strict=False):
            if mode != "LEAF" and child == node:
                message = "{name} leads from node {node} of tree {tree} to itself"
                call.error(codes.VALUE_NOT_ALLOWED, message, name=name, node=node, tree=tree)
                return
            if mode != "LEAF" and (tree, child) not in known:
                call.error(
                    codes.VALUE_NOT_ALLOWED,
                    "{name} holds node {node} of tree {tree}, which has none of that number",
                    name=name, node=child, tree=tree,
                )  # fmt: skip
                return
    _check_order(call, ids, modes)


def _check_order(call: Call, ids: Sequence[tuple[int, int]], modes: Sequence[str]) -> None:
    """The runtime lays trees out with the false way first, and the node to which it leads behind its branch.
    So no other way may lead there before; true ways may meet."""
    at = {key: place for place, key in enumerate(ids)}
    ways = [_read(call, f"nodes_{side}nodeids") for side in _SIDES]
    seen: set[int] = set()
    previous = None
    for root, (tree, _) in enumerate(ids):
        waiting = [(root, False)] if tree != previous else []
        previous = tree
        while waiting:
            place, is_next = waiting.pop()
            if place in seen:
                if is_next or place == 0:
                    message = "two ways lead to node {node} of tree {tree}, needed one"
                    call.error(codes.VALUE_NOT_ALLOWED, message, node=ids[place][1], tree=ids[place][0])
                    return
                continue
            seen.add(place)
            if modes[place] != "LEAF":
                yes, no = (at[ids[place][0], way[place]] for way in ways)
                waiting += [(yes, False), (no, True)]


def _require_base(call: Call, count: int) -> None:
    """There is a base value for each output, or none; one may stand for two classes."""
    name = "base_values_as_tensor" if call.has("base_values_as_tensor") else "base_values"
    have = _length(call, name)
    # The classifier's kernel treats one class and two alike.
    alike = call.op_type == "TreeEnsembleClassifier" and {have, count} == {1, 2}
    if have not in (0, count) and not alike:
        call.error(
            codes.LIST_LENGTH, "{name} has {have} entries, needed one for each of {count} outputs",
            name=name, have=have, count=count,
        )  # fmt: skip


def _alike(call: Call, first: str, others: Sequence[str]) -> bool:
    """Whether lists are of one length; reports what is not."""
    length, alike = _length(call, first), True
    for name in others:
        if _length(call, name) != length:
            call.error(
                codes.LIST_LENGTH, "{name} has {have} entries and {first} has {need}, needed the same number",
                name=name, have=_length(call, name), first=first, need=length,
            )  # fmt: skip
            alike = False
    return alike


def _length(call: Call, name: str) -> int:
    """How many entries a list has, or a tensor that stands for one."""
    given = call.fact(name)
    if isinstance(given, TensorFact):
        count = given.count()
        return 0 if count is None or count.value is None else count.value
    return len(call.strings(name) or call.floats(name) or ())


def _targets(call: Call, ids: str) -> Dim:
    targets = call.int("n_targets", 0)
    if targets < 1:
        call.error(codes.RUNTIME_DIFFERS, "n_targets is missing, and ONNX Runtime asks for it")
        return call.fresh("the number of targets is not given")
    _require_ids(call, ids, targets)
    return const(targets)


def _require_ids(call: Call, name: str, count: int) -> None:
    ids = call.ints(name) or (0,)
    for one in dict.fromkeys((min(ids), max(ids))):
        if not 0 <= one < count:
            call.error(
                codes.INDEX_OUT_OF_RANGE, "{name} holds {id}, needed 0 to {last} for {count} outputs",
                name=name, id=one, last=count - 1, count=count,
            )  # fmt: skip
