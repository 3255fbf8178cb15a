"""A report inside a notebook: the page in a frame that may run its scripts and nothing else."""

from __future__ import annotations

from shapeinfer.costs.model import Costs
from shapeinfer.markup import escaped, paragraph, table
from shapeinfer.page.data import report_rows
from shapeinfer.page.html import page
from shapeinfer.reports.build import diagnostics_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapeinfer.contracts.contract import Contract
    from shapeinfer.engine.run import Run
    from shapeinfer.facts.fact import Fact

# The notebook's file holds the page; a longer one would make it unwieldy.
_LONGEST_PAGE = 3_000_000
_HEIGHT = 620


def interface_table(run: Run, facts: Mapping[str, Fact]) -> str:
    """Inputs and outputs with their facts."""
    graph = run.model.graph
    if graph is None:
        return paragraph("the model has no graph")
    rows = [
        (kind, value.name, "?" if (fact := facts.get(value.name)) is None else fact.brief())
        for kind, values in (("input", graph.inputs), ("output", graph.outputs))
        for value in values
        if value.name not in graph.initializers
    ]
    return table(("", "value", "fact"), rows)


def frame(run: Run, contract: Contract, counts: tuple[int, int, int], costs: Costs | None = None) -> str:
    """The page in a sandboxed frame. A page that is too long is named instead of shown."""
    costs = costs or Costs(run, contract.rewriter().dim)
    text = page(report_rows(run, contract, costs, diagnostics_of(run), counts=counts))
    if len(text) > _LONGEST_PAGE:
        return paragraph(
            "The graph is too large to be shown here: shapeinfer.report_html(model) writes its page."
        )
    # Unlike other texts, the page is not shortened.
    source = text.replace("&", "&amp;").replace('"', "&quot;")
    style = f"width:100%;height:{_HEIGHT}px;border:1px solid #8884;border-radius:8px"
    title = escaped(f"report of {run.model.path or 'the model'}")
    return f'<iframe sandbox="allow-scripts" title="{title}" style="{style}" srcdoc="{source}"></iframe>'
