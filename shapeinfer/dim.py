"""Dim: one size, as an integer polynomial over symbols and opaque terms, in normal form.

A Dim that you hold *is* in normal form: there is no simplify(). Two Dims that are equal as
objects are equal at every size; the reverse need not hold, so ``==`` never answers "different"
for sizes, only for expressions. What is provable about sizes is asked of :mod:`shapeinfer.bounds`.

Normal form, beside the usual one of polynomials:

* ``a // d`` keeps, inside the term, only coefficients in ``[0, d)``: what d divides is pulled out,
  common factors are cancelled, and ``(a // b) // c`` is ``a // (b*c)``.
* ``a % d`` is ``a - d*(a // d)``; ``ceildiv(a, d)`` is ``(a + d - 1) // d``.
* ``max(a, b)`` is ``a + relu(b - a)`` and ``min(a, b)`` is ``b - relu(b - a)``, where the leading
  coefficient of relu's argument is positive (``relu(-x)`` is ``relu(x) - x``), so that the many
  spellings of one clamp are one Dim. Printing finds ``min``, ``max`` and ``%`` again.
* ``broadcast(a, b)`` is flat and sorted, and is what remains when 1s and fixed sizes are known.

``//`` and ``%`` are partial: normal forms agree wherever the original is defined.
Interning is speed only; :func:`drop_tables` may be called at any time.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping

from shapeinfer.dim_text import dim_text

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from typing import TypeVar

    Key = TypeVar("Key")
    Found = TypeVar("Found")

# Past this many monomials a product stays factored: an expression must not explode.
_PRODUCT_CAP = 256

# The reason of a symbol that stands where a requirement was refuted.
REFUTED_REASON = "refuted"

_serials = itertools.count(1)


class Symbol:
    """An unknown integer, equal only to itself: the same run and place made it.

    ``low`` and ``high`` are Dims or None (no bound known); a size has ``low`` 0. ``named`` tells
    whether a person gave the name. ``reason`` says why an invented symbol stands here.
    """

    __slots__ = ("high", "hi", "lo", "low", "name", "named", "reason", "serial", "sort")

    def __init__(
        self,
        name: str,
        low: Dim | None,
        high: Dim | None = None,
        *,
        named: bool = True,
        reason: str = "",
    ) -> None:
        self.name = name
        self.low = low
        self.high = high
        self.named = named
        self.reason = reason
        self.serial = next(_serials)
        self.sort = (0, name, self.serial)
        self.lo = None if low is None else low.lo
        self.hi = None if high is None else high.hi

    def __repr__(self) -> str:
        return f"Symbol({self.name!r})"


class Term:
    """An opaque term: ``floordiv``, ``relu``, ``broadcast`` or a product too large to expand."""

    __slots__ = ("args", "hash", "hi", "lo", "op", "size", "sort")

    def __init__(self, op: str, args: tuple[Dim, ...]) -> None:
        self.op = op
        self.args = args
        self.hash = hash((op, args))
        self.size = 1 + sum(a.size for a in args)
        self.sort = (1, op, tuple(a.sort_key() for a in args))
        self.lo, self.hi = _RANGES[op](args)

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


class Dim:
    """An integer polynomial in normal form. Build with :func:`const`, :func:`of` and arithmetic.

    ``value`` is the integer if it is a constant, else None; ``lo`` and ``hi`` are the integer
    bounds that follow from the symbols' own (None: no bound).
    """

    __slots__ = ("_range", "_symbols", "hash", "size", "terms", "value")

    _range: tuple[Bound, Bound] | None
    _symbols: frozenset[Symbol] | None
    terms: tuple[tuple[Monomial, int], ...]
    value: int | None
    size: int
    hash: int

    @property
    def lo(self) -> Bound:
        """The integer that this is at least, by the symbols' own bounds; None if none follows."""
        return (self._range or self._ranged())[0]

    @property
    def hi(self) -> Bound:
        """The integer that this is at most, by the symbols' own bounds; None if none follows."""
        return (self._range or self._ranged())[1]

    def _ranged(self) -> tuple[Bound, Bound]:
        # Most dims are passed through on the way to another: nobody asks for their range.
        self._range = _range_of(self.terms)
        return self._range

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Dim) and self.hash == other.hash and self.terms == other.terms

    def __add__(self, other: Dim | int) -> Dim:
        if isinstance(other, int):
            other = const(other)
        if self.value is not None and other.value is not None:
            return const(self.value + other.value)
        if self.value == 0:
            return other
        if other.value == 0:
            return self
        found = _sums.get((self, other))
        return _sum(self, other) if found is None else found

    def __radd__(self, other: int) -> Dim:
        return self + other

    def __neg__(self) -> Dim:
        return self * -1

    def __sub__(self, other: Dim | int) -> Dim:
        if isinstance(other, int):
            return self + (-other)
        if self.value is not None and other.value is not None:
            return const(self.value - other.value)
        if self == other:
            return ZERO
        if other.value is not None:
            return self + -other.value
        found = _differences.get((self, other))
        return _difference(self, other) if found is None else found

    def __rsub__(self, other: int) -> Dim:
        return const(other) - self

    def __mul__(self, other: Dim | int) -> Dim:
        if isinstance(other, int):
            other = const(other)
        a, b = (other, self) if other.value is not None else (self, other)
        if a.value is not None:
            if b.value is not None:
                return const(a.value * b.value)
            if a.value == 1:
                return b
            if a.value == 0:
                return ZERO
            return _intern(tuple([(m, c * a.value) for m, c in b.terms]))
        found = _products.get((a, b))
        return _product(a, b) if found is None else found

    def __rmul__(self, other: int) -> Dim:
        return self * other

    def __floordiv__(self, other: Dim | int) -> Dim:
        return _floordiv(self, const(other) if isinstance(other, int) else other)

    def __rfloordiv__(self, other: int) -> Dim:
        return _floordiv(const(other), self)

    def __mod__(self, other: Dim | int) -> Dim:
        other = const(other) if isinstance(other, int) else other
        return self - other * (self // other)

    def __str__(self) -> str:
        return dim_text(self)

    def __repr__(self) -> str:
        return f"Dim({dim_text(self)!r})"

    def __bool__(self) -> bool:
        raise TypeError("a Dim is neither true nor false: ask shapeinfer.bounds")

    def sort_key(self) -> tuple[object, ...]:
        """A total order over Dims that depends on what they say, not on how they came about."""
        return tuple((_monomial_order(m), c) for m, c in self.terms)

    def symbol(self) -> Symbol | None:
        """The symbol, if this Dim is one symbol and nothing else."""
        if len(self.terms) == 1:
            monomial, coefficient = self.terms[0]
            if coefficient == 1 and len(monomial) == 1:
                atom, power = monomial[0]
                if power == 1 and isinstance(atom, Symbol):
                    return atom
        return None

    def multiple_of(self) -> Symbol | None:
        """The symbol s, if this Dim is ``k*s`` for a constant k."""
        if len(self.terms) == 1 and len(self.terms[0][0]) == 1:
            atom, power = self.terms[0][0][0]
            if power == 1 and isinstance(atom, Symbol):
                return atom
        return None

    def symbols(self) -> frozenset[Symbol]:
        """Every symbol that stands in this Dim, also inside terms."""
        found = self._symbols
        if found is None:
            atoms = [atom for monomial, _ in self.terms for atom, _ in monomial]
            own = frozenset(atom for atom in atoms if isinstance(atom, Symbol))
            inner = [a.symbols() for atom in atoms if isinstance(atom, Term) for a in atom.args]
            found = self._symbols = own.union(*inner)
        return found

    def constant_term(self) -> int:
        """The coefficient of the empty monomial."""
        if self.terms and not self.terms[-1][0]:
            return self.terms[-1][1]
        return 0

    def only(self, terms: dict[Monomial, int]) -> Dim:
        """The Dim that has just these monomials (they stand in some normal form already)."""
        return _build(terms)

    def substitute(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim] | None = None) -> Dim:
        """This Dim with every symbol of ``values`` replaced, in normal form.

        ``memo`` may be shared between calls with the same ``values``.
        """
        if self.value is not None:
            return self
        memo = {} if memo is None else memo
        known = memo.get(self)
        if known is None:
            known = memo[self] = self._rebuild(values, memo)
        return known

    def _rebuild(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Dim:
        changed = False
        atoms: dict[Atom, Dim] = {}
        for monomial, _ in self.terms:
            for atom, _ in monomial:
                if atom in atoms:
                    continue
                if isinstance(atom, Symbol):
                    replaced = values.get(atom)
                    changed = changed or replaced is not None
                    atoms[atom] = of(atom) if replaced is None else replaced
                else:
                    args = tuple(a.substitute(values, memo) for a in atom.args)
                    changed = changed or args != atom.args
                    atoms[atom] = apply(atom.op, args)
        if not changed:
            return self
        total = ZERO
        for monomial, coefficient in self.terms:
            product = const(coefficient)
            for atom, power in monomial:
                for _ in range(power):
                    product = product * atoms[atom]
            total = total + product
        return total

    def evaluate(self, size_of: Callable[[Symbol], int]) -> int:
        """The integer this Dim stands for; ``ZeroDivisionError`` where it is not defined."""
        total = 0
        for monomial, coefficient in self.terms:
            for atom, power in monomial:
                if isinstance(atom, Symbol):
                    value = size_of(atom)
                else:
                    value = _VALUES[atom.op](*(a.evaluate(size_of) for a in atom.args))
                coefficient *= value**power
            total += coefficient
        return total


# Interned dims and terms, and results of arithmetic. Speed only: a lost entry costs a second
# object that is equal.
_dims: dict[tuple[tuple[Monomial, int], ...], Dim] = {}
_terms: dict[tuple[str, tuple[Dim, ...]], Term] = {}
_sums: dict[tuple[Dim, Dim], Dim] = {}
_differences: dict[tuple[Dim, Dim], Dim] = {}
_products: dict[tuple[Dim, Dim], Dim] = {}
_quotients: dict[tuple[Dim, Dim], Dim] = {}
_orders: dict[Monomial, tuple[object, ...]] = {}
_TABLES: tuple[dict[object, object], ...] = (  # type: ignore[assignment]  # only cleared through this
    _dims, _terms, _sums, _differences, _products, _quotients, _orders,
)  # fmt: skip
_TABLE_CAP = 1 << 17


def drop_tables() -> None:
    """Forget interned objects and results; answers stay the same."""
    for table in _TABLES:
        table.clear()


def table_size() -> int:
    """How many objects and results are held: what :func:`drop_tables` would give back."""
    return sum(map(len, _TABLES))


def _bounded(table: dict[Key, Found]) -> dict[Key, Found]:
    if len(table) >= _TABLE_CAP:
        table.clear()
    return table


def _sum(a: Dim, b: Dim) -> Dim:
    total = _bounded(_sums)[(a, b)] = _combined(a, b, 1)
    return total


def _difference(a: Dim, b: Dim) -> Dim:
    total = _bounded(_differences)[(a, b)] = _combined(a, b, -1)
    return total


def _combined(a: Dim, b: Dim, sign: int) -> Dim:
    """``a + sign*b``"""
    sums = dict(a.terms)
    for monomial, coefficient in b.terms:
        sums[monomial] = sums.get(monomial, 0) + sign * coefficient
    # Without a new monomial, or with a constant at the end, they still stand in a's order.
    return _kept(sums) if len(sums) == len(a.terms) or b.value is not None else _build(sums)


def total(dims: Iterable[Dim]) -> Dim:
    """The sum of sizes, put in order once: thousands added one by one would each be sorted again."""
    sums: dict[Monomial, int] = {}
    for dim in dims:
        for monomial, coefficient in dim.terms:
            sums[monomial] = sums.get(monomial, 0) + coefficient
    return _build(sums)


def _product(a: Dim, b: Dim) -> Dim:
    if len(a.terms) * len(b.terms) > _PRODUCT_CAP:
        total = _of_atom(_term("*", tuple(sorted((a, b), key=Dim.sort_key))))
    else:
        sums: dict[Monomial, int] = {}
        for left, i in a.terms:
            for right, j in b.terms:
                m = _times(left, right)
                sums[m] = sums.get(m, 0) + i * j
        total = _build(sums)
    _bounded(_products)[(a, b)] = total
    return total


def _monomial_order(monomial: Monomial) -> tuple[object, ...]:
    order = _orders.get(monomial)
    if order is None:
        order = (-sum(p for _, p in monomial), tuple((a.sort, -p) for a, p in monomial))
        _bounded(_orders)[monomial] = order
    return order


def _order(item: tuple[Monomial, int]) -> tuple[object, ...]:
    return _monomial_order(item[0])


def _build(sums: dict[Monomial, int]) -> Dim:
    """The Dim of these monomials, in any order."""
    items = [item for item in sums.items() if item[1]]
    if len(items) > 1:
        items.sort(key=_order)
    return _intern(tuple(items))


def _kept(sums: dict[Monomial, int]) -> Dim:
    """The Dim of monomials that stand in order already."""
    return _intern(tuple([item for item in sums.items() if item[1]]))


def _intern(terms: tuple[tuple[Monomial, int], ...]) -> Dim:
    found = _dims.get(terms)
    if found is not None:
        return found
    dim = Dim.__new__(Dim)
    dim.terms = terms
    dim._symbols = None
    dim.hash = hash(terms)
    dim.value = 0 if not terms else terms[0][1] if len(terms) == 1 and not terms[0][0] else None
    if dim.value is None:
        dim._range = None
        dim.size = 1 + sum([a.size if isinstance(a, Term) else 1 for m, _ in terms for a, _ in m])
    else:
        dim._range = (dim.value, dim.value)
        dim.size = 1
    _bounded(_dims)[terms] = dim
    return dim


_SMALL = 4096
_small: list[Dim | None] = [None] * _SMALL


def const(value: int) -> Dim:
    """The constant ``value``."""
    if 0 <= value < _SMALL:
        found = _small[value]
        if found is None:
            found = _small[value] = _intern((((), value),) if value else ())
        return found
    return _intern((((), int(value)),))


def of(symbol: Symbol) -> Dim:
    """The Dim that is one symbol."""
    return _of_atom(symbol)


def _of_atom(atom: Atom) -> Dim:
    return _intern(((((atom, 1),), 1),))


def _term(op: str, args: tuple[Dim, ...]) -> Term:
    key = (op, args)
    found = _terms.get(key)
    if found is None:
        found = _bounded(_terms)[key] = Term(op, args)
    return found


def _times(left: Monomial, right: Monomial) -> Monomial:
    if not left:
        return right
    if not right:
        return left
    powers = dict(left)
    for atom, power in right:
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted(powers.items(), key=_atom_order)) if len(powers) > 1 else tuple(powers.items())


def _atom_order(item: tuple[Atom, int]) -> tuple[object, ...]:
    return item[0].sort


# --- floor division ---------------------------------------------------------------------------


def _floordiv(a: Dim, b: Dim) -> Dim:
    if b.value == 0:
        raise ZeroDivisionError(f"{a} // 0")
    if a.value is not None and b.value is not None:
        return const(a.value // b.value)
    if b.value == 1 or a.value == 0:
        return a
    if b.value is not None and b.value < 0:
        return _floordiv(-a, -b)
    found = _quotients.get((a, b))
    if found is None:
        found = _bounded(_quotients)[(a, b)] = _quotient_of(a, b)
    return found


def _quotient_of(a: Dim, b: Dim) -> Dim:
    if a == b:
        return ONE
    a, b = _cancel(a, b)
    if b.value is not None:
        return _floordiv_const(a, b.value) if b.value > 0 else _floordiv_const(-a, -b.value)
    quotient, rest = _divide(a, b)
    if not rest.terms:
        return quotient
    # 0 <= rest < b for every size, where b is a size that is not 0: the term itself is 0.
    if _surely_nonnegative(rest) and _surely_nonnegative(b - rest - 1):
        return quotient
    return quotient + _of_atom(_term("//", (rest, b)))


def _floordiv_const(a: Dim, d: int) -> Dim:
    if d == 1:
        return a
    if a.value is not None:
        return const(a.value // d)
    if a.terms[0][1] < 0:
        # floor(x/d) = -floor((-x - 1)/d) - 1 makes the leading coefficient positive.
        return -_floordiv_const(-a - 1, d) - 1
    nested = _nested(a, d)
    if nested is not None:
        return nested
    rest = _kept({m: c % d for m, c in a.terms})
    whole = _kept({m: c // d for m, c in a.terms})
    if rest.value is not None:
        return whole
    if whole.terms:
        return whole + _floordiv_const(rest, d)  # what is left may be a nested floor now
    rest, divisor = _cancel(rest, const(d))
    if divisor.value != d:
        return whole + _floordiv(rest, divisor)
    if rest.lo is not None and rest.hi is not None and rest.lo // d == rest.hi // d:
        return whole + rest.lo // d
    return whole + _of_atom(_term("//", (rest, divisor)))


def _nested(a: Dim, d: int) -> Dim | None:
    """``(x//b + p) // d`` as ``(x + b*p) // (b*d)``: true for d > 0 and b > 0."""
    inner = [
        atom
        for monomial, c in a.terms
        if c == 1 and len(monomial) == 1
        for atom, power in monomial
        if power == 1 and isinstance(atom, Term) and atom.op == "//"
    ]
    if len(inner) != 1:
        return None
    x, b = inner[0].args
    if b.value is None and not _surely_nonnegative(b):
        return None
    return _floordiv(x + b * (a - _of_atom(inner[0])), b * d)


def _cancel(a: Dim, b: Dim) -> tuple[Dim, Dim]:
    """Cancel the common integer and monomial factor: floor(k*a / k*b) is floor(a/b)."""
    factor = math.gcd(*(c for _, c in a.terms), *(c for _, c in b.terms))
    common: dict[Atom, int] | None = None
    for monomial, _ in (*a.terms, *b.terms):
        powers = dict(monomial)
        common = (
            powers if common is None else {k: min(v, powers[k]) for k, v in common.items() if k in powers}
        )
        if not common:
            break
    if factor <= 1 and not common:
        return a, b
    strip = common or {}

    def reduced(dim: Dim) -> Dim:
        return _build(
            {
                tuple((atom, p - strip.get(atom, 0)) for atom, p in m if p > strip.get(atom, 0)): c // factor
                for m, c in dim.terms
            }
        )

    return reduced(a), reduced(b)


def _divide(a: Dim, b: Dim) -> tuple[Dim, Dim]:
    """(q, r) with a == q*b + r, by long division on b's leading monomial."""
    lead, lead_coefficient = b.terms[0]
    quotient, rest = ZERO, a
    for _ in range(32):
        for monomial, coefficient in rest.terms:
            step = _quotient(monomial, lead)
            if step is not None and coefficient % lead_coefficient == 0:
                part = _build({step: coefficient // lead_coefficient})
                quotient, rest = quotient + part, rest - part * b
                break
        else:
            break
    # A quotient that leaves more behind than there was is no progress.
    return (quotient, rest) if rest.size <= a.size else (ZERO, a)


def _quotient(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    powers = dict(monomial)
    for atom, power in divisor:
        left = powers.get(atom, 0) - power
        if left < 0:
            return None
        powers[atom] = left
    return tuple((atom, p) for atom, p in powers.items() if p)


def ceildiv(a: Dim, b: Dim | int) -> Dim:
    """``a / b`` rounded up."""
    b = const(b) if isinstance(b, int) else b
    if b.value is not None and b.value > 0:
        return (a + (b.value - 1)) // b
    return -((-a) // b)


def truncdiv(a: Dim, b: Dim) -> Dim | None:
    """``a / b`` rounded toward zero, as ONNX's integer Div does; None if b's sign is unknown."""
    if b.hi is not None and b.hi < 0:
        a, b = -a, -b
    if not _surely_nonnegative(b):
        return None
    if _surely_nonnegative(a):
        return a // b
    if a.lo is not None and -a.lo < max(b.lo or 1, 1):
        return relu(a) // b  # what is below zero is too small to make a whole -1
    # b is not 0 wherever the quotient is defined.
    return relu(a) // b - relu(-a) // b


# --- min, max, broadcast ----------------------------------------------------------------------


def relu(a: Dim) -> Dim:
    """``max(a, 0)``."""
    if a.value is not None:
        return const(max(a.value, 0))
    if _surely_nonnegative(a):
        return a
    if a.hi is not None and a.hi <= 0:
        return ZERO
    if a.terms[0][1] < 0:
        return relu(-a) + a
    factor = math.gcd(*(c for _, c in a.terms))
    if factor > 1:
        return relu(_kept({m: c // factor for m, c in a.terms})) * factor
    return _of_atom(_term("relu", (a,)))


def maximum(a: Dim, b: Dim) -> Dim:
    """The larger of two dims."""
    return a + relu(b - a)


def minimum(a: Dim, b: Dim) -> Dim:
    """The smaller of two dims."""
    return b - relu(b - a)


def broadcast(dims: Iterable[Dim]) -> Dim:
    """The size that broadcastable sizes have together: the one that is not 1, or 1.

    Meaningful where all that are not 1 are equal; the rule states that requirement.
    """
    flat: dict[Dim, None] = {}
    for dim in dims:
        symbol_term = _broadcast_args(dim)
        flat.update(dict.fromkeys(symbol_term if symbol_term else (dim,)))
    blamed = next((d for d in flat if (s := d.symbol()) is not None and s.reason == REFUTED_REASON), None)
    if blamed is not None:
        return blamed  # what follows from a mismatch stays silent
    fixed = next((d for d in flat if d.value is not None and d.value != 1), None)
    if fixed is not None:
        return fixed
    wide = _without_clamped([d for d in flat if d.value is None])
    # A size that can't be 1 decides the answer alone.
    sure = next((d for d in wide if d.lo is not None and d.lo > 1), None)
    if sure is not None:
        return sure
    if len(wide) < 2:
        return wide[0] if wide else ONE
    return _of_atom(_term("broadcast", tuple(sorted(wide, key=Dim.sort_key))))


def clamped_at(a: Dim, b: Dim) -> int | None:
    """The constant c if ``b`` is ``min(a, c)``, else None."""
    difference = a - b
    if len(difference.terms) != 1 or difference.terms[0][1] != 1 or len(difference.terms[0][0]) != 1:
        return None
    atom, power = difference.terms[0][0][0]
    if power != 1 or not isinstance(atom, Term) or atom.op != "relu":
        return None
    return (a - atom.args[0]).value


def _without_clamped(dims: list[Dim]) -> list[Dim]:
    """Beside ``a``, ``min(a, c)`` with c above 1 says nothing: they are broadcastable only if equal."""
    if not 2 <= len(dims) <= 6:  # of many sizes no two are likely to be such a pair
        return dims
    return [b for b in dims if not any(a is not b and (clamped_at(a, b) or 0) > 1 for a in dims)]


def _broadcast_args(dim: Dim) -> tuple[Dim, ...]:
    if len(dim.terms) == 1 and dim.terms[0][1] == 1 and len(dim.terms[0][0]) == 1:
        atom, power = dim.terms[0][0][0]
        if power == 1 and isinstance(atom, Term) and atom.op == "broadcast":
            return atom.args
    return ()


def product(dims: Iterable[Dim]) -> Dim:
    """The product of dims; 1 for none."""
    total = ONE
    for dim in dims:
        total = total * dim
    return total


def apply(op: str, args: tuple[Dim, ...]) -> Dim:
    """Build the Dim of a term's operation again, in normal form."""
    if op == "//":
        return args[0] // args[1]
    if op == "relu":
        return relu(args[0])
    if op == "broadcast":
        return broadcast(args)
    return product(args)


def value_of(op: str, args: Iterable[int]) -> int:
    """The value of a term's operation on integers; ``ZeroDivisionError`` where it is not defined."""
    return _VALUES[op](*args)


def _broadcast_value(*sizes: int) -> int:
    return next((s for s in sizes if s != 1), 1)


_VALUES: dict[str, Callable[..., int]] = {
    "//": lambda a, b: a // b,
    "relu": lambda a: max(a, 0),
    "broadcast": _broadcast_value,
    "*": lambda a, b: a * b,
}


# --- integer ranges ---------------------------------------------------------------------------


def _surely_nonnegative(dim: Dim) -> bool:
    return dim.lo is not None and dim.lo >= 0


def _range_of(terms: tuple[tuple[Monomial, int], ...]) -> tuple[Bound, Bound]:
    for monomial, coefficient in terms:
        for atom, power in monomial:
            if power == 1 and isinstance(atom, Term) and atom.op == "relu" and len(monomial) == 1:
                return _clamp_range(terms, monomial, coefficient, atom.args[0])
    return _polynomial_range(terms)


def _clamp_range(
    terms: tuple[tuple[Monomial, int], ...], clamp: Monomial, coefficient: int, inner: Dim
) -> tuple[Bound, Bound]:
    """``p + c*relu(d)`` is the larger (smaller, for c < 0) of p and ``p + c*d``."""
    plain = _build({m: c for m, c in terms if m != clamp})
    other = plain + inner * coefficient
    lows, highs = (plain.lo, other.lo), (plain.hi, other.hi)
    if coefficient > 0:
        low = max((b for b in lows if b is not None), default=None)
        return low, None if None in highs else max(b for b in highs if b is not None)
    high = min((b for b in highs if b is not None), default=None)
    return None if None in lows else min(b for b in lows if b is not None), high


def _polynomial_range(terms: tuple[tuple[Monomial, int], ...]) -> tuple[Bound, Bound]:
    low: Bound = 0
    high: Bound = 0
    for monomial, coefficient in terms:
        lo, hi = _monomial_range(monomial)
        if coefficient < 0:
            lo, hi = hi, lo
        low = None if low is None or lo is None else low + coefficient * lo
        high = None if high is None or hi is None else high + coefficient * hi
    return low, high


def _monomial_range(monomial: Monomial) -> tuple[Bound, Bound]:
    lo: Bound = 1
    hi: Bound = 1
    for atom, power in monomial:
        if power % 2 == 0:
            a, b = _even_power(atom.lo, atom.hi, power)
        else:
            a = None if atom.lo is None else atom.lo**power
            b = None if atom.hi is None else atom.hi**power
        lo, hi = _multiply_ranges(lo, hi, a, b)
    return lo, hi


def _even_power(lo: Bound, hi: Bound, power: int) -> tuple[Bound, Bound]:
    if lo is not None and lo >= 0:
        return lo**power, None if hi is None else hi**power
    if hi is not None and hi <= 0:
        return hi**power, None if lo is None else lo**power
    return 0, None if lo is None or hi is None else max(lo**power, hi**power)


def _multiply_ranges(a: Bound, b: Bound, c: Bound, d: Bound) -> tuple[Bound, Bound]:
    if a is not None and a >= 0 and c is not None and c >= 0:
        return a * c, None if b is None or d is None else b * d
    if a is None or b is None or c is None or d is None:
        return None, None
    corners = (a * c, a * d, b * c, b * d)
    return min(corners), max(corners)


def _floordiv_range(args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    a, b = args
    # Where the quotient is defined, a divisor that can't be negative is at least 1.
    if b.lo is None or b.lo < 0 or b.hi == 0:
        return None, None
    least = max(b.lo, 1)
    lo: Bound = None
    hi: Bound = None
    if a.lo is not None:
        lo = a.lo // least if a.lo < 0 else (a.lo // b.hi if b.hi is not None else 0)
    if a.hi is not None:
        hi = a.hi // least if a.hi >= 0 else (a.hi // b.hi if b.hi is not None else -1)
    return lo, hi


def _relu_range(args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    (a,) = args
    return max(a.lo or 0, 0), None if a.hi is None else max(a.hi, 0)


def _any_range(args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    lows, highs = [a.lo for a in args], [a.hi for a in args]
    return (
        None if None in lows else min(x for x in lows if x is not None),
        None if None in highs else max(x for x in highs if x is not None),
    )


def _product_range(args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    a, b = args
    return _multiply_ranges(a.lo, a.hi, b.lo, b.hi)


_RANGES: dict[str, Callable[[tuple[Dim, ...]], tuple[Bound, Bound]]] = {
    "//": _floordiv_range,
    "relu": _relu_range,
    "broadcast": _any_range,
    "*": _product_range,
}

ZERO = const(0)
ONE = const(1)
