"""Groups findings that have one cause, for people. Formats for programs list every finding."""

from __future__ import annotations

from shapeinfer.reports.fingerprint import nameless, numberless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapeinfer.reports.diagnostic import Diagnostic

# How many warnings or infos of one code are shown. Every different error is shown.
_MOST_SHOWN = 3

# Declared shapes that differ. Those of what is computed from the first are its consequence, at any operator.
_DECLARED_SHAPE = "SI221"

# What one exporter does earns these again and again in one model, each about another value: shown once.
_SHOWN_ONCE = frozenset({_DECLARED_SHAPE, "SI223", "SI406"})


class Group:
    """Findings that are shown as one block: the first in full, the others by their places. ``alike`` is False
    if the others only have the same code. ``culprit`` is the input that all of them share, or the value that
    they follow from (``follow``), if their messages differ in more than names. ``mixed``: others only have
    the same code, and the first stands for all."""

    __slots__ = ("alike", "culprit", "first", "mixed", "others")

    def __init__(self, first: Diagnostic, *, alike: bool = True) -> None:
        self.first = first
        self.others: list[Diagnostic] = []
        self.alike = alike
        self.culprit: str | None = None
        self.mixed = False

    @property
    def follow(self) -> bool:
        """Whether the others are a consequence of the first."""
        return self.first.code == _DECLARED_SHAPE and self.culprit is not None

    def same_text(self) -> bool:
        """Whether all have one message, but for the numbers of unknown sizes."""
        first = numberless(self.first.message)
        return all(numberless(d.message) == first for d in self.others)


def grouped(found: Iterable[Diagnostic]) -> Sequence[Group]:
    """The findings of one file in groups, in the order of their first ones.

    A group is one mistake: messages that differ at most in names and in the numbers of unknown sizes, at
    nodes of one operator; or findings of one code at nodes of one operator that read the same input.
    Different warnings or infos of one code, after the first few, are a group with ``alike=False``. Of codes
    that exporters earn again and again there is one group.
    """
    by_message: dict[tuple[object, ...], Group] = {}
    for d in found:
        key = (d.code, d.severity, d.location.domain, d.location.op_type, nameless(d.message))
        group = by_message.setdefault(key, Group(d))
        if group.first is not d:
            group.others.append(d)
    shown: dict[tuple[str, str], int] = {}
    rest: dict[tuple[str, str], Group] = {}
    once: dict[tuple[str, str], Group] = {}
    groups = []
    for group in _by_culprit(by_message.values()):
        kind = (group.first.code, group.first.severity)
        shown[kind] = shown.get(kind, 0) + 1
        if group.first.code in _SHOWN_ONCE and group.first.severity != "error":
            before = once.setdefault(kind, group)
            if before is group:
                groups.append(group)
            else:
                before.mixed = True
                before.others += [group.first, *group.others]
            continue
        if group.first.severity == "error" or shown[kind] <= _MOST_SHOWN:
            groups.append(group)
            continue
        if kind not in rest:
            rest[kind] = Group(group.first, alike=False)
            groups.append(rest[kind])
            rest[kind].others += group.others
        else:
            rest[kind].others += [group.first, *group.others]
    return [g if g.alike or g.others else Group(g.first) for g in groups]


def _by_culprit(groups: Iterable[Group]) -> list[Group]:
    """The groups, with those joined that share a culprit."""
    joined: dict[tuple[object, ...], Group] = {}
    found: list[Group] = []
    for group in groups:
        d = group.first
        where = () if d.code == _DECLARED_SHAPE else (d.location.domain, d.location.op_type)
        key = (d.code, d.severity, *where, d.culprit)
        before = joined.setdefault(key, group) if d.culprit is not None else group
        if before is group:
            found.append(group)
        else:
            before.culprit = d.culprit
            before.others += [d, *group.others]
    return found
