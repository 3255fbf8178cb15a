"""Cases about functions: nodes of another case, moved into one or two functions of the model."""

from __future__ import annotations

from random import Random

import onnx
from onnx import helper

from tests.fuzz.differential import bodies, graphs, recipes
from tests.fuzz.differential.case import Case

DOMAIN = "local"


def random_case(seed: int) -> Case:
    """A call of one operator, or a graph, with some nodes in functions."""
    random = Random(seed)
    dice = random.random()
    if dice < 0.5:
        case = recipes.random_case(seed, "functions", ("",))
    else:
        case = graphs.random_case(seed) if dice < 0.8 else bodies.random_case(seed)
    model = case.model
    count = len(model.graph.node)
    if not count:
        return Case(seed, "functions", case.about, model, case.trials)
    first = random.randrange(count)
    last = random.randint(first, min(count - 1, first + 4))
    outline(model, first, last, random, "f")
    if random.random() < 0.2 and last + 1 - first > 1:
        twice(model)
    elif random.random() < 0.15:
        again(model, random)
    return Case(seed, "functions", case.about, model, case.trials)


def outline(model: onnx.ModelProto, first: int, last: int, random: Random, name: str) -> None:
    """Move the nodes ``first`` to ``last`` into a function, and call it."""
    graph = model.graph
    nodes = list(graph.node)
    inside = nodes[first : last + 1]
    made = [out for node in inside for out in node.output if out]
    read = dict.fromkeys(i for node in inside for i in reads(node) if i and i not in made)
    wanted = {i for node in nodes[last + 1 :] for i in reads(node)} | {o.name for o in graph.output}
    results = [out for out in made if out in wanted]
    inputs = {outer: f"p{i}" for i, outer in enumerate(read)}
    outputs = {outer: f"r{i}" for i, outer in enumerate(results)}
    rename = {**inputs, **outputs}
    parameters: list[str] = []
    defaults: list[onnx.AttributeProto] = []
    given: list[onnx.AttributeProto] = []
    body = []
    for at, node in enumerate(inside):
        copy = onnx.NodeProto()
        copy.CopyFrom(node)
        copy.input[:] = [rename.get(i, i) for i in node.input]
        copy.output[:] = [rename.get(o, o) for o in node.output]
        for attribute in copy.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                rename_inside(attribute.g, rename)
            elif random.random() < 0.3:
                outer = onnx.AttributeProto()
                outer.CopyFrom(attribute)
                outer.name = f"a{at}_{attribute.name}"
                dice = random.random()
                if dice < 0.2:
                    defaults.append(outer)
                else:
                    parameters.append(outer.name)
                    if dice < 0.9:
                        given.append(outer)
                kind, key = attribute.type, attribute.name
                attribute.Clear()
                attribute.name, attribute.type, attribute.ref_attr_name = key, kind, outer.name
        body.append(copy)
    function = helper.make_function(
        DOMAIN,
        name,
        list(inputs.values()),
        list(outputs.values()),
        body,
        list(model.opset_import),
        parameters,
    )
    function.attribute_proto.extend(defaults)
    model.functions.append(function)
    call = helper.make_node(name, list(read), results, domain=DOMAIN)
    call.attribute.extend(given)
    del graph.node[:]
    graph.node.extend([*nodes[:first], call, *nodes[last + 1 :]])
    if not any(o.domain == DOMAIN for o in model.opset_import):
        model.opset_import.append(helper.make_opsetid(DOMAIN, 1))


def reads(node: onnx.NodeProto) -> list[str]:
    """What the node and its bodies read of the graph that it stands in."""
    found = list(node.input)
    for attribute in node.attribute:
        if attribute.type == onnx.AttributeProto.GRAPH:
            found += captured(attribute.g)
    return found


def captured(graph: onnx.GraphProto) -> list[str]:
    """What a body reads from outside."""
    own = {v.name for v in graph.input} | {t.name for t in graph.initializer}
    own |= {name for node in graph.node for name in node.output}
    names = [name for node in graph.node for name in reads(node)] + [o.name for o in graph.output]
    return [name for name in names if name not in own]


def rename_inside(graph: onnx.GraphProto, names: dict[str, str]) -> None:
    """Rename what a body reads from outside; a body's own names occur nowhere else."""
    for node in graph.node:
        node.input[:] = [names.get(i, i) for i in node.input]
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                rename_inside(attribute.g, names)


def again(model: onnx.ModelProto, random: Random) -> None:
    """A second call: the same, of other values, or with the last input left out."""
    calls = [node for node in model.graph.node if node.domain == DOMAIN]
    call = onnx.NodeProto()
    call.CopyFrom(calls[0])
    call.output[:] = [f"{name}_again" for name in call.output]
    if len(call.input) > 1 and random.random() < 0.6:
        way = random.randrange(3)
        if way == 0:
            del call.input[-1]
        elif way == 1:
            call.input[len(call.input) - 1] = ""
        else:
            call.input[0], call.input[1] = call.input[1], call.input[0]
    model.graph.node.append(call)
    model.graph.output.extend(onnx.ValueInfoProto(name=name) for name in call.output)


def twice(model: onnx.ModelProto) -> None:
    """Call the function from another one, which only passes everything on."""
    inner = model.functions[0]
    call = helper.make_node(inner.name, list(inner.input), list(inner.output), domain=DOMAIN)
    for name in (*inner.attribute, *(a.name for a in inner.attribute_proto)):
        return_type = next((a.type for n in inner.node for a in n.attribute if a.ref_attr_name == name), 2)
        passed = call.attribute.add()
        passed.name, passed.type, passed.ref_attr_name = name, return_type, name
    outer = onnx.FunctionProto()
    outer.CopyFrom(inner)
    outer.name = "outer"
    del outer.node[:]
    outer.node.append(call)
    outer.opset_import.append(helper.make_opsetid(DOMAIN, 1))
    model.functions.append(outer)
    for node in model.graph.node:
        if node.domain == DOMAIN:
            node.op_type = "outer"
