"""Split: an axis cut into pieces.

Version  What changed
1        sizes by the attribute ``split`` or an input of that name
2        by the attribute alone; without it all pieces are equal
11       negative ``axis`` counts from the back (the runtime lets it before)
13       the sizes are an input again
18       ``num_outputs`` asks for pieces of one size, the last of which takes what is left

The runtime is followed. Before 1.32 it refuses ``num_outputs`` that would leave the last piece empty, which
the specification allows: a warning where that is sure. Where nothing says how many pieces there
are (neither ``split`` nor ``num_outputs``, or -1, or an empty ``split``) it refuses an axis whose size
is a number when it loads the model, and cuts any other into equal pieces; it takes any other
``num_outputs`` below 1 for a good one there. An empty input ``split`` is for it as none. Before 1.32 it cuts
as many pieces as the node has outputs, whatever ``num_outputs`` says; 1.32 wants them to agree.
"""

from __future__ import annotations

from shapeinfer.facts.elements import Elements
from shapeinfer.facts.scalar import ANY, Scalar, high_of, low_of
from shapeinfer.rule import (
    REFUTED,
    SPLIT,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    ceildiv,
    codes,
    const,
    divides,
    equal,
    is_declared,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import entries, gathered
from shapeinfer.shapes.lists import is_stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

Pieces = tuple[TensorFact, ...]


def _require_names(call: Call) -> None:
    """The runtime dies of a piece without a name."""
    for position, named in enumerate(call.wanted):
        if not named:
            call.error(
                codes.RUNTIME_DIFFERS, "output {position} has no name, and ONNX Runtime crashes",
                position=position,
            )  # fmt: skip
            return


@rule("Split", versions=(1,))
def split_1(call: Call, input: TensorFact, split: TensorFact | None = None) -> Pieces:
    _require_names(call)
    sizes = call.ints("split")
    if sizes is None and split is not None:
        return _split_to_input(call, input, split)
    return _split_to_attribute(call, input, sizes)


@rule("Split", versions=(2, 11))
def split_2(call: Call, input: TensorFact) -> Pieces:
    _require_names(call)
    return _split_to_attribute(call, input, call.ints("split"))


@rule("Split", versions=(13,))
def split_13(call: Call, input: TensorFact, split: TensorFact | None = None) -> Pieces:
    _require_names(call)
    return _split_to_attribute(call, input, None) if split is None else _split_to_input(call, input, split)


@rule("Split", versions=(18,))
def split_18(call: Call, input: TensorFact, split: TensorFact | None = None) -> Pieces:
    if not call.wanted:
        return ()  # which was reported
    _require_names(call)
    wanted = call.int("num_outputs") if call.has("num_outputs") else None
    if split is not None:
        message = "both are given, needed one of the input split and the attribute num_outputs"
        if wanted == -1:  # which the kernel takes for none
            _refuse_static(call, input, codes.SPLIT_SUM, message)
        elif wanted is not None:
            raise call.fail(codes.SPLIT_SUM, message)
        return _split_to_input(call, input, split)
    if wanted is None:
        message = "none is given, needed one of the input split and the attribute num_outputs"
        return _split_ungiven(call, input, codes.SPLIT_SUM, message)
    if wanted == -1:
        message = "num_outputs is -1, needed 1 or more"
        return _split_ungiven(call, input, codes.VALUE_NOT_ALLOWED, message)
    return _split_by_count(call, input, wanted)


def _split_ungiven(call: Call, input: TensorFact, code: codes.Code, message: str) -> Pieces:
    """Equal pieces, which the runtime's kernel cuts where nothing says how many there are."""
    _refuse_static(call, input, code, message)
    return _split_to_attribute(call, input, None)


def _refuse_static(call: Call, input: TensorFact, code: codes.Code, message: str, /, **args: object) -> None:
    """Report what the runtime refuses where it sees the size of the axis when it loads the model."""
    if not _is_static(call, input) or not call.refuse_load(code, message, **args):
        call.warn(code, message + " (the runtime accepts it where the axis is open)", **args)


def _is_static(call: Call, input: TensorFact) -> bool:
    """Whether the size of the axis is a number that a loader sees."""
    axis = _axis(call, input)
    is_number = axis is not None and input.shape is not None and input.shape[axis].value is not None
    return is_number and is_declared(input)


def _axis(call: Call, input: TensorFact) -> int | None:
    rank = call.rank(input, "input", at_least=1)
    return None if rank is None else call.axis(call.int("axis", 0), rank)


def _split_to_attribute(call: Call, input: TensorFact, sizes: tuple[int, ...] | None) -> Pieces:
    """Cut to the sizes of an attribute, or without one into equal pieces."""
    axis, count = _axis(call, input), len(call.wanted)
    if sizes == () and count:
        message = "split has 0 sizes, the node has {outputs} outputs: needed one for each"
        _refuse_static(call, input, codes.LIST_LENGTH, message, outputs=count)
        sizes = None
    if sizes is not None:
        if min(sizes, default=0) < 0:
            raise call.fail(codes.NEGATIVE_SIZE, "split is {sizes}, needed 0 or more everywhere", sizes=sizes)
        return _cut(call, input, axis, [const(size) for size in sizes])
    if axis is None or input.shape is None:
        return (_uncut(input),) * count
    size = input.shape[axis]
    piece = call.require_divides(
        const(count), size, codes.NOT_DIVISIBLE,
        "axis {axis} of input is {size}, needed a multiple of the {count} equal pieces; input is {input}",
        axis=axis, size=size, count=count, input=input,
    )  # fmt: skip
    return _pieces(input, axis, [piece] * count)


def _split_to_input(call: Call, input: TensorFact, split: TensorFact) -> Pieces:
    call.rank(split, "split", at_least=1, at_most=1)
    length = None if split.shape is None else split.shape[0]
    if length is not None and length.value == 0:
        if is_stored(split):
            message = "split has 0 sizes, the node has {outputs} outputs: needed one for each"
            _refuse_static(call, input, codes.LIST_LENGTH, message, outputs=len(call.wanted))
            return _split_to_attribute(call, input, None)
        call.warn(codes.RUNTIME_DIFFERS, "split is empty: the runtime cuts equal pieces, others refuse it")
        return _split_to_attribute(call, input, None)
    axis, sizes = _axis(call, input), entries(split)
    if sizes is None:
        # As many sizes as there are outputs, or it does not run.
        if length is not None and length.value is None:
            count = len(call.wanted)
            pieces = equal(length, ZERO)  # equal ones, if there are such
            if axis is not None and input.shape is not None:
                pieces = all_of(pieces, divides(const(count), input.shape[axis]))
            call.require(
                any_of(equal(length, const(count)), pieces), codes.LIST_LENGTH,
                "split has {length} sizes, the node has {count} outputs: needed one for each",
                length=length, count=count,
            )  # fmt: skip
        sizes = (ANY,) * len(call.wanted)
    return _cut(call, input, axis, sizes)


def _cut(call: Call, input: TensorFact, axis: int | None, sizes: Sequence[Scalar]) -> Pieces:
    """Cut to these sizes: they are not below zero, and add up to the axis."""
    total = None if axis is None or input.shape is None else input.shape[axis]
    if len(sizes) != len(call.wanted):
        # A loader compares them where it knows how much there is to cut.
        raise call.fail(
            codes.LIST_LENGTH, "split has {count} sizes, the node has {outputs} outputs: needed one for each",
            count=len(sizes), outputs=len(call.wanted), size=total,
        )  # fmt: skip
    for size in sizes:
        if isinstance(size, Dim):
            call.require_at_least(
                size, ZERO, codes.NEGATIVE_SIZE, "split has the size {size}, needed 0 or more", size=size
            )
    if total is None or axis is None:
        return (_uncut(input),) * len(sizes)
    known = sum((size for size in sizes if isinstance(size, Dim)), ZERO)
    unknown = [i for i, size in enumerate(sizes) if not isinstance(size, Dim)]
    message = "the sizes of split add up to {sum}, axis {axis} of input is {size}; input is {input}"
    if not unknown:
        call.require_equal(
            known, total, codes.SPLIT_SUM, message, sum=known, axis=axis, size=total, input=input
        )
        return _pieces(input, axis, [size for size in sizes if isinstance(size, Dim)])
    message = "the sizes of split add up to {sum} or more, axis {axis} of input is {size}; input is {input}"
    call.require_at_least(
        total, known, codes.SPLIT_SUM, message, sum=known, axis=axis, size=total, input=input
    )
    if len(unknown) == 1:
        return _pieces(input, axis, [s if isinstance(s, Dim) else total - known for s in sizes])
    return _pieces(
        input,
        axis,
        [s if isinstance(s, Dim) else call.fresh(SPLIT, _low(s), _high(s, total)) for s in sizes],
    )


def _low(size: Scalar) -> Dim:
    low = low_of(size)
    return ZERO if low is None or low.lo is None or low.lo < 0 else low


def _high(size: Scalar, total: Dim) -> Dim:
    high = high_of(size)
    return total if high is None else high


def _split_by_count(call: Call, input: TensorFact, wanted: int) -> Pieces:
    """Pieces of ``ceil(n / count)``, the last of which takes what is left."""
    count = len(call.wanted)
    if wanted < 1:
        message = "num_outputs is {wanted}, needed 1 or more"
        if not _is_static(call, input) or not call.refuse_load(
            codes.VALUE_NOT_ALLOWED, message, wanted=wanted
        ):
            call.refused_since(
                "1.32", message + " (before 1.32 ONNX Runtime cuts equal pieces)", wanted=wanted
            )
    elif wanted != count:
        message = "num_outputs is {wanted}, the node has {count} outputs: the runtime "
        if wanted < count and _is_static(call, input):
            call.refuse_load(
                codes.RUNTIME_DIFFERS, message + "ends the process when it loads the model",
                wanted=wanted, count=count,
            )  # fmt: skip
        call.refused_since(
            "1.32",
            message + "refuses it, before 1.32 it cuts as many pieces as there are outputs",
            wanted=wanted, count=count,
        )  # fmt: skip
    axis = _axis(call, input)
    if axis is None or input.shape is None:
        return (_uncut(input),) * count
    size = input.shape[axis]
    piece = ceildiv(size, count)
    last = size // 2 if count == 2 else size - piece * (count - 1)
    args: dict[str, object] = {"count": count - 1, "piece": piece, "last": last, "input": input}
    verdict = call.require_at_least(
        last, ZERO, codes.SPLIT_SUM,
        "{count} pieces of {piece} leave {last} for the last, needed 0 or more: axis {axis} of "
        "input is {size}; input is {input}",
        axis=axis, size=size, **args,
    )  # fmt: skip
    if verdict is REFUTED:
        return _pieces(input, axis, [piece] * (count - 1) + [call.blamed()])
    if last == ZERO:
        call.refused_before(
            "1.32", codes.RUNTIME_DIFFERS,
            "{count} pieces of {piece} leave 0 for the last, which ONNX Runtime before 1.32 refuses; "
            "input is {input}",
            count=count - 1, piece=piece, input=input,
        )  # fmt: skip
    if wanted > count:
        call.require_at_least(
            size, wanted, codes.RUNTIME_DIFFERS,
            "axis {axis} of input is {size}, and ONNX Runtime refuses num_outputs above it, {wanted}",
            axis=axis, size=size, wanted=wanted,
        )  # fmt: skip
    return _pieces(input, axis, [piece] * (count - 1) + [last])


def _uncut(input: TensorFact) -> TensorFact:
    return tensor(0, None, None if input.elements is None else input.elements.spread())


def _pieces(input: TensorFact, axis: int, sizes: Sequence[Dim]) -> Pieces:
    assert input.shape is not None  # checked by the callers
    out: list[TensorFact] = []
    start = ZERO
    for size in sizes:
        shape = (*input.shape[:axis], size, *input.shape[axis + 1 :])
        out.append(tensor(0, shape, _elements(input, shape, axis, start.value)))
        start = start + size
    return tuple(out)


def _elements(input: TensorFact, shape: Shape, axis: int, start: int | None) -> Elements | None:
    if input.elements is None or start is None:
        return None if input.elements is None else input.elements.spread()
    first = start
    return gathered(input, shape, lambda i: (*i[:axis], i[axis] + first, *i[axis + 1 :]))
