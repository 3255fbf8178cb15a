"""Prints the cost of a model: totals, the peak with the values alive there, and a table."""

from __future__ import annotations

from shapeinfer.costs.live.peak import MOST_TOLD
from shapeinfer.costs.table import MACS, MEMORY, PARAMS
from shapeinfer.engine.place import place_text
from shapeinfer.render.amounts import count_text, dim_bytes, dim_count
from shapeinfer.render.text import counted, file_text, plain, table
from shapeinfer.reports.budget import bytes_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapeinfer.costs.live.peak import Candidate
    from shapeinfer.costs.table import Row
    from shapeinfer.dims import Dim
    from shapeinfer.jobs.cost import ModelCost

# How many of the values alive at the peak are listed.
_MOST_ALIVE = 6
_BAR = 20
# An expression in a cell is cut behind this many characters.
_CELL = 52
_LINE = 100


def cost_text(
    file: str | None, cost: ModelCost, rows: Sequence[Row], *, sort: str | None = None, bars: bool = False
) -> str:
    """The whole answer. With ``bars``, shares are also drawn as bars."""
    return "\n".join((*_totals(file, cost), "", *_table(rows, sort or MACS, bars=bars)))


def _totals(file: str | None, cost: ModelCost) -> Iterator[str]:
    total = cost.total
    yield f"{file_text(file)}: {counted(len(cost.costs.graph.nodes), 'node')}"
    stored = bytes_text(cost.weight_bytes)
    yield f"parameters  {count_text(cost.parameters)} ({cost.parameters}); {stored} stored"
    yield f"MACs        {dim_count(total.macs, _LINE)}{_unknown(total.unknown)}"
    yield f"elements    {dim_count(total.elements, _LINE)}"
    yield f"inputs      {dim_bytes(cost.input_bytes, _LINE)}"
    yield f"read        {dim_bytes(total.read, _LINE)}"
    yield f"written     {dim_bytes(total.written, _LINE)}"
    yield from _peak(cost)
    missing = cost.unsized
    if missing:
        names = ", ".join(plain(name) for name in missing[:_MOST_ALIVE])
        more = f" and {len(missing) - _MOST_ALIVE} more" if len(missing) > _MOST_ALIVE else ""
        yield f"unknown     the bytes of {names}{more}: counted as 0"
    reasons = {
        s.name: s.reason
        for d in (total.macs, *(c.bytes for c in cost.peak.candidates))
        for s in d.symbols()
        if not s.named
    }
    for name, reason in sorted(reasons.items()):
        yield f"where       {plain(name)} is known only at run time: {plain(reason)}"


def _unknown(unknown: object) -> str:
    """``; unknown of 2 Foo``"""
    assert isinstance(unknown, dict)
    return f"; unknown of {', '.join(f'{n} {plain(o)}' for o, n in unknown.items())}" if unknown else ""


def _peak(cost: ModelCost) -> Iterator[str]:
    peak = cost.peak
    if not peak.candidates:
        yield "peak        0 B: no values are computed"
        return
    if peak.is_one:
        yield f"peak        {dim_bytes(peak.candidates[0].bytes, _LINE)}  at {_where(peak.candidates[0])}"
    else:
        if peak.bound is not None:
            yield f"peak        at most {dim_bytes(peak.bound, _LINE)}"
        yield "            the place depends on the sizes (each of them at least 1):"
        for candidate in peak.candidates[:MOST_TOLD]:
            yield f"            {dim_bytes(candidate.bytes, _LINE)}  at {_where(candidate)}"
        if len(peak.candidates) > MOST_TOLD:
            yield f"            and {counted(len(peak.candidates) - MOST_TOLD, 'more place')}"
    alive = cost.alive()
    yield f"alive there {counted(len(alive), 'value')}" + (", the largest:" if len(alive) > 1 else ":")
    rows = [
        (f"            {plain(value.name)}", "?" if value.bytes is None else dim_bytes(value.bytes, _LINE))
        for value in alive[:_MOST_ALIVE]
    ]
    yield from table(rows)


def _where(candidate: Candidate) -> str:
    return f"{plain(place_text(candidate.place))} ({plain(candidate.place[-1].node.op_type)})"


def _table(rows: Sequence[Row], sort: str, *, bars: bool) -> Iterable[str]:
    whole = sum(row.key(sort) for row in rows if row.depth == 0) or 1.0
    title = {MACS: "of MACs", MEMORY: "of memory", PARAMS: "of parameters"}[sort]
    lines = [("", "nodes", "parameters", "MACs", "memory made", title)]
    for row in rows:
        share = row.key(sort) / whole
        cost = row.cost
        name = "  " * row.depth + plain(row.name) + (f" x{row.repeats}" if row.repeats > 1 else "")
        macs = "?" if cost.unknown and cost.macs.value == 0 else dim_count(cost.macs, _CELL)
        macs += " + ?" if cost.unknown and cost.macs.value != 0 else ""
        made = "?" if cost.unsized and cost.written.value == 0 else _made(cost.written)
        lines.append(
            (
                name, str(cost.nodes), count_text(row.parameters), macs, made,
                f"{100 * share:5.1f}%" + (f" {_bar(share)}" if bars else ""),
            )
        )  # fmt: skip
    return _columns(lines)


def _made(dim: Dim) -> str:
    """Bytes in a cell, where the heading says what they are."""
    return dim_bytes(dim) if dim.value is not None else dim_count(dim, _CELL)


def _columns(lines: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Rows in aligned columns."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def _bar(share: float) -> str:
    return "\u2588" * round(_BAR * min(max(share, 0.0), 1.0))
