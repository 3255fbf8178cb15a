"""The input of checks."""

from __future__ import annotations

from shapeinfer.engine.loader.file import survey
from shapeinfer.jobs.infer import Result
from shapeinfer.model.structure import Graph


class Survey(survey.Survey):
    """An inferred model with its regions."""

    __slots__ = ("result",)

    def __init__(self, result: Result, graph: Graph) -> None:
        super().__init__(result.model, graph)
        self.result = result
