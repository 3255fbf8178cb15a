"""DFT, STFT, windows and MelWeightMatrix."""

from __future__ import annotations

import numpy as np
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import session
from tests.table import Row, row

MEL = "i64[] = 16; i64[] = 100; f32[] = 1; f32[] = 40"
ONE_ELEMENT = "needed a scalar (the runtime accepts any one element)"

ROWS = [
    row("DFT", 17, "f32[b, n, 1]", "f32[b, n, 2]",
        sizes=({"b": 2, "n": 8}, {"b": 1, "n": 5}, {"b": 2, "n": 1})),
    row("DFT", 17, "f32[b, n, 2]", "f32[b, n, 2]",
        sizes=({"b": 2, "n": 8}, {"b": 1, "n": 5}, {"b": 2, "n": 1})),
    row("DFT", 17, "f32[b, n, 1]", "f32[b, n//2 + 1, 2]", needs="n >= 1 or b == 0",
        sizes=({"b": 2, "n": 8}, {"b": 1, "n": 5}, {"b": 2, "n": 1}), onesided=1),
    row("DFT", 17, "f32[b, n, 2]", "f32[b, n, 2]",
        sizes=({"b": 2, "n": 8}, {"b": 1, "n": 5}, {"b": 2, "n": 3}), inverse=1),
    row("DFT", 17, "f32[b, n, 2]", "f32[b, 2*n - 2, 1]", needs=("n >= 1", "n >= 1 or b == 0"),
        sizes=({"b": 2, "n": 8}, {"b": 1, "n": 5}, {"b": 2, "n": 3}), inverse=1, onesided=1),
    row("DFT", 17, "f32[b, n, 1]; i64[] = 5", "f32[b, 5, 2]", needs="n >= 1 or b == 0",
        sizes=({"b": 2, "n": 8}, {"b": 1, "n": 5}, {"b": 2, "n": 1})),
    row("DFT", 17, "f32[b, n, 1]; i64[] = 5", "f32[b, 3, 2]", needs="n >= 1 or b == 0",
        sizes=({"b": 2, "n": 8}, {"b": 1, "n": 5}, {"b": 2, "n": 1}), onesided=1),
    row("DFT", 17, "f32[b, n, 1]", "f32[b, n, 2]",
        sizes=({"b": 2, "n": 8}, {"b": 1, "n": 5}, {"b": 2, "n": 1}), axis=0),
    row("DFT", 17, "f32[b, 8, c]", "f32[b, 8, 2]", needs="c == 1 or c == 2",
        sizes=({"b": 2, "c": 1}, {"b": 2, "c": 2}, {"b": 1, "c": 3})),
    row("DFT", 17, "f32[b, 8, 1]; i64[]", "f32[b, ?0, 2]", sizes=()),
    row("DFT", 17, "f32[*]", "f32[*]", sizes=()),
    row("DFT", 20, "f32[b, n, 1]", "f32[b, n, 2]", sizes=({"b": 2, "n": 8}, {"b": 1, "n": 5})),
    row("DFT", 20, "f32[b, n, 4, 1]; -; i64[] = 1", "f32[b, n, 4, 2]",
        sizes=({"b": 2, "n": 8}, {"b": 1, "n": 5})),
    row("DFT", 20, "f32[2, 8, 1]; -; i64[1] = (0)", "f32[2, 8, 2]",
        finds="SI201 axis is i64[1] = (0), needed a scalar (the runtime uses the first element)"),
    row("DFT", 20, "f32[2, 5, 2]; i64[] = 9", "f32[2, 9, 1]", inverse=1, onesided=1),
    row("DFT", 20, "f32[2, 8, 1]; -; i64[]", "f32[2, 8, 2]", sizes=()),
    row("DFT", 20, "f32[*]; -; i64[1, 1] := (1)", "f32[*]", sizes=(),
        finds="SI201 axis is i64[1, 1] := (1), needed a scalar (the runtime uses the first element)"),
    row("DFT", 20, "f32[*]; -; i64[]", "f32[*]", sizes=()),
    row("STFT", 17, "f32[b, n, 1]; i64[] = 4; f32[8]", "f32[b, n//4 - 1, 5, 2]", needs="n >= 8",
        sizes=({"b": 2, "n": 16}, {"b": 1, "n": 9}, {"b": 1, "n": 8}, {"b": 1, "n": 7})),
    row("STFT", 17, "f32[b, n, 1]; i64[] = 4; f32[8]", "f32[b, n//4 - 1, 8, 2]", needs="n >= 8",
        sizes=({"b": 2, "n": 16}, {"b": 1, "n": 9}, {"b": 1, "n": 8}, {"b": 1, "n": 7}), onesided=0),
    row("STFT", 17, "f32[b, n, 2]; i64[] = 4; f32[8]", "f32[b, n//4 - 1, 8, 2]", needs="n >= 8",
        sizes=({"b": 2, "n": 16}, {"b": 1, "n": 9}, {"b": 1, "n": 8}, {"b": 1, "n": 7}), onesided=0),
    row("STFT", 17, "f32[b, n]; i64[] = 4; f32[8]", "f32[b, n//4 - 1, 5, 2]", needs="n >= 8",
        sizes=({"b": 2, "n": 16}, {"b": 1, "n": 9}, {"b": 1, "n": 8}, {"b": 1, "n": 7})),
    row("STFT", 17, "f32[b, n, 1]; i64[] = 4; -; i64[] = 8", "f32[b, n//4 - 1, 5, 2]", needs="n >= 8",
        sizes=({"b": 2, "n": 16}, {"b": 1, "n": 9}, {"b": 1, "n": 8}, {"b": 1, "n": 7})),
    row("STFT", 17, "f32[1, 16, 1]; i64[] = 4; f32[w]; i64[] = 8", "f32[1, 3, 5, 2]", needs="w == 8",
        sizes=({"w": 8}, {"w": 6})),
    row("STFT", 17, "f32[1, 16, 1]; i64[]; f32[8]", "f32[1, 8//?0 + 1, 5, 2]", sizes=()),
    row("STFT", 17, "f32[1, 16, 1]; i64[] = 4; -; i64[]", "f32[1, 5 - ceildiv(?0, 4), ?0//2 + 1, 2]",
        needs="?0 <= 16", sizes=()),
    row("STFT", 17, "f32[*]; i64[] = 4; f32[8]", "f32[?0, ?1//4 - 1, 5, 2]", needs="?1 >= 8", sizes=()),
    row("STFT", 17, "f32[1, 16, 1]; i64[] = 4", "f32[1, 1, 9, 2]",
        finds="SI307 window and frame_length are left out, and ONNX Runtime needs one"),
    row("HannWindow", 17, "i64[] = n", "f32[n]"),
    row("HannWindow", 17, "i64[] = 5", "f64[5]", output_datatype=11),
    row("HannWindow", 17, "i64[]", "f32[?0]", sizes=()),
    row("HammingWindow", 17, "i64[] = n", "f32[n]"),
    row("HammingWindow", 17, "i64[] = 5", "f64[5]", output_datatype=11),
    row("HammingWindow", 17, "i64[]", "f32[?0]", sizes=()),
    row("BlackmanWindow", 17, "i64[] = n", "f32[n]"),
    row("BlackmanWindow", 17, "i64[] = 5", "f64[5]", output_datatype=11),
    row("BlackmanWindow", 17, "i64[]", "f32[?0]", sizes=()),
    row("MelWeightMatrix", 17, "i64[] = 8; i64[] = 16; i64[] = 8192; f32[] = 0; f32[] = 4096", "f32[9, 8]"),
    row("MelWeightMatrix", 17, "i64[] = m; i64[] = d; i64[] = 8192; f32[] = 0; f32[] = 4096",
        "f32[d//2 + 1, m]", sizes=({"m": 8, "d": 16}, {"m": 4, "d": 32})),
    row("MelWeightMatrix", 17, "i64[]; i64[] = 16; i64[]; f32[]; f32[]", "f64[9, ?0]", output_datatype=11,
        sizes=()),
    row("HannWindow", 17, "i64[1] = (4)", "f32[4]",
        finds="SI201 size has rank 1, needed a scalar (the runtime accepts any one element)"),
    row("HannWindow", 17, "i64[] = 0", "f32[0]"),
    row("DFT", 20, "f32[b, n, 1]; -; i64[]", "f32[b, n, 2]", sizes=({"b": 2, "n": 3},), feeds={2: 1}),
    row("DFT", (17, 20), "f32[2, 8, 1]; i64[1] = (3)", "f32[2, 3, 2]",
        finds="SI201 dft_length has rank 1, needed a scalar (the runtime accepts both)"),
    row("DFT", 20, "f32[2, 8, 1]; -; i64[1, 1] = (1)", "f32[2, 8, 2]",
        finds="SI201 axis is i64[1, 1] = (1), needed a scalar (the runtime uses the first element)"),
    row("STFT", 17, "f32[1, 16, 1]; i64[1, 1] = (4); f32[8]", "f32[1, 3, 5, 2]",
        finds=f"SI201 frame_step has rank 2, {ONE_ELEMENT}"),
    row("STFT", 17, "f32[1, 16, 1]; i64[] = 4; -; i64[1] = (8)", "f32[1, 3, 5, 2]",
        finds=f"SI201 frame_length has rank 1, {ONE_ELEMENT}"),
    row("MelWeightMatrix", 17, f"i64[1] = (8); {MEL}", "f32[9, 8]",
        finds=f"SI201 num_mel_bins has rank 1, {ONE_ELEMENT}"),
    row("MelWeightMatrix", 17, "i64[] = 8; i64[] = 16; i64[1, 1] = (100); f32[]; f32[k]", "f32[9, 8]", needs="k == 1",
        sizes=({"k": 1}, {"k": 2}), feeds={3: np.float32(1), 4: [np.float32(40)]},
        finds=(
            f"SI201 sample_rate has rank 2, {ONE_ELEMENT}",
            f"SI201 upper_edge_hertz has rank 1, {ONE_ELEMENT}",
        )),
    row("HannWindow", 17, "i64[] = n", "f16[n]", output_datatype=10),
    row("BlackmanWindow", 17, "i64[] = -1", "f16[0]", output_datatype=10,
        finds="SI216 size is -1, needed at least 0"),
]  # fmt: skip

REFUSED = [
    row("DFT", 17, "f32[2, 8, 2]", "f32[2, 5, 2]", onesided=1,
        finds="SI217 the last axis of input has 2, needed 1 (real and imaginary part)"),
    row("DFT", 17, "f32[2, 8, 3]", "f32[2, 8, 2]",
        finds="SI217 the last axis of input has 3, needed 1 or 2 (real and imaginary part)"),
    row("DFT", 17, "f32[2, 8, 1]", "f32[*]", axis=2,
        finds="SI202 axis is 2, needed -3 to -2 or 0 to 1 for rank 3"),
    row("DFT", 17, "f32[2, 8, 1]", "f32[*]", axis=-1,
        finds="SI202 axis is -1, needed -3 to -2 or 0 to 1 for rank 3"),
    row("DFT", 17, "f32[8]", "f32[*]", finds="SI201 input has rank 1, needed at least 2; input is f32[8]"),
    row("DFT", 17, "f32[2, 8, 1]; i64[] = 0", "f32[2, ?0, 2]",
        finds="SI303 dft_length is 0, needed at least 1"),
    row("DFT", 20, "f32[2, 8, 1]; -; i64[] = 2", "f32[*]",
        finds="SI202 axis is 2, needed -3 to -2 or 0 to 1 for rank 3"),
    row("DFT", 20, "f32[2, 5, 2]", "f32[2, 3, 2]", onesided=1,
        finds="SI217 the last axis of input has 2, needed 1 (real and imaginary part)"),
    row("STFT", 17, "f32[1, 16, 1]; i64[] = 4; f32[8]; i64[] = 6", "f32[1, 5 - ceildiv(?0, 4), ?0//2 + 1, 2]",
        finds="SI217 window has 8 elements and frame_length is 6, needed the same number"),
    row("STFT", 17, "f32[1, 4, 1]; i64[] = 4; f32[8]", "f32[1, 0, 5, 2]",
        finds="SI213 signal has 4 samples, needed the 8 of a frame; signal is f32[1, 4, 1]"),
    row("STFT", 17, "f32[1, 16, 1]; i64[] = 0; f32[8]", "f32[1, 8//?0 + 1, 5, 2]",
        finds="SI303 frame_step is 0, needed at least 1"),
    row("STFT", 17, "f32[1, 16, 3]; i64[] = 4; f32[8]", "f32[1, 3, 5, 2]",
        finds="SI217 the last axis of signal has 3, needed 1 or 2 (real and imaginary part); signal is "
            "f32[1, 16, 3]"),
    row("HannWindow", 17, "i64[] = -1", "f32[?0]", finds="SI216 size is -1, needed at least 0"),
    row("HammingWindow", 17, "i64[] = -1", "f32[?0]", finds="SI216 size is -1, needed at least 0"),
    row("BlackmanWindow", 17, "i64[] = -1", "f32[?0]", finds="SI216 size is -1, needed at least 0"),
    row("MelWeightMatrix", 17, "i64[] = -8; i64[] = 16; i64[] = 8192; f32[] = 0; f32[] = 4096", "f32[9, ?0]",
        finds="SI216 num_mel_bins is -8, needed at least 0"),
    row("DFT", 17, "f32[2, 0, 1]", "f32[2, 1, 2]", onesided=1,
        finds="SI226 axis 1 of input has 0, needed at least 1; input is f32[2, 0, 1]"),
    row("DFT", 17, "f32[2, 0, 2]", "f32[2, -2, 1]", onesided=1, inverse=1,
        finds=(
            "SI216 half a spectrum has 0 elements, needed at least 1; input is f32[2, 0, 2]",
            "SI226 axis 1 of input has 0, needed at least 1; input is f32[2, 0, 2]",
        )),
    row("DFT", (17, 20), "f32[2, 8, 1]; i64[2] = (3, 3)", "f32[2, 3, 2]",
        finds=(
            "SI214 dft_length holds 2 elements, needed 1; it is i64[2] = (3, 3)",
            "SI201 dft_length has rank 1, needed a scalar (the runtime accepts both)",
        )),
    row("DFT", (17, 20), "f32[2, 8, 1]; i64[1, 1] = (3)", "f32[*]",
        finds="SI201 dft_length has rank 2, needed at most 1; dft_length is i64[1, 1] = (3)"),
    row("STFT", 17, "f32[1, 16, 1]; i64[2] = (4, 4); f32[8]", "f32[1, 3, 5, 2]",
        finds=(
            "SI214 frame_step holds 2 elements, needed 1; it is i64[2] = (4, 4)",
            f"SI201 frame_step has rank 1, {ONE_ELEMENT}",
        )),
    row("MelWeightMatrix", 17, f"i64[0] = (); {MEL}", "f32[9, ?1]",
        finds=(
            "SI214 num_mel_bins holds 0 elements, needed 1; it is i64[0] = ()",
            f"SI201 num_mel_bins has rank 1, {ONE_ELEMENT}",
        )),
    row("HannWindow", 17, "i64[2]", "f32[?1]",
        finds=("SI214 size holds 2 elements, needed 1; it is i64[2]", "SI201 size has rank 1, needed a scalar (the runtime accepts any one element)")),
]  # fmt: skip

# Nobody here refuses these: the runtime has no kernel, and the reference looks at little.
UNTRIED = [
    row("STFT", 17, "f32[1, 5, 1]; i64[] = 4; f32[0]", "f32[1, 2, 1, 2]", sizes=(),
        finds="SI303 a frame has 0 samples, needed at least 1"),
    row("MelWeightMatrix", 17, f"i64[1] := (8); {MEL.replace('=', ':=')}", "?[*]",
        finds="SI201 num_mel_bins has rank 1, needed 0; num_mel_bins is i64[1] := (8)"),
    row("HannWindow", 17, "i64[1] := (4)", "?[*]", finds="SI201 size has rank 1, needed 0; size is i64[1] := (4)"),
    row("BlackmanWindow", 17, "i64[] := 0", "f32[0]", finds="SI303 size is 0, needed 1 or more"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_fourier(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_fourier_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_fourier_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


def test_a_stored_size_below_0_is_refused_at_load() -> None:
    text = "g () => (y) <int64 n = {-1}> { y = HannWindow<output_datatype=10>(n) }"
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 17]> {text}')
    found = shapeinfer.infer(model).diagnostics
    assert [f"{d.code} {d.message}" for d in found if d.severity == "error"] == [
        "SI216 size is -1, needed at least 0"
    ]
    with pytest.raises(Exception, match="size input must be greater than 0"):
        session(model)
