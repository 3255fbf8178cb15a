"""Turns declared types into facts, and combines declarations with inferred facts.

There are three kinds of declarations. Types, ranks and integer dims of graph *inputs* are facts: the
runtime enforces them. A *symbol* on several inputs is assumed to be one size. Shapes of outputs and
value_info are *claims*: the runtime runs models that contradict them.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import ZERO, Dim, Symbol, const, of, shared_symbol
from shapeinfer.dims.proofs import REFUTED, equal
from shapeinfer.engine.assumptions import Assumptions
from shapeinfer.engine.reuse import outcomes
from shapeinfer.facts.elem_type import integer_range, is_known
from shapeinfer.facts.elements import MOST, MOST_FLOATS, Elements, ranged
from shapeinfer.facts.elements import of as elements_of
from shapeinfer.facts.fact import (
    NOTHING,
    Fact,
    MapFact,
    OptionalFact,
    SequenceFact,
    SparseTensorFact,
    TensorFact,
    UnknownFact,
)
from shapeinfer.facts.scalar import Span, from_number
from shapeinfer.facts.symbols import Scope, derived_from, names_in, parse_dim
from shapeinfer.model.structure import (
    Graph,
    MapType,
    OptionalType,
    SequenceType,
    SparseTensor,
    SparseTensorType,
    Tensor,
    TensorType,
    ValueType,
)
from shapeinfer.model.tensor import SMALL
from shapeinfer.rule.requirement import Finding
from shapeinfer.schema.conform import type_key, type_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Set

    from shapeinfer.dims.atoms import Monomial
    from shapeinfer.model.structure import Dims

    DimOf = Callable[[int | str | None, int], Dim]


# --- constants of the model -------------------------------------------------------------------


def _tensor_fact(stored: Tensor) -> TensorFact:
    dims = tuple(const(max(d, 0)) for d in stored.dims)
    return TensorFact(stored.elem_type, dims, _contents(stored))


def _contents(stored: Tensor) -> Elements | None:
    if stored.payload_bytes > SMALL or stored.external is not None or not stored.elem_type:
        return None
    is_integer = integer_range(stored.elem_type) is not None
    found = stored.scalars(MOST if is_integer else MOST_FLOATS)
    if found is not None:
        if any(isinstance(x, bytes) for x in found):
            return None
        return elements_of(
            [from_number(x) for x in found if not isinstance(x, bytes)], stored.dims, stored=True
        )
    bounds = stored.bounds() if is_integer else None
    if bounds is None:
        return None
    low, high = map(const, bounds)
    return ranged(low if low == high else Span(low, high, attained=True))


def sparse_fact(stored: SparseTensor) -> SparseTensorFact:
    """The fact of a sparse initializer or attribute."""
    return SparseTensorFact(stored.values.elem_type, tuple(const(max(d, 0)) for d in stored.dims))


def _fits(stored: Tensor, type_: TensorType) -> bool:
    if type_.dims == stored.dims and type_.elem_type == stored.elem_type:  # nearly all
        return True
    if type_.elem_type not in (0, stored.elem_type):
        return False
    dims = stored.dims if type_.dims is None else type_.dims
    return len(dims) == len(stored.dims) and all(
        said == held or not isinstance(said, int) or said < 0
        for said, held in zip(dims, stored.dims, strict=True)
    )


# --- types ------------------------------------------------------------------------------------


class Declarations:
    """Turns declared types into facts, in the symbols of one run.

    ``sizes`` binds symbols to numbers; ``given`` replaces the declaration of an input (elem_type 0: as
    declared); ``assumptions`` are the user's assumptions about symbols.
    """

    def __init__(
        self,
        graph: Graph,
        sizes: Mapping[str, int],
        given: Mapping[str, TensorFact],
        assumptions: Assumptions | None = None,
    ) -> None:
        self.graph = graph
        self.sizes = sizes
        self.given = given
        self.assumptions = assumptions or Assumptions(())
        self.scope = Scope(self.assumptions.symbol)
        self.claimed = Scope(lambda name: shared_symbol(name, ZERO, named=False, reason="claimed"))
        self._claims: dict[str, Dim] = {}
        # The facts of types that were met before, unless each use means other dims.
        self._input_facts: dict[tuple[int, Dims], TensorFact] = {}
        self._claimed_facts: dict[tuple[int, Dims], TensorFact] = {}
        # The facts of small stored tensors by contents: a model repeats the same few many times.
        self._stored: dict[Tensor, TensorFact] = {}
        # Names that inputs declare as a dim: only these may occur in expressions.
        self.names = self._plain_names()

    def stored(self, tensor: Tensor) -> TensorFact:
        """The fact of an initializer or a tensor attribute: weights are never read."""
        found = self._stored.get(tensor)
        if found is None:
            found = self._stored[tensor] = outcomes.stored_fact(tensor, _tensor_fact)
        return found

    def misdeclared(self, graph: Graph) -> list[Finding]:
        """Findings for initializers that have no element type, or that differ from the declared input of the
        same name."""
        findings: list[Finding] = []
        declared = {v.name: v.type for v in graph.inputs}
        typed = all(is_known(stored.elem_type) for stored in set(graph.initializers.values()))
        if typed and declared.keys().isdisjoint(graph.initializers):
            return findings
        for name, stored in graph.initializers.items():
            type_ = declared.get(name)
            if not is_known(stored.elem_type):
                message = "initializer {name!r} has no element type"
                if stored.elem_type:
                    message = "initializer {name!r} has the element type {number}, which is none"
                findings.append(
                    Finding.of(codes.INITIALIZER_TYPE, message, name=name, number=stored.elem_type)
                )
            elif isinstance(type_, TensorType) and not _fits(stored, type_):
                message = "initializer {name!r} is {stored}, declared as {declared} among the inputs"
                fact = self.stored(stored)
                found = Finding.of(
                    codes.INITIALIZER_TYPE, message,
                    name=name, stored=TensorFact(fact.elem_type, fact.shape), declared=self.claim(type_),
                )  # fmt: skip
                findings.append(found)
        return findings

    def _plain_names(self) -> set[str]:
        names: set[str] = set()
        for type_ in {id(value.type): value.type for value in self.graph.inputs}.values():
            for dims in _all_dims(type_):
                names.update(
                    d for d in dims if isinstance(d, str) and (d.isidentifier() or names_in(d) is None)
                )
                names.update(_derived_names(dims))
        return names

    def symbol_names(self) -> set[str]:
        """Every name that a size can be bound to: declared dim names of inputs, and the names given to
        nameless dims."""
        found: set[str] = set()
        for value in self.graph.inputs:
            for dims in _all_dims(value.type):
                found.update(_derived_names(dims))
                names = (self.name_of(value.name, axis, dim) for axis, dim in enumerate(dims))
                found.update(name for name in names if name is not None)
        return found

    @staticmethod
    def name_of(input_name: str, axis: int, declared: int | str | None) -> str | None:
        """The name of an input's size, also of one that is declared without a name; None of a number."""
        if isinstance(declared, str):
            return declared
        return f"{input_name}_d{axis}" if declared is None or declared < 0 else None

    def input_facts(self) -> dict[str, Fact]:
        """The facts of the graph's inputs by name."""
        facts: dict[str, Fact] = {}
        for value in self.graph.inputs:
            facts[value.name] = self._input(value.name, value.type)
        return facts

    def _input(self, name: str, type_: ValueType) -> Fact:
        given = self.given.get(name)
        if given is not None:
            elem_type = type_.elem_type if isinstance(type_, TensorType) else 0
            return given if given.elem_type else given.with_type(elem_type)
        if isinstance(type_, TensorType) and type_.dims is not None:
            key = (type_.elem_type, type_.dims)
            fact = self._input_facts.get(key)
            if fact is None:
                dims = [self.input_dim(d, f"{name}_d{axis}") for axis, d in enumerate(type_.dims)]
                fact = TensorFact(type_.elem_type, tuple(dims))
                if not _is_nameless(type_.dims):
                    self._input_facts[key] = fact
            return fact
        return self.type_fact(type_, lambda d, axis: self.input_dim(d, f"{name}_d{axis}"))

    def input_dim(self, dim: int | str | None, nameless: str) -> Dim:
        """A dim of an input. A nameless dim (or a negative number) is named after input and axis."""
        if isinstance(dim, int):
            return const(dim) if dim >= 0 else self.named(nameless)
        if dim is None:
            return self.named(nameless)
        if dim in self.sizes or dim.isidentifier():
            return self.named(dim)
        inside = names_in(dim)
        if inside is not None and all(name in self.names for name in inside):
            found = self._expression(dim)
            if found is not None:
                return found
        return self.named(dim)  # what is no expression, or one over names that no input declares

    def named(self, name: str) -> Dim:
        """The dim of that name: a number if it is bound, otherwise the symbol."""
        size = self.sizes.get(name)
        if size is not None:
            return const(size)
        assumed = self.assumptions.equal_to(name)
        found = None if assumed is None else self._expression(assumed)
        return of(self.scope.symbol(name)) if found is None else found

    def _expression(self, text: str) -> Dim | None:
        """What the text says with the sizes that are bound; None if it divides by 0 then."""
        try:
            names = names_in(text) or []
            if any(self.assumptions.equal_to(name) is not None for name in names):
                inner = Scope()
                dim = parse_dim(text, inner)
                return dim.substitute({s: self.named(name) for name, s in inner.symbols.items()})
            dim = parse_dim(text, self.scope)
            bound = {s: const(self.sizes[s.name]) for s in dim.symbols() if s.name in self.sizes}
            return dim.substitute(bound) if bound else dim
        except ZeroDivisionError:
            return None

    def claim(self, type_: ValueType) -> Fact:
        """The fact that a declared type of an output or value_info claims."""
        if not isinstance(type_, TensorType) or type_.dims is None:
            return self.type_fact(type_, lambda d, axis: self.claimed_dim(d))
        key = (type_.elem_type, type_.dims)
        fact = self._claimed_facts.get(key)
        if fact is None:
            fact = TensorFact(type_.elem_type, tuple([self.claimed_dim(d) for d in type_.dims]))
            if not _is_nameless(type_.dims):
                self._claimed_facts[key] = fact
        return fact

    def claimed_dim(self, dim: int | str | None) -> Dim:
        """A claimed dim: in the symbols of the inputs if it uses only their names."""
        if isinstance(dim, int) and dim >= 0:
            return const(dim)
        if isinstance(dim, str):
            found = self._claims.get(dim)
            if found is None:
                found = self._claims[dim] = self._claimed_name(dim)
            return found
        return of(Symbol("?", ZERO, named=False, reason="claimed"))

    def _claimed_name(self, text: str) -> Dim:
        if text in self.names:
            return self.named(text)
        if text.isidentifier():  # most names: there is no expression to parse
            return of(self.claimed.symbol(text))
        inside = names_in(text)
        found = self._expression(text) if inside and all(name in self.names for name in inside) else None
        return of(self.claimed.symbol(text)) if found is None else found

    def type_fact(self, type_: ValueType, dim_of: DimOf) -> Fact:
        """Any declared type as a fact."""
        if isinstance(type_, TensorType):
            return TensorFact(type_.elem_type, _shape(type_.dims, dim_of))
        if isinstance(type_, SparseTensorType):
            return SparseTensorFact(type_.elem_type, _shape(type_.dims, dim_of))
        if isinstance(type_, SequenceType):
            return SequenceFact(self.type_fact(type_.element, dim_of))
        if isinstance(type_, OptionalType):
            return OptionalFact(self.type_fact(type_.element, dim_of))
        if isinstance(type_, MapType):
            return MapFact(type_.key_type, self.type_fact(type_.value, dim_of))
        return NOTHING


def _shape(dims: Dims | None, dim_of: DimOf) -> tuple[Dim, ...] | None:
    return None if dims is None else tuple(dim_of(d, axis) for axis, d in enumerate(dims))


def _is_nameless(dims: Dims) -> bool:
    """Whether a dim has no name and no number: each of these is a different one."""
    return any(d is None or (isinstance(d, int) and d < 0) for d in dims)


def _all_dims(type_: ValueType) -> list[Dims]:
    if isinstance(type_, (TensorType, SparseTensorType)):
        return [type_.dims or ()]
    if isinstance(type_, (SequenceType, OptionalType)):
        return _all_dims(type_.element)
    return _all_dims(type_.value) if isinstance(type_, MapType) else []


def unshaped(claim: Fact) -> Fact:
    """A declared type without its shape."""
    if isinstance(claim, TensorFact):
        return TensorFact(claim.elem_type, None)
    if isinstance(claim, SparseTensorFact):
        return SparseTensorFact(claim.elem_type, None)
    if isinstance(claim, SequenceFact):
        return SequenceFact(unshaped(claim.element))
    if isinstance(claim, OptionalFact):
        return OptionalFact(unshaped(claim.element))
    return MapFact(claim.key_type, unshaped(claim.value)) if isinstance(claim, MapFact) else claim


# --- meeting ----------------------------------------------------------------------------------


def meet(name: str, inferred: Fact, claim: Fact) -> tuple[Fact, list[Finding], bool]:
    """Combine the inferred fact of a value with its declaration.

    The inferred fact wins; what it leaves unknown is taken from the claim (third result: True). A
    contradicting type is an error, a contradicting shape a warning."""
    findings: list[Finding] = []
    if isinstance(claim, UnknownFact):
        return inferred, findings, False
    if isinstance(inferred, UnknownFact):
        return claim, findings, True
    if inferred == claim:
        return inferred, findings, False
    if type(inferred) is not type(claim) or _types_clash(inferred, claim):
        args = (("name", name), ("inferred", _type(inferred)), ("claim", _type(claim)))
        message = "{name!r} is {inferred}, declared as {claim}"
        return inferred, [Finding(codes.DECLARED_TYPE, message, args)], False
    if not isinstance(inferred, TensorFact) or not isinstance(claim, TensorFact):
        return inferred, findings, False
    used = False
    elem_type, shape = inferred.elem_type, inferred.shape
    if not elem_type and claim.elem_type:
        elem_type, used = claim.elem_type, True
    if shape is None and claim.shape is not None:
        shape, used = claim.shape, True
    elif shape is not None and claim.shape is not None and shape != claim.shape:
        findings += _compare_shapes(name, inferred, claim)
    fact = inferred if not used else TensorFact(elem_type, shape, inferred.elements)
    return fact, findings, used


class DeclaredNumbers:
    """The numbers that values declare for sizes which are open: a loader takes these."""

    __slots__ = ("_led", "_of")

    def __init__(self) -> None:
        # By the size: each number, with the value that declares it (None: several do).
        self._of: dict[Dim, dict[int, str | None]] = {}
        self._led: dict[Monomial, list[Dim]] = {}  # the sizes by their first monomial

    def __bool__(self) -> bool:
        return bool(self._of)

    def add(self, name: str, inferred: Fact, claim: Fact) -> None:
        """What a value of this name declares."""
        if not isinstance(inferred, TensorFact) or not isinstance(claim, TensorFact):
            return
        if inferred.shape is None or claim.shape is None or len(inferred.shape) != len(claim.shape):
            return
        for size, said in zip(inferred.shape, claim.shape, strict=True):
            if size.value is None and said.value is not None:
                if size not in self._of:
                    self._led.setdefault(size.terms[0][0], []).append(size)
                numbers = self._of.setdefault(size, {})
                if said.value in numbers:
                    numbers[said.value] = name if numbers[said.value] == name else None
                elif len(numbers) < _MOST_NUMBERS:
                    numbers[said.value] = name

    def contradict(self, size: Dim, number: int, apart: Set[str]) -> bool:
        """Whether what other values declare makes the size another number, but for those ``apart``."""
        for symbol in size.symbols():
            for said, by in self._of.get(of(symbol), {}).items():
                if by not in apart and _at(size, symbol, said) not in (None, number):
                    return True
        return any(
            by not in apart and said * times + beside != number
            for declared, times, beside in self._multiples_in(size)
            for said, by in self._of[declared].items()
        )

    def _multiples_in(self, size: Dim) -> Iterator[tuple[Dim, int, int]]:
        """The declared sizes of which this size is a multiple plus a number, with these two numbers."""
        for monomial, coefficient in size.terms:
            for declared in self._led.get(monomial, ()):
                times, rest = divmod(coefficient, declared.terms[0][1])
                beside = None if rest else (size - declared * times).value
                if beside is not None:
                    yield declared, times, beside


# Numbers for one size that are kept apart. One that contradicts another is enough.
_MOST_NUMBERS = 8


def _at(size: Dim, symbol: Symbol, number: int) -> int | None:
    try:
        return size.substitute({symbol: const(number)}).value
    except ZeroDivisionError:
        return None


def _types_clash(a: Fact, b: Fact) -> bool:
    left, right = type_key(a), type_key(b)
    return left is not None and right is not None and left != right


def _type(fact: Fact) -> str:
    key = type_key(fact)
    return str(fact) if key is None else type_text(key)


def _compare_shapes(name: str, inferred: TensorFact, claim: TensorFact) -> list[Finding]:
    assert inferred.shape is not None and claim.shape is not None  # the caller checked
    args = (("name", name), ("inferred", inferred), ("claim", claim))
    if len(inferred.shape) != len(claim.shape):
        message = "{name!r} is {inferred}, declared as {claim}: the ranks differ"
        return [Finding(codes.DECLARED_SHAPE, message, args)]
    for axis, (got, said) in enumerate(zip(inferred.shape, claim.shape, strict=True)):
        if contradicts(got, said):
            message = "{name!r} is {inferred}, declared as {claim}: axis {axis} is {got}, declared {said}"
            extra = (("axis", axis), ("got", got), ("said", said))
            return [Finding(codes.DECLARED_SHAPE, message, args + extra, axis=axis)]
    return []


def contradicts(inferred: Dim, claimed: Dim) -> bool:
    """Whether a claimed size differs from the inferred one in every run."""
    return inferred != claimed and not _is_free(claimed) and equal(inferred, claimed) is REFUTED


def _is_free(dim: Dim) -> bool:
    """Whether a claimed dim contains a name that no input uses: such a name may be any size."""
    return dim.value is None and any(s.reason == "claimed" for s in dim.symbols())


def _derived_names(dims: Iterable[int | str | None]) -> Iterator[str]:
    """The names that dims such as ``4*h`` are derived from, as torch exports them; a caller may bind them."""
    for dim in dims:
        if isinstance(dim, str) and not dim.isidentifier():
            derived = derived_from(dim)
            if derived is not None:
                yield derived[1]
