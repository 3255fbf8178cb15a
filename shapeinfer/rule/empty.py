"""Tensors that may hold nothing though no input is empty: what a kernel never looks at is no mistake."""

from __future__ import annotations

from shapeinfer.dims import ONE, ZERO, Dim, Symbol, of, proofs
from shapeinfer.dims.proofs import PROVED
from shapeinfer.facts.fact import TensorFact
from shapeinfer.rule.requirement import Condition, equal


def may_be_empty(size: Dim) -> bool:
    """Whether the size may be 0 where every named size of the model is 1 or more.

    So it is for a count that depends on data, for what a Slice leaves, and for ``n - 1``, as a list of sizes
    may hold; not for ``batch``, which a caller would have to set to 0, nor for ``height//2``: windows leave
    at least one place."""
    if size.value is not None:
        return size.value == 0
    if size.lo is not None and size.lo > 0:
        return False
    if all(map(_is_given, size.symbols())) and not (_is_difference(size) or _is_clamped(size)):
        return False
    least = {s: _at_least_one(s) for s in size.symbols() if s.low == ZERO and _is_given(s)}
    try:
        return proofs.at_least(size.substitute(least, {}), ONE) is not PROVED
    except ZeroDivisionError:
        return True


def _is_difference(size: Dim) -> bool:
    return not size.depth() and any(factor < 0 for _, factor in size.terms)


def _is_clamped(size: Dim) -> bool:
    """Whether a difference that is cut off at 0 stands in it."""
    if not size.depth():
        return False
    terms = [atom for monomial, _ in size.terms for atom, _ in monomial if not isinstance(atom, Symbol)]
    return any(term.op == "relu" or any(map(_is_clamped, term.args)) for term in terms)


def emptied(*facts: TensorFact) -> tuple[Condition, ...]:
    """The ways in which one of the tensors is empty though no named size is 0."""
    sizes = dict.fromkeys(size for fact in facts for size in fact.shape or () if may_be_empty(size))
    return tuple(equal(size, ZERO) for size in sizes)


def is_declared(fact: TensorFact) -> bool:
    """Whether every size is a number or a name, as in what a model declares of its inputs.

    A loader sees these, and may not see what depends on data or what we compute with more effort."""
    return fact.shape is not None and all(map(_is_given, (s for d in fact.shape for s in d.symbols())))


# Why sizes are new where a loader does not know how many there are, though we do.
RESHAPED = "the target of this Reshape is computed from data"  # of a Reshape before version 14
COMPRESSED = "how many this Compress keeps depends on data"  # of a Compress before version 11
SPLIT = "the sizes of the pieces are computed from data"
REDUCED = "the axes that are reduced are computed from data"
RELEASES = "releases of ONNX Runtime differ"
SQUEEZED = "which axis is dropped is computed from data"
UNSQUEEZED = "the positions of the new axes are computed from data"
# Why a size is new that a loader knows, but not as the kernel makes it.
INFERRED = "a loader infers another size than the kernel makes"
# And why a size is new that branches of an If make.
OF_BRANCHES = "the branches make different sizes"
_UNRANKED = frozenset((RESHAPED, COMPRESSED, SPLIT, REDUCED, SQUEEZED, UNSQUEEZED))


def is_ranked(fact: TensorFact) -> bool:
    """Whether a loader knows the rank."""
    if fact.shape is None:
        return False
    reasons = [s.reason for size in fact.shape if size.value is None for s in size.symbols()]
    return _UNRANKED.isdisjoint(reasons)


def _is_given(symbol: Symbol) -> bool:
    return symbol.named or symbol.reason == "claimed"


def _at_least_one(symbol: Symbol) -> Dim:
    return of(Symbol(symbol.name, ONE, symbol.high, named=symbol.named, reason=symbol.reason))
