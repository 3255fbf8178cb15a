"""Concrete inputs from a NumPy archive, as facts: dtype, shape, and contents that are small.

Only the headers of arrays and the contents of small arrays are read, so that large archives, and
archives that unpack to more than they declare, cost no memory.
"""

from __future__ import annotations

import math
import os

from shapeinfer.facts.array import contents_of, elem_type_of
from shapeinfer.facts.elements import MOST
from shapeinfer.facts.fact import TensorFact, tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

_SUFFIX = ".npy"
# RuntimeError: encrypted, or compressed in a way that zipfile does not know (NotImplementedError).
_DAMAGED = (ValueError, KeyError, EOFError, RuntimeError, SyntaxError)
# An archive with more arrays than this is not meant for a model's inputs.
_MOST_ARRAYS = 10_000


def read_npz(path: str | os.PathLike[str]) -> dict[str, TensorFact]:
    """The arrays of an ``.npz`` file by name. Raises OSError if it can't be read, ValueError if it is
    invalid."""
    import zipfile
    import zlib

    name = os.fspath(path)
    found: dict[str, TensorFact] = {}
    try:
        with zipfile.ZipFile(name) as archive:
            members = [member for member in archive.namelist() if member.endswith(_SUFFIX)]
            if len(members) > _MOST_ARRAYS:
                raise ValueError(f"it holds {len(members)} arrays, at most {_MOST_ARRAYS} are allowed")
            for member in members:
                with archive.open(member) as file:
                    found[member.removesuffix(_SUFFIX)] = _fact(file)
            if not found:
                raise ValueError("it holds no arrays" + _hint(archive.namelist()))
    except (
        zipfile.BadZipFile,
        zlib.error,
        ValueError,
        KeyError,
        EOFError,
        RuntimeError,
        SyntaxError,
    ) as error:
        # RuntimeError: encrypted, or compressed in a way that zipfile does not know (NotImplementedError).
        raise ValueError(
            f"{name} is not an .npz archive of plain arrays: {error}{_other_kind(name)}"
        ) from error
    return found


def _fact(file: IO[bytes]) -> TensorFact:
    import numpy as np
    from numpy.lib import format as npy

    version = npy.read_magic(file)
    if version not in ((1, 0), (2, 0)):
        raise ValueError(f"an array is stored in format {version[0]}.{version[1]}, needed 1.0 or 2.0")
    header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, by_columns, dtype = header(file)
    count = math.prod(shape)
    contents = None
    if dtype.kind in "iubf" and count <= MOST:
        raw = file.read(count * dtype.itemsize)
        if len(raw) < count * dtype.itemsize:
            raise ValueError("an array ends before its last element")
        array = np.frombuffer(raw, dtype).reshape(shape, order="F" if by_columns else "C")
        contents = contents_of(array.reshape(-1).tolist(), array.shape)
    return tensor(elem_type_of(dtype), shape, contents)


def _hint(names: list[str]) -> str:
    """A guess at the kind of an archive without arrays, or ""."""
    return "; it looks like a PyTorch file" if any(n.endswith("data.pkl") for n in names) else ""


def _other_kind(path: str) -> str:
    """A guess at the kind of a file that is not an archive, from its first bytes, or ""."""
    try:
        with open(path, "rb") as file:
            start = file.read(6)
    except OSError:
        return ""
    return "; it is a single array (.npy): numpy.savez names arrays" if start == b"\x93NUMPY" else ""
