"""What grows is a list of the file: axes, inputs, nodes, names, elements, findings."""

from __future__ import annotations

import onnx
from onnx import helper

from tests.fuzz.hostile.growth import (
    FLOAT,
    INT64,
    MORE,
    chain,
    growth,
    ints,
    model,
    node,
    shaped_by,
    size_of,
    value,
)


@growth
def rank(size: int) -> onnx.ModelProto:
    """A tensor of that rank goes through operators that look at every axis."""
    nodes = [
        node("Relu", ["x"], ["r"]),
        node("Transpose", ["r"], ["t"]),
        node("Add", ["t", "x"], ["a"]),
        node("Reshape", ["a", "flat"], ["f"]),
        node("Shape", ["a"], ["s"]),
        node("Expand", ["one_f", "s"], ["e"]),
        node("ReduceSum", ["a"], ["u"], keepdims=1),
        node("Flatten", ["a"], ["l"], axis=min(size, 3)),
        node("Size", ["a"], ["z"]),
    ]
    stored = [ints("flat", [-1]), helper.make_tensor("one_f", FLOAT, [], [1.0])]
    return model(nodes, [value("x", [f"s{at}" for at in range(size)])], [value("l"), value("e")], stored)


@growth
def rank_names(size: int) -> onnx.ModelProto:
    """Two tensors of that rank, every axis with another name, that meet at every axis."""
    inputs = [value("x", [f"s{at}" for at in range(size)]), value("y", [f"t{at}" for at in range(size)])]
    nodes = [
        node("Add", ["x", "y"], ["a"]),
        node("Mul", ["a", "x"], ["b"]),
        node("Concat", ["a", "b"], ["c"], axis=0),
    ]
    return model(nodes, inputs, [value("c")])


@growth
def axes_of_one(size: int) -> onnx.ModelProto:
    """As many axes of size 1 put in and taken out."""
    stored = [ints("axes", range(size))]
    nodes = [
        node("Unsqueeze", ["x", "axes"], ["u"]),
        node("Squeeze", ["u", "axes"], ["s"]),
        node("Squeeze", ["u"], ["q"]),
        node("Transpose", ["u"], ["t"]),
        node("Add", ["u", "t"], ["a"]),
        node("ReduceMax", ["a", "axes"], ["m"], keepdims=0),
    ]
    return model(nodes, [value("x", ["N", "M"])], [value("s"), value("m")], stored)


@growth
def repeated_axes(size: int) -> onnx.ModelProto:
    nodes = [
        node("ReduceSum", ["x", "axes"], ["r"]),
        node("Slice", ["x", "starts", "ends", "axes"], ["s"]),
        node("Unsqueeze", ["x", "axes"], ["u"]),
        node("Transpose", ["x"], ["t"], perm=[0] * size),
        node("Squeeze", ["x", "axes"], ["q"]),
    ]
    stored = [ints("axes", [0] * size), ints("starts", [0] * size), ints("ends", [1] * size)]
    return model(nodes, [value("x", ["N", "M"])], [value("s")], stored)


@growth
def many_inputs(size: int) -> onnx.ModelProto:
    inputs = [value(f"x{at}", ["N", at + 1]) for at in range(size)]
    return model([node("Relu", ["x0"], ["y"])], inputs, [value("y")])


@growth
def many_symbols(size: int) -> onnx.ModelProto:
    inputs = [value(f"x{at}", [f"N{at}"]) for at in range(size)]
    return model([node("Relu", [f"x{at}"], [f"y{at}"]) for at in range(size)], inputs, [value("y0")])


@growth
def many_outputs(size: int) -> onnx.ModelProto:
    nodes = [node("Relu", ["x"], [f"y{at}"]) for at in range(size)]
    return model(nodes, [value("x", ["N"])], [value(f"y{at}", ["M"]) for at in range(size)])


@growth
def outputs_of_one_node(size: int) -> onnx.ModelProto:
    nodes = [node("Relu", ["x"], [f"y{at}" for at in range(size)])]
    return model(nodes, [value("x", ["N"])], [value("y0")])


@growth
def inputs_of_one_node(size: int) -> onnx.ModelProto:
    return model([node("Sum", ["x"] * size, ["y"])], [value("x", ["N", "M"])], [value("y")])


@growth
def sizes_of_one_node(size: int) -> onnx.ModelProto:
    """One node reads as many values, each with a size of its own, and states a demand of many pairs of them."""
    names = [f"x{at}" for at in range(size)]
    return model(
        [node("Sum", names, ["y"])], [value(f"x{at}", [f"s{at}", 3]) for at in range(size)], [value("y")]
    )


@growth
def many_attributes(size: int) -> onnx.ModelProto:
    nodes = [node("Relu", ["x"], ["y"], **{f"a{at}": at for at in range(size)})]
    return model(nodes, [value("x", ["N"])], [value("y")])


@growth
def value_infos(size: int) -> onnx.ModelProto:
    """Declarations of values, of which half exist, and none is true."""
    said = [value(f"v{at}", ["A", at]) for at in range(2 * size)]
    return model(chain("Relu", size), [value("x", ["N"])], [value(f"v{size}")], value_info=said)


@growth
def repeated_value_info(size: int) -> onnx.ModelProto:
    said = [value("v1", [f"A{at}"]) for at in range(size)]
    return model(chain("Relu", 2), [value("x", ["N"])], [value("v2")], value_info=said)


@growth
def metadata(size: int) -> onnx.ModelProto:
    made = model(chain("Relu", 2), [value("x", ["N"])], [value("v2")])
    helper.set_model_props(made, {f"key{at}": "value" for at in range(size)})
    return made


@growth
def node_metadata(size: int) -> onnx.ModelProto:
    made = model(chain("Nothing", 10), [value("x", ["N"])], [value("v10")])
    for one in made.graph.node:
        for at in range(size // 10):
            entry = one.metadata_props.add()
            entry.key, entry.value = f"pkg.key{at}", "value"
    return made


@growth
def suppressions(size: int) -> onnx.ModelProto:
    """Nodes with findings, each with suppressions of others."""
    made = model(chain("Nothing", size), [value("x", ["N"])], [value(f"v{size}")])
    for one in made.graph.node:
        entry = one.metadata_props.add()
        entry.key, entry.value = "shapeinfer.ignore", "SI201, SI202,SI999,SI4"
    helper.set_model_props(made, {"shapeinfer.ignore": ",".join(["SI203"] * size)})
    return made


@growth
def many_findings(size: int) -> onnx.ModelProto:
    """Every node is a mistake, and every mistake another one."""
    nodes = [node("Reshape", ["x", f"t{at}"], [f"v{at}"]) for at in range(size)]
    stored = [ints(f"t{at}", [at + 2, 7]) for at in range(size)]
    return model(nodes, [value("x", [5, 11])], [value("v0")], stored)


@growth
def findings_about_a_long_node(size: int) -> onnx.ModelProto:
    """Each finding tells where a list comes from, which many values are joined to."""
    joined = node("Concat", [f"g{at}" for at in range(size)], ["long"], axis=0)
    makers = [node("Gather", ["s", "zero"], [f"g{at}"]) for at in range(size)]
    readers = [node("Slice", ["x", "long", "long", "zero"], [f"v{at}"]) for at in range(size)]
    nodes = [node("Shape", ["x"], ["s"]), *makers, joined, *readers]
    return model(nodes, [value("x", ["N", 8])], [value("v0")], [ints("zero", [0])])


@growth
def transposes_of_a_wrong_rank(size: int) -> onnx.ModelProto:
    """Optimizations may take each Transpose into the MatMul that reads it."""
    nodes = []
    for at in range(size):
        nodes.append(node("Transpose", ["w"], [f"t{at}"], perm=[1, 0]))
        nodes.append(node("MatMul", ["x", f"t{at}"], [f"v{at}"]))
    return model(nodes, [value("x", [2, 3]), value("w", [1, 3, 3])], [value("v0")])


@growth
def undefined_inputs(size: int) -> onnx.ModelProto:
    nodes = [node("Add", [f"no{at}", f"nothing{at}"], [f"v{at}"]) for at in range(size)]
    return model(nodes, [], [value("v0")])


@growth
def unsorted_nodes(size: int) -> onnx.ModelProto:
    return model(chain("Relu", size)[::-1], [value("x", ["N"])], [value(f"v{size}")])


@growth
def circle(size: int) -> onnx.ModelProto:
    nodes = chain("Relu", size)
    nodes[0].input[0] = f"v{size}"
    return model(nodes, [value("x", ["N"])], [value(f"v{size}")])


@growth
def duplicate_names(size: int) -> onnx.ModelProto:
    nodes = [node("Relu", ["x"], ["y"], name="same") for _ in range(size)]
    return model(nodes, [value("x", ["N"])], [value("y")], [ints("w", [1])] * min(size, 1000))


@growth
def dead_nodes(size: int) -> onnx.ModelProto:
    nodes = [node("Relu", ["x"], [f"y{at}"]) for at in range(size)]
    return model([*nodes, node("Relu", ["x"], ["z"])], [value("x", ["N"])], [value("z")])


@growth
def long_names(size: int) -> onnx.ModelProto:
    """A symbol, a value, a node and an operator with names of that many kilobytes, in many messages."""
    long = "n" * (1000 * size)
    inputs = [value("x", [long, 5]), value("y", [f"m{long}", 7])]
    nodes = [node("Add", ["x", "y"], [f"v{at}"]) for at in range(4)]
    nodes += [node("MatMul", ["x", "y"], [f"w{at}"]) for at in range(4)]
    nodes += [node("Reshape", ["x", "target"], [f"r{at}"]) for at in range(4)]
    nodes.append(node("Relu", [long], ["q"], name=long))
    nodes.append(node(long, ["x"], ["o"], name="n" + long))
    return model(nodes, inputs, [value("v0", ["A", 5])], [ints("target", [-1, 7])])


@growth
def name_in_every_message(size: int) -> onnx.ModelProto:
    """One symbol with a name of 100 kB, in as many messages."""
    long = "n" * 100_000
    nodes = [node("Reshape", ["x", f"t{at}"], [f"v{at}"]) for at in range(size)]
    stored = [ints(f"t{at}", [-1, 5 + at % 1000, 7]) for at in range(size)]
    return model(nodes, [value("x", [long, 6])], [value("v0")], stored)


@growth
def long_expressions(size: int) -> onnx.ModelProto:
    """Sizes declared by expressions of that many names."""
    names = [f"s{at}" for at in range(min(size, 300))]
    inputs = [value("n", names[:300]), value("x", [" + ".join(names * max(size // 300, 1))])]
    inputs.append(value("y", ["*".join(names * max(size // 300, 1))]))
    inputs.append(value("z", ["(" * min(size, 5000) + "s0" + "+1)" * min(size, 5000)]))
    inputs.append(value("q", ["(" * min(size, 60) + "s0" + "**8)" * min(size, 60)]))
    return model([node("Add", ["x", "y"], ["a"])], inputs, [value("a")])


@growth
def long_strings(size: int) -> onnx.ModelProto:
    """Attributes of many bytes where a few are expected."""
    nodes = [
        node("Einsum", ["x", "x"], ["e"], equation=",".join(["ij"] * size)),
        node("Resize", ["x"], ["r"], mode="m" * size),
        node("Cast", ["x"], ["c"], to=2**31 - 1),
        node("Conv", ["x", "x"], ["v"], kernel_shape=[1] * size, strides=[1] * size, pads=[1] * size),
        node("Transpose", ["x"], ["t"], perm=list(range(size))),
    ]
    return model(nodes, [value("x", ["N", "M"])], [value("e")])


@growth
def float_ranges(size: int) -> onnx.ModelProto:
    """Floats that are known within bounds, through long chains of arithmetic."""
    nodes = [
        *size_of("x", 0, "n"),
        node("Cast", ["n"], ["f"], to=FLOAT),
        node("Range", ["zero_f", "f", "step"], ["v0"]),
    ]
    for at in range(size):
        op_type = ("Mul", "Add", "Div", "Sub", "Mul")[at % 5]
        nodes.append(node(op_type, [f"v{at}", "factor" if at % 2 else "step"], [f"v{at + 1}"]))
    nodes += [
        node("Floor", [f"v{size}"], ["fl"]),
        node("Cast", ["fl"], ["i"], to=INT64),
        node("ConstantOfShape", ["i"], ["filled"]),
    ]
    stored = [
        *MORE,
        *(helper.make_tensor(name, FLOAT, [], [number]) for name, number in
          (("zero_f", 0.0), ("step", 0.125), ("factor", 1.1))),
    ]  # fmt: skip
    return model(nodes, [value("x", ["N"])], [value("filled")], stored)


@growth
def float_scalars(size: int) -> onnx.ModelProto:
    """The same of one number: dyadic fractions of ever more digits."""
    nodes = [*size_of("x", 0, "n"), node("Cast", ["n"], ["v0"], to=FLOAT)]
    for at in range(size):
        op_type = ("Mul", "Add", "Sub", "Floor")[at % 4]
        nodes.append(node(op_type, [f"v{at}", "step"][: 1 if op_type == "Floor" else 2], [f"v{at + 1}"]))
    nodes += [node("Ceil", [f"v{size}"], ["c"]), node("Cast", ["c"], ["i"], to=INT64), *shaped_by("i")]
    stored = [*MORE, helper.make_tensor("step", FLOAT, [], [0.125])]
    return model(nodes, [value("x", ["N"])], [value("filled")], stored)


@growth
def sequences(size: int) -> onnx.ModelProto:
    """A sequence that gets longer, then is put together."""
    inputs = [value(f"x{at}", [f"s{at}"]) for at in range(size)]
    nodes = [node("SequenceConstruct", ["x0"], ["q0"])]
    nodes += [node("SequenceInsert", [f"q{at - 1}", f"x{at}"], [f"q{at}"]) for at in range(1, size)]
    nodes.append(node("ConcatFromSequence", [f"q{max(size, 1) - 1}"], ["y"], axis=0))
    return model(nodes, inputs, [value("y")])


@growth
def shared_attributes(size: int) -> onnx.ModelProto:
    """Constants that are all different, and small tensors that are looked into."""
    nodes = [node("Constant", [], [f"k{at}"], value_ints=list(range(at, at + 8))) for at in range(size)]
    nodes += [node("Add", [f"v{at - 1}" if at else "k0", f"k{at}"], [f"v{at}"]) for at in range(size)]
    return model(nodes, [value("x", ["N"])], [value(f"v{size - 1}")])


@growth
def elements_everywhere(size: int) -> onnx.ModelProto:
    """Vectors of 64 known sizes, added and multiplied."""
    inputs = [value("x", [f"s{at}" for at in range(64)])]
    nodes = [node("Shape", ["x"], ["v0"])]
    nodes += [
        node(("Add", "Mul", "Div", "Max")[at % 4], [f"v{at}", f"k{at % 7}"], [f"v{at + 1}"])
        for at in range(size)
    ]
    stored = [ints(f"k{at}", [at + 2 + j for j in range(64)]) for at in range(7)]
    return model(nodes, inputs, [value(f"v{size}")], stored)
