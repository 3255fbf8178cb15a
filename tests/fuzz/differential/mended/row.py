"""A model that the fuzzer found a disagreement about, once, and a run of it.

The graph is written in ONNX's text form (``float[]`` declares no shape).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tests.fuzz.differential.case import Content


class Row(NamedTuple):
    """One model and one run of it."""

    opset: int
    text: str
    sizes: Mapping[str, int]
    contents: Mapping[str, Content]
    shapes: Mapping[str, tuple[int, ...]]

    def __str__(self) -> str:
        return f"{self.text[:60]} {self.opset}"


def row(
    opset: int,
    text: str,
    sizes: Mapping[str, int] | None = None,
    contents: Mapping[str, Content] | None = None,
    shapes: Mapping[str, tuple[int, ...]] | None = None,
) -> Row:
    return Row(opset, f"g {text}", sizes or {}, contents or {}, shapes or {})
