"""The model of a call: how each input reaches the operator, what outputs declare, and what reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import shapeinfer
from shapeinfer.facts.fact import TensorFact
from tests.fuzz.differential.call import MOST_ELEMENTS, Call, Input, Item
from tests.fuzz.differential.case import Case, Content, Trial, array
from tests.oracle import type_proto

# The opsets of ONNX's own operators beside other domains.
BESIDE = (17, 17, 17, 17, 11, 13, 15, 21, 23, 26)
IR_VERSION = 10
# An input that is cut has so many places more.
MORE = 2

# Sizes by symbol, and other contents by the position of the input.
Choice = tuple[Mapping[str, int], Mapping[int, Sequence[Item]]]


class Parts:
    """The model under construction."""

    def __init__(self, opset: int) -> None:
        self.opset = opset  # of ai.onnx
        self.inputs: list[onnx.ValueInfoProto] = []
        self.stored: list[onnx.TensorProto] = []
        self.nodes: list[onnx.NodeProto] = []

    def declare(self, name: str, elem_type: int, shape: Sequence[int | str | None] | None) -> None:
        self.inputs.append(helper.make_tensor_value_info(name, elem_type, shape))

    def store(self, name: str, one: Input) -> None:
        self.stored.append(proto_of(name, one))

    def list(self, name: str, items: Sequence[int]) -> str:
        self.stored.append(numpy_helper.from_array(np.array(items, dtype=np.int64), name))
        return name

    def node(self, op_type: str, inputs: Sequence[str], output: str, **attributes: object) -> str:
        self.nodes.append(helper.make_node(op_type, list(inputs), [output], **attributes))  # type: ignore[arg-type]  # its stubs know lists of each type only
        return output


def proto_of(name: str, one: Input) -> onnx.TensorProto:
    """The contents as a stored tensor."""
    content = None if one.content is None else fitting(one.content, one.elem_type)
    proto = numpy_helper.from_array(array(name, one.elem_type, one.shape, content), name)
    proto.data_type = one.elem_type
    return proto


def named(one: Input) -> list[int | str | None]:
    """The shape with the symbols in it."""
    return [one.symbols.get(axis, size) for axis, size in enumerate(one.shape)]


def sized(one: Input, sizes: Mapping[str, int]) -> list[int]:
    """The shape with sizes for its symbols."""
    return [sizes.get(one.symbols.get(axis, ""), size) for axis, size in enumerate(one.shape)]


# --- the ways of an input: what is in the model --------------------------------------------------


def _given(parts: Parts, name: str, one: Input) -> None:
    parts.declare(name, one.elem_type, named(one))


def _stored(parts: Parts, name: str, one: Input) -> None:
    parts.store(name, one)


def _default(parts: Parts, name: str, one: Input) -> None:
    """An initializer that callers may replace."""
    parts.store(name, one)
    parts.declare(name, one.elem_type, one.shape)


def _computed(parts: Parts, name: str, one: Input) -> None:
    parts.store(f"{name}_stored", one)
    parts.node("Identity", [f"{name}_stored"], name)


def _constant(parts: Parts, name: str, one: Input) -> None:
    parts.node("Constant", [], name, value=proto_of(name, one))


def _hidden(parts: Parts, name: str, one: Input) -> None:
    """Behind a Reshape to a given shape: nothing is known but the type."""
    parts.node("Reshape", [f"{name}_flat", f"{name}_shape"], name)
    parts.declare(f"{name}_shape", TensorProto.INT64, [len(one.shape)])
    parts.declare(f"{name}_flat", one.elem_type, named(one))


def _unshaped(parts: Parts, name: str, one: Input) -> None:
    parts.declare(name, one.elem_type, None)


def _nameless(parts: Parts, name: str, one: Input) -> None:
    """Open sizes without names; ``name_d1`` is what the program calls them."""
    parts.declare(name, one.elem_type, [None if isinstance(size, str) else size for size in named(one)])


def _cut(parts: Parts, name: str, one: Input) -> None:
    """The first axis is cut after a given number of places, which is data."""
    shape = named(one)
    shape[0] = one.shape[0] + MORE
    parts.declare(f"{name}_full", one.elem_type, shape)
    parts.declare(f"{name}_end", TensorProto.INT64, [1])
    parts.node("Slice", [f"{name}_full", parts.list(f"{name}_start", [0]), f"{name}_end"], name)


def _expanded(parts: Parts, name: str, one: Input) -> None:
    """Behind an Expand to as much as it is, which is given; a Tile before there is one."""
    parts.declare(f"{name}_base", one.elem_type, named(one))
    if parts.opset < 8:
        parts.declare(f"{name}_times", TensorProto.INT64, [len(one.shape)])
        parts.node("Tile", [f"{name}_base", f"{name}_times"], name)
        return
    parts.declare(f"{name}_times", TensorProto.INT64, [1])
    parts.node("Expand", [f"{name}_base", f"{name}_times"], name)


def _squeezed(parts: Parts, name: str, one: Input) -> None:
    """Behind a Squeeze of an axis that is given; before opset 13 it stands in the model."""
    parts.declare(f"{name}_base", one.elem_type, [1, *named(one)])
    if parts.opset < 13:
        parts.node("Squeeze", [f"{name}_base"], name, axes=[0])
        return
    parts.declare(f"{name}_axis", TensorProto.INT64, [1])
    parts.node("Squeeze", [f"{name}_base", f"{name}_axis"], name)


def _branched(parts: Parts, name: str, one: Input) -> None:
    """Out of an If, whose branches make the same."""
    parts.declare(f"{name}_base", one.elem_type, named(one))
    parts.declare(f"{name}_which", TensorProto.BOOL, [])
    branches = {}
    for branch in ("then_branch", "else_branch"):
        made = helper.make_tensor_value_info(f"{name}_{branch}", one.elem_type, None)
        node = helper.make_node("Identity", [f"{name}_base"], [made.name])
        branches[branch] = helper.make_graph([node], branch, [], [made])
    parts.node("If", [f"{name}_which"], name, **branches)


def _pieces(parts: Parts, name: str, one: Input) -> None:
    """A list, or a number, whose items are stored, given, or sizes."""
    measured = f"{name}_sizes"
    if "size" in one.pieces:
        sizes: list[int | str] = [
            one.measured.get(at, int(_item(one, at))) for at, way in enumerate(one.pieces) if way == "size"
        ]
        parts.declare(f"{name}_of", TensorProto.FLOAT, sizes)
        parts.node("Shape", [f"{name}_of"], measured)
    last = f"{name}_list" if one.elem_type != TensorProto.INT64 else name
    if one.shape and all(way == "size" for way in one.pieces):
        parts.node("Identity", [measured], last)
    else:
        names = []
        for at, way in enumerate(one.pieces):
            piece = f"{name}_p{at}"
            names.append(piece)
            if way == "stored":
                parts.list(piece, [int(_item(one, at))])
            elif way == "given":
                parts.declare(piece, TensorProto.INT64, [1] if one.shape else [])
            else:
                place = numpy_helper.from_array(
                    np.array([one.pieces[:at].count("size")] if one.shape else 0, np.int64), f"{piece}_at"
                )
                parts.stored.append(place)
                parts.node("Gather", [measured, place.name], piece, axis=0)
        if one.shape:
            parts.node("Concat", names, last, axis=0)
        else:
            parts.node("Identity", names, last)
    if last != name:
        parts.node("Cast", [last], name, to=one.elem_type)


def _item(one: Input, at: int) -> Item:
    assert one.content is not None
    return one.content[at]


WAYS: dict[str, Callable[[Parts, str, Input], None]] = {
    "given": _given,
    "stored": _stored,
    "default": _default,
    "computed": _computed,
    "constant": _constant,
    "hidden": _hidden,
    "unshaped": _unshaped,
    "nameless": _nameless,
    "cut": _cut,
    "expanded": _expanded,
    "squeezed": _squeezed,
    "branched": _branched,
    "pieces": _pieces,
}


# What the input of the model is called that a way reads, after the input of the operator.
_SOURCES = {"hidden": "_flat", "cut": "_full", "expanded": "_base", "squeezed": "_base", "branched": "_base"}


# --- the trials ----------------------------------------------------------------------------------


def trial_of(call: Call, choice: Choice, opset: int) -> Trial:
    """The contents and shapes of all inputs of the model, whose opset of ai.onnx this is."""
    sizes, others = choice
    contents: dict[str, Content] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    for at, one in enumerate(call.inputs):
        if not one.is_tensor:
            continue
        name, shape = f"x{at}", sized(one, sizes)
        content = others.get(at, one.content)
        if one.way == "pieces":
            assert content is not None
            for place, way in enumerate(one.pieces):
                if way == "given":
                    contents[f"{name}_p{place}"] = fitting([content[place]], TensorProto.INT64)
            continue
        if one.way == "hidden":
            contents[f"{name}_shape"] = tuple(shape)
        if one.way == "unshaped":
            shapes[name] = tuple(shape)
        if one.way == "expanded":
            contents[f"{name}_times"] = (1,) * (len(shape) if opset < 8 else 1)
        if one.way == "squeezed" and opset >= 13:
            contents[f"{name}_axis"] = (0,)
        if one.way == "branched":
            contents[f"{name}_which"] = (True,)
        if one.way == "cut":
            contents[f"{name}_end"] = (shape[0],)
            shape = [one.shape[0] + MORE, *shape[1:]]
        count = int(np.prod(shape, dtype=np.int64))
        if content is None or count > MOST_ELEMENTS or not (one.is_given or one.way == "default"):
            continue
        filled = [content[i % len(content)] if content else 1 for i in range(count)]
        source = name + _SOURCES.get(one.way, "")
        contents[source] = fitting(filled, one.elem_type)
    return Trial(sizes, contents, shapes)


def fitting(content: Sequence[Item], elem_type: int) -> Content:
    """The contents within what the type can hold."""
    kind = helper.tensor_dtype_to_np_dtype(elem_type)
    if kind.kind not in "iu":
        return tuple(content)
    low, high = int(np.iinfo(kind).min), int(np.iinfo(kind).max)
    return tuple(min(max(int(item), low), high) if not isinstance(item, str) else 0 for item in content)


# --- the model -----------------------------------------------------------------------------------


def built(call: Call, seed: int, mode: str, choices: Sequence[Choice], random: Random | None = None) -> Case:
    """The model of a call, with its trials. ``random`` also makes readers and declarations of outputs."""
    opset = call.opset
    if call.domain:
        opset = BESIDE[0] if random is None else random.choice(BESIDE)
    parts = Parts(opset)
    names: list[str] = []
    for at, one in enumerate(call.inputs):
        name = f"x{at}"
        if not one.is_tensor and one.fact is None:
            names.append("")
            continue
        names.append(name)
        if one.is_tensor:
            WAYS[one.way](parts, name, one)
        elif one.fact is not None:
            parts.inputs.append(helper.make_value_info(name, type_proto(one.fact)))
    outputs = [f"y{i}" if wanted else "" for i, wanted in enumerate(call.outputs)]
    parts.nodes.append(_node(call, names, outputs))
    results = [name for name in outputs if name]
    if random is not None and results and random.random() < 0.2:
        results.append(_reader(parts, random.choice(results), random))
    declared = [onnx.ValueInfoProto(name=name) for name in results]
    graph = helper.make_graph(parts.nodes, "g", parts.inputs, declared, initializer=parts.stored)
    imports = [helper.make_opsetid(call.domain, call.opset)]
    if call.domain:
        imports.append(helper.make_opsetid("", opset))
    model = helper.make_model(graph, opset_imports=imports, ir_version=IR_VERSION)
    if random is not None and random.random() < 0.15:
        declare_outputs(model, random)
    about = f"{call.domain or 'ai.onnx'}::{call.op_type}"
    return Case(seed, mode, about, model, [trial_of(call, choice, opset) for choice in choices])


def _node(call: Call, inputs: Sequence[str], outputs: Sequence[str]) -> onnx.NodeProto:
    node = helper.make_node(call.op_type, inputs, outputs, domain=call.domain)
    schema = call.schema()
    for key, value in call.attributes.items():
        spec = schema.attributes.get(key) if schema is not None else None
        if value is None or (value == [] and spec is None):
            continue  # nobody knows the type of an empty list that no schema has
        try:
            made = helper.make_attribute(key, value, attr_type=spec.type if spec else None)
        except TypeError:  # of the type that another version has
            made = helper.make_attribute(key, value)
        node.attribute.append(made)
    return node


def _reader(parts: Parts, name: str, random: Random) -> str:
    """A node that reads an output of the call."""
    kind = random.choice(("Shape", "Shape", "Size", "Identity", "Flatten", "Concat"))
    if kind == "Concat":
        return parts.node(kind, [name, name], "z", axis=random.choice((0, 1, -1)))
    return parts.node(kind, [name], "z")


def declare_outputs(model: onnx.ModelProto, random: Random) -> None:
    """Declare types of outputs: as they are inferred, with names for sizes; seldom with a wrong size."""
    facts = shapeinfer.infer(model).facts  # onnx's own inference may end the process
    for value in model.graph.output:
        fact = facts.get(value.name)
        if not isinstance(fact, TensorFact) or not fact.elem_type:
            continue
        sizes: list[int | str] | None = None
        if fact.shape is not None and random.random() < 0.7:
            sizes = [
                _declared_size(f"{value.name}_{axis}", d.value, random) for axis, d in enumerate(fact.shape)
            ]
            if random.random() < 0.05:
                sizes.append(1)
        value.CopyFrom(helper.make_tensor_value_info(value.name, fact.elem_type, sizes))


def _declared_size(name: str, size: int | None, random: Random) -> int | str:
    dice = random.random()
    if dice < 0.08:
        return random.choice((1, 2, 3))
    if dice < 0.13:
        return "A"
    return name if size is None or dice < 0.4 or size >= 2**31 else size
