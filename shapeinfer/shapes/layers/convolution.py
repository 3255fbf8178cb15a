"""What Conv, ConvInteger and QLinearConv have in common: shapes of X, W and B, and those of the result."""

from __future__ import annotations

from shapeinfer import codes
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
        detail = f"{W.shape[1]} in each of {group} groups" if group != 1 else "axis 1 of W"
        require_channels(call, X, X.shape[1], W.shape[1] * group, detail, W)
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
