"""Reads models: files, URLs, bytes, ModelProto, and onnx's text formats.

Of a large file only the description of the graph is read; its weights are skipped.
"""

from __future__ import annotations

import os

from shapeinfer.model.open_file import LARGEST_PIPE, read_at_most, read_text_file
from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.decode import Decoder
from shapeinfer.model.protobuf.wire import DamagedModel
from shapeinfer.model.structure import Model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from mmap import mmap

    import onnx

__all__ = [
    "EXTENSIONS",
    "DamagedModel",
    "decoded",
    "display_name",
    "is_url",
    "read_buffer",
    "read_bytes",
    "read_file",
    "read_proto",
    "text_format",
]

_READ_WHOLE = 1 << 20  # a smaller file is not worth reading in pieces
_COPIED_WHOLE = 32 << 20  # a ModelProto above this is copied without its weights
_USUAL_WIDTH = 4  # bytes of an element
_KEPT_PAYLOAD = 4096
_EMPTY = b"\x08\x00"  # a ModelProto in which nothing is set has no bytes, and yet is no empty file

_IN_SCHEMES = str.maketrans(dict.fromkeys("+-.:", ""))  # ":" as in "zip::https://..."

_TEXT_FORMATS = {
    ".textproto": "textproto", ".txtpb": "textproto", ".prototxt": "textproto", ".pbtxt": "textproto",
    ".json": "json", ".onnxjson": "json", ".onnxtxt": "onnxtxt", ".onnxtext": "onnxtxt",
}  # fmt: skip
_CLOSING = bytes.maketrans(b"{(<[", b"})>]")
_QUOTED = rb'"(?:[^"\\]|\\.)*"'
# The brackets that nest in each text format, and what may hold brackets that do not. ONNX's own form has "=>"
# outside of brackets, and nothing between < and > that nests without other brackets.
_BRACKETS = {
    "textproto": (b"{<[", rb"#[^\n]*|" + _QUOTED + rb"|'(?:[^'\\]|\\.)*'"),
    "json": (b"{[", _QUOTED),
    "onnxtxt": (b"{([", rb"#[^\n]*|" + _QUOTED),
}
# Models of real exporters nest less than 30 deep.
MOST_NESTED = 300
# What a model file is named by; a file of any other name is read as the binary format.
EXTENSIONS = (".onnx", *_TEXT_FORMATS)


def text_format(path: str) -> str | None:
    """onnx's name for the text format that a file name promises; None for the binary one."""
    return _TEXT_FORMATS.get(os.path.splitext(path)[1].lower())


def is_url(path: str) -> bool:
    """Whether a name is a URL such as ``https://host/m.onnx``, and no path of a file."""
    scheme, separator, _ = path.partition("://")
    return len(scheme) > 1 and bool(separator) and scheme.translate(_IN_SCHEMES).isalnum()


def display_name(path: str) -> str:
    """The name of a file as it may be printed: of a URL without passwords, keys and signatures."""
    if not is_url(path):
        return path
    from shapeinfer.model.url import shown

    return shown(path)


def read_bytes(buffer: bytes | bytearray | memoryview | mmap, path: str | None = None) -> Model:
    """Reads a serialised ModelProto; the buffer stays in use as long as the model.

    DamagedModel if it is none. A model without a graph is no error here.
    """
    return decoded(buffer if isinstance(buffer, bytes) else wire.Window(memoryview(buffer)), path)


def read_buffer(
    buffer: wire.Chunked, name: str | None = None, beside: Mapping[str, int] | None = None
) -> Model:
    """Reads a model from a host's own storage, piece by piece and without its weights: a subclass of
    :class:`shapeinfer.Chunked` says how to read some of its bytes.

    ``name`` is what the model is called, ``beside`` the sizes of the files in its folder by name, which
    may hold its weights (None: nothing is known of them). DamagedModel if it is no model.
    """
    if name is not None and text_format(name) is not None:
        model = _read_text(buffer.read(0, len(buffer)), text_format(name) or "", name)
    else:
        model = decoded(buffer if len(buffer) >= _READ_WHOLE else buffer.read(0, len(buffer)), name)
    model.beside = None if beside is None else dict(beside)
    return model


def read_file(path: str | os.PathLike[str]) -> Model:
    """Reads a model file, and keeps it open for as long as the model is in use. A URL is read in place:
    what describes the graph is asked for, the weights are not.

    OSError if it can't be read, DamagedModel if it holds no model.
    """
    path = os.fspath(path)
    if is_url(path):
        return _read_url(path)
    form = text_format(path)
    if form is not None:
        return _read_text(read_text_file(path), form, path)
    buffer = wire.FileBytes(path)
    if len(buffer) >= _READ_WHOLE:
        return decoded(buffer, path)
    # A pipe has no size and can be read only once.
    return decoded(read_at_most(buffer.fd, LARGEST_PIPE, path), path)


def _read_url(url: str) -> Model:
    from shapeinfer.model.remote import RemoteBytes

    name = display_name(url)
    form = text_format(name.partition("?")[0])
    buffer = RemoteBytes(url)
    if form is not None:
        return _read_text(buffer.whole(), form, name)
    return decoded(buffer if len(buffer) >= _READ_WHOLE else buffer.whole(), name)


def decoded(buffer: wire.Buffer, path: str | None) -> Model:
    """Reads a serialised ModelProto of any kind of buffer. DamagedModel if it is none."""
    if not len(buffer):
        raise DamagedModel("the model is empty", 0)
    try:
        model = Decoder(buffer).model(path)
    except DamagedModel as error:
        from shapeinfer.model.foreign import named

        raise named(buffer, path) or error from error
    if model.graph is None:
        from shapeinfer.model.foreign import graphless

        other = graphless(buffer, path)
        if other is not None:
            raise other
    return model


def depth_of(text: bytes, form: str) -> int:
    """How deep brackets nest in a text, apart from those in strings and comments. onnx's parsers call
    themselves for each level, without a bound, so that a text which nests too deep ends the process."""
    import re

    opening, skipped = _BRACKETS[form]
    bare = re.sub(skipped, b"", text, flags=re.DOTALL)
    depth = deepest = 0
    for bracket in re.findall(rb"[{}()<>\[\]]", bare):
        if bracket in opening:
            depth += 1
            deepest = max(deepest, depth)
        elif bracket in opening.translate(_CLOSING):
            depth = max(depth - 1, 0)
    return deepest


def _read_text(text: bytes, form: str, path: str) -> Model:
    import warnings

    import onnx

    if depth_of(text, form) > MOST_NESTED:
        raise DamagedModel(f"brackets nest more than {MOST_NESTED} deep", 0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # onnx says of each text format that it is experimental
            proto = onnx.load_model_from_string(text, format=form)
    except Exception as error:  # each format's parser raises its own kind
        from shapeinfer.model.foreign import named

        other = named(text, path)
        if other is not None and not other.what.startswith(("a text", "the ", "a JSON file")):
            raise other from error
        told = error.args[0] if error.args else ""
        told = told.decode("utf-8", "replace") if isinstance(told, bytes) else str(error)
        reason = " ".join(told.split()) or type(error).__name__
        raise DamagedModel(f"no model in the format {form}: {reason}", 0) from error
    model = read_proto(proto)
    model.path = path
    return model


def read_proto(proto: onnx.ModelProto) -> Model:
    """Reads a ModelProto. Of a large one the contents of the weights are not copied."""
    return read_light(*light_bytes(proto))


def light_bytes(proto: onnx.ModelProto, *, weigh: bool = True) -> tuple[bytes, dict[str, int]]:
    """A serialised ModelProto without the contents of its weights if they are large, and how many bytes of
    which initializers were left out. Without ``weigh`` they are known to be small."""
    # What the dims promise is quicker to add up than what is stored, which protobuf would have to encode.
    promised = 0
    for tensor in proto.graph.initializer if weigh else ():
        count = 1
        for dim in tensor.dims:
            count *= dim
        promised += count
    if promised <= _COPIED_WHOLE // _USUAL_WIDTH:
        try:
            return proto.SerializeToString() or _EMPTY, {}
        except Exception:  # more is stored than promised, and too much; each protobuf has its own error
            pass
    light, sizes = without_payloads(proto)
    return light.SerializeToString(), sizes


def read_light(data: bytes, sizes: dict[str, int]) -> Model:
    """Reads what :func:`light_bytes` gives."""
    model = decoded(data, None)
    model.complete = not sizes
    for name, size in sizes.items():
        if model.graph is not None:
            model.graph.initializers[name] = model.graph.initializers[name].withheld(size)
    return model


def without_payloads(proto: onnx.ModelProto) -> tuple[onnx.ModelProto, dict[str, int]]:
    """A copy without the contents of large initializers, and how many bytes each of them has.

    Weights may hide elsewhere, as in a Constant; there they are copied.
    """
    light = type(proto)()
    for field, _ in proto.ListFields():
        if field.name == "graph":
            continue
        if field.is_repeated:
            getattr(light, field.name).MergeFrom(getattr(proto, field.name))
        elif field.message_type is not None:
            getattr(light, field.name).CopyFrom(getattr(proto, field.name))
        else:
            setattr(light, field.name, getattr(proto, field.name))
    sizes: dict[str, int] = {}
    graph = light.graph
    graph.SetInParent()
    for field, _ in proto.graph.ListFields():
        if field.name != "initializer" and field.is_repeated:
            getattr(graph, field.name).MergeFrom(getattr(proto.graph, field.name))
        elif field.name != "initializer":
            setattr(graph, field.name, getattr(proto.graph, field.name))
    for tensor in proto.graph.initializer:
        size = tensor.ByteSize()
        if size <= _KEPT_PAYLOAD:
            graph.initializer.append(tensor)
            continue
        stub = graph.initializer.add()
        stub.dims.extend(tensor.dims)
        for name in ("name", "data_type", "data_location"):
            if tensor.HasField(name):
                setattr(stub, name, getattr(tensor, name))
        stub.external_data.extend(tensor.external_data)
        sizes[tensor.name] = size - stub.ByteSize()
    return light, sizes
