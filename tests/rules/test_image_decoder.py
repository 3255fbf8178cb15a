"""ImageDecoder."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("ImageDecoder", 20, "u8[n]", "u8[?1, ?2, ?0]", sizes=()),
    row("ImageDecoder", 20, "u8[n]", "u8[?1, ?2, ?0]", pixel_format="Grayscale", sizes=()),
    row("ImageDecoder", 20, "u8[*]", "u8[?1, ?2, ?0]", sizes=()),
]  # fmt: skip

# Nobody here refuses these: the runtime has no kernel, and the reference looks at little.
UNTRIED = [
    row("ImageDecoder", 20, "u8[n]", "u8[?1, ?2, ?0]", pixel_format="CMYK", sizes=(),
        finds="SI303 pixel_format is CMYK, needed RGB, BGR or Grayscale"),
    row("ImageDecoder", 20, "u8[2, 3]", "u8[*]", sizes=(),
        finds="SI201 encoded_stream has rank 2, needed 1; encoded_stream is u8[2, 3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *UNTRIED], ids=str)
def test_image_decoder(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_image_decoder_runs_as_inferred(case: Row) -> None:
    case.compare()
