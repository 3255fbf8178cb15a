"""Parts that were compiled for one device."""

from __future__ import annotations

import pytest

from shapeinfer.testing import Attribute
from tests.table import Row, row


def op(
    name: str,
    inputs: str,
    outputs: str,
    *,
    needs: str | tuple[str, ...] = (),
    finds: str | tuple[str, ...] = (),
    sizes: tuple[dict[str, int], ...] | None = None,
    feeds: dict[int, object] | None = None,
    domain: str = "com.microsoft",
    opset: int = 1,
    **attributes: Attribute,
) -> Row:
    """A row of this domain."""
    return row(
        name,
        opset,
        inputs,
        outputs,
        needs=needs,
        finds=finds,
        sizes=sizes,
        feeds=feeds,
        domain=domain,
        **attributes,
    )


# Nothing here runs these: the documentation is all there is (or the runtime dies of them).
UNTRIED = [
    op("EPContext", "f32[n]; i64[2]", "?[*]"),
    op("Snpe", "f32[n]", "f32[*]", DLC="x"),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
