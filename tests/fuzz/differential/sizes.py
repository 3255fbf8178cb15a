"""Steps of a growing graph: arithmetic on sizes."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from tests.fuzz.differential.builder import Builder, Value


def size_step(builder: Builder) -> None:
    """One step of arithmetic on sizes."""
    random = builder.random
    value = builder.any(lambda rank: rank > 0)
    if value is None:
        return
    way = random.randrange(9)
    if way <= 1 or not builder.sizes:
        name = builder.node("Shape", [value.name])[0]
        builder.measured(name, np.array(value.shape, dtype=np.int64))
        return
    one = random.choice(builder.sizes)
    assert one.content is not None
    if way == 2 and one.content.ndim == 1 and one.content.size:
        at = random.randrange(one.content.size)
        scalar = random.random() < 0.5
        index = builder.constant([at], scalar=scalar)
        name = builder.node("Gather", [one.name, index], axis=0)[0]
        builder.measured(name, one.content[at] if scalar else one.content[[at]])
    elif way == 3 and one.content.ndim == 1 and one.content.size:
        start = random.randrange(one.content.size)
        end = random.choice((one.content.size, 2**63 - 1, random.randint(start, one.content.size)))
        name = builder.node("Slice", [one.name, builder.constant([start]), builder.constant([end])])[0]
        builder.measured(name, one.content[start:end])
    elif way == 4:
        same = [s for s in builder.sizes if s.content is not None and s.content.ndim == 1]
        if one.content.ndim == 1 and same:
            other = random.choice(same)
            assert other.content is not None
            if one.content.size + other.content.size <= 6:
                name = builder.node("Concat", [one.name, other.name], axis=0)[0]
                builder.measured(name, np.concatenate([one.content, other.content]))
    elif way == 5 and one.content.ndim == 0:
        if builder.opset < 13:
            name = builder.node("Unsqueeze", [one.name], axes=[0])[0]
        else:
            name = builder.node("Unsqueeze", [one.name, builder.constant([0])])[0]
        builder.measured(name, one.content.reshape(1))
    elif way == 6 and one.content.ndim == 1 and one.content.size:
        kind = random.choice(("ReduceProd", "ReduceMax", "ReduceMin"))
        keep = random.choice((0, 1))
        name = builder.node(kind, [one.name], keepdims=keep)[0]
        items = [int(item) for item in one.content]
        found = {"ReduceProd": math.prod(items), "ReduceMax": max(items), "ReduceMin": min(items)}[kind]
        builder.measured(name, np.array([found] if keep else found, dtype=np.int64))
    else:
        _arithmetic(builder, one)


def _arithmetic(builder: Builder, one: Value) -> None:
    random = builder.random
    assert one.content is not None
    kind = random.choice(("Add", "Sub", "Mul", "Div", "Mod", "Max", "Min"))
    others = [
        s for s in builder.sizes if s.content is not None and s.content.shape in ((), one.content.shape)
    ]
    if random.random() < 0.4 and others:
        other = random.choice(others)
        right, content = other.name, other.content
    else:
        number = random.choice((1, 1, 2, 2, 3, 4, -1))
        right = builder.constant([number], scalar=True)
        content = np.array(number, dtype=np.int64)
    assert content is not None
    if kind in ("Div", "Mod") and (content <= 0).any():
        return
    if kind == "Div" and (one.content < 0).any():
        return
    name = builder.node(kind, [one.name, right])[0]
    builder.measured(name, np.asarray(_OPERATIONS[kind](one.content, content), dtype=np.int64))


_OPERATIONS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "Add": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mul": lambda a, b: a * b,
    "Div": lambda a, b: a // b,
    "Mod": lambda a, b: a % b,
    "Max": np.maximum,
    "Min": np.minimum,
}
