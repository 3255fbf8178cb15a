"""Contract: what a model demands of its inputs' sizes."""

from __future__ import annotations

from shapeinfer.jobs.infer import infer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.jobs.preflight.given import Given
    from shapeinfer.jobs.sources import Source
    from shapeinfer.reports.diagnostic import Interface


def contract(
    model: Source,
    *,
    dims: Mapping[str, int] | None = None,
    inputs: Mapping[str, Given] | None = None,
    assume: Sequence[str] = (),
) -> Interface:
    """What a model demands of its inputs' sizes, with its inputs and outputs, as a pydantic model.

    ``dims``, ``inputs`` and ``assume`` are those of ``infer``. ``infer(model).contract`` has the same clauses
    as conditions over Dims. Raises what ``infer`` raises.
    """
    return infer(model, dims=dims, inputs=inputs, assume=assume).interface
