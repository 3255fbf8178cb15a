"""Facts and codes as JSON for programs: ``show --format json``, ``codes --format json``."""

from __future__ import annotations

from shapeinfer.facts.elem_type import elem_type_name
from shapeinfer.facts.fact import Fact, SparseTensorFact, TensorFact
from shapeinfer.render.json import SCHEMA_VERSION, json_text
from shapeinfer.render.text import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapeinfer.codes import Code
    from shapeinfer.dims import Dim
    from shapeinfer.jobs.show import Cause, Row


def dim_object(dim: Dim) -> dict[str, object]:
    """``{"expr": "2*h", "value": null}``; ``value`` is the number of a dim that is one."""
    return {"expr": str(dim), "value": dim.value}


def fact_object(fact: Fact) -> dict[str, object]:
    """``fact`` in the text form, ``elem_type`` and ``shape`` of a tensor; null where they are unknown or the
    value is no tensor."""
    elem_type, shape = None, None
    if isinstance(fact, (TensorFact, SparseTensorFact)):
        elem_type = elem_type_name(fact.elem_type) if fact.elem_type else None
        shape = None if fact.shape is None else [dim_object(dim) for dim in fact.shape]
    return {"fact": str(fact), "elem_type": elem_type, "shape": shape}


def rows_json(file: str, rows: Iterable[Row]) -> str:
    """``{"version": 1, "file": ..., "values": [{"name", "maker", "fact", "elem_type", "shape"}, ...]}``."""
    values = [{"name": row.name, "maker": row.maker, **fact_object(row.fact)} for row in rows]
    return _document({"file": file, "values": values})


def causes_json(file: str, causes: Iterable[Cause]) -> str:
    """``{"version": 1, "file": ..., "unknown": [{"name", "node", "blinded", "reason", ...}, ...]}``."""
    found = [
        {
            "name": c.name,
            "node": c.node.name,
            "op_type": c.node.op_type,
            "blinded": c.blinded,
            "reason": c.reason,
        }
        | fact_object(c.fact)
        for c in causes
    ]
    return _document({"file": file, "unknown": found})


def causes_text(causes: Iterable[Cause]) -> str:
    """A table of the causes of unknown shapes: those of one kind (operator and reason) in one row, with the
    number of values that are unknown because of them, most first."""
    kinds: dict[tuple[str, str], list[Cause]] = {}
    for cause in causes:
        kinds.setdefault((cause.node.op_type, cause.reason), []).append(cause)
    rows = [("values", "operator", "unknown because", "first value")]
    for (operator, reason), alike in sorted(kinds.items(), key=lambda kind: -_affected(kind[1])):
        more = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
        first = f"{alike[0].name} {alike[0].fact.brief()}{more}"
        rows.append((str(_affected(alike)), operator, reason, first))
    return "\n".join(table(rows))


def _affected(causes: Sequence[Cause]) -> int:
    """How many values are unknown because of these, themselves included. A value that several affect counts
    for each."""
    return sum(1 + cause.blinded for cause in causes)


def codes_json(codes: Iterable[Code]) -> str:
    """``{"version": 1, "codes": [{"code", "slug", "severity", "default", "title", "why", "help", "fix"}]}``.

    ``fix`` is null, or {"safety": "safe", "unsafe" or "either", "what": what ``lint --fix`` does}."""
    found = [
        {
            "code": c.id, "slug": c.slug, "severity": c.severity, "default": c.default, "title": c.title,
            "why": c.why, "help": c.help,
            "fix": None if c.fix is None else {"safety": c.fix.safety, "what": c.fix.what},
        }
        for c in codes
    ]  # fmt: skip
    return _document({"codes": found})


def _document(content: dict[str, object]) -> str:
    return json_text({"version": SCHEMA_VERSION, "tool": "shapeinfer", **content}, indent=2)
