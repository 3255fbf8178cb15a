"""Turns inferred facts into declared types to write into a model.

It writes value_info, missing dims of graph outputs, and names for nameless dims of graph inputs. Declared
dims of the interface do not change, with one exception: a name on an output is replaced by a number if the
size is always that number. A fresh dim gets a new name (``unk_3``), or the name that the model declares
for it if that name is used for nothing else.
"""

from __future__ import annotations

from shapeinfer.contracts.rewriter import Rewriter
from shapeinfer.dims import Dim, Symbol, of
from shapeinfer.dims.spelling import dim_text
from shapeinfer.engine.run import Made, Run, Visit
from shapeinfer.facts.fact import Fact, MapFact, OptionalFact, SequenceFact, SparseTensorFact, TensorFact
from shapeinfer.model.structure import (
    Function,
    Graph,
    MapType,
    OptionalType,
    SequenceType,
    SparseTensorType,
    TensorType,
    Value,
    ValueType,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.jobs.annotation.loadable import LeftOut
    from shapeinfer.jobs.annotation.short_names import ShortNames

Values = list[tuple[str, ValueType]]

# Longer names are not written at every value, because the file would grow too much.
_LONGEST = 2000

# The first IR version in which a function may contain value_info.
FUNCTION_VALUE_INFO = 10


class Annotation:
    """The types to write: ``values`` for value_info in the order of the nodes, ``outputs`` and
    ``inputs`` by name if something was missing, ``bodies`` for If, Loop and Scan bodies.

    ``expressions=False``: integers and plain names only. ``short``: with short names for dims; ``legend``
    says what they stand for. ``left_out``: what is not written (None: nothing that is known)."""

    __slots__ = ("bodies", "inputs", "left_out", "legend", "outputs", "values")

    def __init__(
        self, run: Run, rewriter: Rewriter, *, expressions: bool = True, short: bool = False
    ) -> None:
        graph = run.model.graph or Graph(b"")
        names = Spelling(run, rewriter, expressions=expressions)
        if short:
            from shapeinfer.jobs.annotation.short_names import ShortNames  # few files are for viewers

            names.short = ShortNames(names.taken)
        self.inputs = {
            v.name: t
            for v in graph.inputs
            if (t := names.completed(v, run.facts.get(v.name))) is not v.type and t != v.type
        }
        self.outputs = {
            v.name: t
            for v in graph.outputs
            if (t := names.completed(v, run.facts.get(v.name), made=True)) != v.type
        }
        interface = {v.name for v in (*graph.inputs, *graph.outputs)}
        self.values = names.loadable(graph, run.facts, names.values(run.made(), interface))
        self.bodies: dict[Graph | Function, Values] = {}
        functions: dict[Function, list[Visit]] = {}
        for visit in run.visits:
            if isinstance(visit.graph, Function):
                functions.setdefault(visit.graph, []).append(visit)
            else:
                self._add_body(visit, names)
        if run.model.ir_version >= FUNCTION_VALUE_INFO:
            self.bodies.update({f: _of_all_calls(f, visits) for f, visits in functions.items()})
        self.legend = {} if names.short is None else names.short.legend
        self.left_out: LeftOut | None = None
        if run.visits or run.findings:
            self._leave_out(run, rewriter)

    def _leave_out(self, run: Run, rewriter: Rewriter) -> None:
        """Leave out what would keep ONNX Runtime from loading the model."""
        from shapeinfer.jobs.annotation.loadable import LeftOut  # few models need it

        left_out = LeftOut(run, rewriter)
        self.left_out = left_out if left_out.names else None
        self.values = left_out.of(self.values)
        self.outputs = {name: type_ for name, type_ in self.outputs.items() if name not in left_out.names}
        self.bodies = {body: types for body, types in self.bodies.items() if body not in left_out.graphs}

    def _add_body(self, visit: Visit, names: Spelling) -> None:
        body = visit.graph
        # The values of a function differ between calls; a body belongs to one node.
        if (
            not isinstance(body, Graph)
            or any(s.body.startswith("fn:") for s in visit.place)
            or body in self.bodies
        ):
            return
        interface = {v.name for v in (*body.inputs, *body.outputs)}
        facts = visit.facts()
        values = names.values(Made(body, facts), interface, inside=True)
        self.bodies[body] = names.loadable(body, facts, values)


def _of_all_calls(function: Function, visits: Sequence[Visit]) -> Values:
    """The facts about a function's values that are the same in every call: types, ranks and numeric sizes.

    Symbols belong to the callers, so dims with symbols are left open."""
    calls = [visit.facts() for visit in visits]
    found: Values = []
    for node in function.nodes:
        for name in node.outputs:
            facts = [facts[name] for facts in calls if name in facts]
            joined = (
                _joined(facts) if name and name not in function.outputs and len(facts) == len(calls) else None
            )
            if joined is not None:
                found.append((name, joined))
    return found


def _joined(facts: Sequence[Fact]) -> TensorType | None:
    tensors = [fact for fact in facts if isinstance(fact, TensorFact)]
    types = {fact.elem_type for fact in tensors}
    if len(tensors) != len(facts) or len(types) != 1 or 0 in types:
        return None
    shapes = {fact.shape for fact in tensors}
    if None in shapes or len({len(shape) for shape in shapes if shape is not None}) != 1:
        return TensorType(types.pop(), None)
    columns = zip(*(shape for shape in shapes if shape is not None), strict=True)
    sizes = [{dim.value for dim in column} for column in columns]
    return TensorType(types.pop(), tuple(next(iter(s)) if len(s) == 1 else None for s in sizes))


def _is_given_back(fact: Fact | None) -> bool:
    """Whether a runtime that is asked for the value returns a tensor for an optional. Tools that compare
    declared types with what a run returned consider optional(T) wrong there."""
    return isinstance(fact, OptionalFact) and fact.present is True and isinstance(fact.element, TensorFact)


class _Written(dict["Fact | None", ValueType]):
    """The types of values in value_info, made when they are first asked for."""

    __slots__ = ("inside", "spelling")

    def __init__(self, spelling: Spelling, *, inside: bool) -> None:
        super().__init__()
        self.spelling = spelling
        self.inside = inside

    def __missing__(self, fact: Fact | None) -> ValueType:
        type_: ValueType = None
        if isinstance(fact, TensorFact):  # nearly all
            if fact.elem_type:
                type_ = TensorType(fact.elem_type, self.spelling.dims(fact.shape))
        elif fact is not None and (self.inside or not _is_given_back(fact)):
            type_ = self.spelling.type_of(fact)
            if isinstance(type_, SequenceType):
                self.spelling.has_sequences = True
        self[fact] = type_
        return type_


class Spelling:
    """How the dims of one model are spelled in declared types."""

    def __init__(self, run: Run, rewriter: Rewriter, *, expressions: bool = True) -> None:
        # None where the contract simplifies nothing.
        self.rewriter = rewriter if rewriter.values else None
        # Sizes that the user fixed replace the names they were given for.
        self.fixed = bool(run.declarations.sizes)
        self.expressions = expressions
        self.short: ShortNames | None = None
        self.taken = set(run.declarations.names) | set(run.declarations.scope.symbols)
        self.spelled: dict[Symbol, Dim] = {}
        self.plain: dict[Dim, str] = {}
        # The written form of each distinct fact, of a main graph's values and of those inside of bodies.
        self.written = _Written(self, inside=False), _Written(self, inside=True)
        # Whether one of these is a sequence.
        self.has_sequences = False
        # The text of each dim by its identity, and the dims, which so stay alive: equal ones are mostly one.
        self.texts: dict[int, int | str] = {}
        self.kept: list[Dim] = []
        self.next: dict[str, int] = {}
        self._adopt_declared(run, run.model.graph or Graph(b""))

    def _adopt_declared(self, run: Run, graph: Graph) -> None:
        """Give a fresh dim its declared name, if the name is used for nothing else."""
        meant: dict[str, set[Dim]] = {}
        for value in (*graph.value_info.values(), *graph.outputs):
            fact = run.facts.get(value.name)
            if not isinstance(value.type, TensorType) or not isinstance(fact, TensorFact):
                continue
            dims = value.type.dims or ()
            if fact.shape is None or len(fact.shape) != len(dims):
                continue
            for said, dim in zip(dims, fact.shape, strict=True):
                if isinstance(said, str) and said.isidentifier() and said not in self.taken:
                    meant.setdefault(said, set()).add(dim)
        for name, dims_ in meant.items():
            symbol = next(iter(dims_)).symbol()
            self.taken.add(name)
            if len(dims_) == 1 and symbol is not None and not symbol.named and symbol not in self.spelled:
                self.spelled[symbol] = of(Symbol(name, symbol.low))

    def values(self, made: Made, interface: set[str], *, inside: bool = False) -> Values:
        """The value_info of a graph's node outputs, as far as anything is known. ``inside`` a body no value
        is asked for by itself."""
        types = map(self.written[inside].__getitem__, made.facts)
        return [
            (name, type_)
            for name, type_ in zip(made.names, types, strict=True)
            if type_ is not None and name not in interface
        ]

    def loadable(self, graph: Graph, facts: Mapping[str, Fact | None], values: Values) -> Values:
        """The values of a graph with which ONNX Runtime loads it, as far as its sequences decide that."""
        if not self.has_sequences:
            return values
        from shapeinfer.jobs.annotation.loadable import without_misdeclared_items  # few models have sequences

        return without_misdeclared_items(graph, facts, values)

    def completed(self, value: Value, fact: Fact | None, *, made: bool = False) -> ValueType:
        """The declared type of an input or output, with open dims filled in. ``made``: a node computes it, so
        a numeric size replaces a declared name."""
        declared = value.type
        if fact is None:
            return declared
        if declared is None:
            return None if _is_given_back(fact) else self.type_of(fact)
        if isinstance(declared, TensorType) and isinstance(fact, TensorFact):
            elem_type = declared.elem_type or fact.elem_type
            if declared.dims is None:
                return TensorType(elem_type, self.dims(fact.shape))
            if fact.shape is None or len(fact.shape) != len(declared.dims):
                return TensorType(elem_type, declared.dims)
            if declared.elem_type and all(isinstance(said, int) for said in declared.dims):
                return declared
            pairs = zip(declared.dims, fact.shape, strict=True)
            return TensorType(elem_type, tuple([self._completed_dim(s, d, made=made) for s, d in pairs]))
        return declared

    def _completed_dim(self, said: int | str | None, dim: Dim, *, made: bool) -> int | str:
        if said is None:
            return self.dim(dim)
        if isinstance(said, str) and (self.fixed or (made and dim.value is not None)):
            got = self.dim(dim)
            return got if isinstance(got, int) else said
        return said

    def type_of(self, fact: Fact) -> ValueType:
        """A fact as a declared type; None if the element type is unknown."""
        if isinstance(fact, TensorFact):
            return TensorType(fact.elem_type, self.dims(fact.shape)) if fact.elem_type else None
        if isinstance(fact, SparseTensorFact):
            return SparseTensorType(fact.elem_type, self.dims(fact.shape)) if fact.elem_type else None
        if isinstance(fact, SequenceFact):
            inner = self.type_of(fact.element)
            return None if inner is None else SequenceType(inner)
        if isinstance(fact, OptionalFact):
            inner = self.type_of(fact.element)
            return None if inner is None else OptionalType(inner)
        if isinstance(fact, MapFact):
            inner = self.type_of(fact.value)
            return None if inner is None else MapType(fact.key_type, inner)
        return None

    def dims(self, shape: tuple[Dim, ...] | None) -> tuple[int | str, ...] | None:
        """A shape as the file spells it."""
        if shape is None:
            return None
        texts, found = self.texts, []
        for dim in shape:
            text = texts.get(id(dim))
            if text is None:
                text = texts[id(dim)] = self._spelled(dim)
                self.kept.append(dim)
            found.append(text)
        return tuple(found)

    def dim(self, dim: Dim) -> int | str:
        """A dim as the file spells it: an integer, a name, or an expression over names."""
        (text,) = self.dims((dim,)) or ()
        return text

    def _spelled(self, dim: Dim) -> int | str:
        """As :meth:`dim`, for a dim that was not asked for before."""
        if self.rewriter is not None:
            dim = self.rewriter.dim(dim)
        if dim.value is not None:
            return dim.value
        symbols = dim.symbols()
        length = 0
        for symbol in symbols:
            if not symbol.named:
                dim = dim.substitute({s: self._spell(s) for s in symbols if not s.named})
                length = sum([len(s.name) for s in dim.symbols()])
                break
            length += len(symbol.name)
        if self.short is not None:
            return self.short.text(dim)
        if dim.terms[0][1] == 1:
            alone = dim.symbol()
            if alone is not None and len(alone.name) <= _LONGEST:
                return alone.name
        if self.expressions and length <= _LONGEST:
            text = dim_text(dim)
            if "truncdiv(" not in text and "scaled(" not in text:  # other tools can't parse these
                return text
        name = self.plain.get(dim)
        if name is None:
            name = self.plain[dim] = self._unused("size")
        return name

    def _spell(self, symbol: Symbol) -> Dim:
        spelled = self.spelled.get(symbol)
        if spelled is None:
            name = symbol.name if symbol.reason == "claimed" and symbol.name != "?" else self._unused("unk")
            spelled = self.spelled[symbol] = of(Symbol(name, symbol.low))
        return spelled

    def _unused(self, stem: str) -> str:
        number = self.next.get(stem, 0)
        while f"{stem}_{number}" in self.taken:
            number += 1
        self.next[stem] = number + 1
        self.taken.add(f"{stem}_{number}")
        return f"{stem}_{number}"
