"""Requirements: what an operator needs of its inputs' sizes, and the three answers to it.

A :class:`Condition` is the pure statement over dims; a :class:`Requirement` is a condition that
some rule stated, with the code and the message it is reported by. A *demand* that does not hold
stops the run; a *premise* that does not hold leaves the run going with other shapes than printed.
"""

from __future__ import annotations

from shapeinfer.codes import ERROR, RUNTIME_DIFFERS, WARNING, Code
from shapeinfer.dims import ONE, ZERO, Dim, Symbol, clamped_at, const, proofs
from shapeinfer.dims.budget import spend, steps_used
from shapeinfer.dims.proofs import Verdict
from shapeinfer.dims.spelling import closed
from shapeinfer.facts.fact import Fact
from shapeinfer.shorten import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_VERDICTS: dict[str, Callable[[Dim, Dim], Verdict]] = {
    "==": proofs.equal,
    ">=": proofs.at_least,
    "divides": proofs.divides,
    "broadcast": proofs.broadcastable,
}

_TESTS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    "divides": lambda d, n: n % d == 0 if d else n == 0,
    "broadcast": lambda a, b: a == b or a == 1 or b == 1,
}


class Condition:
    """A statement over dims. ``kind`` is ``==``, ``>=``, ``divides``, ``broadcast`` (over two
    dims), or ``any`` and ``all`` (over conditions)."""

    __slots__ = ("_cost", "_hash", "_verdict", "a", "b", "kind", "parts")

    def __init__(self, kind: str, a: Dim = ZERO, b: Dim = ZERO, parts: tuple[Condition, ...] = ()) -> None:
        self.kind = kind
        self.a = a
        self.b = b
        self.parts = parts
        self._verdict: Verdict | None = None
        self._cost = 0
        self._hash = hash((kind, a, b, parts))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Condition)
            and self._hash == other._hash
            and self.kind == other.kind
            and self.a == other.a
            and self.b == other.b
            and self.parts == other.parts
        )

    def __hash__(self) -> int:
        return self._hash

    def verdict(self) -> Verdict:
        """PROVED, REFUTED or UNKNOWN, by algebra and the symbols' own proofs."""
        # Remembered: who builds a condition asks, and so do all that it becomes a part of.
        if self._verdict is None:
            before = steps_used()
            self._verdict = self._judged()
            self._cost = steps_used() - before
        else:
            spend(self._cost)  # what it cost at first: it may not matter who asked before
        return self._verdict

    def _judged(self) -> Verdict:
        if self.kind == "any":
            return proofs.any_of(tuple(p.verdict() for p in self.parts))
        if self.kind == "all":
            return proofs.all_of(tuple(p.verdict() for p in self.parts))
        return _VERDICTS[self.kind](self.a, self.b)

    def holds(self, size_of: Callable[[Symbol], int]) -> bool:
        """Whether it holds with these sizes; ``ZeroDivisionError`` where a dim is not defined."""
        if self.kind == "any":
            return any(p.holds(size_of) for p in self.parts)
        if self.kind == "all":
            return all(p.holds(size_of) for p in self.parts)
        return _TESTS[self.kind](self.a.evaluate(size_of), self.b.evaluate(size_of))

    def dims(self) -> Iterable[Dim]:
        """Every dim of the statement."""
        if self.parts:
            for part in self.parts:
                yield from part.dims()
        else:
            yield self.a
            yield self.b

    def symbols(self) -> set[Symbol]:
        """Every symbol of the statement."""
        return {s for d in self.dims() for s in d.symbols()}

    def substitute(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Condition:
        """The statement with symbols replaced."""
        if self.parts:
            return Condition(self.kind, parts=tuple(p.substitute(values, memo) for p in self.parts))
        return Condition(self.kind, self.a.substitute(values, memo), self.b.substitute(values, memo))

    def map_dims(self, change: Callable[[Dim], Dim]) -> Condition:
        """The statement with every dim changed."""
        if self.parts:
            return Condition(self.kind, parts=tuple(p.map_dims(change) for p in self.parts))
        return Condition(self.kind, change(self.a), change(self.b))

    def __str__(self) -> str:
        match self.kind:
            case "any":
                parts = map(_plainest, self.parts)
                return " or ".join(f"({p})" if p.kind == "all" else str(p) for p in parts)
            case "all":
                return " and ".join(f"({p})" if p.kind == "any" else str(p) for p in self.parts)
            case "divides":
                return f"{_operand(self.b)} % {_operand(self.a)} == 0"
            case "broadcast":
                return f"{self.a} == {self.b} or {self.a} == 1 or {self.b} == 1"
            case "==" if self.a.value is not None:
                return f"{self.b} == {self.a}"
            case ">=" if self.a.value is not None:
                return f"{self.b} <= {self.a}"
        return f"{self.a} {self.kind} {self.b}"

    def __repr__(self) -> str:
        return f"<{self}>"


def _operand(dim: Dim) -> str:
    return closed(str(dim))


def _plainest(condition: Condition) -> Condition:
    """Of ``n >= 6 and n <= 6`` the equation."""
    if condition.kind == "all" and len(condition.parts) == 2:
        one, other = condition.parts
        if one.kind == other.kind == ">=" and one.a == other.b and one.b == other.a:
            return equal(one.a, one.b)
    return condition


def equal(a: Dim, b: Dim) -> Condition:
    """a == b"""
    return Condition("==", a, b)


def at_least(a: Dim, b: Dim) -> Condition:
    """a >= b"""
    return Condition(">=", a, b)


def divides(divisor: Dim, n: Dim) -> Condition:
    """n is a multiple of divisor"""
    return Condition("divides", divisor, n)


def broadcastable(a: Dim, b: Dim) -> Condition:
    """a == b, or one of them is 1"""
    for wide, narrow in ((a, b), (b, a)):
        most = clamped_at(wide, narrow)
        if most is not None and most > 1:  # equal to its own clamp, or 1, which the clamp leaves alone
            return at_least(const(most), wide)
    return Condition("broadcast", a, b)


def expands_to(a: Dim, b: Dim) -> Condition:
    """a == b or a == 1 (unidirectional broadcasting of a to b)"""
    return any_of(equal(a, b), equal(a, ONE))


# Of more ways no two are asked whether one of them is always met.
_MOST_COMPARED = 8


def any_of(*parts: Condition) -> Condition:
    """At least one of the parts holds. Parts that never hold are left out."""
    open_parts: list[Condition] = []
    for part in parts:
        verdict = part.verdict()
        if verdict is proofs.PROVED:
            return part
        if verdict is proofs.UNKNOWN:
            if len(parts) <= _MOST_COMPARED and any(_is_either(part, other) for other in open_parts):
                return at_least(ZERO, ZERO)
            open_parts.append(part)
    return _joined("any", tuple(open_parts) or parts)


def _is_either(one: Condition, other: Condition) -> bool:
    """Whether the conditions are as ``n <= 0`` and ``n >= 1``, of which each number meets one."""
    if one.kind != ">=" or other.kind != ">=":
        return False
    spare = (one.a - one.b + other.a - other.b).value
    return spare is not None and spare >= -1


def all_of(*parts: Condition) -> Condition:
    """All parts hold. Parts that always hold are left out."""
    open_parts: list[Condition] = []
    for part in parts:
        verdict = part.verdict()
        if verdict is proofs.REFUTED:
            return part
        if verdict is proofs.UNKNOWN:
            open_parts.append(part)
    return _joined("all", tuple(open_parts) or parts)


def _joined(kind: str, parts: tuple[Condition, ...]) -> Condition:
    """One flat condition; a part that another one says already (``a`` beside ``a and b``) is left out."""
    if len(parts) == 1:
        return parts[0]
    flat = tuple(dict.fromkeys([q for p in parts for q in (p.parts if p.kind == kind else (p,))]))
    kept = tuple(p for p in flat if not (p.kind in ("any", "all") and any(q in flat for q in p.parts)))
    return kept[0] if len(kept) == 1 else Condition(kind, parts=kept)


Args = tuple[tuple[str, object], ...]


class Requirement:
    """A condition that a rule stated: with its code, message template and the values in it."""

    __slots__ = ("args", "code", "condition", "message", "premise")

    def __init__(
        self, condition: Condition, code: Code, message: str, args: Args, *, premise: bool = False
    ) -> None:
        self.condition = condition
        self.code = code
        self.message = message
        self.args = args
        self.premise = premise

    def as_premise(self) -> Requirement:
        """The same as a premise: only what is printed rests on it."""
        return Requirement(self.condition, self.code, self.message, self.args, premise=True)

    def substitute(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Requirement:
        """The requirement with symbols replaced, in its values too."""
        return Requirement(
            self.condition.substitute(values, memo),
            self.code,
            self.message,
            substitute_args(self.args, values, memo),
            premise=self.premise,
        )

    def pinned(self) -> Requirement:
        """The same with each dim whose two bounds are one size as that. The number of a Loop's one round,
        which is 0, stays: what it tells of a first round holds there alone."""
        symbols = [symbol for symbol in self.condition.symbols() if not symbol.named]
        sizes = {s: s.low for s in symbols if s.low is not None and s.low is s.high and s.lo}
        try:
            return self.substitute(sizes, {}) if sizes else self
        except ZeroDivisionError:  # what it speaks of is not defined there
            return self

    def __repr__(self) -> str:
        return f"<{self.code.id} {self.condition}>"


Releases = tuple[str, str]
"""The first release that refuses something, and the first that runs it again (``("", "1.32")``: all before
1.32); "" is none."""


class Finding:
    """Something wrong or worth saying that a rule or the engine met. No text until it is shown.

    ``severity`` is None for the code's own. ``output`` and ``axis`` say which output is meant. ``at_load``:
    a loader refuses it wherever it stands, also in a body that never runs; None is as the code says.
    ``runs``: a kernel does not refuse it, only a loader does. ``ranked``: it is refused where a loader knows
    the rank of the first input, whatever else it knows.
    ``releases``: which releases of ONNX Runtime refuse it, if not all known ones do.
    """

    __slots__ = (
        "args", "at_load", "axis", "code", "message", "output", "ranked", "releases", "runs", "severity",
    )  # fmt: skip

    def __init__(
        self,
        code: Code,
        message: str,
        args: Args = (),
        *,
        severity: str | None = None,
        output: int | None = None,
        axis: int | None = None,
        at_load: bool | None = None,
        releases: Releases | None = None,
        runs: bool = False,
        ranked: bool = False,
    ) -> None:
        self.at_load = code.at_load if at_load is None else at_load
        self.releases = releases
        self.runs = runs
        self.ranked = ranked
        self.code = code
        self.message = message
        self.args = args
        self.severity = severity
        self.output = output
        self.axis = axis

    @staticmethod
    def of(code: Code, message: str, /, **args: object) -> Finding:
        """A finding with these values in its message."""
        return Finding(code, message, tuple(args.items()))

    @property
    def is_refusal(self) -> bool:
        """Whether it says that ONNX Runtime refuses a run."""
        return (self.severity or (ERROR if self.code is RUNTIME_DIFFERS else self.code.severity)) == ERROR

    def text(self) -> str:
        """The message with its values."""
        return self.message.format(**{key: shortened(_shown(value)) for key, value in self.args})

    def softened(self) -> Finding:
        """The same as a warning that no loader gives, and no release makes an error of, where it was more."""
        severity = self.severity or self.code.severity
        found = self.told_as(WARNING if severity == ERROR else severity, at_load=False)
        found.releases = None
        return found

    def told_as(self, severity: str | None, *, at_load: bool) -> Finding:
        """The same with another severity, and found by a loader or not."""
        return Finding(
            self.code, self.message, self.args, severity=severity, output=self.output, axis=self.axis,
            at_load=at_load, releases=self.releases, runs=self.runs, ranked=self.ranked,
        )  # fmt: skip

    def substitute(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Finding:
        """The finding with symbols replaced in its values."""
        found = self.told_as(self.severity, at_load=self.at_load)
        found.args = substitute_args(self.args, values, memo)
        return found

    def __repr__(self) -> str:
        return f"<{self.code.id} {self.text()}>"


def substitute_args(args: Args, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Args:
    """Message values with symbols replaced."""
    return tuple((key, _substituted(value, values, memo)) for key, value in args)


def _substituted(value: object, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> object:
    if isinstance(value, Dim):
        return value.substitute(values, memo)
    if isinstance(value, (Fact, Condition)):
        return value.substitute(values, memo)
    if isinstance(value, tuple):
        return tuple(_substituted(v, values, memo) for v in value)
    return value


def _shown(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(_shown(v) for v in value) + ")"
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if value is None:
        return "?"
    if isinstance(value, Fact):
        return value.brief()
    return str(value)
