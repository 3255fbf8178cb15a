"""Cases about one operator: a recorded call that runs, changed a little, with some sizes left open.

A *recipe* is such a call; ``recipes.jsonl`` has several for each operator (``gather.py`` makes it).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.schema.schema import Schema, find, last_opset, versions
from tests.fuzz.differential.case import Case, Content, Trial, array
from tests.fuzz.differential.words import NUMBERS, STRINGS
from tests.oracle import sample, type_proto

RECIPES = Path(__file__).with_name("recipes.jsonl")
# Contents of more elements than this are data.
MOST_ELEMENTS = 64
# The opset of ONNX's own operators beside other domains.
BESIDE = 17
IR_VERSION = 10


class Recipe:
    """One call: inputs in the text form with numbers only (None: left out)."""

    def __init__(
        self,
        domain: str,
        op_type: str,
        opset: int,
        inputs: Sequence[str | None],
        attributes: Mapping[str, object],
        outputs: int,
    ) -> None:
        self.domain = domain
        self.op_type = op_type
        self.opset = opset
        self.inputs = list(inputs)
        self.attributes = dict(attributes)
        self.outputs = outputs

    def key(self) -> object:
        """Equal for calls that teach the same: types, ranks, attributes."""
        inputs = [None if i is None else (i.split("[")[0], i.count(",")) for i in self.inputs]
        return json.dumps([inputs, sorted(self.attributes), self.outputs])

    def line(self) -> str:
        row = [self.domain, self.op_type, self.opset, self.inputs, self.attributes, self.outputs]
        return json.dumps(row, separators=(",", ":"))


@cache
def recipes() -> dict[tuple[str, str], list[Recipe]]:
    """All recorded calls, by domain and operator."""
    found: dict[tuple[str, str], list[Recipe]] = {}
    for line in RECIPES.read_text().splitlines():
        recipe = Recipe(*json.loads(line))
        found.setdefault((recipe.domain, recipe.op_type), []).append(recipe)
    return found


class Input:
    """One input of the call that is being changed. ``content`` is None for data. ``way``: "given" by the
    caller, "stored" as an initializer, "computed" from one, "hidden" behind a Reshape to a given shape."""

    def __init__(self, fact: Fact | None, seed: int) -> None:
        self.fact = fact
        self.elem_type = 0
        self.shape: list[int] = []
        self.symbols: dict[int, str] = {}
        self.content: list[int | float | bool | str] | None = None
        self.way = "given"
        if not isinstance(fact, TensorFact):
            return
        self.elem_type = fact.elem_type
        self.shape = list(fact.static_shape() or ())
        count = int(np.prod(self.shape, dtype=np.int64))
        known = fact.elements is not None
        kind = helper.tensor_dtype_to_np_dtype(fact.elem_type)
        if count <= MOST_ELEMENTS and (known or kind.kind in "iub"):
            found = sample(fact, seed)
            assert isinstance(found, np.ndarray)
            self.content = [item.item() if hasattr(item, "item") else item for item in found.reshape(-1)]
        if fact.elements is not None and fact.elements.stored:
            self.way = "stored"

    @property
    def is_tensor(self) -> bool:
        return isinstance(self.fact, TensorFact)

    def resized(self) -> None:
        """Make as many contents as the shape holds."""
        if self.content is None:
            return
        count = int(np.prod(self.shape, dtype=np.int64))
        if count > MOST_ELEMENTS:
            self.content = None
        elif len(self.content) != count:
            self.content = [self.content[i % len(self.content)] if self.content else 1 for i in range(count)]


class Call:
    """The call that is being changed."""

    def __init__(self, recipe: Recipe) -> None:
        scope = Scope()
        self.domain = recipe.domain
        self.op_type = recipe.op_type
        self.opset = recipe.opset
        self.inputs = [
            Input(None if text is None else parse(text, scope), i) for i, text in enumerate(recipe.inputs)
        ]
        self.attributes = {name: _attribute(value) for name, value in recipe.attributes.items()}
        self.outputs = [True] * recipe.outputs

    def schema(self) -> Schema | None:
        return find(self.domain, self.op_type, self.opset)

    def tensors(self) -> list[Input]:
        return [i for i in self.inputs if i.is_tensor]


def _attribute(value: object) -> object:
    if isinstance(value, dict):
        fact = parse(value["tensor"], Scope())
        found = sample(fact)
        assert isinstance(found, np.ndarray)
        return numpy_helper.from_array(found)
    return value


def as_case(recipe: Recipe) -> Case:
    """The call as it is."""
    call = Call(recipe)
    return built(call, 0, "recipe", [({}, {})])


def random_case(seed: int, mode: str, domains: Sequence[str]) -> Case:
    """A changed call of an operator of these domains."""
    random = Random(seed)
    names = [key for key in recipes() if key[0] in domains]
    key = random.choice(names)
    call = Call(random.choice(recipes()[key]))
    for _ in range(random.choice((0, 0, 1, 1, 1, 2, 3))):
        change(call, random)
    ways(call, random)
    symbols = open_sizes(call, random)
    trials: list[tuple[dict[str, int], dict[int, list[int | float | bool | str]]]] = [(symbols, {})]
    for _ in range(3 if symbols else 1):
        sizes = {
            name: random.choice(NUMBERS) if random.random() < 0.5 else size for name, size in symbols.items()
        }
        trials.append((sizes, other_contents(call, random)))
    return built(call, seed, mode, trials)


def change(call: Call, random: Random) -> None:
    """One change, legal or not."""
    kind = random.choice(
        ("size", "size", "class", "class", "rank", "attribute", "attribute", "attribute", "type", "type",
         "opset", "opset", "input", "output", "content", "content", "far")
    )  # fmt: skip
    tensors = call.tensors()
    shaped = [i for i in tensors if i.shape]
    if kind == "size" and shaped:
        one = random.choice(shaped)
        one.shape[random.randrange(len(one.shape))] = random.choice(NUMBERS)
        one.resized()
    elif kind == "class" and shaped:
        one = random.choice(shaped)
        _resize_class(call, random.choice(one.shape), random.choice(NUMBERS), random)
    elif kind == "rank" and tensors:
        one = random.choice(tensors)
        if one.shape and random.random() < 0.5:
            del one.shape[random.randrange(len(one.shape))]
        elif len(one.shape) < 5:
            one.shape.insert(random.randint(0, len(one.shape)), random.choice((1, 1, 2, 3)))
        one.resized()
    elif kind == "attribute":
        _change_attribute(call, random)
    elif kind == "type" and tensors:
        _change_type(call, random)
    elif kind == "opset":
        known = versions(call.domain, call.op_type)
        last = last_opset(call.domain) or 1
        if known:
            start = random.choice(known)
            call.opset = min(random.randint(start, start + 2), last)
    elif kind == "input":
        _change_inputs(call, random)
    elif kind == "output":
        _change_outputs(call, random)
    elif kind in ("content", "far"):
        with_content = [i for i in tensors if i.content]
        if with_content:
            one = random.choice(with_content)
            assert one.content is not None
            at = random.randrange(len(one.content))
            one.content[at] = _other_number(one.content[at], random, far=kind == "far")


def _other_number(value: int | float | bool | str, random: Random, *, far: bool) -> int | float | bool | str:
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return random.choice(STRINGS)
    if isinstance(value, int):
        if far:
            return random.choice((2**31 - 1, -(2**31), 2**63 - 1, 10**9, -100, 64, 2**32 + 1))
        return random.choice((value + 1, value - 1, 0, -1, 1, 2, -value, value * 2))
    return random.choice((value + 1, value - 1, 0.0, -1.0, 0.5, 1.3, value * 2))


def _resize_class(call: Call, old: int, new: int, random: Random) -> None:
    """Give all axes of a size another one, and perhaps what is told of it in contents and attributes."""
    for one in call.tensors():
        if old in one.shape:
            one.shape = [new if size == old else size for size in one.shape]
            one.resized()
    if random.random() < 0.5:
        for one in call.tensors():
            if one.content and one.elem_type in (6, 7):
                one.content = [new if item == old else item for item in one.content]
        for name, value in call.attributes.items():
            if type(value) is int and value == old and random.random() < 0.5:
                call.attributes[name] = new


def _change_attribute(call: Call, random: Random) -> None:
    schema = call.schema()
    specs = {} if schema is None else schema.attributes
    known = sorted(specs)
    if call.attributes and (not known or random.random() < 0.6):
        name = random.choice(sorted(call.attributes))
        if random.random() < 0.15:
            del call.attributes[name]
            return
        call.attributes[name] = _other_attribute(call.attributes[name], random)
    elif known:
        name = random.choice(known)
        spec = specs[name]
        default = spec.default
        if default is not None and default != ():
            value = list(default) if isinstance(default, tuple) else default
            call.attributes[name] = _other_attribute(value, random)
        elif spec.type in (1, 2, 3, 6, 7, 8):
            one: object = {1: 0.5, 2: random.choice((0, 1, -1, 2)), 3: random.choice(STRINGS)}.get(spec.type)
            rank = max((len(i.shape) for i in call.tensors()), default=1)
            length = random.choice((0, 1, 2, max(rank - 2, 1), 2 * max(rank - 2, 1), rank))
            if spec.type == 6:
                one = [0.5] * length
            elif spec.type == 7:
                one = [random.choice((0, 1, 1, 1, 2, -1)) for _ in range(length)]
            elif spec.type == 8:
                one = [random.choice(STRINGS) for _ in range(length)]
            call.attributes[name] = one


def _other_attribute(value: object, random: Random) -> object:
    if isinstance(value, (int, float)):
        return _other_number(value, random, far=isinstance(value, int) and random.random() < 0.1)
    if isinstance(value, (str, bytes)):
        return random.choice(STRINGS)
    if isinstance(value, list):
        changed = list(value)
        way = random.random()
        if way < 0.2 and changed:
            del changed[random.randrange(len(changed))]
        elif way < 0.4:
            changed.append(changed[-1] if changed else 1)
        elif changed:
            at = random.randrange(len(changed))
            changed[at] = _other_attribute(changed[at], random)
        return changed
    return value


def _change_type(call: Call, random: Random) -> None:
    """Another type for an input, and for all inputs of its type variable, or for it alone."""
    schema = call.schema()
    if schema is None:
        return
    at = random.choice([i for i, one in enumerate(call.inputs) if one.is_tensor])
    formal = schema.input_formal(at)
    if formal is None:
        return
    allowed = sorted(t for t in formal.types if isinstance(t, int) and t <= TensorProto.BFLOAT16)
    if not allowed:
        return
    new = random.choice(allowed)
    old = call.inputs[at].elem_type
    together = random.random() < 0.8
    for i, one in enumerate(call.inputs):
        other = schema.input_formal(i)
        same = other is not None and other.type_name == formal.type_name and one.elem_type == old
        if one.is_tensor and (i == at or (together and same)):
            one.elem_type = new
            if one.content is not None:
                kind = helper.tensor_dtype_to_np_dtype(new)
                if new == TensorProto.STRING:
                    one.content = None
                elif kind.kind in "iu" or kind == np.bool_:
                    one.content = [
                        int(item) % 128 if isinstance(item, (int, float)) and item < 0 and kind.kind == "u"
                        else int(item) if isinstance(item, (int, float)) and abs(item) < 2**31 else 1
                        for item in one.content
                    ]  # fmt: skip
                else:
                    one.content = [float(i) if isinstance(i, (int, float)) else 1.0 for i in one.content]


def _change_inputs(call: Call, random: Random) -> None:
    if call.inputs and random.random() < 0.6:
        at = random.randrange(len(call.inputs))
        if random.random() < 0.5:
            del call.inputs[at:]
        else:
            call.inputs[at] = Input(None, 0)
    elif call.inputs:
        call.inputs.append(call.inputs[-1])


def _change_outputs(call: Call, random: Random) -> None:
    schema = call.schema()
    most = min(schema.max_outputs if schema is not None else 1, 6)
    way = random.random()
    if way < 0.4 and len(call.outputs) > 1:
        call.outputs[random.randrange(len(call.outputs))] = False
    elif way < 0.8 and len(call.outputs) < most:
        call.outputs.append(True)
    elif len(call.outputs) > 1:
        call.outputs.pop()


def ways(call: Call, random: Random) -> None:
    """How the inputs reach the operator."""
    for one in call.tensors():
        dice = random.random()
        if one.content is not None and one.elem_type != TensorProto.STRING:
            if one.way == "stored":
                one.way = "given" if dice < 0.25 else "computed" if dice < 0.35 else "stored"
            else:
                one.way = "stored" if dice < 0.4 else "computed" if dice < 0.45 else "given"
        if one.way == "given" and random.random() < 0.03:
            one.way = "hidden"


def open_sizes(call: Call, random: Random) -> dict[str, int]:
    """Put symbols in the place of some sizes; equal sizes often share one."""
    symbols: dict[str, int] = {}
    way = random.choice(("none", "classes", "classes", "own", "mixed"))
    if way == "none":
        return symbols
    shared: dict[int, str] = {}
    closed = {size for one in call.tensors() for size in one.shape if random.random() < 0.3}
    for one in call.tensors():
        if one.way not in ("given", "hidden"):
            continue
        for axis, size in enumerate(one.shape):
            share = way == "classes" or (way == "mixed" and random.random() < 0.5)
            if share and size in closed:
                continue
            if share and size > 1:
                name = shared.setdefault(size, "ABCDEFGHIJ"[len(shared) % 10])
            elif random.random() < 0.4:
                name = f"d{len(symbols)}"
            else:
                continue
            symbols[name] = size
            one.symbols[axis] = name
    return symbols


def other_contents(call: Call, random: Random) -> dict[int, list[int | float | bool | str]]:
    """Other contents for some of the given inputs."""
    found = {}
    for at, one in enumerate(call.inputs):
        if one.content and one.way == "given" and random.random() < 0.3:
            content = list(one.content)
            place = random.randrange(len(content))
            content[place] = _other_number(content[place], random, far=random.random() < 0.1)
            found[at] = content
    return found


def built(
    call: Call,
    seed: int,
    mode: str,
    trials: Sequence[tuple[Mapping[str, int], Mapping[int, list[int | float | bool | str]]]],
) -> Case:
    """The model of a call, with its trials."""
    names: list[str] = []
    inputs: list[onnx.ValueInfoProto] = []
    stored: list[onnx.TensorProto] = []
    nodes: list[onnx.NodeProto] = []
    given: dict[int, str] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    for at, one in enumerate(call.inputs):
        name = f"x{at}"
        if one.fact is None:
            names.append("")
            continue
        names.append(name)
        if not one.is_tensor:
            inputs.append(helper.make_value_info(name, type_proto(one.fact)))
            continue
        if one.way in ("stored", "computed"):
            content = None if one.content is None else _fitting(one.content, one.elem_type)
            source = name if one.way == "stored" else f"{name}_stored"
            stored.append(numpy_helper.from_array(array(name, one.elem_type, one.shape, content), source))
            stored[-1].data_type = one.elem_type
            if one.way == "computed":
                nodes.append(helper.make_node("Identity", [source], [name]))
            continue
        shape = [one.symbols.get(axis, size) for axis, size in enumerate(one.shape)]
        source = name
        if one.way == "hidden":
            source = f"{name}_flat"
            nodes.append(helper.make_node("Reshape", [source, f"{name}_shape"], [name]))
            inputs.append(helper.make_tensor_value_info(f"{name}_shape", TensorProto.INT64, [len(one.shape)]))
            shapes[f"{name}_shape"] = tuple(one.shape)
        inputs.append(helper.make_tensor_value_info(source, one.elem_type, shape))
        given[at] = source
    outputs = [f"y{i}" if wanted else "" for i, wanted in enumerate(call.outputs)]
    node = helper.make_node(call.op_type, names, outputs, domain=call.domain)
    schema = call.schema()
    for key, value in call.attributes.items():
        spec = schema.attributes.get(key) if schema is not None else None
        if value is None or (value == [] and spec is None):
            continue  # nobody knows the type of an empty list that no schema has
        node.attribute.append(helper.make_attribute(key, value, attr_type=spec.type if spec else None))
    nodes.append(node)
    declared = [onnx.ValueInfoProto(name=name) for name in outputs if name]
    graph = helper.make_graph(nodes, "g", inputs, declared, initializer=stored)
    imports = [helper.make_opsetid(call.domain, call.opset)]
    if call.domain:
        imports.append(helper.make_opsetid("", BESIDE))
    model = helper.make_model(graph, opset_imports=imports, ir_version=IR_VERSION)
    made = [
        Trial(sizes, {**_contents(call, given, sizes, others), **_flat_shapes(call, shapes, sizes)})
        for sizes, others in trials
    ]
    return Case(seed, mode, f"{call.domain or 'ai.onnx'}::{call.op_type}", model, made)


def _fitting(content: Sequence[int | float | bool | str], elem_type: int) -> Content:
    """The contents within what the type can hold."""
    kind = helper.tensor_dtype_to_np_dtype(elem_type)
    if kind.kind not in "iu":
        return tuple(content)
    low, high = int(np.iinfo(kind).min), int(np.iinfo(kind).max)
    return tuple(min(max(int(item), low), high) if not isinstance(item, str) else 0 for item in content)


def _contents(
    call: Call,
    given: Mapping[int, str],
    sizes: Mapping[str, int],
    others: Mapping[int, list[int | float | bool | str]],
) -> dict[str, Content]:
    found: dict[str, Content] = {}
    for at, name in given.items():
        one = call.inputs[at]
        content = others.get(at, one.content)
        if content is None:
            continue
        shape = [sizes.get(one.symbols.get(axis, ""), size) for axis, size in enumerate(one.shape)]
        count = int(np.prod(shape, dtype=np.int64))
        if count > MOST_ELEMENTS:
            continue
        filled = [content[i % len(content)] if content else 1 for i in range(count)]
        found[name] = _fitting(filled, one.elem_type)
    return found


def _flat_shapes(
    call: Call, shapes: Mapping[str, tuple[int, ...]], sizes: Mapping[str, int]
) -> dict[str, Content]:
    """The targets of the Reshapes that hide shapes: the shape of the input itself."""
    found: dict[str, Content] = {}
    for name in shapes:
        one = call.inputs[int(name[1:].split("_")[0])]
        found[name] = tuple(sizes.get(one.symbols.get(axis, ""), size) for axis, size in enumerate(one.shape))
    return found
