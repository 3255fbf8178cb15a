"""Groups equal findings at many nodes, for people. Formats for programs list every finding."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapeinfer.reports.diagnostic import Diagnostic

# How many warnings or infos of one code are shown. Every different error is shown.
_MOST_SHOWN = 3


class Group:
    """Findings that are shown as one block: the first in full, the others by their places. ``alike`` is False
    if the others only have the same code."""

    __slots__ = ("alike", "first", "others")

    def __init__(self, first: Diagnostic, *, alike: bool = True) -> None:
        self.first = first
        self.others: list[Diagnostic] = []
        self.alike = alike


def grouped(found: Iterable[Diagnostic]) -> Sequence[Group]:
    """The findings of one file in groups, in the order of their first ones.

    One message at many nodes of an operator is a group. Different warnings or infos of one code, after the
    first few, are a group with ``alike=False``.
    """
    by_message: dict[tuple[object, ...], Group] = {}
    for d in found:
        key = (d.code, d.severity, d.location.domain, d.location.op_type, d.message)
        group = by_message.setdefault(key, Group(d))
        if group.first is not d:
            group.others.append(d)
    shown: dict[tuple[str, str], int] = {}
    rest: dict[tuple[str, str], Group] = {}
    groups = []
    for group in by_message.values():
        kind = (group.first.code, group.first.severity)
        shown[kind] = shown.get(kind, 0) + 1
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
