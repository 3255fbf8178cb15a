"""Trilu: the upper or lower triangle of matrices, the rest zero.

Version  What changed
14       ``k`` moves the diagonal; ``upper`` says which triangle

Differences: the runtime takes a list of one element for ``k``.
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.elements import indices
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import ZERO, Call, Dim, Elements, TensorFact, rule, tensor
from shapeinfer.shapes.contents import each, entries, made, small, within
from shapeinfer.shapes.lists import single_entry


@rule("Trilu", versions=(14,))
def trilu(call: Call, input: TensorFact, k: TensorFact | None = None) -> TensorFact:
    call.rank(input, "input", at_least=2)
    diagonal: Scalar = ZERO if k is None else single_entry(call, k, "k")
    return tensor(0, input.shape, _elements(input, diagonal, upper=call.int("upper", 1) != 0))


def _elements(input: TensorFact, diagonal: Scalar, *, upper: bool) -> Elements | None:
    static, items = small(input.shape), entries(input)
    if input.elements is None:
        return None
    if static is None or items is None or not isinstance(diagonal, Dim) or diagonal.value is None:
        return within(scalar.join(each(input), ZERO))
    k = diagonal.value
    kept = [(i[-1] - i[-2] >= k) if upper else (i[-1] - i[-2] <= k) for i in indices(static)]
    return made([item if keep else ZERO for item, keep in zip(items, kept, strict=True)], static)
