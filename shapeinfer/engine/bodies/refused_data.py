"""Generated."""

from __future__ import annotations

REFUSED: dict[str, tuple[str, ...]] = {"Concat": ("SI201",)}
