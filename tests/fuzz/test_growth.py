"""Work grows no faster than the model, for every growth in ``hostile``. Counted in calls, not in seconds.

Every call of a function, Python's own and those of C, is an event that the interpreter reports: their number is
the same on every machine, and knows nothing of the budgets that are to hold it down.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

import pytest

from shapeinfer import infer, lint
from shapeinfer.dims import LARGEST
from shapeinfer.reporting import report_data
from shapeinfer.reports import origin
from tests.fresh import forget
from tests.fuzz.hostile.models import MODELS

# From a size on: expressions of up to 160 symbols, sequences of up to 256 items are kept as they are.
SIZES = {"sums_one_by_one": (400, 800), "long_expressions": (300, 600), "sequences": (300, 600)}
USUAL = (100, 200)
# A little more than 1: tables grow, numbers get longer.
MOST = 1.15


def calls(work: Callable[[], object]) -> int:
    """How many functions are called on the way."""
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("name", MODELS)
def test_work_is_linear(name: str) -> None:
    small, large = SIZES.get(name, USUAL)
    models = [MODELS[name](size).SerializeToString() for size in (small, large)]
    lint(models[0])  # what is loaded once is loaded now
    counted = []
    for model in models:
        forget()
        counted.append(calls(lambda model=model: lint(model)))  # type: ignore[misc]  # a default
    exponent = math.log(counted[1] / counted[0]) / math.log(large / small)
    assert exponent <= MOST, f"{counted[0]} calls for {small}, {counted[1]} for {large}"


def test_solving_is_linear_in_the_clauses() -> None:
    results = [infer(MODELS["broadcast_chain"](size).SerializeToString()) for size in (40, 80)]
    counted = [calls(lambda result=result: result.contract) for result in results]  # type: ignore[misc]  # a default
    clauses = [len(result.contract.demands) for result in results]
    assert clauses == [820, 3240]
    assert math.log(counted[1] / counted[0]) / math.log(clauses[1] / clauses[0]) <= MOST


def test_findings_about_one_node_read_its_inputs_once() -> None:
    models = [MODELS["sizes_of_one_node"](size).SerializeToString() for size in (200, 400)]
    lint(models[0])
    counted = []
    for model in models:
        forget()
        counted.append(calls(lambda model=model: lint(model)))  # type: ignore[misc]  # a default
    assert counted[1] <= 1.25 * counted[0]  # both have as many findings as are stated at most


def test_the_line_of_a_node_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    monkeypatch.setattr(origin, "source_line", read.append)
    proto = MODELS["sizes_of_one_node"](20)
    for node in proto.graph.node:
        node.doc_string = 'File "model.py", line 1, in forward'
    model = proto.SerializeToString()
    assert len(infer(model).interface.demands) > 20
    assert len(read) == 1
    contract = report_data(model)["contract"]
    assert isinstance(contract, dict) and len(contract["clauses"]) > 20
    assert len(read) == 2


@pytest.mark.parametrize("name", MODELS)
def test_steps_stay_within_the_budget(name: str) -> None:
    result = infer(MODELS[name](60).SerializeToString())
    contract = result.contract
    assert 0 <= contract.steps_used <= contract.steps_allowed
    # A model that was visited a second time may take half as much again.
    assert 0 <= result.run.steps_used <= 1.5 * result.run.steps_allowed
    facts = [dim for fact in result.facts.values() for dim in fact.dims()]
    assert max((dim.size for dim in facts), default=0) <= LARGEST
    stated = [dim for placed in result.run.requirements for dim in placed.item.condition.dims()]
    assert max((dim.size for dim in stated), default=0) <= 8 * LARGEST


def test_the_calls_are_counted() -> None:
    assert calls(lambda: [math.sqrt(2) for _ in range(100)]) >= 100
