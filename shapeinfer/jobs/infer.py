"""The Python interface's answer to "what is known of this model": facts, diagnostics, contract, graph."""

from __future__ import annotations

import os

from shapeinfer.contracts.contract import Contract, contract_of
from shapeinfer.dims import const
from shapeinfer.engine.assumptions import Assumptions
from shapeinfer.engine.engine import Engine
from shapeinfer.engine.run import Run
from shapeinfer.facts.elem_type import is_integer
from shapeinfer.facts.elements import of as elements_of
from shapeinfer.facts.fact import (
    Fact,
    MapFact,
    OptionalFact,
    SequenceFact,
    SparseTensorFact,
    TensorFact,
    tensor,
)
from shapeinfer.facts.scalar import from_number
from shapeinfer.model.read import read_bytes, read_file, read_proto
from shapeinfer.model.structure import Graph, Model, TensorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import networkx as nx
    import onnx

    from shapeinfer.reports.diagnostic import Diagnostic, Interface

    # The shape of an input, what is known of it, or the one integer that it holds.
    Given = Sequence[int] | TensorFact | int
    Source = str | os.PathLike[str] | bytes | onnx.ModelProto | Model


class Result:
    """Everything inferred about one model.

    ``facts`` maps the name of every value of the main graph to its fact; ``contract`` holds what the
    model demands of its inputs. ``diagnostics`` and ``graph`` are built when asked for.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self._contract: Contract | None = None
        self._counts: tuple[int, int, int] | None = None
        self._under_contract: dict[str, Fact] | None = None

    @property
    def model(self) -> Model:
        """The model as it was read."""
        return self.run.model

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The raw facts by name of value."""
        return self.run.facts

    @property
    def under_contract(self) -> Mapping[str, Fact]:
        """The facts as people see them: ``2*(H//2)`` is ``H`` where the contract says that 2 divides H."""
        if self._under_contract is None:
            rewriter = self.contract.rewriter()
            self._under_contract = {name: rewriter.fact(fact) for name, fact in self.facts.items()}
        return self._under_contract

    @property
    def contract(self) -> Contract:
        """What could be neither proved nor refuted."""
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
        """What inference found wrong or could not know (``lint`` adds the checks of the file)."""
        from shapeinfer.reports.build import diagnostics_of

        return diagnostics_of(self.run)

    @property
    def graph(self) -> nx.MultiDiGraph[int | tuple[str, str]]:
        """The networkx graph of the main graph; every edge carries its value's name and fact.

        Nodes are positions in the graph, with ("input", name), ("initializer", name) and
        ("output", name) at its ends."""
        from shapeinfer.model.graph import build

        built = build(self.model.graph or Graph(b""))
        for _, _, data in built.edges(data=True):
            data["fact"] = self.facts.get(data["value"])
        return built

    def summary_counts(self) -> tuple[int, int, int]:
        """(nodes, values, values that are wholly known) of the main graph."""
        if self._counts is None:
            nodes = [] if self.model.graph is None else self.model.graph.nodes
            made = self.run.made()
            unknown = {key for key, fact in made.facts.items() if not is_known(fact)}
            known = len(made.keys) - (sum(key in unknown for key in made.keys) if unknown else 0)
            self._counts = len(nodes), len(made.keys), known
        return self._counts


def is_known(fact: Fact | None) -> bool:
    """Whether the type and every dim are known in terms of the inputs."""
    if fact is None:
        return False
    if isinstance(fact, TensorFact):
        if not fact.elem_type or fact.shape is None:
            return False
        # Loops, for every distinct fact is asked: all() of all() would take twice as long.
        for dim in fact.shape:
            if dim.value is None:
                for symbol in dim.symbols():
                    if not symbol.named:
                        return False
        return True
    if isinstance(fact, SequenceFact):
        return is_known(fact.element) if fact.items is None else all(map(is_known, fact.items))
    if isinstance(fact, OptionalFact):
        return is_known(fact.element)
    if isinstance(fact, MapFact):
        return is_known(fact.value)
    return isinstance(fact, SparseTensorFact) and bool(fact.elem_type) and fact.shape is not None


def load(source: Source) -> Model:
    """A model from a path, serialised bytes or a ModelProto; a Model passes through.

    OSError if a file can't be read, :class:`shapeinfer.DamagedModel` (a ValueError) if it is no model.
    """
    if isinstance(source, Model):
        return source
    if isinstance(source, (bytes, bytearray, memoryview)):
        return read_bytes(source)
    if isinstance(source, (str, os.PathLike)):
        return read_file(source)
    if not hasattr(source, "SerializeToString"):
        raise TypeError(f"needed a path, bytes or a ModelProto, not {type(source).__name__}")
    return read_proto(source)


def infer(
    model: Source,
    *,
    dims: Mapping[str, int] | None = None,
    inputs: Mapping[str, Given] | None = None,
    assume: Sequence[str] = (),
) -> Result:
    """Infer the types, shapes and small contents of every value.

    ``dims`` binds symbols of the inputs to sizes; ``inputs`` gives whole input shapes, facts, or the
    integer that an input holds; ``assume`` holds statements about symbols such as
    ``total == past + seq`` or ``seq <= 512``. Raises ValueError for a statement that can't be read,
    OSError and :class:`shapeinfer.DamagedModel` for what is no model; never for a bad one.
    """
    read = load(model)
    return Result(Engine(read, dims, given_facts(read, inputs or {}), Assumptions(assume)).run())


def given_facts(model: Model, inputs: Mapping[str, Given]) -> dict[str, TensorFact]:
    """Shapes or contents of inputs as facts; elem_type 0 stands for the declared one.

    A number is the content of an input that holds one integer. So is a shape of one axis that is given for an
    input declared as a scalar integer, which no shape of one axis could fit."""
    declared = {value.name: value.type for value in (model.graph or Graph(b"")).inputs}
    found = {}
    for name, given in inputs.items():
        type_ = declared.get(name)
        if isinstance(given, int):
            one = not isinstance(type_, TensorType) or type_.dims != ()
            found[name] = _one_integer(given, (1,) if one else ())
            continue
        fact = given if isinstance(given, TensorFact) else TensorFact(0, tuple(map(const, given)))
        found[name] = _as_content(fact, type_) if isinstance(type_, TensorType) else fact
    return found


def _as_content(fact: TensorFact, declared: TensorType) -> TensorFact:
    """What is given for an input: the number itself where a scalar integer is declared."""
    shape = fact.static_shape()
    is_scalar_integer = declared.dims == () and is_integer(declared.elem_type)
    if is_scalar_integer and shape is not None and len(shape) == 1 and fact.elements is None:
        return _one_integer(shape[0], ())
    return fact


def _one_integer(value: int, shape: tuple[int, ...]) -> TensorFact:
    return tensor(0, shape, elements_of((from_number(value),), shape))
