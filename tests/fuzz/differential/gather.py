"""Makes recipes.jsonl: calls of every operator that ONNX Runtime runs, from the rows of the rules' tests.

    python -m pytest -q -n 0 -p tests.fuzz.differential.gather tests/rules

Each line is one call with numbers for all sizes: domain, operator, opset, inputs in the text form, attributes,
number of outputs.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence

import pytest

import shapeinfer.testing
import tests.oracle
from shapeinfer.facts.fact import Fact
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.testing import Attribute, Inferred
from tests.fuzz.differential.call import RECIPES, Recipe
from tests.fuzz.differential.oracle import Oracle
from tests.fuzz.differential.recipes import as_case

# So many calls of each operator are kept, those first that differ most from the ones before.
MOST = 24
# Sizes that are tried for a row's symbols, one after the other, until the call runs.
GUESSES = ((2, 3, 4, 5, 6, 7), (4, 4, 4, 4, 4, 4), (1, 1, 1, 1, 1, 1), (8, 8, 8, 8, 8, 8), (2, 2, 2, 2, 2, 2))

_rows: dict[str, dict[str, object]] = {}
_infer = shapeinfer.testing.infer
_compare = tests.oracle.compare


def _kept(
    op_type: str,
    opset: int,
    inputs: Sequence[str | Fact | None],
    domain: str,
    outputs: int,
    attributes: Mapping[str, Attribute],
    sizes: Mapping[str, int],
) -> None:
    row: dict[str, object] = {
        "op": op_type,
        "opset": opset,
        "domain": domain,
        "outputs": outputs,
        "inputs": [None if i is None else str(i) for i in inputs],
        "attributes": {name: _plain(value) for name, value in attributes.items()},
        "sizes": dict(sizes),
    }
    _rows.setdefault(json.dumps(row), row)


def _plain(value: Attribute) -> object:
    if isinstance(value, Fact):
        return {"tensor": str(value)}
    if isinstance(value, bytes):
        return value.decode("latin1")
    if isinstance(value, (int, float, str)):
        return value
    return [_plain(item) for item in value]


def _recorded_infer(
    op_type: str,
    opset: int,
    *inputs: str | Fact | None,
    domain: str = "",
    outputs: int = 1,
    scope: Scope | None = None,
    bodies: Mapping[str, shapeinfer.rule.Body] | None = None,
    given: Mapping[str, Attribute] | None = None,
    **attributes: Attribute,
) -> Inferred:
    if not bodies:
        _kept(op_type, opset, inputs, domain, outputs, {**(given or {}), **attributes}, {})
    return _infer(
        op_type, opset, *inputs,
        domain=domain, outputs=outputs, scope=scope, bodies=bodies, given=given, **attributes,
    )  # fmt: skip


def _recorded_compare(
    op_type: str,
    opset: int,
    *inputs: str | None,
    sizes: Mapping[str, int] | None = None,
    domain: str = "",
    outputs: int = 1,
    feeds: Mapping[int, object] | None = None,
    given: Mapping[str, Attribute] | None = None,
    **attributes: Attribute,
) -> tuple[str, Inferred]:
    _kept(op_type, opset, inputs, domain, outputs, {**(given or {}), **attributes}, sizes or {})
    return _compare(
        op_type, opset, *inputs,
        sizes=sizes, domain=domain, outputs=outputs, feeds=feeds, given=given, **attributes,
    )  # fmt: skip


# The tests import these names after this plugin is loaded.
shapeinfer.testing.infer = _recorded_infer
tests.oracle.compare = _recorded_compare


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the calls that run."""
    by_operator: dict[tuple[str, str], list[dict[str, object]]] = {}
    for row in _rows.values():
        by_operator.setdefault((str(row["domain"]), str(row["op"])), []).append(row)
    lines = []
    with Oracle() as oracle:
        for _, rows in sorted(by_operator.items()):
            kept: dict[object, Recipe] = {}
            seen = set()
            for row in sorted(rows, key=lambda r: -len(str(r["sizes"]))):
                if len(kept) >= MOST:
                    break
                recipe = next((r for r in _numbered(row) if r.key() in kept or _runs(oracle, r)), None)
                if recipe is not None and recipe.key() not in seen:
                    seen.add(recipe.key())
                    kept[recipe.key()] = recipe
            lines += [recipe.line() for recipe in kept.values()]
    RECIPES.write_text("\n".join(lines) + "\n")


def _numbered(row: Mapping[str, object]) -> Iterator[Recipe]:
    """The call with numbers for its symbols, in several ways."""
    sizes, inputs, attributes = row["sizes"], row["inputs"], row["attributes"]
    assert isinstance(sizes, dict) and isinstance(inputs, list) and isinstance(attributes, dict)
    for guess in ((), *GUESSES):
        scope = Scope()
        try:
            facts = [None if text is None else parse(text, scope) for text in inputs]
        except ValueError:
            return
        names = list(scope.symbols)
        if not guess and not all(name in sizes for name in names):
            continue
        numbers = sizes if not guess else dict(zip(names, itertools.cycle(guess), strict=False))
        bound = [None if f is None else tests.oracle.bind(f, numbers, scope) for f in facts]
        yield Recipe(
            str(row["domain"]),
            str(row["op"]),
            int(str(row["opset"])),
            [None if f is None else str(f) for f in bound],
            attributes,
            int(str(row["outputs"])),
        )
        if not names:
            return


def _runs(oracle: Oracle, recipe: Recipe) -> bool:
    try:
        case = as_case(recipe)
        feeds = case.feeds(case.trials[0])
        told = oracle.ask(case.model.SerializeToString(), [] if feeds is None else [feeds])
    except (ValueError, TypeError, AssertionError, KeyError, OverflowError):
        return False
    return any(run.kind == "ran" for run in told.runs)
