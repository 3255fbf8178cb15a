"""What Dims are made of: symbols, terms that stay opaque, and their products."""

from __future__ import annotations

import itertools

from shapeinfer.dims.ranges import term_range

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from shapeinfer.dims.dim import Dim

    Cases = tuple[tuple[Dim, ...], Dim, Dim]

_serials = itertools.count(1)


class Symbol:
    """An unknown integer, equal only to itself: the same run and place made it.

    ``low`` and ``high`` are Dims or None (no bound known); a size has ``low`` 0. ``named`` tells
    whether a person gave the name. ``reason`` says why an invented symbol stands here. ``cases``: it is the
    second where all of the first are positive, else the third, all told by what a person named; where there
    is no first one, data decide which of the two.
    """

    __slots__ = (
        "cases", "depth", "high", "hi", "lo", "low", "name", "named", "reason", "serial", "sort", "turn",
    )  # fmt: skip

    op = ""  # a Term has one
    size = 1

    def __init__(
        self,
        name: str,
        low: Dim | None,
        high: Dim | None = None,
        *,
        named: bool = True,
        reason: str = "",
        cases: Cases | None = None,
    ) -> None:
        self.name = name
        self.low = low
        self.high = high
        self.named = named
        self.reason = reason
        self.cases = cases
        self.serial = next(_serials)
        # Where runs share symbols, which of two was made first may have been another run's doing.
        self.sort = (0, name, reason, self.serial)
        self.lo = None if low is None else low.lo
        self.hi = None if high is None else high.hi
        # Which of a few sizes it takes in turn, by its name: the same in every process.
        self.turn = sum(map(ord, name[-8:]))
        # The depth of bounds that contain symbols with such bounds.
        self.depth = 0 if low is high is None else 1 + max(_bound_depth(low), _bound_depth(high))

    def __repr__(self) -> str:
        return f"Symbol({self.name!r})"

    @property
    def is_decided(self) -> bool:
        """Whether named sizes decide which of two sizes it is."""
        return self.cases is not None and bool(self.cases[0])


def _bound_depth(bound: Dim | None) -> int:
    if bound is None or bound.value is not None:
        return 0
    return max([symbol.depth for symbol in bound.symbols()])


class Term:
    """An opaque term: ``//``, ``truncdiv``, ``relu``, ``broadcast``, ``scaled`` or a large product."""

    __slots__ = ("args", "depth", "hash", "hi", "lo", "op", "size", "sort")

    def __init__(self, op: str, args: tuple[Dim, ...]) -> None:
        self.op = op
        self.args = args
        self.hash = hash((op, args))
        self.size = 1 + sum(a.size for a in args)
        self.depth = 1 + max([a.depth() for a in args])
        self.sort = (1, op, tuple([a.sort_key() for a in args]))
        self.lo, self.hi = term_range(op, args)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Term)
            and self.hash == other.hash
            and self.op == other.op
            and self.args == other.args
        )

    def __repr__(self) -> str:
        return f"Term({self.op!r}, {self.args!r})"


Atom = Symbol | Term
Monomial = tuple[tuple[Atom, int], ...]
Bound = int | None
