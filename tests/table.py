"""Rows of a rule's test table: what it infers in the text form, and that the runtime agrees.

    row("Add", (7, 14), "f32[n, 3]; f32[3]", "f32[n, 3]")

Inputs and outputs are separated by ``;``, and ``-`` is an input that is left out. A row holds at each of
its opsets. ``needs`` are the requirements that go into the contract, ``finds`` the findings.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.testing import Attribute, Inferred, infer
from tests.oracle import compare


class Row(NamedTuple):
    """One operator, its inputs and attributes, and what follows."""

    op_type: str
    opsets: tuple[int, ...]
    inputs: tuple[str | None, ...]
    outputs: tuple[str, ...]
    needs: tuple[str, ...]
    finds: tuple[str, ...]
    attributes: Mapping[str, Attribute]
    sizes: tuple[Mapping[str, int], ...] | None
    feeds: Mapping[int, object] | None
    domain: str = ""

    def __str__(self) -> str:
        inputs = "; ".join(text or "-" for text in self.inputs)
        return f"{self.op_type} {inputs} {dict(self.attributes) or ''}"

    def infer(self, opset: int) -> Inferred:
        """What the rule says at an opset."""
        return infer(
            self.op_type,
            opset,
            *self.inputs,
            domain=self.domain,
            outputs=len(self.outputs),
            given=self.attributes,
        )

    def check(self) -> None:
        """The rule says what the row says, at every opset."""
        for opset in self.opsets:
            inferred = self.infer(opset)
            found = (inferred.outputs, tuple(inferred.requirements), tuple(inferred.findings))
            assert found == (self.outputs, self.needs, self.finds), f"opset {opset}"

    def compare(self) -> list[str]:
        """The runtime agrees, at every opset and at several sizes; what it did each time."""
        feeds = None if self.feeds is None else {i: np.array(value) for i, value in self.feeds.items()}
        did = []
        for opset, sizes in itertools.product(self.opsets, self._samples()):
            result, _ = compare(
                self.op_type,
                opset,
                *self.inputs,
                sizes=sizes,
                domain=self.domain,
                outputs=len(self.outputs),
                feeds=feeds,
                given=self.attributes,
            )
            did.append(result)
        return did

    def _samples(self) -> Iterator[Mapping[str, int]]:
        """Sizes for the symbols of the inputs: all alike, and all different."""
        if self.sizes is not None:
            yield from self.sizes
            return
        scope = Scope()
        for text in self.inputs:
            if text is not None:
                parse(text, scope)
        names = sorted(scope.symbols)
        if not names:
            yield {}
            return
        for size in (0, 1, 3):
            yield dict.fromkeys(names, size)
        yield {name: 2 + i for i, name in enumerate(names)}


def row(
    op_type: str,
    opsets: int | tuple[int, ...],
    inputs: str,
    outputs: str,
    *,
    needs: str | tuple[str, ...] = (),
    finds: str | tuple[str, ...] = (),
    sizes: tuple[Mapping[str, int], ...] | None = None,
    feeds: Mapping[int, object] | None = None,
    domain: str = "",
    **attributes: Attribute,
) -> Row:
    """One row; see the module's text."""
    return Row(
        op_type,
        (opsets,) if isinstance(opsets, int) else opsets,
        tuple(None if part.strip() == "-" else part.strip() for part in inputs.split(";") if part.strip()),
        tuple(part.strip() for part in outputs.split(";")),
        (needs,) if isinstance(needs, str) else needs,
        (finds,) if isinstance(finds, str) else finds,
        attributes,
        sizes,
        feeds,
        domain,
    )


class Domain:
    """Makes rows of one domain: ``op = Domain("com.microsoft")``, ``op("Gelu", "f32[n]", "f32[n]")``."""

    def __init__(self, name: str, opset: int = 1) -> None:
        self.name = name
        self.opset = opset

    def __call__(
        self,
        op_type: str,
        inputs: str,
        outputs: str,
        *,
        needs: str | tuple[str, ...] = (),
        finds: str | tuple[str, ...] = (),
        sizes: tuple[Mapping[str, int], ...] | None = None,
        feeds: Mapping[int, object] | None = None,
        domain: str | None = None,
        opset: int | None = None,
        **attributes: Attribute,
    ) -> Row:
        return row(
            op_type,
            self.opset if opset is None else opset,
            inputs,
            outputs,
            needs=needs,
            finds=finds,
            sizes=sizes,
            feeds=feeds,
            domain=self.name if domain is None else domain,
            **attributes,
        )
