"""The report of a model as one JSON document (``docs/schemas/page.schema.json`` describes it)."""

from __future__ import annotations

from shapeinfer.contracts.contract import Contract
from shapeinfer.costs.model import Costs
from shapeinfer.model.structure import Graph
from shapeinfer.page.graphs import Graphs
from shapeinfer.page.names import shown
from shapeinfer.page.parts import contract_rows, cost_rows, memory_rows, requirement_rows
from shapeinfer.page.sizes import first_sizes
from shapeinfer.page.tables import Row, Tables
from shapeinfer.reports.unknowns import reason_of
from shapeinfer.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.dims import Symbol
    from shapeinfer.engine.run import Run
    from shapeinfer.reports.diagnostic import Diagnostic

VERSION = 1
"""The version of the document. It grows when something is removed or changes its meaning."""


class Group:
    """Findings that people see as one: positions in the list of findings, the first in full. ``alike`` is
    False if the others only have the same code."""

    __slots__ = ("alike", "members")

    def __init__(self, members: Sequence[int], *, alike: bool = True) -> None:
        self.members = list(members)
        self.alike = alike


def report_rows(
    run: Run,
    contract: Contract,
    costs: Costs,
    findings: Sequence[Diagnostic],
    *,
    counts: tuple[int, int, int],
    groups: Sequence[Group] | None = None,
    extra: Mapping[str, object] | None = None,
) -> Row:
    """The document.

    ``findings`` are those to be shown, in ``groups`` (default: each alone). ``counts`` are the numbers of
    nodes, values and known values of the main graph, ``extra`` further parts such as ``targets`` and
    ``against``.
    """
    model = run.model
    graph = model.graph or Graph(b"")
    tables = Tables(contract.rewriter().dim)
    graphs = Graphs(run, tables)
    row: Row = {
        "version": VERSION,
        "tool": "shapeinfer",
        "tool_version": __version__,
        "model": {
            "file": None if model.path is None else shown(model.path),
            "bytes": model.size,
            "ir_version": model.ir_version,
            "opsets": {
                shown(domain) or "ai.onnx": version for domain, version in model.opset_imports.items()
            },
            "producer": shown(f"{model.producer_name} {model.producer_version}".strip()),
            "nodes": counts[0],
            "values": counts[1],
            "known": counts[2],
        },
        "graphs": graphs.rows,
        "left_out_bodies": graphs.left_out_bodies,
        "contract": contract_rows(run, contract, tables),
        "requirements": requirement_rows(run),
        "costs": cost_rows(costs, tables),
        "memory": memory_rows(costs, graphs, tables),
        "findings": [_finding(found) for found in findings],
        "groups": [
            {"members": group.members, "alike": group.alike}
            for group in (groups or [Group([at]) for at in range(len(findings))])
        ],
        **(extra or {}),
    }
    stored = graph.initializers
    inputs = [run.facts.get(value.name) for value in graph.inputs if value.name not in stored]
    asked = {symbol for fact in inputs if fact is not None for dim in fact.dims() for symbol in dim.symbols()}
    sizes = first_sizes(inputs, tables.symbols, contract.demands)
    row["symbols"] = [_symbol(symbol, symbol in asked, sizes[symbol]) for symbol in tables.symbols]
    row["dims"] = tables.dims
    row["left_out_dims"] = tables.left_out_dims
    row["facts"] = tables.facts
    row["operations"] = tables.operations
    return row


def _symbol(symbol: Symbol, asked: bool, size: int) -> Row:
    row: Row = {"name": shown(symbol.name), "input": asked, "named": symbol.named, "start": size}
    if symbol.reason:
        row["why"] = shown(reason_of(symbol))
    if symbol.lo is not None:
        row["low"] = symbol.lo
    if symbol.hi is not None:
        row["high"] = symbol.hi
    return row


def _finding(found: Diagnostic) -> Row:
    """A diagnostic, with the node of the main graph where it lies or through which its place leads."""
    row: Row = found.model_dump(mode="json")
    return row
