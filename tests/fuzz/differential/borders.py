"""Cases about one operator of any version: a recorded call with one change at a border, all inputs known in one way.

The other modes draw many changes and ways at once, so that a certain pair is rare. Here an attribute is 0, -1, the
rank or empty, a list is one entry too long, an input is left out or has one axis less, and so on, and
then everything is declared, nothing has a shape, every size has a name, or lists are data.
"""

from __future__ import annotations

from random import Random

from onnx import TensorProto

from shapeinfer.schema.schema import last_opset, versions
from tests.fuzz.differential.build import Choice, built
from tests.fuzz.differential.call import Call, call_of, left_out, recipes
from tests.fuzz.differential.case import Case
from tests.fuzz.differential.changes import change
from tests.fuzz.differential.words import FAR, STRINGS

_DOMAINS = ("", "", "", "ai.onnx.ml")
# Attribute types, as AttributeProto.AttributeType numbers them.
_FLOAT, _INT, _STRING, _FLOATS, _INTS, _STRINGS = 1, 2, 3, 6, 7, 8
_WAYS = ("plain", "unshaped", "one", "hidden", "cut", "named", "nameless", "flipped", "computed", "constant")


def random_case(seed: int) -> Case:
    """A call with one change at a border."""
    random = Random(seed)
    domain = random.choice(_DOMAINS)
    key = random.choice([key for key in recipes() if key[0] == domain])
    version = random.choice(versions(*key) or (1,))
    of_version = [r for r in recipes()[key] if r.since_version() == version] or recipes()[key]
    call = call_of(random.choice(of_version))
    call.opset = min(random.choice((version, version + 1)), last_opset(domain) or 1)
    random.choice((_attribute, _attribute, _attribute, _shape, _shape, _size, _input, _content, change))(
        call, random
    )
    sizes = _known(call, random.choice(_WAYS), random)
    choices: list[Choice] = [(sizes, {})]
    if sizes:
        changed = dict(sizes)
        changed[random.choice(sorted(changed))] = random.choice((0, 1, 2, 3))
        choices.append((changed, {}))
    return built(call, seed, "borders", choices)


def _attribute(call: Call, random: Random) -> None:
    schema = call.schema()
    specs = {} if schema is None else schema.attributes
    if not specs:
        return
    spec = specs[random.choice(sorted(specs))]
    old = call.attributes.get(spec.name)
    rank = max((len(one.shape) for one in call.tensors()), default=2)
    value: object = None
    if spec.type == _INT:
        value = random.choice((0, 1, -1, 2, 3, rank, rank - 1, -rank, -rank - 1, rank + 1, *FAR))
    elif spec.type == _INTS:
        value = _ints(old if isinstance(old, list) else [], rank, random)
    elif spec.type == _FLOAT:
        value = random.choice((0.0, -1.0, 0.5, 2.0))
    elif spec.type == _FLOATS:
        value = [random.choice((0.5, 1.0))] * random.choice((0, 1, 2, rank))
    elif spec.type in (_STRING, _STRINGS):
        value = (
            random.choice(STRINGS)
            if spec.type == _STRING
            else list(random.sample(STRINGS, random.choice((0, 1, 2))))
        )
    if value is not None:
        call.attributes[spec.name] = value


def _ints(old: list[int], rank: int, random: Random) -> list[int]:
    if old and random.random() < 0.6:
        at, new = random.randrange(len(old)), random.choice((0, -1, 1, 2, rank, -rank, random.choice(FAR)))
        return random.choice((old[:-1], [*old, old[-1]], old + old, [*old[:at], new, *old[at + 1 :]]))
    return [random.choice((1, 1, 1, 2, 0, -1))] * random.choice((0, 1, 2, 3, 4, 5))


def _shape(call: Call, random: Random) -> None:
    """One input of another rank, or another size on one axis."""
    if not call.tensors():
        return
    one = random.choice(call.tensors())
    shape = list(one.shape)
    at = random.randrange(len(shape)) if shape else 0
    ways = [
        [],
        [1],
        [1, 1],
        [1, *shape],
        [*shape, 1],
        [2, *shape],
        [0, *shape],
        shape[1:],
        shape[:-1],
        [0] * len(shape),
    ]
    ways += [[*shape[:at], size, *shape[at + 1 :]] for size in (0, 1, 2, shape[at] + 1)] if shape else []
    one.shape = random.choice(ways)
    one.resized()


def _size(call: Call, random: Random) -> None:
    """All axes of one size have another one."""
    sizes = sorted({size for one in call.tensors() for size in one.shape})
    if not sizes:
        return
    old, new = random.choice(sizes), random.choice((0, 1, 2))
    for one in call.tensors():
        if old in one.shape:
            one.shape = [new if size == old else size for size in one.shape]
            one.resized()


def _input(call: Call, random: Random) -> None:
    """An input or an output is left out."""
    if len(call.outputs) > 1 and random.random() < 0.4:
        call.outputs[random.randrange(len(call.outputs))] = False
    elif call.inputs and random.random() < 0.7:
        call.inputs[random.randrange(len(call.inputs))] = left_out()
    elif call.inputs:
        call.inputs.pop()


def _content(call: Call, random: Random) -> None:
    """One entry of what is read as numbers."""
    read = [one for one in call.tensors() if one.content and isinstance(one.content[0], int)]
    if not read:
        return
    one = random.choice(read)
    assert one.content is not None  # chosen so
    rank = max(len(other.shape) for other in call.tensors())
    at = random.randrange(len(one.content))
    one.content[at] = random.choice((0, 1, -1, 2, rank, -rank, random.choice(FAR)))


def _known(call: Call, way: str, random: Random) -> dict[str, int]:
    """How all inputs are known; the sizes that have names."""
    given = [(at, one) for at, one in enumerate(call.inputs) if one.is_tensor and one.way == "given"]
    read = [
        one for _, one in enumerate(call.tensors()) if one.content and one.elem_type != TensorProto.STRING
    ]
    if way in ("named", "nameless"):
        for at, one in given:
            one.way = "nameless" if way == "nameless" and one.shape else "given"
            prefix = f"x{at}_d" if way == "nameless" else f"d{at}_"
            one.symbols = {axis: f"{prefix}{axis}" for axis in range(len(one.shape))}
        return {name: one.shape[axis] for _, one in given for axis, name in one.symbols.items()}
    if way == "flipped":
        for one in read:
            one.way = "stored" if one.way == "given" else "given"
    elif way in ("computed", "constant"):
        for one in read:
            one.way = way
    elif way in ("one", "hidden"):
        for _, one in random.sample(given, min(1, len(given))):
            one.way = "unshaped" if way == "one" else "hidden"
    elif way in ("unshaped", "cut"):
        for _, one in given:
            if way == "unshaped" or (one.shape and one.elem_type != TensorProto.STRING):
                one.way = way
    return {}
