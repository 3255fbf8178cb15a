"""The core of :mod:`shapeinfer.dims`: dims as interned polynomials; sum and product.

Floors and clamps build on it, and it needs them where a dim is divided or rebuilt: each of these modules puts
its function into :data:`NORMAL_FORMS` when it is loaded, and the package loads them all.
"""

from __future__ import annotations

from shapeinfer.dims.atoms import Atom, Bound, Monomial, Symbol, Term
from shapeinfer.dims.budget import spend
from shapeinfer.dims.ranges import range_of
from shapeinfer.dims.spelling import dim_text

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypeVar

    from shapeinfer.dims.atoms import Cases

    Key = TypeVar("Key")
    Found = TypeVar("Found")

# Past this many monomials a product stays factored: an expression must not explode.
_PRODUCT_CAP = 256

# Past so many atoms, or terms inside terms, an expression is no help to anybody: a dim becomes a fresh one,
# an element unknown, a declared dim one opaque name.
LARGEST = 256
DEEPEST = 40

# The reason of a symbol that stands where a requirement was refuted.
REFUTED_REASON = "it follows from an error"


def shared_symbol(
    name: str, low: Dim | None, high: Dim | None = None, *, named: bool = True, reason: str = "",
    cases: Cases | None = None,
) -> Symbol:  # fmt: skip
    """The symbol of this name, bounds, reason and cases that all runs share, so that what was worked out of
    it in one run serves the next. In one run each must stand for one thing."""
    key = (name, low, high, named, reason, cases)
    found = _shared.get(key)
    if found is None:
        new = Symbol(name, low, high, named=named, reason=reason, cases=cases)
        found = bounded(_shared).setdefault(key, new)
        _letters[0] += len(name)
    return found


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

    def range(self) -> tuple[Bound, Bound]:
        """``lo`` and ``hi``."""
        return self._range or self._ranged()

    def _ranged(self) -> tuple[Bound, Bound]:
        # Computed on demand: most dims are intermediate results whose range is never needed.
        self._range = range_of(self.terms)
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
        spend(len(self.terms) + len(other.terms))
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
        spend(len(self.terms) + len(other.terms))
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
            spend(len(b.terms))
            return _intern(tuple([(m, c * a.value) for m, c in b.terms]))
        spend(len(a.terms) * len(b.terms) if len(a.terms) * len(b.terms) <= _PRODUCT_CAP else 1)
        found = _products.get((a, b))
        return _product(a, b) if found is None else found

    def __rmul__(self, other: int) -> Dim:
        return self * other

    def __floordiv__(self, other: Dim | int) -> Dim:
        return NORMAL_FORMS["//"](self, const(other) if isinstance(other, int) else other)

    def __rfloordiv__(self, other: int) -> Dim:
        return const(other) // self

    def __mod__(self, other: Dim | int) -> Dim:
        other = const(other) if isinstance(other, int) else other
        return self - other * (self // other)

    def __str__(self) -> str:
        return dim_text(self)

    def __repr__(self) -> str:
        return f"Dim({dim_text(self)!r})"

    def __bool__(self) -> bool:
        raise TypeError("a Dim is neither true nor false: ask shapeinfer.dims.proofs")

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
        """Every symbol in this Dim, also inside terms."""
        found = self._symbols
        if found is None:
            if self.size == 2 and len(self.terms) == 1:  # one symbol, many times
                symbol = self.terms[0][0][0][0]
                found = _symbol_sets.get(symbol)
                if found is None:
                    found = bounded(_symbol_sets)[symbol] = frozenset((symbol,))  # type: ignore[arg-type]  # a Term is larger
                self._symbols = found
                return found
            atoms = [atom for monomial, _ in self.terms for atom, _ in monomial]
            if self.size == 1 + len(atoms):  # a Term counts for more
                found = frozenset(atoms)  # type: ignore[arg-type]  # all are Symbols
                self._symbols = found = bounded(_symbol_sets).setdefault(found, found)
                return found
            own = frozenset(atom for atom in atoms if isinstance(atom, Symbol))
            inner = [a.symbols() for atom in atoms if isinstance(atom, Term) for a in atom.args]
            found = self._symbols = own.union(*inner)
        return found

    def depth(self) -> int:
        """The nesting depth of terms: 0 for a polynomial of symbols."""
        if self.size <= 1 + len(self.terms):  # no Term has so small a size
            return 0
        return max([a.depth for m, _ in self.terms for a, _ in m if isinstance(a, Term)], default=0)

    def constant_term(self) -> int:
        """The coefficient of the empty monomial."""
        if self.terms and not self.terms[-1][0]:
            return self.terms[-1][1]
        return 0

    def only(self, terms: dict[Monomial, int]) -> Dim:
        """The Dim that has just these monomials (which are already in normal form)."""
        return build(terms)

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

    def with_terms(self, values: Mapping[Term, Dim]) -> Dim:
        """This Dim with every term of ``values`` replaced, in normal form."""
        return self.substitute(values)  # type: ignore[arg-type]  # _rebuild takes any atom

    def _rebuild(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Dim:
        spend(len(self.terms))
        changed = False
        atoms: dict[Atom, Dim] = {}
        for monomial, _ in self.terms:
            for atom, _ in monomial:
                if atom in atoms:
                    continue
                replaced = values.get(atom)  # type: ignore[arg-type]  # a Term is in no map of Symbols
                if replaced is not None:
                    changed = True
                    atoms[atom] = replaced
                elif isinstance(atom, Symbol):
                    atoms[atom] = of(atom)
                else:
                    args = tuple([a.substitute(values, memo) for a in atom.args])
                    changed = changed or args != atom.args
                    atoms[atom] = apply(atom.op, args)
        if not changed:
            return self
        products: list[Dim] = []
        for monomial, coefficient in self.terms:
            product = const(coefficient)
            for atom, power in monomial:
                for _ in range(power):
                    product = product * atoms[atom]
            products.append(product)
        return products[0] if len(products) == 1 else total(products)

    def evaluate(self, size_of: Callable[[Symbol], int]) -> int:
        """The value of this Dim for these sizes. Raises ZeroDivisionError if it is not defined there."""
        total = 0
        for monomial, coefficient in self.terms:
            for atom, power in monomial:
                if isinstance(atom, Symbol):
                    value = size_of(atom)
                else:
                    value = VALUES[atom.op](*(a.evaluate(size_of) for a in atom.args))
                coefficient *= value**power
            total += coefficient
        return total


def is_large(dim: Dim) -> bool:
    """Whether an expression is too large, or its terms nest too deep, to be of any use."""
    return dim.size > DEEPEST and (dim.size > LARGEST or dim.depth() > DEEPEST)


# Interned dims and terms, and results of arithmetic. Speed only: a lost entry costs a second
# object that is equal.
_dims: dict[tuple[tuple[Monomial, int], ...], Dim] = {}
_terms: dict[tuple[str, tuple[Dim, ...]], Term] = {}
_sums: dict[tuple[Dim, Dim], Dim] = {}
_differences: dict[tuple[Dim, Dim], Dim] = {}
_products: dict[tuple[Dim, Dim], Dim] = {}
quotients: dict[tuple[Dim, Dim], tuple[Dim, int]] = {}
_orders: dict[Monomial, tuple[object, ...]] = {}
_symbol_sets: dict[Atom | frozenset[Symbol], frozenset[Symbol]] = {}
_shared: dict[tuple[str, Dim | None, Dim | None, bool, str, Cases | None], Symbol] = {}
# How long the names of shared symbols are together. A model may have names of megabytes.
_letters = [0]
_LETTERS_OF_AN_OBJECT = 64
_TABLES: tuple[dict[object, object], ...] = (  # type: ignore[assignment]  # only cleared through this
    _dims, _terms, _sums, _differences, _products, quotients, _orders, _symbol_sets, _shared,
)  # fmt: skip
_TABLE_CAP = 1 << 17


def drop_tables() -> None:
    """Forget interned objects and results; answers stay the same."""
    for table in _TABLES:
        table.clear()
    _letters[0] = 0


def table_size() -> int:
    """How many objects and results are held, and what takes as much memory: what :func:`drop_tables` would
    give back."""
    return sum(map(len, _TABLES)) + _letters[0] // _LETTERS_OF_AN_OBJECT


def bounded(table: dict[Key, Found]) -> dict[Key, Found]:
    """A table with room for one more."""
    if len(table) >= _TABLE_CAP:
        table.clear()
    return table


def _sum(a: Dim, b: Dim) -> Dim:
    total = bounded(_sums)[(a, b)] = _combined(a, b, 1)
    return total


def _difference(a: Dim, b: Dim) -> Dim:
    total = bounded(_differences)[(a, b)] = _combined(a, b, -1)
    return total


def _combined(a: Dim, b: Dim, sign: int) -> Dim:
    """``a + sign*b``"""
    sums = dict(a.terms)
    for monomial, coefficient in b.terms:
        sums[monomial] = sums.get(monomial, 0) + sign * coefficient
    # Without a new monomial, or with a constant at the end, they are still in a's order.
    return kept(sums) if len(sums) == len(a.terms) or b.value is not None else build(sums)


def total(dims: Iterable[Dim]) -> Dim:
    """The sum of sizes, put in order once: thousands added one by one would each be sorted again."""
    sums: dict[Monomial, int] = {}
    count = 0
    for dim in dims:
        terms = dim.terms
        count += len(terms)
        for monomial, coefficient in terms:
            sums[monomial] = sums.get(monomial, 0) + coefficient
    spend(count)
    return build(sums)


def product(dims: Iterable[Dim]) -> Dim:
    """The product of dims; 1 for none."""
    made = ONE
    for dim in dims:
        made = made * dim
    return made


def _product(a: Dim, b: Dim) -> Dim:
    if len(a.terms) * len(b.terms) > _PRODUCT_CAP:
        total = of_atom(term("*", tuple(sorted((a, b), key=Dim.sort_key))))
    else:
        sums: dict[Monomial, int] = {}
        for left, i in a.terms:
            for right, j in b.terms:
                m = _times(left, right)
                sums[m] = sums.get(m, 0) + i * j
        total = build(sums)
    bounded(_products)[(a, b)] = total
    return total


def _monomial_order(monomial: Monomial) -> tuple[object, ...]:
    order = _orders.get(monomial)
    if order is None:
        order = (-sum(p for _, p in monomial), tuple((a.sort, -p) for a, p in monomial))
        bounded(_orders)[monomial] = order
    return order


def _order(item: tuple[Monomial, int]) -> tuple[object, ...]:
    return _monomial_order(item[0])


def build(sums: dict[Monomial, int]) -> Dim:
    """The Dim of these monomials, in any order."""
    terms = tuple(sums.items())
    if len(terms) != 1 or not terms[0][1]:
        terms = tuple(sorted([item for item in terms if item[1]], key=_order))
    found = _dims.get(terms)
    return _made(terms) if found is None else found


def kept(sums: dict[Monomial, int]) -> Dim:
    """The Dim of monomials that are already sorted."""
    return _intern(tuple([item for item in sums.items() if item[1]]))


def _intern(terms: tuple[tuple[Monomial, int], ...]) -> Dim:
    found = _dims.get(terms)
    return _made(terms) if found is None else found


def _made(terms: tuple[tuple[Monomial, int], ...]) -> Dim:
    dim = Dim()
    dim.terms = terms
    dim._symbols = None
    dim.hash = hash(terms)
    if terms and terms[0][0]:  # a constant comes last: this is none alone
        dim.value = dim._range = None
        # A power counts as often as its atom is multiplied, a coefficient of many digits by these.
        size = 1
        for monomial, coefficient in terms:
            for atom, power in monomial:
                size += atom.size * power
            if not _LOWEST <= coefficient <= _HIGHEST:
                size += _digits(coefficient)
        dim.size = size
    else:
        dim.value = value = terms[0][1] if terms else 0
        dim._range = (value, value)
        dim.size = 1 + _digits(value)
    if len(_dims) >= _TABLE_CAP:
        _dims.clear()
    _dims[terms] = dim
    return dim


def _digits(number: int) -> int:
    """What an integer adds to the size of an expression: nothing, unless it is longer than any size."""
    bits = number.bit_length()
    return bits >> 1 if bits > 64 else 0


# Integers beyond these have many digits.
_LOWEST, _HIGHEST = -(1 << 64), 1 << 64
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
    return of_atom(symbol)


def of_atom(atom: Atom) -> Dim:
    """The Dim that is one symbol or term."""
    return _intern(((((atom, 1),), 1),))


def term(op: str, args: tuple[Dim, ...]) -> Term:
    """The interned term; the caller has brought it to normal form."""
    key = (op, args)
    found = _terms.get(key)
    if found is None:
        found = bounded(_terms)[key] = Term(op, args)
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


# How each kind of term is built from its arguments; floors and clamps add theirs.
NORMAL_FORMS: dict[str, Callable[..., Dim]] = {"*": lambda *args: product(args)}


def apply(op: str, args: tuple[Dim, ...]) -> Dim:
    """Build the Dim of a term's operation again, in normal form."""
    return NORMAL_FORMS[op](*args)


def value_of(op: str, args: Iterable[int]) -> int:
    """The value of a term's operation on integers; ``ZeroDivisionError`` where it is not defined."""
    return VALUES[op](*args)


def _broadcast_value(*sizes: int) -> int:
    return next((s for s in sizes if s != 1), 1)


VALUES: dict[str, Callable[..., int]] = {
    "//": lambda a, b: a // b,
    "relu": lambda a: max(a, 0),
    "truncdiv": lambda a, b: a // b if a >= 0 else -(-a // b),
    "broadcast": _broadcast_value,
    "*": lambda a, b: a * b,
}

ZERO = const(0)
ONE = const(1)
