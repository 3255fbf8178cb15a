"""Diagnostics and reports, as pydantic models with a versioned schema.

:mod:`shapeinfer.reports.build` makes them from the engine's plain findings. A diagnostic does not depend on
any format.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

SCHEMA_VERSION = 1

Severity = Literal["error", "warning", "info"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Location(_Frozen):
    """A place in a model. ``path`` leads through bodies and functions to the node."""

    file: str | None = Field(
        default=None, description="the file, as it was named; null for a model in memory"
    )
    path: str = Field(default="graph", description="e.g. graph/Layer_3 -> fn:Attention/MatMul_2")
    node: str | None = Field(default=None, description="the node's name, or operator#index where it has none")
    node_index: int | None = Field(default=None, description="the node's position in its graph")
    op_type: str | None = None
    domain: str | None = None
    value: str | None = Field(default=None, description="the name of the value")
    axis: int | None = None
    byte_offset: int | None = Field(default=None, description="where reading a damaged file stopped")


class FixOffer(_Frozen):
    """What ``lint --fix`` would change."""

    what: str = Field(description="e.g. removes 2 nodes: Neg_1, Exp_2")
    safe: bool = Field(
        description="whether the fixed model certainly computes the same from the same inputs; "
        "other fixes need --unsafe-fixes"
    )


class Diagnostic(_Frozen):
    """One finding. An error is a proof that no run can succeed."""

    code: str = Field(description="stable, e.g. SI205")
    slug: str = Field(description="e.g. reshape-element-count")
    severity: Severity
    location: Location
    message: str = Field(description="the actual and the required state, with both sides' values")
    notes: tuple[str, ...] = Field(default=(), description="related places and where the values came from")
    help: str = Field(default="", description="how to fix it")
    fix: FixOffer | None = Field(default=None, description="what lint --fix would change, if it can fix it")
    culprit: str | None = Field(
        default=None,
        description="the input that several findings of this code and operator share, or the value with the "
        "first of several wrong declared shapes: probably their cause",
    )
    more_calls: int = Field(
        default=0, description="how many more calls of the same function have the same finding"
    )
    fingerprint: str = Field(
        default="",
        description="16 hex digits, unique in the report; they survive changes elsewhere in the model",
    )


class Summary(_Frozen):
    """How much inference found out about the main graph."""

    nodes: int = 0
    values: int = Field(default=0, description="outputs of the main graph's nodes")
    known: int = Field(
        default=0, description="of these, how many have a known type, rank and dims in terms of the inputs"
    )
    clauses: int = Field(default=0, description="the number of contract clauses, which depend on sizes")


class ContractClause(_Frozen):
    """One clause and the nodes that state it."""

    condition: str = Field(description="e.g. height % 32 == 0")
    code: str
    always: bool = Field(description="whether it applies to every run")
    when: str | None = Field(
        default=None,
        description="for a clause in a body, the condition under which it applies, e.g. sr == 16000",
    )
    places: tuple[str, ...] = ()
    more_places: int = 0
    source: str | None = Field(
        default=None, description="the exporter's source line, if the model contains it"
    )


class Violation(ContractClause):
    """A clause that given sizes violate."""

    sizes: dict[str, int] = Field(description="the given sizes of the clause's symbols")
    nearest: dict[str, tuple[int, ...]] = Field(
        default={},
        description="for each symbol the nearest sizes below and above that satisfy it while the others stay",
    )


class MemoryBudget(_Frozen):
    """Whether a memory limit is enough for weights, inputs and activations."""

    budget: int = Field(description="bytes")
    fits: bool = Field(description="false if no choice of the open sizes fits")
    answer: str = Field(description="as text: how much is needed and where, or which sizes fit")
    needed: int | None = Field(default=None, description="bytes; null if sizes are open")
    place: str = Field(default="", description="the place of the peak, if it is known")


class SizesAnswer(_Frozen):
    """Whether one choice of sizes is refused."""

    sizes: dict[str, int]
    refused: str | None = Field(default=None, description="the first reason; null if it is not refused")
    violated: tuple[str, ...] = Field(default=(), description="the clauses that these sizes violate")


class Report(_Frozen):
    """The answer of one job about one model."""

    version: int = SCHEMA_VERSION
    tool: str = "shapeinfer"
    file: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    summary: Summary = Summary()
    obligations: tuple[str, ...] = Field(
        default=(), description="conditions that depend on data or open sizes (check)"
    )
    violations: tuple[Violation, ...] = Field(
        default=(), description="clauses of the contract that the given sizes violate (check)"
    )
    answers: tuple[SizesAnswer, ...] = Field(
        default=(), description="one for each choice, where a size has several values (check)"
    )
    demands: tuple[ContractClause, ...] = Field(
        default=(), description="each clause that an answer names (check)"
    )
    memory: MemoryBudget | None = Field(default=None, description="with a budget of memory (check)")

    def __repr__(self) -> str:
        found = [d.severity for d in self.diagnostics]
        counts = [
            f"{n} {s}{'s' if n > 1 else ''}" for s in ("error", "warning", "info") if (n := found.count(s))
        ]
        return f"<Report {self.file or 'model'}: {', '.join(counts) or 'clean'}>"

    def _repr_html_(self) -> str:
        """For notebooks: a row for each finding."""
        from shapeinfer.markup import paragraph, table

        rows = [(d.severity, f"{d.code} {d.slug}", d.location.path, d.message) for d in self.diagnostics]
        return paragraph(repr(self)[1:-1]) + table(("severity", "code", "where", "message"), rows)

    @property
    def ok(self) -> bool:
        """True if no finding makes every run fail (for ``check``: no choice of sizes is refused or needs
        more memory than allowed)."""
        enough = self.memory is None or self.memory.fits
        refused = any(answer.refused is not None for answer in self.answers)
        return enough and not refused and not any(d.severity == "error" for d in self.diagnostics)

    def at_least(self, severity: Severity) -> tuple[Diagnostic, ...]:
        """The diagnostics of this severity or worse."""
        order = ("error", "warning", "info")
        return tuple(d for d in self.diagnostics if order.index(d.severity) <= order.index(severity))


class DimObject(_Frozen):
    """One size: an expression over the inputs' symbols, and its number if it is one."""

    expr: str
    value: int | None = None


class InterfaceValue(_Frozen):
    """An input or output and its fact."""

    name: str
    fact: str = Field(description="in the text form, e.g. f32[batch, seq]")
    elem_type: str | None = Field(default=None, description="e.g. f32; null where unknown or no tensor")
    shape: tuple[DimObject, ...] | None = Field(
        default=None, description="null where the rank is unknown or the value is no tensor"
    )


class UnknownSize(_Frozen):
    """A size that only a run can tell."""

    name: str = Field(description="as it occurs in facts and conditions, e.g. ?17")
    label: str = Field(description="a word for it, e.g. ?selected; the name where there is none")
    reason: str = Field(description="e.g. as many boxes as are selected")
    maker: str = Field(description="the node at which it appears first; empty if that is in a body")


class Interface(_Frozen):
    """Inputs, contract and outputs of one model."""

    version: int = SCHEMA_VERSION
    tool: str = "shapeinfer"
    file: str | None = None
    inputs: tuple[InterfaceValue, ...] = ()
    outputs: tuple[InterfaceValue, ...] = ()
    demands: tuple[ContractClause, ...] = Field(default=(), description="every run must satisfy these")
    conditional: tuple[ContractClause, ...] = Field(
        default=(), description="runs must satisfy these if ``when`` holds: in branches and bodies"
    )
    obligations: tuple[ContractClause, ...] = Field(
        default=(), description="constraints that depend on data; with ``when``, those of a branch or body"
    )
    premises: tuple[ContractClause, ...] = Field(
        default=(), description="if one is false, the printed shapes may be wrong"
    )
    unsatisfiable: tuple[ContractClause, ...] = Field(
        default=(), description="constraints that contradict each other"
    )
    unknown: tuple[UnknownSize, ...] = Field(
        default=(), description="the unknown sizes in the clauses and the outputs, in the order of occurrence"
    )
    gave_up: str = Field(default="", description="why the clauses are not solved; empty if they are")
