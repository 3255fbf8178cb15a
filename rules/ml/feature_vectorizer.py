"""FeatureVectorizer: the features of several inputs side by side.

Version  What changed
1        introduced

Differences: the runtime makes as many columns as ``inputdimensions`` add up to, cutting or padding
every input; it aborts where there is no row.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, Call, Dim, Fact, TensorFact, at_least, const, rule, tensor
from shapeinfer.shapes.layers.rows import demand


@rule("FeatureVectorizer", versions=(1,), domain="ai.onnx.ml")
def feature_vectorizer(call: Call, X: tuple[Fact | None, ...]) -> TensorFact:
    sizes = call.ints("inputdimensions") or ()
    if len(sizes) != len(X):
        call.error(
            codes.LIST_LENGTH, "inputdimensions has {have} entries, needed one for each of {need} inputs",
            have=len(sizes), need=len(X),
        )  # fmt: skip
    if any(size < 0 for size in sizes):
        raise call.fail(
            codes.NEGATIVE_SIZE, "inputdimensions is {sizes}, needed sizes of at least 0", sizes=sizes
        )
    rows: Dim | None = None
    for position, fact in enumerate(X):
        if fact is None:
            call.error(
                codes.MISSING_INPUT, "X[{position}] is left out, needed every input", position=position
            )
        if not isinstance(fact, TensorFact):
            continue
        call.rank(fact, f"X[{position}]", at_least=1)
        if fact.shape is None:
            continue
        here = ONE if len(fact.shape) == 1 else fact.shape[0]
        _compare(call, position, fact, sizes)
        rows = (
            here
            if rows is None
            else call.require_equal(
                rows,
                here,
                codes.SIZE_MISMATCH,
                "X[{position}] has {here} rows, needed the {rows} of those before; it is {fact}",
                position=position,
                here=here,
                rows=rows,
                fact=fact,
            )
        )
    if rows is None:
        rows = call.fresh("the number of rows is that of an input of unknown rank")
    if len(X) > 1:
        demand(call, at_least(rows, ONE), "there are {rows} rows, needed at least 1", rows=rows)
    return tensor(0, (rows, const(sum(sizes))))


def _compare(call: Call, position: int, fact: TensorFact, sizes: tuple[int, ...]) -> None:
    shape = fact.shape or (ONE,)
    if position < len(sizes) and len(shape) <= 2 and shape[-1].value not in (None, sizes[position]):
        call.warn(
            codes.PARAMETER_SIZE, "X[{position}] is {fact}, and inputdimensions gives it {size} features",
            position=position, fact=fact, size=sizes[position],
        )  # fmt: skip
