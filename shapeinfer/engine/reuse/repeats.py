"""Nodes that compute the same thing again: what only data tells, such as how many elements are not zero, is
the same for both.
"""

from __future__ import annotations

from shapeinfer.dims import Dim, Symbol
from shapeinfer.dims.budget import spend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from shapeinfer.model.structure import Node
    from shapeinfer.rule import Outcome

# What a run draws may differ from node to node.
_RANDOM = frozenset(
    (
        "Bernoulli",
        "Dropout",
        "Multinomial",
        "RandomNormal",
        "RandomNormalLike",
        "RandomUniform",
        "RandomUniformLike",
    )
)

# Nodes that are compared for one pair of calls, and the last calls that one is compared with.
_MOST_COMPARED = 12
_MOST_EARLIER = 3

Values = dict[Symbol, Dim]


class Repeats:
    """The nodes of one graph with dims that only a run tells, by their outcome. ``plain`` tells whether a
    node is an operator of its own, not a function or one with bodies."""

    __slots__ = ("exact", "made_by", "met", "nodes", "plain", "seen")

    def __init__(self, nodes: Sequence[Node], plain: Callable[[Node], bool]) -> None:
        self.nodes = nodes
        self.plain = plain
        # By the names of the inputs; and the last few of each outcome, to compare how inputs are computed.
        self.exact: dict[tuple[Outcome, tuple[str, ...]], tuple[Node, Values]] = {}
        self.seen: dict[Outcome, list[tuple[Node, Values]]] = {}
        self.made_by: Mapping[str, tuple[Node, int]] | None = None
        # Whether two nodes were compared: what is known of the one may then hang on the other.
        self.met = False

    def values(self, outcome: Outcome, node: Node) -> Values | None:
        """What the placeholders of the outcome are at an earlier node that computes the same."""
        if not _is_determined(node):
            return None
        same = self.exact.get((outcome, self._sources(node)))
        candidates = self.seen.get(outcome, []) if same is None else [same]
        for earlier, values in candidates:
            if earlier.outputs == node.outputs:
                continue  # the node itself, which is asked again
            self.met = True
            if same is not None or self._is_same_call(earlier, node, [_MOST_COMPARED]):
                return values
        return None

    def add(self, outcome: Outcome, node: Node, values: Values) -> None:
        """Remember what the placeholders are at this node."""
        if _is_determined(node):
            self.exact[outcome, self._sources(node)] = (node, values)
            last = self.seen.setdefault(outcome, [])
            last.append((node, values))
            del last[:-_MOST_EARLIER]

    def _sources(self, node: Node) -> tuple[str, ...]:
        return tuple([self._source(name) for name in node.inputs])

    def _is_same_call(self, a: Node, b: Node, left: list[int]) -> bool:
        """Whether two nodes with one operation get the same inputs. ``left`` holds how many more may be
        compared."""
        spend(1)
        left[0] -= 1
        return len(a.inputs) == len(b.inputs) and all(
            self._is_same_value(x, y, left) for x, y in zip(a.inputs, b.inputs, strict=True)
        )

    def _is_same_value(self, a: str, b: str, left: list[int]) -> bool:
        a, b = self._source(a), self._source(b)
        if a == b:
            return True
        one, other = self._maker(a), self._maker(b)
        if one is None or other is None or left[0] <= 0 or one[1] != other[1]:
            return False
        first, second = one[0], other[0]
        same = first.operation is second.operation or (
            (first.op_type, first.domain, first.operation.attribute_key)
            == (second.op_type, second.domain, second.operation.attribute_key)
        )
        return (
            same
            and _is_determined(first)
            and self.plain(first)
            and self.plain(second)
            and self._is_same_call(first, second, left)
        )

    def _source(self, name: str) -> str:
        """The value that a chain of Identity nodes passes on."""
        for _ in range(_MOST_COMPARED):
            found = self._maker(name)
            if found is None or found[0].op_type != "Identity" or found[0].domain or not self.plain(found[0]):
                break
            if not found[0].inputs:
                break  # a mistake, which is reported elsewhere
            name = found[0].inputs[0]
        return name

    def _maker(self, name: str) -> tuple[Node, int] | None:
        if self.made_by is None:
            self.made_by = {
                name: (node, at) for node in self.nodes for at, name in enumerate(node.outputs) if name
            }
        return self.made_by.get(name)


def _is_determined(node: Node) -> bool:
    """Whether equal inputs give equal outputs: of the operators of other domains nobody says so."""
    return not node.domain and node.op_type not in _RANDOM
