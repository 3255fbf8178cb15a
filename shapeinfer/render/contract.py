"""Prints a model's interface and contract, as text, JSON and Markdown."""

from __future__ import annotations

from itertools import groupby

from shapeinfer.render.json import json_text
from shapeinfer.render.text import plain, table
from shapeinfer.reports.unknowns import labelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from shapeinfer.reports.diagnostic import ContractClause, Interface, InterfaceValue, UnknownSize

_KINDS = (
    ("unsatisfiable", "no sizes can satisfy these"),
    ("demands", "every run needs"),
    ("conditional", "in a branch or body"),
    ("obligations", "depends on data"),
    ("premises", "assumed by the shapes below"),
)

# A longer clause gets its own line.
_WIDE = 48
# More adjacent values with equal facts than this are printed on one line.
_LONG_RUN = 8


def contract_text(interface: Interface) -> str:
    """Inputs, clauses with the nodes that state them, and outputs."""
    labels = {u.name: u.label for u in interface.unknown}
    lines = ["inputs", *_indented(table(_values(interface.inputs)))]
    for field, title in _KINDS:
        clauses: tuple[ContractClause, ...] = getattr(interface, field)
        if clauses:
            lines += [title, *_indented(_clauses(clauses, labels))]
    if interface.gave_up:
        lines.append(f"not solved: {plain(interface.gave_up)}")
    lines += ["outputs", *_indented(table(_values(interface.outputs, labels)))]
    if interface.unknown:
        lines += ["where", *_indented(table(_explained(interface.unknown)))]
    return "\n".join(lines)


def _explained(unknown: Iterable[UnknownSize]) -> Iterator[tuple[str, str]]:
    """Each unknown size with its reason and the node that makes it."""
    for size in unknown:
        yield size.label, f"{size.reason}{f' (at {size.maker})' if size.maker else ''}"


def _values(
    values: Iterable[InterfaceValue], labels: Mapping[str, str] | None = None
) -> Iterator[tuple[str, str]]:
    """Names and facts; adjacent values with one fact, such as the caches of all layers, on one line."""
    for fact, run in groupby(values, key=lambda v: v.fact):
        names = [v.name for v in run]
        if len(names) > _LONG_RUN:
            names = [f"{names[0]} to {names[-1]} ({len(names)})"]
        yield from ((name, labelled(fact, labels or {})) for name in names)


def _indented(lines: Iterable[str]) -> Iterable[str]:
    return (f"  {line}" for line in lines)


def _clauses(clauses: Iterable[ContractClause], labels: Mapping[str, str]) -> Iterable[str]:
    """Each clause, with the nodes that state it to the right or, if it is long, below."""
    rows = [(plain(labelled(clause_text(c), labels)), plain(stated_by(c))) for c in clauses]
    width = max((len(text) for text, _ in rows if len(text) <= _WIDE), default=4)
    for text, who in rows:
        if len(text) <= _WIDE:
            yield f"{text.ljust(width)}  {who}".rstrip()
        else:
            yield text
            yield f"{' ' * width}  {who}".rstrip()


def clause_text(clause: ContractClause) -> str:
    """The clause with the condition under which it applies."""
    return f"if {clause.when}: {clause.condition}" if clause.when else clause.condition


def stated_by(clause: ContractClause) -> str:
    """The first node that states the clause, how many more do, and its source line."""
    text = clause.places[0] if clause.places else ""
    if not clause.always and not clause.when:
        text = f"if it runs: {text}"
    more = len(clause.places) - 1 + clause.more_places
    if more > 0:
        text += f" and {more} more"
    return text + (f" ({clause.source})" if clause.source else "")


def contract_json(interface: Interface) -> str:
    """The interface as JSON, with a versioned schema; ``Interface.model_validate_json`` reads it back."""
    return json_text(interface.model_dump(mode="json"), indent=2)


def contract_markdown(interface: Interface) -> str:
    """Tables for a model card."""
    labels = {u.name: u.label for u in interface.unknown}
    lines = ["| input | type and shape |", "|---|---|"]
    lines += [f"| {_cell(v.name)} | {_cell(v.fact)} |" for v in interface.inputs]
    for field, title in _KINDS:
        clauses: tuple[ContractClause, ...] = getattr(interface, field)
        if clauses:
            lines += ["", f"| {title} | demanded by |", "|---|---|"]
            lines += [
                f"| {_cell(labelled(clause_text(c), labels))} | {_cell(stated_by(c))} |" for c in clauses
            ]
    if interface.gave_up:
        lines += ["", f"Not solved: {_cell(interface.gave_up)}"]
    lines += ["", "| output | type and shape |", "|---|---|"]
    lines += [f"| {_cell(v.name)} | {_cell(labelled(v.fact, labels))} |" for v in interface.outputs]
    if interface.unknown:
        lines += ["", "| unknown size | what it is |", "|---|---|"]
        lines += [f"| {_cell(label)} | {_cell(text)} |" for label, text in _explained(interface.unknown)]
    return "\n".join(lines)


def _cell(text: str) -> str:
    """Text of a model that can't break out of its cell."""
    safe = plain(text).replace("\\", "\\\\").replace("|", "\\|").replace("`", "'").replace("<", "&lt;")
    return f"`{safe}`" if safe else ""


FORMATS: dict[str, Callable[[Interface], str]] = {
    "text": contract_text,
    "json": contract_json,
    "markdown": contract_markdown,
}
