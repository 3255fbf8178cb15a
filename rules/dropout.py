"""Dropout: the input, some of it zeroed while training; the mask says which.

Version  What changed
1        ``is_test`` and ``ratio`` are attributes; the mask has the input's type
6        no ``consumed_inputs``
7        always in test mode
10       the mask is bool
12       ``ratio`` and ``training_mode`` are inputs, scalars
13, 22   only more element types
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.rule import ONE, ZERO, Call, TensorFact, codes, equal, rule, tensor
from shapeinfer.shapes.contents import each, filled
from shapeinfer.shapes.inputs import loaded_rank


@rule("Dropout", versions=(1, 6))
def dropout_1(call: Call, data: TensorFact) -> tuple[TensorFact, ...]:
    elements = data.elements if call.int("is_test", 0) else None
    return tensor(0, data.shape, elements), tensor(0, data.shape)


@rule("Dropout", versions=(7, 10))
def dropout_7(call: Call, data: TensorFact) -> tuple[TensorFact, ...]:
    return tensor(0, data.shape, data.elements), tensor(0, data.shape)


@rule("Dropout", versions=(12, 13, 22))
def dropout_12(
    call: Call, data: TensorFact, ratio: TensorFact | None = None, training_mode: TensorFact | None = None
) -> tuple[TensorFact, ...]:
    if ratio is not None:
        loaded_rank(call, ratio, "ratio", 0, 0, None)
        count = ratio.count()
        if count is not None:
            message = "ratio has {count} elements, needed 1"
            call.require(equal(count, ONE), codes.PARAMETER_SIZE, message, count=count)
    if training_mode is not None:
        loaded_rank(call, training_mode, "training_mode", 0, 0, None)
    value = None if ratio is None else scalar.number(each(ratio))
    if value is not None and not 0 <= value < 1:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "ratio is {ratio}, needed 0 or more and less than 1",
            ratio=f"{float(value):g}",
        )
    if training_mode is None or each(training_mode) == ZERO:
        return tensor(0, data.shape, data.elements), tensor(0, data.shape, filled(ONE, data.shape))
    return tensor(0, data.shape), tensor(0, data.shape)
