"""Models behind URLs, served by a loopback server that makes up the zeros of the weights as it sends them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from shapeinfer import annotate, infer, lint
from shapeinfer.model import remote
from shapeinfer.model.protobuf.wire import encode_bytes, encode_varint
from shapeinfer.model.read import display_name, is_url, read_bytes, read_file
from shapeinfer.model.url import RemoteError, shown

Piece = bytes | int
"""Bytes, or how many zeros."""


class Sparse:
    """A file of which only what is no weight is kept."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces: list[tuple[int, Piece]] = []
        self.size = 0
        for piece in pieces:
            self.pieces.append((self.size, piece))
            self.size += piece if isinstance(piece, int) else len(piece)

    def read(self, start: int, stop: int) -> bytes:
        found = bytearray(stop - start)
        for at, piece in self.pieces:
            if isinstance(piece, bytes) and at < stop and at + len(piece) > start:
                first, last = max(at, start), min(at + len(piece), stop)
                found[first - start : last - start] = piece[first - at : last - at]
        return bytes(found)


class Served:
    """What a server sent: one entry per request with a body, and the sum of their bytes."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sent: list[int] = []

    @property
    def bytes_sent(self) -> int:
        return sum(self.sent)


@contextmanager
def server(file: Sparse, *, ranges: bool = True, status: int = 0, told: bool = True) -> Iterator[Served]:
    """Serves one file at every path; ``told``: its size is said beforehand."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self.answer(body=False)

        def do_GET(self) -> None:
            self.answer(body=True)

        def answer(self, *, body: bool) -> None:
            start, stop = 0, file.size
            wanted = self.headers.get("Range", "")
            code = status or (206 if wanted and ranges else 200)
            if code == 206:
                first, _, last = wanted.removeprefix("bytes=").partition("-")
                start, stop = int(first), min(int(last) + 1, file.size)
            self.send_response(code)
            if status:
                stop = start
            if code == 206:
                self.send_header("Content-Range", f"bytes {start}-{stop - 1}/{file.size}")
            if told or status:
                self.send_header("Content-Length", str(stop - start))
            else:
                self.send_header("Connection", "close")
                self.close_connection = True
            self.end_headers()
            if body:
                self.send(start, stop)

        def send(self, start: int, stop: int) -> None:
            served.sent.append(0)
            turn = len(served.sent) - 1
            while start < stop:
                piece = file.read(start, min(start + (1 << 20), stop))
                try:
                    self.wfile.write(piece)
                except OSError:  # the other side has enough
                    return
                served.sent[turn] += len(piece)
                start += len(piece)

        def log_message(self, format: str, *args: object) -> None: ...

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    served = Served(f"http://127.0.0.1:{http.server_port}/model.onnx")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def weight(name: str, *dims: int) -> list[Piece]:
    """An initializer of zeros, as a field of the graph."""
    size = 4
    for dim in dims:
        size *= dim
    head = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=dims).SerializeToString()
    head += b"\x4a" + encode_varint(size)
    return [b"\x2a" + encode_varint(len(head) + size) + head, size]


def transformer(layers: int, width: int) -> Sparse:
    """Layers of one large and several smaller weights, with one mistake at the end."""
    nodes, weights, x = [], [], "x"
    for at in range(layers):
        for part, size in (("q", width), ("up", 4 * width), ("down", width)):
            below = 4 * width if part == "down" else width
            name = f"model.layers.{at}.{part}"
            nodes.append(helper.make_node("MatMul", [x, f"{name}.weight"], [f"{name}.out"], name=name))
            nodes.append(helper.make_node("Add", [f"{name}.out", f"{name}.bias"], [f"{name}.sum"]))
            weights += [*weight(f"{name}.weight", below, size), *weight(f"{name}.bias", size)]
            x = f"{name}.sum"
    nodes.append(helper.make_node("MatMul", [x, "head"], ["logits"], name="head"))
    weights += weight("head", width + 1, 8)
    float_info = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes, "g", [float_info("x", TensorProto.FLOAT, ["batch", width])],
        [float_info("logits", TensorProto.FLOAT, None)],
    )  # fmt: skip
    head = b"".join(encode_bytes(1, node.SerializeToString()) for node in graph.node)
    graph.ClearField("node")
    pieces: list[Piece] = [head, *weights, graph.SerializeToString()]
    size = sum(piece if isinstance(piece, int) else len(piece) for piece in pieces)
    opsets = encode_bytes(8, helper.make_opsetid("", 17).SerializeToString())
    return Sparse([b"\x08\x08\x3a" + encode_varint(size), *pieces, opsets])


@pytest.fixture(scope="module")
def large() -> Sparse:
    return transformer(layers=8, width=1200)


def test_large_model(large: Sparse, monkeypatch: pytest.MonkeyPatch) -> None:
    trips = []
    load = remote.RemoteBytes._load

    def counted(self: remote.RemoteBytes, spans: list[tuple[int, int]]) -> None:
        trips.append(len(spans))
        load(self, spans)

    monkeypatch.setattr(remote.RemoteBytes, "_load", counted)
    assert large.size > 400_000_000
    with server(large) as served:
        report = lint(served.url)
        assert served.bytes_sent < large.size / 50
        # The file has 25 weights, one after the other; from the sixth on their places are foreseen.
        assert len(trips) <= 10
        assert len(served.sent) == sum(trips) <= 30
    assert [d.code for d in report.diagnostics] == ["SI208"]
    assert report.file == served.url


def test_same_as_the_local_file(tmp_path: Path) -> None:
    file = transformer(layers=4, width=200)
    path = tmp_path / "m.onnx"
    path.write_bytes(file.read(0, file.size))
    with server(file) as served:
        ours, theirs = lint(served.url), lint(path)
        facts = [str(fact) for fact in infer(served.url).facts.values()]
    assert [d.message for d in ours.diagnostics] == [d.message for d in theirs.diagnostics] != []
    assert ours.summary == theirs.summary
    assert facts == [str(fact) for fact in infer(path).facts.values()]


def test_weights_that_lie_at_unforeseen_places() -> None:
    sizes = [(at * 7919) % 500_000 for at in range(40)]
    weights = [piece for at, size in enumerate(sizes) for piece in weight(f"w{at}", size)]
    size = sum(piece if isinstance(piece, int) else len(piece) for piece in weights)
    file = Sparse([b"\x08\x08\x3a" + encode_varint(size), *weights])
    with server(file) as served:
        graph = read_file(served.url).graph
    assert graph is not None
    assert [tensor.dims for tensor in graph.initializers.values()] == [(size,) for size in sizes]
    assert served.bytes_sent < file.size / 4


def test_nodes_in_ever_longer_requests() -> None:
    graph = onnx.GraphProto()
    graph.node.extend(
        onnx.NodeProto(op_type="Relu", input=[f"v{n}"], output=[f"v{n + 1}"]) for n in range(100_000)
    )
    data = onnx.ModelProto(graph=graph).SerializeToString()
    with server(Sparse([data])) as served:
        model = read_file(served.url)
        assert len(served.sent) <= 8
        assert served.bytes_sent == len(data)
    assert model.graph is not None
    assert model.graph.nodes[-1].outputs == ("v100000",)


def test_what_was_read_is_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "_KEPT", 1 << 16)
    file = Sparse([bytes(range(256)) * 20_000])
    with server(file) as served:
        buffer = remote.RemoteBytes(served.url)
        for at in range(0, file.size, 4099):
            assert buffer[at] == at % 256
            assert buffer[at : at + 5000] == file.read(at, min(at + 5000, file.size))
        held = sum(map(len, buffer._blocks.values()))
        assert held <= (1 << 16) + remote._LONGEST + remote._BLOCK
        assert buffer[-10:] == file.read(file.size - 10, file.size)


def test_annotate_to_a_local_file(tmp_path: Path) -> None:
    file = transformer(layers=2, width=400)
    out, expected, local = tmp_path / "out.onnx", tmp_path / "expected.onnx", tmp_path / "m.onnx"
    local.write_bytes(file.read(0, file.size))
    with server(file) as served:
        annotate(served.url, out)
        assert served.bytes_sent < 1.2 * file.size
        with pytest.raises(OSError, match="models are written to local files only"):
            annotate(served.url, served.url)
    annotate(local, expected)
    assert out.read_bytes() == expected.read_bytes()


TEXT = b"<ir_version: 8, opset_import: ['': 17]> g (float[n] x) => (float[n] y) { y = Relu(x) }"


def test_text_formats() -> None:
    with server(Sparse([TEXT.replace(b"'", b'"')])) as served:
        report = lint(served.url.replace(".onnx", ".onnxtxt?key=secret"))
    assert report.ok
    assert report.file == served.url.replace(".onnx", ".onnxtxt?***")


def test_external_data_is_not_looked_for() -> None:
    tensor = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[2], data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="w.bin")
    nodes = [helper.make_node("Identity", ["w"], ["y"])]
    graph = helper.make_graph(
        nodes, "g", [], [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])], [tensor]
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    with server(Sparse([model.SerializeToString()])) as served:
        assert lint(served.url).diagnostics == ()


def small() -> Sparse:
    return transformer(layers=1, width=300)


def test_server_that_sends_whole_files_only(monkeypatch: pytest.MonkeyPatch) -> None:
    file = small()
    for told in (True, False):
        with server(file, ranges=False, told=told) as served:
            assert [d.code for d in lint(served.url).diagnostics] == ["SI208"]
    monkeypatch.setattr(remote, "LARGEST_WHOLE", 1 << 20)
    with server(file, ranges=False) as served, pytest.raises(RemoteError) as caught:
        read_file(served.url)
    reason = "the server sends whole files only, of which 1048576 bytes are read: this one"
    assert caught.value.strerror == f"{reason} has {file.size} bytes"
    with server(file, ranges=False, told=False) as served, pytest.raises(RemoteError) as caught:
        read_file(served.url)
    assert caught.value.strerror == f"{reason} is larger"


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (404, "not found (HTTP status 404)"),
        (403, "access denied (HTTP status 403)"),
        (500, "refused (HTTP status 500)"),
    ],
)
def test_refusals(status: int, reason: str) -> None:
    with server(small(), status=status) as served:
        url = served.url.replace("//", "//me:pass@") + "?sig=abc"
        report = lint(url)
    assert [(d.code, d.message) for d in report.diagnostics] == [("SI001", reason)]
    assert report.file == display_name(url)
    with pytest.raises(RemoteError) as caught:
        read_file(url)
    assert caught.value.filename == served.url.replace("//", "//***@") + "?***"


def failing(error: Exception) -> Callable[[str], object]:
    def look_up(url: str) -> object:
        raise error

    return look_up


class Refusal(Exception):
    """What libraries that are built on requests raise."""

    class response:
        status_code = 403


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConnectionRefusedError(111, "x"), "connection refused"),
        (TimeoutError(), "no answer in time"),
        (FileNotFoundError("s3://me:pass@b/m"), "not found"),
        (Refusal(), "access denied (HTTP status 403)"),
        (PermissionError("s3://me:pass@b/m"), "access denied"),
        (
            ImportError("Install s3fs to access S3"),
            "s3:// needs more packages: pip install 'shapeinfer[remote]'",
        ),
        (
            RuntimeError("no bucket at s3://me:pass@b/m?sig=abc for pass, abc\nmore"),
            "RuntimeError: no bucket at s3://***@b/m?*** for ***, ***",
        ),
    ],
)
def test_failures(error: Exception, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fsspec.core.url_to_fs", failing(error))
    with pytest.raises(RemoteError) as caught:
        read_file("s3://me:pass@b/m?sig=abc")
    assert (caught.value.strerror, caught.value.filename) == (reason, "s3://***@b/m?***")


def test_nobody_listens() -> None:
    with server(small()) as served:
        pass
    with pytest.raises(RemoteError) as caught:
        read_file(served.url)
    assert caught.value.strerror == "connection refused"


def test_no_store_of_that_name() -> None:
    with pytest.raises(RemoteError) as caught:
        read_file("nowhere://b/m.onnx")
    assert caught.value.strerror == "ValueError: Protocol not known: nowhere"


def test_a_file_that_changes_while_it_is_read() -> None:
    file = small()
    with server(file) as served:
        buffer = remote.RemoteBytes(served.url)
        file.size = 1000
        with pytest.raises(RemoteError, match=r"1000 bytes came, needed 4096: the file may have changed"):
            buffer.read(0, 2000)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("https://host/m.onnx", True),
        ("zip://m.onnx::s3://b/a.zip", True),
        ("C://models/m.onnx", False),
        ("models/m.onnx", False),
        ("odd name://m.onnx", False),
        ("://", False),
    ],
)
def test_what_is_a_url(name: str, expected: bool) -> None:
    assert is_url(name) is expected


def test_shown() -> None:
    assert shown("hf://me/model/m.onnx") == "hf://me/model/m.onnx"
    assert shown("zip://m.onnx::https://a:b@host:80/z?k=v#f") == "zip://m.onnx::https://***@host:80/z?***"
    assert shown("https://host/a@b") == "https://host/a@b"


def test_other_stores_than_http() -> None:
    import fsspec

    file = small()
    with fsspec.open("memory://m.onnx", "wb") as out:
        out.write(file.read(0, file.size))
    assert [d.code for d in lint("memory://m.onnx").diagnostics] == ["SI208"]
    assert read_bytes(file.read(0, file.size)).size == read_file("memory://m.onnx").size
