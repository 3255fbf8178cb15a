"""Costs added up by scope, by operator or node by node, as rows of a table."""

from __future__ import annotations

from shapeinfer.costs.cost import Cost
from shapeinfer.costs.live.peak import usual
from shapeinfer.costs.node import operator_name
from shapeinfer.costs.scopes import Scope, Scopes
from shapeinfer.engine.place import node_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.costs.model import Costs
    from shapeinfer.dims import Dim

SCOPE, OPERATOR, NODE = BY = ("scope", "operator", "node")
MEMORY, MACS, PARAMS = SORTS = ("memory", "macs", "params")

# As deep as this many rows go.
_USUAL_ROWS = 32
NO_SCOPE = "(no scope)"


class Row:
    """One line: ``name`` as it is shown at its ``depth`` in the tree, ``path`` in full; of ``repeats`` scopes
    alike, everything together, and of those in scopes that are repeated. ``cost.written`` is the memory of
    what the nodes make."""

    __slots__ = ("bytes", "cost", "depth", "name", "parameters", "path", "repeats")

    def __init__(
        self,
        name: str,
        path: str,
        cost: Cost,
        stored: tuple[int, int] = (0, 0),
        *,
        depth: int = 0,
        repeats: int = 1,
    ) -> None:
        self.name = name
        self.path = path
        self.cost = cost
        self.parameters, self.bytes = stored
        self.depth = depth
        self.repeats = repeats

    def key(self, sort: str) -> float:
        """What rows are put in order by: the number at usual sizes."""
        if sort == PARAMS:
            return float(self.parameters)
        return at_usual_sizes(self.cost.written if sort == MEMORY else self.cost.macs)


def at_usual_sizes(dim: Dim) -> float:
    """The number where open sizes are 64 (or what their bounds allow)."""
    try:
        return float(dim.evaluate(usual))
    except (ZeroDivisionError, OverflowError):
        return 0.0


def rows(
    costs: Costs, by: str = SCOPE, depth: int | None = None, sort: str | None = None, top: int | None = None
) -> list[Row]:
    """The rows of a table.

    ``by`` scope they form a tree in the order of the file, no deeper than ``depth`` (default: as deep as a
    screen has room); with ``sort`` or ``top`` the scopes of that depth alone, the largest first. By operator
    and by node the largest come first: by multiply-accumulates, or by ``sort``. Raises ValueError for other
    words.
    """
    if by not in BY or sort not in (None, *SORTS):
        raise ValueError(f"no such table: {by}, {sort}")
    if by == OPERATOR:
        found = _by_operator(costs)
    elif by == NODE:
        stored = costs.stored
        found = [
            Row(f"{node_label(node)} ({node.op_type})", node_label(node), costs.sum([at]), stored.at([at]))
            for at, node in enumerate(costs.graph.nodes)
        ]
    else:
        found = _by_scope(costs, depth, flat=sort is not None or top is not None)
    if by != SCOPE or sort is not None or top is not None:
        order = sort or MACS
        found.sort(key=lambda row: -row.key(order))
    return found if top is None else found[:top]


def _by_operator(costs: Costs) -> list[Row]:
    stored = costs.stored
    members: dict[str, list[int]] = {}
    for at, node in enumerate(costs.graph.nodes):
        members.setdefault(operator_name(node.domain, node.op_type), []).append(at)
    return [Row(name, name, costs.sum(at), stored.at(at)) for name, at in members.items()]


def scopes_of(costs: Costs) -> Scopes:
    """The tree of scopes, with repetitions marked."""
    scopes = Scopes(costs.graph)
    scopes.find_repeats(costs.nodes)
    return scopes


def _by_scope(costs: Costs, depth: int | None, *, flat: bool) -> list[Row]:
    scopes = scopes_of(costs)
    stored = costs.stored
    root = scopes.root
    if depth is None:
        depth = _usual_depth(root)
    shown = list(root.walk(depth, repeats=False))
    if flat:
        shown = [scope for scope in shown if not scope.children or scope.depth == depth]
    found: list[Row] = []
    for scope in shown:
        positions = sorted(at for each in _everywhere(scope) for at in each.all)
        found.append(
            Row(
                scope.path if flat else scope.name, scope.path, costs.sum(positions), stored.at(positions),
                depth=0 if flat else scope.depth - 1, repeats=scope.repeats,
            )
        )  # fmt: skip
    if root.nodes:
        found.append(Row(NO_SCOPE, "", costs.sum(root.nodes), stored.at(root.nodes)))
    return found


def _everywhere(scope: Scope) -> list[Scope]:
    """The scope, its repetitions, and those in repetitions of the scopes around it."""
    if scope.parent is None:
        return [scope]
    names = [name for name, s in scope.parent.children.items() if s is scope or s.same_as is scope]
    return [around.children[name] for around in _everywhere(scope.parent) for name in names]


def _usual_depth(root: Scope) -> int:
    """As deep as there is room, and at least one."""
    by_depth: dict[int, int] = {}
    deepest = 0
    for scope in root.walk(repeats=False):
        deepest = max(deepest, scope.depth)
        by_depth[scope.depth] = by_depth.get(scope.depth, 0) + 1
    room = _USUAL_ROWS
    for depth in range(1, deepest + 1):
        room -= by_depth[depth]
        if room < 0:
            return max(depth - 1, 1)
    return max(deepest, 1)
