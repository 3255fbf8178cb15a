"""Models for tests of costs: in ONNX's text form, and a ResNet-50 of published size."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import onnx
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer.dims import Symbol
from shapeinfer.jobs.cost import ModelCost
from tests.command import parse

HEAD = '<ir_version: 10, opset_import: ["" : 18, "local" : 1]>\n'


def cost(text: str, **dims: int) -> ModelCost:
    """The costs of a model in text form."""
    return shapeinfer.cost(parse(text, HEAD), dims=dims)


def at(sizes: Mapping[str, int]) -> Callable[[Symbol], int]:
    """The sizes of symbols by their names."""
    return lambda symbol: sizes[symbol.name]


def resnet50() -> onnx.ModelProto:
    """ResNet-50 as published (stages of 3, 4, 6, 3 blocks), batch normalizations apart, batch and image open;
    the weights lie in a file that is nowhere."""
    nodes: list[onnx.NodeProto] = []
    weights: list[onnx.TensorProto] = []

    def weight(name: str, *dims: int) -> str:
        tensor = TensorProto(name=name, dims=dims, data_type=TensorProto.FLOAT)
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="weights.bin")
        weights.append(tensor)
        return name

    def conv(x: str, name: str, cin: int, cout: int, kernel: int, stride: int = 1) -> str:
        pads = [kernel // 2] * 4
        made = f"{name}.out"
        nodes.append(
            helper.make_node(
                "Conv", [x, weight(f"{name}.weight", cout, cin, kernel, kernel)], [made], name=f"/{name}/Conv",
                kernel_shape=[kernel, kernel], pads=pads, strides=[stride, stride],
            )
        )  # fmt: skip
        norm = name.replace("conv", "bn") if "conv" in name else f"{name}.norm"
        stored = [
            weight(f"{norm}.{part}", cout) for part in ("weight", "bias", "running_mean", "running_var")
        ]
        nodes.append(
            helper.make_node("BatchNormalization", [made, *stored], [f"{norm}.out"], name=f"/{norm}/Norm")
        )
        return f"{norm}.out"

    def relu(x: str, name: str) -> str:
        nodes.append(helper.make_node("Relu", [x], [f"{name}.relu"], name=f"/{name}/Relu"))
        return f"{name}.relu"

    x = relu(conv("x", "conv1", 3, 64, 7, 2), "relu")
    nodes.append(
        helper.make_node(
            "MaxPool",
            [x],
            ["pool"],
            name="/maxpool/MaxPool",
            kernel_shape=[3, 3],
            strides=[2, 2],
            pads=[1] * 4,
        )
    )
    x, channels = "pool", 64
    for stage, (blocks, width) in enumerate(((3, 64), (4, 128), (6, 256), (3, 512)), 1):
        for block in range(blocks):
            at = f"layer{stage}/layer{stage}.{block}"
            stride = 2 if block == 0 and stage > 1 else 1
            y = relu(conv(x, f"{at}/conv1", channels, width, 1), f"{at}/relu1")
            y = relu(conv(y, f"{at}/conv2", width, width, 3, stride), f"{at}/relu2")
            y = conv(y, f"{at}/conv3", width, width * 4, 1)
            shortcut = conv(x, f"{at}/downsample", channels, width * 4, 1, stride) if block == 0 else x
            nodes.append(helper.make_node("Add", [y, shortcut], [f"{at}.sum"], name=f"/{at}/Add"))
            x, channels = relu(f"{at}.sum", f"{at}/relu3"), width * 4
    nodes.append(helper.make_node("GlobalAveragePool", [x], ["mean"], name="/avgpool/Mean"))
    nodes.append(helper.make_node("Flatten", ["mean"], ["flat"], name="/Flatten"))
    nodes.append(
        helper.make_node(
            "Gemm", ["flat", weight("fc.weight", 1000, 2048), weight("fc.bias", 1000)], ["y"], name="/fc/Gemm",
            transB=1,
        )
    )  # fmt: skip
    image = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 3, "height", "width"])
    out = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 1000])
    graph = helper.make_graph(nodes, "resnet50", [image], [out], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
