"""``web/dims.js`` against the engine's own arithmetic, in Node, over the repository's models."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import TypedDict

import pytest

from shapeinfer.dims import Dim, Symbol, const, of, product
from shapeinfer.dims.dim import of_atom, term
from shapeinfer.jobs.infer import infer
from shapeinfer.page.html import WEB
from shapeinfer.page.tables import Tables
from shapeinfer.rule.requirement import Condition, any_of, at_least, broadcastable, divides, equal

ROOT = Path(__file__).resolve().parent.parent.parent
NODE = shutil.which("node")
SIZES = (0, 1, 2, 3, 5, 7, 8, 16, 31, 32, 33, 64, 100, 224, 640, 4096)
HUGE = (1 << 31, 10**9 + 7, (1 << 53) - 1)

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node")


class Trial(TypedDict):
    """What dims.js says at some sizes."""

    values: list[str | None]
    holds: list[bool | None]


class Answer(TypedDict):
    """What dims.js says of a case."""

    trials: list[Trial]
    near: list[list[int]]
    sums: list[str]


class Case:
    """Dims and conditions of one model, with sizes to try."""

    def __init__(self, dims: list[Dim], conditions: list[Condition], sizes: tuple[int, ...] = SIZES) -> None:
        tables = Tables(lambda dim: dim)
        self.rows = [tables.dim(dim) for dim in dims]
        self.dims = dims
        self.conditions = conditions
        written = [tables.condition(condition) for condition in conditions]
        self.symbols = tables.symbols
        chance = random.Random(7)
        self.trials = [[chance.choice(sizes) for _ in self.symbols] for _ in range(8)]
        self.json = {
            "rows": tables.dims,
            "symbols": [{"name": symbol.name} for symbol in self.symbols],
            "conditions": written,
            "trials": self.trials,
            "near": [],
            "sums": [[row] for row in self.rows],
        }

    def size_of(self, sizes: list[int]) -> dict[Symbol, int]:
        """Which symbol has which size."""
        return dict(zip(self.symbols, sizes, strict=True))


def of_model(path: Path) -> Case:
    """Every dim and clause of a model."""
    result = infer(path)
    dims = {dim: None for fact in result.under_contract.values() for dim in fact.dims()}
    return Case(list(dims), [clause.condition for clause in result.contract.clauses])


def by_hand() -> Case:
    """What few models have: every kind of term and condition."""
    a, b, c = (of(Symbol(name, const(0))) for name in "abc")
    loose = of(Symbol("loose", None))
    many = product([a + i for i in range(1, 4)])
    dims = [
        a, a * b + 3, (a + 1) // 2, a // (b + 1), a // b, (a - b) // 3, of_term("truncdiv", a - b, const(4)), of_term("truncdiv", loose - 9, b),
        many * many, a * a * b, const(7), const(-3), a % 5, of_term("*", a + b, b + c), of_term("broadcast", a, b),
        of_term("relu", a - b) * c - 1, of_term("scaled", a * 3, const(5452595), const(4194304)), (a * (1 << 40)) * b,
    ]  # fmt: skip
    conditions = [
        equal(a, b), at_least(a, b), divides(const(4), a), divides(b, a), broadcastable(a, b),
        any_of(equal(a, b), divides(const(3), c)), Condition("all", parts=(equal(a, a // b), at_least(b, c))),
    ]  # fmt: skip
    return Case(dims, conditions)


def of_term(op: str, *args: Dim) -> Dim:
    """A term, whether or not a normal form would keep it."""
    return of_atom(term(op, args))


def answered(cases: list[Case]) -> list[Answer]:
    """What dims.js says."""
    script = Path(__file__).with_name("check_dims.mjs")
    done = subprocess.run(
        [str(NODE), str(script), str(WEB / "dims.js")],
        input=json.dumps([case.json for case in cases]), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: list[Answer] = json.loads(done.stdout)
    return found


def compared(case: Case, answer: Answer) -> int:
    """How many dims and conditions are the same; asserts that all are."""
    count = 0
    for sizes, trial in zip(case.trials, answer["trials"], strict=True):
        size_of = case.size_of(sizes)
        values, holds = trial["values"], trial["holds"]
        for dim, row in zip(case.dims, case.rows, strict=True):
            assert values[row] == _value(dim, size_of), f"{dim} at {sizes}"
            count += 1
        for condition, found in zip(case.conditions, holds, strict=True):
            assert found == _holds(condition, size_of), f"{condition} at {sizes}"
            count += 1
    return count


def _value(dim: Dim, sizes: dict[Symbol, int]) -> str | None:
    try:
        return str(dim.evaluate(sizes.__getitem__))
    except ZeroDivisionError:
        return None


def _holds(condition: Condition, sizes: dict[Symbol, int]) -> bool | None:
    try:
        return condition.holds(sizes.__getitem__)
    except ZeroDivisionError:
        return None


def test_every_model_of_the_repository() -> None:
    folders = ("examples", "tests/data", "shapeinfer/codes/examples")
    cases = [of_model(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.onnxtxt"))]
    assert sum(map(compared, cases, answered(cases))) > 2000


def test_every_kind_of_term_and_condition() -> None:
    case = by_hand()
    assert compared(case, answered([case])[0]) > 150


def test_numbers_beyond_a_double_are_exact() -> None:
    a, b = (of(Symbol(name, const(0))) for name in "ab")
    dims = [
        a * b,
        a * a * b - 1,
        (a * b) // 7,
        of_term("truncdiv", a - b * a, const(3)),
        a * a * a // (b + 1),
    ]
    case = Case(dims, [equal(a * b, b), divides(const(7), a * b), at_least(a * a, b * b)], HUGE)
    assert compared(case, answered([case])[0]) == 8 * 8


def test_nearest_sizes_and_sums() -> None:
    height, width = (of(Symbol(name, const(0))) for name in ("height", "width"))
    case = Case([height * width, 3 * height, const(5), 2 * height], [divides(const(32), height)])
    symbol = case.symbols.index(next(iter(height.symbols())))
    sizes = [65, 65]
    case.json["near"] = [{"condition": 0, "sizes": sizes, "symbol": symbol}]
    case.json["sums"] = [case.rows, [case.rows[2]], []]
    answer = answered([case])[0]
    assert answer["near"] == [[64, 96]]
    assert answer["sums"] == ["height*width + 5*height + 5", "5", "0"]
