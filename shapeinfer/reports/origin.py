"""Finds the source line of a node in the user's program, if the exporter stored it in the model."""

from __future__ import annotations

import re

from shapeinfer.model.structure import Node, silent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Exporters' keys for a Python stack trace in a node's metadata_props.
_TRACES = ("pkg.torch.onnx.stack_trace", "pkg.onnxscript.stack_trace", "stack_trace")
_NAMESPACE = "namespace"

# Python's own form, the innermost frame last, each followed by its line of code.
_PYTHON = re.compile(r'File "([^"\n]+)", line (\d+), in (\S+)(?:\n[ \t]+([^\n]+))?')
# torch's form in doc_string, the innermost frame first.
_TORCH = re.compile(r"^([^\n()]+\.py)\((\d+)\): (\S+)$", re.MULTILINE)

# What either form contains.
_SIGNS = (b'File "', b".py(")

# Frames of the exporter and the framework, not of the user.
_FRAMEWORK = re.compile(r"(?:^|-packages[/\\])(?:torch|onnxscript|functorch)[/\\]|^<")
_INSTALLED = re.compile(r"[/\\](?:site|dist)-packages[/\\]|^(?:site|dist)-packages[/\\]")

# The most characters of a trace that are read.
_LONGEST = 1 << 16


class Frame:
    """One line of a stack trace; ``code`` is "" if the trace has none."""

    __slots__ = ("code", "file", "function", "line")

    def __init__(self, file: str, line: str, function: str, code: str = "") -> None:
        self.file = file
        self.line = line
        self.function = function
        self.code = code

    def __str__(self) -> str:
        return f"{self.file}:{self.line} in {self.function}" + (f": {self.code}" if self.code else "")


def source_frame(node: Node) -> Frame | None:
    """The frame that created the node: the innermost of the user's code, else of libraries on top of the
    framework, else of all. None if the exporter stored no trace."""
    if not node.may_say(*_SIGNS):
        return None
    doc_string, metadata = node.notes()
    trace = next((metadata[key] for key in _TRACES if metadata.get(key)), "") or doc_string
    if not trace:
        return None
    trace = trace[:_LONGEST]
    frames = [Frame(*found) for found in _PYTHON.findall(trace)][::-1]
    frames = frames or [Frame(*found) for found in _TORCH.findall(trace)]
    above = [f for f in frames if not _FRAMEWORK.search(f.file)]
    own = [f for f in above if not _INSTALLED.search(f.file)]
    return next(iter(own or above or frames), None)


def source_line(node: Node) -> str | None:
    """The same as text: ``model.py:12 in forward: return a @ b``."""
    frame = source_frame(node)
    return None if frame is None else str(frame)


class SourceLines:
    """What ``source_line`` finds, read once for each node of a model: a node may have many inputs, whose
    names stand before its notes, and state many clauses."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[int, str | None] = {}

    def look_through(self, nodes: Sequence[Node]) -> list[Node]:
        """Many nodes that have none, found out at once."""
        found = silent(nodes, *_SIGNS)
        self._found.update(dict.fromkeys(map(id, found)))
        return found

    def __call__(self, node: Node) -> str | None:
        key = id(node)
        if key in self._found:
            return self._found[key]
        found = self._found[key] = source_line(node)
        return found


def module_of(node: Node) -> str | None:
    """The module of the user's program that the node belongs to: ``encoder.0.attn (bert.Attention)``."""
    # The way from the root, as "name: class" between slashes; the last step is the operator.
    steps = node.metadata().get(_NAMESPACE, "").split("/")[:-1]
    name, _, kind = (steps[-1] if steps else "").partition(": ")
    return f"{name} ({kind})" if name and kind else name or None
