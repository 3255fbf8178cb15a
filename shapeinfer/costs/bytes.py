"""How many bytes values take: activations as a runtime holds them, weights as they are stored."""

from __future__ import annotations

from shapeinfer.dims import Dim, ceildiv, total
from shapeinfer.facts.elem_type import bits
from shapeinfer.facts.fact import Fact, OptionalFact, SequenceFact, TensorFact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.model.tensor import Tensor

_MOST_DIGITS = 18


def bytes_of(fact: Fact | None) -> Dim | None:
    """The bytes of a value: elements times their width, those of less than a byte packed side by side.

    Those of all items of a sequence, and of what an optional may hold. None where a rank or a type is not
    known, and for strings, maps and sparse tensors, which have no fixed size.
    """
    if isinstance(fact, TensorFact):
        width, count = bits(fact.elem_type), fact.count()
        if width is None or count is None:
            return None
        return count * (width // 8) if width % 8 == 0 else ceildiv(count * width, 8)
    if isinstance(fact, SequenceFact):
        return _of_sequence(fact)
    return bytes_of(fact.element) if isinstance(fact, OptionalFact) else None


def _of_sequence(fact: SequenceFact) -> Dim | None:
    if fact.items is not None:
        return _of_all(fact.items)
    head, middle, tail = fact.ends or ((), fact.element, ())
    ends, between = _of_all((*head, *tail)), _of_each(middle, fact)
    return None if ends is None or between is None else ends + between


def _of_all(items: Sequence[Fact]) -> Dim | None:
    found = [bytes_of(item) for item in items]
    return None if None in found else total(d for d in found if d is not None)


def _of_each(element: Fact, fact: SequenceFact) -> Dim | None:
    """The bytes of the items for each of which ``element`` holds."""
    if fact.cut is not None and isinstance(element, TensorFact) and element.shape is not None:
        # The pieces of one axis: together as large as what was cut.
        axis, whole, _ = fact.cut
        if -len(element.shape) <= axis < len(element.shape):
            shape = list(element.shape)
            shape[axis] = whole
            return bytes_of(TensorFact(element.elem_type, tuple(shape)))
    one, count = bytes_of(element), fact.between()
    if one is None or count is None:
        return None
    # A fact for all items with its own symbol can't be summed.
    return one * count if all(s.named for s in one.symbols()) else None


def stored_bytes(tensor: Tensor) -> int:
    """The bytes of a stored tensor: of external data the length that is given, else what its elements take,
    those of less than a byte packed; strings as they stand in the file."""
    if tensor.external is not None:
        length = tensor.external.get("length", "")
        if length.isascii() and length.isdigit() and len(length) <= _MOST_DIGITS:
            return int(length)
    if any(dim < 0 for dim in tensor.dims):
        return 0
    return tensor.size_bytes() or tensor.payload_bytes
