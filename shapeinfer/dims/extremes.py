"""The most that a Dim may be, as a Dim of what a person named.

A size that only a run tells has bounds, and these may be told: of how many elements of a ``[N, M]`` are not
zero, ``N*M``. The bounds of an expression are those of its parts, each taken alone.
"""

from __future__ import annotations

from shapeinfer.dims.atoms import Symbol
from shapeinfer.dims.clamps import relu
from shapeinfer.dims.dim import ONE, ZERO, of, of_atom, total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.dims.atoms import Atom, Monomial
    from shapeinfer.dims.dim import Dim


def most(dim: Dim, apart: str | None = None) -> Dim | None:
    """A Dim of named symbols that ``dim`` never exceeds; None if none is known. Of symbols that were made for
    the reason ``apart`` no bounds are taken."""
    return _bound(dim, up=True, apart=apart)


def _bound(dim: Dim, *, up: bool, apart: str | None) -> Dim | None:
    """What it never exceeds; without ``up`` what never exceeds it."""
    if _is_told(dim):
        return dim
    found: list[Dim] = []
    for monomial, coefficient in dim.terms:
        bound = _of_product(monomial, up=up is (coefficient > 0), apart=apart)
        if bound is None:
            return None
        found.append(bound * coefficient)
    return total(found)


def _of_product(monomial: Monomial, *, up: bool, apart: str | None) -> Dim | None:
    """The bound of a product: of factors that are never negative, the product of theirs."""
    if len(monomial) == 1 and monomial[0][1] == 1:
        return _of_atom(monomial[0][0], up=up, apart=apart)
    product = ONE
    for atom, power in monomial:
        if atom.lo is None or atom.lo < 0:
            return None
        bound = _of_atom(atom, up=up, apart=apart)
        if not up and (bound is None or bound.lo is None or bound.lo < 0):
            bound = ZERO
        if bound is None:
            return None
        for _ in range(power):
            product = product * bound
    return product


def _of_atom(atom: Atom, *, up: bool, apart: str | None) -> Dim | None:
    if isinstance(atom, Symbol):
        if atom.named:
            return of(atom)
        bound = atom.high if up else atom.low
        return None if bound is None or atom.reason == apart else _bound(bound, up=up, apart=apart)
    if all(map(_is_told, atom.args)):
        return of_atom(atom)
    if atom.op == "relu":
        bound = _bound(atom.args[0], up=up, apart=apart)
        return None if bound is None else relu(bound)
    divisor = atom.args[1].value if atom.op == "//" else None
    if divisor is None or divisor < 1:
        return None
    bound = _bound(atom.args[0], up=up, apart=apart)
    return None if bound is None else bound // divisor


def _is_told(dim: Dim) -> bool:
    return all(symbol.named for symbol in dim.symbols())
