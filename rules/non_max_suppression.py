"""NonMaxSuppression: the boxes that are left when those that overlap better ones are dropped.

Version  What changed
10, 11   the first versions (11 only clarifies the wording)
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.scalar import high_of, number
from shapeinfer.rule import ZERO, Call, Dim, TensorFact, const, equal, maximum, minimum, rule, tensor
from shapeinfer.shapes.contents import each


@rule("NonMaxSuppression", versions=(10, 11))
def non_max_suppression(
    call: Call,
    boxes: TensorFact,
    scores: TensorFact,
    max_output_boxes_per_class: TensorFact | None = None,
    iou_threshold: TensorFact | None = None,
    score_threshold: TensorFact | None = None,
) -> TensorFact:
    call.rank(boxes, "boxes", at_least=3, at_most=3)
    call.rank(scores, "scores", at_least=3, at_most=3)
    if boxes.shape is not None:
        call.require(
            equal(boxes.shape[2], const(4)), codes.SIZE_MISMATCH,
            "boxes has {have} on axis 2, needed 4; boxes is {boxes}", have=boxes.shape[2], boxes=boxes,
        )  # fmt: skip
    if boxes.shape is not None and scores.shape is not None:
        for axis, other, what in ((0, 0, "the batch"), (1, 2, "the number of boxes")):
            call.require(
                equal(boxes.shape[axis], scores.shape[other]), codes.SIZE_MISMATCH,
                "{what} is {have} in boxes and {need} in scores, needed the same size; "
                "boxes is {boxes}, scores is {scores}",
                what=what, have=boxes.shape[axis], need=scores.shape[other], boxes=boxes, scores=scores,
            )  # fmt: skip
    share = None if iou_threshold is None else number(each(iou_threshold))
    if share is not None and not 0 <= share <= 1:
        call.error(
            codes.VALUE_NOT_ALLOWED, "iou_threshold is {share}, needed 0 to 1", share=f"{float(share):g}"
        )
    if max_output_boxes_per_class is None:
        return tensor(0, (0, 3))
    return tensor(
        0, (call.fresh("as many boxes as are selected", high=_most(scores, max_output_boxes_per_class)), 3)
    )


def _most(scores: TensorFact, limit: TensorFact) -> Dim | None:
    """At most so many of each class of each batch."""
    if scores.shape is None:
        return None
    batch, classes, count = scores.shape
    high = None if limit.elements is None else high_of(limit.elements.item())
    return batch * classes * (count if high is None else minimum(count, maximum(high, ZERO)))
