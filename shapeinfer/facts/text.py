"""The text form of facts and dims, both ways: ``f32[batch, 3, H//2]``, ``i64[2] = (batch, -1)``.

The grammar stands in docs/design.md. ``parse(str(fact), scope) == fact`` in one scope of symbols.
"""

from __future__ import annotations

from shapeinfer.dims import Dim
from shapeinfer.facts.elem_type import elem_type_name
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.fact import (
    Fact,
    MapFact,
    OptionalFact,
    SequenceFact,
    SparseTensorFact,
    TensorFact,
)
from shapeinfer.facts.scalar import ANY, Ratio, Scalar, Span

# --- printing ---------------------------------------------------------------------------------


def shape_text(shape: tuple[Dim, ...] | None) -> str:
    """A shape in brackets: ``[batch, 3]``; ``[*]`` for an unknown rank."""
    return "[*]" if shape is None else f"[{', '.join(map(str, shape))}]"


def fact_text(fact: Fact) -> str:
    """A fact on one line."""
    if isinstance(fact, TensorFact):
        text = elem_type_name(fact.elem_type) + shape_text(fact.shape)
        return text if fact.elements is None else text + _elements_text(fact.elements)
    if isinstance(fact, SequenceFact):
        length = "" if fact.length is None else f"[{fact.length}]"
        text = f"seq{length}({', '.join(map(str, fact.items or (fact.element,)))})"
        if fact.cut is None:
            return text
        axis, total, piece = fact.cut
        return f"{text} = {total} by {piece} on axis {axis}"
    if isinstance(fact, OptionalFact):
        state = {None: "optional", True: "some", False: "none"}[fact.present]
        return f"{state}({fact.element})"
    if isinstance(fact, MapFact):
        return f"map({elem_type_name(fact.key_type)}, {fact.value})"
    if isinstance(fact, SparseTensorFact):
        return f"sparse({elem_type_name(fact.elem_type)}{shape_text(fact.shape)})"
    return "?"


# More elements than this say nothing in a message.
_MOST_SHOWN = 8


def brief(fact: Fact) -> str:
    """A fact for a message: as :func:`fact_text`, without contents that are long or not integers."""
    if isinstance(fact, TensorFact) and fact.elements is not None:
        items = fact.elements.items
        if items is None or len(items) > _MOST_SHOWN or not all(isinstance(x, Dim) for x in items):
            return fact_text(TensorFact(fact.elem_type, fact.shape))
    return fact_text(fact)


def _elements_text(elements: Elements) -> str:
    if elements.columns is not None:
        return f" in [{', '.join(map(_column_text, elements.columns))}]"
    if elements.items is None:
        attained = isinstance(elements.each, Span) and elements.each.attained
        return f" {'=' if attained else 'in'} {scalar_text(elements.each)}"
    inner = ", ".join(map(scalar_text, elements.items))
    equals = ":=" if elements.stored else "="
    return f" {equals} {inner}" if elements.shape == () else f" {equals} ({inner})"


def _column_text(item: Scalar) -> str:
    """One place on the last axis, ``=0..n - 1`` where its bounds are attained."""
    return f"={scalar_text(item)}" if isinstance(item, Span) and item.attained else scalar_text(item)


def scalar_text(item: Scalar) -> str:
    """One element: ``N``, ``(3*H)/2``, ``?``, ``0..5``."""
    if isinstance(item, Dim):
        return str(item)
    if isinstance(item, Ratio):
        return f"{_operand(item.num)}/{_operand(item.den)}"
    if item == ANY:
        return "?"
    low, high = item.low, item.high
    return f"{'' if low is None else low}..{'' if high is None else high}"


def _operand(dim: Dim) -> str:
    text = str(dim)
    return text if text.isidentifier() or text.lstrip("-").isdecimal() else f"({text})"
