"""``python -m shapeinfer``."""

from __future__ import annotations

from shapeinfer.cli.main import console

if __name__ == "__main__":
    console()
