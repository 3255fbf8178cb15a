"""Annotate: writes the inferred shapes into a model, and changes nothing else."""

from __future__ import annotations

import os

from shapeinfer.jobs.infer import Result, infer
from shapeinfer.jobs.sources import load
from shapeinfer.jobs.value_info import Annotation
from shapeinfer.model.structure import Model
from shapeinfer.model.write import splice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapeinfer.jobs.sources import Source


def annotate(
    model: Source,
    output: str | os.PathLike[str],
    *,
    expressions: bool = True,
    dims: Mapping[str, int] | None = None,
) -> Result:
    """Write the model to ``output`` with value_info for every known value, and return the inferred result.
    Weights are copied without decoding them. ``output`` may be the source itself; it appears whole or not at
    all.

    With ``expressions=False`` only integers and plain names are written, for tools that can't
    parse ``H//2``. ``dims`` fixes symbols; inputs, outputs and value_info then have these sizes. Raises
    :class:`Refused` if the model can't run with them, UnknownName for a name it does not have, OSError,
    DamagedModel if the source is not a model, and TooLarge if the result would exceed protobuf's 2 GiB.
    """
    result = fixed(load(model), dims) if dims else infer(load(model))
    write(result, output, expressions=expressions)
    return result


class Refused(ValueError):
    """No run of the model can succeed with the sizes; the text is the first reason."""


def fixed(model: Model, dims: Mapping[str, int]) -> Result:
    """Infer the model with these sizes, after a check that they are allowed."""
    from shapeinfer.jobs.preflight.check import checked, first_error

    result = checked(model, dims, {})
    error = first_error(result)
    if error is not None:
        raise Refused(error)
    return result


def write(result: Result, output: str | os.PathLike[str], *, expressions: bool = True) -> None:
    """Write an inferred model."""
    found = Annotation(result.run, result.contract.rewriter(), expressions=expressions)
    splice(result.model, output, found.values, found.outputs, found.inputs, found.bodies)
