"""Sums of bytes over open sizes as plain integers, so that thousands of them can be added and compared
quickly.

A polynomial is written as one large integer: each of its monomials has a slot of its own in it, wide enough
for any coefficient. Adding two polynomials is then one addition, and equal polynomials are equal integers.
"""

from __future__ import annotations

from struct import Struct

from shapeinfer.dims import Dim, Monomial
from shapeinfer.dims.dim import build

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WIDTH = 128  # bits of a slot: a coefficient has less than 100, and fewer than 2**24 are added
_MOST_BITS = 100
_HALF = 1 << (_WIDTH - 1)
# Sums of more monomials than this would be longer than what they save.
MOST_MONOMIALS = 96


class Slots:
    """Gives every monomial its slot."""

    __slots__ = ("_codes", "_halves", "_plain", "_read", "_size", "_slots", "monomials")

    def __init__(self) -> None:
        self._slots: dict[Monomial, int] = {(): 0}
        self._codes: dict[Dim, int | None] = {}
        self.monomials: list[Monomial] = [()]
        self._halves = (0, 0)
        self._read = Struct("").unpack
        self._size = 0
        self._plain: tuple[int, ...] = ()

    def code(self, dim: Dim) -> int | None:
        """The integer that stands for a polynomial; None if there are too many monomials."""
        if dim in self._codes:
            return self._codes[dim]
        code: int | None = 0
        if (
            len(self.monomials) + len(dim.terms) > MOST_MONOMIALS
            and any(monomial not in self._slots for monomial, _ in dim.terms)
        ) or any(coefficient.bit_length() > _MOST_BITS for _, coefficient in dim.terms):
            code = None
        else:
            code = sum(coefficient << (_WIDTH * self._slot(monomial)) for monomial, coefficient in dim.terms)
        self._codes[dim] = code
        return code

    def _slot(self, monomial: Monomial) -> int:
        slot = self._slots.setdefault(monomial, len(self.monomials))
        if slot == len(self.monomials):
            self.monomials.append(monomial)
        return slot

    def coefficients(self, code: int) -> list[int]:
        """The coefficient of each monomial, in the order of ``monomials``."""
        # Every slot is moved up by a half, so that none is negative and borrows from the next.
        moved = code + self._moved()
        digits = self._read(moved.to_bytes(self._size, "little"))
        if digits[1::2] == self._plain:  # none is negative or has more than 64 bits
            return list(digits[::2])
        return [low + (high << 64) - _HALF for low, high in zip(digits[::2], digits[1::2], strict=True)]

    def _moved(self) -> int:
        """The code of one half of a slot's numbers in every slot."""
        count = len(self.monomials)
        if self._halves[0] != count:
            self._halves = count, sum(_HALF << (_WIDTH * slot) for slot in range(count))
            self._read = Struct(f"<{2 * count}Q{_WIDTH // 8}x").unpack
            self._size = _WIDTH // 8 * (count + 1)
            self._plain = (1 << 63,) * count
        return self._halves[1]

    def beyond(self, codes: Iterable[int], one: int, equal: Iterable[int]) -> list[int]:
        """The codes with a greater coefficient than ``one`` in some slot, or with another in one of these
        slots."""
        # The highest bit of a slot tells the sign of the difference.
        signs = self._moved()
        digits = sum(((1 << _WIDTH) - 1) << (_WIDTH * slot) for slot in equal)
        base = one + signs
        if not digits:
            return [code for code in codes if (base - code) & signs != signs]
        return [c for c in codes if (base - c) & signs != signs or ((base - c) ^ signs) & digits]

    def dim(self, coefficients: Sequence[int]) -> Dim:
        """The polynomial of these coefficients."""
        return build(dict(zip(self.monomials, coefficients, strict=False)))
