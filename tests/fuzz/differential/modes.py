"""The modes: what kind of model a seed makes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.fuzz.differential import (
    around,
    bodies,
    borders,
    chained,
    crossed,
    damaged,
    drawn,
    functions,
    graphs,
    lists,
    patterns,
    recipes,
    templates,
)
from tests.fuzz.differential.case import Case
from tests.fuzz.differential.nested import case as nested
from tests.fuzz.differential.wrapped import guarded, wrapped

_MICROSOFT = ("com.microsoft", "com.microsoft.nchwc")


def _of_domains(seed: int, mode: str, domains: tuple[str, ...]) -> Case:
    """Of three calls two are drawn from a template, one is a recorded one."""
    made = templates.random_case if seed % 3 else recipes.random_case
    return wrapped(made(seed, mode, domains), Random(-seed))


MODES: dict[str, Callable[[int], Case]] = {
    "ai.onnx": lambda seed: guarded(recipes.random_case(seed, "ai.onnx", ("",))),
    "lists": lambda seed: guarded(lists.random_case(seed)),
    "borders": lambda seed: guarded(borders.random_case(seed)),
    "drawn": lambda seed: guarded(drawn.random_case(seed)),
    "crossed": lambda seed: guarded(crossed.random_case(seed)),
    "ai.onnx.ml": lambda seed: _of_domains(seed, "ai.onnx.ml", ("ai.onnx.ml",)),
    "com.microsoft": lambda seed: _of_domains(seed, "com.microsoft", _MICROSOFT),
    "nested": nested.random_case,
    "graphs": graphs.random_case,
    "bodies": bodies.random_case,
    "functions": functions.random_case,
    damaged.MODE: damaged.random_case,
    chained.MODE: chained.random_case,
    patterns.MODE: lambda seed: wrapped(patterns.random_case(seed), Random(-seed)),
    "transposed": lambda seed: around.transposed(MODES[_mode_of(seed)](seed)),
    "quantized": lambda seed: around.quantized(MODES[_mode_of(seed)](seed)),
}
# How many of twenty seeds each mode has; the others are run by their names alone.
_SHARES = {
    "ai.onnx": 4,
    "lists": 1,
    "crossed": 1,
    "borders": 1,
    "drawn": 2,
    "ai.onnx.ml": 1,
    "com.microsoft": 3,
    "nested": 1,
    "graphs": 2,
    "bodies": 2,
    "functions": 2,
}
_ORDER = [mode for mode, share in _SHARES.items() for _ in range(share)]


def case_of(seed: int, mode: str | None = None) -> Case | None:
    """The case of a seed; in the given mode, or in the one that the seed has."""
    return MODES[mode or _mode_of(seed)](seed)


def _mode_of(seed: int) -> str:
    return _ORDER[seed % len(_ORDER)]
