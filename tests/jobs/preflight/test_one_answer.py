"""``check`` is one answer: about models of the fuzzer, ranges of several sizes, single sizes, whole inputs and
the contract agree, also at 0, at 1 and beside borders, and with the contents of inputs given."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random

import pytest

import shapeinfer
from shapeinfer.dims import const
from shapeinfer.facts.elem_type import BOOL
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.fact import TensorFact
from shapeinfer.jobs.preflight.sweep import sweep
from shapeinfer.jobs.sources import load
from tests.fuzz.differential.case import Case, Trial, shape_of
from tests.fuzz.differential.judge import _holds
from tests.fuzz.differential.modes import case_of

MODES = ("graphs", "bodies", "functions", "ai.onnx", "drawn", "com.microsoft")
# Choices of sizes that are compared for one model, at most.
MOST_CHOICES = 40


def choices_of(case: Case, names: Sequence[str], random: Random) -> dict[str, list[int]]:
    """Sizes to try: those of the first trial, and for some names others around them."""
    usual = {name: case.trials[0].sizes.get(name, 2) for name in names}
    choices = {name: [size] for name, size in usual.items()}
    for name in random.sample(names, min(len(names), random.choice((1, 2, 3)))):
        size = usual[name]
        choices[name] = sorted({0, 1, 2, 3, size, size + 1, 2 * size, max(size - 1, 0)})
    while math.prod(map(len, choices.values())) > MOST_CHOICES:
        most = max(choices, key=lambda name: len(choices[name]))
        choices[most] = choices[most][::2]
    return choices


def given_of(case: Case) -> dict[str, TensorFact]:
    """The contents of inputs of integers and booleans whose shape is fixed."""
    found = {}
    for value in case.inputs():
        tensor = value.type.tensor_type
        content = case.trials[0].contents.get(value.name)
        if content is None or not all(isinstance(item, int) for item in content):
            continue
        shape = tuple(d.dim_value for d in tensor.shape.dim if d.HasField("dim_value"))
        if len(shape) < len(tensor.shape.dim) or math.prod(shape) != len(content):
            continue
        items = tuple(const(int(bool(i)) if tensor.elem_type == BOOL else int(i)) for i in content)
        found[value.name] = TensorFact(tensor.elem_type, tuple(map(const, shape)), Elements(shape, items))
    return found


def inputs_at(case: Case, sizes: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """The shapes of the inputs at these sizes."""
    trial = Trial(sizes, case.trials[0].contents, case.trials[0].shapes)
    return {
        value.name: tuple(shape_of(value.name, value.type.tensor_type, trial))
        for value in case.inputs()
        if value.type.tensor_type.HasField("shape")
    }


@pytest.mark.parametrize("mode", MODES)
def test_all_ways_to_ask_have_one_answer(mode: str) -> None:
    compared = 0
    for seed in range(12):
        case = case_of(seed, mode)
        assert case is not None
        random = Random(seed)
        model = load(case.model)
        contract = shapeinfer.infer(model).contract
        names = list(shapeinfer.infer(model).run.declarations.symbol_names())
        if not names or not case.trials:
            continue
        choices = choices_of(case, names, random)
        for given in filter(lambda g: g is None or g, (None, given_of(case))):
            for answer in sweep(model, choices, inputs=given or {}):
                sizes = dict(answer.sizes)
                alone = shapeinfer.check(model, sizes, given or {}).ok
                assert (answer.refused is None) == alone, (seed, sizes, answer.refused)
                compared += 1
                if given is None and alone and 0 not in sizes.values() and not contract.gave_up:
                    broken = [
                        str(c.condition) for c in contract.demands if _holds(c.condition, sizes) is False
                    ]
                    assert broken == [], (seed, sizes)
        sizes = {name: random.choice(several) for name, several in choices.items()}
        by_inputs = shapeinfer.check(model, inputs=inputs_at(case, sizes)).ok
        assert shapeinfer.check(model, sizes).ok == by_inputs, (seed, sizes)
    assert compared > 20
