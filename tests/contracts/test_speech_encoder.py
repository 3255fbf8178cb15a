"""A speech encoder as exporters write it: strided convolutions over audio, and their lengths worked out again in
integers, where nothing says that they stay positive, for masks, pooling and reshapes.

Without bounds on the work such a model takes minutes: each length is a quotient that is truncated toward zero, and
each clamp of such quotients doubles what there is to say of the next.
"""

from __future__ import annotations

import onnx
from onnx import TensorProto, helper

from shapeinfer import infer

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
LAYERS = ((10, 5), (3, 2), (3, 2), (3, 2), (2, 2), (2, 2))
WIDTH, HEADS = 32, 4


def speech_encoder() -> onnx.ModelProto:
    """Audio of ``batch`` clips and ``samples`` samples in, a vector for each frame out."""
    nodes: list[onnx.NodeProto] = []
    stored: dict[str, onnx.TensorProto] = {}

    def node(op_type: str, inputs: list[str], output: str, **attributes: int | list[int]) -> str:
        nodes.append(helper.make_node(op_type, inputs, [output], **attributes))  # type: ignore[arg-type]  # no text
        return output

    def ints(*values: int, scalar: bool = False) -> str:
        name = ("k_" if scalar else "v_") + "_".join(map(str, values)).replace("-", "m")
        stored[name] = helper.make_tensor(name, INT64, [] if scalar else [len(values)], values)
        return name

    def number(value: int) -> str:
        return ints(value, scalar=True)

    def vector(scalar: str) -> str:
        return node("Unsqueeze", [scalar, ints(0)], f"vector_{len(nodes)}")

    def size(value: str, axis: int, name: str) -> str:
        return node("Squeeze", [node("Shape", [value], f"{name}_shape", start=axis, end=axis + 1)], name)

    def layer(length: str, kernel: int, stride: int) -> str:
        """``(length - kernel)//stride + 1`` in the integers of ONNX."""
        less = node("Sub", [length, number(kernel)], f"{length}_less")
        return node(
            "Add", [node("Div", [less, number(stride)], f"{length}_div"), number(1)], f"{length}_next"
        )

    batch = size("audio", 0, "batch_size")
    length = size("audio", 1, "length")
    frames = node("Unsqueeze", ["audio", ints(1)], "clips")
    for at, (kernel, stride) in enumerate(LAYERS):
        weight = onnx.TensorProto(
            name=f"w{at}", data_type=FLOAT, dims=[WIDTH, WIDTH if at else 1, kernel],
            data_location=TensorProto.EXTERNAL,
        )  # fmt: skip
        weight.external_data.add(key="location", value="weights")
        stored[f"w{at}"] = weight
        frames = node("Conv", [frames, f"w{at}"], f"conv{at}", kernel_shape=[kernel], strides=[stride])
        length = layer(length, kernel, stride)
    pooled = node("AveragePool", [frames], "pooled", kernel_shape=[2], strides=[2])
    pool_length = layer(length, 2, 2)
    mixed = onnx.TensorProto(
        name="w_mix", data_type=FLOAT, dims=[WIDTH, WIDTH, 4], data_location=TensorProto.EXTERNAL
    )
    mixed.external_data.add(key="location", value="weights")
    stored["w_mix"] = mixed
    position = node("Conv", [frames, "w_mix"], "position", kernel_shape=[4], strides=[2], pads=[1, 1])
    padded = node("Add", [length, number(2)], "length_padded")
    position_length = layer(padded, 4, 2)
    least = node("Min", [pool_length, position_length], "least")
    cut = [ints(0), vector(least), ints(2)]
    joined = node("Add", [
        node("Slice", [pooled, *cut], "pooled_cut"), node("Slice", [position, *cut], "position_cut"),
    ], "joined")  # fmt: skip
    hidden = node("Transpose", [joined], "hidden", perm=[0, 2, 1])
    head = [vector(batch), vector(least), ints(HEADS), ints(WIDTH // HEADS)]
    split = node("Reshape", [hidden, node("Concat", head, "split_shape", axis=0)], "split")
    query = node("Transpose", [split], "query", perm=[0, 2, 1, 3])
    key = node("Transpose", [split], "key", perm=[0, 2, 3, 1])
    scores = node("Softmax", [node("MatMul", [query, key], "products")], "scores")
    mask = node("Expand", [
        node("ConstantOfShape", [ints(1)], "nothing"),
        node("Concat", [vector(batch), ints(1), vector(least), vector(least)], "mask_shape", axis=0),
    ], "mask")  # fmt: skip
    weighed = node("MatMul", [node("Add", [scores, mask], "masked"), query], "weighed")
    back = [node("Identity", [name], f"{name}_again") for name in (head[0], head[1])]
    flat = node("Reshape", [
        node("Transpose", [weighed], "turned", perm=[0, 2, 1, 3]),
        node("Concat", [*back, ints(WIDTH)], "flat_shape", axis=0),
    ], "flat")  # fmt: skip
    twice = vector(node("Mul", [least, number(2)], "twice"))
    node("Reshape", [
        node("Concat", [flat, flat], "both", axis=2),
        node("Concat", [head[0], twice, ints(WIDTH)], "out_shape", axis=0),
    ], "frames_out")  # fmt: skip
    inputs = [helper.make_tensor_value_info("audio", FLOAT, ["batch", "samples"])]
    outputs = [helper.make_tensor_value_info("frames_out", FLOAT, None)]
    graph = helper.make_graph(nodes, "encoder", inputs, outputs, list(stored.values()))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def test_what_it_demands() -> None:
    result = infer(speech_encoder())
    contract = result.contract
    assert not result.run.findings
    assert not contract.gave_up
    assert [str(c) for c in contract.clauses] == ["samples >= 360"]
    seen = result.under_contract
    assert str(seen["joined"]) == "f32[batch, 32, (samples - 40)//320]"
    assert str(seen["split"]) == "f32[batch, (samples - 40)//320, 4, 8]"
    assert str(seen["frames_out"]) == "f32[batch, 2*((samples + 280)//320) - 2, 32]"


def test_every_value_is_known() -> None:
    result = infer(speech_encoder())
    nodes, values, known = result.summary_counts()
    assert known == values, f"{nodes} nodes"


def test_steps() -> None:
    """Real models take a tenth of what they may."""
    result = infer(speech_encoder())
    assert result.run.steps_used < result.run.steps_allowed // 5
    assert result.contract.steps_used < result.contract.steps_allowed // 2
