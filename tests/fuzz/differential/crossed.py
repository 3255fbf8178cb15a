"""Cases about one operator: a recorded call with other types, words and sizes at once, mostly legal ones.

Kernels lack some types for some words of an attribute (a reduction, a mode), some ranks, or what is empty; a
single change of a recorded call seldom meets two of these together.
"""

from __future__ import annotations

from random import Random

from onnx import TensorProto, helper

from shapeinfer.schema.schema import last_opset, versions
from tests.fuzz.differential.call import Call, Input, call_of, recipes
from tests.fuzz.differential.case import Case
from tests.fuzz.differential.changes import change
from tests.fuzz.differential.drawn import WORDS
from tests.fuzz.differential.recipes import dressed

_DOMAINS = ("", "", "", "", "ai.onnx.ml")
# Attribute types, as AttributeProto.AttributeType numbers them.
_FLOAT, _INT, _STRING = 1, 2, 3


def random_case(seed: int) -> Case:
    """A call with other types, words and sizes."""
    random = Random(seed)
    domain = random.choice(_DOMAINS)
    key = random.choice([key for key in recipes() if key[0] == domain])
    call = call_of(random.choice(recipes()[key]))
    version = random.choice([*(versions(*key) or (1,)), call.opset])
    call.opset = min(random.choice((version, version + 1)), last_opset(domain) or 1)
    _types(call, random)
    _words(call, random)
    _sizes(call, random)
    if random.random() < 0.3:
        change(call, random)
    return dressed(call, seed, "crossed", random, ("expanded", "squeezed", "branched"))


def _types(call: Call, random: Random) -> None:
    """Another type for each type variable, of those that the operator takes."""
    schema = call.schema()
    if schema is None:
        return
    chosen: dict[str, int] = {}
    for at, one in enumerate(call.inputs):
        formal = schema.input_formal(at)
        if not one.is_tensor or formal is None:
            continue
        allowed = sorted(t for t in formal.types if isinstance(t, int) and t <= TensorProto.BFLOAT16)
        if not allowed:
            continue
        keep = one.elem_type in allowed and random.random() < 0.5
        new = chosen.setdefault(formal.type_name, one.elem_type if keep else random.choice(allowed))
        if new != one.elem_type:
            _retype(one, new)


def _retype(one: Input, new: int) -> None:
    one.elem_type = new
    if one.content is None:
        return
    kind = helper.tensor_dtype_to_np_dtype(new).kind
    if new == TensorProto.STRING:
        one.content = None
        one.way = "given"
    elif kind in "iub":
        one.content = [
            int(item) % 128 if isinstance(item, (int, float)) and abs(item) < 2**31 else 1
            for item in one.content
        ]
    else:
        one.content = [float(item) if isinstance(item, (int, float)) else 1.0 for item in one.content]


def _words(call: Call, random: Random) -> None:
    """Other words and small numbers for some attributes."""
    schema = call.schema()
    for spec in () if schema is None else schema.attributes.values():
        if random.random() < 0.6:
            continue
        words = WORDS.get(spec.name)
        if spec.type == _STRING and words:
            call.attributes[spec.name] = random.choice(words)
        elif spec.type == _INT and random.random() < 0.5:
            call.attributes[spec.name] = random.choice((0, 1, 1, 2, -1))
        elif spec.type == _FLOAT and random.random() < 0.3:
            call.attributes[spec.name] = random.choice((0.0, 1.0, 0.5, -1.0))


def _sizes(call: Call, random: Random) -> None:
    """All axes of one size have another one: often none or one."""
    sizes = sorted({size for one in call.tensors() for size in one.shape})
    if not sizes or random.random() < 0.5:
        return
    old, new = random.choice(sizes), random.choice((0, 0, 1, 1, 2, 5))
    for one in call.tensors():
        if old in one.shape:
            one.shape = [new if size == old else size for size in one.shape]
            one.resized()
