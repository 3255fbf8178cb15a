"""BatchNormalization: scaled by the statistics of a batch, or by those given.

Version  What changed
1        five outputs in training, one else, told apart by ``is_test``; the legacy ``consumed_inputs``
6        no ``consumed_inputs``
7        no ``is_test``: the outputs that are named tell
9        no ``spatial``: parameters go with the channels alone
14       ``training_mode``, and three outputs in training
15       only more element types

Before 9, ``spatial=0`` has parameters for each channel and place.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, Shape, TensorFact, rule, tensor
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.inputs import require_parameter
from shapeinfer.shapes.layers.norm import channels_of


@rule("BatchNormalization", versions=(1, 6, 7, 9))
def batch_normalization_1(
    call: Call, X: TensorFact, scale: TensorFact, B: TensorFact, mean: TensorFact, var: TensorFact
) -> tuple[TensorFact, ...]:
    whole = call.version < 9 and call.int("spatial", 1) != 1
    _check_outputs(call, 5)
    if call.version == 7 and whole and len(call.wanted) == 5:
        call.error(
            codes.RUNTIME_DIFFERS, "spatial is {spatial} with 5 outputs, and ONNX Runtime trains with 1 only",
            spatial=call.int("spatial", 1),
        )  # fmt: skip
    sizes = _sizes(call, X, whole=whole)
    _check(call, sizes, {"scale": scale, "B": B, "mean": mean, "var": var})
    statistics = tensor(0, sizes or _first_known(scale, B, mean, var))
    return (tensor(0, X.shape), statistics, statistics, statistics, statistics)


@rule("BatchNormalization", versions=(14, 15))
def batch_normalization_14(
    call: Call, X: TensorFact, scale: TensorFact, B: TensorFact, input_mean: TensorFact, input_var: TensorFact
) -> tuple[TensorFact, ...]:
    sizes = _sizes(call, X, whole=False)
    _check_outputs(call, 3)
    _check(call, sizes, {"scale": scale, "B": B, "input_mean": input_mean, "input_var": input_var})
    mode = as_int32(call.int("training_mode", 0))
    if not mode and any(call.wanted[1:]):
        call.error(
            codes.VALUE_NOT_ALLOWED, "training_mode is 0 beside {count} outputs, needed 1 output",
            count=len(call.wanted),
        )  # fmt: skip
    if mode and len(call.wanted) < 3:
        call.error(
            codes.RUNTIME_DIFFERS, "training_mode is {mode} with {count} outputs: ONNX Runtime needs all 3",
            mode=mode, count=len(call.wanted),
        )  # fmt: skip
    statistics = tensor(0, sizes or _first_known(scale, B, input_mean, input_var))
    return (tensor(0, X.shape), statistics, statistics)


def _check_outputs(call: Call, most: int) -> None:
    """One output, or all of them; with one that has no name the runtime fails or crashes."""
    count = len(call.wanted)
    if 1 < count < most:
        call.error(codes.OUTPUT_COUNT, "{count} outputs, needed 1 or {most}", count=count, most=most)
    elif count == most and not all(call.wanted) and call.int("training_mode", 1) in (0, 1):
        call.error(
            codes.RUNTIME_DIFFERS,
            "output {position} has no name, and ONNX Runtime needs all {most} or the first only",
            position=call.wanted.index(False), most=most,
        )  # fmt: skip


def _first_known(*parameters: TensorFact) -> Shape | None:
    return next((fact.shape for fact in parameters if fact.shape is not None), None)


def _sizes(call: Call, X: TensorFact, *, whole: bool) -> Shape | None:
    """The shape of the parameters."""
    call.rank(X, "X", at_least=1)
    if whole and X.rank != 1:  # a vector has one channel all the same
        return None if X.shape is None else X.shape[1:]
    channels = channels_of(X)
    return None if channels is None else (channels,)


def _check(call: Call, sizes: Shape | None, parameters: dict[str, TensorFact]) -> None:
    if sizes is None:
        return
    for name, fact in parameters.items():
        require_parameter(call, fact, sizes, name, "as X has channels")
