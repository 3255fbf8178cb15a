"""Pre-flight: will the model run with these sizes? Inference with the symbols bound.

The answer is for ONNX Runtime: refused, or not refused with the demands listed that only data decides.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from shapeinfer.engine import Engine
from shapeinfer.model.structure import Graph, Model
from shapeinfer.place import place_text
from shapeinfer.result import Result, load

if TYPE_CHECKING:
    from shapeinfer.diagnostic import Report
    from shapeinfer.result import Source


class UnknownName(ValueError):
    """A dim or input that the model does not have. ``nearest`` lists what may have been meant."""

    def __init__(self, kind: str, name: str, known: Sequence[str]) -> None:
        self.nearest = difflib.get_close_matches(name, known, n=3)
        meant = f"; did you mean {' or '.join(map(repr, self.nearest))}?" if self.nearest else ""
        listed = ", ".join(map(repr, known)) or "none"
        super().__init__(f"the model has no {kind} {name!r}{meant} (it has: {listed})")


def check(
    model: Source,
    dims: Mapping[str, int] | None = None,
    inputs: Mapping[str, Sequence[int]] | None = None,
) -> Report:
    """Whether the model can run with these sizes: ``report.ok`` is False if it is refused.

    ``dims`` binds symbols of the inputs, ``inputs`` gives whole input shapes (also where the model
    declares a number). Raises UnknownName for a name that the model does not have, ValueError for a
    negative size, OSError and DamagedModel for what is no model.
    """
    from shapeinfer.diagnostic import Report, Summary
    from shapeinfer.report import diagnostics_of

    result = checked(load(model), dims or {}, inputs or {})
    nodes, values, known = result.summary_counts()
    diagnostics = diagnostics_of(result.run)
    refusals = tuple(d for d in diagnostics if d.severity == "error")
    return Report(
        file=result.model.path,
        diagnostics=refusals,
        summary=Summary(nodes=nodes, values=values, known=known, clauses=len(result.contract.demands)),
        obligations=tuple(obligations(result)),
    )


def checked(model: Model, dims: Mapping[str, int], inputs: Mapping[str, Sequence[int]]) -> Result:
    """Inference with the sizes bound, after looking at the names."""
    graph = model.graph or Graph(b"")
    engine = Engine(model, dims, {name: tuple(shape) for name, shape in inputs.items()})
    known = sorted(engine.declarations.symbol_names())
    for name, size in dims.items():
        if name not in known:
            raise UnknownName("dim", name, known)
        if size < 0:
            raise ValueError(f"dim {name!r} can't be {size}: a size is at least 0")
    names = [v.name for v in graph.inputs]
    for name, shape in inputs.items():
        if name not in names:
            raise UnknownName("input", name, names)
        if any(size < 0 for size in shape):
            raise ValueError(f"input {name!r} can't be {tuple(shape)}: a size is at least 0")
    return Result(engine.run())


def obligations(result: Result) -> list[str]:
    """What must still hold and depends on what the sizes leave open."""
    return [
        f"{clause.condition} at {place_text(clause.places[0])}"
        + (f" and {len(clause.places) - 1} more places" if len(clause.places) > 1 else "")
        for clause in (*result.contract.demands, *result.contract.obligations)
    ]
