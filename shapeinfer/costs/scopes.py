"""Where a node belongs: the modules of the program that a model was exported from, as a tree of scopes.

What is asked, in this order: metadata that PyTorch's exporter leaves (``pkg.torch.onnx.name_scopes``,
``namespace``), names of nodes (``/model/layers.3/mlp/MatMul``), names of the weights that nodes read
(``model.layers.3.weight``: what lies between two of them in the file belongs to what they have in common).
Scopes that hold the same operators with the same facts are repetitions of each other.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from shapeinfer.model.structure import Graph, Node

Path = tuple[str, ...]

_NAME_SCOPES, _NAMESPACE = "pkg.torch.onnx.name_scopes", "namespace"
# Where fewer than one node in this many has a scope, names are not the way in which a model says where nodes
# belong.
_LEAST_SHARE = 3
# So many nodes are asked for metadata before it is taken that there is none.
_ASKED_FIRST = 16

METADATA, NAMES, WEIGHTS, NONE = "metadata", "names", "weights", "none"


class Scope:
    """A scope: its name below ``parent``, the positions of its own nodes (``nodes``) and of all below it
    (``all``).

    ``same_as`` is the first scope that holds the same (None: this is the first), ``repeats`` how many there
    are of it, itself included."""

    __slots__ = ("all", "children", "name", "nodes", "parent", "repeats", "same_as")

    def __init__(self, name: str, parent: Scope | None) -> None:
        self.name = name
        self.parent = parent
        self.children: dict[str, Scope] = {}
        self.nodes: list[int] = []
        self.all: list[int] = []
        self.same_as: Scope | None = None
        self.repeats = 1

    @property
    def path(self) -> str:
        """``model/layers.3/mlp``; "" for the whole graph."""
        if self.parent is None:
            return ""
        above = self.parent.path
        return f"{above}/{self.name}" if above else self.name

    @property
    def depth(self) -> int:
        """How many scopes it lies in."""
        return 0 if self.parent is None else self.parent.depth + 1

    def walk(self, depth: int | None = None, *, repeats: bool = True) -> Iterator[Scope]:
        """The scopes below this, parents first, no deeper than ``depth``; without ``repeats`` those that
        repeat another are left out, with what is in them."""
        left = [(child, 1) for child in reversed(self.children.values())]
        while left:
            scope, at = left.pop()
            if scope.same_as is None or repeats:
                yield scope
                if depth is None or at < depth:
                    left += [(child, at + 1) for child in reversed(scope.children.values())]


class Scopes:
    """The tree of a graph's scopes; ``source`` says what it was taken from: METADATA, NAMES, WEIGHTS or
    NONE."""

    __slots__ = ("of_node", "root", "source")

    def __init__(self, graph: Graph) -> None:
        paths, self.source = _paths(graph)
        self.root = Scope("", None)
        known: dict[Path, Scope] = {(): self.root}
        self.of_node: list[Scope] = []
        before: Path = ()
        scope = self.root
        for at, path in enumerate(paths):
            if path is not before:  # most nodes lie beside one of the same scope
                before, scope = path, _scope(path, known)
            self.of_node.append(scope)
            scope.nodes.append(at)
        _gather(self.root)

    def find_repeats(self, signs: Sequence[Hashable]) -> None:
        """Mark scopes as repetitions of the first among their siblings of the same name but for numbers that
        holds the same: in the same order nodes of equal ``signs`` (by position in the graph), in scopes of
        the same names."""
        numbers: dict[Hashable, int] = {}
        holds: dict[Scope, int] = {}
        for scope in reversed([self.root, *self.root.walk()]):
            children = scope.children.values()
            sign = (
                tuple([signs[at] for at in scope.nodes]),
                tuple([(child.name, holds[child]) for child in children]),
            )
            holds[scope] = numbers.setdefault(sign, len(numbers))
            first: dict[Hashable, Scope] = {}
            for child in children:
                found = first.setdefault((_unnumbered(child.name), holds[child]), child)
                if found is not child:
                    child.same_as = found
                    found.repeats += 1


def _unnumbered(name: str) -> str:
    """``layers.#`` of ``layers.11``: a gate and what it lets through are no repetitions, though they look
    alike."""
    return re.sub(r"\d+", "#", name)


def _scope(path: Path, known: dict[Path, Scope]) -> Scope:
    found = known.get(path)
    if found is None:
        parent = _scope(path[:-1], known)
        found = known[path] = parent.children[path[-1]] = Scope(path[-1], parent)
    return found


def _gather(scope: Scope) -> None:
    """Fill ``all`` from the leaves upwards; files nest as deep as they like, so without recursion."""
    scopes = [scope, *scope.walk()]
    for each in scopes:
        each.all = list(each.nodes)
    for each in reversed(scopes):
        if each.parent is not None:
            each.parent.all += each.all
    for each in scopes:
        each.all.sort()


def _paths(graph: Graph) -> tuple[list[Path], str]:
    nodes = graph.nodes
    if any(_from_metadata(node) is not None for node in nodes[:_ASKED_FIRST]):
        return [_from_metadata(node) or () for node in nodes], METADATA
    split: dict[str, Path] = {"": ()}
    named: list[Path] = []
    for node in nodes:
        if "/" not in node.name:
            named.append(())
            continue
        head = node.name[: node.name.rindex("/")]
        path = split.get(head)
        if path is None:
            path = split[head] = tuple([part for part in head.split("/") if part])
        named.append(path)
    if any(named) and sum(map(bool, named)) * _LEAST_SHARE >= len(nodes):
        return named, NAMES
    by_weights = _from_weights(graph)
    return ([()] * len(nodes), NONE) if by_weights is None else (by_weights, WEIGHTS)


def _from_metadata(node: Node) -> Path | None:
    """The scope that the exporter noted; None if it noted nothing."""
    notes = node.metadata()
    listed = notes.get(_NAME_SCOPES)
    if listed is not None:
        # A Python list of the names of modules, each with those around it, and the node's own name at the
        # end.
        parts = [part.strip().strip("'\"") for part in listed.strip().strip("[]").split(",")]
        return _relative([part for part in parts[:-1] if part])
    spaces = notes.get(_NAMESPACE)
    if spaces is None:
        return None
    parts = [part.partition(": ")[0] for part in spaces.split("/")[:-1]]
    return _relative([part for part in parts if part])


def _relative(parts: Sequence[str]) -> Path:
    """``model, model.layers, model.layers.3`` as ``model, layers, 3``: each without what stands before it."""
    found: list[str] = []
    before = ""
    for part in parts:
        found.append(part[len(before) + 1 :] if before and part.startswith(f"{before}.") else part)
        before = part
    return tuple(found)


def _from_weights(graph: Graph) -> list[Path] | None:
    """By the names of weights; None if none has a dot in it."""
    stored = graph.initializers
    seeds: list[Path | None] = []
    for node in graph.nodes:
        seed = None
        for name in node.inputs:
            if "." in name and name in stored:
                seed = _dotted(name.split(".")[:-1])
                break
        seeds.append(seed)
    if not any(seeds):
        return None
    following: list[Path] = [()] * len(seeds)
    last: Path = ()
    for at in range(len(seeds) - 1, -1, -1):
        last = seeds[at] or last
        following[at] = last
    found: list[Path] = []
    before: Path = ()
    between: Path | None = None  # what this seed and the next have in common
    for seed, after in zip(seeds, following, strict=True):
        if seed:
            before, between = seed, None
            found.append(seed)
            continue
        if between is None:
            between = _common(before, after)
        found.append(between)
    return found


def _common(one: Path, other: Path) -> Path:
    """What two paths begin with."""
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return one[:count]


def _dotted(parts: Sequence[str]) -> Path:
    """``h, 0, mlp`` as ``h.0, mlp``: a number is no module, but a place in a list of them."""
    found: list[str] = []
    for part in parts:
        if part.isdigit() and found:
            found[-1] += f".{part}"
        else:
            found.append(part)
    return tuple(found)
