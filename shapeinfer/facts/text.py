"""The parts of a fact's text form: shapes, known contents, single elements.

A fact prints itself with these; ``parse.py`` reads the whole back. The grammar is in docs/design.md.
"""

from __future__ import annotations

from shapeinfer.dims import Dim
from shapeinfer.facts.elem_type import UNDEFINED
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.scalar import ANY, Ratio, Scalar, Span, number


def shape_text(shape: tuple[Dim, ...] | None) -> str:
    """A shape in brackets: ``[batch, 3]``; ``[*]`` for an unknown rank."""
    return "[*]" if shape is None else f"[{', '.join(map(str, shape))}]"


def elements_text(elements: Elements, elem_type: int) -> str:
    """Known contents, as they follow their type: ``= (batch, -1)``, ``:= 3`` where stored, ``in 0..5``."""
    if elements.columns is not None:
        return f" in [{', '.join(map(_column_text, elements.columns))}]"
    if elements.items is None:
        attained = isinstance(elements.each, Span) and elements.each.attained
        return f" {'=' if attained else 'in'} {scalar_text(elements.each)}"
    inner = ", ".join([scalar_text(item, elem_type) for item in elements.items])
    equals = ":=" if elements.stored else "="
    return f" {equals} {inner}" if elements.shape == () else f" {equals} ({inner})"


def _column_text(item: Scalar) -> str:
    """One place on the last axis, ``=0..n - 1`` where its bounds are attained."""
    return f"={scalar_text(item)}" if isinstance(item, Span) and item.attained else scalar_text(item)


def scalar_text(item: Scalar, elem_type: int = UNDEFINED) -> str:
    """One element: ``N``, ``(3*H)/2``, ``?``, ``0..5``; a constant of a float type as a decimal, ``0.1``."""
    if isinstance(item, Dim):
        return str(item)
    if isinstance(item, Ratio):
        value = number(item)
        if value is not None:
            from shapeinfer.facts.floats import decimal_text  # few facts hold a float

            text = decimal_text(value, elem_type)
            if text is not None:
                return text
        return f"{_operand(item.num)}/{_operand(item.den)}"
    if item == ANY:
        return "?"
    low, high = item.low, item.high
    return f"{'' if low is None else low}..{'' if high is None else high}"


def _operand(dim: Dim) -> str:
    text = str(dim)
    return text if text.isidentifier() or text.lstrip("-").isdecimal() else f"({text})"
