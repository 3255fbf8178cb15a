"""Names and explanations for unknown sizes (``?17``): what they are, and which node makes them."""

from __future__ import annotations

import re

from shapeinfer.contracts.normal_form import plain
from shapeinfer.dims import ONE
from shapeinfer.engine.place import node_label
from shapeinfer.engine.run import Run
from shapeinfer.facts.fact import Fact
from shapeinfer.rule.requirement import at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from shapeinfer.dims import Symbol

# Cases of more characters are not told.
_LONGEST_CASES = 80
_NUMBERED = re.compile(r"\?\d+")

# What a reason contains -> a word for such a size. The first that fits is used; others keep their number.
_WORDS = (
    ("boxes as are selected", "selected"), ("not zero", "nonzero"), ("are distinct", "distinct"),
    ("are kept", "kept"), ("slice", "sliced"), ("target of the Reshape", "reshaped"), ("words", "words"),
    ("longest split", "longest"), ("last piece", "last_piece"), ("pieces", "pieces"), ("rounds", "rounds"),
    ("trip count", "rounds"), ("no padding", "unpadded"), ("padding", "padded"), ("tokens", "tokens"),
    ("steps", "steps"), ("scale", "resized"), ("depth of the OneHot", "depth"), ("branches", "of_a_branch"),
    ("of two it is", "chosen"),
    ("is joined", "joined"), ("that are joined", "joined"), ("vocabulary", "vocabulary"),
    ("round to round", "of_a_round"), ("the first round adds", "added_first"),
    ("another round adds", "added_later"), ("expression grew too large", "large_expression"),
)  # fmt: skip


class Unknown:
    """An unknown size: its ``name`` in facts (``?17``), a ``label`` that is a word if there is one for it
    (``?selected``), the ``reason``, and the node that makes it, "" if that is not in the main graph."""

    __slots__ = ("label", "maker", "name", "reason")

    def __init__(self, name: str, label: str, reason: str, maker: str) -> None:
        self.name = name
        self.label = label
        self.reason = reason
        self.maker = maker


def unknowns_of(run: Run, symbols: Iterable[Symbol]) -> list[Unknown]:
    """The unknown sizes among symbols that have a reason, in the order given."""
    # A "?" without a number is a size that a declaration leaves open: there is nothing to tell of it.
    wanted = list(
        dict.fromkeys(s for s in symbols if not s.named and s.reason and _NUMBERED.fullmatch(s.name))
    )
    if not wanted:
        return []
    makers = _makers(run, set(wanted))
    taken: dict[str, int] = {}
    found: list[Unknown] = []
    for symbol in wanted:
        word = next((word for part, word in _WORDS if part in (symbol.reason or "")), "")
        label = symbol.name
        if word:
            taken[word] = number = taken.get(word, 0) + 1
            label = f"?{word}" if number == 1 else f"?{word}_{number}"
        found.append(Unknown(symbol.name, label, reason_of(symbol), makers.get(symbol, "")))
    return found


def reason_of(symbol: Symbol) -> str:
    """Why a size is unknown; of one of two sizes, which it is: ``2 where w >= 6, else 4``."""
    if symbol.cases is None or not symbol.is_decided:
        return symbol.reason
    when, then, other = symbol.cases
    if len(when) == 2 and (when[0] + when[1]).value == 2:  # both are 1: two sizes are equal
        needs = [equal(when[0], ONE)]
    else:
        needs = [at_least(dim, ONE) for dim in when]
    parts = [part for need in needs for part in plain(need)]
    texts = [str(then), " and ".join(map(str, parts)), str(other)]
    if sum(map(len, texts)) > _LONGEST_CASES or any("?" in text for text in texts):
        return symbol.reason
    return f"{texts[0]} where {texts[1]}, else {texts[2]}"


def _makers(run: Run, wanted: set[Symbol]) -> dict[Symbol, str]:
    """The node at whose output each symbol appears first."""
    found: dict[Symbol, str] = {}
    for node in [] if run.model.graph is None else run.model.graph.nodes:
        for name in node.outputs:
            fact = run.facts.get(name)
            new = wanted.intersection(symbols_in(fact)) if fact is not None else set()
            for symbol in new.difference(found):
                found[symbol] = node_label(node)
        if len(found) == len(wanted):
            break
    return found


def symbols_in(fact: Fact) -> Iterable[Symbol]:
    """The symbols in the dims of a fact, in order."""
    for dim in fact.dims():
        if dim.value is None:
            yield from sorted(dim.symbols(), key=lambda s: s.sort)


def labelled(text: str, labels: Mapping[str, str]) -> str:
    """A text with the names of unknown sizes replaced by their labels."""
    return _NUMBERED.sub(lambda found: labels.get(found[0], found[0]), text) if labels else text
