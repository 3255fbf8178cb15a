"""Drop-in replacements for ``onnx.shape_inference``: the same signatures, more shapes."""

from __future__ import annotations

import os

from shapeinfer.contracts.contract import contract_of
from shapeinfer.engine.engine import Engine
from shapeinfer.engine.place import place_text
from shapeinfer.engine.run import Placed, Run, severity_of
from shapeinfer.jobs.value_info import Annotation
from shapeinfer.model.read import DamagedModel, read_file, read_proto
from shapeinfer.model.write import annotate_proto, splice

TYPE_CHECKING = False
if TYPE_CHECKING:
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

    if isinstance(model, bytes):
        proto = onnx.ModelProto()
        proto.ParseFromString(model)
    elif isinstance(model, onnx.ModelProto):
        proto = model
    else:
        raise TypeError(
            f"infer_shapes takes a ModelProto or bytes, not {type(model).__name__}; "
            "infer_shapes_path takes a path"
        )
    try:
        read = read_proto(proto)
    except DamagedModel as error:
        if strict_mode:
            raise _error([str(error)]) from error
        copy = onnx.ModelProto()
        copy.CopyFrom(proto)
        return copy
    run = Engine(read, defaults=True).run()
    _raise_if(run, check_type=check_type, strict_mode=strict_mode)
    found = Annotation(run, contract_of(run).rewriter())
    return annotate_proto(proto, read, found.values, found.outputs, found.inputs, found.bodies)


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
    found = Annotation(run, contract_of(run).rewriter())
    splice(read, output_path or model_path, found.values, found.outputs, found.inputs, found.bodies)


def _raise_if(run: Run, *, check_type: bool, strict_mode: bool) -> None:
    if not (check_type or strict_mode):
        return
    # Here nodes that no output needs count too, and declarations in value_info are trusted.
    found = [Placed(p.item, p.place, guarded=p.guarded) for p in run.findings]
    errors = [
        f"{p.item.code.id} at {place_text(p.place)}: {p.item.text()}"
        for p in found
        if severity_of(p, frozenset()) == "error"
        and (check_type if p.item.code.id[:3] == "SI1" else strict_mode)
    ]
    if errors:
        raise _error(errors)


def _error(errors: list[str]) -> Exception:
    from onnx.shape_inference import InferenceError

    class ShapeInferError(InferenceError):
        """All errors of one model."""

    return ShapeInferError("\n".join(errors))
