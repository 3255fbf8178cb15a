"""DynamicQuantizeLSTM and AttnLSTM: LSTMs of com.microsoft.

Version  What changed
1        com.microsoft

DynamicQuantizeLSTM has its weights transposed: (directions, input, 4*hidden). AttnLSTM attends to a
memory between steps; its outputs are those of an LSTM.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, Dim, TensorFact, const, rule, tensor
from shapeinfer.shapes.layers.attention import require_shape
from shapeinfer.shapes.layers.caches import require_mask, require_some_rows, sizes

_DIRECTIONS = {"forward": 1, "reverse": 1, "bidirectional": 2}


def _directions(call: Call) -> Dim:
    direction = call.string("direction", "forward")
    if direction not in _DIRECTIONS:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "direction is {direction}, needed one of {need}",
            direction=direction, need=tuple(_DIRECTIONS),
        )  # fmt: skip
    return const(_DIRECTIONS[direction])


def _hidden(call: Call, R: TensorFact, axis: int) -> Dim:
    if call.has("hidden_size"):
        return const(call.int("hidden_size"))
    call.warn(codes.RUNTIME_DIFFERS, "hidden_size is left out, and ONNX Runtime needs it")
    return call.fresh("the rank of R is unknown") if R.shape is None else R.shape[axis]


def _outputs(length: Dim, directions: Dim, batch: Dim, hidden: Dim) -> tuple[TensorFact, ...]:
    state = tensor(0, (directions, batch, hidden))
    return tensor(0, (length, directions, batch, hidden)), state, state


@rule("DynamicQuantizeLSTM", versions=(1,), domain="com.microsoft")
def dynamic_quantize_lstm(
    call: Call,
    X: TensorFact,
    W: TensorFact,
    R: TensorFact,
    B: TensorFact | None,
    sequence_lens: TensorFact | None,
    initial_h: TensorFact | None,
    initial_c: TensorFact | None,
    P: TensorFact | None,
    W_scale: TensorFact,
    W_zero_point: TensorFact,
    R_scale: TensorFact,
    R_zero_point: TensorFact,
) -> tuple[TensorFact, ...]:
    directions = _directions(call)
    length, batch, inner = sizes(call, X, 3, "X")
    hidden = _hidden(call, R, 1)
    require_some_rows(call, batch)
    require_shape(call, W, (directions, inner, hidden * 4), "W")
    require_shape(call, R, (directions, hidden, hidden * 4), "R")
    _require_states(call, (directions, batch, hidden), B, sequence_lens, initial_h, initial_c, P)
    for fact, name in ((W_scale, "W_scale"), (W_zero_point, "W_zero_point"),
                       (R_scale, "R_scale"), (R_zero_point, "R_zero_point")):  # fmt: skip
        require_mask(call, fact, ((directions,), (directions, hidden * 4)), name)
    return _outputs(length, directions, batch, hidden)


def _require_states(
    call: Call,
    state: tuple[Dim, Dim, Dim],
    B: TensorFact | None,
    sequence_lens: TensorFact | None,
    initial_h: TensorFact | None,
    initial_c: TensorFact | None,
    P: TensorFact | None,
) -> None:
    directions, batch, hidden = state
    require_shape(call, B, (directions, hidden * 8), "B")
    require_shape(call, sequence_lens, (batch,), "sequence_lens")
    require_shape(call, initial_h, state, "initial_h")
    require_shape(call, initial_c, state, "initial_c")
    require_shape(call, P, (directions, hidden * 3), "P")


@rule("AttnLSTM", versions=(1,), domain="com.microsoft")
def attn_lstm(
    call: Call,
    X: TensorFact,
    W: TensorFact,
    R: TensorFact,
    B: TensorFact | None = None,
    sequence_lens: TensorFact | None = None,
    initial_h: TensorFact | None = None,
    initial_c: TensorFact | None = None,
    P: TensorFact | None = None,
    *attention: TensorFact | None,
) -> tuple[TensorFact, ...]:
    directions = _directions(call)
    length, batch, _ = sizes(call, X, 3, "X")
    hidden = _hidden(call, R, 2)
    _require_states(call, (directions, batch, hidden), B, sequence_lens, initial_h, initial_c, P)
    return _outputs(length, directions, batch, hidden)
