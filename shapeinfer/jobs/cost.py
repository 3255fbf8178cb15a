"""What a model costs: parameters, multiply-accumulates, bytes, and the most memory that is alive at once."""

from __future__ import annotations

from shapeinfer.costs import fit as fitting
from shapeinfer.costs import table
from shapeinfer.jobs.infer import Result
from shapeinfer.jobs.preflight.check import checked
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
    from shapeinfer.facts.fact import TensorFact
    from shapeinfer.jobs.sources import Source


class ModelCost:
    """The costs of a model. Sizes that are open stand in them: a Dim prints as an expression, ``dim.value``
    is its number where nothing is open, ``dim.evaluate(lambda symbol: ...)`` puts sizes in.

    ``result`` is what was inferred, ``costs`` has every node's own cost.
    """

    def __init__(self, result: Result) -> None:
        self.result = result
        self.costs = costs_of(result)
        self._total: Cost | None = None

    @property
    def total(self) -> Cost:
        """All nodes together: ``macs``, ``elements``, ``read``, ``written`` and what of it is not known."""
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
        """How many weights the model has; ``shapeinfer/costs/parameters.py`` says what is one."""
        return self.costs.parameters

    @property
    def weight_bytes(self) -> int:
        """The bytes of all that the model stores."""
        return self.costs.weight_bytes

    @property
    def input_bytes(self) -> Dim:
        """The bytes of the inputs, which the caller holds."""
        return self.costs.input_bytes

    @property
    def peak(self) -> Peak:
        """The most bytes that nodes have made and are still needed, weights and inputs apart."""
        return self.costs.memory.peak

    @property
    def unsized(self) -> tuple[str, ...]:
        """Values whose bytes are not known; they count as none."""
        assert self.peak is not None
        return tuple(self.costs.memory.unsized)

    def alive(self, candidate: Candidate | None = None) -> list[Alive]:
        """What is alive at the peak, or at another of its candidates, the largest first."""
        chosen = candidate or next(iter(self.peak.candidates), None)
        return [] if chosen is None else self.costs.memory.alive_at(chosen.place)

    def rows(
        self,
        by: str = table.SCOPE,
        depth: int | None = None,
        sort: str | None = None,
        top: int | None = None,
    ) -> list[Row]:
        """A table by ``scope``, ``operator`` or ``node``, put in order by ``memory``, ``macs`` or
        ``params``."""
        return table.rows(self.costs, by, depth, sort, top)

    def fit(self, budget: int) -> Fit:
        """Whether weights, inputs and peak need no more than ``budget`` bytes, and at which sizes."""
        return fitting.fit(self.costs, budget)


def cost(
    model: Source,
    dims: Mapping[str, int] | None = None,
    inputs: Mapping[str, Sequence[int] | TensorFact] | None = None,
    assume: Sequence[str] = (),
) -> ModelCost:
    """What a model costs, with these sizes of its inputs or with open ones.

    Takes what ``check`` takes and raises the same: UnknownName for a dim or input that the model does not
    have, ValueError for sizes and assumptions that make no sense, OSError and DamagedModel for what is no
    model.
    """
    return ModelCost(checked(load(model), dims or {}, inputs or {}, assume))
