"""Targets: which releases of a runtime load a model, and what the others lack."""

from __future__ import annotations

from shapeinfer.engine.loader.file.refused import refused_as_file
from shapeinfer.engine.place import place_text
from shapeinfer.engine.run import Placed, Run, severity_of
from shapeinfer.jobs.infer import infer
from shapeinfer.rule.requirement import Finding
from shapeinfer.runtimes.beyond import beyond_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from shapeinfer.jobs.sources import Source
    from shapeinfer.reports.releases import Hindrance, LoadingReport, ReleaseLimits
    from shapeinfer.runtimes.names import Target
    from shapeinfer.runtimes.obstacles import Loading, Obstacle

# How many errors a report lists.
_MOST_ERRORS = 3


def parsed_targets(texts: Sequence[str]) -> tuple[Target, ...]:
    """Parse targets as written for ``--target``. Raises BadTarget, a ValueError."""
    if not texts:
        return ()
    from shapeinfer.runtimes.names import parse  # imported late: its tables are large

    return tuple(map(parse, texts))


def against_targets(
    run: Run, targets: Sequence[Target], wanted: Collection[str] | None = None
) -> Iterable[Placed[Finding]]:
    """The findings for an inferred model on these targets; without targets, those that apply to all known
    releases. ``wanted`` holds the ids of codes to check; None means those that are on by default."""
    if not targets:
        return beyond_all(run)
    from shapeinfer.runtimes.findings import target_findings

    return target_findings(run, targets, wanted)


def load_error(run: Run, targets: Sequence[Target]) -> str | None:
    """The first reason why a target, or every runtime, refuses to load the model."""
    for placed in (*refused_as_file(run.model), *against_targets(run, targets)):
        if severity_of(placed) == "error":
            return f"{placed.item.text()} (at {place_text(placed.place)})"
    return None


def targets(model: Source) -> LoadingReport:
    """Which known releases of ONNX Runtime load the model on the CPU, with default options, and why the
    others refuse it. Raises OSError and DamagedModel if the source is not a model."""
    from shapeinfer.reports.releases import LoadingReport
    from shapeinfer.runtimes.obstacles import MINORS, VERSIONS, Loading
    from shapeinfer.runtimes.refusing import positions

    run = infer(model).run
    loading = Loading(run)
    errors = [
        p
        for p in (*refused_as_file(run.model), *run.findings)
        if p.item.code.at_load and p.item.at_load and severity_of(p) == "error"
    ]
    found: dict[tuple[object, ...], list[tuple[int, Obstacle]]] = {}
    stopped: set[int] = set()
    for release in range(len(VERSIONS)):
        for obstacle in loading.obstacles(release):
            found.setdefault(_alike(obstacle), []).append((release, obstacle))
            if not obstacle.saved:
                stopped.add(release)
    later = [p for p in run.findings if p.item.releases is not None and p.item.at_load]
    for placed in later:
        stopped.update(positions(placed.item.releases))
    loads = [] if errors else [r for r in range(len(VERSIONS)) if r not in stopped]
    groups = sorted(found.values(), key=lambda group: -group[-1][0])
    return LoadingReport(
        file=run.model.path,
        least=MINORS[loads[0]] if loads else None,
        loads=tuple(MINORS[release] for release in loads),
        hindrances=(*[_hindrance(group, loading) for group in groups], *map(_of_finding, later)),
        errors=tuple(
            f"{p.item.code.id}: {p.item.text()} (at {place_text(p.place)})" for p in errors[:_MOST_ERRORS]
        ),
        more_errors=max(0, len(errors) - _MOST_ERRORS),
    )


def _alike(obstacle: Obstacle) -> tuple[object, ...]:
    kind = "" if obstacle.refusal is None else obstacle.refusal.kind
    return obstacle.kind, obstacle.domain, obstacle.op_type, kind, obstacle.saved


def _hindrance(group: Sequence[tuple[int, Obstacle]], loading: Loading) -> Hindrance:
    """The reasons why releases refuse the model, each for the newest release that has it."""
    from shapeinfer.reports.releases import Hindrance
    from shapeinfer.runtimes.findings import code_of
    from shapeinfer.runtimes.obstacles import MINORS
    from shapeinfer.runtimes.words import remedy, what

    release, obstacle = group[-1]
    return Hindrance(
        code=code_of(obstacle).id,
        releases=tuple(MINORS[position] for position, _ in group),
        first=None if obstacle.first is None else MINORS[obstacle.first],
        what=what(obstacle, MINORS[release]),
        nodes=obstacle.count,
        place=place_text(obstacle.place) if obstacle.place else None,
        sure=not obstacle.saved,
        help=remedy(obstacle, loading.model, loading.uses),
    )


def _of_finding(placed: Placed[Finding]) -> Hindrance:
    """The reason why some releases refuse a node, that its rule found."""
    from shapeinfer.reports.releases import Hindrance
    from shapeinfer.runtimes.obstacles import MINORS
    from shapeinfer.runtimes.refusing import positions

    refusing = positions(placed.item.releases)
    after = refusing[-1] + 1 if refusing else len(MINORS)
    return Hindrance(
        code=placed.item.code.id,
        releases=tuple(MINORS[release] for release in refusing),
        first=MINORS[after] if after < len(MINORS) else None,
        what=placed.item.text(),
        nodes=1,
        place=place_text(placed.place),
        help=placed.item.code.help,
    )


def known_releases() -> list[ReleaseLimits]:
    """The known releases, oldest first, with the IR version and opsets that they read."""
    from shapeinfer.reports.releases import ReleaseLimits
    from shapeinfer.runtimes.obstacles import VERSIONS, ir_limit, opset_limits, with_cuda

    cuda = with_cuda()
    return [
        ReleaseLimits(
            release=version,
            ir_version=ir_limit(position),
            opsets={domain or "ai.onnx": limit for domain, limit in opset_limits(position).items()},
            providers=("cpu", "cuda") if position in cuda else ("cpu",),
        )
        for position, version in enumerate(VERSIONS)
    ]
