"""Cases about nodes that ONNX Runtime's optimizations replace together: quantized operators, normalizations,
activations behind a matrix product, what stands between Transposes, and the like.

Each pattern is drawn with the sizes that fit, of which some become others, some become names, and some axes go or
come. What replaces the nodes may not look at what they look at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import onnx
import onnx.parser

from tests.fuzz.differential.case import Case, Trial
from tests.fuzz.differential.drawing import END, FITTING, Drawn

MODE = "patterns"
_OPSETS = (13, 17, 18, 19, 21, 21, 22, 23)


# --- quantized operators ------------------------------------------------------------------------


def _conv(g: Drawn) -> str:
    weights = g.weights(3, 4, 3, 3)
    made = g.node("Conv", g.quantized(g.given(2, 4, 5, 5), "uint8"), weights, *g.bias(3))
    return g.ended(g.any_of("Relu", "Clip")(made) if g.may(0.4) else made)


def _matmul(g: Drawn) -> str:
    right = g.weights(4, 5, axis=1) if g.may(0.7) else g.quantized(g.given(4, 5))
    return g.ended(g.node("MatMul", g.quantized(g.given(2, 3, 4)), right))


def _gemm(g: Drawn) -> str:
    return g.ended(g.node("Gemm", g.quantized(g.given(3, 4)), g.weights(5, 4), *g.bias(5), transB=1))


def _binary(g: Drawn) -> str:
    right = g.quantized(g.given(3, 4)) if g.may() else g.weights(4)
    return g.ended(g.any_of("Add", "Mul", "Sub", "Div")(g.quantized(g.given(2, 3, 4)), right))


def _unary(g: Drawn) -> str:
    x = g.quantized(g.given(2, 4, 4, 4))
    makers: Sequence[Callable[[], str]] = (
        lambda: g.any_of("Sigmoid", "LeakyRelu", "GlobalAveragePool")(x),
        lambda: g.any_of("AveragePool", "MaxPool")(x, kernel_shape=[2, 2]),
        lambda: g.any_of("Softmax", "ArgMax", "Flatten")(x, axis=g.one_of("1", "-1", "4", "3")),
        lambda: g.node("Reshape", x, g.numbers(0, -1, 4)),
        lambda: g.node("Transpose", x, perm=g.one_of("[0,2,3,1]", "[0,3,1,2]", "[0,2,1]", "[1,0]")),
        lambda: g.node("Squeeze", x, g.numbers(0)),
        lambda: g.node("Unsqueeze", x, g.numbers(4)),
        lambda: g.node("Resize", x, "", "", g.numbers(2, 4, 8, 8)),
        lambda: g.node("Slice", x, g.numbers(0), g.numbers(2), g.numbers(1)),
        lambda: g.node("Pad", x, g.numbers(0, 0, 1, 1, 0, 0, 1, 1)),
    )
    made = g.random.choice(makers)()
    return made if "ArgMax" in g.nodes[-1] else g.ended(made)


def _concat(g: Drawn) -> str:
    axis = g.one_of("1", "1", "1", "0", "2", "-2")
    return g.ended(g.node("Concat", g.quantized(g.given(2, 3, 4)), g.quantized(g.given(2, 2, 4)), axis=axis))


def _split(g: Drawn) -> str:
    first, second = g.nodes_of("Split", 2, g.quantized(g.given(2, 4, 4)), g.numbers(2, 2), axis=1)
    return g.node("Add", g.ended(first), g.ended(second))


def _gather(g: Drawn) -> str:
    return g.ended(g.node("Gather", g.weights(4, 3, axis=1), g.numbers(0, 1, 2)))


def _where(g: Drawn) -> str:
    condition = g.weight(1, type_="bool")
    return g.ended(g.node("Where", condition, g.quantized(g.given(2, 3)), g.quantized(g.given(3))))


def _normalized(g: Drawn) -> str:
    return g.ended(g.node("InstanceNormalization", g.quantized(g.given(2, 3, 4)), g.weights(3), g.weights(3)))


def _twice(g: Drawn) -> str:
    return g.quantized(g.quantized(g.plain(g.given(2, 3))))


def _alone(g: Drawn) -> str:
    type_ = g.one_of("int8", "uint8")
    return g.dequantized(g.given(2, 3, 4, type_=type_), type_, 3, 1)


def _dynamic(g: Drawn) -> str:
    a, scale, zero = g.nodes_of("DynamicQuantizeLinear", 3, g.given(3, 4))
    per_column = [[], [1], [5]]
    zeros = g.weight(*g.random.choice(per_column), type_="uint8", value=0)
    made = g.node("MatMulInteger", a, g.weight(4, 5, type_="uint8"), zero, zeros)
    scales = g.node("Mul", scale, g.weight(*g.random.choice(per_column), value=0.5))
    return g.node("Mul", g.node("Cast", made, to=1), scales)


# --- products and convolutions, and what follows them -------------------------------------------


def _added(g: Drawn) -> str:
    made = g.node("MatMul", g.given(3, 4), g.weight(4, 5))
    bias = g.weight(*g.random.choice([(5,), (1, 5), (3, 5), (3, 1), (1,)]))
    return g.plain(g.node("Add", *g.random.sample([made, bias], 2)))


def _batched(g: Drawn) -> str:
    made = g.node("MatMul", g.given(2, 3, 4), g.weight(4, 5))
    return g.plain(g.node("Add", *g.random.sample([made, g.weight(5)], 2)))


def _scaled(g: Drawn) -> str:
    left = g.node("Div", g.given(2, 3, 4), g.weight(*g.random.choice([(), (1,)]), value=2))
    return g.node("Mul", g.node("MatMul", left, g.given(2, 4, 3)), g.weight(value=3))


def _turned(g: Drawn) -> str:
    return g.node("MatMul", g.node("Transpose", g.given(2, 3, 4), perm="[0,2,1]"), g.given(2, 3, 4))


def _gemm_sum(g: Drawn) -> str:
    made = g.node("Gemm", g.given(3, 4), g.weight(4, 5))
    return g.node("Sum", made, g.weight(*g.random.choice([(5,), (3, 5), (1, 5), (3, 1)])))


def _gemm_activated(g: Drawn) -> str:
    made = g.node("Gemm", g.node("Transpose", g.given(4, 3)), g.weight(4, 5), g.weight(5))
    return g.any_of("Relu", "Sigmoid", "LeakyRelu", "Tanh")(made)


def _conv_normalized(g: Drawn) -> str:
    operator, weights = ("Conv", (3, 4, 3, 3)) if g.may(0.7) else ("ConvTranspose", (4, 3, 3, 3))
    made = g.node(operator, g.given(2, 4, 5, 5), g.weight(*weights), *([g.weight(3)] if g.may() else []))
    return g.plain(g.node("BatchNormalization", made, *[g.weight(3) for _ in range(4)]))


def _conv_scaled(g: Drawn) -> str:
    made = g.node("Conv", g.given(2, 4, 5, 5), g.weight(3, 4, 3, 3), *([g.weight(3)] if g.may() else []))
    other = g.weight(*g.random.choice([(3, 1, 1), (1, 3, 1, 1), (1,), (), (3,)]))
    return g.plain(g.any_of("Add", "Mul")(*g.random.sample([made, other], 2)))


def _conv_activated(g: Drawn) -> str:
    made = g.node("Conv", g.given(2, 4, 5, 5), g.weight(4, 4, 3, 3))
    if g.may(0.3):
        return g.node("Clip", made, g.weight(value=0), g.weight(value=6))
    return g.any_of("Relu", "Sigmoid", "Tanh", "LeakyRelu", "HardSigmoid")(made)


def _padded(g: Drawn) -> str:
    made = g.node("Pad", g.given(2, 4, 5, 5), g.numbers(0, 0, 1, 1, 0, 0, 1, 1))
    if g.may():
        return g.node("Conv", made, g.weight(3, 4, 3, 3))
    return g.any_of("MaxPool", "AveragePool")(made, kernel_shape=[2, 2])


def _residual(g: Drawn) -> str:
    x = g.given(2, 4, 5, 5)
    made = g.node("Conv", x, g.weight(4, 4, 1, 1))
    other = g.random.choice(
        (
            lambda: x,
            lambda: g.node("Conv", x, g.weight(4, 4, 1, 1)),
            lambda: g.given(2, 4, 5, 5),
            lambda: g.given(1, 4, 1, 1),
        )
    )()
    return g.any_of("Relu", "Sigmoid", "Tanh")(g.node("Add", *g.random.sample([made, other], 2)))


def _in_blocks(g: Drawn) -> str:
    """Channels that the runtime cuts into blocks, and nodes that then take blocks."""
    x = g.given(2, 16, 6, 6)
    made = g.node("Conv", x, g.weight(16, 16, 1, 1))
    makers: Sequence[Callable[[], str]] = (
        lambda: g.any_of("MaxPool", "AveragePool")(made, kernel_shape=[2, 2]),
        lambda: g.any_of("GlobalAveragePool", "GlobalMaxPool")(made),
        lambda: g.node(
            "Concat", made, g.node("Conv", x, g.weight(16, 16, 1, 1)), axis=g.one_of("1", "1", "0", "2")
        ),
        lambda: g.node("Add", made, g.node("Conv", x, g.weight(16, 16, 1, 1))),
        lambda: g.node("BatchNormalization", g.node("Relu", made), *[g.weight(16) for _ in range(4)]),
        lambda: g.node("Resize", made, "", "", g.numbers(2, 16, 12, 12)),
        lambda: g.node("Mul", made, g.node("GlobalAveragePool", made)),
    )
    return g.node("Conv", g.random.choice(makers)(), g.weight(16, 16, 1, 1))


def _product_normalized(g: Drawn) -> str:
    made = g.node("MatMul", g.given(3, 4), g.weight(4, 5))
    return g.node("BatchNormalization", made, *[g.weight(5) for _ in range(4)])


# --- parts of transformers ----------------------------------------------------------------------


def _layer_normalization(g: Drawn) -> str:
    x = g.given(2, 3, 4)
    apart = g.node("Sub", x, g.reduced("ReduceMean", x, -1))
    variance = g.reduced("ReduceMean", g.node("Pow", apart, g.weight(value=2)), -1)
    root = g.node("Sqrt", g.node("Add", variance, g.weight(value=0.1)))
    return g.node("Add", g.node("Mul", g.node("Div", apart, root), g.weight(4)), g.weight(4))


def _skipped(g: Drawn) -> str:
    made = g.node("Add", g.given(2, 3, 4), g.given(2, 3, 4))
    made = g.node("Add", made, g.weight(4)) if g.may() else made
    return g.node("LayerNormalization", made, g.weight(4), g.weight(4), axis=g.one_of("-1", "-1", "2", "1"))


def _gelu(g: Drawn) -> str:
    x = g.given(2, 3, 4)
    x = g.node("Add", x, g.weight(4)) if g.may() else x
    error = g.node("Erf", g.node("Div", x, g.weight(value=1.4142)))
    return g.node("Mul", g.node("Mul", x, g.node("Add", error, g.weight(value=1))), g.weight(value=0.5))


def _quick_gelu(g: Drawn) -> str:
    x = g.given(2, 3, 4)
    return g.node("Mul", x, g.node("Sigmoid", g.node("Mul", x, g.weight(value=1.702)) if g.may(0.7) else x))


def _attention(g: Drawn) -> str:
    x = g.given(2, 3, 4)

    def head() -> str:
        made = g.node("Add", g.node("MatMul", x, g.weight(4, 4)), g.weight(4))
        return g.node("Transpose", g.node("Reshape", made, g.numbers(0, 0, 2, 2)), perm="[0,2,1,3]")

    query, key, value = head(), head(), head()
    scores = g.node("MatMul", query, g.node("Transpose", key, perm="[0,1,3,2]"))
    weights = g.node("Softmax", g.node("Div", scores, g.weight(value=2)), axis=-1)
    joined = g.node("Transpose", g.node("MatMul", weights, value), perm="[0,2,1,3]")
    return g.node("Reshape", joined, g.numbers(0, 0, 4))


def _embedded(g: Drawn) -> str:
    words = g.node("Gather", g.weight(4, 3), g.given(2, 3, type_="int64"))
    return g.node("Add", words, g.node("Gather", g.weight(4, 3), g.numbers(0, 1, 2)))


# --- nodes that are moved, joined or left out ---------------------------------------------------


def _sliced(g: Drawn) -> str:
    axis = g.random.choice((0, 1, 2, 3, -1))
    lists = (g.numbers(0), g.numbers(END), g.numbers(axis), g.numbers(1))
    return g.plain(g.node("Slice", g.plain(g.given(2, 3, 4)), *lists))


def _reshaped(g: Drawn) -> str:
    made = g.node("Reshape", g.plain(g.given(2, 3, 4)), g.numbers(0, -1))
    return g.plain(g.node("Reshape", made, g.numbers(2, 3, 4)))


def _computed(g: Drawn) -> str:
    x = g.given(2, 3, 4)
    sizes = g.node("Gather", g.node("Shape", x), g.numbers(g.random.choice((0, 1, 2, 3))))
    rest = g.numbers(g.random.choice((-1, 12, 4)))
    parts = (sizes, rest) if g.may(0.7) else (rest, sizes)
    return g.node("Reshape", x, g.node("Concat", *parts, axis=g.one_of("0", "0", "0", "1", "-1")))


def _exported(g: Drawn) -> str:
    """The target of a Reshape as exporters compute it: a dim at a time."""
    x = g.given(2, 3, 4)
    parts = []
    for axis in (0, 1):
        size = g.node("Gather", g.node("Shape", x), g.number(axis if g.may(0.9) else 3), axis=0)
        size = (
            g.any_of("Mul", "Div", "Add")(size, g.number(g.random.choice((1, 1, 2)))) if g.may(0.3) else size
        )
        parts.append(g.node("Unsqueeze", size, g.numbers(0)) if g.opset >= 13 else size)
    return g.node("Reshape", g.plain(x), g.node("Concat", *parts, g.numbers(-1), axis=0))


def _cut(g: Drawn) -> str:
    x = g.plain(g.given(3, 2, 4))
    pieces = [
        g.node("Slice", x, g.numbers(at), g.numbers(at + 1), g.numbers(0))
        if g.may()
        else g.node("Gather", x, g.numbers(at), axis=0)
        for at in range(3)
    ]
    return g.node("Concat", *pieces, axis=g.one_of("0", "0", "1"))


def _unchanged(g: Drawn) -> str:
    operator, value = g.random.choice((("Add", 0), ("Sub", 0), ("Mul", 1), ("Div", 1)))
    other = g.weight(*g.random.choice([(), (1,), (3,), (1, 1), (1, 1, 1)]), value=value)
    return g.plain(g.node(operator, g.plain(g.given(2, 3)), other))


def _expanded(g: Drawn) -> str:
    sizes = g.random.choice(((1, 1), (2, 3), (1,), (1, 1, 1), (-1, -1)))
    return g.plain(g.node("Expand", g.plain(g.given(2, 3)), g.numbers(*sizes)))


def _clipped(g: Drawn) -> str:
    return g.node("Clip", g.node("Relu", g.given(2, 3)), g.weight(value=0), g.weight(value=6))


def _joined(g: Drawn) -> str:
    made = g.node("Concat", g.given(2, 3), g.given(2, 4), axis=1)
    pieces = [
        g.node("Slice", made, g.numbers(first), g.numbers(end), g.numbers(1))
        for first, end in ((0, 3), (3, 7))
    ]
    return g.node("Concat", *pieces, axis=1)


def _picked(g: Drawn) -> str:
    x = g.plain(g.given(3, 2, 4))
    first, second, third = (g.node("Gather", x, g.number(at), axis=0) for at in range(3))
    return g.node("Add", g.node("Add", first, second), third)


def _squeezed(g: Drawn) -> str:
    made = g.node("Unsqueeze", g.plain(g.given(2, 3)), g.numbers(1))
    return g.plain(g.node("Squeeze", made, g.numbers(1)))


def _transposed(g: Drawn) -> str:
    made = g.node("Transpose", g.given(2, 5, 4), perm="[0,2,1]")
    makers: Sequence[Callable[[], str]] = (
        lambda: g.node("Relu", made),
        lambda: g.node("Add", made, g.weight(4, 1)),
        lambda: g.node("Concat", made, g.given(2, 4, 3), axis=2),
        lambda: g.node("Softmax", made, axis=1),
        lambda: g.reduced("ReduceMean", made, 1),
        lambda: g.node("Pad", made, g.numbers(0, 1, 0, 0, 1, 0)),
        lambda: g.node("Slice", made, g.numbers(0), g.numbers(2), g.numbers(1)),
        lambda: g.nodes_of("Split", 2, made, g.numbers(2, 2), axis=1)[0],
    )
    return g.node(
        "Transpose", g.random.choice(makers)(), perm=g.one_of("[0,2,1]", "[0,2,1]", "[1,0,2]", "[0,1]")
    )


def _channels_last(g: Drawn) -> str:
    made = g.node("Conv", g.node("Transpose", g.given(2, 5, 5, 4), perm="[0,3,1,2]"), g.weight(3, 4, 3, 3))
    return g.node("Transpose", made, perm="[0,2,3,1]")


def _negated(g: Drawn) -> str:
    return g.node("Where", g.node("Not", g.given(2, 3, type_="bool")), g.given(2, 3), g.given(3))


def _dropped(g: Drawn) -> str:
    return g.node("Dropout", g.plain(g.given(2, 3)), g.weight(value=0.5), g.weight(type_="bool", value=0))


PATTERNS = (
    _conv, _matmul, _gemm, _binary, _unary, _unary, _concat, _split, _gather, _where, _normalized, _twice,
    _alone, _dynamic, _added, _batched, _scaled, _turned, _gemm_sum, _gemm_activated, _conv_normalized,
    _conv_scaled, _conv_activated, _padded, _residual, _in_blocks, _in_blocks, _product_normalized, _exported,
    _cut, _layer_normalization, _skipped, _gelu, _quick_gelu, _attention, _embedded, _sliced, _reshaped,
    _computed, _unchanged, _expanded, _clipped, _joined, _picked, _squeezed, _transposed, _transposed,
    _channels_last, _negated, _dropped,
)  # fmt: skip


def random_case(seed: int) -> Case:
    """One pattern, and some choices of the sizes that have names."""
    random = Random(seed)
    opset, pattern = random.choice(_OPSETS), random.choice(PATTERNS)
    graph = Drawn(random, opset)
    made = pattern(graph)
    source = (
        f'<ir_version: 10, opset_import: ["" : {opset}]> g ({", ".join(graph.inputs)}) => ({made}) '
        f"<{', '.join(graph.stored)}> {{ {' '.join(graph.nodes)} }}"
    )
    names = sorted(graph.names)
    sizes = [{name: FITTING[name] for name in names}]
    sizes += [{name: random.choice((1, 2, 3, 4, 5, 0)) for name in names} for _ in range(3 if names else 0)]
    return Case(
        seed,
        MODE,
        f"patterns::{pattern.__name__.strip('_')}",
        onnx.parser.parse_model(source),
        [Trial(one, {}) for one in sizes],
    )
