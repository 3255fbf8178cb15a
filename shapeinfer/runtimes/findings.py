"""Findings for a model on its targets."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import ERROR, WARNING, Code
from shapeinfer.engine.place import Place
from shapeinfer.engine.run import Placed, Run
from shapeinfer.model.structure import Graph, TensorType
from shapeinfer.rule.requirement import Finding
from shapeinfer.runtimes.match import KERNEL
from shapeinfer.runtimes.names import FIXED_SHAPES, Target
from shapeinfer.runtimes.nodes import Use
from shapeinfer.runtimes.obstacles import IR, MINORS, OPSET, Loading, Obstacle
from shapeinfer.runtimes.tables import CPU
from shapeinfer.runtimes.words import counted, first, remedy, what

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

# How many inputs a message names.
_MOST_NAMED = 3


def target_findings(
    run: Run, targets: Iterable[Target], wanted: Collection[str] | None = None
) -> Iterator[Placed[Finding]]:
    """The findings of all targets. ``wanted`` holds ids of codes; None: those that are on by default."""
    loading: Loading | None = None
    for target in targets:
        if target.runtime in FIXED_SHAPES:
            yield from _open_shapes(run, target)
            continue
        if loading is None:
            loading = Loading(run)
        if target.unknown:
            message = "{name} {unknown} is not known: {known} is used instead"
            nearest = MINORS[target.releases[0]]
            yield _found(
                codes.TARGET_UNKNOWN_RELEASE, message, (), None,
                name=target.runtime, unknown=target.unknown, known=nearest,
            )  # fmt: skip
        yield from _refusals(loading, target)
        if target.provider != CPU:
            yield from _fallbacks(loading, target)
        if wanted is not None and codes.TARGET_CASTS.id in wanted:
            yield from _casts(loading, target)


def _found(
    code: Code, message: str, place: Place, severity: str | None, /, **args: object
) -> Placed[Finding]:
    return Placed(Finding(code, message, tuple(args.items()), severity=severity), place)


def _refusals(loading: Loading, target: Target) -> Iterator[Placed[Finding]]:
    """The reasons why the target's releases refuse the model, without repetition."""
    groups: dict[tuple[object, ...], list[tuple[int, Obstacle]]] = {}
    for release in target.releases:
        for obstacle in loading.obstacles(release, target.provider):
            groups.setdefault(obstacle.key, []).append((release, obstacle))
    for group in groups.values():
        release, obstacle = group[0]
        # The oldest of the releases has the strictest limits; the newest determines the remedy.
        obstacle.first = group[-1][1].first
        who = MINORS[release] if len(group) > 1 else "it"
        yield _found(
            code_of(obstacle), "{target}: {what}", obstacle.place,
            WARNING if obstacle.saved or target.unknown else ERROR,
            target=target.named([release for release, _ in group]), what=_said(obstacle, who, loading),
        )  # fmt: skip


def code_of(obstacle: Obstacle) -> Code:
    """The code for a reason why a release refuses a model."""
    if obstacle.kind == IR:
        return codes.TARGET_IR_VERSION
    if obstacle.kind == OPSET:
        return codes.TARGET_OPSET
    is_kernel = obstacle.refusal is not None and obstacle.refusal.kind == KERNEL
    return codes.TARGET_NO_KERNEL if is_kernel else codes.TARGET_UNKNOWN_OPERATOR


def _said(obstacle: Obstacle, release: str, loading: Loading) -> str:
    maybe = "default optimisations may remove it" if obstacle.saved else ""
    help_ = remedy(obstacle, loading.model, loading.uses)
    parts = (what(obstacle, release), counted(obstacle), maybe, first(obstacle), help_)
    return "; ".join(filter(None, parts))


def _fallbacks(loading: Loading, target: Target) -> Iterator[Placed[Finding]]:
    for release in target.releases:
        uses = [
            use
            for use in loading.uses
            if not use.arithmetic and loading.verdict(use, release, target.provider).elsewhere
        ]
        for name, group in _by_operator(uses):
            yield _found(
                codes.TARGET_FALLBACK, "{target} runs {name} on the CPU: {why}{count}", group[0].place, None,
                target=target.named([release]), name=name, why="no kernel for it and these types",
                count=_count(group),
            )  # fmt: skip


def _casts(loading: Loading, target: Target) -> Iterator[Placed[Finding]]:
    for release in target.releases:
        uses = [use for use in loading.uses if loading.verdict(use, release, target.provider).casts]
        for name, group in _by_operator(uses):
            yield _found(
                codes.TARGET_CASTS, "{target} runs {name} in f32, between casts{count}", group[0].place, None,
                target=target.named([release]), name=name, count=_count(group),
            )  # fmt: skip


def _by_operator(uses: Sequence[Use]) -> Iterable[tuple[str, list[Use]]]:
    groups: dict[str, list[Use]] = {}
    for use in uses:
        asked = use.asked
        groups.setdefault(f"{asked.domain}::{asked.op_type}" if asked.domain else asked.op_type, []).append(
            use
        )
    return groups.items()


def _count(uses: Sequence[Use]) -> str:
    count = sum(use.count for use in uses)
    return f" ({count} nodes)" if count > 1 else ""


def _open_shapes(run: Run, target: Target) -> Iterator[Placed[Finding]]:
    """The inputs whose shape is not all numbers."""
    graph = run.model.graph or Graph(b"")
    names = [
        f"{value.name!r} {run.facts[value.name]}" if value.name in run.facts else repr(value.name)
        for value in graph.inputs
        if value.name not in graph.initializers and isinstance(value.type, TensorType)
        and (value.type.dims is None or not all(isinstance(d, int) for d in value.type.dims))
    ]  # fmt: skip
    if names:
        listed = ", ".join(names[:_MOST_NAMED])
        listed += f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        yield _found(
            codes.TARGET_FIXED_SHAPES, "{target} {why}; open: {names}", (), None,
            target=target.runtime, why=FIXED_SHAPES[target.runtime], names=listed,
        )  # fmt: skip
