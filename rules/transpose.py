"""Transpose: the axes in another order.

Version  What changed
1        ``perm``; without it the axes are reversed
13, 21-  only more element types
"""

from __future__ import annotations

from shapeinfer.rule import Call, Refused, TensorFact, codes, is_ranked, rule, tensor
from shapeinfer.shapes.contents import gathered, reshaped


@rule("Transpose", versions=(1, 13, 21, 23, 24, 25))
def transpose(call: Call, data: TensorFact) -> TensorFact:
    perm = call.ints("perm")
    if perm is None:
        if data.shape is None:
            return tensor(0, None, reshaped(data, None))
        perm = tuple(reversed(range(len(data.shape))))
    _check(call, perm, data)
    if data.shape is None:
        shape = call.fresh_shape(len(perm), "the input's rank is not known")
        return tensor(0, shape, reshaped(data, None))
    shape = tuple(data.shape[axis] for axis in perm)
    # Output axis i comes from perm[i], so input axis a is found where perm names it.
    place_of = {axis: place for place, axis in enumerate(perm)}
    places = tuple(place_of[axis] for axis in range(len(perm)))
    if data.elements is not None and data.elements.items is None:
        return tensor(0, shape, reshaped(data, None))  # a range says nothing of the order
    return tensor(0, shape, gathered(data, shape, lambda index: tuple(index[i] for i in places)))


def _check(call: Call, perm: tuple[int, ...], data: TensorFact) -> None:
    """State that perm names each axis of data once.

    Raises Refused (with an error) where it does not."""
    rank = len(perm) if data.rank is None else data.rank
    named = set(perm)
    outside = [axis for axis in perm if not 0 <= axis < rank]
    # A loader that knows the rank refuses axes that are not there or named twice, also where no run looks.
    is_seen = call.loading and is_ranked(data) and bool(outside or len(named) < len(perm))

    def refused(message: str, **args: object) -> Refused:
        found = call.error(codes.NOT_A_PERMUTATION, message, perm=perm, data=data, **args)
        found.at_load = is_seen
        return Refused()

    if len(perm) != rank:
        message = "perm {perm} has {count} entries, data has rank {rank}; data is {data}"
        raise refused(message, count=len(perm), rank=rank)
    if outside:
        message = "perm {perm} names axis {axis}, needed 0 to {top}; data is {data}"
        raise refused(message, axis=outside[0], top=rank - 1)
    if len(named) < rank:
        ordered = sorted(perm)
        twice = [axis for axis, before in zip(ordered[1:], ordered, strict=False) if axis == before]
        missing = [axis for axis in range(rank) if axis not in named]
        message = (
            "perm {perm} names axis {axis} twice and leaves out {missing}, needed each once; data is {data}"
        )
        raise refused(message, axis=twice[0], missing=missing[0])
