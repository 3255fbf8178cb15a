"""Names what a file is that is no ONNX model, and says what to do about it.

Only files that could not be read are looked at, by their first bytes. The formats are those that people have
in place of a model: pointers and pages that a download left, archives, and the formats of other frameworks.
"""

from __future__ import annotations

import os
import re

from shapeinfer.model.open_file import EXPORT_SAVED_MODEL
from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.wire import DamagedModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from shapeinfer.model.protobuf.wire import Buffer

    Named = tuple[str, str] | None

_HEAD = 1 << 16

_EXPORT_TORCH = "load it in Python and export it: torch.onnx.export(model, args, 'model.onnx')"
_EXPORT_KERAS = "load it in Keras and export it: model.export('model.onnx', format='onnx')"
_EXPORT_GRAPH = "convert it: python -m tf2onnx.convert --graphdef {path} --output model.onnx"
_EXPORT_TFLITE = "convert it: python -m tf2onnx.convert --tflite {path} --output model.onnx"
_NO_WAY_BACK = "give the .onnx file that it was made from: it can't be converted back"
_WRONG_ADDRESS = (
    "a server answered with it in place of the file: check the address (on Hugging Face and GitHub the raw "
    "file, not the page about it) and whether it needs a login"
)
_UNPACK = "unpack it first"

# First bytes -> what it is, and what to do.
_MAGIC: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"\x1f\x8b", "compressed with gzip", "unpack it with gunzip"),
    (0, b"\x28\xb5\x2f\xfd", "compressed with zstd", "unpack it with zstd -d"),
    (0, b"\xfd7zXZ\0", "compressed with xz", "unpack it with unxz"),
    (0, b"BZh", "compressed with bzip2", "unpack it with bunzip2"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (257, b"ustar", "a tar archive", "unpack it with tar -xf"),
    (4, b"ORTM", "a model in ONNX Runtime's own format (.ort)",
     _NO_WAY_BACK),
    (4, b"TFL3", "a TensorFlow Lite model", _EXPORT_TFLITE),
    (0, b"GGUF", "weights in the format GGUF, without a graph",
     "export the original model to ONNX, for example with optimum-cli export onnx"),
    (0, b"\x89HDF\r\n\x1a\n", "an HDF5 file, such as Keras writes (.h5)",
     _EXPORT_KERAS),
    (0, b"\x93NUMPY", "a NumPy array (.npy)", "give the model that it is an input or output of"),
    (0, b"ftrt", "a TensorRT engine", _NO_WAY_BACK),
)  # fmt: skip


class NotAModel(DamagedModel):
    """The file is something else: ``what`` it is, as "a Git LFS pointer", and the ``remedy``."""

    def __init__(self, what: str, remedy: str) -> None:
        # A text form is one of a model, but under a name that promises the binary one.
        self.message = f"this is {what}, not {'the binary form' if ' form of' in what else 'an ONNX model'}"
        ValueError.__init__(self, f"{self.message}: {remedy}")
        self.what = what
        self.remedy = remedy
        self.offset = 0


def named(buffer: Buffer, path: str | None) -> NotAModel | None:
    """What a file that is no model is; None if that is unknown."""
    head = buffer[0:_HEAD]
    shown = path or "FILE"
    for at, magic, what, remedy in _MAGIC:
        if head[at : at + len(magic)] == magic:
            return NotAModel(what, remedy.format(path=shown))
    for look in _LOOKS:
        found = look(head, shown)
        if found is not None:
            return NotAModel(*found)
    return None


def graphless(buffer: Buffer, path: str | None) -> NotAModel | None:
    """What a file is that reads as a ModelProto without a graph: other frameworks use protobuf too."""
    head = buffer[0:_HEAD]
    shown = path or "FILE"
    if os.path.basename(shown) == "saved_model.pb" or (head[:3] == b"\x08\x01\x12" and b'"\x05serve' in head):
        folder = os.path.dirname(shown) or "."
        return NotAModel("part of a TensorFlow SavedModel", EXPORT_SAVED_MODEL.format(path=folder))
    if head[:1] == b"\x0a" and any(op in head for op in (b"\x12\x0bPlaceholder", b"\x12\x05Const")):
        return NotAModel("a TensorFlow graph (GraphDef)", _EXPORT_GRAPH.format(path=shown))
    return None


def _lfs_pointer(head: bytes, path: str) -> Named:
    if not head.startswith(b"version https://git-lfs"):
        return None
    size = re.search(rb"^size (\d+)$", head, re.MULTILINE)
    stands = f" (it stands for {size[1].decode()} bytes)" if size else ""
    return f"a Git LFS pointer{stands}", "fetch the file that it stands for: git lfs pull"


def _page(head: bytes, path: str) -> Named:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:200].lower()
    if start.startswith((b"<!doctype html", b"<html")):
        title = re.search(rb"<title[^>]*>\s*(.*?)\s*</title>", head, re.IGNORECASE | re.DOTALL)
        about = f", titled {_text(title[1])!r}" if title else ""
        return (
            f"an HTML page{about}",
            _WRONG_ADDRESS,
        )
    if start.startswith((b"<?xml", b"<error")):
        if b"<net " in head[:2000]:
            return "a model of OpenVINO (.xml)", "give the model that it was converted from"
        code = re.search(rb"<(?:Code|Message)>(.*?)</", head)
        about = f" that says {_text(code[1])!r}" if code else ""
        return (
            f"an XML document{about}",
            "a server may have answered with it in place of the file: download it again",
        )
    return None


def _json(head: bytes, path: str) -> Named:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start.startswith((b"{", b"[")) or _control(start):
        return None
    if b'"irVersion"' in head or b'"ir_version"' in head:
        return "the JSON form of a model", "give its name the ending .json"
    said = re.search(rb'"(?:error|message|detail)"\s*:\s*"([^"]{1,200})"', head)
    if said:
        return (
            f"a JSON answer that says {_text(said[1])!r}",
            "a server answered with it in place of the file: download it again",
        )
    return "a JSON file", "give the model"


def _archive(head: bytes, path: str) -> Named:
    if not head.startswith(b"PK\x03\x04"):
        return None
    length = int.from_bytes(head[26:28], "little")
    first = _text(head[30 : 30 + length])
    if first.endswith((".pkl", "/version", "/byteorder", ".data/serialization_id", "/data/0")):
        return "a PyTorch file (.pt, .pth)", _EXPORT_TORCH
    if first in ("metadata.json", "config.json", "model.weights.h5"):
        return "a Keras model (.keras)", _EXPORT_KERAS
    if first.endswith(".npy"):
        return "a file of NumPy arrays (.npz)", "check takes it as --npz; give the model itself"
    return f"a zip archive that begins with {first!r}", _UNPACK


def _pickle(head: bytes, path: str) -> Named:
    if head[:1] != b"\x80" or head[1:2] not in (b"\x02", b"\x03", b"\x04", b"\x05"):
        return None
    if b"torch" in head or path.endswith((".pt", ".pth", ".bin")):
        return "a PyTorch file (.pt, .pth)", _EXPORT_TORCH
    what = "a pickled model of scikit-learn" if b"sklearn" in head else "a pickled Python object"
    return what, "load it in Python and export it, for example with skl2onnx.to_onnx"


def _safetensors(head: bytes, path: str) -> Named:
    length = int.from_bytes(head[:8], "little")
    if head[8:9] == b"{" and 2 <= length < 1 << 30 and (b'"dtype"' in head or b'"__metadata__"' in head):
        return (
            "weights in the format safetensors, without a graph",
            "export the model that they belong to, for example with optimum-cli export onnx",
        )
    return None


def _tensor(head: bytes, path: str) -> Named:
    """A single TensorProto, as the test data of onnx holds it."""
    tags: set[int] = set()
    at = 0
    try:
        while at < len(head):
            tag, _, at = wire.field(head, at, len(head), 0, wire.MAX_DEPTH)
            tags.add(tag)
    except DamagedModel:  # the head may end within a field
        pass
    known = {0x08, 0x0A, 0x10, 0x22, 0x2A, 0x32, 0x3A, 0x42, 0x4A, 0x52, 0x5A, 0x62}
    if (
        0x10 in tags
        and 0x12 not in tags
        and tags <= known
        and tags & {0x22, 0x2A, 0x32, 0x3A, 0x4A, 0x52, 0x5A}
    ):
        return "a single tensor (TensorProto)", "give the model that it is an input or output of"
    return None


def _plain_text(head: bytes, path: str) -> Named:
    if head and not head.strip(b"\0"):
        return "a file of zeros", "a copy or download that did not finish: copy it again"
    if not head or _control(head):
        return None
    start = head.lstrip()
    if re.match(rb"<\s*ir_version\s*:", start):
        return "the text form of a model", "give its name the ending .onnxtxt"
    if re.match(rb"(ir_version|graph|producer_name|opset_import)\s*[:{]", start):
        return "the textproto form of a model", "give its name the ending .textproto"
    line = _text(start.split(b"\n", 1)[0])
    return f"a text file that begins with {line!r}", "give the model file"


def _control(text: bytes) -> bool:
    """Whether bytes are no text: invalid UTF-8 (but at the end, where the head was cut), or control bytes."""
    try:
        decoded = text[: _HEAD - 4].decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(text) - 4:
            return True
        decoded = text[: error.start].decode("utf-8")
    return any(c < " " and c not in "\t\r\n\f\x1b" for c in decoded[:2000])


def _text(raw: bytes) -> str:
    """Some words of a foreign file, for a message."""
    text = " ".join(raw[:200].decode("utf-8", "replace").split())
    return text if len(text) <= 60 else f"{text[:57]}..."


_LOOKS: tuple[Callable[[bytes, str], Named], ...] = (
    _lfs_pointer, _page, _archive, _pickle, _safetensors, _json, _tensor, _plain_text
)  # fmt: skip
