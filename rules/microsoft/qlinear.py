"""QLinear operators of com.microsoft: arithmetic, activations, pooling and more on quantized tensors.

Version  What changed
1        com.microsoft

Differences: of scales and zero points of QLinearConcat and QLinearWhere the first element is taken where they
are those of the result; of
QLinearAdd, QLinearMul, QLinearAveragePool, QLinearReduceMean and MulInteger a loader
takes scalars alone, for all others a list of one element too, as kernels do. Zero points
of the first three of these may not be left out where an input follows.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, INT8, INT32, UINT32, elem_type_name
from shapeinfer.rule import (
    ONE,
    PROVED,
    ZERO,
    Call,
    Condition,
    Fact,
    Shape,
    TensorFact,
    all_of,
    any_of,
    equal,
    is_ranked,
    rule,
    tensor,
)
from shapeinfer.shapes.broadcast import broadcast_shapes
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.joining import concatenate
from shapeinfer.shapes.layers.layout import channels_behind, channels_first, pooled
from shapeinfer.shapes.layers.quantize import require_one_or_each
from shapeinfer.shapes.reduce import reduced_axes, reduced_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@rule(("QLinearAdd", "QLinearMul"), versions=(1,), domain="com.microsoft")
def qlinear_arithmetic(
    call: Call,
    A: TensorFact,
    A_scale: TensorFact,
    A_zero_point: TensorFact | None,
    B: TensorFact,
    B_scale: TensorFact,
    B_zero_point: TensorFact | None,
    C_scale: TensorFact,
    C_zero_point: TensorFact | None = None,
) -> TensorFact:
    named = {
        "A_scale": A_scale, "A_zero_point": A_zero_point, "B_scale": B_scale,
        "B_zero_point": B_zero_point, "C_scale": C_scale, "C_zero_point": C_zero_point,
    }  # fmt: skip
    _require_scalars(call, named)
    return tensor(0, broadcast_shapes(call, A, B))


def _require_scalars(call: Call, parameters: Mapping[str, TensorFact | None]) -> None:
    """A loader takes scalars alone; kernels a list of one element too."""
    for name, fact in parameters.items():
        if fact is None:
            continue
        is_list = fact.shape is not None and len(fact.shape) == 1
        if not is_list or not is_ranked(fact) or not call.refuse_load(
            codes.WRONG_RANK, "{name} has rank 1, needed 0; {name} is {fact}", name=name, fact=fact
        ):  # fmt: skip
            require_one_or_each(call, fact, None, name)


@rule("MulInteger", versions=(1,), domain="com.microsoft")
def mul_integer(
    call: Call,
    A: TensorFact,
    A_zero_point: TensorFact | None,
    B: TensorFact,
    B_zero_point: TensorFact | None = None,
) -> TensorFact:
    _require_scalars(call, {"A_zero_point": A_zero_point, "B_zero_point": B_zero_point})
    return tensor(0, broadcast_shapes(call, A, B))


def _require_four(call: Call, facts: tuple[TensorFact | None, ...], names: tuple[str, ...]) -> None:
    for fact, name in zip(facts, names, strict=False):
        require_one_or_each(call, fact, None, name)


def _require_first(call: Call, fact: TensorFact, name: str) -> None:
    """A scale or zero point of which the kernel reads the first element, and does not ask for more."""
    count = fact.count()
    if count is None:
        return
    call.require_at_least(
        count, 1, codes.LIST_LENGTH, "{name} has {have} elements, needed 1; {name} is {fact}",
        name=name, have=count, fact=fact,
    )  # fmt: skip
    if (count.lo is not None and count.lo > 1) or (len(fact.shape or ()) > 1 and count.value == 1):
        call.warn(
            codes.RUNTIME_DIFFERS,
            "{name} is {fact}, needed one number; ONNX Runtime takes the first, if scale and zero point are "
            "those of the result", name=name, fact=fact,
        )  # fmt: skip


def _require_table(
    call: Call, scale: TensorFact, point: TensorFact, of_result: tuple[TensorFact, TensorFact], name: str
) -> None:
    """Where scale and zero point are not those of the result, a table is made, for which each of the four is
    a scalar or a list of one."""
    given = (scale, point, *of_result)
    single = all_of(*(_is_single(fact) for fact in given))
    if single.verdict() is PROVED or any(fact.count() == ZERO for fact in given):
        return
    same = [_has_same_first(call, a, b) for a, b in zip((scale, point), of_result, strict=True)]
    call.require(
        any_of(single, all_of(*same)), codes.RUNTIME_DIFFERS,
        "scale and zero point of {name} are {scale} and {point}, those of the result {wanted} and {zero}, "
        "needed scalars or lists of one: ONNX Runtime takes others if they are equal",
        name=name, scale=scale, point=point, wanted=of_result[0], zero=of_result[1],
    )  # fmt: skip


def _is_single(fact: TensorFact) -> Condition:
    if not fact.shape:
        return all_of()  # a scalar, or of a rank that nobody knows
    return equal(fact.shape[0], ONE) if len(fact.shape) == 1 else any_of()


def _has_same_first(call: Call, a: TensorFact, b: TensorFact) -> Condition:
    left, right = (None if f.elements is None else f.elements.numbers() for f in (a, b))
    if left and right:
        return all_of() if left[0] == right[0] else any_of()
    return equal(call.fresh("whether these scales and zero points are equal depends on data"), ZERO)


_OF_X = ("x_scale", "x_zero_point", "y_scale", "y_zero_point")


@rule(("QLinearLeakyRelu", "QLinearSigmoid"), versions=(1,), domain="com.microsoft")
def qlinear_unary(call: Call, X: TensorFact, *parameters: TensorFact | None) -> TensorFact:
    _require_four(call, parameters, _OF_X)
    return tensor(0, X.shape)


@rule("QLinearSoftmax", versions=(1,), domain="com.microsoft")
def qlinear_softmax(call: Call, X: TensorFact, *parameters: TensorFact | None) -> TensorFact:
    # It reads the first of each; only the table that it makes of a stored scale asks for one.
    # It makes none of an axis whose size no loader knows.
    sized = call.loading and X.shape is not None and all(size.value is not None for size in X.shape)
    if sized and parameters and parameters[0] is not None and _is_stored(parameters[0]):
        require_one_or_each(call, parameters[0], None, _OF_X[0])
    if X.shape is None:
        return tensor(0)
    call.axis(as_int32(call.int("axis", -1)), len(X.shape))
    for name, fact in zip(_OF_X[2:], parameters[2:], strict=False):
        if fact is not None and _is_stored(fact) and ZERO in (fact.shape or ()):
            call.require(
                any_of(*(equal(size, ZERO) for size in X.shape)), codes.RUNTIME_DIFFERS,
                "{name} is {fact}, stored, at which ONNX Runtime's process ends; X is {X}",
                name=name, fact=fact, X=X,
            )  # fmt: skip
    return tensor(0, X.shape)


@rule("QLinearGlobalAveragePool", versions=(1,), domain="com.microsoft")
def qlinear_global_average_pool(call: Call, X: TensorFact, *parameters: TensorFact | None) -> TensorFact:
    _require_four(call, parameters, _OF_X)
    last = bool(call.int("channels_last", 0))
    image = channels_first(X, last=last)
    call.rank(image, "X", at_least=3)
    for axis, size in enumerate(image.shape or ()):
        if axis > 1:
            call.require_at_least(
                size, 1, codes.EMPTY_REDUCTION, "axis {axis} of X has {size}, needed at least 1; X is {X}",
                axis=axis - (1 if last else 0), size=size, X=X,
            )  # fmt: skip
    if image.shape is None:
        return tensor(0)
    pooled_shape = (*image.shape[:2], *(ONE,) * (len(image.shape) - 2))
    return tensor(0, channels_behind(pooled_shape, last=last))


@rule("QLinearAveragePool", versions=(1,), domain="com.microsoft")
def qlinear_average_pool(call: Call, X: TensorFact, *parameters: TensorFact | None) -> TensorFact:
    _require_scalars(call, dict(zip(_OF_X, parameters, strict=False)))
    last = bool(call.int("channels_last", 0))
    return tensor(
        0,
        channels_behind(
            pooled(call, channels_first(X, last=last), filled=len(X.shape or ()) if last else 0), last=last
        ),
    )


@rule("QLinearReduceMean", versions=(1,), domain="com.microsoft")
def qlinear_reduce_mean(call: Call, data: TensorFact, *parameters: TensorFact | None) -> TensorFact:
    _require_scalars(call, dict(zip(_OF_X, parameters, strict=False)))
    return tensor(0, _reduced(call, data))


@rule("ReduceSumInteger", versions=(1,), domain="com.microsoft")
def reduce_sum_integer(call: Call, data: TensorFact) -> TensorFact:
    # The sum is signed or unsigned as its input is.
    made = {0: 0, INT8: INT32}.get(data.elem_type, UINT32)
    return tensor(made, _reduced(call, data))


def _reduced(call: Call, data: TensorFact) -> Shape | None:
    if data.shape is None:
        return None
    axes = call.ints("axes")
    named = axes or range(len(data.shape))
    return reduced_shape(
        data.shape, reduced_axes(call, tuple(named), data.shape), keepdims=bool(call.int("keepdims", 1))
    )


@rule("QLinearWhere", versions=(1,), domain="com.microsoft")
def qlinear_where(
    call: Call,
    condition: TensorFact,
    X: TensorFact,
    x_scale: TensorFact,
    x_zero_point: TensorFact,
    Y: TensorFact,
    y_scale: TensorFact,
    y_zero_point: TensorFact,
    z_scale: TensorFact,
    z_zero_point: TensorFact,
) -> TensorFact:
    parameters = (x_scale, x_zero_point, y_scale, y_zero_point, z_scale, z_zero_point)
    for parameter, label in zip(parameters, (*_OF_X, "z_scale", "z_zero_point"), strict=True):
        _require_first(call, parameter, label)
    of_result = z_scale, z_zero_point
    _require_table(call, x_scale, x_zero_point, of_result, "X")
    _require_table(call, y_scale, y_zero_point, of_result, "Y")
    if _is_stored(z_scale) and _is_stored(z_zero_point):
        # The kernel prepares tables at load, of which it looks at these two and at Z's.
        for fact, name in ((x_zero_point, "x_zero_point"), (y_zero_point, "y_zero_point")):
            if fact.shape is not None and not _is_stored(fact):
                call.error(
                    codes.RUNTIME_DIFFERS,
                    "z_scale and z_zero_point are stored in the model and {name} is not, "
                    "of which ONNX Runtime dies",
                    name=name,
                )  # fmt: skip
    return tensor(0, broadcast_shapes(call, condition, X, Y, names=("condition", "X", "Y")))


def _is_stored(fact: TensorFact) -> bool:
    return fact.elements is not None and fact.elements.stored


@rule("QLinearConcat", versions=(1,), domain="com.microsoft")
def qlinear_concat(
    call: Call, Y_scale: TensorFact, Y_zero_point: TensorFact, inputs: tuple[Fact | None, ...]
) -> TensorFact:
    """Of ``inputs`` every third is a piece; its scale and zero point follow it."""
    if len(inputs) % 3:
        raise call.fail(
            codes.INPUT_COUNT, "{count} inputs, needed 3 for each piece: it, its scale and its zero point",
            count=len(inputs),
        )  # fmt: skip
    if call.in_function:
        call.error(
            codes.RUNTIME_DIFFERS,
            "it stands in a function, where ONNX Runtime takes the type of Y_scale for that of the result",
        )
    if None in inputs[::3]:
        call.error(codes.MISSING_INPUT, "a piece is left out, needed every one")
    pieces = [f if isinstance(f, TensorFact) else tensor(0) for f in inputs[::3]]
    shapes = [p.shape for p in pieces if p.shape is not None]
    if not shapes:
        return tensor(Y_zero_point.elem_type)
    for fact in (*pieces, *inputs[2::3]):
        kind = fact.elem_type if isinstance(fact, TensorFact) else 0
        if kind and Y_zero_point.elem_type and kind != Y_zero_point.elem_type:
            call.error(
                codes.TYPE_NOT_ALLOWED, "an input is {kind}, needed the {wanted} of Y_zero_point",
                kind=elem_type_name(kind), wanted=elem_type_name(Y_zero_point.elem_type),
            )  # fmt: skip
            break
    parameters = (Y_scale, Y_zero_point, *(f for i, f in enumerate(inputs) if i % 3))
    for at, fact in enumerate(parameters):
        name = "the zero point" if at % 2 else "the scale"
        if fact is None:
            call.error(codes.RUNTIME_DIFFERS, "{name} of a piece is left out, of which ONNX Runtime dies",
                       name=name)  # fmt: skip
        elif isinstance(fact, TensorFact):
            _require_first(call, fact, name)
            if not at % 2 and fact.elem_type not in (0, FLOAT):
                call.error(codes.TYPE_NOT_ALLOWED, "{name} is {fact}, needed f32", name=name, fact=fact)

    for scale, point in zip(inputs[1::3], inputs[2::3], strict=True):
        if isinstance(scale, TensorFact) and isinstance(point, TensorFact):
            _require_table(call, scale, point, (Y_scale, Y_zero_point), "a piece")

    def seen() -> bool:
        # A loader compares pieces only if it knows all shapes, those of scales too.
        read = (Y_scale, Y_zero_point, *inputs)
        return all(isinstance(fact, TensorFact) and is_ranked(fact) for fact in read)

    joined = concatenate(call, pieces, call.int("axis"), "pieces", seen=seen)
    return tensor(Y_zero_point.elem_type, joined.shape)
