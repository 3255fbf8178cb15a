"""The accepted forms of a model."""

from __future__ import annotations

import os

from shapeinfer.model.read import light_bytes, read_bytes, read_file, read_proto
from shapeinfer.model.structure import Model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Protocol

    import onnx

    from shapeinfer.jobs.edited.ir import IrSnapshot
    from shapeinfer.model.protobuf.snapshot import Snapshot

    class _Readable(Protocol):
        def read(self) -> bytes: ...

    class _Exported(Protocol):
        """torch's ONNXProgram, or any other object that has a ``model_proto``."""

        @property
        def model_proto(self) -> onnx.ModelProto: ...

    class IrModel(Protocol):
        """An ``onnx_ir.Model``, which its own package converts to a ModelProto."""

        @property
        def opset_imports(self) -> Mapping[str, int]: ...

    Source = str | os.PathLike[str] | bytes | onnx.ModelProto | Model | _Readable | _Exported | IrModel

# How many names a message lists.
_MOST_LISTED = 8
_TAKEN = (
    "a path, a URL, bytes, a binary file object, an onnx.ModelProto, an onnx_ir.Model or torch's ONNXProgram"
)


def load(source: Source) -> Model:
    """A model from a path, a URL, serialised bytes, a binary file object, a ModelProto, an
    ``onnx_ir.Model`` or an ``ONNXProgram``; a Model is returned as it is.

    Raises OSError if a file can't be read, :class:`shapeinfer.DamagedModel` (a ValueError) if it is not a
    model, and TypeError for objects of another type.
    """
    if isinstance(source, Model):
        return source
    if isinstance(source, (bytes, bytearray, memoryview)):
        return read_bytes(source)
    if isinstance(source, (str, os.PathLike)):
        return read_file(source)
    if hasattr(source, "SerializeToString"):
        return _read_message(source)
    if _is_ir(source):
        import onnx_ir

        return read_proto(onnx_ir.to_proto(source))  # type: ignore[arg-type,unused-ignore]  # asked by name
    if hasattr(source, "model_proto"):
        return read_proto(source.model_proto)
    if hasattr(source, "read"):
        content = source.read()
        if isinstance(content, bytes):
            return read_bytes(content)
        raise TypeError(
            f"the file object yields {type(content).__name__}, needed bytes: open it with mode 'rb'"
        )
    raise TypeError(f"needed {_TAKEN}, not {type(source).__name__}")


def snapshots_of(
    model: onnx.ModelProto | IrModel,
) -> Callable[[], tuple[Snapshot | IrSnapshot, dict[str, int]]]:
    """What gives a model that is being edited as it is now, and how many bytes of which initializers are left
    out. TypeError for anything that can't be edited."""
    if hasattr(model, "SerializeToString") and type(model).__name__ == "ModelProto":
        return _Edited(model)  # type: ignore[arg-type]  # any implementation of protobuf will do
    if _is_ir(model):
        from shapeinfer.jobs.edited.ir import IrSource

        source = IrSource(model)  # type: ignore[arg-type]  # asked by name
        return lambda: (source.snapshot(), {})
    raise TypeError(f"needed an onnx.ModelProto or an onnx_ir.Model to follow, not {type(model).__name__}")


class _Edited:
    """A ModelProto that is being edited: its weights are measured again only if it has grown."""

    __slots__ = ("model", "most")

    def __init__(self, model: onnx.ModelProto) -> None:
        self.model = model
        self.most = 0

    def __call__(self) -> tuple[Snapshot, dict[str, int]]:
        from shapeinfer.model.protobuf.snapshot import Snapshot  # only sessions need it

        data, sizes = light_bytes(self.model, weigh=not self.most)
        if self.most and len(data) > self.most:
            data, sizes = light_bytes(self.model)
        self.most = 0 if sizes else 2 * len(data)
        return Snapshot(data), sizes


def _is_ir(source: object) -> bool:
    """Whether it is an ``onnx_ir.Model``, asked without importing its package."""
    module = type(source).__module__.partition(".")[0]
    return module in ("onnx_ir", "onnxscript") and type(source).__name__ == "Model"


def _read_message(source: object) -> Model:
    """A protobuf message, which must be a ModelProto."""
    name = type(source).__name__
    if name == "ModelProto":
        return read_proto(source)  # type: ignore[arg-type]  # any implementation of protobuf will do
    if name == "GraphProto":
        raise TypeError("needed a ModelProto, not a GraphProto: use onnx.helper.make_model(graph)")
    raise TypeError(f"needed {_TAKEN}, not a message of the type {name}")


class UnknownName(ValueError):
    """A dim or input that the model does not have. ``nearest`` lists similar names."""

    def __init__(self, kind: str, name: str, known: Sequence[str]) -> None:
        import difflib

        self.nearest = difflib.get_close_matches(name, known, n=3)
        meant = f"; did you mean {' or '.join(map(repr, self.nearest))}?" if self.nearest else ""
        listed = ", ".join(map(repr, known[:_MOST_LISTED])) or "none"
        listed += f" and {len(known) - _MOST_LISTED} more" if len(known) > _MOST_LISTED else ""
        super().__init__(f"the model has no {kind} {name!r}{meant} (it has: {listed})")
