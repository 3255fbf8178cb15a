"""The whole report of a model: what inference, lint, costs, targets and a comparison found, joined."""

from __future__ import annotations

from shapeinfer.costs.scopes import Scopes
from shapeinfer.jobs.diff import compare
from shapeinfer.jobs.preflight.memory import costs_of
from shapeinfer.jobs.sources import load
from shapeinfer.linter.lint import examine
from shapeinfer.model.structure import Graph
from shapeinfer.page.data import Group, report_rows
from shapeinfer.page.names import shown
from shapeinfer.page.tables import attribute_text
from shapeinfer.render.findings.groups import grouped
from shapeinfer.reports.build import diagnostics_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapeinfer.jobs.infer import Result
    from shapeinfer.jobs.sources import Source
    from shapeinfer.model.structure import Model
    from shapeinfer.page.tables import Row
    from shapeinfer.reports.diagnostic import Diagnostic
    from shapeinfer.runtimes.names import Target

    Examined = tuple[Result, Sequence[Diagnostic]]


def report_data(model: Source, *, targets: Sequence[str] = (), against: Source | None = None) -> Row:
    """The report of a model as one JSON document, described by ``docs/schemas/page.schema.json``.

    ``targets`` are releases that must load it, such as ``onnxruntime==1.17``; ``against`` is an older version
    of the model, to be compared with. Raises OSError and :class:`shapeinfer.DamagedModel` if a source is not
    a model, ValueError for an unknown form of target.
    """
    from shapeinfer.jobs.targets import parsed_targets

    read, named = load(model), parsed_targets(targets)
    result, findings = examined(read, named)
    parts: Row = {}
    if targets:
        parts["targets"] = _targets(read, targets)
    if against is not None:
        parts["against"] = compared(examined(load(against), named), (result, findings))
    return report_rows(
        result.run,
        result.contract,
        costs_of(result),
        findings,
        counts=result.summary_counts(),
        groups=list(groups_of(findings)),
        extra=parts,
    )


def report_html(model: Source, *, targets: Sequence[str] = (), against: Source | None = None) -> str:
    """The report as one self-contained HTML file; arguments and errors are those of :func:`report_data`."""
    from shapeinfer.page.html import page

    return page(report_data(model, targets=targets, against=against))


def examined(model: Model, targets: Sequence[Target]) -> Examined:
    """A model's result with its findings."""
    result, extra = examine(model, targets=targets)
    return result, diagnostics_of(result.run, extra)


def _targets(model: Model, asked: Sequence[str]) -> Row:
    from shapeinfer.jobs.targets import targets as loading

    found = loading(model)
    return {
        "asked": list(asked),
        "least": found.least,
        "loads": list(found.loads),
        "hindrances": [hindrance.model_dump(mode="json") for hindrance in found.hindrances],
        "errors": list(found.errors),
    }


def compared(old: Examined, new: Examined) -> Row:
    """Two versions of a model side by side: what ``diff`` says, and which scopes differ."""
    changes = compare(old[0], new[0])
    return {
        "old": _side(*old),
        "new": _side(*new),
        "changes": [{"text": shown(change.text), "breaking": change.breaking} for change in changes],
        "scopes": changed_scopes(old[0], new[0]),
    }


def _side(result: Result, findings: Sequence[Diagnostic]) -> Row:
    interface = result.interface
    return {
        "file": None if interface.file is None else shown(interface.file),
        "nodes": result.summary_counts()[0],
        "inputs": [[shown(value.name), shown(value.fact)] for value in interface.inputs],
        "outputs": [[shown(value.name), shown(value.fact)] for value in interface.outputs],
        "clauses": [shown(clause.condition) for clause in interface.demands],
        "findings": [shown(f"{found.code} {found.message}") for found in findings],
    }


def changed_scopes(old: Result, new: Result) -> Row:
    """The paths of scopes that only one model has, and of those whose nodes differ: in their operators,
    attributes, or the facts of what they make."""
    before, after = _scope_contents(old), _scope_contents(new)
    return {
        "added": [shown(path) for path in after if path not in before],
        "removed": [shown(path) for path in before if path not in after],
        "changed": [shown(path) for path, held in after.items() if path in before and before[path] != held],
    }


def _scope_contents(result: Result) -> dict[str, list[tuple[object, ...]]]:
    """Of each scope below the whole graph, what it holds, with all scopes in it."""
    graph = result.model.graph or Graph(b"")
    signs = [
        (
            node.domain,
            node.op_type,
            sorted((name, attribute_text(attribute)) for name, attribute in node.attributes.items()),
            [str(result.under_contract.get(name)) for name in node.outputs],
        )
        for node in graph.nodes
    ]
    return {scope.path: [signs[at] for at in scope.all] for scope in Scopes(graph).root.walk()}


def groups_of(findings: Sequence[Diagnostic]) -> Iterable[Group]:
    """The findings as the text format groups them, as positions."""
    at = {id(found): position for position, found in enumerate(findings)}
    for group in grouped(findings):
        yield Group([at[id(found)] for found in (group.first, *group.others)], alike=group.alike)
