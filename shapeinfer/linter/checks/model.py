"""Checks of the file as a whole: versions, imports, types of the interface."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.loader.file.incomplete import incomplete
from shapeinfer.engine.loader.file.survey import Survey
from shapeinfer.engine.loader.file.untyped import untyped
from shapeinfer.engine.loader.functions import refused_functions
from shapeinfer.engine.run import Placed
from shapeinfer.rule.requirement import Finding
from shapeinfer.schema.onnx_data import IR_VERSION
from shapeinfer.shorten import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def parts(survey: Survey) -> Iterator[Placed[Finding]]:
    """The IR version, imports and outputs, without which no model runs."""
    return incomplete(survey.model)


def versions(survey: Survey) -> Iterator[Placed[Finding]]:
    """An IR version that is too new, and domains that are imported at two versions."""
    model, main = survey.model, survey.main
    if model.ir_version > IR_VERSION:
        message = "IR version {found}, the newest known here is {known}"
        yield main.found(codes.IR_VERSION, message, found=model.ir_version, known=IR_VERSION)
    for domain, versions in model.opset_conflicts.items():
        if len(set(versions)) > 1:
            yield main.found(
                codes.OPSET_CONFLICT, "{domain} is imported at opsets {found}",
                domain=domain or "ai.onnx", found=versions,
            )  # fmt: skip


def inputs(survey: Survey) -> Iterator[Placed[Finding]]:
    """Inputs of the main graph that are also initializers."""
    graph = survey.model.graph
    assert graph is not None  # a survey always has a graph
    # Before IR version 4 every initializer had to be an input.
    if survey.model.ir_version >= 4 and graph.initializers:
        both = [v.name for v in graph.inputs if v.name in graph.initializers]
        if both:
            message = "both initializer and input: {names}"
            yield survey.main.found(codes.OVERRIDABLE, message, names=quoted(both))


def functions(survey: Survey) -> Iterator[Placed[Finding]]:
    """What no runtime reads of the model's functions, whether they are called or not."""
    return refused_functions(survey.model)


def types(survey: Survey) -> Iterator[Placed[Finding]]:
    """Inputs without a type, and values that are declared without an element type."""
    return untyped(survey.model)
