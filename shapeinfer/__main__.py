"""``python -m shapeinfer``."""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    # Python puts the working directory first for -m; what lies there may not be ours to run.
    if sys.path and sys.path[0] in ("", os.getcwd()) and not getattr(sys.flags, "safe_path", False):
        del sys.path[0]
    from shapeinfer.cli.main import console

    console()
