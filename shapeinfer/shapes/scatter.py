"""Writing into a tensor at indices: what shapes must agree, and what becomes of known elements."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import elem_type_name, is_float
from shapeinfer.facts.elements import Elements, of, strides
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import ZERO, Call, Dim, TensorFact, any_of, equal
from shapeinfer.shapes.arithmetic import settled, worth
from shapeinfer.shapes.contents import each, entries, small, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

REDUCTIONS = {"add": scalar.add, "mul": scalar.multiply, "max": scalar.larger, "min": scalar.smaller}


def require_inside(call: Call, data: TensorFact, indices: TensorFact, axis: int) -> int | None:
    """The axis, after stating that indices has data's rank and, off the axis, no larger size.

    None where a rank is not known."""
    rank, have = call.rank(data, "data", at_least=1), call.rank(indices, "indices", at_least=1)
    if rank is None or have is None:
        return None
    if rank != have:
        raise call.fail(
            codes.WRONG_RANK, "indices has rank {have}, data has {rank}, needed the same rank; they are "
            "{indices} and {data}",
            have=have, rank=rank, indices=indices, data=data,
        )  # fmt: skip
    axis = call.axis(axis, rank)
    for at, (size, most) in enumerate(zip(indices.shape or (), data.shape or (), strict=True)):
        if at != axis:
            call.require_at_least(
                most, size, codes.SIZE_MISMATCH,
                "on axis {axis} indices has {size}, needed at most data's {most}; they are {indices} "
                "and {data}",
                axis=at, size=size, most=most, indices=indices, data=data,
            )  # fmt: skip
    return axis


def reduction(call: Call, allowed: Sequence[str]) -> str:
    """What is done with an element that is there; the runtime takes what it does not know for "none"."""
    name = call.string("reduction", "none")
    if name not in ("none", *allowed):
        call.warn(
            codes.VALUE_NOT_ALLOWED, "reduction is {name!r}, needed none, {allowed} (the runtime "
            "accepts it all the same)",
            name=name, allowed=", ".join(allowed),
        )  # fmt: skip
    return name


def require_kernel(call: Call, data: TensorFact, how: str, sizes: Iterable[Dim] | None) -> None:
    """ONNX Runtime reduces elements of data's type in this way. Where nothing is written, because one of the
    ``sizes`` is 0, its kernel does not look; None says that these are not known."""
    if sizes is None:
        return
    ways = [equal(size, ZERO) for size in sizes if not size.value]
    message = "reduction is {how} for {type}, which ONNX Runtime does not have"
    name = elem_type_name(data.elem_type)
    if not ways:
        call.error(codes.RUNTIME_DIFFERS, message, how=how, type=name)
        return
    call.require(any_of(*ways), codes.RUNTIME_DIFFERS, message, how=how, type=name)


def written(
    call: Call,
    data: TensorFact,
    updates: TensorFact,
    places: Sequence[tuple[int, ...]] | None,
    how: str,
) -> Elements | None:
    """data's contents with the updates written to these positions, one after the other.

    ``places`` is None where they are not known: then only a range is left."""
    static, old, new = small(data.shape), entries(data), entries(updates)
    if data.elements is None and updates.elements is None:
        return None
    if static is None or old is None or new is None or places is None or len(places) != len(new):
        plain = how in ("none", "max", "min")
        return within(scalar.join(each(data), each(updates))) if plain else None
    items, steps = list(old), strides(static)
    seen: set[int] = set()
    for place, value in zip(places, new, strict=True):
        at = sum(i * step for i, step in zip(place, steps, strict=True))
        items[at] = _combined(items[at], value, how, again=at in seen)
        seen.add(at)
    made = of(items, static)
    if made is None or how not in REDUCTIONS or how in ("max", "min"):
        return worth(made)
    return None if is_float(data.elem_type) else settled(call, data.elem_type, made)


def _combined(old: Scalar, new: Scalar, how: str, *, again: bool) -> Scalar:
    if how in REDUCTIONS:
        return REDUCTIONS[how](old, new)
    # The order of two writes to one place is undefined.
    return scalar.join(old, new) if again else new


def known_places(indices: TensorFact) -> list[int] | None:
    """The indices as integers, if all are constants."""
    items = entries(indices)
    if items is None:
        return None
    found = [item.value for item in items if isinstance(item, Dim) and item.value is not None]
    return found if len(found) == len(items) else None
