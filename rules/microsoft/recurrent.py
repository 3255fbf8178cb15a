"""DynamicQuantizeLSTM and AttnLSTM: LSTMs of com.microsoft.

Version  What changed
1        com.microsoft

DynamicQuantizeLSTM has its weights transposed: (directions, input, 4*hidden). AttnLSTM attends to a
memory between steps; its outputs are those of an LSTM. Without the memory the runtime dies.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import INT8
from shapeinfer.rule import (
    ZERO,
    Call,
    Dim,
    TensorFact,
    all_of,
    any_of,
    at_least,
    const,
    equal,
    rule,
    tensor,
)
from shapeinfer.shapes.flags import require_activations
from shapeinfer.shapes.index import exact_elements
from shapeinfer.shapes.inputs import require_shape, sizes
from shapeinfer.shapes.layers.attention.caches import require_mask, require_some_rows

_DIRECTIONS = {"forward": 1, "reverse": 1, "bidirectional": 2}


def _directions(call: Call) -> Dim:
    """How many directions there are, after checking the attributes that both operators have."""
    direction = call.string("direction", "forward")
    if direction not in _DIRECTIONS:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "direction is {direction}, needed one of {need}",
            direction=direction, need=tuple(_DIRECTIONS),
        )  # fmt: skip
    require_activations(call, 3, _DIRECTIONS[direction])
    clip = call.float("clip", 1.0)
    if clip <= 0:
        call.error(codes.RUNTIME_DIFFERS, "clip is {clip}, and ONNX Runtime needs more than 0", clip=clip)
    return const(_DIRECTIONS[direction])


def _hidden(call: Call, R: TensorFact, axis: int) -> Dim:
    if call.has("hidden_size"):
        size = call.int("hidden_size")
        if size < 1:
            raise call.fail(codes.VALUE_NOT_ALLOWED, "hidden_size is {size}, needed at least 1", size=size)
        return const(size)
    call.error(codes.RUNTIME_DIFFERS, "hidden_size is left out, and ONNX Runtime needs it")
    return sizes(call, R, 3, "R")[axis]


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
    _require_lengths(call, sequence_lens, "sequence_lens", 0, length)
    for weight, fact, name in ((W, W_zero_point, "W_zero_point"), (R, R_zero_point, "R_zero_point")):
        _require_one_point(call, fact, directions, name, signed=weight.elem_type == INT8)
    for fact, name in ((W_scale, "W_scale"), (W_zero_point, "W_zero_point"),
                       (R_scale, "R_scale"), (R_zero_point, "R_zero_point")):  # fmt: skip
        require_mask(call, fact, ((directions,), (directions, hidden * 4)), name)
    return _outputs(length, directions, batch, hidden)


def _require_one_point(call: Call, fact: TensorFact, directions: Dim, name: str, *, signed: bool) -> None:
    """Zero points of single columns are all one number, and 0 if the weights are signed."""
    count = fact.count()
    points = None if fact.elements is None else fact.elements.some_dims()
    if count is None or count == directions or not points:
        return
    wanted = ZERO if signed else points[0]
    for point in dict.fromkeys(points):
        if point is not None and wanted is not None:
            call.require(
                any_of(equal(point, wanted), equal(count, directions)), codes.VALUE_NOT_ALLOWED,
                "{name} holds {point}, needed {wanted} for each column",
                name=name, point=point, wanted=wanted,
            )  # fmt: skip


def _require_lengths(call: Call, fact: TensorFact | None, name: str, low: int, most: Dim) -> None:
    """An input holds lengths of sequences."""
    if fact is None:
        return
    for length, none in exact_elements(fact):
        call.require(
            any_of(all_of(at_least(length, const(low)), at_least(most, length)), *none),
            codes.VALUE_NOT_ALLOWED, "{name} holds {length}, needed {low} to {most}",
            name=name, length=length, low=low, most=most,
        )  # fmt: skip


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
    QW: TensorFact | None = None,
    MW: TensorFact | None = None,
    V: TensorFact | None = None,
    M: TensorFact | None = None,
    memory_seq_lens: TensorFact | None = None,
    AW: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    directions = _directions(call)
    length, batch, inner = sizes(call, X, 3, "X")
    hidden = _hidden(call, R, 2)
    require_some_rows(call, batch)
    require_some_rows(call, length, "the length of X")
    attended = _memory(call, (directions, batch, hidden), (QW, MW, V, M), memory_seq_lens, AW)
    if attended is not None:
        require_shape(call, W, (directions, hidden * 4, inner + attended), "W")
    require_shape(call, R, (directions, hidden * 4, hidden), "R")
    _require_states(call, (directions, batch, hidden), B, sequence_lens, initial_h, initial_c, P)
    _require_lengths(call, sequence_lens, "sequence_lens", 1, length)
    return _outputs(length, directions, batch, hidden)


def _memory(
    call: Call,
    state: tuple[Dim, Dim, Dim],
    given: tuple[TensorFact | None, ...],
    lengths: TensorFact | None,
    AW: TensorFact | None,
) -> Dim | None:
    """Check the memory M (batch, steps, depth) and the weights of the attention to it: QW (directions,
    hidden, depth of the attention), MW (directions, depth of M, depth of the attention), V (directions, depth
    of the attention) and AW. Returns how many columns of W follow those of the input."""
    directions, batch, hidden = state
    QW, MW, V, M = given
    if QW is None or MW is None or V is None or M is None:
        call.error(codes.RUNTIME_DIFFERS, "one of QW, MW, V and M is left out, of which ONNX Runtime dies")
        return None
    _, steps, depth = sizes(call, M, 3, "M")
    _, _, inner = sizes(call, QW, 3, "QW")
    require_shape(call, QW, (directions, hidden, inner), "QW")
    require_shape(call, MW, (directions, depth, inner), "MW")
    require_shape(call, V, (directions, inner), "V")
    require_shape(call, M, (batch, steps, depth), "M")
    require_some_rows(call, steps, "the length of M")
    require_shape(call, lengths, (batch,), "memory_seq_lens")
    _require_lengths(call, lengths, "memory_seq_lens", 1, steps)
    if AW is None:
        return depth
    _, _, made = sizes(call, AW, 3, "AW")
    require_shape(call, AW, (directions, depth + hidden, made), "AW")
    return made


@rule("Mamba2Verify", versions=(1,), domain="com.microsoft")
def mamba2_verify(
    call: Call,
    projection: TensorFact,
    conv_state: TensorFact,
    ssm_state: TensorFact,
    *others: TensorFact | None,
) -> tuple[TensorFact, ...]:
    """The states after each token, in as many places as there are; the rest is of one token each."""
    rows, _ = sizes(call, projection, 2, "projection")
    heads, size, depth = call.int("heads"), call.int("head_dim", 64), call.int("d_state", 128)
    inner = const(heads * size)
    channels = inner + 2 * call.int("n_groups") * depth
    slots, _, _ = sizes(call, conv_state, 3, "conv_state")
    convolved, scanned = (slots, channels, const(3)), (slots, const(heads), const(depth), const(size))
    require_shape(call, conv_state, convolved, "conv_state")
    require_shape(call, ssm_state, scanned, "ssm_state")
    mixed = (rows, inner)
    return (
        tensor(0, mixed),
        tensor(0, convolved),
        tensor(0, scanned),
        tensor(0, (rows, channels)),
        tensor(0, mixed),
    )
