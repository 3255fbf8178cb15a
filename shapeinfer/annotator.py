"""Annotate: write what is inferred into a model, and leave everything else as it is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from shapeinfer.annotation import Annotation
from shapeinfer.model.write import splice
from shapeinfer.result import Result, infer, load

if TYPE_CHECKING:
    from shapeinfer.result import Source


def annotate(model: Source, output: str | os.PathLike[str], *, expressions: bool = True) -> Result:
    """Write the model to ``output`` with value_info for every value that is known, and return what was
    inferred. Weights are copied unread; ``output`` may be the file itself, and appears whole or not at all.

    With ``expressions=False`` only integers and plain names are written, for consumers that choke on
    ``H//2``. Raises OSError, DamagedModel for what is no model, and TooLarge where the result would
    cross protobuf's 2 GiB.
    """
    result = infer(load(model))
    write(result, output, expressions=expressions)
    return result


def write(result: Result, output: str | os.PathLike[str], *, expressions: bool = True) -> None:
    """Write an inferred model."""
    found = Annotation(result.run, result.contract.rewriter(), expressions=expressions)
    splice(result.model, output, found.values, found.outputs, found.inputs, found.bodies)
