"""TensorScatter: new rows written into a cache, each sequence of the batch at its own place.

Version  What changed
24       ``mode`` linear or circular; ``axis`` is any but the batch
"""

from __future__ import annotations

from shapeinfer.rule import ZERO, Call, Dim, TensorFact, all_of, at_least, codes, rule, tensor
from shapeinfer.shapes.inputs import read_axis


@rule("TensorScatter", versions=(24,))
def tensor_scatter(
    call: Call, past_cache: TensorFact, update: TensorFact, write_indices: TensorFact | None = None
) -> TensorFact:
    mode = call.string("mode", "linear")
    if mode not in ("linear", "circular"):
        raise call.fail(codes.VALUE_NOT_ALLOWED, "mode is {mode!r}, needed linear or circular", mode=mode)
    rank, have = call.rank(past_cache, "past_cache", at_least=2), call.rank(update, "update", at_least=2)
    if rank is not None and have is not None and rank != have:
        raise call.fail(
            codes.WRONG_RANK, "update has rank {have}, past_cache has {rank}, needed the same rank; they are "
            "{update} and {cache}",
            have=have, rank=rank, update=update, cache=past_cache,
        )  # fmt: skip
    if rank is None and have is None:
        return tensor(0, None)
    axis = call.axis(read_axis(call, past_cache, -2), rank or have or 0)
    if axis == 0:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "axis {axis} is the batch axis, needed another; past_cache is {cache}",
            axis=call.int("axis", -2), cache=past_cache,
        )  # fmt: skip
    if past_cache.shape is None or update.shape is None:
        return tensor(0, past_cache.shape if past_cache.shape is not None else _of_update(call, update, axis))
    _require_sizes(call, past_cache, update, axis)
    if write_indices is not None:
        _require_places(call, past_cache, update, write_indices, axis, mode)
    return tensor(0, past_cache.shape)


def _of_update(call: Call, update: TensorFact, axis: int) -> tuple[Dim, ...]:
    """The cache's shape, as far as the update tells it."""
    assert update.shape is not None  # one of the two is known
    longest = call.fresh("the cache's size is not known", low=update.shape[axis])
    return (*update.shape[:axis], longest, *update.shape[axis + 1 :])


def _require_sizes(call: Call, cache: TensorFact, update: TensorFact, axis: int) -> None:
    for at, (a, b) in enumerate(zip(cache.shape or (), update.shape or (), strict=True)):
        args = {"axis": at, "a": a, "b": b, "cache": cache, "update": update}
        rest = "; they are {cache} and {update}"
        if at == axis:
            message = "on axis {axis} update has {b}, needed at most past_cache's {a}" + rest
            call.require_at_least(a, b, codes.SIZE_LIMIT, message, **args)
        else:
            message = "on axis {axis} past_cache has {a} and update has {b}, needed equal sizes" + rest
            call.require_equal(a, b, codes.SIZE_MISMATCH, message, **args)


def _require_places(
    call: Call, cache: TensorFact, update: TensorFact, places: TensorFact, axis: int, mode: str
) -> None:
    """One place for each sequence of the batch, from which the update still fits."""
    assert cache.shape is not None and update.shape is not None  # checked by the caller
    call.rank(places, "write_indices", at_least=1, at_most=1)
    if places.shape is not None:
        call.require_equal(
            places.shape[0], cache.shape[0], codes.SIZE_MISMATCH,
            "write_indices holds {count} places, the batch is {batch}, needed one for each; past_cache is "
            "{cache}",
            count=places.shape[0], batch=cache.shape[0], cache=cache,
        )  # fmt: skip
    items = None if places.elements is None else places.elements.items
    for place in dict.fromkeys(item for item in items or () if isinstance(item, Dim)):
        fits = at_least(cache.shape[axis], place + update.shape[axis])
        call.require(
            at_least(place, ZERO) if mode == "circular" else all_of(at_least(place, ZERO), fits),
            codes.INDEX_OUT_OF_RANGE,
            "write_indices holds {place}, needed 0 or more, and room for {count} of {size}; past_cache "
            "is {cache}",
            place=place, count=update.shape[axis], size=cache.shape[axis], cache=cache,
        )  # fmt: skip
