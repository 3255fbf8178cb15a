"""Solves the contract: from conditions over sizes to the fewest plain clauses over the inputs' symbols.

For each symbol we store the simple facts about it: a modulus, a least and a greatest size, or an equal
expression. They are substituted into the other conditions (``H := 32*h`` with ``h >= 1``). This proves some
conditions, which are dropped, and turns others into simple facts. It is repeated until nothing changes. A
condition is dropped only because of clauses that are kept, so no clause is used to prove itself.
"""

from __future__ import annotations

import math

from shapeinfer.contracts.normal_form import plain, says_empty
from shapeinfer.contracts.residues import Remainders, remainders, settled
from shapeinfer.contracts.sizes import together
from shapeinfer.dims import ONE, ZERO, Dim, Monomial, Symbol, const, of
from shapeinfer.dims.budget import steps_used
from shapeinfer.dims.proofs import PROVED, REFUTED
from shapeinfer.rule.requirement import Condition, any_of, at_least, divides, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    Found = TypeVar("Found")

_MOST_ROUNDS = 12
# Alternatives with a longer period than this are not changed.
_MOST_RESTATED = 64
# After so many steps no more sizes are tried: this leaves enough to solve the conditions as they are.
_MOST_TRYING = 40_000
_ALWAYS = at_least(ZERO, ZERO)


class Known:
    """Simple facts about one symbol: ``modulus`` divides it, and ``low <= symbol <= high``.

    ``origins`` maps each stated modulus and bound to the given conditions that stated it.
    """

    __slots__ = ("high", "low", "modulus", "origins", "shadow", "symbol")

    def __init__(self, symbol: Symbol) -> None:
        self.symbol = symbol
        self.modulus = 1
        self.low = symbol.lo if symbol.lo is not None else None
        self.high = symbol.hi
        self.shadow = of(symbol)
        self.origins: dict[tuple[str, int], list[int]] = {}
        self.renew()

    def learn(self, what: str, size: int, origins: Iterable[int]) -> None:
        """Add one fact about the symbol: ``what`` is "%", ">=" or "<="."""
        self.origins.setdefault((what, size), []).extend(origins)
        if what == "%":
            self.modulus = math.lcm(self.modulus, size)
        elif what == ">=":
            self.low = size if self.low is None else max(self.low, size)
        else:
            self.high = size if self.high is None else min(self.high, size)
        self.renew()

    def renew(self) -> None:
        """The symbol in terms of a new symbol that has these facts as its bounds."""
        k = self.modulus
        low = None if self.low is None else const(-(-self.low // k))
        high = None if self.high is None else const(self.high // k)
        me = self.symbol
        if low is not None and low == high:
            self.shadow = low * k
        else:
            self.shadow = of(Symbol(me.name, low, high, named=me.named, reason=me.reason)) * k

    def is_bare(self) -> bool:
        """Whether nothing but the symbol's own bounds is known."""
        return self.modulus == 1 and self.low == self.symbol.lo and self.high == self.symbol.hi

    def clauses(self) -> list[tuple[Condition, list[int]]]:
        """The facts as the fewest conditions, each with the given conditions that it follows from: the
        largest modulus first, and bounds as the tightest sizes that the moduli allow."""
        me, k = of(self.symbol), self.modulus
        lows = [] if self.low is None else self.origins.get((">=", self.low), [])
        highs = [] if self.high is None else self.origins.get(("<=", self.high), [])
        moduli = sorted((size for what, size in self.origins if what == "%"), reverse=True)
        divisors = [i for size in moduli for i in self.origins["%", size]]
        low = None if self.low is None else const(-(-self.low // k) * k)
        high = None if self.high is None else const(self.high // k * k)
        if low is not None and low == high:
            return [(equal(me, low), [*divisors, *lows, *highs])]
        found = []
        if k > 1:
            found.append((divides(const(k), me), divisors))
        if low is not None and self.low != self.symbol.lo:
            found.append((at_least(me, low), lows))
        if high is not None and self.high != self.symbol.hi:
            found.append((at_least(high, me), highs))
        return found

    @property
    def impossible(self) -> bool:
        """Whether no size satisfies the facts."""
        if self.low is None or self.high is None:
            return False
        return -(-self.low // self.modulus) * self.modulus > self.high


class Solver:
    """Turns conditions into plain conditions. ``origin`` maps each to the given ones that it follows from."""

    def __init__(self) -> None:
        self.known: dict[Symbol, Known] = {}
        self.equals: dict[Symbol, Dim] = {}
        self.open: dict[Condition, list[int]] = {}
        self.refuted: list[tuple[Condition, list[int]]] = []
        self.seen: dict[Condition, tuple[Symbol, Remainders] | None] = {}
        self.remainders: dict[Symbol, tuple[Remainders, list[int]]] = {}
        # What was asked to be said together, and the steps for trying sizes.
        self.asked: set[tuple[object, ...]] = set()
        self.trying = 0
        # Derived from ``known``, which every condition needs; reset when ``known`` changes.
        self._values: dict[Symbol, Dim] | None = None
        self._shadows: dict[Symbol | None, Known] | None = None

    def solve(self, conditions: Iterable[Condition]) -> None:
        """Add the conditions and reduce them."""
        for i, condition in enumerate(conditions):
            for part in plain(condition):
                self.open.setdefault(part, []).append(i)
        for _ in range(_MOST_ROUNDS):
            taken = self._take_simple()
            reduced = self._reduce()
            if not (taken or reduced or self._take_remainders() or self._take_together()):
                break
        self._state_remainders()
        self._restate_parts()
        self._solve_guarded()
        self._drop_weaker()
        self._drop_looser()

    def clauses(self) -> Iterator[tuple[Condition, list[int]]]:
        """The result: each condition with the given ones that it follows from."""
        for known in self.known.values():
            yield from known.clauses()
        yield from self.open.items()

    @property
    def impossible(self) -> bool:
        """Whether the given conditions are found to be unsatisfiable."""
        return bool(self.refuted) or any(known.impossible for known in self.known.values())

    def _solve_guarded(self) -> None:
        """Conditions of the form "... or size == 0" are also solved together, for each such size."""
        groups: dict[frozenset[Condition], list[Condition]] = {}
        for condition in self.open:
            if condition.kind == "any":
                guards = frozenset(filter(says_empty, condition.parts))
                if 0 < len(guards) < len(condition.parts):
                    groups.setdefault(guards, []).append(condition)
        for guards, conditions in groups.items():
            if len(conditions) == 1:
                continue
            inner = Solver()
            inner.solve(any_of(*(p for p in c.parts if p not in guards)) for c in conditions)
            if inner.impossible:
                continue
            kept = [p for p in conditions[0].parts if p in guards]
            origins = [self.open.pop(c) for c in conditions]
            for condition, own in inner.clauses():
                found = self.open.setdefault(any_of(condition, *kept), [])
                found.extend(i for n in own for i in origins[n])

    def _take_remainders(self) -> bool:
        """Combine conditions on one symbol's remainder; whether this gave a modulus."""
        learned = False
        for condition in list(self.open):
            if condition not in self.seen:
                self.seen[condition] = self._tried(remainders, condition)
            found = self.seen[condition]
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

    def _take_together(self) -> bool:
        """Simplify alternatives on one symbol, and what compares clamps or floors of it; whether something
        changed."""
        groups: dict[Symbol, list[Condition]] = {}
        for condition in self.open:
            if _is_hard_to_read(condition) and len(symbols := condition.symbols()) == 1:
                groups.setdefault(next(iter(symbols)), []).append(condition)
        changed = False
        for symbol, conditions in groups.items():
            low = self.known[symbol].low if symbol in self.known else symbol.lo
            if low is None:
                continue
            if self._say(conditions, symbol, low):
                changed = True
            elif len(conditions) > 1:  # one of them may be too long to be tried
                alone = [self._say([condition], symbol, low) for condition in conditions]
                changed = changed or any(alone)
        return changed

    def _say(self, conditions: Sequence[Condition], symbol: Symbol, low: int) -> bool:
        """Replace conditions on one symbol by what says the same in fewer words; whether something does."""
        asked = (low, *conditions)
        if asked in self.asked:
            return False
        self.asked.add(asked)
        said = self._tried(together, conditions, symbol, low)
        if said is None or (len(said) == len(conditions) and _length(said) >= _length(conditions)):
            return False
        origins = [i for c in conditions for i in self.open.pop(c)]
        for condition in said:
            self.open.setdefault(condition, []).extend(origins)
        return True

    def _tried(self, work: Callable[..., Found | None], *arguments: object) -> Found | None:
        """The result of what tries sizes; None where that took too long before."""
        if self.trying > _MOST_TRYING:
            return None
        before = steps_used()
        found = work(*arguments)
        self.trying += steps_used() - before
        return found

    def _state_remainders(self) -> None:
        """The remaining conditions, without those that a modulus implies."""
        for symbol, (found, origins) in self.remainders.items():
            known = self.known.get(symbol)
            modulus = 1 if known is None else known.modulus
            step = math.gcd(modulus, found.period)
            left = {r for r in found.allowed if r % step == 0}
            condition = found.condition(symbol)
            if condition is not None and len(left) < found.period // step:
                self._drop_implied_by(condition, symbol)
                self.open.setdefault(condition, []).extend(origins)
        self.remainders.clear()

    def _drop_implied_by(self, remainder: Condition, symbol: Symbol) -> None:
        """Drop alternatives on the same symbol that a condition on its remainder implies."""
        low = self.known[symbol].low if symbol in self.known else symbol.lo
        if low is None:
            return
        for condition in list(self.open):
            if condition.kind == "any":
                own = [part for part in condition.parts if part.symbols() == {symbol}]
                if own and together((remainder, any_of(*own)), symbol, low) == (remainder,):
                    del self.open[condition]

    def _restate_parts(self) -> None:
        """Write alternatives by their allowed remainders, or by the sizes that they allow, if that is
        shorter."""
        for condition in list(self.open):
            if condition.kind == "any":
                origins = self.open.pop(condition)
                parts: Iterable[Condition] = map(_by_remainder, condition.parts)
                symbols = condition.symbols()
                if len(symbols) > 1:
                    parts = self._said_of_each(list(parts), symbols)
                restated = any_of(*parts)
                if restated.verdict() is not PROVED:
                    self.open.setdefault(restated, []).extend(origins)

    def _said_of_each(self, parts: Sequence[Condition], symbols: Iterable[Symbol]) -> Sequence[Condition]:
        """The alternatives, with those on one symbol alone as one that allows the same sizes, where that is
        shorter."""
        for symbol in sorted(symbols, key=lambda s: s.sort):
            own = [part for part in parts if part.symbols() == {symbol}]
            low = self.known[symbol].low if symbol in self.known else symbol.lo
            if low is None or not any(map(_is_hard_to_read, own)):
                continue
            said = self._tried(together, (any_of(*own),), symbol, low)
            if said is not None and len(said) <= 1 and _length(said) < _length(own):
                at = parts.index(own[0])
                others = [part for part in parts if part not in own]
                parts = [*others[:at], *(said or (_ALWAYS,)), *others[at:]]
        return parts

    def _drop_weaker(self) -> None:
        """Drop "a or b" if "a" is given, and all but the first of those that have the same ways."""
        ways = {c: _ways(c) for c in self.open}
        stated: dict[frozenset[object], Condition] = {}
        for condition, own in ways.items():
            stated.setdefault(own, condition)
        # Each is looked for by the one of its ways that the fewest others have.
        counts: dict[object, int] = {}
        for own in stated:
            for way in own:
                counts[way] = counts.get(way, 0) + 1
        by_rarest: dict[object, list[frozenset[object]]] = {}
        for own in stated:
            by_rarest.setdefault(min(own, key=counts.__getitem__, default=None), []).append(own)
        for condition, own in ways.items():
            weaker = len(own) > 1 and any(other < own for way in own for other in by_rarest.get(way, ()))
            if weaker:
                del self.open[condition]
            elif stated[own] is not condition:
                self.open[stated[own]].extend(self.open.pop(condition))

    def _drop_looser(self) -> None:
        """Drop "a or n <= 2" if "a or n <= 1" is given."""
        bounds: dict[tuple[frozenset[Condition], Symbol, str], dict[int, Condition]] = {}
        for condition in self.open:
            for part in condition.parts if condition.kind == "any" else ():
                simple = _simple(part)
                if simple is not None and part.kind == ">=":
                    symbol, ((what, size),) = simple
                    others = frozenset(other for other in condition.parts if other != part)
                    bounds.setdefault((others, symbol, what), {})[size] = condition
        for (_, _, what), found in bounds.items():
            tightest = max(found) if what == ">=" else min(found)
            for size, condition in found.items():
                if size != tightest:
                    self.open.pop(condition, None)

    def _take_simple(self) -> bool:
        taken = False
        for condition in list(self.open):
            simple = _simple(condition)
            if simple is None:
                continue
            symbol, statements = simple
            known = self.known.get(symbol)
            if known is None:
                known = self.known[symbol] = Known(symbol)
            origins = self.open.pop(condition)
            for what, size in statements:
                known.learn(what, size, origins)
            self._values = self._shadows = None
            taken = True
        return taken

    def _reduce(self) -> bool:
        """Decide the open conditions by the known facts; rewrite those that become simpler."""
        if not self.known and not self.equals:
            return False
        values = self.values()
        memo: dict[Dim, Dim] = {}
        changed = False
        for condition in list(self.open):
            try:
                seen = condition.substitute(values, memo)
            except ZeroDivisionError:  # not defined at any size that is left: dropped
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

    def judged(self, condition: Condition, memo: dict[Dim, Dim]) -> tuple[Condition, ...]:
        """The plain form of another condition under the known facts; empty if it follows from them."""
        try:
            parts = plain(condition.substitute(self.values(), memo))
        except ZeroDivisionError:  # not defined at any size that is left
            return (condition,)
        back = tuple(b for p in parts if (b := self.back(p)) is not None)
        return back if len(back) == len(parts) else plain(condition)

    def values(self) -> dict[Symbol, Dim]:
        """Symbol -> its expression in shadow symbols."""
        if self._values is None:
            self._values = {s: k.shadow for s, k in self.known.items() if not k.is_bare()}
        return self._values

    def back(self, condition: Condition) -> Condition | None:
        """A condition over shadow symbols, in the original symbols; None if that would not be plain."""
        shadows = self._shadows
        if shadows is None:
            open_ones = (k for k in self.known.values() if k.shadow.value is None)
            shadows = self._shadows = {k.shadow.multiple_of(): k for k in open_ones}
        own = [s for s in condition.symbols() if s in shadows]
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
        """Rewrites a dim over shadow symbols in the original symbols."""
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


def _ways(condition: Condition) -> frozenset[object]:
    """The alternatives, of which one must hold; of an equality either side may stand first."""
    if condition.kind == "broadcast":
        a, b = condition.a, condition.b
        return _ways(any_of(equal(a, b), equal(a, ONE), equal(b, ONE)))
    parts = condition.parts if condition.kind == "any" else (condition,)
    return frozenset(frozenset((p.a, p.b)) if p.kind == "==" else p for p in parts)


def _is_hard_to_read(condition: Condition) -> bool:
    """Whether it has parts, or compares clamps or floors."""
    return condition.kind in ("any", "all", "broadcast") or any(dim.depth() for dim in condition.dims())


def _length(conditions: Iterable[Condition]) -> int:
    """The length of the text, as a measure of how readable it is."""
    return sum(len(str(c)) for c in conditions)


def _by_remainder(condition: Condition) -> Condition:
    short = not _simple(condition) and (settled(condition) or (0, 0))[1] <= _MOST_RESTATED
    found = remainders(condition) if short else None
    plainer = None if found is None else found[1].condition(found[0])
    return condition if plainer is None or len(str(plainer)) >= len(str(condition)) else plainer


def _simple(condition: Condition) -> tuple[Symbol, tuple[tuple[str, int], ...]] | None:
    """The only symbol of the condition, and the condition in the forms that Known stores."""
    a, b = condition.a, condition.b
    if condition.kind == "divides":
        symbol = b.symbol()
        return None if symbol is None or a.value is None else (symbol, (("%", a.value),))
    if condition.kind not in (">=", "=="):
        return None
    for symbol, size, what in ((a.symbol(), b.value, ">="), (b.symbol(), a.value, "<=")):
        if symbol is not None and size is not None:
            return symbol, ((what, size),) if condition.kind == ">=" else ((">=", size), ("<=", size))
    return None


def _unshadowed(
    dim: Dim,
    monomial: Monomial,
    coefficient: int,
    shadows: dict[Symbol | None, Known],
    values: dict[Symbol, Dim],
    memo: dict[Dim, Dim],
) -> Dim:
    """One monomial in the inputs' symbols: ``c*h`` with ``H := k*h`` is ``H // (k/c)`` if c divides k."""
    for atom, power in monomial:
        known = shadows.get(atom) if isinstance(atom, Symbol) else None
        if known is None or power != 1:
            continue
        shared = math.gcd(coefficient, known.modulus)
        others = dim.only({tuple(item for item in monomial if item[0] is not atom): coefficient // shared})
        return others.substitute(values, memo) * (of(known.symbol) // (known.modulus // shared))
    return dim.only({monomial: coefficient}).substitute(values, memo)
