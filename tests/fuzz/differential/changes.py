"""Changes of a call, legal or not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
from onnx import TensorProto, helper

from shapeinfer.schema.schema import last_opset, versions
from tests.fuzz.differential.call import Call, Input, Item, left_out
from tests.fuzz.differential.words import FAR, NUMBERS, STRINGS


def change(call: Call, random: Random) -> None:
    """One change, legal or not."""
    random.choice(_CHANGES)(call, random)


def _shaped(call: Call) -> list[Input]:
    return [one for one in call.tensors() if one.shape]


def _change_size(call: Call, random: Random) -> None:
    _set_size(call, random, random.choice(NUMBERS))


def _change_to_empty(call: Call, random: Random) -> None:
    _set_size(call, random, 0)


def _set_size(call: Call, random: Random, size: int) -> None:
    shaped = _shaped(call)
    if shaped:
        one = random.choice(shaped)
        one.shape[random.randrange(len(one.shape))] = size
        one.resized()


def _change_class(call: Call, random: Random) -> None:
    shaped = _shaped(call)
    if shaped:
        _resize_class(call, random.choice(random.choice(shaped).shape), random.choice(NUMBERS), random)


def _change_rank(call: Call, random: Random) -> None:
    if not call.tensors():
        return
    one = random.choice(call.tensors())
    if one.shape and random.random() < 0.5:
        del one.shape[random.randrange(len(one.shape))]
    elif len(one.shape) < 5:
        one.shape.insert(random.randint(0, len(one.shape)), random.choice((1, 1, 2, 3)))
    one.resized()


def _change_scalar(call: Call, random: Random) -> None:
    """One element at another rank."""
    few = [one for one in call.tensors() if int(np.prod(one.shape, dtype=np.int64)) == 1]
    if few:
        random.choice(few).shape = [1] * random.choice((0, 0, 1, 1, 2))


def _change_opset(call: Call, random: Random) -> None:
    known = versions(call.domain, call.op_type)
    if known:
        start = random.choice(known)
        last = last_opset(call.domain) or 1
        call.opset = min(random.choice((start, start, start + 1, start + 2)), last)


def _change_content(call: Call, random: Random) -> None:
    _set_content(call, random, far=False)


def _change_far(call: Call, random: Random) -> None:
    _set_content(call, random, far=True)


def _set_content(call: Call, random: Random, *, far: bool) -> None:
    with_content = [one for one in call.tensors() if one.content]
    if with_content:
        one = random.choice(with_content)
        assert one.content is not None
        at = random.randrange(len(one.content))
        one.content[at] = other_number(one.content[at], random, far=far)


def other_number(value: Item, random: Random, *, far: bool) -> Item:
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return random.choice(STRINGS)
    if isinstance(value, int):
        if far:
            return random.choice(FAR)
        near = random.choice((value + 1, value - 1, 0, -1, 1, 2, -value, value * 2))
        return min(max(near, -(2**63)), 2**63 - 1)
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
        return other_number(value, random, far=isinstance(value, int) and random.random() < 0.1)
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
    if schema is None or not call.tensors():
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
            call.inputs[at] = left_out()
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


_CHANGES: tuple[Callable[[Call, Random], None], ...] = (
    *([_change_size] * 2), *([_change_class] * 2), _change_rank, _change_scalar, _change_to_empty,
    *([_change_attribute] * 3), *([_change_type] * 2), *([_change_opset] * 2), _change_inputs, _change_outputs,
    *([_change_content] * 2), _change_far,
)  # fmt: skip
