"""The command ``check``: will the model run with these sizes?"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest

from tests.command import run, save

UNET = Path(__file__).resolve().parent.parent.parent / "examples" / "unet.onnxtxt"


def test_check(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", UNET, "--dim", "batch=1", "--dim", "height=64", "--dim", "width=64")
    assert (code, out) == (0, f"{UNET}: not refused by ONNX Runtime: the sizes satisfy all 4 constraints\n")
    code, out, _ = run(capsys, "check", UNET, "--dim", "batch=1", "--dim", "height=65", "--dim", "width=64")
    assert code == 1
    assert "has 65" in out and "has 64" in out and "graph/Concat#8 (Concat)" in out
    assert out.endswith("refused (as ONNX Runtime would)\n")


def test_check_lists_what_is_left_open(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", UNET, "--dim", "width=64")
    assert code == 0
    assert "  height % 4 == 0 at graph/" in out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--dim", "heigth=3"], "no dim 'heigth'; did you mean 'height'"),
        (["--dim", "height"], "--dim takes NAME=VALUE"),
        (["--dim", "height=-1"], "a size is a number, not '-1'"),
        (["--input", "imgae=1x2"], "no input 'imgae'; did you mean 'image'"),
    ],
)
def test_check_usage(capsys: pytest.CaptureFixture[str], argv: list[str], message: str) -> None:
    code, _, err = run(capsys, "check", UNET, *argv)
    assert code == 2
    assert message in err


def test_check_with_a_whole_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", UNET, "--input", "image=1x3x64x64")[0] == 0
    assert run(capsys, "check", UNET, "--input", "image=1x4x64x64")[0] == 1


def test_check_explains_by_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", UNET, "--dim", "batch=1", "--dim", "height=500", "--dim", "width=66")
    assert code == 1
    assert (
        "width % 4 == 0 is violated by width=66; nearest sizes: 64, 68; demanded at graph/Concat#6 and" in out
    )


def test_check_over_ranges(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", UNET, "--dim", "batch=1", "--dim", "height=7..9", "--dim", "width=64")
    assert code == 1
    assert out.splitlines() == [
        "not refused",
        "  batch=1  height=8  width=64",
        "refused: height % 4 == 0 (demanded at graph/Concat#6)",
        "  batch=1  height=7,9  width=64",
        f"{UNET}: 1 of 3 choices of sizes not refused",
    ]
    code, out, _ = run(
        capsys, "check", UNET, "--dim", "batch=1..100", "--dim", "height=64,8,128", "--dim", "width=8..64"
    )
    assert code == 1
    assert out.splitlines() == [
        "not refused",
        "  batch=1..100  height=8,64,128  width=8..64 step 4",
        "refused: width % 4 == 0 (demanded at graph/Concat#6)",
        "  batch=1..100  height=8,64,128  width=9..11,13..15,17..19,21..23,25..27,29..31,... (42 sizes)",
        f"{UNET}: 4500 of 17100 choices of sizes not refused",
    ]
    code, out, _ = run(
        capsys, "check", UNET, "--dim", "batch=1..3", "--dim", "height=65", "--dim", "width=64"
    )
    assert code == 1 and "refused" in out and "  batch=1..3  height=65  width=64\n" in out


def test_check_over_ranges_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ("--dim", "batch=1", "--dim", "height=8..9", "--dim", "width=64")
    code, out, _ = run(capsys, "check", UNET, *sizes, "--format", "json")
    assert code == 1
    (report,) = json.loads(out)["reports"]
    assert (report["file"], report["ok"]) == (str(UNET), False)
    assert report["answers"] == [
        {"sizes": {"batch": 1, "width": 64, "height": 8}, "refused": None, "violated": []},
        {
            "sizes": {"batch": 1, "width": 64, "height": 9},
            "refused": "height % 4 == 0 (demanded at graph/Concat#6)",
            "violated": ["height % 4 == 0"],
        },
    ]
    assert report["demands"] == [
        {
            "condition": "height % 4 == 0",
            "code": "SI209",
            "always": True,
            "when": None,
            "places": ["graph/Concat#6", "graph/Concat#8"],
            "more_places": 0,
            "source": None,
        }
    ]


def test_check_refuses_sizes_that_make_no_sense(capsys: pytest.CaptureFixture[str]) -> None:
    for sizes, message in (
        ("1..1000000000000", "1000000000000 combinations of sizes are too many (at most 100000)"),
        ("1..1000000000000,7", "--dim height=1..1000000000000,7: more than 1000000 sizes"),
        ("5..1", "--dim height=5..1: in 5..1 the end is less than the beginning"),
        ("1,,2", "--dim height=1,,2: a size is a number, not ''"),
        ("9" * 5000, "a size has at most 18 digits"),
    ):
        code, out, err = run(capsys, "check", UNET, "--dim", f"height={sizes}")
        assert (code, out) == (2, "") and message in err


def test_check_with_assumptions(capsys: pytest.CaptureFixture[str]) -> None:
    code, _out, _ = run(capsys, "check", UNET, "--assume", "width == height", "--dim", "height=66")
    assert code == 1
    assert run(capsys, "check", UNET, "--assume", "width == height", "--dim", "height=64")[0] == 0
    for bad in ("width", "width == width", "w1dth == height", "width == height +", "width >= height +"):
        code, _, err = run(capsys, "check", UNET, "--assume", bad)
        assert code == 2 and err


def test_check_with_types(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", UNET, "--input", "image=1x3x8x8:f64")
    assert code == 1
    assert out.startswith(
        "error[SI403 input-refused]: input 'image' is given as f64[1, 3, 8, 8], declared as f32"
    )
    assert run(capsys, "check", UNET, "--input", "image=1x3x8x8:f32")[0] == 0
    assert run(capsys, "check", UNET, "--input", "image=1x3x8x8:what")[0] == 2


def test_check_concrete_inputs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = '<ir_version: 9, opset_import: ["" : 18]> g (float[n, 4] x, int64[k] target) => (float[a, b] y) '
    model = onnx.parser.parse_model(text + "{ y = Reshape (x, target) }")
    path, inputs = tmp_path / "m.onnx", tmp_path / "inputs.npz"
    onnx.save(model, path)
    np.savez(inputs, x=np.zeros((3, 4), np.float32), target=np.array([2, 6]))
    assert run(capsys, "check", path, "--inputs", inputs)[0] == 0
    np.savez(inputs, x=np.zeros((3, 4), np.float32), target=np.array([2, 5]))
    code, out, _ = run(capsys, "check", path, "--inputs", inputs)
    assert code == 1 and "target shape (2, 5) holds 10 elements, data has 12" in out
    inputs.write_bytes(b"no archive")
    assert run(capsys, "check", path, "--inputs", inputs)[0] == 2


def test_a_whole_input_binds_its_symbols(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = '<ir_version: 9, opset_import: ["" : 18]> g (float[n, 4] x, float[n, 6] z) => (float[a, b] y) '
    path = tmp_path / "m.onnx"
    onnx.save(onnx.parser.parse_model(text + "{ y = Concat <axis = 1> (x, z) }"), path)
    code, out, _ = run(capsys, "check", path, "--input", "x=5x4")
    assert (code, out) == (
        0,
        f"{path}: not refused by ONNX Runtime: the model puts no constraint on its sizes\n",
    )


@pytest.mark.parametrize("shape", ["", "[1]"])
def test_check_with_the_value_of_a_scalar(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, shape: str
) -> None:
    path = save(
        tmp_path / "m.onnx",
        f"g (float[n] x, bool{shape} cached, int64 at) => (y, z) <int64[2] two = {{2, 2}}> {{"
        " y = If (cached) <then_branch = t () => (float[a, b] u) { u = Reshape (x, two) },"
        " else_branch = e () => (float[c, d] v) { v = Constant <value = float[1, 1] {0}> () }>"
        " z = Gather <axis = 0> (x, at) }",
    )
    for cached, at, code in (
        ("true", 2, 1), ("false", 2, 0), ("False", -3, 0), ("false", 3, 1), ("false", -4, 1),
    ):  # fmt: skip
        given = ("--input", f"cached={cached}", "--input", f"at={at}")
        assert run(capsys, "check", path, "--dim", "n=3", *given)[0] == code, (cached, at)
    for bad in ("cached=maybe", "at=-", "at=--1"):
        assert run(capsys, "check", path, "--input", bad)[0] == 2
