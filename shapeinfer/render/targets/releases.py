"""Releases that load a model, and known releases, for people and for programs."""

from __future__ import annotations

from shapeinfer.render.json import json_text
from shapeinfer.render.text import plain, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.reports.releases import Hindrance, LoadingReport, ReleaseLimits


def loading_text(report: LoadingReport, name: str, known: Sequence[str]) -> str:
    """The least release, then what stops each earlier one. ``known``: all known releases, oldest first."""
    lines = [f"{plain(name)} {_verdict(report, known)}"]
    lines += [f"  {plain(error)}" for error in report.errors]
    if report.more_errors:
        lines.append(f"  and {report.more_errors} more errors (shapeinfer lint)")
    rows = [(_releases(h.releases, known), plain(_said(h))) for h in report.hindrances]
    lines += [f"  {line}" for line in table(rows)]
    return "\n".join(lines)


def _verdict(report: LoadingReport, known: Sequence[str]) -> str:
    if report.errors:
        return "loads in no release of onnxruntime"
    if report.least is None:
        return f"loads in no known release of onnxruntime (known are {known[0]} to {known[-1]})"
    if report.loads == tuple(known):
        return f"loads in every known release of onnxruntime ({known[0]} to {known[-1]})"
    return f"loads in onnxruntime {_releases(report.loads, known)}"


def _releases(releases: Sequence[str], known: Sequence[str]) -> str:
    """``1.22 and older``, ``1.23 and newer``, ``1.17 to 1.19``."""
    at = [known.index(release) for release in releases]
    if at == list(range(len(known))):
        return "all known"
    if at == list(range(at[-1] + 1)):
        return f"{releases[-1]} and older" if len(at) > 1 else releases[-1]
    if at == list(range(at[0], len(known))):
        return f"{releases[0]} and newer" if len(at) > 1 else releases[0]
    parts: list[list[str]] = []
    for position, release in zip(at, releases, strict=True):
        if parts and known.index(parts[-1][-1]) == position - 1:
            parts[-1].append(release)
        else:
            parts.append([release])
    return ", ".join(part[0] if len(part) == 1 else f"{part[0]} to {part[-1]}" for part in parts)


def _said(hindrance: Hindrance) -> str:
    said = hindrance.what
    if hindrance.nodes > 1:
        said += f"; {hindrance.nodes} nodes, first {hindrance.place}"
    elif hindrance.place:
        said += f"; at {hindrance.place}"
    if not hindrance.sure:
        said += "; default optimisations may get past it"
    return said + (f"; {hindrance.help}" if hindrance.help else "")


def limits_text(releases: Sequence[ReleaseLimits], others: dict[str, str]) -> str:
    """What there is to name as a target."""
    rows = [("onnxruntime", "IR version", "ai.onnx", "ai.onnx.ml", "kernels of")]
    rows += [
        (
            r.release,
            str(r.ir_version),
            str(r.opsets["ai.onnx"]),
            str(r.opsets["ai.onnx.ml"]),
            ", ".join(r.providers),
        )
        for r in releases
    ]
    lines = [*table(rows), "", "onnxruntime-web has the kernels of the same release of onnxruntime.", ""]
    lines += [*table((f"{name} ", why) for name, why in others.items())]
    return "\n".join(lines)


def limits_json(releases: Sequence[ReleaseLimits]) -> str:
    """The same for programs."""
    return json_text([release.model_dump(mode="json") for release in releases], indent=2)


def loading_json(report: LoadingReport) -> str:
    """The same for programs."""
    return json_text(report.model_dump(mode="json"), indent=2)
