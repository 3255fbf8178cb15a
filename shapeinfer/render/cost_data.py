"""What a model costs, for programs: JSON, CSV and Markdown. Numbers are whole; open sizes stand as
expressions."""

from __future__ import annotations

from shapeinfer.engine.place import place_text
from shapeinfer.render.amounts import count_text, dim_bytes, dim_count
from shapeinfer.render.json import SCHEMA_VERSION, json_text
from shapeinfer.render.text import decoded, file_text, plain
from shapeinfer.reports.budget import bytes_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.costs.fit import Fit
    from shapeinfer.costs.table import Row
    from shapeinfer.dims import Dim
    from shapeinfer.jobs.cost import ModelCost

_COLUMNS = (
    "path", "repeats", "nodes", "parameters", "weight_bytes", "macs", "elements", "bytes_read",
    "bytes_written", "unknown",
)  # fmt: skip


def cost_json(file: str | None, cost: ModelCost, rows: Sequence[Row], fit: Fit | None = None) -> str:
    """``{"version": 1, "tool", "file", "parameters", "weight_bytes", "input_bytes", "macs", "elements",
    "bytes_read", "bytes_written", "unknown", "unsized", "peak": {"bound", "candidates": [{"bytes", "place"}],
    "alive": [{"value", "bytes"}]}, "rows": [...], "fits": null or {...}}``.

    A number of which the size of an input is part is a string, an expression in Python's arithmetic.
    """
    total = cost.total
    return json_text(
        {
            "version": SCHEMA_VERSION, "tool": "shapeinfer", "file": file,
            "parameters": cost.parameters, "weight_bytes": cost.weight_bytes,
            "input_bytes": _number(cost.input_bytes),
            "macs": _number(total.macs), "elements": _number(total.elements),
            "bytes_read": _number(total.read), "bytes_written": _number(total.written),
            "unknown": dict(total.unknown), "unsized": list(cost.unsized),
            "peak": {
                "bound": None if cost.peak.bound is None else _number(cost.peak.bound),
                "candidates": [
                    {"bytes": _number(c.bytes), "place": place_text(c.place)} for c in cost.peak.candidates
                ],
                "alive": [
                    {"value": a.name, "bytes": None if a.bytes is None else _number(a.bytes)}
                    for a in cost.alive()
                ],
            },
            "rows": [dict(zip(_COLUMNS, _cells(row), strict=True)) for row in rows],
            "fits": None if fit is None else _fit(fit),
        },
        indent=2,
    )  # fmt: skip


def _fit(fit: Fit) -> dict[str, object]:
    return {
        "budget": fit.budget,
        "verdict": fit.verdict,
        "symbol": None if fit.symbol is None else fit.symbol.name,
        "most": fit.most if fit.symbol is not None and fit.most else None,
        "needs": [
            {"bytes": _number(need.bytes), "place": place_text(need.place), "exact": need.exact}
            for need in fit.needs
        ],
    }


def _number(dim: Dim) -> int | str:
    return str(dim) if dim.value is None else dim.value


def _cells(row: Row) -> tuple[object, ...]:
    cost = row.cost
    return (
        row.path, row.repeats, cost.nodes, row.parameters, row.bytes, _number(cost.macs),
        _number(cost.elements), _number(cost.read), _number(cost.written), dict(cost.unknown),
    )  # fmt: skip


def cost_csv(rows: Sequence[Row]) -> str:
    """The table with a line of headings; ``unknown`` counts the nodes whose multiply-accumulates are not
    known."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        *cells, unknown = _cells(row)
        assert isinstance(unknown, dict)
        writer.writerow([_harmless(cell) for cell in (*cells, sum(unknown.values()))])
    return text.getvalue().rstrip("\n")


def _harmless(cell: object) -> object:
    """A name that a spreadsheet takes for a formula gets a quote in front."""
    if not isinstance(cell, str):
        return cell
    text = plain(decoded(cell))
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def cost_markdown(file: str | None, cost: ModelCost, rows: Sequence[Row]) -> str:
    """Totals and table for a model card."""
    total = cost.total
    lines = [
        f"| {_cell(file_text(file))} | |", "|---|---|",
        f"| parameters | {count_text(cost.parameters)} |",
        f"| stored | {bytes_text(cost.weight_bytes)} |",
        f"| multiply-accumulates | {_cell(dim_count(total.macs))} |",
        f"| inputs | {_cell(dim_bytes(cost.input_bytes))} |",
    ]  # fmt: skip
    bound = cost.peak.bound
    if bound is not None:
        most = "" if cost.peak.is_one else "at most "
        lines.append(f"| peak of activations | {most}{_cell(dim_bytes(bound))} |")
    if total.unknown:
        lines.append(f"| unknown multiply-accumulates | {_cell(str(dict(total.unknown)))} |")
    lines += ["", "| | nodes | parameters | MACs | memory made |", "|---|---|---|---|---|"]
    for row in rows:
        name = "&nbsp;" * (2 * row.depth) + _cell(row.name) + (f" x{row.repeats}" if row.repeats > 1 else "")
        numbers = (
            str(row.cost.nodes), count_text(row.parameters), dim_count(row.cost.macs),
            str(row.cost.written) if row.cost.written.value is None else dim_bytes(row.cost.written),
        )  # fmt: skip
        lines.append(f"| {name} | {' | '.join(map(_cell, numbers))} |")
    return "\n".join(lines)


def _cell(text: str) -> str:
    """Text of a model that can't break out of its cell."""
    safe = plain(text).replace("\\", "\\\\").replace("|", "\\|").replace("`", "'").replace("<", "&lt;")
    return f"`{safe}`" if safe else ""
