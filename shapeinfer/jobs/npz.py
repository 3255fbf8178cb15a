"""Concrete inputs from a NumPy archive, as facts: dtype, shape, and integer contents that are small."""

from __future__ import annotations

import os

from shapeinfer.facts.elem_type import elem_type_from_name
from shapeinfer.facts.elements import MOST
from shapeinfer.facts.elements import of as elements_of
from shapeinfer.facts.fact import TensorFact, tensor
from shapeinfer.facts.scalar import from_number


def read_npz(path: str | os.PathLike[str]) -> dict[str, TensorFact]:
    """The arrays of an ``.npz`` file by name. OSError if it can't be read, ValueError if it is none."""
    import numpy as np

    found: dict[str, TensorFact] = {}
    try:
        with np.load(path, allow_pickle=False) as archive:
            for name in archive.files:
                found[name] = _fact(archive[name])
    except (ValueError, KeyError, AttributeError, EOFError) as error:
        raise ValueError(f"{os.fspath(path)} is no .npz archive of plain arrays: {error}") from error
    return found


def _fact(array: object) -> TensorFact:
    import numpy as np

    assert isinstance(array, np.ndarray)
    elem_type = elem_type_from_name(array.dtype.name) or 0
    contents = None
    if array.dtype.kind in "iub" and array.size <= MOST:
        contents = elements_of([from_number(int(x)) for x in array.reshape(-1)], array.shape)
    return tensor(elem_type, array.shape, contents)
