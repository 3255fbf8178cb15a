"""ONNX Runtime in child processes that may die or hang: what it does with a model at each choice of sizes."""

from __future__ import annotations

import os
import pickle
import select
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

# A run may take this long, in seconds; real ones take milliseconds.
PATIENCE = 20.0
# A child is replaced after this many models: after some thousand ONNX Runtime 1.32 refuses whatever it is given.
LIFETIME = 200


class Ran:
    """One run: ``kind`` is "ran", "refused", "died" or "hung". ``values`` are described by name. Of what ran only
    with optimizations, ``reason`` says why it is refused without them."""

    def __init__(self, kind: str, reason: str = "", values: Mapping[str, object] | None = None) -> None:
        self.kind = kind
        self.reason = reason
        self.values = values or {}


class Told:
    """What the runtime does with a model: ``load`` is why it is refused (None: it loads)."""

    def __init__(self, load: str | None, runs: Sequence[Ran], *, died: bool = False) -> None:
        self.load = load
        self.runs = tuple(runs)
        self.died = died  # while loading


class Oracle:
    """One child process, started anew when it is gone. Use it in a ``with`` statement."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._asked = 0

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def ask(self, model: bytes, feeds: Sequence[Mapping[str, object]]) -> Told:
        """Load the model, and run it with each of ``feeds``."""
        runs: list[Ran] = []
        load: str | None = None
        while True:  # once more for the runs after one that killed the child
            self._send(pickle.dumps((model, list(feeds[len(runs) :]))))
            answer, reason = self._answers()
            if answer[0] in ("died", "hung"):
                return Told(reason, []) if reason else Told(f"the process {answer[0]}", [], died=True)
            if answer[0] == "load":
                load = str(answer[1])
                break
            refused_plain = reason
            gone = False
            while len(runs) < len(feeds) and not gone:
                answer, reason = self._answers()
                gone = answer[0] in ("died", "hung")
                if answer[0] == "ran":
                    assert isinstance(answer[1], dict)
                    runs.append(Ran("ran", refused_plain or reason, answer[1]))
                elif gone and reason:
                    runs.append(Ran("refused", reason))
                else:
                    runs.append(Ran(str(answer[0]), str(answer[1])))
            if len(runs) == len(feeds):
                break
        return Told(load, runs)

    def _answers(self) -> tuple[tuple[object, ...], str]:
        """The next answer, and why it was refused without optimizations, if it was."""
        answer = self._answer()
        if answer[0] != "again":
            return answer, ""
        return self._answer(), str(answer[1])

    def _send(self, question: bytes) -> None:
        if self._child is None or self._asked >= LIFETIME:
            self._start()
        self._asked += 1
        child = self._child
        assert child is not None and child.stdin is not None
        try:
            child.stdin.write(struct.pack("<I", len(question)) + question)
            child.stdin.flush()
        except BrokenPipeError:
            pass  # the answer says that it died

    def _answer(self) -> tuple[object, ...]:
        child = self._child
        assert child is not None and child.stdout is not None
        head = self._read(4)
        data = self._read(struct.unpack("<I", head)[0]) if isinstance(head, bytes) else head
        if isinstance(data, bytes):
            answer: tuple[object, ...] = pickle.loads(data)
            return answer
        self._end()
        code = child.returncode
        return (data, f"the process {data} ({code})")

    def _read(self, count: int) -> bytes | str:
        """So many bytes; "died" or "hung" if they do not come."""
        assert self._child is not None and self._child.stdout is not None
        pipe = self._child.stdout.fileno()
        found = b""
        while len(found) < count:
            ready, _, _ = select.select([pipe], [], [], PATIENCE)
            if not ready:
                return "hung"
            more = os.read(pipe, count - len(found))
            if not more:
                return "died"
            found += more
        return found

    def _start(self) -> None:
        self._end()
        worker = Path(__file__).with_name("worker.py")
        self._child = subprocess.Popen(
            [sys.executable, str(worker)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._asked = 0
        assert self._answer() == ("ready",)

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.communicate()
