"""The argument and the result of a rule: :class:`Call`, :class:`Body`, :class:`Outcome`."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import Code
from shapeinfer.dims import (
    LARGEST,
    REFUTED_REASON,
    ZERO,
    Dim,
    Symbol,
    const,
    of,
)
from shapeinfer.dims.proofs import PROVED, REFUTED, Verdict
from shapeinfer.facts.fact import (
    Fact,
    Shape,
    TensorFact,
)
from shapeinfer.rule.requirement import (
    Condition,
    Finding,
    Requirement,
    at_least,
    divides,
    equal,
)

# Call has methods of these names.
Int = int
Float = float

AttributeValue = object

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set

    from shapeinfer.dims.atoms import Cases

# Of larger expressions no condition is stated: differences and products of two sizes come to a little more
# than the largest size.
_LARGEST_STATED = 8 * LARGEST

EMPTY_NAME = "{name} has an empty name, at which ONNX Runtime fails: leave it out"


class Refused(Exception):
    """Raised by :meth:`Call.fail`: the operator can't run, and nothing is left to say of its shapes."""


class Outcome:
    """The result of a rule, immutable and without a place: facts, requirements, findings, and the
    placeholders in them for dims that are new at every place."""

    __slots__ = ("findings", "outputs", "placeholders", "requirements", "steps", "varies")

    def __init__(
        self,
        outputs: tuple[Fact, ...],
        requirements: tuple[Requirement, ...] = (),
        findings: tuple[Finding, ...] = (),
        placeholders: tuple[Symbol, ...] = (),
    ) -> None:
        self.outputs = outputs
        self.requirements = requirements
        self.findings = findings
        self.placeholders = placeholders
        # The steps that its rule took; None if no other run may take it over.
        self.steps: int | None = None
        # Whether it must be instantiated, because the result differs between places.
        self.varies = bool(placeholders or findings or requirements)


def is_blamed(dims: Iterable[Dim]) -> bool:
    """Whether some dim follows from a refuted requirement, which was reported once already."""
    return any(s.reason == REFUTED_REASON for d in dims if d.value is None for s in d.symbols())


def is_about(dim: Dim, symbols: Set[Symbol]) -> bool:
    """Whether the dim contains one of the symbols."""
    return dim.value is None and not symbols.isdisjoint(dim.symbols())


class Body:
    """A subgraph attribute, as a function from the facts of its inputs to those of its outputs.

    A rule may visit it several times (a loop, until its facts no longer change); only the last
    visit is reported. ``runs`` says whether it is certain that the body runs whenever the node does;
    requirements of a body that may be skipped do not apply to every run. ``made`` holds the symbols that
    visits made: they are sizes of one iteration of the body, and may not leave it.
    """

    __slots__ = (
        "count", "declared", "declared_ranks", "input_count", "listed_again", "made", "output_count",
        "rounds", "taken", "taken_ranks",
    )  # fmt: skip

    def __init__(self, input_count: int, output_count: int) -> None:
        # The symbol for the number of a round, and how many rounds there are, where a rule tells.
        self.rounds: tuple[Symbol, Dim] | None = None
        # How many rounds there are, of a body that runs once or more if there is one.
        self.count: Dim | None = None
        # The ranks that the body declares of its outputs and its inputs, as far as it does.
        self.declared_ranks: Sequence[int | None] = ()
        self.taken_ranks: Sequence[int | None] = ()
        # The sizes that the body declares of its inputs and its outputs: None for those that are no numbers.
        self.taken: Sequence[Sequence[int | None] | None] = ()
        self.declared: Sequence[Sequence[int | None] | None] = ()
        # The names of outputs that the body lists more than once, by their positions.
        self.listed_again: Mapping[int, str] = {}
        self.input_count = input_count
        self.output_count = output_count
        self.made: set[Symbol] = set()

    def is_seen(self, position: int) -> bool:
        """Whether a loader surely knows the numbers among the sizes of what goes in at this position."""
        return False

    def reads(self, position: int) -> bool:
        """Whether something in the body reads what goes in at this position."""
        return True

    def makes_seen(self, position: int) -> bool:
        """Whether a loader surely knows the numbers among the sizes of an output of a branch or of a Scan's
        body, which was visited."""
        return False

    def rank_at_load(self, position: int) -> int | None:
        """The rank that a loader surely knows of an output of a Loop's or a Scan's body, which was visited, 0
        where it surely knows no shape; None if either is not sure."""
        return None

    def sizes_without_rounds(self, position: int) -> Sequence[int | None]:
        """The sizes that a Loop makes of an output of its body, which was visited, without a round; None for
        those that are not sure, none at all where nothing is known of them."""
        return ()

    def is_misranked(self, position: int) -> bool:
        """Whether an output follows from what is declared with another rank, which a loader may know."""
        return False

    def is_left_alone(self) -> bool:
        """Whether ONNX Runtime's usual optimizations change nothing in the model."""
        return True

    def joins(self, position: int) -> int | None:
        """The axis on which a Concat joins the input at this position to others, if that makes the output at
        the position; None if nothing does so."""
        return None

    def visit(self, facts: Sequence[Fact], *, runs: bool) -> tuple[Fact, ...]:
        """The facts of the body's outputs, given those of its inputs. What is not given is as declared."""
        raise NotImplementedError("supplied by the engine")

    def supposes(self, position: int, code: Code | None = None) -> bool:
        """Whether what the last visit knows of an output rests on a premise, or on one of this code."""
        return False

    def keep(self) -> None:
        """Report the last visit too: it is one of the rounds that are visited one by one, and are made."""
        raise NotImplementedError("supplied by the engine")

    def keep_none(self) -> None:
        """Forget what was kept: one of those rounds may end the loop."""
        raise NotImplementedError("supplied by the engine")

    def keep_alone(self, number: int) -> None:
        """The last visit is one round alone, of that number, after those before it: what it demands is
        demanded if that one is made."""
        raise NotImplementedError("supplied by the engine")

    def doubts(self, number: int, position: int) -> Sequence[Condition] | None:
        """The conditions under which an output of the round alone of that number may have another shape,
        because a premise does not hold; None if one of them is not known."""
        return ()


class Call:
    """One application of an operator: its attributes, and where a rule says what it requires.

    ``version`` is the since_version that applies, ``opset`` what the model imports, ``wanted``
    tells for each output whether it is wanted (has a name). ``loading`` says that facts are
    what a loader sees: no sizes were given for the inputs' symbols. ``listed`` is how many inputs the
    node has, those with an empty name included; ``in_function`` says that the node stands in a function
    of the model, where a loader checks more.
    """

    __slots__ = (
        "_attributes",
        "_bodies",
        "_defaults",
        "domain",
        "findings",
        "in_function",
        "listed",
        "loading",
        "op_type",
        "opset",
        "placeholders",
        "requirements",
        "version",
        "wanted",
    )

    def __init__(
        self,
        domain: str,
        op_type: str,
        version: Int,
        opset: Int,
        attributes: Mapping[str, AttributeValue],
        wanted: tuple[bool, ...],
        bodies: Mapping[str, Body] | None = None,
        defaults: Mapping[str, AttributeValue] | None = None,
        *,
        loading: bool = True,
        listed: Int = 0,
        in_function: bool = False,
    ) -> None:
        self.in_function = in_function
        self.loading = loading
        self.listed = listed
        self.domain = domain
        self.op_type = op_type
        self.version = version
        self.opset = opset
        self.wanted = wanted
        self._attributes = attributes
        self._bodies = bodies or {}
        self._defaults = defaults or {}
        self.requirements: list[Requirement] = []
        self.findings: list[Finding] = []
        self.placeholders: list[Symbol] = []

    # --- attributes ---------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Whether the attribute is given."""
        return name in self._attributes

    def given(self) -> tuple[str, ...]:
        """The names of the attributes that are given, in their order."""
        return tuple(self._attributes)

    def int(self, name: str, default: Int | None = None) -> Int:
        """An integer attribute: as given, else ``default``, else the specification's default.

        KeyError if there is none of the three."""
        value = self._attributes.get(name)
        if value is None:
            value = self._defaults.get(name) if default is None else default
        if isinstance(value, int):
            return value
        raise KeyError(name)

    def float(self, name: str, default: Float | None = None) -> Float:
        """A float attribute: as given, else ``default``, else the specification's default.

        KeyError if there is none of the three."""
        value = self._value(name, default)
        if isinstance(value, (int, float)):
            return value
        raise KeyError(name)

    def string(self, name: str, default: str | None = None) -> str:
        """A string attribute: as given, else ``default``, else the specification's default.

        KeyError if there is none of the three."""
        value = self._value(name, default)
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        if isinstance(value, str):
            return value
        raise KeyError(name)

    def ints(self, name: str) -> tuple[Int, ...] | None:
        """A list of integers; None if absent. An empty list is a tuple without items."""
        value = self._list(name)
        return None if value is None else tuple([v for v in value if isinstance(v, int)])

    def floats(self, name: str) -> tuple[Float, ...] | None:
        """A list of floats; None if absent."""
        value = self._list(name)
        return None if value is None else tuple([v for v in value if isinstance(v, (int, float))])

    def strings(self, name: str) -> tuple[str, ...] | None:
        """A list of strings; None if absent."""
        value = self._list(name)
        return (
            None
            if value is None
            else tuple([v.decode("utf-8", "replace") for v in value if isinstance(v, bytes)])
        )

    def fact(self, name: str) -> Fact | None:
        """The fact of a tensor, sparse tensor or type attribute; None if absent."""
        value = self._attributes.get(name)
        return value if isinstance(value, Fact) else None

    def body(self, name: str) -> Body:
        """The subgraph attribute, to be visited; KeyError if it is absent."""
        return self._bodies[name]

    def has_body(self, name: str) -> bool:
        """Whether the subgraph attribute is given."""
        return name in self._bodies

    def _list(self, name: str) -> tuple[object, ...] | None:
        value = self._attributes.get(name)
        if callable(value):  # long lists are decoded on demand
            value = value()
        return value if isinstance(value, tuple) else None

    def _value(self, name: str, default: AttributeValue) -> AttributeValue:
        """What is given, else the rule's default, else the specification's."""
        value = self._attributes.get(name)
        if value is not None:
            return value
        return self._defaults.get(name) if default is None else default

    # --- new dims -----------------------------------------------------------------------------

    def fresh(
        self, reason: str, low: Dim | None = ZERO, high: Dim | None = None, cases: Cases | None = None
    ) -> Dim:
        """A dim that only a run can tell, another one at every place; ``reason`` says why."""
        symbol = Symbol(f"?{len(self.placeholders)}", low, high, named=False, reason=reason, cases=cases)
        self.placeholders.append(symbol)
        return of(symbol)

    def fresh_shape(self, rank: Int, reason: str) -> Shape:
        """A shape of that rank with nothing known about its dims."""
        return tuple(self.fresh(reason) for _ in range(rank))

    def either(self, a: Shape, b: Shape, reason: str) -> Shape | None:
        """What holds whichever of two shapes a value has: a fresh dim where sizes differ, None where the
        ranks do; ``reason`` says why nobody can tell."""
        if len(a) != len(b):
            return None
        return tuple([d if d == e else self.fresh(reason) for d, e in zip(a, b, strict=True)])

    def blamed(self) -> Dim:
        """The dim to return where a refuted requirement leaves it open: nothing that follows from it
        is reported."""
        return self.fresh(REFUTED_REASON)

    # --- requirements -------------------------------------------------------------------------

    def require(self, condition: Condition, code: Code, message: str, /, **args: object) -> Verdict:
        """State a precondition. Proved: silence. Refuted: an error with this message (a template
        over ``args``; say what is and then what was needed). Unknown: into the contract."""
        verdict = condition.verdict()
        if verdict is PROVED:
            return PROVED
        if is_blamed(condition.dims()):
            return verdict
        if verdict is REFUTED:
            self.findings.append(Finding(code, message, tuple(args.items())))
        else:
            self._state(condition, code, message, args)
        return verdict

    def _state(
        self, condition: Condition, code: Code, message: str, args: Mapping[str, object],
        *, premise: bool = False,
    ) -> None:  # fmt: skip
        """Into the contract. A dim in it that is too large for any use becomes one that only a run can
        tell, and one whose bounds are one size becomes that."""
        large = [d for d in condition.dims() if d.size > _LARGEST_STATED]
        if large:
            fresh = {d: self.fresh("its expression grew too large") for d in dict.fromkeys(large)}
            condition = condition.map_dims(lambda d: fresh.get(d, d))
            args = {k: fresh.get(v, v) if isinstance(v, Dim) else v for k, v in args.items()}
        requirement = Requirement(condition, code, message, tuple(args.items()), premise=premise)
        self.requirements.append(requirement.pinned())

    def require_equal(self, a: Dim, b: Dim, code: Code, message: str, /, **args: object) -> Dim:
        """``a == b``. Returns the size they have together (the constant one if there is one); where that is
        refuted, or one of them follows from an error, a fresh dim about which nothing more is reported."""
        if a is b:
            return a
        verdict = self.require(equal(a, b), code, message, **args)
        if verdict is REFUTED or (verdict is not PROVED and is_blamed((a, b))):
            return self.blamed()
        return b if b.value is not None else a

    def require_divides(self, divisor: Dim, n: Dim, code: Code, message: str, /, **args: object) -> Dim:
        """``n % divisor == 0``. Returns the exact quotient."""
        if divisor.value == 0 or self.require(divides(divisor, n), code, message, **args) is REFUTED:
            return self.blamed()
        return n // divisor

    def require_at_least(self, a: Dim, b: Dim | Int, code: Code, message: str, /, **args: object) -> Verdict:
        """``a >= b``."""
        return self.require(at_least(a, const(b) if isinstance(b, int) else b), code, message, **args)

    def suppose(self, condition: Condition, code: Code, message: str, /, **args: object) -> None:
        """State a premise: if it does not hold the run may work, with other shapes than printed."""
        if condition.verdict() is PROVED or is_blamed(condition.dims()):
            return
        self._state(condition, code, message, args, premise=True)

    # --- findings -----------------------------------------------------------------------------

    def error(self, code: Code, message: str, /, **args: object) -> Finding:
        """Report what no run can get past (or what the code's own severity says). Set ``at_load`` of the
        finding where a loader refuses it."""
        found = Finding(code, message, tuple(args.items()))
        self.findings.append(found)
        return found

    def refuse_load(self, code: Code, message: str, /, **args: object) -> Finding | None:
        """Report what a loader refuses and a kernel would run: it is stricter where it sees numbers. Take
        ``runs`` of the finding away where the kernel refuses it too.

        Nothing is reported where sizes were given for symbols, for a loader saw the symbols then: None."""
        if not self.loading:
            return None
        found = Finding(code, message, tuple(args.items()), at_load=True, runs=True)
        self.findings.append(found)
        return found

    def refuse_ranked(self, message: str, /, **args: object) -> None:
        """Report what a loader refuses as soon as it knows the rank of the first input, whatever else it
        knows. A kernel would run it, as for :meth:`refuse_load`."""
        found = self.refuse_load(codes.RUNTIME_DIFFERS, message, **args)
        if found is not None:
            found.ranked = True

    def refuse_empty_name(self, name: str, position: Int) -> None:
        """Report that an input which is not given is listed by an empty name, if it is. Nodes of a branch
        that a loader puts in the place of an If lose such names."""
        if self.listed > position:
            self.error(codes.RUNTIME_DIFFERS, EMPTY_NAME, name=name)

    def warn(self, code: Code, message: str, /, **args: object) -> Finding:
        """Report what may fail or surprise, whatever the code's severity. Set ``runs`` of the finding where a
        loader refuses what it sees of it."""
        found = Finding(code, message, tuple(args.items()), severity="warning")
        self.findings.append(found)
        return found

    def refused_before(self, release: str, code: Code, message: str, /, **args: object) -> Finding:
        """Report what ONNX Runtime refuses before a release (``1.32``) and runs from then on: a warning, and
        an error for a target before it. Set ``at_load`` of the finding where a loader refuses it."""
        found = Finding(code, message, tuple(args.items()), severity="warning", at_load=False)
        found.releases = ("", release)
        self.findings.append(found)
        return found

    def refused_since(self, release: str, message: str, /, **args: object) -> Finding:
        """Report what ONNX Runtime refuses since a release (``1.32``) and ran before: a warning, and an error
        for a target from it on, as for ``check``, which answers for the newest. Set ``at_load`` of the
        finding where a loader refuses it, and ``runs`` where only a loader does."""
        found = Finding(codes.RUNTIME_DIFFERS, message, tuple(args.items()), at_load=False)
        found.releases = (release, "")
        self.findings.append(found)
        return found

    def info(self, code: Code, message: str, /, **args: object) -> None:
        """Report that we gave up here, and why."""
        self.findings.append(Finding(code, message, tuple(args.items()), severity="info"))

    def fail(self, code: Code, message: str, /, **args: object) -> Refused:
        """Report an error after which the shapes of all outputs are unknown.

        Use as ``raise call.fail(...)``."""
        self.error(code, message, **args)
        return Refused()

    # --- checks that most rules need ----------------------------------------------------------

    def rank(
        self, fact: TensorFact, name: str, *, at_least: Int = 0, at_most: Int | None = None
    ) -> Int | None:
        """The rank of an input, checked against what the operator takes; None if it is unknown.

        Raises Refused (with an error) where the rank does not fit."""
        rank = fact.rank
        if rank is None:
            return None
        if rank < at_least or (at_most is not None and rank > at_most):
            need = (
                f"{at_least}"
                if at_least == at_most
                else f"at least {at_least}"
                if at_most is None
                else (f"at most {at_most}" if not at_least else f"{at_least} to {at_most}")
            )
            raise self.fail(
                codes.WRONG_RANK, "{name} has rank {rank}, needed {need}; {name} is {fact}",
                name=name, rank=rank, need=need, fact=fact,
            )  # fmt: skip
        return rank

    def axis(self, axis: Int, rank: Int, name: str = "axis", *, ends: bool = False) -> Int:
        """An axis counted from the front. With ``ends`` the position after the last axis is one too.

        Raises Refused (with an error) where it is out of range."""
        top = rank if ends else rank - 1
        if not -rank <= axis <= top:
            raise self.fail(
                codes.AXIS_OUT_OF_RANGE, "{name} is {axis}, needed {low} to {top} for rank {rank}",
                name=name, axis=axis, low=-rank, top=top, rank=rank,
            )  # fmt: skip
        return axis + rank if axis < 0 else axis

    def axes(self, axes: Iterable[Int], rank: Int, name: str = "axes") -> tuple[Int, ...]:
        """Axes counted from the front, in the order given; each at most once (an error if not)."""
        found = tuple(self.axis(a, rank, name) for a in axes)
        if len(set(found)) != len(found):
            raise self.fail(
                codes.DUPLICATE_AXIS, "{name} {axes} names an axis of rank {rank} twice",
                name=name, axes=found, rank=rank,
            )  # fmt: skip
        return found

    def outcome(self, outputs: tuple[Fact, ...]) -> Outcome:
        """What was collected, with the rule's results."""
        return Outcome(outputs, tuple(self.requirements), tuple(self.findings), tuple(self.placeholders))
