"""Builders of the models that are measured; nothing is downloaded.

    python benchmarks/models.py FOLDER/mixed-1000000.onnx

The name says what to build: bert, llama, resnet50, large, or chain, diamond, mixed or growing with a number
of nodes. Weights are zeros: what is measured is how a tool gets past them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import onnx
from onnx import TensorProto, helper

from shapeinfer.model.protobuf.wire import encode_varint

Size = int | str
FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


class Builder:
    """A graph under construction; every method returns the name of the value it made."""

    def __init__(self, name: str, *, constant_nodes: bool = False) -> None:
        self.graph = onnx.GraphProto(name=name)
        self.count = 0
        self.constant_nodes = constant_nodes

    def input(self, name: str, elem_type: int, shape: Sequence[Size]) -> str:
        self.graph.input.append(helper.make_tensor_value_info(name, elem_type, list(shape)))
        return name

    def output(self, name: str, elem_type: int, shape: Sequence[Size] | None) -> None:
        self.graph.output.append(helper.make_tensor_value_info(name, elem_type, shape))

    def weight(self, *dims: int, name: str = "") -> str:
        """A float initializer of zeros."""
        size = 4
        for dim in dims:
            size *= dim
        self.count += 1
        name = name or f"weight_{self.count}"
        self.graph.initializer.add(name=name, data_type=FLOAT, dims=dims, raw_data=bytes(size))
        return name

    def ints(self, *values: int) -> str:
        """A 1-D int64 constant."""
        return self._constant("ints", INT64, [len(values)], values)

    def index(self, value: int) -> str:
        """A scalar int64 constant."""
        return self._constant("index", INT64, [], [value])

    def scalar(self, value: float) -> str:
        """A scalar float constant."""
        return self._constant("scalar", FLOAT, [], [value])

    def _constant(self, kind: str, elem_type: int, dims: Sequence[int], values: Sequence[float]) -> str:
        self.count += 1
        name = f"{kind}_{self.count}"
        if self.constant_nodes:
            return self.op("Constant", out=name, value=helper.make_tensor("", elem_type, dims, values))
        self.graph.initializer.append(helper.make_tensor(name, elem_type, dims, values))
        return name

    def op(self, op_type: str, *inputs: str, out: str = "", **attributes: object) -> str:
        self.count += 1
        output = out or f"{op_type.lower()}_{self.count}"
        node = helper.make_node(op_type, inputs, [output], name=f"node_{self.count}", **attributes)  # type: ignore[arg-type]  # none of them is a parameter
        self.graph.node.append(node)
        return output

    def model(self) -> onnx.ModelProto:
        """The finished model, at opset 17."""
        return helper.make_model(self.graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])


def linear(b: Builder, x: str, width: int, out: int) -> str:
    """x @ W + b"""
    return b.op("Add", b.weight(out), b.op("MatMul", x, b.weight(width, out)))


def size_of(b: Builder, x: str, axis: int) -> str:
    """The size of an axis as exporters take it: Shape, Gather, Unsqueeze."""
    return b.op("Unsqueeze", b.op("Gather", b.op("Shape", x), b.index(axis), axis=0), b.ints(0))


def heads(b: Builder, x: str, count: int, width: int) -> str:
    """[batch, seq, width] to [batch, count, seq, width / count]"""
    target = b.op("Concat", size_of(b, x, 0), size_of(b, x, 1), b.ints(count), b.ints(width // count), axis=0)
    return b.op("Transpose", b.op("Reshape", x, target), perm=[0, 2, 1, 3])


def joined(b: Builder, x: str, width: int) -> str:
    """The inverse of ``heads``."""
    x = b.op("Transpose", x, perm=[0, 2, 1, 3])
    return b.op("Reshape", x, b.op("Concat", size_of(b, x, 0), size_of(b, x, 1), b.ints(width), axis=0))


def bert(layers: int = 12, width: int = 768, words: int = 30522, count: int = 12) -> onnx.ModelProto:
    """A BERT-like encoder; 438 MB of weights in the file with the sizes given."""
    b = Builder("bert")
    ids = b.input("input_ids", INT64, ("batch", "seq"))
    mask = b.input("attention_mask", INT64, ("batch", "seq"))
    bias = b.op("Unsqueeze", b.op("Cast", mask, to=FLOAT), b.ints(1, 2))
    bias = b.op("Mul", b.op("Sub", b.scalar(1.0), bias), b.scalar(-10000.0))
    positions = b.op("Range", b.index(0), b.op("Squeeze", size_of(b, ids, 1)), b.index(1))
    x = b.op("Gather", b.weight(words, width, name="words"), ids)
    x = b.op("Add", x, b.op("Gather", b.weight(512, width, name="positions"), positions))
    x = b.op("LayerNormalization", x, b.weight(width), b.weight(width))
    for _ in range(layers):
        q, k, v = (heads(b, linear(b, x, width, width), count, width) for _ in range(3))
        scores = b.op("MatMul", q, b.op("Transpose", k, perm=[0, 1, 3, 2]))
        scores = b.op("Add", b.op("Div", scores, b.scalar(8.0)), bias)
        mixed = joined(b, b.op("MatMul", b.op("Softmax", scores, axis=-1), v), width)
        x = b.op("Add", x, linear(b, mixed, width, width))
        x = b.op("LayerNormalization", x, b.weight(width), b.weight(width))
        inner = linear(b, x, width, 4 * width)
        gelu = b.op("Add", b.op("Erf", b.op("Div", inner, b.scalar(1.4142135))), b.scalar(1.0))
        gelu = b.op("Mul", b.op("Mul", inner, gelu), b.scalar(0.5))
        x = b.op("Add", x, linear(b, gelu, 4 * width, width))
        x = b.op("LayerNormalization", x, b.weight(width), b.weight(width))
    b.op("Identity", x, out="hidden")
    b.output("hidden", FLOAT, None)
    return b.model()


def llama(layers: int = 32, width: int = 64, count: int = 4) -> onnx.ModelProto:
    """A decoder with grouped key and value heads, a kv cache and a dynamic batch, seq, past and total.

    Constants are nodes, as torch's TorchScript exporter writes them: 6.2 thousand nodes.
    """
    b = Builder("llama", constant_nodes=True)
    each, kv_count = width // count, count // 2
    ids = b.input("input_ids", INT64, ("batch", "seq"))
    mask = b.input("attention_mask", INT64, ("batch", "total"))
    positions = b.input("position_ids", INT64, ("batch", "seq"))
    x = b.op("Gather", b.weight(1000, width, name="words"), ids)
    bias = b.op("Unsqueeze", b.op("Cast", mask, to=FLOAT), b.ints(1, 2))
    bias = b.op("Mul", b.op("Sub", b.scalar(1.0), bias), b.scalar(-10000.0))
    angle = b.op("Cast", b.op("Unsqueeze", positions, b.ints(2)), to=FLOAT)
    angle = b.op("MatMul", angle, b.weight(1, each // 2))
    angle = b.op("Unsqueeze", b.op("Concat", angle, angle, axis=-1), b.ints(1))
    cos, sin = b.op("Cos", angle), b.op("Sin", angle)
    for layer in range(layers):
        past = [
            b.input(f"past_{layer}_{part}", FLOAT, ("batch", kv_count, "past", each))
            for part in ("key", "value")
        ]
        normed = _rms(b, x, width)
        q = _rotated(b, heads(b, _matmul(b, normed, width, width), count, width), cos, sin, each)
        k = _rotated(b, heads(b, _matmul(b, normed, width, width // 2), kv_count, width // 2), cos, sin, each)
        v = heads(b, _matmul(b, normed, width, width // 2), kv_count, width // 2)
        present = [
            b.op("Concat", old, new, axis=2, out=f"present_{layer}_{part}")
            for old, new, part in zip(past, (k, v), ("key", "value"), strict=True)
        ]
        k, v = (_repeated(b, name, kv_count, count // kv_count, each) for name in present)
        scores = b.op("Mul", b.op("MatMul", q, b.op("Transpose", k, perm=[0, 1, 3, 2])), b.scalar(0.25))
        mixed = b.op("MatMul", b.op("Softmax", b.op("Add", scores, bias), axis=-1), v)
        x = b.op("Add", x, _matmul(b, joined(b, mixed, width), width, width))
        normed = _rms(b, x, width)
        gate = _matmul(b, normed, width, 4 * width)
        gate = b.op("Mul", gate, b.op("Sigmoid", gate))
        x = b.op(
            "Add", x, _matmul(b, b.op("Mul", gate, _matmul(b, normed, width, 4 * width)), 4 * width, width)
        )
        for name in present:
            b.output(name, FLOAT, None)
    b.op("MatMul", _rms(b, x, width), b.weight(width, 1000), out="logits")
    b.output("logits", FLOAT, None)
    return b.model()


def _matmul(b: Builder, x: str, width: int, out: int) -> str:
    return b.op("MatMul", x, b.weight(width, out))


def _rms(b: Builder, x: str, width: int) -> str:
    mean = b.op("ReduceMean", b.op("Pow", x, b.scalar(2.0)), axes=[-1], keepdims=1)
    root = b.op("Sqrt", b.op("Add", mean, b.scalar(1e-5)))
    return b.op("Mul", b.weight(width), b.op("Mul", x, b.op("Div", b.scalar(1.0), root)))


def _rotated(b: Builder, x: str, cos: str, sin: str, width: int) -> str:
    """x * cos + rotate_half(x) * sin, the half taken as exporters take it: from the shape."""
    half = b.op("Div", size_of(b, x, 3), b.ints(2))
    first = b.op("Slice", x, b.ints(0), half, b.ints(3), b.ints(1))
    second = b.op("Slice", x, half, b.ints(2**63 - 1), b.ints(3), b.ints(1))
    turned = b.op("Concat", b.op("Neg", second), first, axis=-1)
    return b.op("Add", b.op("Mul", x, cos), b.op("Mul", turned, sin))


def _repeated(b: Builder, x: str, kv_count: int, times: int, width: int) -> str:
    """Each key and value head for several query heads: Unsqueeze, Expand, Reshape."""
    batch, total = size_of(b, x, 0), size_of(b, x, 2)
    wide = b.op("Concat", batch, b.ints(kv_count), b.ints(times), total, b.ints(width), axis=0)
    ones = b.op("ConstantOfShape", b.op("Shape", wide), value=helper.make_tensor("one", INT64, [1], [1]))
    chosen = b.op("Where", b.op("Equal", wide, b.op("Mul", ones, b.ints(-1))), ones, wide)
    spread = b.op("Expand", b.op("Unsqueeze", x, b.ints(2)), chosen)
    return b.op(
        "Reshape", spread, b.op("Concat", batch, b.ints(kv_count * times), total, b.ints(width), axis=0)
    )


def resnet50() -> onnx.ModelProto:
    """A ResNet-50 with a dynamic batch, height and width."""
    b = Builder("resnet50")
    x = b.input("image", FLOAT, ("batch", 3, "height", "width"))
    x = b.op("Relu", _conv(b, x, 3, 64, 7, stride=2))
    x = b.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    width = 64
    for stage, blocks in enumerate((3, 4, 6, 3)):
        inner = 64 * 2**stage
        for block in range(blocks):
            stride = 2 if stage and not block else 1
            short = x if block else _conv(b, x, width, 4 * inner, 1, stride=stride)
            x = b.op("Relu", _conv(b, x, width, inner, 1))
            x = b.op("Relu", _conv(b, x, inner, inner, 3, stride=stride))
            x = b.op("Relu", b.op("Add", _conv(b, x, inner, 4 * inner, 1), short))
            width = 4 * inner
    x = b.op("Flatten", b.op("GlobalAveragePool", x), axis=1)
    b.op("Gemm", x, b.weight(1000, width), b.weight(1000), transB=1, out="logits")
    b.output("logits", FLOAT, None)
    return b.model()


def _conv(b: Builder, x: str, channels: int, out: int, kernel: int, stride: int = 1) -> str:
    weight = b.weight(out, channels, kernel, kernel)
    return b.op(
        "Conv", x, weight, b.weight(out), kernel_shape=[kernel] * 2, strides=[stride] * 2,
        pads=[kernel // 2] * 4,
    )  # fmt: skip


def chain(nodes: int) -> onnx.ModelProto:
    """One elementwise node after the other."""
    b = Builder("chain")
    x = b.input("x", FLOAT, ("batch", "seq", 64))
    for step in range(nodes):
        x = b.op(("Relu", "Tanh", "Sigmoid")[step % 3], x)
    b.output(x, FLOAT, None)
    return b.model()


def diamond(nodes: int) -> onnx.ModelProto:
    """Every value is split in two ways that meet again."""
    b = Builder("diamond")
    x = b.input("x", FLOAT, ("batch", "seq", 64))
    for _ in range(nodes // 3):
        x = b.op("Add", b.op("Relu", x), b.op("Tanh", x))
    b.output(x, FLOAT, None)
    return b.model()


def mixed(nodes: int) -> onnx.ModelProto:
    """Blocks of shape arithmetic, Reshape, Transpose, MatMul and elementwise nodes."""
    b = Builder("mixed")
    x = b.input("x", FLOAT, ("batch", "seq", 64))
    weight = b.weight(64, 64, name="weight")
    while len(b.graph.node) < nodes:
        parts = heads(b, b.op("MatMul", x, weight), 4, 64)
        x = b.op("Relu", b.op("Add", x, joined(b, parts, 64)))
    b.output(x, FLOAT, None)
    return b.model()


def growing(nodes: int) -> onnx.ModelProto:
    """Adversarial: no two dims are the same, for every node appends to the one before."""
    b = Builder("growing")
    x = start = b.input("x", FLOAT, ("n", "m"))
    for _ in range(nodes):
        x = b.op("Concat", x, start, axis=0)
    b.output(x, FLOAT, None)
    return b.model()


def small(seed: int, nodes: int) -> onnx.ModelProto:
    """One of many models of a kind: blocks whose order and widths depend on the seed."""
    rng = random.Random(seed)
    b = Builder(f"small_{seed}")
    widths = (32, 48, 64, 96, 128)
    width, count = rng.choice(widths), rng.choice((2, 4, 8))
    x = b.input("x", FLOAT, ("batch", "seq", width))
    while len(b.graph.node) < nodes:
        match rng.choice(("attention", "linear", "linear", "activation", "transposed")):
            case "attention":
                x = b.op("Relu", b.op("Add", x, joined(b, heads(b, x, count, width), width)))
            case "linear":
                out = rng.choice(widths)
                x, width = linear(b, x, width, out), out
            case "activation":
                x = b.op(rng.choice(("Relu", "Tanh", "Sigmoid", "Softmax")), x)
            case _:
                x = b.op("Transpose", b.op("Transpose", x, perm=[0, 2, 1]), perm=[0, 2, 1])
    b.output(x, FLOAT, None)
    return b.model()


def write_large(path: Path, size: int) -> None:
    """The ResNet-50, then unused weights of ``size`` bytes: in one file more than protobuf writes."""
    model = resnet50()
    graph = model.graph.SerializeToString()
    model.ClearField("graph")
    head = model.SerializeToString()
    payload = size // 26
    fields = []
    for index in range(26):
        tensor = TensorProto(name=f"extra_{index}", data_type=FLOAT, dims=[payload // 4]).SerializeToString()
        raw = b"\x4a" + encode_varint(payload // 4 * 4)
        tag = b"\x2a" + encode_varint(len(tensor) + len(raw) + payload // 4 * 4)
        fields.append(tag + tensor + raw)
    total = len(graph) + sum(len(field) + payload // 4 * 4 for field in fields)
    with path.open("wb") as file:
        file.write(head + b"\x3a" + encode_varint(total) + graph)
        for field in fields:
            file.write(field)
            file.seek(payload // 4 * 4, 1)  # zeros that take no room on the disk
        file.truncate()


BUILDERS: dict[str, Callable[[], onnx.ModelProto]] = {"bert": bert, "llama": llama, "resnet50": resnet50}
SCALED: dict[str, Callable[[int], onnx.ModelProto]] = {
    "chain": chain, "diamond": diamond, "mixed": mixed, "growing": growing,
}  # fmt: skip
LARGE = 2_600_000_000


def build(path: Path) -> None:
    """Write the model that a file's name asks for."""
    partial = path.with_suffix(".partial")
    stem, _, size = path.stem.partition("-")
    if stem == "large":
        write_large(partial, LARGE)
    elif size.isdecimal() and stem in SCALED:
        partial.write_bytes(SCALED[stem](int(size)).SerializeToString())
    elif stem in BUILDERS and not size:
        partial.write_bytes(BUILDERS[stem]().SerializeToString())
    else:
        raise SystemExit(f"{path.stem} is no model that can be built")
    partial.rename(path)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
