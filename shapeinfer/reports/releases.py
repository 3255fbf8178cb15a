"""Which releases of a runtime load a model, as data."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from shapeinfer.reports.diagnostic import SCHEMA_VERSION


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Hindrance(_Frozen):
    """One reason why some releases refuse the model."""

    code: str = Field(description="SI501 to SI504, or of what a rule found: SI307")
    releases: tuple[str, ...] = Field(description="the releases that refuse it for this reason, oldest first")
    first: str | None = Field(
        description="the first later release without this reason; null if none is known"
    )
    what: str = Field(description="what the newest of these releases lacks")
    nodes: int = Field(default=0, description="how many nodes are affected; 0 for the file as a whole")
    place: str | None = Field(default=None, description="the first of these nodes")
    sure: bool = Field(default=True, description="false if default optimisations may get past it")
    help: str = Field(default="", description="what could be changed in the file")


class LoadingReport(_Frozen):
    """Which known releases of ONNX Runtime load a model on the CPU, with default options."""

    version: int = SCHEMA_VERSION
    tool: str = "shapeinfer"
    file: str | None = None
    runtime: str = "onnxruntime"
    least: str | None = Field(description="the oldest known release that loads it; null if none does")
    loads: tuple[str, ...] = Field(description="all known releases that load it, oldest first")
    hindrances: tuple[Hindrance, ...] = ()
    errors: tuple[str, ...] = Field(default=(), description="why every release refuses it (lint's errors)")
    more_errors: int = 0


class ReleaseLimits(_Frozen):
    """One known release and what it reads."""

    release: str
    ir_version: int = Field(description="the highest that it reads")
    opsets: dict[str, int] = Field(description="the highest that it reads, by domain")
    providers: tuple[str, ...] = Field(description="whose kernels are known")
