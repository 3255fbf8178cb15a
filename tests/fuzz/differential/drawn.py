"""Cases about one operator, drawn from its schema alone: any version, types, ranks, sizes and attributes.

Most do not run. What the runtime refuses must be refused, and the few that run must not be.
"""

from __future__ import annotations

from functools import cache
from random import Random

from onnx import TensorProto, helper, numpy_helper

from shapeinfer.schema.schema import AttributeSpec, Formal, Schema, find, operators, versions
from tests.fuzz.differential.call import Call, Input, Item, left_out
from tests.fuzz.differential.case import Case, array
from tests.fuzz.differential.recipes import dressed
from tests.fuzz.differential.words import FAR, NUMBERS, STRINGS

# The last opset that ONNX Runtime knows officially.
LAST_OPSET = 26
# Attribute types, as AttributeProto.AttributeType numbers them.
_FLOAT, _INT, _STRING, _TENSOR, _GRAPH, _FLOATS, _INTS, _STRINGS = 1, 2, 3, 4, 5, 6, 7, 8
# Types that most kernels have, which are chosen more often.
_COMMON = (TensorProto.FLOAT, TensorProto.FLOAT, TensorProto.INT64, TensorProto.INT32, TensorProto.BOOL)
# What a string attribute may say, beside nonsense.
WORDS = {
    "auto_pad": ("NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"),
    "direction": ("forward", "reverse", "bidirectional", "LEFT", "RIGHT"),
    "reduction": ("none", "add", "mul", "max", "min", "mean", "sum"),
    "mode": ("constant", "reflect", "edge", "wrap", "nearest", "linear", "cubic", "bilinear", "avg", "max", "DCR"),
    "padding_mode": ("zeros", "border", "reflection"),
    "coordinate_transformation_mode": (
        "half_pixel", "asymmetric", "align_corners", "tf_crop_and_resize", "output_half_pixel",
    ),
    "equation": ("ij,jk->ik", "ii->i", "...i->...", "ij->ji", "ij,ij->", "i,j->ij", "bij,bjk", "ij,kj->ik"),
    "approximate": ("none", "tanh"),
    "nearest_mode": ("round_prefer_floor", "floor", "ceil", "round_prefer_ceil"),
}  # fmt: skip


@cache
def _drawable() -> tuple[tuple[str, int, int], ...]:
    """Operators without bodies, with each version and the last opset that has it."""
    found = []
    for name in operators(""):
        starts = [v for v in versions("", name) if v <= LAST_OPSET]
        for at, start in enumerate(starts):
            schema = find("", name, start)
            if schema is None or any(spec.type == _GRAPH for spec in schema.attributes.values()):
                continue
            end = starts[at + 1] - 1 if at + 1 < len(starts) else LAST_OPSET
            found.append((name, start, end))
    return tuple(found)


def random_case(seed: int) -> Case:
    """A call of any version of any operator."""
    random = Random(seed)
    names = sorted({name for name, _, _ in _drawable()})
    name = random.choice(names)
    _, start, end = random.choice([row for row in _drawable() if row[0] == name])
    call = Call("", name, random.choice((start, end, random.randint(start, end))))
    schema = call.schema()
    assert schema is not None
    _draw_inputs(call, schema, random)
    rank = max((len(one.shape) for one in call.tensors()), default=2)
    for spec in schema.attributes.values():
        if spec.required or random.random() < 0.3:
            call.attributes[spec.name] = _attribute(spec, rank, random)
    most = min(schema.max_outputs, 4)
    count = random.choice((schema.min_outputs, max(schema.min_outputs, 1), most))
    call.outputs = [True] * max(count, 1)
    return dressed(call, seed, "drawn", random)


def _draw_inputs(call: Call, schema: Schema, random: Random) -> None:
    rank = random.choice((0, 1, 2, 2, 3, 3, 4, 4, 4, 5))
    main = [random.choice(NUMBERS[1:]) for _ in range(rank)]
    if random.random() < 0.1 and main:
        main[random.randrange(rank)] = 0
    types: dict[str, int] = {}
    least = schema.min_inputs
    count = random.choice(
        (least, least, len(schema.inputs), random.randint(least, max(least, len(schema.inputs))))
    )
    if schema.max_inputs > len(schema.inputs) and random.random() < 0.7:
        count = random.choice((1, 2, 3))
    for at in range(count):
        formal = schema.input_formal(at)
        if formal is None:
            break
        if formal.is_optional and random.random() < 0.25:
            call.inputs.append(left_out())
            continue
        elem_type = types.setdefault(formal.type_name, _elem_type(formal, random))
        if not elem_type:
            call.inputs.append(left_out())
            continue
        call.inputs.append(_input(formal, elem_type, main, at, random))


def _elem_type(formal: Formal, random: Random) -> int:
    """A tensor type that the formal takes; 0 if it takes none."""
    allowed = sorted(t for t in formal.types if isinstance(t, int) and t <= TensorProto.BFLOAT16)
    common = [t for t in _COMMON if t in allowed]
    if not allowed:
        return 0
    return random.choice(common if common and random.random() < 0.75 else allowed)


def _input(formal: Formal, elem_type: int, main: list[int], at: int, random: Random) -> Input:
    rank = len(main)
    whole = sorted(t for t in formal.types if isinstance(t, int))
    is_list = at > 0 and all(t in (TensorProto.INT32, TensorProto.INT64) for t in whole)
    if is_list:
        length = random.choice((rank, rank, 1, 1, 2, 2 * rank, 0))
        shape = [] if random.random() < 0.2 else [length]
    else:
        shape = _shape(main, at, random)
    one = Input(elem_type, shape)
    kind = helper.tensor_dtype_to_np_dtype(elem_type)
    if is_list or kind.kind in "iub":
        choices: tuple[Item, ...] = (0, 0, 1, 1, 2, 3, -1, -2, *main)
        one.content = [1]
        one.resized()
        if one.content is not None:
            one.content = [random.choice(choices) for _ in one.content]
            if random.random() < 0.03 and one.content:
                one.content[0] = random.choice(FAR)
            if kind.kind == "b":
                one.content = [bool(item) for item in one.content]
            elif kind.kind == "u":
                one.content = [abs(int(item)) % 128 for item in one.content]
    elif elem_type != TensorProto.STRING and random.random() < 0.3:
        one.content = [1.0]
        one.resized()
        if one.content is not None:
            one.content = [random.choice((0.0, 1.0, 2.0, 0.5, -1.0, 1.5)) for _ in one.content]
    return one


def _shape(main: list[int], at: int, random: Random) -> list[int]:
    """The main shape, or one that may go with it."""
    rank = len(main)
    if at == 0 or random.random() < 0.35:
        return list(main)
    way = random.randrange(9)
    if way == 0:
        return [1 if random.random() < 0.4 else size for size in main]
    if way == 1:
        return main[random.randint(0, rank) :]
    if way == 2:
        return [main[1] if rank > 1 else 1]
    if way == 3:
        return []
    if way == 4:
        return [1]
    if way == 5:
        return [*main[:-2], *main[:-3:-1]]
    if way == 6:
        return main[: random.randint(0, rank)]
    if way == 7:
        return [random.choice(NUMBERS) for _ in main]
    return [random.choice(NUMBERS) for _ in range(random.randint(0, 5))]


def _attribute(spec: AttributeSpec, rank: int, random: Random) -> object:
    """A value of the attribute's type, legal or not."""
    if spec.type == _INT:
        if spec.default is not None and random.random() < 0.2:
            return spec.default
        if random.random() < 0.03:
            return random.choice(FAR)
        if spec.name in ("to", "dtype", "output_dtype", "stash_type"):
            return random.choice((1, 1, 7, 6, random.randint(0, 17)))
        if "axis" in spec.name:
            return random.randint(-rank - 1, rank + 1)
        return random.choice((0, 0, 1, 1, 2, -1, 3, rank))
    if spec.type == _INTS:
        spatial = max(rank - 2, 1)
        length = random.choice((spatial, spatial, rank, 2 * spatial, 2 * rank, 1, 2, 0))
        if spec.name == "perm":
            return random.sample(range(rank), rank) if random.random() < 0.9 else [0] * rank
        if "axes" in spec.name:
            return [random.randint(-rank, rank) for _ in range(random.choice((0, 1, 1, 2)))]
        if "pads" in spec.name:
            return [random.choice((0, 0, 1)) for _ in range(random.choice((2 * spatial, 2 * rank, length)))]
        return [random.choice((1, 1, 1, 2, 2, 3, 0, -1)) for _ in range(length)]
    if spec.type == _FLOAT:
        return random.choice((0.0, 0.5, 1.0, 2.0, -1.0, 1.5))
    if spec.type == _FLOATS:
        return [random.choice((0.5, 1.0, 2.0)) for _ in range(random.choice((1, 2, rank, 0)))]
    if spec.type in (_STRING, _STRINGS):
        words = WORDS.get(spec.name, STRINGS) if random.random() < 0.85 else STRINGS
        return random.choice(words) if spec.type == _STRING else [random.choice(words)]
    if spec.type == _TENSOR:
        shape = random.choice(([], [1], [1], [2], [0]))
        elem_type = random.choice(_COMMON)
        return numpy_helper.from_array(array("t", elem_type, shape, None))
    return None
