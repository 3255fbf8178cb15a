"""What is known of an array in memory: of NumPy, of PyTorch, or any that looks like them."""

from __future__ import annotations

import math

from shapeinfer.facts.elem_type import DOUBLE, FLOAT, STRING, elem_type_from_name
from shapeinfer.facts.elements import MOST, MOST_FLOATS, Elements
from shapeinfer.facts.elements import of as elements_of
from shapeinfer.facts.fact import TensorFact, tensor
from shapeinfer.facts.scalar import from_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Array(Protocol):
        """An array as NumPy and PyTorch have it."""

        @property
        def shape(self) -> Sequence[int]: ...

        @property
        def dtype(self) -> object: ...

        def reshape(self, shape: int, /) -> Flat: ...

    class Flat(Protocol):
        """An array of one axis."""

        def tolist(self) -> list[object]: ...


# What NumPy calls what ONNX calls otherwise.
_NAMES = {"float32": FLOAT, "float64": DOUBLE, "object": STRING}


def elem_type_of(dtype: object) -> int:
    """The element type for the dtype of an array: of NumPy, ml_dtypes or PyTorch; 0 if ONNX has none."""
    name = str(getattr(dtype, "name", dtype)).removeprefix("torch.")
    if name.startswith("str"):  # NumPy adds the number of bits
        return STRING
    return _NAMES.get(name) or elem_type_from_name(name.replace("_", "")) or 0


def fact_of(array: Array) -> TensorFact:
    """The element type and shape of an array, and its contents if they are few numbers: at most 64 integers
    or booleans, or 16 floats."""
    shape = tuple(int(size) for size in array.shape)
    small = math.prod(shape) <= MOST
    contents = contents_of(array.reshape(-1).tolist(), shape) if small else None
    return tensor(elem_type_of(array.dtype), shape, contents)


def contents_of(numbers: Sequence[object], shape: Sequence[int]) -> Elements | None:
    """The contents of an array, from its elements in order; None if they are not few numbers."""
    items = [from_number(x + 0) for x in numbers if isinstance(x, (int, float))]
    is_read = len(numbers) <= (MOST_FLOATS if any(isinstance(x, float) for x in numbers) else MOST)
    return elements_of(items, shape) if is_read and len(items) == len(numbers) else None
