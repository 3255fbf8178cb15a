"""A model's interface and contract, for people, for programs and for a model card."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shapeinfer.render.text import plain, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.diagnostic import ContractClause, Interface

_KINDS = (
    ("unsatisfiable", "no sizes can satisfy these"),
    ("demands", "every run needs"),
    ("obligations", "only a run can tell whether"),
    ("premises", "the shapes below hold where"),
)


def contract_text(interface: Interface) -> str:
    """Inputs, clauses with the nodes that demand them, outputs."""
    lines = ["inputs", *_indented(table((v.name, v.fact) for v in interface.inputs))]
    for field, title in _KINDS:
        clauses: tuple[ContractClause, ...] = getattr(interface, field)
        if clauses:
            lines += [title, *_indented(table((c.condition, _who(c)) for c in clauses))]
    lines += ["outputs", *_indented(table((v.name, v.fact) for v in interface.outputs))]
    return "\n".join(lines)


def _indented(lines: Iterable[str]) -> Iterable[str]:
    return (f"  {line}" for line in lines)


def _who(clause: ContractClause) -> str:
    text = f"{'' if clause.always else 'if it runs: '}{clause.places[0] if clause.places else ''}"
    more = len(clause.places) - 1 + clause.more_places
    if more > 0:
        text += f" and {more} more"
    return text + (f" ({clause.source})" if clause.source else "")


def contract_json(interface: Interface) -> str:
    """The interface as JSON, with a versioned schema; ``Interface.model_validate_json`` reads it back."""
    return interface.model_dump_json(indent=2)


def contract_markdown(interface: Interface) -> str:
    """Tables for a model card."""
    lines = ["| input | type and shape |", "|---|---|"]
    lines += [f"| {_cell(v.name)} | {_cell(v.fact)} |" for v in interface.inputs]
    for field, title in _KINDS:
        clauses: tuple[ContractClause, ...] = getattr(interface, field)
        if clauses:
            lines += ["", f"| {title} | demanded by |", "|---|---|"]
            lines += [f"| {_cell(c.condition)} | {_cell(_who(c))} |" for c in clauses]
    lines += ["", "| output | type and shape |", "|---|---|"]
    lines += [f"| {_cell(v.name)} | {_cell(v.fact)} |" for v in interface.outputs]
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
