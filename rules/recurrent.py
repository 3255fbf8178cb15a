"""RNN, GRU, LSTM: recurrent layers.

Version  What changed
1        ``output_sequence`` tells whether Y is made
3        GRU: ``linear_before_reset``
7        no ``output_sequence``
14       ``layout`` 1: the batch comes first
22       only more element types

Differences: the runtime has no ``layout`` 1, needs ``hidden_size``, which R tells as well, and takes no
``clip`` and no ``hidden_size`` of 0 or less in GRU and LSTM: warnings. Of the names of activations GRU and
LSTM take any case.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Condition,
    Dim,
    TensorFact,
    any_of,
    at_least,
    const,
    equal,
    rule,
    tensor,
)
from shapeinfer.shapes.flags import as_int32, require_activations
from shapeinfer.shapes.index import require_places

# How many functions a direction has.
_FUNCTIONS = {"RNN": 1, "GRU": 2, "LSTM": 3}

_DIRECTIONS = {"forward": 1, "reverse": 1, "bidirectional": 2}


class _Layer:
    """The sizes of a recurrent layer."""

    __slots__ = ("batch", "call", "directions", "hidden", "input", "length")

    def __init__(
        self,
        call: Call,
        X: TensorFact,
        W: TensorFact,
        R: TensorFact,
        sequence_lens: TensorFact | None,
        gates: int,
    ) -> None:
        self.call = call
        direction = call.string("direction", "forward")
        if direction not in _DIRECTIONS:
            raise call.fail(
                codes.VALUE_NOT_ALLOWED, "direction is {direction}, needed one of {need}",
                direction=direction, need=tuple(_DIRECTIONS),
            )  # fmt: skip
        self.directions = _DIRECTIONS[direction]
        flag = call.int("linear_before_reset", 0) if call.op_type == "GRU" else 0
        if as_int32(flag) != flag:
            call.error(
                codes.VALUE_NOT_ALLOWED,
                "linear_before_reset is {flag}, needed a number of 32 bits",
                flag=flag,
            )
        for fact, name in ((X, "X"), (W, "W"), (R, "R")):
            call.rank(fact, name, at_least=3, at_most=3)
        unknown = "the rank of X is unknown"
        first, second, self.input = X.shape if X.shape is not None else call.fresh_shape(3, unknown)
        self.length, self.batch = (second, first) if _batch_first(call) else (first, second)
        self._require_elements(X, sequence_lens)
        self.hidden = self._hidden_size(R)
        self.require(W, "W", (const(self.directions), self.hidden * gates, self.input))
        self.require(R, "R", (const(self.directions), self.hidden * gates, self.hidden))

    def _require_elements(self, X: TensorFact, sequence_lens: TensorFact | None) -> None:
        """ONNX Runtime's kernels look for a first element: without one the process ends. GRU's looks at no
        sequence and no input if all ``sequence_lens`` are 0, as they are beside no sequence."""
        message = "X is {X} with {what} of 0, at which ONNX Runtime's process ends"
        if self.call.op_type in ("LSTM", "GRU"):
            self.call.require(at_least(self.batch, ONE), codes.RUNTIME_DIFFERS, message, X=X, what="a batch")
        if self.call.op_type != "GRU":
            return
        without: tuple[Condition, ...] = (equal(self.length, ZERO),)
        if sequence_lens is None:
            some = at_least(self.length, ONE)
            self.call.require(some, codes.RUNTIME_DIFFERS, message, X=X, what="a sequence")
            without = ()
        lengths = (1,) if sequence_lens is None else sequence_lens.as_ints()
        if lengths is not None and any(lengths):
            need = any_of(at_least(self.input, ONE), *without)
            self.call.require(need, codes.RUNTIME_DIFFERS, message, X=X, what="an input")
        elif lengths is None and self.input == ZERO != self.length:
            self.call.warn(codes.RUNTIME_DIFFERS, message, X=X, what="an input")

    def _hidden_size(self, R: TensorFact) -> Dim:
        if self.call.has("hidden_size"):
            size = self.call.int("hidden_size")
            if size < 1 and self.call.op_type != "RNN":
                self.call.error(
                    codes.RUNTIME_DIFFERS,
                    "hidden_size is {size}, and ONNX Runtime needs 1 or more",
                    size=size,
                )
            return const(size)
        self.call.error(codes.RUNTIME_DIFFERS, "hidden_size is left out, and ONNX Runtime needs it")
        return self.call.fresh("the rank of R is unknown") if R.shape is None else R.shape[2]

    def require(self, fact: TensorFact | None, name: str, wanted: tuple[Dim, ...]) -> None:
        """An input has these sizes."""
        if fact is None or self.call.rank(fact, name, at_least=len(wanted), at_most=len(wanted)) is None:
            return
        for axis, (have, need) in enumerate(zip(fact.shape or (), wanted, strict=True)):
            self.call.require(
                equal(have, need), codes.PARAMETER_SIZE,
                "{name} has {have} on axis {axis}, needed {need}; {name} is {fact}",
                name=name, have=have, axis=axis, need=need, fact=fact,
            )  # fmt: skip

    def state(self) -> tuple[Dim, ...]:
        """The shape of a state."""
        if _batch_first(self.call):
            return (self.batch, const(self.directions), self.hidden)
        return (const(self.directions), self.batch, self.hidden)

    def outputs(self, states: int) -> tuple[TensorFact, ...]:
        """All intermediate states, and the last of each kind."""
        everything = (self.length, const(self.directions), self.batch, self.hidden)
        if _batch_first(self.call):
            everything = (self.batch, self.length, const(self.directions), self.hidden)
        return (tensor(0, everything), *(tensor(0, self.state()),) * states)


def _batch_first(call: Call) -> bool:
    return bool(call.int("layout", 0))


@rule("RNN", versions=(1, 7, 14, 22))
@rule("GRU", versions=(1, 3, 7, 14, 22))
def rnn(
    call: Call,
    X: TensorFact,
    W: TensorFact,
    R: TensorFact,
    B: TensorFact | None = None,
    sequence_lens: TensorFact | None = None,
    initial_h: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    layer = _layer(call, X, W, R, B, sequence_lens, initial_h, gates=3 if call.op_type == "GRU" else 1)
    return layer.outputs(1)


@rule("LSTM", versions=(1, 7, 14, 22))
def lstm(
    call: Call,
    X: TensorFact,
    W: TensorFact,
    R: TensorFact,
    B: TensorFact | None = None,
    sequence_lens: TensorFact | None = None,
    initial_h: TensorFact | None = None,
    initial_c: TensorFact | None = None,
    P: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    layer = _layer(call, X, W, R, B, sequence_lens, initial_h, gates=4)
    layer.require(initial_c, "initial_c", layer.state())
    layer.require(P, "P", (const(layer.directions), layer.hidden * 3))
    return layer.outputs(2)


def _layer(
    call: Call,
    X: TensorFact,
    W: TensorFact,
    R: TensorFact,
    B: TensorFact | None,
    sequence_lens: TensorFact | None,
    initial_h: TensorFact | None,
    *,
    gates: int,
) -> _Layer:
    layer = _Layer(call, X, W, R, sequence_lens, gates)
    layer.require(B, "B", (const(layer.directions), layer.hidden * (2 * gates)))
    layer.require(sequence_lens, "sequence_lens", (layer.batch,))
    if sequence_lens is not None:
        require_places(call, sequence_lens, ZERO, layer.length, "sequence_lens")
    layer.require(initial_h, "initial_h", layer.state())
    if _batch_first(call):
        call.error(codes.RUNTIME_DIFFERS, "layout is 1, which ONNX Runtime refuses")
    clip = call.float("clip", 1.0)
    if call.op_type != "RNN" and clip <= 0:
        call.error(codes.RUNTIME_DIFFERS, "clip is {clip}, and ONNX Runtime needs more than 0", clip=clip)
    require_activations(call, _FUNCTIONS[call.op_type], layer.directions)
    return layer
