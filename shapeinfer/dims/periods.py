"""Sizes that follow one symbol in steps, as ``ceildiv(w, 4)`` and ``2*ceildiv(w, 8)`` do after halving and
doubling. From some size on, where every clamp has taken its side, such a size grows by a number of its own
whenever the symbol grows by a period, so what is true of it is decided by the sizes up to there."""

from __future__ import annotations

import math

from shapeinfer.dims.atoms import Symbol, Term
from shapeinfer.dims.budget import spend
from shapeinfer.dims.dim import Dim, of

# The longest period that is written out, and the last start of one.
_MOST = 64
_MOST_SETTLED = 2048
# What is not made of sums and quotients alone.
_CLAMPS = frozenset(("broadcast", "relu", "truncdiv"))
# To work out a dim at a size takes an eighth of a step for each of its atoms.
_PER_STEP = 8
# A dim is not tried at so many sizes that it takes more steps than this.
_MOST_STEPS = 6_000


def may_be_tried(sizes: int, size: int) -> bool:
    """Whether dims of this size together are worth trying at so many sizes; counts the steps if they are."""
    steps = sizes * size // _PER_STEP
    if steps > _MOST_STEPS:
        return False
    spend(steps)
    return True


class Course:
    """How a dim follows its one symbol: from ``start`` on it grows by ``step`` whenever the symbol grows by
    ``period``."""

    __slots__ = ("period", "start", "step")

    def __init__(self, start: int, period: int, step: int) -> None:
        self.start = start
        self.period = period
        self.step = step

    def times(self, number: int) -> Course | None:
        """With a period after which it has grown by a multiple of a number; None if that is too long."""
        count = number // math.gcd(number, self.step)
        period = self.period * count
        return Course(self.start, period, self.step * count) if period <= _MOST_SETTLED else None


def course_of(dim: Dim) -> Course | None:
    """How a dim of one symbol follows it; None of one with products, or with a period or a start beyond
    ``_MOST_SETTLED``."""
    spend(len(dim.terms))
    start, period, step = 0, 1, 0
    for monomial, coefficient in dim.terms:
        if not monomial:
            continue
        atom, power = monomial[0]
        if len(monomial) > 1 or power != 1:
            return None
        own = Course(0, 1, 1) if isinstance(atom, Symbol) else _course_of_term(atom)
        if own is None:
            return None
        joint = math.lcm(period, own.period)
        step = step * (joint // period) + coefficient * own.step * (joint // own.period)
        start, period = max(start, own.start), joint
    return Course(start, period, step) if period <= _MOST_SETTLED else None


def signed(dim: Dim) -> Course | None:
    """The course of a dim from where on it has one sign, or repeats its numbers; None if that is not
    known."""
    course = course_of(dim)
    if course is None or not course.step:
        return course
    if not may_be_tried(course.period, dim.size):
        return None
    towards = 1 if course.step > 0 else -1
    sizes = range(course.start, course.start + course.period)
    least = min(towards * _at(dim, size) for size in sizes)
    start = course.start + course.period * max(0, -((least - 1) // abs(course.step)))
    return Course(start, course.period, course.step) if start <= _MOST_SETTLED else None


def as_quotient(dim: Dim) -> Dim:
    """The dim as ``(a*n + b)//c``, if it is that at all sizes of its one symbol; the dim itself if not."""
    symbols = dim.symbols()
    symbol = next(iter(symbols), None)
    if len(symbols) != 1 or symbol is None or symbol.lo is None or symbol.lo < 0 or not _is_clamped(dim):
        return dim
    course = course_of(dim)
    if course is None or course.step < 0:
        return dim
    sizes = range(symbol.lo, max(course.start, symbol.lo) + course.period)
    if not may_be_tried(len(sizes), dim.size):
        return dim
    common = math.gcd(course.step, course.period)
    a, c = course.step // common, course.period // common
    rests = [c * _at(dim, size) - a * size for size in sizes]
    # floor((a*n + b)/c) is f, if c*f - a*n <= b < c*f - a*n + c.
    return (of(symbol) * a + max(rests)) // c if max(rests) < min(rests) + c else dim


def _is_clamped(dim: Dim) -> bool:
    """Whether a clamp is in it."""
    terms = (atom for monomial, _ in dim.terms for atom, _ in monomial if isinstance(atom, Term))
    return any(term.op in _CLAMPS or any(map(_is_clamped, term.args)) for term in terms)


def _at(dim: Dim, size: int) -> int:
    return dim.evaluate(lambda _: size)


def _course_of_term(term: Term) -> Course | None:
    if term.op == "broadcast":
        return _course_of_equals(term.args)
    if term.op not in ("//", "truncdiv", "relu"):
        return None
    inner = course_of(term.args[0]) if term.op == "//" else signed(term.args[0])
    if inner is None:
        return None
    if term.op == "relu":
        return inner if inner.step >= 0 else Course(inner.start, 1, 0)
    divisor = term.args[1].value
    if divisor is None or divisor < 1:
        return None
    whole = inner.times(divisor)
    return None if whole is None else Course(whole.start, whole.period, whole.step // divisor)


def _course_of_equals(dims: tuple[Dim, ...]) -> Course | None:
    """The course of all of these dims, if it is one course, or but for the sizes before it."""
    courses = [course for course in map(course_of, dims) if course is not None]
    if len(courses) < len(dims):
        return None
    start, period = max(c.start for c in courses), math.lcm(*(c.period for c in courses))
    steps = {c.step * (period // c.period) for c in courses}
    if len(steps) > 1 or period > _MOST_SETTLED or not may_be_tried(period, sum(dim.size for dim in dims)):
        return None
    alike = all(len({_at(dim, size) for dim in dims}) == 1 for size in range(start, start + period))
    return Course(start, period, steps.pop()) if alike else None


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
    course = None if _is_clamped(dim) else course_of(dim)
    return 0 if course is None else course.period
