"""NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss: how wrong a classification is.

Version  What changed
12       the first versions
13, 22   only more element types

Differences: the runtime does not look at the number of weights, nor at the name of the reduction
(any other than ``none`` gives a scalar): warnings. It compares the sizes of scores and labels only where
it sees two numbers when it loads the model; its kernel takes labels that are smaller than the scores.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    Refused,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    equal,
    is_declared,
    rule,
    tensor,
)
from shapeinfer.shapes.broadcast import broadcast_shapes
from shapeinfer.shapes.index import require_nonempty_axis, require_places
from shapeinfer.shapes.inputs import loaded_rank


@rule("NegativeLogLikelihoodLoss", versions=(12, 13, 22))
def negative_log_likelihood_loss(
    call: Call, input: TensorFact, target: TensorFact, weight: TensorFact | None = None
) -> TensorFact:
    return _loss(call, input, target, weight, ("input", "target", "weight"))


@rule("SoftmaxCrossEntropyLoss", versions=(12, 13))
def softmax_cross_entropy_loss(
    call: Call, scores: TensorFact, labels: TensorFact, weights: TensorFact | None = None
) -> tuple[TensorFact, ...]:
    if scores.shape is not None:
        some = all_of(*(at_least(size, ONE) for size in scores.shape[:2]))
        message = "scores is {scores}, and ONNX Runtime needs a batch and classes of 1 or more"
        call.require(some, codes.RUNTIME_DIFFERS, message, scores=scores)
    loss = _loss(call, scores, labels, weights, ("scores", "labels", "weights"))
    return loss, tensor(0, scores.shape)


def _loss(
    call: Call,
    scores: TensorFact,
    labels: TensorFact,
    weights: TensorFact | None,
    names: tuple[str, str, str],
) -> TensorFact:
    reduction = call.string("reduction", "mean")
    if reduction not in ("none", "sum", "mean"):
        call.warn(codes.VALUE_NOT_ALLOWED, "reduction is {given}, needed none, sum or mean", given=reduction)
    rank = call.rank(scores, names[0], at_least=2)
    if rank is not None:
        call.rank(labels, names[1], at_least=rank - 1, at_most=rank - 1)
    sizes: list[Dim] = []
    # SoftmaxCrossEntropyLoss reshapes the scores first, whose sizes a loader follows if all are numbers.
    seen = call.op_type != "SoftmaxCrossEntropyLoss" or scores.static_shape() is not None
    seen = seen and is_declared(scores) and is_declared(labels)
    if scores.shape is not None and labels.shape is not None:
        wanted = (scores.shape[0], *scores.shape[2:])
        for axis, (have, need) in enumerate(zip(labels.shape, wanted, strict=True)):
            args = {"name": names[1], "have": have, "axis": axis, "need": need, "other": names[0]}
            args = {**args, "labels": labels, "scores": scores}
            sizes.append(_required(call, have, need, args, seen=seen))
    if weights is not None:
        loaded_rank(call, weights, names[2], 1, 1, None, seen=seen)
        _look_at_weights(call, scores, weights, names[2], seen=seen and is_declared(weights))
    _require_classes(call, scores, labels, weights, names)
    weighted = _weighted(call, labels, weights, names[2])
    if reduction != "none":
        return tensor(0, ())
    if weights is not None and weights.rank != 1:
        return tensor(0, weighted)
    if labels.shape is None and scores.shape is not None:
        return tensor(0, call.fresh_shape(len(scores.shape) - 1, "the shape of the labels is not known"))
    return tensor(0, sizes or labels.shape)


def _weighted(call: Call, labels: TensorFact, weights: TensorFact | None, name: str) -> Shape | None:
    """The shape of the losses by weights that are no list: each is multiplied by the row of its class."""
    if weights is None or weights.shape is None or labels.shape is None or len(weights.shape) < 2:
        return None
    rows = tensor(weights.elem_type, (*labels.shape, *weights.shape[1:]))
    losses = tensor(weights.elem_type, labels.shape)
    return broadcast_shapes(call, losses, rows, names=("the losses", f"{name} of the labels"))


def _require_classes(
    call: Call,
    scores: TensorFact,
    labels: TensorFact,
    weights: TensorFact | None,
    names: tuple[str, str, str],
) -> None:
    """Labels count the classes from the front or the back; ``ignore_index`` is none."""
    ignored = call.int("ignore_index", 0) if call.has("ignore_index") else None
    if scores.shape is not None:
        classes = scores.shape[1]
        if labels.shape is not None:
            some = any_of(at_least(classes, ONE), *(equal(size, ZERO) for size in labels.shape))
            message = "{name} is {scores}, needed classes of 1 or more"
            if call.require(some, codes.EMPTY_REDUCTION, message, name=names[0], scores=scores) is REFUTED:
                raise Refused
        require_places(call, labels, -classes, classes - 1, names[1], allowed=ignored)
    if weights is not None and weights.shape is not None:
        count = weights.shape[0]
        if labels.elements is None and labels.shape is not None:
            require_nonempty_axis(call, labels.shape, count, 0, weights, name=names[1])
        require_places(call, labels, -count, count - 1, names[1], allowed=ignored)


def _required(call: Call, have: Dim, need: Dim, args: dict[str, object], *, seen: bool) -> Dim:
    """A size of the labels, which is that of the scores for a loader that looks (``seen``), and at most that
    for the kernel."""
    message = "{name} has {have} on axis {axis}, needed the {need} of {other}; "
    message += "{name} is {labels}, {other} is {scores}"
    if seen and have.value is not None and need.value is not None and have != need:
        found = call.refuse_load(codes.SIZE_MISMATCH, message, **args)
        if found is not None:
            found.runs = have.value <= need.value
            return call.blamed()
    verdict = call.require_at_least(need, have, codes.SIZE_MISMATCH, message, **args)
    return call.blamed() if verdict is REFUTED else have


def _look_at_weights(call: Call, scores: TensorFact, weights: TensorFact, name: str, *, seen: bool) -> None:
    """One for each class, which no kernel looks at, but the loader of 1.32 does: it merges the shapes inside
    of the function that the loss is since opset 22."""
    if weights.shape is None or scores.shape is None:
        return
    have, need = weights.shape[0], scores.shape[1]
    if equal(have, need).verdict() is not REFUTED:
        return
    message = "{name} has {have} elements, needed {need}, one for each class"
    if seen and call.loading and call.opset >= 22:
        since = " (ONNX Runtime refuses to load it since 1.32)"
        found = call.refused_since("1.32", message + since, name=name, have=have, need=need)
        found.at_load = found.runs = True
    else:
        call.warn(codes.PARAMETER_SIZE, message, name=name, have=have, need=need)
