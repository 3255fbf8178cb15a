"""RNN, GRU, LSTM."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("LSTM", (7, 14, 22), "f32[s, b, 3]; f32[1, 16, 3]; f32[1, 16, 4]",
        "f32[s, 1, b, 4]; f32[1, b, 4]; f32[1, b, 4]", needs="b >= 1", hidden_size=4,
        sizes=({"s": 5, "b": 2}, {"s": 1, "b": 1}, {"s": 0, "b": 1})),
    row("LSTM", (7, 14, 22), "f32[s, b, 3]; f32[1, 16, 3]; f32[1, 16, 4]; f32[1, 32]", "f32[s, 1, b, 4]",
        needs="b >= 1", hidden_size=4, sizes=({"s": 5, "b": 2}, {"s": 1, "b": 1}, {"s": 0, "b": 1}), direction="reverse"),
    row("LSTM", (7, 14, 22),
        "f32[s, b, 3]; f32[2, 16, 3]; f32[2, 16, 4]; f32[2, 32]; -; f32[2, b, 4]; f32[2, b, 4]; f32[2, 12]",
        "f32[s, 2, b, 4]; f32[2, b, 4]; f32[2, b, 4]", needs="b >= 1", hidden_size=4,
        sizes=({"s": 5, "b": 2}, {"s": 1, "b": 1}, {"s": 0, "b": 1}), direction="bidirectional"),
    row("LSTM", (7, 14, 22), "f32[*]; f32[1, 16, 3]; f32[1, 16, 4]",
        "f32[?0, 1, ?1, 4]; f32[1, ?1, 4]; f32[1, ?1, 4]", needs=("?1 >= 1", "?2 == 3"), hidden_size=4, sizes=()),
    row("LSTM", (7, 14, 22), "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        finds="SI307 hidden_size is left out, and ONNX Runtime needs it"),
    row("LSTM", (14, 22), "f32[b, s, 3]; f32[1, 16, 3]; f32[1, 16, 4]; -; -; f32[b, 1, 4]",
        "f32[b, s, 1, 4]; f32[b, 1, 4]; f32[b, 1, 4]", needs="b >= 1", hidden_size=4, layout=1, sizes=(),
        finds="SI307 layout is 1, which ONNX Runtime refuses"),
    row("LSTM", 1, "f32[s, b, 3]; f32[1, 16, 3]; f32[1, 16, 4]",
        "f32[s, 1, b, 4]; f32[1, b, 4]; f32[1, b, 4]", needs="b >= 1", hidden_size=4, output_sequence=1, sizes=()),
    row("LSTM", 14, "f32[5, 2, 3]; f32[*]; f32[*]", "f32[5, 1, 2, ?0]; f32[1, 2, ?0]; f32[1, 2, ?0]",
        sizes=(), finds="SI307 hidden_size is left out, and ONNX Runtime needs it"),
    row("GRU", (7, 14, 22), "f32[s, b, 3]; f32[1, 12, 3]; f32[1, 12, 4]; f32[1, 24]",
        "f32[s, 1, b, 4]; f32[1, b, 4]", needs=("b >= 1", "s >= 1"), hidden_size=4, sizes=({"s": 5, "b": 2}, {"s": 1, "b": 1}),
        linear_before_reset=1),
    row("GRU", (7, 14, 22), "f32[s, b, 3]; f32[2, 12, 3]; f32[2, 12, 4]", "f32[s, 2, b, 4]; f32[2, b, 4]",
        needs=("b >= 1", "s >= 1"), hidden_size=4, sizes=({"s": 5, "b": 2}, {"s": 1, "b": 1}), direction="bidirectional"),
    row("GRU", (1, 3), "f32[s, b, 3]; f32[1, 12, 3]; f32[1, 12, 4]", "f32[s, 1, b, 4]; f32[1, b, 4]",
        needs=("b >= 1", "s >= 1"), hidden_size=4, sizes=()),
    row("RNN", (7, 14, 22), "f32[s, b, 3]; f32[1, 4, 3]; f32[1, 4, 4]; f32[1, 8]",
        "f32[s, 1, b, 4]; f32[1, b, 4]", hidden_size=4,
        sizes=({"s": 5, "b": 2}, {"s": 1, "b": 1}, {"s": 0, "b": 1})),
    row("RNN", 14, "f32[5, 2, 3]; f32[1, 4, 3]; f32[1, 4, 4]", "f32[5, 1, 2, 4]", hidden_size=4,
        activations=["Tanh", "Relu"]),
    row("RNN", 14, "f32[5, 2, 3]; f32[1, 4, 3]; f32[1, 4, 4]", "f32[5, 1, 2, 4]", hidden_size=4, clip=-1.0),
    row("GRU", 14, "f32[5, 2, 3]; f32[1, 12, 3]; f32[1, 12, 4]", "f32[5, 1, 2, 4]", hidden_size=4,
        activations=["affine", "TANH"]),
    row("LSTM", 14, "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]", "f32[5, 1, 2, 4]", hidden_size=4,
        activations=["Sigmoid", "Tanh", "Softsign"]),
    row("LSTM", 14, "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]", "f32[5, 1, 2, 4]", hidden_size=4,
        clip=0.0, sizes=(), finds="SI307 clip is 0.0, and ONNX Runtime needs more than 0"),
    row("RNN", 1, "f32[s, b, 3]; f32[1, 4, 3]; f32[1, 4, 4]", "f32[s, 1, b, 4]; f32[1, b, 4]", hidden_size=4,
        sizes=()),
    row("RNN", 14, "f32[2, 1, 3]; f32[1, 0, 3]; f32[1, 0, 0]", "f32[2, 1, 1, 0]", hidden_size=0),
    row("GRU", 14, "f32[2, 1, 0]; f32[1, 12, 0]; f32[1, 12, 4]; -; i32[1] = (0)", "f32[2, 1, 1, 4]",
        hidden_size=4),
    row("GRU", 14, "f32[0, b, 3]; f32[1, 12, 3]; f32[1, 12, 4]; -; i32[b]", "f32[0, 1, b, 4]", needs="b >= 1", hidden_size=4,
        sizes=({"b": 2},)),
    row("LSTM", 14, "f32[s, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]; -; i32[2] = (5, 0)", "f32[s, 1, 2, 4]",
        hidden_size=4, needs="s >= 5", sizes=({"s": 5}, {"s": 4})),
]  # fmt: skip

NAMES = "(Relu, Tanh, Sigmoid, Affine, LeakyRelu, ThresholdedRelu, ScaledTanh, HardSigmoid, Elu, Softsign, Softplus)"

REFUSED = [
    row("RNN", 14, "f32[5, 2, 3]; f32[1, 4, 3]; f32[1, 4, 4]", "f32[5, 1, 2, 4]", hidden_size=4,
        activations=["Tanh", "Tanh", "Tanh"],
        finds="SI219 activations is (Tanh, Tanh, Tanh), needed 1 for 1 directions"),
    row("RNN", 14, "f32[5, 2, 3]; f32[1, 4, 3]; f32[1, 4, 4]", "f32[5, 1, 2, 4]", hidden_size=4,
        activations=["tanh"], finds=f"SI303 an activation is 'tanh', needed one of {NAMES}"),
    row("GRU", 14, "f32[5, 2, 3]; f32[1, 12, 3]; f32[1, 12, 4]", "f32[5, 1, 2, 4]", hidden_size=4,
        activations=["Tanh"], finds="SI219 activations is (Tanh), needed 2 for 1 directions"),
    row("LSTM", 14, "f32[5, 2, 3]; f32[2, 16, 3]; f32[2, 16, 4]", "f32[5, 2, 2, 4]", hidden_size=4,
        direction="bidirectional", activations=["Tanh", "Tanh", "Tanh"],
        finds="SI219 activations is (Tanh, Tanh, Tanh), needed 6 for 2 directions"),
    row("LSTM", 14, "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]", "f32[5, 1, 2, 4]", hidden_size=4,
        activations=["Tanh", "Swish", "Tanh"], finds=f"SI303 an activation is 'Swish', needed one of {NAMES}"),
    row("LSTM", (7, 14, 22), "f32[5, 2, 3]; f32[1, 16, 4]; f32[1, 16, 4]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]", hidden_size=4,
        finds="SI214 W has 4 on axis 2, needed 3; W is f32[1, 16, 4]"),
    row("LSTM", (7, 14, 22), "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]",
        "f32[5, 1, 2, 5]; f32[1, 2, 5]; f32[1, 2, 5]", hidden_size=5,
        finds=(
            "SI214 W has 16 on axis 1, needed 20; W is f32[1, 16, 3]",
            "SI214 R has 16 on axis 1, needed 20; R is f32[1, 16, 4]",
            "SI214 R has 4 on axis 2, needed 5; R is f32[1, 16, 4]",
        )),
    row("LSTM", (7, 14, 22), "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]", "f32[*]", hidden_size=4,
        direction="both", finds="SI303 direction is both, needed one of (forward, reverse, bidirectional)"),
    row("LSTM", (7, 14, 22), "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]", "f32[5, 2, 2, 4]", hidden_size=4,
        direction="bidirectional",
        finds=(
            "SI214 W has 1 on axis 0, needed 2; W is f32[1, 16, 3]",
            "SI214 R has 1 on axis 0, needed 2; R is f32[1, 16, 4]",
        )),
    row("LSTM", (7, 14, 22), "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]; f32[1, 16]", "f32[5, 1, 2, 4]",
        hidden_size=4, finds="SI214 B has 16 on axis 1, needed 32; B is f32[1, 16]"),
    row("LSTM", (7, 14, 22), "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]; -; i32[3]", "f32[5, 1, 2, 4]",
        hidden_size=4, finds="SI214 sequence_lens has 3 on axis 0, needed 2; sequence_lens is i32[3]"),
    row("LSTM", (7, 14, 22), "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]; -; -; f32[1, 3, 4]",
        "f32[5, 1, 2, 4]", hidden_size=4,
        finds="SI214 initial_h has 3 on axis 1, needed 2; initial_h is f32[1, 3, 4]"),
    row("LSTM", (7, 14, 22), "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 16, 4]; -; -; -; -; f32[1, 8]",
        "f32[5, 1, 2, 4]", hidden_size=4, finds="SI214 P has 8 on axis 1, needed 12; P is f32[1, 8]"),
    row("LSTM", (7, 14, 22), "f32[5, 2]; f32[1, 16, 3]; f32[1, 16, 4]", "f32[*]", hidden_size=4,
        finds="SI201 X has rank 2, needed 3; X is f32[5, 2]"),
    row("GRU", (7, 14, 22), "f32[5, 2, 3]; f32[1, 16, 3]; f32[1, 12, 4]", "f32[5, 1, 2, 4]; f32[1, 2, 4]",
        hidden_size=4, finds="SI214 W has 16 on axis 1, needed 12; W is f32[1, 16, 3]"),
    row("RNN", (7, 14, 22), "f32[5, 2, 3]; f32[1, 4, 3]; f32[1, 4, 5]", "f32[5, 1, 2, 4]; f32[1, 2, 4]",
        hidden_size=4, finds="SI214 R has 5 on axis 2, needed 4; R is f32[1, 4, 5]"),
    row("GRU", 14, "f32[2, 1, 3]; f32[1, 0, 3]; f32[1, 0, 0]", "f32[2, 1, 1, 0]", hidden_size=0,
        finds="SI307 hidden_size is 0, and ONNX Runtime needs 1 or more"),
    row("RNN", 14, "f32[5, 2, 3]; f32[1, 4, 3]; f32[1, 4, 4]; -; i32[2] = (6, 0)", "f32[5, 1, 2, 4]",
        hidden_size=4, finds="SI301 sequence_lens holds 6, needed 0 to 5"),
    row("GRU", 14, "f32[5, 2, 3]; f32[1, 12, 3]; f32[1, 12, 4]; -; i32[2] = (-1, 5)", "f32[5, 1, 2, 4]",
        hidden_size=4, finds="SI301 sequence_lens holds -1, needed 0 to 5"),
]  # fmt: skip

# The process ends, or may end.
DEADLY = [
    row("GRU", 14, "f32[2, 1, 0]; f32[1, 12, 0]; f32[1, 12, 4]; -; i32[1]", "f32[2, 1, 1, 4]",
        hidden_size=4,
        finds="SI307 X is f32[2, 1, 0] with an input of 0, at which ONNX Runtime's process ends"),
    row("GRU", 14, "f32[2, 1, 0]; f32[1, 12, 0]; f32[1, 12, 4]; -; i32[1] = (1)", "f32[2, 1, 1, 4]",
        hidden_size=4,
        finds="SI307 X is f32[2, 1, 0] with an input of 0, at which ONNX Runtime's process ends"),
    row("GRU", 14, "f32[0, 1, 3]; f32[1, 12, 3]; f32[1, 12, 4]", "f32[0, 1, 1, 4]", hidden_size=4,
        finds="SI307 X is f32[0, 1, 3] with a sequence of 0, at which ONNX Runtime's process ends"),
    row("LSTM", 14, "f32[2, 0, 3]; f32[1, 16, 3]; f32[1, 16, 4]", "f32[2, 1, 0, 4]", hidden_size=4,
        finds="SI307 X is f32[2, 0, 3] with a batch of 0, at which ONNX Runtime's process ends"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *DEADLY], ids=str)
def test_recurrent(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_recurrent_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_recurrent_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
