"""What a node costs, and many of them together."""

from __future__ import annotations

from shapeinfer.dims import ZERO, Dim, total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Cost:
    """What one run of a node, or of many, costs.

    ``macs`` multiply-accumulates, ``elements`` worked out or looked at one by one, ``read`` and ``written``
    bytes: the sums of what is known. ``unknown`` counts, by operator, the nodes whose multiply-accumulates
    are not known, and ``unsized`` the nodes of which something else is not.
    """

    __slots__ = ("elements", "macs", "nodes", "read", "unknown", "unsized", "written")

    def __init__(
        self,
        macs: Dim = ZERO,
        elements: Dim = ZERO,
        read: Dim = ZERO,
        written: Dim = ZERO,
        *,
        nodes: int = 1,
        unknown: Mapping[str, int] | None = None,
        unsized: int = 0,
    ) -> None:
        self.macs = macs
        self.elements = elements
        self.read = read
        self.written = written
        self.nodes = nodes
        self.unknown: Mapping[str, int] = unknown or {}
        self.unsized = unsized

    def __repr__(self) -> str:
        return f"Cost(macs={self.macs}, elements={self.elements}, read={self.read}, written={self.written})"

    @property
    def is_known(self) -> bool:
        """Whether the multiply-accumulates of every node are known."""
        return not self.unknown

    def changed(self, change: Callable[[Dim], Dim]) -> Cost:
        """The same with every dim changed."""
        return Cost(
            change(self.macs), change(self.elements), change(self.read), change(self.written),
            nodes=self.nodes, unknown=self.unknown, unsized=self.unsized,
        )  # fmt: skip

    def times(self, rounds: Dim) -> Cost:
        """As many runs of the same."""
        return self.changed(lambda dim: dim * rounds)


FREE = Cost(nodes=0)


def added(costs: Mapping[Cost, int]) -> Cost:
    """The sum: each cost as often as it is counted."""
    unknown: dict[str, int] = {}
    for cost, times in costs.items():
        for operator, count in cost.unknown.items():
            unknown[operator] = unknown.get(operator, 0) + count * times
    items = list(costs.items())
    return Cost(
        total([cost.macs * times for cost, times in items if cost.macs.terms]),
        total([cost.elements * times for cost, times in items if cost.elements.terms]),
        total([cost.read * times for cost, times in items if cost.read.terms]),
        total([cost.written * times for cost, times in items if cost.written.terms]),
        nodes=sum([cost.nodes * times for cost, times in items]),
        unknown=unknown,
        unsized=sum([cost.unsized * times for cost, times in items]),
    )
