"""Parts that were compiled for one device."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")

KNOWN_AS_DECLARED = "SI026 {} is a compiled part of a model: its outputs are known only from declarations"


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("EPContext", "f32[n]; i64[2]", "?[*]", finds=KNOWN_AS_DECLARED.format("EPContext")),
    op("Snpe", "f32[n]", "f32[*]", DLC="x", finds=KNOWN_AS_DECLARED.format("Snpe")),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
