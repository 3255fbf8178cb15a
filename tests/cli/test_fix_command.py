"""``lint --fix``, ``--diff`` and ``--unsafe-fixes`` on files, links, standard input and URLs."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto

from shapeinfer.linter.fixes import settle
from shapeinfer.model import write
from shapeinfer.model.protobuf import pieces
from shapeinfer.model.protobuf.pieces import Piece
from shapeinfer.model.protobuf.wire import Buffer
from tests.command import CLEAN, parse, run, save
from tests.same import assert_same

Capture = pytest.CaptureFixture[str]

DEAD = "g (float[n] x) => (float[n] y) { y = Relu (x)  z = Exp (x) }"
UNSAFE = "g (float[n] x, float[n] mask) => (float[n] y) { y = Relu (x) }"
BOTH = "g (float[n] x, float[n] mask) => (float[n] y) { y = Relu (x)  z = Exp (x) }"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "options", "code", "left"),
    [
        (DEAD, "--fix --strict", 0, CLEAN),
        (DEAD, "--fix --ignore SI032", 0, DEAD),
        (UNSAFE, "--fix --strict", 1, UNSAFE),
        (UNSAFE, "--fix --unsafe-fixes --strict", 0, CLEAN),
        (BOTH, "--fix --strict", 1, UNSAFE),
        (BOTH, "--fix --unsafe-fixes --strict --select SI035", 0, DEAD),
        (BOTH, "--unsafe-fixes --strict", 1, BOTH),
        (CLEAN, "--fix --strict", 0, CLEAN),
    ],
)
def test_the_exit_code_is_that_of_what_is_left(
    capsys: Capture, text: str, options: str, code: int, left: str
) -> None:
    save(Path("m.onnx"), text)
    assert run(capsys, "lint", *options.split(), "m.onnx")[0] == code
    assert onnx.load("m.onnx") == parse(left)


def test_what_was_fixed_is_said(capsys: Capture) -> None:
    save(Path("m.onnx"), BOTH)
    code, out, err = run(capsys, "lint", "--fix", "m.onnx", "--format", "concise")
    assert code == 0
    assert out == "m.onnx: graph: info[SI035 unused-inputs] no node reads 'mask'\n"
    assert err == (
        "fixed[SI032 dead-nodes] m.onnx: removes 1 node: Exp#1\nshapeinfer: made 1 fix in 1 file\n"
    )
    _, _, err = run(capsys, "lint", "--fix", "--unsafe-fixes", "m.onnx")
    assert err.startswith("fixed[SI035 unused-inputs] m.onnx: removes 1 input: 'mask' (unsafe)\n")


def test_what_can_be_fixed_is_said(capsys: Capture) -> None:
    save(Path("m.onnx"), BOTH)
    _, out, _ = run(capsys, "lint", "m.onnx")
    assert "\n  fix: removes 1 node: Exp#1 (--fix)\n" in out
    assert "\n  fix: removes 1 input: 'mask' (--fix --unsafe-fixes)\n" in out


DIFF = """\
--- m.onnx
+++ m.onnx (fixed)
@@ -5 +5 @@
   output y: f32[n]
   y = Relu(x)
-  z = Exp(x)
"""


def test_a_diff_changes_nothing(capsys: Capture) -> None:
    save(Path("m.onnx"), DEAD)
    code, out, err = run(capsys, "lint", "--diff", "m.onnx")
    assert (code, out, err) == (1, DIFF, "shapeinfer: would make 1 fix in 1 file\n")
    assert onnx.load("m.onnx") == parse(DEAD)
    assert run(capsys, "lint", "--diff", "m.onnx", "--exit-zero")[0] == 0
    code, out, _ = run(capsys, "lint", "--diff", "m.onnx", "--color", "always")
    assert out.splitlines()[-1] == "\x1b[31m-  z = Exp(x)\x1b[0m"
    save(Path("m.onnx"), UNSAFE)
    assert run(capsys, "lint", "--diff", "m.onnx") == (0, "", "")
    assert run(capsys, "lint", "--diff", "--unsafe-fixes", "m.onnx")[0] == 1


def test_a_diff_of_what_is_no_model(capsys: Capture) -> None:
    Path("m.onnx").write_bytes(b"\xff" * 50)
    code, out, err = run(capsys, "lint", "--diff", "m.onnx")
    assert (code, out) == (2, "") and err.startswith("shapeinfer: m.onnx: ")
    assert run(capsys, "lint", "--fix", "m.onnx")[0] == 2
    assert Path("m.onnx").read_bytes() == b"\xff" * 50


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--fix --diff", "--diff shows what --fix would do: give one of them"),
        (
            "--fix --write-baseline b.json",
            "--write-baseline records findings, --fix and --diff remove them: give one of them",
        ),
        (
            "--fix https://user:secret@host/m.onnx",
            "https://***@host/m.onnx: --fix changes local files only: copy it first, or use --diff",
        ),
    ],
)
def test_what_makes_no_sense(capsys: Capture, options: str, message: str) -> None:
    save(Path("m.onnx"), DEAD)
    assert run(capsys, "lint", *options.split(), "m.onnx") == (2, "", f"shapeinfer: {message}\n")
    assert onnx.load("m.onnx") == parse(DEAD)


def test_a_link_stays_a_link(capsys: Capture) -> None:
    save(Path("real/m.onnx"), DEAD)
    os.symlink("real/m.onnx", "link.onnx")
    assert run(capsys, "lint", "--fix", "--strict", "link.onnx")[0] == 0
    assert os.readlink("link.onnx") == "real/m.onnx"
    assert onnx.load("real/m.onnx") == parse(CLEAN)
    assert os.listdir("real") == ["m.onnx"]


def test_a_link_out_of_a_folder_is_not_followed(capsys: Capture) -> None:
    save(Path("elsewhere.onnx"), DEAD)
    Path("models").mkdir()
    os.symlink("../elsewhere.onnx", "models/m.onnx")
    assert run(capsys, "lint", "--fix", "models")[0] == 2
    assert onnx.load("elsewhere.onnx") == parse(DEAD)


def test_a_file_keeps_its_mode_and_a_protected_one_its_content(capsys: Capture) -> None:
    path = save(Path("m.onnx"), DEAD)
    path.chmod(0o640)
    assert run(capsys, "lint", "--fix", "m.onnx")[0] == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    save(path, DEAD)
    path.chmod(0o440)
    code, out, err = run(capsys, "lint", "--fix", "m.onnx")
    assert code == 2
    assert "info[SI032 dead-nodes]" in out, "what could not be fixed is still reported"
    assert err == "shapeinfer: m.onnx: not fixed: the file is read-only\n"
    assert onnx.load("m.onnx") == parse(DEAD)


def test_standard_input(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """The fixed model goes to standard output, the findings to standard error."""
    from shapeinfer.cli.main import main

    save(Path("m.onnx"), BOTH)
    for text, expected in ((BOTH, UNSAFE), (CLEAN, CLEAN)):
        save(Path("m.onnx"), text)
        with open("m.onnx", "rb") as file:
            monkeypatch.setattr(sys, "stdin", file)
            assert main(["lint", "--fix", "-"]) == 0
        out, err = capfdbinary.readouterr()
        assert onnx.ModelProto.FromString(out) == parse(expected)
        assert b"nodes" in err or b"node," in err


def test_several_files_and_processes(capsys: Capture) -> None:
    for i in range(6):
        save(Path(f"models/{i}.onnx"), DEAD if i % 2 else CLEAN)
    assert run(capsys, "lint", "--diff", "-j", "2", "models")[0] == 1
    code, _, err = run(capsys, "lint", "--fix", "--strict", "-j", "2", "models")
    assert code == 0 and "shapeinfer: made 3 fixes in 3 files" in err
    assert all(onnx.load(path) == parse(CLEAN) for path in Path("models").iterdir())


def test_text_formats(capsys: Capture) -> None:
    Path("m.onnxtxt").write_text('<ir_version: 10, opset_import: ["" : 18]>\n' + DEAD)
    assert run(capsys, "lint", "--fix", "--strict", "m.onnxtxt")[0] == 0
    assert onnx.parser.parse_model(Path("m.onnxtxt").read_text()) == parse(CLEAN)


def test_external_data_stays_valid(capsys: Capture) -> None:
    proto = parse("g (float[2] x) => (float[2] y) <float[2] old = {5, 6}> { y = Add (x, w)  z = Exp (x) }")
    weight = proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[2])
    weight.raw_data = b"\0\0\x80?\0\0\0@"
    onnx.save(proto, "m.onnx", save_as_external_data=True, location="m.data", size_threshold=0)
    data = Path("m.data").read_bytes()
    before = onnx.load("m.onnx")
    assert run(capsys, "lint", "--fix", "--strict", "m.onnx")[0] == 0
    assert Path("m.data").read_bytes() == data
    assert_same(before, onnx.load("m.onnx"))
    (left,) = onnx.load("m.onnx", load_external_data=False).graph.initializer
    assert left.name == "w" and left.data_location == TensorProto.EXTERNAL


def test_weights_are_not_read_into_memory(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large file is fixed in pieces: the largest piece that is joined has nothing of the weights."""
    proto = parse("g (float[4194304] x) => (float[4194304] y) { y = Add (x, w)  z = Exp (x) }")
    weight = proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[4194304])
    weight.raw_data = bytes(range(256)) * 65536
    proto.graph.initializer.add(name="old", data_type=TensorProto.FLOAT, dims=[1], raw_data=bytes(4))
    onnx.save(proto, "m.onnx")
    largest = 0

    def counting(buffer: Buffer, given: list[Piece]) -> bytes:
        nonlocal largest
        found = real(buffer, given)
        largest = max(largest, len(found))
        return found

    real = pieces.joined
    for module in (pieces, settle, write):
        monkeypatch.setattr(module, "joined", counting)
    assert run(capsys, "lint", "--fix", "--strict", "m.onnx")[0] == 0
    assert 0 < largest < 1 << 20
    del proto.graph.node[1], proto.graph.initializer[1]
    assert onnx.load("m.onnx") == proto


def test_a_run_that_is_cut_short_leaves_the_file(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    save(Path("m.onnx"), DEAD)

    def broken(fd: int, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shapeinfer.model.write.write_all", broken)
    code, _, err = run(capsys, "lint", "--fix", "m.onnx")
    assert code == 2 and "m.onnx: not fixed: No space left on device" in err
    assert onnx.load("m.onnx") == parse(DEAD)
    assert os.listdir() == ["m.onnx"]


def test_suppressed_findings_are_not_fixed(capsys: Capture) -> None:
    proto = parse(DEAD)
    proto.graph.metadata_props.add(key="shapeinfer.ignore", value="SI032: kept for debugging")
    onnx.save(proto, "m.onnx")
    assert run(capsys, "lint", "--fix", "--strict", "m.onnx")[0] == 0
    assert onnx.load("m.onnx") == proto


def test_explain_and_codes_say_what_a_fix_does(capsys: Capture) -> None:
    _, out, _ = run(capsys, "explain", "SI032")
    assert "\nFix (--fix): Removes the nodes, and what is declared about their outputs.\n" in out
    _, out, _ = run(capsys, "codes", "--format", "json")
    assert '"safety": "unsafe"' in out and '"fix": null' in out
