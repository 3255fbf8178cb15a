"""Models to load in many releases: weights filled in, onnx's node tests, all of these with other types."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

import ml_dtypes
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.backend.test.case import node as node_cases

# Every release that is asked reads this IR version, so that more than the version is tested.
COMMON_IR_VERSION = 8
_OTHER_TYPES = {"f16": TensorProto.FLOAT16, "f64": TensorProto.DOUBLE, "bf16": TensorProto.BFLOAT16}
_NUMPY: dict[int, np.dtype] = {
    TensorProto.FLOAT16: np.dtype(np.float16),
    TensorProto.DOUBLE: np.dtype(np.float64),
    TensorProto.BFLOAT16: np.dtype(ml_dtypes.bfloat16),
}
# Attributes that say which type comes out.
_TYPE_ATTRIBUTES = ("to", "dtype", "output_datatype")


def filled(folder: Path) -> Iterator[tuple[str, onnx.ModelProto]]:
    """The models of a folder, with something in place of weights that lie in files that are not there."""
    for path in sorted(folder.glob("*.onnx")):
        model = onnx.load(str(path), load_external_data=False)
        for tensor in _tensors(model):
            if tensor.data_location == TensorProto.EXTERNAL:
                _fill(tensor)
        yield path.stem, model


def node_tests() -> Iterator[tuple[str, onnx.ModelProto]]:
    """The backend tests of the installed onnx, at an IR version that all releases read: those that it makes
    for each operator, and those that it ships as files."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some cases divide by zero on purpose
        cases = node_cases.collect_testcases(None)
    made = [(case.name, case.model) for case in cases if case.model is not None]
    data = Path(onnx.__file__).parent / "backend" / "test" / "data"
    made += [(path.parent.name, onnx.load(str(path))) for path in sorted(data.glob("*/*/model.onnx"))]
    seen = set()
    for name, model in made:
        model.ir_version = COMMON_IR_VERSION
        digest = hashlib.sha256(model.SerializeToString()).digest()
        if digest not in seen:
            seen.add(digest)
            yield name, model


def retyped(models: Iterable[tuple[str, onnx.ModelProto]]) -> Iterator[tuple[str, onnx.ModelProto]]:
    """Each model three times, with all its float32 turned into another type. Many come out ill-typed."""
    for name, model in models:
        for suffix, elem_type in _OTHER_TYPES.items():
            changed = onnx.ModelProto()
            changed.CopyFrom(model)
            changed.ir_version = min(model.ir_version, COMMON_IR_VERSION)
            for tensor in _tensors(changed):
                _retype(tensor, elem_type)
            for graph in _graphs(changed):
                for value in (*graph.input, *graph.output, *graph.value_info):
                    _retype_value(value.type, elem_type)
            for node in _nodes(changed):
                for attribute in node.attribute:
                    if attribute.name in _TYPE_ATTRIBUTES and attribute.i == TensorProto.FLOAT:
                        attribute.i = elem_type
            yield f"{name}.{suffix}", changed


def _nodes(model: onnx.ModelProto) -> Iterator[onnx.NodeProto]:
    for graph in _graphs(model):
        yield from graph.node
    for function in model.functions:
        yield from function.node


def _graphs(model: onnx.ModelProto) -> Iterator[onnx.GraphProto]:
    """The main graph and the bodies of its nodes, and of their nodes."""
    waiting = [model.graph]
    while waiting:
        graph = waiting.pop()
        yield graph
        waiting += [a.g for node in graph.node for a in node.attribute if a.HasField("g")]


def _tensors(model: onnx.ModelProto) -> Iterator[onnx.TensorProto]:
    for graph in _graphs(model):
        yield from graph.initializer
    for node in _nodes(model):
        yield from (a.t for a in node.attribute if a.HasField("t"))


def _fill(tensor: onnx.TensorProto) -> None:
    count = int(np.prod(tensor.dims))
    elem_type, dims, name = tensor.data_type, list(tensor.dims), tensor.name
    dtype = helper.tensor_dtype_to_np_dtype(elem_type)
    if np.issubdtype(dtype, np.floating):
        raw = np.random.default_rng(0).standard_normal(count).astype(dtype).tobytes()
    else:
        bits = 4 if elem_type in (TensorProto.INT4, TensorProto.UINT4) else 8 * dtype.itemsize
        raw = bytes((count * bits + 7) // 8)
    tensor.Clear()
    tensor.CopyFrom(onnx.TensorProto(name=name, data_type=elem_type, dims=dims, raw_data=raw))


def _retype(tensor: onnx.TensorProto, elem_type: int) -> None:
    if tensor.data_type != TensorProto.FLOAT or tensor.data_location == TensorProto.EXTERNAL:
        return
    with np.errstate(over="ignore"):
        array = numpy_helper.to_array(tensor).astype(_NUMPY[elem_type])
    dims, name = list(tensor.dims), tensor.name
    tensor.CopyFrom(onnx.TensorProto(name=name, data_type=elem_type, dims=dims, raw_data=array.tobytes()))


def _retype_value(value: onnx.TypeProto, elem_type: int) -> None:
    kind = value.WhichOneof("value")
    if kind == "tensor_type" and value.tensor_type.elem_type == TensorProto.FLOAT:
        value.tensor_type.elem_type = elem_type
    elif kind == "sequence_type":
        _retype_value(value.sequence_type.elem_type, elem_type)
    elif kind == "optional_type":
        _retype_value(value.optional_type.elem_type, elem_type)
