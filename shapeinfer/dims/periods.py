"""Sizes that follow one symbol in steps, as ``ceildiv(w, 4)`` and ``2*ceildiv(w, 8)`` do after halving and
doubling: two of them are compared at every size of one period, after which both have grown by a number of
their own."""

from __future__ import annotations

import math

from shapeinfer.dims.atoms import Symbol
from shapeinfer.dims.budget import spend
from shapeinfer.dims.dim import Dim

# The longest period that is written out.
_MOST = 64


def decides(wide: Dim, narrow: Dim, *, if_some: bool = False) -> bool:
    """Whether ``wide`` is what the two are together, wherever they can be broadcast: it is never the smaller
    one, and ``narrow`` is 0 only where ``wide`` is 0 (or they can't be broadcast). ``if_some``: whether it is
    where ``narrow`` is not 0."""
    symbols = wide.symbols()
    if len(symbols) != 1 or symbols != narrow.symbols():
        return False
    (symbol,) = symbols
    if symbol.low is None or symbol.low.lo is None or symbol.low.lo < 0:
        return False
    steps = math.lcm(_period(wide), _period(narrow))
    if not 0 < steps <= _MOST:
        return False
    spend(steps)
    at = [{symbol: size}.__getitem__ for size in range(steps + 1)]
    pairs = [(narrow.evaluate(size), wide.evaluate(size)) for size in at]
    (first, last), (first_wide, last_wide) = zip(pairs[0], pairs[-1], strict=True)
    growing = 0 < last - first <= last_wide - first_wide
    return growing and all(0 <= a <= b and (if_some or (a, b) != (0, 1)) for a, b in pairs)


def _period(dim: Dim) -> int:
    """After how many sizes of its symbol a dim has grown by the same number, whatever the size; 0 if that is
    not known. Sums, multiples and floors by numbers have one."""
    period = 1
    for monomial, _ in dim.terms:
        if not monomial:
            continue
        atom, power = monomial[0]
        if len(monomial) > 1 or power != 1:
            return 0
        if isinstance(atom, Symbol):
            continue
        divisor = atom.args[1].value if atom.op == "//" else None
        if divisor is None or divisor < 1:
            return 0
        period = math.lcm(period, divisor * _period(atom.args[0]))
        if not 0 < period <= _MOST:
            return 0
    return period
