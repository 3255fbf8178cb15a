"""Solve the contract: from conditions over sizes to the fewest plain clauses over the inputs' symbols.

For each symbol we keep what simple clauses say of it alone: a modulus, a least and a greatest size, or
what it equals. Written into the other conditions (``H := 32*h`` with ``h >= 1``), these prove some of
them, which are dropped, and turn others into simple clauses; that goes round until nothing changes.
A condition is only ever judged by clauses that stay, so nothing proves itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from shapeinfer.bounds import REFUTED
from shapeinfer.contract_normal import plain
from shapeinfer.contract_residues import Remainders, remainders
from shapeinfer.dim import ZERO, Dim, Monomial, Symbol, const, of
from shapeinfer.requirement import Condition, at_least, divides, equal

_MOST_ROUNDS = 12


class Known:
    """What simple clauses say of one symbol: ``modulus`` divides it, ``low <= it <= high``."""

    __slots__ = ("high", "low", "modulus", "shadow", "symbol")

    def __init__(self, symbol: Symbol) -> None:
        self.symbol = symbol
        self.modulus = 1
        self.low = symbol.lo if symbol.lo is not None else None
        self.high = symbol.hi
        self.shadow = of(symbol)
        self.renew()

    def renew(self) -> None:
        """The symbol in terms of a new one that these facts bound."""
        k = self.modulus
        low = None if self.low is None else const(-(-self.low // k))
        high = None if self.high is None else const(self.high // k)
        if self.low is not None and self.low == self.high:
            self.shadow = const(self.low)
            return
        self.shadow = (
            of(Symbol(self.symbol.name, low, high, named=self.symbol.named, reason=self.symbol.reason)) * k
        )

    def is_bare(self) -> bool:
        """Whether nothing more than the symbol's own bounds is known."""
        return self.modulus == 1 and self.low == self.symbol.lo and self.high == self.symbol.hi

    def clauses(self) -> list[Condition]:
        """What is known, as conditions: the fewest that say it."""
        me = of(self.symbol)
        if self.low is not None and self.low == self.high:
            return [equal(me, const(self.low))]
        found = []
        if self.modulus > 1:
            found.append(divides(const(self.modulus), me))
        if self.low is not None and self.low != self.symbol.lo:
            found.append(at_least(me, const(self.low)))
        if self.high is not None and self.high != self.symbol.hi:
            found.append(at_least(const(self.high), me))
        return found

    @property
    def impossible(self) -> bool:
        """Whether no size is left."""
        if self.low is None or self.high is None:
            return False
        return -(-self.low // self.modulus) * self.modulus > self.high


class Solver:
    """Conditions in, plain conditions out. ``origin`` remembers which given ones each follows from."""

    def __init__(self) -> None:
        self.known: dict[Symbol, Known] = {}
        self.equals: dict[Symbol, Dim] = {}
        self.open: dict[Condition, list[int]] = {}
        self.simple: dict[Symbol, list[int]] = {}
        self.refuted: list[tuple[Condition, list[int]]] = []
        self.remainders: dict[Symbol, tuple[Remainders, list[int]]] = {}

    def solve(self, conditions: Iterable[Condition]) -> None:
        """Take the conditions in, and reduce them."""
        for i, condition in enumerate(conditions):
            for part in plain(condition):
                self.open.setdefault(part, []).append(i)
        for _ in range(_MOST_ROUNDS):
            taken = self._take_simple()
            reduced = self._reduce()
            if not taken and not reduced and not self._take_remainders():
                break
        self._state_remainders()

    def _take_remainders(self) -> bool:
        """Put together what conditions say of one symbol's remainder; whether a modulus came of it."""
        learned = False
        for condition in list(self.open):
            found = remainders(condition)
            if found is None:
                continue
            symbol, allowed = found
            before, origins = self.remainders.get(symbol, (allowed, []))
            both = before.both(allowed)
            if both is not None and not both.allowed:
                self.refuted.append((condition, [*origins, *self.open.pop(condition)]))
                continue
            if both is None or both.condition(symbol) is None:
                continue
            self.remainders[symbol] = (both, [*origins, *self.open.pop(condition)])
            if both.allowed == {0}:
                self.open[divides(const(both.period), of(symbol))] = self.remainders.pop(symbol)[1]
                learned = True
        return learned

    def _state_remainders(self) -> None:
        """What is left of them as conditions, unless a modulus says it already."""
        for symbol, (found, origins) in self.remainders.items():
            known = self.known.get(symbol)
            modulus = 1 if known is None else known.modulus
            step = math.gcd(modulus, found.period)
            left = {r for r in found.allowed if r % step == 0}
            condition = found.condition(symbol)
            if condition is not None and len(left) < found.period // step:
                self.open.setdefault(condition, []).extend(origins)
        self.remainders.clear()

    def _take_simple(self) -> bool:
        taken = False
        for condition in list(self.open):
            if self._is_simple(condition):
                origins = self.open.pop(condition)
                for symbol in condition.symbols():
                    self.simple.setdefault(symbol, []).extend(origins)
                taken = True
        return taken

    def _is_simple(self, condition: Condition) -> bool:
        """Whether the condition speaks of one symbol alone in a form that Known keeps; if so keep it."""
        match condition.kind:
            case "divides" if condition.a.value is not None:
                symbol = condition.b.symbol()
                return symbol is not None and self._learn(symbol, modulus=condition.a.value)
            case ">=":
                left, right = condition.a.symbol(), condition.b.symbol()
                if left is not None and condition.b.value is not None:
                    return self._learn(left, low=condition.b.value)
                if right is not None and condition.a.value is not None:
                    return self._learn(right, high=condition.a.value)
            case "==":
                for a, b in ((condition.a, condition.b), (condition.b, condition.a)):
                    symbol = a.symbol()
                    if symbol is not None and b.value is not None:
                        return self._learn(symbol, low=b.value, high=b.value)
        return False

    def _learn(
        self, symbol: Symbol, modulus: int = 1, low: int | None = None, high: int | None = None
    ) -> bool:
        known = self.known.get(symbol)
        if known is None:
            known = self.known[symbol] = Known(symbol)
        known.modulus = math.lcm(known.modulus, modulus)
        if low is not None and (known.low is None or low > known.low):
            known.low = low
        if high is not None and (known.high is None or high < known.high):
            known.high = high
        known.renew()
        return True

    def _reduce(self) -> bool:
        """Judge the open conditions by what is known; rewrite those that become simpler."""
        if not self.known and not self.equals:
            return False
        values = self.values()
        memo: dict[Dim, Dim] = {}
        changed = False
        for condition in list(self.open):
            try:
                seen = condition.substitute(values, memo)
            except ZeroDivisionError:  # not defined at any size that is left: nothing to say of it
                continue
            if seen == condition:
                continue
            parts = plain(seen)
            back = [self.back(p) for p in parts]
            if any(p.verdict() is REFUTED for p in parts):
                self.refuted.append((condition, self.open.pop(condition)))
                changed = True
            elif not parts or (all(b is not None for b in back) and set(back) != {condition}):
                origins = self.open.pop(condition)
                for part in back:
                    if part is not None:
                        self.open.setdefault(part, []).extend(origins)
                changed = True
        return changed

    def values(self) -> dict[Symbol, Dim]:
        """Symbol -> what it is in terms of the shadows."""
        return {s: k.shadow for s, k in self.known.items() if not k.is_bare()}

    def back(self, condition: Condition) -> Condition | None:
        """A condition over shadows, in terms of their symbols; None where that would not be plain."""
        shadows = {k.shadow.multiple_of(): k for k in self.known.values() if k.shadow.value is None}
        own = condition.symbols() & set(shadows)
        if not own:
            return condition
        if all(shadows[s].modulus == 1 for s in own):
            return condition.substitute({s: of(shadows[s].symbol) for s in own}, {})
        match condition.kind:
            case "divides" if condition.a.value is not None and condition.b.symbol() in shadows:
                known = shadows[condition.b.symbol()]
                return divides(const(condition.a.value * known.modulus), of(known.symbol))
            case ">=" if condition.a.symbol() in shadows and condition.b.value is not None:
                known = shadows[condition.a.symbol()]
                return at_least(of(known.symbol), const(condition.b.value * known.modulus))
            case ">=" if condition.b.symbol() in shadows and condition.a.value is not None:
                known = shadows[condition.b.symbol()]
                return at_least(const(condition.a.value * known.modulus), of(known.symbol))
            case "==" if condition.a.symbol() in shadows and condition.b.value is not None:
                known = shadows[condition.a.symbol()]
                return equal(of(known.symbol), const(condition.b.value * known.modulus))
        return None

    def unshadow(self) -> Callable[[Dim], Dim]:
        """Rewrites a dim over shadows in terms of the symbols they stand for."""
        values: dict[Symbol, Dim] = {}
        for known in self.known.values():
            shadow = known.shadow.multiple_of()
            if shadow is not None:
                values[shadow] = of(known.symbol) // known.modulus
        memo: dict[Dim, Dim] = {}
        shadows = {k.shadow.multiple_of(): k for k in self.known.values()}

        def rewrite(dim: Dim) -> Dim:
            return sum((_unshadowed(dim, m, c, shadows, values, memo) for m, c in dim.terms), ZERO)

        return rewrite


def _unshadowed(
    dim: Dim,
    monomial: Monomial,
    coefficient: int,
    shadows: dict[Symbol | None, Known],
    values: dict[Symbol, Dim],
    memo: dict[Dim, Dim],
) -> Dim:
    """One monomial in the inputs' symbols: ``c*h`` with ``H := k*h`` is ``H // (k/c)`` where c divides k."""
    for atom, power in monomial:
        known = shadows.get(atom) if isinstance(atom, Symbol) else None
        if known is None or power != 1:
            continue
        shared = math.gcd(coefficient, known.modulus)
        others = dim.only({tuple(item for item in monomial if item[0] is not atom): coefficient // shared})
        return others.substitute(values, memo) * (of(known.symbol) // (known.modulus // shared))
    return dim.only({monomial: coefficient}).substitute(values, memo)
