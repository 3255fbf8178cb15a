"""What grows lies in bodies and functions."""

from __future__ import annotations

from collections.abc import Sequence

import onnx
from onnx import helper

from tests.fuzz.hostile.growth import (
    BOOL,
    FLOAT,
    INT64,
    MORE,
    OPSETS,
    Nodes,
    growth,
    model,
    node,
    shaped_by,
    size_of,
    value,
)


def branch(name: str, nodes: Nodes, output: str) -> onnx.GraphProto:
    return helper.make_graph(nodes, name, [], [value(output)])


@growth
def tower_of_ifs(size: int) -> onnx.ModelProto:
    """An If in each branch of an If, as deep as a file may nest, again and again."""
    deep = 20
    count = max(size // deep, 1)
    nodes = []
    for at in range(count):
        inner = [node("Relu", ["x"], [f"r{at}"])], f"r{at}"
        for level in range(deep):
            made = f"y{at}_{level}"
            other = branch("e", [node("Concat", ["x", "x"], [f"o{at}_{level}"], axis=0)], f"o{at}_{level}")
            inner = [node("If", ["c"], [made], then_branch=branch("t", *inner), else_branch=other)], made
        nodes += inner[0]
    return model(nodes, [value("c", [], BOOL), value("x", ["N"])], [value(nodes[-1].output[0])])


@growth
def line_of_ifs(size: int) -> onnx.ModelProto:
    """Each If sees what the one before left open."""
    nodes = []
    last = "x"
    for at in range(size):
        then = branch("t", [node("Concat", [last, "x"], [f"t{at}"], axis=0)], f"t{at}")
        other = branch("e", [node("Relu", [last], [f"e{at}"])], f"e{at}")
        nodes.append(node("If", ["c"], [f"y{at}"], then_branch=then, else_branch=other))
        last = f"y{at}"
    return model(nodes, [value("c", [], BOOL), value("x", ["N"])], [value(last)])


def loop_body(nodes: Nodes, carried: str, made: str, at: str) -> onnx.GraphProto:
    return helper.make_graph(
        [node("Identity", [f"c{at}"], [f"d{at}"]), *nodes],
        "b",
        [value(f"i{at}", [], INT64), value(f"c{at}", [], BOOL), value(carried)],
        [value(f"d{at}", [], BOOL), value(made)],
    )


@growth
def nested_loops(size: int) -> onnx.ModelProto:
    """Loops in loops, each with a counter that the next one starts from, and a list that grows."""
    deep = min(size, 24)  # no file may nest deeper, by protobuf's own limit
    inner = [node("Concat", ["v0", "x"], ["w0"], axis=0)]
    for level in range(deep):
        body = loop_body(inner, f"v{level}", f"w{level}", str(level))
        inner = [node("Loop", ["n", "", f"v{level + 1}"], [f"w{level + 1}"], body=body)]
    inner[0].input[2] = "x"
    nodes = [*size_of("x", 0, "n"), *inner]
    return model(nodes, [value("x", ["N"])], [value(f"w{deep}")], MORE)


@growth
def nested_counters(size: int) -> onnx.ModelProto:
    """The same with a known small number of rounds, each followed by itself."""
    deep = min(size, 24)
    inner = [node("Add", ["v0", "i0"], ["w0"])]
    for level in range(deep):
        body = helper.make_graph(
            [node("Identity", [f"c{level}"], [f"d{level}"]), *inner], "b",
            [value(f"i{level}", [], INT64), value(f"c{level}", [], BOOL), value(f"v{level}", [], INT64)],
            [value(f"d{level}", [], BOOL), value(f"w{level}", [], INT64)],
        )  # fmt: skip
        inner = [node("Loop", ["three", "", f"v{level + 1}"], [f"w{level + 1}"], body=body)]
    inner[0].input[2] = "n"
    nodes = [*size_of("x", 0, "n"), *inner, *shaped_by(f"w{deep}")]
    return model(nodes, [value("x", ["N"])], [value("filled")], MORE)


@growth
def line_of_loops(size: int) -> onnx.ModelProto:
    nodes = size_of("x", 0, "n")
    last = "x"
    for at in range(size):
        body = loop_body([node("Concat", [f"v{at}", "x"], [f"w{at}"], axis=0)], f"v{at}", f"w{at}", str(at))
        nodes.append(node("Loop", ["n", "", last], [f"y{at}"], body=body))
        last = f"y{at}"
    return model(nodes, [value("x", ["N"])], [value(last)], MORE)


@growth
def followed_rounds(size: int) -> onnx.ModelProto:
    """Loops of a few rounds with a long body."""
    inner = [
        node("Concat", [f"a{at - 1}" if at else "v", "x"], [f"a{at}"], axis=0) for at in range(max(size, 1))
    ]
    body = loop_body(inner, "v", f"a{max(size, 1) - 1}", "0")
    nodes = [node("Loop", ["seven", "", "x"], ["y"], body=body)]
    return model(nodes, [value("x", ["N"])], [value("y")], MORE)


def function(name: str, nodes: Nodes, inputs: Sequence[str] = ("x",)) -> onnx.FunctionProto:
    return helper.make_function("my", name, inputs, ["y"], nodes, OPSETS)


@growth
def function_line(size: int) -> onnx.ModelProto:
    """Calls of one function with ever other facts, and of functions that call the next one."""
    nodes = []
    last = "x"
    for at in range(size):
        nodes.append(node("grow", [last, "x"], [f"v{at}"], domain="my"))
        last = f"v{at}"
    grow = [node("Concat", ["x", "z"], ["m"], axis=0), node("NonZero", ["m"], ["o"])]
    grow += [node("Cast", ["o"], ["f"], to=FLOAT), node("Reshape", ["f", "flat"], ["y"])]
    grow.insert(0, node("Constant", [], ["flat"], value_ints=[-1]))
    functions = [function("grow", grow, ("x", "z"))]
    return model(nodes, [value("x", ["N"])], [value(last)], functions=functions)


@growth
def function_line_deep(size: int) -> onnx.ModelProto:
    """Each function calls the next one."""
    functions = [
        function(f"f{at}", [node(f"f{at + 1}", ["x"], ["m"], domain="my"), node("Relu", ["m"], ["y"])])
        for at in range(size)
    ]
    functions.append(function(f"f{size}", [node("NonZero", ["x"], ["y"])]))
    return model(
        [node("f0", ["x"], ["y"], domain="my")], [value("x", ["N"])], [value("y")], functions=functions
    )


@growth
def function_tree(size: int) -> onnx.ModelProto:
    """Each function calls the next one twice, with other facts."""
    depth = min(size, 50)
    functions = []
    for at in range(depth):
        calls = [
            node(f"f{at + 1}", ["x"], ["m"], domain="my"),
            node("Concat", ["x", "m"], ["n"], axis=0),
            node(f"f{at + 1}", ["n"], ["y"], domain="my"),
        ]
        functions.append(function(f"f{at}", calls))
    functions.append(function(f"f{depth}", [node("Concat", ["x", "x"], ["y"], axis=0)]))
    return model(
        [node("f0", ["x"], ["y"], domain="my")], [value("x", ["N"])], [value("y")], functions=functions
    )


@growth
def function_tree_fresh(size: int) -> onnx.ModelProto:
    """The same, where every call makes an unknown size."""
    depth = min(size, 50)
    functions = []
    for at in range(depth):
        calls = [node(f"f{at + 1}", ["x"], ["m"], domain="my"), node(f"f{at + 1}", ["m"], ["y"], domain="my")]
        functions.append(function(f"f{at}", calls))
    last = [node("NonZero", ["x"], ["n"]), node("Cast", ["n"], ["y"], to=FLOAT)]
    functions.append(function(f"f{depth}", last))
    return model(
        [node("f0", ["x"], ["y"], domain="my")], [value("x", ["N"])], [value("y")], functions=functions
    )


@growth
def unknown_tree(size: int) -> onnx.ModelProto:
    """The same, where the innermost node is a mistake."""
    depth = min(size, 50)
    functions = []
    for at in range(depth):
        calls = [node(f"f{at + 1}", ["x"], ["m"], domain="my"), node(f"f{at + 1}", ["m"], ["y"], domain="my")]
        functions.append(function(f"f{at}", calls))
    functions.append(function(f"f{depth}", [node("NoSuchOperator", ["x"], ["y"])]))
    return model(
        [node("f0", ["x"], ["y"], domain="my")], [value("x", ["N"])], [value("y")], functions=functions
    )


@growth
def scans_in_a_line(size: int) -> onnx.ModelProto:
    """Scans whose state may change in the only round, each behind all that stands before the last one."""
    nodes, last = [], "x"
    for at in range(size):
        body = helper.make_graph(
            [node("Relu", [f"s{at}"], [f"t{at}"]), node("Relu", [f"e{at}"], [f"f{at}"])], "b",
            [value(f"s{at}"), value(f"e{at}")], [value(f"t{at}"), value(f"f{at}")],
        )  # fmt: skip
        nodes += [
            node("Relu", [last], [f"v{at}"]),
            node("Scan", [f"v{at}", "rows"], [f"y{at}", f"z{at}"], body=body, num_scan_inputs=1),
        ]
        last = f"v{at}"
    return model(nodes, [value("x", [2, "N"]), value("rows", [1, "M"])], [value(nodes[-1].output[0])])


@growth
def numbers_for_open_sizes(size: int) -> onnx.ModelProto:
    """Ifs whose branches declare numbers, beside as many numbers that are declared for other open sizes."""
    nodes, declared = [], []
    for at in range(size):
        then, other = (
            helper.make_graph(
                [node(op, [f"f{at}"], [f"{to}{at}"])], to, [], [value(f"{to}{at}", [2, 7 + at])]
            )
            for op, to in (("Relu", "t"), ("Neg", "e"))
        )
        nodes += [
            node("NonZero", ["x"], [f"i{at}"]),
            node("Cast", [f"i{at}"], [f"f{at}"], to=FLOAT),
            node("If", ["c"], [f"y{at}"], then_branch=then, else_branch=other),
        ]
        declared.append(value(f"f{at}", [2, 5 + at]))
    outputs = [value(nodes[-1].output[0])]
    return model(nodes, [value("c", [], BOOL), value("x", ["N", "M"])], outputs, value_info=declared)


@growth
def numbers_of_one_branch(size: int) -> onnx.ModelProto:
    """An If with as many outputs, of each of which a number is declared."""
    branches = {
        to: helper.make_graph(
            [node(op, [f"{to}{at - 1}" if at else "x"], [f"{to}{at}"]) for at in range(size)], to, [],
            [value(f"{to}{at}", [3, 4]) for at in range(size)],
        )
        for op, to in (("Relu", "t"), ("Neg", "e"))
    }  # fmt: skip
    names = [f"y{at}" for at in range(size)]
    nodes = [node("If", ["c"], names, then_branch=branches["t"], else_branch=branches["e"])]
    return model(nodes, [value("c", [], BOOL), value("x", ["N", "M"])], [value(names[-1])])


@growth
def conditions_in_a_line(size: int) -> onnx.ModelProto:
    """Ifs whose conditions are computed from each other, the first from what is stored; all declare numbers."""
    nodes = []
    for at in range(size):
        branches = {
            to: helper.make_graph([node(op, ["x"], [f"{to}{at}"])], to, [], [value(f"{to}{at}", [2])])
            for op, to in (("Relu", "t"), ("Neg", "e"))
        }
        nodes.append(node("Not", [f"c{at}"], [f"c{at + 1}"]))
        nodes.append(
            node("If", [f"c{at + 1}"], [f"y{at}"], then_branch=branches["t"], else_branch=branches["e"])
        )
    first = helper.make_tensor("c0", BOOL, [], [True])
    return model(nodes, [value("x", ["N"])], [value(f"y{size - 1}")], stored=[first])


@growth
def calls_of_a_large_function(size: int) -> onnx.ModelProto:
    """As many calls of a function as it has nodes; of one input it reads the shape alone."""
    body = [node("Shape", ["a"], ["s"])]
    body += [node("Relu", [f"h{at - 1}" if at else "b"], [f"h{at}"]) for at in range(size)]
    nodes = []
    for at in range(size):
        before = f"y{at - 1}" if at else "x"
        nodes.append(node("Neg", [before], [f"n{at}"]))
        nodes.append(node("f", [f"n{at}", before], [f"y{at}"], domain="my"))
    nodes.append(node("Concat", [f"y{size - 1}", "z"], ["out"], axis=0))
    function = helper.make_function("my", "f", ["a", "b"], [f"h{size - 1}"], body, OPSETS)
    inputs = [value("x", [4, "K"]), value("z", [4, "M"])]
    return model(nodes, inputs, [value("out")], functions=[function])
