"""The cost of a model: parameters, multiply-accumulates, bytes, and peak memory."""

from __future__ import annotations

from shapeinfer.costs import fit as fitting
from shapeinfer.costs import table
from shapeinfer.jobs.infer import Result
from shapeinfer.jobs.preflight.bound import checked
from shapeinfer.jobs.preflight.memory import costs_of
from shapeinfer.jobs.sources import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.costs.cost import Cost
    from shapeinfer.costs.fit import Fit
    from shapeinfer.costs.live.memory import Alive
    from shapeinfer.costs.live.peak import Candidate, Peak
    from shapeinfer.costs.table import Row
    from shapeinfer.dims import Dim
    from shapeinfer.jobs.preflight.given import Given
    from shapeinfer.jobs.sources import Source


class ModelCost:
    """The costs of a model, as expressions of its open sizes. A Dim prints as an expression, ``dim.value`` is
    its number if no size is open, and ``dim.evaluate(lambda symbol: ...)`` substitutes sizes.

    ``result`` is the inferred Result, ``costs`` has the cost of every node.
    """

    def __init__(self, result: Result) -> None:
        self.result = result
        self.costs = costs_of(result)
        self._total: Cost | None = None

    def __repr__(self) -> str:
        peak = self.peak.bound if self.peak.bound is not None else "?"
        name = self.result.model.path or "model"
        return f"<ModelCost {name}: {self.parameters} parameters, {self.macs} MACs, peak {peak} bytes>"

    def _repr_html_(self) -> str:
        """For notebooks: the totals, the costs of the scopes, and the report in a frame."""
        from shapeinfer.markup import paragraph, table
        from shapeinfer.page.notebook import frame

        rows = [
            (
                "\u2003" * row.depth + row.name + (f" \u00d7{row.repeats}" if row.repeats > 1 else ""),
                f"{row.parameters:,}", str(row.cost.macs), str(row.cost.written),
            )
            for row in self.rows()
        ]  # fmt: skip
        run, contract = self.result.run, self.result.contract
        return (
            paragraph(repr(self)[1:-1])
            + table(("scope", "parameters", "MACs", "bytes made"), rows)
            + frame(run, contract, self.result.summary_counts(), self.costs)
        )

    @property
    def total(self) -> Cost:
        """All nodes together: ``macs``, ``elements``, ``read``, ``written``, and how many are unknown."""
        if self._total is None:
            self._total = self.costs.sum()
        return self._total

    @property
    def macs(self) -> Dim:
        """Multiply-accumulates of one run, as far as they are known (``total.unknown`` counts what is
        not)."""
        return self.total.macs

    @property
    def parameters(self) -> int:
        """The number of weights in the model; ``shapeinfer/costs/parameters.py`` defines what counts."""
        return self.costs.parameters

    @property
    def weight_bytes(self) -> int:
        """The bytes of all that the model stores."""
        return self.costs.weight_bytes

    @property
    def input_bytes(self) -> Dim:
        """The bytes of the inputs, which the caller allocates."""
        return self.costs.input_bytes

    @property
    def peak(self) -> Peak:
        """The most bytes of node outputs that are alive at once, without weights and inputs."""
        return self.costs.memory.peak

    @property
    def unsized(self) -> tuple[str, ...]:
        """Values of unknown size; they count as 0 bytes."""
        _ = self.peak  # finds them
        return tuple(self.costs.memory.unsized)

    def alive(self, candidate: Candidate | None = None) -> list[Alive]:
        """The values that are alive at the peak, or at another candidate for it, largest first."""
        chosen = candidate or next(iter(self.peak.candidates), None)
        return [] if chosen is None else self.costs.memory.alive_at(chosen.place)

    def rows(
        self,
        by: str = table.SCOPE,
        depth: int | None = None,
        sort: str | None = None,
        top: int | None = None,
    ) -> list[Row]:
        """A table by ``scope``, ``operator`` or ``node``, sorted by ``memory``, ``macs`` or
        ``params``."""
        return table.rows(self.costs, by, depth, sort, top)

    def fit(self, budget: int) -> Fit:
        """For which sizes weights, inputs and peak fit into ``budget`` bytes."""
        return fitting.fit(self.costs, budget)


def cost(
    model: Source,
    dims: Mapping[str, int] | None = None,
    inputs: Mapping[str, Given] | None = None,
    assume: Sequence[str] = (),
) -> ModelCost:
    """The cost of a model, with given or open sizes of its inputs.

    The parameters are those of ``check``. Raises UnknownName for a dim or input that the model does not
    have, ValueError for invalid sizes and assumptions, OSError and DamagedModel if the source can't be read
    as a model.
    """
    return ModelCost(checked(load(model), dims or {}, inputs or {}, assume))
