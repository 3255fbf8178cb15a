"""Calls of the operators of com.microsoft and ai.onnx.ml, drawn from templates.txt: which sizes, optional inputs, types and
attributes a call has is drawn anew for each seed.

A paragraph is one template. Its first line names the operator (``domain:Name-opset`` where it is not of
com.microsoft, opset 1), each line that is indented and begins with a
type (or ``-``) is an input, every other one an attribute. ``|`` separates alternatives, ``-`` leaves the
input or attribute out. Capital letters are sizes; ``q``, ``w`` and ``n`` are types, drawn once for a call.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

from shapeinfer.facts.fact import TensorFact
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from tests.fuzz.differential.call import Recipe, call_of
from tests.fuzz.differential.case import Case
from tests.fuzz.differential.changes import change
from tests.fuzz.differential.recipes import dressed
from tests.oracle import bind

TEMPLATES = Path(__file__).with_name("templates.txt")
DOMAIN = "com.microsoft"
# Sizes that a template is drawn with; changes make other ones.
SIZES = (1, 1, 2, 2, 2, 3, 3, 4)
TYPES = {"q": ("u8", "u8", "i8"), "w": ("i8", "u8"), "n": ("i64", "i32")}
# Data of at most this many elements are stored sometimes.
MOST_STORED = 512


class Template:
    """One paragraph: alternatives for each input and attribute, as text."""

    def __init__(self, paragraph: str) -> None:
        name, *lines = paragraph.strip().split("\n")
        where, _, operator = name.rpartition(":")
        self.domain = where or DOMAIN
        self.op_type, _, opset = operator.partition("-")
        self.opset = int(opset or 1)
        self.inputs: list[list[str]] = []
        self.attributes: dict[str, list[str]] = {}
        for line in lines:
            text = line.strip()
            if re.match(r"-( |$)|\w+[(\[]", text):
                self.inputs.append(text.split(" | "))
            else:
                key, _, values = text.partition(" ")
                self.attributes[key] = values.split(" | ")

    def recipe(self, random: Random) -> Recipe:
        """A call: every choice is drawn."""
        sizes = {letter: random.choice(SIZES) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
        types = {variable: random.choice(kinds) for variable, kinds in TYPES.items()}
        drawn = [random.choice(self._usual(alternatives, random)) for alternatives in self.inputs]
        inputs = [_input(types.get(text[0], text[0]) + text[1:], sizes) for text in drawn]
        while inputs and inputs[-1] is None:
            inputs.pop()
        attributes = {}
        for name, values in self.attributes.items():
            value = random.choice(self._usual(values, random))
            if name != "outputs" and value != "-":
                attributes[name] = _value(value, sizes)
        outputs = int(random.choice(self.attributes.get("outputs", ["1"])))
        return Recipe(self.domain, self.op_type, self.opset, inputs, attributes, outputs)

    @staticmethod
    def _usual(ways: list[str], random: Random) -> list[str]:
        """The first alternative more often: the others seldom fit one another."""
        return ways[:1] if random.random() < 0.45 else ways


@cache
def templates() -> tuple[Template, ...]:
    """All templates."""
    return tuple(Template(paragraph) for paragraph in TEMPLATES.read_text().strip().split("\n\n"))


def _input(text: str, sizes: Mapping[str, int]) -> str | None:
    if text == "-":
        return None
    scope = Scope()
    fact = parse(text, scope)
    return str(bind(fact, {name: sizes[name] for name in scope.symbols}, scope))


def _value(text: str, sizes: Mapping[str, int]) -> object:
    """A literal, or an expression over sizes."""
    if text.startswith("["):
        inner = text[1:-1].strip()
        return [_value(item.strip(), sizes) for item in inner.split(",")] if inner else []
    if not re.search(r"\b[A-Z]\b", text) or text.startswith("'"):
        literal: object = ast.literal_eval(text)
        return literal
    scope = Scope()
    shape = parse(f"f32[{text}]", scope)
    bound = bind(shape, {name: sizes[name] for name in scope.symbols}, scope)
    assert isinstance(bound, TensorFact)
    found = bound.static_shape()
    assert found is not None
    return found[0]


def random_case(seed: int, mode: str, domains: Sequence[str]) -> Case:
    """A call of an operator of these domains that was drawn, often changed a little."""
    random = Random(seed)
    known = [template for template in templates() if template.domain in domains]
    operators = sorted({(template.domain, template.op_type) for template in known})
    chosen = random.choice(operators)
    template = random.choice([t for t in known if (t.domain, t.op_type) == chosen])
    call = call_of(template.recipe(random))
    for _ in range(random.choice((0, 0, 1, 1, 1, 2, 3))):
        change(call, random)
    for one in call.tensors():
        few = all(one.shape) and _product(one.shape) <= MOST_STORED
        if one.content is None and few and random.random() < 0.25:
            one.way = random.choice(("stored", "stored", "stored", "computed"))
    return dressed(call, seed, mode, random)


def _product(shape: list[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count
