"""A case: one model, and several choices of sizes and contents to run it with."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from onnx import helper

Content = tuple[int | float | bool | str, ...]


class Trial:
    """One choice: the size of each symbol, the contents of inputs in row-major order, and the shapes of
    inputs that declare none. Inputs without contents get small numbers that depend on their names alone."""

    def __init__(
        self,
        sizes: Mapping[str, int],
        contents: Mapping[str, Content],
        shapes: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        self.sizes = dict(sizes)
        self.contents = dict(contents)
        self.shapes = dict(shapes or {})

    def __str__(self) -> str:
        said = [f"{name}={size}" for name, size in self.sizes.items()]
        said += [f"{name}={','.join(map(str, items))}" for name, items in self.contents.items()]
        said += [f"{name}:{list(shape)}" for name, shape in self.shapes.items()]
        return " ".join(said)


class Case:
    """A model of a mode, made from a seed. ``about`` names the operator that it is about."""

    def __init__(
        self, seed: int, mode: str, about: str, model: onnx.ModelProto, trials: Sequence[Trial]
    ) -> None:
        self.seed = seed
        self.mode = mode
        self.about = about
        self.model = model
        self.trials = tuple(trials)

    def inputs(self) -> list[onnx.ValueInfoProto]:
        """The inputs that a caller gives."""
        stored = {tensor.name for tensor in self.model.graph.initializer}
        given = {name for trial in self.trials for name in trial.contents}
        return [value for value in self.model.graph.input if value.name in given or value.name not in stored]

    def feeds(self, trial: Trial) -> dict[str, object] | None:
        """The inputs of a run; None if the contents do not fit the sizes."""
        feeds: dict[str, object] = {}
        for value in self.inputs():
            made = made_value(value.name, value.type, trial)
            if made is None:
                return None
            feeds[value.name] = made
        return feeds


def made_value(name: str, type_: onnx.TypeProto, trial: Trial) -> object | None:
    """A value of the type at the trial's sizes; None if there is none."""
    kind = type_.WhichOneof("value")
    if kind == "sequence_type":
        items = (made_value(f"{name}{i}", type_.sequence_type.elem_type, trial) for i in range(2))
        return [item for item in items if item is not None]
    if kind == "optional_type":
        return made_value(name, type_.optional_type.elem_type, trial)
    if kind == "map_type":
        value = made_value(name, type_.map_type.value_type, trial)
        key: str | int = "a" if type_.map_type.key_type == onnx.TensorProto.STRING else 1
        items = np.asarray(value).reshape(-1).tolist()
        return {key: items[0]} if items else None
    tensor = type_.tensor_type
    shape = shape_of(name, tensor, trial)
    count = int(np.prod(shape, dtype=np.int64))
    content = trial.contents.get(name)
    if content is not None and len(content) != count:
        return None
    return array(name, tensor.elem_type, shape, content)


def shape_of(name: str, tensor: onnx.TypeProto.Tensor, trial: Trial) -> list[int]:
    """The declared shape of an input with sizes for its symbols; open sizes without a name are called
    ``x_d0``."""
    if not tensor.HasField("shape"):
        return list(trial.shapes.get(name, ()))
    return [
        d.dim_value if d.HasField("dim_value") else trial.sizes.get(d.dim_param or f"{name}_d{axis}", 2)
        for axis, d in enumerate(tensor.shape.dim)
    ]


def array(name: str, elem_type: int, shape: Sequence[int], content: Content | None) -> np.ndarray:
    """An array with these contents, else with small numbers."""
    kind = helper.tensor_dtype_to_np_dtype(elem_type)
    if content is not None:
        if elem_type == onnx.TensorProto.STRING:
            return np.array([str(item) for item in content], dtype=object).reshape(shape)
        items = np.array(content, dtype=object) if np.issubdtype(kind, np.integer) else np.array(content)
        return items.astype(kind).reshape(shape)
    if elem_type == onnx.TensorProto.STRING:
        return np.full(shape, "a b", dtype=object)
    if kind == np.bool_:
        return np.ones(shape, kind)
    numbers = np.random.default_rng(zlib.crc32(name.encode()))
    if np.issubdtype(kind, np.integer) or elem_type in (21, 22):
        return np.zeros(shape, kind)
    return numbers.standard_normal(tuple(shape)).astype(kind)
