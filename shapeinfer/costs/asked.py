"""One node as a formula sees it: the facts of its inputs and outputs, and its attributes."""

from __future__ import annotations

from shapeinfer.dims import Dim
from shapeinfer.facts.fact import Fact, Shape, TensorFact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeVar

    from shapeinfer.schema.schema import Schema

    Formula = Callable[["Asked"], Dim | None]
    F = TypeVar("F", bound=Formula)

# (domain, operator) -> how many multiply-accumulates it does. Filled by the modules of ``operators``.
FORMULAS: dict[tuple[str, str], Formula] = {}


def formula(*operators: str) -> Callable[[F], F]:
    """Register a function as the formula of operators, written ``MatMul`` or ``com.microsoft:FusedMatMul``.

    The function gets an :class:`Asked` and returns the multiply-accumulates of one run of the node, None
    where the facts do not tell. Raises ValueError where an operator has one already.
    """

    def register(function: F) -> F:
        for name in operators:
            domain, _, op_type = name.rpartition(":")
            if (domain, op_type) in FORMULAS:
                raise ValueError(f"{name} has two formulas")
            FORMULAS[domain, op_type] = function
        return function

    return register


class Unknown(Exception):
    """What a formula needs is not known of this node."""


class Asked:
    """The node: ``inputs`` and ``outputs`` are facts by position (None: left out), ``attributes`` plain
    values."""

    __slots__ = ("attributes", "inputs", "outputs", "schema")

    def __init__(
        self,
        schema: Schema,
        inputs: Sequence[Fact | None],
        outputs: Sequence[Fact | None],
        attributes: Mapping[str, object],
    ) -> None:
        self.schema = schema
        self.inputs = inputs
        self.outputs = outputs
        self.attributes = attributes

    def fact(self, *names: str) -> TensorFact | None:
        """The tensor that is given for the first of these formal inputs that the operator has; None if
        none."""
        for position, formal in enumerate(self.schema.inputs):
            if formal.name in names and position < len(self.inputs):
                found = self.inputs[position]
                return found if isinstance(found, TensorFact) else None
        return None

    def has(self, name: str) -> bool:
        """Whether that formal input is given."""
        return any(
            formal.name == name and position < len(self.inputs) and self.inputs[position] is not None
            for position, formal in enumerate(self.schema.inputs)
        )

    def shape(self, *names: str, rank: int | None = None) -> Shape:
        """The shape of that input. Unknown if it is left out, or not known, or of another rank."""
        return _shape(self.fact(*names), rank)

    def made(self, position: int = 0, rank: int | None = None) -> Shape:
        """The shape of an output; Unknown as above."""
        found = self.outputs[position] if position < len(self.outputs) else None
        return _shape(found if isinstance(found, TensorFact) else None, rank)

    def number(self, name: str, default: int | None = None) -> int:
        """An attribute, its default where it is left out. Unknown if it has neither."""
        value = self.attributes.get(name, default if default is not None else self.schema.defaults.get(name))
        if not isinstance(value, int):
            raise Unknown(name)
        return value

    def numbers(self, name: str) -> tuple[int, ...] | None:
        """An attribute that lists numbers; None if it is left out."""
        value = self.attributes.get(name)
        return tuple(value) if isinstance(value, tuple) else None

    def text(self, name: str, default: str = "") -> str:
        """An attribute that is a text."""
        value = self.attributes.get(name, default)
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)

    def entries(self, name: str) -> int:
        """How many entries a list among the attributes has; 0 if it is left out."""
        value = self.attributes.get(name)
        return len(value) if hasattr(value, "__len__") else 0


def _shape(fact: TensorFact | None, rank: int | None) -> Shape:
    if fact is None or fact.shape is None or (rank is not None and len(fact.shape) != rank):
        raise Unknown("shape")
    return fact.shape
