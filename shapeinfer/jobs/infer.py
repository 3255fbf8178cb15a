"""Infer: the facts, diagnostics, contract and graph of a model."""

from __future__ import annotations

from shapeinfer.contracts.contract import Contract, contract_of
from shapeinfer.engine.engine import Engine
from shapeinfer.engine.run import Run
from shapeinfer.facts.fact import (
    Fact,
    MapFact,
    OptionalFact,
    SequenceFact,
    SparseTensorFact,
    TensorFact,
)
from shapeinfer.jobs.sources import UnknownName, load
from shapeinfer.model.structure import Graph, Model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import networkx as nx

    from shapeinfer.engine.assumptions import Assumptions
    from shapeinfer.jobs.preflight.given import Given
    from shapeinfer.jobs.sources import Source
    from shapeinfer.reports.diagnostic import Diagnostic, Interface


class Result:
    """Everything inferred about one model.

    ``facts`` maps the name of every value of the main graph to its fact; ``contract`` holds the
    constraints on the inputs. ``diagnostics`` and ``graph`` are built on first use.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._begin()

    def _begin(self) -> None:
        self._contract: Contract | None = None
        self._counts: tuple[int, int, int] | None = None
        self._under_contract: dict[str, Fact] | None = None

    def __repr__(self) -> str:
        nodes, values, known = self.summary_counts()
        clauses = len(self.contract.demands)
        text = f"{nodes} nodes, {known} of {values} values fully known, {clauses} contract clauses"
        return f"<Result {self.model.path or 'model'}: {text}>"

    def _repr_html_(self) -> str:
        """For notebooks: the inputs and outputs, and the report in a frame."""
        from shapeinfer.page.notebook import frame, interface_table

        return interface_table(self.run, self.under_contract) + frame(
            self.run, self.contract, self.summary_counts()
        )

    @property
    def run(self) -> Run:
        """The run that found all this."""
        return self._run

    @property
    def model(self) -> Model:
        """The model, as read."""
        return self.run.model

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The facts by value name, not simplified by the contract."""
        return self.run.facts

    @property
    def under_contract(self) -> Mapping[str, Fact]:
        """The facts simplified by the contract: ``2*(H//2)`` is ``H`` if the contract says that 2 divides
        H."""
        if self._under_contract is None:
            rewriter = self.contract.rewriter()
            self._under_contract = {name: rewriter.fact(fact) for name, fact in self.facts.items()}
        return self._under_contract

    @property
    def contract(self) -> Contract:
        """Requirements that could be neither proved nor refuted."""
        if self._contract is None:
            self._contract = contract_of(self.run)
        return self._contract

    @property
    def interface(self) -> Interface:
        """The model's inputs and outputs in its own symbols, and the contract between them, as data."""
        from shapeinfer.reports.interface import interface_of

        return interface_of(self.run, self.under_contract, self.contract)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The findings of inference (``lint`` adds checks of the file)."""
        from shapeinfer.reports.build import diagnostics_of

        return diagnostics_of(self.run)

    @property
    def graph(self) -> nx.MultiDiGraph[int | tuple[str, str]]:
        """The networkx graph of the main graph; every edge carries its value's name and, as text, its fact.

        Nodes are positions in the graph, with ("input", name), ("initializer", name) and
        ("output", name) at its ends. ``networkx.write_graphml`` and ``networkx.node_link_data`` take it as it
        is."""
        from shapeinfer.model.graph import build

        return build(self.model.graph or Graph(b""), self.facts)

    def summary_counts(self) -> tuple[int, int, int]:
        """The numbers of nodes, values and fully known values of the main graph."""
        if self._counts is None:
            nodes = [] if self.model.graph is None else self.model.graph.nodes
            made = self.run.made()
            unknown = {key for key, fact in made.distinct().items() if not is_known(fact)}
            known = len(made.facts) - (sum(id(fact) in unknown for fact in made.facts) if unknown else 0)
            self._counts = len(nodes), len(made.facts), known
        return self._counts


def is_known(fact: Fact | None) -> bool:
    """Whether the type and every dim are known in terms of the inputs."""
    if fact is None:
        return False
    if isinstance(fact, TensorFact):
        if not fact.elem_type or fact.shape is None:
            return False
        # Written as loops, because all() of all() takes twice as long and this runs for every distinct fact.
        for dim in fact.shape:
            if dim.value is None:
                for symbol in dim.symbols():
                    if not symbol.named:
                        return False
        return True
    if isinstance(fact, SequenceFact):
        known = fact.items if fact.items is not None else fact.single() or (fact.element,)
        return all(map(is_known, known))
    if isinstance(fact, OptionalFact):
        return is_known(fact.element)
    if isinstance(fact, MapFact):
        return is_known(fact.value)
    return isinstance(fact, SparseTensorFact) and bool(fact.elem_type) and fact.shape is not None


def infer(
    model: Source,
    *,
    dims: Mapping[str, int] | None = None,
    inputs: Mapping[str, Given] | None = None,
    assume: Sequence[str] = (),
) -> Result:
    """Infer the types, shapes and small contents of every value.

    ``dims`` binds symbols of the inputs to sizes; ``inputs`` gives arrays (what a run would be fed), whole
    shapes, facts, or the value of a scalar integer or bool; ``assume`` holds statements about symbols such as
    ``total == past + seq`` or ``seq <= 512``. Raises :class:`shapeinfer.UnknownName` for a dim or input that
    the model does not have, ValueError for a negative size or a statement that can't be read, OSError and
    :class:`shapeinfer.DamagedModel` if the source is
    not a model. Mistakes in a model do not raise.
    """
    return inferred(load(model), dims or {}, inputs or {}, assume)


def inferred(
    model: Model, dims: Mapping[str, int], inputs: Mapping[str, Given], assume: Sequence[str] = ()
) -> Result:
    """As :func:`infer`, for a Model that is already read."""
    return Result(engine_for(model, dims, inputs, assume).run())


def engine_for(
    model: Model, dims: Mapping[str, int], inputs: Mapping[str, Given], assume: Sequence[str]
) -> Engine:
    """The engine for one run. Raises as :func:`infer` does."""
    if not (dims or inputs or assume):
        return Engine(model)
    from shapeinfer.engine.assumptions import Assumptions
    from shapeinfer.jobs.preflight.given import bound_by, given_facts  # most callers give nothing

    given = given_facts(model, inputs)
    assumptions = Assumptions(assume)
    engine = Engine(model, {**bound_by(model.graph or Graph(b""), given), **dims}, given, assumptions)
    _look_at_names(engine, dims, given, assumptions)
    return engine


def _look_at_names(
    engine: Engine, dims: Mapping[str, int], given: Mapping[str, TensorFact], assumptions: Assumptions
) -> None:
    """Raise for names that the model does not have, and for sizes below 0."""
    known = sorted(engine.declarations.symbol_names())
    for name in (*dims, *sorted(assumptions.names)):
        if name not in known:
            raise UnknownName("dim", name, known)
    for name, size in dims.items():
        if size < 0:
            raise ValueError(f"dim {name!r} can't be {size}: a size is at least 0")
    names = [v.name for v in engine.graph.inputs]
    for name, fact in given.items():
        if name not in names:
            raise UnknownName("input", name, names)
        if any(d.value is not None and d.value < 0 for d in fact.shape or ()):
            raise ValueError(f"input {name!r} can't be {fact}: a size is at least 0")
