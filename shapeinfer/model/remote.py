"""Models behind a URL: the structure is requested in ranges, the weights are not requested.

fsspec provides access to stores; this module decides which ranges to request. A request
costs a round trip, which is worth some hundred KB, and a weight that is not read costs nothing:

* where nodes lie close together, each request is twice as long as the one before;
* behind a weight that was stepped over, little is asked for, in proportion to the weight;
* layers repeat, and with them the sizes of their weights: where a sequence of steps has begun as one did
  before, the places where its next steps end are asked for at once.
"""

from __future__ import annotations

from shapeinfer.model.protobuf.wire import Chunked
from shapeinfer.model.url import RemoteError, failure, refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol, TypeVar

    Found = TypeVar("Found")

    class _File(Protocol):
        def seek(self, offset: int, /) -> int: ...
        def read(self, size: int, /) -> bytes: ...

    class _FileSystem(Protocol):
        async_impl: bool

        def info(self, path: str, /) -> dict[str, object]: ...
        def open(self, path: str, mode: str, **options: object) -> _File: ...
        def cat_ranges(
            self, paths: list[str], starts: list[int], ends: list[int], *, on_error: str
        ) -> list[bytes]: ...


_BLOCK = 1 << 12  # what is kept is kept in blocks of this size
_FIRST = 1 << 16  # the first request
_LONGEST = 1 << 20  # the longest one, where nodes lie close together
_NEAR = 1 << 17  # a shorter gap is read with the rest: sooner done than another request
_BEHIND_WEIGHT = (1 << 13, 1 << 19)  # the least and the most that is asked for behind one
_SHARE = 64  # one byte is asked for behind a weight for this many bytes of it
_AT_ONCE = 8  # foreseen places that are asked for together
_SLACK = 256  # how far a foreseen place may be off: numbers in names grow longer
_REMEMBERED = 512  # steps over weights
_KEPT = 32 << 20  # bytes; beyond that the oldest are dropped
_COPIED = 16 << 20  # what is asked for at once where everything is wanted

_TRIES = 3
_PAUSE = 0.2  # seconds before the second try, twice as long before each further one
_WHOLE_TIME = 300.0  # seconds that one request may take, unless SHAPEINFER_REMOTE_TIMEOUT says otherwise
_READ_TIME = 30.0  # seconds without a byte
_MOST_INTERIM = 20  # answers such as "100 Continue" before the one that counts

LARGEST_WHOLE = 64 << 20
"""A file on a server that does not support ranges is downloaded up to this size."""


class RemoteBytes(Chunked):
    """A file behind a URL as a buffer."""

    __slots__ = (
        "_ahead", "_blocks", "_held", "_held_at", "_end", "_file", "_fs", "_landed", "_path", "_ranged",
        "_reached", "_steps", "_url",
    )  # fmt: skip

    def __init__(self, url: str) -> None:
        """Finds out how large the file is. RemoteError."""
        self._url = url
        self._fs, self._path, size = _look_up(url)
        self._blocks: dict[int, bytes] = {}
        self._held, self._held_at = b"", 0
        self._ahead = _FIRST // 2
        self._end = 0  # where the last request ended
        self._reached = 0  # where the last window ended
        self._landed = 0  # where the last step over a weight ended
        self._steps: list[int] = []  # from each such place to the next
        self._ranged = False
        try:
            self._file = self._fs.open(self._path, "rb", cache_type="none", size=size)
            if size is None:
                self._held = self._downloaded()
        except RemoteError:
            raise
        except Exception as error:  # each file system raises its own kinds
            raise failure(url, error) from error
        super().__init__(len(self._held) if size is None else size)

    def whole(self) -> bytes:
        """All of it. RemoteError if that is more than LARGEST_WHOLE."""
        if self._size > LARGEST_WHOLE:
            raise self._too_large(f"has {self._size} bytes")
        return self.read(0, self._size)

    def window(self, start: int, length: int) -> bytes:
        """Reads one piece and keeps it, and asks for what is likely to be wanted next."""
        stepped = 0
        if start < self._landed:  # back to the graph, from what follows it
            self._landed = start
        elif start > self._reached + _BLOCK:
            stepped = start - self._landed
            self._steps = [*self._steps[-_REMEMBERED:], stepped]
            self._landed = start
        self._reached = start + length
        if self._is_missing(start, start + length):
            if self._end <= start <= self._end + _NEAR or not stepped:
                self._ahead = min(2 * self._ahead, _LONGEST)
                spans = [(start, start + max(length, self._ahead))]
            else:
                self._ahead = _FIRST // 2
                spans = [(start, start + max(length, _behind(stepped))), *self._foreseen()]
            self._load(spans)
            self._end = spans[0][1]
        return super().window(start, length)

    def read(self, start: int, length: int) -> bytes:
        """``length`` bytes, or as many as there are. RemoteError."""
        stop = min(start + length, self._size)
        if start >= stop:
            return b""
        at = start - self._held_at
        if at >= 0 and stop - self._held_at <= len(self._held):
            return self._held[at : stop - self._held_at]
        if stop - start >= _LONGEST:
            return self._copy(start, stop)
        if self._is_missing(start, stop):
            self._load([(start, stop)])
            return self.read(start, length)  # which may have become a download of all
        blocks = [self._blocks[number] for number in range(start // _BLOCK, -(-stop // _BLOCK))]
        joined = blocks[0] if len(blocks) == 1 else b"".join(blocks)
        return joined[start % _BLOCK : start % _BLOCK + stop - start]

    def _copy(self, start: int, stop: int) -> bytes:
        """A large piece; more after another large piece, because then the file is being copied."""
        follows = start == self._held_at + len(self._held)
        end = min(max(stop, start + _COPIED), self._size) if follows else stop
        piece = self._fetch(start, end)
        if self._is_missing(start, stop):  # or else it has become a download of all
            self._held, self._held_at = piece, start
        return piece[: stop - start]

    def _foreseen(self) -> list[tuple[int, int]]:
        """What is likely to be wanted behind the next weights, if the last two steps were seen before."""
        steps = self._steps
        if not (self._ranged and self._fs.async_impl):  # nothing to be gained, or whole files may come
            return []
        for at in range(len(steps) - 2, 0, -1):
            if abs(steps[at] - steps[-1]) <= _SLACK and abs(steps[at - 1] - steps[-2]) <= _SLACK:
                break
        else:
            return []
        cycle = steps[at + 1 :]
        place = self._landed
        spans: list[tuple[int, int]] = []
        for turn in range(_AT_ONCE):
            step = cycle[turn % len(cycle)]
            place += step
            if place < self._size:
                spans.append((place - _SLACK, place + _behind(step)))
        return spans

    def _is_missing(self, start: int, stop: int) -> bool:
        stop = min(stop, self._size)
        if self._held_at <= start and stop <= self._held_at + len(self._held):
            return False
        numbers = range(start // _BLOCK, -(-stop // _BLOCK))
        return any(number not in self._blocks for number in numbers)

    def _load(self, spans: list[tuple[int, int]]) -> None:
        """Asks for the blocks of each span, all at once."""
        surplus = len(self._blocks) - _KEPT // _BLOCK
        for number in list(self._blocks)[: max(surplus, 0)]:
            del self._blocks[number]
        wanted: list[tuple[int, int]] = []
        for start, stop in spans:
            first, last = start // _BLOCK, -(-min(stop, self._size) // _BLOCK)
            while first < last and first in self._blocks:
                first += 1
            if first < last:
                wanted.append((first * _BLOCK, min(last * _BLOCK, self._size)))
        pieces = [self._fetch(*wanted[0])] if len(wanted) == 1 else self._fetch_all(wanted)
        for (start, _), piece in zip(wanted, pieces, strict=True):
            for at in range(0, len(piece), _BLOCK):
                self._blocks[(start + at) // _BLOCK] = piece[at : at + _BLOCK]

    def _fetch(self, start: int, stop: int) -> bytes:
        """[start, stop), in one request."""
        try:
            piece = _tried(lambda: self._read_once(start, stop))
        except Exception as error:  # each file system raises its own kinds
            if not isinstance(error, ValueError) or not start or self._ranged:
                raise failure(self._url, error) from error
            # fsspec's way of saying that the server sends whole files only
            if self._size > LARGEST_WHOLE:
                raise self._too_large(f"has {self._size} bytes") from error
            self._held, self._held_at = self._fetch(0, self._size), 0
            return self._held[start:stop]
        self._ranged = self._ranged or start > 0
        return self._checked(piece, stop - start)

    def _read_once(self, start: int, stop: int) -> bytes:
        self._file.seek(start)
        return self._file.read(stop - start)

    def _fetch_all(self, spans: list[tuple[int, int]]) -> list[bytes]:
        """Several pieces, in requests that run side by side."""
        starts, stops = [start for start, _ in spans], [stop for _, stop in spans]
        try:
            paths = [self._path] * len(spans)
            pieces = _tried(lambda: self._fs.cat_ranges(paths, starts, stops, on_error="raise"))
        except Exception as error:  # each file system raises its own kinds
            raise failure(self._url, error) from error
        return [self._checked(piece, b - a) for piece, a, b in zip(pieces, starts, stops, strict=True)]

    def _checked(self, piece: bytes, length: int) -> bytes:
        if len(piece) != length:
            raise refusal(self._url, f"{len(piece)} bytes came, needed {length}: the file may have changed")
        return piece

    def _downloaded(self) -> bytes:
        """All that comes from a server that does not say how much there is."""
        pieces: list[bytes] = []
        held = 0
        while piece := self._file.read(_LONGEST):
            pieces.append(piece)
            held += len(piece)
            if held > LARGEST_WHOLE:
                raise self._too_large("is larger")
        return b"".join(pieces)

    def _too_large(self, fact: str) -> RemoteError:
        reason = (
            f"the server sends whole files only, of which {LARGEST_WHOLE} bytes are read: this one {fact}"
        )
        return refusal(self._url, reason)


def _behind(step: int) -> int:
    """How much is asked for behind a weight."""
    least, most = _BEHIND_WEIGHT
    return max(least, min(step // _SHARE, most))


def _tried(ask: Callable[[], Found]) -> Found:
    """The answer, asked for again after a pause where the connection broke."""
    import time

    for attempt in range(_TRIES - 1):
        try:
            return ask()
        except Exception as error:  # each file system raises its own kinds
            if not _is_broken_connection(error):
                raise
        time.sleep(_PAUSE * 2**attempt)
    return ask()


def _is_broken_connection(error: BaseException | None) -> bool:
    """Whether an error says that the other end hung up: then asking again may help."""
    while error is not None:
        if isinstance(error, (ConnectionResetError, BrokenPipeError)):
            return True
        if type(error).__name__ in ("ServerDisconnectedError", "ClientPayloadError"):
            return True
        error = error.__cause__
    return False


def _options(url: str) -> dict[str, object]:
    """What fsspec's file system for http is told, where one is meant: bounds on time and size, and that
    nothing is to be compressed, for ranges of compressed bytes are of no use and unpack to any size."""
    protocols = [part.partition("://")[0] for part in url.split("::")]
    if not any(protocol in ("http", "https") for protocol in protocols):
        return {}
    import os

    import aiohttp

    class Bounded(aiohttp.ClientResponse):
        """An answer that is refused where it is compressed, or longer than what is ever asked for at once, or
        where others come before it without end."""

        async def start(self, connection: aiohttp.connector.Connection) -> aiohttp.ClientResponse:
            protocol = connection.protocol
            assert protocol is not None  # of a connection that was just made
            read, count = protocol.read, 0

            async def counted() -> object:
                nonlocal count
                count += 1
                if count > _MOST_INTERIM:
                    raise ValueError("the server announces an answer again and again, and sends none")
                return await read()

            protocol.read = counted  # type: ignore[method-assign,assignment]  # there is no other way to count
            try:
                return await super().start(connection)
            finally:
                protocol.read = read  # type: ignore[method-assign]

        async def read(self) -> bytes:
            encoding = self.headers.get("Content-Encoding", "identity").strip().lower()
            if encoding not in ("identity", ""):
                raise ValueError(f"the server compresses its answer ({encoding}), which was not asked for")
            pieces: list[bytes] = []
            held = 0
            while piece := await self.content.read(_LONGEST):
                pieces.append(piece)
                held += len(piece)
                if held > LARGEST_WHOLE:
                    raise ValueError("the server sends more than it was asked for")
            return b"".join(pieces)

    try:
        whole = float(os.environ.get("SHAPEINFER_REMOTE_TIMEOUT", _WHOLE_TIME))
    except ValueError:
        whole = _WHOLE_TIME
    limits = aiohttp.ClientTimeout(total=whole, sock_connect=_READ_TIME, sock_read=min(_READ_TIME, whole))
    http = {
        "headers": {"Accept-Encoding": "identity"},
        "client_kwargs": {"timeout": limits, "auto_decompress": False, "response_class": Bounded},
        # Classes are new each time, and so is the file system: nothing is shared between URLs.
        "skip_instance_cache": True,
    }
    if len(protocols) == 1:
        return http
    return {protocol: http for protocol in protocols if protocol in ("http", "https")}


def _look_up(url: str) -> tuple[_FileSystem, str, int | None]:
    """The file system that a URL belongs to, the path in it, and the size of the file if that is told."""
    try:
        from fsspec.core import url_to_fs

        fs: _FileSystem
        fs, path = url_to_fs(url, **_options(url))
        info = _tried(lambda: fs.info(path))
    except Exception as error:  # each file system raises its own kinds
        raise failure(url, error) from error
    if info.get("type") == "directory":
        raise refusal(url, "this is a folder")
    size = info.get("size")
    return fs, path, size if isinstance(size, int) else None
