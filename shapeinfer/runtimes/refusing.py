"""What only some releases refuse: an error where it is one of a target's, and nothing where it is none."""

from __future__ import annotations

from shapeinfer.codes import ERROR, RUNTIME_DIFFERS, WARNING
from shapeinfer.engine.run import Placed
from shapeinfer.rule.requirement import Finding, Releases
from shapeinfer.runtimes.obstacles import MINORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapeinfer.runtimes.names import Target


def for_targets(findings: Iterable[Placed[Finding]], targets: Sequence[Target]) -> list[Placed[Finding]]:
    """The findings as they apply to these targets; unchanged if no release is among them."""
    releases = {release for target in targets for release in target.releases}
    if not releases:
        return list(findings)
    known = {release for target in targets if not target.unknown for release in target.releases}
    return list(_judged(findings, releases, known))


def _judged(
    findings: Iterable[Placed[Finding]], releases: set[int], known: set[int]
) -> Iterator[Placed[Finding]]:
    for placed in findings:
        item = placed.item
        if item.releases is None:
            yield placed
            continue
        refusing = positions(item.releases)
        if not releases.isdisjoint(refusing):
            severity = WARNING if known.isdisjoint(refusing) else ERROR
            yield placed.holding(item.told_as(severity, at_load=item.at_load))
        elif item.code is not RUNTIME_DIFFERS:  # the specification refuses it too
            yield placed.holding(item.told_as(WARNING, at_load=False))


def positions(releases: Releases | None) -> list[int]:
    """The known releases among these, as positions; all of them for None."""
    since, before = map(_number, releases or ("", ""))
    known = list(map(_number, MINORS))
    return [at for at, release in enumerate(known) if since <= release and (not before or release < before)]


def _number(release: str) -> list[int]:
    return [int(part) for part in release.split(".") if part]
