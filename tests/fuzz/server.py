"""A loopback server that misbehaves in every way that a client must survive; the path says how."""

from __future__ import annotations

import gzip
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

SIZE = 3_000_000
_HEAD = f"HTTP/1.1 200 OK\r\nContent-Length: {SIZE}\r\nAccept-Ranges: bytes\r\n\r\n"
# The secret of a redirect's target: it may not be printed.
SECRET = "hunter2"


def _send(connection: socket.socket, *parts: str | bytes) -> None:
    for part in parts:
        connection.sendall(part.encode() if isinstance(part, str) else part)


def _partial(length: int, extra: str = "") -> str:
    return (
        f"HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-{length - 1}/{SIZE}\r\n"
        f"Content-Length: {length}\r\n{extra}\r\n"
    )


def _compressed(connection: socket.socket, is_head: bool, length: int) -> None:
    body = b"" if is_head else gzip.compress(bytes(64 << 20))
    head = _HEAD if is_head else _partial(len(body), "Content-Encoding: gzip\r\n")
    _send(connection, head, body)


def _continues(connection: socket.socket, is_head: bool, length: int) -> None:
    for _ in range(200_000):
        _send(connection, "HTTP/1.1 100 Continue\r\n\r\n")


def _slow_headers(connection: socket.socket, is_head: bool, length: int) -> None:
    _send(connection, "HTTP/1.1 200 OK\r\n")
    for number in range(1_000):
        _send(connection, f"X-{number}: y\r\n")
        time.sleep(0.2)


def _resets(connection: socket.socket, is_head: bool, length: int) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")


def _too_much(connection: socket.socket, is_head: bool, length: int) -> None:
    _send(connection, _HEAD if is_head else _partial(1 << 33))
    for _ in range(0 if is_head else 4_096):
        _send(connection, bytes(1 << 20))


def _too_little(connection: socket.socket, is_head: bool, length: int) -> None:
    _send(connection, _HEAD if is_head else _partial(length), b"" if is_head else bytes(10))


def _redirects(connection: socket.socket, is_head: bool, length: int) -> None:
    _send(
        connection,
        f"HTTP/1.1 302 Found\r\nLocation: http://user:{SECRET}@127.0.0.1:1/x?key={SECRET}#{SECRET}\r\n",
        "Content-Length: 0\r\n\r\n",
    )


def _redirects_to_file(connection: socket.socket, is_head: bool, length: int) -> None:
    _send(connection, "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n")


def _redirects_in_a_circle(connection: socket.socket, is_head: bool, length: int) -> None:
    _send(
        connection,
        "HTTP/1.1 302 Found\r\nLocation: /redirects-in-a-circle/m.onnx\r\nContent-Length: 0\r\n\r\n",
    )


def _garbage(connection: socket.socket, is_head: bool, length: int) -> None:
    _send(connection, bytes(range(256)) * 64)


def _long_header(connection: socket.socket, is_head: bool, length: int) -> None:
    _send(connection, "HTTP/1.1 200 OK\r\nX: " + "y" * (64 << 20))


def _refuses(connection: socket.socket, is_head: bool, length: int) -> None:
    _send(connection, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")


def _zeros(connection: socket.socket, is_head: bool, length: int) -> None:
    _send(connection, _HEAD if is_head else _partial(length), b"" if is_head else bytes(length))


BEHAVIOURS: dict[str, Callable[[socket.socket, bool, int], None]] = {
    "compressed": _compressed,
    "continues": _continues,
    "slow-headers": _slow_headers,
    "resets": _resets,
    "too-much": _too_much,
    "too-little": _too_little,
    "redirects": _redirects,
    "redirects-to-file": _redirects_to_file,
    "redirects-in-a-circle": _redirects_in_a_circle,
    "garbage": _garbage,
    "long-header": _long_header,
    "refuses": _refuses,
    "zeros": _zeros,
}


@contextmanager
def hostile_server() -> Iterator[str]:
    """The address of a running server, ``http://127.0.0.1:port``."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.2)
    stopped = threading.Event()

    def serve() -> None:
        while not stopped.is_set():
            with suppress(TimeoutError, OSError):
                connection, _ = listener.accept()
                threading.Thread(target=_answer, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        stopped.set()
        thread.join()
        listener.close()


def _answer(connection: socket.socket) -> None:
    with connection, suppress(OSError):
        connection.settimeout(20)
        request = b""
        while b"\r\n\r\n" not in request:
            piece = connection.recv(65536)
            if not piece:
                return
            request += piece
        words = request.split(b"\r\n", 1)[0].decode("latin-1").split()
        behaviour = BEHAVIOURS.get(words[1].strip("/").partition("/")[0])
        length = 65536
        for line in request.decode("latin-1").split("\r\n"):
            if line.lower().startswith("range: bytes="):
                first, _, last = line.partition("=")[2].partition("-")
                length = int(last) - int(first) + 1
        if behaviour is not None:
            behaviour(connection, words[0] == "HEAD", length)
