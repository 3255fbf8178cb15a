"""Files that are no models: what is said of each, by every command."""

from __future__ import annotations

import gzip
import io
import json
import pickle
import struct
import zipfile
from pathlib import Path

import onnx
import pytest
from onnx import helper

import shapeinfer
from shapeinfer.model.foreign import NotAModel
from shapeinfer.model.read import read_bytes, read_file
from tests.command import CLEAN, parse, run


def archive(*names: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as written:
        for name in names:
            written.writestr(name, b"x")
    return file.getvalue()


def safetensors() -> bytes:
    head = json.dumps({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}).encode()
    return struct.pack("<Q", len(head)) + head + bytes(8)


TORCH = "load it in Python and export it: torch.onnx.export(model, args, 'model.onnx')"
KERAS = "load it in Keras and export it: model.export('model.onnx', format='onnx')"
BACK = "give the .onnx file that it was made from: it can't be converted back"
SERVER = "a server answered with it in place of the file: download it again"
PAGE = (
    "a server answered with it in place of the file: check the address (on Hugging Face and GitHub the raw file, "
    "not the page about it) and whether it needs a login"
)
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"

FILES: dict[str, tuple[bytes, str, str]] = {
    "lfs.onnx": (LFS, "a Git LFS pointer (it stands for 12345 bytes)", "fetch the file that it stands for: git lfs pull"),
    "page.onnx": (b"\n<!DOCTYPE html><html><title>Not found\n</title>", "an HTML page, titled 'Not found'", PAGE),
    "bare.onnx": (b"<HTML><body>", "an HTML page", PAGE),
    "s3.onnx": (
        b'<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', "an XML document that says 'NoSuchKey'",
        "a server may have answered with it in place of the file: download it again",
    ),
    "hub.onnx": (b'{"error":"Repository not found"}', "a JSON answer that says 'Repository not found'", SERVER),
    "some.onnx": (b"[1, 2]", "a JSON file", "give the model"),
    "ir.xml": (b'<?xml version="1.0"?>\n<net name="m">', "a model of OpenVINO (.xml)", "give the model that it was converted from"),
    "m.pt": (archive("archive/data.pkl", "archive/version"), "a PyTorch file (.pt, .pth)", TORCH),
    "old.pt": (pickle.dumps({"a": 1}, protocol=2), "a PyTorch file (.pt, .pth)", TORCH),
    "m.pkl": (pickle.dumps([1], protocol=4), "a pickled Python object", "load it in Python and export it, for example with skl2onnx.to_onnx"),
    "m.keras": (archive("metadata.json", "config.json"), "a Keras model (.keras)", KERAS),
    "m.h5": (b"\x89HDF\r\n\x1a\n" + bytes(99), "an HDF5 file, such as Keras writes (.h5)", KERAS),
    "m.zip": (archive("m.onnx"), "a zip archive that begins with 'm.onnx'", "unpack it first"),
    "a.npz": (archive("x.npy"), "a file of NumPy arrays (.npz)", "check takes it as --npz; give the model itself"),
    "a.npy": (b"\x93NUMPY" + bytes(99), "a NumPy array (.npy)", "give the model that it is an input or output of"),
    "m.onnx.gz": (gzip.compress(b"x" * 99), "compressed with gzip", "unpack it with gunzip"),
    "m.onnx.zst": (b"\x28\xb5\x2f\xfd" + bytes(99), "compressed with zstd", "unpack it with zstd -d"),
    "m.tar": (b"m.onnx".ljust(257, b"\0") + b"ustar\0" + bytes(99), "a tar archive", "unpack it with tar -xf"),
    "m.ort": (struct.pack("<I", 16) + b"ORTM" + bytes(99), "a model in ONNX Runtime's own format (.ort)", BACK),
    "m.engine": (b"ftrt" + bytes(99), "a TensorRT engine", BACK),
    "m.tflite": (
        struct.pack("<I", 28) + b"TFL3" + bytes(99), "a TensorFlow Lite model",
        "convert it: python -m tf2onnx.convert --tflite m.tflite --output model.onnx",
    ),
    "m.gguf": (
        b"GGUF" + bytes(99), "weights in the format GGUF, without a graph",
        "export the original model to ONNX, for example with optimum-cli export onnx",
    ),
    "m.safetensors": (
        safetensors(), "weights in the format safetensors, without a graph",
        "export the model that they belong to, for example with optimum-cli export onnx",
    ),
    "saved_model.pb": (
        b"\x08\x01\x12\x05hello", "part of a TensorFlow SavedModel",
        "convert it: python -m tf2onnx.convert --saved-model . --output model.onnx",
    ),
    "frozen.pb": (
        b"\x0a\x10\x0a\x01x\x12\x0bPlaceholder", "a TensorFlow graph (GraphDef)",
        "convert it: python -m tf2onnx.convert --graphdef frozen.pb --output model.onnx",
    ),
    "input_0.pb": (
        helper.make_tensor("t", 1, [2], [1, 2]).SerializeToString(), "a single tensor (TensorProto)",
        "give the model that it is an input or output of",
    ),
    "zeros.onnx": (bytes(999), "a file of zeros", "a copy or download that did not finish: copy it again"),
    "notes.onnx": (b"Read me first\nthen that", "a text file that begins with 'Read me first'", "give the model file"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", FILES)
def test_what_a_file_is(name: str) -> None:
    content, what, remedy = FILES[name]
    Path(name).write_bytes(content)
    with pytest.raises(NotAModel) as caught:
        read_file(name)
    assert str(caught.value) == f"this is {what}, not an ONNX model: {remedy}"
    (found,) = shapeinfer.lint(name).diagnostics
    assert (found.code, found.message) == ("SI001", f"this is {what}, not an ONNX model")
    assert found.help == f"{remedy[0].upper()}{remedy[1:]}."


TEXT = '<ir_version: 10, opset_import: ["" : 18]>\n' + CLEAN


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (TEXT, "this is the text form of a model, not the binary form: give its name the ending .onnxtxt"),
        (
            'ir_version: 10\ngraph { name: "g" }',
            "this is the textproto form of a model, not the binary form: give its name the ending .textproto",
        ),
        ('{"irVersion": "10"}', "this is the JSON form of a model, not the binary form: give its name the ending .json"),
    ],
)  # fmt: skip
def test_a_text_form_under_a_wrong_name(content: str, message: str) -> None:
    Path("m.onnx").write_text(content)
    with pytest.raises(NotAModel) as caught:
        read_file("m.onnx")
    assert str(caught.value) == message


def test_every_command_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    Path("m.onnx").write_bytes(LFS)
    said = (
        "this is a Git LFS pointer (it stands for 12345 bytes), not an ONNX model: fetch the file that it stands "
        "for: git lfs pull"
    )
    for command in ("show", "contract", "check", "cost"):
        code, out, err = run(capsys, command, "m.onnx")
        assert (code, out) == (2, "") and said in err
    Path("m.onnxtxt").write_bytes(LFS)
    assert said in run(capsys, "show", "m.onnxtxt")[2]


def test_a_folder_of_another_framework(capsys: pytest.CaptureFixture[str]) -> None:
    Path("saved").mkdir()
    Path("saved/saved_model.pb").write_bytes(b"\x08\x01")
    said = (
        "saved is a TensorFlow SavedModel: convert it: python -m tf2onnx.convert --saved-model saved "
        "--output model.onnx"
    )
    assert said in run(capsys, "lint", "saved")[2]
    assert said.removeprefix("saved ") in run(capsys, "show", "saved")[2]
    assert "is a folder, not a file" in run(capsys, "show", ".")[2]


def test_what_is_unknown_keeps_its_place() -> None:
    for content in (b"\xff" * 50, parse(CLEAN).SerializeToString()[:-3]):
        with pytest.raises(shapeinfer.DamagedModel) as caught:
            read_bytes(content)
        assert not isinstance(caught.value, NotAModel) and " at byte " in str(caught.value)


def test_a_model_without_a_graph_is_still_a_model() -> None:
    proto = onnx.ModelProto(ir_version=8, producer_name="somebody")
    assert read_bytes(proto.SerializeToString()).graph is None
    assert read_bytes(onnx.ModelProto(ir_version=8).SerializeToString()).graph is None
