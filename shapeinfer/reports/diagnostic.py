"""What leaves the program: diagnostics and reports, as pydantic models with a versioned schema.

Built from the engine's plain findings at the border (:mod:`shapeinfer.reports.build`). A diagnostic knows
nothing of how it is shown.
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
    value: str | None = Field(default=None, description="the name of the value that is meant")
    axis: int | None = None
    byte_offset: int | None = Field(default=None, description="where reading a damaged file stopped")


class Diagnostic(_Frozen):
    """One thing that is wrong or worth knowing. An error is a proof that no run can succeed."""

    code: str = Field(description="stable, e.g. SI205")
    slug: str = Field(description="e.g. reshape-element-count")
    severity: Severity
    location: Location
    message: str = Field(description="what is, then what was needed, with both sides' values")
    notes: tuple[str, ...] = Field(default=(), description="related places and where the values came from")
    help: str = Field(default="", description="how to fix it")
    more_calls: int = Field(
        default=0, description="how many more calls of the same function have the same finding"
    )
    fingerprint: str = Field(
        default="",
        description="16 hex digits, unique in the report; they survive changes elsewhere in the model",
    )


class Summary(_Frozen):
    """What inference made of the main graph."""

    nodes: int = 0
    values: int = Field(default=0, description="outputs of the main graph's nodes")
    known: int = Field(
        default=0, description="of these, how many have a known type, rank and dims in terms of the inputs"
    )
    clauses: int = Field(default=0, description="contract clauses: demands that only sizes can decide")


class ContractClause(_Frozen):
    """One plain clause and who states it."""

    condition: str = Field(description="e.g. height % 32 == 0")
    code: str
    always: bool = Field(description="whether every run meets it")
    when: str | None = Field(
        default=None, description="what must hold for it to bind, e.g. sr == 16000, where it stands in a body"
    )
    places: tuple[str, ...] = ()
    more_places: int = 0
    source: str | None = Field(
        default=None, description="the exporter's source line, where the model carries it"
    )


class Violation(ContractClause):
    """A clause that given sizes violate."""

    sizes: dict[str, int] = Field(description="the sizes that were given to the clause's symbols")
    nearest: dict[str, tuple[int, ...]] = Field(
        default={},
        description="for each symbol the sizes next below and above that will do while the others stay",
    )


class MemoryBudget(_Frozen):
    """Whether a budget of memory is enough for weights, inputs and the most that is alive at once."""

    budget: int = Field(description="bytes")
    fits: bool = Field(description="False: no sizes that are still open fit")
    answer: str = Field(description="in words: what is needed and where, or which sizes fit")
    needed: int | None = Field(default=None, description="bytes, where no size is open")
    place: str = Field(default="", description="where the most is alive, if that is known")


class Report(_Frozen):
    """The answer of one job about one model."""

    version: int = SCHEMA_VERSION
    tool: str = "shapeinfer"
    file: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    summary: Summary = Summary()
    obligations: tuple[str, ...] = Field(default=(), description="demands that only a run can decide (check)")
    violations: tuple[Violation, ...] = Field(
        default=(), description="clauses of the contract that the given sizes violate (check)"
    )
    memory: MemoryBudget | None = Field(default=None, description="with a budget of memory (check)")

    @property
    def ok(self) -> bool:
        """True if nothing was found that makes every run fail (for ``check``: not refused, and within the
        budget of memory)."""
        enough = self.memory is None or self.memory.fits
        return enough and not any(d.severity == "error" for d in self.diagnostics)

    def at_least(self, severity: Severity) -> tuple[Diagnostic, ...]:
        """The diagnostics of this severity or worse."""
        order = ("error", "warning", "info")
        return tuple(d for d in self.diagnostics if order.index(d.severity) <= order.index(severity))


class DimObject(_Frozen):
    """One size: an expression over the inputs' symbols, and its number if it is one."""

    expr: str
    value: int | None = None


class InterfaceValue(_Frozen):
    """An input or output and what is known of it."""

    name: str
    fact: str = Field(description="in the text form, e.g. f32[batch, seq]")
    elem_type: str | None = Field(default=None, description="e.g. f32; null where unknown or no tensor")
    shape: tuple[DimObject, ...] | None = Field(
        default=None, description="null where the rank is unknown or the value is no tensor"
    )


class Interface(_Frozen):
    """Inputs, contract and outputs of one model."""

    version: int = SCHEMA_VERSION
    tool: str = "shapeinfer"
    file: str | None = None
    inputs: tuple[InterfaceValue, ...] = ()
    outputs: tuple[InterfaceValue, ...] = ()
    demands: tuple[ContractClause, ...] = Field(default=(), description="every run must satisfy these")
    conditional: tuple[ContractClause, ...] = Field(
        default=(), description="runs must satisfy these where ``when`` holds: in branches and bodies"
    )
    obligations: tuple[ContractClause, ...] = Field(
        default=(), description="the same, but only a run can tell"
    )
    premises: tuple[ContractClause, ...] = Field(default=(), description="without them shapes may differ")
    unsatisfiable: tuple[ContractClause, ...] = Field(default=(), description="they exclude each other")
    gave_up: str = Field(default="", description="why the clauses are not solved; empty if they are")
