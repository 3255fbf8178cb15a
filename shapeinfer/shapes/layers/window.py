"""Sliding windows: the sizes that convolutions and pooling make of theirs.

A window of ``kernel`` elements, ``dilation`` apart, covers ``(kernel - 1)*dilation + 1``; it moves by
``stride`` over an axis that is padded at both ends. The formulas are ONNX Runtime's: where the
specification says something else the rule warns.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import Code
from shapeinfer.dims.proofs import PROVED
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Condition,
    Dim,
    Refused,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    ceildiv,
    const,
    divides,
    equal,
    is_declared,
    minimum,
)
from shapeinfer.shapes.flags import flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_AUTO_PADS = ("NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID")


class Geometry:
    """The attributes of a window, one entry for each spatial axis."""

    __slots__ = ("auto_pad", "begins", "dilations", "ends", "strides")

    def __init__(
        self,
        strides: Sequence[int],
        dilations: Sequence[int],
        begins: Sequence[int],
        ends: Sequence[int],
        auto_pad: str,
    ) -> None:
        self.strides = strides
        self.dilations = dilations
        self.begins = begins
        self.ends = ends
        self.auto_pad = auto_pad

    @property
    def same(self) -> bool:
        """Whether the padding follows from the size that is wanted."""
        return self.auto_pad in ("SAME_UPPER", "SAME_LOWER")

    def covered(self, kernel: Dim, axis: int) -> Dim:
        """How many elements the window spans on a spatial axis."""
        return (kernel - 1) * self.dilations[axis] + 1

    def padding(self, axis: int) -> int:
        """The elements put in front and behind, by the attribute ``pads``."""
        return self.begins[axis] + self.ends[axis]


def geometry(
    call: Call,
    axes: int,
    *,
    pads_beside_auto_pad: bool = False,
    window: TensorFact | None = None,
    seen: bool = True,
    least_pad: int = 0,
    empty_is_default: bool = False,
    exact: bool = True,
    signed: bool = False,
) -> Geometry:
    """The window's attributes, checked; Refused where the operator can't run with them.

    ``pads_beside_auto_pad``: the runtime ignores ``pads`` beside ``auto_pad`` instead of refusing. ``seen``
    says whether a loader knows the ranks, without which it looks at no list, and ``window`` is the weight, if
    it looks at ``pads`` only where it knows its numbers of places. ``least_pad`` is the least of ``pads``.
    ``empty_is_default``: an empty list of strides or dilations is as none for a loader too.
    ``exact`` and ``signed`` are what :func:`list_of` asks of a kernel."""
    auto_pad = call.string("auto_pad", "NOTSET")
    if auto_pad not in _AUTO_PADS:
        # ONNX Runtime takes an empty string for NOTSET.
        report = call.error if auto_pad else call.warn
        report(
            codes.VALUE_NOT_ALLOWED, "auto_pad is {value!r}, needed one of {need}",
            value=auto_pad, need=_AUTO_PADS,
        )  # fmt: skip
        if auto_pad:
            raise Refused
        auto_pad = "NOTSET"
    counted = seen and call.loading
    strides, dilations = (
        (1,) * axes
        if empty_is_default and call.ints(name) == ()
        else list_of(call, name, axes, 1, least=1, seen=counted, exact=exact)
        for name in ("strides", "dilations")
    )
    sized = window is None or is_sized(call, window)
    pads = list_of(
        call, "pads", 2 * axes, 0, least=least_pad, seen=counted and sized, exact=exact,
        signed=signed or (pads_beside_auto_pad and auto_pad != "NOTSET"),
    )  # fmt: skip
    if auto_pad != "NOTSET":
        if call.has("pads"):
            report = call.warn if pads_beside_auto_pad else call.error
            report(
                codes.VALUE_NOT_ALLOWED, "auto_pad is {value} beside pads {pads}, needed one of the two",
                value=auto_pad, pads=pads,
            )  # fmt: skip
        pads = (0,) * (2 * axes)
    return Geometry(strides, dilations, pads[:axes], pads[axes:], auto_pad)


def is_sized(call: Call, W: TensorFact) -> bool:
    """Whether a loader knows the numbers of places of the window."""
    if call.ints("kernel_shape"):
        return True
    return is_declared(W) and all(size.value is not None for size in (W.shape or ())[2:])


def list_of(
    call: Call,
    name: str,
    length: int,
    default: int,
    *,
    least: int,
    seen: bool,
    exact: bool = True,
    signed: bool = False,
) -> tuple[int, ...]:
    """A list attribute with ``length`` entries, of which none is below ``least``; without it all are
    ``default``. ``seen``: a loader looks at it, now. A kernel takes an empty list for none, one that is too
    long unless it is ``exact``, and pads below 0 if it is ``signed``."""
    given = call.ints(name)
    if given is None:
        return (default,) * length
    if any(value < least for value in given):
        report = call.error if not signed else call.refuse_load if seen else call.warn
        report(
            codes.VALUE_NOT_ALLOWED, "{name} is {given}, needed at least {least} everywhere",
            name=name, given=given, least=least,
        )  # fmt: skip
        if report != call.warn:
            raise Refused
    if len(given) == length:
        return given
    runs = not given or (len(given) > length and not exact)
    report = call.error if not runs else call.refuse_load if seen else call.warn
    report(
        codes.LIST_LENGTH, "{name} {given} has {have} entries, needed {length} for {axes} spatial axes",
        name=name, given=given, have=len(given), length=length,
        axes=length // (2 if name == "pads" else 1),
    )  # fmt: skip
    if report != call.warn:
        raise Refused
    return given[:length] or (default,) * length


def spatial_axes(call: Call, X: TensorFact, W: TensorFact | None, *, least: int = 3) -> int | None:
    """How many spatial axes there are, by the ranks of X and W; None if nothing tells. ``least``: the
    smallest rank that a kernel takes of X."""
    rank = call.rank(X, "X", at_least=least)
    if W is not None and W.rank is not None:
        call.rank(W, "W", at_least=least if rank is None else rank, at_most=rank)
        return W.rank - 2
    if rank is not None:
        return rank - 2
    kernel = call.ints("kernel_shape")
    # Beside weights an empty list may be as none.
    return None if kernel is None or (W is not None and not kernel) else len(kernel)


def require_few_axes(call: Call, X: TensorFact) -> None:
    """The runtime has no kernel that pools more than three spatial axes, and says so only at run time."""
    if X.rank is not None and X.rank > 5:
        call.error(
            codes.RUNTIME_DIFFERS, "X has rank {rank}, and ONNX Runtime pools up to 3 spatial axes; X is {X}",
            rank=X.rank, X=X,
        )  # fmt: skip


def spatial_sizes(call: Call, X: TensorFact, axes: int) -> Shape:
    """X's sizes after batch and channels."""
    if X.shape is None:
        return call.fresh_shape(axes, "the input's rank is unknown")
    return X.shape[2:]


def kernel_of(
    call: Call,
    W: TensorFact,
    axes: int,
    *,
    seen: bool,
    empty_window: bool = False,
    unnamed: bool = False,
    unless: tuple[Condition, ...] = (),
) -> Shape:
    """The window's sizes: the weight's, which ``kernel_shape`` repeats. ``unnamed``: an empty one is as none.

    ``empty_window``: a kernel takes a window of no places. Of other ones it is said when they do not look at
    the window (``unless``), but a loader does where it knows both ranks (``seen``) and the whole window."""
    given = call.ints("kernel_shape")
    if unnamed and given == ():
        call.warn(
            codes.LIST_LENGTH,
            "kernel_shape () has 0 entries, needed {axes}, one for each spatial axis",
            axes=axes,
        )
        given = None
    sizes = None if W.shape is None else W.shape[2:]
    if sizes is not None and not empty_window:
        _require_places(call, W, sizes, seen=seen, unless=unless)
    if given is None:
        return sizes if sizes is not None else call.fresh_shape(axes, "the weight's rank is unknown")
    if len(given) != axes:
        raise call.fail(
            codes.LIST_LENGTH,
            "kernel_shape {given} has {have} entries, needed {axes}, one for each spatial axis",
            given=given, have=len(given), axes=axes,
        )  # fmt: skip
    if any(size < 1 for size in given):
        message = "kernel_shape is {given}, needed at least 1 everywhere"
        # A loader that knows the rank of W looks at it.
        known = sizes is not None and call.loading
        if not empty_window or known or any(size < 0 for size in given):
            raise call.fail(codes.VALUE_NOT_ALLOWED, message, given=given)
        call.warn(codes.VALUE_NOT_ALLOWED, message, given=given)
    if sizes is None:
        return tuple(map(const, given))
    return tuple(
        call.require_equal(
            size, const(wanted), codes.PARAMETER_SIZE,
            "kernel_shape is {given}, needed the {sizes} of W; W is {W}", given=given, sizes=sizes, W=W,
        )
        for size, wanted in zip(sizes, given, strict=True)
    )  # fmt: skip


def _require_places(
    call: Call, W: TensorFact, sizes: Shape, *, seen: bool, unless: tuple[Condition, ...]
) -> None:
    """A window has at least one place, unless nothing is done with it."""
    if not sizes:
        return
    message = "W is {W}, needed a window of at least 1 everywhere"
    need = all_of(*(at_least(size, ONE) for size in sizes))
    is_known = seen and all(size.value is not None for size in sizes)
    is_empty = is_known and need.verdict() is REFUTED
    need = any_of(need, *unless)
    if is_empty and (found := call.refuse_load(codes.VALUE_NOT_ALLOWED, message, W=W)):
        found.runs = need.verdict() is not REFUTED
        raise Refused
    if need.verdict() is REFUTED:
        raise call.fail(codes.VALUE_NOT_ALLOWED, message, W=W)
    call.require(need, codes.VALUE_NOT_ALLOWED, message, W=W)


def conv_sizes(call: Call, X: TensorFact, sizes: Shape, kernel: Shape, g: Geometry) -> Shape:
    """A convolution's spatial sizes; every one of them is at least 1, or the runtime refuses.

    Kernels that accept a window of no places need no padding for it with SAME_* and a stride of 1."""
    if g.same and any(d != 1 for d in g.dilations):
        call.error(
            codes.RUNTIME_DIFFERS,
            "auto_pad is {value} with dilations {dilations}, which ONNX Runtime refuses",
            value=g.auto_pad, dilations=g.dilations,
        )  # fmt: skip
    out = []
    for axis, (size, k) in enumerate(zip(sizes, kernel, strict=True)):
        if g.same and k == ZERO and g.strides[axis] == 1:
            out.append(size + 1)
            continue
        if g.same:
            call.require_at_least(
                size, 1, codes.WINDOW_TOO_LARGE, "axis {axis} of X has {size}, needed at least 1; X is {X}",
                axis=axis + 2, size=size, X=X,
            )  # fmt: skip
            if g.strides[axis] == 1:
                call.suppose(
                    at_least(k, ONE), codes.ASSUMED_SIZE, "axis {axis} of the window has {size}",
                    axis=axis + 2, size=k,
                )  # fmt: skip
            out.append(ceildiv(size, g.strides[axis]))
            continue
        need = g.covered(k, axis)
        verdict = call.require_at_least(
            size, need - g.padding(axis), codes.WINDOW_TOO_LARGE,
            "axis {axis} of X has {padded} with its padding, needed the {need} of the window; X is {X}",
            axis=axis + 2, padded=size + g.padding(axis), need=need, X=X,
        )  # fmt: skip
        fits = verdict is not REFUTED
        out.append((size + g.padding(axis) - need) // g.strides[axis] + 1 if fits else call.blamed())
    return tuple(out)


def pool_sizes(
    call: Call, X: TensorFact, sizes: Shape, kernel: Shape, g: Geometry, *, filled: int = 0
) -> Shape:
    """The spatial sizes of pooling; on the first ``filled`` axes the kernel needs a place for the
    window.

    The runtime divides toward zero, so a window that is too large by less than a stride is put once all
    the same; for open sizes we suppose that windows fit. With ``ceil_mode`` the last window has to begin
    before the padding behind."""
    rounds_up = flag(call, "ceil_mode", 0)
    out = []
    for axis, (size, k) in enumerate(zip(sizes, kernel, strict=True)):
        stride, covered = g.strides[axis], g.covered(k, axis)
        if g.same and g.dilations[axis] == 1:
            out.append(ceildiv(size, stride))
            continue
        body, extra = size, const(g.padding(axis))
        if g.same:  # the runtime forgets the dilation when it pads
            body, extra = ceildiv(size, stride) * stride, k - stride
        if not _places(call, X, axis, body, extra, covered, stride, 1 if axis < filled else 0):
            out.append(call.blamed())
        elif not rounds_up:
            out.append(_rounded_down(call, axis, body, extra, covered, stride))
        elif g.same:
            out.append(ceildiv(body + extra - covered, stride) + 1)
        else:
            out.append(_rounded_up(size + g.begins[axis], const(g.ends[axis]) - covered, stride))
    return tuple(out)


def _places(
    call: Call, X: TensorFact, axis: int, body: Dim, extra: Dim, covered: Dim, stride: int, least: int
) -> bool:
    """Whether there may be a number of places that is not below ``least``."""
    verdict = call.require(
        at_least(body, covered - extra + (1 - (2 - least) * stride)), codes.WINDOW_TOO_LARGE,
        "axis {axis} of X has {padded} with its padding, needed the {need} of the window; X is {X}",
        axis=axis + 2, padded=body + extra, need=covered, X=X,
    )  # fmt: skip
    return verdict is not REFUTED


def _rounded_down(call: Call, axis: int, body: Dim, extra: Dim, covered: Dim, stride: int) -> Dim:
    left = body + extra - covered
    message = "axis {axis} of X has {padded} with its padding, less than the {need} of the window"
    if left.value is not None and left.value < 0:
        call.warn(codes.WINDOW_TOO_LARGE, message, axis=axis + 2, padded=body + extra, need=covered)
        return const(1 - (-left.value // stride))
    places = left // stride + 1
    # The contract asks for the places: of smaller sizes there is one (contracts/leaning.py).
    call.suppose(
        at_least(body, covered - extra), codes.WINDOW_TOO_LARGE, message,
        axis=axis + 2, padded=body + extra, need=covered, places=places,
    )  # fmt: skip
    return places


def _rounded_up(body: Dim, tail: Dim, stride: int) -> Dim:
    """``ceil((body + tail)/stride) + 1`` windows, of which none begins at ``body`` or later."""
    count = ceildiv(body + tail, stride) + 1
    if at_least(ZERO, tail + stride).verdict() is PROVED:
        return count
    return minimum(count, ceildiv(body, stride))


def require_elements(call: Call, X: TensorFact, *, channels: bool = True) -> None:
    """The runtime's pooling takes an input without elements only if it is the batch that is empty.

    ``channels``: there have to be some."""
    shape = X.shape
    if shape is None or not shape:
        return
    unless = [equal(size, ZERO) for size in (shape[:1] if channels else shape[:2])]
    for axis, size in enumerate(shape):
        if axis < (1 if channels else 2):
            continue
        call.require(
            any_of(at_least(size, ONE), *unless), codes.EMPTY_REDUCTION,
            "axis {axis} of X has {size}, needed at least 1; X is {X}", axis=axis, size=size, X=X,
        )  # fmt: skip


def require_channels(call: Call, X: TensorFact, have: Dim, need: Dim, detail: str, W: TensorFact) -> None:
    """The input has the channels that the weight was made for."""
    call.require(
        equal(have, need), codes.CHANNEL_MISMATCH,
        "X has {have} channels, needed {need}: {detail}; X is {X}, W is {W}",
        have=have, need=need, detail=detail, X=X, W=W,
    )  # fmt: skip


def require_groups(call: Call, channels: Dim, group: int, what: str, W: TensorFact) -> None:
    """The channels can be cut into that many groups."""
    if group < 1:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "group is {group}, needed at least 1", group=group)
    call.require(
        divides(const(group), channels), codes.GROUP_MISMATCH,
        "{what} are {channels}, needed a multiple of the {group} groups; W is {W}",
        what=what, channels=channels, group=group, W=W,
    )  # fmt: skip


def require_vector(
    call: Call, fact: TensorFact | None, size: Dim, name: str, what: str, code: Code = codes.PARAMETER_SIZE
) -> None:
    """A parameter of rank 1 with one element for each of ``size``."""
    if fact is None or call.rank(fact, name, at_least=1, at_most=1) is None or fact.shape is None:
        return
    call.require(
        equal(fact.shape[0], size), code,
        "{name} has {have} elements, needed {size}, {what}; {name} is {fact}",
        name=name, have=fact.shape[0], size=size, what=what, fact=fact,
    )  # fmt: skip
