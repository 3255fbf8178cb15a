"""Einsum: the inputs are multiplied one after the other, as ONNX Runtime does.

Multiplying two terms takes one multiply-accumulate for each choice of all their letters. Letters that neither
the output nor a later input has are summed up on the way. One input alone is not multiplied.
"""

from __future__ import annotations

from shapeinfer.costs.asked import Asked, Unknown, formula
from shapeinfer.dims import ZERO, Dim, broadcast, product
from shapeinfer.facts.fact import TensorFact

_DOTS = "."


@formula("Einsum")
def einsum(asked: Asked) -> Dim:
    """The sum over all steps of the product of the sizes that stand in either term."""
    equation = asked.text("equation").replace(" ", "").replace("...", _DOTS)
    left, arrow, right = equation.partition("->")
    terms = left.split(",")
    if len(terms) != len(asked.inputs):
        raise Unknown("terms")
    sizes: dict[str, list[Dim]] = {}
    named = [_axes(term, fact, sizes) for term, fact in zip(terms, asked.inputs, strict=True)]
    joint = {axis: broadcast(found) for axis, found in sizes.items()}
    if arrow:
        kept = {axis for axis in joint if axis in right or (_DOTS in right and axis[0] == _DOTS)}
    else:
        kept = {axis for axis in joint if axis[0] == _DOTS or left.count(axis) == 1}
    done = named[0]
    count = ZERO
    for position, term in enumerate(named[1:], 1):
        both = done | term
        count = count + product(joint[axis] for axis in sorted(both))
        later = kept.union(*named[position + 1 :])
        done = both & later
    return count


def _axes(term: str, fact: object, sizes: dict[str, list[Dim]]) -> set[str]:
    """The letters of an input, and ``.1``, ``.2``, ... for the axes of an ellipsis, counted from its end."""
    if not isinstance(fact, TensorFact) or fact.shape is None:
        raise Unknown("rank")
    before, dots, after = term.partition(_DOTS)
    stop = len(fact.shape) - len(after)
    if stop < len(before) or (not dots and len(fact.shape) != len(term)):
        raise Unknown("rank")
    middle = fact.shape[len(before) : stop]
    names = [*before, *(f"{_DOTS}{len(middle) - i}" for i in range(len(middle))), *after]
    for name, size in zip(names, fact.shape, strict=True):
        sizes.setdefault(name, []).append(size)
    return set(names)
