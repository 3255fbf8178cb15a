"""Why no runtime takes a model, whatever its nodes compute."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.loader.file.incomplete import incomplete
from shapeinfer.engine.loader.file.names import (
    duplicates,
    node_names,
    shadowed,
    unknown_initializers,
    unnamed_graphs,
)
from shapeinfer.engine.loader.file.sparse import sparse_tensors
from shapeinfer.engine.loader.file.storage import damaged
from shapeinfer.engine.loader.file.survey import Survey
from shapeinfer.engine.loader.file.untyped import untyped
from shapeinfer.engine.loader.functions import refused_functions
from shapeinfer.engine.run import Placed
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapeinfer.model.structure import Model

# Protobuf can't read a message of this size.
_TOO_LARGE = 1 << 31


def size(survey: Survey) -> Iterator[Placed[Finding]]:
    """A file that is too large for protobuf."""
    if survey.model.size >= _TOO_LARGE:
        message = "the file has {size} bytes, needed fewer than {limit} (2 GiB)"
        yield survey.main.found(codes.FILE_TOO_LARGE, message, size=survey.model.size, limit=_TOO_LARGE)


_CHECKS = (
    size, duplicates, node_names, unnamed_graphs, unknown_initializers, shadowed, damaged, sparse_tensors,
)  # fmt: skip


def refused_as_file(model: Model) -> Iterator[Placed[Finding]]:
    """Why no runtime takes the model, and, as warnings, what may be a reason. Files with external contents
    are not looked at: the model may get them later."""
    yield from incomplete(model)
    yield from untyped(model)
    yield from refused_functions(model)
    if model.graph is None:
        return
    survey = Survey(model, model.graph)
    for check in _CHECKS:
        yield from check(survey)
