"""A call of one operator that is being changed, and the record of calls that run.

A *recipe* is such a call; ``recipes.jsonl`` has several for each operator (``gather.py`` makes it).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from onnx import helper, numpy_helper

from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.schema.schema import Schema, find
from tests.oracle import sample

RECIPES = Path(__file__).with_name("recipes.jsonl")
# Contents of more elements than this are data.
MOST_ELEMENTS = 64

Item = int | float | bool | str


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
        """Equal for calls that teach the same: version, types, ranks, attributes."""
        inputs = [None if i is None else (i.split("[")[0], i.count(",")) for i in self.inputs]
        return json.dumps([self.since_version(), inputs, sorted(self.attributes), self.outputs])

    def since_version(self) -> int:
        """The operator's version that applies."""
        schema = find(self.domain, self.op_type, self.opset)
        return 0 if schema is None else schema.since_version

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
    """One input of the call that is being changed. ``content`` is None for data.

    ``way`` says how the input reaches the operator; ``build.py`` has a function for each. ``symbols`` are
    the names of its open sizes by axis, ``measured`` those of the sizes that its contents are by position.
    """

    def __init__(self, elem_type: int, shape: Sequence[int], content: Sequence[Item] | None = None) -> None:
        self.fact: Fact | None = None  # of what is no tensor
        self.elem_type = elem_type
        self.shape = list(shape)
        self.content = None if content is None else list(content)
        self.symbols: dict[int, str] = {}
        self.measured: dict[int, str] = {}
        self.pieces: list[str] = []
        self.way = "given"

    @property
    def is_tensor(self) -> bool:
        return self.elem_type > 0

    @property
    def is_given(self) -> bool:
        """Whether a caller chooses its sizes."""
        return self.way in (
            "given", "hidden", "unshaped", "nameless", "cut", "expanded", "squeezed", "branched",
        )  # fmt: skip

    def resized(self) -> None:
        """Make as many contents as the shape holds."""
        if self.content is None:
            return
        count = int(np.prod(self.shape, dtype=np.int64))
        if count > MOST_ELEMENTS:
            self.content = None
        elif len(self.content) != count:
            self.content = [self.content[i % len(self.content)] if self.content else 1 for i in range(count)]


def left_out() -> Input:
    """An input with an empty name."""
    return Input(0, ())


def input_of(fact: Fact | None, seed: int) -> Input:
    """The input that a fact with numbers only describes."""
    if not isinstance(fact, TensorFact):
        one = left_out()
        one.fact = fact
        return one
    one = Input(fact.elem_type, fact.static_shape() or ())
    count = int(np.prod(one.shape, dtype=np.int64))
    kind = helper.tensor_dtype_to_np_dtype(fact.elem_type)
    if count <= MOST_ELEMENTS and (fact.elements is not None or kind.kind in "iub"):
        found = sample(fact, seed)
        assert isinstance(found, np.ndarray)
        one.content = [item.item() if hasattr(item, "item") else item for item in found.reshape(-1)]
    if fact.elements is not None and fact.elements.stored:
        one.way = "stored"
    return one


class Call:
    """The call that is being changed."""

    def __init__(self, domain: str, op_type: str, opset: int) -> None:
        self.domain = domain
        self.op_type = op_type
        self.opset = opset
        self.inputs: list[Input] = []
        self.attributes: dict[str, object] = {}
        self.outputs = [True]

    def schema(self) -> Schema | None:
        return find(self.domain, self.op_type, self.opset)

    def tensors(self) -> list[Input]:
        return [i for i in self.inputs if i.is_tensor]


def call_of(recipe: Recipe) -> Call:
    """The recorded call, to be changed."""
    call = Call(recipe.domain, recipe.op_type, recipe.opset)
    scope = Scope()
    call.inputs = [
        input_of(None if text is None else parse(text, scope), i) for i, text in enumerate(recipe.inputs)
    ]
    call.attributes = {name: _attribute(value) for name, value in recipe.attributes.items()}
    call.outputs = [True] * recipe.outputs
    return call


def _attribute(value: object) -> object:
    if isinstance(value, dict):
        fact = parse(value["tensor"], Scope())
        found = sample(fact)
        assert isinstance(found, np.ndarray)
        return numpy_helper.from_array(found)
    return value
