"""Suppressions that a model carries: metadata entries ``shapeinfer.ignore`` on the model, a graph, a node or
a function. Each line is ``SI205, reshape-element-count: reason``; the reason may be left out.

A node's covers what is found at the node, in its bodies and in the functions that it calls; a function's
covers its body wherever it is called, a graph's what lies in it, the model's everything.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import Code
from shapeinfer.engine.place import Place, Step, node_label
from shapeinfer.engine.run import Placed
from shapeinfer.linter.selection import ALWAYS, Selector, UnknownSelector
from shapeinfer.model.structure import Function, Graph, Model, Node
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

KEY = "shapeinfer.ignore"

_RAW_KEY = KEY.encode()
_MOST_AT_ONCE = 1 << 20  # a longer stretch of nodes holds weights, which are not read
_ABOUT_SUPPRESSIONS = frozenset((codes.STALE_SUPPRESSION.id, codes.BAD_SUPPRESSION.id))

Found = Placed[Finding]


class _Owner:
    """Who carries a suppression: how it is called, where that is told, and which steps lead into it."""

    __slots__ = ("leads_in", "place", "title")

    def __init__(self, title: str, place: Place, leads_in: Hashable | None) -> None:
        self.title = title
        self.place = place
        self.leads_in = leads_in  # one of what _ways_in says of a step; None: everything lies in it


def _ways_in(place: Place) -> Iterator[Hashable]:
    """Into what the steps of a place lead: everything, and for each step its node, a body, a function."""
    yield None
    for step in place:
        yield id(step.node)
        yield id(step.node), step.body
        if step.body.startswith("fn:"):
            yield step.node.domain, step.node.op_type, step.node.overload


class Suppression:
    """One selector of a metadata entry."""

    __slots__ = ("ids", "owner", "text", "used")

    def __init__(self, text: str, ids: frozenset[str], owner: _Owner) -> None:
        """``ids`` are those of the codes that the text selects."""
        self.text = text
        self.owner = owner
        # What is said of suppressions themselves is silenced by name only: ALL is no word on it.
        self.ids = ids if len(ids) == 1 else ids - _ABOUT_SUPPRESSIONS
        self.used = False


class Suppressed:
    """Findings that are left after the model's suppressions, those about suppressions included, and
    findings that are not."""

    __slots__ = ("hidden", "kept")

    def __init__(self, kept: list[Found], hidden: list[Found]) -> None:
        self.kept = kept
        self.hidden = hidden


def suppress(model: Model, findings: Sequence[Found]) -> Suppressed:
    """Apply what the model carries to its findings."""
    suppressions: list[Suppression] = []
    complaints: list[Found] = []
    selected: dict[str, frozenset[str] | str] = {}
    for owner, text in _notes(model):
        _read(text, owner, suppressions, complaints, selected)
    done = Suppressed([], [])
    if not suppressions:
        done.kept += [*findings, *complaints]
        return done
    _sort_out(findings, suppressions, done)
    stale = [s for s in suppressions if not s.used]
    # Silencing those who speak of suppressions comes last, so that it knows whether there was anything.
    silencers = [s for s in stale if s.ids <= _ABOUT_SUPPRESSIONS]
    _sort_out([*complaints, *(_stale(s) for s in stale if s not in silencers)], silencers, done)
    done.kept += [_stale(s) for s in silencers if not s.used]
    return done


def _sort_out(findings: Iterable[Found], suppressions: Sequence[Suppression], done: Suppressed) -> None:
    """What a suppression covers is hidden; what can't be read is never suppressed."""
    carried: dict[tuple[Hashable, str], list[Suppression]] = {}
    for suppression in suppressions:
        for id_ in suppression.ids.difference(ALWAYS):
            carried.setdefault((suppression.owner.leads_in, id_), []).append(suppression)
    for found in findings:
        id_ = found.item.code.id
        covering = [s for way in _ways_in(found.place) for s in carried.get((way, id_), ())]
        for suppression in covering:
            suppression.used = True
        (done.hidden if covering else done.kept).append(found)


def _selected(text: str) -> frozenset[str] | str:
    """The codes that a text selects, or what is wrong with it."""
    try:
        return frozenset(Selector(text).ids)
    except UnknownSelector as error:
        return str(error)


def _read(
    text: str,
    owner: _Owner,
    suppressions: list[Suppression],
    complaints: list[Found],
    selected: dict[str, frozenset[str] | str],
) -> None:
    """The suppressions in one metadata entry, and what is wrong with it. ``selected`` is what is known of
    texts already: thousands of nodes say the same few."""
    parts = [part.strip() for line in text.splitlines() for part in line.partition(":")[0].split(",")]
    for part in filter(None, dict.fromkeys(parts)):
        if part not in selected:
            selected[part] = _selected(part)
        found = selected[part]
        if isinstance(found, str):
            complaints.append(_about(codes.BAD_SUPPRESSION, owner, "{problem}", problem=found))
        else:
            suppressions.append(Suppression(part, found, owner))
    if not any(parts):
        complaints.append(_about(codes.BAD_SUPPRESSION, owner, "it names no code"))


def _stale(suppression: Suppression) -> Found:
    message = "{selector!r} suppresses nothing"
    return _about(codes.STALE_SUPPRESSION, suppression.owner, message, selector=suppression.text)


def _about(code: Code, owner: _Owner, message: str, **args: object) -> Found:
    text = f"{{key}} of {{owner}}: {message}"
    return Placed(Finding.of(code, text, key=KEY, owner=owner.title, **args), owner.place)


# --- finding them, at little cost where there are none --------------------------------------------


def _notes(model: Model) -> Iterator[tuple[_Owner, str]]:
    """Every metadata entry of ours, and who carries it."""
    if isinstance(model.buffer, bytes) and _RAW_KEY not in model.buffer:
        return
    if KEY in model.metadata_props:
        yield _Owner("the model", (), None), model.metadata_props[KEY]
    if model.graph is not None:
        yield from _own(model.graph, _Owner("the graph", (), None))
        yield from _in_nodes(model, model.graph.nodes, "", ())
    for key, function in model.functions.items():
        title = f"function {function.name!r}"
        yield from _own(function, _Owner(title, (), key))
        # Its nodes stand at the place of each call: none is better than the others.
        yield from _in_nodes(model, function.nodes, f" of {title}", None)


def _in_nodes(
    model: Model, nodes: Sequence[Node], of: str, place: Place | None
) -> Iterator[tuple[_Owner, str]]:
    """The entries of nodes and of the bodies in them."""
    for node in _marked(model, nodes):
        title = f"node {node_label(node)!r}{of}"
        here = () if place is None else (*place, Step(node))
        yield from _own(node, _Owner(title, here, id(node)))
        for name, body in node.bodies():
            yield from _own(body, _Owner(f"body {name!r} of {title}", here, (id(node), name)))
            inside = None if place is None else (*place, Step(node, name))
            yield from _in_nodes(model, body.nodes, of, inside)


def _own(carrier: Graph | Node | Function, owner: _Owner) -> Iterator[tuple[_Owner, str]]:
    text = carrier.metadata().get(KEY)
    if text is not None:
        yield owner, text


def _marked(model: Model, nodes: Sequence[Node]) -> Iterator[Node]:
    """The nodes in whose bytes the key may stand. Nodes lie side by side: a stretch of them is searched
    at once."""
    buffer, count, first = model.buffer, len(nodes), 0
    while first < count:
        start, end = nodes[first].start, nodes[first].end
        after = first + 1
        while after < count and nodes[after].start == end and nodes[after].end - start <= _MOST_AT_ONCE:
            end = nodes[after].end
            after += 1
        if end - start > _MOST_AT_ONCE:
            yield nodes[first]
        elif _RAW_KEY in buffer[start:end]:
            yield from (n for n in nodes[first:after] if _RAW_KEY in buffer[n.start : n.end])
        first = after
