"""Writes annotated models: value_info is inserted into the file, everything else is copied unchanged.

Protobuf orders fields by number when it writes, so new value_info goes where the field belongs: what
comes out of a file that protobuf wrote is what protobuf would have written.
"""

from __future__ import annotations

import errno
import os

from shapeinfer.model.protobuf import encode, wire
from shapeinfer.model.protobuf.pieces import Piece, Pieced, Span, as_field, joined, size_of
from shapeinfer.model.protobuf.wire import FileBytes, encode_bytes
from shapeinfer.model.read import display_name, is_url, text_format
from shapeinfer.model.structure import Function, Graph, Model, Node
from shapeinfer.model.whole_file import WholeFile, write_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import onnx

    from shapeinfer.model.protobuf.wire import Buffer
    from shapeinfer.model.structure import Value, ValueType

    Values = Sequence[tuple[str, ValueType]]
    Bodies = Mapping[Graph | Function, Values]

LARGEST_MESSAGE = (1 << 31) - 1
"""What protobuf's libraries can read."""

_COPIED_BY_KERNEL = 1 << 16
_WRITTEN_AT_ONCE = 1 << 20
_HOPELESS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

Patch = tuple[int, int, list[Piece]]
"""What replaces [start, stop) of the old file; an insertion where the two are equal."""


class TooLarge(ValueError):
    """The annotated model would cross protobuf's limit of 2 GiB, which the model itself keeps."""

    def __init__(self, size: int) -> None:
        super().__init__(
            f"the annotated model would have {size} bytes, protobuf reads at most {LARGEST_MESSAGE}"
        )
        self.size = size


class ChangedFile(OSError):
    """The model file is no longer the one that was read, so the places found in it mean nothing."""


def splice(
    model: Model,
    out_path: str | os.PathLike[str],
    values: Values = (),
    outputs: Mapping[str, ValueType] | None = None,
    inputs: Mapping[str, ValueType] | None = None,
    bodies: Bodies | None = None,
) -> None:
    """Writes the model with new value_info; ``out_path`` may be the file that it was read from.

    Old value_info of the same names is replaced. ``outputs`` and ``inputs`` give new types to some of
    the graph's; ``bodies`` holds the new value_info of bodies and functions. The file appears whole or
    not at all. A name with the ending of a text format gets that format.
    """
    out_path = os.fspath(out_path)
    if is_url(out_path):
        raise OSError(errno.EINVAL, "models are written to local files only", display_name(out_path))
    write_pieces(
        model.buffer, _model_pieces(model, values, outputs or {}, inputs or {}, bodies or {}), out_path
    )


def write_pieces(buffer: Buffer, pieces: list[Piece], out_path: str) -> None:
    """Writes a model that is put together from pieces of ``buffer``, as ``splice`` does."""
    if isinstance(buffer, Pieced):
        whole = [
            part
            for piece in pieces
            for part in ([piece] if isinstance(piece, bytes) else buffer.part(*piece))
        ]
        buffer, pieces = buffer.base, whole
    form = text_format(out_path)
    if form is not None:
        pieces = [_as_text(joined(buffer, pieces), form)]
    with WholeFile(out_path) as fd:
        _write(fd, buffer, pieces)


def pieces_of(
    model: Model,
    values: Values = (),
    outputs: Mapping[str, ValueType] | None = None,
    inputs: Mapping[str, ValueType] | None = None,
    bodies: Bodies | None = None,
) -> list[Piece]:
    """As ``splice``, in pieces: new bytes, and (start, stop) of the bytes that the model was read from."""
    return _model_pieces(model, values, outputs or {}, inputs or {}, bodies or {})


def splice_bytes(
    model: Model,
    values: Values = (),
    outputs: Mapping[str, ValueType] | None = None,
    inputs: Mapping[str, ValueType] | None = None,
    bodies: Bodies | None = None,
) -> bytes:
    """As ``splice``, into memory."""
    return joined(model.buffer, _model_pieces(model, values, outputs or {}, inputs or {}, bodies or {}))


def annotate_proto(
    proto: onnx.ModelProto,
    model: Model,
    values: Values = (),
    outputs: Mapping[str, ValueType] | None = None,
    inputs: Mapping[str, ValueType] | None = None,
    bodies: Bodies | None = None,
) -> onnx.ModelProto:
    """As ``splice``, into a copy of the ModelProto that ``model`` was read from."""
    copy = type(proto)()
    copy.CopyFrom(proto)
    if copy.HasField("graph"):
        _add_value_info(copy.graph, encode.VALUE_INFO_IN_GRAPH, values)
        for infos, types in ((copy.graph.input, inputs or {}), (copy.graph.output, outputs or {})):
            for info in infos:
                if info.name in types:
                    encoded = encode.retyped(info.SerializeToString(), types[info.name])
                    info.Clear()
                    info.MergeFromString(encoded)
    if bodies and model.graph is not None:
        _annotate_bodies(copy.graph, model.graph, bodies)
    if bodies:
        for function in copy.functions:
            domain = "" if function.domain == "ai.onnx" else function.domain
            read = model.functions[domain, function.name, function.overload]
            _add_value_info(function, encode.VALUE_INFO_IN_FUNCTION, bodies.get(read, ()))
            _annotate_bodies(function, read, bodies)
    return copy


def _annotate_bodies(
    proto: onnx.GraphProto | onnx.FunctionProto, graph: Graph | Function, bodies: Bodies
) -> None:
    for node in graph.nodes:
        if not node.has_bodies:
            continue
        attributes = {attribute.name: attribute for attribute in proto.node[node.index].attribute}
        found: dict[str, list[onnx.GraphProto]] = {}
        for name, body in node.bodies():
            if name not in found:
                attribute = attributes[name]
                found[name] = list(attribute.graphs) if attribute.type == attribute.GRAPHS else [attribute.g]
            target = found[name].pop(0)
            _add_value_info(target, encode.VALUE_INFO_IN_GRAPH, bodies.get(body, ()))
            _annotate_bodies(target, body, bodies)


def _add_value_info(proto: onnx.GraphProto | onnx.FunctionProto, number: int, values: Values) -> None:
    names = {name for name, _ in values}
    for at in range(len(proto.value_info) - 1, -1, -1):
        if proto.value_info[at].name in names:
            del proto.value_info[at]
    proto.MergeFromString(encode.encode_values(number, values))


def _model_pieces(
    model: Model,
    values: Values,
    outputs: Mapping[str, ValueType],
    inputs: Mapping[str, ValueType],
    bodies: Bodies,
) -> list[Piece]:
    """The annotated model. Several pieces of one graph become one: some readers keep only the last."""
    patches: list[Patch] = []
    if model.graph is not None:
        graph = model.graph
        retyped = [
            *_retyped(model.buffer, 11, graph.inputs, inputs),
            *_retyped(model.buffer, 12, graph.outputs, outputs),
        ]
        patches += _graph_patches(model.buffer, graph, 7, values, bodies, retyped)
    for function in model.functions.values():
        inner = _value_info_patches(function, encode.VALUE_INFO_IN_FUNCTION, bodies.get(function, ()))
        inner += _node_patches(model.buffer, function.nodes, bodies)
        if inner:
            at, start, stop = function.span
            patches.append((at, stop, as_field(25, _edited([(start, stop)], inner))))
    if not model.complete:
        raise ValueError("a model whose weights were left out can't be written: use annotate_proto")
    pieces = _edited([(0, model.size)], patches)
    size = size_of(pieces)
    if size > LARGEST_MESSAGE >= model.size:
        raise TooLarge(size)
    return pieces


def _graph_patches(
    buffer: Buffer, graph: Graph, number: int, values: Values, bodies: Bodies, more: list[Patch]
) -> list[Patch]:
    """Patches of the fields that hold a graph; none if nothing in it changes."""
    inner = _value_info_patches(graph, encode.VALUE_INFO_IN_GRAPH, values)
    inner += more
    inner += _node_patches(buffer, graph.nodes, bodies)
    if not inner:
        return []
    whole = _edited([(start, stop) for _, start, stop in graph.spans], inner)
    (at, _, stop), *others = graph.spans
    return [(at, stop, as_field(number, whole)), *((at, stop, []) for at, _, stop in others)]


def _value_info_patches(owner: Graph | Function, number: int, values: Values) -> list[Patch]:
    if not values:
        return []
    names = {name for name, _ in values} if owner.value_info_spans else ()
    cuts: list[Patch] = [(at, stop, []) for name, at, stop in owner.value_info_spans if name in names]
    return [*cuts, (owner.insert_at, owner.insert_at, [encode.encode_values(number, values)])]


def _retyped(
    buffer: Buffer, number: int, declared: Iterable[Value], types: Mapping[str, ValueType]
) -> list[Patch]:
    patches: list[Patch] = []
    for value in declared:
        if value.name in types:
            _, start, stop = wire.field(buffer, value.start, value.end, 0, wire.MAX_DEPTH)
            encoded = encode.retyped(buffer[start:stop], types[value.name])
            patches.append((value.start, value.end, [encode_bytes(number, encoded)]))
    return patches


def _node_patches(buffer: Buffer, nodes: Iterable[Node], bodies: Bodies) -> list[Patch]:
    """Patches of the nodes in whose bodies something changes."""
    patches: list[Patch] = []
    for node in nodes if bodies else ():
        if not node.has_bodies:
            continue
        changed: list[Patch] = []
        for name, body in node.bodies():
            number = 6 if node.attributes[name].value is body else 11
            changed += _graph_patches(buffer, body, number, bodies.get(body, ()), bodies, [])
        if changed:
            patches.append((node.start, node.end, _node_pieces(buffer, node, sorted(changed, key=_place))))
    return patches


def _node_pieces(buffer: Buffer, node: Node, changed: list[Patch]) -> list[Piece]:
    """The node with ``changed`` parts inside its attributes, whose lengths change too."""
    _, start, stop = wire.field(buffer, node.start, node.end, 0, wire.MAX_DEPTH)
    patches: list[Patch] = []
    at = start
    for tag, first, last in wire.fields(buffer, start, stop, 0, wire.MAX_DEPTH):
        inside = [patch for patch in changed if at < patch[0] < last]
        if tag == 0x2A and inside:
            patches.append((at, last, as_field(5, _edited([(first, last)], inside))))
        at = last
    number = wire.varint(buffer, node.start, node.end, 0)[0] >> 3  # 1 in a graph, 7 in a function
    return as_field(number, _edited([(start, stop)], patches))


def _place(patch: Patch) -> Span:
    return patch[0], patch[1]


def _edited(spans: list[Span], patches: list[Patch]) -> list[Piece]:
    """The ``spans`` of the old file, one after the other, with the patches in them applied."""
    pieces: list[Piece] = []
    waiting = sorted(patches, key=_place, reverse=True)
    for pos, stop in spans:
        while waiting and pos <= waiting[-1][0] <= stop:
            first, last, new = waiting.pop()
            if first > pos:
                pieces.append((pos, first))
            pieces += new
            pos = last
        if pos < stop:
            pieces.append((pos, stop))
    return pieces


def _as_text(encoded: bytes, form: str) -> bytes:
    import onnx

    serializer = onnx.serialization.registry.get(form)
    return bytes(serializer.serialize_proto(onnx.ModelProto.FromString(encoded)))


def _write(fd: int, buffer: Buffer, pieces: list[Piece]) -> None:
    """Writes all pieces."""
    if isinstance(buffer, FileBytes) and buffer.has_changed():
        raise ChangedFile("the model file changed after it was read")
    waiting: list[bytes] = []
    held = 0
    for piece in pieces:
        large = not isinstance(piece, bytes) and piece[1] - piece[0] > _COPIED_BY_KERNEL
        if large or held > _WRITTEN_AT_ONCE:
            write_all(fd, b"".join(waiting))
            waiting, held = [], 0
        if large:
            _write_large(fd, buffer, int(piece[0]), int(piece[1]))
        else:
            waiting.append(piece if isinstance(piece, bytes) else buffer[piece[0] : piece[1]])
            held += len(waiting[-1])
    write_all(fd, b"".join(waiting))


def _write_large(fd: int, buffer: Buffer, start: int, stop: int) -> None:
    """Writes [start, stop) of the old file."""
    if isinstance(buffer, FileBytes):
        start = _copy(buffer.fd, fd, start, stop)
    while start < stop:
        end = min(start + _WRITTEN_AT_ONCE, stop)
        piece = buffer[start:end]
        if len(piece) < end - start:
            raise ChangedFile("the model file was cut short while it was copied")
        write_all(fd, piece)
        start = end


def _copy(source: int, target: int, start: int, stop: int) -> int:
    """Lets the kernel copy [start, stop); how far it came, for not every file system can."""
    for kernel in ("copy_file_range", "sendfile"):
        try:
            while start < stop and hasattr(os, kernel):
                if kernel == "sendfile":
                    copied = os.sendfile(target, source, start, stop - start)
                else:
                    copied = os.copy_file_range(source, target, stop - start, start)
                if not copied:
                    break
                start += copied
        except OSError as error:
            if error.errno in _HOPELESS:
                raise
    return start
