"""What Conv, ConvInteger and QLinearConv have in common: shapes of X, W and B, and those of the result."""

from __future__ import annotations

from math import ceil

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, FLOAT16
from shapeinfer.rule import (
    PROVED,
    REFUTED,
    ZERO,
    Call,
    Condition,
    Dim,
    Refused,
    Shape,
    TensorFact,
    all_of,
    equal,
    is_declared,
    is_ranked,
    may_be_empty,
)
from shapeinfer.shapes.layers.window import (
    Geometry,
    conv_sizes,
    geometry,
    kernel_of,
    require_channels,
    require_groups,
    require_vector,
    spatial_axes,
    spatial_sizes,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def convolution(
    call: Call,
    X: TensorFact,
    W: TensorFact,
    B: TensorFact | None = None,
    *,
    sizes_of: Callable[[Call, TensorFact, Shape, Shape, Geometry], Shape] = conv_sizes,
    least_rank: int = 2,
    empty_window: bool = False,
    exact: bool = False,
) -> Shape | None:
    """The output's shape, None if its rank is unknown; W is (M, C/group, kernel...).

    ``sizes_of`` gives the spatial sizes from X, its sizes, the window's and how the window moves. Of the
    kernel it is said what ``least_rank`` it takes of X, whether it takes a window of no places
    (``empty_window``), and whether it is ``exact`` about lists: counts the entries of what is not empty,
    and takes no padding below 0."""
    axes = spatial_axes(call, X, W, least=least_rank)
    seen = is_ranked(X) and is_ranked(W)
    if axes == 0:
        _about_no_axes(call, X if X.rank is not None else W, seen=seen)
    group = call.int("group", 1)
    features = _features(call, W)
    below = group < 0 and not exact
    if below:
        _require_no_channels(call, X, W, group)
    require_groups(call, features, -group if below else group, "the filters of W", W)
    if X.shape is not None and W.shape is not None and not below:
        _require_channels(call, X, W, group)
    require_vector(call, B, features, "B", "one for each filter of W")
    if axes is None:
        return None
    batch = _batch(call, X)
    kernel = kernel_of(
        call, W, axes, empty_window=empty_window, unnamed=exact and not (seen and call.loading),
        seen=seen, unless=_unlooked(call, batch, features, W),
    )  # fmt: skip
    if seen and empty_window:
        _require_seen_window(call, W)
    how = geometry(call, axes, window=W, seen=seen, exact=exact, signed=not exact)
    sizes = sizes_of(call, X, spatial_sizes(call, X, axes), kernel, how)
    return (batch, features, *sizes)


def _require_channels(call: Call, X: TensorFact, W: TensorFact, group: int) -> None:
    """X has the channels that W was made for, or as many blocks of them as a processor may take."""
    assert X.shape is not None and W.shape is not None  # checked by the caller
    have, need = X.shape[1], W.shape[1] * group
    detail = f"{W.shape[1]} in each of {group} groups" if group != 1 else "axis 1 of W"
    if _is_blocked(call, X, W, group):
        call.warn(
            codes.CHANNEL_MISMATCH,
            "X has {have} channels, needed {need}: {detail} (ONNX Runtime may run blocks of 8 or 16); "
            "X is {X}, W is {W}",
            have=have, need=need, detail=detail, X=X, W=W,
        )  # fmt: skip
        return
    require_channels(call, X, have, need, detail, W)


def _is_blocked(call: Call, X: TensorFact, W: TensorFact, group: int) -> bool:
    """Whether the usual optimizations may cut a wrong number of channels into as many blocks as the right.

    A block has 8 or 16 channels, as wide as registers are. They do so for two spatial axes and weights that
    are stored, which is not known here."""
    if call.op_type not in ("Conv", "FusedConv") or len(W.shape or ()) != 4 or len(X.shape or ()) != 4:
        return False
    if call.domain == "com.microsoft.nchwc":  # here the channels are in blocks, and compared as they are
        return False
    have, (features, depth) = (X.shape or ())[1].value, [size.value for size in (W.shape or ())[:2]]
    if have is None or features is None or depth is None or X.elem_type not in (0, FLOAT, FLOAT16):
        return False
    need = depth * group
    if have == need or have % 4 or need % 4:
        return False
    for block in (8, 16):
        if group == 1:
            in_blocks = need >= block  # fewer are taken as they are
        else:
            by_channel = depth == 1 and features == group
            in_blocks = by_channel or (depth % block == 0 and features % (block * group) == 0)
        if in_blocks and ceil(have / block) == ceil(need / block):
            return True
    return False


def _require_no_channels(call: Call, X: TensorFact, W: TensorFact, group: int) -> None:
    """Beside no channels kernels take a number of groups below 0."""
    message = "group is {group}, needed at least 1"
    channels = [fact.shape[1] for fact in (X, W) if fact.shape is not None]
    need = all_of(*(equal(size, ZERO) for size in channels))
    if need.verdict() is REFUTED:
        raise call.fail(codes.VALUE_NOT_ALLOWED, message, group=group)
    if need.verdict() is PROVED:
        call.warn(codes.VALUE_NOT_ALLOWED, message, group=group)
    call.require(need, codes.VALUE_NOT_ALLOWED, message, group=group)


def _unlooked(call: Call, batch: Dim, features: Dim, W: TensorFact) -> tuple[Condition, ...]:
    """When a kernel does not look at the window: nothing comes out, or there is nothing to sum."""
    sizes = [batch, features]
    if call.op_type in ("Conv", "FusedConv") and W.shape is not None:
        sizes.append(W.shape[1])
    return tuple(equal(size, ZERO) for size in sizes if may_be_empty(size))


def _require_seen_window(call: Call, W: TensorFact) -> None:
    """A loader that sees the whole window refuses one without places; a kernel takes it."""
    window = (W.shape or ())[2:]
    if ZERO in window and is_declared(W) and all(size.value is not None for size in window):
        call.refuse_load(codes.VALUE_NOT_ALLOWED, "W is {W}, needed a window of at least 1 everywhere", W=W)


def _about_no_axes(call: Call, fact: TensorFact, *, seen: bool) -> None:
    """Without spatial axes kernels run, but not where a loader knows both ranks (``seen``)."""
    args: dict[str, object] = {"name": "X", "fact": fact}
    message = "{name} has rank 2, needed at least 3; {name} is {fact}"
    if not seen or not call.loading:
        call.warn(codes.WRONG_RANK, message, **args)
    else:
        call.refuse_load(codes.WRONG_RANK, message, **args)
        raise Refused


def _features(call: Call, W: TensorFact) -> Dim:
    return call.fresh("the weight's rank is unknown") if W.shape is None else W.shape[0]


def _batch(call: Call, X: TensorFact) -> Dim:
    return call.fresh("the input's rank is unknown") if X.shape is None else X.shape[0]
