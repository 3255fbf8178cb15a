"""The tables that the rest of a report refers to by position: symbols, dims, facts and operations.

Each distinct dim is one row, after the rows that it is made of. So one pass over the table computes every
size of the model for new sizes of the inputs (``web/dims.js``), without a parser.
"""

from __future__ import annotations

from shapeinfer.costs.bytes import bytes_of
from shapeinfer.dims import Dim, Symbol
from shapeinfer.dims.dim import of_atom
from shapeinfer.facts.elem_type import elem_type_name
from shapeinfer.facts.fact import Fact, SparseTensorFact, TensorFact
from shapeinfer.model.structure import Graph, SparseTensor, Tensor
from shapeinfer.page.names import shown
from shapeinfer.reports.origin import SourceLines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapeinfer.dims import Atom
    from shapeinfer.model.structure import Attribute, Operation
    from shapeinfer.rule.requirement import Condition

Row = dict[str, object]

# A JSON number above this is not read exactly by every program, so it is written as text.
_LARGEST_NUMBER = (1 << 53) - 1
# The products in all sums together: more would make the document too large for a browser. A row of a dim that
# has no room says so ("u").
MOST_TERMS = 150_000
# Dims of more atoms are written without their text, which nobody reads and which takes long to spell.
_LONGEST_DIM = 200
# Longer contents and attributes are cut.
_MOST_CONTENTS = 16
_MOST_ITEMS = 32
_LONGEST_ATTRIBUTE = 400


def number(value: int) -> int | str:
    """An integer as JSON holds it: as text where a double is not exact."""
    return value if abs(value) <= _LARGEST_NUMBER else str(value)


class Tables:
    """The rows so far. ``change`` is applied to every dim, as a contract's rewriter does."""

    def __init__(self, change: Callable[[Dim], Dim]) -> None:
        self.dims: list[list[object]] = []
        self.symbols: list[Symbol] = []
        self.facts: list[Row] = []
        self.operations: list[Row] = []
        self.left_out_dims = 0
        self.source_line = SourceLines()
        self._room = MOST_TERMS
        self._change = change
        self._dim_at: dict[object, int] = {}
        self._symbol_at: dict[Symbol, int] = {}
        self._fact_at: dict[Fact, int] = {}
        self._operation_at: dict[int, int] = {}
        self._kept: list[Operation] = []

    # --- dims -------------------------------------------------------------------------------------

    def dim(self, dim: Dim) -> int:
        """The row of a dim, simplified by the contract."""
        return self._dim(self._change(dim))

    def _dim(self, dim: Dim) -> int:
        found = self._dim_at.get(dim)
        if found is None:
            found = self._dim_at[dim] = self._new_dim(dim)
        return found

    def _new_dim(self, dim: Dim) -> int:
        if dim.value is not None:
            return self._row("c", [number(dim.value)])
        if len(dim.terms) > self._room:
            self.left_out_dims += 1
            return self._row("u", [])
        self._room -= len(dim.terms)
        terms = [
            [number(coefficient), [[self._atom(atom), power] for atom, power in monomial]]
            for monomial, coefficient in dim.terms
        ]
        if len(dim.terms) == 1:
            monomial, coefficient = dim.terms[0]
            if coefficient == 1 and len(monomial) == 1 and monomial[0][1] == 1:
                return self._atom(monomial[0][0])
        return self._row("p", terms, str(dim) if dim.size <= _LONGEST_DIM else None)

    def _atom(self, atom: Atom) -> int:
        found = self._dim_at.get(atom)
        if found is None:
            if isinstance(atom, Symbol):
                found = self._row("s", [self.symbol(atom)])
            else:
                arguments = [self._dim(argument) for argument in atom.args]
                found = self._row(
                    atom.op, arguments, str(of_atom(atom)) if atom.size <= _LONGEST_DIM else None
                )
            self._dim_at[atom] = found
        return found

    def _row(self, op: str, arguments: Sequence[object], text: str | None = None) -> int:
        self.dims.append([op, arguments] if text is None else [op, arguments, shown(text)])
        return len(self.dims) - 1

    def symbol(self, symbol: Symbol) -> int:
        """The position of a symbol."""
        found = self._symbol_at.get(symbol)
        if found is None:
            found = self._symbol_at[symbol] = len(self.symbols)
            self.symbols.append(symbol)
        return found

    def condition(self, condition: Condition) -> list[object]:
        """``[kind, dim, dim]``, or ``["any" or "all", condition, ...]``. Not simplified by the contract, of
        which it may be a clause."""
        if condition.parts:
            return [condition.kind, *map(self.condition, condition.parts)]
        return [condition.kind, self._dim(condition.a), self._dim(condition.b)]

    # --- facts ------------------------------------------------------------------------------------

    def fact(self, fact: Fact | None) -> int:
        """The row of a fact, simplified by the contract; -1 for none."""
        if fact is None:
            return -1
        found = self._fact_at.get(fact)
        if found is None:
            found = self._fact_at[fact] = len(self.facts)
            self.facts.append({})
            self.facts[found] = self._fact_row(fact.map_dims(self._change))
        return found

    def _fact_row(self, fact: Fact) -> Row:
        row: Row = {"text": shown(fact.brief())}
        if isinstance(fact, (TensorFact, SparseTensorFact)) and fact.elem_type:
            row["type"] = elem_type_name(fact.elem_type)
        if isinstance(fact, (TensorFact, SparseTensorFact)) and fact.shape is not None:
            row["shape"] = [self._dim(dim) for dim in fact.shape]
        if isinstance(fact, TensorFact) and fact.elements is not None:
            known = fact.as_dims()
            if known is not None and len(known) <= _MOST_CONTENTS:
                row["contents"] = [self._dim(dim) for dim in known]
        size = bytes_of(fact)
        if size is not None:
            row["bytes"] = self.dim(size)
        return row

    # --- operations -------------------------------------------------------------------------------

    def operation(self, operation: Operation) -> int:
        """The row of an operator with its attributes."""
        found = self._operation_at.get(id(operation))
        if found is None:
            found = self._operation_at[id(operation)] = len(self.operations)
            self._kept.append(operation)  # its id is valid as long as it is referenced
            row: Row = {"op": shown(operation.op_type)}
            if operation.domain:
                row["domain"] = shown(operation.domain)
            if operation.attributes:
                row["attributes"] = {
                    shown(name): attribute_text(attribute) for name, attribute in operation.attributes.items()
                }
            self.operations.append(row)
        return found


def attribute_text(attribute: Attribute) -> str:
    """The value of an attribute, short enough to be shown."""
    if attribute.ref_attr_name:
        return shown(f"@{attribute.ref_attr_name}")
    text = shown(_value_text(attribute.value))
    return text if len(text) <= _LONGEST_ATTRIBUTE else f"{text[:_LONGEST_ATTRIBUTE]}..."


def _value_text(value: object) -> str:
    if isinstance(value, bytes):
        return value[: 2 * _LONGEST_ATTRIBUTE].decode("utf-8", "replace")
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Tensor):
        name = elem_type_name(value.elem_type)
        return f"{name}[{', '.join(map(str, value.dims))}]"
    if isinstance(value, SparseTensor):
        return f"sparse[{', '.join(map(str, value.dims))}]"
    if isinstance(value, Graph):
        return f"a graph of {len(value.nodes)} nodes"
    if isinstance(value, tuple):
        return _list_text(value)
    return "" if value is None else type(value).__name__


def _list_text(values: Sequence[object]) -> str:
    rest = len(values) - _MOST_ITEMS
    texts = [_value_text(value) for value in values[:_MOST_ITEMS]]
    return f"[{', '.join(texts)}{f', and {rest} more' if rest > 0 else ''}]"
