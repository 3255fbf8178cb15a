"""Sequences that grow by one item in every round of a loop, at one of their ends."""

from __future__ import annotations

from shapeinfer.dims.atoms import Term
from shapeinfer.dims.dim import of_atom
from shapeinfer.facts.fact import Fact, SequenceFact, TensorFact
from shapeinfer.rule import Dim, ceildiv, const, is_about, minimum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set

    from shapeinfer.dims import Symbol
    from shapeinfer.facts.fact import Cut


def added_item(state: SequenceFact, after: SequenceFact) -> tuple[Fact, bool] | None:
    """What a round adds to a sequence, and whether at its front; None if it does not just add one item.

    ``state`` is the sequence at the start of a round, ``after`` the same one at its end: its items between
    the ends are the same if they are as many."""
    head, middle, tail = state.ends or ((), state.element, ())
    count = state.between()
    if after.ends is None or middle != after.ends[1] or count is None or count != after.between():
        return None
    front, _, back = after.ends
    if front == head and len(back) == len(tail) + 1 and back[:-1] == tail:
        return back[-1], False
    if back == tail and len(front) == len(head) + 1 and front[1:] == head:
        return front[0], True
    return None


def cut_into(
    added: Fact, number: Dim, count: Dim, course: Mapping[Symbol, Dim], made: Set[Symbol]
) -> Cut | None:
    """The axis, its size and that of its pieces, if round ``number`` of ``count`` adds its piece ``number``.

    ``course`` tells what changes as a function of the round's number; ``made`` holds the body's symbols."""
    if not isinstance(added, TensorFact) or added.shape is None:
        return None
    axes = [axis for axis, dim in enumerate(added.shape) if is_about(dim, made)]
    symbol = number.symbol()
    if len(axes) != 1 or symbol is None:
        return None
    size = added.shape[axes[0]].substitute(course)
    # Before the first piece only one side of the minimum is left.
    piece = size.substitute({symbol: const(-1)})
    if is_about(piece, made) or piece.lo is None or piece.lo < 1:
        return None
    for rest in _sides(size):
        total = rest + piece * number
        if is_about(total, made) or minimum(piece, rest) != size:
            continue
        if ceildiv(total, piece) == count:
            return axes[0], total, piece
    return None


def _sides(size: Dim) -> Iterator[Dim]:
    """What a minimum may be of: its normal form is one side less a clamp of the difference."""
    for monomial, factor in size.terms:
        atom, power = monomial[0] if monomial else (None, 0)
        if isinstance(atom, Term) and atom.op == "relu" and len(monomial) == power == 1:
            side = size - factor * of_atom(atom)
            yield side
            yield side + factor * atom.args[0]
