"""Causal convolutions of com.microsoft, which keep the last inputs as a state.

Version  What changed
1        com.microsoft

A state of ``state_window`` W > 0 has an axis of W in front. Those named Varlen take the tokens of all rows
one after another, and the bounds of the rows beside them.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, Call, Dim, TensorFact, const, product, rule, tensor
from shapeinfer.shapes.inputs import require_shape, sizes
from shapeinfer.shapes.layers.attention.states import require_bounds, require_capacity, state_window


@rule("CausalConvWithState", versions=(1,), domain="com.microsoft")
def causal_conv_with_state(
    call: Call,
    input: TensorFact,
    weight: TensorFact,
    bias: TensorFact | None = None,
    past_state: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    axes, behind = call.int("ndim", 1), bool(call.int("channels_last", 0))
    dilation = call.int("dilation", 1)
    if not 1 <= dilation < 2**31:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "dilation is {dilation}, needed 1 to 2147483647", dilation=dilation
        )
    if axes not in (1, 2, 3) or (behind and axes != 1):
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "ndim is {axes}, needed 1 to 3, and 1 beside channels_last", axes=axes
        )
    if any(call.int(name, usual) != usual for name, usual in _EXTENDED.items()) or len(call.wanted) > 2:
        return _extended_convolution(call, input, weight)
    call.rank(input, "input", at_least=axes + 2, at_most=None if behind else axes + 2)
    call.rank(weight, "weight", at_least=axes + 2, at_most=axes + 2)
    if input.shape is None or weight.shape is None:
        return tensor(0, input.shape), tensor(0), tensor(0)
    batch, kernel = input.shape[0], weight.shape[2:]
    channels = product(input.shape[2:]) if behind else input.shape[1]
    require_shape(call, weight, (channels, const(1), *kernel), "weight")
    require_shape(call, bias, (channels,), "bias")
    call.require_at_least(
        kernel[-1], 1, codes.VALUE_NOT_ALLOWED, "weight is {weight}, needed a window of at least 1",
        weight=weight,
    )  # fmt: skip
    kept = (kernel[-1] - 1) * dilation
    state = (batch, kept, *input.shape[2:]) if behind else (batch, *input.shape[1:-1], kept)
    state = (*state_window(call), *state)
    require_shape(call, past_state, state, "past_state")
    return tensor(0, input.shape), tensor(0, state), tensor(0)


# Attributes of a GPU's kernel, with what they are for all others.
_EXTENDED = {
    "input_channels": 0, "input_channel_offset": 0, "state_length": 0, "state_channels_last": -1,
    "state_update_capacity": 0,
}  # fmt: skip


def _extended_convolution(call: Call, input: TensorFact, weight: TensorFact) -> tuple[TensorFact, ...]:
    """Some channels of an input (batch, length, channels), with a state of another length or order."""
    usual = call.int("ndim", 1) == 1 == call.int("channels_last", 0) and not call.int("state_window", 0)
    in_range = call.int("state_channels_last", -1) in (-1, 0, 1) and all(
        call.int(name, 0) >= 0 for name in ("input_channels", "input_channel_offset", "state_length")
    )
    if not usual or not in_range:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "channels of the input or a form of the state are chosen, needed ndim=1, channels_last=1, "
            "state_window=0 and numbers that are not negative",
        )
    capacity = call.int("state_update_capacity", 0)
    if not 0 <= capacity <= 8:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "state_update_capacity is {given}, needed 0 to 8", given=capacity
        )
    if len(call.wanted) > 2 and not capacity:
        call.error(codes.VALUE_NOT_ALLOWED, "the third output needs a state_update_capacity above 0")
    batch, length, channels = sizes(call, input, 3, "input")
    _, _, kernel = sizes(call, weight, 3, "weight")
    chosen, offset = call.int("input_channels", 0), call.int("input_channel_offset", 0)
    width, channels = channels, const(chosen) if chosen else channels
    call.require_at_least(
        width, channels + offset, codes.SIZE_LIMIT,
        "input has {width} channels, needed at least the {channels} that are chosen behind {offset}; "
        "input is {input}",
        width=width, channels=channels, offset=offset, input=input,
    )  # fmt: skip
    require_shape(call, weight, (channels, ONE, kernel), "weight")
    kept = (kernel - 1) * call.int("dilation", 1)
    given = call.int("state_length", 0)
    if given:
        call.require_at_least(
            const(given), kept, codes.SIZE_LIMIT,
            "state_length is {given}, needed at least the {kept} of a window", given=given, kept=kept,
        )  # fmt: skip
        kept = const(given)
    state = (batch, kept, channels) if call.int("state_channels_last", -1) else (batch, channels, kept)
    made = tensor(0, (batch, length, channels)), tensor(0, state)
    return *made, tensor(0, (batch, const(capacity), channels))


@rule("VarlenCausalConvWithState", versions=(1,), domain="com.microsoft")
def varlen_causal_conv_with_state(
    call: Call,
    input: TensorFact,
    weight: TensorFact,
    cumulative_sequence_length: TensorFact,
    bias: TensorFact | None,
    initial_state: TensorFact,
    capture_count: TensorFact | None = None,
    kernel_delta: TensorFact | None = None,
    previous_mask: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    _check_activation(call)
    dilation = call.int("dilation", 1)
    if not 1 <= dilation < 2**31:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "dilation is {dilation}, needed 1 to 2147483647", dilation=dilation
        )
    tokens, channels = sizes(call, input, 2, "input")
    _, _, kernel = sizes(call, weight, 3, "weight")
    require_shape(call, weight, (channels, const(1), kernel), "weight")
    require_shape(call, bias, (channels,), "bias")
    batch = sizes(call, initial_state, 3, "initial_state")[0]
    for size, need, name in ((channels, ONE, "channels"), (kernel, ONE, "columns of weight"),
                             (batch, ONE, "sequences"), (tokens, batch, "tokens")):  # fmt: skip
        call.require_at_least(
            size, need, codes.EMPTY_REDUCTION, "there are {size} {name}, needed at least {need}",
            size=size, name=name, need=need,
        )  # fmt: skip
    state = (batch, channels, (kernel - 1) * dilation)
    require_shape(call, initial_state, state, "initial_state")
    require_shape(call, cumulative_sequence_length, (batch + 1,), "cumulative_sequence_length")
    require_bounds(call, cumulative_sequence_length, tokens, "cumulative_sequence_length", each=0)
    require_shape(call, capture_count, (batch,), "capture_count")
    capacity = require_capacity(call, capture_count)
    _require_changing_weight(call, kernel_delta, previous_mask, tokens)
    return tensor(0, (tokens, channels)), tensor(0, state), tensor(0, (batch, const(capacity), channels))


def _check_activation(call: Call) -> None:
    activation = call.string("activation", "none")
    if activation not in ("none", "silu", "swish"):
        call.error(
            codes.VALUE_NOT_ALLOWED, "activation is {activation!r}, needed 'none', 'silu' or 'swish'",
            activation=activation,
        )  # fmt: skip


def _require_changing_weight(
    call: Call, delta: TensorFact | None, mask: TensorFact | None, tokens: Dim
) -> None:
    """A weight that differs from token to token, which a GPU's kernel takes."""
    if (delta is None) != (mask is None):
        call.error(codes.VALUE_NOT_ALLOWED, "of kernel_delta and previous_mask only one is given")
    if delta is None and (call.int("group_size", 1) != 1 or call.int("delta_offset", 0)):
        call.error(codes.VALUE_NOT_ALLOWED, "group_size or delta_offset is given without kernel_delta")
    if delta is not None:
        _, taps, groups = sizes(call, delta, 3, "kernel_delta")
        require_shape(call, delta, (tokens, taps, groups), "kernel_delta")
    require_shape(call, mask, (tokens, ONE), "previous_mask")
