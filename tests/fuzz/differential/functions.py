"""Cases about functions: nodes of another case, moved into one or two functions of the model."""

from __future__ import annotations

from random import Random

import onnx
from onnx import helper

from tests.fuzz.differential import graphs, recipes
from tests.fuzz.differential.case import Case

DOMAIN = "local"


def random_case(seed: int) -> Case:
    """A call of one operator, or a graph, with some nodes in functions."""
    random = Random(seed)
    if random.random() < 0.6:
        case = recipes.random_case(seed, "functions", ("",))
    else:
        case = graphs.random_case(seed)
    model = case.model
    count = len(model.graph.node)
    if not count or any(a.type in (5, 10) for n in model.graph.node for a in n.attribute):
        return Case(seed, "functions", case.about, model, case.trials)
    first = random.randrange(count)
    last = random.randint(first, min(count - 1, first + 4))
    outline(model, first, last, random, "f")
    if random.random() < 0.2 and last + 1 - first > 1:
        twice(model)
    return Case(seed, "functions", case.about, model, case.trials)


def outline(model: onnx.ModelProto, first: int, last: int, random: Random, name: str) -> None:
    """Move the nodes ``first`` to ``last`` into a function, and call it."""
    graph = model.graph
    nodes = list(graph.node)
    inside = nodes[first : last + 1]
    made = [out for node in inside for out in node.output if out]
    read = dict.fromkeys(i for node in inside for i in node.input if i and i not in made)
    wanted = {i for node in nodes[last + 1 :] for i in node.input} | {o.name for o in graph.output}
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
            if random.random() < 0.3:
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
