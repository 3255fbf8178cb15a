"""Dim: one size, as an integer polynomial over symbols and opaque terms, in normal form.

A Dim that you hold *is* in normal form: there is no simplify(). Two Dims that are equal as
objects are equal at every size; the reverse need not hold, so ``==`` never answers "different"
for sizes, only for expressions. What is provable about sizes is asked of :mod:`shapeinfer.dims.proofs`.

Normal form, beside the usual one of polynomials:

* ``a // d`` keeps, inside the term, only coefficients in ``[0, d)``: what d divides is pulled out,
  common factors are cancelled, and ``(a // b) // c`` is ``a // (b*c)``.
* ``a % d`` is ``a - d*(a // d)``; ``ceildiv(a, d)`` is ``(a + d - 1) // d``.
* ``max(a, b)`` is ``a + relu(b - a)`` and ``min(a, b)`` is ``b - relu(b - a)``, where the leading
  coefficient of relu's argument is positive (``relu(-x)`` is ``relu(x) - x``), so that the many
  spellings of one clamp are one Dim. Printing finds ``min``, ``max`` and ``%`` again.
* An integer quotient that is rounded toward zero is made of floors and clamps; of what holds terms itself
  it is a term ``truncdiv(a, d)`` until a's sign is known.
* ``scaled(n, 1.3)``, a product that float32 rounds, is a term of its own (``scales.py``).
* ``broadcast(a, b)`` is flat and sorted, and is what remains when 1s and fixed sizes are known, and when one
  side is never the smaller one (``periods.py``).

``//`` and ``%`` are partial: normal forms agree wherever the original is defined.
Interning is speed only; :func:`drop_tables` may be called at any time.
"""

from __future__ import annotations

from shapeinfer.dims.atoms import Atom, Bound, Monomial, Symbol, Term
from shapeinfer.dims.clamps import broadcast, clamped_at, maximum, minimum, relu, truncdiv
from shapeinfer.dims.dim import (
    DEEPEST,
    LARGEST,
    ONE,
    REFUTED_REASON,
    ZERO,
    Dim,
    apply,
    const,
    drop_tables,
    is_large,
    of,
    product,
    shared_symbol,
    table_size,
    total,
    value_of,
)
from shapeinfer.dims.floors import cancelled, ceildiv, halves_joined
from shapeinfer.dims.periods import decides

__all__ = [
    "DEEPEST",
    "LARGEST",
    "ONE",
    "REFUTED_REASON",
    "ZERO",
    "Atom",
    "Bound",
    "Dim",
    "Monomial",
    "Symbol",
    "Term",
    "apply",
    "broadcast",
    "cancelled",
    "ceildiv",
    "clamped_at",
    "const",
    "decides",
    "drop_tables",
    "halves_joined",
    "is_large",
    "maximum",
    "minimum",
    "of",
    "product",
    "relu",
    "shared_symbol",
    "table_size",
    "total",
    "truncdiv",
    "value_of",
]
