"""The engine in the browser: runs in a worker, and is called by worker.js."""

from __future__ import annotations

import json

import shapeinfer
from shapeinfer.jobs.infer import infer
from shapeinfer.page.html import page
from shapeinfer.reporting import report_data


class Dropped(shapeinfer.Chunked):
    """A file that was dropped, read by ranges."""

    __slots__ = ("_slice", "asked")

    def __init__(self, slice_, size):
        super().__init__(size)
        self._slice = slice_
        self.asked = 0

    def read(self, start, length):
        stop = min(start + length, self._size)
        if start >= stop:
            return b""
        self.asked += stop - start
        return self._slice(start, stop).to_bytes()


_open: list = []


def open_model(slice_, size, name, beside):
    """Read a model and return its page; ``beside`` is JSON: the sizes of the other files by name."""
    buffer = Dropped(slice_, size)
    model = shapeinfer.read_buffer(buffer, name, json.loads(beside))
    _open[:] = [model]
    html = page(report_data(model))
    nodes = 0 if model.graph is None else len(model.graph.nodes)
    return json.dumps({"html": html, "asked": buffer.asked, "nodes": nodes})


def check(sizes):
    """What the engine answers for these sizes."""
    known = {name: size for name, size in json.loads(sizes).items() if not name.startswith("?")}
    try:
        report = shapeinfer.check(_open[0], known)
    except (shapeinfer.UnknownName, ValueError) as error:
        return json.dumps({"ok": False, "text": str(error)})
    if report.ok:
        rest = f" Not known before a run: {'; '.join(report.obligations[:3])}." if report.obligations else ""
        return json.dumps({"ok": True, "text": f"The engine does not refuse these sizes.{rest}"})
    first = report.diagnostics[0]
    why = f"{first.code} at {first.location.path}: {first.message}"
    return json.dumps({"ok": False, "text": f"The engine refuses these sizes: {why}"})


def annotated():
    """The annotated model in pieces: bytes, and (start, stop) of the file."""
    return shapeinfer.annotated_pieces(infer(_open[0]))
