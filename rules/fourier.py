"""DFT, STFT, HannWindow, HammingWindow, BlackmanWindow, MelWeightMatrix: signals and spectra.

Version  What changed
17       the first versions; DFT takes ``axis`` (1 by default) as an attribute
20       DFT takes the axis as an input, by default the last axis of the signal

Differences: the runtime needs a window or ``frame_length`` for STFT (the specification falls back to
the signal's length), and takes a signal without the axis of real and imaginary parts.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import (
    DOUBLE,
    FLOAT,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
)
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    TensorFact,
    all_of,
    any_of,
    at_least,
    const,
    equal,
    is_declared,
    maximum,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.lists import any_single_entry, first_entry, first_of, is_stored, single_entry

# The types of windows that ONNX Runtime has kernels for.
_WITH_KERNELS = (FLOAT, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64)


@rule("DFT", versions=(17,))
def dft_17(call: Call, input: TensorFact, dft_length: TensorFact | None = None) -> TensorFact:
    return _dft(call, input, dft_length, call.int("axis", 1))


@rule("DFT", versions=(20,))
def dft_20(
    call: Call, input: TensorFact, dft_length: TensorFact | None = None, axis: TensorFact | None = None
) -> TensorFact:
    if axis is None:
        call.refuse_empty_name("axis", 2)
        return _dft(call, input, dft_length, -2)
    # A loader looks at a stored axis if it knows the rank of the input.
    is_seen = is_stored(axis) and call.loading and input.shape is not None
    given = first_of(axis) if is_seen and axis.rank else first_entry(call, axis, "axis")
    if is_seen and axis.rank:
        call.refuse_load(codes.WRONG_RANK, "axis has rank {rank}, needed a scalar", rank=axis.rank)
    if isinstance(given, Dim) and given.value is not None:
        return _dft(call, input, dft_length, given.value, looks=is_stored(axis))
    call.rank(input, "input", at_least=2)
    if input.shape is None:
        return tensor(0)
    if isinstance(given, Dim):
        rank = len(input.shape)
        call.require(
            any_of(
                all_of(at_least(given, ZERO), at_least(const(rank - 2), given)),
                all_of(at_least(given, const(-rank)), at_least(const(-2), given)),
            ),
            codes.AXIS_OUT_OF_RANGE, "axis is {axis}, needed {low} to -2 or 0 to {top} for rank {rank}",
            axis=given, low=-rank, top=rank - 2, rank=rank,
        )  # fmt: skip
    _check_last(call, input, input.shape[-1])
    if dft_length is not None:
        _positive(call, single_entry(call, dft_length, "dft_length"), "dft_length")
    if dft_length is None and not call.int("onesided", 0):
        return tensor(0, (*input.shape[:-1], _parts(call)))  # whichever axis it is, it keeps its size
    why = "the axis is computed from data"
    return tensor(0, (*call.fresh_shape(len(input.shape) - 1, why), _parts(call)))


def _parts(call: Call) -> Dim:
    """Real and imaginary part; a signal restored from half a spectrum is real."""
    return const(1 if call.int("onesided", 0) and call.int("inverse", 0) else 2)


def _dft(
    call: Call, input: TensorFact, dft_length: TensorFact | None, axis: int, *, looks: bool = True
) -> TensorFact:
    """``looks``: whether a loader knows the axis; else it does not look at the length."""
    rank = call.rank(input, "input", at_least=2)
    if input.shape is None or rank is None:
        return tensor(0)
    if axis in (-1, rank - 1) or not -rank <= axis < rank:
        raise call.fail(
            codes.AXIS_OUT_OF_RANGE, "axis is {axis}, needed {low} to -2 or 0 to {top} for rank {rank}",
            axis=axis, low=-rank, top=rank - 2, rank=rank,
        )  # fmt: skip
    _check_last(call, input, input.shape[-1])
    half, inverse = bool(call.int("onesided", 0)), bool(call.int("inverse", 0))
    sizes = list(input.shape)
    length = _dft_length(call, input, sizes[axis], dft_length, restored=half and inverse, looks=looks)
    if dft_length is not None or half:
        others = product(size for i, size in enumerate(sizes[:-1]) if i != axis % rank)
        call.require(
            any_of(at_least(sizes[axis], ONE), equal(others, ZERO)), codes.EMPTY_REDUCTION,
            "axis {axis} of input has {size}, needed at least 1; input is {input}",
            axis=axis, size=sizes[axis], input=input,
        )  # fmt: skip
    sizes[axis] = length // 2 + 1 if half and not inverse else length
    sizes[-1] = _parts(call)
    return tensor(0, sizes)


def _check_last(call: Call, input: TensorFact, last: Dim) -> None:
    """The last axis holds real and imaginary parts, or the real ones alone."""
    half, inverse = bool(call.int("onesided", 0)), bool(call.int("inverse", 0))
    restored = half and inverse
    message = "the last axis of input has {last}, needed {need} (real and imaginary part)"
    need = "1" if half and not inverse else "2" if restored else "1 or 2"
    call.require(
        equal(last, const(2)) if restored else any_of(equal(last, ONE), equal(last, const(2))),
        codes.SIZE_MISMATCH, message, last=last, need=need,
    )  # fmt: skip
    if half and not inverse and last.value == 2:
        args = {"last": last, "need": need}
        if not is_declared(input) or not call.refuse_load(codes.SIZE_MISMATCH, message, **args):
            message += ": ONNX Runtime runs it where it can't see the size when it loads the model"
            call.warn(codes.RUNTIME_DIFFERS, message, **args)


def _dft_length(
    call: Call, input: TensorFact, size: Dim, dft_length: TensorFact | None, *, restored: bool, looks: bool
) -> Dim:
    """The length of the signal: as given, else the input's; half a spectrum is that of twice as many."""
    if dft_length is not None:
        if looks and is_stored(dft_length) and dft_length.rank and call.loading:
            message = "dft_length has rank {rank}, needed a scalar"
            call.refuse_load(codes.WRONG_RANK, message, rank=dft_length.rank)
            return call.blamed()
        length = single_entry(call, dft_length, "dft_length")
        if isinstance(length, Dim) and length.value is not None:
            length = const(as_int32(length.value))  # as the kernel reads it
        return _positive(call, length, "dft_length")
    if not restored:
        return size
    call.require_at_least(
        size, 1, codes.NEGATIVE_SIZE,
        "half a spectrum has {size} elements, needed at least 1; input is {input}",
        size=size, input=input,
    )  # fmt: skip
    return (size - 1) * 2


def _positive(call: Call, length: Scalar, name: str) -> Dim:
    """A length that is given, at least 1."""
    if not isinstance(length, Dim):
        return call.fresh(f"{name} is computed from data", low=ONE)
    verdict = call.require_at_least(
        length, 1, codes.VALUE_NOT_ALLOWED, "{name} is {length}, needed at least 1", name=name, length=length
    )
    return call.blamed() if verdict is REFUTED else length


@rule("STFT", versions=(17,))
def stft(
    call: Call,
    signal: TensorFact,
    frame_step: TensorFact,
    window: TensorFact | None = None,
    frame_length: TensorFact | None = None,
) -> TensorFact:
    call.rank(signal, "signal", at_least=2, at_most=3)
    unknown = "the rank of signal is unknown"
    batch, samples = signal.shape[:2] if signal.shape is not None else call.fresh_shape(2, unknown)
    if signal.shape is not None and len(signal.shape) == 3:
        last = signal.shape[2]
        call.require(
            any_of(equal(last, ONE), equal(last, const(2))), codes.SIZE_MISMATCH,
            "the last axis of signal has {last}, needed 1 or 2 (real and imaginary part); signal is {signal}",
            last=last, signal=signal,
        )  # fmt: skip
    seen = is_declared(signal) and samples.value is not None
    size = _frame(call, samples, frame_step, window, frame_length, is_empty=batch == ZERO, seen=seen)
    step = _positive(call, any_single_entry(call, frame_step, "frame_step"), "frame_step")
    call.require(
        any_of(at_least(size, ONE), equal(batch, ZERO)), codes.VALUE_NOT_ALLOWED,
        "a frame has {size} samples, needed at least 1", size=size,
    )  # fmt: skip
    call.require(
        at_least(samples, size), codes.WINDOW_TOO_LARGE,
        "signal has {samples} samples, needed the {size} of a frame; signal is {signal}",
        samples=samples, size=size, signal=signal,
    )  # fmt: skip
    bins = size // 2 + 1 if call.int("onesided", 1) else size
    return tensor(0, (batch, (samples - size) // step + 1, bins, 2))


def _frame(
    call: Call,
    samples: Dim,
    frame_step: TensorFact,
    window: TensorFact | None,
    frame_length: TensorFact | None,
    *,
    is_empty: bool,
    seen: bool,
) -> Dim:
    """How many samples a frame has. ``seen``: a loader knows the number of samples."""
    length: Dim | None = None
    absent = -(2**63)  # for the runtime this number says that there is none
    given = None if frame_length is None else first_of(frame_length)
    if frame_length is not None and not (isinstance(given, Dim) and given.value == absent):
        entry = any_single_entry(call, frame_length, "frame_length")
        if is_empty and isinstance(entry, Dim) and entry.hi is not None and entry.hi < 1:
            message = "frame_length is {length}, needed at least 1 (the runtime accepts it without batches)"
            call.warn(codes.VALUE_NOT_ALLOWED, message, length=entry)
            return call.fresh("frame_length is less than 1")
        length = _positive(call, entry, "frame_length")
    # A loader looks at the window if it knows the lengths, and how many samples there are, as numbers.
    looks = seen and is_stored(frame_step, frame_length)
    if looks and frame_length is not None and frame_length.rank:
        message = "frame_length is {fact}, needed a scalar when the model is loaded"
        call.refuse_load(codes.WRONG_RANK, message, fact=frame_length)
    if window is not None and window.shape is None and looks:
        call.refuse_load(codes.WRONG_RANK, "window has an unknown rank, needed 1 when the model is loaded")
    if window is not None and window.shape is not None and len(window.shape) != 1:
        known = looks and is_declared(window)
        dies = not window.shape or window.shape[0] == ZERO
        message = "window is {window}, needed rank 1"
        if dies:
            call.error(codes.WRONG_RANK, message, window=window)
        elif not (known and call.refuse_load(codes.WRONG_RANK, message, window=window)):
            call.warn(codes.WRONG_RANK, message, window=window)
        return length if length is not None else call.fresh("the window has too many axes", low=ONE)
    if window is None or window.shape is None:
        if length is None and window is None:
            call.error(
                codes.RUNTIME_DIFFERS, "window and frame_length are left out, and ONNX Runtime needs one"
            )
            return samples
        return length if length is not None else call.fresh("the rank of window is unknown", low=ONE)
    if length is None:
        return window.shape[0]
    return call.require_equal(
        window.shape[0], length, codes.SIZE_MISMATCH,
        "window has {have} elements and frame_length is {length}, needed the same number",
        have=window.shape[0], length=length,
    )  # fmt: skip


@rule(("HannWindow", "HammingWindow", "BlackmanWindow"), versions=(17,))
def window_of(call: Call, size: TensorFact) -> TensorFact:
    # ONNX Runtime looks at a stored size when it loads the model, at any other when it runs.
    if size.elements is not None and size.elements.stored:
        call.rank(size, "size", at_most=0)
        if size.as_ints() == (0,):
            call.error(codes.VALUE_NOT_ALLOWED, "size is 0, needed 1 or more")
    else:
        any_single_entry(call, size, "size")
    made = as_int32(call.int("output_datatype", 1))
    given = first_of(size)
    is_seen = size.elements is not None and size.elements.stored
    if made not in _WITH_KERNELS and isinstance(given, Dim) and not is_seen:
        # It computes with the operator's function then, which makes nothing of a size below 0.
        if at_least(given, ZERO).verdict() is REFUTED:
            call.warn(codes.NEGATIVE_SIZE, "size is {size}, needed at least 0", size=given)
        return tensor(made, (maximum(given, ZERO),))
    return tensor(made, (_size(call, given, "size"),))


@rule("MelWeightMatrix", versions=(17,))
def mel_weight_matrix(
    call: Call,
    num_mel_bins: TensorFact,
    dft_length: TensorFact,
    sample_rate: TensorFact,
    lower_edge_hertz: TensorFact,
    upper_edge_hertz: TensorFact,
) -> TensorFact:
    if all(size.elements is not None and size.elements.stored for size in (num_mel_bins, dft_length)):
        # ONNX Runtime infers the shape from them when it loads the model.
        call.rank(num_mel_bins, "num_mel_bins", at_most=0)
        call.rank(dft_length, "dft_length", at_most=0)
    bins = any_single_entry(call, num_mel_bins, "num_mel_bins")
    length = any_single_entry(call, dft_length, "dft_length")
    any_single_entry(call, sample_rate, "sample_rate")
    any_single_entry(call, lower_edge_hertz, "lower_edge_hertz")
    any_single_entry(call, upper_edge_hertz, "upper_edge_hertz")
    shape = (_bins(call, length), _size(call, bins, "num_mel_bins"))
    return tensor(as_int32(call.int("output_datatype", 1)), shape)


def _bins(call: Call, length: Scalar) -> Dim:
    """How many frequencies a DFT of that length has. The runtime rounds half of -1 to 0."""
    if isinstance(length, Dim) and length.value == -1:
        call.warn(codes.NEGATIVE_SIZE, "dft_length is -1, needed at least 0 (the runtime treats it as 0)")
        return ONE
    return _size(call, length, "dft_length") // 2 + 1


def _size(call: Call, size: Scalar, name: str) -> Dim:
    """A size that is given, at least 0."""
    if not isinstance(size, Dim):
        return call.fresh(f"{name} is computed from data")
    verdict = call.require_at_least(
        size, 0, codes.NEGATIVE_SIZE, "{name} is {size}, needed at least 0", name=name, size=size
    )
    return call.blamed() if verdict is REFUTED else size
