"""ZipMap: every row to a map from class labels to its columns.

Version  What changed
1        introduced
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.rule import Call, MapFact, SequenceFact, TensorFact, const, equal, rule, tensor
from shapeinfer.shapes.layers.rows import labels_of, rows_of


@rule("ZipMap", versions=(1,), domain="ai.onnx.ml")
def zip_map(call: Call, X: TensorFact) -> SequenceFact:
    kind, labels = labels_of(call, "classlabels_int64s", both_allowed=False)
    if not labels:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "there are no class labels, needed one for each column")
    rows, columns = rows_of(call, X)
    if columns is not None:
        call.require(
            equal(columns, const(labels)), codes.SIZE_MISMATCH,
            "X has {columns} columns, needed one for each of {labels} class labels; X is {X}",
            columns=columns, labels=labels, X=X,
        )  # fmt: skip
    return SequenceFact(MapFact(kind, tensor(FLOAT, ())), rows)
