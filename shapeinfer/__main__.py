"""``python -m shapeinfer``."""

from __future__ import annotations

import sys

from shapeinfer.cli import main

if __name__ == "__main__":
    sys.exit(main())
