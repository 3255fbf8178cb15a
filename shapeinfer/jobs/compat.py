"""Drop-in replacements for ``onnx.shape_inference``: the same signatures, more shapes."""

from __future__ import annotations

import os
from _thread import allocate_lock  # threading.Lock, without the rest of threading

from shapeinfer.contracts.remembered import rewriter_of
from shapeinfer.engine.engine import Engine
from shapeinfer.engine.place import place_text
from shapeinfer.engine.run import Placed, Run, severity_of
from shapeinfer.jobs.annotation.value_info import Annotation
from shapeinfer.model.read import DamagedModel, light_bytes, read_file, read_light
from shapeinfer.model.write import annotate_proto, splice, splice_bytes
from shapeinfer.rule import decorator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import onnx


def infer_shapes(
    model: onnx.ModelProto | bytes,
    check_type: bool = False,
    strict_mode: bool = False,
    data_prop: bool = False,
) -> onnx.ModelProto:
    """A copy of the model with value_info and graph.output filled in.

    ``data_prop`` is accepted and always on. Initializers that are also inputs are assumed to have
    their stored values. By default nothing is raised for a bad model: whatever could be inferred is
    returned. ``check_type`` raises all type errors and ``strict_mode`` all others, together, as
    :class:`onnx.shape_inference.InferenceError`, including those at nodes that no output needs and those that
    follow from declarations in value_info. Raises TypeError for anything that is neither a ModelProto nor
    bytes.
    """
    import onnx

    sizes: dict[str, int] = {}
    if isinstance(model, bytes):
        data = model
    elif isinstance(model, onnx.ModelProto):
        data, sizes = light_bytes(model)
    else:
        raise TypeError(
            f"infer_shapes takes a ModelProto or bytes, not {type(model).__name__}; "
            "infer_shapes_path takes a path"
        )
    known = None if check_type or strict_mode or sizes else _last.find(data)
    if known is not None:
        return _parsed(known)
    try:
        read = read_light(data, sizes)
    except DamagedModel as error:
        if strict_mode:
            raise _error([str(error)]) from error
        return _parsed(data)
    engine = Engine(read, defaults=True)
    run = engine.run()
    _raise_if(run, check_type=check_type, strict_mode=strict_mode)
    found = Annotation(run, rewriter_of(run))
    if sizes and isinstance(model, onnx.ModelProto):
        return annotate_proto(model, read, found.values, found.outputs, found.inputs, found.bodies)
    # To parse a model is much quicker than to copy one.
    made = splice_bytes(read, found.values, found.outputs, found.inputs, found.bodies)
    if not engine.operators.asked_others:
        _last.keep(data, made)
    return _parsed(made)


def _parsed(data: bytes) -> onnx.ModelProto:
    """Raises what protobuf raises."""
    import onnx

    proto = onnx.ModelProto()
    proto.ParseFromString(data)
    return proto


class _Answers:
    """The answers to the last calls, by what was asked, up to so many bytes: tools that work on a model ask
    after each pass, and a pass often changes nothing."""

    __slots__ = ("answers", "held", "lock", "most", "revision")

    def __init__(self, most: int) -> None:
        self.answers: dict[bytes, bytes] = {}
        self.held = 0
        self.most = most
        self.revision = decorator.revision[0]
        # Programs call from several threads.
        self.lock = allocate_lock()

    def find(self, asked: bytes) -> bytes | None:
        """The answer to this, unless rules were added since."""
        if len(asked) > self.most // 4 or self.revision != decorator.revision[0]:
            return None  # a large model is not even hashed
        return self.answers.get(asked)

    def keep(self, asked: bytes, answer: bytes) -> None:
        """Keep an answer, and drop the oldest ones."""
        size = len(asked) + len(answer)
        if size > self.most // 4:
            return
        with self.lock:
            if self.revision != decorator.revision[0]:
                self.answers.clear()
                self.held, self.revision = 0, decorator.revision[0]
            if asked in self.answers:
                return
            self.answers[asked] = answer
            self.held += size
            while self.held > self.most:
                oldest = next(iter(self.answers))
                self.held -= len(oldest) + len(self.answers.pop(oldest))


_last = _Answers(16 << 20)


def infer_shapes_path(
    model_path: str | os.PathLike[str],
    output_path: str | os.PathLike[str] = "",
    check_type: bool = False,
    strict_mode: bool = False,
    data_prop: bool = False,
) -> None:
    """As :func:`infer_shapes`, from a file into a file (the same one if ``output_path`` is empty).

    Weights are neither read nor changed. Raises OSError, and ValueError if the file is not a model.
    """
    read = read_file(model_path)
    run = Engine(read, defaults=True).run()
    _raise_if(run, check_type=check_type, strict_mode=strict_mode)
    found = Annotation(run, rewriter_of(run))
    splice(read, output_path or model_path, found.values, found.outputs, found.inputs, found.bodies)


def _raise_if(run: Run, *, check_type: bool, strict_mode: bool) -> None:
    if not (check_type or strict_mode):
        return
    # Here nodes that no output needs count too, and declarations in value_info are trusted.
    found = [Placed(p.item, p.place, guarded=p.guarded) for p in run.findings]
    errors = [
        f"{p.item.code.id} at {place_text(p.place)}: {p.item.text()}"
        for p in found
        if severity_of(p) == "error" and (check_type if p.item.code.id[:3] == "SI1" else strict_mode)
    ]
    if errors:
        raise _error(errors)


def _error(errors: list[str]) -> Exception:
    from onnx.shape_inference import InferenceError

    class ShapeInferError(InferenceError):
        """All errors of one model."""

    return ShapeInferError("\n".join(errors))


def infer_node_outputs(
    schema: onnx.defs.OpSchema,
    node: onnx.NodeProto,
    input_types: Mapping[str, onnx.TypeProto],
    input_data: Mapping[str, onnx.TensorProto] | None = None,
    input_sparse_data: Mapping[str, onnx.SparseTensorProto] | None = None,
    opset_imports: Sequence[onnx.OperatorSetIdProto] | None = None,
    ir_version: int = 10,
) -> dict[str, onnx.TypeProto]:
    """The types of one node's outputs by name, given those of its inputs; unknown types are left out.

    Raises :class:`onnx.shape_inference.InferenceError` for a node that no run can get past.
    """
    import onnx

    graph = onnx.GraphProto(name="node", node=[node])
    stored = dict(input_data or {})
    for name in dict.fromkeys(name for name in node.input if name):
        if name in stored:
            tensor = graph.initializer.add()
            tensor.CopyFrom(stored[name])
            tensor.name = name
        elif name in input_types:
            graph.input.add(name=name).type.CopyFrom(input_types[name])
    for name, sparse in (input_sparse_data or {}).items():
        kept = graph.sparse_initializer.add()
        kept.CopyFrom(sparse)
        kept.values.name = name
    graph.output.extend(onnx.ValueInfoProto(name=name) for name in node.output if name)
    imports = opset_imports or [onnx.OperatorSetIdProto(domain=schema.domain, version=schema.since_version)]
    model = onnx.ModelProto(ir_version=ir_version, graph=graph, opset_import=imports)
    made = infer_shapes(model, check_type=True, strict_mode=True)
    return {value.name: value.type for value in made.graph.output if value.HasField("type")}


def infer_function_output_types(
    function: onnx.FunctionProto,
    input_types: Sequence[onnx.TypeProto],
    attributes: Sequence[onnx.AttributeProto],
) -> list[onnx.TypeProto]:
    """The types of a function's outputs, given those of its inputs and its attributes; an empty TypeProto
    for one that is unknown.

    Raises :class:`onnx.shape_inference.InferenceError` for a call that no run can get past.
    """
    import onnx

    domain = function.domain or "shapeinfer.function"
    copy = onnx.FunctionProto()
    copy.CopyFrom(function)
    copy.domain = domain
    node = onnx.NodeProto(
        op_type=function.name, domain=domain, overload=function.overload,
        input=list(function.input)[: len(input_types)], output=list(function.output), attribute=attributes,
    )  # fmt: skip
    graph = onnx.GraphProto(name="call", node=[node])
    for name, type_ in zip(function.input, input_types, strict=False):
        graph.input.add(name=name).type.CopyFrom(type_)
    graph.output.extend(onnx.ValueInfoProto(name=name) for name in function.output)
    imports = [*function.opset_import, onnx.OperatorSetIdProto(domain=domain, version=1)]
    model = onnx.ModelProto(ir_version=10, graph=graph, functions=[copy], opset_import=imports)
    made = infer_shapes(model, check_type=True, strict_mode=True)
    return [value.type for value in made.graph.output]
