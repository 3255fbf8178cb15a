"""Annotate: writes the inferred shapes into a model, and changes nothing else."""

from __future__ import annotations

import os

from shapeinfer.jobs.annotation.value_info import Annotation
from shapeinfer.jobs.infer import Result, infer
from shapeinfer.jobs.sources import load
from shapeinfer.model.structure import Model
from shapeinfer.model.write import annotate_proto, pieces_of, splice, splice_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import overload

    import onnx

    from shapeinfer.jobs.sources import Source


if TYPE_CHECKING:

    @overload
    def annotate(
        model: Source,
        output: None = None,
        *,
        expressions: bool = ...,
        short: bool = ...,
        dims: Mapping[str, int] | None = ...,
    ) -> onnx.ModelProto: ...

    @overload
    def annotate(
        model: Source,
        output: str | os.PathLike[str],
        *,
        expressions: bool = ...,
        short: bool = ...,
        dims: Mapping[str, int] | None = ...,
    ) -> Result: ...


def annotate(
    model: Source,
    output: str | os.PathLike[str] | None = None,
    *,
    expressions: bool = True,
    short: bool = False,
    dims: Mapping[str, int] | None = None,
) -> Result | onnx.ModelProto:
    """Write the model to ``output`` with value_info for every known value, and return the inferred result.
    Weights are copied without decoding them. ``output`` may be the source itself; it appears whole or not at
    all. Without ``output`` nothing is written, and the annotated model is returned as a ModelProto.

    With ``expressions=False`` only integers and plain names are written, for tools that can't
    parse ``H//2``. With ``short=True`` values get short names for dims, which viewers draw beside the edges;
    inputs and outputs keep theirs. ``dims`` fixes symbols; inputs, outputs and value_info then have these
    sizes. Raises :class:`Refused` if the model can't run with them, UnknownName for a name it does not have,
    OSError, DamagedModel if the source is not a model, and TooLarge if the result would exceed protobuf's
    2 GiB.

    Nothing is written with which ONNX Runtime would refuse to load a model that it loads now, such as the
    shapes that lead to a mistake in a branch which no run takes.
    """
    read = load(model)
    result = fixed(read, dims) if dims else infer(read)
    if output is None:
        return annotated_proto(model, result, expressions=expressions, short=short)
    write(result, output, expressions=expressions, short=short)
    return result


def annotated_proto(
    source: Source, result: Result, *, expressions: bool = True, short: bool = False
) -> onnx.ModelProto:
    """An inferred model as a ModelProto with value_info; ``source`` is what it was read from."""
    import onnx

    found = Annotation(result.run, result.contract.rewriter(), expressions=expressions, short=short)
    new = (found.values, found.outputs, found.inputs, found.bodies)
    if isinstance(source, onnx.ModelProto):
        return annotate_proto(source, result.model, *new)
    proto: onnx.ModelProto = onnx.ModelProto.FromString(splice_bytes(result.model, *new))
    return proto


def annotated_pieces(result: Result, *, expressions: bool = True) -> list[bytes | tuple[int, int]]:
    """The annotated model of an inferred one, for hosts that write it themselves: new bytes, and (start,
    stop) of the bytes that the model was read from, to be joined in this order.

    Raises ValueError if the model's weights were left out when it was read, TooLarge if the result would
    exceed protobuf's 2 GiB."""
    found = Annotation(result.run, result.contract.rewriter(), expressions=expressions)
    return pieces_of(result.model, found.values, found.outputs, found.inputs, found.bodies)


class Refused(ValueError):
    """No run of the model can succeed with the sizes; the text is the first reason."""


def fixed(model: Model, dims: Mapping[str, int]) -> Result:
    """Infer the model with these sizes, after a check that they are allowed."""
    from shapeinfer.jobs.preflight.bound import checked, first_error

    result = checked(model, dims, {})
    error = first_error(result)
    if error is not None:
        raise Refused(error)
    return result


def write(
    result: Result, output: str | os.PathLike[str], *, expressions: bool = True, short: bool = False
) -> Annotation:
    """Write an inferred model; returns what was written."""
    found = Annotation(result.run, result.contract.rewriter(), expressions=expressions, short=short)
    splice(result.model, output, found.values, found.outputs, found.inputs, found.bodies)
    return found
