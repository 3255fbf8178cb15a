"""LSTMs of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "DynamicQuantizeLSTM",
        "f32[s, b, 3]; i8[1, 3, 16]; i8[1, 4, 16]; -; -; -; -; -; f32[1]; i8[1]; f32[1]; i8[1]",
        "f32[s, 1, b, 4]; f32[1, b, 4]; f32[1, b, 4]",
        needs="b >= 1",
        sizes=({"s": 5, "b": 2}, {"s": 0, "b": 2}, {"s": 1, "b": 1}),
        hidden_size=4,
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[2, 3, 16]; i8[2, 4, 16]; f32[2, 32]; i32[2] = (5, 4); f32[2, 2, 4]; f32[2, 2, 4]; "
        "-; f32[2, 16]; i8[2, 16]; f32[2, 16]; i8[2, 16]",
        "f32[5, 2, 2, 4]; f32[2, 2, 4]; f32[2, 2, 4]",
        hidden_size=4,
        direction="bidirectional",
    ),
    op(
        "AttnLSTM",
        "f32[5, 2, 3]; f32[1, 16, 7]; f32[1, 16, 4]; -; -; -; -; -; f32[1, 4, 6]; f32[1, 5, 6]; f32[1, 6]; f32[2, 7, 5]; -; f32[1, 9, 4]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        hidden_size=4,
    ),
    op(
        "AttnLSTM",
        "f32[5, 2, 3]; f32[1, 16, 8]; f32[1, 16, 4]; f32[1, 32]; i32[2] = (3, 5); -; -; -; f32[1, 4, 6]; f32[1, 5, 6]; f32[1, 6]; f32[2, 7, 5]; i32[2] = (1, 7)",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        hidden_size=4,
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; u8[1, 3, 4]; u8[1, 1, 4]; -; -; -; -; -; f32[1]; u8[1]; f32[1, 4]; u8[1, 4] = (1, 1, 1, 1)",
        "f32[5, 1, 2, 1]; f32[1, 2, 1]; f32[1, 2, 1]",
        hidden_size=1,
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[1, 4, 16]; i8[1, 4, 16]; -; -; -; -; -; f32[1]; i8[1]; f32[1]; i8[1]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        finds="SI217 W has 4 on axis 1, needed 3; W is i8[1, 4, 16]",
        hidden_size=4,
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[1, 3, 16]; i8[1, 4, 16]; -; -; -; -; -; f32[2]; i8[2]; f32[1]; i8[1]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        finds=(
            "SI217 W_scale is f32[2], needed the sizes (1)",
            "SI217 W_zero_point is i8[2], needed the sizes (1)",
        ),
        hidden_size=4,
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[1, 3, 16]; i8[1, 4, 16]; -; -; -; -; -; f32[1]; i8[1]; f32[1]; i8[1]",
        "f32[*]; f32[*]; f32[*]",
        finds="SI303 direction is up, needed one of (forward, reverse, bidirectional)",
        hidden_size=4,
        direction="up",
    ),
    op(
        "AttnLSTM",
        "f32[5, 2, 3]; f32[1, 16, 8]; f32[1, 16, 4]; f32[1, 32]; i32[2] = (0, 5); -; -; -; f32[1, 4, 6]; f32[1, 5, 6]; f32[1, 6]; f32[2, 7, 5]; i32[2] = (1, 8)",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        finds=("SI303 memory_seq_lens holds 8, needed 1 to 7", "SI303 sequence_lens holds 0, needed 1 to 5"),
        hidden_size=4,
    ),
    op(
        "AttnLSTM",
        "f32[5, 2, 3]; f32[1, 16, 7]; f32[1, 16, 4]; -; -; -; -; -; f32[1, 4, 6]; f32[1, 5, 6]; f32[1, 6]; f32[2, 7, 5]; -; f32[1, 9, 6]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        finds="SI217 W has 7 on axis 2, needed 9; W is f32[1, 16, 7]",
        hidden_size=4,
    ),
    op(
        "AttnLSTM",
        "f32[5, 2, 3]; f32[1, 16, 8]; f32[1, 16, 4]; -; -; -; -; -; f32[1, 6, 4]; f32[1, 5, 6]; f32[1, 6]; f32[2, 7, 5]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        finds=(
            "SI217 QW has 6 on axis 1, needed 4; QW is f32[1, 6, 4]",
            "SI217 MW has 6 on axis 2, needed 4; MW is f32[1, 5, 6]",
            "SI217 V has 6 on axis 1, needed 4; V is f32[1, 6]",
        ),
        hidden_size=4,
    ),
    op(
        "AttnLSTM",
        "f32[5, 2, 3]; f32[1, 16, 8]; f32[1, 16, 4]; -; -; -; -; -; f32[1, 4, 6]; f32[1, 5, 6]; f32[6]; f32[2, 0, 5]",
        "f32[*]; f32[*]; f32[*]",
        finds="SI201 V has rank 1, needed 2; V is f32[6]",
        hidden_size=4,
    ),
    op(
        "AttnLSTM",
        "f32[5, 2, 3]; f32[1, 16, 8]; f32[1, 16, 4]; -; -; -; -; -; f32[1, 4, 6]; f32[1, 5, 6]; f32[1, 6]; f32[2, 7, 5]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        finds="SI219 activations is (Sigmoid, Tanh), needed 3 for 1 directions",
        hidden_size=4,
        activations=["Sigmoid", "Tanh"],
    ),
    op(
        "AttnLSTM",
        "f32[5, 2, 3]; f32[1, 16, 8]; f32[1, 16, 4]; -; -; -; -; -; f32[1, 4, 6]; f32[1, 5, 6]; f32[1, 6]; f32[2, 7, 5]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        finds="SI307 clip is -1.0, and ONNX Runtime needs more than 0",
        hidden_size=4,
        clip=-1.0,
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[1, 3, 4]; i8[1, 1, 4]; -; i32[2] = (-1, 6); -; -; -; f32[1]; i8[1]; f32[1]; i8[1]",
        "f32[5, 1, 2, 1]; f32[1, 2, 1]; f32[1, 2, 1]",
        finds=("SI303 sequence_lens holds -1, needed 0 to 5", "SI303 sequence_lens holds 6, needed 0 to 5"),
        hidden_size=1,
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[1, 3, 4]; i8[1, 1, 4]; -; -; -; -; -; f32[1, 4]; i8[1, 4] = (0, 0, 0, 1); f32[1]; i8[1]",
        "f32[5, 1, 2, 1]; f32[1, 2, 1]; f32[1, 2, 1]",
        finds="SI303 W_zero_point holds 1, needed 0 for each column",
        hidden_size=1,
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[1, 3, 4]; i8[1, 1, 4]; -; -; -; -; -; f32[1]; i8[1]; f32[1]; i8[1]",
        "f32[*]; f32[*]; f32[*]",
        finds="SI303 hidden_size is 0, needed at least 1",
        hidden_size=0,
    ),
    op(
        "AttnLSTM",
        "f32[7, 3, 3]; f32[]; f32[3, 3]",
        "f32[*]; f32[*]; f32[*]",
        finds=(
            "SI307 hidden_size is left out, and ONNX Runtime needs it",
            "SI201 R has rank 2, needed 3; R is f32[3, 3]",
        ),
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[1, 3, 4]; i8[1, 1, 4]; -; -; -; -; -; f32[1]; i8[1]; f32[1]; i8[1]",
        "f32[5, 1, 2, 1]; f32[1, 2, 1]; f32[1, 2, 1]",
        finds="SI307 hidden_size is left out, and ONNX Runtime needs it",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "AttnLSTM",
        "f32[s, b, 3]; f32[1, 16, 6]; f32[1, 16, 4]",
        "f32[s, 1, b, 4]; f32[1, b, 4]; f32[1, b, 4]",
        finds="SI307 one of QW, MW, V and M is left out, of which ONNX Runtime dies",
        needs=("b >= 1", "s >= 1"),
        hidden_size=4,
    ),
    op(
        "Mamba2Verify",
        "bf16[r, 1300]; bf16[n, 768, 3]; f32[n, 4, 128, 64]; bf16[768, 4]; bf16[768]; f32[4]; f32[4]; f32[4]; f32[256]; "
        "i32[1]",
        "bf16[r, 256]; bf16[n, 768, 3]; f32[n, 4, 128, 64]; bf16[r, 768]; f32[r, 256]",
        heads=4,
        n_groups=2,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
